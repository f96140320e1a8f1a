"""Deal -> Settlement: the sections raise their claims, the ledger decides which stand."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.assumptions import assumptions
from scoring.deal import Deal
from scoring.fates import FirstChicken, fates
from scoring.ledger import Claim, Settlement, Winner, post
from scoring.patterns import sets
from scoring.points import points
from scoring.round import Round, analyse_deal
from scoring.sections.chickens import chicken_claims
from scoring.sections.drawn import drawn_claims
from scoring.sections.kongs import kong_claims
from scoring.sections.win import refused_claims, win_claims
from scoring.succession import next_dealer
from scoring.tiles import Tile


def settle(deal: Deal) -> Settlement:
    """Who pays whom. Raises InvalidInput for a deal that cannot be settled: an illegal win, a contradiction."""
    round_ = analyse_deal(deal)
    found = fates(deal)
    transfers, waived = post(_claims(round_, found), round_)
    dealer, streak = next_dealer(round_)
    return Settlement(
        seats=len(deal.players),
        dealer=deal.dealer,
        stake=deal.stake,
        transfers=transfers,
        waived=waived,
        winners=tuple(_winner(round_, seat) for seat in round_.winners),
        ready=round_.ready,
        next_dealer=dealer,
        next_streak=streak,
        assumed=tuple(assumptions(round_, found)),
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
