"""What a person has corrected is what the reader is trained on."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from datasets import crops
from tests.label.conftest import Label
from vision.labels.dataset import Dataset
from vision.types import CLASSES


def trained_on(monkeypatch: pytest.MonkeyPatch, out: Path, folders: Sequence[Path]) -> list[str]:
    """The kinds of the crops that the command makes of the folders."""
    monkeypatch.setattr("sys.argv", ["crops", "--labelled", *map(str, folders), "--out", str(out)])
    crops.main()
    assert [path.name for path in out.iterdir()] == ["real.npz"]
    with np.load(out / "real.npz") as part:
        assert part["patches"].shape == (len(part["kinds"]), crops.SIDE, crops.SIDE, 3)
        assert np.isnan(part["turns"]).all()
        return [CLASSES[kind] for kind in part["kinds"]]


def test_what_is_doubted_is_trained_on_once_a_person_has_looked(
    run: Label, dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(formats=("yolo",))
    sure = ["1m", "2m", "3m", "4p", "4p", "5p", "6p", "7p", "1s", "2s"]
    assert sorted(trained_on(monkeypatch, tmp_path / "doubted", [dataset.root])) == sorted(sure)
    row = dataset.manifest.named("b")
    assert row is not None
    first = next(i for i, tile in enumerate(dataset.reading(row).tiles) if tile.kind == "9s")
    dataset.correct(row, [{"op": "set", "tile": first, "kind": "8s"}], checked=True)
    after = trained_on(monkeypatch, tmp_path / "checked", [dataset.root])
    assert sorted(after) == sorted([*sure, "8s", "9s", "back", "other"])
    labels = tmp_path / "plain"
    for name in ("images", "labels"):
        shutil.copytree(dataset.root / name, labels / name)
    assert trained_on(monkeypatch, tmp_path / "both", [dataset.root, labels]) == after * 2


def test_a_folder_without_a_photo_or_a_photo_without_labels_is_told(
    run: Label, dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bare" / "images").mkdir(parents=True)
    with pytest.raises(FileNotFoundError, match="bare/images holds no photo"):
        trained_on(monkeypatch, tmp_path / "none", [tmp_path / "bare"])
    run(formats=("coco",))
    with pytest.raises(FileNotFoundError, match=r"a\.txt"):
        trained_on(monkeypatch, tmp_path / "none", [dataset.root])
