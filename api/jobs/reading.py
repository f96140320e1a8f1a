"""One photo of a label job, read by an eye of the service like anybody's photo: watched, and in its turn."""

from __future__ import annotations

from dataclasses import dataclass

from api.eye import Eye
from api.work import Stages
from vision.labels.task import Done, Failed, Task
from vision.photo.load import Photo
from vision.types import Reading


@dataclass(frozen=True, slots=True)
class NotWritten:
    """The disk did not take a picture: an OSError's number and words."""

    number: int | None
    why: str


def read(task: Task, eye: Eye, stages: Stages) -> Done | Failed | NotWritten:
    """Whatever is wrong with the photo becomes a `Failed`. Raises Gone."""
    stages.check()
    try:
        return task(lambda: _Counted(eye, stages))
    except OSError as error:
        return NotWritten(error.errno, error.strerror or str(error))


class _Counted:
    """An eye whose readings and their stages are counted."""

    def __init__(self, eye: Eye, stages: Stages) -> None:
        self._eye, self._stages = eye, stages
        self.model = eye.model

    def read(self, photo: Photo, /) -> Reading:
        reading = self._eye.read(photo, self._stages.took)
        self._stages.read(reading)
        return reading
