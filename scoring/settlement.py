"""Deal -> Settlement: the sections raise their claims, the ledger decides which stand."""

from __future__ import annotations

from scoring.assumptions import assumptions
from scoring.deal import Deal
from scoring.fates import fates
from scoring.ledger import Settlement, Winner, post
from scoring.patterns import sets
from scoring.points import points
from scoring.round import Round, analyse_deal
from scoring.sections import claims
from scoring.succession import next_dealer


def settle(deal: Deal) -> Settlement:
    """Who pays whom. Raises InvalidInput for a deal that cannot be settled: an illegal win, a contradiction."""
    round_ = analyse_deal(deal)
    found = fates(deal)
    transfers, waived = post(claims(round_, found), round_)
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
        assumed=tuple(assumptions(round_, found, transfers)),
    )


def _winner(round_: Round, seat: int) -> Winner:
    value, attempt = round_.value(seat), round_.attempt(seat)
    units, fans = points(value, attempt, round_.rules)
    return Winner(seat, value.pattern, units, fans, tuple(sets(attempt.hand(), attempt.player.melds, value)))
