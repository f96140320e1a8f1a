"""One 12-megapixel JPEG from its bytes to named tiles on two cores: ours against ultralytics' own predict with the same
detector file and against the package mahjong-detector, in turns in one run.

    python -m venv OTHER && OTHER/bin/pip install torch torchvision ultralytics onnxruntime opencv-python-headless
    python -m venv THIRD && THIRD/bin/pip install mahjong-detector==0.0.6
    python -m tests.bench.eye --other OTHER/bin/python THIRD/bin/python [--rounds 7] [--models FOLDER]

Two rendered photos of 4000 × 3000: a hand that fills the picture, as photos usually are, and a whole table on which a
tile is 1/60 of the width. Each contender is one process with its models loaded, asked for the photos in turns, so that
what else the machine does falls upon all alike; a first round, not counted, warms them up. Time is from bytes to the
list of tiles, memory the largest resident set (VmHWM) of the process up to the end. Ours looks again where tiles are
small and names each tile with a second model; the others look once.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from datasets import samples
from vision.eye import onnx
from vision.types import BACK, OTHER

ASKED = """
import sys, time, json
from pathlib import Path
def memory():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))
for line in sys.stdin:
    data = Path(line.rstrip("\\n")).read_bytes()
    start = time.perf_counter()
    tiles = named(data)
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "tiles": tiles, "memory": memory()}), flush=True)
"""
OURS = """
import sys
from pathlib import Path
from vision.read.eye import Eye
from vision.photo.load import load
from vision.types import CLASSES
eye = Eye.load(2, Path(sys.argv[1]))
def named(data):
    return [CLASSES[d.scores.index(max(d.scores))] for d in eye.detect(load(data))]
"""
ULTRALYTICS = """
import sys
import cv2, numpy
from ultralytics import YOLO
yolo = YOLO(sys.argv[1] + "/detector.onnx", task="detect")
def named(data):
    picture = cv2.imdecode(numpy.frombuffer(data, numpy.uint8), cv2.IMREAD_COLOR)
    found = yolo.predict(picture, imgsz=640, device="cpu", verbose=False)[0]
    return [found.names[int(kind)] for kind in found.boxes.cls]
"""
PACKAGE = """
import io
from mahjong_detector import detect_tiles
def named(data):
    return [tile if tile[0].isdigit() else "other" for tile in detect_tiles(io.BytesIO(data))]
"""
PEERS = {"ultralytics": ("ultralytics", ULTRALYTICS), "mahjong-detector": ("mahjong_detector", PACKAGE)}
ENVIRONMENT = {"YOLO_OFFLINE": "true", "YOLO_AUTOINSTALL": "false", "YOLO_VERBOSE": "false"}
MIB = 2**20


@dataclass(frozen=True, slots=True)
class Answer:
    """To one photo: seconds, the tiles named, the process's largest resident set so far in bytes."""

    seconds: float
    tiles: tuple[str, ...]
    memory: int


class Contender:
    """A process that names the tiles of the files it is asked for."""

    def __init__(self, python: str, code: str, models: Path, home: Path) -> None:
        self._process = subprocess.Popen(
            [python, "-c", code + ASKED, str(models.resolve())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **ENVIRONMENT, "YOLO_CONFIG_DIR": str(home)},
        )

    def ask(self, file: Path) -> Answer:
        """Raises RuntimeError where the process has ended."""
        assert self._process.stdin
        self._process.stdin.write(f"{file}\n")
        self._process.stdin.flush()
        assert self._process.stdout
        for line in self._process.stdout:
            if line.startswith("{"):  # ultralytics says what it loads, too
                told = json.loads(line)
                return Answer(told["seconds"], tuple(told["tiles"]), told["memory"])
        raise RuntimeError(f"the process has ended with {self._process.wait()}")

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def close_up() -> samples.Sample:
    """A winning hand with a pong and a concealed kong that fills 4000 × 3000."""
    sample = samples.win()
    camera = replace(sample.scene.camera, width=4000, height=3000)
    return replace(sample, scene=replace(sample.scene, camera=camera, finer=1))


def right(tiles: Sequence[str], there: Counter[str]) -> tuple[int, int]:
    """(tiles of the 27 kinds rightly named, tiles named too many) by inventory."""
    said = Counter(tile for tile in tiles if tile not in (OTHER, BACK, "tile"))
    return (said & there).total(), (said - there).total()


def able(pythons: Sequence[str], module: str) -> str | None:
    """The first that has the module."""
    look = f"import sys, importlib.util as u; sys.exit(u.find_spec({module!r}) is None)"
    return next((python for python in pythons if subprocess.call([python, "-c", look]) == 0), None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--other", nargs="+", default=[], help="Pythons that have ultralytics, mahjong_detector or both"
    )
    parser.add_argument("--models", type=Path, default=onnx.folder(), help="folder of the ONNX files")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--cores", type=int, default=2)
    args = parser.parse_args()
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: args.cores])
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        wanted = {}
        for name, sample in (("close", close_up()), ("table", samples.large())):
            data, truth = samples.taken(sample)
            (home / f"{name}.jpg").write_bytes(data)
            tiles: Any = truth["tiles"]
            wanted[name] = Counter(tile["tile"] for tile in tiles if tile["tile"] not in (OTHER, BACK))
        codes = {"ours": (sys.executable, OURS)}
        for name, (module, code) in PEERS.items():
            if python := able(args.other, module):
                codes[name] = python, code
        contenders = {name: Contender(*how, args.models, home) for name, how in codes.items()}
        answers: dict[tuple[str, str], list[Answer]] = {}
        for number in range(args.rounds + 1):
            for photo in wanted:
                for name, contender in contenders.items():
                    answer = contender.ask(home / f"{photo}.jpg")
                    if number:
                        answers.setdefault((photo, name), []).append(answer)
        for photo, there in wanted.items():
            report(photo, there, {name: answers[photo, name] for name in contenders})
        for name, contender in contenders.items():
            peak = max(answer.memory for photo in wanted for answer in answers[photo, name])
            print(f"memory, {name}: {peak / MIB:.0f} MiB at the peak")
            contender.close()


def report(photo: str, there: Counter[str], answers: dict[str, list[Answer]]) -> None:
    """One photo: medians, the ratio of each round to ours, tiles."""
    rounds = len(answers["ours"])
    print(f"{photo}: {there.total()} faces, {rounds} rounds")
    for name, given in answers.items():
        ratios = sorted(a.seconds / ours.seconds for a, ours in zip(given, answers["ours"], strict=True))
        named, more = right(given[-1].tiles, there)
        print(
            f"    {name:17} median {1000 * median(a.seconds for a in given):6.0f} ms, by ours {median(ratios):5.2f} "
            f"({ratios[0]:.2f}-{ratios[-1]:.2f}), {len(given[-1].tiles)} tiles seen, {named} faces named rightly, "
            f"{more} too many",
            flush=True,
        )


if __name__ == "__main__":
    main()
