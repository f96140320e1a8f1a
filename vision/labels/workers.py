"""Who does the tasks. A cluster may be another `Workers`: tasks in, results out, in the same order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from pathlib import Path

from vision.eye.taught import TaughtSet
from vision.labels.task import Failed, Reads, Result, Task, do
from vision.read.eye import Eye

Workers = Callable[[Iterable[Task]], Iterator[Result]]
"""Takes tasks lazily, never many more than it works on, and gives one result for each in the order of the tasks."""

AHEAD = 4
"""Tasks handed out for each worker: what bounds the memory, whatever the number of photos."""


def load_eye(folder: Path | None = None, taught: TaughtSet | None = None) -> Eye:
    """An eye for one core, with a taught set. Every worker has one thread, so that a reading is the same bytes whoever
    makes it.
    """
    return Eye.load(threads=1, folder=folder).with_set(taught)


def here(eye: Reads) -> Workers:
    """This process, one photo after the other."""
    return lambda tasks: (do(eye, task) for task in tasks)


def processes(count: int, make: Callable[[], Reads] = load_eye) -> Workers:
    """`count` processes, each decoding and reading with an eye of its own; `make` is a module's function.

    A worker that dies (memory, a decoder's crash) costs only the photo that it dies of, again, alone: `crashed`.
    """

    def work(tasks: Iterable[Task]) -> Iterator[Result]:
        waiting: deque[tuple[Task, Future[Result]]] = deque()
        coming = iter(tasks)
        pool = _pool(count, make)
        try:
            while True:
                while len(waiting) < AHEAD * count and (task := next(coming, None)) is not None:
                    waiting.append((task, pool.submit(_do, task)))
                if not waiting:
                    return
                try:
                    yield waiting[0][1].result()
                    waiting.popleft()
                except BrokenProcessPool:
                    pool.shutdown(wait=True, cancel_futures=True)
                    lost = [task for task, _ in waiting]
                    waiting.clear()
                    yield from (_alone(task, make) for task in lost)
                    pool = _pool(count, make)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    return work


def _alone(task: Task, make: Callable[[], Reads]) -> Result:
    with _pool(1, make) as pool:
        try:
            return pool.submit(_do, task).result()
        except BrokenProcessPool:
            return Failed(task, "crashed", "the process that read it died")


def _pool(count: int, make: Callable[[], Reads]) -> ProcessPoolExecutor:
    # "spawn": the models' threads do not survive a fork
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, context, initializer=_begin, initargs=(make,))


_eye: Reads | None = None


def _begin(make: Callable[[], Reads]) -> None:
    """In a worker, before its first task."""
    global _eye
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who was started ends the others
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _eye = make()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _do(task: Task) -> Result:
    assert _eye is not None
    return do(_eye, task)
