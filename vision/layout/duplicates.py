"""Boxes that show one tile twice: geometry and what the eye gave them."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Sequence

import numpy as np

from vision.eye.thresholds import is_tile
from vision.layout.rows import Array
from vision.layout.scale import Frame
from vision.types import Box, Detection

DOUBLE_IOU = 0.45  # boxes overlapping more than this (intersection over union) show one tile
TWIN_WIDTHS = 0.55  # neighbours in a row closer than this many tile widths do, too


def _weight(detection: Detection) -> float:
    """Of two boxes for one tile the heavier is kept."""
    return detection.found * round(max(detection.scores), 3)


def overlap(one: Box, two: Box) -> float:
    """Intersection over union, 0-1."""
    wide = min(one.x2, two.x2) - max(one.x1, two.x1)
    high = min(one.y2, two.y2) - max(one.y1, two.y1)
    if wide <= 0 or high <= 0:
        return 0.0
    shared = wide * high
    return shared / (one.width * one.height + two.width * two.height - shared)


def covered(one: Box, by: Box) -> float:
    """The share of `one` that lies under `by`, 0-1."""
    wide = min(one.x2, by.x2) - max(one.x1, by.x1)
    high = min(one.y2, by.y2) - max(one.y1, by.y1)
    return max(0.0, wide) * max(0.0, high) / (one.width * one.height)


def overlaps(ones: Sequence[Box], twos: Sequence[Box]) -> Array:
    """The same of each of the first with each of the second."""
    (x1, y1, x2, y2), (left, top, right, bottom) = (
        np.array([(box.x1, box.y1, box.x2, box.y2) for box in boxes]).reshape(-1, 4).T for boxes in (ones, twos)
    )
    wide = np.minimum.outer(x2, right) - np.maximum.outer(x1, left)
    high = np.minimum.outer(y2, bottom) - np.maximum.outer(y1, top)
    shared = np.maximum(wide, 0.0) * np.maximum(high, 0.0)
    share: Array = shared / (np.add.outer((x2 - x1) * (y2 - y1), (right - left) * (bottom - top)) - shared)
    return share


def doubled_boxes(found: tuple[Detection, ...], tiles: Sequence[int]) -> list[tuple[int, int]]:
    """(index, index of the better box of the same tile), of those that are tiles."""
    order = sorted(tiles, key=lambda i: -_weight(found[i]))
    boxes = [found[i].box for i in order]
    same = overlaps(boxes, boxes) > DOUBLE_IOU
    kept: list[int] = []  # places in the order
    doubled: list[tuple[int, int]] = []
    for k, i in enumerate(order):
        twin = next((m for m in kept if same[k, m]), None) if same[k, :k].any() else None
        if twin is None:
            kept.append(k)
        else:
            doubled.append((i, order[twin]))
    return doubled


def shown_again(found: tuple[Detection, ...], alive: Sequence[int]) -> dict[int, int]:
    """Boxes that don't count -> the one that counts which shows the same tile."""
    others = [i for i in sorted(set(range(len(found))) - set(alive)) if is_tile(found[i])]
    if not alive or not others:
        return {}
    shares = overlaps([found[i].box for i in others], [found[k].box for k in alive])
    result: dict[int, int] = {}
    for i, row in zip(others, shares, strict=True):
        nearest = int(row.argmax())
        box, other = found[i].box, found[alive[nearest]].box
        size = math.sqrt(other.width * other.height)
        close = math.dist(box.centre, other.centre) < TWIN_WIDTHS * size
        if row[nearest] > DOUBLE_IOU or (row[nearest] > 0 and close):
            result[i] = alive[nearest]
    return result


def without_twins(found: tuple[Detection, ...], frame: Frame, line: list[int], doubled: dict[int, int]) -> list[int]:
    """The row without boxes that lie half on their neighbour."""
    steps = [frame.apart(i, j) for i, j in itertools.pairwise(line)]
    usual = min(1.0, statistics.median(steps)) if steps else 1.0  # a row seen from its end looks closer
    kept: list[int] = []
    for i in line:
        if kept and frame.apart(kept[-1], i) < TWIN_WIDTHS * usual:
            worse, better = sorted((kept[-1], i), key=lambda k: _weight(found[k]))
            doubled[worse] = better
            kept[-1] = better
        else:
            kept.append(i)
    return kept
