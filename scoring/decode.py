"""JSON from outside -> the values of `scoring.table` and `scoring.hand`, as `scoring.inputs` declares their fields.

A field that is absent or null has its default; a value of the wrong JSON type has the code of its field (`bad_json`
where the field has none of its own).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, cast

from scoring.deal import Deal
from scoring.errors import InvalidInput, quoted
from scoring.hand import Hand
from scoring.house.sheet import rules_for
from scoring.inputs import MOST_SEATS, Input, InputField, Seat, inputs
from scoring.json_reader import Object, Value, whole_number
from scoring.legality import Attempt
from scoring.rules import Rules
from scoring.sentences import told
from scoring.table import Meld, Player, Win, check_melds
from scoring.terms import By, Declared, Term, choice_zh
from scoring.tiles import SUITS, Tile, parse_tile, parse_tiles, tiles_named

T = TypeVar("T")
MOST_STAKE = 10**12
_AGREED = ("by", "tile", "from", "after_kong")
"""What several winners have in common."""


def read(cls: type[T], fields: Object, **known: object) -> T:
    """A dataclass out of an object, but for the fields that are `known`. Raises InvalidInput."""
    return cls(**read_values(cls, fields, **known))


def read_values(cls: type, fields: Object, **known: object) -> dict[str, Any]:
    """The values of its fields by name, before the dataclass checks them. Raises InvalidInput."""
    values = known
    for attribute, name, code, reader, required, has_default in _readers(cast(Hashable, cls)):
        if attribute in known:
            continue
        held = fields.fields.get(name)
        if held is not None or required:
            values[attribute] = reader(Value(held, f"{fields.pointer}/{name}", code))
        elif not has_default:
            values[attribute] = None
    return values


class _Reader(NamedTuple):
    """An InputField made ready: this is walked for every field of every object that comes in."""

    attribute: str
    name: str
    code: str
    read: Callable[[Value], object]
    required: bool
    has_default: bool


@cache
def _readers(cls: Hashable) -> tuple[_Reader, ...]:
    alone = (one for one in inputs(cast(type, cls)) if one.kind is not Rules)  # two fields of the wire make the rules
    return tuple(
        _Reader(
            one.attribute,
            one.name,
            one.taken.code,
            _asking(one, _reader(one.kind, one.taken)),
            one.required,
            one.has_default,
        )
        for one in alone
    )


def _asking(one: InputField, reader: Callable[[Value], object]) -> Callable[[Value], object]:
    """The reader, after the question that is put to whom leaves the field out."""
    if not one.taken.asked:
        return reader
    question, chinese = one.taken.asked, f"{one.name} 没有写"
    if _is_term(one.kind):
        question, chinese = f"{question} one of {', '.join(one.kind)}", f"{chinese}，要{choice_zh(one.kind)}"

    def read_required(value: Value) -> object:
        if value.held is None:
            value.refuse(question, chinese)
        return reader(value)

    return read_required


def _reader(kind: Any, taken: Input) -> Callable[[Value], object]:
    """How a field of this kind is read where it is given."""
    if _is_term(kind):
        words = taken.among or tuple(kind)
        return lambda value: value.word(words)
    if kind is str:
        return lambda value: value.word(taken.among)
    if kind is int:
        return lambda value: value.whole(taken.least, taken.most)
    if kind == Mapping[Tile, int]:
        return lambda value: _by_tile(value, "bad_json", lambda held: held.whole(taken.least, taken.most))
    return _READERS[kind]


def _is_term(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Term)


def tile_in(value: Value) -> Tile:
    """One tile. Raises InvalidInput (`bad_tile`)."""
    if not isinstance(value.held, str):
        detail = f"a tile is a text like 5m, not {quoted(value.held)}"
        raise InvalidInput("bad_tile", detail, value.pointer, f"一张牌要写成 5m 这样，不是{quoted(value.held)}")
    return parse_tile(value.held, value.pointer)


def tiles_in(value: Value) -> tuple[Tile, ...]:
    """Tiles in compact notation or as an array; none where they are absent. Raises InvalidInput (`bad_tile`)."""
    if isinstance(value.held, str):
        return parse_tiles(value.held, value.pointer)
    known = tiles_named(value.held) if isinstance(value.held, list) else None
    return known or tuple(map(tile_in, value.array(" or a text like 123m77s", "，或者 123m77s 这样")))


def melds_in(value: Value) -> tuple[Meld, ...]:
    """Melds; none where they are absent. Raises InvalidInput."""
    melds = tuple(_meld(entry.object()) for entry in value.array())
    check_melds(melds, value.pointer)
    return melds


def _meld(meld: Object) -> Meld:
    try:
        return read(Meld, meld)
    except InvalidInput as error:
        if error.pointer:
            raise
        raise error.at(meld["from"].pointer) from None


def rules_in(whole: Object) -> Rules:
    """The fields `rules` and `options`."""
    return rules_for(whole.fields.get("rules"), whole.fields.get("options"))


def _players(value: Value) -> tuple[Player, ...]:
    return tuple(read(Player, Value(entry.held, entry.pointer).object()) for entry in value.array())


def _seat(value: Value) -> int:
    seat = whole_number(value.held)
    if seat is None or not 0 <= seat < MOST_SEATS:
        value.refuse(f"{quoted(value.held)} is no seat", quoted(value.held))
    return seat


def _by_tile(value: Value, code: str, reader: Callable[[Value], int | None]) -> Mapping[Tile, int]:
    """An object whose keys are tiles; raises InvalidInput (`bad_tile`) for one that is named twice."""
    found: dict[Tile, int] = {}
    item = value.object()
    for name in item.fields:
        held = item.field(name, code)
        tile, number = parse_tile(name, held.pointer), None if held.held is None else reader(held)
        if tile in found:
            detail, chinese = (
                f"{tile} is named twice, once as {quoted(name)}",
                f"{tile}写了两次，一次写作{quoted(name)}",
            )
            raise InvalidInput("bad_tile", detail, held.pointer, chinese)
        if number is not None:
            found[tile] = number
    return MappingProxyType(found)


def _stake(value: Value) -> float:
    held = value.held
    if (
        isinstance(held, bool)
        or not isinstance(held, int | float)
        or not 0 < held <= MOST_STAKE
        or not math.isfinite(held)
    ):
        value.refuse(
            f"the stake is a positive number up to {MOST_STAKE:,}, not {quoted(held)}",
            f"最多{MOST_STAKE:,}，不是{quoted(held)}",
        )
    return held


def win_in(value: Value, tile: Tile | None = None) -> Win | None:
    """All entries of `wins` as one win; they must agree in all but the seat. `tile`: of those that name none.

    Raises InvalidInput.
    """
    wins = [_one_win(entry.object(), tile) for entry in value.array()]
    if not wins:
        return None
    for at, other in enumerate(wins[1:], 1):
        _check_agreed(wins[0], other, at)
    return replace(
        wins[0],
        seats=tuple(win.seats[0] for win in wins),
        heavenly=any(win.heavenly for win in wins),
        earthly=frozenset(seat for win in wins for seat in win.earthly),
    )


def _check_agreed(first: Win, other: Win, at: int) -> None:
    for one in inputs(Win):
        mine, theirs = getattr(first, one.attribute), getattr(other, one.attribute)
        if one.name in _AGREED and mine != theirs:
            detail = f"wins/{at} says {one.name} {_plain(theirs)}, wins/0 says {_plain(mine)}"
            chinese = f"wins/{at} 的 {one.name} 写的是{_plain_zh(theirs)}，wins/0 写的是{_plain_zh(mine)}"
            raise InvalidInput("wins_disagree", detail, f"/wins/{at}/{one.name}", told("wins_disagree", chinese))


def _one_win(entry: Object, tile: Tile | None) -> Win:
    known = {} if tile is None or entry.has("tile") else {"tile": tile}
    win = read(Win, entry, earthly=frozenset[int](), **known)
    earthly = entry.field("earthly", "bad_earthly").flag()
    return replace(win, earthly=frozenset(win.seats)) if earthly else win


def _plain(value: object) -> str:
    return "nothing" if value is None else str(value)


def _plain_zh(value: object) -> str:
    return "空" if value is None else value.zh if isinstance(value, Term) else str(value)


_READERS: Mapping[Any, Callable[[Value], object]] = {
    bool: Value.flag,
    float: _stake,
    Tile: tile_in,
    tuple[Tile, ...]: tiles_in,
    Seat: lambda value: value.whole(0, MOST_SEATS - 1),
    tuple[Seat, ...]: lambda value: (value.whole(0, MOST_SEATS - 1),),  # a win has one
    frozenset[Seat]: lambda value: frozenset(map(_seat, value.array())),
    Mapping[Tile, Seat]: lambda value: _by_tile(value, "bad_seat", _seat),
    tuple[Meld, ...]: melds_in,
    tuple[Player, ...]: _players,
    Win: win_in,
}


def deal_from(body: object) -> Deal:
    """The body of /v1/settle. Raises InvalidInput."""
    whole = Value(body).object()
    return read(Deal, whole, rules=rules_in(whole), turned_known="turned" in whole.fields)


def hand_from(body: object) -> tuple[Hand, Rules]:
    """The body of /v1/waits. Raises InvalidInput."""
    whole = Value(body).object()
    rules = rules_in(whole)
    return read(Hand, whole), rules


def attempt_from(body: object) -> tuple[Attempt, Rules]:
    """The body of /v1/judge: one hand and the field `win`. Raises InvalidInput."""
    whole = Value(body).object()
    rules = rules_in(whole)
    concealed = tiles_in(whole.field("hand", "bad_tile")) if whole.has("hand") else None
    melds = melds_in(whole.field("melds", "bad_meld"))
    win = whole["win"].object()
    attempt = read(Attempt, win, player=Player(concealed, melds))
    player = replace(
        attempt.player,
        declared=win.field("declared", "bad_declared").word(Declared),
        missing=win.field("missing", "bad_missing").word(SUITS),
    )
    return replace(attempt, player=player, from_declared=attempt.from_declared and attempt.by is By.DISCARD), rules
