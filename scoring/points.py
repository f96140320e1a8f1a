"""What a win is worth beside its shape: the tens, and the points where they add up (RULES 3, MIL2023 九-3)."""

from __future__ import annotations

from scoring.legality import Attempt
from scoring.patterns import HandValue
from scoring.rules import Rules
from scoring.table import Player
from scoring.terms import By, Declared, Fan, Pattern

_DECLARED_FANS = {Declared.HARD: Fan.HARD_DECLARED, Declared.SOFT: Fan.SOFT_DECLARED}


def named(pattern: Pattern, fans: tuple[Fan, ...]) -> tuple[str, str]:
    """(Chinese, English) of what was won: the pattern, or every fan where points add up."""
    terms = fans or (pattern,)
    return "＋".join(term.zh for term in terms), " + ".join(term.en for term in terms)


def declared_units(player: Player, rules: Rules) -> int:
    """What this player's 报听 is worth; 0 if he did not declare."""
    return rules.declared[player.declared] if player.declared else 0


def beside_bonus(units: int, tens: int, rules: Rules) -> int:
    """V as it is paid beside the tens owed: they swallow a small one (RULES 3)."""
    return 0 if tens and units <= rules.tens_swallow else units


def points(value: HandValue, attempt: Attempt, rules: Rules) -> tuple[int, tuple[Fan, ...]]:
    """(units, fans) of a win: V alone, or everything up to the cap where points add up."""
    if not rules.points_add_up:
        return value.units, ()
    extras: list[tuple[Fan, int]] = []
    if attempt.player.declared:
        extras.append((_DECLARED_FANS[attempt.player.declared], declared_units(attempt.player, rules)))
    if attempt.heavenly:
        extras.append((Fan.HEAVENLY, rules.heavenly))
    tens = sum(units for _, units in extras)
    shape = beside_bonus(value.units, tens, rules)
    fans = value.fans if shape else ()
    if attempt.after_kong and attempt.by is By.SELF_DRAW:
        extras.append((Fan.KONG_BLOOM, rules.kong_bloom))
    elif attempt.after_kong:
        extras.append((Fan.HOT_SHOT, rules.hot_shot[attempt.after_kong]))
    elif attempt.by is By.ROBBED_KONG:
        extras.append((Fan.ROBBED_KONG, rules.robbed_kong))
    total = shape + sum(units for _, units in extras)
    return min(total, rules.cap or total), (*fans, *(fan for fan, _ in extras))


def ready_units(value: HandValue, player: Player, rules: Rules) -> int:
    """What the dearest wait of a ready player counts at a drawn round (RULES 6)."""
    if not rules.unready_counts_declared:
        return value.units
    tens = declared_units(player, rules)
    total = beside_bonus(value.units, tens, rules) + tens
    return min(total, rules.cap or total)
