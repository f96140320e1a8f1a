"""Doubt first: which photos a person should look at before the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vision.doubts.codes import known
from vision.doubts.traits import Gravity
from vision.labels.rows import Row
from vision.labels.similarity import cluster_by_hash
from vision.types import OTHER, Doubt, Reading

CONTRADICTED = 1_000_000
"""From this worry on something cannot be as it was read."""
DOUBTED = 1_000
"""From this worry on a label may be wrong; below, at most the part that a tile plays is unsure."""

_CHANGES: Mapping[str, int] = {"hand": 500, "pattern": 200, "units": 100, "wait": 50, "unknown": 20, "nothing": 0}
_A_HAND = range(11, 17)
"""Tiles that a hand has which lacks two or has two too many; a table of 36 is no impossible hand, it is none."""
_UNSURE = 0.5
"""Confidence of a tile below which its kind is doubtful, whoever it belongs to. Of 262 photos (real/val) 59 had a wrong
kind; 58 of them are among the 101 with a tile below this, the figure for 0.6 is 58 of 116."""


def worry(reading: Reading) -> int:
    """How much a person's look at the labels is worth: contradictions first, then doubts about labels by what they
    change, then those about places.
    """
    unsure = sum(tile.confidence < _UNSURE and not (tile.dropped or tile.by_user) for tile in reading.tiles)
    return DOUBTED * unsure + sum(_weight(doubt, reading) for doubt in reading.doubts)


def _weight(doubt: Doubt, reading: Reading) -> int:
    code = known(doubt.code)
    gravity = Gravity.PLACE if code is None else code.gravity
    if gravity is Gravity.CONTRADICTION or (gravity is Gravity.NO_HAND and _a_hand(reading)):
        return CONTRADICTED
    return DOUBTED + _CHANGES.get(doubt.worth.changes, 0) if gravity is Gravity.LABEL else 1


def _a_hand(reading: Reading) -> bool:
    """Whether a hand of this game lies there, or nearly one. Honours and flowers belong to games whose hands have other
    numbers of tiles: of 43 photos (real/train) whose only fault was such a number or meld, 6 had a wrong label.
    """
    if any(tile.kind == OTHER and not tile.dropped for tile in reading.tiles):
        return False
    held = len(reading.hand) + 3 * len(reading.melds) + (reading.winning_tile is not None)  # a kong stands for three
    return held in _A_HAND


def asked(reading: Reading) -> tuple[Doubt, ...]:
    """The doubts that a person is asked about. That a tile is of no 108-tile set is a question of the score; in a data
    set it is `other`, a label like any, and must not be dropped by one tap.
    """
    return tuple(doubt for doubt in reading.doubts if not (_outside(doubt) and _surely_other(reading, doubt)))


def _outside(doubt: Doubt) -> bool:
    code = known(doubt.code)
    return code is not None and code.gravity is Gravity.OUTSIDE


def _surely_other(reading: Reading, doubt: Doubt) -> bool:
    tiles = [reading.tiles[i] for i in doubt.tiles]
    return all(tile.kind == OTHER and tile.confidence >= _UNSURE for tile in tiles)


def groups(rows: Sequence[Row]) -> list[list[Row]]:
    """Photos that look alike together; the group with the most doubtful photo first, and it first in the group."""
    together: dict[int, list[Row]] = {}
    for row, number in zip(rows, cluster_by_hash([row.perceptual_hash for row in rows]), strict=True):
        together.setdefault(number, []).append(row)
    found = [sorted(group, key=_first) for group in together.values()]
    return sorted(found, key=lambda group: _first(group[0]))


def _first(row: Row) -> tuple[int, str]:
    return -row.worry, row.name
