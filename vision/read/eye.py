"""The stages in a row: photo -> detections -> reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import cv2

from scoring.rules import Rules
from scoring.tiles import KINDS, Tile
from vision.eye import onnx
from vision.eye.detector import Detector
from vision.eye.reader import Reader
from vision.eye.stacked import StackClassifier
from vision.eye.thresholds import can_be_tile, is_clear, is_tile, may_be_tile
from vision.eye.weights import verify
from vision.layout.arrange import arrange
from vision.photo.load import Photo, Pixels
from vision.read.reconcile import reconcile
from vision.types import Box, Detection, Reading

OnStage = Callable[[str, float], None]
"""Called after each stage with its name (`detect`, `read`, `reconcile`) and the seconds it took; may raise to end the
work."""


FEW_FACES = 2
"""Clear faces up to which the negative of the photo is looked at, too. On the negatives of 38 photos of real/val the
models saw none, of 51 of 52 of field2 at most two. The negative won in none of 377 photos of light tiles."""


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

        Raises ModelError where a file is missing, damaged or another model; of those that come with the program also
        where one is not the very file that belongs to this version.
        """
        paths = _files(folder)
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
        detections = self._detections(photo.pixels, on_stage)
        if _faces(detections) <= FEW_FACES:
            # Dark tiles with light ink are to the models what light tiles are on a negative, and the other way round.
            detections = max(detections, self._detections(255 - photo.pixels, on_stage), key=_faces)
        kept = (d for d in detections if is_tile(d) or (include_weak and may_be_tile(d)))
        return tuple(_at_full_size(d, photo) for d in kept)

    def _detections(self, pixels: Pixels, on_stage: OnStage | None) -> tuple[Detection, ...]:
        """height × width × 3, RGB -> boxes in pixels of that array, named; the surest boxes first."""
        start = perf_counter()
        found = tuple(box for box in self._detector.find(pixels) if can_be_tile(box.score))
        if on_stage:
            on_stage("detect", perf_counter() - start)
        start = perf_counter()
        detections = self._stacks.classify(pixels, self._reader.read(pixels, found))
        if on_stage:
            on_stage("read", perf_counter() - start)
        return detections

    def read(
        self, photo: Photo, on_stage: OnStage | None = None, rules: Rules | None = None, winning: Tile | None = None
    ) -> Reading:
        """What lies there; a poor photo gives doubts, never an exception (law 3).

        `rules`: what doubts are priced by; `winning`: the winning tile, where it is known.
        """
        detections = self.detect(photo, on_stage, include_weak=True)
        start = perf_counter()
        layout = arrange(detections, photo.width, photo.height)
        reading = reconcile(layout, self.model, None, rules, winning, weak_if_asked=True)
        if on_stage:
            on_stage("reconcile", perf_counter() - start)
        return reading


def version(folder: Path | None = None) -> str:
    """What `Eye.load(folder)` calls its models, without loading them. Raises ModelError as it does, but for what only
    loading shows of files that do not come with the program.
    """
    return onnx.version(*_files(folder))


def _files(folder: Path | None) -> tuple[Path, Path, Path]:
    """Of the detector, of the reader, of the classifier of stacked tiles; checked where they come with the program."""
    if folder is None:
        folder = onnx.folder()
        verify(folder)
    return folder / "detector.onnx", folder / "reader.onnx", folder / "piled.onnx"


def _faces(detections: Sequence[Detection]) -> int:
    """How many are clearly faces of the 27 kinds."""
    return sum(is_clear(d) and max(d.scores[:KINDS]) == max(d.scores) for d in detections)


def _at_full_size(detection: Detection, photo: Photo) -> Detection:
    """From pixels of `photo.pixels` to pixels of the photo."""
    box, scale = detection.box, photo.scale
    corners = box.x1 * scale, box.y1 * scale, min(box.x2 * scale, photo.width), min(box.y2 * scale, photo.height)
    return replace(detection, box=Box(*corners))
