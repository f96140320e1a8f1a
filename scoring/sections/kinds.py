"""Which kinds are chickens in a round, what a tile of each is worth, and what it is called (RULES 5, HOUSE 4, 7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.fates import FirstChicken
from scoring.round import Round
from scoring.rules import Rules
from scoring.tiles import TILES, Tile

_SILVER = (Tile.M1, Tile.P1)
_NAMES = {Tile.S1: ("幺鸡", "chicken 1s"), Tile.P8: ("乌骨鸡", "chicken 8p")}
_GOLDEN = {Tile.P8: ("金乌骨鸡", "golden chicken 8p")}


@dataclass(frozen=True, slots=True)
class Chicken:
    """A kind that is a chicken in this round.

    `base`: of one tile, without the day's part, which `worth` has too. `charge`, `claimed`: what the table's first one
    is worth above that while it lies, and once it was claimed.
    """

    kind: Tile
    fixed: bool
    base: int
    worth: int
    charge: int
    claimed: int
    label: tuple[str, str]
    fate: FirstChicken | None


def turned_chickens(round_: Round) -> tuple[Tile, ...]:
    """The kinds that the turned tile makes chickens: the next rank (翻鸡), the one before (上下鸡), itself (本鸡)."""
    turned, rules = round_.deal.turned, round_.rules
    if turned is None:
        return ()
    kinds = (
        (rules.turned_next, turned.following),
        (rules.turned_previous, turned.preceding),
        (rules.turned_self, turned),
    )
    return tuple(kind for is_played, kind in kinds if is_played)


def _of_the_day(round_: Round) -> tuple[Tile, ...]:
    """星期鸡: the three kinds of the day's number, of suits in the set."""
    if not round_.rules.week_chickens or round_.deal.weekday is None:
        return ()
    return tuple(kind for kind in TILES[round_.deal.weekday - 1 :: 9] if kind.suit in round_.rules.suits)


def chickens(round_: Round, fates: dict[Tile, FirstChicken]) -> Iterator[Chicken]:
    """The fixed chickens, the turned ones and those of the day, each kind once; golden if it is fixed and turned."""
    rules, turned, today = round_.rules, turned_chickens(round_), _of_the_day(round_)
    for kind in dict.fromkeys((*rules.chickens_in_set, *turned, *today)):
        each = rules.chickens_in_set.get(kind, 0)
        is_turned = kind in turned
        base = _base(kind, each, rules) if is_turned else each
        yield Chicken(
            kind=kind,
            fixed=each > 0,
            base=base,
            worth=base + (rules.week_chickens if kind in today else 0),
            charge=each * (rules.charge_golden if is_turned else rules.charge) - base if each else 0,
            claimed=each * (rules.claimed_chicken_golden if is_turned else rules.claimed_chicken),
            label=_label(kind, is_fixed=each > 0, is_turned=is_turned, rules=rules),
            fate=fates.get(kind),
        )


def _base(kind: Tile, each: int, rules: Rules) -> int:
    """What a turned kind is worth: golden if it is fixed, at so much `each`."""
    if each:
        return each * rules.golden
    return rules.silver if kind in _SILVER else 1


def _label(kind: Tile, *, is_fixed: bool, is_turned: bool, rules: Rules) -> tuple[str, str]:
    """(Chinese, English), the first name that fits (HOUSE 7)."""
    if is_fixed and is_turned:
        return _GOLDEN.get(kind, ("金鸡", f"golden chicken {kind}"))
    if is_fixed:
        return _NAMES.get(kind, (f"{kind.name_zh}鸡", f"chicken {kind}"))
    if not is_turned:
        return "星期鸡", f"chicken of the day {kind}"
    if kind in _SILVER and rules.silver > 1:
        return "银鸡", f"silver chicken {kind}"
    return "翻牌鸡", f"turned chicken {kind}"


def charge_label(kind: Tile) -> tuple[str, str]:
    """冲锋鸡, 冲锋乌骨鸡, and so of any other fixed kind."""
    zh = "冲锋鸡" if kind is Tile.S1 else f"冲锋{_NAMES.get(kind, (f'{kind.name_zh}鸡', ''))[0]}"
    return zh, f"first {kind}, lying"
