"""What a label file says twice, in two ways, or so that nobody can read it: told, and no tile is renamed or dropped."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.label.conftest import Label
from tests.label.stub import ColourEye, row_of, scene
from vision.labels.dataset import Dataset, opened
from vision.labels.files import sweep
from vision.labels.formats import FORMATS, Read
from vision.labels.imports import take
from vision.labels.naming import plain_path
from vision.labels.sheet import LabelError

Json = dict[str, Any]


def kinds(dataset: Dataset) -> dict[str, list[str]]:
    """Of every photo, in the order in which its tiles were seen."""
    readings = ((row.name, dataset.reading(row)) for row in dataset.manifest.rows())
    return {name: [tile.kind for tile in reading.tiles if not tile.dropped] for name, reading in readings}


def edited(dataset: Dataset, file: str) -> tuple[Path, Any]:
    path = dataset.root / file
    return path, json.loads(path.read_text())


def test_two_images_with_one_id_have_no_annotations_of_their_own(run: Label, dataset: Dataset) -> None:
    run()
    before = kinds(dataset)
    path, coco = edited(dataset, "coco.json")
    one, other, *_ = coco["images"]
    for note in coco["annotations"]:
        if note["image_id"] == other["id"]:
            note["image_id"] = one["id"]
    other["id"] = one["id"]
    path.write_text(json.dumps(coco))
    taken = take(dataset, FORMATS["coco"], all_checked=True)
    assert sum("shares its id" in line for line in taken.refused) == 2
    assert taken.failed
    assert kinds(dataset) == before


def test_a_number_with_two_names_names_nothing(run: Label, dataset: Dataset) -> None:
    run()
    before = kinds(dataset)
    path, coco = edited(dataset, "coco.json")
    coco["categories"] += [{"id": number, "name": f"{9 - number}s"} for number in range(1, 9)]
    path.write_text(json.dumps(coco))
    assert take(dataset, FORMATS["coco"]).renamed == 0
    assert kinds(dataset) == before


@pytest.mark.parametrize("names", [["9s", "3m"], ["3m", "9s", "1p"]])
def test_a_region_with_several_names_has_none(run: Label, dataset: Dataset, names: list[str]) -> None:
    run()
    before = kinds(dataset)
    taken = take(dataset, FORMATS["labelstudio"], (studio(dataset, lambda part: name_all(part, names)),))
    assert any("several names" in line for line in taken.refused)
    assert kinds(dataset) == before


@pytest.mark.parametrize("value", [None, [1], "box"])
def test_a_region_without_a_place_drops_no_tile(run: Label, dataset: Dataset, value: object) -> None:
    run()
    before = kinds(dataset)
    taken = take(dataset, FORMATS["labelstudio"], (studio(dataset, lambda part: part.update(value=value)),))
    assert taken.dropped == 0
    assert any("has no value" in line for line in taken.refused)
    assert kinds(dataset) == before


def name_all(part: Json, names: list[str]) -> None:
    if part["type"] == "rectanglelabels":
        part["value"]["rectanglelabels"] = names


def studio(dataset: Dataset, edit: Any) -> Path:
    """An export in which the first two regions of each task were edited."""
    _, tasks = edited(dataset, "labelstudio.json")
    for task in tasks:
        result = task.pop("predictions")[0]["result"]
        for part in result:
            if part["id"] in ("t0", "t1"):
                edit(part)
        task["annotations"] = [{"result": result}]
    export = dataset.root.parent / "export.json"
    export.write_text(json.dumps(tasks))
    return export


@pytest.mark.parametrize("name", ["http://[x/win.jpg", "/data/x?fileuri=aHR0cDovL1s", "s3://[/a.png"])
def test_a_broken_address_is_a_name_like_others(name: str) -> None:
    assert plain_path(name).name


@pytest.mark.parametrize(
    "text",
    ["a: !!bool x", 'a: !!int ""', 'a: !!float ""', "a: !!timestamp x", "names: {.inf: a}", "names: {.nan: a}"],
)
def test_odd_yaml_is_refused_by_its_file(text: str, run: Label, dataset: Dataset) -> None:
    run()
    before = kinds(dataset)
    (dataset.root / "data.yaml").write_text(text)
    labels = dataset.root / "labels" / "a.txt"
    labels.write_text("0" + labels.read_text()[1:].split("\n", 1)[0] + "\n")
    try:
        refused = take(dataset, FORMATS["yolo"]).refused
    except LabelError as error:
        refused = [str(error)]
    assert any("data.yaml" in line for line in refused)
    assert kinds(dataset) == before


def test_numbers_of_another_list_are_refused(run: Label, dataset: Dataset) -> None:
    """Categories listed from 0, annotations counted from 1: every name would be its neighbour's."""
    run()
    before = kinds(dataset)
    path, coco = edited(dataset, "coco.json")
    for category in coco["categories"]:
        category["id"] -= 1
    path.write_text(json.dumps(coco))
    taken = take(dataset, FORMATS["coco"])
    assert (taken.renamed, taken.failed) == (0, True)
    assert kinds(dataset) == before


