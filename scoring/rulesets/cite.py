"""How a rule set is written down: each value beside its source."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

from scoring.rules import VALUES, Interpretation, Words
from scoring.terms import KONGS

T = TypeVar("T")

SHARED = (
    Interpretation(
        "只有暗牌里自己拿满四张，这张叫才是死叫（照竞赛规则）",
        "a wait is dead only if the concealed hand holds all four copies, as MIL prints it",
    ),
    Interpretation(
        "抢杠只抢碰上补的杠；暗杠不能抢，迟开的暗杠也不能",
        "robbed may be a kong added to a pong; never a concealed kong, late or not",
    ),
    Interpretation(
        "手里两三组四张一样的，只算一次龙",
        "two or three fours alike count once for 龙七对",
    ),
)
"""Interpretations common to the four sources."""

CLAIMED = (
    Interpretation(
        "责任鸡：杠走和碰走一样；被烧的人照付",
        "责任鸡: a kong claims it as a pong does; a burnt payer still pays",
        about=("claimed_chicken", "claimed_chicken_golden"),
    ),
    Interpretation(
        "责任鸡：金鸡也只多付1",
        "责任鸡: 1 more, golden or not",
        decided_by=("claimed_chicken", "claimed_chicken_golden"),
    ),
)
"""Those of the two sources that say no more of 责任鸡 than that it costs 1 more."""

WON_FIRST = Interpretation(
    "头一只鸡被胡走：不算冲锋鸡，归胡家算普通鸡", "the first chicken won on is a plain one for the winner"
)
ANY_OWNER = Interpretation(
    "有鸡就收钱，不问叫没叫牌",
    "every owner of chickens is paid, ready or not",
    decided_by=("chickens_need_ready",),
)


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
