"""The worst photos as pictures: what was read on each, and what is missing or too much, to be looked at."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from models.measures import Array
from vision.draw import annotated
from vision.photo.load import Photo
from vision.types import Reading

MISSED = (255, 255, 255)


def caption(missing: Counter[str], extra: Counter[str]) -> str:
    """`missing 2m ×2, 5p; too many 3s`."""
    parts = [
        f"{word} " + ", ".join(kind + f" x{n}" * (n > 1) for kind, n in sorted(tiles.items()))
        for word, tiles in (("missing", missing), ("too many", extra))
        if tiles
    ]
    return "; ".join(parts) or "no error"


def draw(photo: Photo, reading: Reading, words: str, missed: Array, names: tuple[str, ...], file: Path) -> None:
    """Write one picture: the reading, the labelled boxes that were missed or misread (n × 4, pixels of the photo) in
    white with their true names, and a strip with `words`.
    """
    read = Image.open(io.BytesIO(annotated(photo, reading))).convert("RGB")
    size = max(12.0, max(read.size) / 50)
    font = ImageFont.load_default(size)
    picture = Image.new("RGB", (read.width, read.height + round(1.6 * size)), "black")
    picture.paste(read, (0, 0))
    canvas = ImageDraw.Draw(picture)
    for box, name in zip(missed / photo.scale, names, strict=True):
        canvas.rectangle(box.tolist(), outline=MISSED, width=max(1, round(size / 10)))
        canvas.text((box[0], box[3]), name, fill=MISSED, font=font, anchor="lb", stroke_width=1, stroke_fill="black")
    canvas.text((size / 2, read.height + 0.2 * size), words, fill="white", font=font)
    picture.save(file, "JPEG", quality=88)
