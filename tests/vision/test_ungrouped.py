"""Tiles that a client sends without groups."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.errors import InvalidInput
from scoring.tiles import compact
from tests.world.laid import TEN, WINNER, bare, codes, read, wire
from vision.types import Reading, Role
from vision.wire.readings import correct, from_json


def only_tiles(reading: Reading, *fields: str) -> Any:
    """Width, height and tiles with `tile`, `box` and these fields."""
    body = wire(reading)
    tiles = [{name: tile[name] for name in ("tile", "box", *fields)} for tile in body["tiles"]]
    return {"width": body["width"], "height": body["height"], "tiles": tiles}


def answer(body: Any, *steps: dict[str, Any]) -> Reading:
    return correct(from_json(body), list(steps))


@pytest.mark.parametrize("empty", [{}, {"groups": None}, {"groups": []}])
def test_tiles_are_grouped_by_where_they_lie(empty: dict[str, Any]) -> None:
    told = answer(only_tiles(read(WINNER)) | empty)
    assert (compact(told.hand), str(told.winning_tile), told.ok) == ("12345678m22p", "9m", True)
    assert [(m.kind, str(m.tile), m.fed_by) for m in told.melds] == [("pong", "5s", "opposite")]
    assert told.groups == read(WINNER).groups


def test_corrections_name_the_groups_that_the_answer_has() -> None:
    body = only_tiles(read(f"{TEN} . 5s 5s~ 5s"))
    told = answer(body, {"op": "add", "box": [5, 5, 60, 80], "kind": "5s", "group": 1})
    assert (told.melds[0].group, len(told.groups[1].tiles)) == (1, 4)


def test_the_eye_would_have_doubted_the_same() -> None:
    seen = read("1m 2m 3m 4m 5m 6m 1p 2p 3p 7s 8s 5p 6p?5p . . 9s")
    body = only_tiles(seen)
    body["tiles"][12] |= {"tile": "6p", "confidence": 0.5, "alternatives": [{"tile": "5p", "confidence": 0.4}]}
    told = answer(body)
    assert codes(told) == codes(seen) == ["changed"]
    assert told.tiles[12].kind == "5p"
    assert not told.tiles[12].by_user


def test_a_box_that_shows_a_tile_again_is_left_out_and_said() -> None:
    body = only_tiles(read(WINNER))
    x1, y1, x2, y2 = body["tiles"][4]["box"]
    body["tiles"].append({"tile": "5m", "box": [x1 + 4, y1, x2 + 4, y2], "confidence": 0.6})
    told = answer(body)
    assert told.tiles[14].dropped
    assert told.tiles[14].again == 4
    assert compact(told.hand) == "12345678m22p"


def test_a_tile_that_was_hardly_seen_counts_since_it_was_sent() -> None:
    body = only_tiles(read(TEN + " 1s 2s 3s"))
    body["tiles"][12]["confidence"] = 0.05
    assert compact(answer(body).hand) == "12345678m22p123s"
    body["tiles"][12]["dropped"] = True
    assert compact(answer(body).hand) == "12345678m22p12s"


# Numbers without groups


def numbered(reading: Reading, *numbers: int | None) -> Any:
    body = only_tiles(reading)
    for tile, number in zip(body["tiles"], numbers, strict=True):
        tile["group"] = number
    return body


def test_groups_that_only_the_tiles_name_have_the_roles_that_are_seen() -> None:
    seen = read(WINNER)
    body = wire(seen)
    del body["groups"]
    assert answer(body) == seen
    told = answer(only_tiles(seen, "group"))
    assert told.groups == seen.groups
    assert (told.hand, told.melds, told.winning_tile) == (seen.hand, seen.melds, seen.winning_tile)


def test_three_alike_that_are_named_together_are_a_meld_though_they_lie_in_the_hand() -> None:
    hand = read("5s 5s 5s 1m 2m 3m 4m 5m 6m 7m 8m 2p 2p")
    assert not hand.melds
    told = answer(numbered(hand, 1, 1, 1, *[0] * 10))
    assert [(m.kind, str(m.tile), m.group) for m in told.melds] == [("pong", "5s", 1)]
    assert compact(told.hand) == "12345678m22p"
    assert told.groups[0].role is Role.HAND


def test_a_single_tile_beside_a_whole_hand_is_the_winning_tile() -> None:
    hand = read("1m 2m 3m 4m 5m 6m 7m 8m 9m 2p 2p 5s 5s 5s")
    told = answer(numbered(hand, *[0] * 8, 1, *[0] * 5))
    assert (str(told.winning_tile), len(told.hand)) == ("9m", 13)
    waiting = read("1m 2m 3m 4m 5m 6m 7m 8m 9m 2p 2p 5s 5s")
    told = answer(numbered(waiting, *[0] * 8, 1, *[0] * 4))
    assert (told.winning_tile, len(told.hand)) == (None, 13)


def test_numbers_with_holes_still_name_their_groups() -> None:
    body = numbered(read(f"{TEN} . 5s 5s~ 5s"), *[7] * 10, *[0] * 3)
    told = answer(body)
    assert [(g.role, len(g.tiles), g.number) for g in told.groups] == [(Role.MELD, 3, None), (Role.HAND, 10, 7)]
    more = answer(body, {"op": "add", "box": [5, 5, 60, 80], "kind": "3p", "group": 7})
    assert compact(more.hand) == "12345678m223p"
    again = correct(from_json(wire(told)), [{"op": "add", "box": [5, 5, 60, 80], "kind": "3p", "group": 7}])
    assert wire(again) == wire(more)


def test_tiles_without_a_number_beside_numbered_ones_are_seen_where_they_lie() -> None:
    told = answer(numbered(read(WINNER), *[None] * 10, None, 0, 0, 0))
    assert [group.role for group in told.groups] == [Role.MELD, Role.HAND, Role.WINNING]
    assert (compact(told.hand), str(told.winning_tile)) == ("12345678m22p", "9m")


@pytest.mark.parametrize(("number", "named"), [(-1, "-1"), (1.5, "1.5"), ("0", "'0'"), (True, "true"), (1000, "999")])
def test_a_number_that_is_none_is_named(number: Any, named: str) -> None:
    body = numbered(read(WINNER), *[0] * 14)
    body["tiles"][2]["group"] = number
    with pytest.raises(InvalidInput) as refused:
        from_json(body)
    assert refused.value.pointer == "/tiles/2/group"
    assert named in refused.value.detail


# What a kind that was put in says


def edited(fields: dict[str, Any], send: Any = wire) -> Reading:
    body = send(read(WINNER))
    body["tiles"][9] |= fields
    return correct(from_json(body), [])


@pytest.mark.parametrize(
    "fields",
    [
        {"tile": "3p"},
        {"tile": "3p", "confidence": 1},
        {"tile": "3p", "confidence": 0.0},
        {"tile": "3p", "seen": {"2p": 0.6, "3p": 0.4}, "confidence": 0.4},
        {"tile": "3p", "seen": {"2p": 0.6, "3p": 0.4}, "confidence": 0.97},
        {"tile": "3p", "seen": {}, "confidence": 0.001},
        {"tile": "3p", "seen": {"2p": 0.6}, "said": True},
    ],
)
def test_a_kind_that_is_not_what_was_seen_is_the_players_word(fields: dict[str, Any]) -> None:
    told = edited(fields)
    assert (told.tiles[9].kind, told.tiles[9].by_user, told.tiles[9].confidence) == ("3p", True, 1)
    assert compact(told.hand) == "12345678m23p"
    assert "2p" in dict(told.tiles[9].seen) or not fields.get("seen", True), "what the eye saw is kept"


@pytest.mark.parametrize(
    "fields",
    [
        {"tile": "3p", "confidence": 1, "alternatives": [{"tile": "2p", "confidence": 0.97}]},
        {"tile": "3p", "confidence": 0.6, "alternatives": [{"tile": "3p", "confidence": 0.3}]},
        {"tile": "3p", "confidence": 1, "alternatives": []},
    ],
)
def test_so_it_is_where_only_the_contracts_fields_tell(fields: dict[str, Any]) -> None:
    told = edited(fields, bare)
    assert (told.tiles[9].kind, told.tiles[9].by_user) == ("3p", True)


def test_a_kind_that_the_reading_itself_chose_stays_a_doubt() -> None:
    seen = read("1m 2m 3m 4m 5m 6m 1p 2p 3p 7s 8s 5p 6p?5p . . 9s")
    body = wire(seen)
    del body["doubts"]
    assert correct(from_json(body), []) == seen
    for kind in ("6p", "4p"):  # and is the client's where he goes back to the first, or to another
        body = wire(seen)
        body["tiles"][12] |= {"tile": kind, "confidence": dict(seen.tiles[12].seen).get(kind, 0.0005)}
        told = correct(from_json(body), [])
        assert (told.tiles[12].kind, told.tiles[12].by_user) == (kind, True)
        assert "changed" not in codes(told)
