"""Boxes that a detector cut short, the way a tile lies, and which crops are seen in four turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from vision.eye import reader
from vision.eye.detector import Found
from vision.eye.thresholds import can_be_tile, is_tile, may_be_tile
from vision.types import CLASSES, Box, Detection, scores_of


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


class Said:
    """Stands for the model: it names crops by their brightness; of the way it says what `ways` has for that."""

    def __init__(self, sureness: Mapping[int, float], ways: Mapping[int, tuple[float, ...]] | None) -> None:
        self.sureness = sureness
        self.ways = ways
        self.asked: list[int] = []

    def run(self, outputs: Sequence[str], feed: dict[str, Any]) -> list[Any]:
        shades = [round(float(crop.mean()) * 255) for crop in feed["crops"]]
        self.asked += shades
        scores = np.zeros((len(shades), len(CLASSES)), np.float32)
        scores[:, 0] = [self.sureness[shade] for shade in shades]
        said = {"scores": scores}
        if self.ways is not None:
            said["turns"] = np.array([self.ways[shade] for shade in shades], np.float32)
        return [said[name] for name in outputs]


UPRIGHT, EITHER, ONE_OF_TWO, ALL = (1.0, 0, 0, 0), (0.5, 0, 0.5, 0), (0.7, 0, 0.3, 0), (0.25, 0.25, 0.25, 0.25)


def read(said: Said) -> tuple[Detection, ...]:
    """Four patches of one shade each, 40 to 160."""
    pixels = np.repeat(np.repeat(np.array([[40, 80, 120, 160]], np.uint8), 100, 0), 100, 1)
    pixels = np.stack([pixels] * 3, 2)
    found = [Found(Box(at + 20, 20, at + 80, 80), 0.9) for at in (0, 100, 200, 300)]
    asked = reader.Reader.__new__(reader.Reader)
    asked._session = said
    asked._outputs = ["scores"] if said.ways is None else ["scores", "turns"]
    return asked.read(pixels, found)


def test_a_crop_is_turned_only_where_its_name_or_its_way_is_open() -> None:
    ways = {40: UPRIGHT, 80: UPRIGHT, 120: EITHER, 160: ONE_OF_TWO}
    said = Said({40: 0.99, 80: 0.9, 120: 0.99, 160: 0.99}, ways)
    seen = read(said)
    assert {shade: said.asked.count(shade) for shade in ways} == {40: 1, 80: 4, 120: 1, 160: 4}
    assert [round(max(one.scores), 2) for one in seen] == [0.99, 0.9, 0.99, 0.99]
    assert [one.turns[0] for one in seen] == pytest.approx(
        [1, 0.25, 0.5, 0.25]
    )  # what is said of each turn is the same


def test_a_model_that_does_not_tell_the_way_is_asked_in_all_turns() -> None:
    said = Said(dict.fromkeys((40, 80, 120, 160), 0.99), None)
    assert [one.turns for one in read(said)] == [pytest.approx(ALL)] * 4
    assert len(said.asked) == 16


@pytest.mark.parametrize("found", [0.02, 0.06, 0.0675, 0.068, 0.07, 0.3])
def test_no_box_is_passed_over_that_could_be_a_tile(found: float) -> None:
    surest = Detection(Box(0, 0, 1, 1), scores_of({"1m": 1.0}), found)
    assert can_be_tile(found) == (is_tile(surest) or may_be_tile(surest))
