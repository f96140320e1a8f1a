"""The engine takes outcomes in any order, counts the workers that die of a photo, and keeps no list of all photos."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.label.stub import ColourEye, row_of, scene
from tests.label.test_engine import files
from vision.eye.onnx import ModelError
from vision.labels.dataset import Dataset, opened
from vision.labels.engine import Order, label, plan
from vision.labels.files import write
from vision.labels.formats import FORMATS
from vision.labels.job import Died, Job
from vision.labels.order import DOUBTED
from vision.labels.scratch import Scratch
from vision.labels.task import Put, Task
from vision.labels.workers import Staff, Workers, here, processes

Dies = Callable[[Job], bool]


class Shuffled:
    """Takes many jobs and gives any of them back first; some die."""

    room = 7
    remote = True

    def __init__(self, dies: Dies) -> None:
        self.most = 0
        self.handed: list[Job] = []
        self._dies = dies
        self._jobs: list[Job] = []
        self._chance = random.Random(5)
        self._eye = ColourEye()

    def submit(self, job: Job) -> None:
        self._jobs.append(job)
        self.handed.append(job)
        self.most = max(self.most, len(self._jobs))

    def next(self) -> Sequence[tuple[Job, object]]:
        some = self._chance.sample(self._jobs, self._chance.randint(1, len(self._jobs)))
        self._jobs = [job for job in self._jobs if job not in some]
        return [(job, Died() if self._dies(job) else job(lambda: self._eye)) for job in some]


def shuffled(staff: Shuffled) -> Workers:
    @contextmanager
    def work() -> Iterator[Staff]:
        yield staff

    return work


def survives(_: Job) -> bool:
    return False


@pytest.fixture
def many(photos: Path) -> Path:
    for k in range(20):
        scene(row_of(f"{k % 9 + 1}p", f"{k % 8 + 1}s", y=20 + 3 * k)).save(photos / f"many{k}.png")
    (photos / "empty.jpg").write_bytes(b"")
    (photos / "words.jpg").write_bytes(b"words")
    return photos


def test_the_order_of_outcomes_changes_nothing(many: Path, tmp_path: Path) -> None:
    staff = Shuffled(survives)
    seen = []
    for name, workers in (("one", here(ColourEye())), ("other", shuffled(staff))):
        with opened(tmp_path / name, new=True) as dataset:
            summary = label(dataset, Order((many,), tuple(FORMATS), share=0.3), "stub", workers)
            told = summary.labelled, summary.failures, summary.tiles, summary.photos, summary.doubtful
            seen.append((files(tmp_path / name), told, [row.version for row in dataset.manifest.rows()]))
    assert seen[0] == seen[1]
    assert staff.most == staff.room


def test_three_workers_may_die_of_a_photo(many: Path, tmp_path: Path) -> None:
    staff = Shuffled(lambda job: isinstance(job, Task) and job.name == "many3")
    with opened(tmp_path / "out", new=True) as dataset:
        summary = label(dataset, Order((many,), ("yolo",)), "stub", shuffled(staff))
        assert [job.attempts for job in staff.handed if isinstance(job, Task) and job.name == "many3"] == [0, 1, 2]
        died = (str(many / "many3.png"), "crashed", "the process that read it died")
        assert died in summary.failures
        assert summary.photos == 22
        again = label(dataset, Order((many,), ("yolo",)), "stub", here(ColourEye()))
    assert (again.labelled, len(again.failures), again.photos) == (1, 2, 23)


def test_workers_that_died_in_an_earlier_run_count(many: Path, tmp_path: Path) -> None:
    with opened(tmp_path / "out", new=True) as dataset:
        plan(dataset, Order((many,)), "stub")
        row = dataset.manifest.named("many3")
        assert row is not None
        assert [dataset.manifest.died(row.sha256) for _ in range(2)] == [1, 2]
    staff = Shuffled(lambda job: isinstance(job, Task) and job.name == "many3")
    with opened(tmp_path / "out") as dataset:
        label(dataset, Order((many,), ("yolo",)), "stub", shuffled(staff))
        found = dataset.manifest.named("many3")
        assert found is not None
        assert (found.outcome, found.code) == ("failed", "crashed")
    assert len([job for job in staff.handed if isinstance(job, Task) and job.name == "many3"]) == 1


def no_models() -> ColourEye:
    raise ModelError("/models/detector.onnx is another model")


def test_an_eye_that_a_worker_cannot_load_ends_the_run(photos: Path, tmp_path: Path) -> None:
    with opened(tmp_path / "out", new=True) as dataset, pytest.raises(ModelError, match="is another model"):
        label(dataset, Order((photos,), ("yolo",)), "stub", processes(2, no_models))


def test_a_worker_that_dies_writing_is_replaced_and_a_broken_place_ends_the_run(many: Path, tmp_path: Path) -> None:
    with opened(tmp_path / "out", new=True) as dataset:
        summary = label(
            dataset, Order((many,), ("yolo",)), "stub",
            shuffled(Shuffled(lambda job: isinstance(job, Put) and job.attempts < 2)),
        )  # fmt: skip
        assert len(list((tmp_path / "out" / "labels").iterdir())) == summary.photos == 23
    with opened(tmp_path / "other", new=True) as dataset, pytest.raises(OSError, match="3 workers died"):
        label(dataset, Order((many,), ("yolo",)), "stub", shuffled(Shuffled(lambda job: isinstance(job, Put))))


def test_what_a_person_writes_between_a_look_and_a_write_stays(photos: Path, tmp_path: Path) -> None:
    class Meanwhile(Shuffled):
        def next(self) -> Sequence[tuple[Job, object]]:
            for job in self._jobs:
                if isinstance(job, Put) and job.known.name == "a":
                    write(tmp_path / "out" / "labels" / "a.txt", (b"26 0.5 0.5 0.1 0.1\n",))
            return super().next()

    with opened(tmp_path / "out", new=True) as dataset:
        summary = label(dataset, Order((photos,), ("yolo",)), "stub", shuffled(Meanwhile(survives)))
        assert summary.unwritten == ["labels/a.txt"]
    assert (tmp_path / "out" / "labels" / "a.txt").read_text() == "26 0.5 0.5 0.1 0.1\n"


def test_a_manifest_from_before_works_on(photos: Path, tmp_path: Path) -> None:
    root = tmp_path / "old"
    with opened(root, new=True) as dataset:
        label(dataset, Order((photos,), tuple(FORMATS)), "stub", here(ColourEye()))
    before = files(root)
    with sqlite3.connect(root / "manifest.sqlite") as db:
        for kind, name in db.execute("SELECT type, name FROM sqlite_master WHERE name LIKE 'photos\\_%' ESCAPE '\\'"
                                     " OR name = 'deaths'").fetchall():  # fmt: skip
            db.execute(f"DROP {kind} {name}")
    db.close()
    with opened(root) as old:
        assert [row.name for row in old.manifest.rows("done")] == ["a", "b", "c"]
        assert [row.name for row in old.manifest.doubtful(DOUBTED, 9)] == ["b"]
        assert label(old, Order((photos,)), "stub", here(ColourEye())).plan.ready == 3
    assert files(root) == before


def test_rows_come_by_name_page_by_page(dataset: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["b", "A", "c", "Ab", "é", "aa", "Z"]
    for k, name in enumerate(names):
        dataset.manifest.register(f"{k:064x}", name, f"/photos/{k}.jpg")
    monkeypatch.setattr("vision.labels.manifest._BY_NAME", "ORDER BY name COLLATE BINARY LIMIT 2")
    assert [row.name for row in dataset.manifest.rows()] == sorted(names)
    assert list(dataset.manifest.rows("done")) == []


def test_files_come_in_the_order_of_their_paths(dataset: Dataset) -> None:
    scratch: Scratch = dataset.manifest.scratch()
    paths = [Path(path) for path in ("/p/a.jpg", "/p/a/z.jpg", "/p/a b/x.jpg", "/p/中/1.jpg", "/p/\udcff.jpg", "/p/A")]
    for path in (*paths, paths[0]):
        scratch.find(str(path), path.name == "A")
    assert [Path(one.path) for one in scratch.sources()] == sorted(paths)
    assert [one.path for one in scratch.sources(video=True)] == ["/p/A"]
    assert scratch.files() == len(paths)
