"""Deal -> Settlement: the sections raise their claims, the ledger decides which stand."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.fates import FirstChicken, fates
from scoring.ledger import Assumed, Claim, Settlement, Winner, post
from scoring.patterns import sets
from scoring.points import points
from scoring.round import Round, analyse_deal, reported_ready
from scoring.sections.chickens import chicken_claims
from scoring.sections.drawn import drawn_claims
from scoring.sections.kongs import kong_claims
from scoring.sections.win import refused_claims, win_claims
from scoring.succession import next_dealer
from scoring.table import Deal
from scoring.tiles import Tile


def settle(deal: Deal) -> Settlement:
    """Who pays whom. Raises InvalidInput for a deal that cannot be settled: an illegal win, a contradiction."""
    round_ = analyse_deal(deal)
    found = fates(deal)
    transfers, waived = post(_claims(round_, found), round_)
    dealer, streak = next_dealer(round_)
    return Settlement(
        seats=len(deal.players),
        stake=deal.stake,
        transfers=transfers,
        waived=waived,
        winners=tuple(_winner(round_, seat) for seat in round_.winners),
        ready=round_.ready,
        next_dealer=dealer,
        next_streak=streak,
        assumed=tuple(_assumed(round_, found)),
    )


def _claims(round_: Round, found: dict[Tile, FirstChicken]) -> Iterator[Claim]:
    yield from win_claims(round_)
    yield from refused_claims(round_)
    yield from kong_claims(round_)
    yield from chicken_claims(round_, found)
    yield from drawn_claims(round_)


def _winner(round_: Round, seat: int) -> Winner:
    value, attempt = round_.value(seat), round_.attempt(seat)
    units, fans = points(value, attempt, round_.rules)
    return Winner(seat, value.pattern, units, fans, tuple(sets(attempt.hand(), attempt.player.melds, value)))


def _assumed(round_: Round, found: dict[Tile, FirstChicken]) -> Iterator[Assumed]:
    """What was not told and mattered (RULES 5, 9)."""
    deal = round_.deal
    for seat, player in enumerate(deal.players):
        if player.hand is not None:
            continue
        ready = reported_ready(player)
        if player.ready is None:
            zh, en = ("已叫牌（报听）", "ready, as declared") if ready else ("没叫牌", "not ready")
            yield Assumed(
                "ready",
                f"{seat}号位没看到手牌，当作{zh}",
                f"seat {seat} was not seen: taken as {en}",
                ready,
                seat,
            )
        if ready and player.ready_units is None and (deal.win is None or deal.win.source == seat):
            units = round_.rules.unseen_ready_units
            yield Assumed(
                "ready_units",
                f"{seat}号位叫的牌没说多少，当作{units}",
                f"seat {seat}'s wait was not told: taken as {units}",
                units,
                seat,
            )
        counted = ready or not round_.rules.income_needs_ready
        if player.chickens is None and deal.win is not None and counted:
            yield Assumed(
                "chickens",
                f"{seat}号位没看到手牌，当作手里没有鸡",
                f"seat {seat} was not seen: taken as holding no chicken",
                0,
                seat,
            )
    if deal.win is None:
        return
    if not deal.turned_known:
        yield Assumed("turned", "没说翻出什么牌，当作没有翻鸡", "the turned tile was not told: no turned chicken", None)
    for kind in round_.rules.fixed_chickens if round_.rules.charge else ():
        if kind in found:
            if found[kind].assumed:
                yield Assumed(
                    "claimed_chicken",
                    f"第一张{kind.name_zh}当作被{found[kind].claimer}号位碰走",
                    f"the first {kind} is taken as claimed by seat {found[kind].claimer}",
                    found[kind].claimer,
                    found[kind].claimer,
                    kind,
                )
        elif any(kind in p.discards or any(m.tile is kind and m.is_claimed for m in p.melds) for p in deal.players):
            yield Assumed(
                "first_discarder",
                f"没说谁打出第一张{kind.name_zh}，不算冲锋鸡、责任鸡",
                f"who discarded the first {kind} was not told: no first-chicken payment, neither lying nor claimed",
                None,
                None,
                kind,
            )
