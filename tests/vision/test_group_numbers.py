"""Numbers by which corrections name groups: places in the reading, and numbers that were given."""

from __future__ import annotations

import pytest

from tests.world.laid import WINNER, read, wire
from vision.types import Reading, Role
from vision.wire.readings import correct, from_json


@pytest.fixture(scope="module")
def winner() -> Reading:
    return read(WINNER)


def test_a_number_not_in_use_names_one_new_group_from_then_on(winner: Reading) -> None:
    steps = [
        {"op": "move", "tiles": [0], "role": "meld", "group": 9},
        {"op": "move", "tiles": [1], "role": "meld", "group": 7},
        {"op": "move", "tiles": [2], "role": "meld", "group": 9},
        {"op": "add", "box": [5, 5, 60, 80], "kind": "1m", "group": 9},
    ]
    told = correct(winner, steps)
    assert [group.tiles for group in told.groups[3:]] == [(0, 2, 14), (1,)]
    later = winner
    for step in steps:
        later = correct(from_json(wire(later)), [step])
    assert wire(later) == wire(told)


def test_a_position_of_the_answer_and_the_number_that_was_given_name_the_same_group(winner: Reading) -> None:
    told = correct(winner, [{"op": "move", "tiles": [0], "role": "meld", "group": 9}])
    assert told.groups[3].tiles == (0,)
    at_position = correct(told, [{"op": "move", "tiles": [1], "role": "meld", "group": 3}])
    assert at_position.groups[3].tiles == (0, 1)
    again = correct(winner, wire(at_position)["corrections"])
    assert wire(again) == wire(at_position), "all corrections at once mean what they meant one after the other"


def test_a_number_within_the_reading_is_a_position_though_new_groups_were_made(winner: Reading) -> None:
    told = correct(
        winner,
        [
            {"op": "move", "tiles": [0], "role": "meld", "group": 6},
            {"op": "move", "tiles": [1], "role": "meld", "group": 3},
        ],
    )
    assert [group.tiles for group in told.groups[3:]] == [(0,), (1,)]


def test_a_number_that_was_given_names_its_group_though_another_stands_in_that_place(winner: Reading) -> None:
    steps = [
        {"op": "move", "tiles": [0], "role": "meld", "group": 4},
        {"op": "move", "tiles": [1], "role": "meld"},
        {"op": "move", "tiles": [2], "role": "meld", "group": 4},
    ]
    later = winner
    for step in steps:
        later = correct(from_json(wire(later)), [step])
    assert wire(later) == wire(correct(winner, steps))
    assert [group.tiles for group in later.groups[3:]] == [(0, 2), (1,)]


def test_a_group_in_whose_place_another_is_named_has_a_number_of_its_own(winner: Reading) -> None:
    """The last one is made of what the sender left in no group; nobody else could give it a number."""
    sent = wire(winner)
    sent["groups"] = [{**sent["groups"][0], "number": 2}, {**sent["groups"][1], "number": 3}, sent["groups"][2]]
    sent["groups"][2]["tiles"] = sent["groups"][2]["tiles"][:-1]
    sent["tiles"][13]["group"] = None
    numbers = [group.number for group in from_json(sent).groups]
    assert numbers == [2, 3, 4, 5]
    for position, number in enumerate(numbers):
        told = correct(from_json(sent), [{"op": "add", "box": [5, 5, 60, 80], "kind": "1m", "group": number}])
        assert told.groups[position].tiles[-1] == 14
        assert [group.number for group in from_json(wire(told)).groups] == numbers


def test_what_is_said_of_some_tiles_of_a_group_says_nothing_of_the_others(winner: Reading) -> None:
    """The tile is a meld of its own; the hand stays the hand. Only all of them at once are what the group is."""
    told = correct(winner, [{"op": "move", "tiles": [0], "role": "meld", "group": 0}])
    assert [(group.role, group.tiles) for group in told.groups[:1]] == [(Role.HAND, tuple(range(1, 10)))]
    assert (told.groups[3].role, told.groups[3].tiles, wire(told)["corrections"][0]["group"]) == (Role.MELD, (0,), 3)
    whole = correct(winner, [{"op": "move", "tiles": [11, 12, 13], "role": "other", "group": 2}])
    assert (whole.groups[2].role, whole.groups[2].tiles, len(whole.groups)) == (Role.OTHER, (11, 12, 13), 3)
