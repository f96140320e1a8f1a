"""A stub for the eye, and pictures made here: the doors are tested, not the eye."""

from __future__ import annotations

import io
import os
import signal
import threading
import time
from collections.abc import Mapping
from typing import Any

from PIL import Image

from vision.eye.taught import TaughtFace, TaughtSet
from vision.photo.load import Photo
from vision.read.eye import OnStage
from vision.types import Box, Layout, Reading
from vision.wire import readings

# zhuoji: 1m pair, runs 234m 567m, a pong of 9s fed from the left, a concealed kong of 5p, won on 7m
WIN = {
    "hand": "11m23456m",
    "winning_tile": "7m",
    "melds": [
        {"kind": "pong", "tile": "9s", "group": 0, "fed_by": "left"},
        {"kind": "concealed", "tile": "5p", "group": 0, "fed_by": None},
    ],
}


def reading_of(**said: object) -> Reading:
    """A reading with this hand, these melds, this winning tile."""
    base: dict[str, object] = {"width": 64, "height": 48, "model": "stub", "ok": True}
    tile = {"tile": "1m", "box": [0, 0, 10, 10], "confidence": 0.9, "group": 0}
    groups = [{"role": "hand", "tiles": [0]}]
    return readings.from_json(base | {"tiles": [tile], "groups": groups} | said)


class StubEye:
    """Reads the same into every photo; `gate` can hold it up, `seen` counts photos."""

    model = "stub"

    def __init__(self, reading: Reading | None = None) -> None:
        self.reading = reading or reading_of(**WIN)
        self.gate = threading.Event()
        self.gate.set()
        self.began = threading.Semaphore(0)
        self.seen = 0
        self.told: tuple[Any, ...] = ()
        self.taught: TaughtSet | None = None
        self.finished = 0

    def read(self, photo: Photo, /, took: OnStage | None = None, *told: object) -> Reading:
        self.told = told
        assert photo.pixels.ndim == 3
        self.seen += 1
        self.began.release()
        assert self.gate.wait(30)
        if took:
            took("detect", 0.01)
            took("read", 0.02)
        self.finished += 1
        return self.reading

    def read_laid(self, photo: Photo, /, took: OnStage | None = None, *told: object) -> tuple[Reading, Layout]:
        """With nothing that lies in a row."""
        reading = self.read(photo, took, *told)
        return reading, Layout(reading.width, reading.height, tuple(tile.detection for tile in reading.tiles), ())

    def with_set(self, taught: TaughtSet | None, /) -> StubEye:
        """The same; what it was taught is kept in `taught`."""
        self.taught = taught
        return self

    def learn(self, _: Photo, names: Mapping[Box, str], /) -> TaughtSet:
        """Faces that look like nothing."""
        return TaughtSet("stub", tuple(TaughtFace(kind, bytes([at + 1, 2])) for at, kind in enumerate(names.values())))


class Slow(StubEye):
    """Takes its time; made in a child process, where a test's own objects are not."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    def read(self, photo: Photo, /, took: OnStage | None = None, *told: object) -> Reading:
        time.sleep(self._seconds)
        return super().read(photo, took, *told)


class Deadly(StubEye):
    """Dies of photos that are 66 pixels wide."""

    def read(self, photo: Photo, /, took: OnStage | None = None, *told: object) -> Reading:
        if photo.pixels.shape[1] == 66:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().read(photo, took, *told)


def picture(kind: str = "JPEG", size: tuple[int, int] = (64, 48)) -> bytes:
    """A small picture's bytes."""
    out = io.BytesIO()
    Image.new("RGB", size, "seagreen").save(out, kind)
    return out.getvalue()


class OneAfterTheOther(StubEye):
    """Reads one reading a photo."""

    def __init__(self, *readings: Reading) -> None:
        super().__init__(readings[0])
        self._readings = iter(readings)

    def read(self, photo: Photo, /, took: OnStage | None = None, *told: object) -> Reading:
        self.reading = next(self._readings)
        return super().read(photo, took, *told)
