"""豆: what kongs pay, and what an unready owner owes for his (RULES 4, MIL2023 九-2)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.ledger import Claim, Section
from scoring.round import Round
from scoring.terms import Reason


def kong_claims(round_: Round) -> Iterator[Claim]:
    """Every kong to its owner; 责任豆 / 包杠 of an unready owner. A drawn round pays none."""
    if round_.win is None:
        return
    for owner, player in enumerate(round_.deal.players):
        for index, meld in enumerate(player.melds):
            if not meld.is_kong:
                continue
            rule = round_.rules.kongs[meld.settled_as(round_.rules)]
            if not rule.units:
                continue
            fed_by = () if meld.source is None else (meld.source,)
            for payer in round_.others(owner) if rule.from_each else fed_by:
                yield Claim(
                    Section.KONG,
                    payer,
                    owner,
                    Reason.KONG,
                    rule.units,
                    tile=meld.tile,
                    meld=index,
                    label=(rule.zh, meld.kind.en),
                )
            if round_.rules.liable_kong and not round_.ready[owner]:
                ready = round_.ready_others(owner)
                for payee in ready if rule.from_each else (seat for seat in fed_by if seat in ready):
                    yield Claim(Section.LIABILITY, owner, payee, Reason.LIABLE_KONG, rule.units, tile=meld.tile)
