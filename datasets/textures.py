"""Where faces come from: anything that gives, for a name, how much of the paper's colour each point shows.

A texture is HEIGHT x WIDTH x 3 float32, linear light, 1 = bare paper, upright, covering the whole face.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from datasets import faces

Picture = NDArray[np.float32]
WIDTH, HEIGHT = 240, 320
GAMMA = 2.2


class Faces(Protocol):
    """A set's faces: `1m` … `9s` and what is in `faces.OTHERS`."""

    def texture(self, name: str) -> Picture:
        """The face; KeyError if the set lacks it."""
        ...


def linear(srgb: NDArray[np.floating] | tuple[float, ...]) -> Picture:
    """sRGB 0-1 -> linear light."""
    return (np.asarray(srgb, np.float32) ** GAMMA).astype(np.float32)


@lru_cache(maxsize=512)
def _drawn(name: str, style: faces.Style, fill: float) -> Picture:
    png = resvg_py.svg_to_bytes(svg_string=faces.svg(name, style, HEIGHT / faces.HEIGHT), skip_system_fonts=True)
    rgba = cv2.cvtColor(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED), cv2.COLOR_BGRA2RGBA)
    alpha = rgba[..., 3:].astype(np.float32) / 255
    art = linear(rgba[..., :3] / 255) * alpha + 1 - alpha
    shrink = np.array([[fill, 0, WIDTH * (1 - fill) / 2], [0, fill, HEIGHT * (1 - fill) / 2]], np.float32)
    return np.ascontiguousarray(
        cv2.warpAffine(art, shrink, (WIDTH, HEIGHT), flags=cv2.INTER_AREA, borderValue=(1, 1, 1)), np.float32
    )


class Drawn:
    """Faces drawn by us, in one style; `fill` = how much of the face the drawing takes."""

    def __init__(self, style: faces.Style = faces.PLAIN, fill: float = 0.86) -> None:
        self.style, self.fill = style, fill

    def texture(self, name: str) -> Picture:
        return _drawn(name, self.style, self.fill)
