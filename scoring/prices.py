"""What each shape of a hand is worth under a rule set: its best reading (RULES 1, HOUSE 4, MIL2023 九-3)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from scoring.rules import Rules
from scoring.terms import Fan, Pattern

SHEETS_REMEMBERED = 256
ORDER = {pattern: at for at, pattern in enumerate(Pattern)}


class Shape(Enum):
    """How a complete hand is built."""

    SETS = auto()
    TRIPLETS = auto()
    SINGLE_WAIT = auto()  # four melds, one tile in hand
    PAIRS = auto()
    PAIRS_WITH_FOUR = auto()
    PONG_AND_PAIRS = auto()  # a pong, five pairs, won on the pong's fourth


class Price(NamedTuple):
    """A reading of a shape. Of two, the greater one is the dearer, or of the same price the later in HOUSE's order."""

    units: int
    order: int
    pattern: Pattern
    fans: tuple[Fan, ...]


_FANS: dict[Shape, tuple[Pattern, Pattern, Fan]] = {
    Shape.SETS: (Pattern.PING_HU, Pattern.QING_YI_SE, Fan.PING_HU),
    Shape.TRIPLETS: (Pattern.DA_DUI_ZI, Pattern.QING_DA_DUI, Fan.DA_DUI_ZI),
    Shape.SINGLE_WAIT: (Pattern.DA_DUI_ZI, Pattern.QING_DA_DUI, Fan.DAN_DIAO),
    Shape.PAIRS: (Pattern.XIAO_QI_DUI, Pattern.QING_QI_DUI, Fan.QI_DUI),
    Shape.PAIRS_WITH_FOUR: (Pattern.LONG_QI_DUI, Pattern.QING_LONG_BEI, Fan.LONG_QI_DUI),
}
"""Where points add up: the pattern of several suits and of one (the nearest code), and the fan of the shape."""

_PATTERNS: dict[Shape, tuple[tuple[Pattern, ...], tuple[Pattern, ...]]] = {
    Shape.SETS: ((Pattern.PING_HU,), (Pattern.QING_YI_SE,)),
    Shape.TRIPLETS: ((Pattern.DA_DUI_ZI,), (Pattern.QING_DA_DUI,)),
    Shape.SINGLE_WAIT: (
        (Pattern.DA_DUI_ZI, Pattern.DAN_DIAO),
        (Pattern.QING_DA_DUI, Pattern.DAN_DIAO, Pattern.QING_DAN_DIAO),
    ),
    Shape.PAIRS: ((Pattern.XIAO_QI_DUI,), (Pattern.QING_QI_DUI,)),
    Shape.PAIRS_WITH_FOUR: ((Pattern.LONG_QI_DUI,), (Pattern.QING_LONG_BEI,)),
    Shape.PONG_AND_PAIRS: ((Pattern.DI_LONG,), (Pattern.QING_DI_LONG,)),
}
"""Elsewhere: how a hand of several suits, and one of one suit, may be read."""


@lru_cache(maxsize=SHEETS_REMEMBERED)
def prices(rules: Rules) -> dict[tuple[Shape, bool], Price]:
    """(shape, one suit?) -> its dearest reading; shapes that are not played have none."""
    return dict(_fans(rules) if rules.points_add_up else _patterns(rules))


def _patterns(rules: Rules) -> Iterator[tuple[tuple[Shape, bool], Price]]:
    for shape, readings in _PATTERNS.items():
        for one_suit, patterns in enumerate(readings):
            units = {pattern: getattr(rules, pattern) for pattern in patterns}
            found = [Price(units[pattern], ORDER[pattern], pattern, ()) for pattern in patterns if units[pattern]]
            if found:
                yield (shape, bool(one_suit)), max(found)


def _fans(rules: Rules) -> Iterator[tuple[tuple[Shape, bool], Price]]:
    worth = fan_units(rules)
    for shape, (several, one, fan) in _FANS.items():
        shown = Fan.DA_DUI_ZI if fan is Fan.DAN_DIAO and not worth[fan] else fan
        pure = (Fan.QING_YI_SE,) if shown is Fan.PING_HU else (shown, Fan.QING_YI_SE)
        for one_suit, pattern, fans in ((False, several, (shown,)), (True, one, pure)):
            units = capped(sum(worth[fan] for fan in fans), rules)
            yield (shape, one_suit), Price(units, ORDER[pattern], pattern, fans)


def fan_units(rules: Rules) -> dict[Fan, int]:
    """What each fan of a shape is worth where points add up."""
    return {
        Fan.PING_HU: rules.ping_hu,
        Fan.DA_DUI_ZI: rules.da_dui_zi,
        Fan.QI_DUI: rules.xiao_qi_dui,
        Fan.LONG_QI_DUI: rules.long_qi_dui,
        Fan.DAN_DIAO: rules.dan_diao,
        Fan.QING_YI_SE: rules.qing_yi_se,
    }


def capped(units: int, rules: Rules) -> int:
    """封顶 where points add up: no hand is worth more (HOUSE 4)."""
    return min(units, rules.win_cap) if rules.win_cap and rules.points_add_up else units
