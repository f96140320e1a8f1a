"""Who deals next, and how many times in a row (RULES 8)."""

from __future__ import annotations

from scoring.round import Round
from scoring.rules import Succession

ALL_BUT_ONE = 3


def next_dealer(table: Round) -> tuple[int, int]:
    """Round -> (next dealer's seat, his streak). Only valid wins count; all void: the dealer stays."""
    seat = _seat(table)
    return seat, table.deal.streak + 1 if seat == table.deal.dealer else 1


def _seat(table: Round) -> int:
    dealer, winners = table.deal.dealer, table.winners
    if table.all_void:
        return dealer
    if not winners:
        return _after_readiness(table) if table.rules.drawn is Succession.BY_READINESS else dealer
    if len(winners) == 1:
        return winners[0]
    rule = table.rules.two_winners if len(winners) == 2 else table.rules.three_winners
    if rule is Succession.DISCARDER and table.win is not None and table.win.source is not None:
        return table.win.source
    if rule is Succession.STAYS or (rule is Succession.DEALER_OR_FIRST_AFTER and dealer in winners):
        return dealer
    return _first_after(table, winners)


def _first_after(table: Round, seats: tuple[int, ...]) -> int:
    """The first of the seats after the dealer in turn order, the dealer himself last."""
    return min(seats, key=lambda seat: (seat - table.deal.dealer - 1) % len(table.deal.players))


def _after_readiness(table: Round) -> int:
    """002, 黄庄: three ready and one not - that one; nobody or all, or the dealer ready - he stays; else the first."""
    ready = tuple(seat for seat, is_ready in enumerate(table.ready) if is_ready)
    if len(ready) == ALL_BUT_ONE:
        return table.ready.index(False)
    if not ready or table.deal.dealer in ready:
        return table.deal.dealer
    return _first_after(table, ready)
