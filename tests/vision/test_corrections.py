"""What a player says about a reading, and what a client may say of it besides."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import InvalidInput
from scoring.rulesets import RULE_SETS
from scoring.tiles import Tile, compact
from tests.world.laid import TEN, WINNER, bare, codes, frame, read, tiles, wire
from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile
from vision.types import Box, Detection, Reading, SetKind
from vision.wire.readings import correct, from_json


@pytest.fixture(scope="module")
def winner() -> Reading:
    return read(WINNER)


@pytest.mark.parametrize("send", [wire, bare])
def test_a_tile_told_is_that_kind_and_everything_follows(winner: Reading, send: Any) -> None:
    told = correct(from_json(send(winner)), [{"op": "set", "tile": 9, "kind": "3p"}])
    assert compact(told.hand) == "12345678m23p"
    assert told.tiles[9].confidence == 1
    assert "not_complete" in codes(told)
    assert told.corrections == (SetKind(9, "3p"),)


@pytest.mark.parametrize("send", [wire, bare])
def test_a_dropped_tile_stays_listed_and_the_count_is_odd(winner: Reading, send: Any) -> None:
    told = correct(from_json(send(winner)), [{"op": "drop", "tile": 0}])
    assert wire(told)["tiles"][0]["dropped"] is True
    assert wire(told)["tiles"][0]["group"] is None
    assert len(told.tiles) == len(winner.tiles)
    assert compact(told.hand) == "2345678m22p"
    assert "odd_count" in codes(told)


@pytest.mark.parametrize("send", [wire, bare])
def test_an_added_tile_follows_at_the_end_in_the_group_that_was_named(winner: Reading, send: Any) -> None:
    steps = [{"op": "drop", "tile": 0}, {"op": "add", "box": [5, 5, 60, 80], "kind": "1m", "group": 0}]
    told = correct(from_json(send(winner)), steps)
    assert compact(told.hand) == compact(winner.hand)
    assert told.groups[0].tiles[-1] == len(winner.tiles)
    assert told.tiles[-1].by_user


@pytest.mark.parametrize("send", [wire, bare])
def test_tiles_moved_make_a_meld_of_their_own(send: Any) -> None:
    reading = read("1m 1m 1m 2m 3m 4m 5m 6m 7m 8m 2p 2p 9m")
    told = correct(from_json(send(reading)), [{"op": "move", "tiles": [0, 1, 2], "role": "meld", "group": 7}])
    assert [(m.kind, m.tile, m.group) for m in told.melds] == [("pong", Tile.M1, 1)]
    assert compact(told.hand) == "23456789m22p"
    assert told.groups[1].by_user


def test_another_winning_tile_sends_the_first_back_to_the_hand(winner: Reading) -> None:
    told = correct(winner, [{"op": "move", "tiles": [8], "role": "winning", "group": 9}])
    assert told.winning_tile is Tile.P2
    assert compact(told.hand) == "123456789m2p"


def test_two_winning_tiles_are_said(winner: Reading) -> None:
    told = correct(winner, [{"op": "move", "tiles": [8], "role": "winning", "group": 1}])
    assert any("只能有一张" in doubt.message for doubt in told.doubts)
    assert not told.ok


def test_corrections_add_up_over_several_posts(winner: Reading) -> None:
    steps = [
        {"op": "set", "tile": 9, "kind": "3p"},
        {"op": "drop", "tile": 10},
        {"op": "add", "box": [700, 5, 760, 80], "kind": "1p", "group": 0},
        {"op": "move", "tiles": [8], "role": "winning", "group": 8},
    ]
    at_once = correct(winner, steps)
    one_by_one = winner
    for step in steps:
        one_by_one = correct(from_json(wire(one_by_one)), [step])
    assert wire(at_once) == wire(one_by_one)
    assert len(at_once.corrections) == 4


def test_the_players_word_outweighs_what_the_eye_saw_and_five_alike_are_said() -> None:
    reading = read("1m 1m 1m 1m 2m 3m 4m 5m 6m 7m 8m 2p 2p")
    told = correct(reading, [{"op": "set", "tile": 4, "kind": "1m"}])
    assert told.tiles[4].kind == "1m"
    assert compact(told.hand).startswith("1111")
    assert "fifth_copy" in codes(told)
    stubborn = correct(reading, [{"op": "set", "tile": i, "kind": "1m"} for i in range(5)])
    assert compact(stubborn.hand).startswith("11111")
    assert "fifth_copy" in codes(stubborn)
    assert not stubborn.ok


def test_what_the_eye_left_out_comes_back_when_it_is_named(winner: Reading) -> None:
    body = wire(winner)
    body["tiles"][0] |= {"dropped": True, "group": None}
    body["groups"][0]["tiles"].remove(0)
    told = correct(from_json(body), [{"op": "set", "tile": 0, "kind": "1m"}])
    assert compact(told.hand) == compact(winner.hand)


def test_no_corrections_give_the_same_reading_and_a_rule_set_other_prices(winner: Reading) -> None:
    assert correct(winner, []) == winner
    pairs = read("1m 1m 1m 1m 2p 2p 3p 3p 5s 5s 7s 7s 9s 9s")
    assert pairs.doubts[0].worth.changes == "nothing"
    assert correct(pairs, [], rules=RULE_SETS["liupanshui"]).doubts[0].worth.units == 10


@pytest.mark.parametrize(
    ("corrections", "pointer", "word"),
    [
        ({}, "", "{}"),
        ("[]", "", "'[]'"),
        ([7], "/0", "7"),
        ([{"op": "paint"}], "/0/op", "paint"),
        ([{"op": "set", "tile": 99, "kind": "5m"}], "/0/tile", "99"),
        ([{"op": "set", "tile": -1, "kind": "5m"}], "/0/tile", "-1"),
        ([{"op": "set", "tile": True, "kind": "5m"}], "/0/tile", "true"),
        ([{"op": "set", "tile": 3}], "/0/kind", "null"),
        ([{"op": "set", "tile": 3, "kind": "0m"}], "/0/kind", "0m"),
        ([{"op": "drop", "tile": 3}, {"op": "drop", "tile": 3}], "/1/tile", "3"),
        ([{"op": "add", "kind": "1s", "group": 0}], "/0/box", "null"),
        ([{"op": "add", "box": [0, 0, 0, 9], "kind": "1s"}], "/0/box", "empty"),
        ([{"op": "add", "box": [0, 0, float("nan"), 9], "kind": "1s"}], "/0/box/2", "nan"),
        ([{"op": "add", "box": [0, 0, 1e12, 9], "kind": "1s"}], "/0/box/2", "1000000000000"),
        ([{"op": "add", "box": [-90, 0, -10, 9], "kind": "1s"}], "/0/box", "[-90.0, 0.0, -10.0, 9.0]"),
        ([{"op": "add", "box": [99000, 0, 99050, 90], "kind": "1s"}], "/0/box", "outside"),
        ([{"op": "add", "box": [0, 0, 9, 9], "kind": "1s", "role": "meld"}], "/0/role", "role"),
        ([{"op": "set", "tile": 0, "kind": "1s", "a/b": 1}], "/0/a~1b", "a/b"),
        ([{"op": "move", "tiles": [3, 4, 3], "role": "hand", "group": 0}], "/0/tiles/2", "3"),
        ([{"op": "move", "tiles": [], "role": "hand", "group": 0}], "/0/tiles", "[]"),
        ([{"op": "move", "tiles": [0], "role": "wall", "group": 0}], "/0/role", "wall"),
        ([{"op": "move", "tiles": [0, 77], "role": "meld", "group": 0}], "/0/tiles/1", "77"),
        ([{"op": "move", "tiles": [0], "role": "meld", "group": "x"}], "/0/group", "x"),
    ],
)
def test_a_correction_that_cannot_be_names_the_value_and_the_place(
    winner: Reading, corrections: object, pointer: str, word: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        correct(winner, corrections)
    assert (refused.value.code, refused.value.pointer) == ("bad_corrections", pointer)
    assert word in refused.value.detail


# Five of a kind


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (("1m 2m 3m 4m 5m 6m 7m 8m 2p 2p 1s 2s 3s",), dict.fromkeys(range(5), "9s")),
        ((f"{TEN} . # 9s 9s #",), {0: "9s"}),
        ((f"{TEN} . 9s 9s~ 9s 9s",), {0: "9s"}),
        ((f"{TEN} . . 9m . 5s 5s~ 5s",), {0: "5s", 10: "5s"}),
        ((f"{TEN} . 5s 5s~ 5s",), {10: "2p", 11: "2p", 12: "2p"}),
        (("_ _ _ 1s 9p 3m 7s", f"{TEN} . 5s 5s~ 5s"), {0: "5s", 1: "5s"}),
    ],
)
def test_five_of_a_kind_told_are_said_wherever_they_lie_and_nothing_is_right(
    rows: tuple[str, ...], told: dict[int, str]
) -> None:
    reading = correct(read(*rows, apart=4.5), [{"op": "set", "tile": i, "kind": k} for i, k in told.items()])
    (doubt,) = (d for d in reading.doubts if d.code == "fifth_copy")
    assert set(told) <= set(doubt.tiles)
    assert "四张" in doubt.message
    assert not reading.ok


# Names


@pytest.mark.parametrize(
    ("word", "kind"), [("五筒", "5p"), ("幺鸡", "1s"), ("九條", "9s"), ("back", "back"), ("other", "other")]
)
def test_tiles_may_be_told_by_their_chinese_names(winner: Reading, word: str, kind: str) -> None:
    told = correct(winner, [{"op": "set", "tile": 3, "kind": word}])
    assert told.tiles[3].kind == kind
    assert told.corrections == (SetKind(3, kind),)
    added = correct(winner, [{"op": "add", "box": [5, 5, 60, 80], "kind": word, "group": 0}])
    assert added.tiles[-1].kind == kind


# Dropped and taken back


@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize(
    "back",
    [
        {"op": "set", "tile": 3, "kind": "4m"},
        {"op": "move", "tiles": [3], "role": "hand", "group": 0},
    ],
)
def test_a_dropped_tile_can_be_taken_back(winner: Reading, back: dict[str, Any], later: bool) -> None:
    drop = {"op": "drop", "tile": 3}
    told = correct(correct(winner, [drop]), [back]) if later else correct(winner, [drop, back])
    assert not told.tiles[3].dropped
    assert (told.hand, told.winning_tile, told.ok) == (winner.hand, winner.winning_tile, True)
    assert told.tiles[3].by_user is (back["op"] == "set")


def test_a_dropped_tile_of_a_meld_comes_back_to_its_meld(winner: Reading) -> None:
    told = correct(winner, [{"op": "drop", "tile": 12}, {"op": "set", "tile": 12, "kind": "5s"}])
    assert (told.melds[0].kind, told.melds[0].tile) == ("pong", Tile.S5)


def test_a_box_left_out_as_a_double_is_still_said_after_a_correction() -> None:
    found = tiles(TEN + " . 5s 5s~ 5s")
    box = found[4].box
    twin = Detection(Box(box.x1 + 20, box.y1, box.x2 + 20, box.y2), found[4].scores, 0.5, found[4].turns)
    reading = reconcile(arrange([*found, twin], *frame(found)))
    assert reading.tiles[-1].again == 4
    assert wire(reading)["tiles"][-1]["again"] == 4
    told = correct(from_json(wire(reading)), [{"op": "set", "tile": 0, "kind": "1m"}])
    assert told.tiles[-1].again == 4
    assert correct(told, [{"op": "drop", "tile": 13}]).tiles[-1].again is None


# Whatever may be told


step = st.fixed_dictionaries(
    {"op": st.sampled_from(["set", "drop", "add", "move"])},
    optional={
        "tile": st.integers(-1, 16),
        "kind": st.sampled_from(["1m", "5s", "9p", "back", "other", "x"]),
        "box": st.lists(st.floats(-1e3, 2e3), min_size=3, max_size=4),
        "tiles": st.lists(st.integers(0, 15), max_size=5),
        "role": st.sampled_from(["hand", "meld", "winning", "discards", "other", "?"]),
        "group": st.none() | st.integers(0, 6),
    },
)


@given(st.lists(step, max_size=6))
@settings(max_examples=200)
def test_any_corrections_give_a_reading_that_comes_back_or_are_refused(winner: Reading, steps: list[Any]) -> None:
    try:
        told = correct(winner, steps)
    except InvalidInput as refused:
        assert refused.code == "bad_corrections"
        assert refused.pointer.startswith("/")
        return
    assert from_json(wire(told)) == told
    assert correct(told, []) == told
    assert len(told.tiles) >= len(winner.tiles)
    assert len(told.groups) >= len(winner.groups)
