"""That no hand is in the photo: what would be one is a heap, tiles laid out, or a pond, discards in rows of six."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Sequence

from scoring.tiles import KINDS
from vision.layout.orientation import laid, quarter_of
from vision.table.evidence import OTHER_NUMBER, Face
from vision.table.priors import HONOUR_COST, Cost, beside_cost, distance
from vision.types import Layout, Row

NOBODYS_COST = 17.5  # that no tile is the player's; of 109 photos by strangers hands cost less, heaps and ponds more
POND_COST, SIX_GAIN = 14.0, 4.5  # that a pond lies there and no hand, and how much likelier each of its rows of six is
SIX = 6  # discards in a row
CLOSE_WIDTHS = 1.8  # from a tile of one row of a pond to the nearest of the next one
IN_LINE_WIDTHS = 0.7  # by which rows of a pond begin or end farther left or right than the next one, at most
SORTED_SHARE = 0.75  # of hands
FOLLOWS = (0.83, 0.19)  # how often a tile follows its neighbour, in its suit and no lower: in a sorted hand, by chance
MOST_ORDER = 30.0  # log-likelihood beyond which more order tells nothing


def nobodys_cost(layout: Layout, faces: Sequence[Face], hand: Collection[int], beside: Sequence[Row]) -> Cost:
    """That no hand is in the photo, though this would be the best one. `beside`: rows near it that are nobody's.

    What speaks against the hand without speaking for this costs here, too: its honours, which tell of another game, and
    the rows beside it. In a pond neither does. What speaks for a hand: all of it is held the same way, and sorted.
    """
    rows = _rows_of_six(layout, faces, hand)
    pond = POND_COST - SIX_GAIN * rows if rows else math.inf
    honours = HONOUR_COST * sum(faces[i].first == OTHER_NUMBER for i in hand)
    nobodys = NOBODYS_COST + honours + sum(beside_cost(layout, row, len(row.tiles)) for row in beside)
    return min(nobodys, pond) + _order(layout, faces, hand) + _held(layout, hand)


def _rows_of_six(layout: Layout, faces: Sequence[Face], hand: Collection[int]) -> int:
    """How many rows of six faces the pond has of which the hand would be part, 0 where its rows are no pond: each but
    the last one has room for six, the last one too at most, or for any number if it is the third (few lay a fourth).
    """
    lengths = [round(len(row.tiles) + sum(row.gaps)) for row in _stack(layout, faces, hand)]
    return max(_full(lengths), _full(lengths[::-1]))


def _full(lengths: Sequence[int]) -> int:
    """The same of the rows' lengths, the first one laid first."""
    if len(lengths) < 2 or any(length != SIX for length in lengths[:-1]):
        return 0  # one row of six may be a hand of which only six are in the photo
    return lengths.count(SIX) if len(lengths) > 2 or lengths[-1] <= SIX else 0


def _stack(layout: Layout, faces: Sequence[Face], hand: Collection[int]) -> list[Row]:
    """The hand's rows and rows of faces side by side with them, the farthest from the player first."""
    stack = [row for row in layout.rows if 2 * sum(i in hand for i in row.tiles) > len(row.tiles)]
    beside = [row for row in layout.rows if row not in stack and row.facing % 2 == 0 and _is_up(row, faces)]
    for one in stack:
        stack += [row for row in beside if row not in stack and _follows(layout, one, row)]
    return sorted(stack, key=lambda row: -sum(layout.places[i][1] for i in row.tiles) / len(row.tiles))


def _follows(layout: Layout, one: Row, row: Row) -> bool:
    """Does a row lie close to another one, and begin or end where that does?"""
    (left, right), (first, last) = (sorted(layout.places[r.tiles[k]][0] for k in (0, -1)) for r in (one, row))
    in_line = min(abs(left - first), abs(right - last)) < IN_LINE_WIDTHS
    return in_line and distance(layout, one, row) < CLOSE_WIDTHS


def _is_up(row: Row, faces: Sequence[Face]) -> bool:
    return 2 * sum(faces[i].down for i in row.tiles) <= len(row.tiles)


def _order(layout: Layout, faces: Sequence[Face], hand: Collection[int]) -> Cost:
    """Log-likelihood of how these tiles follow one another, as a hand over as they came: most players sort theirs."""
    kinds = [[faces[i].first for i in row.tiles if i in hand] for row in layout.rows]
    pairs = [pair for row in kinds for pair in itertools.pairwise(row) if max(pair) < KINDS]
    up, down = sum(_follow(pairs)), sum(_follow([(b, a) for a, b in pairs]))
    laid, chance = FOLLOWS
    followed = max(up, down)
    told = followed * math.log(laid / chance) + (len(pairs) - followed) * math.log((1 - laid) / (1 - chance))
    return math.log(1 - SORTED_SHARE + SORTED_SHARE * math.exp(min(told, MOST_ORDER)))


def _follow(pairs: Sequence[tuple[int, int]]) -> Iterator[bool]:
    return (a // 9 == b // 9 and a <= b for a, b in pairs)


def _held(layout: Layout, hand: Collection[int]) -> Cost:
    """Log-likelihood of how these tiles are held, as a player's over as they fell."""
    held = []
    for row in layout.rows:
        (x, y), (right, low) = (layout.detections[row.tiles[k]].box.centre for k in (0, -1))
        if len(row.tiles) > 1:
            quarter = quarter_of((right - x, low - y))
            held += [(layout.detections[i], quarter) for i in row.tiles if i in hand]
    return laid(held)
