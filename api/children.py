"""Child processes that do the native work, watched: one that crashes, hangs or grows is killed and started again.

Work goes through one pipe for each child, so that none can hold up another. `concurrent.futures` loses every process
with the first that dies; Pebble and Deadpool restart them, but neither lets work end between two stages when its
client leaves, counts from the outside what a process holds, or says that models could not be loaded
(docs/operating.md has what was compared).
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import cast

from api import forking
from api.child import LEAVE, NO_MEMORY, Load, NotReady, Outcome, Ready, main
from api.logs import log
from api.work import Gone, Notes, Result, Ticket, Work, lost
from vision.eye.onnx import ModelError

GLANCE = 0.05
"""Seconds between two looks at the children."""
START_SECONDS = 60.0
END_SECONDS = 2.0
"""From SIGKILL until the end is known."""
PATIENCE = 10.0
"""Seconds for which work waits for a child that is starting."""
LONGEST_PAUSE = 30.0
"""Seconds between two starts of a child that does not come up, at most; the pauses double from half a second."""
GROWN = 0.75
"""Share of its memory above which a child that has nothing to do is started anew."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a child may take: `memory_bytes` in all, `seconds` for one piece of work."""

    memory_bytes: int
    seconds: float


class _State(Enum):
    FORKING = "forking"
    STARTING = "starting"
    UP = "up"
    DOWN = "down"
    CLOSED = "closed"


@dataclass(slots=True)
class _Job:
    ticket: Ticket
    end: float
    sent: bool = False
    told: bool = False


