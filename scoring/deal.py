"""A finished round: who sat where with what, who won; checked when built.

Pointers in errors are those of the deal on the wire.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Annotated

from scoring.errors import InvalidInput, counted
from scoring.inputs import Input, Seat
from scoring.rules import Rules
from scoring.table import (
    Place,
    Player,
    Win,
    check_after_kong,
    check_copies,
    check_dealer_declared,
    check_melds,
    check_suits,
    meld_places,
)
from scoring.terms import By, MeldKind
from scoring.tiles import Tile

DAYS = 7


@dataclass(frozen=True, slots=True)
class Deal:
    """A finished round under one rule set; `win` None is a drawn round (黄庄).

    `turned`: the wall tile turned after the win; `turned_known` False: it was not told.
    `first_discarder`: who discarded the table's first tile of a fixed chicken.
    `refused`: seats that let a winning discard go and have not drawn since.
    `weekday`: 1 (Monday) to 7 (Sunday), None if it was not told.
    Raises InvalidInput with the pointer of the offending place.
    """

    rules: Annotated[Rules, Input(code="unknown_rules")]
    players: Annotated[tuple[Player, ...], Input("one a seat, in turn order", code="bad_player_count")]
    dealer: Annotated[Seat, Input(code="bad_dealer", asked="the dealer's seat is missing")]
    streak: Annotated[
        int, Input("连庄, how many times in a row the dealer has dealt, this one included", code="bad_streak", least=1)
    ] = 1
    stake: Annotated[float, Input("底注, money a unit", code="bad_stake")] = 1
    win: Annotated[Win | None, Input("none: nobody won (黄庄)", name="wins")] = None
    turned: Annotated[
        Tile | None, Input("turned from the wall after the win; null: none was left", code="bad_tile")
    ] = None
    turned_known: bool = True
    first_discarder: Annotated[
        Mapping[Tile, Seat], Input("who discarded the table's first tile of each fixed chicken", code="bad_seat")
    ] = field(default_factory=lambda: MappingProxyType({}))
    refused: Annotated[
        frozenset[Seat], Input("who let a winning discard go and has not drawn since", code="bad_seat")
    ] = frozenset()
    weekday: Annotated[
        int | None, Input("1 Monday … 7 Sunday; null: not known", code="bad_weekday", least=1, most=DAYS)
    ] = None

    def __post_init__(self) -> None:
        if len(self.players) not in self.rules.players:
            wanted, found = " or ".join(map(str, self.rules.players)), len(self.players)
            detail = f"{self.rules.zh} is played by {wanted}, not by {found}"
            chinese = f"{self.rules.zh}是{'、'.join(map(str, self.rules.players))}个人打，不是{found}个"
            raise InvalidInput("bad_player_count", detail, "/players", chinese)
        self._seat(self.dealer, "bad_dealer", "dealer", "/dealer")
        for seat, player in enumerate(self.players):
            self._check_player(seat, player)
        for tile, seat in self.first_discarder.items():
            pointer = f"/first_discarder/{tile}"
            if tile not in self.rules.chickens_in_set:
                raise InvalidInput("bad_tile", f"{tile} is no fixed chicken of {self.rules.zh}", pointer)
            self._seat(seat, "bad_seat", f"first discarder of {tile}", pointer)
        for at, seat in enumerate(sorted(self.refused)):
            self._seat(seat, "bad_seat", "refused", f"/refused/{at}")
        if self.win is not None:
            self._check_win(self.win)
        elif self.turned is not None:
            raise InvalidInput("turned_without_win", f"{self.turned} was turned, but nobody won", "/turned")
        check_suits(self.rules, self._places)
        check_copies(self.seen, self._places)

    def _seat(self, seat: int, code: str, what: str, pointer: str) -> None:
        if not 0 <= seat < len(self.players):
            raise InvalidInput(code, f"{what}: seat {seat} is not at this table of {len(self.players)}", pointer)

    def others(self, seat: int) -> tuple[int, ...]:
        """Every other seat."""
        return _others(seat, len(self.players))

    def _check_player(self, seat: int, player: Player) -> None:
        at = f"/players/{seat}"
        check_melds(player.melds, f"{at}/melds")
        for index, meld in enumerate(player.melds):
            pointer = f"{at}/melds/{index}/from"
            if meld.source is not None:
                self._seat(meld.source, "bad_seat", f"meld of {meld.tile}", pointer)
            if meld.source == seat:
                detail = f"seat {seat} cannot claim {meld.tile} from himself"
                raise InvalidInput("bad_meld", detail, pointer, seat=seat, tile=str(meld.tile))
            if meld.kind is MeldKind.EXPOSED and meld.source is None:
                detail = f"who fed the exposed kong of {meld.tile}? `from` is missing"
                raise InvalidInput("bad_meld", detail, pointer, seat=seat, tile=str(meld.tile))
        if seat == self.dealer:
            check_dealer_declared(player.declared, self.rules, f"{at}/declared")
        if player.side_bet and not self.rules.side_bets:
            detail = f"no side bets (估卖) are played here, but seat {seat} bet {player.side_bet}"
            raise InvalidInput("bad_side_bet", detail, f"{at}/side_bet", seat=seat)

    def _check_win(self, win: Win) -> None:
        for at, seat in enumerate(win.seats):
            self._seat(seat, "bad_seat", "win", f"/wins/{at}/seat")
            if seat in win.seats[:at]:
                raise InvalidInput("bad_seat", f"seat {seat} wins twice", f"/wins/{at}/seat", seat=seat)
        self._check_source(win)
        kong_maker = self.players[win.seats[0] if win.source is None else win.source]
        check_after_kong(win.after_kong, win.by, kong_maker.melds, "/wins/0/after_kong")
        if win.by is By.ROBBED_KONG:
            self._check_robbed(win, kong_maker)
        if win.heavenly:
            self._check_heavenly(win)
        for at, seat in enumerate(win.seats):
            if seat in win.earthly:
                self._check_earthly(seat, f"/wins/{at}/earthly")

    def _check_robbed(self, win: Win, robbed: Player) -> None:
        """The robbed shows the pong that the kong was to be made of."""
        if not any(meld.kind is MeldKind.PONG and meld.tile is win.tile for meld in robbed.melds):
            detail = f"seat {win.source} shows no pong of {win.tile} to rob"
            raise InvalidInput("robbed_pong_missing", detail, "/wins/0/from", seat=win.source, tile=str(win.tile))

    def _check_source(self, win: Win) -> None:
        """Who paid the tile: nobody on a self-draw, else another than the winners."""
        seats = " and ".join(f"seat {seat}" for seat in win.seats)
        if win.by is By.SELF_DRAW:
            if win.source is not None:
                detail = f"a self-draw comes from nobody, not from seat {win.source}"
                raise InvalidInput("bad_from", detail, "/wins/0/from")
            if len(win.seats) > 1:
                raise InvalidInput("wins_disagree", f"{seats} cannot all win by self-draw", "/wins/1/by")
        elif win.source is None:
            detail = f"a win by {win.by} needs `from`, the seat that paid the tile"
            raise InvalidInput("bad_from", detail, "/wins/0/from")
        elif not 0 <= win.source < len(self.players) or win.source in win.seats:
            raise InvalidInput("bad_from", f"seat {win.source} cannot have fed the win of {seats}", "/wins/0/from")

    def _check_heavenly(self, win: Win) -> None:
        winner = self.players[win.seats[0]]
        faults = {
            f"won by {win.by}": win.by is not By.SELF_DRAW,
            f"is not the dealer, seat {self.dealer}": win.seats[0] != self.dealer,
            f"has {counted(len(winner.melds), 'meld')}": bool(winner.melds),
            f"has {counted(len(winner.discards), 'discard')}": bool(winner.discards),
        }
        if any(faults.values()):
            detail = "天胡 is the dealer's self-draw on the dealt fourteen, without melds or discards"
            why = ", ".join(fault for fault, there in faults.items() if there)
            detail = f"{detail}; seat {win.seats[0]} {why}"
            raise InvalidInput("bad_heavenly", detail, "/wins/0/heavenly", seat=win.seats[0])

    def _check_earthly(self, seat: int, pointer: str) -> None:
        winner = self.players[seat]
        faults = {
            "is the dealer": seat == self.dealer,
            f"has {counted(len(winner.melds), 'meld')}": bool(winner.melds),
            f"has {counted(len(winner.discards), 'discard')}": bool(winner.discards),
        }
        if any(faults.values()):
            detail = "地胡 is a win before one's first discard, by another than the dealer and without melds"
            why = ", ".join(fault for fault, there in faults.items() if there)
            raise InvalidInput("bad_earthly", f"{detail}; seat {seat} {why}", pointer, seat=seat)

    @property
    def seen(self) -> list[int]:
        """27 counts of everything that was told to lie somewhere."""
        seen = [0] * len(Tile)
        for player in self.players:
            for tile in (*(player.hand or ()), *player.discards):
                seen[tile] += 1
            for tile, held in player.concealed_chickens.items():
                seen[tile] += held
            for meld in player.melds:
                seen[meld.tile] += meld.size
        for extra in (self.turned, self.win.tile if self.win else None):
            if extra is not None:
                seen[extra] += 1
        return seen

    def _places(self) -> Iterator[Place]:
        for seat, player in enumerate(self.players):
            at = f"/players/{seat}"
            yield f"{at}/hand", player.hand or ()
            yield f"{at}/discards", player.discards
            yield from ((f"{at}/chickens/{tile}", (tile,) * held) for tile, held in player.concealed_chickens.items())
            yield from meld_places(player.melds, f"{at}/melds")
        yield "/turned", () if self.turned is None else (self.turned,)
        yield "/wins/0/tile", () if self.win is None else (self.win.tile,)


@cache
def _others(seat: int, seats: int) -> tuple[int, ...]:
    return tuple(other for other in range(seats) if other != seat)
