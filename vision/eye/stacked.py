"""Does a tile lie on another one? Told from the pixels around its box, where two flanks show instead of one (one ONNX
session).

The fourth tile of an added kong may be laid on the claimed one, which it hides: to the detector that is a pong.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.eye import onnx
from vision.eye.reader import BATCH_CROPS, crop
from vision.eye.thresholds import is_tile
from vision.photo.load import Pixels
from vision.types import BACK, CLASSES, Detection

PILED = "piled"
"""What files that exist call `stacked`: output and class of the model, the patches it learns from, the wire's key."""
SIDE = 64
"""Pixels of the model's square input."""
WIDER_SHARE = 1.0
"""Share of its width and height by which a box is widened before it is cut out: flanks lie outside of it."""


class StackClassifier:
    """Tells of tiles whether they lie on others."""

    def __init__(self, path: Path, threads: int = 2) -> None:
        self._session = onnx.session(
            path, threads, {"crops": (onnx.FREE, 3, SIDE, SIDE)}, {PILED: (None,)}, ((PILED,),)
        )

    def classify(self, pixels: Pixels, seen: Sequence[Detection]) -> tuple[Detection, ...]:
        """The same detections, in pixels of `pixels` (height × width × 3, RGB), with `stacked` of tiles face up."""
        asked = [i for i, one in enumerate(seen) if is_tile(one) and max(one.scores) > one.scores[CLASSES.index(BACK)]]
        if not asked:
            return tuple(seen)
        stacked = self.of_crops(np.stack([crop(pixels, seen[i].box, WIDER_SHARE, SIDE) for i in asked]))
        sure = dict(zip(asked, stacked.tolist(), strict=True))
        return tuple(replace(one, stacked=sure.get(i)) for i, one in enumerate(seen))

    def of_crops(self, crops: Pixels) -> NDArray[np.float32]:
        """n × SIDE × SIDE × 3, BGR -> n probabilities of lying on another tile."""
        parts = np.array_split(crops.transpose(0, 3, 1, 2), math.ceil(len(crops) / BATCH_CROPS))
        stacked = [self._session.run([PILED], {"crops": part.astype(np.float32) / 255})[0] for part in parts]
        return np.concatenate([np.asarray(part, np.float32) for part in stacked])
