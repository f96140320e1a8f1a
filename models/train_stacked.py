"""Train the network that tells tiles lying on others (`vision.eye.stacked`) on patches of `datasets.stacked` (torch).

    python -m models.train_stacked --patches runs/piled --out runs/piled.onnx --steps 4500 [--start models/piled.onnx]

Prints the loss now and then and writes the ONNX file. The same seed gives the same batches. About twenty minutes on one
core. With `--start` it goes on from the weights of such a file, or from the mean of several that started from each
other; with `--steps 0` it writes that mean.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from datasets.crops import BOX
from datasets.crops import SIDE as ROOM
from datasets.stacked import load
from models.augment import harmed
from models.export import write
from models.net import Block, Shape, conv
from models.train import follow, rate
from vision.eye.stacked import PILED, SIDE, WIDER_SHARE

BATCH, SHOW = 128, 200
SHARE = 0.4
"""Of a batch: tiles that lie on others."""
ODDS = 0.118
"""Of lying on another one, for which the probabilities are told, however many the patches hold."""
SHAPE = Shape(16, (0, 1, 1, 1))
Pixels = NDArray[np.uint8]


class Net(nn.Module):
    """n × 3 × SIDE × SIDE, BGR 0-1 -> n logits of lying on another tile."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        inputs, width = 3, SHAPE.width
        for count in SHAPE.blocks:
            layers += [*conv(inputs, width, 2, SHAPE), *(Block(width, SHAPE) for _ in range(count))]
            inputs, width = width, min(2 * width, 96)
        self.body = nn.Sequential(*layers, nn.Flatten(), nn.Dropout(0.2), nn.Linear(inputs * (SIDE // 16) ** 2, 1))

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.body((x - 0.5) / 0.25)[:, 0]
        return out


class Told(nn.Module):
    """The network with what a server needs: probabilities."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, crops: Tensor) -> Tensor:
        return torch.sigmoid(self.net(crops))


def crop(patch: Pixels, rng: Generator) -> Pixels:
    """ROOM × ROOM patch -> what the server cuts out, SIDE × SIDE BGR: shifted, mirrored, turned, harmed."""
    sides = BOX / 2 * (1 + WIDER_SHARE) * rng.uniform(0.9, 1.12, 2)
    tilt = np.radians(rng.normal(0, 6))
    turn = np.array([[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * sides @ turn.T
    corners += ROOM / 2 + rng.normal(0, 0.05, 2) * BOX
    target = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    cut = cv2.warpPerspective(patch, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.5:
        cut = cut[:, ::-1]
    if rng.random() < 0.15:  # a photo held on its side or upside down
        cut = np.rot90(cut, int(rng.integers(1, 4)))
    return np.ascontiguousarray(harmed(np.ascontiguousarray(cut), rng)[:, :, ::-1])


def batch(patches: Pixels, picked: NDArray[np.int64], rng: Generator) -> Tensor:
    """These patches as the network takes them."""
    crops = np.stack([crop(patches[k], rng) for k in picked])
    return torch.from_numpy(crops).permute(0, 3, 1, 2).float().div_(255)


def start(net: Net, paths: Sequence[Path], images: Tensor) -> None:
    """Take over the mean weights of ONNX files that this program wrote. There each convolution has taken in the
    normalization after it: this is made such that what it does to `images` comes to the same.
    """
    files = [[*_weights(path)] for path in paths]
    layers = [module for module in net.modules() if isinstance(module, nn.Conv2d | nn.Linear | nn.BatchNorm2d)]
    biases: dict[nn.Module, Tensor] = {}
    with torch.no_grad():
        for same, layer, after in zip(zip(*files, strict=True), layers[::2], [*layers[1::2], layers[-1]], strict=True):
            layer.weight.copy_(torch.stack([weight for weight, _ in same]).mean(0))
            biases[after] = torch.stack([bias for _, bias in same]).mean(0)
        layers[-1].bias.copy_(biases[layers[-1]])

        def undone(norm: nn.Module, inputs: tuple[Tensor]) -> None:
            spread, middle = torch.var_mean(inputs[0], (0, 2, 3), correction=0)
            for name, value in (("running_mean", middle), ("running_var", spread)):
                getattr(norm, name).copy_(value)
            norm.weight.copy_((spread + norm.eps).sqrt())
            norm.bias.copy_(biases[norm] + middle)

        hooks = [layer.register_forward_pre_hook(undone) for layer in layers if isinstance(layer, nn.BatchNorm2d)]
        net.eval()(images)
        net.train()
        for hook in hooks:
            hook.remove()


def _weights(path: Path) -> Iterator[tuple[Tensor, Tensor]]:
    """Weights and biases of an ONNX file, layer by layer."""
    graph = onnx.load(path).graph
    values = {i.name: torch.tensor(numpy_helper.to_array(i)) for i in graph.initializer}
    for node in graph.node:
        if node.op_type in ("Conv", "Gemm"):
            yield values[node.input[1]], values[node.input[2]]


def train(args: argparse.Namespace) -> nn.Module:
    """The running mean of the weights."""
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    patches, stacked = load(args.patches)
    on, flat = np.flatnonzero(stacked), np.flatnonzero(~stacked)
    rng = np.random.default_rng(args.seed)
    net, mean = Net(), Net()
    if args.start:
        start(net, args.start, batch(patches, rng.choice(len(patches), 4 * BATCH), rng))
    net.to(memory_format=torch.channels_last)
    mean.load_state_dict(net.state_dict())
    optimizer = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=0.05)
    weight = torch.tensor(ODDS * (1 - SHARE) / SHARE)
    loss_of = nn.BCEWithLogitsLoss(pos_weight=weight)
    losses: list[float] = []
    for step in range(args.steps):
        picked = np.concatenate([rng.choice(on, int(SHARE * BATCH)), rng.choice(flat, BATCH - int(SHARE * BATCH))])
        images = batch(patches, picked, rng)
        truth = torch.from_numpy(stacked[picked].astype(np.float32)) * 0.98 + 0.01
        for group in optimizer.param_groups:
            group["lr"] = rate(step, args.steps, args.rate)
        loss = loss_of(net(images.contiguous(memory_format=torch.channels_last)), truth)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        follow(mean, net, step)
        losses.append(loss.item())
        if (step + 1) % SHOW == 0:
            print(f"step {step + 1} loss {sum(losses[-SHOW:]) / SHOW:.4f}", flush=True)
    return mean.eval()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--patches", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, nargs="+", help="ONNX files to go on from")
    parser.add_argument("--steps", type=int, default=4500)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    write(Told(train(args)), args.out, SIDE, (PILED,), {"names": str({0: PILED})})


if __name__ == "__main__":
    main()
