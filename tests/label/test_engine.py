"""A folder becomes a data set: nothing is lost, nothing is done twice, nothing of a person's is overwritten."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from pathlib import Path

import pytest

from tests.label.conftest import Label
from tests.label.stub import ColourEye, make, make_fatal, row_of, scene
from vision.labels.dataset import Dataset, opened
from vision.labels.engine import Order, label, plan
from vision.labels.files import write
from vision.labels.formats import FORMATS
from vision.labels.sheet import LabelError
from vision.labels.workers import here, processes
from vision.photo.load import Photo
from vision.types import Reading


def files(root: Path) -> dict[str, str]:
    """Every file of a data set but its manifest, with its hash."""
    return {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.name.startswith(("manifest.", ".lock"))
    }


def test_photos_become_labels_in_every_format(run: Label, dataset: Dataset) -> None:
    summary = run()
    assert (summary.labelled, summary.photos, summary.doubtful, summary.failures) == (3, 3, 1, [])
    assert summary.tiles.total() == 14
    assert (summary.tiles["other"], summary.tiles["back"]) == (1, 1)
    own = [f"{place}/{name}{end}" for place, end in (("labels", ".txt"), ("voc", ".xml"), ("labelme", ".json"))
           for name in "abc"]  # fmt: skip
    whole = ["coco.json", "cvat.xml", "data.yaml", "labelstudio.json", "labelstudio.xml"]
    assert sorted(files(dataset.root)) == sorted([*own, *whole, *(f"images/{name}.png" for name in "abc")])
    assert (dataset.root / "labels" / "a.txt").read_text().splitlines()[0] == "0 0.100000 0.408333 0.075000 0.150000"


def test_a_second_run_has_nothing_to_do(run: Label, dataset: Dataset) -> None:
    run()
    before = files(dataset.root)
    summary = run()
    assert (summary.labelled, summary.plan.ready) == (0, 3)
    assert files(dataset.root) == before


def test_more_formats_need_no_more_reading(run: Label, dataset: Dataset) -> None:
    run(formats=("yolo",))
    assert not (dataset.root / "coco.json").exists()
    summary = run(formats=("coco",))
    assert summary.labelled == 0
    assert len(json.loads((dataset.root / "coco.json").read_text())["annotations"]) == 14
    assert [form.name for form in dataset.formats] == ["yolo", "coco"]


def test_what_fails_is_told_and_the_rest_goes_on(run: Label, dataset: Dataset, photos: Path) -> None:
    (photos / "empty.jpg").write_bytes(b"")
    (photos / "words.jpg").write_text("not a picture")
    (photos / "film.mp4").write_text("not a film")
    (photos / "gone.jpg").symlink_to(photos / "nowhere.jpg")  # not a file: not found in the first place
    summary = run()
    assert summary.labelled == 3
    assert [(Path(file).name, code) for file, code, _ in sorted(summary.failures)] == [
        ("empty.jpg", "not_a_picture"),
        ("film.mp4", "not_a_video"),
        ("words.jpg", "not_a_picture"),
    ]
    again = run()
    assert again.labelled == 0
    assert sorted(again.failures) == sorted(summary.failures)
    assert [row.code for row in dataset.manifest.rows("failed")] == ["not_a_picture"] * 2


def test_a_file_that_cannot_be_read_is_told(run: Label, photos: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Path.open

    def open_(self: Path, *given: object, **more: object) -> object:
        if self.name == "b.png":
            raise PermissionError(13, "Permission denied")
        return real(self, *given, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", open_)
    summary = run()
    assert summary.failures == [(str(photos / "b.png"), "unreadable", "Permission denied")]
    assert summary.photos == 2


def test_the_same_photo_twice_is_one(run: Label, photos: Path) -> None:
    (photos / "deep").mkdir()
    (photos / "deep" / "a.png").write_bytes((photos / "b.png").read_bytes())
    summary = run()
    assert (summary.photos, summary.plan.twice) == (3, 1)


def test_photos_of_one_name_get_names_of_their_own(run: Label, photos: Path, dataset: Dataset) -> None:
    (photos / "deep").mkdir()
    scene(row_of("7s")).save(photos / "deep" / "A.png")
    scene(row_of("8s")).save(photos / "deep" / "b.jpg")
    run()
    names = [row.name for row in dataset.manifest.rows()]
    assert len(names) == 5
    assert {name.lower().partition("-")[0] for name in names} == {"a", "b", "c"}
    assert {path.stem for path in (dataset.root / "labels").iterdir()} == set(names)


def test_pictures_of_something_else_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "out" / "images").mkdir(parents=True)
    (tmp_path / "out" / "images" / "a.jpg").write_bytes(b"mine")
    with pytest.raises(LabelError, match="pictures of something else"), opened(tmp_path / "out", new=True):
        pass


def test_two_runs_do_not_write_into_one_data_set(dataset: Dataset) -> None:
    with pytest.raises(LabelError, match="another process is labelling"), opened(dataset.root):
        pass


def test_another_file_is_no_manifest(tmp_path: Path) -> None:
    (tmp_path / "manifest.sqlite").write_bytes(b"not a data base" * 100)
    with pytest.raises(LabelError, match="cannot be used as a manifest"):
        Dataset(tmp_path)
    (tmp_path / "manifest.sqlite").unlink()
    with sqlite3.connect(tmp_path / "manifest.sqlite") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(LabelError, match="version 99"):
        Dataset(tmp_path)


class TestAPerson:
    def test_changes_in_a_photos_own_file_stay(self, run: Label, dataset: Dataset) -> None:
        run()
        mine = dataset.root / "labels" / "a.txt"
        mine.write_text("26 0.5 0.5 0.1 0.1\n")
        summary = run(ColourEye("newer"))
        assert mine.read_text() == "26 0.5 0.5 0.1 0.1\n"
        assert summary.unwritten == ["labels/a.txt"]
        assert (summary.plan.kept, summary.plan.relabel) == (1, 2)

    def test_changes_in_a_file_of_all_photos_stay(self, run: Label, dataset: Dataset) -> None:
        run()
        mine = dataset.root / "coco.json"
        mine.write_text(mine.read_text().replace("mahjong", "my"))
        before = mine.read_text()
        assert run(ColourEye("newer")).unwritten == ["coco.json"]
        assert mine.read_text() == before

    def test_a_file_that_was_there_before_stays(self, run: Label, dataset: Dataset) -> None:
        write(dataset.root / "labels" / "a.txt", (b"0 0.5 0.5 0.1 0.1\n",))
        assert run().unwritten == ["labels/a.txt"]
        assert (dataset.root / "labels" / "a.txt").read_bytes() == b"0 0.5 0.5 0.1 0.1\n"

    def test_a_label_file_that_is_gone_is_written_again(self, run: Label, dataset: Dataset) -> None:
        run()
        before = files(dataset.root)
        (dataset.root / "labels" / "a.txt").unlink()
        (dataset.root / "coco.json").unlink()
        (dataset.root / "images" / "b.png").unlink()
        run()
        assert files(dataset.root) == before

    def test_corrections_outlive_a_new_model(self, run: Label, dataset: Dataset) -> None:
        run()
        row = dataset.manifest.named("b")
        assert row is not None
        dataset.correct(row, [{"op": "set", "tile": 3, "kind": "7m"}], True)
        summary = run(ColourEye("newer"))
        assert (summary.plan.kept, summary.plan.relabel, summary.labelled) == (1, 2, 2)
        assert (dataset.root / "labels" / "b.txt").read_text().splitlines()[3].startswith("6 ")
        assert [row.model for row in dataset.manifest.rows()] == ["newer", "stub", "newer"]

    def test_corrections_that_come_while_a_photo_is_read_anew_are_kept(self, run: Label, dataset: Dataset) -> None:
        run()

        class Meanwhile(ColourEye):
            def read(self, photo: Photo, /) -> Reading:
                row = dataset.manifest.named("a")
                assert row is not None
                dataset.correct(row, [{"op": "set", "tile": 0, "kind": "8s"}])
                return super().read(photo)

        run(Meanwhile("newer"))
        assert (dataset.root / "labels" / "a.txt").read_text().startswith("25 ")


def test_a_dry_run_writes_nothing(tmp_path: Path, photos: Path) -> None:
    out = tmp_path / "none"
    found = plan(Dataset(out, write=False), Order((photos,)), "stub", cut=False)
    assert found.to_read == 3
    assert not out.exists()


def test_a_dry_run_knows_what_was_done(run: Label, dataset: Dataset, photos: Path) -> None:
    run()
    scene(row_of("7s")).save(photos / "new.png")
    before = files(dataset.root), dataset.manifest.row("x")
    found = plan(Dataset(dataset.root, write=False), Order((photos,)), "newer", cut=False)
    assert (found.to_read, found.relabel, found.ready) == (4, 3, 0)
    assert files(dataset.root) == before[0]
    assert len(list(dataset.manifest.rows())) == 3


def test_labels_are_the_same_bytes_whatever_the_number_of_workers(tmp_path: Path, photos: Path) -> None:
    for k in range(12):
        scene(row_of(f"{k % 9 + 1}p", f"{k % 8 + 1}s", y=20 + 3 * k)).save(photos / f"many{k}.jpg", quality=90)
    seen = []
    for name, workers in (("one", here(ColourEye())), ("two", processes(2, make)), ("three", processes(3, make))):
        with opened(tmp_path / name, new=True) as dataset:
            summary = label(dataset, Order((photos,), tuple(FORMATS), share=0.3), "stub", workers)
            assert summary.labelled == 15
        seen.append(files(tmp_path / name))
    assert seen[0] == seen[1] == seen[2]


def test_a_worker_that_dies_costs_one_photo(tmp_path: Path, photos: Path) -> None:
    scene(row_of("9m")).save(photos / "deadly.png")
    scene(row_of("8m")).save(photos / "faulty.png")
    with opened(tmp_path / "out", new=True) as dataset:
        summary = label(dataset, Order((photos,), ("yolo",)), "stub", processes(2, make_fatal))
        assert summary.labelled == 3
        told = [(Path(file).name, code, detail) for file, code, detail in summary.failures]
        assert told == [
            ("deadly.png", "crashed", "the process that read it died"),
            ("faulty.png", "internal", "RuntimeError: a fault of ours"),
        ]
        again = label(dataset, Order((photos,), ("yolo",)), "stub", here(ColourEye()))
        assert (again.labelled, again.failures) == (2, [])


def test_a_photo_that_changes_under_the_run_is_read_by_the_next(run: Label, photos: Path, dataset: Dataset) -> None:
    class Painter(ColourEye):
        def read(self, photo: Photo, /) -> Reading:
            scene(row_of("1s")).save(photos / "c.png")
            return super().read(photo)

    assert [code for _, code, _ in run(Painter()).failures] == ["changed"]
    assert run().failures == []
    kinds = [line.split()[0] for line in (dataset.root / "labels" / "c.txt").read_text().splitlines()]
    assert kinds == ["18"]