def test_a_file_put_back_as_it_was_before_is_a_persons(run: Label, dataset: Dataset) -> None:
    """A name is corrected in one tool, and the mistake taken back in another tool's file, from a backup."""
    run()
    labels = dataset.root / "labels" / "b.txt"
    backup, before = labels.read_bytes(), kinds(dataset)
    path, coco = edited(dataset, "coco.json")
    number = next(image["id"] for image in coco["images"] if image["file_name"] == "b.png")
    next(note for note in coco["annotations"] if note["image_id"] == number)["category_id"] = 7
    path.write_text(json.dumps(coco))
    assert take(dataset, FORMATS["coco"]).renamed == 1
    assert labels.read_bytes() != backup
    labels.write_bytes(backup)
    assert take(dataset, FORMATS["yolo"]).older == ["b: 9s, since called 7m"]  # as an old file would say
    assert take(dataset, FORMATS["yolo"], all_checked=True).renamed == 1
    assert kinds(dataset) == before
    assert labels.read_bytes() == backup


def test_only_our_own_half_written_files_are_removed(run: Label, dataset: Dataset) -> None:
    run()
    theirs = [dataset.root / name for name in (".download.part", "images/.a.png.part", ".0123456789abcdef.part")]
    ours = [dataset.root / name for name in (".0123456789abcdef-7.part", "labels/.0123456789abcdef-12345.part")]
    for path in (*theirs, *ours):
        path.write_bytes(b"x")
    sweep(dataset.root)
    assert [path.exists() for path in (*theirs, *ours)] == [True] * 3 + [False] * 2


@pytest.mark.parametrize("place", ["labels/a.txt", "coco.json", "voc/b.xml"])
@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir])
def test_what_is_no_file_in_the_data_set_ends_no_run(
    make: Callable[[Path], None], place: str, run: Label, dataset: Dataset
) -> None:
    run()
    path = dataset.root / place
    path.unlink()
    make(path)
    summary = run(ColourEye("newer"))
    assert place in summary.unwritten
    taken = take(dataset, FORMATS["cvat"])
    assert (taken.photos, taken.refused) == (3, [])


@pytest.mark.parametrize("place", [".lock", "manifest.sqlite", "manifest.sqlite-wal"])
def test_a_pipe_in_place_of_the_manifest_is_refused(place: str, tmp_path: Path) -> None:
    (tmp_path / "evil").mkdir()
    os.mkfifo(tmp_path / "evil" / place)
    with pytest.raises(LabelError, match="it is no file"), opened(tmp_path / "evil", new=True):
        pass


def test_a_file_that_is_saved_while_labels_are_taken_in_is_a_persons(run: Label, dataset: Dataset) -> None:
    run()
    path = dataset.root / "labels" / "a.txt"
    path.write_text(path.read_text().replace("0 ", "17 ", 1))
    save = path.read_text().replace("1 ", "16 ", 1)
    yolo = FORMATS["yolo"]

    def read(file: Path) -> Iterator[Read]:
        yield from yolo.read(file)
        if file == path:
            path.write_text(save)

    taken = take(dataset, replace(yolo, read=read), all_checked=True)
    assert [line for line in taken.refused if "was changed while it was read" in line]
    assert path.read_text() == save


def test_a_label_file_with_a_name_of_chinese_windows_is_its_photos(
    run: Label, dataset: Dataset, photos: Path, tmp_path: Path
) -> None:
    (photos / "a.png").rename(photos / "照片一.png")
    run()
    text = (dataset.root / "labels" / "照片一.txt").read_text().replace("0 ", "17 ", 1)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / os.fsdecode("照片一.txt".encode("gbk"))).write_text(text)
    (tmp_path / "in" / os.fsdecode(b"\xff\xfe.txt")).write_text(text)
    taken = take(dataset, FORMATS["yolo"], (tmp_path / "in",))
    assert (taken.renamed, [line.rpartition("/")[2] for line in taken.unmatched]) == (1, ["\\xff\\xfe.txt: \\xff\\xfe"])


@pytest.mark.parametrize("folder", ["", "evening/"])
def test_photos_that_differ_in_their_endings_are_told_apart_by_them(
    run: Label, photos: Path, dataset: Dataset, tmp_path: Path, folder: str
) -> None:
    (photos / "evening").mkdir()
    scene(row_of("7s", "8s", "9s")).save(photos / folder / "a.webp", lossless=True)
    run()
    named = {row.source.rpartition(".")[2]: row for row in dataset.manifest.rows("done") if row.source.count("/a.")}
    _, coco = edited(dataset, "coco.json")
    image = next(one for one in coco["images"] if one["file_name"] == named["webp"].image)
    coco["images"] = [image | {"file_name": f"{folder}a.webp"}]
    coco["annotations"] = [note for note in coco["annotations"] if note["image_id"] == image["id"]]
    coco["annotations"][0]["category_id"] = 1
    file = tmp_path / "theirs.json"
    file.write_text(json.dumps(coco))
    taken = take(dataset, FORMATS["coco"], (file,))
    assert (taken.photos, taken.renamed, taken.failed) == (1, 1, False)
    assert kinds(dataset)[named["webp"].name] == ["1m", "8s", "9s"]
