"""What a win pays (RULES 3, HOUSE 4), and what a void one costs (包牌, RULES 7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scoring.choices import DeclaredDiscarder, LetGo, RobbedPays, TripleShot
from scoring.ledger import Claim, Section
from scoring.patterns import HandValue
from scoring.points import declaration_bonus, hot_shot_units, named, own_value, points
from scoring.round import Round
from scoring.rules import Rules
from scoring.table import Win
from scoring.terms import By, Reason

THREE = 3
_DEALT_IN = ("报听放炮", "declared player dealt in")


class Item(NamedTuple):
    """What one share of a win is made of; units may be 0."""

    reason: Reason
    units: int
    label: tuple[str, str] | None = None


class Share(NamedTuple):
    """What `payer` owes `winner`, as if `owner` owed it: after a robbed kong the robbed pays the others' shares."""

    round_: Round
    win: Win
    winner: int
    payer: int
    owner: int
    by_discard: bool  # the discarder's share, not that of a self-draw


def win_claims(round_: Round) -> Iterator[Claim]:
    """The lines that every winner, void or not, is owed."""
    win, rules = round_.win, round_.rules
    if win is None:
        return
    if win.by is By.DISCARD and len(round_.winners) == THREE and rules.triple_shot is not TripleShot.NONE:
        yield from _reversed(round_, win)
        return
    for seat in round_.verdicts:
        for share in _shares(round_, win, seat):
            yield from _share_claims(share)
        if win.by is By.ROBBED_KONG and win.source is not None and rules.robbed_kong:
            yield Claim(Section.WIN, win.source, seat, Reason.ROBBED_KONG, rules.robbed_kong, tile=win.tile)


def _share_claims(share: Share) -> Iterator[Claim]:
    cap, owed = share.round_.rules.win_cap, _owed(share)
    for item in (*(_capped(owed, cap) if cap else owed), *_uncapped(share)):
        if item.units:
            tile = share.win.tile
            yield Claim(Section.WIN, share.payer, share.winner, item.reason, item.units, tile=tile, label=item.label)


def _shares(round_: Round, win: Win, winner: int) -> Iterator[Share]:
    """Each other player's on a self-draw; else that of whoever paid the tile, and after a robbed kong of every other
    player, co-winners included, where the robbed pays all (RULES 3).
    """
    all_pay = win.source is None or (win.by is By.ROBBED_KONG and round_.rules.robbed_pays is RobbedPays.ALL)
    for owner in round_.others(winner):
        if all_pay:
            yield Share(round_, win, winner, owner if win.source is None else win.source, owner, by_discard=False)
        elif owner == win.source:
            yield Share(round_, win, winner, owner, owner, by_discard=True)


def _owed(share: Share) -> list[Item]:
    """The lines of a share that a cap cuts, in the order of HOUSE 4."""
    items = _added_up(share) if share.round_.rules.points_add_up else _separate(share)
    return [*items, *_draw_or_shot(share, next(item for item in items if item.reason is Reason.WIN))]


def _added_up(share: Share) -> list[Item]:
    """Where points add up: all of them in one line; 报听 of the discarder and 杀报 besides."""
    round_ = share.round_
    value = round_.value(share.winner)
    units, fans = points(value, round_.attempt(share.winner), round_.rules)
    return [Item(Reason.WIN, units, named(value.pattern, fans)), *_declared_discarder(share), _killed(share)]


def _separate(share: Share) -> list[Item]:
    """The pattern and the tens, of which any may take the place of 平胡."""
    round_, rules = share.round_, share.round_.rules
    tens = [
        _killed(share),
        Item(Reason.HEAVENLY, rules.heavenly if share.win.heavenly else 0),
        Item(Reason.EARTHLY, rules.earthly if share.winner in share.win.earthly else 0),
    ]
    if _pays_own_hand(share):
        own = round_.best_wait[share.owner]
        units, bonus = own_value(*round_.wait_units(share.owner), round_.deal.players[share.owner], rules)
        label = named(own.pattern, ()) if own else None
        return [Item(Reason.WIN, units, label), Item(Reason.DECLARED, bonus, _DEALT_IN), *tens]
    value = round_.value(share.winner)
    bonus = declaration_bonus(round_.deal.players[share.winner], rules)
    tens = [Item(Reason.DECLARED, bonus), *_declared_discarder(share), *tens]
    absorbed = _absorbs(tens, value, rules) or (rules.declared_flat and bonus > 0)
    return [Item(Reason.WIN, 0 if absorbed else value.units, named(value.pattern, ())), *tens]


