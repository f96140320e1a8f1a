"""What people who read one photo wait while label jobs are in work, with the real eye, and how fast those are.

    python -m tests.bench.jobs --photo datasets/samples/win.jpg --seconds 40

People come one at a time and pause between photos. Half of the time no job is in work, half of it one is; both
come in turn, so that what else the machine does is in both. The figures depend on the machine.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2

from tests.api.test_jobs import zipped
from tests.api.test_server import Process, serving

PAUSE = 0.3
ROUNDS = 3
PHOTOS = 400


def ask(server: Process, photo: bytes, seconds: float) -> list[tuple[float, float]]:
    """Seconds that each photo, and each `/healthz` beside it, took."""
    found, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end:
        begin = time.perf_counter()
        assert httpx2.post(server.url + "/v1/photos/read", files={"photo": photo}, timeout=60).status_code == 200
        read = time.perf_counter()
        assert httpx2.get(server.url + "/healthz").status_code == 200
        found.append((read - begin, time.perf_counter() - read))
        time.sleep(PAUSE)
    return found


def begin(server: Process, photo: bytes, mark: int) -> dict[str, Any]:
    """A job of so many photos that differ by what follows them."""
    photos = zipped(*((f"{n}.jpg", photo + f"{mark} {n}".encode()) for n in range(PHOTOS)))
    kind = {"content-type": "application/zip"}
    answer = httpx2.post(server.url + "/v1/label-jobs?format=yolo", content=photos, headers=kind, timeout=60)
    job: dict[str, Any] = answer.json()
    assert answer.status_code == 202, job
    return job


def line(name: str, asked: list[tuple[float, float]]) -> str:
    photos, cheap = (sorted(column) for column in zip(*asked, strict=True))
    p95 = photos[int(0.95 * (len(photos) - 1))]
    return (
        f"{name}: {len(photos)} photos, p50 {statistics.median(photos) * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms, "
        f"slowest {photos[-1] * 1000:.0f} ms; /healthz p50 {statistics.median(cheap) * 1000:.0f} ms, "
        f"slowest {cheap[-1] * 1000:.0f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photo", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=40)
    told = parser.parse_args()
    photo, alone, beside, read, spent = told.photo.read_bytes(), [], [], 0, 0.0
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "log", jobs=f"{folder}/jobs") as server:
        ask(server, photo, 2)
        for number in range(ROUNDS):
            alone += ask(server, photo, told.seconds / ROUNDS / 2)
            job, start = begin(server, photo, number), time.perf_counter()
            beside += ask(server, photo, told.seconds / ROUNDS / 2)
            spent += time.perf_counter() - start
            address = f"{server.url}/v1/label-jobs/{job['id']}"
            read += httpx2.get(address).json()["read"]
            assert httpx2.delete(address).status_code == 204
            while list(Path(folder, "jobs", "jobs").iterdir()):
                time.sleep(0.1)
    print(line("no job", alone))
    print(line("a job in work", beside))
    print(f"the job: {read / spent:.1f} photos a second beside them")


if __name__ == "__main__":
    main()
