"""Killed at any moment and run again: no photo lost, none done twice, the output of an undisturbed run."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.label.stub import row_of, scene
from tests.label.test_engine import files
from vision.labels.workers import AHEAD

ROOT = Path(__file__).parents[2]
PHOTOS = 300


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three hundred photos, each of its own, one in ten no picture, one in ten turned by its note."""
    folder = tmp_path_factory.mktemp("many")
    for k in range(PHOTOS):
        kinds = [f"{k % 9 + 1}m", f"{k // 9 % 9 + 1}p", f"{k // 81 % 9 + 1}s"]
        image = scene(row_of(*kinds))
        if k % 10 == 3:
            (folder / f"p{k:03d}.jpg").write_bytes(b"\xff\xd8\xff no picture %d" % k)
        elif k % 10 == 7:
            exif = image.getexif()
            exif[0x0112] = 3
            image.rotate(180).save(folder / f"p{k:03d}.jpg", exif=exif.tobytes(), quality=95)
        else:
            image.save(folder / f"p{k:03d}.png")
    return folder


def start(photos: Path, out: Path, log: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.label.stub", str(photos), str(out), str(log)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def finish(process: subprocess.Popen[str]) -> None:
    with process:
        assert process.stdout is not None
        process.stdout.read()
    assert process.returncode == 0


def kept(out: Path) -> set[str]:
    """The photos that are done, as a reader beside a killed run sees them."""
    if not (out / "manifest.sqlite").exists():
        return set()
    with sqlite3.connect(out / "manifest.sqlite") as db:
        try:
            found = {name for (name,) in db.execute("SELECT name FROM photos WHERE outcome = 'done'")}
        except sqlite3.OperationalError:  # killed before its tables were made
            found = set()
    db.close()
    return found


def test_sigkill_at_ten_random_moments(many: Path, tmp_path: Path) -> None:
    finish(start(many, tmp_path / "whole", tmp_path / "whole.log"))
    out, log = tmp_path / "killed", tmp_path / "killed.log"
    seed = int(os.environ.get("KILL_SEED", random.SystemRandom().randrange(10**6)))
    chance = random.Random(seed)
    print(f"KILL_SEED={seed}")
    children: list[int] = []
    progress = [0]
    # while files are found, while photos are read, while the last labels are written
    moments = [("find", PHOTOS)] * 2 + [("read", 40)] * 6 + [("write", 200)] * 2
    for stage, steps in moments:
        process = start(many, out, log)
        step = chance.randrange(1, steps)
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("read 1 "):
                children += workers_of(process.pid)
            if line.startswith(f"{stage} {step} "):
                break
        time.sleep(chance.uniform(0, 0.03))
        process.send_signal(signal.SIGKILL)
        process.stdout.close()
        assert process.wait() == -signal.SIGKILL
        done = kept(out)
        assert len(done) >= progress[-1], "a photo was lost"
        progress.append(len(done))
    finish(start(many, out, log))
    assert files(out) == files(tmp_path / "whole")
    assert len(kept(out)) == len(kept(tmp_path / "whole")) == PHOTOS - PHOTOS // 10
    # Every reading of an undisturbed run; again only those that were under way when a kill came.
    read, wanted = len(log.read_text().splitlines()), len((tmp_path / "whole.log").read_text().splitlines())
    assert wanted <= read <= wanted + len(moments) * 2 * AHEAD
    deadline = time.monotonic() + 10
    while any(map(alive, children)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(map(alive, children)), "a worker outlived its run"


def workers_of(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in listed.read_text().split()] if listed.exists() else []


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
