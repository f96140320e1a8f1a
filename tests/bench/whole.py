"""How well four open hands come out of one photo of a rendered table: `python -m tests.bench.whole [tables] [seed]`.

Right means: a player's hand and the tiles of their melds, and no tile that lies as a winning one; of the near player
what `tests.bench.tables` means. And tile by tile, of hands, melds and ponds: whose it is.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from tests.bench.tables import verdict
from tests.world.tables import Seen
from tests.world.whole import Shown, whole
from vision.layout.arrange import arrange
from vision.read.everybody import everybody
from vision.read.reconcile import reconcile
from vision.types import Owner, PlayerReading, Reading


def is_right(shown: Shown, player: PlayerReading | None) -> bool:
    """Is that player's part of the reading what they have laid open?"""
    if player is None or player.winning_tile is not None:
        return False
    melds = sorted(meld.tile for meld in player.melds if meld.tile is not None)
    return player.hand == shown.hand and len(player.melds) == len(melds) and melds == sorted(shown.melds)


def _owned(seen: Seen, reading: Reading) -> Counter[str]:
    """Of the tiles that somebody laid, but for walls, which are nobody's: how many are called theirs, and another's."""
    counts: Counter[str] = Counter()
    owners = {i: group.owner for group in reading.groups for i in group.tiles}
    for i, tile in enumerate(seen.lying):
        if tile is not None and tile.whose != "wall":
            what = "pond" if tile.whose in ("pond", "discards") else "hand"
            owner, true = owners.get(i), Owner(tile.laid_by or "near")
            counts[f"tiles of a {what}"] += 1
            counts[f"tiles of a {what} called theirs"] += owner is true
            counts[f"tiles of a {what} called another's"] += owner not in (None, true)
    return counts


def measure(count: int, seed: int) -> tuple[Counter[str], list[float]]:
    """Counts over so many tables, and the milliseconds that each took from the layout on."""
    counts: Counter[str] = Counter()
    took: list[float] = []
    for k in range(count):
        seen, shown_by = whole(seed + k)
        start = time.process_time()
        layout = arrange(seen.detections, seen.width, seen.height)
        reading = everybody(reconcile(layout), None, layout)
        took.append(1000 * (time.process_time() - start))
        right = {owner: is_right(shown, reading.player(owner)) for owner, shown in shown_by.items()}
        counts.update(_owned(seen, reading))
        near = verdict(seen, reading)
        whole_right = near and all(right.values())
        counts["near"] += near
        counts["others"] += sum(right.values())
        counts["not seen"] += sum(reading.player(owner) is None for owner in shown_by)
        counts["all four"] += whole_right
        doubted = any(player.doubts for player in reading.players)
        counts["wrong"] += not whole_right
        counts["wrong with a doubt"] += doubted and not whole_right
        counts["right with a doubt"] += doubted and whole_right
    return counts, sorted(took)


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    tables, first = (*numbers, *(300, 40000000)[len(numbers) :])
    found, milliseconds = measure(tables, first)
    print(f"{tables} tables", dict(found), f"median {milliseconds[tables // 2]:.0f} ms")
