"""A label job as the database keeps it, and as it is told."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from enum import StrEnum
from typing import Self

MOST_TOLD = 20
"""Failures that are told with a job; the zip of its labels has all."""
DAY_SECONDS = 86_400


class State(StrEnum):
    """What becomes of a job, in this order. `arriving`: its upload is not whole yet; `deleting`: nobody sees it."""

    ARRIVING = "arriving"
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    DELETING = "deleting"


OPEN = (State.ARRIVING, State.WAITING, State.RUNNING)
ENDED = (State.DONE, State.FAILED)
SHOWN = (State.WAITING, State.RUNNING, *ENDED)


@dataclass(frozen=True, slots=True)
class Job:
    """A row. `client`: whose it is. `formats`: names with blanks between. `source`: an address in a store, or "".
    Times are seconds since 1970; `ended` 0: not yet. `bytes`: on the disk, or reserved there. `photos`: files found,
    -1: not known yet; `read`: of these, those that are over with. `failed`: photos without labels.

    As JSON: `failures`: the first of them, `[{"file", "code", "detail"}]`; `passed`: what was no photo -> how often;
    `problem`: a problem object, or "".
    """

    id: str
    client: str
    state: str
    formats: str
    source: str
    created: float
    ended: float = 0.0
    bytes: int = 0
    stage: str = ""
    photos: int = -1
    read: int = 0
    failed: int = 0
    failures: str = "[]"
    passed: str = "{}"
    problem: str = ""

    @classmethod
    def of(cls, row: Sequence[object]) -> Self:
        """A row of the database, in the order of the fields."""
        return cls(*row)  # type: ignore[arg-type]

    def to_json(self, kept_days: float) -> dict[str, object]:
        """The job as it is answered."""
        over = self.state in ENDED
        return {
            "id": self.id,
            "state": self.state,
            "formats": self.formats.split(),
            "source": self.source or None,
            "created": _time(self.created),
            "ended": _time(self.ended) if over else None,
            "expires": _time(self.ended + kept_days * DAY_SECONDS) if over else None,
            "bytes": self.bytes,
            "stage": self.stage if self.state == State.RUNNING else None,
            "photos": None if self.photos < 0 else self.photos,
            "read": self.read,
            "failed": self.failed,
            "failures": json.loads(self.failures),
            "passed": json.loads(self.passed),
            "problem": json.loads(self.problem) if self.problem else None,
        }


FIELDS = tuple(field.name for field in fields(Job))


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def as_text(value: Mapping[str, object] | Sequence[object]) -> str:
    """JSON for a row; ASCII, since names of files may be no text."""
    return json.dumps(value)
