"""What a manifest of many photos costs the one process that keeps it: made-up rows, no pixels.

    python -m tests.bench.manifest [--rows 10000000] [--out FOLDER]

Outcomes are kept as the engine keeps them, in transactions of 1,000; label files are told before they are written. A
reading has fourteen tiles; one photo in five is doubtful. Planning is what a resumed run does for photos that are done:
found, hash known, row known; the disk's own part (stat of photo and picture) is left out. A shard is COCO's, of 10,000
photos. CPU seconds are told, too: on a machine that does other things they are what the work takes. Memory is the
process's at its peak, that of the page cache not counted.
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from api.review import EVENING, queue
from vision.labels.dataset import Dataset
from vision.labels.formats.coco import whole
from vision.labels.manifest import Manifest
from vision.labels.order import DOUBTED
from vision.labels.scratch import Source

BATCH = 1000
SHARD = 10_000
READING = json.dumps(
    {
        "width": 4000, "height": 3000, "model": "bench", "ok": True,
        "tiles": [{"tile": "5m", "confidence": 0.9312, "group": 0, "box": [200.5 * k, 900.25, 200.5 * k + 180, 1200.75]}
                  for k in range(14)],
        "groups": [{"role": "hand", "tiles": list(range(14))}],
    }
)  # fmt: skip


@contextmanager
def told(what: str, count: int) -> Iterator[None]:
    begin, used = time.perf_counter(), time.process_time()
    yield
    took, used = time.perf_counter() - begin, time.process_time() - used
    rate = f"{count / used:9,.0f} a CPU second" if count > 1 else ""
    print(f"{what:34} {took:8.1f} s, CPU {used:8.1f} s {rate:24} peak {memory():5.0f} MiB", flush=True)


def memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def hash_of(k: int) -> str:
    """Spread over all hashes, as contents are."""
    return f"{k * 0x9E3779B97F4A7C15 % 2**64:016x}" * 4


def path_of(k: int) -> str:
    return f"/photos/{k // 1000:05d}/{k:08d}.jpg"


def pieces(count: int) -> Iterator[range]:
    return (range(first, min(first + BATCH, count)) for first in range(0, count, BATCH))


def register(manifest: Manifest, count: int) -> None:
    for piece in pieces(count):
        with manifest.batch():
            for k in piece:
                manifest.saw(path_of(k), 1_000_000, k, hash_of(k))
                manifest.register(hash_of(k), f"{k:08d}", path_of(k))


def finish(manifest: Manifest, count: int) -> None:
    for piece in pieces(count):
        with manifest.batch():
            for k in piece:
                manifest.survived(hash_of(k))
                manifest.done(
                    hash_of(k), model="bench", seconds=0.1, image=f"{k:08d}.jpg", perceptual_hash=hash_of(k + 7),
                    taken="", reading=READING, worry=DOUBTED + k % 977 if k % 5 == 0 else 0,
                )  # fmt: skip
                manifest.intend({f"labels/{k:08d}.txt": (hash_of(k), "")})


def plan(manifest: Manifest, count: int) -> None:
    """The engine's plan without the disk: every file found, its hash known, its row looked at."""
    scratch = manifest.scratch()
    for k in range(count):
        scratch.find(path_of(k), video=False)
    for one in scratch.sources():
        known = manifest.digest(one.path)
        assert known is not None
        scratch.hashed(Source(one.path, video=False, sha256=known[2]))
    ready = 0
    for one in scratch.sources():
        assert one.sha256 is not None
        if scratch.first(one.sha256):
            row = manifest.register(one.sha256, "", one.path)
            ready += row.outcome == "done"
    assert ready == count


def shard(dataset: Dataset) -> int:
    """One shard's COCO file from the middle of the names."""
    after = f"{dataset.manifest.count('done') // 2:08d}"
    rows = list(islice(dataset.manifest.rows("done", after), SHARD))
    return sum(map(len, whole(lambda: (dataset.sheet(row) for row in rows))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--out", type=Path, help="where the manifest is made, and stays")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as room:
        root = given.out or Path(room)
        dataset = Dataset(root)
        manifest = dataset.manifest
        print(f"{given.rows:,} rows", flush=True)
        with told("files and photos registered", given.rows):
            register(manifest, given.rows)
        with told("outcomes kept", given.rows):
            finish(manifest, given.rows)
        manifest.close()
        print(f"{manifest.path.stat().st_size / 2**30:.2f} GiB")
        dataset = Dataset(root)
        with told("plan of a run that has all", given.rows):
            plan(dataset.manifest, given.rows)
        with told(f"review: {EVENING} gravest, in groups", 1):
            assert len(queue(dataset, None, 0)) == min(EVENING, -(-given.rows // 5))
        with told("review: a sample of 300", 1):
            queue(dataset, 300, 0)
        with told("all rows by name", given.rows):
            assert sum(1 for _ in dataset.manifest.rows("done")) == given.rows
        with told(f"a shard of {min(SHARD, given.rows):,}", min(SHARD, given.rows)):
            shard(dataset)


if __name__ == "__main__":
    main()
