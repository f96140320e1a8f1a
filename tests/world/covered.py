"""Rendered tables of which one tile of the hand is not seen: an arm lies over it, or the photo's edge cuts it off."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from tests.world.tables import Seen, _Table
from vision.layout.duplicates import overlap

AT_AN_END = 0.6  # how often it is the first or the last tile


@dataclass(frozen=True, slots=True)
class Covered:
    """A table as it is seen, and the indices of what is left of the hand, and of all that is the player's."""

    seen: Seen
    hand: frozenset[int]
    own: frozenset[int]


def covered(seed: int) -> Covered | None:
    """A crowded table of clean scores; None where the eye misses one of the player's tiles by itself."""
    table = _Table(seed, poor=False, crowded=True)
    seen = table.seen()
    hand = table.lying[: len(table.hand)]
    place = {id(tile): i for i, tile in enumerate(seen.lying) if tile is not None}
    if any(id(tile) not in place for tile in table.lying if tile.whose == "own"):
        return None
    pick = random.Random(f"{seed} covered")
    end = pick.choice((0, len(hand) - 1))
    gone = hand[end if pick.random() < AT_AN_END else pick.randrange(len(hand))]
    box = seen.detections[place[id(gone)]].box
    kept = [
        i
        for i, tile in enumerate(seen.lying)
        if tile is not gone and (tile is not None or overlap(seen.detections[i].box, box) == 0)
    ]
    number = {i: n for n, i in enumerate(kept)}
    left = replace(
        seen,
        detections=tuple(seen.detections[i] for i in kept),
        truth=tuple(seen.truth[i] for i in kept),
        lying=tuple(seen.lying[i] for i in kept),
    )
    mine = {number[place[id(tile)]]: tile for tile in table.lying if tile.whose == "own" and tile is not gone}
    return Covered(left, frozenset(n for n, tile in mine.items() if tile in hand), frozenset(mine))
