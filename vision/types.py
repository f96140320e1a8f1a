"""What the stages of the eye hand to one another: frozen values, no behaviour beyond their geometry.

Coordinates are pixels of the upright photo (EXIF orientation applied), x to the right, y down.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.tiles import Tile

OTHER = "other"  # a tile that a 108-tile set does not have: wind, dragon, flower
BACK = "back"  # a tile lying face down
CLASSES: tuple[str, ...] = (*map(str, Tile), OTHER, BACK)
"""The 29 classes in the order of both models' outputs (law 5: checked when a model is loaded)."""


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle, x1 < x2 and y1 < y2, in pixels of the upright photo."""

    x1: float
    y1: float
    x2: float
    y2: float

    @property
    def width(self) -> float:
        return self.x2 - self.x1

    @property
    def height(self) -> float:
        return self.y2 - self.y1

    @property
    def centre(self) -> tuple[float, float]:
        return (self.x1 + self.x2) / 2, (self.y1 + self.y2) / 2


@dataclass(frozen=True, slots=True)
class Detection:
    """One tile as the eye saw it, before any tile sense.

    `scores`: 29 probabilities in the order of `CLASSES`, summing to about 1.
    `found`: the detector's own confidence that a tile is there, 0-1.
    `turns`: for crops turned by 0, 90, 180 and 270 degrees counter-clockwise, how well the reader
    could name the crop so turned, summing to about 1: evidence of the way the tile lies, weak for
    faces that look alike either way.
    """

    box: Box
    scores: tuple[float, ...]
    found: float
    turns: tuple[float, float, float, float]
