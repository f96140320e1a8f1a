"""What is no whole hand: one of which a tile is covered, and ponds where no hand lies open."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from scoring.tiles import compact, parse_tile
from tests.bench.unusual import with_one_covered, without_hand
from tests.world.laid import codes, photo, read, tiles
from vision.layout.orientation import laid
from vision.table.priors import AMONG_COST, among, behind

POND = "5m 1s 9p 2m 7s 3p", "8s 1p 4m 4p 9s 2s"
WAITS = "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 5s 5s"
SORTED = "1m 2m 2m 3m 5m 6m", "7m 1p 1p 5p 6p 7p"


def test_what_is_left_of_a_hand_is_the_hand_and_nobody_elses_tile_fills_it_up() -> None:
    found = with_one_covered(40, 60_000_000)
    assert found["right"] > 0.7 * found["tables"], found
    assert found["took others' tiles"] < 0.1 * found["tables"], found


def test_a_tile_apart_has_won_though_one_of_the_hand_is_covered() -> None:
    """With it the others are thirteen that wait; but nobody lays one of those apart."""
    reading = read("1m 2m 3m 4m 5m 6m 7m 8m 2p 2p 5s 5s . . 9m")
    assert (compact(reading.hand), str(reading.winning_tile)) == ("12345678m22p55s", "9m")
    assert "odd_count" in codes(reading)
    assert not reading.ok


@pytest.mark.parametrize("rows", [POND, (*POND, "6m"), (*POND, "6m 6s 8p 7p 1m 1m 3s 5p"), (*POND[:1], "6m 6s 8p")])
def test_rows_of_six_as_they_came_are_a_pond(rows: tuple[str, ...]) -> None:
    reading = read(*rows, apart=1.45)
    assert (reading.hand, reading.melds, reading.winning_tile) == ((), (), None)
    assert codes(reading) == ["no_hand"]


def test_two_sorted_rows_of_six_are_a_hand_of_which_one_is_not_seen() -> None:
    reading = read(*SORTED, apart=1.45)
    assert compact(reading.hand) == compact(parse_tile(word) for row in SORTED for word in row.split())
    assert codes(reading)[0] == "odd_count"


def test_tiles_held_one_way_are_laid_and_tiles_that_lie_either_way_fell_so() -> None:
    upright, over = (0.9, 0.04, 0.03, 0.03), (0.03, 0.03, 0.9, 0.04)
    one = replace(tiles("5m")[0], turns=upright)
    other = replace(one, turns=over)
    assert laid([(one, 0)] * 9) == pytest.approx(
        math.log(0.5 * 0.98**9 + 0.17 * 0.8**9 + 0.18 * 0.6**9 + 0.15 * 0.35**9) + 9 * math.log(2)
    )
    assert laid([(other, 2)] * 9) == laid([(one, 0)] * 9) > 4
    assert laid([(one, 0), (other, 0)] * 4) < -1
    assert laid([(tiles("8p")[0], 0)] * 9) == 0  # nothing tells how they lie


def test_a_meld_far_behind_the_hand_costs_as_much_as_it_is_seldom_the_players() -> None:
    """One of a few hundred tiles of a player's melds lies eight widths behind the hand, half of the opposite one's."""
    layout = photo("5m 5m 5m", "", "", "", "7p 7p 7p", "", WAITS)
    near, far = (3, 4, 5), (0, 1, 2)
    assert behind(layout, near) == 0
    assert 4.5 < behind(layout, far) <= 5


def test_what_honours_wait_for_nobody_knows_so_the_tile_laid_apart_has_won() -> None:
    reading = read("5p 5p 4s 5s 6s E E E . . 5p")
    assert (compact(reading.hand), str(reading.winning_tile)) == ("55p456s", "5p")


def test_a_tile_that_lies_among_others_has_hardly_won() -> None:
    layout = photo("8m . . 3p . . 6s", "_ . . 9m", "", "2s", "", "", WAITS, apart=1.0)
    own = next(number for number, row in enumerate(layout.rows) if len(row.tiles) == 13)
    alone = {row.tiles[0]: row for row in layout.rows if len(row.tiles) == 1}
    assert among(layout, [own], alone[3], 3) == AMONG_COST  # a width from the next one
    assert among(layout, [own], alone[4], 4) < AMONG_COST


def test_ponds_are_seldom_taken_for_a_hand() -> None:
    found = without_hand(40, 61_000_000)
    assert found["of one pond, right"] > 0.7 * found["of one pond"], found
    assert found["ok"] <= 0.05 * found["tables"], found
