"""Findings -> doubts: the only place where sentences are made, in Chinese and English."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from scoring.errors import counted
from scoring.tiles import KINDS, SUIT_NAMES, Tile, compact
from vision.doubts.codes import Code
from vision.doubts.context import Context
from vision.doubts.finding import At, Count, Feeder, Finding, HandOf, Kind, MeldOf, Number, PartOf, Phrase, Value
from vision.doubts.steps import numbered
from vision.doubts.variants import Ask, Variant
from vision.table.evidence import BACK_NUMBER
from vision.table.naming import melds_of
from vision.table.pricing import MELD_KINDS
from vision.types import CLASSES, Doubt, Role

ZH_ROLE = {
    Role.HAND: "手牌",
    Role.WINNING: "胡的牌",
    Role.DISCARDS: "打出的牌",
    Role.OTHER: "旁边的牌",
}
ZH_FEEDER = {"left": "上家", "opposite": "对家", "right": "下家"}


def kind_zh(kind: int) -> str:
    """A class, by its number, in Chinese."""
    return Tile(kind).name_zh if kind < KINDS else "扣着的牌" if kind == BACK_NUMBER else "字牌或花牌"


def hand_zh(tiles: Iterable[Tile]) -> str:
    """Tiles as players write them, sorted: 123万55筒."""
    return "".join(SUIT_NAMES.get(letter, letter) for letter in compact(tiles))


def doubt_of(finding: Finding, p: float | None, context: Context, number: Callable[[int], int] = int) -> Doubt:
    """The finding in words. `p`: as `Doubt` has it; `number`: the number in the reading of each tile."""
    chinese, english = _Chinese(number, context), _English(number)
    return Doubt(
        finding.code,
        tuple(map(number, finding.tiles)),
        chinese.sentence(finding.says, finding.params),
        english.sentence(finding.says, finding.params),
        numbered(finding.change, context.groups, number),
        finding.worth,
        p,
    )


def words_of(says: Code | Variant, params: Mapping[str, Value]) -> tuple[str, str]:
    """Chinese and English of what is about no place in one photo."""
    return _Chinese(int, None).sentence(says, params), _English(int).sentence(says, params)


class _Text(str):
    """A parameter in words; as `{name:mark}` with the mark before it, and nothing at all where it is empty."""

    __slots__ = ()

    def __format__(self, mark: str) -> str:
        return mark + self if self else ""


@dataclass(frozen=True, slots=True)
class _Language(ABC):
    number: Callable[[int], int]

    @abstractmethod
    def sentence(self, says: Code | Variant | Ask, params: Mapping[str, Value]) -> str:
        """The sentence or phrase with its parameters."""

    @abstractmethod
    def name(self, value: Value) -> str:
        """What both languages have words of their own for."""

    def text(self, value: Value) -> _Text:
        """A parameter in words."""
        match value:
            case None:
                return _Text()
            case int():
                return _Text(value)
            case Number(tile):
                return _Text(self.number(tile))
            case Phrase(ask, params):
                return _Text(self.sentence(ask, params))
            case _:
                return _Text(self.name(value))

    def filled(self, template: str, params: Mapping[str, Value]) -> str:
        """The template with its parameters."""
        return template.format(**{name: self.text(value) for name, value in params.items()})


class _English(_Language):
    def sentence(self, says: Code | Variant | Ask, params: Mapping[str, Value]) -> str:
        return self.filled(says.en, params)

    def name(self, value: Value) -> str:
        match value:
            case Kind(number):
                return CLASSES[number]
            case At(tiles):
                return f"tile{'s' * (len(tiles) > 1)} {', '.join(str(self.number(i)) for i in tiles)}"
            case PartOf(tile):
                return f"tile {self.number(tile)}"
            case Count(count, noun):
                return counted(count, noun)
            case HandOf(tiles):
                return compact(tiles)
            case MeldOf(kind, tile):
                return MELD_KINDS[kind].en + ("" if tile is None else f" of {tile}")
            case Feeder(side):
                return side
            case tuple():
                return (" " if all(isinstance(one, Kind) for one in value) else ", ").join(map(self.text, value))
        raise TypeError(value)


@dataclass(frozen=True, slots=True)
class _Chinese(_Language):
    context: Context | None  # None where no place in the photo is named

    def sentence(self, says: Code | Variant | Ask, params: Mapping[str, Value]) -> str:
        return self.filled(says.zh, params)

    def name(self, value: Value) -> str:
        match value:
            case Kind(number):
                return kind_zh(number)
            case At(tiles) if self.context is not None:
                return place_zh(self.context, *tiles)
            case PartOf(tile) if self.context is not None:
                return _part_of(self.context, tile)[0]
            case Count(count):
                return str(count)
            case HandOf(tiles):
                return hand_zh(tiles)
            case MeldOf(kind, tile):
                return MELD_KINDS[kind].zh + ("" if tile is None else tile.name_zh)
            case Feeder(side):
                return ZH_FEEDER[side]
            case tuple():
                return ("，" if all(isinstance(one, MeldOf) for one in value) else "、").join(map(self.text, value))
        raise TypeError(value)


def place_zh(context: Context, *tiles: int) -> str:
    """Where the tiles lie, in Chinese, each by its number among those beside it."""
    parts: dict[tuple[str, tuple[int, ...]], list[int]] = {}
    for i in tiles:
        parts.setdefault(_part_of(context, i), []).append(i)
    places = []
    for (name, near), some in parts.items():
        numbers = "、".join(str(near.index(i) + 1) for i in some if i in near)
        whole = set(some) == set(near) and name != ZH_ROLE[Role.HAND]
        places.append(name if whole or not numbers else f"{name}左起第{numbers}张")
    return "和".join(places)


def _part_of(context: Context, i: int) -> tuple[str, tuple[int, ...]]:
    """What the tile is part of, in Chinese: a meld as it is listed, else all tiles of its role from the player's left;
    and those tiles.
    """
    for number, meld in enumerate(melds_of(context.groups), 1):
        if i in meld.tiles:
            return f"碰杠第{number}副", meld.tiles
    role = context.role(i)
    along = {k: n for n, k in enumerate(k for row in context.layout.rows for k in row.tiles)}
    return ZH_ROLE[role], tuple(sorted(context.members(role), key=lambda k: along.get(k, len(along))))
