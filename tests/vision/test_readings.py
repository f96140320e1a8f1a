"""Readings as JSON and back, corrections, and whatever a client may send instead."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import Refused
from scoring.rulesets import RULE_SETS
from scoring.tiles import Tile, compact
from tests.laid import codes, read
from tests.tables import table
from vision.layout import arrange
from vision.readings import correct, from_json, to_json
from vision.reconcile import reconcile
from vision.types import Reading, Role

TEN = "1m 2m 3m 4m 5m 6m 7m 8m 2p 2p"


def wire(reading: Reading) -> Any:
    """As a client gets it."""
    return json.loads(json.dumps(to_json(reading), allow_nan=False))


def bare(reading: Reading) -> Any:
    """Only what the wire contract names."""
    body = wire(reading)
    fields = ("tile", "box", "confidence", "alternatives", "group")
    return {
        k: body[k] for k in ("width", "height", "model", "groups", "hand", "melds", "winning_tile", "doubts", "ok")
    } | {
        "tiles": [{k: tile[k] for k in fields} for tile in body["tiles"]],
        "groups": [{"role": g["role"], "tiles": g["tiles"]} for g in body["groups"]],
    }


@pytest.fixture(scope="module")
def winner() -> Reading:
    """Ten tiles, a pong at the right, the winning tile apart; index 9 is the second 2p, 10 the winning tile."""
    return read(f"{TEN} . . 9m . 5s 5s~ 5s")


# There and back


@pytest.mark.parametrize("seed", range(25))
def test_a_reading_comes_back_as_it_went(seed: int) -> None:
    seen = table(seed)
    reading = reconcile(arrange(seen.detections, seen.width, seen.height), "model")
    assert from_json(wire(reading)) == reading


@pytest.mark.parametrize("seed", range(25))
def test_a_correction_that_says_what_is_there_changes_no_group_and_no_tile(seed: int) -> None:
    """What comes back is seen with the same eyes: only the doubts about the tile that was told go."""
    seen = table(seed, poor=False)
    reading = reconcile(arrange(seen.detections, seen.width, seen.height))
    hand = [i for group in reading.groups if group.role is Role.HAND for i in group.tiles]
    if not hand or reading.tiles[hand[0]].kind in ("other", "back"):
        pytest.skip("no hand on this table")
    told = correct(from_json(wire(reading)), [{"op": "set", "tile": hand[0], "kind": reading.tiles[hand[0]].kind}])
    assert told.groups == reading.groups
    assert (told.hand, told.melds, told.winning_tile) == (reading.hand, reading.melds, reading.winning_tile)
    assert {d.code for d in told.doubts} <= {d.code for d in reading.doubts}


def test_the_shape_is_the_contracts(winner: Reading) -> None:
    body = wire(winner)
    assert body["hand"] == "12345678m22p"
    assert body["melds"] == [{"kind": "pong", "tile": "5s", "group": 2, "fed_by": "opposite"}]
    assert body["winning_tile"] == "9m"
    assert body["ok"] is True
    assert body["groups"][0] == {"role": "hand", "tiles": list(range(10))}
    tile = body["tiles"][0]
    assert tile["tile"] == "1m"
    assert tile["confidence"] == 0.97
    assert len(tile["box"]) == 4
    assert tile["group"] == 0


def test_alternatives_are_sorted_and_do_not_name_the_tile_itself() -> None:
    tile = wire(read("1m 2m 3m 4m 5m 6m 7m 8m 2p 2p 1s 3s 5s?6s"))["tiles"][12]
    assert tile["alternatives"][0]["tile"] == "6s"
    confidences = [a["confidence"] for a in tile["alternatives"]]
    assert confidences == sorted(confidences, reverse=True)
    assert tile["tile"] not in [a["tile"] for a in tile["alternatives"]]


def test_a_doubt_is_told_in_two_languages_with_a_suggestion_and_its_worth() -> None:
    (doubt,) = wire(read("1m 2m 3m 4m 5m 6m 1p 2p 3p 7s 8s 5p 6p?5p . . 9s"))["doubts"]
    assert doubt["code"] == "changed"
    assert doubt["tiles"] == [12]
    assert "六筒" in doubt["message"]
    assert "6p" in doubt["message_en"]
    assert doubt["suggestion"] == [{"op": "set", "tile": 12, "kind": "6p"}]
    assert doubt["worth"]["changes"] == "hand"


# Corrections


@pytest.mark.parametrize("send", [wire, bare])
def test_a_tile_told_is_that_kind_and_everything_follows(winner: Reading, send: Any) -> None:
    told = correct(from_json(send(winner)), [{"op": "set", "tile": 9, "kind": "3p"}])
    assert compact(told.hand) == "12345678m23p"
    assert told.tiles[9].confidence == 1
    assert "not_complete" in codes(told)
    assert told.corrections == ({"op": "set", "tile": 9, "kind": "3p"},)


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
    assert told.tiles[-1].said


@pytest.mark.parametrize("send", [wire, bare])
def test_tiles_moved_make_a_meld_of_their_own(send: Any) -> None:
    reading = read("1m 1m 1m 2m 3m 4m 5m 6m 7m 8m 2p 2p 9m")
    told = correct(from_json(send(reading)), [{"op": "move", "tiles": [0, 1, 2], "role": "meld", "group": 7}])
    assert [(m.kind, m.tile, m.group) for m in told.melds] == [("pong", Tile.M1, 1)]
    assert compact(told.hand) == "23456789m22p"
    assert told.groups[1].said


def test_another_winning_tile_sends_the_first_back_to_the_hand(winner: Reading) -> None:
    told = correct(winner, [{"op": "move", "tiles": [8], "role": "winning", "group": 9}])
    assert told.winning_tile is Tile.P2
    assert compact(told.hand) == "123456789m2p"


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
    assert correct(winner, []) is winner
    pairs = read("1m 1m 1m 1m 2p 2p 3p 3p 5s 5s 7s 7s 9s 9s")
    assert pairs.doubts[0].worth.changes == "nothing"
    assert correct(pairs, [], rules=RULE_SETS["liupanshui"]).doubts[0].worth.units == 10


@pytest.mark.parametrize(
    ("corrections", "pointer", "word"),
    [
        ({}, "", "list"),
        ("[]", "", "list"),
        ([7], "/0", "7"),
        ([{"op": "paint"}], "/0/op", "paint"),
        ([{"op": "set", "tile": 99, "kind": "5m"}], "/0/tile", "99"),
        ([{"op": "set", "tile": -1, "kind": "5m"}], "/0/tile", "-1"),
        ([{"op": "set", "tile": True, "kind": "5m"}], "/0/tile", "True"),
        ([{"op": "set", "tile": 3}], "/0/kind", "None"),
        ([{"op": "set", "tile": 3, "kind": "0m"}], "/0/kind", "0m"),
        ([{"op": "drop", "tile": 3}, {"op": "set", "tile": 3, "kind": "1m"}], "/1/tile", "3"),
        ([{"op": "drop", "tile": 3}, {"op": "drop", "tile": 3}], "/1/tile", "3"),
        ([{"op": "add", "kind": "1s", "group": 0}], "/0/box", "None"),
        ([{"op": "add", "box": [0, 0, 0, 9], "kind": "1s"}], "/0/box", "empty"),
        ([{"op": "add", "box": [0, 0, float("nan"), 9], "kind": "1s"}], "/0/box/2", "nan"),
        ([{"op": "add", "box": [0, 0, 1e12, 9], "kind": "1s"}], "/0/box/2", "1000000000000"),
        ([{"op": "move", "tiles": [], "role": "hand", "group": 0}], "/0/tiles", "tiles"),
        ([{"op": "move", "tiles": [0], "role": "wall", "group": 0}], "/0/role", "wall"),
        ([{"op": "move", "tiles": [0, 77], "role": "meld", "group": 0}], "/0/tiles/1", "77"),
        ([{"op": "move", "tiles": [0], "role": "meld", "group": "x"}], "/0/group", "x"),
    ],
)
def test_a_correction_that_cannot_be_names_the_value_and_the_place(
    winner: Reading, corrections: object, pointer: str, word: str
) -> None:
    with pytest.raises(Refused) as refused:
        correct(winner, corrections)
    assert (refused.value.code, refused.value.pointer) == ("bad_corrections", pointer)
    assert word in refused.value.detail


# Whatever a client may send


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        (("width",), 0, "/width"),
        (("width",), "wide", "/width"),
        (("height",), float("inf"), "/height"),
        (("tiles",), None, "/tiles"),
        (("tiles", 0, "tile"), "1z", "/tiles/0/tile"),
        (("tiles", 0, "box"), [0, 0, float("nan"), 5], "/tiles/0/box/2"),
        (("tiles", 0, "box"), [0, 0, 1e9, 5], "/tiles/0/box/2"),
        (("tiles", 0, "box"), [5, 5, 1, 9], "/tiles/0/box"),
        (("tiles", 0, "box"), "0,0,5,5", "/tiles/0/box"),
        (("tiles", 0, "confidence"), 2, "/tiles/0/confidence"),
        (("tiles", 0, "seen"), {"1z": 0.5}, "/tiles/0/seen"),
        (("tiles", 0, "turns"), [0.5, 0.5], "/tiles/0/turns"),
        (("tiles", 0, "way"), "up", "/tiles/0/way"),
        (("tiles", 0, "group"), 2, "/tiles/0/group"),
        (("groups", 0, "role"), "wall", "/groups/0/role"),
        (("groups", 0, "tiles", 0), 900, "/groups/0/tiles/0"),
        (("groups", 1, "tiles", 0), 0, "/groups/1/tiles/0"),
        (("hand",), "12x", "/hand"),
        (("melds", 0, "kind"), "chow", "/melds/0/kind"),
        (("melds", 0, "group"), 40, "/melds/0/group"),
        (("melds", 0, "fed_by"), "me", "/melds/0/fed_by"),
        (("winning_tile",), "back", "/winning_tile"),
        (("ok",), 1, "/ok"),
        (("doubts",), [{"code": 5}], "/doubts/0/code"),
        (("corrections",), [{"op": "x"}], "/corrections/0/op"),
    ],
)
def test_a_reading_that_cannot_be_names_the_place(winner: Reading, path: Any, value: object, pointer: str) -> None:
    body = wire(winner)
    inner = body
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(Refused) as refused:
        from_json(body)
    assert (refused.value.code, refused.value.pointer) == ("bad_json", pointer)


def test_tiles_without_groups_are_the_hand(winner: Reading) -> None:
    body = {
        "width": 900,
        "height": 300,
        "tiles": [{"tile": t["tile"], "box": t["box"]} for t in wire(winner)["tiles"][:10]],
    }
    assert [group.role for group in from_json(body).groups] == [Role.HAND]
    assert compact(correct(from_json(body), [{"op": "set", "tile": 0, "kind": "9s"}]).hand) == "2345678m22p9s"


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
FIELDS = ["width", "height", "model", "tiles", "groups", "hand", "melds", "winning_tile", "doubts", "ok", "corrections"]
TILE_FIELDS = ["tile", "box", "confidence", "alternatives", "group", "way", "seen", "found", "turns", "dropped", "said"]


@given(plain)
@settings(max_examples=150, deadline=None)
def test_any_json_is_a_reading_or_refused(value: object) -> None:
    with pytest.raises(Refused, match=r"."):
        from_json(value)


@given(st.sampled_from(FIELDS), st.none() | st.sampled_from(TILE_FIELDS), st.integers(0, 13), plain)
@settings(max_examples=300, deadline=None)
def test_a_reading_with_any_value_in_any_place_is_read_corrected_or_refused(
    winner: Reading, field: str, inner: str | None, tile: int, value: object
) -> None:
    body = wire(winner)
    if field == "tiles" and inner:
        body["tiles"][tile][inner] = value
    else:
        body[field] = value
    try:
        correct(from_json(body), [{"op": "set", "tile": 0, "kind": "1m"}])
    except Refused as refused:
        assert refused.code in ("bad_json", "bad_corrections")


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
@settings(max_examples=200, deadline=None)
def test_any_corrections_give_a_reading_that_comes_back_or_are_refused(winner: Reading, steps: list[Any]) -> None:
    try:
        told = correct(winner, steps)
    except Refused as refused:
        assert refused.code == "bad_corrections"
        assert refused.pointer.startswith("/")
        return
    assert from_json(wire(told)) == told
    assert len(told.tiles) >= len(winner.tiles)
    assert len(told.groups) >= len(winner.groups)
