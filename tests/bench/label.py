"""Photos a second of `zhuoji label` against a plain loop of ultralytics' predict with save_txt: the same files, the
same detector, the same cores, one run.

    python -m venv OTHER && OTHER/bin/pip install torch torchvision ultralytics onnxruntime
    python -m tests.bench.label PHOTOS --other OTHER/bin/python [--workers 2] [--rounds 3]

Ours does more with a photo: it looks again where tiles are small, names every tile with a second model, a doubtful one
in four turns, reconciles the hand, and writes an upright picture and a manifest that outlives a kill. Both are timed as
a whole, with the loading of models. CPU is user and system time by wall time, 100 % a core. Memory is the proportional
set size of all processes of a run, so that what they share is counted once.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from vision.eye.onnx import folder
from vision.labels.sources import PHOTOS

LOOP = """
import sys
from pathlib import Path
from ultralytics import YOLO
model = YOLO(sys.argv[1], task="detect")
for path in sorted(Path(sys.argv[2]).iterdir()):
    model.predict(path, save_txt=True, project=sys.argv[3], name="labels", exist_ok=True, device="cpu", verbose=False)
"""
OFTEN = 0.25  # seconds between two looks at the memory


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one run. `cpu`: seconds of all processes; `memory`: bytes at the peak."""

    seconds: float
    cpu: float
    memory: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--other", type=Path, help="a Python that has ultralytics; without it only ours is timed")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=1)
    told = parser.parse_args()
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: told.cores])
    files = sorted(path for path in told.photos.rglob("*") if path.suffix.lower() in PHOTOS)
    with tempfile.TemporaryDirectory() as place:
        photos = Path(place, "photos")
        photos.mkdir()
        for number, path in enumerate(files):
            (photos / f"{number:05d}{path.suffix.lower()}").symlink_to(path.absolute())
        ours = [sys.executable, "-c", "from api.cli import main; main()", "label", str(photos)]
        commands = {"zhuoji label": [*ours, "--out", f"{place}/ours", "--workers", str(told.workers)]}
        if told.other:
            model = folder() / "detector.onnx"
            commands["ultralytics"] = [str(told.other), "-c", LOOP, str(model), str(photos), f"{place}/theirs"]
        costs: dict[str, list[Cost]] = {name: [] for name in commands}
        for _ in range(told.rounds):
            for name, command in commands.items():
                costs[name].append(run(command))
                for made in ("ours", "theirs"):
                    shutil.rmtree(Path(place, made), ignore_errors=True)
                report(name, costs[name][-1], len(files))
    if told.other:
        ratios = [theirs.seconds / ours.seconds for ours, theirs in zip(*costs.values(), strict=True)]
        print(f"photos a second, ours by theirs: median {median(ratios):.2f}, " + " ".join(f"{r:.2f}" for r in ratios))


def report(name: str, cost: Cost, photos: int) -> None:
    print(
        f"{name:14} {photos} photos, {photos / cost.seconds:6.2f} a second, CPU {cost.cpu / cost.seconds:4.0%}, "
        f"peak {cost.memory / 2**20:.0f} MiB",
        flush=True,
    )


def run(command: Sequence[str]) -> Cost:
    """One command from start to end. Raises CalledProcessError."""
    before, begin = cpu(), time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        peak = [0]
        over = threading.Event()
        watch = threading.Thread(target=_watch, args=(process.pid, peak, over))
        watch.start()
        _, words = process.communicate()
        over.set()
        watch.join()
    seconds = time.perf_counter() - begin
    if process.returncode:
        print(words, file=sys.stderr)
        raise subprocess.CalledProcessError(process.returncode, command)
    return Cost(seconds, cpu() - before, peak[0])


def cpu() -> float:
    """User and system seconds of all children that have ended, theirs included."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _watch(pid: int, peak: list[int], over: threading.Event) -> None:
    while not over.wait(OFTEN):
        peak[0] = max(peak[0], sum(map(memory, family(pid))))


def family(pid: int) -> list[int]:
    """A process and all below it."""
    try:
        children = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
    return [pid, *(one for child in children for one in family(child))]


def memory(pid: int) -> int:
    """Proportional set size, bytes; 0 for a process that has ended."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)


if __name__ == "__main__":
    main()
