"""A photo too small, too dark or too blurred to be read says so, and one that can be read says nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import cos, radians, sin
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.photo.load import Photo, load
from vision.read.eye import Eye
from vision.types import Reading

SAMPLES = Path(__file__).parents[2] / "datasets/samples"
OF_PHOTO = {"too_small", "too_dark", "blurred"}


@cache
def eye() -> Eye:
    return Eye.load(threads=1)


@cache
def sample() -> Photo:
    return load(SAMPLES / "win.jpg")


@cache
def tile_pixels() -> float:
    """The shorter side of a tile in the sample."""
    reading = eye().read(sample())
    return float(np.median([min(t.detection.box.width, t.detection.box.height) for t in reading.tiles]))


def said(photo: Photo) -> tuple[Reading, set[str]]:
    reading = eye().read(photo)
    return reading, {doubt.code for doubt in reading.doubts} & OF_PHOTO


def with_pixels(photo: Photo, pixels: np.ndarray) -> Photo:
    return replace(photo, pixels=pixels.astype(np.uint8))


def of_size(photo: Photo, pixels: float) -> Photo:
    """The photo in which a tile has so many pixels."""
    share = pixels / tile_pixels()
    smaller = cv2.resize(photo.pixels, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return replace(with_pixels(photo, smaller), width=smaller.shape[1], height=smaller.shape[0])


def shaken(photo: Photo, tiles: float, degrees: float) -> Photo:
    """The camera moved over so many tiles in that direction while the shutter was open."""
    half = round(tile_pixels() * tiles / 2)
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    across, down = round(half * cos(radians(degrees))), round(half * sin(radians(degrees)))
    cv2.line(kernel, (half - across, half - down), (half + across, half + down), (1.0,))
    return with_pixels(photo, cv2.filter2D(photo.pixels, -1, kernel / kernel.sum()))


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.jpg")), ids=lambda path: path.stem)
def test_a_photo_that_can_be_read_says_nothing_of_itself(path: Path) -> None:
    assert said(load(path))[1] == set()


@pytest.mark.parametrize("light", [0.15, 0.05])
def test_a_dark_photo_says_so(light: float) -> None:
    dark = with_pixels(sample(), sample().pixels * light)
    reading, codes = said(dark)
    assert codes == {"too_dark"}
    assert not reading.ok


def test_a_photo_in_which_no_tile_is_bright_enough_to_be_found_says_so() -> None:
    reading, codes = said(with_pixels(sample(), sample().pixels * 0.01))
    assert not reading.tiles
    assert codes == {"too_dark"}


def test_an_empty_table_is_not_dark() -> None:
    cloth = with_pixels(sample(), np.full_like(sample().pixels, (30, 90, 60)))
    assert said(cloth)[1] == set()


@pytest.mark.parametrize("degrees", [0, 45, 90, 110, 160])
def test_a_photo_of_a_shaking_hand_says_so_whatever_the_direction(degrees: float) -> None:
    assert said(shaken(sample(), 0.45, degrees))[1] == {"blurred"}


def test_a_photo_out_of_focus_says_so() -> None:
    soft = cv2.GaussianBlur(sample().pixels, (0, 0), tile_pixels() * 0.1)
    assert said(with_pixels(sample(), soft))[1] == {"blurred"}


def test_tiles_of_ten_pixels_are_too_small() -> None:
    assert said(of_size(sample(), 10))[1] == {"too_small"}
    assert said(of_size(sample(), 24))[1] == set()
