"""The line before the eye: a few photos wait, the rest are turned away at once."""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from api.body import busy

Result = TypeVar("Result")
FIRST_GUESS = 1.0  # seconds one takes, until the first one is done


class Gone(Exception):  # noqa: N818 - nobody waits for this answer any more
    """Raised inside work whose client has left or whose deadline is over, at the next stage."""


class Ticket:
    """One piece of work; `check` ends it between two stages once nobody waits for it."""

    def __init__(self) -> None:
        self._left = threading.Event()

    def leave(self) -> None:
        """The client has gone."""
        self._left.set()

    def check(self) -> None:
        """Raises Gone where nobody waits any more."""
        if self._left.is_set():
            raise Gone


class Line:
    """`workers` threads and `places` waiting places before them.

    Threads, since the models let go of the interpreter while they compute.
    """

    def __init__(self, workers: int, places: int) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="eye")
        self._workers = workers
        self._capacity = workers + places
        self._lock = threading.Lock()
        self._held = 0
        self._seconds = FIRST_GUESS

    @property
    def held(self) -> int:
        """What waits or is being worked on."""
        return self._held

    def admit(self) -> None:
        """Raises Problem (503 `busy`, Retry-After) where every place is taken."""
        if self._held >= self._capacity:
            wait = math.ceil(self._held * self._seconds / self._workers)
            raise busy(f"{self._held} others are waiting already", max(1, wait))

    async def run(self, work: Callable[[Ticket], Result]) -> Result:
        """`work`'s result. Cancelled while it waits, it is never begun; cancelled later, it ends at its next `check`.

        Raises Problem as `admit`, and what `work` raises.
        """
        self.admit()
        ticket = Ticket()
        waiting: list[Callable[[Ticket], Result]] = [work]  # emptied once done: a job that left must not keep its photo

        def job() -> Result:
            begin = time.perf_counter()
            try:
                return waiting[0](ticket)
            finally:
                self._seconds += 0.2 * (time.perf_counter() - begin - self._seconds)

        def done(_: Future[Result]) -> None:
            waiting.clear()
            with self._lock:
                self._held -= 1

        with self._lock:
            self._held += 1
        future = self._pool.submit(job)
        future.add_done_callback(done)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            ticket.leave()
            raise

    def close(self) -> None:
        """Ends the threads; what waits is dropped."""
        self._pool.shutdown(wait=True, cancel_futures=True)
