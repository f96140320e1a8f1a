"""What was not told and mattered: what the settlement took it to be (RULES 5, 9, HOUSE 4)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.choices import DeclaredDiscarder, LetGo, MissingSuit, TripleShot, WindChicken
from scoring.deal import Deal
from scoring.fates import FirstChicken
from scoring.ledger import Assumed
from scoring.round import Round, reported_ready
from scoring.rules import Rules
from scoring.terms import By, seat_zh
from scoring.tiles import Tile


def _seat_zh(seat: int, deal: Deal) -> str:
    return seat_zh(seat, deal.dealer, len(deal.players))


def assumptions(round_: Round, fates: dict[Tile, FirstChicken]) -> Iterator[Assumed]:
    """Everything that was taken to be so; nothing that could not have changed a line."""
    for seat, player in enumerate(round_.deal.players):
        if player.hand is None:
            yield from _unseen(round_, seat)
        elif player.missing is None and round_.rules.missing_suit is MissingSuit.DECLARED and round_.ready[seat]:
            zh, en = _seat_zh(seat, round_.deal), f"which suit seat {seat} declared to lack was not told: any will do"
            yield Assumed("missing", f"没说{zh}定缺哪一门，当作缺的那门就是", en, None, seat)
    if round_.win is not None and not round_.deal.turned_known and _turned_matters(round_.rules):
        yield Assumed("turned", "没说翻出什么牌，当作没有翻鸡", "the turned tile was not told: no turned chicken", None)
    if round_.incomes or round_.debts:
        yield from _weekday(round_)
        yield from _first_chickens(round_, fates)


def _turned_matters(rules: Rules) -> bool:
    """Does the turned tile make any kind a chicken, or blow them away?"""
    turns = rules.turned_next or rules.turned_previous or rules.turned_self
    return turns or rules.wind_chicken is not WindChicken.NO


def _unseen(round_: Round, seat: int) -> Iterator[Assumed]:
    player, zh = round_.deal.players[seat], _seat_zh(seat, round_.deal)
    ready = reported_ready(player)
    if player.ready is None:
        as_zh, as_en = ("已叫牌（报听）", "ready, as declared") if ready else ("没叫牌", "not ready")
        en = f"seat {seat} was not seen: taken as {as_en}"
        yield Assumed("ready", f"没看到{zh}的手牌，当作{as_zh}", en, ready, seat)
    if ready and player.ready_units is None and _units_matter(round_, seat):
        units = round_.rules.ping_hu
        en = f"seat {seat}'s wait was not told: taken as {units}"
        yield Assumed("ready_units", f"没说{zh}叫的牌值多少，当作{units}", en, units, seat)
    if player.chickens is None and _chickens_matter(round_, ready=ready):
        en = f"seat {seat} was not seen: taken as holding no chicken"
        yield Assumed("chickens", f"没看到{zh}的手牌，当作手里没有鸡", en, 0, seat)


def _units_matter(round_: Round, seat: int) -> bool:
    """Does anybody pay by what this unseen ready hand waits for?"""
    rules, win = round_.rules, round_.win
    if win is None:
        return not all(round_.ready)
    if round_.void and rules.let_go is LetGo.VOID_WAITS:
        return round_.void != {seat}
    if win.by is not By.DISCARD or win.source != seat:
        return False
    declared = round_.deal.players[seat].declared is not None
    reversed_ = rules.triple_shot is TripleShot.DISCARDER_HAND and len(round_.winners) > 2
    return reversed_ or (declared and rules.declared_discarder is DeclaredDiscarder.OWN_HAND)


def _chickens_matter(round_: Round, *, ready: bool) -> bool:
    """Are this player's chickens paid at all?"""
    needs_ready = round_.rules.chickens_need_ready or round_.win is None
    return round_.incomes and not round_.all_void and (ready or not needs_ready)


def _weekday(round_: Round) -> Iterator[Assumed]:
    paid = round_.win is not None or any(round_.ready)  # of a drawn round nobody is, where nobody is ready
    if round_.rules.week_chickens and round_.deal.weekday is None and paid:
        yield Assumed("weekday", "没说星期几，当作没有星期鸡", "the weekday was not told: no chicken of the day", None)


def _first_chickens(round_: Round, fates: dict[Tile, FirstChicken]) -> Iterator[Assumed]:
    """Claimed melds whose source was not told, and first chickens that nobody told about."""
    deal = round_.deal
    for kind in round_.rules.chickens_in_set if round_.rules.first_chicken_counts else ():
        fate = fates.get(kind)
        if fate is None and _was_discarded(deal, kind):
            zh = f"没说谁打出第一张{kind.name_zh}，不算冲锋鸡、责任鸡"
            en = f"who discarded the first {kind} was not told: no first-chicken payment, neither lying nor claimed"
            yield Assumed("first_discarder", zh, en, None, None, kind)
        elif fate is not None and fate.assumed and fate.claimer is not None:
            zh = f"第一张{kind.name_zh}当作被{_seat_zh(fate.claimer, deal)}碰走"
            en = f"the first {kind} is taken as claimed by seat {fate.claimer}"
            yield Assumed("claimed_chicken", zh, en, fate.claimer, fate.claimer, kind)


def _was_discarded(deal: Deal, kind: Tile) -> bool:
    """Does one lie, or was one claimed?"""
    claimed = (meld.tile is kind and meld.is_claimed for player in deal.players for meld in player.melds)
    return any(claimed) or any(kind in player.discards for player in deal.players)
