"""Tiles -> kinds: one box is one of 108 physical tiles, so a copy too many is of another kind that the eye holds
possible (law 4). A tile that the eye or the player is sure of keeps its name, and so does one for which there is no
other: then there are five, and the reading says so.

Exact: from everybody's cheapest kind, surplus copies are moved along the cheapest chains of changes
(successive shortest paths), which is the optimum of this assignment problem.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from scoring.tiles import COPIES, KINDS
from vision.table.evidence import Face

LEAST_SAVING = 1e-9  # in cost, of a chain over another one: rounding makes no chain cheaper


def assign(faces: Sequence[Face], bound: Sequence[int], taken: Sequence[int]) -> dict[int, int]:
    """Class number of each bound tile, the likeliest choice in which no more kinds than must have five copies.

    `bound`: indices of the tiles that are to be named one by one. `taken`: 27 counts of copies that are not
    to be had any more (melds). A tile that is not `sure` is given a kind that is `open` to it, `other` or a back as
    well, of which there is no end.
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
    """Moves one copy too many along the cheapest chain of changes; False if no copy can be another kind."""
    best = _chains(faces, chosen, over)
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


_Chains = dict[int, tuple[float, int, int]]  # kind -> (cost, previous kind, tile that moves)


def _chains(faces: Sequence[Face], chosen: Mapping[int, int], over: int) -> _Chains:
    """The cheapest chain of changes from a kind to every other one (Bellman-Ford: changes may pay back)."""
    best: _Chains = {over: (0.0, -1, -1)}
    for _ in range(KINDS):
        if sum(_shorten(best, faces[i], i, kind, over) for i, kind in chosen.items()) == 0:
            break
    return best


def _shorten(best: _Chains, face: Face, i: int, kind: int, over: int) -> bool:
    """Goes on from the chain to a tile's kind by naming it otherwise; was any chain made cheaper?"""
    if kind not in best or face.sure:
        return False
    here, changed = best[kind][0], False
    for other in sorted(face.open - {kind}):
        cost = here + face.cost(other) - face.cost(kind)
        if other != over and cost < best.get(other, (math.inf,))[0] - LEAST_SAVING:
            best[other] = (cost, kind, i)
            changed = True
    return changed
