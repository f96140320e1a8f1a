"""Rendered tables, a seeded few: hands come out, and a wrong one seldom comes without a doubt.

The full bench is `python -m tests.bench.tables 2000`; its figures are in docs/rendered-tables.md.
"""

from __future__ import annotations

import pytest

from tests.bench.tables import Tally, measure, show, verdict
from tests.world.tables import table
from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile


@pytest.fixture(scope="module")
def clean() -> Tally:
    return measure(400, seed=900_000, poor=False)


def test_a_table_is_the_same_for_the_same_seed() -> None:
    assert table(7) == table(7)
    assert table(7) != table(8)


def test_reconciling_makes_hands_right_that_geometry_and_first_choices_leave_wrong(clean: Tally) -> None:
    assert clean.right["all told"] / clean.tables > 0.75, show(clean)
    assert clean.right["all told"] > 1.6 * clean.before["all told"], show(clean)
    assert clean.right["hand"] / clean.tables > 0.82, show(clean)
    assert clean.right["melds told"] / clean.melds > 0.85, show(clean)
    assert clean.right["winning"] / clean.winning > 0.82, show(clean)


def test_a_wrong_hand_carries_a_doubt(clean: Tally) -> None:
    """A tile that nobody has seen may leave a table that looks whole (docs/rendered-tables.md)."""
    assert clean.seen_doubted / clean.seen > 0.9, show(clean)
    assert clean.wrong_doubted / clean.wrong > 0.9, show(clean)


def test_most_right_hands_carry_none_where_everything_can_be_seen(clean: Tally) -> None:
    assert clean.plain_doubted / clean.plain < 0.15, show(clean)


def test_poor_scores_make_more_doubts_not_quiet_faults() -> None:
    poor = measure(200, seed=910_000, poor=True)
    assert poor.wrong_doubted / poor.wrong > 0.9, show(poor)
    assert poor.right["all told"] > 1.6 * poor.before["all told"], show(poor)


@pytest.mark.parametrize("seed", [6000074, 6000282, 6000915, 6001547, 6002255])
def test_a_pong_of_which_one_counts_as_the_winning_tile_is_asked_about(seed: int) -> None:
    """A tile is missed, hidden or seen twice, so that the rest and a pong laid beside it look like a win."""
    _speaks(seed)


@pytest.mark.parametrize("seed", [5500637, 5502176, 5502237, 8000220])
def test_a_meld_of_which_a_tile_is_missing_is_asked_about_where_the_rest_joins_the_hand(seed: int) -> None:
    """Three alike without room to a meld, one of a pong's kind that is the whole hand, two with room for a third."""
    _speaks(seed)


@pytest.mark.parametrize("seed", [10003160, 12001276, 12006373, 15001110, 12000234])
def test_three_alike_that_are_half_of_a_hand_in_two_rows_or_a_suit_of_it_are_asked_about(seed: int) -> None:
    """They have no sideways tile, and no room between them, or the hand lies close by in a row of its own."""
    _speaks(seed)


@pytest.mark.parametrize("seed", [12000251, 15005168])
def test_three_alike_of_the_hand_with_one_that_seems_sideways_are_asked_about(seed: int) -> None:
    _speaks(seed)


@pytest.mark.parametrize("seed", [12006055, 12006641, 12005290])
def test_a_tile_of_the_hand_that_lies_as_the_fourth_of_a_kong_does_is_asked_about(seed: int) -> None:
    """On another one, sideways, or close to the pong of its kind."""
    _speaks(seed)


@pytest.mark.parametrize("seed", [10002760, 10005343])
def test_a_kong_of_which_one_tile_may_be_seen_twice_is_asked_about(seed: int) -> None:
    _speaks(seed)


@pytest.mark.parametrize("seed", [10001059, 10002836, 10006249, 12000874, 15003937])
def test_the_last_tile_of_a_hand_laid_loosely_or_in_two_rows_is_hardly_apart(seed: int) -> None:
    """Fourteen tiles, one of them with some room: whether it won is asked."""
    _speaks(seed)


@pytest.mark.parametrize("seed", [10004873, 10009296, 12000328, 15004640])
def test_a_lone_tile_that_would_win_is_asked_about_far_away_and_close_by(seed: int) -> None:
    """Taken for the winning tile though it lies far away, sideways; or left out though the hand waits for it."""
    _speaks(seed)


def _speaks(seed: int) -> None:
    seen = table(seed, poor=False)
    reading = reconcile(arrange(seen.detections, seen.width, seen.height))
    assert verdict(seen, reading) or reading.doubts
