"""The one exception of the rules engine, and how its sentences name things."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping

LONGEST = 60  # characters of an offending value in a sentence
_JSON = json.JSONEncoder(ensure_ascii=False, default=str, skipkeys=True)  # TOML has dates, and Python may send anything


def pointer_to(pointer: str, key: str | int) -> str:
    """The pointer of a member of what `pointer` points at (RFC 6901: `~` and `/` escaped)."""
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


class InvalidInput(ValueError):  # noqa: N818 - what the caller sent is at fault, not the program
    """A deal, hand or option that cannot be; says what is wrong, where, and with which value.

    `code` is one of the fixed codes of the wire contract, `detail` a sentence that names the offending
    value, `pointer` the JSON Pointer (RFC 6901) of the place, `""` for the whole body; `chinese` the sentence in
    Chinese, where it says more than the code's own (`scoring.sentences`); `seat` and `tile` (`5m`) whom and which
    tile the sentence is about, so that nobody has to take them from its words.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        pointer: str = "",
        chinese: str = "",
        *,
        seat: int | None = None,
        tile: str | None = None,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.pointer = pointer
        self.chinese = chinese
        self.seat = seat
        self.tile = tile

    def at(self, pointer: str) -> InvalidInput:
        """The same fault at another place."""
        return InvalidInput(self.code, self.detail, pointer, self.chinese, seat=self.seat, tile=self.tile)

    def as_code(self, code: str) -> InvalidInput:
        """The same fault under another code: that of what was sent here."""
        return InvalidInput(code, self.detail, self.pointer, self.chinese, seat=self.seat, tile=self.tile)


class Whole(str):
    """A place that is pointed at as a whole, whatever inside it is wrong."""

    __slots__ = ()


def rebase_pointer(error: InvalidInput, to: Mapping[str, str]) -> InvalidInput:
    """The same fault, seen from where its value came from.

    `to`: a place (`""`: all of it) -> a JSON Pointer or form field where it stands instead; what lies inside moves
    along, the innermost place that is known decides, and what lies in none of them stays where it is.
    """
    known = [place for place in to if error.pointer == place or error.pointer.startswith(f"{place}/")]
    if not known:
        return error
    place = max(known, key=len)
    target, inside = to[place], error.pointer[len(place) :]
    if not inside or isinstance(target, Whole):
        return error.at(str(target))
    moved = (target if target.startswith("/") else f"/{target}") + inside
    return error.at(moved)


def quoted(value: object) -> str:
    """The offending value as its sender wrote it, a text between quotes or JSON, short enough for a sentence."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)  # as TOML has it; JSON has none
    try:
        text = repr(value) if isinstance(value, str) else _JSON.encode(value)
    except RecursionError:
        return "[[…"
    except ValueError:  # more digits than Python prints
        return f"≈1e{int(math.log10(abs(value)))}" if isinstance(value, int) else "…"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def counted(number: int, noun: str) -> str:
    """`no melds`, `1 meld`, `2 melds`."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
