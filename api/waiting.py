"""The line before the eye: a few photos wait, the rest are turned away at once, and no client keeps it for itself.

Who has taken least of the hands' time is next, whatever the number of their requests. Where every place is taken, who
has most of them waiting gives one up to somebody who has fewer.

Work that nobody waits for (label jobs) is begun by a hand that nobody else needs, and only by a few of them at a time.
"""

from __future__ import annotations

import asyncio
import math
import time
import traceback
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

from api.body import busy
from api.problems import Problem
from api.work import Hand, Result, Ticket, Work

FIRST_GUESS = 1.0  # seconds one takes, until the first one is done
HALF_LIFE = 60.0
"""Seconds after which half of the time that a client took is forgotten."""
FORGOTTEN = 0.001
"""Seconds taken below which a client is as good as new."""


@dataclass(eq=False, slots=True)
class _Job:
    """`work`: None once it is done or nobody waits for it: a job that left must not keep its photo. `begun`, `over`: a
    hand has it, has done it.
    """

    work: Work[Any] | None
    client: str
    ticket: Ticket
    future: asyncio.Future[Any]
    begun: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)


class Line:
    """`hands` that each do one piece of work at a time, and `places` waiting places before them; `spare`: hands that
    work which nobody waits for may have at a time. Used by one loop.
    """

    def __init__(self, hands: Sequence[Hand], places: int, spare: int = 1) -> None:
        self._hands = hands
        self._free = list(hands)
        self._pool = ThreadPoolExecutor(len(hands), thread_name_prefix="hand")
        self._capacity = len(hands) + places
        self._waiting: dict[str, deque[_Job]] = {}
        self._held = 0
        self._seconds = FIRST_GUESS
        self._taken = Shares()
        self._later: dict[str, deque[_Job]] = {}
        self._later_taken = Shares()  # of their own: a client's label job costs their next photo nothing
        self._spare = spare

    @property
    def held(self) -> int:
        """What waits or is being worked on."""
        return self._held

    def admit(self, client: str = "") -> None:
        """Raises Problem (503 `busy`, Retry-After) where every place is taken and nobody has more than this client."""
        if self._held >= self._capacity and self._greediest(client) is None:
            raise self._full()

    async def run(self, work: Work[Result], client: str = "") -> Result:
        """`work`'s result. Cancelled while it waits, it is never begun; cancelled later, it ends at its next check.

        Raises Problem as `admit`, also later where somebody else needs the place, and what `work` raises.
        """
        self.admit(client)
        if self._held >= self._capacity:
            self._give_up(self._greediest(client))
        job = _Job(work, client, Ticket(), asyncio.get_running_loop().create_future())
        del work
        self._held += 1
        return cast(Result, await self._answered(job, self._waiting))

    async def later(self, work: Work[Result], client: str) -> Result:
        """`work`'s result, begun when a hand is free that nobody waits for. Cancelled as in `run`, but over only when
        the hand has let it go: nothing is written behind its back.

        It takes no place. Who has taken least of the hands' time in this way is next. Raises what `work` raises.
        """
        job = _Job(work, client, Ticket(), asyncio.get_running_loop().create_future())
        del work
        try:
            return cast(Result, await self._answered(job, self._later))
        except asyncio.CancelledError:
            if job.begun:
                await job.over.wait()
            raise

    async def _answered(self, job: _Job, waiting: dict[str, deque[_Job]]) -> Any:
        waiting.setdefault(job.client, deque()).append(job)
        self._next()
        try:
            return await job.future
        except asyncio.CancelledError:
            job.ticket.leave()
            if job.work is not None:
                _take_out(job, waiting)
                self._held -= waiting is self._waiting
            raise

    def _full(self) -> Problem:
        wait = math.ceil(self._held * self._seconds / len(self._hands))
        return busy(f"{self._held} others are waiting already", max(1, wait))

    def _greediest(self, client: str) -> str | None:
        """Who has more waiting than this client would have then, and the most; None: nobody."""
        mine = len(self._waiting.get(client, ())) + 1
        most = max(self._waiting, key=lambda one: len(self._waiting[one]), default=None)
        return most if most is not None and len(self._waiting[most]) > mine else None

    def _give_up(self, client: str | None) -> None:
        """This client's last one is turned away."""
        if client is not None:
            job = self._waiting[client][-1]
            problem = self._full()
            self._remove(job)
            if not job.future.done():
                job.future.set_exception(problem)

    def _remove(self, job: _Job) -> None:
        _take_out(job, self._waiting)
        self._held -= 1

    def _next(self) -> None:
        while self._free and self._waiting:
            job = _first(self._waiting, self._taken)
            work = job.work
            self._remove(job)
            if work is not None and not job.future.done():
                self._held += 1
                self._begin(work, job, self._was_done)
            del work
        while self._free and self._later and self._spare:
            job = _first(self._later, self._later_taken)
            work = job.work
            _take_out(job, self._later)
            if work is not None and not job.future.done():
                self._spare -= 1
                self._begin(work, job, self._was_done_later)
            del work

    def _was_done(self, job: _Job, seconds: float) -> None:
        self._seconds += 0.2 * (seconds - self._seconds)
        self._taken.add(job.client, seconds)
        self._held -= 1

    def _was_done_later(self, job: _Job, seconds: float) -> None:
        self._later_taken.add(job.client, seconds)
        self._spare += 1

    def _begin(self, work: Work[Any], job: _Job, count: Callable[[_Job, float], None]) -> None:
        """A free hand does it; `count` is told the seconds that it took."""
        hand, begin = self._free.pop(0), time.monotonic()
        job.begun = True
        future = self._pool.submit(_do, hand, [work], job.ticket)
        done = self._done(hand, job, lambda: count(job, time.monotonic() - begin))
        future.add_done_callback(partial(_call, asyncio.get_running_loop(), done))

    def _done(self, hand: Hand, job: _Job, count: Callable[[], None]) -> Callable[[Future[Any]], None]:
        def done(future: Future[Any]) -> None:
            count()
            job.over.set()
            self._free.append(hand)
            if not job.future.done():
                if future.cancelled():
                    job.future.cancel()
                elif (error := future.exception()) is not None:
                    job.future.set_exception(error)
                else:
                    job.future.set_result(future.result())
            self._next()

        return done

    def close(self) -> None:
        """Ends the hands; what waits and what is being done is lost."""
        for hand in self._hands:
            hand.close()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _first(waiting: dict[str, deque[_Job]], taken: Shares) -> _Job:
    return waiting[min(waiting, key=taken.of)][0]


