"""What was told about the table of a photo: `facts`, read once.

Pointers of errors are JSON Pointers into `facts`, `""` for the whole of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from api.shown import Json, assumption
from scoring import wire
from scoring.deal import Deal
from scoring.decode import read, read_values, tile_in, win_in
from scoring.errors import InvalidInput, quoted
from scoring.fields import FACTS
from scoring.house.sheet import rules_for
from scoring.inputs import MOST_SEATS
from scoring.json_reader import Object, Value, whole_number
from scoring.ledger import Assumed
from scoring.legality import Attempt
from scoring.rules import Rules
from scoring.table import Player
from scoring.terms import By, MeldKind, seat_zh
from scoring.tiles import Tile

T = TypeVar("T")
SEATS = 4  # of a table whose rules cannot be read
_NOT_YET_KNOWN = Tile.M1
"""Stands for a won tile that nobody told, until the photo shows it."""


@dataclass(frozen=True, slots=True)
class GivenMeld:
    """A meld as it was told; what is None was not. `source_given`: `from` was told, be it as null."""

    tile: Tile
    kind: MeldKind | None
    source: int | None
    source_given: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """What was told, under these `rules`, and what was `assumed` in place of what was not.

    `seat`: whose hand the photo shows, at a table of `seats` where `dealer` deals (0 if told wrongly). `melds`, `own`:
    theirs, but for the hand; `discards_given`: their discards were told. `win_at`: where in `wins` their own win is
    told, None: it is not; `won`: the tile that it was told to be won on; `claim`: that win without tile and hand.
    `winners_told`: somebody was told to have won. `table`: the values of the Deal, without what the photo shows.
    `ignored`: what means nothing here.

    A part that cannot be is there as its fault: what does not need it is answered all the same.
    """

    rules: Rules
    seat: int
    seats: int
    dealer: int
    melds: tuple[GivenMeld, ...]
    own: Player | InvalidInput
    discards_given: bool
    wins_given: bool
    winners_told: bool
    win_at: int | None
    won: Tile | None
    claim: Attempt | InvalidInput
    table: Mapping[str, Any] | InvalidInput
    assumed: tuple[Json, ...]
    ignored: tuple[Assumed, ...] = ()

    @property
    def name_zh(self) -> str:
        """What the player of the photo is called."""
        return seat_zh(self.seat, self.dealer, self.seats)


def facts_in(value: object, apart: Tile | None = None) -> Facts:
    """Facts as they were sent; `apart`: the tile that lies apart in the photo, for wins that name none.

    Raises InvalidInput: `bad_facts`, `bad_player_count`, `bad_seat`, `bad_tile`, `bad_meld`, and the codes of rules.
    """
    if not isinstance(value, Mapping):
        detail, chinese = f"facts are a JSON object, not {quoted(value)}", f"情况要写成一个对象，不是{quoted(value)}"
        raise InvalidInput("bad_facts", detail, "", chinese)
    whole = Object(value)
    players = _players(whole["players"], usual_seats(value))
    seat = _seat(whole["seat"], len(players))
    own, dealer = _own(players[seat], seat), _dealer(whole, len(players))
    rules = rules_for(whole.fields.get("rules"), whole.fields.get("options"))
    win_at = win_index(value.get("wins"), seat)
    won = None if win_at is None else _won(value["wins"], win_at)
    unnamed = apart if win_at is None else won or _NOT_YET_KNOWN
    table, ignored = _table(whole, players, seat, rules, unnamed)
    return Facts(
        rules=rules,
        seat=seat,
        seats=len(players),
        dealer=dealer,
        melds=_melds(own["melds"]),
        own=_or_fault(lambda: read(Player, own, hand=None, melds=())),
        discards_given=own.has("discards"),
        wins_given=whole.has("wins"),
        win_at=win_at,
        won=won,
        winners_told=bool(value.get("wins")),
        claim=_claim(whole, players, seat, win_at),
        table=table,
        assumed=(*_defaults(whole, rules, seat, dealer, len(players)), *_unseen(players, seat, dealer)),
        ignored=ignored,
    )


def win_index(wins: object, seat: object) -> int | None:
    """Where in `wins` the win of this seat is told; `wins` as it was sent."""
    if not isinstance(wins, list):
        return None
    return next((at for at, win in enumerate(wins) if isinstance(win, dict) and win.get("seat") == seat), None)


def told_won_tile(wins: object, seat: object) -> object:
    """The tile that this seat is said to have won on; all winners won on the same, so any of them tells it."""
    told = wins if isinstance(wins, list) and win_index(wins, seat) is not None else []
    return next((win["tile"] for win in told if isinstance(win, dict) and win.get("tile") is not None), None)


def _won(wins: Sequence[Json], win_at: int) -> Tile | None:
    told = told_won_tile(wins, wins[win_at]["seat"])
    return None if told is None else tile_in(Value(told, f"/wins/{win_at}/tile"))


def _or_fault(make: Callable[[], T]) -> T | InvalidInput:
    try:
        return make()
    except InvalidInput as error:
        return error


def usual_seats(facts: Mapping[str, object]) -> int:
    """Players, where the facts name none: as many as their rules take at most."""
    try:
        return max(rules_for(facts.get("rules"), facts.get("options")).players)
    except InvalidInput:
        return SEATS


def _players(value: Value, seats: int) -> tuple[Value, ...]:
    if not value.given:
        return tuple(Value({}, f"{value.pointer}/{seat}") for seat in range(seats))
    if not isinstance(value.held, list) or not value.held:
        detail = f"players are a list of 2 to 4, not {quoted(value.held)}"
        chinese = f"players 要2到4个人的列表，不是{quoted(value.held)}"
        raise InvalidInput("bad_player_count", detail, value.pointer, chinese)
    return value.array()


def _seat(value: Value, players: int) -> int:
    seat = whole_number(value.held) if value.given else 0
    if seat is None or not 0 <= seat < players:
        raise InvalidInput("bad_seat", *no_seat(value.held, players, value.pointer))
    return seat


def no_seat(told: object, players: int, pointer: str) -> tuple[str, str, str]:
    """What is said of a seat that no player has: in English, where, and in Chinese."""
    detail = f"seat {quoted(told)} is none of 0-{players - 1}"
    return detail, pointer, f"座位只有0-{players - 1}，没有{quoted(told)}"


def _dealer(whole: Object, seats: int) -> int:
    """Who deals, as far as names of seats need it; a wrong one is for the deal to refuse."""
    told = whole_number(whole.fields.get("dealer"))
    return told if told is not None and 0 <= told < seats else 0


def _own(player: Value, seat: int) -> Object:
    if not isinstance(player.held, Mapping):
        detail = f"a player is an object, not {quoted(player.held)}"
        raise InvalidInput("bad_facts", detail, player.pointer, f"每个人要写成一个对象，不是{quoted(player.held)}")
    own = player.object()
    if own.has("hand"):
        detail = f"the photo shows the hand at seat {seat}; leave it out"
        chinese = f"座位{seat}的手牌照片里有，不用再写"
        raise InvalidInput("bad_facts", detail, own["hand"].pointer, chinese)
    return own


def given_melds(told: object, seat: int) -> tuple[GivenMeld, ...]:
    """The melds that were told of a seat. Raises InvalidInput."""
    return _melds(Value(told, f"/players/{seat}/melds"))


def _melds(value: Value) -> tuple[GivenMeld, ...]:
    return tuple(_meld(entry.object()) for entry in Value(value.held, value.pointer, "bad_meld").array())


def _meld(meld: Object) -> GivenMeld:
    kind = meld["kind"].word(MeldKind)
    if kind is None and "kind" in meld.fields:
        meld["kind"].refuse(f"what kind of meld? one of {', '.join(MeldKind)}")
    source = meld.field("from", "bad_seat").whole(0, MOST_SEATS - 1)
    return GivenMeld(tile_in(meld["tile"]), kind, source, "from" in meld.fields)


def _claim(whole: Object, players: Sequence[Value], seat: int, win_at: int | None) -> Attempt | InvalidInput:
    """The own win as far as it was told; where it was not, a self-draw."""
    entry = Object({"by": By.SELF_DRAW}) if win_at is None else whole["wins"].array()[win_at].object()
    feeder, refused = entry.fields.get("from"), whole.fields.get("refused")
    fed_by = players[feeder].held if isinstance(feeder, int) and 0 <= feeder < len(players) else None
    declared = isinstance(fed_by, Mapping) and fed_by.get("declared") is not None
    own = players[seat].object()

    def claim() -> Attempt:
        attempt = read(
            Attempt,
            entry,
            player=read(Player, Object({name: own.fields.get(name) for name in _OF_A_CLAIM}, own.pointer), hand=None),
            tile=_NOT_YET_KNOWN,
            from_declared=False,
            refused=isinstance(refused, list) and seat in refused,
        )
        return replace(attempt, from_declared=declared and attempt.by is By.DISCARD)

    return _or_fault(claim)


_OF_A_CLAIM = ("declared", "missing")
"""What of a player is asked about beside the tiles, where a win is judged."""


def _table(
    whole: Object, players: Sequence[Value], seat: int, rules: Rules, won: Tile | None
) -> tuple[Mapping[str, Any] | InvalidInput, tuple[Assumed, ...]]:
    """The values of the Deal, and what was told and means nothing."""
    try:
        ignored = wire.ignored(FACTS, whole.fields)
        known: dict[str, object] = {} if whole.has("dealer") else {"dealer": 0}
        seated = tuple(
            read(Player, player.object(), **({"hand": None, "melds": ()} if at == seat else {}))
            for at, player in enumerate(players)
        )
        win = win_in(whole["wins"], won)
        turned_known = "turned" in whole.fields
        values = read_values(Deal, whole, rules=rules, players=seated, win=win, turned_known=turned_known, **known)
    except InvalidInput as error:
        return error, ()
    return values, ignored


def _defaults(whole: Object, rules: Rules, seat: int, dealer: int, seats: int) -> Iterator[Json]:
    """What is taken as usual where it was not told; options where there are any that no sheet tells."""
    asked = rules.options and not isinstance(whole.fields.get("rules"), Mapping)
    for name, value, zh, en in (
        ("seat", 0, f"照片是{seat_zh(seat, dealer, seats)}的牌", "the photo shows the hand at seat 0"),
        ("dealer", 0, f"庄家是{_beside_zh(-seat % seats, seats)}", "the dealer sits at seat 0"),
        ("streak", 1, "庄家头一回坐庄", "the dealer deals for the first time in a row"),
        ("stake", 1, "底注是1", "the stake is 1"),
        ("options", {}, "没有另外约定", "no house option is played"),
    ):
        if not whole.has(name) and (name != "options" or asked):
            yield assumption(name, value, zh, en)


def _beside_zh(by: int, seats: int) -> str:
    """Who sits `by` seats after the player of the photo."""
    names = {2: "照片里这家 对家", 3: "照片里这家 下家 上家"}.get(seats, "照片里这家 下家 对家 上家")
    return names.split()[min(by, 3)]


def _unseen(players: Sequence[Value], seat: int, dealer: int) -> Iterator[Json]:
    unseen = [
        at
        for at, player in enumerate(players)
        if at != seat and isinstance(player.held, Mapping) and player.held.get("hand") is None
    ]
    if unseen:
        names = "、".join(seat_zh(at, dealer, len(players)) for at in unseen)
        zh, en = f"{names}的手牌没看到", f"the hands at seats {', '.join(map(str, unseen))} were not seen"
        yield assumption("unseen", unseen, zh, en)
