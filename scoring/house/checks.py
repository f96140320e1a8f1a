"""Sheets that are refused: values that cannot stand beside one another (HOUSE 3)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from scoring.choices import CountedDiscards, DeclaredDiscarder, LetGo, MissingSuit, OwedChickens, TripleShot
from scoring.house.words import in_words
from scoring.rules import KEYS, SUIT_SETS, Rules

CONTAINS = (
    ("da_dui_zi", "ping_hu"),
    ("xiao_qi_dui", "ping_hu"),
    ("qing_yi_se", "ping_hu"),
    ("long_qi_dui", "xiao_qi_dui"),
    ("dan_diao", "da_dui_zi"),
)
"""(a pattern, one that it contains): it cannot be worth less, wherever it is played."""

CONTAINS_SEPARATE = (
    *CONTAINS,
    ("di_long", "ping_hu"),
    ("qing_da_dui", "da_dui_zi"),
    ("qing_da_dui", "qing_yi_se"),
    ("qing_qi_dui", "xiao_qi_dui"),
    ("qing_qi_dui", "qing_yi_se"),
    ("qing_long_bei", "long_qi_dui"),
    ("qing_long_bei", "qing_qi_dui"),
    ("qing_dan_diao", "qing_da_dui"),
    ("qing_dan_diao", "dan_diao"),
    ("qing_di_long", "di_long"),
    ("qing_di_long", "qing_yi_se"),
)
"""The same where points don't add up."""


class Fault(NamedTuple):
    """What cannot be: the keys that it is about, the one to be named first, and why, in English and Chinese."""

    keys: tuple[str, ...]
    why: str
    zh: str

    def sentences(self, rules: Rules) -> tuple[str, str]:
        """What stands beside what and why that cannot be, in English and Chinese."""
        values = {key: getattr(rules, key) for key in self.keys}
        english = " beside ".join(f"{key} {value}" for key, value in values.items())
        chinese = "，".join(f"{KEYS[key].zh} {in_words(key, value)[0]}" for key, value in values.items())
        return f"{english}: {self.why}", f"{chinese}：{self.zh}"


def fault(rules: Rules, given: Collection[str]) -> tuple[str, str, str] | None:
    """(key, sentence, the same in Chinese) of the first fault, None if there is none; of several keys one that `given`
    has, else "".
    """
    for test in _TESTS:
        for found in test(rules):
            return next((key for key in found.keys if key in given), ""), *found.sentences(rules)
    return None


def _patterns(rules: Rules) -> Iterator[Fault]:
    for whole, part in CONTAINS if rules.points_add_up else CONTAINS_SEPARATE:
        if 0 < getattr(rules, whole) < getattr(rules, part):
            zh = f"{KEYS[whole].zh}里有{KEYS[part].zh}，不能比它少"
            yield Fault((whole, part), f"{whole} contains {part} and cannot be worth less", zh)


def _di_long(rules: Rules) -> Iterator[Fault]:
    if (rules.di_long == 0) != (rules.qing_di_long == 0):
        yield Fault(("di_long", "qing_di_long"), "either both are played or neither", "两样一起有，或者一起没有")


def _golden_charge(rules: Rules) -> Iterator[Fault]:
    if rules.charge_golden < rules.golden:
        why, zh = "a golden 冲锋鸡 is a golden chicken and cannot be worth less", "金冲锋鸡也是金鸡，不能更少"
        yield Fault(("charge_golden", "golden"), why, zh)


def _discards(rules: Rules) -> Iterator[Fault]:
    """A 冲锋鸡 lies among the discards."""
    if rules.discards_count is not CountedDiscards.NONE:
        return
    why, zh = "a 冲锋鸡 lies among the discards, and none counts", "冲锋鸡是打出去的鸡，打出去的都不算就没有它"
    if rules.charge > 1:
        yield Fault(("discards_count", "charge"), why, zh)
    if rules.charge_golden > rules.golden:
        yield Fault(("discards_count", "charge_golden", "golden"), why, zh)
    if rules.unready_owes_chickens is OwedChickens.THROWN:
        yield Fault(("discards_count", "unready_owes_chickens"), why, zh)


def _missing(rules: Rules) -> Iterator[Fault]:
    if rules.missing_suit is not MissingSuit.NO and rules.suits != SUIT_SETS[0]:
        yield Fault(("missing_suit", "suits"), "a set of two suits lacks one already", "两房已经少了一门")


def _added_up(rules: Rules) -> Iterator[Fault]:
    """What only lines of their own can pay."""
    if not rules.points_add_up:
        return
    why, zh = f"{rules.name} adds its points up", "这套规则是番加番，没有这样的"
    if rules.declared_discarder is DeclaredDiscarder.OWN_HAND:
        yield Fault(("declared_discarder",), why, zh)
    if rules.triple_shot is not TripleShot.NONE:
        yield Fault(("triple_shot",), why, zh)
    if rules.let_go in (LetGo.VOID_CLAIMED, LetGo.VOID_WAITS):
        yield Fault(("let_go",), why, zh)


_TESTS: tuple[Callable[[Rules], Iterator[Fault]], ...] = (
    _patterns,
    _di_long,
    _golden_charge,
    _discards,
    _missing,
    _added_up,
)
