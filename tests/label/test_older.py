"""A file that was made before a person's corrections takes none of them back unseen."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.label.conftest import Label
from tests.label.test_imports import EDITS, kinds
from vision.labels.changes import Step
from vision.labels.dataset import Dataset
from vision.labels.formats import FORMATS, Format
from vision.labels.imports import take


def export(dataset: Dataset, form: Format, folder: Path) -> Path:
    """What the data set says now, as a labelling tool would give it back."""
    target = folder / form.place
    if form.each:
        shutil.copytree(dataset.root / form.place, target)
        return target
    shutil.copy(dataset.root / form.place, folder)
    if form.name == "labelstudio":
        tasks = json.loads(target.read_text())
        for task in tasks:
            found = [note for key in ("annotations", "predictions") for note in task.pop(key, ())]
            task["annotations"] = [{"result": note["result"]} for note in found]
        target.write_text(json.dumps(tasks))
    return target


def correct(dataset: Dataset, name: str, *steps: Step) -> None:
    """As a person does on the review page."""
    row = dataset.manifest.named(name)
    assert row is not None
    dataset.correct(row, (*row.corrections, *steps), checked=True)


SAID: dict[str, tuple[Step, str, list[str]]] = {
    "renamed": ({"op": "set", "tile": 0, "kind": "9p"}, "1m, since called 9p", ["9p", "2m", "3m", "4p", "4p"]),
    "dropped": ({"op": "drop", "tile": 0}, "1m, since removed", ["2m", "3m", "4p", "4p"]),
    "added": (
        {"op": "add", "box": [100, 90, 112, 108], "kind": "5s", "group": 0},
        "no 5s, since added",
        ["1m", "2m", "3m", "4p", "4p", "5s"],
    ),
}


@pytest.mark.parametrize("what", SAID)
@pytest.mark.parametrize("name", FORMATS)
def test_an_older_export_is_held_back_and_named(
    name: str, what: str, run: Label, dataset: Dataset, tmp_path: Path
) -> None:
    run()
    file = export(dataset, FORMATS[name], tmp_path)
    step, words, after = SAID[what]
    correct(dataset, "a", step)
    taken = take(dataset, FORMATS[name], (file,))
    assert taken.older == [f"a: {words}"]
    assert (taken.corrected, taken.refused, taken.failed) == (0, [], True)
    assert kinds(dataset, "a") == after
    assert take(dataset, FORMATS[name], (file,), all_checked=True).corrected == 1
    assert sorted(kinds(dataset, "a")) == ["1m", "2m", "3m", "4p", "4p"]


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "yolo"])  # yolo tells no roles
def test_a_role_that_a_person_corrected_stays(name: str, run: Label, dataset: Dataset, tmp_path: Path) -> None:
    run()
    file = export(dataset, FORMATS[name], tmp_path)
    correct(dataset, "a", {"op": "move", "tiles": [3, 4], "role": "meld", "group": 1})
    assert take(dataset, FORMATS[name], (file,)).older == ["a: 4p as hand, since meld"]


@pytest.mark.parametrize("name", FORMATS)
def test_a_newer_import_is_not_undone_by_an_older_one(name: str, run: Label, dataset: Dataset, tmp_path: Path) -> None:
    run()
    old, form = export(dataset, FORMATS[name], tmp_path), FORMATS[name]
    new = EDITS[name](dataset.root)
    assert take(dataset, form, () if dataset.root in new.parents else (new,)).corrected == 1
    taken = take(dataset, form, (old,))
    assert [line[:2] for line in taken.older] == ["b:"]
    assert kinds(dataset, "b") == ["9s", "1s", "other", "2m"]


def test_what_was_said_between_is_older_too(run: Label, dataset: Dataset, tmp_path: Path) -> None:
    run()
    correct(dataset, "a", {"op": "set", "tile": 0, "kind": "9p"})
    dataset.write_whole()
    file = export(dataset, FORMATS["coco"], tmp_path)
    row = dataset.manifest.named("a")
    assert row is not None
    dataset.correct(row, [{"op": "set", "tile": 0, "kind": "8s"}], checked=True)  # undone, and said otherwise
    assert take(dataset, FORMATS["coco"], (file,)).older == ["a: 9p, since called 8s"]


def test_a_new_judgement_is_taken_whatever_was_said_before(run: Label, dataset: Dataset) -> None:
    run()
    correct(dataset, "a", {"op": "set", "tile": 0, "kind": "9p"})
    path = dataset.root / "labels" / "a.txt"
    assert path.read_text().startswith("17 ")
    path.write_text("26" + path.read_text()[2:])
    taken = take(dataset, FORMATS["yolo"])
    assert (taken.corrected, taken.renamed, taken.older) == (1, 1, [])
    assert kinds(dataset, "a") == ["9s", "2m", "3m", "4p", "4p"]


def test_what_somebody_corrected_in_an_older_export_is_taken_and_nothing_undone(
    run: Label, dataset: Dataset, tmp_path: Path
) -> None:
    """Two people: one corrects the first tile on the review page, the other one the last one in an old export."""
    run()
    file = export(dataset, FORMATS["voc"], tmp_path) / "a.xml"
    correct(dataset, "a", {"op": "set", "tile": 0, "kind": "9p"}, {"op": "drop", "tile": 1})
    before, last, after = file.read_text().rpartition("<name>4p</name>")
    file.write_text(f"{before}{last.replace('4p', '5p')}{after}")
    taken = take(dataset, FORMATS["voc"], (file,))
    assert (taken.renamed, taken.dropped, taken.added) == (1, 0, 0)
    assert taken.older == ["a: 1m, since called 9p, 2m, since removed"]
    assert kinds(dataset, "a") == ["9p", "3m", "4p", "5p"]


def test_other_photos_of_an_older_export_are_taken(run: Label, dataset: Dataset, tmp_path: Path) -> None:
    run()
    file = export(dataset, FORMATS["yolo"], tmp_path)
    correct(dataset, "a", {"op": "set", "tile": 0, "kind": "9p"})
    (file / "c.txt").write_text("26" + (file / "c.txt").read_text()[2:])
    taken = take(dataset, FORMATS["yolo"], (file,))
    assert (len(taken.older), taken.corrected, taken.renamed) == (1, 1, 1)


def test_an_older_data_set_without_a_past_is_opened(run: Label, dataset: Dataset) -> None:
    run()
    dataset.manifest._db.execute("DROP TABLE past")
    again = Dataset(dataset.root)
    correct(again, "a", {"op": "set", "tile": 0, "kind": "9p"})
    again.manifest.close()
    assert kinds(dataset, "a")[0] == "9p"
