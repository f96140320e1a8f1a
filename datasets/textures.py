"""Where faces come from: anything that gives, for a name, how much of the paper's colour each point shows.

A texture is HEIGHT x WIDTH x 3 float32, linear light, 1 = bare paper, upright, covering the whole face.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import resvg_py
from numpy.random import Generator
from numpy.typing import NDArray

from datasets import faces
from datasets.pictures import decoded

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
    rgba = cv2.cvtColor(decoded(png), cv2.COLOR_BGRA2RGBA)
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


class Pictured:
    """Faces from a folder of pictures: `1m.svg`, `1m.png` … or photographed ones, `1m/*.jpg`, which are never shipped.

    Winds and dragons: E S W N, R G, H (a folder's F and WH are G and H). Of many pictures of a kind the one
    whose paper is most like that of a picture drawn by `rng` is taken, so that a set looks like one set.
    """

    NAMES = {"G": ("G", "F"), "H": ("H", "WH")}  # noqa: RUF012 - never changed

    def __init__(self, folder: Path, rng: Generator) -> None:
        self.folder = folder
        like = sorted(folder.glob("*/*.jpg"))
        self.like = _paper(_read(like[int(rng.integers(len(like)))])) if like else None

    def texture(self, name: str) -> Picture:
        return _from_file(self._file(name))

    def _file(self, name: str) -> Path:
        for known in self.NAMES.get(name, (name,)):
            for suffix in ("svg", "png", "jpg"):
                if (self.folder / f"{known}.{suffix}").is_file():
                    return self.folder / f"{known}.{suffix}"
            files = sorted((self.folder / known).glob("*.jpg"))
            if files:
                return min(files, key=lambda file: float(np.abs(np.array(_paper_of(file)) - self.like).sum()))
        raise KeyError(name)


@lru_cache(maxsize=1024)
def _read(file: Path) -> Picture:
    """sRGB 0-1, on white."""
    svg = file.suffix == ".svg"
    data = resvg_py.svg_to_bytes(svg_path=str(file), height=HEIGHT) if svg else file.read_bytes()
    pixels = decoded(data).astype(np.float32) / 255
    if pixels.shape[2] == 4:
        pixels = pixels[..., :3] * pixels[..., 3:] + 1 - pixels[..., 3:]
    rgb = np.ascontiguousarray(pixels[..., ::-1])
    return np.asarray(cv2.resize(rgb, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.float32)


@lru_cache(maxsize=1024)
def _paper_of(file: Path) -> tuple[float, ...]:
    return tuple(_paper(_read(file)).tolist())


def _paper(pixels: Picture) -> Picture:
    """The colour of most of the middle's bright points."""
    middle = pixels[HEIGHT // 8 : -HEIGHT // 8, WIDTH // 8 : -WIDTH // 8].reshape(-1, 3)
    return np.median(middle[middle.sum(axis=1) >= np.quantile(middle.sum(axis=1), 0.6)], axis=0).astype(np.float32)


@lru_cache(maxsize=1024)
def _from_file(file: Path) -> Picture:
    """What the paper around the picture doesn't explain is ink; a photo's rim shows edges and is left out."""
    pixels = _read(file)
    art = np.clip(linear(pixels) / np.maximum(linear(_paper(pixels)), 0.05), 0, 1)
    inside = np.zeros((HEIGHT, WIDTH), np.float32)
    inside[HEIGHT // 14 : -HEIGHT // 14, WIDTH // 12 : -WIDTH // 12] = 1
    soft = cv2.GaussianBlur(inside, (0, 0), 5)[..., None]
    return (art * soft + 1 - soft).astype(np.float32)
