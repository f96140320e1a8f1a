"""A tile of which a part is hidden, by another tile, a finger, an edge, lines, or beyond the box: the picture, and what
can still be told of it. Everything depends on the generator that is handed in.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.crops import BOX, NONE
from datasets.crops import SIDE as ROOM
from models.augment import Image

KINDS = NONE + 1
"""29 classes and `no tile`."""
SMALL = (32, 24)
"""Height and width at which faces are compared."""
NOISE = 1.2
"""Spread of the ink of one point between two pictures of one face that differ in light, lens and size, times the square
root of how many neighbouring points are spread together: what makes two faces as good as the same."""
STEPS = tuple((y, x) for y in (-1, 0, 1) for x in (-1, 0, 1))
"""How far two faces may be shifted against each other, in points of SMALL: printed and boxed never quite alike."""
SURE = 0.9
"""From which share on a face can be told."""
LEAST, MOST = 0.15, 0.7
"""Part of the face that is hidden."""

Mask = NDArray[np.bool_]
Ink = NDArray[np.float32]
"""Faces, n × SMALL, 0 where there is bare paper, 1 where there is the set's darkest ink."""
Truth = NDArray[np.float32]
"""A probability for each of KINDS."""


@dataclass(frozen=True, slots=True)
class Covered:
    """`patch`: the picture; `hidden`: which points of the face, SMALL, can't be seen; `sides`: how far the box reaches
    to the left, top, right, bottom, 1 being the whole tile.
    """

    patch: Image
    hidden: Mask
    sides: NDArray[np.float64]


def inks(faces: NDArray[np.uint8]) -> Ink:
    """The faces of one set, n × height × width × 3, as what is compared."""
    small = np.stack([cv2.resize(face, SMALL[::-1], interpolation=cv2.INTER_AREA) for face in faces])
    grey = small.astype(np.float32).mean(3)
    ink = 1 - grey / np.maximum(np.quantile(grey, 0.9, axis=(1, 2), keepdims=True), 1)
    darkest = max(float(np.quantile(ink, 0.99)), 0.1)
    return np.clip(ink / darkest, 0, 1).astype(np.float32)


def told(faces: Ink, kinds: NDArray[np.uint8], which: int, hidden: Mask) -> Truth:
    """What can be told of a face of a set from the part that shows: of each kind the likelihood of the set's face that
    looks most like it there; shares of 1.
    """
    seen = np.flatnonzero(~hidden)
    true = faces[which].take(seen)
    costs = np.full(len(faces), np.inf, np.float32)
    for step in STEPS:
        off = np.roll(faces, step, (1, 2)).reshape(len(faces), -1).take(seen, 1) - true
        costs = np.minimum(costs, np.einsum("ij,ij->i", off, off))
    likely = np.exp(-costs / (2 * NOISE**2))
    truth = np.zeros(KINDS, np.float32)
    np.maximum.at(truth, kinds, likely)
    return truth / truth.sum()


def upright(hidden: Mask, degrees: float) -> Mask:
    """What is hidden of a tile as it lies -> of its face held upright; turned by so many degrees counter-clockwise."""
    back = np.rot90(hidden.astype(np.uint8), -round(degrees / 90))
    return cv2.resize(np.ascontiguousarray(back), SMALL[::-1], interpolation=cv2.INTER_NEAREST) > 0


def cover(patch: Image, other: Image, table: Image, rng: Generator) -> Covered:
    """Hide a part of the tile in the middle of `patch`. `other`: a patch of the tile that may lie upon it; `table`: one
    without a tile.
    """
    for _ in range(20):
        chance = rng.random()
        if chance < 0.5:
            over, hidden, side = _tile(other, rng)
        elif chance < 0.7:
            over, hidden, side = _edge(table, rng)
        elif chance < 0.82:
            over, hidden, side = _finger(rng)
        elif chance < 0.9:
            over, hidden, side = _lines(rng)
        else:
            over, hidden, side = patch, np.zeros((ROOM, ROOM), np.bool_), int(rng.integers(4))
        sides = np.ones(4)
        lost = float(rng.uniform(LEAST, MOST)) if not hidden.any() else _depth(hidden, side)
        if not hidden.any() or (chance < 0.7 and rng.random() < 0.5):  # the box ends where the tile does
            sides[side] = 1 - 2 * lost + rng.uniform(-0.05, 0.12)
        face = _face(hidden, sides)
        if (LEAST if chance < 0.82 or chance >= 0.9 else 0.02) <= face.mean() <= MOST:
            return Covered(_laid_over(patch, over, hidden, rng), face, sides)
    return Covered(patch, np.zeros(SMALL, np.bool_), np.ones(4))


def _face(hidden: Mask, sides: NDArray[np.float64]) -> Mask:
    """What is hidden of the face, the part beyond the box, too."""
    low = (ROOM - BOX) // 2
    inner = hidden[low : low + BOX, low : low + BOX].astype(np.float32)
    face = cv2.resize(inner, SMALL[::-1], interpolation=cv2.INTER_AREA) > 0.5
    high, wide = SMALL
    left, top, right, bottom = sides
    face[:, : max(0, round((1 - left) / 2 * wide))] = True
    face[: max(0, round((1 - top) / 2 * high))] = True
    face[:, wide - max(0, round((1 - right) / 2 * wide)) :] = True
    face[high - max(0, round((1 - bottom) / 2 * high)) :] = True
    return np.asarray(face, np.bool_)


