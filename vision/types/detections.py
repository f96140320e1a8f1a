"""What the eye saw, and where it lies: frozen values, no behaviour beyond their geometry.

Coordinates are pixels of the upright photo (EXIF orientation applied), x to the right, y down.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, TypeVar

from scoring.tiles import Tile

T = TypeVar("T")

OTHER = "other"  # a tile that a 108-tile set does not have: wind, dragon, flower
BACK = "back"  # a tile lying face down
CLASSES: tuple[str, ...] = (*map(str, Tile), OTHER, BACK)
"""The 29 classes in the order of the outputs of detector and reader (law 5: checked when a model is loaded)."""


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle, x1 < x2 and y1 < y2, in pixels of the upright photo."""

    x1: float
    y1: float
    x2: float
    y2: float

    @property
    def width(self) -> float:
        """From left to right, in pixels."""
        return self.x2 - self.x1

    @property
    def height(self) -> float:
        """From top to bottom, in pixels."""
        return self.y2 - self.y1

    @property
    def centre(self) -> tuple[float, float]:
        """x, y in pixels."""
        return (self.x1 + self.x2) / 2, (self.y1 + self.y2) / 2

    def within(self, width: float, height: float) -> bool:
        """Does some of it lie in a picture of that size?"""
        return self.x2 > 0 and self.y2 > 0 and self.x1 < width and self.y1 < height


EVEN = (0.25, 0.25, 0.25, 0.25)  # the turns of a tile of which nothing tells how it lies


def _model_number(key: str) -> Any:
    """A field for one more number that a model gives for each tile; None: no model was asked. `key`: its wire name."""
    return field(default=None, metadata={"wire": key})


@dataclass(frozen=True, slots=True)
class Detection:
    """One tile as the eye saw it, before any tile sense. A new number of a model becomes a field like `stacked`:
    rounding, readings and the wire carry every such field.

    `scores`: 29 probabilities in the order of `CLASSES`; what their sum lacks to 1 is that it is no tile.
    `found`: the detector's own confidence that a tile is there, 0-1.
    `turns`: the probability that 0, 1, 2, 3 quarter turns counter-clockwise bring the tile upright, summing to
    about 1; divided between two for faces that look alike either way, even for a tile face down.
    `stacked`: the probability that it lies on another tile; None where nobody has looked. `taught`: how sure a taught
    set (`vision.eye.taught`) is of the kind, where the eye alone would have named the tile otherwise; else None.
    """

    box: Box
    scores: tuple[float, ...]
    found: float = 1.0
    turns: tuple[float, float, float, float] = EVEN
    stacked: float | None = _model_number("piled")
    taught: float | None = _model_number("taught")

    @property
    def numbers(self) -> dict[str, float]:
        """What models gave for the tile beside the above, by wire name."""
        values = {key: getattr(self, name) for key, name in MODEL_NUMBERS.items()}
        return {key: value for key, value in values.items() if value is not None}

    def with_numbers(self, numbers: Mapping[str, float]) -> Detection:
        """The same with these, by wire name; the others stay."""
        fields_: dict[str, Any] = {name: numbers.get(key, getattr(self, name)) for key, name in MODEL_NUMBERS.items()}
        return Detection(self.box, self.scores, self.found, self.turns, **fields_)


MODEL_NUMBERS: Mapping[str, str] = {one.metadata["wire"]: one.name for one in fields(Detection) if one.metadata}
"""The wire name of each number that models give for a tile -> its field in `Detection`."""


def scores_of(kinds: Mapping[str, float]) -> tuple[float, ...]:
    """Class -> score as the 29 scores of a detection; classes that are not named have 0."""
    return tuple(kinds.get(kind, 0.0) for kind in CLASSES)


class Way(StrEnum):
    """How a tile lies, seen from the player whose row it lies in; `left`: its top points to their left."""

    UPRIGHT = "upright"
    UPSIDE_DOWN = "upside_down"
    LEFT = "left"
    RIGHT = "right"

    @property
    def sideways(self) -> bool:
        """Turned by a quarter."""
        return self in (Way.LEFT, Way.RIGHT)


class Role(StrEnum):
    """What a group of tiles is to its owner; `other` is none of these."""

    HAND = "hand"
    MELD = "meld"
    WINNING = "winning"
    DISCARDS = "discards"
    OTHER = "other"


def _at(values: Sequence[T], places: Sequence[int]) -> tuple[T, ...]:
    return tuple([values[k] for k in places])


