"""Is the photo good enough to be read? Told from the pixels of the tiles that were found in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians, sin, sqrt

import cv2
import numpy as np

from vision.doubts.codes import Code
from vision.eye.thresholds import is_tile
from vision.photo.load import Photo, Pixels
from vision.types import BACK, CLASSES, Detection

LEAST_PIXELS = 12.0
"""A tile's width, in pixels of the decoded photo, below which the reader names fewer than 19 of 20 faces
(models/README.md): a hand of 13 is then more likely wrong than right."""
LEAST_CONTRAST = 40.0
"""Between ink and paper of a face, grey levels of 255 (5th, 95th percentile of its pixels). Half of the least that 74
photos had that can be read (81). Six photos darkened with shot noise: names first go wrong at 0.15 to 0.08 of the
light. All twelve are below then, but one in which no tile is found; at 0.3 one of six is, which was dim before."""
MOST_SPREAD = 0.18
"""Of an edge across the way in which it is widest, in tile sizes: contrast over the steepness that one point in twenty
reaches. 90 photos that can be read (every sixth of real/val, third of field/, second of field2/) have 0.064 in the
median, 0.169 at most; blurred by motion over 0.3 of a tile, at which names go wrong, 31 of them had 0.184 in the
median by four ways instead of eight, over 0.45 of a tile 0.232; out of focus by 0.08 of a tile 0.223."""
WAYS = np.array([(cos(radians(degrees)), sin(radians(degrees))) for degrees in np.arange(0, 180, 22.5)], np.float32)
"""In which an edge is measured: a hand that shook blurs one of them. With four a shake by 0.45 of a tile between two of
them (110 and 160 degrees) was told from nothing: 0.163 and 0.169, with eight 0.229 and 0.216."""
POINTS = 4000
"""Pixels of a face that are asked, spread evenly. Of 75 photos the spread changes by 11 % at most, no code of one."""
MOST_FACES = 24
"""Faces that are measured, the surest."""


def conditions(photo: Photo, detections: Sequence[Detection]) -> tuple[str, ...]:
    """The codes of what is amiss with a photo in which these were found, in pixels of the full photo."""
    cuts = [cut for one in detections if _is_face(one) and (cut := _cut(photo, one)).size][:MOST_FACES]
    return tuple(map(str, _amiss(cuts) if cuts else _amiss_without(photo)))


def _amiss_without(photo: Photo) -> Iterator[Code]:
    """Where nothing in the photo is bright enough for a face, that is why none was found."""
    if np.percentile(cv2.cvtColor(photo.pixels, cv2.COLOR_RGB2GRAY), 99) < LEAST_CONTRAST:
        yield Code.TOO_DARK


def _amiss(cuts: Sequence[Pixels]) -> Iterator[Code]:
    widths = [min(cut.shape[:2]) for cut in cuts]
    if np.median(widths) < LEAST_PIXELS:
        yield Code.TOO_SMALL
        return  # nothing else can be told of so few pixels
    contrast, spread = np.median([_measured(cut) for cut in cuts], axis=0)
    if contrast < LEAST_CONTRAST:
        yield Code.TOO_DARK
    elif spread > MOST_SPREAD:
        yield Code.BLURRED


def _is_face(one: Detection) -> bool:
    return is_tile(one) and one.scores[CLASSES.index(BACK)] < max(one.scores)


def _cut(photo: Photo, one: Detection) -> Pixels:
    """The decoded pixels of its box."""
    x1, y1, x2, y2 = (round(side / photo.scale) for side in (one.box.x1, one.box.y1, one.box.x2, one.box.y2))
    return photo.pixels[max(0, y1) : y2, max(0, x1) : x2]


def _measured(cut: Pixels) -> tuple[float, float]:
    """Contrast in grey levels, and the spread of an edge in tile sizes."""
    grey = cv2.cvtColor(np.ascontiguousarray(cut), cv2.COLOR_RGB2GRAY)
    slopes = [cv2.Sobel(grey, cv2.CV_32F, x, 1 - x, ksize=3, scale=1 / 8) for x in (1, 0)]
    step = max(1, round(sqrt(grey.size / POINTS)))
    steep = np.abs(WAYS @ np.stack([slope[::step, ::step].ravel() for slope in slopes]))
    low, high = (round(share * (steep.shape[1] - 1)) for share in (0.05, 0.95))
    greys = np.partition(grey[::step, ::step], (low, high), axis=None)
    contrast = float(greys[high]) - float(greys[low])
    edge = max(float(np.partition(steep, high)[:, high].min()), 1e-3)
    return contrast, contrast / edge / sqrt(grey.size)
