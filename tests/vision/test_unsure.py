"""Names of which the eye isn't sure: asked about, unless a hand that has won leaves no other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.world.laid import TEN, codes, frame, tiles
from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile
from vision.types import CLASSES, Reading

WON = f"{TEN} . . 9m . 5s 5s~ 5s"
"""Ten tiles that wait for 9m, 6m and 3m, the winning tile, a pong; 9 is the second 2p, 10 the 9m, 12 a 5s."""
WAITING = f"{TEN} . 5s 5s~ 5s"


def look(laid: str, i: int, **scores: float) -> Reading:
    """The reading of such a photo in which the eye gave tile `i` these scores; a leading underscore is left out."""
    seen = tiles(laid)
    named = {name.lstrip("_"): p for name, p in scores.items()}
    seen[i] = replace(seen[i], scores=tuple(named.get(kind, 0.0) for kind in CLASSES))
    return reconcile(arrange(seen, *frame(seen)))


@pytest.mark.parametrize(
    ("laid", "i", "scores", "asked"),
    [
        (WON, 10, {"_9m": 0.7, "_9p": 0.2}, False),  # no win with 9p
        (WON, 10, {"_9m": 0.7, "_6m": 0.2}, True),  # 6m wins, too
        (WON, 10, {"_9m": 0.55, "_9p": 0.4}, True),
        (WON, 10, {"_9m": 0.7}, True),  # nobody knows what else it may be
        (WON, 9, {"_2p": 0.7, "_3p": 0.2}, False),
        (WON, 9, {"_2p": 0.9, "_3p": 0.1}, False),
        (WAITING, 9, {"_2p": 0.7, "_3p": 0.2}, True),  # who waits may wait for something else
    ],
)
def test_a_name_is_asked_about_unless_no_other_wins(laid: str, i: int, scores: dict[str, float], asked: bool) -> None:
    reading = look(laid, i, **scores)
    assert codes(reading) == (["low_confidence"] if asked else [])
    assert reading.tiles[i].confidence == max(scores.values())
    assert all(doubt.tiles == (i,) for doubt in reading.doubts)
