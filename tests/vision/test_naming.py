"""What tile sense may make of a tile: only what the eye holds possible, and nothing else where the eye is sure and it
is the player's word about another tile that would change it.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tiles import compact
from tests.world.laid import TEN, codes, frame, read, suggested, tiles, wire
from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile
from vision.types import CLASSES, OTHER, Detection, Reading
from vision.wire.readings import correct, from_json

PAIRS = "1m 1m 1m 1m 3m 3m 5m 5m 6m 6m 8m 8m 9m 9m"


def seen_as(row: str, looks: Mapping[int, Mapping[str, float]]) -> Reading:
    """The row read, with other scores for some tiles."""
    found = tiles(row)
    for i, table in looks.items():
        found[i] = Detection(found[i].box, tuple(table.get(k, 0.0) for k in CLASSES), 0.9, found[i].turns)
    return reconcile(arrange(found, *frame(found)))


def named(i: int, kind: str) -> dict[str, object]:
    return {"op": "set", "tile": i, "kind": kind}


# The player's word about another tile


@pytest.mark.parametrize("second", [{"3m": 0.94, "2m": 0.059}, {"3m": 0.86, "2m": 0.13}, {"3m": 0.999}])
def test_a_tile_that_the_eye_is_sure_of_is_not_renamed_for_the_players_word_about_another(
    second: dict[str, float],
) -> None:
    """With two 2m the hand would win; it is asked about, if the eye thought of it, and not done."""
    reading = seen_as(PAIRS, {4: {"3m": 0.7, "2m": 0.29}, 5: second})
    told = correct(reading, [named(4, "2m")])
    assert compact(told.hand) == "11112355668899m"
    assert (told.tiles[5].kind, told.tiles[5].by_user) == ("3m", False)
    asked = [doubt for doubt in told.doubts if doubt.tiles == (5,)]
    assert [suggested(doubt) for doubt in asked] == ([[named(5, "2m")]] if "2m" in second else [])
    assert all(doubt.worth.changes == "hand" for doubt in asked)


def test_a_tile_that_the_eye_is_not_sure_of_may_follow() -> None:
    reading = seen_as(PAIRS, {4: {"3m": 0.7, "2m": 0.29}, 5: {"3m": 0.7, "2m": 0.29}})
    told = correct(reading, [named(4, "2m")])
    assert compact(told.hand) == "11112255668899m"
    assert "changed" in codes(told)


@pytest.mark.parametrize("steps", [[named(0, "1m")], [{"op": "move", "tiles": [0], "role": "hand", "group": 0}]])
def test_a_name_that_the_photo_itself_speaks_for_stays_when_something_else_is_told(steps: list[object]) -> None:
    """It won with 5p before he said a word."""
    row = "1m 2m 3m 4m 5m 6m 1p 2p 3p 7s 8s 5p 6p . . 9s"
    reading = seen_as(row, {12: {"6p": 0.94, "5p": 0.059}})
    assert compact(reading.hand) == "123456m12355p78s"
    told = correct(reading, steps)
    assert (told.hand, codes(told)) == (reading.hand, ["changed"])


def test_a_sure_tile_of_a_meld_keeps_its_name_when_the_others_are_renamed() -> None:
    reading = read(f"{TEN} . 5s 5s~ 5s")
    told = correct(reading, [named(10, "6s"), named(11, "6s")])
    assert [told.tiles[i].kind for i in (10, 11, 12)] == ["6s", "6s", "5s"]
    assert "mixed_meld" in codes(told)
    assert correct(reading, [named(i, "6s") for i in (10, 11, 12)]).melds[0].tile == reading.melds[0].tile + 1  # type: ignore[operator]


# A name that the eye does not hold possible


@pytest.mark.parametrize(("score", "kind"), [(0.059, "5p"), (0.009, "6p"), (0.0, "6p")])
def test_that_a_hand_wins_decides_only_between_names_that_the_eye_holds_possible(score: float, kind: str) -> None:
    row = "1m 2m 3m 4m 5m 6m 1p 2p 3p 7s 8s 5p 6p . . 9s"
    assert seen_as(row, {12: {"6p": 0.9, "5p": score}}).tiles[12].kind == kind


@pytest.mark.parametrize("count", [5, 6, 14])
def test_where_the_eye_thought_of_nothing_else_a_fifth_of_a_kind_keeps_its_name(count: int) -> None:
    reading = read("1m " * count + "9s 8s 7s 6s 5s 4s 3s 2s 1s"[: 3 * (14 - count)])
    assert [tile.kind for tile in reading.tiles[:count]] == ["1m"] * count
    (doubt,) = (d for d in reading.doubts if d.code == "fifth_copy")
    assert doubt.tiles == tuple(range(count))
    assert (doubt.worth.changes, doubt.suggestion) == ("hand", ())
    assert not reading.ok
    assert correct(from_json(wire(reading)), []) == reading


FIVE_8M = "8m 8m 8m 8m 8m 4m 5m 6m 7p 8p 2p 2p 9p"
IN_MELD = f"{TEN} . 8m 8m~ 8m"


@pytest.mark.parametrize(
    ("row", "seen", "tap"),
    [
        (FIVE_8M, {i: {"8m": 0.997} for i in range(5)}, None),
        (FIVE_8M, {i: {"8m": 0.9, "7m": 0.09} for i in range(5)}, (0, "7m")),
        (FIVE_8M, {3: {"8m": 0.86, "9m": 0.13}}, (3, "9m")),
        (FIVE_8M, {3: {"8m": 0.6}}, None),
        (f"8m {IN_MELD}", {0: {"8m": 0.95, "9p": 0.04}}, (0, "9p")),
        (IN_MELD.replace("2p 2p", "8m 2p"), {}, None),
        ("8m 2m 3m 4m 5m 6m 7m 9m 2p 2p . # 8m 8m #", {0: {"8m": 0.9}}, None),
    ],
)
def test_a_fifth_of_which_the_eye_is_sure_keeps_its_name_and_the_hand_is_impossible(
    row: str, seen: dict[int, dict[str, float]], tap: tuple[int, str] | None
) -> None:
    """Its least sure tile is asked about, as what the eye thought of besides; and one tap leaves four."""
    reading = seen_as(row, seen)
    alike = [i for i, tile in enumerate(reading.tiles) if tile.seen[0][0] == "8m"]
    assert {reading.tiles[i].kind for i in alike} == {"8m"}
    (doubt,) = (d for d in reading.doubts if d.code == "fifth_copy")
    assert set(alike) <= set(doubt.tiles)
    assert not reading.ok
    assert suggested(doubt) == ([] if tap is None else [named(*tap)])
    if tap is not None:
        assert "fifth_copy" not in codes(correct(reading, suggested(doubt)))


@given(st.lists(st.floats(0.85, 0.999), min_size=5, max_size=14), st.integers(0, 13))
@settings(max_examples=40)
def test_naming_one_tile_renames_no_other_of_which_the_eye_is_sure(sure: list[float], at: int) -> None:
    """However many are alike: neither by what was read, nor by what a player says of another one."""
    reading = seen_as("1m " * len(sure), {i: {"1m": p, "2m": 1 - p} for i, p in enumerate(sure)})
    told = correct(reading, [named(at % len(sure), "9p")])
    for one, but in ((reading, None), (told, at % len(sure))):
        assert {tile.kind for i, tile in enumerate(one.tiles) if i != but} == {"1m"}


def test_a_fifth_of_a_kind_by_the_players_word_asks_about_all_of_them() -> None:
    """The others keep their names, the least sure one, too: they may have named the wrong tile."""
    reading = seen_as("1m 1m 1m 1m 3m 4m 5m 6m 7m 8m 2p 2p 9p", {0: {"1m": 0.95, "2m": 0.04}})
    told = correct(reading, [named(4, "1m")])
    assert [tile.kind for tile in told.tiles[:5]] == ["1m"] * 5
    (doubt,) = (d for d in told.doubts if d.code == "fifth_copy")
    assert doubt.tiles == (0, 1, 2, 3, 4)
    assert suggested(doubt) == [named(0, "2m")]
    assert not told.ok


def test_a_fifth_that_a_client_puts_back_is_his_word() -> None:
    reading = read("1m 1m 1m 1m 1m?2m 4m 5m 6m 7m 8m 2p 2p 9p")
    body = wire(reading)
    assert reading.tiles[4].kind == "2m"
    body["tiles"][4]["tile"] = "1m"
    again = correct(from_json(body), [])
    assert again.tiles[4].by_user
    assert [tile.kind for tile in again.tiles[:5]] == ["1m"] * 5


def test_only_the_player_himself_makes_five_of_a_kind() -> None:
    told = correct(read("1m 1m 1m 1m 3m 4m 5m 6m 7m 8m 2p 2p 9p"), [named(i, "1m") for i in range(5)])
    assert [tile.kind for tile in told.tiles[:5]] == ["1m"] * 5
    (doubt,) = (d for d in told.doubts if d.code == "fifth_copy")
    assert doubt.tiles == (0, 1, 2, 3, 4)
    assert not told.ok


def test_of_five_alike_the_one_that_the_eye_is_least_sure_of_is_renamed_to_what_it_thought_of() -> None:
    looks = {1: {"1m": 0.6, "7p": 0.3}, 2: {"1m": 0.8, "2m": 0.1}}
    reading = seen_as("1m 1m 1m 1m 1m 4m 5m 6m 7m 8m 2p 2p 9p", looks)
    assert [tile.kind for tile in reading.tiles[:5]] == ["1m", "7p", "1m", "1m", "1m"]
    assert [d.tiles for d in reading.doubts if d.code == "fifth_copy"] == [(1,)]


def test_no_other_way_to_see_the_table_has_tiles_that_nobody_saw() -> None:
    """A kong and a hand tile that is told to be of its kind: what lies on top is not another kind for that."""
    above = "_ " * 10 + ". _ 5s~"
    reading = read(above, f"{TEN} . 5s 5s~ 5s", apart=1.05)
    assert [meld.kind for meld in reading.melds] == ["added"]
    hand = reading.groups[0].tiles
    told = correct(reading, [named(hand[0], "5s")])
    kept = {tile.kind for tile in told.tiles}
    assert "fifth_copy" in codes(told)
    for doubt in told.doubts:
        once = correct(told, suggested(doubt))
        assert {tile.kind for tile in once.tiles} <= kept | {OTHER}, doubt.message_en


def test_nobody_is_asked_what_an_impossible_hand_was_won_on() -> None:
    """3m pair, 345m 567m 678m 888m would be complete, had a set five 8m."""
    reading = read("3m 3m 3m 4m 5m 5m 6m 7m 7m 8m 8m 8m 8m 8m")
    assert codes(reading) == ["fifth_copy"]
    assert not reading.ok
