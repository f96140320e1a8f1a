"""Plain JSON values checked one by one, for readings and corrections that come from outside."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from scoring.errors import InvalidInput, pointer_to, quoted
from scoring.tiles import Tile, parse_tile
from vision.types import BACK, CLASSES, OTHER, Box

T = TypeVar("T")
MOST = 1000  # entries of a list
LARGEST = 200_000  # pixels


@dataclass(frozen=True, slots=True)
class Checks:
    """Each method takes any JSON value and `at`, its JSON Pointer, and raises InvalidInput with `code`."""

    code: str

    def refuse(self, detail: str, at: str) -> NoReturn:
        """Raise InvalidInput with this code."""
        raise InvalidInput(self.code, detail, at)

    def mapping(self, value: object, at: str, what: str) -> Mapping[str, object]:
        """A JSON object."""
        if not isinstance(value, Mapping):
            self.refuse(f"{quoted(value)} is not {what}, which is a JSON object", at)
        return value

    def each(self, value: object, at: str, read: Callable[[object, str], T]) -> tuple[T, ...]:
        """A list, each entry read with its own pointer; None is an empty list."""
        if value is None:
            return ()
        if not isinstance(value, list | tuple):
            self.refuse(f"{quoted(value)} must be a list", at)
        if len(value) > MOST:
            self.refuse(f"a list of {len(value)} entries, at most {MOST} are taken", at)
        return tuple(read(item, pointer_to(at, k)) for k, item in enumerate(value))

    def only(self, item: Mapping[str, object], at: str, keys: Iterable[str], what: str) -> None:
        """No keys but these: one that means nothing may have been meant to mean something."""
        known = tuple(keys)
        for key in item:
            if key not in known:
                self.refuse(f"{quoted(key)} means nothing in {what}, which has {' '.join(known)}", pointer_to(at, key))

    def text(self, value: object, at: str) -> str:
        """A string; None is empty."""
        if value is None:
            return ""
        if not isinstance(value, str):
            self.refuse(f"{quoted(value)} must be a string", at)
        return value

    def flag(self, value: object, at: str) -> bool:
        """A boolean; None is false."""
        if value is not None and not isinstance(value, bool):
            self.refuse(f"{quoted(value)} must be true or false", at)
        return bool(value)

    def number(self, value: object, at: str, least: float, most: float) -> float:
        """A finite number from `least` to `most`."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.refuse(f"{quoted(value)} must be a number", at)
        if not least <= value <= most or not math.isfinite(value):
            self.refuse(f"{quoted(value)} is outside {least} … {most}", at)
        return float(value)

    def index(self, value: object, at: str, count: int) -> int:
        """A whole number from 0 up to, not including, `count`; 3.0 is one, as JSON has it."""
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            self.refuse(f"{quoted(value)} must be a whole number", at)
        if value < 0:
            self.refuse(f"{quoted(value)} must be 0 or more", at)
        if value >= count:
            bound = f"must be at most {count - 1}" if count else "names one, and there is none"
            self.refuse(f"{quoted(value)} {bound}", at)
        return value

    def choice(self, value: object, at: str, among: Iterable[str]) -> str:
        """One of some words."""
        words = tuple(among)
        if not isinstance(value, str) or value not in words:
            self.refuse(f"{quoted(value)} must be one of {' '.join(words)}", at)
        return value

    def kind(self, value: object, at: str) -> str:
        """One of the 29 classes; tiles also by their Chinese names."""
        if isinstance(value, str) and value in CLASSES:
            return value
        try:
            return str(parse_tile(value)) if isinstance(value, str) else self.refuse("", at)
        except InvalidInput:
            self.refuse(f"{quoted(value)} is no tile; 1m … 9s, 一万 … 九条, {OTHER} and {BACK} are", at)

    def face(self, value: object, at: str) -> Tile:
        """One of the 27 kinds."""
        kind = self.kind(value, at)
        if kind in (OTHER, BACK):
            self.refuse(f"{quoted(kind)} is not one of the 27 kinds", at)
        return Tile(CLASSES.index(kind))

    def box(self, value: object, at: str) -> Box:
        """`[x1, y1, x2, y2]` in pixels, with an area."""
        if not isinstance(value, list | tuple) or len(value) != 4:
            self.refuse(f"{quoted(value)} is no box; write [x1, y1, x2, y2] in pixels", at)
        x1, y1, x2, y2 = (self.number(v, f"{at}/{k}", -LARGEST, LARGEST) for k, v in enumerate(value))
        if not (x2 - x1 >= 1 and y2 - y1 >= 1):
            self.refuse(f"the box {quoted(value)} is empty; x1 < x2 and y1 < y2 are needed", at)
        return Box(x1, y1, x2, y2)

    def inside(self, box: Box, at: str, width: float, height: float) -> None:
        """Some of the box lies in the picture."""
        if box.x2 <= 0 or box.y2 <= 0 or box.x1 >= width or box.y1 >= height:
            corners = [box.x1, box.y1, box.x2, box.y2]
            self.refuse(f"the box {quoted(corners)} lies outside the picture, {width:g} x {height:g} pixels", at)
