"""What every refusal must do, whoever raises it: name in Chinese what it names in English."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import pytest

_VALUES = re.compile(r"""(?<!\w)'[^']*'(?!\w)|"[^"]*"|\b[1-9][mps]\b|\d+(?:,\d{3})*""")
Told = tuple[str, str]


def unnamed(english: str, chinese: str) -> list[str]:
    """The values, tiles and numbers of the English sentence that the Chinese one lacks."""
    return [value for value in _VALUES.findall(english) if value not in chinese]


@contextmanager
def all_named(refusals: Mapping[type[Exception], Callable[..., Told]], patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every one of these that is made meanwhile is looked at: kind -> what says its English and Chinese."""
    made: list[Exception] = []

    def kept(make: Callable[..., None]) -> Callable[..., None]:
        def init(self: Exception, *told: object, **more: object) -> None:
            make(self, *told, **more)
            made.append(self)

        return init

    for kind in refusals:
        patch.setattr(kind, "__init__", kept(kind.__init__))
    yield
    told = {refusals[type(one)](one) for one in made}
    assert not (lost := [f"{english} | {chinese}" for english, chinese in told if unnamed(english, chinese)]), lost
