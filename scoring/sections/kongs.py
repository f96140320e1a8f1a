"""豆: what kongs pay, and what an unready owner owes for theirs (RULES 4, HOUSE 4, MIL2023 九-2)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.choices import KongFrom, OwedKongs, WindChicken
from scoring.ledger import Claim, Section
from scoring.round import Round
from scoring.table import Meld
from scoring.terms import MeldKind, Reason


def kong_claims(round_: Round) -> Iterator[Claim]:
    """Every kong to its owner; 责任豆 / 包杠 of an unready owner. A drawn round pays them only where it is so ruled."""
    for owner, player in enumerate(round_.deal.players):
        for index, meld in enumerate(player.melds):
            units = round_.rules.kong_units.get(meld.settled_as(round_.rules), 0)
            if not units:
                continue
            if round_.incomes:
                yield from _income(round_, owner, index, meld, units)
            if round_.debts and not round_.ready[owner]:
                yield from _debt(round_, owner, meld, units)


def _payers(round_: Round, owner: int, meld: Meld) -> tuple[int, ...]:
    """Who pays for this kong: its feeder for an exposed one, unless each does; else every other player."""
    fed = meld.kind is MeldKind.EXPOSED and round_.rules.kong_exposed_from is KongFrom.FEEDER
    return (meld.source,) if fed and meld.source is not None else round_.others(owner)


def _income(round_: Round, owner: int, index: int, meld: Meld, units: int) -> Iterator[Claim]:
    label = (round_.rules.words.kongs[meld.settled_as(round_.rules)], meld.kind.en)
    for payer in _payers(round_, owner, meld):
        yield Claim(Section.KONG, payer, owner, Reason.KONG, units, tile=meld.tile, meld=index, label=label)


def _debt(round_: Round, owner: int, meld: Meld, units: int) -> Iterator[Claim]:
    """What an unready owner owes to ready players: those who would have paid, or every one."""
    owed = round_.rules.unready_owes_kongs
    if owed is OwedKongs.NO or round_.wind is WindChicken.ALL:
        return
    ready = round_.ready_others(owner)
    label = (round_.rules.words.liable_kong, Reason.LIABLE_KONG.en)
    for payee in ready if owed is OwedKongs.EVERY_READY else _payers(round_, owner, meld):
        if payee in ready:
            yield Claim(Section.LIABILITY, owner, payee, Reason.LIABLE_KONG, units, tile=meld.tile, label=label)
