"""What one photo costs, stage by stage, in passes of the detector: its own model, run once at 640, in the same turns.

    python -m tests.bench.stages [--rounds 5] [--threads 2] [--tiles] [PHOTO ...]

Without photos: a hand that fills a 12-megapixel JPEG, a whole table on one, the hand as a 48-megapixel HEIC in squares
of 512 pixels, as phones write it, and as a chat program sends it. Each photo has a process of its own, whose largest
resident set (VmHWM) is told. In every round all
photos are asked and a pass is timed; each stage is divided by the pass of its round, and the median of the rounds
counts, so that what else the machine does falls upon both. `--tiles`: the cost by the number of tiles, on a grid of
them, and how well a line fits it.
"""

from __future__ import annotations

import argparse
import io
import json
import multiprocessing
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import onnxruntime as ort
import pillow_heif
from PIL import Image

from datasets import samples
from tests.bench.eye import MIB, close_up
from vision.eye import onnx
from vision.eye.detector import SIDE
from vision.photo.load import Photo, load
from vision.read.everybody import everybody
from vision.read.eye import Eye
from vision.wire.readings import to_json

STAGES = ("decode", "detect", "read", "reconcile", "others", "json")
LARGE = 8064, 6048
CHAT = 1280, 960
NUMBERS = 1, 25, 50, 100, 150, 200, 250, 300
GRID, STEP = 20, (190, 240)
Timed = dict[str, float]
"""Seconds of each stage, and of a `pass`."""


def photos() -> dict[str, bytes]:
    """The four that are measured where none is named."""
    close, _ = samples.taken(close_up())
    table, _ = samples.taken(samples.large())
    picture = Image.open(io.BytesIO(close))
    heic, chat = io.BytesIO(), io.BytesIO()
    pillow_heif.from_pillow(picture.resize(LARGE)).save(heic, quality=60, tile_size=512)
    picture.resize(CHAT).save(chat, "JPEG", quality=70)
    return {
        "close hand, 12 MP JPEG": close,
        "whole table, 12 MP JPEG": table,
        "close hand, 48 MP HEIC": heic.getvalue(),
        "close hand, chat JPEG": chat.getvalue(),
    }


class Stopwatch:
    """Seconds of each stage of one photo."""

    def __init__(self) -> None:
        self.took: Timed = dict.fromkeys(STAGES, 0.0)

    def add(self, stage: str, seconds: float) -> None:
        self.took[stage] += seconds

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        begin = time.perf_counter()
        yield
        self.add(name, time.perf_counter() - begin)


class Pass:
    """One run of the detector's model, nothing around it, set up as a user of onnxruntime does."""

    def __init__(self, threads: int) -> None:
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        self._session = ort.InferenceSession(onnx.folder() / "detector.onnx", options)
        self._image = np.random.default_rng(1).random((1, 3, SIDE, SIDE), np.float32)

    def seconds(self) -> float:
        begin = time.perf_counter()
        self._session.run(None, {"images": self._image})
        return time.perf_counter() - begin


def timed(eye: Eye, data: bytes) -> tuple[Timed, int]:
    """Stages, and how many tiles were read."""
    watch = Stopwatch()
    with watch.stage("decode"):
        photo = load(data)
    reading, layout = eye.read_laid(photo, watch.add)
    with watch.stage("others"):
        reading = everybody(reading, None, layout)
    with watch.stage("json"):
        json.dumps(to_json(reading), ensure_ascii=False)
    return watch.took, len(reading.tiles)


def memory() -> int:
    """This process's largest resident set, bytes. `getrusage` would tell that of the process which started it, too."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


def serve(pipe: Connection, threads: int) -> None:
    """Answers photos with their stages, tiles, and this process's largest resident set, bytes."""
    eye = Eye.load(threads)
    while data := pipe.recv_bytes():
        answer = timed(eye, data)
        pipe.send((*answer, memory()))


