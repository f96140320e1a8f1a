"""The service's side of a driver: its process, and the photos that it asks for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from api import forking
from api.jobs.driver import Assignment, Came, HeldUp, Outcome, Wanted, main
from api.jobs.reading import NotWritten, read
from api.logs import log
from api.problems import Problem
from api.waiting import Line
from api.work import RETRY_AFTER
from vision.labels.job import Died
from vision.labels.task import Done, Failed, Task

ENDED = "its process has ended by itself"
END_SECONDS = 3.0
"""For the process to be gone, and for eyes when the service ends."""


class Drive:
    """A driver at work. `came`: how far; `outcome`: what came of it, None as long as it works."""

    def __init__(
        self, assignment: Assignment, client: str, memory_bytes: int, line: Line, ended: Callable[[], None]
    ) -> None:
        """`client`: for whom the eyes work; `ended` is called in the loop."""
        self.came: Came | None = None
        self.outcome: Outcome | None = None
        self.client = client
        self._assignment, self._memory = assignment, memory_bytes
        self._line, self._loop, self._ended = line, asyncio.get_running_loop(), ended
        self._sending = ThreadPoolExecutor(1, "driver-send")
        self._under_way: set[asyncio.Task[None]] = set()
        self._closed = threading.Event()
        self._process: BaseProcess | None = None
        self._thread = threading.Thread(target=self._run, name="driver", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        """In a thread: who forks may hang, and a pipe is waited for."""
        pipe, theirs = forking.context.Pipe()
        outcome: Outcome = HeldUp(ENDED, fault=True)
        try:
            try:
                self._process = forking.forked(main, theirs, self._assignment, self._memory)
            finally:
                theirs.close()
            outcome = self._followed(pipe)
        except (EOFError, OSError):
            pass
        finally:
            self._end(pipe)
            self.outcome = outcome
            with suppress(RuntimeError):  # the loop has been closed meanwhile
                self._loop.call_soon_threadsafe(self._ended)

    def _followed(self, pipe: Connection) -> Outcome:
        """Raises EOFError, OSError where the driver has ended by itself."""
        while not self._closed.is_set():
            message = pipe.recv()
            match message:
                case Came():
                    self.came = message
                case Wanted():
                    self._loop.call_soon_threadsafe(self._take, pipe, message)
                case _:
                    outcome: Outcome = message
                    return outcome
        raise EOFError

    def _take(self, pipe: Connection, wanted: Wanted) -> None:
        """In the loop."""
        work = self._loop.create_task(self._answer(pipe, wanted))
        self._under_way.add(work)
        work.add_done_callback(self._under_way.discard)

    async def _answer(self, pipe: Connection, wanted: Wanted) -> None:
        outcome = await self._read(wanted.task)
        with suppress(OSError, RuntimeError):  # the driver has ended meanwhile
            await self._loop.run_in_executor(self._sending, pipe.send, (wanted.number, outcome))

    async def _read(self, task: Task) -> Done | Failed | Died | NotWritten:
        while True:
            try:
                return await self._line.later(partial(read, task), self.client)
            except Problem as lost:
                if lost.code != "busy":  # the eye died of it, or was killed over it
                    return Died()
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("a photo of a label job could not be read")
                return Failed("internal", "the service failed; its log has the reason")
            await asyncio.sleep(RETRY_AFTER)

    def _end(self, pipe: Connection) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join(END_SECONDS)
        self._sending.shutdown(wait=False, cancel_futures=True)
        pipe.close()

    async def close(self, seconds: float) -> None:
        """Ends it; the next one goes on. Waits so long for eyes that are at its photos, which may write their pictures
        until then.
        """
        self._closed.set()
        if self._process is not None:
            self._process.kill()
        await asyncio.to_thread(self._thread.join, END_SECONDS)
        for work in self._under_way:
            work.cancel()
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=seconds)
