"""Corrections of the photos are applied as they are written, and say nothing that cannot be."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets import real
from datasets.crops import real as patches
from datasets.pictures import opened
from datasets.real import Photo
from vision.types import CLASSES

SHARED = Path(__file__).resolve().parents[3] / "shared" / "photos"
HASHES = "aaaaaaaa11", "bbbbbbbb22", "cccccccc33"


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Three white photos of two tiles each: 1m on the left, 2m on the right below."""
    folder = tmp_path / "real" / "train"
    (folder / "images").mkdir(parents=True)
    (folder / "labels").mkdir()
    for digits in HASHES:
        white = np.full((320, 320, 3), 255, np.uint8)
        cv2.imwrite(str(folder / "images" / f"a_jpg.rf.{digits}.jpg"), white)
        (folder / "labels" / f"a_jpg.rf.{digits}.txt").write_text("0 0.2 0.7 0.2 0.2\n1 0.8 0.7 0.2 0.2\n")
    return tmp_path


def corrected(photos: Path, **corrections: object) -> list[Photo]:
    file = photos / "real.json"
    file.write_text(json.dumps({"train": corrections}))
    return list(real.photos(photos, "train", corrections=file))


def test_without_a_word_about_them_photos_are_what_their_labels_say(photos: Path) -> None:
    seen = corrected(photos)
    assert [real.key(photo.path) for photo in seen] == ["aaaaaaaa", "bbbbbbbb", "cccccccc"]
    for photo in seen:
        assert [CLASSES[kind] for kind, _ in photo.boxes] == ["1m", "2m"]
        assert photo.boxes[0][1] == pytest.approx((0.1, 0.6, 0.3, 0.8))
        assert photo.masks == ()


def test_corrections_hold_for_the_photo_that_they_name_only(photos: Path) -> None:
    first, second, third = corrected(
        photos,
        renamed={"aaaaaaaa": [[1, "other"]]},
        added={"bbbbbbbb": "q0i09i090" + "s000i0izz"},
        masked={"cccccccc": "0" * 30 + "1w"},
    )
    assert [CLASSES[kind] for kind, _ in first.boxes] == ["1m", "other"]
    assert [(CLASSES[kind], box) for kind, box in second.boxes[2:]] == [
        ("9s", (18 / 1296, 9 / 1296, 0.5, 0.25)),
        ("back", (0.0, 18 / 1296, 18 / 1296, 1295 / 1296)),
    ]
    assert third.masks == ((30 / 32, 0.0, 31 / 32, 1 / 32), (31 / 32, 0.0, 1.0, 1.0))
    assert len(first.boxes) == len(third.boxes) == 2
    assert first.masks == second.masks == ()


def test_copies_are_left_out_for_the_reasons_asked_for(photos: Path) -> None:
    left_out = {"mirrored": ["aaaaaaaa"], "squashed": ["bbbbbbbb"]}
    assert [real.key(p.path) for p in corrected(photos, left_out=left_out)] == ["bbbbbbbb", "cccccccc"]
    file = photos / "real.json"
    seen = real.photos(photos, "train", (real.MIRRORED, real.SQUASHED), file)
    assert [real.key(p.path) for p in seen] == ["cccccccc"]


def test_masked_places_are_grey_but_boxes_in_them_stay_to_be_seen(photos: Path, tmp_path: Path) -> None:
    photo, *_ = corrected(photos, added={"aaaaaaaa": "di090lmcm"}, masked={"aaaaaaaa": "g" * 32})  # the upper half
    out = tmp_path / "out"
    for name in ("images", "labels"):
        (out / name).mkdir(parents=True)
    real.write(photo, out)
    pixels = opened(out / "images" / photo.path.name)
    assert abs(int(pixels[10, 10, 1]) - real.GREY) <= 3
    assert abs(int(pixels[150, 310, 1]) - real.GREY) <= 3
    assert pixels[96, 176].min() > 250  # the tile that was added
    assert pixels[97, 158].min() > 240  # and a little around it
    assert pixels[200:].min() > 250
    again = dict(real.labelled(out))
    (boxes,) = again.values()
    assert [kind for kind, _ in boxes] == [kind for kind, _ in photo.boxes]
    for (_, box), (_, true) in zip(boxes, photo.boxes, strict=True):
        assert box == pytest.approx(true, abs=1e-5)


def test_photos_without_a_mask_are_written_as_they_are(photos: Path, tmp_path: Path) -> None:
    photo, *_ = corrected(photos)
    for name in ("images", "labels"):
        (tmp_path / "out" / name).mkdir(parents=True)
    real.write(photo, tmp_path / "out")
    assert (tmp_path / "out" / "images" / photo.path.name).read_bytes() == photo.path.read_bytes()


def test_the_reader_is_trained_on_corrected_boxes(photos: Path) -> None:
    rows = list(patches(corrected(photos, left_out={"loose": ["bbbbbbbb"]}, renamed={"aaaaaaaa": [[0, "7s"]]})))
    assert [CLASSES[kind] for _, kind, _ in rows] == ["7s", "2m", "1m", "2m"]


@pytest.mark.skipif(not (SHARED / "real").exists(), reason="../shared/photos/real is not there")
@pytest.mark.parametrize("part", ["train", "val"])
def test_what_is_corrected_is_there_and_can_be(part: str) -> None:
    known = json.loads(real.CORRECTIONS.read_text())[part]
    raw = {real.key(path): boxes for path, boxes in real.labelled(SHARED / "real" / part)}
    names = {path.name for path in (SHARED / "real" / part / "images").glob("*.jpg")}
    assert len(raw) == len(names)  # keys tell the photos apart
    for at in ("renamed", "added", "masked"):
        assert known.get(at, {}).keys() <= raw.keys(), at
    reasons = known.get("left_out", {})
    keys = [name for listed in reasons.values() for name in listed]
    assert set(keys) <= raw.keys()
    assert len(keys) == len(set(keys))
    for name, changes in known.get("renamed", {}).items():
        for index, kind in changes:
            assert CLASSES[raw[name][index][0]] != kind  # else there is nothing to correct
            assert kind in CLASSES
    assert all(len(digits) == real.STRIPS for digits in known.get("masked", {}).values())
    for photo in real.photos(SHARED, part, ()):
        added = photo.boxes[len(raw[real.key(photo.path)]) :]
        for corners in [*photo.masks, *(box for _, box in added)]:
            assert 0 <= corners[0] < corners[2] <= 1
            assert 0 <= corners[1] < corners[3] <= 1
    if part == "val":
        assert not set(known["complete"]) & known["incomplete"].keys()
        assert {*known["complete"], *known["incomplete"]} == names
