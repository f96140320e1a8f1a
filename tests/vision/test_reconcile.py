"""Tile sense: melds as they lie, 108 tiles, the winning tile, counts, and a doubt for whatever is not sure."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rulesets import RULE_SETS
from scoring.tiles import Tile, compact
from tests.world.laid import TEN, codes, frame, melds, photo, read, scores, suggested, tiles
from vision.eye.thresholds import is_tile
from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile
from vision.table.assignment import assign
from vision.table.evidence import NUMBER, Face, faces
from vision.types import BACK, CLASSES, OTHER, Box, Detection, Role

TEN_HAND = "12345678m22p"


# Melds as they lie (MIL2023 六-6, 六-7; seed 001 for backs)


@pytest.mark.parametrize(
    ("laid", "meld"),
    [
        ("5s~ 5s 5s", ("pong", "5s", "left")),
        ("5s 5s~ 5s", ("pong", "5s", "opposite")),
        ("5s 5s 5s~", ("pong", "5s", "right")),
        ("5s~ 5s 5s 5s", ("exposed", "5s", "left")),
        ("5s 5s~ 5s 5s", ("exposed", "5s", "opposite")),
        ("5s 5s 5s~ 5s", ("exposed", "5s", "opposite")),
        ("5s 5s 5s 5s~", ("exposed", "5s", "right")),
        ("# 5s 5s #", ("concealed", "5s", None)),
        ("# 5s 5s 5s", ("concealed", "5s", None)),
        ("5s 5s 5s #", ("concealed", "5s", None)),
        ("# # 5s #", ("concealed", "5s", None)),
    ],
)
@pytest.mark.parametrize("side", ["left", "right"])
def test_a_meld_beside_the_hand_tells_its_kind_and_feeder(laid: str, meld: tuple[str, str, str], side: str) -> None:
    reading = read(f"{laid} . {TEN}" if side == "left" else f"{TEN} . {laid}")
    assert melds(reading) == [meld]
    assert compact(reading.hand) == TEN_HAND
    assert reading.winning_tile is None
    assert codes(reading) == []
    assert reading.ok


@pytest.mark.parametrize("gap", [1.05, 1.2])
@pytest.mark.parametrize(("at", "fed_by"), [(0, "left"), (1, "opposite"), (2, "right")])
def test_the_fourth_tile_above_the_sideways_one_makes_an_added_kong(gap: float, at: int, fed_by: str) -> None:
    row = ["5s", "5s", "5s"]
    row[at] = "5s~"
    above = "_ " * 10 + ". " + "_ " * at + "5s~"
    reading = read(above, f"{TEN} . {' '.join(row)}", apart=gap)
    assert melds(reading) == [("added", "5s", fed_by)]
    assert compact(reading.hand) == TEN_HAND
    assert codes(reading) == []


def test_a_kong_with_four_backs_is_a_kong_of_unknown_kind() -> None:
    reading = read(f"{TEN} . # # # #")
    assert melds(reading) == [("concealed", None, None)]
    assert codes(reading) == ["hidden_kong"]
    assert not reading.ok


def test_a_pong_without_customs_has_no_feeder_and_a_kong_so_laid_no_certain_kind() -> None:
    assert melds(read(f"{TEN} . . 5s 5s 5s")) == [("pong", "5s", None)]
    reading = read(f"{TEN} . . 5s 5s 5s 5s")
    assert [m[:2] for m in melds(reading)] == [("exposed", "5s")]
    assert "kong_kind" in codes(reading)


@pytest.mark.parametrize("laid", ["7s 8s~ 9s", "9s~ 7s 8s"])
def test_a_run_among_melds_is_a_doubt_and_no_meld_for_there_are_no_chows(laid: str) -> None:
    reading = read(f"{TEN} . {laid}")
    assert melds(reading) == []
    (doubt,) = (d for d in reading.doubts if d.code == "mixed_meld")
    assert "chow" in doubt.message_en
    assert doubt.tiles == (10, 11, 12)
    assert not reading.ok


def test_four_melds_leave_one_tile_and_the_winning_one() -> None:
    reading = read("3p . 3p . 1m 1m~ 1m . 2s~ 2s 2s . # 7s 7s # . 9p 9p 9p~")
    assert compact(reading.hand) == "3p"
    assert reading.winning_tile is Tile.P3
    assert [m[0] for m in melds(reading)] == ["pong", "pong", "concealed", "pong"]


# 108 physical tiles (law 4)


def test_five_of_a_kind_cannot_come_out_and_the_changed_tile_says_what_it_looked_like() -> None:
    reading = read("1m 1m 1m 1m 1m?2m 3m 4m 5m 6m 7m 8m 2p 2p")
    assert compact(reading.hand) == "11112345678m22p"
    (doubt,) = (d for d in reading.doubts if d.code == "fifth_copy")
    assert doubt.tiles == (4,)
    assert suggested(doubt) == [{"op": "set", "tile": 4, "kind": "1m"}]
    assert reading.tiles[4].kind == "2m"
    assert reading.tiles[4].seen[0][0] == "1m"


def test_melds_use_up_copies_that_the_hand_then_lacks() -> None:
    reading = read("1m 2m 3m 5s?6s 6s 7s 8s 8s 2p 2p . # 5s 5s #")
    assert melds(reading) == [("concealed", "5s", None)]
    assert Tile.S5 not in reading.hand


def test_another_players_tiles_are_not_bound_by_the_hand() -> None:
    reading = read("9s 9s 9s 1s 2s 4s 4s 6s 7s 9m 9m 9m 1p", "9s 9s 9s 9s 1m 2m 3m 4m 5m 6m 7m 8m 9m", apart=14)
    assert compact(reading.hand) == "123456789m9999s"
    others = [i for group in reading.groups if group.role is Role.OTHER for i in group.tiles]
    assert sum(reading.tiles[i].kind == "9s" for i in others) == 3


costs = st.dictionaries(st.integers(0, 3), st.floats(0, 5), min_size=1, max_size=3)


@given(st.lists(costs, min_size=1, max_size=5), st.lists(st.integers(0, 4), min_size=4, max_size=4))
@settings(max_examples=200)
def test_names_are_the_cheapest_that_108_tiles_allow(table: list[dict[int, float]], taken: list[int]) -> None:
    """Against trying everything, for up to five tiles of four kinds."""
    looks = [Face(min(c, key=lambda k, c=c: c[k]), c, 8.0, frozenset(c)) for c in table]  # type: ignore[misc]
    used = taken + [4] * 23
    chosen = assign(looks, range(len(looks)), used)
    allowed = [
        sum(look.cost(kind) for look, kind in zip(looks, kinds, strict=True))
        for kinds in itertools.product(*table)
        if all(kinds.count(k) + taken[k] <= 4 for k in range(4))
    ]
    if allowed:
        assert sum(looks[i].cost(kind) for i, kind in chosen.items()) == pytest.approx(min(allowed))


def test_the_players_word_is_not_overruled_by_the_set() -> None:
    looks = faces([(("5m", 0.9),)] * 5, dict.fromkeys(range(5), "5m"))
    assert set(assign(looks, range(5), [0] * 27).values()) == {NUMBER["5m"]}


# The winning tile


@pytest.mark.parametrize(
    "rows", [(f"{TEN} . . 9m . 5s 5s~ 5s",), (f"9m . . {TEN} . 5s 5s~ 5s",), ("_ _ _ 9m", f"{TEN} . 5s 5s~ 5s")]
)
def test_a_tile_apart_is_the_winning_tile(rows: tuple[str, ...]) -> None:
    reading = read(*rows)
    assert reading.winning_tile is Tile.M9
    assert compact(reading.hand) == TEN_HAND
    assert reading.doubts == ()


def test_a_tile_sideways_at_the_end_of_the_hand_is_the_winning_tile() -> None:
    reading = read(f"{TEN} 9m~ . 5s 5s~ 5s")
    assert reading.winning_tile is Tile.M9
    assert reading.groups[0].role is Role.HAND


def test_a_complete_hand_without_a_tile_apart_lists_candidates_with_their_prices() -> None:
    reading = read("1m 1m 1m 1m 2p 2p 3p 3p 5s 5s 7s 7s 9s 9s")
    (doubt,) = reading.doubts
    assert doubt.code == "winning_unknown"
    assert reading.winning_tile is None
    assert "1m" in doubt.message_en
    liupanshui = RULE_SETS["liupanshui"]  # 龙七对 only if the winning tile is one of the four
    found = tiles("1m 1m 1m 1m 2p 2p 3p 3p 5s 5s 7s 7s 9s 9s")
    (dearer,) = reconcile(arrange(found, *frame(found)), rules=liupanshui).doubts
    assert dearer.worth.changes == "units"
    assert dearer.worth.units == 10


def test_the_caller_may_tell_the_winning_tile() -> None:
    found = tiles("1m 2m 3m 4m 5m 6m 7m 8m 9m 2p 2p 5s 5s 5s")
    reading = reconcile(arrange(found, *frame(found)), winning=Tile.M9)
    assert reading.winning_tile is Tile.M9
    assert compact(reading.hand) == "12345678m22p555s"


def test_a_tile_apart_that_completes_nothing_is_a_doubt_with_the_way_out() -> None:
    reading = read("1m 2m 3m 4m 5m 6m 1p 2p 3p 7s 8s 5p 5p . . 9s?6s")
    assert reading.winning_tile in (Tile.S9, Tile.S6)
    broken = read("1m 2m 3m 4m 5m 6m 1p 2p 3p 7s 8s 5p 5p . . 1s")
    (doubt,) = broken.doubts
    assert doubt.code == "not_complete"
    assert "幺鸡单放着" in doubt.message
    assert "1s" in doubt.message_en
    assert not broken.ok


# Counts


@pytest.mark.parametrize(("row", "count"), [("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 1p", 12), (TEN + " 3p 3p 4s 4s 4s", 15)])
def test_a_count_that_no_hand_can_have_is_said(row: str, count: int) -> None:
    reading = read(row)
    doubt = next(d for d in reading.doubts if d.code == "odd_count")
    assert str(count) in doubt.message
    assert "相公" in doubt.message
    assert doubt.worth.changes == "hand"
    assert not reading.ok


def test_no_tile_found_is_a_doubt() -> None:
    reading = reconcile(arrange([], 640, 480))
    assert codes(reading) == ["no_tiles"]
    assert not reading.ok


def test_a_tile_that_the_set_does_not_have_is_said_and_does_not_enter_the_hand() -> None:
    reading = read("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 1p E")
    assert "not_in_set" in codes(reading)
    assert reading.tiles[12].kind == OTHER
    assert len(reading.hand) == 12


def test_own_discards_lie_in_front_and_walls_are_nobodys() -> None:
    wall = "# # # # # # # # # #"
    reading = read(wall, "_ _ _ 1s 9p 3m 7s", f"{TEN} . 5s 5s~ 5s", apart=4.5)
    roles = {group.role: [reading.tiles[i].kind for i in group.tiles] for group in reading.groups}
    assert roles[Role.DISCARDS] == ["1s", "9p", "3m", "7s"]
    assert set(roles[Role.OTHER]) == {BACK}


scored = st.lists(st.floats(0, 1), min_size=29, max_size=29).map(lambda v: tuple(x / (sum(v) or 1) for x in v))
detection = st.builds(
    lambda x, y, w, h, s, f: Detection(Box(x, y, x + w, y + h), s, f, (0.25,) * 4),
    st.floats(0, 900), st.floats(0, 900), st.floats(5, 90), st.floats(5, 90), scored, st.floats(0, 1),
)  # fmt: skip


@given(st.lists(detection, max_size=24))
@settings(max_examples=80)
def test_any_detections_make_a_reading_within_the_108_tiles(found: list[Detection]) -> None:
    reading = reconcile(arrange(found, 1000, 1000))
    own = [i for g in reading.groups if g.role is not Role.OTHER for i in g.tiles]
    held = [reading.tiles[i].kind for i in own]
    assert all(held.count(kind) <= 4 for kind in CLASSES[:27])
    assert sorted(i for g in reading.groups for i in g.tiles) == [
        k for k, t in enumerate(reading.tiles) if not t.dropped
    ]
    for k, tile in enumerate(reading.tiles):
        if (tile.dropped and is_tile(found[k])) or (k in own and tile.kind != tile.seen[0][0]):
            assert any(k in doubt.tiles for doubt in reading.doubts), "left out or changed without a word"


def test_the_order_in_which_tiles_were_seen_does_not_matter() -> None:
    found = tiles(f"{TEN} . . 9m . 5s 5s~ 5s")
    first = reconcile(arrange(found, *frame(found)))
    random.Random(1).shuffle(found)
    again = reconcile(arrange(found, *frame(found)))
    assert (first.hand, first.melds, first.winning_tile) == (again.hand, again.melds, again.winning_tile)


def test_scores_that_tell_nothing_still_give_a_reading() -> None:
    layout = photo(TEN)
    even = tuple([1 / 29] * 29)
    blind = [Detection(d.box, even, d.found, d.turns) for d in layout.detections]
    assert reconcile(arrange(blind, 900, 300)).doubts
    assert sum(scores("5m?6m")) == pytest.approx(1)
