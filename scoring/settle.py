"""Deal -> Settlement: the sections raise their claims, the ledger decides which stand."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.fates import Fate, fates
from scoring.ledger import Assumed, Claim, Settlement, Winner, post
from scoring.patterns import sets
from scoring.points import points
from scoring.round import Round, look, told_ready
from scoring.sections.chickens import chicken_claims
from scoring.sections.drawn import drawn_claims
from scoring.sections.kongs import kong_claims
from scoring.sections.win import refused_claims, win_claims
from scoring.succession import next_dealer
from scoring.table import Deal
from scoring.tiles import Tile


def settle(deal: Deal) -> Settlement:
    """Who pays whom. Raises InvalidInput for a deal that cannot be settled: an illegal win, a contradiction."""
    table = look(deal)
    found = fates(deal)
    transfers, waived = post(_claims(table, found), table)
    dealer, streak = next_dealer(table)
    return Settlement(
        seats=len(deal.players),
        stake=deal.stake,
        transfers=transfers,
        waived=waived,
        winners=tuple(_winner(table, seat) for seat in table.winners),
        ready=table.ready,
        next_dealer=dealer,
        next_streak=streak,
        assumed=tuple(_assumed(table, found)),
    )


def _claims(table: Round, found: dict[Tile, Fate]) -> Iterator[Claim]:
    yield from win_claims(table)
    yield from refused_claims(table)
    yield from kong_claims(table)
    yield from chicken_claims(table, found)
    yield from drawn_claims(table)


def _winner(table: Round, seat: int) -> Winner:
    worth, attempt = table.worth(seat), table.attempt(seat)
    units, fans = points(worth, attempt, table.rules)
    return Winner(seat, worth.pattern, units, fans, tuple(sets(attempt.hand(), attempt.player.melds, worth)))


def _assumed(table: Round, found: dict[Tile, Fate]) -> Iterator[Assumed]:
    """What was not told and mattered (RULES 5, 9)."""
    deal = table.deal
    for seat, player in enumerate(deal.players):
        if player.hand is not None:
            continue
        ready = told_ready(player)
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
            units = table.rules.unseen_ready_units
            yield Assumed(
                "ready_units",
                f"{seat}号位叫的牌没说多少，当作{units}",
                f"seat {seat}'s wait was not told: taken as {units}",
                units,
                seat,
            )
        counted = ready or not table.rules.income_needs_ready
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
    for kind in table.rules.fixed_chickens if table.rules.charge else ():
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
