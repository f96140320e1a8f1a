"""Boxes that show one tile twice: geometry and what the eye gave them."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Sequence

from vision.eye.thresholds import is_tile
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


def doubled_boxes(found: tuple[Detection, ...], tiles: Sequence[int]) -> list[tuple[int, int]]:
    """(index, index of the better box of the same tile), of those that are tiles."""
    kept: list[int] = []
    doubled: list[tuple[int, int]] = []
    for i in sorted(tiles, key=lambda i: -_weight(found[i])):
        twin = next((k for k in kept if overlap(found[i].box, found[k].box) > DOUBLE_IOU), None)
        if twin is None:
            kept.append(i)
        else:
            doubled.append((i, twin))
    return doubled


def shown_again(found: tuple[Detection, ...], alive: Sequence[int]) -> dict[int, int]:
    """Boxes that don't count -> the one that counts which shows the same tile."""
    result: dict[int, int] = {}
    for i in sorted(set(range(len(found))) - set(alive)):
        box = found[i].box
        if not is_tile(found[i]):
            continue
        twin = max(alive, key=lambda k: overlap(box, found[k].box), default=None)
        if twin is not None and overlap(box, found[twin].box) > 0:
            other = found[twin].box
            size = math.sqrt(other.width * other.height)
            if overlap(box, other) > DOUBLE_IOU or math.dist(box.centre, other.centre) < TWIN_WIDTHS * size:
                result[i] = twin
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
