"""What was not told and mattered: what the settlement took it to be (RULES 5, 9, HOUSE 4).

Something taken to be so is said only if another value would change who pays whom how much, who is ready, or who deals
next; of other values there are those with which the deal can still be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from scoring.choices import (
    CountedDiscards,
    DeclaredDiscarder,
    LetGo,
    MissingSuit,
    OwedChickens,
    TripleShot,
    WindChicken,
)
from scoring.deal import Deal
from scoring.fates import FirstChicken, FirstChickenFate, fate_of
from scoring.inputs import MOST_NUMBER
from scoring.ledger import Assumed, Claim, Section, Transfer, cause, post
from scoring.prices import capped
from scoring.round import Round, reported_ready
from scoring.sections import claims
from scoring.sections.kinds import Chicken, chickens, fixed_chicken
from scoring.succession import next_dealer
from scoring.table import Win
from scoring.terms import Assumption, By, Reason, seat_zh
from scoring.tiles import Tile

SENTENCES_REMEMBERED = 1024
Fates = Mapping[Tile, FirstChicken]
_WORTHS = (1, 2, MOST_NUMBER)
"""What a wait may be worth: what is paid grows with it up to a cap, but for a plain one that 报听 may swallow."""


def assumptions(round_: Round, fates: Fates, paid: Iterable[Transfer]) -> Iterator[Assumed]:
    """Everything that was taken to be so, but for what could not have changed the lines `paid` or the next dealer."""
    deal = round_.deal
    asked = round_.incomes and any(player.hand is None and player.chickens is None for player in deal.players)
    chickens_left = asked and _may_hold(round_, fates)
    for seat, player in enumerate(deal.players):
        if player.hand is None:
            yield from _unseen(round_, fates, paid, seat)
            if chickens_left and player.chickens is None and _is_paid(round_, seat):
                yield assumed(Assumption.CHICKENS, deal, value=0, seat=seat)
        elif player.missing is None and round_.rules.missing_suit is MissingSuit.DECLARED and round_.ready[seat]:
            yield assumed(Assumption.MISSING, deal, seat=seat)
    if round_.win is not None and not round_.deal.turned_known and _turned_matters(round_, fates, paid):
        yield assumed(Assumption.TURNED, deal)
    if round_.incomes or round_.debts:
        if round_.rules.week_chickens and round_.deal.weekday is None and _weekday_matters(round_):
            yield assumed(Assumption.WEEKDAY, deal)
        yield from _first_chickens(round_, fates)


def assumed(
    what: Assumption, deal: Deal, *, value: bool | int | None = None, seat: int | None = None, tile: Tile | None = None
) -> Assumed:
    """One of them, in words."""
    who = "" if seat is None else seat_zh(seat, deal.dealer, len(deal.players))
    return _in_words(what, who=who, value=value, seat=seat, tile=tile)


@lru_cache(maxsize=SENTENCES_REMEMBERED)
def _in_words(what: Assumption, *, who: str, value: bool | int | None, seat: int | None, tile: Tile | None) -> Assumed:
    zh = what.zh.format(who=who, value=value, tile="" if tile is None else tile.name_zh)
    return Assumed(str(what), zh, what.en.format(who=f"seat {seat}", value=value, tile=tile), value, seat, tile)


def _unseen(round_: Round, fates: Fates, paid: Iterable[Transfer], seat: int) -> Iterator[Assumed]:
    deal = round_.deal
    player = deal.players[seat]
    ready = reported_ready(player)
    if player.ready is None and player.declared is None:  # who declared is ready: that was told
        yield assumed(Assumption.READY, deal, value=ready, seat=seat)
    if ready and player.ready_units is None and _units_matter(round_, fates, paid, seat):
        yield assumed(Assumption.READY_UNITS, deal, value=round_.rules.ping_hu, seat=seat)


def _is_paid(round_: Round, seat: int) -> bool:
    """Would a chicken of this player be paid?"""
    claim = Claim(Section.CHICKEN, round_.others(seat)[0], seat, Reason.CHICKEN, 1)
    return round_.incomes and cause(claim, round_) is None


def _owed_to_anybody(round_: Round, seat: int) -> bool:
    """Does this player owe for what they have of chickens?"""
    owes = round_.debts and round_.wind is WindChicken.NO and not round_.ready[seat]
    return owes and any(round_.ready)


def _may_hold(round_: Round, fates: Fates) -> bool:
    """Is there a chicken of which a copy may lie in a hand that was not seen?"""
    return any(chicken.kind in round_.not_seen for chicken in chickens(round_, fates))


def _units_matter(round_: Round, fates: Fates, paid: Iterable[Transfer], seat: int) -> bool:
    """Does anybody pay by what this unseen ready hand waits for?"""
    if round_.win is None:
        return not all(round_.ready) and capped(MOST_NUMBER, round_.rules) > 1
    if not _units_are_asked(round_, round_.win, seat):
        return False
    players = round_.deal.players
    told = (replace(players[seat], ready_units=units) for units in _WORTHS)
    deals = (replace(round_.deal, players=(*players[:seat], one, *players[seat + 1 :])) for one in told)
    return _differs(round_, fates, paid, deals)


def _units_are_asked(round_: Round, win: Win, seat: int) -> bool:
    """Is there anything that may be paid by the best wait of this player?"""
    rules = round_.rules
    if round_.void and rules.let_go is LetGo.VOID_WAITS:
        return True
    discarded = win.by is By.DISCARD and win.source == seat
    own_hand = rules.declared_discarder is DeclaredDiscarder.OWN_HAND
    return discarded and (own_hand or rules.triple_shot is TripleShot.DISCARDER_HAND)


def _turned_matters(round_: Round, fates: Fates, paid: Iterable[Transfer]) -> bool:
    """Can the turned tile make a chicken that is paid, or blow them away?"""
    rules = round_.rules
    if rules.turned_next and rules.wind_chicken is WindChicken.NO and _holds_a_next(round_):
        return True  # so it is in by far the most rounds; what else there may be is tried
    turns = rules.turned_next or rules.turned_previous or rules.turned_self
    if round_.all_void or (not turns and rules.wind_chicken is WindChicken.NO):
        return False  # no chicken is paid, or none is made
    left = (tile for tile in round_.not_seen if tile.suit in rules.suits)
    return _differs(round_, fates, paid, (replace(round_.deal, turned=tile) for tile in left))


def _holds_a_next(round_: Round) -> bool:
    """Does somebody who is paid for chickens hold a tile that is none yet, and follows one that may be turned?"""
    for seat, player in enumerate(round_.deal.players):
        if player.hand and _is_paid(round_, seat):
            for tile in player.hand:
                if tile not in round_.rules.chickens_in_set and tile.preceding in round_.not_seen:
                    return True
    return False


def _differs(round_: Round, fates: Fates, paid: Iterable[Transfer], deals: Iterable[Deal]) -> bool:
    """Is anything else paid in one of these deals, in which the same players won and are ready, or deals another?

    Compared by sums over payer, payee and reason (RULES 10).
    """
    found = _sums(paid), next_dealer(round_)
    for other in (replace(round_, deal=deal) for deal in deals):
        lines, _ = post(claims(other, fates), other)
        if (_sums(lines), next_dealer(other)) != found:
            return True
    return False


def _sums(paid: Iterable[Transfer]) -> Counter[tuple[int, int, Reason]]:
    sums: Counter[tuple[int, int, Reason]] = Counter()
    for line in paid:
        sums[line.payer, line.payee, line.reason] += line.amount
    return sums


def _weekday_matters(round_: Round) -> bool:
    """Has anybody who is paid for chickens, or owes for every one that they show, any tile that counts?"""
    all_owed = round_.rules.unready_owes_chickens is OwedChickens.SHOWN
    for seat, player in enumerate(round_.deal.players):
        shown = bool(player.melds) or _discards_count(round_, seat)
        held = bool(player.hand or player.concealed_chickens) or round_.won_tile_holder == seat
        if (shown or held) and _is_paid(round_, seat):
            return True
        if shown and all_owed and _owed_to_anybody(round_, seat):
            return True
    return False


def _discards_count(round_: Round, seat: int) -> bool:
    """Do any of these discards count as chickens, if they are some (满堂鸡)?"""
    counted, discards = round_.rules.discards_count, round_.deal.players[seat].discards
    if counted is CountedDiscards.FIXED:
        return not round_.rules.chickens_in_set.keys().isdisjoint(discards)
    return counted is CountedDiscards.ALL and bool(discards)


def _first_chickens(round_: Round, fates: Fates) -> Iterator[Assumed]:
    """Claimed melds whose source was not told, and first chickens that nobody told about."""
    deal = round_.deal
    for kind in round_.rules.chickens_in_set if round_.rules.first_chicken_counts else ():
        fate = fates.get(kind)
        if fate is None:
            if _was_discarded(deal, kind) and _first_matters(round_, kind, _possible_fates(deal, kind)):
                yield assumed(Assumption.FIRST_DISCARDER, deal, tile=kind)
        elif fate.assumed and fate.claimer is not None and _first_matters(round_, kind, (fate,)):
            yield assumed(Assumption.CLAIMED_CHICKEN, deal, value=fate.claimer, seat=fate.claimer, tile=kind)


def _was_discarded(deal: Deal, kind: Tile) -> bool:
    """Does one lie, or was one claimed?"""
    return any(
        kind in player.discards or any(meld.tile is kind and meld.is_claimed for meld in player.melds)
        for player in deal.players
    )


def _possible_fates(deal: Deal, kind: Tile) -> Iterator[FirstChicken]:
    """What may have become of the first one: by each player who can have discarded it."""
    for seat in range(len(deal.players)):
        if (fate := fate_of(deal, kind, seat)) is not None:
            yield fate


def _first_matters(round_: Round, kind: Tile, possible: Iterable[FirstChicken]) -> bool:
    """Is anything paid for the first one of this kind, if one of these became of it?"""
    return any(_first_is_paid(round_, fixed_chicken(round_, kind, fate), fate) for fate in possible)


def _first_is_paid(round_: Round, chicken: Chicken, fate: FirstChicken) -> bool:
    owes = round_.rules.unready_owes_chickens
    if fate.fate is FirstChickenFate.LYING:
        owed = owes is not OwedChickens.NO and _owed_to_anybody(round_, fate.discarder)
        return chicken.charge > 0 and (owed or _is_paid(round_, fate.discarder))
    if fate.claimer is None or not chicken.claimed:
        return False
    owed = owes is OwedChickens.SHOWN and _owed_to_anybody(round_, fate.claimer) and round_.ready[fate.discarder]
    return owed or _is_paid(round_, fate.claimer)
