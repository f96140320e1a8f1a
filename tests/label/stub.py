"""Pictures of coloured tiles, an eye that finds them by their colour, and a labelling run to be killed.

    python -m tests.label.stub PHOTOS OUT LOG

The eye finds its boxes in the pixels that it is given: a box in the wrong place shows a photo turned wrongly.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

from vision.labels.dataset import opened
from vision.labels.engine import Order, label
from vision.labels.formats import FORMATS, Entry, Format, Unsaid
from vision.labels.naming import spellings
from vision.labels.sheet import Label
from vision.labels.workers import processes
from vision.photo.load import Photo
from vision.types import CLASSES, Box, Reading
from vision.wire import readings

LEVELS = (0, 85, 170, 255)
COLOURS = {kind: (LEVELS[k % 4], LEVELS[k // 4 % 4], 255 * (k // 16)) for k, kind in enumerate(CLASSES)}
GROUND = (128, 128, 128)
SIZE = (160, 120)

Tile = tuple[str, tuple[int, int, int, int]]


def scene(tiles: Sequence[Tile], size: tuple[int, int] = SIZE) -> Image.Image:
    """A picture of tiles, x1 y1 x2 y2 in pixels, the last row and column not included."""
    image = Image.new("RGB", size, GROUND)
    canvas = ImageDraw.Draw(image)
    for kind, (x1, y1, x2, y2) in tiles:
        canvas.rectangle((x1, y1, x2 - 1, y2 - 1), fill=COLOURS[kind])
    return image


def entries(form: Format, path: Path, size: tuple[float, float] = SIZE) -> dict[str, tuple[Label, ...]]:
    """What a label file says: picture's name without ending -> labels in pixels of a picture of that size."""
    found = {}
    for entry in form.read(path):
        if isinstance(entry, Unsaid):
            continue
        assert isinstance(entry, Entry), entry
        w, h = size if entry.relative else (1.0, 1.0)
        boxes = [(one, Box(one.box.x1 * w, one.box.y1 * h, one.box.x2 * w, one.box.y2 * h)) for one in entry.labels]
        found[next(spellings(entry.images[0]))] = tuple(replace(one, box=box) for one, box in boxes)
    return found


def row_of(*kinds: str, y: int = 40, x: int = 10) -> list[Tile]:
    """Tiles side by side."""
    return [(kind, (x + 16 * k, y, x + 16 * k + 12, y + 18)) for k, kind in enumerate(kinds)]


class ColourEye:
    """Doubts every `other` it sees; takes a moment, as a real one does."""

    def __init__(self, model: str = "stub", pause: float = 0.0, log: Path | None = None) -> None:
        self.model = model
        self._pause = pause
        self._log = log

    def read(self, photo: Photo, /) -> Reading:
        if self._log is not None:
            with self._log.open("a") as log:
                log.write(f"{photo.pixels.sum()}\n")
        time.sleep(self._pause)
        found = find(photo.pixels)
        tiles = [{"tile": kind, "box": [v * photo.scale for v in box], "group": 0} for kind, box in found]
        for tile in tiles:
            tile["confidence"] = 0.4 if tile["tile"] == "other" else 0.9
        strange = [k for k, (kind, _) in enumerate(found) if kind == "other"]
        doubt = {"code": "not_in_set", "message": "?", "message_en": "?", "worth": {"changes": "hand", "units": None}}
        return readings.from_json(
            {
                "width": photo.width,
                "height": photo.height,
                "model": self.model,
                "tiles": tiles,
                "groups": [{"role": "hand", "tiles": list(range(len(tiles)))}],
                "doubts": [doubt | {"tiles": [k]} for k in strange],
                "ok": not strange,
            }
        )


def find(pixels: np.ndarray) -> list[Tile]:
    """The tiles of a picture, found by colour, from left to right and top to bottom."""
    differs = (np.abs(pixels.astype(int) - 128).max(2) > 60).astype(np.uint8)
    count, _, stats, centres = cv2.connectedComponentsWithStats(differs, connectivity=4)
    found = []
    for k in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[k])
        if area < 30:
            continue
        colour = pixels[round(centres[k][1]), round(centres[k][0])].astype(int)
        kind = min(COLOURS, key=lambda name: np.abs(colour - COLOURS[name]).sum())
        found.append((kind, (x, y, x + w, y + h)))
    return sorted(found, key=lambda tile: (tile[1][0], tile[1][1]))


def make() -> ColourEye:
    return ColourEye()


def make_slow() -> ColourEye:
    return ColourEye(pause=0.01, log=Path(sys.argv[3]))


class FatalEye(ColourEye):
    """Takes the whole process with it where it sees nine of characters."""

    def read(self, photo: Photo, /) -> Reading:
        reading = super().read(photo)
        if any(tile.kind == "9m" for tile in reading.tiles):
            import os

            os._exit(139)
        if any(tile.kind == "8m" for tile in reading.tiles):
            raise RuntimeError("a fault of ours")
        return reading


def make_fatal() -> FatalEye:
    return FatalEye()


def main() -> None:
    photos, out = Path(sys.argv[1]), Path(sys.argv[2])
    with opened(out, new=True) as dataset:
        order = Order((photos,), tuple(FORMATS), share=0.2)
        label(dataset, order, "stub", processes(2, make_slow), lambda *step: print(*step, flush=True))


if __name__ == "__main__":
    main()
