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
from scoring.sentences import told
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
        self._seat(self.dealer, "bad_dealer", ("dealer", "庄家"), "/dealer")
        for seat, player in enumerate(self.players):
            self._check_player(seat, player)
        for tile, seat in self.first_discarder.items():
            pointer = f"/first_discarder/{tile}"
            if tile not in self.rules.chickens_in_set:
                detail, chinese = f"{tile} is no fixed chicken of {self.rules.zh}", f"{self.rules.zh}里{tile}不是固定鸡"
                raise InvalidInput("bad_tile", detail, pointer, chinese)
            self._seat(seat, "bad_seat", (f"first discarder of {tile}", f"打出第一张{tile}的"), pointer)
        for at, seat in enumerate(sorted(self.refused)):
            self._seat(seat, "bad_seat", ("refused", "过水的"), f"/refused/{at}")
        if self.win is not None:
            self._check_win(self.win)
        elif self.turned is not None:
            detail, chinese = f"{self.turned} was turned, but nobody won", f"没人胡就不翻鸡，这里却翻出{self.turned}"
            raise InvalidInput("turned_without_win", detail, "/turned", chinese)
        check_suits(self.rules, self._places)
        check_copies(self.seen, self._places)

    def _seat(self, seat: int, code: str, what: tuple[str, str], pointer: str) -> None:
        if not 0 <= seat < len(self.players):
            detail = f"{what[0]}: seat {seat} is not at this table of {len(self.players)}"
            raise InvalidInput(code, detail, pointer, f"{what[1]}：座位{seat}不在这张{len(self.players)}人桌上")

    def others(self, seat: int) -> tuple[int, ...]:
        """Every other seat."""
        return _others(seat, len(self.players))

    def _check_player(self, seat: int, player: Player) -> None:
        at = f"/players/{seat}"
        check_melds(player.melds, f"{at}/melds")
        for index, meld in enumerate(player.melds):
            pointer = f"{at}/melds/{index}/from"
            if meld.source is not None:
                self._seat(meld.source, "bad_seat", (f"meld of {meld.tile}", f"打出{meld.tile}的"), pointer)
            if meld.source == seat:
                detail = f"seat {seat} cannot claim {meld.tile} from themselves"
                chinese = f"座位{seat}不能碰杠自己打的{meld.tile}"
                raise InvalidInput("bad_meld", detail, pointer, chinese, seat=seat, tile=str(meld.tile))
            if meld.kind is MeldKind.EXPOSED and meld.source is None:
                detail = f"who fed the exposed kong of {meld.tile}? `from` is missing"
                chinese = f"{meld.tile}的明杠是谁打的？没写 `from`"
                raise InvalidInput("bad_meld", detail, pointer, chinese, seat=seat, tile=str(meld.tile))
        if seat == self.dealer:
            check_dealer_declared(player.declared, self.rules, f"{at}/declared")
        if player.side_bet and not self.rules.side_bets:
            detail = f"no side bets (估卖) are played here, but seat {seat} bet {player.side_bet}"
            chinese = f"这里不玩估卖，座位{seat}却估了{player.side_bet}"
            raise InvalidInput("bad_side_bet", detail, f"{at}/side_bet", chinese, seat=seat)

    def _check_win(self, win: Win) -> None:
        for at, seat in enumerate(win.seats):
            self._seat(seat, "bad_seat", ("win", "胡的"), f"/wins/{at}/seat")
            if seat in win.seats[:at]:
                detail, chinese = f"seat {seat} wins twice", f"座位{seat}写了两次胡"
                raise InvalidInput("bad_seat", detail, f"/wins/{at}/seat", chinese, seat=seat)
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
            chinese = f"座位{win.source}没有碰{win.tile}，抢不了杠"
            raise InvalidInput(
                "robbed_pong_missing", detail, "/wins/0/from", chinese, seat=win.source, tile=str(win.tile)
            )

    def _check_source(self, win: Win) -> None:
        """Who paid the tile: nobody on a self-draw, else another than the winners."""
        seats = " and ".join(f"seat {seat}" for seat in win.seats)
        seats_zh = "、".join(f"座位{seat}" for seat in win.seats)
        if win.by is By.SELF_DRAW:
            if win.source is not None:
                detail = f"a self-draw comes from nobody, not from seat {win.source}"
                chinese = f"自摸没有放牌的人，却写了座位{win.source}"
                raise InvalidInput("bad_from", detail, "/wins/0/from", chinese)
            if len(win.seats) > 1:
                detail, chinese = f"{seats} cannot all win by self-draw", f"{seats_zh}不能都自摸"
                raise InvalidInput("wins_disagree", detail, "/wins/1/by", chinese)
        elif win.source is None:
            detail = f"a win by {win.by} needs `from`, the seat that paid the tile"
            raise InvalidInput("bad_from", detail, "/wins/0/from", f"{win.by.zh}要写 `from`：谁放的牌")
        elif not 0 <= win.source < len(self.players) or win.source in win.seats:
            detail = f"seat {win.source} cannot have fed the win of {seats}"
            raise InvalidInput("bad_from", detail, "/wins/0/from", f"座位{win.source}不能给{seats_zh}放牌")

    def _check_heavenly(self, win: Win) -> None:
        winner = self.players[win.seats[0]]
        faults = [
            *([(f"won by {win.by}", f"是{win.by.zh}")] if win.by is not By.SELF_DRAW else []),
            *self._not_dealer(win.seats[0]),
            *_has_played(winner),
        ]
        if faults:
            detail = "天胡 is the dealer's self-draw on the dealt fourteen, without melds or discards"
            raise _refused("bad_heavenly", detail, "/wins/0/heavenly", win.seats[0], faults)

    def _not_dealer(self, seat: int) -> list[tuple[str, str]]:
        here = (f"is not the dealer, seat {self.dealer}", f"不是庄家（座位{self.dealer}）")
        return [here] if seat != self.dealer else []

    def _check_earthly(self, seat: int, pointer: str) -> None:
        faults = [*([("is the dealer", "是庄家")] if seat == self.dealer else []), *_has_played(self.players[seat])]
        if faults:
            detail = "地胡 is a win before one's first discard, by another than the dealer and without melds"
            raise _refused("bad_earthly", detail, pointer, seat, faults)

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


def _has_played(player: Player) -> list[tuple[str, str]]:
    """What keeps a win from being one on the dealt hand, in both languages."""
    melds, discards = len(player.melds), len(player.discards)
    found = [(f"has {counted(melds, 'meld')}", f"有{melds}副碰杠")] if melds else []
    return [*found, (f"has {counted(discards, 'discard')}", f"打过{discards}张")] if discards else found


def _refused(code: str, detail: str, pointer: str, seat: int, faults: list[tuple[str, str]]) -> InvalidInput:
    english, chinese = (", ".join(one) for one in zip(*faults, strict=True))
    chinese = told(code, f"座位{seat}{chinese.replace(', ', '，')}")
    return InvalidInput(code, f"{detail}; seat {seat} {english}", pointer, chinese, seat=seat)


@cache
def _others(seat: int, seats: int) -> tuple[int, ...]:
    return tuple(other for other in range(seats) if other != seat)
