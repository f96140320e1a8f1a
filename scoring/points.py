"""Bonuses on top of the pattern: 报听, 天胡, 地胡; points where they add up (RULES 3, HOUSE 4, MIL2023 九-3)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.legality import Attempt
from scoring.patterns import HandValue
from scoring.prices import capped
from scoring.rules import Rules
from scoring.table import Player
from scoring.terms import By, Declared, Fan, MeldKind, Pattern

_DECLARED_FANS = {Declared.HARD: Fan.HARD_DECLARED, Declared.SOFT: Fan.SOFT_DECLARED}


def named(pattern: Pattern, fans: tuple[Fan, ...]) -> tuple[str, str]:
    """(Chinese, English) of what was won: the pattern, or every fan where points add up."""
    terms = fans or (pattern,)
    return "＋".join(term.zh for term in terms), " + ".join(term.en for term in terms)


def declaration_bonus(player: Player, rules: Rules) -> int:
    """What this player's 报听 is worth; 0 if they did not declare."""
    if player.declared is None:
        return 0
    return rules.declared_hard if player.declared is Declared.HARD else rules.declared_soft


def hot_shot_units(kind: MeldKind | None, rules: Rules) -> int:
    """热炮, by what the kong just made would have been."""
    if kind is MeldKind.CONCEALED:
        return rules.hot_shot_concealed
    return rules.hot_shot_added if kind is MeldKind.ADDED else rules.hot_shot_exposed


def points(value: HandValue, attempt: Attempt, rules: Rules) -> tuple[int, tuple[Fan, ...]]:
    """(units, fans) of a win: V alone, or everything up to the cap where points add up."""
    if not rules.points_add_up:
        return value.units, ()
    found = {fan: units for fan, units in _bonus_fans(attempt, rules) if units}
    shape, fans = (0, ()) if value.is_plain and found else (value.units, value.fans)
    found |= {fan: units for fan, units in _hot_fans(attempt, rules) if units}
    all_fans = (*fans, *found, *((Fan.ROBBED_KONG,) if attempt.by is By.ROBBED_KONG else ()))
    return capped(shape + sum(found.values()), rules), all_fans


def _bonus_fans(attempt: Attempt, rules: Rules) -> Iterator[tuple[Fan, int]]:
    """A plain hand with any of these is plain no more (MIL2023 九-3)."""
    if attempt.player.declared:
        yield _DECLARED_FANS[attempt.player.declared], declaration_bonus(attempt.player, rules)
    if attempt.heavenly:
        yield Fan.HEAVENLY, rules.heavenly
    if attempt.earthly:
        yield Fan.EARTHLY, rules.earthly


def _hot_fans(attempt: Attempt, rules: Rules) -> Iterator[tuple[Fan, int]]:
    if attempt.after_kong and attempt.by is By.SELF_DRAW:
        yield Fan.KONG_BLOOM, rules.kong_bloom
    elif attempt.after_kong:
        yield Fan.HOT_SHOT, hot_shot_units(attempt.shot_kind, rules)


def own_value(units: int, is_plain: bool, player: Player, rules: Rules) -> tuple[int, int]:
    """(V, 报听) of a player's own hand as it is paid where nobody's win is: V is 0 where 报听 takes its place."""
    bonus = declaration_bonus(player, rules)
    absorbed = bonus > 0 and (rules.declared_flat or (rules.declared_swallows_plain and is_plain))
    return 0 if absorbed else units, bonus


def ready_units(value: HandValue, player: Player, rules: Rules) -> int:
    """What the best wait of a ready player counts at a drawn round (RULES 6, MIL2023)."""
    if not rules.drawn_counts_declared:
        return value.units
    return capped(sum(own_value(value.units, value.is_plain, player, rules)), rules)
