"""Doubts about tiles stacked on others, which they hide: the fourth of an added kong on a pong, a tile of the hand."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vision.doubts.codes import Code
from vision.doubts.context import Context
from vision.doubts.finding import HAND, UNITS, At, Finding, Kind, Params
from vision.doubts.variants import Variant
from vision.types import CLASSES, Add, Box, Layout, ReadMeld, Role, Row

LIFT_UPRIGHT, LIFT_SIDEWAYS = 0.18, 0.3
"""Tile widths by which a tile lies above the line of its neighbours, or the logarithm by which its box is larger, that
customs and sloppiness seldom make; the latter where it lies sideways. On rendered tables 1 right pong in 100 has more,
and 23 of 49 with a tile hidden."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Box and pixels together: log-odds of lying on another tile. `by_lift`: for each unit of lift; `by_pixels`: for
    each of the log-odds that the eye gives (`vision.eye.stacked`).
    """

    constant: float
    by_lift: float
    by_pixels: float

    def log_odds(self, lift: float, stacked: float) -> float:
        """`stacked`: the eye's probability."""
        return self.constant + self.by_lift * lift + self.by_pixels * of_pixels(stacked)


EVIDENCE_UPRIGHT, EVIDENCE_SIDEWAYS = Evidence(-3.5, 16.8, 0.7), Evidence(-1.9, 8.4, 0.7)
"""Logistic regressions over 3,877 pongs read on 6,000 rendered tables, 106 of them kongs (`models.fits.stacked`)."""
PONG_LOG_ODDS = -2.0  # from which on a pong is asked about: 81 of the 84 that anything tells, 12 of 3,771 others
ELSEWHERE_PROBABILITY = 0.88
"""What the eye says of another tile of the pong, where no fourth lies by custom, or of one that lies by itself, before
that is asked about."""
HAND_SURE_PROBABILITY, HAND_LEAST_PROBABILITY, HAND_LOG_ODDS = 0.92, 0.15, 1.0
"""The same of one of the many in a hand, by its pixels alone; and before its box is thought of; and both together as
`Evidence`. Of 180 tiles rendered on others, in unseen designs, these tell 99, pixels above `ELSEWHERE_PROBABILITY`
alone 87; of 2,195 right hands on rendered tables they would ask about 2 and 15."""
BESIDE_WIDTHS = 0.5  # tile widths of room to a neighbour by which a box is to be measured
CLOSE_WIDTHS = 4.0  # tile widths from the player's tiles to one put aside that may lie on their winning tile
SUREST_PROBABILITY = 0.002  # none is taken for nearer to 0 or 1
LEVEL_WIDTHS = 0.5  # neighbours less apart along the row tell no line
FARTHER_SHARE = 0.7  # of a tile's width: far enough to be none of its row


def of_pixels(stacked: float) -> float:
    """The eye's probability as log-odds, none surer than `SUREST_PROBABILITY`."""
    sure = min(max(stacked, SUREST_PROBABILITY), 1 - SUREST_PROBABILITY)
    return math.log(sure / (1 - sure))


def stacked_on_pongs(context: Context) -> Iterator[Finding]:
    """One for each pong of which a tile may lie on another one, unless its fourth was hardly seen."""
    asked = {i for finding in context.earlier if finding.says is Variant.HARDLY_SEEN_BY_PONG for i in finding.tiles[1:]}
    for meld in context.pongs:
        tiles = context.tiles_of(meld)
        if not asked.isdisjoint(tiles) or context.placed_by_user(tiles[0]):
            continue
        top = _top(context, tiles)
        if top is not None:
            yield _added_kong(context, meld, top)


def stacked_elsewhere(context: Context) -> Iterator[Finding]:
    """One for each tile of the hand, winning tile, or tile put aside close to them, that may lie on another one."""
    own = context.own
    for row in context.layout.rows:
        for k, i in enumerate(row.tiles):
            if context.stacked(i) <= HAND_LEAST_PROBABILITY or i in context.by_user:
                continue
            role = context.role(i)
            close = role is Role.OTHER and context.distance(i, own) < CLOSE_WIDTHS
            if (close or role in (Role.HAND, Role.WINNING)) and _lies_on_another(context, row, k):
                params: Params = {"tile": At((i,)), "kind": Kind(context.kind(i))}
                yield Finding(Code.ON_TOP, (i,), HAND, params=params)


