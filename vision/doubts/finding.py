"""What a check yields: what is said and its parameters, tiles, a change, its worth. No prose.

Tiles go by identity, their place among the layout's detections. Their numbers in the reading are known only when all
findings are there: a weak box that nobody is asked about is not listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.tiles import Tile
from vision.doubts.codes import Code
from vision.doubts.steps import Steps
from vision.doubts.traits import SAME_TILE, Question, Repeats
from vision.doubts.variants import Ask, Variant
from vision.types import Worth

HAND = Worth("hand")
UNITS = Worth("units")
UNKNOWN = Worth("unknown")
NOTHING = Worth("nothing", 0)
GRAVEST_FIRST = ("hand", "pattern", "units", "wait", "unknown", "nothing")


@dataclass(frozen=True, slots=True)
class Kind:
    """A class of tile, by its number: 三万, 3m."""

    number: int


@dataclass(frozen=True, slots=True)
class At:
    """Tiles where they lie: 手牌左起第3张, tile 12."""

    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """A tile or box by its number in the reading, in either language: 12."""

    tile: int


@dataclass(frozen=True, slots=True)
class PartOf:
    """What a tile is part of: 手牌, 碰杠第1副; in English the tile itself: tile 12."""

    tile: int


@dataclass(frozen=True, slots=True)
class Count:
    """So many things, of which English needs the noun: 3, 3 tiles."""

    count: int
    noun: str


@dataclass(frozen=True, slots=True)
class HandOf:
    """Concealed tiles as players write them: 123万55筒, 123m55p."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class MeldOf:
    """A meld by its name and tile: 碰幺鸡, pong of 1s."""

    kind: str
    tile: Tile | None


@dataclass(frozen=True, slots=True)
class Feeder:
    """Whose discard was claimed: 上家, left."""

    side: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """A question at a sentence's end, or a reason in it, with its parameters."""

    ask: Ask
    params: Mapping[str, Value]


Value = int | Kind | At | Number | PartOf | Count | HandOf | MeldOf | Feeder | Phrase | tuple["Value", ...] | None
"""A parameter of a sentence; a tuple is a list of them. None and () are left out, with the mark before them."""


Params = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that the reading is not sure of. `change`: the corrections that would make the other reading true."""

    says: Code | Variant
    tiles: tuple[int, ...]
    worth: Worth
    change: Steps = ()
    params: Params = field(default_factory=dict)

    @property
    def code(self) -> Code:
        """The code of what it says."""
        return self.says if isinstance(self.says, Code) else self.says.code

    @property
    def settles(self) -> frozenset[Question]:
        """What the player settles by answering."""
        more = self.says.settles if isinstance(self.says, Variant) else frozenset()
        return self.code.traits.settles | more

    @property
    def repeats(self) -> tuple[Repeats, ...]:
        """When it is not asked after another one."""
        return (*((SAME_TILE,) if Question.TILE in self.settles else ()), *self.code.traits.repeats)


def phrase(ask: Ask, **params: Value) -> Phrase:
    """A phrase with its parameters by name."""
    return Phrase(ask, params)


def gravest(*worths: Worth) -> Worth:
    """The one that changes most; `NOTHING` where there is none."""
    return min(worths, key=lambda w: (GRAVEST_FIRST.index(w.changes), -abs(w.units or 0)), default=NOTHING)
