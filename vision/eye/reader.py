"""Boxes -> detections: each crop named, with the scores of every class and the way it lies (one ONNX session)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.eye import onnx
from vision.eye.detector import Found
from vision.photo.load import Pixels
from vision.types import CLASSES, Box, Detection

SIDE = 64
"""Pixels of the model's square input."""
WIDER_SHARE = 0.12
"""Share of its width and height by which a box is widened before it is cut out."""
NARROW_SHARE, LIKE_HEIGHT_SHARE, FEW_BOXES = 0.78, 0.15, 4
"""A box is suspected to be cut below this share of the median width of boxes whose height differs by less than this
share, when there are so many of them."""
BATCH_CROPS = 128
"""Crops of one run, turns counted: bounds the memory for a photo of a whole table."""


class Reader:
    """Names crops of tiles."""

    def __init__(self, path: Path, threads: int = 2) -> None:
        self._session = onnx.session(path, threads, {"crops": (None, 3, SIDE, SIDE)}, {"scores": (None, len(CLASSES))})
        self._outputs = [o.name for o in self._session.get_outputs() if o.name in ("scores", "turns")]

    def read(self, pixels: Pixels, found: Sequence[Found]) -> tuple[Detection, ...]:
        """Boxes in pixels of `pixels` (height × width × 3, RGB) -> as many detections, in the same order."""
        whole = self._named(pixels, found)
        cut = [(at, box) for at, tile in enumerate(found) for box in _completed(tile.box, found)]
        better = self._named(pixels, [Found(box, found[at].score) for at, box in cut])
        best = dict(enumerate(whole))
        for (at, _), named in zip(cut, better, strict=True):
            if max(named.scores) > max(best[at].scores):
                best[at] = replace(named, box=found[at].box)
        return tuple(best.values())

    def _named(self, pixels: Pixels, found: Sequence[Found]) -> tuple[Detection, ...]:
        if not found:
            return ()
        crops = np.stack([crop(pixels, tile.box, WIDER_SHARE, SIDE) for tile in found])
        turned = np.stack([np.rot90(crops, turn, (1, 2)) for turn in range(4)], 1)  # tiles × turns × H × W × BGR
        flat = turned.reshape(-1, SIDE, SIDE, 3)
        runs = [self._run(flat[at : at + BATCH_CROPS]) for at in range(0, len(flat), BATCH_CROPS)]
        seen = {name: np.concatenate([run[name] for run in runs]) for name in self._outputs}
        by_turn = {name: values.reshape(len(found), 4, -1).astype(np.float64) for name, values in seen.items()}
        mean = by_turn["scores"].mean(1)
        turns = _ways(by_turn["turns"]) if "turns" in by_turn else _named_best(by_turn["scores"], mean)
        return tuple(
            Detection(tile.box, tuple(row.tolist()), tile.score, tuple(turn.tolist()))
            for tile, row, turn in zip(found, mean, turns, strict=True)
        )

    def _run(self, crops: Pixels) -> dict[str, NDArray[np.float32]]:
        images = crops.transpose(0, 3, 1, 2).astype(np.float32) / 255
        outputs = self._session.run(self._outputs, {"crops": images})
        return {name: np.asarray(values, np.float32) for name, values in zip(self._outputs, outputs, strict=True)}


def _completed(box: Box, found: Sequence[Found]) -> Iterator[Box]:
    """What a box may have lost: where it is much narrower than others of its height, it is drawn out to their width,
    to the left, to the right, unless another tile lies there. Detectors cut off the bare paper beside a slender
    face such as 2s.
    """
    alike = [tile.box.width for tile in found if abs(tile.box.height / box.height - 1) < LIKE_HEIGHT_SHARE]
    width = median(alike) if len(alike) >= FEW_BOXES else 0.0
    if box.width < NARROW_SHARE * width:
        for drawn in (replace(box, x1=box.x2 - width), replace(box, x2=box.x1 + width)):
            if not any(tile.box != box and _holds(drawn, tile.box.centre) for tile in found):
                yield drawn


def _holds(box: Box, point: tuple[float, float]) -> bool:
    return box.x1 <= point[0] <= box.x2 and box.y1 <= point[1] <= box.y2


def _ways(by_turn: NDArray[np.float64]) -> NDArray[np.float64]:
    """tiles × turns made × turns still needed -> tiles × turns needed in all: what the four crops say, averaged."""
    rolled = np.stack([np.roll(by_turn[:, made], made, 1) for made in range(4)])
    mean: NDArray[np.float64] = rolled.mean(0)
    share: NDArray[np.float64] = mean / mean.sum(1, keepdims=True)
    return share


def _named_best(by_turn: NDArray[np.float64], mean: NDArray[np.float64]) -> NDArray[np.float64]:
    """For a reader that does not tell the way a tile lies: in which turn it named the tile best, weak evidence."""
    best = np.take_along_axis(by_turn, mean.argmax(1)[:, None, None], 2)[:, :, 0]
    share: NDArray[np.float64] = best / best.sum(1, keepdims=True)
    return share


def crop(pixels: Pixels, box: Box, wider: float, side: int) -> Pixels:
    """The box, made wider and higher by a share, cut out and squashed to side × side pixels, BGR."""
    height, width = pixels.shape[:2]
    dx, dy = box.width * wider / 2, box.height * wider / 2
    x1 = min(max(round(box.x1 - dx), 0), width - 1)
    y1 = min(max(round(box.y1 - dy), 0), height - 1)
    x2 = min(max(round(box.x2 + dx), x1 + 1), width)
    y2 = min(max(round(box.y2 + dy), y1 + 1), height)
    cut = cv2.resize(pixels[y1:y2, x1:x2], (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(cut[:, :, ::-1], np.uint8)