def _lies_on_another(context: Context, row: Row, k: int) -> bool:
    """As its pixels tell or, beside neighbours of the hand, its pixels and its box."""
    i = row.tiles[k]
    near = sorted((m for m in range(len(row.tiles)) if m != k), key=lambda m: abs(m - k))[:2]
    rooms = [gap for m in near for gap in row.gaps[min(m, k) : max(m, k)]]
    if len(near) < 2 or max(rooms) > BESIDE_WIDTHS or context.role(i) is Role.OTHER:
        return context.stacked(i) > ELSEWHERE_PROBABILITY
    height = lift(context.layout, [row.tiles[m] for m in (*near, k)], i)
    both = EVIDENCE_UPRIGHT.log_odds(height, context.stacked(i))
    return context.stacked(i) > HAND_SURE_PROBABILITY or both > HAND_LOG_ODDS


def _top(context: Context, tiles: Sequence[int]) -> int | None:
    """The tile that may lie on another one: as its pixels tell, or where they tell little, its box. Customs lay it on
    the sideways tile, where none lies so mostly on the middle one.
    """
    usual, sideways = usual_place(context.layout, tiles)
    looked_at = {i: p for i in tiles if (p := context.layout.detections[i].stacked) is not None}
    if _usual_asked(context, tiles, usual, looked_at.get(usual), sideways=sideways):
        return usual
    elsewhere = max((i for i in looked_at if i != usual), key=lambda i: looked_at[i], default=None)
    return elsewhere if elsewhere is not None and looked_at[elsewhere] > ELSEWHERE_PROBABILITY else None


def usual_place(layout: Layout, tiles: Sequence[int]) -> tuple[int, bool]:
    """The tile of a pong on which a fourth lies by custom, and whether it lies sideways."""
    odds = layout.aside
    usual = max(tiles, key=lambda i: odds.get(i, 0.0))
    sideways = odds.get(usual, 0.0) > 0
    return (usual if sideways else tiles[1]), sideways


def _usual_asked(context: Context, tiles: Sequence[int], usual: int, stacked: float | None, *, sideways: bool) -> bool:
    """May a fourth lie where it lies by custom?"""
    height = lift(context.layout, tiles, usual)
    if stacked is None:
        return height > (LIFT_SIDEWAYS if sideways else LIFT_UPRIGHT)
    evidence = EVIDENCE_SIDEWAYS if sideways else EVIDENCE_UPRIGHT
    return evidence.log_odds(height, stacked) > PONG_LOG_ODDS


def lift(layout: Layout, tiles: Sequence[int], top: int) -> float:
    """By how much a tile lies above its neighbours' line, in tile widths, or is larger (logarithm): on top of another
    one it is nearer to the camera, hides it, or makes one large box with it.
    """
    one, two = (i for i in tiles if i != top)
    (x, y), (x1, y1), (x2, y2) = (layout.places[i] for i in (top, one, two))
    area, *others = (layout.detections[i].box for i in (top, one, two))
    above = y - (y1 + (y2 - y1) * (x - x1) / (x2 - x1)) if abs(x2 - x1) > LEVEL_WIDTHS else 0.0
    beside = math.sqrt(math.prod(box.width * box.height for box in others))
    return max(above, math.log(area.width * area.height / beside))


def _added_kong(context: Context, meld: ReadMeld, top: int) -> Finding:
    kind, tiles = int(meld.tile or 0), context.tiles_of(meld)
    change = Add(_above(context, top), CLASSES[kind], meld.group)
    params: Params = {"kind": Kind(kind)}
    return Finding(Variant.STACKED_ON_PONG, (top, *(i for i in tiles if i != top)), UNITS, (change,), params)


def _above(context: Context, top: int) -> Box:
    """A box a bit farther from the player than that tile's, where the fourth of a kong may lie as well: the tile below
    has none of its own. Within the photo.
    """
    layout, box, turn = context.layout, context.layout.detections[top].box, math.radians(context.layout.turn)
    step = FARTHER_SHARE * min(box.width, box.height)
    x = min(max(step * math.sin(turn), -box.x1), layout.width - box.x2)
    y = min(max(-step * math.cos(turn), -box.y1), layout.height - box.y2)
    return Box(*(round(v, 1) for v in (box.x1 + x, box.y1 + y, box.x2 + x, box.y2 + y)))
