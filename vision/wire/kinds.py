"""The kinds of JSON value that readings and corrections have besides those of `scoring.json_reader`.

Each takes a value and raises InvalidInput with its code where it is none of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypeVar

from scoring.errors import InvalidInput, quoted
from scoring.json_reader import Value, whole_number
from scoring.tiles import Tile, parse_tile, parse_tiles
from vision.types import BACK, CLASSES, OTHER, Box

W = TypeVar("W", bound=str)
MOST_ENTRIES = 1000
LARGEST_PIXELS = 200_000
HIGHEST = 10_000  # numbers of tiles and groups are below this


def entries(value: Value) -> tuple[Value, ...]:
    """A list of bounded length; null is an empty one."""
    if isinstance(value.held, list | tuple) and len(value.held) > MOST_ENTRIES:
        value.refuse(f"a list of {len(value.held)} entries, at most {MOST_ENTRIES} are taken")
    return value.array()


def text(value: Value) -> str:
    """A string; null is an empty one."""
    if value.held is None:
        return ""
    if not isinstance(value.held, str):
        value.refuse(f"{quoted(value.held)} must be a string")
    return value.held


def number(value: Value, least: float, most: float) -> float:
    """A finite number from `least` to `most`."""
    held = value.held
    if isinstance(held, bool) or not isinstance(held, int | float):
        value.refuse(f"{quoted(held)} must be a number")
    if not least <= held <= most or not math.isfinite(held):
        value.refuse(f"{quoted(held)} is outside {least} … {most}")
    return float(held)


def index(value: Value, count: int) -> int:
    """A whole number from 0 up to, not including, `count`; 3.0 is one, as JSON has it."""
    found = whole_number(value.held)
    if found is None:
        value.refuse(f"{quoted(value.held)} must be a whole number")
    if found < 0:
        value.refuse(f"{quoted(found)} must be 0 or more")
    if found >= count:
        bound = f"must be at most {count - 1}" if count else "names one, and there is none"
        value.refuse(f"{quoted(found)} {bound}")
    return found


def choice(value: Value, words: Iterable[W]) -> W:
    """One of some words; required."""
    known = tuple(words)
    found = value.word(known)
    if found is None:
        value.refuse(f"{value.name} is missing; it is one of {', '.join(known)}")
    return found


def kind(value: Value) -> str:
    """One of the 29 classes; tiles also by their Chinese names."""
    if isinstance(value.held, str) and value.held in CLASSES:
        return value.held
    try:
        return str(parse_tile(value.held if isinstance(value.held, str) else ""))
    except InvalidInput:
        value.refuse(f"{quoted(value.held)} is no tile; 1m … 9s, 一万 … 九条, {OTHER} and {BACK} are")


def face(value: Value) -> Tile:
    """One of the 27 kinds."""
    name = kind(value)
    if name in (OTHER, BACK):
        value.refuse(f"{quoted(name)} is not one of the 27 kinds")
    return Tile(CLASSES.index(name))


def tiles_in(value: Value) -> tuple[Tile, ...]:
    """Tiles in compact notation, in their order; null are none."""
    written = text(value)
    try:
        return parse_tiles(written)
    except InvalidInput as error:
        value.refuse(error.detail)


def box(value: Value) -> Box:
    """`[x1, y1, x2, y2]` in pixels, with an area."""
    if not isinstance(value.held, list | tuple) or len(value.held) != 4:
        value.refuse(f"{quoted(value.held)} is no box; write [x1, y1, x2, y2] in pixels")
    x1, y1, x2, y2 = (number(side, -LARGEST_PIXELS, LARGEST_PIXELS) for side in value.array())
    if not (x2 - x1 >= 1 and y2 - y1 >= 1):
        value.refuse(f"the box {quoted(value.held)} is empty; x1 < x2 and y1 < y2 are needed")
    return Box(x1, y1, x2, y2)
