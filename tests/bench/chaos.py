"""What befalls the service's child processes during load, and what four clients see of it.

python -m tests.bench.chaos                   # everything, about two minutes
python -m tests.bench.chaos SIGKILL memory
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from tests.api.test_server import Process, serving
from tests.bench.hostile import Client, children, probing, slowest
from tests.bench.pictures import SAMPLE, encoded, flat

HAZARDOUS = """
from api import cli, service
from tests.api.hazards import Hazardous
service.eye_of = lambda settings: Hazardous
cli.main(["serve", "--port", "0"])
"""
"""A service whose eye crashes, hangs or grows where a photo's colour says so, and reads nothing."""


def during_load(process: Process, photo: bytes, name: str, blow: Callable[[], object], seconds: float) -> None:
    """Four clients ask for photos one after the other; after four seconds comes the blow."""
    over = threading.Event()
    seen: list[tuple[int, float]] = []

    def ask(number: int) -> None:
        client = Client(process, number)
        while not over.is_set():
            status, _ = client.photo(photo)
            seen.append((status, time.perf_counter()))

    asking = [threading.Thread(target=ask, args=(number,)) for number in (1, 2, 3, 4)]
    for thread in asking:
        thread.start()
    time.sleep(4)
    with probing(process) as times:
        hit = time.perf_counter()
        blow()
        time.sleep(seconds)
    over.set()
    for thread in asking:
        thread.join()
    lost = sorted(at - hit for status, at in seen if status != 200)
    first = hit + (lost[0] if lost else 0.0)
    back = min((at for status, at in seen if status == 200 and at > first), default=first) - first
    statuses = {status: sum(other == status for other, _ in seen) for status, _ in seen}
    words = ", ".join(f"{one:.1f} s" for one in lost) or "none"
    print(f"{name}: {statuses}, lost after {words}; the next photo {back:.1f} s later; {slowest(times)}", flush=True)


def signalled(folder: Path, name: str) -> None:
    """A signal to the eye, which holds most."""
    with serving(folder / "log", proxies="127.0.0.1") as process:
        sign = signal.Signals[name]
        seconds = 25 if sign is signal.SIGSTOP else 8
        during_load(process, SAMPLE.read_bytes(), name, lambda: os.kill(children(process)[-1][1], sign), seconds)


def stopped_forker(folder: Path, name: str) -> None:
    """SIGSTOP to the process that children are forked from, SIGKILL to the eye; then SIGTERM to the service."""
    with serving(folder / "log", proxies="127.0.0.1") as process:

        def blow() -> None:
            eye = children(process)[-1][1]
            os.kill(int(Path(f"/proc/{eye}/stat").read_text().rpartition(")")[2].split()[1]), signal.SIGSTOP)
            os.kill(eye, signal.SIGKILL)

        during_load(process, SAMPLE.read_bytes(), name, blow, 15)
        begin = time.perf_counter()
        process.popen.terminate()
        print(f"{name}: then SIGTERM: exit {process.popen.wait(60)} after {time.perf_counter() - begin:.1f} s")


def memory_bomb(folder: Path, name: str) -> None:
    """A photo in whose work the eye takes memory without end."""
    command = [sys.executable, "-c", HAZARDOUS]
    process = Process(command, {"ZHUOJI_PROXIES": "127.0.0.1"}, folder / "log")
    bomb = encoded(Image.new("RGB", (64, 48), "magenta"), "PNG")
    try:
        found: list[tuple[int, float]] = []
        during_load(process, encoded(flat(64), "PNG"), name, lambda: found.append(Client(process, 9).photo(bomb)), 8)
        print(f"{name}: the bomb itself: {found[0][0]} after {found[0][1]:.1f} s")
    finally:
        process.end()


BLOWS: dict[str, Callable[[Path, str], None]] = {
    "SIGSEGV": signalled, "SIGKILL": signalled, "SIGSTOP": signalled, "forker": stopped_forker, "memory": memory_bomb,
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("blows", nargs="*", choices=[*BLOWS, []], help="all of them if none is named")
    for name in parser.parse_args().blows or BLOWS:
        with tempfile.TemporaryDirectory() as folder:
            BLOWS[name](Path(folder), name)


if __name__ == "__main__":
    main()
