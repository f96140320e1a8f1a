"""What the page's shrinking costs in readings: python -m tests.bench.shrunk [WAY ...] [--photos FOLDER ...]

A way is SIZE:FORMAT:QUALITY. Each photo of more than 2,400 pixels (field/ and field2/, which lie beside the repository)
is made smaller, as the page does it, encoded, decoded and read. Printed for each way: kilobytes (median, largest),
wrong tiles by the truth, photos without one, photos whose tiles are the very same as by the first way.
"""

from __future__ import annotations

import argparse
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from types import ModuleType

from PIL import Image, ImageOps

from models.photos import FIELD, Truth, scorer, truths
from models.predictions import CONFIDENCE
from vision.photo.load import load
from vision.read.eye import Eye
from vision.types import Box

FOLDERS = [FIELD, FIELD.parent / "field2"]
LARGE = 2400  # pixels of the longer side; smaller photos travel as they are
WAYS = ["2000:JPEG:90", "2000:JPEG:75", "2000:WEBP:85", "2000:WEBP:80", "1600:JPEG:75", "1600:WEBP:70"]


@dataclass(frozen=True, slots=True)
class Read:
    """One photo sent in one way: bytes, wrong tiles, the kinds of all tiles."""

    size: int
    wrong: int
    kinds: Counter[str]


def encoded(picture: Image.Image, way: str) -> tuple[bytes, float]:
    """What travels, and by how much it is smaller."""
    longest, form, quality = way.split(":")
    scale = int(longest) / max(picture.size)
    small = picture.resize((round(picture.width * scale), round(picture.height * scale)), Image.Resampling.LANCZOS)
    data = io.BytesIO()
    small.save(data, form, quality=int(quality))
    return data.getvalue(), scale


def read(eye: Eye, picture: Image.Image, truth: Truth, way: str, tool: ModuleType) -> Read:
    """The photo as it arrives, read."""
    data, scale = encoded(picture, way)
    tiles = [tile for tile in eye.read(load(data)).tiles if not tile.dropped]
    told = [
        {"tile": tile.kind, "confidence": tile.confidence, "box": [side / scale for side in _corners(tile.box)]}
        for tile in tiles
    ]
    _, missing, extra = tool.compare(truth, told, CONFIDENCE)
    return Read(len(data), max(missing.total(), extra.total()), Counter(tile.kind for tile in tiles))


def _corners(box: Box) -> Sequence[float]:
    return [box.x1, box.y1, box.x2, box.y2]


def main(told: argparse.Namespace) -> None:
    """Print the table."""
    eye, tool = Eye.load(), scorer()
    found: dict[str, list[Read]] = {way: [] for way in told.ways}
    for folder in told.photos:
        for truth in truths(folder):
            picture = ImageOps.exif_transpose(Image.open(folder / "images" / truth["file"])).convert("RGB")
            if max(picture.size) > LARGE:
                for way in told.ways:
                    found[way].append(read(eye, picture, truth, way, tool))
    first = found[told.ways[0]]
    for way, reads in found.items():
        sizes = [one.size / 1000 for one in reads]
        wrong = [one.wrong for one in reads]
        same = sum(one.kinds == other.kinds for one, other in zip(reads, first, strict=True))
        print(
            f"{way:14} {median(sizes):4.0f} kB, at most {max(sizes):4.0f}; {sum(wrong)} tiles wrong,"
            f" {wrong.count(0)} of {len(reads)} photos right, {same} read the same"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ways", nargs="*", default=WAYS, metavar="WAY")
    parser.add_argument("--photos", nargs="+", type=Path, default=FOLDERS)
    main(parser.parse_args())
