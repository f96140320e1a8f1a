"""Corrected labels come back from every format, and what a person has said stays said."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.label.conftest import Label
from tests.label.stub import ColourEye, entries
from vision.labels.changes import changes
from vision.labels.dataset import Dataset
from vision.labels.formats import FORMATS
from vision.labels.imports import take
from vision.labels.sheet import Label as Tile
from vision.labels.sheet import LabelError, sheet_of
from vision.types import Box


def edit_yolo(root: Path) -> Path:
    """Photo b: the second tile is a 1s, the third is gone, a 2m lies to the right."""
    path = root / "labels" / "b.txt"
    lines = path.read_text().splitlines()
    lines[1] = "18" + lines[1][2:]
    lines[2:3] = []
    path.write_text("\n".join([*lines, "1 0.900000 0.408333 0.075000 0.150000"]) + "\n")
    return path


def edit_coco(root: Path) -> Path:
    path = root / "coco.json"
    value = json.loads(path.read_text())
    number = next(image["id"] for image in value["images"] if image["file_name"] == "b.png")
    notes = [note for note in value["annotations"] if note["image_id"] == number]
    notes[1]["category_id"] = next(c["id"] for c in value["categories"] if c["name"] == "1s")
    value["annotations"].remove(notes[2])
    value["annotations"].append({"id": 999, "image_id": number, "category_id": 2, "bbox": [138, 40, 12, 18]})
    path.write_text(json.dumps(value))
    return path


def edit_labelstudio(root: Path) -> Path:
    """An export: the prediction was taken as annotation and corrected; names as its server stores them."""
    value = json.loads((root / "labelstudio.json").read_text())
    (task,) = [task for task in value if task["data"]["image"].endswith("b.png")]
    result = task.pop("predictions")[0]["result"]
    parts = [part for part in result if part["type"] == "rectanglelabels"]
    parts[1]["value"]["rectanglelabels"] = ["1s"]
    result = [part for part in result if part["id"] != parts[2]["id"]]
    place = {"x": 86.25, "y": 100 / 3, "width": 7.5, "height": 15, "rotation": 0, "rectanglelabels": ["2m"]}
    result.append({"id": "new", "type": "rectanglelabels", "value": place})
    task["annotations"] = [{"was_cancelled": True, "result": []}, {"result": result}]
    task["data"]["image"] = "/data/upload/7/0a1b2c3d-b.png"
    export = root.parent / "export.json"
    export.write_text(json.dumps(value))
    return export


def edit_cvat(root: Path) -> Path:
    path = root / "cvat.xml"
    head, photo, rest = re.split(r'(<image id="1" name="b.png".*?</image>)', path.read_text(), flags=re.DOTALL)
    boxes = re.split(r"(<box .*?</box>)", photo, flags=re.DOTALL)
    boxes[3] = boxes[3].replace('label="9s"', 'label="1s"')
    boxes[5] = ""
    boxes[-1] = '<box label="2m" xtl="138" ytl="40" xbr="150" ybr="58"/>' + boxes[-1]
    path.write_text(head + "".join(boxes) + rest)
    return path


def edit_voc(root: Path) -> Path:
    path = root / "voc" / "b.xml"
    parts = re.split(r"(<object>.*?</object>)", path.read_text(), flags=re.DOTALL)
    parts[3] = parts[3].replace("9s", "1s")
    box = "<bndbox><xmin>139</xmin><ymin>41</ymin><xmax>150</xmax><ymax>58</ymax></bndbox>"
    parts[5] = f"<object><name>2m</name>{box}</object>"
    path.write_text("".join(parts))
    return path


def edit_labelme(root: Path) -> Path:
    path = root / "labelme" / "b.json"
    value = json.loads(path.read_text())
    value["shapes"][1]["label"] = "1s"
    value["shapes"][2] = {"label": "2m", "points": [[150, 58], [138, 40]], "shape_type": "rectangle"}
    path.write_text(json.dumps(value))
    return path


EDITS: dict[str, Callable[[Path], Path]] = {
    "yolo": edit_yolo,
    "coco": edit_coco,
    "labelstudio": edit_labelstudio,
    "cvat": edit_cvat,
    "voc": edit_voc,
    "labelme": edit_labelme,
}


def kinds(dataset: Dataset, name: str) -> list[str]:
    row = dataset.manifest.named(name)
    assert row is not None
    return [tile.kind for tile in dataset.reading(row).tiles if not tile.dropped]


@pytest.mark.parametrize("name", FORMATS)
def test_corrected_labels_come_back(name: str, run: Label, dataset: Dataset) -> None:
    run()
    path = EDITS[name](dataset.root)
    inside = dataset.root in path.parents
    taken = take(dataset, FORMATS[name], () if inside else (path,))
    assert (taken.corrected, taken.renamed, taken.dropped, taken.added, taken.moved) == (1, 1, 1, 1, 0)
    assert taken.refused == []
    assert kinds(dataset, "b") == ["9s", "1s", "other", "2m"]
    assert kinds(dataset, "a") == ["1m", "2m", "3m", "4p", "4p"]
    row = dataset.manifest.named("b")
    assert row is not None
    assert row.checked
    # every format has it now, and none of the files counts as changed by a person any more
    (labels,) = [sheet.labels for sheet in dataset.sheets() if sheet.name == "b"]
    for form in FORMATS.values():
        files = {form.path(one.name) for one in dataset.sheets()}
        assert not any(dataset.files.theirs(file) for file in files)
        found = {name: said for file in files for name, said in entries(form, dataset.root / file).items()}
        if form.name == "labelstudio":
            assert list(found) == ["b"]  # the one that a person has looked at
        assert [tile.kind for tile in found["b"]] == [tile.kind for tile in labels], form.name
    again = take(dataset, FORMATS[name])
    assert again.corrected == 0
    assert run(ColourEye("newer")).plan.kept == 1
    assert kinds(dataset, "b") == ["9s", "1s", "other", "2m"]


@pytest.mark.parametrize("name", FORMATS)
def test_labels_as_written_change_nothing(name: str, run: Label, dataset: Dataset) -> None:
    run()
    taken = take(dataset, FORMATS[name])
    assert (taken.corrected, taken.refused) == (0, [])
    assert not any(row.touched for row in dataset.manifest.rows())


def test_a_person_may_have_looked_at_all_of_them(run: Label, dataset: Dataset) -> None:
    run()
    taken = take(dataset, FORMATS["voc"], all_checked=True)
    assert (taken.photos, taken.corrected) == (3, 0)
    assert all(row.checked for row in dataset.manifest.rows())
    assert "annotations" in json.loads((dataset.root / "labelstudio.json").read_text())[0]


def test_a_dry_run_changes_nothing(run: Label, dataset: Dataset) -> None:
    run()
    path = edit_yolo(dataset.root)
    before = path.read_text()
    assert take(dataset, FORMATS["yolo"], dry_run=True).corrected == 1
    assert path.read_text() == before
    assert kinds(dataset, "b") == ["9s", "9s", "back", "other"]


def test_a_broken_file_is_told_and_the_others_are_taken(run: Label, dataset: Dataset) -> None:
    run()
    (dataset.root / "labels" / "a.txt").write_text("nonsense\n")
    edit_yolo(dataset.root)
    taken = take(dataset, FORMATS["yolo"])
    assert taken.corrected == 1
    (failure,) = taken.refused
    assert "labels/a.txt: has no line of class cx cy w h; its first one is 'nonsense'" in failure
    assert (dataset.root / "labels" / "a.txt").read_text() == "nonsense\n"


def test_files_that_are_not_there_are_told(run: Label, dataset: Dataset, tmp_path: Path) -> None:
    run(formats=("yolo",))
    with pytest.raises(LabelError, match=rf"of the format coco at {re.escape(str(dataset.root))}/coco\.json$"):
        take(dataset, FORMATS["coco"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(LabelError, match=r"no label file of the format yolo at .*/empty$"):
        take(dataset, FORMATS["yolo"], (tmp_path / "empty",))


def test_a_box_that_was_moved_lies_where_it_was_moved_to(run: Label, dataset: Dataset) -> None:
    run()
    path = dataset.root / "voc" / "a.xml"
    path.write_text(path.read_text().replace("<xmin>11</xmin>", "<xmin>5</xmin>", 1))
    assert take(dataset, FORMATS["voc"]).corrected == 1
    row = dataset.manifest.named("a")
    assert row is not None
    assert sorted(label.box.x1 for label in dataset.sheet(row).labels) == [4, 26, 42, 58, 74]
    assert sorted(kinds(dataset, "a")) == ["1m", "2m", "3m", "4p", "4p"]


def test_a_role_that_was_changed_is_kept(run: Label, dataset: Dataset) -> None:
    run()
    path = dataset.root / "cvat.xml"
    text = path.read_text()
    path.write_text(
        text.replace('<attribute name="role">hand</attribute>', '<attribute name="role">winning</attribute>', 1)
    )
    taken = take(dataset, FORMATS["cvat"])
    assert (taken.corrected, taken.moved) == (1, 1)
    row = dataset.manifest.named("a")
    assert row is not None
    assert [label.role for label in dataset.sheet(row).labels] == ["winning", "hand", "hand", "hand", "hand"]


def test_tile_sense_does_not_rename_what_a_person_has_seen(run: Label, dataset: Dataset) -> None:
    """Five alike cannot be, and the reconciler would mend them; a person who leaves them has the last word."""
    run()
    row = dataset.manifest.named("a")
    assert row is not None
    reading = dataset.original(row)
    labels = [Tile(Box(10 + 16 * k, 40, 22 + 16 * k, 58), "7p") for k in range(5)]
    corrected = dataset.correct(row, changes(reading, labels), True)
    assert [label.kind for label in sheet_of("a.png", corrected).labels] == ["7p"] * 5
    assert "fifth_copy" in {doubt.code for doubt in corrected.doubts}


def test_what_was_dropped_can_come_back(run: Label, dataset: Dataset) -> None:
    run()
    path = dataset.root / "labels" / "a.txt"
    whole = path.read_text()
    path.write_text(whole.split("\n", 1)[1])
    take(dataset, FORMATS["yolo"])
    assert kinds(dataset, "a") == ["2m", "3m", "4p", "4p"]
    path.write_text(whole)
    assert take(dataset, FORMATS["yolo"]).older == ["a: 1m, since removed"]  # as a file of before would say
    assert take(dataset, FORMATS["yolo"], all_checked=True).added == 1
    assert sorted(kinds(dataset, "a")) == ["1m", "2m", "3m", "4p", "4p"]


def test_an_empty_file_says_there_is_no_tile_once_a_person_says_so(run: Label, dataset: Dataset) -> None:
    run()
    path = dataset.root / "labels" / "a.txt"
    path.write_text("")
    held = take(dataset, FORMATS["yolo"])
    assert (held.emptied, held.dropped, held.failed) == (["a: 5 of 5 tiles have no label"], 0, True)
    assert kinds(dataset, "a") == ["1m", "2m", "3m", "4p", "4p"]
    assert path.read_text() == ""
    assert take(dataset, FORMATS["yolo"], all_checked=True).dropped == 5
    assert kinds(dataset, "a") == []
    assert path.read_text() == ""
