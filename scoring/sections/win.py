"""What a win pays (RULES 3), and what a void one costs (包牌, RULES 7)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.ledger import Claim, Section
from scoring.points import beside_bonus, declared_units, named, points
from scoring.round import Round
from scoring.rules import DeclaredDiscarder, Reversal
from scoring.terms import By, Reason

Item = tuple[Reason, int, tuple[str, str] | None]
THREE = 3


def win_claims(round_: Round) -> Iterator[Claim]:
    """The lines that every winner, void or not, is owed."""
    if round_.win is None:
        return
    if round_.win.by is By.DISCARD and len(round_.winners) == THREE and round_.rules.triple_shot is not Reversal.NONE:
        yield from _reversed(round_)
        return
    for seat in round_.verdicts:
        for payer, stands_for in _shares(round_, seat):
            for reason, units, label in _owed(round_, seat, stands_for):
                if units:
                    yield Claim(Section.WIN, payer, seat, reason, units, tile=round_.win.tile, label=label)
        if round_.win.by is By.ROBBED_KONG and round_.win.source is not None and round_.rules.robbed_kong:
            yield Claim(
                Section.WIN,
                round_.win.source,
                seat,
                Reason.ROBBED_KONG,
                round_.rules.robbed_kong,
                tile=round_.win.tile,
            )


def _shares(round_: Round, winner: int) -> Iterator[tuple[int, int]]:
    """(who pays, whose share it is): each other player on a self-draw; else the one who paid the tile, and after
    a robbed kong for every other player, co-winners included (RULES 3)."""
    win = round_.win
    assert win is not None
    if win.source is None:
        yield from ((other, other) for other in round_.others(winner))
    elif win.by is By.ROBBED_KONG and round_.rules.robbed_pays_all_shares:
        yield from ((win.source, other) for other in round_.others(winner))
    else:
        yield win.source, win.source


def _owed(round_: Round, winner: int, share: int) -> Iterator[Item]:
    """The items of one share; units may be 0."""
    rules, win = round_.rules, round_.win
    assert win is not None
    value, attempt = round_.value(winner), round_.attempt(winner)
    if rules.points_add_up:
        units, fans = points(value, attempt, rules)
        yield Reason.WIN, units, named(value.pattern, fans)
        return
    by_draw = win.by is By.SELF_DRAW
    own_ten = declared_units(round_.deal.players[share], rules) if win.by is By.DISCARD else 0
    if own_ten and rules.declared_discarder is DeclaredDiscarder.INSTEAD:
        own = round_.best_wait[share]
        yield (
            Reason.WIN,
            beside_bonus(round_.ready_units(share), own_ten, rules),
            named(own.pattern, ()) if own else None,
        )
        yield Reason.DECLARED, own_ten, ("报听放炮", "declared player dealt in")
    else:
        on_top = own_ten if rules.declared_discarder is DeclaredDiscarder.ON_TOP else 0
        tens: list[Item] = [
            (Reason.DECLARED, declared_units(attempt.player, rules), None),
            (Reason.DECLARED, on_top, ("报听放炮", "declared player dealt in")),
            (
                Reason.KILLED_DECLARED,
                rules.killed_declared if round_.deal.players[share].declared else 0,
                None,
            ),
            (Reason.HEAVENLY, rules.heavenly if win.heavenly else 0, None),
        ]
        yield (
            Reason.WIN,
            beside_bonus(value.units, sum(units for _, units, _ in tens), rules),
            named(value.pattern, ()),
        )
        yield from tens
    if by_draw or (win.by is By.ROBBED_KONG and rules.robbed_pays_all_shares):
        yield Reason.SELF_DRAW, rules.self_draw, None
    if win.after_kong and by_draw:
        yield Reason.KONG_BLOOM, rules.kong_bloom, None
    elif win.after_kong:
        made = round_.deal.players[share].melds[round_.kong_just_made or 0]
        yield Reason.HOT_SHOT, rules.hot_shot[made.settled_as(rules)], None
    if rules.dealer_beside_streak is not None and round_.deal.dealer in (winner, share):
        yield Reason.DEALER, rules.dealer_beside_streak + round_.deal.streak, None


def _reversed(round_: Round) -> Iterator[Claim]:
    """一炮三响: three winners on one discard pay the discarder (RULES 3)."""
    discarder = round_.win.source if round_.win else None
    assert discarder is not None
    own_hands = round_.rules.triple_shot is Reversal.OWN_HANDS
    if not own_hands and not round_.ready[discarder]:
        return
    for winner in round_.winners:
        units = round_.value(winner).units if own_hands else round_.ready_units(discarder)
        ten = declared_units(round_.deal.players[winner if own_hands else discarder], round_.rules)
        tile = round_.win.tile if round_.win else None
        value = beside_bonus(units, ten, round_.rules) + ten
        yield Claim(Section.PENALTY, winner, discarder, Reason.TRIPLE_SHOT, value, tile=tile)


def refused_claims(round_: Round) -> Iterator[Claim]:
    """包牌: who let a win go and won before drawing pays every other player, co-winners too (RULES 7)."""
    for seat in sorted(round_.void):
        tile = round_.win.tile if round_.win else None
        for other in round_.others(seat):
            units = round_.value(seat).units
            if round_.rules.refused_pays_their_waits:
                units = round_.ready_units(other) if round_.ready[other] else 0
            if units:
                yield Claim(Section.PENALTY, seat, other, Reason.REFUSED, units, tile=tile)