def _absorbs(tens: Iterable[Item], value: HandValue, rules: Rules) -> bool:
    """Do the tens take the place of 平胡?"""
    return rules.declared_swallows_plain and value.is_plain and any(item.units for item in tens)


def _pays_own_hand(share: Share) -> bool:
    """A declared player who deals in owes their own hand's value instead; nobody who declared for nothing does."""
    rules = share.round_.rules
    return (
        share.win.by is By.DISCARD
        and rules.declared_discarder is DeclaredDiscarder.OWN_HAND
        and declaration_bonus(share.round_.deal.players[share.owner], rules) > 0
    )


def _declared_discarder(share: Share) -> Iterator[Item]:
    """… or on top of what every discarder owes."""
    rules = share.round_.rules
    if share.win.by is By.DISCARD and rules.declared_discarder is DeclaredDiscarder.ADDS:
        bonus = declaration_bonus(share.round_.deal.players[share.owner], rules)
        yield Item(Reason.DECLARED, bonus, _DEALT_IN)


def _killed(share: Share) -> Item:
    """杀报: asks only whether they declared."""
    declared = share.round_.deal.players[share.owner].declared is not None
    return Item(Reason.KILLED_DECLARED, share.round_.rules.killed_declared if declared else 0)


def _draw_or_shot(share: Share, win_line: Item) -> Iterator[Item]:
    """自摸, 杠上花, 热炮; where points add up the last two are in the `win` line but for the doubling."""
    rules, added_up = share.round_.rules, share.round_.rules.points_add_up
    if not share.by_discard:
        yield _self_draw(share, win_line)
        if share.win.after_kong and not added_up:
            yield Item(Reason.KONG_BLOOM, rules.kong_bloom)
    elif share.win.after_kong:
        units = 0 if added_up else hot_shot_units(share.round_.attempt(share.winner).shot_kind, rules)
        yield Item(Reason.HOT_SHOT, units + (win_line.units if rules.hot_shot_double else 0))


def _self_draw(share: Share, win_line: Item) -> Item:
    """自摸: more for a 平胡 that is paid as one, and the pattern again where it doubles."""
    rules = share.round_.rules
    units = rules.self_draw + (win_line.units if rules.self_draw_double else 0)
    if win_line.units and share.round_.value(share.winner).is_plain:
        units += rules.self_draw_plain
    return Item(Reason.SELF_DRAW, units)


def _capped(items: Iterable[Item], cap: int) -> Iterator[Item]:
    """封顶: cut from the end until they sum to it; what is cut leaves no line (HOUSE 4)."""
    left = cap
    for item in items:
        yield item._replace(units=min(item.units, left))
        left = max(0, left - item.units)


def _uncapped(share: Share) -> Iterator[Item]:
    """庄 and 估卖."""
    deal, rules = share.round_.deal, share.round_.rules
    if rules.dealer_paid and deal.dealer in (share.winner, share.owner):
        yield Item(Reason.DEALER, rules.dealer_first + deal.streak - 1)
    yield Item(Reason.SIDE_BET, deal.players[share.winner].side_bet + deal.players[share.owner].side_bet)


def _reversed(round_: Round, win: Win) -> Iterator[Claim]:
    """一炮三响: three winners on one discard pay the discarder (RULES 3)."""
    discarder = win.source
    assert discarder is not None, "a discard has a discarder"
    rules, players = round_.rules, round_.deal.players
    for winner in round_.winners:
        if rules.triple_shot is TripleShot.OWN_HANDS:
            value = round_.value(winner)
            units = sum(own_value(value.units, value.is_plain, players[winner], rules))
        elif round_.ready[discarder]:
            units = sum(own_value(*round_.wait_units(discarder), players[discarder], rules))
        else:
            return
        yield Claim(Section.PENALTY, winner, discarder, Reason.TRIPLE_SHOT, units, tile=win.tile)


def refused_claims(round_: Round) -> Iterator[Claim]:
    """包牌: who let a win go and won before drawing pays every other player, co-winners too (RULES 7)."""
    for seat in sorted(round_.void):
        tile = round_.win.tile if round_.win else None
        for other in round_.others(seat):
            units = round_.value(seat).units
            if round_.rules.let_go is LetGo.VOID_WAITS:
                units = round_.wait_units(other)[0] if round_.ready[other] else 0
            if units:
                yield Claim(Section.PENALTY, seat, other, Reason.REFUSED, units, tile=tile)
