"""The verbs label and label-import, with the shipped models on rendered photos."""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli import main
from api.progress import line_of

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"


def call(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    folder.mkdir()
    for name in ("win.jpg", "waiting.jpg"):
        shutil.copy(SAMPLES / name, folder / name)
    return folder


def row(result: Result, words: str) -> int:
    """The number that a line of the summary table ends with."""
    (line,) = [line for line in result.stdout.splitlines() if words in line]
    return int(line.split()[-1])


def test_label_and_label_again(photos: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    dry = call("label", photos, "--out", out, "--dry-run")
    assert (dry.exit_code, row(dry, "to read")) == (0, 2)
    assert not out.exists()
    (photos / "broken.jpg").write_bytes(b"no picture")
    first = call("label", photos, "--out", out, "--format", "yolo,coco", "--format", "voc", "--workers", 2)
    assert first.exit_code == 1  # one failed
    assert (row(first, "read now"), row(first, "photos in all"), row(first, "failed  ")) == (2, 2, 1)
    assert "broken.jpg: [not_a_picture]" in first.stdout
    truth = json.loads((SAMPLES / "truth.json").read_text())
    wanted = sum(len(truth[name]["tiles"]) for name in ("win.jpg", "waiting.jpg"))
    assert row(first, "  牌 tiles") == wanted
    assert len(json.loads((out / "coco.json").read_text())["annotations"]) == wanted
    (photos / "broken.jpg").unlink()
    again = call("label", photos, "--out", out, "--workers", 1)
    assert (again.exit_code, row(again, "read now"), row(again, "ready before")) == (0, 0, 2)


def test_an_engine_that_is_not_there_is_told(photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vision.labels.cluster", None)  # as where Ray is not installed
    absent = call("label", photos, "--out", tmp_path / "out", "--engine", "ray")
    assert absent.exit_code == 1
    assert "pip install 'zhuoji[ray]'" in absent.stderr
    lost = call("label", photos, "--out", tmp_path / "out", "--address", "ray://head:10001")
    assert lost.exit_code == 2
    assert "ray://head:10001 is a Ray cluster's: it needs --engine ray" in lost.stderr


def test_the_labels_lie_on_the_tiles(photos: Path, tmp_path: Path) -> None:
    call("label", photos, "--out", tmp_path / "out", "--workers", 1)
    truth = json.loads((SAMPLES / "truth.json").read_text())["win.jpg"]
    lines = (tmp_path / "out" / "labels" / "win.txt").read_text().splitlines()
    for tile in truth["tiles"]:
        x1, y1, x2, y2 = tile["box"]
        inside = [
            line
            for line in lines
            if x1 < float(line.split()[1]) * truth["width"] < x2 and y1 < float(line.split()[2]) * truth["height"] < y2
        ]
        assert inside, tile


def test_label_import_takes_a_change_back(photos: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    call("label", photos, "--out", out, "--workers", 1, "--format", "yolo,cvat")
    mine = out / "labels" / "win.txt"
    mine.write_text("26" + mine.read_text()[mine.read_text().index(" ") :])
    kept = call("label", photos, "--out", out, "--workers", 1)
    assert "labels/win.txt" in kept.stdout
    dry = call("label-import", out, "--format", "yolo", "--dry-run")
    assert (row(dry, "corrected"), row(dry, "renamed")) == (1, 1)
    taken = call("label-import", out, "--format", "yolo")
    assert (taken.exit_code, row(taken, "photos in the files"), row(taken, "renamed")) == (0, 2, 1)
    assert 'source="manual"' in (out / "cvat.xml").read_text()
    done = call("label", photos, "--out", out, "--workers", 1)
    assert (row(done, "a person's, kept"), row(done, "looked at")) == (1, 1)


def test_wrong_calls_are_told(photos: Path, tmp_path: Path) -> None:
    unknown = call("label", photos, "--out", tmp_path / "out", "--format", "pascal")
    assert unknown.exit_code == 2
    assert "'pascal' is none of yolo, coco" in unknown.stderr
    assert call("label", tmp_path / "nowhere", "--out", tmp_path / "out").exit_code == 2
    assert call("label", photos, "--out", tmp_path / "out", "--split", "1.5").exit_code == 2
    for verb in (("label-import", photos, "--format", "coco"), ("review", photos)):
        result = call(*verb)
        assert (result.exit_code, "is no data set" in result.stderr) == (1, True)
    assert sorted(path.name for path in photos.iterdir()) == ["waiting.jpg", "win.jpg"]
    with sqlite3.connect(tmp_path / "manifest.sqlite") as db:
        db.execute("PRAGMA user_version = 7")
    db.close()
    other = call("label", photos, "--out", tmp_path)
    assert other.exit_code == 1
    assert "version 7 of a manifest" in other.stderr


def test_photos_and_data_set_lie_apart(photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(photos)
    for given, out in ((photos, photos), (".", "."), (photos, "."), (tmp_path / "photos" / ".." / "photos", photos)):
        refused = call("label", given, "--out", out)
        assert (refused.exit_code, "cannot be the data set's folder, too" in refused.stderr) == (1, True)
    assert sorted(path.name for path in photos.iterdir()) == ["waiting.jpg", "win.jpg"]
    inside = call("label", "win.jpg", "waiting.jpg", "--out", ".", "--workers", 1)
    assert (inside.exit_code, "2 files in the data set's own folder" in inside.stdout) == (1, True)
    assert "there is no photo" in inside.stdout


@pytest.mark.parametrize("dry", [("--dry-run",), ("--workers", 1)])
def test_a_folder_without_a_photo_is_no_success(dry: tuple[object, ...], tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = call("label", tmp_path / "empty", "--out", tmp_path / "out", *dry)
    assert (result.exit_code, "there is no photo" in result.stdout) == (1, True)


def test_a_report_without_a_sample(photos: Path, tmp_path: Path) -> None:
    call("label", photos, "--out", tmp_path / "out", "--workers", 1)
    result = call("review", tmp_path / "out", "--report")
    assert (result.exit_code, "no photo of a sample" in result.stdout) == (0, True)


def test_progress_tells_rate_and_time_left() -> None:
    assert line_of("read", 101, 2001, 25.0) == "认牌 reading 101/2001 5%  4.0/s  还剩 left 7:55"
    assert line_of("read", 101, 100_101, 25.0) == "认牌 reading 101/100101 0%  4.0/s  还剩 left 6:56:40"
    assert line_of("cut", 51, None, 10.0) == "截画面 frames 51  5.0/s"
