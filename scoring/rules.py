"""Rules: every number of a rule set, each with its source; options; how to get one by name.

A rule set is a value (law 1): the engine reads these fields and never a rule set's name. The constants are in
`scoring.rulesets`. "RULES n" is section n of RULES.md; 000, 001, 002, 004 are the source texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum

from scoring.terms import Declared, MeldKind, Pattern
from scoring.tiles import Tile


class RefusedWin(StrEnum):
    """What becomes of a win on another's tile by one who let a winning discard go (RULES 2)."""

    FORBIDDEN = "forbidden"  # it is no win
    VOID = "void"  # it is claimed, void, and punished (包牌, RULES 7)
    FORBIDDEN_TO_DECLARED = "forbidden_to_declared"  # binds declared players only


class Burns(StrEnum):
    """What a discarder of a hot shot or the robbed loses (RULES 3)."""

    NOTHING = "nothing"
    KONG = "kong"  # the kong just made
    ALL = "all"  # all his kongs and chickens


class DeclaredDiscarder(StrEnum):
    """What a declared player owes who deals in, beside what every discarder owes (RULES 3)."""

    NOTHING = "nothing"
    ON_TOP = "on_top"  # his own 报听 too
    INSTEAD = "instead"  # his own hand's value instead of the winner's


class Reversal(StrEnum):
    """What three winners on one discard do (一炮三响, RULES 3)."""

    NONE = "none"
    OWN_HANDS = "own_hands"  # each pays the discarder his own hand's value
    DISCARDERS_HAND = "discarders_hand"  # each pays the discarder the discarder's own ready hand's value


class Succession(StrEnum):
    """Who deals next (RULES 8)."""

    STAYS = "stays"
    FIRST_AFTER_DEALER = "first_after_dealer"  # the first winner after the dealer, the dealer himself last
    DEALER_OR_FIRST_AFTER = "dealer_or_first_after"  # the dealer if he won, else the first winner after him
    DISCARDER = "discarder"  # the discarder, or the robbed
    BY_READINESS = "by_readiness"  # a drawn round: 002's list


@dataclass(frozen=True, slots=True)
class KongRule:
    """What a kind of kong pays: units from each other player, or from its feeder alone."""

    units: int
    from_each: bool
    zh: str


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule that a table may agree on; `changes` are the fields of Rules that it replaces."""

    zh: str
    en: str
    source: str
    changes: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Rules:
    """One rule set. Amounts are units; a field that says "nothing" or 0 means the rule is not played."""

    name: str
    zh: str
    title_source: str
    players: tuple[int, ...]

    # What a hand is worth (RULES 1)
    patterns: Mapping[Pattern, int]
    single_wait: Mapping[Pattern, int]  # 单吊, four melds and one tile in hand: in place of these patterns' values
    four_alike_won_on: bool  # 龙七对 only if the winning tile is one of the four alike
    points_add_up: bool  # everything that a win pays is one `win` line of named fans; else lines of their own
    cap: int | None  # on the points of such a line

    # Who may win (RULES 2)
    declared_is_pass: bool
    pass_on_declared_discard: bool
    refused_win: RefusedWin
    refused_may_not_draw: bool
    declared_may_kong: bool
    dealer_may_declare_hard: bool

    # What a win pays (RULES 3)
    self_draw: int
    kong_bloom: int
    hot_shot: Mapping[MeldKind, int]  # by the kind of the discarder's kong just made
    declared: Mapping[Declared, int]
    tens_swallow: int  # who owes any of the tens owes no `win` line of at most so many units
    declared_discarder: DeclaredDiscarder
    killed_declared: int
    heavenly: int
    dealer_beside_streak: int | None  # 庄 = streak + this; None: no 庄
    robbed_pays_all_shares: bool  # as a self-draw would have raised them; else the discarder's one share
    robbed_kong: int
    hot_shot_burns: Burns
    robbed_burns: Burns
    triple_shot: Reversal

    # Kongs (RULES 4)
    kongs: Mapping[MeldKind, KongRule]
    late_as_its_kind: bool
    income_needs_ready: bool  # kongs and chickens are paid to ready players and winners only
    liable_kong: bool

    # Chickens (RULES 5)
    fixed_chickens: tuple[Tile, ...]
    discards_count: bool
    golden: int  # a chicken's value when the turned tile points at it
    four_alike: int | None  # in place of 4 single ones, if concealed
    charge: int  # 冲锋鸡, above the plain value
    charge_golden: int
    claimed_chicken: int  # 责任鸡: its discarder pays the claimer this above the plain value
    claimed_chicken_golden: int
    liable_lying: bool  # an unready player owes the ready ones his lying fixed chickens, 1 for each claimed meld
    liable_collected: bool  # … owes the ready ones what he would have collected for his discards and melds
    caught_kong: int
    flush_reward: int

    # Drawn rounds and penalties (RULES 6, 7)
    unseen_ready_units: int
    unready_counts_declared: bool
    miscount: int | None  # a miscounted player at a drawn round with nobody ready; None: he is merely not ready
    refused_pays_their_waits: bool  # a void winner pays each other player that one's dearest wait; else what he claimed

    # Next dealer (RULES 8)
    two_winners: Succession
    three_winners: Succession
    drawn: Succession

    sources: Mapping[str, str]
    interpretations: tuple[tuple[str, str], ...] = ()  # Chinese, English
    options: Mapping[str, Option] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()

    def with_options(self, chosen: Mapping[str, bool]) -> Rules:
        """These rules with the house options that are true in `chosen`; raises KeyError for an unknown name."""
        rules = self
        for name, on in chosen.items():
            if on:
                changes: dict[str, object] = {
                    key: {**getattr(rules, key), **value} if isinstance(value, Mapping) else value
                    for key, value in self.options[name].changes.items()
                }
                rules = replace(rules, chosen=(*rules.chosen, name), **changes)  # type: ignore[arg-type]
        return rules


VALUES: tuple[str, ...] = tuple(
    f.name
    for f in fields(Rules)
    if f.name not in ("name", "zh", "title_source", "sources", "interpretations", "options", "chosen")
)
"""The fields of Rules that are rules: each of them has a source in every rule set."""

UNSUPPORTED: Mapping[str, str] = {
    "跟章": "named in 002, not defined there",
    "买马": "named in 002, not defined there",
    "上下鸡": "named in 002, not defined there",
    "海底捞月": "named in 002, not defined there",
    "信号鸡": "004: a way to lay tiles that tells others whether one is ready; no score",
    "混": "002: no honours, so no half flush",
}
"""Named in the sources, not defined there, not played here (RULES 11)."""
