"""What one running service holds; routes take it from `request.app.state.service`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus
from typing import TypeVar

from starlette.requests import ClientDisconnect, Request

from api.body import Buffer
from api.child import Load, nothing
from api.children import Child, Limits, Watch
from api.clients import client_of
from api.eye import Eye
from api.jobs.office import Office
from api.jobs.runner import Runner
from api.metrics import Metrics
from api.problems import Problem
from api.settings import Settings
from api.waiting import Line
from api.work import Hand, Here, Work
from vision.read import eye as vision_eye

Result = TypeVar("Result")


class Service:
    """The lines before the eyes and before corrections, limits and counts. `draining`: SIGTERM has come.

    With `eye`, a stub, everything is done in this process; else `load` (a module's function, by default the eye's
    own) is called in each of `settings.eye_workers` child processes, and corrections are put in by one more.
    Raises ModelError where the models cannot be loaded.
    """

    def __init__(self, settings: Settings, eye: Eye | None = None, load: Load | None = None) -> None:
        self.settings = settings
        self.buffer = Buffer(settings.buffer_bytes)
        self.metrics = Metrics(lambda: self.queue.held, lambda: sum(child.up for child in self.eyes))
        self.draining = False
        self.office = Office(settings) if settings.jobs else None
        self.eyes: list[Child] = []
        self._watch = Watch()
        if eye is not None:
            self.model = eye.model
            self._open([Here(eye, self.metrics.noted)], [Here(None, self.metrics.noted)])
            return
        load = load or eye_of(settings)
        self.eyes = [self._child(load, settings.eye_memory) for _ in range(settings.eyes)]
        desk = self._child(nothing, settings.desk_memory)
        self._watch.start([*self.eyes, desk])
        self.model = self.eyes[0].model
        self._open(self.eyes, [desk])

    def _child(self, load: Load, memory: int) -> Child:
        limits = Limits(memory, self.settings.eye_deadline)
        return Child(load, limits, self.metrics.noted, self.metrics.died)

    def _open(self, eyes: Sequence[Hand], desk: Sequence[Hand]) -> None:
        self.queue = Line(eyes, self.settings.queue_places, self.settings.jobs_eyes)
        self.desk = Line(desk, self.settings.queue_places)  # corrections: short, but too long to hold up every request
        self.metrics.uses(self.model)

    @property
    def ready(self) -> bool:
        """Whether photos can be read at present."""
        return not self.draining and (not self.eyes or any(child.up for child in self.eyes))

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """While requests are answered, label jobs are worked on; then children and threads end."""
        runner = None if self.office is None else Runner(self.office, self.queue, self.model)
        yield
        if self.office is not None and runner is not None:
            await runner.close()
            await asyncio.to_thread(self.office.close)
        self._close()

    def _close(self) -> None:
        self._watch.close()
        self.queue.close()
        self.desk.close()

    def admit(self, request: Request) -> None:
        """Turns a photo away before its upload rather than after it. Raises Problem (503 `busy`)."""
        self.queue.admit(client_of(request.scope))

    async def attend(self, request: Request, queue: Line, work: Work[Result]) -> Result:
        """`work` done in its turn while its client waits.

        Raises Problem (503): no place, `deadline` seconds are over, or lost with its process; ClientDisconnect where
        the client leaves.
        """
        result = asyncio.ensure_future(queue.run(work, client_of(request.scope)))
        del work
        gone = asyncio.ensure_future(_leaves(request))
        try:
            done, _ = await asyncio.wait(
                {result, gone}, timeout=self.settings.deadline, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            gone.cancel()
            if not result.done():
                result.cancel()
        if result in done:
            return result.result()
        if gone in done:
            raise ClientDisconnect
        detail = f"the answer was not found within {self.settings.deadline:g} s; try again"
        raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, "too_slow", detail, headers={"Retry-After": "5"})


def eye_of(settings: Settings) -> Load:
    """How a child loads the eye."""
    return partial(vision_eye.Eye.load, settings.eye_threads)


async def _leaves(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def service_of(request: Request) -> Service:
    """The service that answers this request."""
    service: Service = request.app.state.service
    return service
