"""How a rule set is written down: each value beside its source."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from scoring.rules import KongRule, Rules
from scoring.terms import Declared, MeldKind, Pattern

PING, DA, XIAO, LONG, QING, QING_DA, QING_QI, QING_LONG = Pattern
CONCEALED, ADDED, EXPOSED, LATE = MeldKind.CONCEALED, MeldKind.ADDED, MeldKind.EXPOSED, MeldKind.LATE

SHARED = (
    (
        "只有暗牌里自己拿满四张，这张叫才是死叫（照竞赛规则）",
        "a wait is dead only if the concealed hand holds all four copies, as MIL prints it",
    ),
    (
        "抢杠只抢碰上补的杠；暗杠不能抢，迟杠也不能",
        "robbed may be a kong added to a pong; never a concealed kong, late or not",
    ),
)
"""Interpretations common to the four sources."""


def patterns(*units: int) -> dict[Pattern, int]:
    """Units in the order of `Pattern`."""
    return dict(zip(Pattern, units, strict=True))


def kongs(concealed: KongRule, added: KongRule, exposed: KongRule, late: KongRule) -> dict[MeldKind, KongRule]:
    """The four kinds of kong."""
    return {CONCEALED: concealed, ADDED: added, EXPOSED: exposed, LATE: late}


def shot(concealed: int, added: int, exposed: int, late: int) -> dict[MeldKind, int]:
    """热炮, by the kind of the kong just made."""
    return {CONCEALED: concealed, ADDED: added, EXPOSED: exposed, LATE: late}


def declared(hard: int, soft: int) -> dict[Declared, int]:
    """报听, by its kind."""
    return {Declared.HARD: hard, Declared.SOFT: soft}


def cited_rules(about: Mapping[str, Any], **cited: tuple[Any, str]) -> Rules:
    """Each field as (value, source) -> Rules with its sources."""
    return Rules(
        **about,
        **{name: value for name, (value, _) in cited.items()},
        sources=MappingProxyType({name: source for name, (_, source) in cited.items()}),
    )
