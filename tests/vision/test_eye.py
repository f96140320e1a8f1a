"""Detector, reader and the stages in a row, on scenes with known truth and on real photos."""

from __future__ import annotations

import io
import json
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from datasets import samples
from models import evaluate
from models.photos import TOOL, Truth, complete, truths
from scoring.tiles import KINDS, compact
from vision.draw import annotated
from vision.eye import onnx
from vision.eye.detector import Detector
from vision.eye.onnx import ModelError
from vision.photo.load import Photo, load
from vision.read.eye import Eye
from vision.types import BACK, CLASSES, Detection

ROOT = Path(__file__).parent.parent.parent
MODELS = ROOT / "models"
SAMPLES = ROOT / "datasets" / "samples"
SHARED = ROOT.parent / "shared"
real_photos = pytest.mark.skipif(
    not TOOL.exists(), reason="the photos lie beside the repository on the machines that have them: ../shared"
)


@cache
def eye() -> Eye:
    return Eye.load()


def best(detection: Detection) -> str:
    return CLASSES[detection.scores.index(max(detection.scores))]


def inventory(found: Photo) -> Counter[str]:
    return Counter(best(detection) for detection in eye().detect(found))


@cache
def truth() -> dict[str, dict[str, Any]]:
    return dict(json.loads((SAMPLES / "truth.json").read_text()))


def tiles(name: str) -> list[dict[str, Any]]:
    return list(truth()[name]["tiles"])


@pytest.mark.parametrize("name", sorted(truth()))
def test_every_face_of_a_sample_is_found_and_named(name: str) -> None:
    """Every face; of a wall's two layers only the upper one shows its backs."""
    detections = eye().detect(load(SAMPLES / name))
    seen, there = Counter(map(best, detections)), Counter(str(tile["tile"]) for tile in tiles(name))
    assert seen.pop(BACK, 0) <= there.pop(BACK, 0)
    assert seen == there
    for detection in detections:
        assert len(detection.scores) == len(CLASSES)
        assert 0.9 < sum(detection.scores) < 1.001  # what lacks to 1: no tile
        assert sum(detection.turns) == pytest.approx(1, abs=1e-6)
        assert 0 < detection.found <= 1


@pytest.mark.parametrize("name", sorted(truth()))
def test_dark_tiles_with_light_ink_are_found_as_their_negative_is(name: str) -> None:
    """A negative stands for a black set: the same faces, and their boxes where they lie."""
    light = load(SAMPLES / name)
    dark = replace(light, pixels=255 - light.pixels)
    assert eye().detect(dark) == eye().detect(light)


def test_whoever_wants_to_know_what_faces_look_like_is_told_the_same_names() -> None:
    pixels, reader = load(SAMPLES / "win.jpg").pixels, eye()._reader
    found = eye()._detector.find(pixels)
    sights = reader.look(pixels, found)
    assert [sight.detection for sight in sights] == list(reader.read(pixels, found))
    assert len({len(sight.embedding) for sight in sights} - {0}) == 1


def test_boxes_lie_where_the_tiles_lie() -> None:
    detections = eye().detect(load(SAMPLES / "win.jpg"))
    for tile in tiles("win.jpg"):
        x1, y1, x2, y2 = tile["box"]
        near = [d for d in detections if x1 < d.box.centre[0] < x2 and y1 < d.box.centre[1] < y2]
        assert tile["tile"] in map(best, near)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_photo_turned_by_quarters_holds_the_same_tiles(turns: int) -> None:
    upright = load(SAMPLES / "win.jpg")
    pixels = np.ascontiguousarray(np.rot90(upright.pixels, turns))
    turned = Photo(pixels, pixels.shape[1], pixels.shape[0], "JPEG")
    assert inventory(turned) == inventory(upright)


def test_a_whole_table_in_twelve_megapixels() -> None:
    """Rendered at 4000×3000, a tile is 1/60 of the width; it comes as a file, so it is decoded smaller."""
    data, wanted = samples.taken(samples.large())
    found = load(data)
    assert (found.width, found.height) == (4000, 3000)
    seen = Counter(best(detection) for detection in eye().detect(found))
    there = Counter(str(tile["tile"]) for tile in wanted["tiles"])
    assert seen.pop(BACK) <= there.pop(BACK)
    assert seen == there
    reading = eye().read(found)
    assert (compact(reading.hand), str(reading.winning_tile)) == (wanted["hand"], wanted["winning_tile"])


