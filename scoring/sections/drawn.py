"""黄庄查叫: what a drawn round pays, 相公 among them (RULES 6, 7)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.ledger import Claim, Section
from scoring.round import Round
from scoring.terms import Reason


def drawn_claims(table: Round) -> Iterator[Claim]:
    """Every unready player pays every ready one his dearest wait; nobody or everybody ready: nothing."""
    if table.win is not None:
        return
    for payer, player in enumerate(table.deal.players):
        if table.ready[payer]:
            continue
        reason = Reason.UNREADY
        if player.miscounted and table.rules.miscount is not None:
            reason = Reason.MISCOUNT
            if not any(table.ready):
                for other in table.others(payer):
                    yield Claim(Section.DRAWN, payer, other, reason, table.rules.miscount)
        for payee in table.ready_others(payer):
            worth = table.dearest[payee]
            label = (f"{reason.zh}：{worth.pattern.zh}", f"{reason.en}: {worth.pattern.en}") if worth else None
            yield Claim(Section.DRAWN, payer, payee, reason, table.ready_units(payee), label=label)
