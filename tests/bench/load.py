"""A bounded load test on loopback: throughput and latency, what overload does, whether memory stays flat.

    python -m tests.bench.load                          # a stub for the eye, 100 ms a photo: the line is what is tested
    python -m tests.bench.load --photo datasets/samples/win.jpg --seconds 15 --requests 300   # the real eye
    python -m tests.bench.load --photo PHOTO… --table --seconds 15   # 1 to 64 clients, cheap routes beside them

The figures depend on the machine and on what else it does; compare the lines of one run.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx2

from tests.api.stubs import picture
from tests.api.test_server import Process, serving

CHEAP = {
    "/healthz": None,
    "/v1/waits": b'{"rules": "zhuoji", "hand": "123s234m567m99p46p"}',
    "/v1/settle": (Path(__file__).parents[2] / "datasets" / "samples" / "deal.json").read_bytes(),
}
PAUSE = 0.05
STUB_SECONDS = 0.1
OVERLOAD = 4
PATIENCE = 60


class Tally:
    """Seconds of each answer by status."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, float]] = []
        self.begin = time.perf_counter()

    async def ask(self, client: httpx2.AsyncClient, photo: bytes) -> int:
        begin = time.perf_counter()
        answer = await client.post("/v1/photos/read", files={"photo": photo})
        self.answers.append((answer.status_code, time.perf_counter() - begin))
        return answer.status_code

    async def ask_cheap(self, client: httpx2.AsyncClient, path: str) -> None:
        begin, body = time.perf_counter(), CHEAP[path]
        answer = await (client.get(path) if body is None else client.post(path, content=body))
        self.answers.append((answer.status_code, time.perf_counter() - begin))

    def accepted(self) -> list[float]:
        return sorted(seconds for status, seconds in self.answers if status == 200)

    def line(self, name: str, seconds: float) -> str:
        good = self.accepted()
        statuses = sorted({status for status, _ in self.answers})
        counts = ", ".join(f"{sum(s == status for s, _ in self.answers)}×{status}" for status in statuses)
        p50, p95, p99 = (1000 * good[min(len(good) - 1, int(len(good) * q))] for q in (0.5, 0.95, 0.99))
        return f"{name:>22}: {len(good) / seconds:7.1f}/s  p50 {p50:7.1f}  p95 {p95:7.1f}  p99 {p99:7.1f} ms   {counts}"


async def closed(client: httpx2.AsyncClient, photo: bytes, clients: int, seconds: float) -> Tally:
    """`clients` that each ask again as soon as they are answered."""
    tally = Tally()

    async def one() -> None:
        while time.perf_counter() - tally.begin < seconds:
            await tally.ask(client, photo)

    await asyncio.gather(*(one() for _ in range(clients)))
    return tally


async def open_loop(client: httpx2.AsyncClient, photo: bytes, rate: float, seconds: float) -> Tally:
    """Requests that come at `rate` a second, whatever becomes of the earlier ones."""
    tally, asking = Tally(), []
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, tally.begin + number / rate - time.perf_counter()))
        asking.append(asyncio.ensure_future(tally.ask(client, photo)))
    await asyncio.gather(*asking)
    return tally


async def measure(process: Process, photo: bytes, seconds: float) -> None:
    limits = httpx2.Limits(max_connections=1000, max_keepalive_connections=100)
    async with httpx2.AsyncClient(base_url=process.url, limits=limits, timeout=PATIENCE) as client:
        await closed(client, photo, 1, min(seconds, 2))
        best, unloaded = 0.0, 0.0
        for clients in (1, 4, 16):
            tally = await closed(client, photo, clients, seconds)
            took = time.perf_counter() - tally.begin
            print(tally.line(f"{clients} clients", took), flush=True)
            best = max(best, len(tally.accepted()) / took)
            unloaded = unloaded or statistics.median(tally.accepted())
        tally = await open_loop(client, photo, OVERLOAD * best, seconds)
        took = time.perf_counter() - tally.begin
        print(tally.line(f"{OVERLOAD}× capacity offered", took))
        good = tally.accepted()
        bound = 2 * unloaded + 9 / best
        print(f"{'goodput kept':>22}: {len(good) / took / best:.0%} of the most")
        print(f"{'slowest accepted':>22}: {good[-1]:.3f} s; twice the unloaded median and the full line: {bound:.3f} s")


async def table(process: Process, photos: Sequence[bytes], seconds: float) -> None:
    """Photos by so many clients, each asking again when it is answered or after `Retry-After`; beside them one client
    for each cheap route, on a connection of its own.
    """
    limits = httpx2.Limits(max_connections=1000, max_keepalive_connections=100)
    async with httpx2.AsyncClient(base_url=process.url, limits=limits, timeout=PATIENCE) as client:
        for photo in photos[:3]:
            await Tally().ask(client, photo)
        for clients in (1, 4, 16, 64):
            tallies = {path: Tally() for path in CHEAP}
            cheap = [asyncio.ensure_future(_again(process, path, tally)) for path, tally in tallies.items()]
            tally = await _patient(client, itertools.cycle(photos), clients, seconds)
            took = time.perf_counter() - tally.begin
            for task in cheap:
                task.cancel()
            print(tally.line(f"{clients} clients", took), flush=True)
            for path, one in tallies.items():
                print(one.line(path, took), flush=True)


async def _again(process: Process, path: str, tally: Tally) -> None:
    async with httpx2.AsyncClient(base_url=process.url, timeout=PATIENCE) as client:
        while True:
            await tally.ask_cheap(client, path)
            await asyncio.sleep(PAUSE)


async def _patient(client: httpx2.AsyncClient, photos: Iterator[bytes], clients: int, seconds: float) -> Tally:
    tally = Tally()

    async def one() -> None:
        while time.perf_counter() - tally.begin < seconds:
            if await tally.ask(client, next(photos)) == 503:
                await asyncio.sleep(1)

    await asyncio.gather(*(one() for _ in range(clients)))
    return tally


async def remember(process: Process, photo: bytes, requests: int) -> None:
    async with httpx2.AsyncClient(base_url=process.url, timeout=PATIENCE) as client:
        memory = []
        for _ in range(6):
            for _ in range(requests // 6 // 4):
                await asyncio.gather(*(Tally().ask(client, photo) for _ in range(4)))
            memory.append(process.memory() / 1e6)
        print(f"{'resident memory':>22}: {' '.join(f'{megabytes:.0f}' for megabytes in memory)} MB over {requests}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photo", type=Path, nargs="+", help="use the real eye on these photos")
    parser.add_argument("--table", action="store_true", help="1 to 64 clients, with cheap routes beside them")
    parser.add_argument("--seconds", type=float, default=10, help="a measurement")
    parser.add_argument("--requests", type=int, default=3000, help="for the memory")
    given = parser.parse_args()
    photos = [path.read_bytes() for path in given.photo or ()] or [picture()]
    photo = photos[0]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with serving(log, seconds=None if given.photo else STUB_SECONDS) as process:
            asyncio.run(
                (table(process, photos, given.seconds)) if given.table else measure(process, photo, given.seconds)
            )
        if given.table:
            return
        with serving(log, seconds=None if given.photo else 0) as process:
            asyncio.run(remember(process, photo, given.requests))


if __name__ == "__main__":
    main()
