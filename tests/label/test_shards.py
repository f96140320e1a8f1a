"""A data set in shards: every photo once, its labels as they are known, the same bytes whoever writes them."""

from __future__ import annotations

import hashlib
import json
import tarfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.cli import main
from tests.label.conftest import Label
from tests.label.stub import ColourEye, entries, make
from vision.labels.dataset import Dataset
from vision.labels.formats import COCO
from vision.labels.shards import export
from vision.labels.sheet import LabelError
from vision.labels.workers import here, processes
from vision.types import CLASSES


def test_tars_hold_every_photo_with_what_is_known(run: Label, dataset: Dataset, tmp_path: Path) -> None:
    run(formats=("yolo",))
    row = dataset.manifest.named("b")
    assert row is not None
    dataset.correct(row, [{"op": "set", "tile": 3, "kind": "7m"}], True)
    out = tmp_path / "shards"
    written = export(dataset, str(out), "webdataset", here(), 2)
    assert [(one.file, one.photos) for one in written] == [("000000.tar", 2), ("000001.tar", 1)]
    index = json.loads((out / "index.json").read_text())
    assert (index["photos"], index["classes"]) == (3, list(CLASSES))
    seen = {}
    for shard in index["shards"]:
        data = (out / shard["file"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == shard["sha256"]
        with tarfile.open(out / shard["file"]) as packed:
            members = packed.getmembers()
            for picture, about in zip(members[::2], members[1::2], strict=True):
                key, _, ending = picture.name.partition(".")
                assert (ending, about.name) == ("png", f"{key}.json")
                kept = packed.extractfile(picture), packed.extractfile(about)
                assert kept[0] is not None
                assert kept[1] is not None
                assert hashlib.sha256(kept[0].read()).hexdigest() == key
                told = json.loads(kept[1].read())
                seen[told["name"]] = told
    assert list(seen) == ["a", "b", "c"]
    for photo in dataset.manifest.rows("done"):
        sheet, told = dataset.sheet(photo), seen[photo.name]
        assert [label["kind"] for label in told["labels"]] == [label.kind for label in sheet.labels]
        assert [CLASSES[label["class"]] for label in told["labels"]] == [label.kind for label in sheet.labels]
        assert [label["box"][0] for label in told["labels"]] == [label.box.x1 for label in sheet.labels]
        assert told["checked"] == (photo.name == "b")
    assert seen["b"]["labels"][3]["kind"] == "7m"


def test_coco_shards_hold_together_what_the_one_file_holds(run: Label, dataset: Dataset, tmp_path: Path) -> None:
    run(formats=("coco",))
    export(dataset, str(tmp_path / "shards"), "coco", here(), 2)
    whole = entries(COCO, dataset.root / "coco.json")
    parts = [entries(COCO, tmp_path / "shards" / f"{number:06d}.json") for number in range(2)]
    assert [sorted(part) for part in parts] == [["a", "b"], ["c"]]
    assert parts[0] | parts[1] == whole


def test_shards_are_the_same_bytes_whoever_writes_them(run: Label, dataset: Dataset, tmp_path: Path) -> None:
    run(formats=("yolo",))
    for name, workers in (("one", here()), ("two", processes(2, make))):
        export(dataset, str(tmp_path / name), "webdataset", workers, 1)
    one, two = ({p.name: p.read_bytes() for p in (tmp_path / name).iterdir()} for name in ("one", "two"))
    assert one == two
    assert len(one) == 4
    export(dataset, str(tmp_path / "two"), "webdataset", here(), 1)  # again, over what is there


def test_what_else_lies_there_would_be_read_too(run: Label, dataset: Dataset, tmp_path: Path) -> None:
    run(formats=("yolo",))
    export(dataset, str(tmp_path / "out2"), "webdataset", here(), 1)
    with pytest.raises(LabelError, match=r"00000[12]\.tar is no shard of this data set"):
        export(dataset, str(tmp_path / "out2"), "webdataset", here(), 3)


def test_the_verb_writes_shards(run: Label, dataset: Dataset, tmp_path: Path) -> None:
    run(ColourEye(), formats=("yolo",))
    command = ["label-export", str(dataset.root), "--to", str(tmp_path / "s"), "--kind", "coco", "--workers", "1"]
    result = CliRunner().invoke(main, command)
    assert (result.exit_code, (tmp_path / "s" / "000000.json").exists()) == (0, True)
    assert "3" in result.stdout.splitlines()[0]
    (tmp_path / "s" / "x").write_text("theirs")
    again = CliRunner().invoke(main, command)
    assert (again.exit_code, "x is no shard of this data set" in again.stderr) == (1, True)
