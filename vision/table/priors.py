"""What it costs to see tiles as this or that: habits of players as negative log-likelihoods.

The numbers are judgements about how tiles are laid down, not measurements; gaps and distances are in tile widths.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from scoring.table import hand_size
from scoring.tiles import KINDS
from vision.table.evidence import Face
from vision.types import Layout, Row

Cost = float
PARTED_WIDTHS = 0.3  # of room that part two suits
APART_WIDTHS = 0.35  # of room on both sides of a winning tile laid apart
AGAIN_COST = 2.0  # that a suit comes again where suits are parted
FALLEN_LOG_ODDS = 2.0  # beyond which a tile's lying sideways tells more of a winning tile
ALONE_WIDTHS = 1.5  # of room to tiles that are not the player's, within which a tile lies among them
AMONG_COST = 2.0  # that a tile which lies among others that are not the player's has won
ASIDE_COST = 5.0  # that a tile of the hand lies sideways
HONOUR_COST = 4.0  # that a tile of the hand is none of the 27 kinds
LACKING_COST = 3.5  # that one tile of the hand was not seen: something lies over it, or the photo's edge cuts it off


def distance(layout: Layout, one: Row, two: Row) -> float:
    """Tile widths between the nearest tiles of two rows."""
    return min(math.dist(layout.places[i], layout.places[j]) for i in one.tiles for j in two.tiles)


def aside_of(layout: Layout, i: int) -> float:
    """Log-odds of a tile lying sideways."""
    return next((row.aside[row.tiles.index(i)] for row in layout.rows if i in row.tiles), 0.0)


def _line(x: float, *points: tuple[float, float]) -> float:
    """Between the points straight, level outside."""
    if x <= points[0][0]:
        return points[0][1]
    for (x1, y1), (x2, y2) in itertools.pairwise(points):
        if x <= x2:
            return y1 + (y2 - y1) * (x - x1) / (x2 - x1)
    return points[-1][1]


def meld_gap(gap: float) -> Cost:
    """The tiles of a meld touch."""
    return _line(gap, (-0.6, 3.0), (-0.35, 0.0), (0.25, 0.0), (0.45, 3.0), (1.0, 8.0))


def parting(gap: float, left: Face, right: Face) -> int:
    """The suit that ends at a gap between two suits of a hand, as a bit of three; 0 where there is none."""
    suit = left.first // 9
    return 1 << suit if gap > PARTED_WIDTHS and suit != right.first // 9 and left.first < KINDS else 0


def hand_gap(gap: float, left: Face, right: Face, ended: int) -> Cost:
    """Some players part the suits. `ended`: bits of the suits after which there was room already: then there is
    after the others, too, and no suit comes again.
    """
    suit = right.first // 9
    wider = (0.4, 3.5), (0.9, 5.5), (3.0, 8.0)
    if left.first // 9 != suit and ended >> suit & 1:
        wide: tuple[tuple[float, float], ...] = wider
    elif left.first // 9 != suit:
        wide = ((0.4, 0.4), (0.9, 1.0), (3.0, 6.0)) if ended else ((0.4, 2.2), (0.9, 3.5), (3.0, 7.0))
    else:
        wide = wider
    again = AGAIN_COST if gap > PARTED_WIDTHS and ended >> suit & 1 else 0.0
    return again + _line(gap, (-0.6, 2.0), (-0.35, 0.0), (0.25, 0.0), *wide)


def boundary(gap: float) -> Cost:
    """Between a hand and a meld, or two melds, there is room."""
    return _line(gap, (0.1, 2.2), (0.35, 0.4), (0.45, 0.0))


def hand_cost(face: Face, aside: float) -> Cost:
    """A tile of the hand lies upright, face up."""
    cost = min(0.0, ASIDE_COST - aside)
    if face.down:
        return cost + 5.0
    return cost + (HONOUR_COST if face.first >= KINDS else 0.0)


def winning_cost(row: Row, k: int, room: Sequence[float], last: str, *, second: bool) -> Cost:
    """Apart, at the hand's side; or sideways at its end. `last`: what lies before it in the row; `second`: the row is
    not the main one.
    """
    aside, right = row.aside[k], room[k + 1]
    near = min(room[k], right)
    if near >= APART_WIDTHS or len(row.tiles) == 1:
        end = 0.0 if k in (0, len(row.tiles) - 1) or last == "hand" else 2.5
        return _alone_cost(row, near) + end - max(aside - FALLEN_LOG_ODDS, 0.0) + (0.4 if second else 0.0)
    if last == "hand" and right > 0.2:
        return 1.5 - aside
    if k == 0 and aside > 1:
        return 4.5 - aside
    return 9.0


def _alone_cost(row: Row, near: float) -> Cost:
    return 0.7 if len(row.tiles) == 1 else _line(near, (0.35, 3.0), (0.6, 1.2), (0.9, 0.5))


def away(layout: Layout, homes: Sequence[int], i: int) -> Cost:
    """The winning tile lies near the player's rows, `homes` by number: at their side, or close above."""
    x, y = layout.places[i]
    costs = []
    for number in homes:
        first = [layout.places[k] for k in layout.rows[number].tiles if k != i]
        if not first:
            continue
        beside = min(abs(x - a) for a, _ in first)
        above = min(abs(y - b) for a, b in first if abs(x - a) < beside + 1.5)
        costs.append(_line(max(above - 2.0, beside - 3.4), (0.0, 0.0), (2.0, 3.0), (6.0, 10.0)))
    return min(costs, default=0.0)


