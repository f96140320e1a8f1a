"""Pictures as the detector is shown them: whole, and closer where the tiles lie.

    python -m datasets.closeups runs/scenes --out runs/closeups --seed 1

The detector looks at a whole photo and then at the region of its tiles (`vision.eye.detector`), so it is trained on
both: each picture of a folder (images/, labels/) comes out twice, at most SIDE pixels long: whole, and cut to the tiles
with a margin by chance or, where they are small, to a part of them. Tiles of which a cut leaves less than LEAST lose
their box.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from datasets.crops import Patch, read
from datasets.real import Corners, labelled, lines
from datasets.samples import encoded
from vision.eye.detector import SIDE

LEAST = 0.4
PART = (28.0, 60.0)
"""Pixels that a tile of a closer look may measure (square root of its area)."""
Boxes = Sequence[tuple[int, Corners]]


def closer(size: tuple[int, int], boxes: Boxes, rng: Generator) -> tuple[int, int, int, int]:
    """A region (x1, y1, x2, y2) of a picture of `size` (height, width) with `boxes` in pixels."""
    height, width = size
    corners = np.array([box for _, box in boxes])
    tile = float(np.median(np.sqrt(np.prod(corners[:, 2:] - corners[:, :2], axis=1))))
    margins = rng.uniform(0.3, 2.5, 4) * tile
    x1, y1 = corners[:, :2].min(0) - margins[:2]
    x2, y2 = corners[:, 2:].max(0) + margins[2:]
    most = SIDE * tile / rng.uniform(*PART)  # the side of a look in which tiles come out as large as they should
    if max(x2 - x1, y2 - y1) > most:
        middle = corners[int(rng.integers(len(corners)))].reshape(2, 2).mean(0) + rng.uniform(-0.3, 0.3, 2) * most
        x1, y1 = np.maximum((x1, y1), middle - most / 2)
        x2, y2 = np.minimum((x2, y2), middle + most / 2)
    left, top = int(np.clip(x1, 0, width - 2)), int(np.clip(y1, 0, height - 2))
    return left, top, int(np.clip(x2, left + 2, width)), int(np.clip(y2, top + 2, height))


def cut(boxes: Boxes, region: tuple[int, int, int, int]) -> list[tuple[int, Corners]]:
    """The boxes inside a region, in its pixels."""
    kept = []
    for kind, (x1, y1, x2, y2) in boxes:
        a, b, c, d = max(x1, region[0]), max(y1, region[1]), min(x2, region[2]), min(y2, region[3])
        if c > a and d > b and (c - a) * (d - b) >= LEAST * (x2 - x1) * (y2 - y1):
            kept.append((kind, (a - region[0], b - region[1], c - region[0], d - region[1])))
    return kept


def write(out: Path, name: str, pixels: Patch, boxes: Boxes) -> None:
    """One picture, at most SIDE pixels long, and its labels (pixels of `pixels`)."""
    height, width = pixels.shape[:2]
    scale = min(1.0, SIDE / max(height, width))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    (out / "images" / f"{name}.jpg").write_bytes(encoded(small, 92))
    (out / "labels" / f"{name}.txt").write_text(lines(boxes, width, height), encoding="utf-8")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for part in ("images", "labels"):
        (args.out / part).mkdir(parents=True, exist_ok=True)
    for number, (path, relative) in enumerate(labelled(args.folder)):
        pixels = read(path)
        height, width = pixels.shape[:2]
        boxes = [(kind, (a * width, b * height, c * width, d * height)) for kind, (a, b, c, d) in relative]
        write(args.out, f"{path.stem}_whole", pixels, boxes)
        if boxes:
            left, top, right, bottom = closer((height, width), boxes, np.random.default_rng((args.seed, number)))
            inside = cut(boxes, (left, top, right, bottom))
            write(args.out, f"{path.stem}_closer", pixels[top:bottom, left:right], inside)


if __name__ == "__main__":
    main()
