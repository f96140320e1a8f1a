"""Decoded JSON of any kind -> the values of `scoring.table`, each field with its own error code.

A field that is absent or null has its default; a value of the wrong JSON type has the code of its field
(`bad_json` where the field has none of its own).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

from scoring.deal import Deal
from scoring.errors import InvalidInput, counted, pointer_to, quoted
from scoring.house.sheet import rules_for
from scoring.legality import Attempt
from scoring.rules import Rules
from scoring.table import Meld, Player, Win, check_after_kong, check_dealer_declared, check_melds
from scoring.terms import KONGS, By, Declared, MeldKind, Term
from scoring.tiles import COPIES, SUITS, Tile, parse_tile, parse_tiles

T = TypeVar("T", bound=Term)
MOST_SEATS = 4
MOST_STAKE = 10**12
MOST_SIDE_BET = 50
DAYS = 7
MOST_NUMBER = 10**6
"""Streaks and units beyond these are typing errors; the bound keeps every amount a number that JSON readers hold."""


@dataclass(frozen=True, slots=True)
class Object:
    """A JSON object and where it stands; its methods read one field each."""

    fields: Mapping[str, object]
    pointer: str = ""

    @classmethod
    def of(cls, value: object, pointer: str = "", code: str = "bad_json") -> Object:
        """Raises InvalidInput with `code` if the value is no object."""
        if not isinstance(value, Mapping):
            raise InvalidInput(code, f"an object is wanted here, not {quoted(value)}", pointer)
        return cls(value, pointer)

    def at(self, name: str) -> str:
        """The pointer of a field."""
        return pointer_to(self.pointer, name)

    def has(self, name: str) -> bool:
        """Is the field there and not null?"""
        return self.fields.get(name) is not None

    def items(self, name: str, code: str) -> Iterator[tuple[str, object]]:
        """An array's items with their pointers; none if absent."""
        value = self.fields.get(name)
        if value is None:
            return
        if not isinstance(value, list | tuple):
            or_text = " or a text like 123m77s" if code == "bad_tile" else ""
            raise InvalidInput(code, f"{name} must be an array{or_text}, not {quoted(value)}", self.at(name))
        for index, item in enumerate(value):
            yield f"{self.at(name)}/{index}", item

    def tile(self, name: str) -> Tile:
        """One tile; required."""
        return _tile(self.fields.get(name), self.at(name))

    def tiles(self, name: str) -> tuple[Tile, ...]:
        """Tiles in compact notation or as an array; none if absent."""
        value = self.fields.get(name)
        if isinstance(value, str):
            return parse_tiles(value, self.at(name))
        return tuple(_tile(item, pointer) for pointer, item in self.items(name, "bad_tile"))

    def number(self, name: str, code: str, least: int, most: int = MOST_NUMBER) -> int | None:
        """A whole number within bounds; None if absent."""
        value = self.fields.get(name)
        if value is None:
            return None
        number = _whole(value)
        if number is None or not least <= number <= most:
            wanted = f"a whole number from {least} to {most}"
            raise InvalidInput(code, f"{name} must be {wanted}, not {quoted(value)}", self.at(name))
        return number

    def seat(self, name: str, code: str) -> int | None:
        """A seat, whose table decides whether it exists; None if absent."""
        return self.number(name, code, 0, MOST_SEATS - 1)

    def flag(self, name: str, code: str) -> bool | None:
        """A boolean; None if absent."""
        value = self.fields.get(name)
        if value is not None and not isinstance(value, bool):
            raise InvalidInput(code, f"{name} must be true or false, not {quoted(value)}", self.at(name))
        return value

    def term(self, name: str, kinds: Iterable[T], code: str) -> T | None:
        """One of a fixed list of codes; None if absent."""
        value = self.fields.get(name)
        if value is None:
            return None
        found = next((kind for kind in kinds if kind == value), None)
        if found is not None:
            return found
        raise InvalidInput(code, f"{name} is one of {', '.join(kinds)}, not {quoted(value)}", self.at(name))