@pytest.mark.parametrize("share", [60, 80])
def test_small_tiles_in_a_twelve_megapixel_photo(share: int) -> None:
    """A tile is 1/60 (1/80) of the width of a photo of 4000×3000, as it comes from the file: decoded smaller."""
    import cv2

    sample = load(SAMPLES / "win.jpg").pixels
    boxes = [tile["box"] for tile in tiles("win.jpg")]
    tile = float(np.median([box[2] - box[0] for box in boxes]))
    scale = 4000 / share / tile
    small = cv2.resize(sample, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    cloth = sample[:150, :200]
    table = cv2.resize(cloth, (4000, 3000), interpolation=cv2.INTER_LINEAR)
    height, width = small.shape[:2]
    table[1900 : 1900 + height, 700 : 700 + width] = small
    ok, data = cv2.imencode(".jpg", table[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 92])
    assert ok
    found = load(data.tobytes())
    assert (found.width, found.height) == (4000, 3000)
    assert inventory(found) == Counter(tile["tile"] for tile in tiles("win.jpg"))
    for detection in eye().detect(found):
        assert 700 <= detection.box.centre[0] <= 700 + width
        assert 1900 <= detection.box.centre[1] <= 1900 + height


@pytest.mark.parametrize("size", [(8, 8), (2000, 8), (8, 2000), (640, 480), (3000, 2000)])
def test_an_empty_picture_holds_no_tile(size: tuple[int, int]) -> None:
    for colour in (0, 114, 255):
        pixels = np.full((size[1], size[0], 3), colour, np.uint8)
        assert eye().detect(Photo(pixels, *size, "PNG")) == ()


def test_stages_are_timed_and_may_end_the_work() -> None:
    picture = load(SAMPLES / "win.jpg")
    dark = replace(picture, pixels=255 - picture.pixels)  # of which the negative is looked at, too
    told: list[tuple[str, float]] = []
    for one in (picture, dark):
        told.clear()
        eye().read(one, lambda stage, seconds: told.append((stage, seconds)))
        assert [stage for stage, _ in told] == ["detect", "read", "reconcile"]
        assert all(seconds > 0 for _, seconds in told)

    def gone(stage: str, seconds: float) -> None:
        raise TimeoutError(f"{stage} after {seconds}")

    with pytest.raises(TimeoutError, match="detect"):
        eye().read(picture, gone)


@pytest.mark.parametrize("size", [(1, 1), (640, 1), (1, 480), (7, 7), (9, 9)])
def test_a_picture_too_small_for_any_tile_has_none(size: tuple[int, int]) -> None:
    data = io.BytesIO()
    Image.new("RGB", size, "white").save(data, "PNG")
    picture = load(data.getvalue())
    reading = eye().read(picture)
    assert (reading.width, reading.height) == size
    assert [doubt.code for doubt in reading.doubts] == ["no_tiles"]
    assert annotated(picture, reading).startswith(b"\xff\xd8")


def test_the_version_changes_with_the_files(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("detector.onnx", "reader.onnx", "piled.onnx")]
    for file in files:
        shutil.copy(MODELS / file.name, file)
    known = {onnx.version(*files)}
    assert known == {eye().model}
    for file in files:
        with file.open("ab") as more:
            more.write(b"\0")
        known.add(onnx.version(*files))
    assert len(known) == 4


@pytest.mark.parametrize(
    ("detector", "reader", "words"),
    [
        (None, "reader.onnx", r"detector\.onnx cannot be read: No such file"),
        (b"", "reader.onnx", r"detector\.onnx is no sound ONNX model"),
        (b"no model at all", "reader.onnx", r"detector\.onnx is no sound ONNX model"),
        ("half", "reader.onnx", r"detector\.onnx is no sound ONNX model"),
        ("reader.onnx", "reader.onnx", r"detector\.onnx is another model: 'images'"),
        ("detector.onnx", "detector.onnx", r"reader\.onnx is another model: 'crops'"),
        ("swapped", "reader.onnx", r"detector\.onnx names 1 classes.*number 0: \('tail',\) instead of \('tile',\)"),
        ("detector.onnx", "swapped", r"reader\.onnx names 29 classes.*number 0: \('2m',\) instead of \('1m',\)"),
        ("nameless", "reader.onnx", r"detector\.onnx has no class names"),
        ("detector.onnx", "piled.onnx", r"reader\.onnx is another model: 'scores'"),
    ],
)
def test_a_wrong_or_damaged_model_is_loud(
    tmp_path: Path, detector: bytes | str | None, reader: str, words: str
) -> None:
    data = (MODELS / "detector.onnx").read_bytes()
    made = {
        "half": data[: len(data) // 2],
        "swapped": data.replace(b"{0: 'tile'", b"{0: 'tail'"),
        "nameless": data.replace(b"\x05names", b"\x05namez"),
    }
    match detector:
        case str():
            (tmp_path / "detector.onnx").write_bytes(made.get(detector) or (MODELS / detector).read_bytes())
        case bytes():
            (tmp_path / "detector.onnx").write_bytes(detector)
    known = (MODELS / ("reader.onnx" if reader == "swapped" else reader)).read_bytes()
    swapped = known.replace(b"{0: '1m', 1: '2m'", b"{0: '2m', 1: '1m'")
    (tmp_path / "reader.onnx").write_bytes(swapped if reader == "swapped" else known)
    shutil.copy(MODELS / "piled.onnx", tmp_path)
    with pytest.raises(ModelError, match=words):
        Eye.load(folder=tmp_path)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda _: b"", r"piled\.onnx is no sound ONNX model"),
        (lambda _: (MODELS / "reader.onnx").read_bytes(), r"piled\.onnx is another model: 'piled'"),
        (lambda data: data.replace(b"{0: 'piled'", b"{0: 'pilot'"), r"piled\.onnx names 1 classes.*\('pilot',\)"),
    ],
)
def test_so_is_the_one_that_tells_of_stacks(tmp_path: Path, damage: Callable[[bytes], bytes], words: str) -> None:
    for name in ("detector.onnx", "reader.onnx"):
        shutil.copy(MODELS / name, tmp_path)
    (tmp_path / "piled.onnx").write_bytes(damage((MODELS / "piled.onnx").read_bytes()))
    with pytest.raises(ModelError, match=words):
        Eye.load(folder=tmp_path)


