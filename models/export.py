"""A trained reader (`models.train`) as the ONNX file that `vision.eye.reader` loads, its confidence calibrated.

    python -m models.export --weights runs/reader/last.pt [OTHER/last.pt …] --out reader.onnx [--temperature 1.3]

Of several runs that started from each other the weights are averaged: between two that differ in what they are good
at lies one that is good at both.

Outputs: `scores` n × 29, probabilities whose sum is the probability that there is a tile at all; `turns` n × 4, the
probability that 0, 1, 2, 3 quarter turns counter-clockwise bring the crop upright; `embedding`.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import onnx
import torch
from torch import Tensor, nn

from datasets.crops import NONE
from models.net import SHAPES, Net
from vision.eye.reader import SIDE
from vision.types import CLASSES


class Named(nn.Module):
    """The network with what a server needs: probabilities, softened by the temperature."""

    def __init__(self, net: Net, temperature: float) -> None:
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        features = self.net.features(crops)
        scores = torch.softmax(self.net.kinds(features) / self.temperature, 1)[:, :NONE]
        return scores, torch.softmax(self.net.turns(features), 1), features


def load(paths: Sequence[Path]) -> Net:
    """The running means of the weights of runs of one shape, averaged."""
    saved = [torch.load(path, weights_only=True, map_location="cpu") for path in paths]
    net = Net(SHAPES[saved[0]["shape"]])
    means = [run["mean"] for run in saved]
    net.load_state_dict({name: torch.stack([mean[name] for mean in means]).mean(0) for name in means[0]})
    return net.eval()


def export(net: Net, path: Path, temperature: float = 1.0) -> None:
    """Write the ONNX file with the class names in it."""
    about = {"names": str(dict(enumerate(CLASSES))), "temperature": f"{temperature:.3f}"}
    write(Named(net, temperature), path, SIDE, ("scores", "turns", "embedding"), about)


def write(model: nn.Module, path: Path, side: int, outputs: Sequence[str], about: Mapping[str, str]) -> None:
    """An ONNX file of a model that takes any number of crops, side × side pixels; `about`: its metadata."""
    torch.onnx.export(
        model.eval(),
        (torch.zeros(1, 3, side, side),),
        str(path),
        input_names=["crops"],
        output_names=list(outputs),
        dynamic_axes={name: {0: "n"} for name in ("crops", *outputs)},
        dynamo=False,
    )
    written = onnx.load(path)
    for key, value in about.items():
        written.metadata_props.add(key=key, value=value)
    onnx.checker.check_model(written)
    onnx.save(written, path)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=Path, nargs="+", required=True, help="last.pt of a run, or of several")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--temperature", type=float, default=1.0, help="as `models.evaluate_reader` says")
    args = parser.parse_args()
    export(load(args.weights), args.out, args.temperature)


if __name__ == "__main__":
    main()
