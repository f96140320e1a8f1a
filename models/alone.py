"""The detector by itself, one look at the whole photo: what its training is measured by.

Nothing of the eye is in it: no second look, no reader, and the thresholds that ultralytics validates with instead of
the eye's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import onnxruntime as ort

from models.measures import MOST, Array, Boxes, average_precision
from models.photos import Truth, corners
from vision.eye.detector import SIDE, padded
from vision.photo.load import Pixels, load
from vision.types import CLASSES

LEAST, OVERLAP = 0.001, 0.7
"""Confidence and overlap by which ultralytics suppresses boxes when it validates."""


class Alone:
    """One ONNX session of a detector with any number of classes."""

    def __init__(self, path: Path, threads: int = 2) -> None:
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        self._session = ort.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])
        self.kinds = int(self._session.get_outputs()[0].shape[1]) - 4

    def look(self, pixels: Pixels) -> Array:
        """height × width × 3, RGB -> 8400 × (4 corners in pixels of that array, a score for each class)."""
        height, width = pixels.shape[:2]
        scale = SIDE / max(height, width)
        image, (x, y) = padded(pixels, scale, SIDE)
        rows = np.asarray(self._session.run(None, {self._session.get_inputs()[0].name: image})[0][0], np.float64).T
        middle, half = rows[:, :2], rows[:, 2:4] / 2
        box = (np.concatenate([middle - half, middle + half], 1) - (x, y, x, y)) / scale
        return np.concatenate([box.clip(0, (width, height, width, height)), rows[:, 4:]], 1)


def suppressed(rows: Array, *, named: bool) -> Boxes:
    """What `Alone.look` gives -> the boxes that stay, the surest first.

    `named`: every class that a place may be, each suppressed by its own; otherwise all as class 0.
    """
    scores = rows[:, 4:] if named else rows[:, 4:].max(1, keepdims=True)
    place, kind = np.nonzero(scores > LEAST)
    box, sure = rows[place, :4], scores[place, kind]
    sized = np.concatenate([box[:, :2], box[:, 2:] - box[:, :2]], 1)
    stay = np.asarray(
        cv2.dnn.NMSBoxesBatched(sized.tolist(), sure.tolist(), kind.tolist(), LEAST, OVERLAP), np.int64
    ).reshape(-1)
    stay = stay[np.argsort(-sure[stay], kind="stable")][:MOST]
    return Boxes(box[stay], kind[stay].astype(np.int64), sure[stay])


def report(detector: Alone, folder: Path, photos: Iterable[Truth]) -> str:
    """Average precision on labelled photos: of its classes, where it has them, and of all boxes as one class."""
    rows, seen = [], []
    for truth in photos:
        picture = load(folder / "images" / truth["file"])
        kinds = np.array([CLASSES.index(kind) for kind in truth["kinds"]], np.int64)
        rows.append((corners(truth, picture.width, picture.height), kinds))
        seen.append((detector.look(picture.pixels), picture.scale))
    lines = []
    for named in (True, False) if detector.kinds == len(CLASSES) else (False,):
        both = []
        for (box, kinds), (looked, scale) in zip(rows, seen, strict=True):
            found = suppressed(looked, named=named)
            true = Boxes(box, kinds if named else np.zeros_like(kinds), np.ones(len(kinds)))
            both.append((true, Boxes(found.corners * scale, found.kinds, found.scores)))
        half, all_overlaps = average_precision(both, named=named)
        what = f"mean of {len({int(k) for _, kinds in rows for k in kinds})} classes" if named else "tile or not"
        lines.append(f"detector alone, {what}: mAP50 {half:.4f}, mAP50-95 {all_overlaps:.4f}")
    return "\n".join(lines)
