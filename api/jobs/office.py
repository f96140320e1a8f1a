"""What routes need of label jobs: their folder, the store, and uploads on their way."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from http import HTTPStatus
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from starlette.requests import Request

from api.body import busy
from api.clients import client_of
from api.jobs import database
from api.jobs.arrival import Arrival, on_disk
from api.jobs.database import AwayError
from api.jobs.job import Job, State
from api.jobs.store import Store
from api.problems import Problem, no_room
from api.settings import MIB, Settings
from vision.labels.dataset import held
from vision.labels.sheet import LabelError

T = TypeVar("T")
STEP = 4 * MIB
"""Reserved at a time where an upload does not say how long it is."""
ACCEPTED = "accepted"
"""A file in the folder of a job that was answered 202: it is not removed because a database does not know it."""
SILENT_SECONDS = 60.0
"""Without a byte of an upload: one that stalls counts as a job of its client's, and would lock them out."""
ANSWER_SECONDS = 15.0
"""For the database, the wait for others' questions counted."""
AWAY_SECONDS = 5


class Office:
    """Jobs of one folder. Raises ValueError where folder, database or stores cannot be used."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.root = Path(settings.jobs).absolute()
        try:
            (self.root / "jobs").mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise ValueError(f"ZHUOJI_JOBS={settings.jobs}: {error.strerror}") from error
        if settings.jobs_sources and find_spec("fsspec") is None:
            raise ValueError("ZHUOJI_JOBS_SOURCES needs more packages: pip install 'zhuoji[stores]'")
        self.store = Store(database.opened(self.root, settings.jobs_database), settings)
        self._asking = ThreadPoolExecutor(1, "jobs-database")
        self._disk = ThreadPoolExecutor(4, "jobs-disk")
        self.tidy = False
        """Whether no folder of the jobs is known to be needless."""
        self.held_up: dict[str, dict[str, object]] = {}
        """By their ids, why jobs do not go on at present: problem objects."""
        self.wake: Callable[[], None] = lambda: None
        """Told when there is something to do."""

    def folder(self, job: Job) -> Path:
        """All that a job has on the disk."""
        return self.root / "jobs" / job.id

    async def ask(self, question: Callable[[], T]) -> T:
        """What the store answers. Raises AwayError, and Problem as the store does."""
        answer = asyncio.get_running_loop().run_in_executor(self._asking, question)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await asyncio.shield(answer)
        except TimeoutError:
            answer.add_done_callback(lambda done: done.cancelled() or done.exception())
            raise AwayError("it does not answer in time") from None

    async def asked(self, question: Callable[[], T]) -> T:
        """The same for a route. Raises Problem: 503 where the database is away."""
        try:
            return await self.ask(question)
        except AwayError:
            raise busy("the database of the label jobs cannot be reached", AWAY_SECONDS) from None

    async def on_disk(self, work: Callable[[], T]) -> T:
        """Something that takes the disk's time."""
        return await asyncio.get_running_loop().run_in_executor(self._disk, work)

    async def find(self, name: str, client: str) -> Job:
        """An accepted job. Raises Problem (404): there is none, or it is somebody else's.

        Where keys are needed a job is its key's alone; else whoever has its id, which nobody guesses, has the job.
        """
        job = await self.asked(lambda: self.store.get(name))
        if job is None or (self.settings.keys and job.client != client):
            raise Problem(HTTPStatus.NOT_FOUND, "unknown_job", f"there is no label job {name[:100]!r}", "id")
        return job

    async def take(self, request: Request) -> Job:
        """An upload becomes a job, or leaves nothing. Raises Problem, InvalidInput, ClientDisconnect."""
        declared = int(request.headers.get("content-length", "0"))
        client, now = client_of(request.scope), round(time.time(), 3)
        job = Job(secrets.token_hex(16), client, State.ARRIVING, "", "", now, bytes=declared)
        self._check_free(declared)
        folder = self.folder(job)
        with on_disk():
            folder.mkdir(mode=0o700)
        try:
            with held(folder):
                await self.asked(lambda: self.store.add(job))
                arrival = Arrival(folder, self.settings, request.query_params.get("format"))
                try:
                    accepted = await self._arrive(request, job, arrival)
                finally:
                    arrival.leave()
                await self.asked(lambda: self.store.arrived(accepted))
                with suppress(OSError):  # it is accepted, whatever the disk says now
                    await self.on_disk((folder / ACCEPTED).touch)
        except LabelError:  # whoever sweeps had the new folder in their hands
            raise busy("the folder of the label jobs is being tidied", 1) from None
        except BaseException:
            with suppress(RuntimeError):  # the service ends, its threads are gone: the next one tidies up
                await asyncio.shield(asyncio.ensure_future(self.undo(job)))
            raise
        self.wake()
        return replace(accepted, state=State.WAITING)

    async def _arrive(self, request: Request, job: Job, arrival: Arrival) -> Job:
        reserved, come = job.bytes, 0
        sink, stream = arrival.sink(request), request.stream()
        end = asyncio.get_running_loop().time() + self.settings.jobs_upload
        while (chunk := await _next(stream, end, self.settings.jobs_upload)) is not None:
            come += len(chunk)
            if come > reserved:
                reserved = max(come, min(come + STEP, self.settings.jobs_bytes_each))
                await self._reserve(job, reserved)
            await self.on_disk(lambda piece=chunk: sink.write(piece))  # type: ignore[misc]
        await self.on_disk(sink.finish)
        formats, source = await self.on_disk(arrival.settle)
        whole = come + arrival.declared
        await self._reserve(job, whole)
        return replace(job, formats=formats, source=source, bytes=whole)

    async def _reserve(self, job: Job, size: int) -> None:
        self._check_free(0)
        await self.asked(lambda: self.store.reserve(job, size))

    def _check_free(self, size: int) -> None:
        """Raises Problem (507) where the disk would have less room left than it must."""
        free = shutil.disk_usage(self.root).free - size
        if free < self.settings.jobs_free:
            raise no_room(f"the disk of the label jobs would have {max(0, free)} bytes left; try again later")

    async def undo(self, job: Job) -> None:
        """An upload that was not accepted leaves nothing; where the database is away, the runner sees to it later."""
        try:
            forgotten = await self.ask(lambda: self.store.forget(job, State.ARRIVING))
            if forgotten or await self.ask(lambda: job.id not in self.store.states()):
                await self.remove(job)
        except AwayError:
            self.tidy = False

    async def remove(self, job: Job) -> None:
        """Its folder is gone."""
        await self.on_disk(lambda: shutil.rmtree(self.folder(job), ignore_errors=True))

    def close(self) -> None:
        """Let disk and database go."""
        self._disk.shutdown(wait=True, cancel_futures=True)
        self._asking.submit(self.store.close)
        self._asking.shutdown(wait=True)


async def _next(stream: object, end: float, seconds: float) -> bytes | None:
    """The next piece of a body, None at its end. Raises Problem (408) after silence or past the end of its time,
    ClientDisconnect.
    """
    silent = asyncio.get_running_loop().time() + SILENT_SECONDS
    try:
        async with asyncio.timeout_at(min(end, silent)):
            piece: bytes | None = await anext(stream, None)  # type: ignore[call-overload]
            return piece
    except TimeoutError:
        detail = (
            f"the upload did not arrive within {seconds:g} s"
            if end < silent
            else f"nothing came for {SILENT_SECONDS:g} s"
        )
        raise Problem(HTTPStatus.REQUEST_TIMEOUT, "too_slow", detail) from None
