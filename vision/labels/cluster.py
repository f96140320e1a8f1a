"""A Ray cluster does the jobs: actors with an eye each. Needs `pip install 'zhuoji[ray]'` here and on every node."""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError

from vision.labels.job import Died, Eyes, Job, Reads
from vision.labels.sheet import LabelError
from vision.labels.workers import ATTEMPTS, Staff, Workers

AHEAD = 2
"""Jobs for each actor: one that it works on, one that waits, so that it is never idle while an outcome travels."""


REACH_SECONDS = 20.0
"""For the cluster's head to answer."""


def cluster(make: Eyes, address: str | None = None, count: int | None = None) -> Workers:
    """Actors of the cluster at this address, or of one on this machine. `count`: how many; None: one for each core that
    the cluster has now. More than it has room for begin work when nodes join.

    An actor that dies, with its node or alone, costs a death of the photo that it worked on; another takes its place.
    """

    @contextmanager
    def work() -> Iterator[Staff]:
        begun = not ray.is_initialized()
        if begun:
            _reach(address)
            try:
                ray.init(address or "local", log_to_driver=False, include_dashboard=False, logging_level="ERROR")
            except (ConnectionError, ValueError) as error:
                raise LabelError(f"no Ray cluster answers at {address}: {error}") from error
        staff = _Actors(make, count or max(1, int(ray.cluster_resources().get("CPU", 1))))
        try:
            yield staff
        finally:
            staff.close()
            if begun:
                ray.shutdown()

    return work


def _reach(address: str | None) -> None:
    """Raises LabelError where nobody listens at host:port: Ray itself would try for many minutes."""
    host, _, port = (address or "").removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        try:
            socket.create_connection((host, int(port)), REACH_SECONDS).close()
        except OSError as error:
            raise LabelError(f"no Ray cluster answers at {address}: {error}") from error


class _Worker:
    """An actor. Its eye is loaded once, when a job first needs it."""

    def __init__(self, make: Eyes) -> None:
        self._make = make
        self._eye: Reads | None = None

    def ready(self) -> bool:
        return True

    def do(self, job: Job) -> object:
        return job(self._get)

    def _get(self) -> Reads:
        if self._eye is None:
            self._eye = self._make()
        return self._eye


class _Actors:
    remote = True

    def __init__(self, make: Eyes, count: int) -> None:
        self.room = AHEAD * count
        self._count = count
        self._make = ray.put(make)
        self._class = ray.remote(num_cpus=1, scheduling_strategy="SPREAD")(_Worker)
        self._jobs: deque[Job] = deque()
        self._coming: dict[Any, Any] = {}
        """What tells that an actor has begun -> the actor."""
        self._busy: dict[Any, dict[Any, Job]] = {}
        """Actor -> its jobs, in the order in which it does them."""
        self._owner: dict[Any, Any] = {}
        self._failed_starts = 0
        for _ in range(count):
            self._call()

    def submit(self, job: Job) -> None:
        self._jobs.append(job)

    def next(self) -> Sequence[tuple[Job, object]]:
        came: list[tuple[Job, object]] = []
        while not came:
            self._hand_out()
            waiting = [*self._owner, *self._coming]
            ray.wait(waiting, num_returns=1, fetch_local=False)
            done, _ = ray.wait(waiting, num_returns=len(waiting), timeout=0, fetch_local=False)
            for ref in done:
                if ref in self._coming:
                    self._begun(ref)
                elif ref in self._owner:  # not of an actor that was found dead just now
                    came += self._outcome(ref)
        return came

    def close(self) -> None:
        for actor in (*self._coming.values(), *self._busy):
            ray.kill(actor)

    def _call(self) -> None:
        actor = self._class.remote(self._make)
        self._coming[actor.ready.remote()] = actor

    def _begun(self, ref: Any) -> None:
        """An actor is there. Raises LabelError where none comes to life."""
        actor = self._coming.pop(ref)
        try:
            ray.get(ref)
        except RayError as error:
            self._failed_starts += 1
            if self._failed_starts >= ATTEMPTS * self._count:
                raise LabelError(f"the cluster's workers do not start: {str(error).strip()[-300:]}") from error
            self._call()
        else:
            self._failed_starts = 0
            self._busy[actor] = {}

    def _hand_out(self) -> None:
        for actor, jobs in sorted(self._busy.items(), key=lambda each: len(each[1])):
            while self._jobs and len(jobs) < AHEAD:
                job = self._jobs.popleft()
                ref = actor.do.remote(job)
                jobs[ref] = job
                self._owner[ref] = actor

    def _outcome(self, ref: Any) -> list[tuple[Job, object]]:
        """Raises what the job raises."""
        actor = self._owner[ref]
        try:
            outcome = ray.get(ref)
        except RayTaskError as error:
            raise error.cause from error
        except RayError:
            return self._lost(actor)
        del self._owner[ref]
        return [(self._busy[actor].pop(ref), outcome)]

    def _lost(self, actor: Any) -> list[tuple[Job, object]]:
        """An actor is dead. It worked on the first of its jobs whose outcome did not arrive; others are done again."""
        lost = self._busy.pop(actor)
        ray.kill(actor)  # it may only be out of reach
        self._call()
        came: list[tuple[Job, object]] = []
        guilty = True
        for ref, job in lost.items():
            del self._owner[ref]
            try:
                came.append((job, ray.get(ref, timeout=0)))
            except RayError:  # its own, or that it never began
                if guilty:
                    came.append((job, Died()))
                else:
                    self._jobs.appendleft(job)
                guilty = False
        return came
