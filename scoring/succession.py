"""Who deals next, and how many times in a row (RULES 8)."""

from __future__ import annotations

from scoring.round import Round
from scoring.rules import Succession

ALL_BUT_ONE = 3


def next_dealer(round_: Round) -> tuple[int, int]:
    """Round -> (next dealer's seat, his streak). Only valid wins count; all void: the dealer stays."""
    seat = _seat(round_)
    return seat, round_.deal.streak + 1 if seat == round_.deal.dealer else 1


def _seat(round_: Round) -> int:
    dealer, winners = round_.deal.dealer, round_.winners
    if round_.all_void:
        return dealer
    if not winners:
        return _after_readiness(round_) if round_.rules.drawn is Succession.BY_READINESS else dealer
    if len(winners) == 1:
        return winners[0]
    rule = round_.rules.two_winners if len(winners) == 2 else round_.rules.three_winners
    if rule is Succession.DISCARDER and round_.win is not None and round_.win.source is not None:
        return round_.win.source
    if rule is Succession.STAYS or (rule is Succession.DEALER_OR_FIRST_AFTER and dealer in winners):
        return dealer
    return _first_after(round_, winners)


def _first_after(round_: Round, seats: tuple[int, ...]) -> int:
    """The first of the seats after the dealer in turn order, the dealer himself last."""
    return min(seats, key=lambda seat: (seat - round_.deal.dealer - 1) % len(round_.deal.players))


def _after_readiness(round_: Round) -> int:
    """002, 黄庄: three ready and one not - that one; nobody or all, or the dealer ready - he stays; else the first."""
    ready = tuple(seat for seat, is_ready in enumerate(round_.ready) if is_ready)
    if len(ready) == ALL_BUT_ONE:
        return round_.ready.index(False)
    if not ready or round_.deal.dealer in ready:
        return round_.deal.dealer
    return _first_after(round_, ready)
