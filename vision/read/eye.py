"""The stages in a row: photo -> detections -> reading."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import cv2
import numpy as np

from scoring.rules import Rules
from scoring.tiles import KINDS, Tile
from vision.doubts.codes import Code
from vision.eye import onnx
from vision.eye.detector import Detector, Found
from vision.eye.reader import Reader, Sight
from vision.eye.stacked import StackClassifier
from vision.eye.taught import TaughtFace, TaughtSet, shipped
from vision.eye.thresholds import can_be_tile, is_clear, is_tile, may_be_tile
from vision.eye.weights import verify
from vision.layout.arrange import arrange
from vision.photo.load import Photo, Pixels
from vision.read.conditions import conditions
from vision.read.reconcile import reconcile_seen
from vision.types import Box, Detection, Layout, Reading

OnStage = Callable[[str, float], None]
"""Called once for each stage with its name (`detect`, `read`, `reconcile`) and the seconds it took, for the first two
when both are done; may raise to end the work."""


FEW_FACES = 2
"""Clear faces up to which the negative of the photo is looked at, too. On the negatives of 38 photos of real/val the
models saw none, of 51 of 52 of field2 at most two. The negative won in none of 377 photos of light tiles."""


class _Watch:
    """Seconds of each stage of one photo; the parts of one add up."""

    def __init__(self) -> None:
        self.took: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        start = perf_counter()
        yield
        self.took[name] = self.took.get(name, 0.0) + perf_counter() - start


class Eye:
    """The models, loaded once; reading keeps no state, so that threads may share it."""

    def __init__(
        self,
        detector: Detector,
        reader: Reader,
        stacks: StackClassifier,
        version: str,
        taught: TaughtSet | None = None,
    ) -> None:
        self._detector = detector
        self._reader = reader
        self._stacks = stacks
        self._version = version
        self._taught = taught

    @property
    def model(self) -> str:
        """The version of the models, and the taught set's where there is one: what readings depend on."""
        return _with_set(self._version, self._taught)

    def with_set(self, taught: TaughtSet | None) -> Eye:
        """The same models, helped by a taught set."""
        return Eye(self._detector, self._reader, self._stacks, self._version, taught)

    def learn(self, photo: Photo, names: Mapping[Box, str]) -> TaughtSet:
        """What the tiles in these boxes, pixels of the photo, look like, under these names (`CLASSES`)."""
        pixels, _ = self._looked(photo, _Watch())
        shrunk = [Found(_scaled(box, 1 / photo.scale)) for box in names]
        sights = self._reader.look(pixels, shrunk)
        faces = (TaughtFace.of(kind, shipped().look(sight)) for kind, sight in zip(names.values(), sights, strict=True))
        return TaughtSet(self._reader.version, ()).with_faces(faces)

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
        watch = _Watch()
        pixels, sights = self._looked(photo, watch)
        with watch.stage("read"):
            detections = tuple(s.detection for s in sights) if self._taught is None else self._taught.heard(sights)
            detections = self._stacks.classify(pixels, detections)
        for stage, seconds in watch.took.items():
            if on_stage:
                on_stage(stage, seconds)
        kept = (d for d in detections if is_tile(d) or (include_weak and may_be_tile(d)))
        return tuple(_at_full_size(d, photo) for d in kept)

    def _looked(self, photo: Photo, watch: _Watch) -> tuple[Pixels, tuple[Sight, ...]]:
        """The pixels that show most faces, the photo's or its negative's, and what the reader saw in them."""
        light = photo.pixels
        sights = self._sights(light, watch, search=True)
        if _faces(sights) > FEW_FACES:
            return light, sights
        # Dark tiles with light ink are to the models what light tiles are on a negative, and the other way round.
        dark = 255 - light
        others = self._sights(dark, watch, search=False)  # or every photo without a tile would be searched twice
        return (dark, others) if _faces(others) > _faces(sights) else (light, sights)

    def _sights(self, pixels: Pixels, watch: _Watch, *, search: bool) -> tuple[Sight, ...]:
        """height × width × 3, RGB -> boxes in pixels of that array, named; the surest boxes first."""
        with watch.stage("detect"):
            found = tuple(box for box in self._detector.find(pixels, search=search) if can_be_tile(box.score))
        with watch.stage("read"):
            if self._taught is not None:
                return self._reader.look(pixels, found)
            return tuple(Sight(one, np.empty(0)) for one in self._reader.read(pixels, found))

    def read(
        self, photo: Photo, on_stage: OnStage | None = None, rules: Rules | None = None, winning: Tile | None = None
    ) -> Reading:
        """What lies there; a poor photo gives doubts, never an exception (law 3).

        `rules`: what doubts are priced by; `winning`: the winning tile, where it is known.
        """
        return self.read_laid(photo, on_stage, rules, winning)[0]

    def read_laid(
        self, photo: Photo, on_stage: OnStage | None = None, rules: Rules | None = None, winning: Tile | None = None
    ) -> tuple[Reading, Layout]:
        """The same, with how the tiles of the reading lie: from that `everybody` goes on."""
        detections = self.detect(photo, on_stage, include_weak=True)
        start = perf_counter()
        layout = replace(arrange(detections, photo.width, photo.height), notes=self._notes(photo, detections))
        found = reconcile_seen(layout, self.model, rules, winning)
        if on_stage:
            on_stage("reconcile", perf_counter() - start)
        return found

    def _notes(self, photo: Photo, detections: Sequence[Detection]) -> tuple[str, ...]:
        """What is to be noted of the photo as a whole."""
        old = self._taught is not None and self._taught.reader != self._reader.version
        return (*conditions(photo, detections), *((str(Code.OLD_SET),) if old else ()))


def version(folder: Path | None = None, taught: TaughtSet | None = None) -> str:
    """What `Eye.load(folder)` calls its models, without loading them. Raises ModelError as it does, but for what only
    loading shows of files that do not come with the program.
    """
    return _with_set(onnx.version(*_files(folder)), taught)


def _with_set(models: str, taught: TaughtSet | None) -> str:
    return models if taught is None else f"{models}+{taught.version}"


def _files(folder: Path | None) -> tuple[Path, Path, Path]:
    """Of the detector, of the reader, of the classifier of stacked tiles; checked where they come with the program."""
    if folder is None:
        folder = onnx.folder()
        verify(folder)
    return folder / "detector.onnx", folder / "reader.onnx", folder / "piled.onnx"


def _faces(sights: Sequence[Sight]) -> int:
    """How many are clearly faces of the 27 kinds."""
    seen = [sight.detection for sight in sights]
    return sum(is_clear(d) and max(d.scores[:KINDS]) == max(d.scores) for d in seen)


def _at_full_size(detection: Detection, photo: Photo) -> Detection:
    """From pixels of `photo.pixels` to pixels of the photo."""
    box = _scaled(detection.box, photo.scale)
    return replace(detection, box=replace(box, x2=min(box.x2, photo.width), y2=min(box.y2, photo.height)))


def _scaled(box: Box, by: float) -> Box:
    return Box(box.x1 * by, box.y1 * by, box.x2 * by, box.y2 * by)
