"""Rules: every value of a rule set, each with its names and range; options; what else is data of a rule set.

A rule set is a value (law 1): the engine reads these fields and never a rule set's name. The fields that carry a `Key`
are those that a house sheet may change; their names, ranges and words are HOUSE 2, and nothing else repeats them. The
constants are in `scoring.rulesets`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Annotated, get_args, get_origin, get_type_hints

from scoring.choices import (
    BurntKongs,
    CountedDiscards,
    DealerAfterDraw,
    DealerAfterWins,
    DealerDeclares,
    DeclaredDiscarder,
    DrawnPays,
    KongFrom,
    LateKong,
    LetGo,
    MissingSuit,
    OwedChickens,
    OwedKongs,
    RobbedPays,
    TripleShot,
    WindChicken,
)
from scoring.terms import KONGS, MeldKind, Term
from scoring.tiles import Tile

SUIT_SETS = ("mps", "mp", "ms", "ps")
TABLES = (2, 3, 4)


@dataclass(frozen=True, slots=True)
class Key:
    """A value that a sheet may change: its names, its least and greatest number, where it stands.

    `separate`: it is refused where points add up; `added_up`: it is refused where they don't (HOUSE 2, `–`).
    """

    zh: str
    en: str
    least: int = 0
    most: int = 50
    separate: bool = False
    added_up: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule that a table may agree on; `changes` are the fields of Rules that it replaces."""

    zh: str
    en: str
    source: str
    changes: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What was decided where a source is silent ([I] of RULES.md), and which values a sheet takes it back by.

    It stands while every key of `decided_by` is as in the rule set and one of `about`, if there are any, is played.
    """

    zh: str
    en: str
    decided_by: tuple[str, ...] = ()
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Words:
    """What a rule set calls its kongs and debts; they decide nothing (RULES 10)."""

    kongs: Mapping[MeldKind, str]
    liable_kong: str = "包豆"
    liable_chicken: str = "包鸡"
    caught_kong: str = "捉到豆"


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules:
    """One rule set, or a sheet over one. Amounts are units; 0 or "no" means that the rule is not played."""

    name: str
    zh: str
    title_source: str
    words: Words
    points_add_up: bool  # everything that a win pays is one `win` line of named fans; else lines of their own

    # Table (HOUSE 4)
    players: Annotated[tuple[int, ...], Key("人数", "players")]
    suits: Annotated[str, Key("用牌（两房：去一门）", "suits in the set")]
    missing_suit: Annotated[MissingSuit, Key("缺一门 / 定缺", "a winner lacks a suit")]

    # What a hand is worth (RULES 1)
    ping_hu: Annotated[int, Key("平胡", "plain", 1, 200)]
    da_dui_zi: Annotated[int, Key("大对子", "all triplets", 1, 200)]
    xiao_qi_dui: Annotated[int, Key("小七对", "seven pairs", 1, 200)]
    long_qi_dui: Annotated[int, Key("龙七对", "seven pairs with four alike", 1, 200)]
    dan_diao: Annotated[int, Key("单吊", "single wait on four melds", 0, 200)]
    di_long: Annotated[int, Key("地龙", "a pong, five pairs, won on its fourth", 0, 200, separate=True)]
    qing_yi_se: Annotated[int, Key("清一色", "one suit", 1, 200)]
    qing_da_dui: Annotated[int, Key("清大对", "one suit, all triplets", 1, 200, separate=True)]
    qing_qi_dui: Annotated[int, Key("清七对", "one suit, seven pairs", 1, 200, separate=True)]
    qing_long_bei: Annotated[int, Key("清龙背", "one suit, seven pairs with four alike", 1, 200, separate=True)]
    qing_dan_diao: Annotated[int, Key("清单吊", "one suit, single wait on four melds", 0, 200, separate=True)]
    qing_di_long: Annotated[int, Key("清地龙", "one suit, a pong, five pairs", 0, 200, separate=True)]
    dragon_on_four: Annotated[bool, Key("龙七对须胡四张之一", "the four must be won on")]
    win_cap: Annotated[int, Key("封顶", "cap of a win", 0, 500)]

    # Who may win (RULES 2)
    declared_is_pass: Annotated[bool, Key("报听当通行证", "declared needs no pass")]
    declared_discarder_is_pass: Annotated[bool, Key("胡报听者免通行证", "off a declared player no pass")]
    let_go: Annotated[LetGo, Key("过水", "a win let go")]
    let_go_may_draw: Annotated[bool, Key("过水后可自摸", "may still self-draw")]
    dealer_declares: Annotated[DealerDeclares, Key("庄家可报", "how the dealer declares")]
    declared_kongs: Annotated[bool, Key("报听后可杠", "declared may kong")]

    # What a win pays (RULES 3)
    self_draw: Annotated[int, Key("自摸加", "self-draw adds")]
    self_draw_plain: Annotated[int, Key("平胡自摸另加", "plain self-draw adds besides", separate=True)]
    self_draw_double: Annotated[bool, Key("自摸翻倍", "self-draw doubles the pattern")]
    kong_bloom: Annotated[int, Key("杠上花加", "win on a replacement adds")]
    hot_shot_exposed: Annotated[int, Key("热炮加（点豆后）", "hot shot after an exposed kong")]
    hot_shot_concealed: Annotated[int, Key("热炮加（闷豆后）", "hot shot after a concealed kong")]
    hot_shot_added: Annotated[int, Key("热炮加（爬坡豆后）", "hot shot after an added kong")]
    hot_shot_double: Annotated[bool, Key("热炮翻倍", "hot shot doubles the pattern")]
    hot_shot_burns_kongs: Annotated[BurntKongs, Key("热炮烧豆", "hot shot burns kongs")]
    hot_shot_burns_chickens: Annotated[bool, Key("热炮烧鸡", "hot shot burns chickens")]
    robbed_pays: Annotated[RobbedPays, Key("抢杠包几家", "shares the robbed pays")]
    robbed_kong: Annotated[int, Key("抢杠加", "robbing adds once")]
    robbed_burns_kongs: Annotated[bool, Key("抢杠烧豆", "robbing burns kongs")]
    robbed_burns_chickens: Annotated[bool, Key("抢杠烧鸡", "robbing burns chickens")]
    declared_hard: Annotated[int, Key("硬报", "declared on the dealt hand")]
    declared_soft: Annotated[int, Key("软报", "declared later")]
    declared_flat: Annotated[bool, Key("报听不累加", "declared pays alone", separate=True)]
    declared_swallows_plain: Annotated[bool, Key("报听不再计平胡", "the tens swallow plain", separate=True)]
    declared_discarder: Annotated[DeclaredDiscarder, Key("报听者点炮", "a declared discarder")]
    killed_declared: Annotated[int, Key("杀报", "killing a declared player")]
    heavenly: Annotated[int, Key("天胡", "the dealer's dealt win")]
    earthly: Annotated[int, Key("地胡", "a win before one's first discard")]
    dealer_paid: Annotated[bool, Key("庄（连庄）", "the dealer's bonus is played")]
    dealer_first: Annotated[int, Key("头庄", "dealer's bonus the first time")]
    side_bets: Annotated[bool, Key("估卖", "side bets")]
    triple_shot: Annotated[TripleShot, Key("一炮三响", "three winners on a discard")]

    # Kongs (RULES 4)
    kong_concealed: Annotated[int, Key("闷豆", "concealed kong")]
    kong_added: Annotated[int, Key("爬坡豆", "added kong")]
    kong_exposed: Annotated[int, Key("点豆", "exposed kong")]
    kong_exposed_from: Annotated[KongFrom, Key("点豆谁付", "who pays an exposed kong")]
    kong_late: Annotated[LateKong, Key("憨包豆", "late kong")]
    kongs_need_ready: Annotated[bool, Key("豆须叫牌", "kongs need a ready owner")]
    unready_owes_kongs: Annotated[OwedKongs, Key("包豆", "unready owes their kongs")]

    # Chickens (RULES 5)
    fixed_chickens: Annotated[Mapping[Tile, int], Key("固定鸡", "fixed chickens", 1, 10)]
    golden: Annotated[int, Key("金鸡倍数", "golden times", 1, 10)]
    turned_next: Annotated[bool, Key("翻牌鸡（后一张）", "next of the turned tile")]
    turned_previous: Annotated[bool, Key("前一张也是鸡（上下鸡）", "previous of the turned tile")]
    turned_self: Annotated[bool, Key("本鸡", "the turned kind itself")]
    silver: Annotated[int, Key("银鸡", "a turned 1m or 1p", 1, 10)]
    week_chickens: Annotated[int, Key("星期鸡", "the day's number", 0, 10)]
    wind_chicken: Annotated[WindChicken, Key("吹风鸡", "a turned 5p")]
    standing_chicken: Annotated[bool, Key("站鸡", "a held 1s counts double")]
    discards_count: Annotated[CountedDiscards, Key("满堂鸡", "which discards count")]
    chickens_need_ready: Annotated[bool, Key("鸡须叫牌", "chickens need a ready owner")]
    four_alike: Annotated[int, Key("满鸡", "four alike count as", 4, 10)]
    charge: Annotated[int, Key("冲锋鸡", "the first fixed chicken thrown", 1, 20)]
    charge_golden: Annotated[int, Key("金冲锋鸡", "golden charging chicken (冲锋鸡)", 1, 40)]
    claimed_chicken: Annotated[int, Key("责任鸡", "its discarder pays more")]
    claimed_chicken_golden: Annotated[int, Key("金责任鸡", "golden claimed chicken (责任鸡)")]
    unready_owes_chickens: Annotated[OwedChickens, Key("包鸡", "unready owes their chickens")]
    caught_kong: Annotated[int, Key("捉到豆", "turned on an unready player's kong")]
    flush_reward: Annotated[int, Key("清一色奖励", "reward of a ready one-suit hand")]

    # Drawn rounds and penalties (RULES 6, 7)
    drawn_pays: Annotated[DrawnPays, Key("黄庄鸡豆", "kongs and chickens of a drawn round")]
    drawn_counts_declared: Annotated[bool, Key("查叫计报听", "declared counts when drawn", added_up=True)]
    miscount: Annotated[int, Key("相公", "a miscount when nobody is ready")]

    # Next dealer (RULES 8)
    next_dealer_two: Annotated[DealerAfterWins, Key("两响后的庄", "dealer after two winners")]
    next_dealer_three: Annotated[DealerAfterWins, Key("三响后的庄", "dealer after three winners")]
    next_dealer_drawn: Annotated[DealerAfterDraw, Key("黄庄后的庄", "dealer after a draw")]

    sources: Mapping[str, str]
    interpretations: tuple[Interpretation, ...] = ()
    options: Mapping[str, Option] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()

    def with_options(self, chosen: Mapping[str, bool]) -> Rules:
        """These rules with the house options that are true in `chosen`; raises KeyError for an unknown name."""
        told = [name for name, on in chosen.items() if on]
        changes = {field: value for name in told for field, value in self.options[name].changes.items()}
        return self.with_values(changes, chosen=(*self.chosen, *told)) if told else self

    def with_values(self, values: Mapping[str, object], **about: object) -> Rules:
        """These rules with other values, which must be of the fields' types."""
        return replace(self, **values, **about)  # type: ignore[arg-type]

    @cached_property
    def kong_units(self) -> Mapping[MeldKind, int]:
        """What each kind of kong pays; a late one by itself nothing (`Meld.settled_as`)."""
        return dict(zip(KONGS, (self.kong_concealed, self.kong_added, self.kong_exposed, 0), strict=True))

    def kong_total(self, kind: MeldKind, others: int) -> int:
        """What a kong of this kind brings its owner from that many other players."""
        fed = kind is MeldKind.EXPOSED and self.kong_exposed_from is KongFrom.FEEDER
        return self.kong_units[kind] * (1 if fed else others)

    @cached_property
    def first_chicken_counts(self) -> bool:
        """Does anything hang on who discarded the table's first chicken, and what became of it (HOUSE 4)?"""
        return (
            self.charge > 1
            or self.charge_golden > self.golden
            or self.claimed_chicken > 0
            or self.claimed_chicken_golden > 0
        )

    @cached_property
    def chickens_in_set(self) -> Mapping[Tile, int]:
        """The fixed chickens of suits that are in the set."""
        return {kind: value for kind, value in self.fixed_chickens.items() if kind.suit in self.suits}


_HINTS = get_type_hints(Rules, include_extras=True)
KEYS: Mapping[str, Key] = {
    name: next(extra for extra in get_args(hint) if isinstance(extra, Key))
    for name, hint in _HINTS.items()
    if get_origin(hint) is Annotated
}
"""The values that a sheet may change, in the order of HOUSE 2."""

CHOICES: Mapping[str, type[Term]] = {
    name: kind for name in KEYS if isinstance(kind := get_args(_HINTS[name])[0], type) and issubclass(kind, Term)
}
"""The keys that are words, and their words."""

VALUES: tuple[str, ...] = ("points_add_up", *KEYS)
"""The fields of Rules that are rules: each of them has a source in every rule set."""

assert set(VALUES) < {one.name for one in fields(Rules)}

UNSUPPORTED: Mapping[str, str] = {
    "跟章": "named in 002, not defined there",
    "买马": "named in 002, not defined there",
    "海底捞月": "named in 002, not defined there",
    "信号鸡": "004: a way to lay tiles that tells others whether one is ready; no score",
    "混": "002: no honours, so no half flush",
}
"""Named in the sources, not defined there, not played here (RULES 11)."""
