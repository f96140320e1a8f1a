"""Tiles -> kinds: one box is one of 108 physical tiles, so no kind comes out five times (law 4).

Exact: from everybody's cheapest kind, surplus copies are moved along the cheapest chains of changes
(successive shortest paths), which is the optimum of this assignment problem.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from scoring.tiles import COPIES, KINDS
from vision.faces import BACK_NUMBER, OTHER_NUMBER, Face


def assign(faces: Sequence[Face], bound: Sequence[int], taken: Sequence[int]) -> dict[int, int]:
    """Class number of each bound tile, the cheapest choice in which no kind has more than four copies.

    `bound`: indices of the tiles that are to be named one by one. `taken`: 27 counts of copies that are not
    to be had any more (melds). A tile may also stay `other` or a back if the eye says so; of those there is
    no end.
    """
    chosen = {i: faces[i].first for i in bound}
    held = list(taken)
    for kind in chosen.values():
        if kind < KINDS:
            held[kind] += 1
    for kind in range(KINDS):
        while held[kind] > COPIES and _relieve(faces, chosen, held, kind):
            pass
    return chosen


def _relieve(faces: Sequence[Face], chosen: dict[int, int], held: list[int], over: int) -> bool:
    """Moves one copy too many along the cheapest chain of changes; False if every copy is fixed."""
    best: dict[int, tuple[float, int, int]] = {over: (0.0, -1, -1)}  # kind -> (cost, previous kind, tile that moves)
    for _ in range(KINDS):  # Bellman-Ford: changes may pay back
        changed = False
        for i, kind in chosen.items():
            if kind not in best:
                continue
            here = best[kind][0]
            for other in (*range(KINDS), OTHER_NUMBER, BACK_NUMBER):
                if other == kind or (other >= KINDS and other not in faces[i].costs):
                    continue
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
    if best[kind][0] >= 50.0:  # only against the player's word
        return False
    if kind < KINDS:
        held[kind] += 1
    held[over] -= 1
    while kind != over:
        _, before, i = best[kind]
        chosen[i] = kind
        kind = before
    return True
