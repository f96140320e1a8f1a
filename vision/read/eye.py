"""The stages in a row: photo -> detections -> reading."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import cv2

from scoring.rules import Rules
from scoring.tiles import Tile
from vision.eye import onnx
from vision.eye.detector import Detector
from vision.eye.reader import Reader
from vision.eye.stacked import StackClassifier
from vision.eye.thresholds import is_tile, may_be_tile
from vision.layout.arrange import arrange
from vision.photo.load import Photo
from vision.read.reconcile import reconcile
from vision.types import Box, Detection, Reading

OnStage = Callable[[str, float], None]
"""Called after each stage with its name (`detect`, `read`, `reconcile`) and the seconds it took; may raise to end the
work."""


class Eye:
    """The models, loaded once; reading keeps no state, so that threads may share it."""

    def __init__(self, detector: Detector, reader: Reader, stacks: StackClassifier, version: str) -> None:
        self._detector = detector
        self._reader = reader
        self._stacks = stacks
        self.model = version

    @classmethod
    def load(cls, threads: int = 2, folder: Path | None = None) -> Eye:
        """Load `detector.onnx`, `reader.onnx`, `piled.onnx` of `folder`, by default those that come with the program.

        Raises ModelError where a file is missing, damaged or another model.
        """
        folder = folder or onnx.folder()
        paths = folder / "detector.onnx", folder / "reader.onnx", folder / "piled.onnx"
        cv2.setNumThreads(threads)
        return cls(
            Detector(paths[0], threads),
            Reader(paths[1], threads),
            StackClassifier(paths[2], threads),
            onnx.version(*paths),
        )

    def detect(
        self, photo: Photo, on_stage: OnStage | None = None, *, include_weak: bool = False
    ) -> tuple[Detection, ...]:
        """Every tile in the photo, the surest boxes first, in pixels of the upright photo at its full size.

        `include_weak`: also the boxes that were nearly taken for a tile (`vision.eye.thresholds`).
        """
        start = perf_counter()
        found = self._detector.find(photo.pixels)
        if on_stage:
            on_stage("detect", perf_counter() - start)
        start = perf_counter()
        detections = self._stacks.classify(photo.pixels, self._reader.read(photo.pixels, found))
        if on_stage:
            on_stage("read", perf_counter() - start)
        kept = (d for d in detections if is_tile(d) or (include_weak and may_be_tile(d)))
        return tuple(_at_full_size(d, photo) for d in kept)

    def read(
        self, photo: Photo, on_stage: OnStage | None = None, rules: Rules | None = None, winning: Tile | None = None
    ) -> Reading:
        """What lies there; a poor photo gives doubts, never an exception (law 3).

        `rules`: what doubts are priced by; `winning`: the winning tile, where it is known.
        """
        detections = self.detect(photo, on_stage, include_weak=True)
        start = perf_counter()
        reading = reconcile(arrange(detections, photo.width, photo.height), self.model, None, rules, winning)
        asked = {i for doubt in reading.doubts for i in doubt.tiles}
        told = tuple(d for i, d in enumerate(detections) if is_tile(d) or i in asked)
        if len(told) < len(detections):
            # A box that nobody is asked about is none. Read again rather than taken out of the reading: its doubts name
            # tiles by number in words, too. 6 of 61 photos came here, most for a tenth of the time of the models.
            reading = reconcile(arrange(told, photo.width, photo.height), self.model, None, rules, winning)
        if on_stage:
            on_stage("reconcile", perf_counter() - start)
        return reading


def _at_full_size(detection: Detection, photo: Photo) -> Detection:
    """From pixels of `photo.pixels` to pixels of the photo."""
    box, scale = detection.box, photo.scale
    corners = box.x1 * scale, box.y1 * scale, min(box.x2 * scale, photo.width), min(box.y2 * scale, photo.height)
    return replace(detection, box=Box(*corners))
