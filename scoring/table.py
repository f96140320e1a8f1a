"""What happened at the table: melds, players, the win, the whole deal; checked when built.

Seats are 0 … n-1 in turn order (counter-clockwise). Pointers in errors are those of the deal on the wire.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from scoring.errors import InvalidInput, counted
from scoring.rules import Rules
from scoring.terms import By, Declared, MeldKind
from scoring.tiles import COPIES, Tile

HAND_SIZE = 13
MELD_SIZE = 3
MOST_MELDS = 4
Place = tuple[str, Sequence[Tile]]  # a pointer, and what lies there


@dataclass(frozen=True, slots=True)
class Meld:
    """A pong or kong; `source` is the seat whose discard was claimed, None if there was none or it is not known.

    Raises InvalidInput (`bad_meld`) for a concealed kong with a source.
    """

    kind: MeldKind
    tile: Tile
    source: int | None = None

    def __post_init__(self) -> None:
        if self.kind is MeldKind.CONCEALED and self.source is not None:
            raise InvalidInput("bad_meld", f"a concealed kong of {self.tile} cannot come from seat {self.source}")

    @property
    def is_kong(self) -> bool:
        """Four tiles: a pass of its own (通行证)."""
        return self.kind is not MeldKind.PONG

    @property
    def size(self) -> int:
        """Tiles that lie in it."""
        return 4 if self.is_kong else 3

    @property
    def is_claimed(self) -> bool:
        """Did another's discard go into it? A late kong without a source was four concealed (RULES 4)."""
        if self.kind is MeldKind.LATE:
            return self.source is not None
        return self.kind is not MeldKind.CONCEALED

    def settled_as(self, rules: Rules) -> MeldKind:
        """The kind by which this meld is paid: some rule sets know no late kong (RULES 4)."""
        if self.kind is MeldKind.LATE and rules.late_as_its_kind:
            return MeldKind.ADDED if self.is_claimed else MeldKind.CONCEALED
        return self.kind


@dataclass(frozen=True, slots=True)
class Player:
    """One seat at the end of the round; `hand` without the winning tile, None if it was not seen (RULES 9)."""

    hand: tuple[Tile, ...] | None
    melds: tuple[Meld, ...] = ()
    discards: tuple[Tile, ...] = ()
    declared: Declared | None = None
    ready: bool | None = None
    ready_units: int | None = None
    chickens: Mapping[Tile, int] | None = None

    @property
    def concealed_chickens(self) -> Mapping[Tile, int]:
        """What was told of the hand where it was not seen (RULES 9)."""
        return (self.chickens or {}) if self.hand is None else {}

    @property
    def has_pass(self) -> bool:
        """Has he a kong of his own, of any kind?"""
        return any(meld.is_kong for meld in self.melds)

    @property
    def miscounted(self) -> bool:
        """相公: a seen hand of another number than 13 - 3 a meld."""
        return self.hand is not None and len(self.hand) != HAND_SIZE - MELD_SIZE * len(self.melds)


