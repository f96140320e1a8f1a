"""What each tile costs as each kind: the eye's scores as negative log-likelihoods, the player's word above
them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.tiles import KINDS, Tile
from vision.types import BACK, CLASSES, OTHER, Detection

LEAST = 0.002  # scores below this are not kept
MOST = 6  # nor more kinds than this
FLOOR = 0.0005  # no kind is impossible
STRANGE = (0.7, 0.3, 0.0)
"""How much dearer an honour or a flower is than by the eye's score alone, where none, one, more are surely there
besides: a 108-tile set has none, and a set that has some has many. With 2.5, whatever else was there, tile sense made
bare white dragons of real/val into other tiles more often than it mended anything."""
SURE = 0.9  # the score of an honour that is surely one
SAID = 60.0  # what it costs to contradict the player
NUMBER = {kind: k for k, kind in enumerate(CLASSES)}
BACK_NUMBER, OTHER_NUMBER = NUMBER[BACK], NUMBER[OTHER]

Seen = tuple[tuple[str, float], ...]


def seen(detection: Detection) -> Seen:
    """The kinds that the eye gave a noticeable score, best first, rounded as the wire has them."""
    named = sorted((-round(p, 3), k) for k, p in enumerate(detection.scores) if p >= LEAST)
    return tuple((CLASSES[k], -p) for p, k in named[:MOST])


@dataclass(frozen=True, slots=True)
class Face:
    """One tile of a player. `first`: class number of the likeliest kind; `costs`: class number -> cost, `rest` for all
    others.
    """

    first: int
    costs: Mapping[int, float]
    rest: float

    def cost(self, kind: int) -> float:
        """Negative log-likelihood of that class."""
        return self.costs.get(kind, self.rest)

    @property
    def tile(self) -> Tile | None:
        """The likeliest kind, None for a back or a tile that is not in the set."""
        return Tile(self.first) if self.first < KINDS else None

    @property
    def best(self) -> float:
        """The cost of the likeliest kind."""
        return self.costs[self.first]

    @property
    def down(self) -> bool:
        """Most likely face down."""
        return self.first == BACK_NUMBER


def faces(scores: Sequence[Seen], said: Mapping[int, str]) -> tuple[Face, ...]:
    """`scores`: what the eye has seen of each tile; `said`: index -> the kind that the player has told."""
    result = []
    honours = sum(dict(kinds).get(OTHER, 0.0) >= SURE for kinds in scores)
    strange = STRANGE[min(honours, len(STRANGE) - 1)]
    for i, kinds in enumerate(scores):
        if i in said:
            result.append(Face(NUMBER[said[i]], {NUMBER[said[i]]: 0.0}, SAID))
            continue
        costs = {NUMBER[kind]: -math.log(max(p, FLOOR)) for kind, p in kinds} or {OTHER_NUMBER: 0.7}
        if OTHER_NUMBER in costs:
            costs[OTHER_NUMBER] += strange
        result.append(Face(min(costs, key=lambda k: costs[k]), costs, -math.log(FLOOR)))
    return tuple(result)