def measure(wanted: dict[str, bytes], rounds: int, threads: int) -> None:
    context = multiprocessing.get_context("spawn")
    pipes = {}
    for name in wanted:
        pipes[name], other = context.Pipe()
        context.Process(target=serve, args=(other, threads), daemon=True).start()
    one = Pass(threads)
    found: dict[str, list[Timed]] = {name: [] for name in wanted}
    passes, about = [], {}
    for number in range(rounds + 1):
        for name, data in wanted.items():
            pipes[name].send_bytes(data)
            took, *about[name] = pipes[name].recv()
            seconds = median(one.seconds() for _ in range(5))
            if number:
                passes.append(seconds)
                found[name].append({stage: took[stage] / seconds for stage in STAGES})
    for pipe in pipes.values():
        pipe.send_bytes(b"")
    print(f"one pass {1000 * median(passes):.0f} ms on {threads} threads; medians of {rounds} rounds, in passes\n")
    print(f"| photo | tiles | {' | '.join(STAGES)} | all | peak MiB |")
    print("|---|---|" + "---|" * (len(STAGES) + 2))
    for name, ratios in found.items():
        tiles, memory = about[name]
        shares = " | ".join(f"{median(ratio[stage] for ratio in ratios):.2f}" for stage in STAGES)
        whole = median(sum(ratio.values()) for ratio in ratios)
        print(f"| {name} | {tiles} | {shares} | {whole:.2f} | {memory / MIB:.0f} |", flush=True)


def grid(tiles: Sequence[Any], number: int) -> Photo:
    """So many tiles, cut out of a photo, in rows on felt."""
    canvas = np.full((STEP[1] * (-(-NUMBERS[-1] // GRID) + 1), STEP[0] * (GRID + 1), 3), (40, 90, 70), np.uint8)
    for at in range(number):
        row, column = divmod(at, GRID)
        cut = tiles[at % len(tiles)]
        y, x = row * STEP[1] + STEP[1] // 2, column * STEP[0] + STEP[0] // 2
        canvas[y : y + cut.shape[0], x : x + cut.shape[1]] = cut
    height, width = canvas.shape[:2]
    return Photo(canvas, width, height, "PNG")


def by_number(rounds: int, threads: int) -> None:
    """Cost by the number of tiles."""
    data, truth = samples.taken(close_up())
    picture = Image.fromarray(load(data).pixels)
    scale = truth["width"] / picture.width
    faces = [tile["box"] for tile in truth["tiles"] if tile["visible"] > 0.9]
    cut = [np.asarray(picture.crop(tuple(v / scale for v in box)).resize((160, 210))) for box in faces]
    eye, one = Eye.load(threads), Pass(threads)
    points = []
    print("\n| tiles laid | read | detect | read | reconcile |\n|---|---|---|---|---|")
    for number in NUMBERS:
        photo, rows = grid(cut, number), []
        for _ in range(rounds):
            watch = Stopwatch()
            reading = eye.read(photo, watch.add)
            seconds = median(one.seconds() for _ in range(3))
            rows.append([watch.took[stage] / seconds for stage in STAGES[1:4]])
        shares = [median(column) for column in zip(*rows, strict=True)]
        points.append((number, sum(shares[1:])))
        print(f"| {number} | {len(reading.tiles)} | {' | '.join(f'{share:.2f}' for share in shares)} |", flush=True)
    x, y = np.array(points).T
    slope, start = np.polyfit(x, y, 1)
    off = float(np.abs(y - (slope * x + start)).max())
    print(f"reader and table: {start:.2f} passes and {100 * slope:.2f} for 100 tiles, at most {off:.2f} off that line")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--tiles", action="store_true", help="the cost by the number of tiles, too")
    told = parser.parse_args()
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: told.threads])
    named = {path.name: path.read_bytes() for path in told.photos}
    measure(named or photos(), told.rounds, told.threads)
    if told.tiles:
        by_number(told.rounds, told.threads)


if __name__ == "__main__":
    main()
