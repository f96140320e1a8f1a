"""Which format files are of where nobody says, and what the command line tells of files that it cannot take."""

from __future__ import annotations

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
