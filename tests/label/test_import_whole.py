"""Labels come back whole or not at all, whenever the process is killed and whenever the disk is full."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.label.conftest import Label
from tests.label.stub import ColourEye, row_of, scene
from tests.label.test_engine import files
from vision.labels.dataset import Dataset, opened
from vision.labels.engine import Order, label
from vision.labels.formats import FORMATS
from vision.labels.imports import take
from vision.labels.workers import here

ROOT = Path(__file__).parents[2]
PHOTOS = 60
IMPORT = """
import sys
from pathlib import Path
from vision.labels.dataset import opened
from vision.labels.formats import FORMATS
from vision.labels.imports import take
print("begin", flush=True)
with opened(Path(sys.argv[1])) as dataset:
    print(take(dataset, FORMATS["coco"], (Path(sys.argv[2]),)).corrected, flush=True)
"""


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A data set of sixty photos, and a COCO file in which the first tile of each is a 9p."""
    room = tmp_path_factory.mktemp("whole")
    (room / "photos").mkdir()
    for k in range(PHOTOS):
        scene(row_of(f"{k % 9 + 1}m", f"{k // 9 + 1}s")).save(room / "photos" / f"p{k:02d}.png")
    with opened(room / "base", new=True) as dataset:
        label(dataset, Order((room / "photos",), tuple(FORMATS)), "stub", here(ColourEye()))
    value = json.loads((room / "base" / "coco.json").read_text())
    for note in value["annotations"][::2]:
        note["category_id"] = 18
    (room / "export.json").write_text(json.dumps(value))
    return room / "base", room / "export.json"


def corrected(root: Path) -> int:
    with sqlite3.connect(root / "manifest.sqlite") as db:
        (count,) = db.execute("SELECT count(*) FROM photos WHERE corrections != '[]'").fetchone()
    db.close()
    return int(count)


def start(root: Path, export: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", IMPORT, str(root), str(export)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def test_ten_kills_take_all_or_nothing(exported: tuple[Path, Path], tmp_path: Path) -> None:
    base, export = exported
    whole = tmp_path / "whole"
    shutil.copytree(base, whole)
    begin = time.monotonic()
    with start(whole, export) as process:
        assert process.stdout is not None
        process.stdout.readline()
        loaded = time.monotonic()
        assert process.stdout.read().strip() == str(PHOTOS)
    took = time.monotonic() - loaded
    assert corrected(whole) == PHOTOS
    seed = int(os.environ.get("KILL_SEED", random.SystemRandom().randrange(10**6)))
    print(f"KILL_SEED={seed}, {loaded - begin:.2f} s to start, {took:.2f} s to import")
    chance = random.Random(seed)
    seen: list[int] = []
    root = tmp_path / "killed"
    shutil.copytree(base, root)
    for k in range(10):
        process = start(root, export)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(took * (k + chance.random()) / 10)
        process.send_signal(signal.SIGKILL)
        process.stdout.close()
        process.wait()
        seen.append(corrected(root))
        assert seen[-1] in (0, PHOTOS), "half taken"
    assert seen == sorted(seen)
    with opened(root) as dataset:
        take(dataset, FORMATS["coco"], (export,))
    assert files(root) == files(whole)


@pytest.mark.parametrize("room", [0, 20_000, 60_000])
def test_a_full_disk_takes_nothing_and_says_so(room: int, exported: tuple[Path, Path], tmp_path: Path) -> None:
    """No file may grow beyond what it has and so much more, which is what a full disk looks like to a process."""
    base, export = exported
    root = tmp_path / "full"
    shutil.copytree(base, root)
    before = files(root)
    limit = (root / "manifest.sqlite").stat().st_size + room
    script = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        f"from api.cli import main; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit if room else 8000}, -1)); main()"
    )
    command = [sys.executable, "-c", script, "label-import", str(root), str(export), "--format", "coco"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert corrected(root) in (0, PHOTOS)
    if found.returncode:
        assert "Traceback" not in found.stderr
        assert len(found.stderr.splitlines()) == 1
    if corrected(root) == 0:
        assert found.returncode == 1
        assert files(root) == before
    with opened(root) as dataset:
        take(dataset, FORMATS["coco"], (export,))
    assert corrected(root) == PHOTOS


def test_what_was_corrected_while_an_import_ran_is_not_undone(run: Label, dataset: Dataset, tmp_path: Path) -> None:
    run()
    value = json.loads((dataset.root / "coco.json").read_text())
    value["annotations"][0]["category_id"] = 18
    (tmp_path / "export.json").write_text(json.dumps(value))
    row = dataset.manifest.named("a")
    assert row is not None
    change = dataset.change(row, [{"op": "set", "tile": 0, "kind": "9m"}], checked=True)
    dataset.correct(row, [{"op": "set", "tile": 1, "kind": "8m"}])
    assert dataset.keep([change]) == []
    now = dataset.manifest.named("a")
    assert now is not None
    assert [step["kind"] for step in now.corrections] == ["8m"]
