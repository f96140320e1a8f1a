"""Pixels -> boxes of tiles (YOLO, one ONNX session).

A small look at the whole photo finds where the tiles lie, a closer one at that region finds them all. How close that is
follows from the size in which the first look saw tiles: as large as the model needs them, no larger than it gains by.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.eye import onnx
from vision.eye.thresholds import MOST_TILES
from vision.photo.load import Pixels
from vision.types import CLASSES, Box

STEP = 32
"""The model takes pictures whose sides are multiples of this."""
SIDE = 640
"""Pixels of the longer side in which it was trained on whole photos and on regions: one pass is a square of them."""
TILE = "tile"
"""The only class of a detector that leaves naming to the reader."""
NOTHING_PIXELS = 8
"""Pixels of a photo's side below which no tile can be seen."""
LEAST_CONFIDENCE = 0.02
"""Confidence below which a box is dropped. Low, because the reader tells tiles from table far better."""
SURE_CONFIDENCE = 0.1
"""Confidence of the boxes that tell how large the tiles are."""
OVERLAP_IOU = 0.45
"""Intersection over union above which two boxes are one tile, whatever the kinds."""
MARGIN_WIDTHS = 1.2
"""Tile widths that a closer look adds around the region that the boxes span."""

# Sizes of tiles (square root of the area) in pixels of a look, and what they call for: docs/speed.md.
FIRST_SIDE = 320
"""Pixels of the longer side of the first look."""
PLAIN_PIXELS, PLAIN_BOXES, PLAIN_CONFIDENCE, PLAIN_SHARE = 16.0, 4, 0.3, 0.75
"""The first look has found the region where a quarter of the tiles at most is smaller than the first, and where it has
so many boxes that are sure at all, of which this share reaches that confidence. Else the photo is looked at with
`SIDE`."""
BLIND_PIXELS, SEARCHED_PIXELS = 14.0, 18.0
"""Below the first even that look misses tiles, so that its region cannot be trusted: the photo is searched in a size in
which tiles have the second."""
UNSEEN_SHARE = 1 / 64
"""Of the photo's longer side: the size that is supposed where no tile was seen."""
LEAST_PIXELS, MOST_PIXELS = 40.0, 56.0
"""What a closer look shows a tile in, at least and at most; between them the region has `SIDE` pixels."""
WORTHWHILE = 1.15
"""A closer look is taken when it shows tiles larger by this factor."""
MOST_ENLARGED = 1.5
"""How far it enlarges a photo's pixels at most; more shows nothing new."""
MOST_AREA = 5 * SIDE**2
"""Pixels of one look, which bound its time and memory."""


@dataclass(frozen=True, slots=True)
class Found:
    """A box that holds a tile with this confidence, 0-1."""

    box: Box
    score: float = 1.0


@dataclass(frozen=True, slots=True)
class _Boxes:
    """n × 4 corners (x1, y1, x2, y2) in pixels of the photo, and n confidences, best first."""

    corners: NDArray[np.float64]
    scores: NDArray[np.float64]

    def tile(self, share: float = 0.5) -> float:
        """The size of a tile below which this share of them lies, 0 where none is sure."""
        sides = self.corners[self.scores >= SURE_CONFIDENCE]
        sizes = np.sqrt(np.prod(sides[:, 2:] - sides[:, :2], axis=1))
        return float(np.quantile(sizes, share)) if len(sides) else 0.0

    def plain(self, scale: float) -> bool:
        """Is it certain where the tiles lie? `scale`: pixels of the look for one of the photo."""
        sure = self.scores[self.scores >= SURE_CONFIDENCE]
        certain = len(sure) >= PLAIN_BOXES and float((sure > PLAIN_CONFIDENCE).mean()) >= PLAIN_SHARE
        return certain and self.tile(0.25) * scale >= PLAIN_PIXELS

    def too_many(self) -> bool:
        """More than are looked at: no table of tiles, and a closer look would only find more."""
        return int((self.scores >= SURE_CONFIDENCE).sum()) > MOST_TILES

    def kept(self, which: NDArray[np.bool_]) -> _Boxes:
        return _Boxes(self.corners[which], self.scores[which])


Region = tuple[int, int, int, int]  # x1, y1, x2, y2 in pixels of the photo, at least one pixel each way


