"""Which format files are of where nobody says, and what the command line tells of files that it cannot take."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli import main
from tests.label.conftest import Label
from tests.label.test_imports import EDITS
from vision.labels.dataset import Dataset
from vision.labels.formats import FORMATS, looks
from vision.labels.imports import take
from vision.labels.sheet import LabelError
from vision.labels.sources import find

ROOT = Path(__file__).parents[2]


def call(dataset: Dataset, *words: object) -> Result:
    """`zhuoji label-import`, with the data set given back to it."""
    dataset.manifest.close()
    copy = dataset.root.with_name("copy")
    shutil.copytree(dataset.root, copy)
    return CliRunner().invoke(main, ["label-import", str(copy), *map(str, words)])


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_is_known_by_its_content(name: str, run: Label, dataset: Dataset) -> None:
    run()
    form = FORMATS[name]
    assert looks(dataset.root / form.path("a")) is form


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "labelstudio"])  # it exports to another file
def test_the_format_is_the_one_whose_files_were_changed(name: str, run: Label, dataset: Dataset) -> None:
    run()
    EDITS[name](dataset.root)
    taken = take(dataset)
    assert (taken.form, taken.corrected, taken.renamed) == (name, 1, 1)


def test_changes_in_two_formats_are_asked_about(run: Label, dataset: Dataset) -> None:
    run()
    with pytest.raises(LabelError, match=r"no label file of it was changed \(yolo, coco, labelstudio"):
        take(dataset)
    edited = [EDITS[name](dataset.root) for name in ("yolo", "voc")]
    with pytest.raises(LabelError, match=r"several formats were changed \(yolo, voc\); say which is meant"):
        take(dataset)
    assert all(path.exists() for path in edited)


def test_the_format_can_be_left_out(run: Label, dataset: Dataset, tmp_path: Path) -> None:
    run()
    file = tmp_path / "export.json"
    EDITS["coco"](dataset.root).rename(file)
    result = call(dataset, file)
    assert result.exit_code == 0
    assert "photos in the files (coco)" in result.stdout


def test_a_broken_file_that_is_named_is_no_success(run: Label, dataset: Dataset, tmp_path: Path) -> None:
    run()
    (tmp_path / "x.txt").write_text("0 0.5\n")
    good = tmp_path / "a.txt"
    shutil.copy(dataset.root / "labels" / "a.txt", good)
    named = call(dataset, tmp_path / "x.txt", good, "--format", "yolo")
    assert named.exit_code == 1
    assert "x.txt: has no line of class cx cy w h" in named.stdout


@pytest.mark.parametrize(
    ("file", "content", "cause"),
    [
        ("x.xml", "<annotations><image", "is no XML: unclosed token"),
        ("x.json", '{"images": [', "is no JSON: Expecting value"),
        ("x.xml", "", "is empty"),
        ("x.json", " ", "is empty"),
    ],
)
@pytest.mark.parametrize("beside", [False, True])
def test_what_cannot_be_read_is_told_with_its_cause(
    file: str, content: str, cause: str, beside: bool, run: Label, dataset: Dataset, tmp_path: Path
) -> None:
    run()
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / file).write_text(content)
    if beside:
        shutil.copytree(dataset.root / "labels", tmp_path / "given" / "labels")
        shutil.copy(dataset.root / "data.yaml", tmp_path / "given")
    result = call(dataset, tmp_path / "given")
    assert result.exit_code == 1
    assert f"{file}: {cause}" in (result.stdout if beside else result.stderr)
    assert ("photos in the files (yolo)" in result.stdout) is beside


def test_an_archive_inside_a_folder_is_named(run: Label, dataset: Dataset, tmp_path: Path) -> None:
    run()
    shutil.copytree(dataset.root / "labels", tmp_path / "given")
    for name in ("inner.zip", "inner.rar"):
        (tmp_path / "given" / name).write_bytes(b"PK")
    result = call(dataset, tmp_path / "given")
    assert result.exit_code == 1
    assert all(f"given/{name}: is an archive inside a folder" in result.stdout for name in ("inner.zip", "inner.rar"))


@pytest.mark.parametrize("checked", [False, True])
def test_a_box_that_is_left_out_is_named_and_no_success(
    checked: bool, run: Label, dataset: Dataset, tmp_path: Path
) -> None:
    run()
    coco, yolo = json.loads((dataset.root / "coco.json").read_text()), dataset.root / "labels" / "b.txt"
    coco["annotations"][0]["category_id"] = 77
    (tmp_path / "coco.json").write_text(json.dumps(coco))
    (tmp_path / "b.txt").write_text("40" + yolo.read_text()[2:])
    given = {"b.txt: b: 1 × 'class 40', no tile": "yolo", "coco.json: a: image 1: 1 × 'category 77', no tile": "coco"}
    for words, form in given.items():
        taken = take(dataset, FORMATS[form], (tmp_path / words.partition(":")[0],), checked, dry_run=True)
        assert [line.rpartition("/")[2] for line in taken.left_out] == [words]
        assert taken.failed


@pytest.mark.parametrize(("true", "alike"), [(False, False), (True, False), (False, True)])
def test_people_who_disagree_about_a_task_are_named(
    true: bool, alike: bool, run: Label, dataset: Dataset, tmp_path: Path
) -> None:
    run()
    (task,) = [t for t in json.loads((dataset.root / "labelstudio.json").read_text()) if "b.png" in t["data"]["image"]]
    result = task.pop("predictions")[0]["result"]
    other = json.loads(json.dumps(result))
    named = next(part for part in other if part["type"] == "rectanglelabels")
    named["value"]["rectanglelabels"] = named["value"]["rectanglelabels"] if alike else ["1s"]
    older = {"id": 11, "result": result, "updated_at": "2026-01-01T00:00:00Z", "ground_truth": False}
    newer = {"id": 12, "result": other, "updated_at": "2026-01-02T00:00:00Z", "ground_truth": true}
    told = [] if true or alike else ["annotation 12, the newest, is taken, 11 not"]
    whole, apart = tmp_path / "whole.json", tmp_path / "apart"
    whole.write_text(json.dumps([{**task, "annotations": [newer, older]}]))
    taken = take(dataset, FORMATS["labelstudio"], (whole,), dry_run=True)
    assert ([line.rpartition(": ")[2] for line in taken.refused], taken.failed) == (told, bool(told))
    assert taken.renamed == (0 if alike else 1)
    apart.mkdir()
    for note in (newer, older):  # a target storage has a file for each
        (apart / str(note["id"])).with_suffix(".json").write_text(json.dumps({**note, "task": task}))
    taken = take(dataset, FORMATS["labelstudio"], (apart,), dry_run=True)
    assert (len(taken.refused), taken.failed, taken.renamed) == (len(told), bool(told), 0 if alike else 1)


def test_pictures_and_lists_that_a_star_names_are_no_labels(run: Label, dataset: Dataset, tmp_path: Path) -> None:
    run()
    folder = tmp_path / "labelimg"
    shutil.copytree(dataset.root / "labels", folder)
    shutil.copytree(dataset.root / "images", folder, dirs_exist_ok=True)
    shutil.copy(dataset.root / "data.yaml", folder)
    result = call(dataset, *sorted(folder.iterdir()))
    assert (result.exit_code, "photos in the files (yolo)" in result.stdout) == (0, True)


def test_tasks_that_nobody_submitted_are_told_so(run: Label, dataset: Dataset) -> None:
    run()
    result = call(dataset, dataset.root / "labelstudio.json")
    assert result.exit_code == 1
    assert "labelstudio.json: 3 not submitted" in result.stdout
    assert "nothing in these files was submitted" in result.stdout


def test_failed_files_have_whole_paths(dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "loop.jpg").symlink_to("loop.jpg")
    monkeypatch.chdir(tmp_path)
    found = find((Path("photos"),), str(dataset.root), dataset.manifest.scratch())
    assert [os.fspath(path) for path, _ in found.errors] == [str(tmp_path / "photos" / "loop.jpg")]


def test_help_says_which_file_of_each_tool_goes_in() -> None:
    told = CliRunner().invoke(main, ["label-import", "--help"]).stdout
    for words in ("Label Studio  Export > JSON", "CVAT for images 1.1", "Roboflow", "labelImg", "LabelMe", "--dry-run"):
        assert words in told


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("verb", [("label-import", "{}", "--format", "yolo"), ("waits", "123s234m567m99p46p")])
def test_an_output_that_takes_no_more_is_told_as_that(verb: tuple[str, ...], run: Label, dataset: Dataset) -> None:
    run()
    dataset.manifest.close()
    copy = dataset.root.with_name("copy")  # the data set itself is held
    shutil.copytree(dataset.root, copy)
    words = [word.format(copy) for word in verb]
    command = [sys.executable, "-c", "from api.cli import main; main()", *words]
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT)
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert "the output cannot be written" in line
