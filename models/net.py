"""The reader's networks (torch): a crop -> what it shows and which way it lies."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from datasets.crops import NONE

KINDS = NONE + 1
"""29 classes and `no tile`."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Channels of the first stage (each further one has twice as many), residual blocks of the four stages.

    `norm`: with BatchNorm and ReLU; else with biases and SiLU, the shape of the pilot, which starts from its weights.
    """

    width: int = 24
    blocks: tuple[int, int, int, int] = (0, 2, 2, 1)
    norm: bool = True


SHAPES = {
    "pilot": Shape(24, (0, 1, 1, 1), norm=False),
    "small": Shape(24, (0, 1, 1, 1)),
    "deep": Shape(24, (0, 2, 2, 1)),
    "wide": Shape(32, (0, 2, 2, 1)),
}


def conv(inputs: int, outputs: int, stride: int, shape: Shape, *, act: bool = True) -> list[nn.Module]:
    """A 3 × 3 convolution and what follows it."""
    layers: list[nn.Module] = [nn.Conv2d(inputs, outputs, 3, stride, 1, bias=not shape.norm)]
    if shape.norm:
        layers.append(nn.BatchNorm2d(outputs))
    if act:
        layers.append(nn.ReLU() if shape.norm else nn.SiLU())
    return layers


class Block(nn.Module):
    """Two convolutions and the way around them."""

    def __init__(self, channels: int, shape: Shape) -> None:
        super().__init__()
        self.f = nn.Sequential(*conv(channels, channels, 1, shape), *conv(channels, channels, 1, shape, act=False))
        self.act = nn.ReLU() if shape.norm else nn.SiLU()

    def forward(self, x: Tensor) -> Tensor:
        return self.act(x + self.f(x))


class Net(nn.Module):
    """n × 3 × SIDE × SIDE, BGR 0-1 -> logits n × KINDS and n × 4 (quarter turns that bring it upright)."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        inputs, width = 3, shape.width
        for count in shape.blocks:
            layers += [*conv(inputs, width, 2, shape), *(Block(width, shape) for _ in range(count))]
            inputs, width = width, width * 2
        self.body = nn.Sequential(*layers)
        self.kinds = nn.Linear(2 * inputs, KINDS)
        self.turns = nn.Linear(2 * inputs, 4)

    def features(self, x: Tensor) -> Tensor:
        maps = self.body((x - 0.5) / 0.25)
        return torch.cat([maps.mean((2, 3)), maps.amax((2, 3))], 1)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        features = self.features(x)
        return self.kinds(features), self.turns(features)
