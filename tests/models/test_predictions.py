"""What counts as found, named and sure, on readings made by hand."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from datasets import real
from models import alone, evaluate, photos, predictions, worst
from models.measures import Boxes, average_precision
from models.predictions import Counted, Prediction
from vision.eye import onnx
from vision.photo.load import Photo, load
from vision.types import BACK, CLASSES, OTHER, Box, Detection, Reading, ReadTile, scores_of

SAMPLES = photos.ROOT / "datasets" / "samples"
tool = pytest.mark.skipif(not photos.TOOL.exists(), reason="the scoring tool lies beside the repository: ../shared")

real_photos = pytest.mark.skipif(not photos.VAL.exists(), reason="the photos lie beside the repository: ../shared")


def tile(kind: str, x: float, confidence: float = 0.99, read: str | None = None, dropped: bool = False) -> ReadTile:
    """A tile of 10 × 10 pixels at (x, 0) that the eye named `kind`; `read`: what tile sense made of it."""
    seen = {kind: confidence} | ({read: 0.01} if read else {})
    detection = Detection(Box(x, 0, x + 10, 10), scores_of(seen))
    return ReadTile(detection, read or kind, seen[read or kind], None if dropped else 0, dropped=dropped)


def reading(*tiles: ReadTile) -> Reading:
    return Reading(100, 100, "m", tiles, (), (), (), None, (), True)


def label(*tiles: tuple[str, float]) -> dict[str, object]:
    """The truth of a labelled photo of 100 × 100: (kind, x) of each."""
    boxes = [(CLASSES.index(kind), (x / 100, 0, (x + 10) / 100, 0.1)) for kind, x in tiles]
    return dict(photos._truth(Path("a.jpg"), boxes))


def look(truth: dict[str, object], *tiles: ReadTile) -> Prediction:
    return Prediction(truth, reading(*tiles), {"decode": 0.01})


def test_both_stages_of_a_reading() -> None:
    one = reading(tile("5m", 0, 0.6, read="5s"), tile("3p", 20, dropped=True))
    assert [(s.kind, s.confidence) for s in predictions.tiles_at(one, "seen")] == [("5m", 0.6), ("3p", 0.99)]
    assert [(s.kind, s.confidence) for s in predictions.tiles_at(one, "read")] == [("5s", 0.01)]


def test_a_box_that_is_nearly_a_tile_is_not_seen() -> None:
    faint = tile("3p", 20, 0.1, dropped=True)  # 0.1^0.7 is 0.2: below what the eye takes for a tile
    assert predictions.tiles_at(reading(tile("5m", 0), faint), "seen") == predictions.tiles_at(
        reading(tile("5m", 0)), "seen"
    )


def test_boxes_are_counted_whatever_their_names() -> None:
    truth = label(("1m", 0), ("2m", 20), ("3m", 40))
    seen = (tile("9p", 1), tile("2m", 20), tile("4m", 60), tile(BACK, 80))
    # No label is of a tile face down: the one that is said counts for nothing, unless it lies on a labelled face.
    assert predictions.counted_by_box(look(truth, *seen)) == Counted(2, 3, 2, 3)
    assert predictions.counted_by_box(look(truth, tile(BACK, 0))) == Counted(1, 3, 1, 1)


def test_misread_tiles_by_kind() -> None:
    truth = label(("1m", 0), ("2m", 20), ("3m", 40), (OTHER, 60))
    seen = (tile("7m", 0), tile("3m", 20, 0.6, read="2m"), tile("3m", 40, dropped=True), tile("5p", 60))
    one = look(truth, *seen)
    assert predictions.confusions([one, one]) == {("1m", "7m"): 2, (OTHER, "5p"): 2}
    boxes, names = predictions.misread(one)  # dropped: not read at all
    assert names == ("1m", "3m", OTHER)
    assert boxes.tolist() == [[0, 0, 10, 10], [40, 0, 50, 10], [60, 0, 70, 10]]


def test_how_sure_and_how_right_by_boxes() -> None:
    truth = label(("1m", 0), ("2m", 20))
    one = look(truth, tile("1m", 0, 0.9), tile("3m", 20, 0.8), tile("4m", 40, 0.7), tile(BACK, 80, 0.6))
    assert list(predictions.sure_by_box([one], whole=False)) == [(0.9, True), (0.8, False)]
    assert list(predictions.sure_by_box([one], whole=True)) == [(0.9, True), (0.8, False), (0.7, False)]


@tool
def test_how_sure_and_how_right_by_inventory() -> None:
    """Three 1m of two, one 5p of none, 2s right, an honour that is not scored, a 9s that may be there or not."""
    truth: dict[str, object] = {"file": "a.jpg", "rows": [["1m", "1m", "2s", "E"]], "optional": ["9s"]}
    kinds = [("1m", 0.9), ("1m", 0.6), ("1m", 0.8), ("5p", 0.7), ("2s", 0.95), (OTHER, 0.9), ("9s", 0.5)]
    one = look(truth, *(tile(kind, 10.0 * k, sure) for k, (kind, sure) in enumerate(kinds)))
    said = sorted(predictions.sure_by_number([one], photos.scorer()))
    assert said == [(0.6, False), (0.7, False), (0.8, True), (0.9, True), (0.95, True)]


@tool
def test_faces_are_counted_by_number_where_there_are_no_boxes() -> None:
    scorer = photos.scorer()
    truth: dict[str, object] = {
        "file": "a.jpg", "rows": [["1m", "E", "B"], ["5p", "5p"]], "unsure": [[1, 1, "dark"]], "optional": ["?"],
        "scope": "main", "box_main": [0, 0, 79, 20], "ignore_boxes": [[50, 0, 60, 10]],
    }  # fmt: skip
    # Certain: 1m, E, 5p; the second 5p and one more may be there. Seen in scope: three, then six.
    outside = (tile("9m", 80), tile("9m", 50))
    few = (tile("1m", 0), tile("2m", 10), tile(BACK, 20), *outside)
    assert predictions.counted_by_number(look(truth, *few), scorer) == Counted(2, 3, 2, 2)
    many = (*few, *(tile("5p", x) for x in (20, 30, 40, 60)))
    assert predictions.counted_by_number(look(truth, *many), scorer) == Counted(3, 3, 5, 6)


@tool
def test_inventories_of_both_stages() -> None:
    one = look(label(("1m", 0), ("2m", 20)), tile("1m", 0), tile("3m", 20, 0.6, read="2m"), tile("4m", 40, 0.1))
    assert [(r.missing, r.extra) for r in predictions.inventories([one], "seen")] == [({"2m": 1}, {"3m": 1})]
    (read,) = predictions.inventories([one], "read")
    assert (read.missing, read.errors) == ({"2m": 1}, 1)  # chosen against the eye, so with too little confidence
    assert not predictions.inventories([look(label((OTHER, 0)))], "read")  # nothing that is scored


def test_recall_and_precision_are_quotients_of_sums() -> None:
    words = evaluate.found([Counted(9, 10, 9, 9), Counted(0, 2, 0, 3)])
    assert words.startswith("recall 0.7500 (")
    assert "of 12, precision 0.7500 (" in words
    assert words.endswith("of 12")


def test_truths_of_labelled_photos(tmp_path: Path) -> None:
    for name in ("images", "labels"):
        (tmp_path / name).mkdir()
    (tmp_path / "images" / "a.jpg").touch()
    (tmp_path / "labels" / "a.txt").write_text("0 0.5 0.5 0.2 0.1\n27 0.1 0.1 0.1 0.1\n28 0.9 0.9 0.1 0.1\n")
    (truth,) = photos.truths(tmp_path)
    assert truth["file"] == "a.jpg"
    assert truth["rows"] == [["1m", "H", "B"]]
    assert truth["kinds"] == ["1m", OTHER, BACK]
    assert photos.corners(truth, 200, 100)[0] == pytest.approx([80, 45, 120, 55])


def test_complete_photos_as_they_are_corrected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "real" / "val"
    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True)
    for name in ("a.rf.00000001", "b.rf.00000002"):
        (folder / "images" / f"{name}.jpg").touch()
        (folder / "labels" / f"{name}.txt").write_text("0 0.5 0.5 0.2 0.1\n1 0.1 0.1 0.1 0.1\n")
    told = {"val": {"complete": ["b.rf.00000002.jpg"], "renamed": {"00000002": [[1, "5p"]]}}}
    (tmp_path / "real.json").write_text(json.dumps(told))
    monkeypatch.setattr(real, "CORRECTIONS", tmp_path / "real.json")
    (truth,) = photos.complete(folder)
    assert (truth["file"], truth["kinds"]) == ("b.rf.00000002.jpg", ["1m", "5p"])


@real_photos
def test_the_list_of_complete_photos_names_photos_that_are_there() -> None:
    known = photos.complete(photos.VAL)
    assert len(known) >= 200
    assert len(known) == len(json.loads(real.CORRECTIONS.read_text())["val"]["complete"])


def test_a_detector_alone_finds_what_lies_there() -> None:
    picture = load(SAMPLES / "waiting.jpg")
    detector = alone.Alone(onnx.folder() / "detector.onnx", 1)
    found = alone.suppressed(detector.look(picture.pixels), named=False)
    assert found.corners.shape == (len(found.scores), 4)
    assert (np.diff(found.scores) <= 0).all()
    assert set(found.kinds) == {0}
    assert (found.corners >= 0).all()
    assert (found.corners <= (picture.width, picture.height) * 2).all()
    tiles = json.loads((SAMPLES / "truth.json").read_text())["waiting.jpg"]["tiles"]
    true = np.array([tile["box"] for tile in tiles], np.float64)
    both = [(Boxes(true, np.zeros(len(true), np.int64), np.ones(len(true))), found)]
    assert average_precision(both, named=False)[0] > 0.95


def test_boxes_are_suppressed_by_class_or_altogether() -> None:
    """Two places that overlap by 0.8: the first 0.9 a 1m and 0.3 a 2m, the second 0.8 a 2m; a third place elsewhere."""
    rows = np.zeros((3, 33))
    rows[:, :4] = (0, 0, 10, 10), (0, 0, 10, 8), (50, 50, 60, 60)
    rows[0, 4], rows[0, 5], rows[1, 5], rows[2, 4] = 0.9, 0.3, 0.8, 0.0005
    named = alone.suppressed(rows, named=True)
    assert list(zip(named.kinds.tolist(), named.scores.tolist(), strict=True)) == [(0, 0.9), (1, 0.8)]
    one = alone.suppressed(rows, named=False)
    assert (one.corners.tolist(), one.scores.tolist()) == ([[0, 0, 10, 10]], [0.9])
    assert len(alone.suppressed(np.zeros((5, 5)), named=True).scores) == 0


def test_the_worst_is_drawn_with_words(tmp_path: Path) -> None:
    words = worst.caption(Counter({"5p": 1, "2m": 2}), Counter({"3s": 1}))
    assert words == "missing 2m x2, 5p; too many 3s"
    assert worst.caption(Counter(), Counter()) == "no error"
    photo = Photo(np.zeros((200, 300, 3), np.uint8), 600, 400, "JPEG")
    file = tmp_path / "a.jpg"
    worst.draw(photo, reading(), words, np.array([[100.0, 100, 300, 300]]), ("2m",), file)
    picture = Image.open(file)
    assert picture.width == 300
    assert picture.height > 200
    white = np.asarray(picture.convert("L"))[:200] > 128
    assert white[50:150, 48:53].any(1).mean() > 0.9  # the left side of the missed tile's box, at half its size
    assert not white[:, 160:].any()


def test_no_photo_of_others_is_drawn_into_the_repository(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "images").mkdir()
    monkeypatch.setattr(evaluate, "TOOL", tmp_path)
    inside = photos.ROOT / "out" / "worst"
    monkeypatch.setattr("sys.argv", ["evaluate", "--photos", str(tmp_path), "--worst", str(inside), "3"])
    with pytest.raises(SystemExit):
        evaluate.main()
    assert "lies in the repository" in capsys.readouterr().err
    assert not inside.exists()
