"""Pixels -> boxes of tiles (YOLO, one ONNX session); looks again, closer, where tiles are small."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.eye import onnx
from vision.eye.thresholds import MOST_TILES
from vision.photo.load import Pixels
from vision.types import CLASSES, Box

SIDE = 640
"""Pixels of the model's square input."""
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
WORTHWHILE_SHARE = 0.8
"""A closer look is taken when the region's longer side is below this share of the photo's."""

# Sizes of tiles (square root of the area) in pixels of the model's input, and what they call for; measured on
# enlarged and scattered photos of real/val, models/README.md.
BLIND_PIXELS = 14.0
"""Below this the first look misses tiles, so that its region cannot be trusted: windows over the whole photo."""
SMALL_PIXELS = 30.0
"""Below this single tiles are missed: windows over the region."""
WINDOWED_PIXELS = 40.0
"""The size at which windows show the tiles."""
SEARCHED_PIXELS = 25.0
"""The same for the windows that only have to find the region."""
UNSEEN_PIXELS = 10.0
"""The size that is supposed where the first look saw no tile at all."""
MOST_WINDOWS = 12
MOST_ENLARGED = 1.5
"""How far windows enlarge pixels at most; more shows nothing new."""


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

    def tile(self) -> float:
        """The usual size of a tile, 0 where none is sure."""
        sides = self.corners[self.scores >= SURE_CONFIDENCE]
        return float(np.median(np.sqrt(np.prod(sides[:, 2:] - sides[:, :2], axis=1)))) if len(sides) else 0.0

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
        self._session = onnx.session(path, threads, {"images": (1, 3, SIDE, SIDE)}, {"output0": (1, None, None)}, names)

    def find(self, pixels: Pixels) -> tuple[Found, ...]:
        """height × width × 3, RGB -> at most `MOST_TILES` boxes in pixels of that array, one for each tile, best first.

        One look at the whole photo; where tiles came out tiny, a search by windows; then a closer look at
        the region that the boxes span, by windows where the tiles are still small there. None closer where more
        tiles than `MOST_TILES` were sure already.
        """
        height, width = pixels.shape[:2]
        if min(height, width) < NOTHING_PIXELS:
            return ()
        whole = (0, 0, width, height)
        shrunk = max(width, height) / SIDE  # photo pixels for one of the model's
        boxes = self._look(pixels, whole)
        tile = boxes.tile()
        floor = LEAST_CONFIDENCE
        if tile < BLIND_PIXELS * shrunk and shrunk > MOST_ENLARGED and not boxes.too_many():
            tile = tile or UNSEEN_PIXELS * shrunk
            boxes = self._windows(pixels, whole, tile, SEARCHED_PIXELS)
            tile = boxes.tile()
            floor = SURE_CONFIDENCE  # many looks gather many weak boxes of nothing
        region = _span(boxes.kept(boxes.scores >= floor), width, height)
        if tile and region and not boxes.too_many():
            side = max(region[2] - region[0], region[3] - region[1])
            if tile / side * SIDE < SMALL_PIXELS and side > SIDE:
                boxes = self._windows(pixels, region, tile, WINDOWED_PIXELS)
            elif side < WORTHWHILE_SHARE * max(width, height):
                boxes = self._look(pixels, region)
        return tuple(
            Found(Box(*corners), score)
            for corners, score in zip(
                boxes.corners[:MOST_TILES].tolist(), boxes.scores[:MOST_TILES].tolist(), strict=True
            )
        )

    def _windows(self, pixels: Pixels, region: Region, tile: float, shown: float) -> _Boxes:
        """Look at overlapping parts of the region in which a tile is about `shown` pixels of the model's input."""
        looks = [
            _uncut(self._look(pixels, window), window, region, 0.1 * tile)
            for window in _cover(region, max(SIDE * tile / shown, SIDE / MOST_ENLARGED), 2.2 * tile)
        ]
        return _suppress(
            np.concatenate([look.corners for look in looks]), np.concatenate([look.scores for look in looks])
        )

    def _look(self, pixels: Pixels, region: Region) -> _Boxes:
        """One run of the model on one region, letterboxed."""
        left, top, right, bottom = region
        cut = pixels[top:bottom, left:right]
        height, width = cut.shape[:2]
        image, scale, (x, y) = letterboxed(cut, SIDE)
        output = np.asarray(self._session.run(["output0"], {"images": image})[0], np.float64)[0]
        scores = output[4:].max(0)
        seen = scores > LEAST_CONFIDENCE
        cx, cy, w, h = output[:4, seen]
        corners = (np.stack([cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2], 1) - (x, y, x, y)) / scale
        corners = corners.clip(0, (width, height, width, height)) + np.array([left, top, left, top])
        solid = (corners[:, 2:] - corners[:, :2]).min(1, initial=np.inf) > 0
        return _suppress(corners[solid], scores[seen][solid])


def letterboxed(pixels: Pixels, side: int) -> tuple[NDArray[np.float32], float, tuple[int, int]]:
    """height × width × 3, RGB -> what YOLO takes, 1 × 3 × side × side, 0-1, grey around the picture; by how much it
    was scaled, and how many pixels of grey are left of and above it.
    """
    height, width = pixels.shape[:2]
    scale = side / max(height, width)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    x, y = (side - size[0]) // 2, (side - size[1]) // 2
    square = np.full((side, side, 3), 114, np.uint8)
    shrink = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    square[y : y + size[1], x : x + size[0]] = cv2.resize(pixels, size, interpolation=shrink)
    image: NDArray[np.float32] = square.transpose(2, 0, 1)[None].astype(np.float32)
    image /= 255
    return image, scale, (x, y)


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


def _cover(region: Region, side: float, overlap: float) -> Sequence[Region]:
    """Squares of `side`, larger where there would be more than `MOST_WINDOWS`, that cover the region."""
    left, top, right, bottom = region
    width, height = right - left, bottom - top
    while True:
        step = max(side - overlap, 1)
        columns = max(1, ceil((width - overlap) / step))
        rows = max(1, ceil((height - overlap) / step))
        if columns * rows <= MOST_WINDOWS:
            break
        side *= 1.1
    w, h = min(ceil(side), width), min(ceil(side), height)
    return [
        (int(x), int(y), int(x) + w, int(y) + h)
        for y in np.linspace(top, bottom - h, rows)
        for x in np.linspace(left, right - w, columns)
    ]


def _uncut(boxes: _Boxes, window: Region, region: Region, edge: float) -> _Boxes:
    """Without the boxes that a window's inner edge cuts; the neighbouring window shows those tiles whole."""
    x1, y1, x2, y2 = boxes.corners.T
    cut = (
        ((x1 < window[0] + edge) & (window[0] > region[0]))
        | ((y1 < window[1] + edge) & (window[1] > region[1]))
        | ((x2 > window[2] - edge) & (window[2] < region[2]))
        | ((y2 > window[3] - edge) & (window[3] < region[3]))
    )
    return boxes.kept(~cut)
