"""Who deals next, and how many times in a row (RULES 8)."""

from __future__ import annotations

from scoring.choices import DealerAfterDraw, DealerAfterWins, WindChicken
from scoring.round import Round

FOUR_SEATS = 4
ALL_BUT_ONE = 3


def next_dealer(round_: Round) -> tuple[int, int]:
    """Round -> (next dealer's seat, their streak). Only valid wins count; all void: the dealer stays."""
    seat = _seat(round_)
    return seat, round_.deal.streak + 1 if seat == round_.deal.dealer else 1


def _seat(round_: Round) -> int:
    dealer, winners, rules = round_.deal.dealer, round_.winners, round_.rules
    if round_.all_void or round_.wind is WindChicken.ALL:
        return dealer
    if not winners:
        return _after_readiness(round_) if rules.next_dealer_drawn is DealerAfterDraw.READY else dealer
    if len(winners) == 1:
        return winners[0]
    return _after_several(round_, rules.next_dealer_two if len(winners) == 2 else rules.next_dealer_three)


def _after_several(round_: Round, rule: DealerAfterWins) -> int:
    dealer, winners = round_.deal.dealer, round_.winners
    if rule is DealerAfterWins.DISCARDER and round_.win is not None and round_.win.source is not None:
        return round_.win.source
    if rule is DealerAfterWins.DEALER_STAYS or (rule is DealerAfterWins.DEALER_OR_FIRST and dealer in winners):
        return dealer
    return _first_after(round_, winners)


def _first_after(round_: Round, seats: tuple[int, ...]) -> int:
    """The first of the seats after the dealer in turn order, the dealer last."""
    return min(seats, key=lambda seat: (seat - round_.deal.dealer - 1) % len(round_.deal.players))


def _after_readiness(round_: Round) -> int:
    """002, 黄庄: three of four ready - the fourth; nobody, all or the dealer ready - no change; else the first."""
    ready = tuple(seat for seat, is_ready in enumerate(round_.ready) if is_ready)
    if len(round_.ready) == FOUR_SEATS and len(ready) == ALL_BUT_ONE:
        return round_.ready.index(False)
    if not ready or round_.deal.dealer in ready:
        return round_.deal.dealer
    return _first_after(round_, ready)
