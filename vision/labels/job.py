"""What is handed to workers, and what they need for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from vision.photo.load import Photo
from vision.types import Reading


class Reads(Protocol):
    """What a task needs of `vision.read.eye.Eye`."""

    @property
    def model(self) -> str:
        """The version of the models."""

    def read(self, photo: Photo, /) -> Reading:
        """A photo -> its reading."""


Eyes = Callable[[], Reads]
"""The worker's eye, for whoever needs one."""


class Job(Protocol):
    """Something that a worker does. Plain values: it can be sent anywhere. `attempts`: workers that died of it."""

    @property
    def sha256(self) -> str:
        """Of the photo that it is about."""

    @property
    def attempts(self) -> int:
        """Workers that died of it so far."""

    def __call__(self, eyes: Eyes, /) -> object:
        """Do it. Raises OSError where the data set's place does not take what is written."""


@dataclass(frozen=True, slots=True)
class Died:
    """The worker died while it did this."""
