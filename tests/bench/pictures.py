"""Pictures that cost more than they look: what a hostile client would send. Made here, small to send."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from PIL import Image

from vision.eye.detector import Detector
from vision.eye.onnx import folder
from vision.photo.load import load

SAMPLE = Path(__file__).parent.parent.parent / "datasets" / "samples" / "win.jpg"


def crowd(columns: int = 60, rows: int = 46, side: int = 60) -> bytes:
    """One real tile of the sample, pasted columns × rows times: a JPEG of 2,760 tiles by default."""
    photo = load(SAMPLE)
    box = Detector(folder() / "detector.onnx", 2).find(photo.pixels)[0].box
    tile = Image.fromarray(photo.pixels[round(box.y1) : round(box.y2), round(box.x1) : round(box.x2)])
    small = tile.resize((round(side * 0.72), side))
    sheet = Image.new("RGB", (columns * round(side * 0.8), rows * round(side * 1.1)), (60, 100, 70))
    for column in range(columns):
        for row in range(rows):
            sheet.paste(small, (column * round(side * 0.8) + 4, row * round(side * 1.1) + 3))
    return encoded(sheet, "JPEG", quality=85)


def cut_off(kind: str = "PNG", side: int = 8000) -> bytes:
    """A large picture without its last part: it is decoded nearly whole before it is refused."""
    data = encoded(flat(side), kind)
    return data[: int(len(data) * 0.9)]


def flat(side: int) -> Image.Image:
    """side × side of one colour."""
    return Image.fromarray(np.full((side, side, 3), (40, 90, 60), np.uint8))


def encoded(image: Image.Image, kind: str, **how: object) -> bytes:
    """Its bytes."""
    out = io.BytesIO()
    image.save(out, kind, **how)
    return out.getvalue()


__all__ = ["SAMPLE", "crowd", "cut_off", "encoded", "flat"]
