"""Parts of a table as a player would name them: heaps of discards, melds at the edge, suits of a hand left apart."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

import pytest

from scoring.tiles import compact
from tests.world.laid import TEN, codes, frame, photo, read, suggested, tiles
from tests.world.tables import table
from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile
from vision.types import Box, Detection, Reading, Role
from vision.wire.readings import correct

SIZE = 60.0  # pixels of a tile's width
HEAP = {"1p": (2.2, 0.2), "4s": (4.1, 1.1), "7m": (5.9, 0.0), "9s~": (3.3, 2.4), "2p": (7.6, 1.4), "6s~": (5.4, 2.9)}
"""Tiles thrown down, none in line with another: where they lie, in tile widths."""


def shifted(found: Sequence[Detection], x: float, y: float, scale: float = 1.0) -> list[Detection]:
    """The same, moved by so many tile widths, made smaller first."""
    return [
        replace(
            d,
            box=Box(
                d.box.x1 * scale + x * SIZE,
                d.box.y1 * scale + y * SIZE,
                d.box.x2 * scale + x * SIZE,
                d.box.y2 * scale + y * SIZE,
            ),
        )
        for d in found
    ]


def look(*parts: list[Detection]) -> Reading:
    """The reading of all these tiles in one photo."""
    found = [d for part in parts for d in part]
    return reconcile(arrange(found, *frame(found)), "test")


def heap(x: float, y: float) -> list[Detection]:
    return [d for word, (dx, dy) in HEAP.items() for d in shifted(tiles(word), x + dx, y + dy)]


def kinds(reading: Reading, role: Role) -> list[list[str]]:
    """The tiles of each group of that role."""
    return [sorted(reading.tiles[i].kind for i in group.tiles) for group in reading.groups if group.role is role]


def test_tiles_thrown_down_before_the_hand_are_one_group_of_discards() -> None:
    reading = look(shifted(tiles(f"{TEN} . 5s 5s~ 5s"), 0, 8), heap(2, 2))
    assert kinds(reading, Role.DISCARDS) == [sorted(word.rstrip("~") for word in HEAP)]
    assert kinds(reading, Role.OTHER) == []
    assert compact(reading.hand) == "12345678m22p"
    assert reading.doubts == ()


def test_rows_of_discards_are_one_group_the_farthest_row_first() -> None:
    rows = tiles("1p 4s 7m 9s 3p", "2s 6s 6p", apart=1.4)
    reading = look(shifted(tiles(f"{TEN} . 5s 5s~ 5s"), 0, 8), shifted(rows, 2, 2))
    (group,) = (group for group in reading.groups if group.role is Role.DISCARDS)
    assert [reading.tiles[i].kind for i in group.tiles] == ["1p", "4s", "7m", "9s", "3p", "2s", "6s", "6p"]


def test_a_wall_another_hand_and_a_heap_far_away_are_no_discards() -> None:
    wall, other = tiles("# # # # # # # #"), tiles("1s 2s 3s 4s 6s 7s 9s 9s 9s 1p 1p 3p 4p")
    reading = look(shifted(tiles(TEN + " . 5s 5s~ 5s"), 0, 22), shifted(wall, 1, 19), shifted(other, 0, 7), heap(2, 10))
    assert kinds(reading, Role.DISCARDS) == []
    assert compact(reading.hand) == "12345678m22p"


def test_a_lone_tile_or_two_before_the_hand_are_no_heap() -> None:
    reading = look(shifted(tiles(f"{TEN} . 5s 5s~ 5s"), 0, 6), shifted(tiles("1p"), 2, 2), shifted(tiles("7s~"), 5, 3))
    assert kinds(reading, Role.DISCARDS) == []


@pytest.mark.parametrize("x", [9.0, 12.0])
def test_four_kongs_one_behind_the_other_at_the_edge_are_the_melds_of_a_hand_of_one_tile(x: float) -> None:
    laid = "5s~ 5s 5s 5s", "# 7p 7p #", "2m 2m~ 2m 2m", "9p 9p 9p 9p~"
    kongs = [shifted(tiles(row), x + 0.4 * n, 1.3 * n, 0.9) for n, row in enumerate(laid)]
    reading = look(shifted(tiles("3s . 3s"), 0, 6), *kongs)
    assert {(m.kind, str(m.tile)) for m in reading.melds} == {
        ("exposed", "5s"), ("concealed", "7p"), ("exposed", "2m"), ("exposed", "9p"),
    }  # fmt: skip
    assert compact(reading.hand) == "3s"
    assert str(reading.winning_tile) == "3s"
    assert codes(reading) == []


def test_melds_that_lie_as_close_behind_one_another_as_their_tiles_side_by_side_are_rows_as_their_faces_tell() -> None:
    """Seen from low, columns of a stack of melds are as close as its rows; faces stand across their row."""
    up, aside = (0.94, 0.02, 0.02, 0.02), (0.02, 0.94, 0.02, 0.02)
    found = []
    for n, word in enumerate(("5s", "7p", "2m", "9p")):
        for k in range(4):
            box = Box(100.0 + 60 * k, 50.0 + 52 * n, 160.0 + 60 * k, 108.0 + 52 * n)
            found.append(replace(tiles(word)[0], box=box, turns=aside if k == n else up))
    lines = [set(row.tiles) for row in arrange(found, 500, 400).rows]
    assert sorted(map(sorted, lines)) == [list(range(4 * n, 4 * n + 4)) for n in range(4)]


@pytest.mark.parametrize(
    "row",
    ["4m 4m 4m . 4p 4p 9p 9p . 6s 7s 8s", "4p 4p 9p 9p . 6s 7s 8s . 4m 4m 4m", "2p 2p . 4m 4m 4m . 5s 5s 6s 7s 8s"],
)
def test_three_alike_are_a_suit_of_a_hand_whose_suits_are_parted(row: str) -> None:
    reading = read(f"{row} . # 9m 9m #")
    assert [(m.kind, str(m.tile)) for m in reading.melds] == [("concealed", "9m")]
    assert len(reading.hand) == 10


def test_where_suits_are_parted_none_comes_again_so_that_three_more_are_a_pong() -> None:
    reading = read("1m 5m 6m 8m . 8p 8p . 3s 4s 4s 6s . 2m 2m 2m")
    assert [(m.kind, str(m.tile)) for m in reading.melds] == [("pong", "2m")]
    assert compact(reading.hand) == "1568m88p3446s"


def test_the_fourth_of_a_kong_tells_from_which_side_a_turned_photo_was_taken() -> None:
    """It lies behind the three, so that they are read from the side that it does not lie on."""
    upright = tiles("_ _ _ _ _ _ _ _ _ _ . 1s~", f"{TEN} . 1s~ 1s 1s", apart=1.1)
    turned = [  # a quarter turn clockwise
        replace(d, box=Box(900 - d.box.y2, d.box.x1, 900 - d.box.y1, d.box.x2), turns=(0.25,) * 4) for d in upright
    ]
    other = [  # and back: half a turn from that
        replace(d, box=Box(1000 - d.box.x2, 1200 - d.box.y2, 1000 - d.box.x1, 1200 - d.box.y1)) for d in turned
    ]
    for found in (turned, other):
        reading = reconcile(arrange(found, 1000, 1200), "test")
        assert [(m.kind, str(m.tile), m.fed_by) for m in reading.melds] == [("added", "1s", "left")]


def test_the_fourth_goes_on_the_sideways_tile_though_an_upright_one_is_a_little_nearer() -> None:
    seen = tiles("_ _ _ _ _ _ _ _ _ _ . _ 5s~", f"{TEN} . 5s 5s~ 5s", apart=1.0)
    box = seen[0].box
    seen[0] = replace(seen[0], box=replace(box, x1=box.x1 - 24, x2=box.x2 - 24))
    layout = arrange(seen, *frame(seen))
    sideways = next(i for row in layout.rows for i, way in zip(row.tiles, row.ways, strict=True) if way.sideways)
    assert sideways in dict(itertools.islice(((under, top) for top, under in layout.stacked), 1))


@pytest.mark.parametrize(("off", "asked"), [(0.35, False), (0.75, True)])
def test_a_box_hardly_seen_that_lies_half_under_a_tile_of_the_hand_is_none(off: float, asked: bool) -> None:
    seen = tiles(f"{TEN} . 5s 5s~ 5s")
    box = seen[4].box
    high = off * box.height
    weak = replace(seen[4], box=replace(box, y1=box.y1 - high, y2=box.y2 - high), found=0.2)
    weak = replace(weak, scores=tuple(0.4 * score for score in weak.scores))
    assert ("left_out" in codes(look(shifted([*seen, weak], 0, 4)))) is asked


@pytest.mark.parametrize(("turn", "asked"), [(0, False), (15, False), (35, True)])
def test_who_fed_an_exposed_kong_is_asked_where_a_slanting_view_hardly_tells(turn: float, asked: bool) -> None:
    reading = reconcile(photo(f"{TEN} . 5s 5s 5s 5s~", turn=turn), "test")
    assert [(m.kind, m.fed_by) for m in reading.melds] == [("exposed", "right")]
    assert ("feeder" in codes(reading)) is asked


def close(*at: tuple[str, float, float]) -> list[Detection]:
    return [d for word, x, y in at for d in shifted(tiles(word), x, y)]


HEAPED = close(("1p", 2.2, 0.6), ("4s", 3.6, 1.7), ("7m", 5.2, 0.4), ("9s", 5.5, 2.2))
LAID = shifted(tiles(f"{TEN} . 5s 5s~ 5s"), 0, 6)


def test_a_winning_tile_that_lies_among_the_discards_is_asked_about() -> None:
    reading = look(LAID, HEAPED, close(("9m", 4.6, 3.2)))
    assert str(reading.winning_tile) == "9m"
    (doubt,) = reading.doubts
    assert doubt.code == "winning_unsure"
    again = correct(reading, suggested(doubt))
    assert again.winning_tile is None
    assert compact(again.hand) == "12345678m22p"


@pytest.mark.parametrize(("seed", "won"), [(3_000_599, "2s"), (3_001_665, "3s")])
def test_a_tile_taken_for_a_discard_close_to_a_hand_that_waits_for_it_is_asked_about(seed: int, won: str) -> None:
    seen = table(seed, poor=False)
    reading = reconcile(arrange(seen.detections, seen.width, seen.height))
    assert str(seen.winning) == won
    assert reading.winning_tile is None
    doubt = next(d for d in reading.doubts if d.code == "left_out")
    assert str(correct(reading, suggested(doubt)).winning_tile) == won


def test_a_hand_of_four_alike_is_asked_about_for_it_waits_for_nothing() -> None:
    reading = look(shifted(tiles("4m 4m 4m 4m"), 0, 4), shifted(tiles("8s 8s~ 8s . 5p~ 5p 5p . 6s 6s 6s~"), 8, 4))
    (doubt,) = reading.doubts
    assert (doubt.code, doubt.worth.changes) == ("parted", "hand")
    assert "exposed" in [m.kind for m in correct(reading, suggested(doubt)).melds]


def test_a_hand_of_one_tile_beside_a_pong_of_its_kind_is_a_kong() -> None:
    reading = read("7s 7s 7s~ . 7p 7p~ 7p . 8s 8s 8s~ . 2p 2p~ 2p", "_ _ _ _ _ _ 7s", apart=2.2)
    assert compact(reading.hand) == "7s"
    (doubt,) = (d for d in reading.doubts if d.code == "parted")
    assert doubt.worth.changes == "hand"
    after = correct(reading, suggested(doubt))
    assert [str(m.tile) for m in after.melds if m.kind != "pong"] == ["7s"]


def test_a_tile_on_one_that_lies_on_another_is_not_lost() -> None:
    """Of a heap each tile may seem to lie on the next one; only one of a meld has a fourth on it."""
    layout = photo("5s~", "5s~", "5s 5s~ 5s . 1m 2m 3m 4m 5m 6m 7m 8m 2p 2p")
    chained = replace(layout, stacked=((0, 1), (1, 3), *layout.stacked))
    reading = reconcile(chained, "test")
    assert sorted(i for group in reading.groups for i in group.tiles) == list(range(15))
