"""Which kinds are chickens in a round, what a tile of each is worth, and what it is called (RULES 5, HOUSE 4, 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from scoring.fates import FirstChicken
from scoring.round import Round
from scoring.rules import Rules
from scoring.tiles import TILES, Tile

_SILVER = (Tile.M1, Tile.P1)
_NAMES = {Tile.S1: ("幺鸡", "chicken 1s"), Tile.P8: ("乌骨鸡", "chicken 8p")}
_GOLDEN = {Tile.P8: ("金乌骨鸡", "golden chicken 8p")}

TURNED: Mapping[str, Callable[[Tile], Tile]] = {
    "turned_next": lambda turned: turned.following,
    "turned_previous": lambda turned: turned.preceding,
    "turned_self": lambda turned: turned,
}
"""Which kind the turned tile makes a chicken, by the value of Rules that says whether it does."""


class Chicken(NamedTuple):
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
    """The kinds that the turned tile makes chickens: the next rank (翻牌鸡), the one before (上下鸡), itself (本鸡)."""
    turned, rules = round_.deal.turned, round_.rules
    if turned is None:
        return ()
    return tuple(made(turned) for key, made in TURNED.items() if getattr(rules, key))


def _of_the_day(round_: Round) -> tuple[Tile, ...]:
    """星期鸡: the three kinds of the day's number, of suits in the set."""
    if not round_.rules.week_chickens or round_.deal.weekday is None:
        return ()
    return tuple(kind for kind in TILES[round_.deal.weekday - 1 :: 9] if kind.suit in round_.rules.suits)


def chickens(round_: Round, fates: Mapping[Tile, FirstChicken]) -> Iterator[Chicken]:
    """The fixed chickens, the turned ones and those of the day, each kind once; golden if it is fixed and turned."""
    turned, today = turned_chickens(round_), _of_the_day(round_)
    for kind in dict.fromkeys((*round_.rules.chickens_in_set, *turned, *today)):
        yield _chicken(kind, round_.rules, fates.get(kind), is_turned=kind in turned, is_todays=kind in today)


def fixed_chicken(round_: Round, kind: Tile, fate: FirstChicken) -> Chicken:
    """One of the fixed chickens, if this became of the first of its kind."""
    is_turned, is_todays = kind in turned_chickens(round_), kind in _of_the_day(round_)
    return _chicken(kind, round_.rules, fate, is_turned=is_turned, is_todays=is_todays)


def _chicken(kind: Tile, rules: Rules, fate: FirstChicken | None, *, is_turned: bool, is_todays: bool) -> Chicken:
    each = rules.chickens_in_set.get(kind, 0)
    base = _base(kind, each, rules) if is_turned else each
    return Chicken(
        kind=kind,
        fixed=each > 0,
        base=base,
        worth=base + (rules.week_chickens if is_todays else 0),
        charge=each * (rules.charge_golden if is_turned else rules.charge) - base if each else 0,
        claimed=each * (rules.claimed_chicken_golden if is_turned else rules.claimed_chicken),
        label=_label(kind, is_fixed=each > 0, is_turned=is_turned, rules=rules),
        fate=fate,
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
