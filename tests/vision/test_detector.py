"""How the detector looks at a photo: what its model takes, how often and how closely it looks."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.eye.detector import FIRST_SIDE, MOST_AREA, SIDE, STEP, Detector, Found, padded
from vision.eye.onnx import folder
from vision.photo.load import Photo, Pixels, load
from vision.read.eye import Eye

SAMPLES = Path(__file__).parent.parent.parent / "datasets" / "samples"


@cache
def detector() -> Detector:
    return Detector(folder() / "detector.onnx", 2)


@cache
def win() -> Pixels:
    return load(SAMPLES / "win.jpg").pixels


class Watched:
    """A model of which each run is kept: height and width of what it was shown."""

    def __init__(self, real: Any) -> None:
        self.real = real
        self.shown: list[tuple[int, int]] = []

    def run(self, outputs: list[str], feed: dict[str, Any]) -> Any:
        self.shown.append(feed["images"].shape[2:])
        return self.real.run(outputs, feed)


def looked(pixels: Pixels) -> tuple[tuple[Found, ...], list[tuple[int, int]]]:
    """What was found, and the sizes of the looks."""
    asked = Detector.__new__(Detector)
    asked._session = Watched(detector()._session)
    return asked.find(pixels), asked._session.shown


def model(images: np.ndarray) -> np.ndarray:
    return np.asarray(detector()._session.run(["output0"], {"images": images})[0])


@pytest.mark.parametrize("sides", [(320, 256), (480, 640), (640, 640), (96, 1600)])
def test_the_model_takes_pictures_of_any_sides_and_number(sides: tuple[int, int]) -> None:
    """Each alone, and both at once: the same boxes, one for each place of the three maps."""
    images = np.random.default_rng(1).random((2, 3, *sides), np.float32)
    both = model(images)
    assert both.shape == (2, 5, sum(sides[0] * sides[1] // stride**2 for stride in (8, 16, 32)))
    for image, boxes in zip(images, both, strict=True):
        assert model(image[None])[0] == pytest.approx(boxes, abs=2e-2)


def test_boxes_do_not_depend_on_how_much_grey_is_around() -> None:
    """The same picture padded to a rectangle and to a square."""
    found = []
    for step in (STEP, SIDE):
        image, (x, y) = padded(win(), SIDE / max(win().shape), step)
        boxes = model(image)[0]
        sure = boxes[:, boxes[4] > 0.5]
        found.append({(round(float(cx - x) / 8), round(float(cy - y) / 8)) for cx, cy in sure[:2].T})
    assert len(found[0]) >= 14
    assert found[0] == found[1]


def test_a_hand_is_looked_at_twice_and_that_is_less_than_one_pass() -> None:
    """A small look at the photo, one at the row of tiles."""
    found, shown = looked(win())
    assert len(found) >= 14
    assert len(shown) == 2
    assert max(shown[0]) == FIRST_SIDE
    assert sum(height * width for height, width in shown) < SIDE**2


@pytest.mark.parametrize("size", [(8, 16384), (16384, 8), (9, 9), (3000, 4000), (6000, 9000)])
@pytest.mark.parametrize("shade", ["even", "noise"])
def test_every_look_is_bounded(size: tuple[int, int], shade: str) -> None:
    """Whatever the photo's shape; sides are what the model takes."""
    noise = np.random.default_rng(3).integers(0, 256, (*(max(1, side // 8) for side in size), 3), np.uint8)
    pixels = np.full((*size, 3), 114, np.uint8) if shade == "even" else np.resize(noise, (*size, 3))
    _, shown = looked(pixels)
    assert 1 <= len(shown) <= 4
    for height, width in shown:
        assert height % STEP == width % STEP == 0
        assert height * width < MOST_AREA + STEP * (height + width)


def test_a_photo_without_a_tile_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its negative is looked at, too, but not searched: dark tiles are no smaller than light ones."""
    watched = Watched(detector()._session)
    eye = Eye.load()
    monkeypatch.setattr(eye._detector, "_session", watched)
    assert eye.detect(Photo(np.full((1500, 2000, 3), 114, np.uint8), 2000, 1500, "PNG")) == ()
    assert [max(sides) for sides in watched.shown] == [FIRST_SIDE, SIDE, 1152, FIRST_SIDE, SIDE]
