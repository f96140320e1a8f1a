"""Whether a label file's boxes are meant otherwise than they are read: they are of a turned, mirrored, padded, cropped
or resized picture, or told in another manner.

A person moves a box here and there, a tool moves all of them by one map. So explanations are compared: the boxes are
where they are read, or one map has moved them all. The map is a manner to tell boxes, or one of eight ways to lay a
picture, then a factor and an offset for each axis, which are fitted. It counts by the labels that it puts onto a tile
of their name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.labels.sheet import Label
from vision.types import Box

LEAST = 3
"""Labels that a map must explain: one box fits any map, two that a person has moved may fit one by chance. Of a photo
with fewer, `vision.labels.imports` takes no moved box where other photos are displaced, and nothing where most of
its labels lie on no tile."""
NEAR = 0.03
"""Of a tile's shorter side: nearer than this, people and tools mean the same edge."""
ABOUT = 0.35
"""Of a tile's shorter side, for the first guess: a map that one pair of boxes tells is off by so much far from it."""
MOST_GUESSES = 100
MOST_PAIRS = 2000
"""Of a label and a tile of its name; of more labels some are looked at, and the others are like them."""
_FAR = 1e9
"""Pixels; farther away nothing is fitted."""

Boxes = NDArray[np.float64]
"""A row a box: x1, y1, x2, y2."""

