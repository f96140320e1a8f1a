"""A photo and its reading, perhaps corrected -> the tiles that a set is taught from, and their names."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from scoring.tiles import KINDS, Tile
from vision.eye.taught import SURE
from vision.layout.arrange import arrange
from vision.types import BACK, CLASSES, Box, Reading

RANKS = 9
AGREED = 5
"""Tiles of a row of nine that the reader must name as the row does, for the row to name the others."""


def names(reading: Reading) -> Mapping[Box, str]:
    """Where a face lies that can be taught -> its name.

    The player's word first; then the 27 kinds laid out in three rows of nine, a suit each, name themselves; of other
    photos the tiles of which the reader was sure.
    """
    laid = _three_rows(reading)
    found = {}
    for i, tile in enumerate(reading.tiles):
        if tile.dropped:
            continue
        if tile.by_user:
            found[tile.box] = tile.kind
        elif laid:
            found |= {tile.box: laid[i]} if i in laid else {}
        elif tile.kind in CLASSES[:KINDS] and tile.confidence >= SURE:
            found[tile.box] = tile.kind
    return found


def _three_rows(reading: Reading) -> Mapping[int, str]:
    """Tile -> its name by its place; empty where the faces do not lie in three rows of nine, a suit each."""
    shown = [i for i, tile in enumerate(reading.tiles) if not tile.dropped and tile.kind != BACK]
    layout = arrange([tile.detection for tile in reading.tiles], reading.width, reading.height, shown)
    rows = [row.tiles for row in layout.rows]
    if [len(row) for row in rows] != [RANKS] * 3:
        return {}
    best = max(itertools.product(*map(_as_suits, rows)), key=lambda ways: sum(len(_agreed(reading, w)) for w in ways))
    if len({names[0].suit for _, names in best}) < 3 or any(len(_agreed(reading, way)) < AGREED for way in best):
        return {}
    return {i: str(name) for row, names in best for i, name in zip(row, names, strict=True)}


_Way = tuple[Sequence[int], Sequence[Tile]]  # tiles of a row, and their names if it is that suit, up or down


def _as_suits(row: Sequence[int]) -> Iterator[_Way]:
    for first in range(0, KINDS, RANKS):
        suit = [Tile(first + rank) for rank in range(RANKS)]
        yield row, suit
        yield row, suit[::-1]


def _agreed(reading: Reading, way: _Way) -> list[int]:
    """The tiles that are named so anyway."""
    return [i for i, name in zip(*way, strict=True) if reading.tiles[i].kind == str(name)]
