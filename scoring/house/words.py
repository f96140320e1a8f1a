"""What the value of a key is called: for refusals, the command line and whoever describes the keys."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.terms import Term
from scoring.tiles import suits_zh

_SUITS_EN = {"m": "wan", "p": "tong", "s": "tiao"}


def in_words(key: str, value: object) -> tuple[str, str]:
    """Chinese and English; numbers, kinds of tiles and players are written alike in both."""
    match value:
        case bool():
            return ("是", "yes") if value else ("否", "no")
        case Term():
            return value.zh, value.en
        case str() if key == "suits":
            return suits_zh(value), ", ".join(_SUITS_EN[suit] for suit in value)
        case Mapping():
            told = " ".join(f"{kind}:{units}" for kind, units in value.items()) or "–"
            return told, told
        case tuple():
            told = ", ".join(map(str, value))
            return told, told
        case _:
            return str(value), str(value)
