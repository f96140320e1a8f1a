"""The same data set from a Ray cluster as from one machine, whatever dies on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.label.stub import ColourEye, FatalEye, make, make_fatal, row_of, scene
from tests.label.test_engine import files
from tests.label.test_kill import ROOT, kept
from vision.labels.dataset import opened
from vision.labels.engine import Order, Summary, label
from vision.labels.formats import FORMATS
from vision.labels.sheet import LabelError
from vision.labels.workers import Workers, here

ray = pytest.importorskip("ray", reason="needs pip install 'zhuoji[ray]'")
from vision.labels.cluster import cluster  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own
PHOTOS = 36
PAUSE = 0.15


def slow() -> ColourEye:
    return ColourEye(pause=PAUSE)


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """Three nodes of one core."""
    from ray.cluster_utils import Cluster

    found = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    for _ in range(2):
        found.add_node(num_cpus=1)
    found.wait_for_nodes()
    yield found
    ray.shutdown()
    found.shutdown()


@pytest.fixture
def joined(nodes: Any) -> Iterator[Any]:
    ray.init(nodes.address, log_to_driver=False, logging_level="ERROR")
    yield nodes
    ray.shutdown()


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("many")
    for k in range(PHOTOS):
        image = scene(row_of(f"{k % 9 + 1}p", f"{k // 9 + 1}s", y=20 + 2 * k))
        if k % 9 == 4:
            exif = image.getexif()
            exif[0x0112] = 3
            image.rotate(180).save(folder / f"p{k:03d}.jpg", exif=exif.tobytes(), quality=95)
        else:
            image.save(folder / f"p{k:03d}.png")
    (folder / "none.jpg").write_bytes(b"\xff\xd8\xff no picture")
    (folder / "twice.png").write_bytes((folder / "p000.png").read_bytes())
    return folder


def run(photos: Path, out: Path, workers: Workers, **more: Any) -> Summary:
    with opened(out, new=True) as dataset:
        return label(dataset, Order((photos,), tuple(FORMATS), share=0.3), "stub", workers, **more)


@pytest.fixture(scope="module")
def wanted(many: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What one machine makes of the photos."""
    out = tmp_path_factory.mktemp("wanted") / "out"
    assert run(many, out, here(ColourEye())).labelled == PHOTOS
    return files(out)


def test_a_worker_and_a_node_are_killed(joined: Any, many: Path, tmp_path: Path, wanted: dict[str, str]) -> None:
    node = joined.add_node(num_cpus=1)
    joined.wait_for_nodes()
    done = []

    def progress(stage: str, number: int, _: int | None) -> None:
        if stage == "read":
            done.append(number)
            if number == 6:
                os.kill(victim(), signal.SIGKILL)
            if number == 14:
                joined.remove_node(node, allow_graceful=False)

    summary = run(many, tmp_path / "out", cluster(slow, count=4), on_progress=progress)
    assert (summary.labelled, len(summary.failures), summary.photos) == (PHOTOS, 1, PHOTOS)
    assert done == list(range(1, PHOTOS + 2))
    assert files(tmp_path / "out") == wanted


def victim() -> int:
    """The process of an actor."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if path.read_bytes().startswith(b"ray::_Worker"):
                return int(path.parent.name)
        except OSError:
            continue
    raise AssertionError("no actor is there")


@pytest.mark.usefixtures("joined")
def test_a_photo_that_kills_three_workers_fails(many: Path, tmp_path: Path) -> None:
    scene(row_of("9m")).save(tmp_path / "deadly.png")
    with opened(tmp_path / "out", new=True) as dataset:
        order = Order((many, tmp_path / "deadly.png"), ("yolo",))
        summary = label(dataset, order, "stub", cluster(make_fatal, count=3))
        assert (summary.labelled, sorted(code for _, code, _ in summary.failures)) == (
            PHOTOS,
            ["crashed", "not_a_picture"],
        )
        row = dataset.manifest.named("deadly")
        assert row is not None
        assert row.outcome == "failed"
    assert FatalEye().model == "stub"


def test_the_driver_is_killed_and_another_goes_on(
    nodes: Any, many: Path, tmp_path: Path, wanted: dict[str, str]
) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-m", "tests.label.test_cluster", nodes.address, str(many), str(out)]

    def start() -> subprocess.Popen[str]:
        return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    with start() as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("read 20 "):
                break
        process.kill()
    before = kept(out)
    assert 15 <= len(before) < PHOTOS
    time.sleep(1)  # what its workers had begun
    with start() as process:
        assert process.stdout is not None
        lines = process.stdout.read().splitlines()
    assert process.returncode == 0
    read = [line for line in lines if line.startswith("read ")]
    assert len(read) == PHOTOS - len(before)
    assert files(out) == wanted


@pytest.mark.usefixtures("joined")
def test_what_a_job_raises_ends_the_run(many: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "labels").write_text("no folder")
    with pytest.raises(OSError, match="labels"):
        run(many, tmp_path / "out", cluster(slow, count=2))


def test_without_an_address_ray_is_started_here(
    many: Path, tmp_path: Path, wanted: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ray itself would look for the last cluster of this machine, for many minutes where that has died."""
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:9")
    assert run(many, tmp_path / "out", cluster(make, count=1)).labelled == PHOTOS
    assert not ray.is_initialized()
    assert files(tmp_path / "out") == wanted


def test_a_cluster_that_is_not_there_is_told(many: Path, tmp_path: Path) -> None:
    with pytest.raises(LabelError, match=r"no Ray cluster answers at 127.0.0.1:9: .*refused"):
        run(many, tmp_path / "out", cluster(slow, "127.0.0.1:9"))


if __name__ == "__main__":
    run(
        Path(sys.argv[2]),
        Path(sys.argv[3]),
        cluster(slow, sys.argv[1], 3),
        on_progress=lambda *s: print(*s, flush=True),
    )
