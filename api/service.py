"""What one running service holds; routes take it from `request.app.state.service`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import TypeVar

from starlette.requests import ClientDisconnect, Request

from api.body import Buffer
from api.eye import Eye
from api.metrics import Metrics
from api.problems import Problem
from api.settings import Settings
from api.waiting import Line, Ticket

Result = TypeVar("Result")


class Service:
    """The eye, the lines before it and before corrections, limits and counts. `draining`: SIGTERM has come."""

    def __init__(self, eye: Eye, settings: Settings) -> None:
        self.eye = eye
        self.settings = settings
        self.buffer = Buffer(settings.buffer_bytes)
        self.queue = Line(settings.eye_workers, settings.queue_places)
        self.desk = Line(1, settings.queue_places)  # corrections: short, but too long to hold up every request
        self.metrics = Metrics(eye.model, lambda: self.queue.held)
        self.draining = False

    def close(self) -> None:
        """Ends the threads."""
        self.queue.close()
        self.desk.close()

    async def attend(self, request: Request, queue: Line, work: Callable[[Ticket], Result]) -> Result:
        """`work` done in its turn while its client waits.

        Raises Problem (503): no place, or `deadline` seconds are over; ClientDisconnect where the client leaves.
        """
        result = asyncio.ensure_future(queue.run(work))
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


async def _leaves(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def service_of(request: Request) -> Service:
    """The service that answers this request."""
    service: Service = request.app.state.service
    return service
