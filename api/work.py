"""A piece of work: what it is told, how it ends early, and what it leaves behind. The same in this process and in a
child of it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Protocol, TypeVar

from api.problems import Problem
from vision.types import Reading

Result = TypeVar("Result")


class Gone(Exception):  # noqa: N818 - nobody waits for this answer any more
    """Raised inside work whose client has left or whose deadline is over, at the next stage."""


class Ticket:
    """One piece of work as its client sees it; `left`: nobody waits for it any more."""

    def __init__(self) -> None:
        self._left = threading.Event()

    @property
    def left(self) -> bool:
        """Whether the client has gone."""
        return self._left.is_set()

    def leave(self) -> None:
        """The client has gone."""
        self._left.set()


@dataclass(slots=True)
class Notes:
    """What is counted of a piece of work, whatever becomes of it.

    `times`: stage and seconds. `readings`: of each photo whether it is ok, and the codes of its doubts.
    """

    times: list[tuple[str, float]] = field(default_factory=list)
    readings: list[tuple[bool, tuple[str, ...]]] = field(default_factory=list)


class Stages:
    """What work tells about its stages; between two of them it ends where nobody waits any more."""

    def __init__(self, gone: Callable[[], bool]) -> None:
        self._gone = gone
        self.notes = Notes()

    def check(self) -> None:
        """Raises Gone where nobody waits any more."""
        if self._gone():
            raise Gone

    def took(self, stage: str, seconds: float) -> None:
        """One stage's time. Raises Gone."""
        self.notes.times.append((stage, seconds))
        self.check()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Times what runs inside as one stage. Raises Gone before it begins."""
        self.check()
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.notes.times.append((name, time.perf_counter() - begin))

    def read(self, reading: Reading) -> None:
        """A photo was read."""
        self.notes.readings.append((reading.ok, tuple(doubt.code for doubt in reading.doubts)))


Work = Callable[[Any, Stages], Result]
"""Called with the eye, or None where none is needed. A module's function, or a `functools.partial` of one: it and its
arguments can be pickled.
"""


class Hand(Protocol):
    """Does one piece of work at a time, in whatever thread asks."""

    def do(self, work: Work[Result], ticket: Ticket) -> Result:
        """The work's result, or what it raises; Problem (503) where it was lost."""

    def close(self) -> None:
        """Ends it; what is being done is lost."""


class Here:
    """A hand in this process, for a stub of the eye and for work that no native code does."""

    def __init__(self, tools: object, told: Callable[[Notes], None]) -> None:
        self._tools = tools
        self._told = told

    def do(self, work: Work[Result], ticket: Ticket) -> Result:
        """As `Hand.do`."""
        stages = Stages(lambda: ticket.left)
        try:
            stages.check()
            return work(self._tools, stages)
        finally:
            self._told(stages.notes)

    def close(self) -> None:
        """Nothing to end."""


LOST = {
    "crash": ("crashed", "the process that worked on this ended by itself ({how}); the same may happen again with it"),
    "memory": ("crashed", "this took more memory than the process that worked on it may have; a smaller photo may do"),
    "hang": ("too_slow", "this took longer than {seconds:g} s and was given up"),
    "start": ("busy", "what does this work is being started again; try again in {retry} s"),
}
"""Why work is lost: the code and the sentence of its problem."""
RETRY_AFTER = 3


def lost(why: str, how: str = "", seconds: float = 0.0) -> Problem:
    """503 with Retry-After, for work that was lost though nothing was wrong with the service: `why` of `LOST`."""
    code, words = LOST[why]
    detail = words.format(how=how, seconds=seconds, retry=RETRY_AFTER)
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, code, detail, headers={"Retry-After": str(RETRY_AFTER)})