@dataclass(frozen=True, slots=True)
class Win:
    """How the round was won; `seats` of the winners, in the order given, all on the same tile in the same way."""

    seats: tuple[int, ...]
    tile: Tile
    by: By
    source: int | None = None
    after_kong: MeldKind | None = None
    heavenly: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    """A finished round under one rule set; `win` None is a drawn round (黄庄).

    `turned`: the wall tile turned after the win; `turned_known` False: it was not told.
    `first_discarder`: who discarded the table's first tile of a fixed chicken.
    `refused`: seats that let a winning discard go and have not drawn since.
    Raises InvalidInput with the pointer of the offending place.
    """

    rules: Rules
    players: tuple[Player, ...]
    dealer: int
    streak: int = 1
    stake: float = 1
    win: Win | None = None
    turned: Tile | None = None
    turned_known: bool = True
    first_discarder: Mapping[Tile, int] = field(default_factory=lambda: MappingProxyType({}))
    refused: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if len(self.players) not in self.rules.players:
            wanted = " or ".join(map(str, self.rules.players))
            raise InvalidInput(
                "bad_player_count",
                f"{self.rules.name} is played by {wanted}, not by {len(self.players)}",
                "/players",
            )
        self._seat(self.dealer, "bad_dealer", "dealer", "/dealer")
        for seat, player in enumerate(self.players):
            self._check_player(seat, player)
        for tile, seat in self.first_discarder.items():
            pointer = f"/first_discarder/{tile}"
            if tile not in self.rules.fixed_chickens:
                raise InvalidInput("bad_tile", f"{tile} is no fixed chicken of {self.rules.name}", pointer)
            self._seat(seat, "bad_seat", f"first discarder of {tile}", pointer)
        for at, seat in enumerate(sorted(self.refused)):
            self._seat(seat, "bad_seat", "refused", f"/refused/{at}")
        if self.win is not None:
            self._check_win(self.win)
        elif self.turned is not None:
            raise InvalidInput("turned_without_win", f"{self.turned} was turned, but nobody won", "/turned")
        self._check_copies()

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
                raise InvalidInput("bad_meld", f"seat {seat} cannot claim {meld.tile} from himself", pointer)
            if meld.kind is MeldKind.EXPOSED and meld.source is None:
                raise InvalidInput("bad_meld", f"who fed the exposed kong of {meld.tile}? `from` is missing", pointer)
        if player.declared is Declared.HARD and seat == self.dealer and not self.rules.dealer_may_declare_hard:
            raise InvalidInput(
                "bad_declared",
                f"the dealer (seat {seat}) cannot declare 'hard' in {self.rules.name}",
                f"{at}/declared",
            )

    def _check_win(self, win: Win) -> None:
        for at, seat in enumerate(win.seats):
            self._seat(seat, "bad_seat", "win", f"/wins/{at}/seat")
            if seat in win.seats[:at]:
                raise InvalidInput("bad_seat", f"seat {seat} wins twice", f"/wins/{at}/seat")
        seats = " and ".join(f"seat {seat}" for seat in win.seats)
        if win.by is By.SELF_DRAW:
            if win.source is not None:
                raise InvalidInput(
                    "bad_from", f"a self-draw comes from nobody, not from seat {win.source}", "/wins/0/from"
                )
            if len(win.seats) > 1:
                raise InvalidInput("wins_disagree", f"{seats} cannot all win by self-draw", "/wins/1/by")
        elif win.source is None:
            raise InvalidInput(
                "bad_from", f"a win by {win.by} needs `from`, the seat that paid the tile", "/wins/0/from"
            )
        elif not 0 <= win.source < len(self.players) or win.source in win.seats:
            raise InvalidInput("bad_from", f"seat {win.source} cannot have fed the win of {seats}", "/wins/0/from")
        kong_maker = self.players[win.seats[0] if win.source is None else win.source]
        check_after_kong(win.after_kong, win.by, kong_maker.melds, "/wins/0/after_kong")
        if win.by is By.ROBBED_KONG and not any(
            meld.kind is MeldKind.PONG and meld.tile is win.tile for meld in self.players[win.source or 0].melds
        ):
            raise InvalidInput(
                "robbed_pong_missing", f"seat {win.source} shows no pong of {win.tile} to rob", "/wins/0/from"
            )
        if win.heavenly:
            winner = self.players[win.seats[0]]
            faults = {
                f"won by {win.by}": win.by is not By.SELF_DRAW,
                f"is not the dealer, seat {self.dealer}": win.seats[0] != self.dealer,
                f"has {counted(len(winner.melds), 'meld')}": bool(winner.melds),
                f"has {counted(len(winner.discards), 'discard')}": bool(winner.discards),
            }
            if any(faults.values()):
                detail = "天胡 is the dealer's self-draw on his dealt fourteen, without melds or discards"
                why = ", ".join(fault for fault, there in faults.items() if there)
                raise InvalidInput("bad_heavenly", f"{detail}; seat {win.seats[0]} {why}", "/wins/0/heavenly")

    def _check_copies(self) -> None:
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
        check_copies(seen, self._places)

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


def check_copies(seen: list[int], places: Callable[[], Iterable[Place]]) -> None:
    """27 counts, and where the tiles lie; raises InvalidInput (`fifth_copy`, the place of the fifth) where a kind is
    seen more than four times.
    """
    for tile in Tile:
        if seen[tile] > COPIES:
            lying = [pointer for pointer, tiles in places() for one in tiles if one is tile]
            raise InvalidInput("fifth_copy", f"{tile} is there {seen[tile]} times, a set has four", lying[COPIES])


def meld_places(melds: Sequence[Meld], pointer: str) -> Iterator[Place]:
    """Where the tiles of melds lie."""
    return ((f"{pointer}/{index}", (meld.tile,) * meld.size) for index, meld in enumerate(melds))


def check_melds(melds: Sequence[Meld], pointer: str) -> None:
    """Raises InvalidInput (`bad_meld`) for more than four."""
    if len(melds) > MOST_MELDS:
        raise InvalidInput("bad_meld", f"{len(melds)} melds; four are the most", pointer)


def check_after_kong(after_kong: MeldKind | None, by: By, melds: Sequence[Meld] | None, pointer: str) -> None:
    """The kong before the winning tile: `melds` are those of its maker, None if they are not known.

    Raises InvalidInput: `bad_after_kong` beside a robbed kong or for a pong, `after_kong_missing` without such a meld.
    """
    if after_kong is None:
        return
    if by is By.ROBBED_KONG or after_kong is MeldKind.PONG:
        raise InvalidInput("bad_after_kong", f"{after_kong} cannot stand beside a win by {by}", pointer)
    if melds is not None and all(meld.kind is not after_kong for meld in melds):
        raise InvalidInput("after_kong_missing", f"the kong's maker shows no {after_kong} kong", pointer)