@dataclass(frozen=True, slots=True)
class Row:
    """Tiles side by side, in the reading order of the player in front of whom they lie (left to right).

    `tiles`: indices of detections. `gaps`: free room between neighbours, one fewer than tiles, in tile
    widths, negative where boxes overlap. `aside`: log-odds that the tile lies sideways rather than upright,
    as far as its box tells. `ways`: the likelier way of each. `facing`: quarter turns from the main row's
    direction, 0 for the player's own and 2 for the player opposite.
    """

    tiles: tuple[int, ...]
    gaps: tuple[float, ...]
    aside: tuple[float, ...]
    ways: tuple[Way, ...]
    facing: int = 0

    def blocks(self, room: float) -> list[tuple[int, ...]]:
        """Its tiles, cut where neighbours leave more room than that, tile widths."""
        ends = [0, *(k + 1 for k, gap in enumerate(self.gaps) if gap > room), len(self.tiles)]
        return [self.tiles[a:b] for a, b in itertools.pairwise(ends)]

    def without(self, tiles: AbstractSet[int]) -> Row:
        """The same without these; a gap between the others is the whole room there, their own width included."""
        if tiles.isdisjoint(self.tiles):
            return self
        keep = [k for k, i in enumerate(self.tiles) if i not in tiles]
        gaps = tuple(sum(self.gaps[a:b]) + (b - a - 1) for a, b in itertools.pairwise(keep))
        return Row(_at(self.tiles, keep), gaps, _at(self.aside, keep), _at(self.ways, keep), self.facing)


TURNED_DEGREES = 45.0  # the least by which a photo that lies on its side, or stands on its head, is turned
SURE_UPRIGHT_LOG_ODDS, SURE_TURNED_LOG_ODDS = 1.5, 3.5
"""From which on it is sure where the player sits, in photos taken upright and in others."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the tiles lie: geometry only, no tile sense.

    `detections`: what was seen, in the order in which the reading lists them. `rows`: every tile that is
    not in `doubled`, once; the main row, nearest and largest, first. `places`: x, y of each detection in
    tile widths, seen by the player: x along their row, y away from them; perspective is taken out by size
    only. `doubled`: (index, index of the tile that it shows a second time). `stacked`: (index, index of the
    tile that it lies on or just above). `turn`: degrees, counter-clockwise, by which the photo has to be
    turned to be seen as the player sees it; `facing`: how sure that is, log-odds against the photo being
    upside down; `rival_hand`: how near another player's hand comes to being the one that is meant, 0-1. `faint`:
    boxes of a tile's size at which the eye was not sure enough of one; they are in no row. `notes`: codes of doubts
    about the photo as a whole, which its tiles do not tell.
    """

    width: int
    height: int
    detections: tuple[Detection, ...]
    rows: tuple[Row, ...]
    places: tuple[tuple[float, float], ...] = ()
    doubled: tuple[tuple[int, int], ...] = ()
    stacked: tuple[tuple[int, int], ...] = ()
    turn: float = 0.0
    facing: float = 0.0
    rival_hand: float = 0.0
    faint: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def aside(self) -> dict[int, float]:
        """Log-odds that a tile lies sideways, by its index, of those in a row."""
        return {i: odds for row in self.rows for i, odds in zip(row.tiles, row.aside, strict=True)}

    def of(self, kept: Sequence[int]) -> Layout:
        """The same of these detections only, numbered by their places among them; all that are in rows are kept."""
        number = {i: n for n, i in enumerate(kept)}
        rows = tuple([replace(row, tiles=tuple([number[i] for i in row.tiles])) for row in self.rows])
        pairs = ([(number[i], number[k]) for i, k in some if i in number] for some in (self.doubled, self.stacked))
        doubled, stacked = map(tuple, pairs)
        faint = tuple([number[i] for i in self.faint if i in number])
        detections, places = _at(self.detections, kept), _at(self.places, kept)
        return replace(
            self, detections=detections, rows=rows, places=places, doubled=doubled, stacked=stacked, faint=faint
        )

    @property
    def backwards(self) -> bool:
        """May the photo show the player's tiles from the other side, so that their left is their right? On rendered
        tables 0 of 1,849 feeders were exchanged in photos taken upright; in turned ones 8 of 95, 7 of them here.
        """
        turned = TURNED_DEGREES < self.turn % 360 < 360 - TURNED_DEGREES
        return self.facing < (SURE_TURNED_LOG_ODDS if turned else SURE_UPRIGHT_LOG_ODDS)