def _depth(hidden: Mask, side: int) -> float:
    """The part of the tile that is hidden from one side."""
    low = (ROOM - BOX) // 2
    inner = hidden[low : low + BOX, low : low + BOX]
    return float(inner.mean(1 if side in (1, 3) else 0).mean())


def _laid_over(patch: Image, over: Image, hidden: Mask, rng: Generator) -> Image:
    """The one picture with the other where it hides it, mostly with a shadow beside."""
    light = np.ones((ROOM, ROOM, 1), np.float32)
    if hidden.any() and rng.random() < 0.7:
        shade = cv2.GaussianBlur(hidden.astype(np.float32), (0, 0), rng.uniform(1, 6))
        light = 1 - rng.uniform(0.1, 0.7) * shade[..., None]
    soft = cv2.GaussianBlur(hidden.astype(np.float32), (0, 0), 0.6)[..., None]
    return np.asarray(patch * light * (1 - soft) + over * soft, np.uint8)


def _tile(other: Image, rng: Generator) -> tuple[Image, Mask, int]:
    """Another tile, pushed over from a side or a corner, straight or askew."""
    side, share = int(rng.integers(4)), rng.uniform(LEAST, MOST)
    away = np.array([(-1, 0), (0, -1), (1, 0), (0, 1)][side], float) * (1 - share)
    if rng.random() < 0.35:
        away[1 - side % 2] = rng.uniform(-0.6, 0.6)
    degrees = rng.normal(0, 6) if rng.random() < 0.7 else rng.uniform(0, 360)
    matrix = cv2.getRotationMatrix2D((ROOM / 2, ROOM / 2), degrees, rng.uniform(0.95, 1.2))
    matrix = matrix + np.column_stack([np.zeros((2, 2)), away * BOX])
    low, rim = (ROOM - BOX) // 2, int(rng.integers(0, 3))
    shape = np.zeros((ROOM, ROOM), np.uint8)
    shape[low - rim : low + BOX + int(rng.integers(0, 12)), low - rim : low + BOX + rim] = 255
    hidden = cv2.warpAffine(shape, matrix, (ROOM, ROOM)) > 127
    over = cv2.warpAffine(other, matrix, (ROOM, ROOM), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(over, np.uint8), hidden, side


def _edge(table: Image, rng: Generator) -> tuple[Image, Mask, int]:
    """A rack, a sleeve, a table's edge: all beyond a line."""
    side, share = int(rng.integers(4)), rng.uniform(LEAST, MOST)
    y, x = np.mgrid[:ROOM, :ROOM] / BOX - (ROOM - BOX) / 2 / BOX
    along, across = ((y, x), (x, y))[side % 2]
    depth = (across if side < 2 else 1 - across) + np.tan(rng.normal(0, 0.15)) * (along - 0.5)
    if rng.random() < 0.5:
        colour = np.broadcast_to(rng.uniform(0, 255, 3), (ROOM, ROOM, 3)).astype(np.uint8)
    else:
        colour = np.ascontiguousarray(np.rot90(table, int(rng.integers(4))))
    return colour, depth < share, side


def _finger(rng: Generator) -> tuple[Image, Mask, int]:
    """One or two fingers from a side."""
    side = int(rng.integers(4))
    shape = np.zeros((ROOM, ROOM), np.uint8)
    for _ in range(int(rng.integers(1, 3))):
        root = np.array([-20.0, rng.uniform(0.2, 0.8) * ROOM])
        tip = np.array([ROOM / 2 - BOX / 2 + BOX * rng.uniform(0.2, 0.8), root[1] + rng.normal(0, 0.15) * ROOM])
        _line(shape, root, tip, int(BOX * rng.uniform(0.25, 0.5)))
    skin = np.array([rng.uniform(120, 250), 0, 0])
    skin[1] = skin[0] * rng.uniform(0.62, 0.82)
    skin[2] = skin[1] * rng.uniform(0.7, 0.95)
    fall = np.linspace(rng.uniform(0.6, 1.0), rng.uniform(0.7, 1.0), ROOM)[:, None, None]
    colour = np.asarray(np.broadcast_to(skin * fall, (ROOM, ROOM, 3)), np.uint8)
    turn = (0, 3, 2, 1)[side]  # from the left, top, right, bottom
    return np.ascontiguousarray(np.rot90(colour, turn)), np.rot90(shape, turn) > 127, side


def _lines(rng: Generator) -> tuple[Image, Mask, int]:
    """Cords, pens, drawn frames: one to four lines across."""
    shape = np.zeros((ROOM, ROOM), np.uint8)
    for _ in range(int(rng.integers(1, 5))):
        start, end = rng.uniform(0.15, 0.85, (2, 2)) * ROOM
        if rng.random() < 0.5:  # upright or level
            end[int(rng.integers(2))] = start[int(rng.integers(2))]
        along = (end - start) * 3
        _line(shape, start - along, end + along, int(rng.integers(1, 7)))
    colour = np.broadcast_to(rng.uniform(0, 255, 3), (ROOM, ROOM, 3)).astype(np.uint8)
    return colour, shape > 127, 0


def _line(shape: NDArray[np.uint8], start: NDArray[np.float64], end: NDArray[np.float64], wide: int) -> None:
    """Drawn into `shape`, with round ends."""
    cv2.line(shape, np.rint(start).astype(int).tolist(), np.rint(end).astype(int).tolist(), (255,), wide)
