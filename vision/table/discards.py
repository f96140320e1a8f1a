"""Which tiles that are nobody's hand are the player's discards: rows of them, or a heap, before the hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import KINDS
from vision.table.evidence import Face
from vision.types import Layout, Row

BEFORE_WIDTHS = 4.5  # from the player's tiles to the nearest of a heap
LINK_WIDTHS = 2.5  # between tiles of one heap
HEAP = 4  # tiles that make a heap
NEAREST_WIDTHS, FARTHEST_WIDTHS = 0.9, 9.0  # before the hand: between them rows of discards lie
OUTSIDE_WIDTHS = 1.0  # by which the middle of such a row may lie left or right of the player's tiles
LONGEST = 10  # tiles in a row of discards
STRIP = 7  # so many tiles in a row, side by side, are a hand or a wall
ASIDE_LOG_ODDS = 1.5  # above this a tile of a row lies sideways: beyond what a photo taken askew makes of boxes
ROOM_WIDTHS = 0.5  # between tiles that lie side by side
Places = NDArray[np.float64]


def discards(layout: Layout, mine: Sequence[int], free: Sequence[int], faces: Sequence[Face]) -> tuple[int, ...]:
    """The discards in reading order, the farthest row first. `mine`: the player's hand, melds and winning tile; `free`:
    tiles that are none of these.

    Face-up tiles before the hand, in a row no wider than it or thrown together; walls and other players' rows are not.
    """
    if not mine or not free:
        return ()
    places, left = np.array(layout.places), set(free)
    own = places[list(mine)]
    found = _in_rows(layout, places, own, left, faces)
    loose = {i for row in layout.rows if not _strip(row) for i in row.tiles if i in left and faces[i].first < KINDS}
    found |= _heap(places, own, sorted(loose | found), found)
    rows = [[i for i in row.tiles if i in found] for row in layout.rows]
    rows.sort(key=lambda tiles: -sum(places[i][1] for i in tiles) / max(1, len(tiles)))
    return tuple(i for tiles in rows for i in tiles)


def _in_rows(layout: Layout, places: Places, own: Places, left: set[int], faces: Sequence[Face]) -> set[int]:
    """The tiles of whole rows before the hand."""
    found: set[int] = set()
    for row in layout.rows:
        if left.issuperset(row.tiles) and _laid(row, faces) and _before(places[list(row.tiles)].mean(axis=0), own):
            found.update(row.tiles)
    return found


def _before(middle: Places, own: Places) -> bool:
    """Does a row with that middle lie before the player's tiles?"""
    low, high = own.min(axis=0), own.max(axis=0)
    across = low[0] - OUTSIDE_WIDTHS <= middle[0] <= high[0] + OUTSIDE_WIDTHS
    return bool(across and high[1] + NEAREST_WIDTHS < middle[1] < high[1] + FARTHEST_WIDTHS)


def _laid(row: Row, faces: Sequence[Face]) -> bool:
    """Face-up tiles side by side in the player's own direction."""
    size = len(row.tiles)
    if row.facing != 0 or not 2 <= size <= LONGEST or 3 * sum(faces[i].first >= KINDS for i in row.tiles) > size:
        return False
    return 3 * sum(odds > ASIDE_LOG_ODDS for odds in row.aside) <= size and 3 * _wide_gaps(row) <= size - 1


def _wide_gaps(row: Row) -> int:
    return sum(gap > ROOM_WIDTHS for gap in row.gaps)


def _strip(row: Row) -> bool:
    """A hand or a wall, however it faces."""
    return len(row.tiles) >= STRIP and 3 * _wide_gaps(row) < len(row.tiles)


def _heap(places: Places, own: Places, loose: Sequence[int], laid: set[int]) -> set[int]:
    """Tiles thrown together before the hand, or beside rows of discards; too few are none."""
    if not loose:
        return set()
    at = places[list(loose)]
    front = at[:, 1] > own[:, 1].max() + NEAREST_WIDTHS
    near = _distances(at, own).min(axis=1) < BEFORE_WIDTHS
    heap = (near & front) | np.isin(loose, sorted(laid))
    linked = _distances(at, at) < LINK_WIDTHS
    while (grown := heap | (front & linked[heap].any(axis=0))).sum() > heap.sum():
        heap = grown
    return {i for i, inside in zip(loose, heap, strict=True) if inside} if heap.sum() >= HEAP else set()


def _distances(one: Places, two: Places) -> Places:
    distances: Places = np.hypot(*np.moveaxis(one[:, None] - two[None], 2, 0))
    return distances