def among(layout: Layout, homes: Sequence[int], row: Row, i: int) -> Cost:
    """That a tile alone has won though others lie around it. Sideways by itself it was laid so on purpose, in a pond it
    fell so.
    """
    if len(row.tiles) > 1:
        return 0.0
    aside = AMONG_COST + max(0.0, row.aside[0] - FALLEN_LOG_ODDS)
    mine = {k for number in homes for k in layout.rows[number].tiles}
    others = (layout.places[k] for one in layout.rows if one is not row for k in one.tiles if k not in mine)
    nearest = min((math.dist(layout.places[i], place) for place in others), default=math.inf)
    return _line(nearest, (ALONE_WIDTHS, aside), (2 * ALONE_WIDTHS, 0.0))


def behind(layout: Layout, tiles: Sequence[int]) -> Cost:
    """That a meld, or a part of the hand, lies so far behind the main row as those of the player opposite: of 622 tiles
    of melds on rendered tables 9 in 10 lie within 4.0 tile widths, 99 in 100 within 6.1.
    """
    away = sum([layout.places[i][1] for i in tiles]) / len(tiles)
    return _line(away - max([layout.places[i][1] for i in layout.rows[0].tiles]), (5.5, 0.0), (8.0, 5.0))


def stray_cost(layout: Layout, face: Face, i: int, left: float, right: float) -> Cost:
    """A box that is no tile of the player: doubtful in itself, or far from its neighbours."""
    sure = layout.detections[i].found * (0.4 + 0.6 * math.exp(-face.best))
    apart = min(left, right)
    return 1.5 + 6.0 * sure - _line(apart, (0.3, 0.0), (2.0, 2.5), (4.0, 4.0))


def beside_cost(layout: Layout, row: Row, size: int) -> Cost:
    """A whole row near the player that is not theirs: discards, a wall."""
    first = layout.rows[0]
    apart = distance(layout, first, row)
    return _line(apart, (1.2, 3.0), (2.5, 1.5), (3.5, 0.6)) + _line(size, (1.0, 0.0), (3.0, 2.0), (14.0, 4.0))


def count_cost(melds: int, hand: int, winning: int) -> Cost:
    """Hand sizes are evidence, not force: a tile may be missed, and a player may really hold one too many
    (相公).
    """
    over = hand + winning - hand_size(melds)
    if hand == 0:
        return 12.0
    if over - winning == -1:
        return LACKING_COST
    if winning:
        return 0.0 if over == 1 else 3.5 + 2.0 * abs(over - 1)
    return 0.3 if over == 0 else 1.6 if over == 1 else 3.5 + 2.0 * max(-over, over - 1)