class Detector:
    """Finds tiles, faces and backs."""

    def __init__(self, path: Path, threads: int = 2) -> None:
        names = ((TILE,), CLASSES)
        inputs: onnx.Shapes = {"images": (onnx.FREE, 3, onnx.FREE, onnx.FREE)}
        self._session = onnx.session(path, threads, inputs, {"output0": (None, None, None)}, names)

    def find(self, pixels: Pixels, *, search: bool = True) -> tuple[Found, ...]:
        """height × width × 3, RGB -> at most `MOST_TILES` boxes in pixels of that array, one for each tile, best first.

        None is looked at closer where more tiles than `MOST_TILES` were sure already. `search`: for tiles too small to
        be seen with `SIDE` pixels, too.
        """
        height, width = pixels.shape[:2]
        if min(height, width) < NOTHING_PIXELS:
            return ()
        boxes, scale, floor = self._whole(pixels, search=search)
        region, tile = _span(boxes.kept(boxes.scores >= floor), width, height), boxes.tile()
        if tile and region and not boxes.too_many():
            usual = SIDE / max(region[2] - region[0], region[3] - region[1])
            closer = _bounded(min(max(usual, LEAST_PIXELS / tile), MOST_PIXELS / tile, MOST_ENLARGED), region)
            if closer > WORTHWHILE * scale:
                boxes = self._look(pixels, region, closer)
        return tuple(
            Found(Box(*corners), score)
            for corners, score in zip(
                boxes.corners[:MOST_TILES].tolist(), boxes.scores[:MOST_TILES].tolist(), strict=True
            )
        )

    def _whole(self, pixels: Pixels, *, search: bool) -> tuple[_Boxes, float, float]:
        """The boxes of the smallest look at the whole photo that can be trusted to have found the region of the tiles,
        its pixels for one of the photo, and the confidence of boxes that span the region.
        """
        height, width = pixels.shape[:2]
        whole, side = (0, 0, width, height), max(width, height)
        boxes, scale = self._look(pixels, whole, FIRST_SIDE / side), FIRST_SIDE / side
        if boxes.plain(scale):
            return boxes, scale, LEAST_CONFIDENCE
        boxes, scale = self._look(pixels, whole, SIDE / side), SIDE / side
        tile = boxes.tile()
        closer = _bounded(min(SEARCHED_PIXELS / (tile or UNSEEN_SHARE * side), 1.0), whole)
        seen = tile * scale >= BLIND_PIXELS or closer < WORTHWHILE * scale or boxes.too_many()
        if seen or not search:
            return boxes, scale, LEAST_CONFIDENCE
        # A large look gathers many weak boxes of nothing.
        return self._look(pixels, whole, closer), closer, SURE_CONFIDENCE

    def _look(self, pixels: Pixels, region: Region, scale: float) -> _Boxes:
        """One run of the model on one region, `scale` of its pixels for one of the photo."""
        left, top, right, bottom = region
        cut = pixels[top:bottom, left:right]
        height, width = cut.shape[:2]
        image, (x, y) = padded(cut, scale)
        output = np.asarray(self._session.run(["output0"], {"images": image})[0], np.float32)[0]
        scores = output[4:].max(0)
        seen = scores > LEAST_CONFIDENCE
        cx, cy, w, h = output[:4, seen].astype(np.float64)
        corners = (np.stack([cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2], 1) - (x, y, x, y)) / scale
        corners = corners.clip(0, (width, height, width, height)) + np.array([left, top, left, top])
        solid = (corners[:, 2:] - corners[:, :2]).min(1, initial=np.inf) > 0
        return _suppress(corners[solid], scores[seen][solid].astype(np.float64))


def padded(pixels: Pixels, scale: float, step: int = STEP) -> tuple[NDArray[np.float32], tuple[int, int]]:
    """height × width × 3, RGB -> what YOLO takes, 1 × 3 × height × width, 0-1: the picture scaled, with grey around it
    up to multiples of `step`; how many pixels of grey are left of and above it.
    """
    height, width = pixels.shape[:2]
    size = max(1, round(width * scale)), max(1, round(height * scale))
    whole = tuple(-(-side // step) * step for side in size)
    x, y = (whole[0] - size[0]) // 2, (whole[1] - size[1]) // 2
    canvas = np.full((whole[1], whole[0], 3), 114, np.uint8)
    canvas[y : y + size[1], x : x + size[0]] = _scaled(pixels, size)
    image: NDArray[np.float32] = canvas.transpose(2, 0, 1)[None].astype(np.float32)
    image /= 255
    return image, (x, y)


def _scaled(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    """To width × height. By halves first: the same but for rounding, in a third to a half of the time."""
    while pixels.shape[1] >= 2 * size[0] and pixels.shape[0] >= 2 * size[1]:
        half = pixels.shape[1] // 2, pixels.shape[0] // 2
        pixels = np.asarray(cv2.resize(pixels, half, interpolation=cv2.INTER_AREA), np.uint8)
    shrinks = size[0] < pixels.shape[1]
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR), np.uint8)


def _bounded(scale: float, region: Region) -> float:
    """The scale, smaller where a look at the region would have more than `MOST_AREA`."""
    return min(scale, sqrt(MOST_AREA / ((region[2] - region[0]) * (region[3] - region[1]))))


def _suppress(corners: NDArray[np.float64], scores: NDArray[np.float64]) -> _Boxes:
    """One box for one tile: of boxes that overlap the surest stays."""
    rectangles = np.concatenate([corners[:, :2], corners[:, 2:] - corners[:, :2]], 1)
    found = cv2.dnn.NMSBoxes(rectangles.tolist(), scores.tolist(), LEAST_CONFIDENCE, OVERLAP_IOU)
    keep = np.asarray(found, np.int64).reshape(-1)
    return _Boxes(corners[keep], scores[keep])


def _span(boxes: _Boxes, width: int, height: int) -> Region | None:
    """The region that holds all boxes and a margin, inside the photo; None without a box."""
    if not len(boxes.scores):
        return None
    sides = boxes.corners[:, 2:] - boxes.corners[:, :2]
    margin = MARGIN_WIDTHS * float(np.median(sides.min(1)))
    x1, y1 = boxes.corners[:, :2].min(0) - margin
    x2, y2 = boxes.corners[:, 2:].max(0) + margin
    return max(0, int(x1)), max(0, int(y1)), min(width, ceil(x2)), min(height, ceil(y2))
