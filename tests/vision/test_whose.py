"""Which of several hands is meant, and from which side the photo shows it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.world.laid import codes, photo, read
from tests.world.tables import table
from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile

WAITS = "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 5s 5s"
IDLE = "1m 4m 7m 1p 4p 7p 9p 1s 4s 7s 8s 9s 3m"
STRANGERS = (3000610, 3001259, 3002345, 3002399, 3002892, 3003194, 3003441, 3003671, 3003784, 3003873)
"""Rendered tables on which another player's hand is read, in photos taken askew or where it lies as near."""


@pytest.mark.parametrize(
    ("far", "near", "asked"),
    [(WAITS, IDLE, True), (IDLE, WAITS, False), (IDLE, "2m 5m 8m 2p 5p 8p 9p 2s 5s 7s 8s 9s 3m", False)],
)
def test_a_hand_that_waits_is_meant_sooner_than_one_that_does_not(far: str, near: str, asked: bool) -> None:
    assert ("which_hand" in codes(read(far, near, apart=14))) == asked


def test_what_lies_nearer_to_the_player_than_the_hand_that_is_read_may_be_his() -> None:
    """Five tiles in two short rows; the row of five behind the melds is discards, and the count fits both ways."""
    reading = read("1m 2m 6s 2s 7m", "_ _ # 8s 8s # . 4m 4m 4m~ . 9s 9s~ 9s", ". . . .", "3m 1p 7p", "3p 3m", apart=1.5)
    assert "which_hand" in codes(reading)
    assert not reading.ok


def test_a_hand_that_is_not_the_players_is_hardly_ever_read_without_a_word() -> None:
    asked = 0
    for seed in STRANGERS:
        seen = table(seed, poor=False, crowded=True)
        reading = reconcile(arrange(seen.detections, seen.width, seen.height))
        asked += bool(reading.doubts)
    assert asked >= len(STRANGERS) - 1, asked


@pytest.mark.parametrize(
    ("turn", "facing", "backwards"), [(3.0, 2.5, False), (357.0, 1.2, True), (-88.0, 3.0, True), (90.0, 5.0, False)]
)
def test_a_photo_on_its_side_may_show_the_table_from_the_other(turn: float, facing: float, backwards: bool) -> None:
    assert replace(photo("1m 2m 3m"), turn=turn, facing=facing).backwards is backwards
