"""One photo in, its reading and its upright picture out: what a worker does, wherever it runs."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Protocol

from vision.labels.similarity import perceptual_hash
from vision.labels.upright import Picture, upright
from vision.photo.load import Photo, PhotoError, load
from vision.types import Reading

AGAIN = ("unreadable", "changed", "crashed", "internal")
"""Failures that another run may not have; the others are of the photo itself."""


class Reads(Protocol):
    """What a task needs of `vision.read.eye.Eye`."""

    @property
    def model(self) -> str:
        """The version of the models."""

    def read(self, photo: Photo, /) -> Reading:
        """A photo -> its reading."""


@dataclass(frozen=True, slots=True)
class Task:
    """A photo's file and the SHA-256 of its bytes, hexadecimal. Plain values: it can be sent anywhere."""

    source: str
    sha256: str


@dataclass(frozen=True, slots=True)
class TaskResult:
    """A photo's reading, the dataset's picture of it, and its perceptual hash."""

    task: Task
    reading: Reading
    picture: Picture
    perceptual_hash: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a photo has no labels: a code (`vision.photo.load`'s, or one of `AGAIN`) and a sentence."""

    task: Task
    code: str
    detail: str
    seconds: float = 0.0


Result = TaskResult | Failed


def do(eye: Reads, task: Task) -> Result:
    """Read one photo; whatever is wrong with it becomes a `Failed`."""
    begin = perf_counter()
    try:
        data = Path(task.source).read_bytes()
        if hashlib.sha256(data).hexdigest() != task.sha256:
            return Failed(task, "changed", "the file changed since it was listed", perf_counter() - begin)
        photo = load(data)
        picture = upright(data, photo)
        reading = eye.read(photo)
        return TaskResult(task, reading, picture, perceptual_hash(photo.pixels), perf_counter() - begin)
    except OSError as error:
        return Failed(task, "unreadable", error.strerror or str(error), perf_counter() - begin)
    except PhotoError as error:
        return Failed(task, error.code, error.detail, perf_counter() - begin)
    except Exception as error:  # a fault of ours in one photo must not cost the others
        return Failed(task, "internal", f"{type(error).__name__}: {error}"[:300], perf_counter() - begin)