def test_a_detector_is_one_session_for_many_threads() -> None:
    from concurrent.futures import ThreadPoolExecutor

    detector = Detector(MODELS / "detector.onnx", 1)
    pixels = load(SAMPLES / "win.jpg").pixels
    alone = detector.find(pixels)
    with ThreadPoolExecutor(4) as pool:
        assert all(found == alone for found in pool.map(detector.find, [pixels] * 4))


@real_photos
@pytest.mark.parametrize(
    ("folder", "known", "every", "most"),
    [("field", truths, 1, 0.06), ("real/val", complete, 12, 0.01)],
    ids=["strangers' photos", "the training photos' family"],
)
def test_tile_error_rate_on_real_photos(
    folder: str, known: Callable[[Path], list[Truth]], every: int, most: float
) -> None:
    """`models/README.md` has the measured rates."""
    photos = SHARED / "photos" / folder
    results = evaluate.evaluate(eye(), photos, known(photos)[::every], "read")
    assert len(results) >= 20
    assert evaluate.error_rate(results) <= most, evaluate.report(results)


@real_photos
def test_a_table_without_tiles_holds_hardly_any() -> None:
    """Patches of 200 pixels without a tile, which the detector is shown enlarged: 13 of 121 hold a box, mostly a back,
    3 a face (`models/README.md`).
    """
    paths = sorted((SHARED / "photos" / "backgrounds").glob("*.jpg"))
    found = [eye().detect(load(path)) for path in paths]
    faces = [any(max(d.scores) == max(d.scores[:KINDS]) for d in boxes) for boxes in found]
    assert sum(map(bool, found)) <= 0.12 * len(paths)
    assert sum(faces) <= 0.03 * len(paths)