def _whole(value: object) -> int | None:
    """An integer, 3 or 3.0; None for anything else, booleans too."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _tile(value: object, pointer: str) -> Tile:
    if not isinstance(value, str):
        raise InvalidInput("bad_tile", f"a tile is a text like 5m, not {quoted(value)}", pointer)
    return parse_tile(value, pointer)


def options_from(whole: Object) -> Rules:
    """The fields `rules` and `options`."""
    return rules_for(whole.fields.get("rules"), whole.fields.get("options"))


def melds_from(whole: Object) -> tuple[Meld, ...]:
    """The field `melds`."""
    melds = []
    for pointer, item in whole.items("melds", "bad_meld"):
        meld = Object.of(item, pointer, "bad_meld")
        kind = meld.term("kind", MeldKind, "bad_meld")
        if kind is None:
            raise InvalidInput("bad_meld", f"what kind of meld? one of {', '.join(MeldKind)}", meld.at("kind"))
        tile, source = meld.tile("tile"), meld.seat("from", "bad_seat")
        try:
            melds.append(Meld(kind, tile, source))
        except InvalidInput as refused:
            raise InvalidInput(refused.code, refused.detail, meld.at("from")) from None
    check_melds(melds, whole.at("melds"))
    return tuple(melds)


def hand_from(whole: Object) -> tuple[tuple[Tile, ...], tuple[Meld, ...]]:
    """The fields `hand` and `melds` of one hand that is seen."""
    if not whole.has("hand"):
        raise InvalidInput("bad_tile", "the hand is missing", whole.at("hand"))
    return whole.tiles("hand"), melds_from(whole)


def judged_from(whole: Object, rules: Rules) -> Attempt:
    """The body of /v1/judge: one hand and the field `win`."""
    concealed = whole.tiles("hand") if whole.has("hand") else None
    melds = melds_from(whole)
    win = Object.of(whole.fields.get("win"), "/win")
    by = _by(win)
    after_kong = win.term("after_kong", KONGS, "bad_after_kong")
    check_after_kong(after_kong, by, melds if by is By.SELF_DRAW else None, win.at("after_kong"))
    heavenly = bool(win.flag("heavenly", "bad_heavenly"))
    if heavenly and (by is not By.SELF_DRAW or melds):
        detail = f"天胡 is a self-draw without melds, not a win by {by} with {counted(len(melds), 'meld')}"
        raise InvalidInput("bad_heavenly", detail, win.at("heavenly"))
    earthly = bool(win.flag("earthly", "bad_earthly"))
    if earthly and (heavenly or melds):
        beside = "天胡" if heavenly else counted(len(melds), "meld")
        raise InvalidInput(
            "bad_earthly", f"地胡 is a win without melds and no 天胡; here is {beside}", win.at("earthly")
        )
    declared = win.term("declared", Declared, "bad_declared")
    if heavenly:
        check_dealer_declared(declared, rules, win.at("declared"))
    late = after_kong is MeldKind.LATE
    return Attempt(
        player=Player(concealed, melds, declared=declared, missing=missing_from(win)),
        tile=win.tile("tile"),
        by=by,
        after_kong=after_kong,
        heavenly=heavenly,
        earthly=earthly,
        from_declared=bool(win.flag("from_declared", "bad_declared")) and by is By.DISCARD,
        refused=bool(win.flag("refused", "bad_json")),
        shot_kind=MeldKind.CONCEALED if late else after_kong,
    )


def missing_from(whole: Object) -> str | None:
    """The field `missing`: the suit that was declared to be lacked (定缺); None if absent."""
    value = whole.fields.get("missing")
    if value is None or (isinstance(value, str) and len(value) == 1 and value in SUITS):
        return value
    raise InvalidInput("bad_missing", f"missing is one of m, p, s, not {quoted(value)}", whole.at("missing"))


def _by(win: Object) -> By:
    by = win.term("by", By, "bad_by")
    if by is None:
        raise InvalidInput("bad_by", f"how was it won? one of {', '.join(By)}", win.at("by"))
    return by


def deal_from(body: object) -> Deal:
    """The body of /v1/settle. Raises InvalidInput."""
    whole = Object.of(body)
    rules = options_from(whole)
    players = tuple(_player(Object.of(item, at)) for at, item in whole.items("players", "bad_player_count"))
    dealer = whole.number("dealer", "bad_dealer", 0, MOST_SEATS - 1)
    if dealer is None:
        raise InvalidInput("bad_dealer", "the dealer's seat is missing", "/dealer")
    return Deal(
        rules=rules,
        players=players,
        dealer=dealer,
        streak=whole.number("streak", "bad_streak", 1) or 1,
        stake=_stake(whole),
        win=_win(whole),
        turned=whole.tile("turned") if whole.has("turned") else None,
        turned_known="turned" in whole.fields,
        first_discarder=_first_discarder(whole),
        refused=frozenset(_seat(item, at) for at, item in whole.items("refused", "bad_seat")),
        weekday=whole.number("weekday", "bad_weekday", 1, DAYS),
    )


def _player(player: Object) -> Player:
    return Player(
        hand=player.tiles("hand") if player.has("hand") else None,
        melds=melds_from(player),
        discards=player.tiles("discards"),
        declared=player.term("declared", Declared, "bad_declared"),
        ready=player.flag("ready", "bad_json"),
        ready_units=player.number("ready_units", "bad_json", 1),
        chickens=_chickens(player),
        missing=missing_from(player),
        side_bet=player.number("side_bet", "bad_side_bet", 0, MOST_SIDE_BET) or 0,
    )


def _chickens(player: Object) -> Mapping[Tile, int] | None:
    if not player.has("chickens"):
        return None
    told = Object.of(player.fields["chickens"], player.at("chickens"))
    return _by_tile(told, lambda name: told.number(name, "bad_json", 0, COPIES))


def _stake(whole: Object) -> float:
    value = whole.fields.get("stake")
    if value is None:
        return 1
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not 0 < value <= MOST_STAKE
        or not math.isfinite(value)
    ):
        detail = f"the stake is a positive number up to {MOST_STAKE:,}, not {quoted(value)}"
        raise InvalidInput("bad_stake", detail, "/stake")
    return value


def _seat(value: object, pointer: str) -> int:
    seat = _whole(value)
    if seat is None or not 0 <= seat < MOST_SEATS:
        raise InvalidInput("bad_seat", f"{quoted(value)} is no seat", pointer)
    return seat


def _first_discarder(whole: Object) -> Mapping[Tile, int]:
    if not whole.has("first_discarder"):
        return MappingProxyType({})
    told = Object.of(whole.fields["first_discarder"], "/first_discarder", "bad_seat")
    return _by_tile(told, lambda name: None if told.fields[name] is None else _seat(told.fields[name], told.at(name)))


def _by_tile(told: Object, read: Callable[[str], int | None]) -> Mapping[Tile, int]:
    """An object whose keys are tiles; raises InvalidInput (`bad_tile`) for one that is named twice."""
    found: dict[Tile, int] = {}
    for name in told.fields:
        tile, value = parse_tile(name, told.at(name)), read(name)
        if tile in found:
            raise InvalidInput("bad_tile", f"{tile} is named twice, once as {quoted(name)}", told.at(name))
        if value is not None:
            found[tile] = value
    return MappingProxyType(found)


def _win(whole: Object) -> Win | None:
    """All entries of `wins` as one win; they must agree in all but the seat."""
    wins = []
    for pointer, item in whole.items("wins", "bad_json"):
        entry = Object.of(item, pointer)
        by = _by(entry)
        seat = entry.seat("seat", "bad_seat")
        if seat is None:
            raise InvalidInput("bad_seat", "who won? `seat` is missing", entry.at("seat"))
        wins.append(
            Win(
                seats=(seat,),
                tile=entry.tile("tile"),
                by=by,
                source=entry.seat("from", "bad_from"),
                after_kong=entry.term("after_kong", KONGS, "bad_after_kong"),
                heavenly=bool(entry.flag("heavenly", "bad_heavenly")),
                earthly=frozenset({seat} if entry.flag("earthly", "bad_earthly") else ()),
            )
        )
    if not wins:
        return None
    first, *others = wins
    for at, other in enumerate(others, 1):
        for field, (one, another) in _agreed(first, other).items():
            if one != another:
                detail = f"wins/{at} says {field} {_plain(another)}, wins/0 says {_plain(one)}"
                raise InvalidInput("wins_disagree", detail, f"/wins/{at}/{field}")
    seats = tuple(win.seats[0] for win in wins)
    earthly = frozenset(seat for win in wins for seat in win.earthly)
    return replace(first, seats=seats, heavenly=any(win.heavenly for win in wins), earthly=earthly)


def _agreed(one: Win, other: Win) -> dict[str, tuple[object, object]]:
    """Field of the wire -> what either says; what several winners have in common."""
    return {
        "by": (one.by, other.by),
        "tile": (one.tile, other.tile),
        "from": (one.source, other.source),
        "after_kong": (one.after_kong, other.after_kong),
    }


def _plain(value: object) -> str:
    return "nothing" if value is None else str(value)
