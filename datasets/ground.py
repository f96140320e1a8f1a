"""Tables made by computation: felt, wood, cloth, weave, plain. A texture is 2048 x 2048 x 3, sRGB 0-1."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.scene import Rim

Picture = NDArray[np.float32]
SIZE = 2048
MILLIMETRES = 900.0  # what a texture covers; beyond it is mirrored
Colour = tuple[float, float, float]


def clouds(rng: Generator, coarse: tuple[int, int], octaves: int = 5, size: int = SIZE) -> Picture:
    """Smooth noise around 0, about -1 to 1; `coarse` = cells of the widest octave down and across."""
    total = np.zeros((size, size), np.float32)
    for octave in range(octaves):
        down, across = (min(cells << octave, size) for cells in coarse)
        grid = rng.standard_normal((down + 1, across + 1)).astype(np.float32)
        total += cv2.resize(grid, (size, size), interpolation=cv2.INTER_CUBIC) / 2**octave
    return total / 1.5


def _tinted(colour: Colour, brightness: Picture) -> Picture:
    return np.clip(np.asarray(colour, np.float32) * (1 + brightness[..., None]), 0, 1).astype(np.float32)


def felt(rng: Generator, colour: Colour) -> Picture:
    """Short fibres, worn in patches."""
    fibres = cv2.GaussianBlur(rng.standard_normal((SIZE, SIZE)).astype(np.float32), (0, 0), 0.9)
    return _tinted(colour, 0.05 * clouds(rng, (3, 3)) + 0.14 * fibres)


def wood(rng: Generator, colour: Colour) -> Picture:
    """Planks with a grain along x."""
    grain = clouds(rng, (28, 2), 6)
    bands = np.sin(9 * clouds(rng, (5, 1), 3) + np.linspace(0, 60, SIZE, dtype=np.float32)[:, None])
    texture = 0.09 * grain + 0.05 * bands
    wide = SIZE // int(rng.integers(4, 9))
    for plank in range(0, SIZE, wide):
        texture[plank : plank + wide] += 0.05 * rng.standard_normal()
        texture[plank : plank + wide] = np.roll(texture[plank : plank + wide], int(rng.integers(SIZE)), axis=1)
        texture[max(plank - 1, 0) : plank + 2] -= 0.3
    return _tinted(colour, texture.astype(np.float32))


def weave(rng: Generator, colour: Colour) -> Picture:
    """A coarse mat or tablecloth."""
    step = int(rng.integers(7, 15))
    wave = np.sin(np.arange(SIZE, dtype=np.float32) * 2 * np.pi / step)
    return _tinted(colour, 0.10 * wave[:, None] * wave[None, :] + 0.05 * clouds(rng, (4, 4)))


def cloth(rng: Generator, colour: Colour) -> Picture:
    """A chequered tablecloth with folds."""
    wide = int(rng.integers(25, 120))
    stripe = ((np.arange(SIZE) // wide) % 2).astype(np.float32)
    checks = stripe[:, None] + stripe[None, :]
    other = np.clip(np.asarray(colour) * 0.4 + 0.55, 0, 1).astype(np.float32)
    mixed = np.asarray(colour, np.float32) + (other - np.asarray(colour, np.float32)) * (checks[..., None] / 2)
    threads = 0.03 * rng.standard_normal((SIZE, SIZE)).astype(np.float32)
    return np.clip(mixed * (1 + 0.07 * clouds(rng, (3, 3), 3) + threads)[..., None], 0, 1).astype(np.float32)


def plain(rng: Generator, colour: Colour) -> Picture:
    """A smooth plate."""
    return _tinted(colour, 0.03 * clouds(rng, (2, 2), 4) + 0.01 * rng.standard_normal((SIZE, SIZE)).astype(np.float32))


AROUND = 3000.0
"""Millimetres that `surroundings` covers."""


def surroundings(rng: Generator, rim: Rim) -> tuple[Picture, Picture]:
    """What lies over and around the table, in its own axes: (1024 x 1024 x 3 sRGB 0-1, 1024 x 1024 how much, 0-1)."""
    size = 1024
    scale = size / AROUND
    floor = _tinted(rim.floor, 0.25 * clouds(rng, (6, 6), 5, size))
    shown = np.ones((size, size), np.float32)
    half = round(rim.half * scale)
    middle = size // 2
    wide = round(rng.uniform(30, 90) * scale)
    for step, brightness in ((wide, 0.8), (wide * 3 // 4, 1.0), (max(1, wide // 5), 0.6)):
        corner = half + step
        cv2.rectangle(floor, (middle - corner,) * 2, (middle + corner,) * 2,
                      tuple(brightness * part for part in rim.frame), -1)  # fmt: skip
    cv2.rectangle(shown, (middle - half,) * 2, (middle + half,) * 2, 0.0, -1)
    if rim.console:
        box = round(rng.uniform(70, 110) * scale)
        for part, colour in ((box, (0.05, 0.05, 0.06)), (box * 2 // 3, rim.frame), (box // 3, (0.7, 0.72, 0.75))):
            if part == box:
                cv2.rectangle(floor, (middle - part,) * 2, (middle + part,) * 2, colour, -1)
            else:
                cv2.circle(floor, (middle, middle), part, colour, -1, cv2.LINE_AA)
        cv2.rectangle(shown, (middle - box,) * 2, (middle + box,) * 2, 1.0, -1)
    return floor, shown


TABLES: dict[str, Callable[[Generator, Colour], Picture]] = {
    "felt": felt,
    "wood": wood,
    "weave": weave,
    "cloth": cloth,
    "plain": plain,
}
