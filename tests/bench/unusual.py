"""Rendered tables that are no whole hand: `python -m tests.bench.unusual [tables] [seed]`.

Of a hand one tile is covered: right is that the others are the hand, and nothing of anybody else's fills it up; it is
said that there are too few. Or there is no hand, only ponds in rows of six: right is that none is told.
"""

from __future__ import annotations

import sys
from collections import Counter

from tests.world.covered import covered
from tests.world.ponds import ponds
from tests.world.tables import Seen
from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile
from vision.types import Reading, Role

OWN = (Role.HAND, Role.WINNING, Role.MELD)


def read(seen: Seen) -> Reading:
    """Layout and reconcile."""
    return reconcile(arrange(seen.detections, seen.width, seen.height))


def with_one_covered(count: int, seed: int) -> Counter[str]:
    """Counts over so many tables, less those of which a tile is missed besides."""
    counts: Counter[str] = Counter()
    for table in filter(None, map(covered, range(seed, seed + count))):
        reading = read(table.seen)
        mine = {role: {i for group in reading.groups if group.role is role for i in group.tiles} for role in OWN}
        own = mine[Role.HAND] | mine[Role.WINNING] | mine[Role.MELD]
        counts["tables"] += 1
        counts["right"] += mine[Role.HAND] == table.hand and own == table.own
        counts["took others' tiles"] += not own <= table.own
        counts["ok"] += reading.ok
        counts["without a doubt"] += not reading.doubts
    return counts


def without_hand(count: int, seed: int) -> Counter[str]:
    """Counts over so many tables."""
    counts: Counter[str] = Counter()
    for seen in map(ponds, range(seed, seed + count)):
        reading = read(seen)
        right = all(group.role not in OWN for group in reading.groups)
        counts["tables"] += 1
        counts["right"] += right
        counts["of one pond"] += "one" in seen.traits
        counts["of one pond, right"] += right and "one" in seen.traits
        counts["ok"] += reading.ok
        counts["without a doubt"] += not reading.doubts
    return counts


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    tables, first = (*numbers, *(300, 56000000)[len(numbers) :])
    print("one tile covered", dict(with_one_covered(tables, first)))
    print("no hand", dict(without_hand(tables, first)))
