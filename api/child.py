"""What runs in a child process: it loads the eye, does one piece of work after the other, and may be killed any time.

Decoders and models are native code: they crash, hang and grow. Here they do so alone.
"""

from __future__ import annotations

import ctypes
import gc
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import lru_cache
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import ForkingPickler
from types import MappingProxyType
from typing import Protocol

from api.work import Gone, Notes, Stages, Work
from scoring.errors import InvalidInput
from scoring.rules import Rules
from vision.photo.load import PhotoError

LEAVE = b"leave"
"""Sent while work is being done: nobody waits for it any more."""
RULES_REMEMBERED = 64
NO_MEMORY = 77
"""The exit code of a child that had no memory even for what it was told."""


def frozen(mapping: dict[object, object]) -> MappingProxyType[object, object]:
    """A mapping of a rule set, as it was before its journey."""
    return MappingProxyType(mapping)


@lru_cache(maxsize=RULES_REMEMBERED)
def same_rules(state: bytes) -> Rules:
    """Rules that were sent before are the same object again: what is computed from them once is kept by it."""
    return Rules(**pickle.loads(state))


def refused(code: str, detail: str, pointer: str, chinese: str, seat: int | None, tile: str | None) -> InvalidInput:
    """A refusal, as it was before its journey."""
    return InvalidInput(code, detail, pointer, chinese, seat=seat, tile=tile)


ForkingPickler.register(MappingProxyType, lambda one: (frozen, (dict(one),)))
ForkingPickler.register(
    Rules,
    lambda rules: (same_rules, (bytes(ForkingPickler.dumps({f.name: getattr(rules, f.name) for f in fields(rules)})),)),
)
ForkingPickler.register(
    InvalidInput,
    lambda error: (refused, (error.code, error.detail, error.pointer, error.chinese, error.seat, error.tile)),
)
ForkingPickler.register(PhotoError, lambda error: (PhotoError, (error.code, error.detail)))


class Tools(Protocol):
    """An eye, or what stands for one."""

    @property
    def model(self) -> str:
        """The version of the models."""


Load = Callable[[], Tools | None]
"""A module's function or a `functools.partial` of one; None: this work needs no tools."""


def nothing() -> None:
    """The tools of work that needs no eye."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The first word: it can work, with these models."""

    model: str


@dataclass(frozen=True, slots=True)
class NotReady:
    """The other first word: it can't work, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a piece of work: a result, or what was raised; `failure`: the traceback of what is no answer."""

    notes: Notes
    result: object = None
    error: InvalidInput | PhotoError | None = None
    failure: str = ""
    gone: bool = False
    no_memory: bool = False


def main(pipe: Connection, load: Load, memory_bytes: int) -> None:
    """Works until the pipe closes."""
    guard(memory_bytes)
    try:
        tools = load()
    except Exception as error:
        pipe.send(NotReady(str(error)))
        return
    gc.freeze()  # what was loaded stays, and is not looked through again and again
    pipe.send(Ready("" if tools is None else tools.model))
    try:
        while True:
            if (work := pipe.recv()) != LEAVE:  # which came too late for the last one
                outcome = _done(work, tools, pipe)
                del work
                pipe.send(outcome)
                del outcome
                _give_back()
    except EOFError:
        return
    except MemoryError:  # between two words of the pipe: nobody would understand the next one
        os._exit(NO_MEMORY)


def _done(work: Work[object], tools: Tools | None, pipe: Connection) -> Outcome:
    stages = Stages(pipe.poll)
    try:
        return Outcome(stages.notes, work(tools, stages))
    except Gone:
        return Outcome(stages.notes, gone=True)
    except (InvalidInput, PhotoError) as error:
        return Outcome(stages.notes, error=error)
    except MemoryError:
        return Outcome(stages.notes, no_memory=True)
    except Exception:
        return Outcome(stages.notes, failure=traceback.format_exc())


def guard(memory_bytes: int) -> None:
    """Ctrl-C is for the one who started this; nothing is left of it when that one dies; no core dump;
    and where the system can, an allocation beyond the limit fails at once.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "linux":
        threading.Thread(target=_end_with_parent, daemon=True).start()
    else:
        import fcntl
        import resource

        if (parent := parent_process()) is not None:  # no thread: native code that hangs may let none run
            sentinel = parent.sentinel
            fcntl.fcntl(sentinel, fcntl.F_SETSIG, signal.SIGKILL)
            fcntl.fcntl(sentinel, fcntl.F_SETOWN, os.getpid())
            fcntl.fcntl(sentinel, fcntl.F_SETFL, fcntl.fcntl(sentinel, fcntl.F_GETFL) | os.O_ASYNC)
        with suppress(ValueError, OSError):  # the operator has set less
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, memory_bytes))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def _give_back() -> None:
    """Memory that a large photo took goes back to the system; the C library keeps it otherwise."""
    if _libc is not None:
        with suppress(AttributeError):  # musl has no such function
            _libc.malloc_trim(0)
