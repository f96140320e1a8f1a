"""What native code may do to its process, as work for a child: every function is a module's, so that it travels."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from functools import partial

from api.work import Stages
from scoring.errors import InvalidInput
from tests.api.stubs import StubEye
from vision.photo.load import Photo, PhotoError
from vision.read.eye import OnStage
from vision.types import Reading


def well(value: object, _: object, __: Stages) -> object:
    return value


def pid(_: object, __: Stages) -> int:
    return os.getpid()


def segfault(_: object, __: Stages) -> None:
    ctypes.string_at(0)


def killed(_: object, __: Stages) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def aborted(_: object, __: Stages) -> None:
    os.abort()


def left(_: object, __: Stages) -> None:
    os._exit(3)


def hangs(_: object, __: Stages) -> None:
    """With the interpreter's lock held, as a native loop would."""
    ctypes.PyDLL(None).sleep(60)


def grows(_: object, __: Stages) -> None:
    held = []
    while True:
        held.append(bytearray(8 << 20))


def creeps(_: object, __: Stages) -> None:
    """Shared memory is not bounded by the system's limit on data."""
    import mmap

    held = []
    while True:
        one = mmap.mmap(-1, 8 << 20)
        one.write(b"x" * (8 << 20))
        held.append(one)


def refused(_: object, __: Stages) -> None:
    raise InvalidInput("bad_tile", "no such tile", "/hand", "没有这张牌", seat=2, tile="5m")


def no_picture(_: object, __: Stages) -> None:
    raise PhotoError("not_a_picture", "damaged")


def fails(_: object, __: Stages) -> None:
    raise ZeroDivisionError("a fault of ours")


def staged(seconds: float, _: object, stages: Stages) -> str:
    """Twenty stages."""
    for _ in range(20):
        time.sleep(seconds / 20)
        stages.took("read", 0.0)
    return "done"


class Hazardous(StubEye):
    """Crashes, hangs or grows where a photo's first pixel says so."""

    def read(self, photo: Photo, /, took: OnStage | None = None, *told: object) -> Reading:
        red, green, blue = photo.pixels[0, 0].tolist()
        work = {(255, 0, 0): segfault, (0, 0, 255): hangs, (255, 0, 255): grows, (0, 0, 0): killed}.get(
            (red, green, blue)
        )
        if work is not None:
            work(None, Stages(bool))
        return super().read(photo, took, *told)


def unloadable() -> None:
    raise OSError("no such model")


worth = partial(well, 7)
