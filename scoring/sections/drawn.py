"""黄庄查叫: what a drawn round pays, 相公 among them (RULES 6, 7)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.ledger import Claim, Section
from scoring.round import Round
from scoring.terms import Reason


def drawn_claims(round_: Round) -> Iterator[Claim]:
    """Every unready player pays every ready one their best wait; nobody or everybody ready: nothing."""
    if round_.win is not None:
        return
    for payer, player in enumerate(round_.deal.players):
        if round_.ready[payer]:
            continue
        reason = Reason.UNREADY
        if player.miscounted and round_.rules.miscount:
            reason = Reason.MISCOUNT
            if not any(round_.ready):
                for other in round_.others(payer):
                    yield Claim(Section.DRAWN, payer, other, reason, round_.rules.miscount)
        for payee in round_.ready_others(payer):
            value = round_.best_wait[payee]
            label = (f"{reason.zh}：{value.pattern.zh}", f"{reason.en}: {value.pattern.en}") if value else None
            yield Claim(Section.DRAWN, payer, payee, reason, round_.ready_units(payee), label=label)
