"""Who does the jobs. A cluster is another `Workers`: jobs in, outcomes out, in any order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from multiprocessing.connection import wait
from pathlib import Path
from typing import Protocol

from vision.eye.taught import TaughtSet
from vision.labels.job import Died, Eyes, Job, Reads
from vision.read.eye import Eye

AHEAD = 4
"""Jobs handed out for each worker: what bounds the memory, whatever the number of photos."""
ATTEMPTS = 3
"""Workers that may die of a photo before it counts as failed: the machine may have been at fault once or twice."""


class Staff(Protocol):
    """Workers that have been called together. `room`: jobs that they take at a time. `remote`: they hash files,
    too, where these lie.
    """

    room: int
    remote: bool

    def submit(self, job: Job) -> None:
        """Hand out a job. One that a worker died of is done where it costs no other one."""

    def next(self) -> Sequence[tuple[Job, object]]:
        """Wait until jobs are done: these and their outcomes, `Died` for one that its worker did not survive. Raises
        what the job raises.
        """


Workers = Callable[[], AbstractContextManager[Staff]]
"""Calls workers together, and sends them home."""


def drive(
    staff: Staff,
    jobs: Iterator[Job],
    take: Callable[[Job, object], Iterator[Job]],
    together: Callable[[], AbstractContextManager[None]],
) -> None:
    """Have all jobs done; never many more are asked for than are worked on.

    `take`: what is to be done with an outcome; the jobs that follow from it come before all others. `together`: around
    the outcomes that come at a time.
    """
    after: deque[Job] = deque()
    out = 0
    while True:
        while out < staff.room and (job := after.popleft() if after else next(jobs, None)) is not None:
            staff.submit(job)
            out += 1
        if not out:
            return
        came = staff.next()
        out -= len(came)
        with together():
            for job, outcome in came:
                after.extend(take(job, outcome))


def load_eye(folder: Path | None = None, taught: TaughtSet | None = None) -> Eye:
    """An eye for one core, with a taught set. Every worker has one thread, so that a reading is the same bytes whoever
    makes it.
    """
    return Eye.load(threads=1, folder=folder).with_set(taught)


def here(eye: Reads | None = None) -> Workers:
    """This process, one job after the other; without an eye for jobs that need none."""

    @contextmanager
    def work() -> Iterator[Staff]:
        yield _Here(eye)

    return work


class _Here:
    room = 1
    remote = False

    def __init__(self, eye: Reads | None) -> None:
        self._eye = eye
        self._jobs: deque[Job] = deque()

    def submit(self, job: Job) -> None:
        self._jobs.append(job)

    def next(self) -> Sequence[tuple[Job, object]]:
        job = self._jobs.popleft()
        return ((job, job(self._get)),)

    def _get(self) -> Reads:
        assert self._eye is not None
        return self._eye


def processes(count: int, make: Eyes = load_eye) -> Workers:
    """`count` processes, each decoding and reading with an eye of its own; `make` is a module's function.

    A worker that dies (memory, a decoder's crash) costs only the photo that it dies of, again, alone.
    """

    @contextmanager
    def work() -> Iterator[Staff]:
        staff = _Processes(count, make)
        try:
            yield staff
        finally:
            staff.close()

    return work


class _Processes:
    remote = False

    def __init__(self, count: int, make: Eyes) -> None:
        self.room = AHEAD * count
        self._count, self._make = count, make
        self._pool = _pool(count, make)
        self._under_way: dict[Future[object], Job] = {}
        self._alone: deque[Job] = deque()

    def submit(self, job: Job) -> None:
        if job.attempts:
            self._alone.append(job)
            return
        try:
            self._under_way[self._pool.submit(_do, job)] = job
        except BrokenProcessPool:
            self._alone.append(job)

    def next(self) -> Sequence[tuple[Job, object]]:
        if not self._alone:
            done, _ = wait_for(self._under_way, return_when=FIRST_COMPLETED)
            if not any(isinstance(future.exception(), BrokenProcessPool) for future in done):
                return [(self._under_way.pop(future), future.result()) for future in done]
            self._renew()
        job = self._alone.popleft()
        return ((job, _alone(job, self._make)),)

    def _renew(self) -> None:
        """One of the jobs under way was deadly: nobody knows which."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._alone.extend(self._under_way.values())
        self._under_way.clear()
        self._pool = _pool(self._count, self._make)

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


def _alone(job: Job, make: Eyes) -> object:
    with _pool(1, make) as pool:
        try:
            return pool.submit(_do, job).result()
        except BrokenProcessPool:
            return Died()


def _pool(count: int, make: Eyes) -> ProcessPoolExecutor:
    # "spawn": the models' threads do not survive a fork
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, context, initializer=_begin, initargs=(make,))


_make: Eyes | None = None


def _begin(make: Eyes) -> None:
    """In a worker, before its first job."""
    global _make
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who was started ends the others
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _make = cache(make)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _do(job: Job) -> object:
    return job(_get)


def _get() -> Reads:
    assert _make is not None
    return _make()
