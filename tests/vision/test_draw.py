"""The annotated picture, checked by its pixels."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from vision import draw
from vision.photo.load import Photo
from vision.types import Box, Detection, Doubt, Group, Owner, Reading, ReadTile, Role, scores_of

GREY = 128


def scene(width: int, height: int, scale: int = 1) -> tuple[Photo, Reading]:
    """Two tiles, a hand of one and a meld of one, and a third one dropped, on grey."""
    pixels = np.full((height // scale, width // scale, 3), GREY, np.uint8)
    side = width / 10
    boxes = [Box(x * side, height / 2, (x + 1) * side, height / 2 + side) for x in (2, 5, 8)]
    kinds = ("5m", "back", "1s")
    tiles = [
        ReadTile(Detection(box, scores_of({kind: 0.9})), kind, 0.9, group)
        for box, kind, group in zip(boxes, kinds, (0, 1, None), strict=True)
    ]
    tiles[2] = replace(tiles[2], dropped=True)
    groups = (Group(Role.HAND, (0,)), Group(Role.MELD, (1,)))
    reading = Reading(width, height, "test", tuple(tiles), groups, (), (), None, (), True)
    return Photo(pixels, width, height, "JPEG"), reading


def drawn(photo: Photo, reading: Reading) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(draw.annotated(photo, reading)), formats=["JPEG"]))


def count(picture: np.ndarray, colour: tuple[int, int, int]) -> int:
    """Pixels of about this colour (JPEG shifts them)."""
    return int((np.abs(picture.astype(int) - colour).max(2) < 30).sum())


@pytest.mark.parametrize(
    ("width", "height", "scale"), [(640, 480, 1), (4000, 3000, 2), (8064, 6048, 4), (1000, 100, 1)]
)
def test_roles_have_their_colours_on_any_resolution(width: int, height: int, scale: int) -> None:
    photo, reading = scene(width, height, scale)
    picture = drawn(photo, reading)
    assert picture.shape == photo.pixels.shape
    for role in (Role.HAND, Role.MELD):
        assert count(picture, draw.COLOURS[role]) > 0
    assert count(picture, draw.COLOURS[Role.WINNING]) == 0
    assert count(picture, draw.DOUBT) == 0


def test_names_are_large_enough_to_read() -> None:
    """The tag's height is a third of the tile and never below 1/120 of the picture."""
    photo, reading = scene(4000, 3000, 2)
    picture = drawn(photo, reading)
    x, top = 405, 750  # just inside the first tile's left edge, photo pixels halved
    column = np.abs(picture[:, x].astype(int) - draw.COLOURS[Role.HAND]).max(1) < 40
    assert column[top - 60 : top].sum() >= 25


def test_a_doubtful_tile_stands_out() -> None:
    photo, reading = scene(640, 480)
    plain = drawn(photo, reading)
    doubted = drawn(photo, replace(reading, doubts=(Doubt("low_confidence", (0,), "…", "…"),)))
    assert count(doubted, draw.DOUBT) > 300
    left, right = doubted[:, :280], doubted[:, 300:]
    assert count(left, draw.DOUBT) > 300
    assert count(right, draw.DOUBT) == 0
    assert (np.abs(right.astype(int) - plain[:, 300:]) < 40).all()


def test_a_dropped_tile_is_struck_out_and_has_no_name() -> None:
    photo, reading = scene(640, 480)
    picture = drawn(photo, reading)
    box = reading.tiles[2].box
    part = picture[int(box.y1) - 30 : int(box.y2) + 5, int(box.x1) - 5 : int(box.x2) + 5]
    changed = np.abs(part.astype(int) - GREY).max(2) > 12
    assert 0.02 < changed.mean() < 0.2


def test_a_reading_without_tiles_is_the_photo() -> None:
    photo, reading = scene(640, 480)
    empty = replace(reading, tiles=(), groups=())
    assert np.abs(drawn(photo, empty).astype(int) - GREY).max() <= 3


def test_boxes_at_the_very_edge_and_beyond_are_drawn() -> None:
    photo, reading = scene(640, 480)
    edges = [Box(0, 0, 20, 30), Box(620, 450, 640, 480), Box(-30, -30, 700, 500)]
    first = reading.tiles[0]
    tiles = tuple(replace(first, detection=replace(first.detection, box=box)) for box in edges)
    assert drawn(photo, replace(reading, tiles=tiles)).shape == (480, 640, 3)


def test_no_metadata_is_written() -> None:
    photo, reading = scene(640, 480)
    picture = Image.open(io.BytesIO(draw.annotated(photo, reading)), formats=["JPEG"])
    assert not picture.getexif()
    assert "icc_profile" not in picture.info


def test_another_players_tile_says_whose_it_is() -> None:
    """A letter before its name makes the tag wider."""
    photo, reading = scene(1600, 1200)
    hand, meld = reading.groups
    theirs = replace(reading, groups=(hand, replace(meld, owner=Owner.OPPOSITE)))
    colour = draw.COLOURS[Role.MELD]
    assert count(drawn(photo, theirs), colour) > 1.1 * count(drawn(photo, reading), colour)
