"""Which boxes are tiles, and which the eye only nearly took for one."""

from __future__ import annotations

from scoring.tiles import KINDS
from vision.types import Detection

READER_EXPONENT = 0.4
KEEP_SURENESS = 0.5
"""A box is a tile where reader^0.4 · detector^0.6 reaches this (the best class's probability, the box's confidence):
neither is believed alone. A tile kept though it cannot be named well becomes a doubt. Chosen where faces missed and
names given wrongly or to nothing were fewest together: on photos of known tables, on rendered sets that nobody trained
on, and with a detector that had seen no photo at all, which stands for strange rooms (models/README.md)."""
FAINT_SURENESS = 0.2
"""The same for a box at which a tile may have been missed, by the likeliest of the 27 kinds."""
CLEAR_SURENESS = 0.7
"""The same for a tile on whose being there alone nothing hangs. Real tiles mostly reach 0.9."""

MOST_TILES = 300
"""Boxes of one photo that are looked at; a set has 108 tiles, and what follows takes up to the square of them in time.
Of more the surest stay, and the reading says so."""


def can_be_tile(found: float) -> bool:
    """May a box that the detector finds with this confidence come out as a tile, however sure its name is? Below 0.068
    it may not, and the reader need not look at it.
    """
    return _sureness(found, 1.0) >= FAINT_SURENESS


def is_tile(detection: Detection) -> bool:
    """Is the eye sure enough that a tile is there? Told from what the wire keeps of a detection, too."""
    return _sureness(detection.found, max(detection.scores)) >= KEEP_SURENESS


def is_clear(detection: Detection) -> bool:
    """Is it so sure that the tile may decide a hand?"""
    return _sureness(detection.found, max(detection.scores)) >= CLEAR_SURENESS


def may_be_tile(detection: Detection) -> bool:
    """May there be a tile of a 108-tile set? Boxes of nothing are mostly named a back or an honour."""
    return _sureness(detection.found, max(detection.scores[:KINDS])) >= FAINT_SURENESS


def _sureness(found: float, score: float) -> float:
    return float(round(score, 3) ** READER_EXPONENT * round(found, 3) ** (1 - READER_EXPONENT))
