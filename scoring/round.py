"""Facts derived from a deal once, shared by all sections: who won, whose win is void, who is ready, what is burnt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scoring.choices import BurntKongs, DrawnPays, WindChicken
from scoring.deal import Deal
from scoring.legality import Attempt, Verdict, attempt_of, check_declared, judge_wins, kong_just_made
from scoring.patterns import HandValue, best_wait, is_ready, waits
from scoring.points import ready_units
from scoring.prices import capped
from scoring.rules import Rules
from scoring.table import Player, Win
from scoring.terms import By
from scoring.tiles import COPIES, TILES, Tile


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
        return tuple(
            best_wait(waits(player.hand or (), player.melds, self.rules, player.missing))
            for player in self.deal.players
        )

    @cached_property
    def not_seen(self) -> tuple[Tile, ...]:
        """The kinds of which a copy may lie where nobody told."""
        return tuple(tile for tile, seen in zip(TILES, self.deal.seen, strict=True) if seen < COPIES)

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
    def wind(self) -> WindChicken:
        """吹风鸡: what the turned 5p does away with; a round whose every win is void stays what it is (HOUSE 4)."""
        blows = self.deal.turned is Tile.P5 and not self.all_void
        return self.rules.wind_chicken if blows else WindChicken.NO

    @cached_property
    def incomes(self) -> bool:
        """Are kongs and chickens paid to their owners?"""
        return self.win is not None or self.rules.drawn_pays is DrawnPays.ALL

    @cached_property
    def debts(self) -> bool:
        """Do unready players owe for their kongs and chickens? Nobody does where every win is void (RULES 7)."""
        if self.win is None:
            return self.rules.drawn_pays is not DrawnPays.NOTHING
        return not self.all_void

    @cached_property
    def burnt_seat(self) -> int | None:
        """Who dealt a hot shot or was robbed."""
        win = self.win
        return win.source if win is not None and (win.after_kong or win.by is By.ROBBED_KONG) else None

    @cached_property
    def burns_kongs(self) -> BurntKongs:
        """Which kongs that player loses (RULES 3)."""
        if self.win is not None and self.win.by is By.ROBBED_KONG:
            return BurntKongs.ALL if self.rules.robbed_burns_kongs else BurntKongs.NONE
        return self.rules.hot_shot_burns_kongs

    @cached_property
    def burns_chickens(self) -> bool:
        """Does that player lose the income of chickens?"""
        if self.win is not None and self.win.by is By.ROBBED_KONG:
            return self.rules.robbed_burns_chickens
        return self.rules.hot_shot_burns_chickens

    @cached_property
    def kong_just_made(self) -> int | None:
        """Index of the discarder's kong of the hot shot; None: no hot shot."""
        return kong_just_made(self.deal)

    @cached_property
    def won_tile_holder(self) -> int | None:
        """In whose hand the won tile lies: the last winner in turn order after the discarder (RULES 5)."""
        source = self.win.source if self.win and self.win.source is not None else 0
        seats = self.winners or tuple(self.verdicts)
        return max(seats, key=lambda seat: (seat - source) % len(self.deal.players), default=None)

    def attempt(self, seat: int) -> Attempt:
        """A winner's win as they claimed it."""
        return self._attempts[seat]

    @cached_property
    def _attempts(self) -> dict[int, Attempt]:
        return {} if self.win is None else {seat: attempt_of(self.deal, self.win, seat) for seat in self.verdicts}

    def value(self, seat: int) -> HandValue:
        """The shape that a winner, void or not, won with."""
        value = self.verdicts[seat].value
        assert value is not None, "a legal win is complete"
        return value

    def reported_units(self, seat: int) -> int:
        """What the wait of a hand that was not seen is worth: as reported, else as a plain one (RULES 9, HOUSE 4)."""
        reported = self.deal.players[seat].ready_units
        return capped(self.rules.ping_hu if reported is None else reported, self.rules)

    def ready_units(self, seat: int) -> int:
        """What a ready player's best wait counts at a drawn round, seen or reported (RULES 6, 9)."""
        value = self.best_wait[seat]
        return self.reported_units(seat) if value is None else ready_units(value, self.deal.players[seat], self.rules)

    def wait_units(self, seat: int) -> tuple[int, bool]:
        """(V, is it plain?) of a ready player's best wait; an unseen one is plain if it is worth as much (HOUSE 4)."""
        value = self.best_wait[seat]
        if value is not None:
            return value.units, value.is_plain
        units = self.reported_units(seat)
        return units, units == self.rules.ping_hu

    def others(self, seat: int) -> tuple[int, ...]:
        """Every other seat."""
        return self.deal.others(seat)

    def ready_others(self, seat: int) -> tuple[int, ...]:
        """Every other seat that is ready, winners among them."""
        return tuple(other for other in self.others(seat) if self.ready[other])


def reported_ready(player: Player) -> bool:
    """Is a player whose hand was not seen ready? Declared ones are; else what was reported; else not (RULES 9)."""
    return player.declared is not None if player.ready is None else player.ready


def analyse_deal(deal: Deal) -> Round:
    """Deal -> Round. Raises InvalidInput for a win that is none and for a declaration that cannot be."""
    verdicts = judge_wins(deal)
    check_declared(deal)
    ready = tuple(
        seat in verdicts
        or (
            reported_ready(player)
            if player.hand is None
            else is_ready(player.hand, player.melds, deal.rules, player.missing)
        )
        for seat, player in enumerate(deal.players)
    )
    return Round(deal, deal.rules, deal.win, verdicts, ready)
