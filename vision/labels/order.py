"""Doubt first: which photos a person should look at before the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vision.labels.look import alike
from vision.labels.manifest import Row
from vision.types import Reading

CONTRADICTIONS = ("fifth_copy", "odd_count", "mixed_meld", "no_tiles")
"""Doubts that say: so it cannot be."""
CONTRADICTED = 1_000_000
_CHANGES: Mapping[str, int] = {"hand": 500, "pattern": 200, "units": 100, "wait": 50, "unknown": 20, "nothing": 0}


def worry(reading: Reading) -> int:
    """How much a person's look at a reading is worth: contradictions first, then by what the doubts change.

    0: nothing is doubted that would change anything.
    """
    total = sum(
        _CHANGES.get(doubt.worth.changes, 20) + (CONTRADICTED if doubt.code in CONTRADICTIONS else 0)
        for doubt in reading.doubts
    )
    return total or (0 if reading.ok else 1)


def groups(rows: Sequence[Row]) -> list[list[Row]]:
    """Photos that look alike together; the group with the most doubtful photo first, and it first in the group."""
    together: dict[int, list[Row]] = {}
    for row, number in zip(rows, alike([row.look for row in rows]), strict=True):
        together.setdefault(number, []).append(row)
    found = [sorted(group, key=_first) for group in together.values()]
    return sorted(found, key=lambda group: _first(group[0]))


def _first(row: Row) -> tuple[int, str]:
    return -row.worry, row.name
