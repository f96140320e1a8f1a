"""What lies about a table besides tiles and is none: dice, counters, cards, keyboards, print, coins, fruit, toys.

A detector that has seen tables without any of it takes all of it for tiles. Some are drawn by chance, the others are
the pictures that Debian's `tuxpaint-stamps-default` brings (`datasets/README.md` has sources and licences).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.pictures import decoded
from datasets.scene import Scene, Thing
from datasets.sets import colour
from datasets.textures import Picture

Drawing = NDArray[np.uint8]
STAMPS = Path("/usr/share/tuxpaint/stamps")
FINE = 4
"""Pixels a millimetre of drawn things."""
SMALL, LARGE = (18.0, 110.0), (120.0, 700.0)
"""Millimetres that the longer side of a stamp measures on the table, and beyond it."""


def stamps() -> tuple[Path, ...]:
    """The pictures of the package. Raises FileNotFoundError where it is not installed."""
    found = tuple(sorted(STAMPS.rglob("*.png")))
    if not found:
        raise FileNotFoundError(f"no pictures under {STAMPS}: install Debian's tuxpaint-stamps-default")
    return found


def littered(scene: Scene, pictures: Sequence[Path], rng: Generator) -> Scene:
    """The scene with things about it: none in two of ten, else up to two dozen; tiles lie on top of them.

    `pictures`: files of things that are no tiles; without any all of them are drawn.
    """
    if rng.random() < 0.2:
        return scene
    places = np.array([(tile.x, tile.y) for tile in scene.tiles])
    low, high = places.min(axis=0), places.max(axis=0)
    things = []
    for _ in range(int(rng.integers(2, 24))):
        near = rng.random() < 0.6
        room = (high - low) * (0.35 if near else 1.5) + (120 if near else 500)
        x, y = rng.uniform(low - room, high + room)
        things.append(_thing(float(x), float(y), near=near, pictures=pictures, rng=rng))
    if rng.random() < 0.15:  # a cloth with a printed pattern
        one = things[0]
        step = rng.uniform(1.3, 3) * max(one.size)
        things = [
            replace(one, x=x, y=y, yaw=one.yaw + turn)
            for x in np.arange(low[0] - 300, high[0] + 300, step)
            for y, turn in zip(np.arange(low[1] - 200, high[1] + 400, step), (0, 180) * 40, strict=False)
        ][:150]
    return replace(scene, things=tuple(things))


def _thing(x: float, y: float, *, near: bool, pictures: Sequence[Path], rng: Generator) -> Thing:
    yaw, seed = float(rng.uniform(0, 360)), int(rng.integers(2**31))
    if not pictures or (near and rng.random() < 0.55):
        name = list(DRAWN)[int(rng.integers(len(DRAWN)))]
        wide, high = DRAWN[name][1]
        scale = float(np.exp(rng.normal() * 0.25))
        return Thing(name, x, y, yaw, (wide * scale, high * scale), seed=seed)
    path = pictures[int(rng.integers(len(pictures)))]
    wide, high = _shape(path)
    longest = rng.uniform(*(SMALL if near else LARGE)) / max(wide, high)
    standing = bool(rng.random() < (0.15 if near else 0.6))
    return Thing(str(path), x, y, yaw, (wide * longest, high * longest), standing, seed)


def art(thing: Thing) -> Picture:
    """height x width x 4, sRGB and cover, 0-1."""
    if thing.name in DRAWN:
        return (DRAWN[thing.name][0](np.random.default_rng(thing.seed)) / 255).astype(np.float32)
    return _read(Path(thing.name))


@lru_cache(maxsize=64)
def _read(path: Path) -> Picture:
    pixels = decoded(path.read_bytes())
    if pixels.dtype == np.uint16:
        pixels = (pixels >> 8).astype(np.uint8)
    if pixels.ndim == 2:
        pixels = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR))
    if pixels.shape[2] == 3:
        pixels = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2BGRA))
    scale = min(1.0, 512 / max(pixels.shape[:2]))
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGRA2RGBA).astype(np.float32) / 255, np.float32)


def _shape(path: Path) -> tuple[float, float]:
    high, wide = _read(path).shape[:2]
    return float(wide), float(high)


def _plate(wide: float, high: float, corner: float, tint: Sequence[float]) -> Drawing:
    """A plate with rounded corners, millimetres."""
    size = round(high * FINE), round(wide * FINE)
    cover = np.zeros(size, np.uint8)
    r = max(1, round(corner * FINE))
    cv2.rectangle(cover, (r, r), (size[1] - 1 - r, size[0] - 1 - r), 255, -1)
    picture = np.empty((*size, 4), np.uint8)
    picture[..., 3] = cv2.dilate(cover, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * r + 1,) * 2))
    picture[..., :3] = _bytes(tint)[:3]
    return picture


def _bytes(tint: Sequence[float]) -> tuple[int, int, int, int]:
    red, green, blue = (round(255 * part) for part in tint)
    return red, green, blue, 255


def _ink(rng: Generator) -> tuple[float, float, float]:
    return colour(rng.random(), rng.uniform(0, 1), rng.uniform(0.02, 0.75))


def _spot(picture: Drawing, x: float, y: float, radius: float, ink: Sequence[float], width: float = 0) -> None:
    """A dot, or a ring where `width` > 0; millimetres."""
    line = -1 if not width else max(1, round(width * FINE))
    centre = round(x * FINE * 16), round(y * FINE * 16)
    cv2.circle(picture, centre, round(radius * FINE * 16), _bytes(ink), line, cv2.LINE_AA, 4)


def die(rng: Generator) -> Drawing:
    """The top of a die; ones and fours are often red."""
    side = 16.0
    picture = _plate(side, side, rng.uniform(1, 4), colour(0.12, rng.uniform(0, 0.15), rng.uniform(0.8, 1)))
    count = int(rng.integers(1, 7))
    ink = (0.8, 0.05, 0.08) if count in (1, 4) or rng.random() < 0.2 else _ink(rng)
    spots = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "035268"}[count]
    for spot in spots:
        row, column = divmod(int(spot), 3)
        _spot(picture, 4 + column * 4, 4 + row * 4, 3.2 if count == 1 else 1.5, ink)
    return picture


def counter(rng: Generator) -> Drawing:
    """Chips, coasters, lids: rings within rings, often with a striped edge."""
    side = 40.0
    picture = _plate(side, side, 19.5, _ink(rng))
    inks = [colour(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.05, 1)) for _ in range(3)]
    for step in range(int(rng.integers(1, 6))):
        _spot(picture, 20, 20, rng.uniform(2, 19), inks[step % 3], rng.choice([0, 0.6, 1.5, 3]))
    if rng.random() < 0.5:
        spokes = int(rng.integers(4, 17))
        for k in range(spokes):
            a = 2 * np.pi * k / spokes
            _spot(picture, 20 + 17 * np.cos(a), 20 + 17 * np.sin(a), rng.uniform(1, 2.5), inks[0])
    if rng.random() < 0.4:
        _word(picture, str(int(rng.choice([1, 5, 10, 20, 100, 500]))), 20, 20, 10, inks[1])
    return picture


def card(rng: Generator) -> Drawing:
    """A playing card: pips in two or three columns, or the pattern of its back."""
    wide, high = 58.0, 88.0
    picture = _plate(wide, high, 3, colour(0.1, rng.uniform(0, 0.06), rng.uniform(0.88, 1)))
    ink = (0.8, 0.05, 0.1) if rng.random() < 0.5 else (0.06, 0.06, 0.08)
    if rng.random() < 0.25:
        back, step = _ink(rng), rng.uniform(3, 8)
        for x in np.arange(5, wide - 4, step):
            for y in np.arange(5, high - 4, step):
                _spot(picture, x, y, step * 0.4, back, rng.choice([0, 0.5]))
        return picture
    columns = int(rng.integers(1, 4))
    for x in np.linspace(16, wide - 16, columns) if columns > 1 else (wide / 2,):
        for y in np.linspace(18, high - 18, int(rng.integers(1, 5))):
            _spot(picture, x - 2, y, 3.4, ink)
            _spot(picture, x + 2, y, 3.4, ink)
            _spot(picture, x, y + 3.5, 2.4, ink)
    rank = str(rng.choice([*"A23456789JQK", "10"]))
    _word(picture, rank, 7, 9, 9, ink)
    _word(picture, rank, wide - 7, high - 7, 9, ink)
    return picture


def keys(rng: Generator) -> Drawing:
    """A keyboard, a calculator, a remote control: rows of plates with a character on each."""
    rows, columns = int(rng.integers(3, 7)), int(rng.integers(3, 12))
    step, gap = 14.0, rng.uniform(1, 3)
    light = rng.random() < 0.5
    body, plate = (0.75, 0.98) if light else (0.06, 0.2)
    picture = _plate(columns * step + 4, rows * step + 4, 2, (body,) * 3)
    for row in range(rows):
        for column in range(columns):
            x, y = 2 + column * step + step / 2, 2 + row * step + step / 2
            tint = (plate,) * 3 if rng.random() < 0.9 else _ink(rng)
            half = (step - gap) / 2
            ends = (np.array([[x - half, y - half], [x + half, y + half]]) * FINE).round().astype(int)
            cv2.rectangle(picture, ends[0].tolist(), ends[1].tolist(), _bytes(tint), -1, cv2.LINE_AA)
            _word(picture, chr(int(rng.integers(48, 91))), x, y, step * rng.uniform(0.3, 0.6), (1 - plate,) * 3)
    return picture


def print_(rng: Generator) -> Drawing:
    """A sheet of paper: lines of figures and words, boxes, a table of scores."""
    wide, high = 105.0, 148.0
    picture = _plate(wide, high, 0.5, colour(0.12, rng.uniform(0, 0.1), rng.uniform(0.85, 1)))
    ink = _ink(rng)
    y = 12.0
    while y < high - 6:
        size = float(rng.choice([3, 4, 6, 12]))
        x = 8.0
        while x < wide - 8:
            _word(picture, "".join(chr(c) for c in rng.integers(33, 123, int(rng.integers(1, 8)))), x, y, size, ink)
            x += size * rng.uniform(1.5, 6)
        y += size * 1.6
    return picture


def _word(picture: Drawing, text: str, x: float, y: float, size: float, ink: Sequence[float]) -> None:
    """Text centred at (x, y), letters `size` millimetres high."""
    font, width = cv2.FONT_HERSHEY_DUPLEX, max(1, round(size * FINE / 8))
    scale = size * FINE / 22
    (wide, high), _ = cv2.getTextSize(text, font, scale, width)
    at = round(x * FINE - wide / 2), round(y * FINE + high / 2)
    cv2.putText(picture, text, at, font, scale, _bytes(ink), width, cv2.LINE_AA)


DRAWN: dict[str, tuple[Callable[[Generator], Drawing], tuple[float, float]]] = {
    "die": (die, (16, 16)),
    "counter": (counter, (40, 40)),
    "card": (card, (58, 88)),
    "keys": (keys, (150, 60)),
    "print": (print_, (105, 148)),
}
"""How each is drawn, and its width and height in millimetres."""