_WAYS = tuple(product((False, True), repeat=3))
"""Are x and y exchanged, does x count from the right, does y count from below; first the picture as it lies."""


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Labels and tiles of one name: row k of `boxes` may be row k of `tiles`; `label`: which label it is of."""

    label: NDArray[np.int64]
    boxes: Boxes
    tiles: Boxes

    def explained(self, boxes: Boxes, near: NDArray[np.float64]) -> int:
        """How many labels lie on a tile of their name, every edge, if they are these boxes."""
        fits = (np.abs(boxes - self.tiles) <= near[:, None]).all(1)
        return len(np.unique(self.label[fits]))


def displaced(labels: Sequence[Label], tiles: Sequence[tuple[str, Box]], off: float) -> str:
    """What the labels are of or how they are told, in words; "" where they are of the photo as they are read.

    `labels`: in pixels of the photo, not cut at its edges. `tiles`: (kind, box) of what is there. `off`: pixels by
    which an edge may be off.
    """
    labels = [one for one in labels if max(map(abs, _edges(one.box))) < _FAR]
    of = Counter(kind for kind, _ in tiles)
    some = labels[:: 1 + sum(of[one.kind] for one in labels) // MOST_PAIRS]
    found = [(k, one, box) for k, one in enumerate(some) for kind, box in tiles if kind == one.kind]
    if len(some) < LEAST or len(found) < LEAST:
        return ""
    pairs = _Pairs(
        np.array([k for k, _, _ in found]),
        np.array([_edges(one.box) for _, one, _ in found]),
        np.array([_edges(box) for _, _, box in found]),
    )
    side = np.minimum(pairs.tiles[:, 2] - pairs.tiles[:, 0], pairs.tiles[:, 3] - pairs.tiles[:, 1])
    near = np.maximum(off, NEAR * side)
    as_they_are = pairs.explained(pairs.boxes, near)
    if 2 * (len(some) - as_they_are) <= len(some):
        return ""  # whatever else there is explains no majority that this does not
    best, *turned = (_best(pairs, way, side, near) for way in _WAYS)
    picture = "are of a picture that was", "resized, padded or cropped" if best >= max(turned) else "turned or mirrored"
    explained = [(words, _in_manner(pairs, maps, near)) for words, maps in _MANNERS]
    explained.append((" ".join(picture), max(best, *turned)))
    most = max(count for _, count in explained)
    if most < LEAST or 2 * (most - as_they_are) <= len(some):
        return ""
    return ", or ".join(words for words, count in explained if count == most)


def _in_manner(pairs: _Pairs, maps: Sequence[Callable[[Boxes], Boxes]], near: NDArray[np.float64]) -> int:
    """How many labels are explained if each box is meant in one of these ways."""
    fits = np.zeros(len(pairs.label), bool)
    for meant in maps:
        fits |= (np.abs(meant(pairs.boxes) - pairs.tiles) <= near[:, None]).all(1)
    return len(np.unique(pairs.label[fits]))


def _mixed(kx: Sequence[int], ky: Sequence[int]) -> Callable[[Boxes], Boxes]:
    """Numbers that were read as corners and put in order: which of them is the place, which the width or the height."""

    def meant(read: Boxes) -> Boxes:
        x, w, y, h = (read[:, k] for k in (*kx, *ky))
        return np.stack((x, y, x + w, y + h), 1)

    return meant


def _corners(read: Boxes) -> Boxes:
    x, y, right, low = read.T
    return np.stack((x, y, right - x, low - y), 1)


def _from_middle(read: Boxes) -> Boxes:
    x, y, right, low = read.T
    return np.stack((x - (right - x) / 2, y - (low - y) / 2, x + (right - x) / 2, y + (low - y) / 2), 1)


def _from_corner(read: Boxes) -> Boxes:
    x, y, right, low = read.T
    return np.stack(((x + right) / 2, (y + low) / 2, (x + right) / 2 + right - x, (y + low) / 2 + low - y), 1)


def _corners_from_middle(read: Boxes) -> Boxes:
    x, y, right, low = read.T
    return np.stack(((x + right) / 2, (y + low) / 2, right - x, low - y), 1)


_MANNERS: Sequence[tuple[str, Sequence[Callable[[Boxes], Boxes]]]] = (
    ("are written as two corners (x1 y1 x2 y2), not with width and height", (_corners, _corners_from_middle)),
    ("are written with the middle of a box, not with its corner", (_from_middle,)),
    ("are written with the corner of a box, not with its middle", (_from_corner,)),
    ("are written with width and height, not as two corners", tuple(
        _mixed(kx, ky) for kx in ((0, 2), (2, 0)) for ky in ((1, 3), (3, 1))
    )),
)  # fmt: skip
"""What boxes are that their format has otherwise, and how their numbers are meant then."""


def _edges(box: Box) -> tuple[float, float, float, float]:
    return box.x1, box.y1, box.x2, box.y2


def _best(pairs: _Pairs, way: Sequence[bool], side: NDArray[np.float64], near: NDArray[np.float64]) -> int:
    """How many labels the best map explains that lays the picture in this way."""
    laid = _laid(pairs.boxes, way)
    guesses = [_guess(laid[k], pairs.tiles[k]) for k in range(0, len(laid), max(1, len(laid) // MOST_GUESSES))]
    most, best = 0, guesses[0]
    for guess in guesses:
        count = pairs.explained(_mapped(laid, guess), ABOUT * side)
        if count > most:
            most, best = count, guess
    for reach in (ABOUT, ABOUT / 3, NEAR):  # what fits about tells the map well, and then what fits well
        fits = (np.abs(_mapped(laid, best) - pairs.tiles) <= np.maximum(near, reach * side)[:, None]).all(1)
        if fits.sum() >= LEAST:
            best = _fitted(laid[fits], pairs.tiles[fits])
    return pairs.explained(_mapped(laid, best), near)


def _laid(boxes: Boxes, way: Sequence[bool]) -> Boxes:
    exchanged, left, up = way
    x1, y1, x2, y2 = (boxes[:, k] for k in ((1, 0, 3, 2) if exchanged else (0, 1, 2, 3)))
    x1, x2 = (-x2, -x1) if left else (x1, x2)
    y1, y2 = (-y2, -y1) if up else (y1, y2)
    return np.stack((x1, y1, x2, y2), 1)


def _mapped(boxes: Boxes, found: Boxes) -> Boxes:
    """`found`: factor and offset for x and for y."""
    return boxes * found[[0, 2, 0, 2]] + found[[1, 3, 1, 3]]


def _guess(box: NDArray[np.float64], tile: NDArray[np.float64]) -> Boxes:
    """The map that puts one box onto one tile."""
    wide, high = (tile[2] - tile[0]) / (box[2] - box[0]), (tile[3] - tile[1]) / (box[3] - box[1])
    return np.array([wide, tile[0] - wide * box[0], high, tile[1] - high * box[1]])


def _fitted(boxes: Boxes, tiles: Boxes) -> Boxes:
    """The map that puts boxes onto tiles best, by least squares."""
    found = []
    for axis in (0, 1):
        from_, to = boxes[:, axis::2].ravel(), tiles[:, axis::2].ravel()
        found += list(np.polyfit(from_ - from_.mean(), to, 1) @ np.array([[1, -from_.mean()], [0, 1]]))
    return np.array(found)
