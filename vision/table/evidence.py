"""What each tile costs as each kind: the eye's scores as negative log-likelihoods; the player's corrections override
them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.tiles import KINDS, Tile
from vision.types import BACK, CLASSES, OTHER, Detection

LEAST_SCORE = 0.002  # scores below this are not kept
MOST_KINDS = 6  # nor more kinds than this
FLOOR_SCORE = 0.0005  # no kind is impossible
OTHER_COST = (0.7, 0.3, 0.0)
"""How much costlier an honour or a flower is than by the eye's score alone, where none, one, more are surely there
besides: a 108-tile set has none, and a set that has some has many. With 2.5, whatever else was there, tile sense made
bare white dragons of real/val into other tiles more often than it mended anything."""
HONOUR_SCORE = 0.9  # the score of an honour that is surely one
CLEAR_SCORE = 0.85
"""The eye is sure of a name from this score on. Of the player's tiles in 230 photos of real/val 2 of 12 below it are
wrong, none of 3,592 others; in 60 rendered scenes of unseen designs 12 of 37 and 1 of 916. From 0.8 to 0.85: 3 of 6."""
NOTED_SCORE = 0.01  # the eye does not hold a kind possible that it gave less
NAMELESS_COST = 0.7  # of `other` for a tile that the eye cannot name at all
FLOOR_COST = -math.log(FLOOR_SCORE)
CONTRADICTION_COST = 60.0  # what it costs to contradict the player
NUMBER = {kind: k for k, kind in enumerate(CLASSES)}
BACK_NUMBER, OTHER_NUMBER = NUMBER[BACK], NUMBER[OTHER]

KindScores = tuple[tuple[str, float], ...]


def kind_scores(detection: Detection) -> KindScores:
    """The kinds that the eye gave a noticeable score, best first, rounded as the wire has them."""
    named = sorted((-round(p, 3), k) for k, p in enumerate(detection.scores) if p >= LEAST_SCORE)
    return tuple((CLASSES[k], -p) for p, k in named[:MOST_KINDS])


@dataclass(frozen=True, slots=True)
class Face:
    """One tile of a player. `first`: class number of the likeliest kind; `costs`: class number -> cost, `rest` for all
    others. `open`: the kinds that tile sense may choose from. `sure`: the eye is, or the player has named it.
    """

    first: int
    costs: Mapping[int, float]
    rest: float
    open: frozenset[int]
    sure: bool = False

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

    @property
    def by_user(self) -> bool:
        """The player has named it."""
        return self.rest >= CONTRADICTION_COST


def fixed_face(kind: int) -> Face:
    """A tile that the player has named so: no other class is possible."""
    return Face(kind, {kind: 0.0}, CONTRADICTION_COST, frozenset((kind,)), sure=True)


def faces(
    scores: Sequence[KindScores], by_user: Mapping[int, str], alone: Mapping[int, int] | None = None
) -> tuple[Face, ...]:
    """`scores`: what the eye has seen of each tile; `by_user`: index -> the kind that the player has given it.

    `alone`: where the player has corrected something, the names (class numbers by index) without that. That a hand
    wins, or that there are four of a kind, can only decide between names that the eye itself holds possible; and what
    the player says of one tile is no evidence about another of which the eye is sure: that one is called as before.
    """
    honours = sum(dict(kinds).get(OTHER, 0.0) >= HONOUR_SCORE for kinds in scores)
    extra = OTHER_COST[min(honours, len(OTHER_COST) - 1)]
    return tuple(
        fixed_face(NUMBER[by_user[i]]) if i in by_user else _face(i, kinds, extra, alone)
        for i, kinds in enumerate(scores)
    )


def _face(i: int, kinds: KindScores, extra: float, alone: Mapping[int, int] | None) -> Face:
    """Tile `i` as the eye saw it. `extra`: the cost of no kind of the set beyond its score."""
    costs = {NUMBER[kind]: -math.log(max(p, FLOOR_SCORE)) for kind, p in kinds} or {OTHER_NUMBER: NAMELESS_COST}
    if OTHER_NUMBER in costs:
        costs[OTHER_NUMBER] += extra
    first = min(costs, key=lambda k: costs[k])
    sure = max((p for _, p in kinds), default=0.0) >= CLEAR_SCORE
    noted = (
        {alone.get(i, first)} if alone is not None and sure else {NUMBER[kind] for kind, p in kinds if p >= NOTED_SCORE}
    )
    return Face(first, costs, FLOOR_COST, frozenset((first, *noted)), sure)
