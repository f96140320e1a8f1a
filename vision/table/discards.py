"""Which tiles that are nobody's hand are the player's discards: rows of them, or a heap, before his hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scoring.tiles import KINDS
from vision.table.evidence import Face
from vision.types import Layout, Row

BEFORE = 4.5  # tile widths from the player's tiles to the nearest of a heap
LINK = 2.5  # the same between tiles of one heap
HEAP = 4  # tiles that make a heap
ROWS = (0.9, 9.0)  # tile widths before the hand between which rows of discards lie
LONGEST = 10  # tiles in a row of discards
STRIP = 7  # so many tiles in a row, side by side, are a hand or a wall
ASIDE = 1.5  # log-odds from which on a tile of a row lies sideways: beyond what a photo taken askew makes of boxes
SIDE = 0.5  # tile widths of room between tiles that lie side by side


def discards(layout: Layout, mine: Sequence[int], free: Sequence[int], looks: Sequence[Face]) -> tuple[int, ...]:
    """The discards in reading order, the farthest row first. `mine`: the player's hand, melds and winning tile; `free`:
    tiles that are none of his.

    Face-up tiles before his hand, in a row no wider than it or thrown together; walls and other players' rows are not.
    """
    if not mine or not free:
        return ()
    places = np.array(layout.places)
    own, left = places[list(mine)], set(free)
    low, high = own.min(axis=0), own.max(axis=0)
    found: set[int] = set()
    loose: set[int] = set()
    for row in layout.rows:
        tiles = [i for i in row.tiles if i in left]
        if len(tiles) == len(row.tiles) and _laid(row, looks):
            x, y = places[tiles].mean(axis=0)
            if low[0] - 1 <= x <= high[0] + 1 and high[1] + ROWS[0] < y < high[1] + ROWS[1]:
                found.update(tiles)
        if not _strip(row):
            loose.update(i for i in tiles if looks[i].first < KINDS)
    found |= _heap(places, own, high[1], sorted(loose | found), found)
    rows = [[i for i in row.tiles if i in found] for row in layout.rows]
    rows.sort(key=lambda tiles: -sum(places[i][1] for i in tiles) / max(1, len(tiles)))
    return tuple(i for tiles in rows for i in tiles)


def _laid(row: Row, looks: Sequence[Face]) -> bool:
    """Face-up tiles side by side in the player's own direction."""
    size = len(row.tiles)
    if row.facing != 0 or not 2 <= size <= LONGEST or 3 * sum(looks[i].first >= KINDS for i in row.tiles) > size:
        return False
    return 3 * sum(odds > ASIDE for odds in row.aside) <= size and 3 * sum(gap > SIDE for gap in row.gaps) <= size - 1


def _strip(row: Row) -> bool:
    """A hand or a wall, however it faces."""
    return len(row.tiles) >= STRIP and 3 * sum(gap > SIDE for gap in row.gaps) < len(row.tiles)


def _heap(places: np.ndarray, own: np.ndarray, top: float, loose: Sequence[int], laid: set[int]) -> set[int]:
    """Tiles thrown together before the hand, or beside rows of discards; too few are none."""
    if not loose:
        return set()
    at = places[list(loose)]
    near = np.hypot(*np.moveaxis(at[:, None] - own[None], 2, 0)).min(axis=1) < BEFORE
    heap = (near & (at[:, 1] > top + ROWS[0])) | np.isin(loose, sorted(laid))
    linked = np.hypot(*np.moveaxis(at[:, None] - at[None], 2, 0)) < LINK
    front = at[:, 1] > top + ROWS[0]
    while (grown := heap | (front & linked[heap].any(axis=0))).sum() > heap.sum():
        heap = grown
    return {i for i, inside in zip(loose, heap, strict=True) if inside} if heap.sum() >= HEAP else set()
