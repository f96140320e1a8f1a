"""Boxes that a detector cut short, and the way a tile lies."""

import numpy as np
import pytest

from vision.eye import reader
from vision.eye.detector import Found
from vision.types import Box


def row(*spans: tuple[float, float], top: float = 100, height: float = 64) -> list[Found]:
    """Boxes side by side, each from x to x."""
    return [Found(Box(left, top, right, top + height), 0.9) for left, right in spans]


WHOLE = ((0, 44), (46, 90), (92, 136), (138, 182))


def test_a_narrow_box_among_wider_ones_is_drawn_out_to_either_side() -> None:
    found = row(*WHOLE, (184, 200))
    assert list(reader._completed(found[4].box, found)) == [Box(184, 100, 228, 164)]  # on the left a tile lies
    alone = row(*WHOLE, (300, 324))
    assert list(reader._completed(alone[4].box, alone)) == [Box(280, 100, 324, 164), Box(300, 100, 344, 164)]


def test_whole_boxes_and_small_crowds_are_left_alone() -> None:
    found = row(*WHOLE)
    assert not [drawn for tile in found for drawn in reader._completed(tile.box, found)]
    few = row((0, 44), (46, 90), (92, 116))
    assert not list(reader._completed(few[2].box, few))


def test_a_second_narrow_box_on_a_tile_is_not_drawn_out_over_it() -> None:
    found = [*row(*WHOLE), Found(Box(135, 98, 162, 162), 0.06)]
    assert not list(reader._completed(found[4].box, found))


def test_what_four_crops_say_of_the_way_is_brought_together() -> None:
    """A tile that needs one turn: the crop as it is says so, the one turned once says none, and so on."""
    said = np.full((1, 4, 4), 0.02)
    for made in range(4):
        said[0, made, (1 - made) % 4] = 0.94
    assert reader._ways(said)[0] == pytest.approx([0.02, 0.94, 0.02, 0.02])
