"""Readings as JSON and back, and whatever a client may send instead."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import InvalidInput
from scoring.tiles import compact
from tests.world.laid import TEN, WINNER, bare, codes, frame, read, tiles, wire
from tests.world.tables import table
from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile
from vision.types import Reading, Role
from vision.wire.readings import correct, from_json


@pytest.fixture(scope="module")
def winner() -> Reading:
    return read(WINNER)


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
    assert body["groups"][0] == {"role": "hand", "tiles": list(range(10)), "owner": "near"}
    assert body["players"]["near"] | {"groups": [0, 1, 2], "discards": ""} == body["players"]["near"]
    assert body["turned"] is None
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
        (("tiles", 0, "seen"), {"1z": 0.5}, "/tiles/0/seen/1z"),
        (("tiles", 0, "seen"), {"a/~": 0.5}, "/tiles/0/seen/a~1~0"),
        (("tiles", 0, "box"), [-90, 5, -20, 70], "/tiles/0/box"),
        (("tiles", 0, "turns"), [0.5, 0.5], "/tiles/0/turns"),
        (("tiles", 0, "way"), "up", "/tiles/0/way"),
        (("tiles", 0, "group"), 2, "/tiles/0/group"),
        (("groups", 0, "role"), "wall", "/groups/0/role"),
        (("groups", 0, "tiles", 0), 900, "/groups/0/tiles/0"),
        (("groups", 1, "tiles", 0), 0, "/groups/1/tiles/0"),
        (("hand",), "12x", "/hand"),
        (("hand",), 3, "/hand"),
        (("groups", 0, "number"), -4, "/groups/0/number"),
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
    with pytest.raises(InvalidInput) as refused:
        from_json(body)
    assert (refused.value.code, refused.value.pointer) == ("bad_json", pointer)


@pytest.mark.parametrize("fed_by", ["left", "opposite", "right", None])
def test_how_a_meld_lies_is_what_melds_says_where_its_tiles_do_not_tell(fed_by: str | None) -> None:
    """The contract's own fields alone: what was read of the photo outweighs what its boxes still tell."""
    body = bare(read("1m 2m 3m 4m 5m 2p 2p . . 1s 1s~ 1s . . 5s~ 5s 5s 5s"))
    assert [(m["kind"], m["tile"]) for m in body["melds"]] == [("pong", "1s"), ("exposed", "5s")]
    body["melds"][0]["fed_by"] = fed_by
    body["melds"][1] |= {"kind": "late", "fed_by": "right"}
    for steps in ([], [{"op": "set", "tile": 0, "kind": "9p"}]):
        told = correct(from_json(body), steps)
        assert [(m.kind, m.fed_by) for m in told.melds] == [("pong", fed_by), ("late", "right")]
        again = correct(from_json(bare(told)), [])
        assert again.melds == told.melds
    taken = correct(from_json(body), [{"op": "move", "tiles": [13], "role": "hand", "group": 0}])
    assert [m.kind for m in taken.melds] == ["pong", "pong"], "the other one is another meld now"
    assert taken.melds[0].fed_by == fed_by


def test_what_melds_says_is_stale_where_the_tiles_tell_how_they_lie() -> None:
    found = tiles(f"{TEN} . 5s 5s~ 5s", held=True)
    reading = reconcile(arrange(found, *frame(found)))
    body = wire(reading)
    body["melds"][0] |= {"kind": "late", "fed_by": "left"}
    assert correct(from_json(body), []).melds == reading.melds
    assert (reading.melds[0].kind, reading.melds[0].fed_by) == ("pong", "opposite")


def test_a_feeder_that_was_doubted_is_doubted_still() -> None:
    body = bare(read(f"{TEN} . 1s 1s 1s"))
    body["melds"][0]["fed_by"] = "left"
    body["doubts"] = [{"code": "feeder", "tiles": [10, 11, 12]}]
    assert "feeder" in codes(correct(from_json(body), []))
    body["doubts"] = []
    assert "feeder" not in codes(correct(from_json(body), []))


def test_two_groups_of_one_number_are_refused(winner: Reading) -> None:
    body = wire(winner)
    body["groups"][0]["number"] = body["groups"][2]["number"] = 7
    with pytest.raises(InvalidInput, match="two groups have the number 7") as refused:
        from_json(body)
    assert (refused.value.code, refused.value.pointer) == ("bad_json", "/groups/2/number")


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
@settings(max_examples=150)
def test_any_json_is_a_reading_or_refused(value: object) -> None:
    with pytest.raises(InvalidInput, match=r"."):
        from_json(value)


@given(st.sampled_from(FIELDS), st.none() | st.sampled_from(TILE_FIELDS), st.integers(0, 13), plain)
@settings(max_examples=300)
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
    except InvalidInput as refused:
        assert refused.code in ("bad_json", "bad_corrections")
