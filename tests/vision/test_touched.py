"""A meld that one more tile lies on, or touches, is asked about where all of them were taken for part of the hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.tiles import compact
from tests.world.laid import TEN, codes, frame, read, suggested, tiles, wire
from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile
from vision.wire.readings import correct, from_json


@pytest.mark.parametrize(
    "rows",
    [
        (f"{TEN} . 9m 5s 5s 5s~",),
        (f"{TEN} . 5s~ 5s 5s 9m~",),
        (f"9m 5s 5s 5s~ . {TEN}",),
        (f"5s 5s~ 5s 9m~ . {TEN}",),
        ("9m 5s 5s 5s~", TEN),
        ("5s 5s 5s~ 9m~", TEN),
    ],
)
def test_a_pong_that_the_winning_tile_touches(rows: tuple[str, ...]) -> None:
    reading = read(*rows)
    assert reading.melds == ()
    (doubt,) = (one for one in reading.doubts if one.code == "parted")
    assert doubt.worth.changes == "hand"
    again = correct(from_json(wire(reading)), suggested(doubt))
    assert [(meld.kind, str(meld.tile)) for meld in again.melds] == [("pong", "5s")]
    assert (compact(again.hand), str(again.winning_tile)) == ("12345678m22p", "9m")


@pytest.mark.parametrize(
    ("block", "stacked", "asked"),
    [
        ("5s 9p 5s", 0.0, True),  # on the third one
        ("5s 5s 9p", 0.7, True),
        ("5s 5s 9p", 0.0, True),  # suits are parted elsewhere, if at all
        ("5s 5s 9s", 0.7, True),
        ("5s 5s 9s", 0.0, False),  # a suit that stands by itself
        ("5s . 9p 5s", 0.0, True),  # where the sideways one was, room is left
        ("5s 5s 5s 9p", 0.7, True),
        ("5s 5s 5s 9s", 0.0, False),
        ("5s 6s 7s", 0.7, False),  # of the hand, asked about otherwise
    ],
)
def test_a_meld_with_a_tile_on_top(block: str, stacked: float, asked: bool) -> None:
    found = [replace(one, stacked=0.0) for one in tiles(block, TEN)]
    kinds = block.replace(". ", "").split()
    odd = kinds.index(min(kinds, key=kinds.count))
    found[odd] = replace(found[odd], stacked=stacked)
    reading = reconcile(arrange(found, *frame(found)))
    mine = [doubt for doubt in reading.doubts if doubt.code == "parted"]
    assert bool(mine) == asked, codes(reading)
