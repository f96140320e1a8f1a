"""One bad file is one failed row, whatever the folder holds; what is no photo of a table stays out and is counted."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from api.cli import main
from tests.label.conftest import Label
from tests.label.stub import ColourEye, row_of, scene
from vision.labels.dataset import Dataset, opened
from vision.labels.formats import FORMATS
from vision.labels.imports import take
from vision.labels.sheet import LabelError
from vision.labels.sources import kind_of, plain, shown
from vision.photo.load import Photo
from vision.types import Reading

GBK = os.fsdecode("照片 一万.jpg".encode("gbk"))
LONGEST = "牌" * 83 + "1.jpg"  # 254 bytes
ODD = (GBK, LONGEST, "a b (1).JPEG", "-x.png", "émile's [2].jpg", "x.y.z.png", "classes.png", "train.jpg", "CON.png",
       "🀄️.jpg", "name.jpg.png", "'\";$&.png", "\u202egnp.png", "tab\there.png", "new\nline.png")  # fmt: skip


@pytest.fixture
def odd(photos: Path) -> Path:
    """A folder of photos, one for each odd name."""
    for path in photos.iterdir():
        path.unlink()
    for k, name in enumerate(ODD):
        tiles = row_of(f"{k % 9 + 1}m", f"{k // 9 + 1}p")
        scene(tiles).save(photos / "x.jpg", "PNG" if name.endswith(".png") else "JPEG", quality=95)
        (photos / "x.jpg").rename(photos / name)
    return photos


@pytest.mark.usefixtures("odd")
def test_odd_names_are_labelled_in_every_format_and_come_back(run: Label, dataset: Dataset) -> None:
    summary = run(share=0.3)
    assert (summary.photos, summary.failures) == (len(ODD), [])
    names = [row.name for row in dataset.manifest.rows()]
    assert all(len(f"{name}-{'0' * 64}.json".encode()) <= 255 for name in names)
    assert "照片_一万" in names
    for form in FORMATS.values():
        report = take(dataset, form, all_checked=True)
        assert (report.corrected, report.unmatched, report.refused) == (0, [], []), form.name
        assert report.photos == len(ODD), form.name
    again = run()
    assert (again.labelled, again.plan.ready, again.plan.kept) == (0, 0, len(ODD))


def test_names_of_files_become_names_that_every_tool_takes() -> None:
    assert plain(Path(GBK)) == "照片_一万"
    assert plain(Path("classes.jpg")) == "classes_"
    assert plain(Path("Une\u0301.jpg")) == "Un\u00e9"
    assert plain(Path("....jpg")) == "photo"
    assert len(plain(Path(LONGEST)).encode()) == 150
    assert shown(Path(os.fsdecode(b"\xff\xff.jpg"))) == "\\xff\\xff.jpg"


def sparse(path: Path, size: int = 3 * 2**30) -> None:
    with path.open("wb") as file:
        file.truncate(size)


def test_what_cannot_be_read_is_one_row_each(photos: Path, run: Label, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(photos / "pipe.jpg")
    sparse(photos / "huge.jpg")
    sparse(photos / "huge.mp4")
    (photos / "empty.heic").write_bytes(b"")
    (photos / "gone.jpg").symlink_to(photos / "nowhere")
    (photos / "loop.jpg").symlink_to(photos / "loop.jpg")
    monkeypatch.setattr("vision.labels.sources.hash_of", fails_for_large)
    summary = run()
    assert summary.photos == 3
    assert sorted((Path(file).name, code) for file, code, _ in summary.failures) == [
        ("empty.heic", "not_a_picture"),
        ("huge.jpg", "too_large"),
        ("huge.mp4", "not_a_video"),
        ("loop.jpg", "unreadable"),
    ]
    assert dict(summary.plan.passed) == {"pipes and devices": 1, "broken links": 1}
    named = run(photos=(photos / "pipe.jpg", photos / "a.png"))
    assert [code for _, code, _ in named.failures] == ["unreadable"]


def fails_for_large(path: Path) -> str:
    from vision.labels.files import hash_of

    assert path.stat().st_size < 2**30, "a file that is not taken was read to its end"
    return hash_of(path)


def test_a_photo_that_vanishes_or_changes_while_it_is_read(photos: Path, run: Label) -> None:
    class Remover(ColourEye):
        def read(self, photo: Photo, /) -> Reading:
            (photos / "b.png").unlink(missing_ok=True)
            return super().read(photo)

    summary = run(Remover())
    assert [(Path(file).name, code) for file, code, _ in summary.failures] == [("b.png", "unreadable")]
    assert run().failures == []


def test_what_is_no_photo_of_a_table_is_passed_over_and_told(photos: Path, run: Label) -> None:
    for folder in (".thumbnails", "@eaDir", ".Trash-1000", ".ipynb_checkpoints", "$RECYCLE.BIN", "__MACOSX"):
        (photos / folder).mkdir()
        scene(row_of("7s")).save(photos / folder / "t.png")
    scene(row_of("8s")).save(photos / "a.read.jpg")
    scene(row_of("9s")).save(photos / "._a.jpg")
    (photos / "notes.txt").write_text("x")
    (photos / "noending").write_text("x")
    shutil.copy(photos / "a.png", photos / "copy without an ending")
    (photos / "linked").symlink_to(photos, target_is_directory=True)
    (photos / "deep").mkdir()
    (photos / "deep" / "back").symlink_to("..", target_is_directory=True)
    summary = run()
    assert (summary.photos, summary.plan.twice, summary.failures) == (3, 1, [])
    assert dict(summary.plan.passed) == {
        "files .txt": 1, "files without an ending": 1, "folders .Trash-1000": 1, "folders .ipynb_checkpoints": 1,
        "folders .thumbnails": 1, "folders @eaDir": 1, "folders $RECYCLE.BIN": 1, "folders __MACOSX": 1,
        "folders linked twice": 2, "hidden files": 1, "pictures that zhuoji drew (.read.jpg)": 1,
    }  # fmt: skip


def film(path: Path, frames: int) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 25, (64, 48))
    for _ in range(frames):
        writer.write(np.zeros((48, 64, 3), np.uint8))
    writer.release()


def test_the_film_of_a_live_photo_is_no_video_of_a_table(photos: Path, run: Label, tmp_path: Path) -> None:
    scene(row_of("7s")).save(photos / "IMG_1.jpg")
    film(tmp_path / "short.mp4", 50)
    film(tmp_path / "long.mp4", 150)
    shutil.move(tmp_path / "short.mp4", photos / "img_1.MOV")
    shutil.move(tmp_path / "long.mp4", photos / "a.mp4")
    summary = run()
    assert summary.plan.passed["films of Live Photos"] == 1
    assert summary.plan.videos == 1


def test_content_tells_what_a_file_is(tmp_path: Path) -> None:
    film(tmp_path / "film.mp4", 5)
    (tmp_path / "film.mp4").rename(tmp_path / "film.jpg")
    scene(row_of("7s")).save(tmp_path / "photo.png")
    (tmp_path / "photo.png").rename(tmp_path / "photo.mov")
    assert (kind_of(tmp_path / "film.jpg"), kind_of(tmp_path / "photo.mov")) == ("video", "photo")
    heads = {b"RIFF0000AVI LIST": "video", b"\x1aE\xdf\xa3": "video", b"GIF89a": "", b"%PDF": "",
             b"\0\0\0\x20ftypM4A ": "", b"\0\0\0\x20ftypheic": "photo", b"\0\0\0\x08wide": "video"}  # fmt: skip
    for head, kind in heads.items():
        (tmp_path / "x").write_bytes(head)
        assert kind_of(tmp_path / "x") == kind, head


# A data set from elsewhere


@pytest.mark.parametrize(
    ("column", "value"),
    [("name", "../../x"), ("name", "/etc/passwd"), ("name", "a\\b"), ("name", ".x"), ("name", ""), ("name", "a\nb"),
     ("image", "../../etc/passwd"), ("image", "b.png"), ("image", "/etc/passwd"), ("corrections", "7"),
     ("corrections", "["), ("reading", "{}"), ("reading", "nonsense")],
)  # fmt: skip
def test_a_hostile_manifest_is_refused(column: str, value: str, run: Label, dataset: Dataset, tmp_path: Path) -> None:
    run(formats=("yolo",))
    shutil.copytree(dataset.root, tmp_path / "evil")
    with sqlite3.connect(tmp_path / "evil" / "manifest.sqlite") as db:
        db.execute(f"UPDATE photos SET {column} = ? WHERE name = 'a'", (value,))
    db.close()
    with pytest.raises(LabelError, match=r"refused|damaged"), opened(tmp_path / "evil") as evil:
        take(evil, FORMATS["yolo"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["evil", "out", "photos"]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("corrections", '[{"op": "set", "tile": 99, "kind": "1m"}]'),
        ("corrections", "[1]"),
        ("model", b"\xff"),
        ("source", b"\xff\x00"),
        ("look", "zz"),
        ("worry", "high"),
        ("reading", None),
        ("reading", "[" * 5000),
    ],
)
def test_a_manifest_with_other_values_is_one_clear_line(
    column: str, value: object, run: Label, dataset: Dataset, tmp_path: Path
) -> None:
    run(formats=("yolo",))
    copy = tmp_path / "copy"
    shutil.copytree(dataset.root, copy)
    with closing(sqlite3.connect(copy / "manifest.sqlite")) as db, db:
        db.execute(f"UPDATE photos SET {column} = ?", (value,))
    result = call("label-import", copy, copy / "labels", "--format", "yolo", "--all-checked")
    assert (result.exit_code, result.stdout) == (1, "")
    (line,) = result.stderr.splitlines()
    assert "manifest.sqlite is damaged" in line


@pytest.mark.parametrize("name", ["images", "labels", ".lock", "manifest.sqlite"])
def test_links_out_of_a_data_set_are_refused(name: str, run: Label, dataset: Dataset, tmp_path: Path) -> None:
    run(formats=("yolo",))
    shutil.copytree(dataset.root, tmp_path / "evil")
    (tmp_path / "evil" / name).rename(tmp_path / "elsewhere")
    (tmp_path / "evil" / name).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(LabelError, match="is refused: it is a link"), opened(tmp_path / "evil"):
        pass


# The manifest


def call(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.mark.parametrize("damage", ["words", "torn", "locked", "version"])
def test_a_manifest_that_cannot_be_used_is_one_clear_line(
    damage: str, run: Label, dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(formats=("yolo",))
    copy = tmp_path / "copy"
    shutil.copytree(dataset.root, copy)
    path = copy / "manifest.sqlite"
    monkeypatch.setattr("vision.labels.manifest.WAIT_SECONDS", 0.1)
    holder = sqlite3.connect(path, isolation_level=None)
    if damage == "locked":
        holder.execute("BEGIN EXCLUSIVE")
    elif damage == "version":
        holder.execute("PRAGMA user_version = 9")
    else:
        holder.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        data = path.read_bytes()
        path.write_bytes(b"words" * 999 if damage == "words" else data[:5000] + bytes(len(data) - 5000))
    result = call("label-import", copy, "--format", "yolo")
    holder.close()
    assert (result.exit_code, result.stdout) == (1, "")
    (line,) = result.stderr.splitlines()
    wanted = {"locked": "close it, and run this again", "version": "version 9"}.get(damage, "put a copy of it back")
    assert wanted in line
    assert "Traceback" not in result.output
