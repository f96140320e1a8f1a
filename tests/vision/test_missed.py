"""Tiles that were missed: what the eye nearly took for one is asked about where it would matter, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.tiles import compact
from tests.world.laid import TEN, codes, frame, suggested, tiles, wire
from vision.eye.thresholds import is_tile, may_be_tile
from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile
from vision.types import BACK, CLASSES, Detection, Reading
from vision.wire.readings import correct, from_json

WAITING = f"{TEN} . 5s 5s~ 5s"
"""Ten tiles that wait for 9m, 6m and 3m, and a pong; the words that tests add are faint."""


def weak(seen: Detection, kind: str = "", found: float = 0.2, score: float = 0.4) -> Detection:
    """The same box, hardly seen: below what makes a tile, above what is nothing."""
    kind = kind or CLASSES[seen.scores.index(max(seen.scores))]
    return replace(seen, scores=tuple(score if name == kind else 0.0 for name in CLASSES), found=found)


def look(*rows: str, faint: int, apart: float = 1.7, kind: str = "") -> tuple[Reading, int]:
    """The reading of such a photo in which one tile was hardly seen, and that tile's index."""
    seen = tiles(*rows, apart=apart)
    seen[faint] = weak(seen[faint], kind)
    return reconcile(arrange(seen, *frame(seen)), "test"), faint


def test_a_box_is_a_tile_or_nearly_or_none_and_backs_are_never_nearly_tiles() -> None:
    (seen,) = tiles("5m")
    assert is_tile(seen)
    assert may_be_tile(seen)
    assert not is_tile(weak(seen))
    assert may_be_tile(weak(seen))
    assert not may_be_tile(weak(seen, found=0.02, score=0.1))
    assert not may_be_tile(weak(seen, BACK, score=0.9))


@pytest.mark.parametrize("kind", ["9m", "1s"])
def test_a_hand_that_waits_beside_a_box_hardly_seen_may_have_won(kind: str) -> None:
    """The eye misnames most of what it hardly sees, so what the box looks like does not decide."""
    reading, i = look(f"{TEN} . . 9m . 5s 5s~ 5s", faint=10, kind=kind)
    assert reading.winning_tile is None
    assert reading.tiles[i].dropped
    (doubt,) = (d for d in reading.doubts if i in d.tiles)
    assert doubt.code == "left_out"
    assert doubt.worth.changes == "hand"
    assert not reading.ok
    again = correct(from_json(wire(reading)), [*suggested(doubt), {"op": "set", "tile": i, "kind": "9m"}])
    assert str(again.winning_tile) == "9m"
    assert again.ok


def test_nobody_lays_his_winning_tile_between_himself_and_his_hand() -> None:
    behind, i = look("_ _ _ _ 9m", f"{TEN} . 5s 5s~ 5s", faint=0, apart=2.2)
    assert [i] in [list(doubt.tiles) for doubt in behind.doubts]
    before, _ = look(f"{TEN} . 5s 5s~ 5s", "_ _ _ _ 9m", faint=13, apart=2.2)
    assert before.doubts == ()


def test_a_box_hardly_seen_above_a_pong_may_make_it_a_kong() -> None:
    reading, i = look("_ _ _ _ _ _ _ _ _ _ . _ . _ 5s~", f"{TEN} . 9m . 5s 5s~ 5s", faint=0, apart=1.2, kind="7s")
    assert [m.kind for m in reading.melds] == ["pong"]
    (doubt,) = (d for d in reading.doubts if i in d.tiles)
    assert doubt.worth.changes == "units"
    again = correct(from_json(wire(reading)), [*suggested(doubt), {"op": "set", "tile": i, "kind": "5s"}])
    assert [m.kind for m in again.melds] == ["added"]
    assert again.doubts == ()


def test_a_box_hardly_seen_in_a_gap_of_the_hand_is_one_of_its_tiles() -> None:
    reading, i = look(WAITING, faint=4)
    assert {"odd_count", "left_out"} <= set(codes(reading))
    (doubt,) = (d for d in reading.doubts if d.code == "left_out")
    again = correct(reading, [*suggested(doubt), {"op": "set", "tile": i, "kind": "5m"}])
    assert compact(again.hand) == "12345678m22p"
    assert "left_out" not in codes(again)


def test_nobody_is_asked_about_a_box_beside_a_hand_that_has_won_or_far_from_every_hand() -> None:
    won, _ = look(f"{TEN} . 9m . 5s 5s~ 5s . . . 2s", faint=14)
    far, _ = look("2s", WAITING, faint=0, apart=9)
    assert won.doubts == far.doubts == ()
    assert won.tiles[14].dropped
    assert far.ok


def test_nor_where_all_tiles_are_there_and_none_would_complete_them() -> None:
    idle = "1m 4m 7m 2p 5p 8p 9p 3s 6s 9s . 5s 5s~ 5s . . . 2s"
    reading, i = look(idle, faint=13)
    assert codes(reading) == []
    assert reading.tiles[i].dropped


def test_a_winning_tile_hardly_seen_may_be_none() -> None:
    seen = tiles(f"{TEN} . . 9m . 5s 5s~ 5s")
    seen[10] = replace(seen[10], found=0.5)
    reading = reconcile(arrange(seen, *frame(seen)))
    assert str(reading.winning_tile) == "9m"
    (doubt,) = reading.doubts
    assert (doubt.code, doubt.tiles) == ("winning_unsure", (10,))
    assert correct(reading, suggested(doubt)).winning_tile is None
    assert correct(reading, [{"op": "set", "tile": 10, "kind": "9m"}]).ok


def test_what_the_player_dropped_is_not_asked_about_again() -> None:
    reading, i = look(f"{TEN} . . 9m . 5s 5s~ 5s", faint=10)
    again = correct(reading, [{"op": "drop", "tile": i}])
    assert again.doubts == ()
    assert again.ok


def test_boxes_hardly_seen_alone_are_no_tiles() -> None:
    seen = [weak(one) for one in tiles("1m 2m 3m")]
    assert codes(reconcile(arrange(seen, *frame(seen)))) == ["no_tiles"]


def test_a_tile_that_lies_by_itself_beside_a_hand_that_waits_is_asked_about_though_it_would_not_win() -> None:
    """Else it would be lost with a win of which one tile was misread."""
    seen = tiles(WAITING, "_ _ _ 1s", apart=2.2)
    reading = reconcile(arrange(seen, *frame(seen)))
    assert reading.winning_tile is None
    (doubt,) = (d for d in reading.doubts if d.tiles == (13,))
    assert (doubt.code, doubt.worth.changes) == ("left_out", "hand")
    assert str(correct(reading, suggested(doubt)).winning_tile) == "1s"
