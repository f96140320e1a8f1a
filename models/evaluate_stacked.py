"""What the network says of tiles that lie on others, and of those that don't (`vision.eye.stacked`).

    python -m models.evaluate_stacked --apart runs/piled_apart [--photos ../shared/photos] [--model models/piled.onnx]

On `--apart`, patches of designs that training never saw: the share found of tiles on others, and of the rest the share
taken for such. On the photos of `real/val` nobody has labelled what lies on what; hardly anything does, so the share
there is at most the share of false ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.crops import read
from datasets.real import photos
from datasets.stacked import cut, load
from vision.eye import onnx
from vision.eye.reader import crop
from vision.eye.stacked import SIDE, WIDER_SHARE, StackClassifier
from vision.types import BACK, CLASSES, Box

LEAST = (0.02, 0.2, 0.5, 0.8)
Pixels = NDArray[np.uint8]


def boxed(folder: Path) -> Iterator[Pixels]:
    """What the server would cut out around each face of the photos of `folder`/real/val."""
    for photo in photos(folder, "val"):
        pixels = read(photo.path)
        sides = np.array([*pixels.shape[1::-1], *pixels.shape[1::-1]])
        for kind, corners in photo.boxes:
            if CLASSES[kind] != BACK:
                yield crop(pixels, Box(*(np.array(corners) * sides).tolist()), WIDER_SHARE, SIDE)


def show(name: str, told: NDArray[np.float32]) -> None:
    """One line."""
    print(f"{name}: {len(told)} tiles; " + ", ".join(f"{(told > p).mean():.4f} above {p}" for p in LEAST))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--apart", type=Path, required=True)
    parser.add_argument("--photos", type=Path, help="the folder of real/")
    parser.add_argument("--model", type=Path, default=onnx.folder() / "piled.onnx")
    args = parser.parse_args()
    stacks = StackClassifier(args.model, 1)
    patches, stacked = load([args.apart])
    told = stacks.of_crops(np.stack([cut(patch) for patch in patches]))
    show("on others", told[stacked])
    show("on the table", told[~stacked])
    if args.photos:
        show("real/val", stacks.of_crops(np.stack(list(boxed(args.photos)))))


if __name__ == "__main__":
    main()
