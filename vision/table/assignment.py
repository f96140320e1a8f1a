"""Tiles -> kinds: one box is one of 108 physical tiles, so no kind comes out five times (law 4), unless the player
himself says so. Where the eye holds no other kind possible none is made up: the least sure tile is of none, `other`.

Exact: from everybody's cheapest kind, surplus copies are moved along the cheapest chains of changes
(successive shortest paths), which is the optimum of this assignment problem.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from scoring.tiles import COPIES, KINDS
from vision.table.evidence import OTHER_NUMBER, Face


def assign(faces: Sequence[Face], bound: Sequence[int], taken: Sequence[int]) -> dict[int, int]:
    """Class number of each bound tile, the cheapest choice in which no kind has more than four copies.

    `bound`: indices of the tiles that are to be named one by one. `taken`: 27 counts of copies that are not
    to be had any more (melds). A tile is only given a kind that is `open` to it; `other` or a back as well, and of
    those there is no end.
    """
    chosen = {i: faces[i].first for i in bound}
    held = list(taken)
    for kind in chosen.values():
        if kind < KINDS:
            held[kind] += 1
    for kind in range(KINDS):
        while held[kind] > COPIES:
            if _relieve(faces, chosen, held, kind):
                continue
            loose = [i for i, one in chosen.items() if one == kind and not faces[i].by_user]
            if not loose:
                break
            chosen[max(loose, key=lambda i: faces[i].best)] = OTHER_NUMBER
            held[kind] -= 1
    return chosen


def _relieve(faces: Sequence[Face], chosen: dict[int, int], held: list[int], over: int) -> bool:
    """Moves one copy too many along the cheapest chain of changes; False if no copy can be another kind."""
    best: dict[int, tuple[float, int, int]] = {over: (0.0, -1, -1)}  # kind -> (cost, previous kind, tile that moves)
    for _ in range(KINDS):  # Bellman-Ford: changes may pay back
        changed = False
        for i, kind in chosen.items():
            if kind not in best:
                continue
            here = best[kind][0]
            for other in sorted(faces[i].open - {kind}):
                cost = here + faces[i].cost(other) - faces[i].cost(kind)
                if cost < best.get(other, (math.inf,))[0] - 1e-9 and other != over:
                    best[other] = (cost, kind, i)
                    changed = True
        if not changed:
            break
    free = [kind for kind in best if kind != over and (kind >= KINDS or held[kind] < COPIES)]
    if not free:
        return False
    kind = min(free, key=lambda k: best[k][0])
    if kind < KINDS:
        held[kind] += 1
    held[over] -= 1
    while kind != over:
        _, before, i = best[kind]
        chosen[i] = kind
        kind = before
    return True
