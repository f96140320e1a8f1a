"""Facts derived from a deal once, shared by all sections: who won, whose win is void, who is ready, what is burnt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scoring.legality import Attempt, Verdict, check_declared, judge_wins
from scoring.patterns import HandValue, best_wait, is_ready, waits
from scoring.points import ready_units
from scoring.rules import Burns, Rules
from scoring.table import Deal, Player, Win
from scoring.terms import By


@dataclass(frozen=True)
class Round:
    """What every section of a settlement asks about; build it with `analyse_deal`."""

    deal: Deal
    rules: Rules
    win: Win | None
    verdicts: dict[int, Verdict]  # every winner's, void ones too, in the order given
    ready: tuple[bool, ...]  # a winner always is

    @cached_property
    def best_wait(self) -> tuple[HandValue | None, ...]:
        """By seat, the most that a seen hand can win by its shape; None if it is not ready or was not seen."""
        return tuple(best_wait(waits(player.hand or (), player.melds, self.rules)) for player in self.deal.players)

    @cached_property
    def void(self) -> frozenset[int]:
        """Winners whose win is void (包牌, RULES 7)."""
        return frozenset(seat for seat, verdict in self.verdicts.items() if verdict.void)

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """Valid winners, in the order given."""
        return tuple(seat for seat, verdict in self.verdicts.items() if not verdict.void)

    @cached_property
    def all_void(self) -> bool:
        """Somebody won, but no win stands."""
        return bool(self.verdicts) and not self.winners

    @cached_property
    def burns(self) -> Burns:
        """What the burnt player loses: after a hot shot or a robbed kong (RULES 3)."""
        if self.win is None or self.win.source is None:
            return Burns.NOTHING
        if self.win.by is By.ROBBED_KONG:
            return self.rules.robbed_burns
        return self.rules.hot_shot_burns if self.win.after_kong else Burns.NOTHING

    @cached_property
    def burnt_seat(self) -> int | None:
        """Who dealt a hot shot or was robbed."""
        return None if self.burns is Burns.NOTHING or self.win is None else self.win.source

    @cached_property
    def kong_just_made(self) -> int | None:
        """Index of the discarder's last meld of the kind that the hot shot names (RULES 3); None: no hot shot."""
        win = self.win
        melds = self.deal.players[win.source].melds if win and win.source is not None else ()
        return max((at for at, meld in enumerate(melds) if win and meld.kind is win.after_kong), default=None)

    @cached_property
    def won_tile_holder(self) -> int | None:
        """In whose hand the won tile lies: the last winner in turn order after the discarder (RULES 5)."""
        source = self.win.source if self.win and self.win.source is not None else 0
        seats = self.winners or tuple(self.verdicts)
        return max(seats, key=lambda seat: (seat - source) % len(self.deal.players), default=None)

    def attempt(self, seat: int) -> Attempt:
        """A winner's win as he claimed it."""
        win = self.win
        assert win is not None, "only a winner has an attempt"
        return Attempt(self.deal.players[seat], win.tile, win.by, win.after_kong, win.heavenly)

    def value(self, seat: int) -> HandValue:
        """The shape that a winner, void or not, won with."""
        value = self.verdicts[seat].value
        assert value is not None, "a legal win is complete"
        return value

    def ready_units(self, seat: int) -> int:
        """V of a ready player's dearest wait, told or seen (RULES 6, 9)."""
        player = self.deal.players[seat]
        value = self.best_wait[seat]
        if value is None:
            return self.rules.unseen_ready_units if player.ready_units is None else player.ready_units
        return ready_units(value, player, self.rules)

    def others(self, seat: int) -> tuple[int, ...]:
        """Every other seat."""
        return self.deal.others(seat)

    def ready_others(self, seat: int) -> tuple[int, ...]:
        """Every other seat that is ready, winners among them."""
        return tuple(other for other in self.others(seat) if self.ready[other])


def reported_ready(player: Player) -> bool:
    """Is a player whose hand was not seen ready? Declared ones are; else what was told; else not (RULES 9)."""
    return player.declared is not None if player.ready is None else player.ready


def analyse_deal(deal: Deal) -> Round:
    """Deal -> Round. Raises InvalidInput for a win that is none and for a declaration that cannot be."""
    verdicts = judge_wins(deal)
    check_declared(deal)
    ready = tuple(
        seat in verdicts or (reported_ready(player) if player.hand is None else is_ready(player.hand, player.melds))
        for seat, player in enumerate(deal.players)
    )
    return Round(deal, deal.rules, deal.win, verdicts, ready)
