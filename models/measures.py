"""Measures of what was found and named, and how sure they are: values in, values out."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

import numpy as np
from numpy.typing import NDArray
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

Array = NDArray[np.float64]
EDGES = (0.0, 0.35, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)
"""Bins of a confidence, finer where most of them lie; a confidence belongs to the bin that it opens."""
SAME = 0.5
"""Intersection over union from which on a box is that tile's."""
MOST = 300
"""Boxes of a photo that count for average precision, as ultralytics has it; COCO's own 100 are fewer than a table's."""


def interval(right: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a share, 95 % by default."""
    if not of:
        return 0.0, 1.0
    p = right / of
    middle, half = p + z * z / (2 * of), z * sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    return (middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)


def spread(counts: Sequence[tuple[float, float]], draws: int = 2000) -> tuple[float, float]:
    """95 % interval of sum(a) / sum(b) over photos' (a, b): whole photos drawn again, because errors come photo by
    photo. The same counts give the same interval; (0, 1) where nothing can be divided by.
    """
    values = np.array(counts, np.float64).reshape(-1, 2)
    if not values[:, 1].sum():
        return 0.0, 1.0
    rng = np.random.default_rng(0)
    drawn = values[rng.integers(len(values), size=(draws, len(values)))].sum(1)
    rates = drawn[drawn[:, 1] > 0]
    low, high = np.quantile(rates[:, 0] / rates[:, 1], (0.025, 0.975))
    return float(low), float(high)


def overlaps(a: Array, b: Array) -> Array:
    """n × 4 and m × 4 corners (x1, y1, x2, y2) -> n × m intersections over unions."""
    low, high = np.maximum(a[:, None, :2], b[None, :, :2]), np.minimum(a[:, None, 2:], b[None, :, 2:])
    shared = (high - low).clip(0).prod(2)
    areas = [(boxes[:, 2:] - boxes[:, :2]).prod(1) for boxes in (a, b)]
    both: Array = shared / np.maximum(areas[0][:, None] + areas[1][None] - shared, 1e-12)
    return both


def pairs(true: Array, seen: Array, scores: Sequence[float], least: float = SAME) -> tuple[tuple[int, int], ...]:
    """(index of a true box, index of a seen one) for each that belong together; no box twice. The surest seen box
    chooses first, among the true ones still free that which it overlaps most, as COCO has it.
    """
    if not len(true) or not len(seen):
        return ()
    free = overlaps(true, seen)
    found = []
    for at in np.argsort(-np.asarray(scores), kind="stable"):
        best = int(free[:, at].argmax())
        if free[best, at] >= least:
            found.append((best, int(at)))
            free[best] = -1
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Bin:
    """Confidences from `low` to below `high`: how many, how many of them right, their mean."""

    low: float
    high: float
    count: int
    right: int
    mean: float


def calibration(said: Sequence[tuple[float, bool]], edges: Sequence[float] = EDGES) -> tuple[Bin, ...]:
    """(confidence, was it right) of each tile -> the bins that hold any; the last one holds 1 too."""
    confidences = np.array([c for c, _ in said], np.float64)
    right = np.array([r for _, r in said], bool)
    bins = []
    for low, high in pairwise(edges):
        some = (confidences >= low) & ((confidences < high) | (high == edges[-1]))
        if some.any():
            bins.append(Bin(low, high, int(some.sum()), int(right[some].sum()), float(confidences[some].mean())))
    return tuple(bins)


def calibration_error(bins: Sequence[Bin]) -> float:
    """Expected calibration error: how far the share that is right is from the mean confidence, bins by their counts."""
    total = sum(b.count for b in bins)
    return sum(abs(b.right - b.count * b.mean) for b in bins) / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Boxes:
    """The boxes of one photo: n × 4 corners in pixels, n class numbers, n scores (all 1 for true ones)."""

    corners: Array
    kinds: NDArray[np.int64]
    scores: Array


def average_precision(photos: Sequence[tuple[Boxes, Boxes]], *, named: bool) -> tuple[float, float]:
    """(true boxes, seen boxes) of each photo -> mean average precision at an overlap of 0.5, and over 0.5 … 0.95.

    By COCO's own evaluation. `named`: for each class that is there, then averaged; otherwise for all boxes as one
    class. nan where there is no true box.
    """
    true = [
        {"image_id": photo, "category_id": int(kind), "bbox": _sized(box), "area": 1.0, "iscrowd": 0}
        for photo, (there, _) in enumerate(photos)
        for box, kind in zip(there.corners, there.kinds, strict=True)
    ]
    seen = [
        {"image_id": photo, "category_id": int(kind), "bbox": _sized(box), "score": float(score)}
        for photo, (_, found) in enumerate(photos)
        for box, kind, score in zip(found.corners, found.kinds, found.scores, strict=True)
    ]
    if not true:
        return float("nan"), float("nan")
    if not seen:
        return 0.0, 0.0
    known = sorted({int(kind) for photo in photos for half in photo for kind in half.kinds})
    with contextlib.redirect_stdout(io.StringIO()):  # it tells every step
        truth = COCO()
        truth.dataset = {
            "images": [{"id": photo} for photo in range(len(photos))],
            "categories": [{"id": kind} for kind in known],
            "annotations": [{**row, "id": number} for number, row in enumerate(true, 1)],
            "info": {},
        }
        truth.createIndex()
        work = COCOeval(truth, truth.loadRes(seen), "bbox")
        work.params.useCats = named
        work.params.maxDets = [MOST]
        work.params.areaRng, work.params.areaRngLbl = [[0, 1e10]], ["all"]
        work.evaluate()
        work.accumulate()
    precision = work.eval["precision"]  # overlaps × recalls × classes × 1 × 1, -1 for a class that is not there
    return tuple(float(part[part > -1].mean()) for part in (precision[0], precision))  # type: ignore[return-value]


def _sized(box: Array) -> list[float]:
    """Corners -> x, y, width, height."""
    x1, y1, x2, y2 = box.tolist()
    return [x1, y1, x2 - x1, y2 - y1]