class Child:
    """One process and its pipe; a hand (`api.work.Hand`). `died` is told the reason of each death."""

    def __init__(self, load: Load, limits: Limits, told: Callable[[Notes], None], died: Callable[[str], None]) -> None:
        self._load, self._limits, self._told, self._died = load, limits, told, died
        self._lock = threading.Lock()
        self._up = threading.Event()
        self._state = _State.DOWN
        self._job: _Job | None = None
        self._failures = 0
        self._start_at = 0.0
        self._process: BaseProcess | None = None
        self.model = ""
        self.not_ready = ""
        self._start()

    @property
    def up(self) -> bool:
        """Whether it can work."""
        return self._up.is_set()

    @property
    def pid(self) -> int | None:
        """Of the process that is there now."""
        return None if self._process is None else self._process.pid

    def _start(self) -> None:
        self._why = ""
        self._begun = time.monotonic()
        self._killed_at = 0.0
        self._state = _State.FORKING
        threading.Thread(target=self._fork, name="fork", daemon=True).start()

    def _fork(self) -> None:
        """In a thread: who forks may hang, and the watch must not."""
        pipe, theirs = forking.context.Pipe()
        try:
            process = forking.forked(main, theirs, self._load, self._limits.memory_bytes)
        except (OSError, EOFError) as error:
            with self._lock:
                if self._state is _State.FORKING:
                    self._rest("start", str(error) or type(error).__name__)
            return
        finally:
            theirs.close()
        with self._lock:
            if self._state is _State.FORKING:
                self._pipe, self._process, self._state = pipe, process, _State.STARTING
            else:  # closed meanwhile
                process.kill()

    def do(self, work: Work[Result], ticket: Ticket) -> Result:
        """As `Hand.do`."""
        pipe = self._begin(ticket)
        try:
            outcome = self._exchanged(pipe, work)
        finally:
            with self._lock:
                self._job = None
        self._told(outcome.notes)
        if outcome.gone:
            raise Gone
        if outcome.no_memory:
            with self._lock:
                self._up.clear()
                self._kill("memory")
            raise lost("memory")
        if outcome.failure:
            raise RuntimeError(f"in a child process:\n{outcome.failure}")
        if outcome.error is not None:
            raise outcome.error
        return cast(Result, outcome.result)

    def _begin(self, ticket: Ticket) -> Connection:
        """Its pipe, for one job. Raises Problem (503) where it does not come up in time."""
        end = time.monotonic() + PATIENCE
        while self._up.wait(max(0.0, end - time.monotonic())):
            with self._lock:
                if self._up.is_set():
                    self._job = _Job(ticket, time.monotonic() + self._limits.seconds)
                    return self._pipe
        raise lost("start")

    def _exchanged(self, pipe: Connection, work: Work[Result]) -> Outcome:
        try:
            pipe.send(work)
            with self._lock:
                if self._job is not None:
                    self._job.sent = True
            outcome = pipe.recv()
            assert isinstance(outcome, Outcome)
        except (EOFError, OSError):
            with self._lock:
                self._up.clear()
                self._end(1)  # it may have closed the pipe and live on
                self._why = self._why or ("memory" if self._exitcode == NO_MEMORY else "crash")
                why, how = self._why, _how(self._exitcode)
            raise lost(why, how, self._limits.seconds) from None
        return outcome

    def look(self) -> None:
        """What the watch does from time to time."""
        now = time.monotonic()
        with self._lock:
            if self._state is _State.DOWN:
                if now >= self._start_at and self._job is None:
                    self._start()
            elif self._state is _State.FORKING:
                self._lose_patience(now - self._begun, START_SECONDS)
            elif self._process is not None and self._state is not _State.CLOSED:
                if self._state is not _State.UP:
                    self._greet(now)  # its first word counts, even if it has ended since
                if not self._process.is_alive():
                    self._rest(self._why or ("crash" if self._state is _State.UP else "start"), _how(self._exitcode))
                elif self._killed_at:
                    self._lose_patience(now - self._killed_at, END_SECONDS)
                elif self._state is _State.UP:
                    self._judge(now)

    def _lose_patience(self, waited: float, most: float) -> None:
        """Who forks children also tells that one has ended; one that does neither is in the way of all of them."""
        if waited > most:
            forking.end_forker()

    def _rest(self, why: str, how: str) -> None:
        """It has ended; the next one starts at once, or after a pause where this one did not come up."""
        came_up, now = self._state is _State.UP, time.monotonic()
        self._up.clear()
        self._state = _State.DOWN
        self._failures = 0 if came_up else self._failures + 1
        self._start_at = now if came_up else now + min(LONGEST_PAUSE, 0.25 * 2 ** min(self._failures, 10))
        log.warning("a child process ended", extra={"fields": {"why": why, "how": how}})
        self._died(why)

    def _judge(self, now: float) -> None:
        held = resident(self.pid)
        job = self._job
        if held > self._limits.memory_bytes:
            self._kill("memory")
        elif job is None and held > GROWN * self._limits.memory_bytes:
            self._up.clear()
            self._kill("grown")
        elif job is not None and now > job.end:
            self._kill("hang")
        elif job is not None and job.sent and job.ticket.left and not job.told:
            job.told = True
            with suppress(OSError):
                self._pipe.send(LEAVE)

    def _greet(self, now: float) -> None:
        """Its first word."""
        if now - self._begun > START_SECONDS:
            self._kill("start")
            return
        with suppress(EOFError, OSError):
            if self._why or not self._pipe.poll():
                return
            match self._pipe.recv():
                case Ready(model):
                    self.model, self.not_ready = model, ""
                    self._state = _State.UP
                    self._up.set()
                case NotReady(why):
                    self.not_ready = why or "it says nothing"
                    self._kill("start")

    def _kill(self, why: str) -> None:
        self._why = self._why or why
        self._end(0)

    def _end(self, wait: float) -> None:
        if self._process is not None:
            self._killed_at = self._killed_at or time.monotonic()
            self._process.kill()
            self._process.join(wait)

    @property
    def _exitcode(self) -> int | None:
        return None if self._process is None else self._process.exitcode

    def close(self) -> None:
        """Ends it at once."""
        with self._lock:
            self._state = _State.CLOSED
            self._up.clear()
            self._end(END_SECONDS)
            if self._process is not None and self._process.is_alive():
                forking.end_forker()


class Watch:
    """Looks at children until it is closed; they end with it."""

    def __init__(self) -> None:
        self._children: list[Child] = []
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self, children: list[Child]) -> None:
        """Begin, and come back when each can work. Raises ModelError where one says that it can't."""
        self._children = children
        self._thread.start()
        while not all(child.up for child in children):
            if why := next((child.not_ready for child in children if child.not_ready), ""):
                self.close()
                raise ModelError(why)
            time.sleep(0.01)

    def _run(self) -> None:
        while not self._end.wait(GLANCE):
            for child in self._children:
                try:
                    child.look()
                except Exception:
                    log.exception("a child process could not be looked after")

    def close(self) -> None:
        """Ends the children and the watch."""
        self._end.set()
        for child in self._children:
            child.close()
        if self._thread.is_alive():
            self._thread.join(5)


def resident(pid: int | None) -> int:
    """Bytes of memory that a process holds; 0 where the system doesn't tell."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return 0


def _how(exitcode: int | None) -> str:
    """A process's end in words."""
    if exitcode is None:
        return "still ending"
    if exitcode < 0:
        with suppress(ValueError):
            return signal.Signals(-exitcode).name
    return f"exit code {exitcode}"
