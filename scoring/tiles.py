"""The 27 kinds of tile, and how they are written.

A tile is written rank and suit, `5m` 万, `5p` 筒, `5s` 条; several are compact, `123m77s`, in any order.
Chinese names (一万, 九条, 幺鸡) and other ways to type them (1万, 五饼, 6索, full width, upper case) are understood on
input.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum

from scoring.errors import InvalidInput, quoted

SUITS = "mps"
KINDS = 27
COPIES = 4
SUIT_NAMES = {"m": "万", "p": "筒", "s": "条"}
RANK_NAMES = "一二三四五六七八九"


class Tile(IntEnum):
    """One of the 27 kinds; the value is its index 0-26, 万 then 筒 then 条, the order of the eye's classes."""

    M1, M2, M3, M4, M5, M6, M7, M8, M9 = range(9)
    P1, P2, P3, P4, P5, P6, P7, P8, P9 = range(9, 18)
    S1, S2, S3, S4, S5, S6, S7, S8, S9 = range(18, 27)

    @property
    def rank(self) -> int:
        """1-9."""
        return self % 9 + 1

    @property
    def suit(self) -> str:
        """`m`, `p` or `s`."""
        return SUITS[self // 9]

    @property
    def following(self) -> Tile:
        """The next rank of the suit, 1 after 9: the chicken that a turned tile points at (RULES 5)."""
        return TILES[self - 8 if self.rank == 9 else self + 1]

    @property
    def preceding(self) -> Tile:
        """The rank before, 9 before 1: a chicken too where 上下鸡 is played (HOUSE 4)."""
        return TILES[self + 8 if self.rank == 1 else self - 1]

    @property
    def name_zh(self) -> str:
        """The Chinese name, 五万; 1s is 幺鸡."""
        return "幺鸡" if self is Tile.S1 else RANK_NAMES[self.rank - 1] + SUIT_NAMES[self.suit]

    def __str__(self) -> str:
        return _NAMES[self]


TILES: tuple[Tile, ...] = tuple(Tile)
"""The kinds by index: quicker than calling the enum."""
_NAMES = tuple(f"{tile.rank}{tile.suit}" for tile in TILES)


_BY_NAME: dict[str, Tile] = {str(tile): tile for tile in Tile}
_BY_NAME |= {"幺鸡": Tile.S1, "么鸡": Tile.S1, "乌骨鸡": Tile.P8}
_LONGEST = max(map(len, _BY_NAME))
_TYPED = str.maketrans(
    "一二三四五六七八九１２３４５６７８９ｍｐｓＭＰＳMPS万萬筒饼餅条條索雞烏",
    "123456789123456789mpsmpsmpsmmpppsss鸡乌",
)
"""What people type -> what is meant, letter by letter: 饼 is 筒 and 索 is 条, ranks in either writing, full width."""
_BETWEEN = frozenset(",，、;；/·")
"""Letters that may stand between tiles, beside spaces."""


_COMPACT, _SUITED = re.compile(r"(?:[1-9]+[mps])*"), re.compile(r"([1-9]+)([mps])")
_MOST_LETTERS = 1000
"""Of a text of tiles: all 108 of a set, in words, with signs between."""


def suits_zh(suits: str) -> str:
    """`mp` -> 万筒."""
    return "".join(SUIT_NAMES[suit] for suit in suits)


def parse_tile(text: str, pointer: str = "") -> Tile:
    """`"5m"`, `"五万"`, `"5饼"` -> Tile. Raises InvalidInput (`bad_tile`) naming the text."""
    if (tile := _BY_NAME.get(text)) is not None:
        return tile
    try:
        return _BY_NAME[text.strip().translate(_TYPED)]
    except KeyError:
        detail = f"{quoted(text)} is no tile; write 1-9 and m, p or s, or 一万 … 九条"
        chinese = f"{quoted(text)}不是牌：写 1-9 加 m、p、s，或者一万…九条"
        raise InvalidInput("bad_tile", detail, pointer, chinese) from None


def tiles_named(names: Iterable[object]) -> tuple[Tile, ...] | None:
    """Tiles, where all are written as most write them; None where one is not, which `parse_tile` may know."""
    try:
        return tuple([_BY_NAME[name] for name in names])  # type: ignore[index]
    except (KeyError, TypeError):
        return None


def parse_tiles(text: str, pointer: str = "") -> tuple[Tile, ...]:
    """Compact `"123m77s"` or Chinese `"一万幺鸡"`, as people type them, with spaces and commas -> tiles in the order
    written.

    Raises InvalidInput (`bad_tile`) naming the part that cannot be read.
    """
    if len(text) > _MOST_LETTERS:
        detail = f"{quoted(text)} has {len(text)} letters; a set of 108 tiles is written with at most {_MOST_LETTERS}"
        chinese = f"{quoted(text)}有{len(text)}个字，108张牌最多写{_MOST_LETTERS}个"
        raise InvalidInput("bad_tile", detail, pointer, chinese)
    if _COMPACT.fullmatch(text):
        return tuple([_BY_NAME[rank + suit] for ranks, suit in _SUITED.findall(text) for rank in ranks])
    tiles: list[Tile] = []
    ranks = ""  # of tiles whose suit is to come, written from `since` on, all in one writing: 12一万 is a slip
    at = since = 0
    typed = text.translate(_TYPED)
    while at < len(typed):
        letter = typed[at]
        length = 1
        if letter in "123456789" and (not ranks or (text[at] in RANK_NAMES) == (text[since] in RANK_NAMES)):
            since = since if ranks else at
            ranks += letter
        elif letter in SUITS and ranks:
            tiles += [_BY_NAME[rank + letter] for rank in ranks]
            ranks = ""
        elif not (letter.isspace() or letter in _BETWEEN):
            name = next((typed[at : at + n] for n in range(_LONGEST, 1, -1) if typed[at : at + n] in _BY_NAME), None)
            if name is None or ranks:
                detail = f"{quoted(text[at:])} in {quoted(text)} is no tile; write 123m456p77s"
                chinese = f"{quoted(text)}里的{quoted(text[at:])}不是牌：写成 123m456p77s 这样"
                raise InvalidInput("bad_tile", detail, pointer, chinese)
            tiles.append(_BY_NAME[name])
            length = len(name)
        at += length
    if ranks:
        detail = f"{quoted(text[since:])} at the end of {quoted(text)} has no suit; write m, p or s after it"
        chinese = f"{quoted(text)}末尾的{quoted(text[since:])}没写是哪一门：后面加 m、p 或 s"
        raise InvalidInput("bad_tile", detail, pointer, chinese)
    return tuple(tiles)


def compact(tiles: Iterable[Tile]) -> str:
    """Tiles in any order -> sorted compact notation, `"123m77s"`; `""` for none."""
    ranks = ["", "", ""]
    for tile in sorted(tiles):
        ranks[tile // 9] += _NAMES[tile][0]
    return "".join(text + suit for suit, text in zip(SUITS, ranks, strict=True) if text)


def counts(tiles: Iterable[Tile]) -> list[int]:
    """Tiles -> 27 counts in the order of `Tile`."""
    held = [0] * KINDS
    for tile in tiles:
        held[tile] += 1
    return held
