"""What reconciling is not sure of is said, with what it is worth; what is sure is not."""

from __future__ import annotations

import pytest

from scoring.tiles import Tile, compact
from tests.world.laid import TEN, codes, frame, melds, read, suggested, tiles
from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile
from vision.types import Box, Detection, Reading
from vision.wire.readings import correct


def test_a_tile_of_two_kinds_is_a_doubt_with_both_and_what_the_other_is_worth() -> None:
    reading = read("1m 2m 3m 4m 5m 6m 7m 8m 2p 2p 1s 3s 5s?6s")
    doubt = next(d for d in reading.doubts if d.tiles == (12,))
    assert doubt.code == "low_confidence"
    assert suggested(doubt) == [{"op": "set", "tile": 12, "kind": "6s"}]


def test_a_kind_is_changed_where_only_the_other_one_completes_the_hand_and_says_so() -> None:
    reading = read("1m 2m 3m 4m 5m 6m 1p 2p 3p 7s 8s 5p 5p?6p . . 9s")
    assert compact(reading.hand) == "123456m12355p78s"
    reading = read("1m 2m 3m 4m 5m 6m 1p 2p 3p 7s 8s 5p 6p?5p . . 9s")
    assert compact(reading.hand) == "123456m12355p78s"
    (doubt,) = reading.doubts
    assert doubt.code == "changed"
    assert suggested(doubt) == [{"op": "set", "tile": 12, "kind": "6p"}]
    assert doubt.worth.changes == "hand"


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("1m 2m 3m 4m 5m 6m 7m . 2p 2p 2p . 9s 9s 9s", True),  # parted suits, or pongs
        ("1m 2m 3m 5s 5s 6p 7p . 2p 2p 2p . 9s 9s~ 9s", False),  # suits are not parted, and pongs laid by custom
        ("5p 5p 5p 1m 2m 3m 4m 2p 3p 7s 8s 9s 9s", True),  # out of order at the end: a pong pushed against the hand
        ("1m 2m 3m 4m 5m 6m 5p 5p 5p 7s 8s 9s 9s", False),
        ("5p 5p 5p 9s 1m 2m 3m 7s 8s 2m 1p 6m 9s", False),  # in no order at all
    ],
)
def test_three_alike_beside_parted_suits_may_be_a_pong_or_the_hands(row: str, told: bool) -> None:
    assert ("parted" in codes(read(row))) is told


def test_a_lone_tile_some_way_off_that_would_complete_the_hand_is_said() -> None:
    reading = read("_ _ _ 9m", f"{TEN} . 5s 5s~ 5s", apart=6.5)
    assert reading.winning_tile is None
    (doubt,) = reading.doubts
    assert doubt.code == "left_out"
    assert "九万" in doubt.message
    assert correct(reading, suggested(doubt)).winning_tile is Tile.M9
    idle = read("_ _ _ 9p", f"{TEN} . 5s 5s~ 5s", apart=6.5)
    assert codes(idle) == []


def squarish(row: str, i: int, narrower: float, higher: float) -> Reading:
    """The row read, with that tile's box nearer to a square: less clear whether it lies sideways."""
    found = tiles(row)
    box = found[i].box
    box = Box(box.x1 + narrower / 2, box.y1 - higher, box.x2 - narrower / 2, box.y2)
    found[i] = Detection(box, found[i].scores, 0.9, found[i].turns)
    return reconcile(arrange(found, *frame(found)))


def test_a_lone_tile_beside_a_pong_of_its_kind_may_be_the_fourth_of_a_kong() -> None:
    taken = read("3s 4s 2m 3m 4m 5m 6m 7m 2p 2p . . 5s . 5s 5s~ 5s")
    assert taken.winning_tile is Tile.S5
    (doubt,) = (d for d in taken.doubts if "五条挨着碰的五条" in d.message)
    kong = correct(taken, suggested(doubt))
    assert [meld[0] for meld in melds(kong)] == ["exposed"]
    assert kong.winning_tile is None


def test_who_fed_a_pong_is_told_only_where_it_is_sure_or_owed_for() -> None:
    """Somebody owes for 幺鸡 (RULES 5), nobody for 五条."""
    plain, chicken = (squarish(f"{TEN} . {kind} {kind}~ {kind}", 11, 14, 10) for kind in ("5s", "1s"))
    assert melds(plain) == [("pong", "5s", None)]
    assert codes(plain) == []
    assert melds(chicken) == [("pong", "1s", "opposite")]
    assert codes(chicken) == ["feeder"]
    assert chicken.doubts[0].message == "碰幺鸡：看不清是不是对家打的"
    assert chicken.doubts[0].message_en == "pong of 1s: fed by opposite or nobody known?"


@pytest.mark.parametrize(
    ("row", "told"),
    [("1m 2m 3m 4m 5m 6m 7m 8m 2p 2p 9m~", False), ("1m 2m 3m 4m 5m 6m 7m 8m 9m 2p 2p~", True)],
)
def test_a_tile_at_the_end_of_a_hand_in_order_won_for_certain_only_if_it_is_out_of_order(row: str, told: bool) -> None:
    reading = squarish(f"{row} . 5s 5s~ 5s", 10, 12, 8)
    assert reading.winning_tile is not None
    assert ("winning_unsure" in codes(reading)) is told


def test_two_tiles_are_no_meld_and_the_doubt_says_why() -> None:
    reading = correct(read(f"{TEN} 9s 9s 5s"), [{"op": "move", "tiles": [10, 11], "role": "meld", "group": 5}])
    (doubt,) = (d for d in reading.doubts if d.code == "mixed_meld")
    assert "2张不成一副" in doubt.message
    assert "不是同一种牌" not in doubt.message
    mixed = correct(read(f"{TEN} 9s 5s 3p"), [{"op": "move", "tiles": [10, 11, 12], "role": "meld", "group": 5}])
    (doubt,) = (d for d in mixed.doubts if d.code == "mixed_meld")
    assert "九条、五条、三筒" in doubt.message
    assert "不是同一种牌" in doubt.message


def test_honours_side_by_side_are_strange_tiles_not_a_meld() -> None:
    reading = read("1m 2m 3m 4m 5m 6m 7m 8m 2p 2p . E E E")
    assert melds(reading) == []
    assert codes(reading).count("not_in_set") == 3
