"""How child processes are made: forked from one that has imported what they need.

Where that one hangs (stopped by hand, or by whoever freezes containers), everybody who waits for it would hang, too: so
it is waited for in a thread, and can be ended.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import forkserver
from multiprocessing.process import BaseProcess
from typing import Any, cast

PRELOADED = ["__main__", "api.child", "vision.read.eye", "api.routes.deals", "api.routes.labels", "api.jobs.driver"]
"""Imported once, in the process that children are forked from."""


def _new_context() -> multiprocessing.context.BaseContext:
    """Children are forked from a process that has imported what they need and runs no thread; where a system has no
    such thing each starts from nothing.
    """
    known = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in known else "spawn")
    if hasattr(context, "set_forkserver_preload"):
        context.set_forkserver_preload(PRELOADED)
    return context


context = _new_context()
_one_at_a_time = threading.Lock()


def forked(target: Callable[..., None], *args: object) -> BaseProcess:
    """A process that has been started. Waits as long as it takes; raises OSError or EOFError where it can't be had."""
    process: BaseProcess = cast(Any, context).Process(target=target, args=args, daemon=True)
    with _one_at_a_time:
        process.start()
    return process


def end_forker() -> None:
    """Ends the process that children are forked from; the next one is forked from a new one. Children live on."""
    pid = getattr(getattr(forkserver, "_forkserver", None), "_forkserver_pid", None)
    if isinstance(pid, int):
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