def _take_out(job: _Job, waiting: dict[str, deque[_Job]]) -> None:
    jobs = waiting[job.client]
    jobs.remove(job)
    if not jobs:
        del waiting[job.client]
    job.work = None


class Shares:
    """How many seconds each client has taken of late."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._taken: dict[str, tuple[float, float]] = {}

    def of(self, client: str) -> float:
        """Seconds, half of them forgotten after each `HALF_LIFE`."""
        seconds, at = self._taken.get(client, (0.0, 0.0))
        return float(seconds * 0.5 ** ((self._clock() - at) / HALF_LIFE))

    def add(self, client: str, seconds: float) -> None:
        """It has taken so many more; who is as good as new is forgotten."""
        self._taken[client] = (self.of(client) + seconds, self._clock())
        for other in [one for one in self._taken if self.of(one) < FORGOTTEN]:
            del self._taken[other]


def _do(hand: Hand, work: list[Work[Any]], ticket: Ticket) -> Any:
    """In a thread. What is raised keeps no local of the work alive: its traceback would hold a photo's pixels."""
    try:
        return hand.do(work.pop(), ticket)
    except BaseException as error:
        _let_go(error)
        raise


def _let_go(error: BaseException | None) -> None:
    while error is not None:
        traceback.clear_frames(error.__traceback__)
        error = error.__cause__ or error.__context__


def _call(loop: asyncio.AbstractEventLoop, done: Callable[[Future[Any]], None], future: Future[Any]) -> None:
    with suppress(RuntimeError):  # the loop has been closed meanwhile
        loop.call_soon_threadsafe(done, future)
