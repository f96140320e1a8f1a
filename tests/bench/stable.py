"""How many readings change when a photo is sent again otherwise: `python -m tests.bench.stable [FOLDER ...]`.

Each photo is read as it is and in eight other ways: as JPEG of quality 60, 75, 90; at 0.8 and 0.6 of its size; with a
fiftieth cut off at each edge; turned by two degrees either way. Another reading is one with another hand, another
winning tile, other melds or feeders; doubts don't count. Without folders: the samples, and the strangers' photos beside
the checkout where they are.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from PIL import Image, ImageOps

from scoring.tiles import compact
from vision.photo.load import load
from vision.read.eye import Eye
from vision.types import Reading

ROOT = Path(__file__).parents[2]
FOLDERS = (
    ROOT / "datasets" / "samples",
    *(ROOT.parent / "shared" / "photos" / name for name in ("field/images", "field2/images")),
)
ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".webp"})
FILLED = (110, 110, 110)  # what a turned photo has in its corners


def jpeg(photo: Image.Image, quality: int = 88) -> bytes:
    """The photo as a file."""
    out = io.BytesIO()
    photo.save(out, "JPEG", quality=quality)
    return out.getvalue()


def smaller(photo: Image.Image, share: float) -> Image.Image:
    """At that share of its width and height."""
    return photo.resize((round(photo.width * share), round(photo.height * share)), Image.Resampling.LANCZOS)


def cropped(photo: Image.Image) -> Image.Image:
    """Without a fiftieth at each edge."""
    dx, dy = round(photo.width / 50), round(photo.height / 50)
    return photo.crop((dx, dy, photo.width - dx, photo.height - dy))


def turned(photo: Image.Image, degrees: float) -> Image.Image:
    """Counter-clockwise, at the same size."""
    return photo.rotate(degrees, Image.Resampling.BICUBIC, fillcolor=FILLED)


WAYS: Mapping[str, Callable[[Image.Image], bytes]] = {
    "quality 60": lambda photo: jpeg(photo, 60),
    "quality 75": lambda photo: jpeg(photo, 75),
    "quality 90": lambda photo: jpeg(photo, 90),
    "0.8 of the size": lambda photo: jpeg(smaller(photo, 0.8)),
    "0.6 of the size": lambda photo: jpeg(smaller(photo, 0.6)),
    "cropped": lambda photo: jpeg(cropped(photo)),
    "2 degrees to the left": lambda photo: jpeg(turned(photo, 2)),
    "2 degrees to the right": lambda photo: jpeg(turned(photo, -2)),
}


def photos(folder: Path) -> list[Path]:
    """Those in a folder, by name."""
    return sorted(path for path in folder.glob("*") if path.suffix.lower() in ENDINGS)


def told(reading: Reading) -> tuple[object, ...]:
    """What two readings of one table share."""
    melds = sorted((meld.kind, str(meld.tile), str(meld.fed_by)) for meld in reading.melds)
    return compact(reading.hand), melds, str(reading.winning_tile)


def again(eye: Eye, path: Path) -> Iterator[tuple[str, tuple[object, ...], tuple[object, ...]]]:
    """(way, what the photo reads as, what it reads as in that way)."""
    data = path.read_bytes()
    usual = told(eye.read(load(data)))
    with Image.open(io.BytesIO(data)) as file:
        photo = ImageOps.exif_transpose(file).convert("RGB")
    for way, encode in WAYS.items():
        yield way, usual, told(eye.read(load(encode(photo))))


def main() -> None:
    """The command line."""
    eye = Eye.load()
    for folder in map(Path, sys.argv[1:] or FOLDERS):
        count = differ = 0
        for path in photos(folder):
            for way, usual, other in again(eye, path):
                count += 1
                differ += usual != other
                if usual != other:
                    print(f"{path.name}, {way}: {usual} -> {other}")
        print(f"{folder.name}: {differ} of {count} differ")


if __name__ == "__main__":
    main()
