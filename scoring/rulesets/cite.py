"""How a rule set is written down: each value beside its source."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

from scoring.rules import VALUES, Words
from scoring.terms import KONGS

T = TypeVar("T")

SHARED = (
    (
        "只有暗牌里自己拿满四张，这张叫才是死叫（照竞赛规则）",
        "a wait is dead only if the concealed hand holds all four copies, as MIL prints it",
    ),
    (
        "抢杠只抢碰上补的杠；暗杠不能抢，迟杠也不能",
        "robbed may be a kong added to a pong; never a concealed kong, late or not",
    ),
    (
        "手里两三组四张一样的，只算一次龙",
        "two or three fours alike count once for 龙七对",
    ),
)
"""Interpretations common to the four sources."""


class Citations:
    """The sources of one rule set: `cite(value, source)` is the value, and its source is noted.

    Values are cited in the order of `VALUES`; a test holds every rule set to it.
    """

    def __init__(self) -> None:
        self._noted: list[str] = []

    def __call__(self, value: T, source: str) -> T:
        """The value, of its own type."""
        self._noted.append(source)
        return value

    @property
    def sources(self) -> Mapping[str, str]:
        """Source by field. Raises ValueError if a value was not cited."""
        return MappingProxyType(dict(zip(VALUES, self._noted, strict=True)))


def words(
    concealed: str, added: str, exposed: str, late: str, *, owed_kongs: str, owed_chickens: str, caught_kong: str
) -> Words:
    """What the kinds of kong, and the debts for kongs and chickens, are called."""
    names = dict(zip(KONGS, (concealed, added, exposed, late), strict=True))
    return Words(MappingProxyType(names), owed_kongs, owed_chickens, caught_kong)
