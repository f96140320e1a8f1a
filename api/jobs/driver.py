"""A child process that labels one job: `vision.labels.engine`, with the service's eyes for its workers.

It unpacks, hashes, keeps the manifest and writes label files. Photos are read by the service, which is asked through
the pipe. It may be killed at any time; the next one goes on from what lies in the job's folder.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
import traceback
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from api.child import guard
from api.jobs.arrival import FULL, Intake
from api.jobs.collect import TooMuchError, collect
from api.jobs.packed import list_files
from api.jobs.reading import NotWritten
from api.jobs.zips import Bounds
from api.problems import Problem
from vision.labels.dataset import opened
from vision.labels.engine import Order, Summary, label
from vision.labels.files import write
from vision.labels.job import Job, Reads
from vision.labels.task import Task

NICENESS = 10
PROGRESS_SECONDS = 0.3
FAILURES = "failed.json"
SET = "set"
AHEAD = 4
"""Jobs of the engine under way, of which eyes have some."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """A job as its driver is told it. `model`: the version of the service's models; `room`: bytes that it may take in
    all; `source`: an address in a store, or "".
    """

    folder: Path
    formats: tuple[str, ...]
    source: str
    model: str
    bounds: Bounds
    room: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """A photo is to be read."""

    number: int
    task: Task


@dataclass(frozen=True, slots=True)
class Came:
    """How far it has come; `photos` -1: it is not known yet how many there are."""

    stage: str
    photos: int
    read: int


@dataclass(frozen=True, slots=True)
class Labelled:
    """All is done. `photos`: with and without labels; `failures`: all of them, (file, code, sentence)."""

    photos: int
    failures: tuple[tuple[str, str, str], ...]
    passed: dict[str, int]


@dataclass(frozen=True, slots=True)
class Refused:
    """It can never be labelled, and why."""

    status: int
    code: str
    detail: str
    pointer: str


@dataclass(frozen=True, slots=True)
class HeldUp:
    """It cannot be labelled at present. `full`: the disk is; `fault`: it may never go, and is not tried for ever."""

    why: str
    full: bool = False
    fault: bool = False


Outcome = Labelled | Refused | HeldUp


def main(pipe: Connection, assignment: Assignment, memory_bytes: int) -> None:
    """Labels the job and says what came of it."""
    guard(memory_bytes)
    os.environ["SQLITE_TMPDIR"] = str(assignment.folder)  # what a run has to remember; a container's /tmp is small
    with suppress(OSError):
        os.nice(NICENESS)
    with suppress(EOFError, OSError):  # the service has ended
        pipe.send(_outcome(pipe, assignment))


def _outcome(pipe: Connection, assignment: Assignment) -> Outcome:
    try:
        return _label(pipe, assignment)
    except Problem as problem:
        return Refused(int(problem.status), problem.code, problem.detail, problem.pointer)
    except TooMuchError as error:
        return Refused(413, "too_large", str(error), "")
    except sqlite3.OperationalError as error:
        return HeldUp(str(error), full=error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_FULL)
    except OSError as error:
        return HeldUp(error.strerror or str(error), full=error.errno in FULL)
    except Exception:
        return HeldUp(traceback.format_exc(), fault=True)


def _label(pipe: Connection, assignment: Assignment) -> Labelled:
    folder, told = assignment.folder, _Told(pipe)
    collected = collect(folder, assignment.source, assignment.bounds, assignment.room, told)
    with opened(folder / SET, new=True) as dataset:
        order = Order((folder / "photos",), assignment.formats, link=True)
        summary = label(dataset, order, assignment.model, lambda: _staff(pipe), told)
        failures = _failures(summary, collected, folder)
        for path in summary.unwritten:
            raise RuntimeError(f"{path} was changed by somebody else")
        if failures:
            listed = [{"file": file, "code": code, "detail": detail} for file, code, detail in failures]
            write(folder / FAILURES, [json.dumps(listed, ensure_ascii=False, indent=1).encode("utf-8", "replace")])
        list_files(dataset, folder)
    passed = collected.passed + summary.plan.passed
    return Labelled(summary.photos + len(failures), tuple(failures), dict(passed))


def _failures(summary: Summary, collected: Intake, folder: Path) -> list[tuple[str, str, str]]:
    """Files by the names that their senders gave them."""
    found = []
    for file, code, detail in summary.failures:
        inner = file.removeprefix(f"{folder}/")
        found.append((collected.names.get(inner, Path(inner).name), code, detail))
    return [*collected.failures, *found]


class _Told:
    """Progress, told to the service now and then. What an earlier driver has read is counted, too."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._photos = -1
        self._stage = ""
        self._last = 0.0

    def __call__(self, stage: str, done: int, of: int | None) -> None:
        """As `vision.labels.plan.OnProgress`."""
        read = 0
        if stage == "find":
            self._photos = of or 0
        elif of is not None and self._photos >= 0:
            read = self._photos - of + done if stage == "read" else self._photos
        now = time.monotonic()
        if stage != self._stage or now - self._last >= PROGRESS_SECONDS:
            self._stage, self._last = stage, now
            self._pipe.send(Came(stage, self._photos, max(0, read)))


@contextmanager
def _staff(pipe: Connection) -> Iterator[_Staff]:
    yield _Staff(pipe)


class _Staff:
    """Photos are read by the service's eyes, everything else is done here (`vision.labels.workers.Staff`)."""

    room = AHEAD
    remote = False

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._here: deque[Job] = deque()
        self._asked: dict[int, Task] = {}
        self._number = 0

    def submit(self, job: Job) -> None:
        """As `Staff.submit`."""
        if not isinstance(job, Task):
            self._here.append(job)
            return
        self._number += 1
        self._asked[self._number] = job
        self._pipe.send(Wanted(self._number, job))

    def next(self) -> Sequence[tuple[Job, object]]:
        """As `Staff.next`. Raises OSError where the disk does not take what is written."""
        if self._here:
            job = self._here.popleft()
            return ((job, job(_nobody)),)
        number, outcome = self._pipe.recv()
        if isinstance(outcome, NotWritten):
            raise OSError(outcome.number, outcome.why)
        return ((self._asked.pop(number), outcome),)


def _nobody() -> Reads:
    raise AssertionError("photos are read by the service")
