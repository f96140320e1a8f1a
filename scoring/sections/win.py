"""What a win pays (RULES 3), and what a void one costs (包牌, RULES 7)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.ledger import Claim, Section
from scoring.points import beside_tens, declared_units, named, points
from scoring.round import Round
from scoring.rules import DeclaredDiscarder, Reversal
from scoring.terms import By, Reason

Item = tuple[Reason, int, tuple[str, str] | None]
THREE = 3


def win_claims(table: Round) -> Iterator[Claim]:
    """The lines that every winner, void or not, is owed."""
    if table.win is None:
        return
    if table.win.by is By.DISCARD and len(table.winners) == THREE and table.rules.triple_shot is not Reversal.NONE:
        yield from _reversed(table)
        return
    for seat in table.verdicts:
        for payer, stands_for in _shares(table, seat):
            for reason, units, label in _owed(table, seat, stands_for):
                if units:
                    yield Claim(Section.WIN, payer, seat, reason, units, tile=table.win.tile, label=label)
        if table.win.by is By.ROBBED_KONG and table.win.source is not None and table.rules.robbed_kong:
            yield Claim(
                Section.WIN,
                table.win.source,
                seat,
                Reason.ROBBED_KONG,
                table.rules.robbed_kong,
                tile=table.win.tile,
            )


def _shares(table: Round, winner: int) -> Iterator[tuple[int, int]]:
    """(who pays, whose share it is): each other player on a self-draw; else the one who paid the tile, and after
    a robbed kong for every other player, co-winners included (RULES 3)."""
    win = table.win
    assert win is not None
    if win.source is None:
        yield from ((other, other) for other in table.others(winner))
    elif win.by is By.ROBBED_KONG and table.rules.robbed_pays_all_shares:
        yield from ((win.source, other) for other in table.others(winner))
    else:
        yield win.source, win.source


def _owed(table: Round, winner: int, share: int) -> Iterator[Item]:
    """The items of one share; units may be 0."""
    rules, win = table.rules, table.win
    assert win is not None
    worth, attempt = table.worth(winner), table.attempt(winner)
    if rules.points_add_up:
        units, fans = points(worth, attempt, rules)
        yield Reason.WIN, units, named(worth.pattern, fans)
        return
    by_draw = win.by is By.SELF_DRAW
    own_ten = declared_units(table.deal.players[share], rules) if win.by is By.DISCARD else 0
    if own_ten and rules.declared_discarder is DeclaredDiscarder.INSTEAD:
        own = table.dearest[share]
        yield (
            Reason.WIN,
            beside_tens(table.ready_units(share), own_ten, rules),
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
                rules.killed_declared if table.deal.players[share].declared else 0,
                None,
            ),
            (Reason.HEAVENLY, rules.heavenly if win.heavenly else 0, None),
        ]
        yield (
            Reason.WIN,
            beside_tens(worth.units, sum(units for _, units, _ in tens), rules),
            named(worth.pattern, ()),
        )
        yield from tens
    if by_draw or (win.by is By.ROBBED_KONG and rules.robbed_pays_all_shares):
        yield Reason.SELF_DRAW, rules.self_draw, None
    if win.after_kong and by_draw:
        yield Reason.KONG_BLOOM, rules.kong_bloom, None
    elif win.after_kong:
        made = table.deal.players[share].melds[table.kong_just_made or 0]
        yield Reason.HOT_SHOT, rules.hot_shot[made.settled_as(rules)], None
    if rules.dealer_beside_streak is not None and table.deal.dealer in (winner, share):
        yield Reason.DEALER, rules.dealer_beside_streak + table.deal.streak, None


def _reversed(table: Round) -> Iterator[Claim]:
    """一炮三响: three winners on one discard pay the discarder (RULES 3)."""
    discarder = table.win.source if table.win else None
    assert discarder is not None
    own_hands = table.rules.triple_shot is Reversal.OWN_HANDS
    if not own_hands and not table.ready[discarder]:
        return
    for winner in table.winners:
        units = table.worth(winner).units if own_hands else table.ready_units(discarder)
        ten = declared_units(table.deal.players[winner if own_hands else discarder], table.rules)
        tile = table.win.tile if table.win else None
        value = beside_tens(units, ten, table.rules) + ten
        yield Claim(Section.PENALTY, winner, discarder, Reason.TRIPLE_SHOT, value, tile=tile)


def refused_claims(table: Round) -> Iterator[Claim]:
    """包牌: who let a win go and won before drawing pays every other player, co-winners too (RULES 7)."""
    for seat in sorted(table.void):
        tile = table.win.tile if table.win else None
        for other in table.others(seat):
            units = table.worth(seat).units
            if table.rules.refused_pays_their_waits:
                units = table.ready_units(other) if table.ready[other] else 0
            if units:
                yield Claim(Section.PENALTY, seat, other, Reason.REFUSED, units, tile=tile)
