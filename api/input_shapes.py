"""The shapes of deals and hands that come in, for the OpenAPI document, made from how `scoring` declares their fields.

A new field of a deal stands here as soon as it is declared beside its dataclass (`scoring.inputs`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, replace
from typing import Annotated, Any, Literal

from pydantic import Field, create_model

from api.shapes import Options, Rules, Seat, Shape, TileName, Tiles
from scoring import deal, hand, inputs, legality, rules, table
from scoring.inputs import InputField
from scoring.terms import By, Declared, MeldKind
from scoring.tiles import Tile

_WORDS: Mapping[Any, str] = {
    MeldKind: "碰, 暗杠, 补杠, 明杠, 憨包豆: added to a pong later than at once",
    By: "自摸, 点炮, 抢杠",
    Declared: "报听: on the dealt hand, after the first draw; null: not at all",
}
"""Codes, and what they mean."""
_BOUNDS: Mapping[str, Mapping[str, int]] = {"players": {"min_length": 2, "max_length": 4}, "stake": {"gt": 0}}
"""What the declarations say in no number."""
_EMPTY: Mapping[Any, object] = {tuple[Tile, ...]: "", table.Win: []}
"""What stands for nothing, where it is no empty list or object."""


def _fields(cls: type, **known: Any) -> dict[str, Any]:
    """The fields of a dataclass that come from outside; `known`: types that are not told by the field alone."""
    return {one.attribute: _field(one, known.get(one.attribute)) for one in inputs.inputs(cls)}


def _field(one: InputField, known: Any) -> tuple[Any, Any]:
    if known is bool:
        one = replace(one, kind=bool, default=False)
    kind = _kind(one) if known is None else known
    about = one.taken.about or _WORDS.get(one.kind)
    more: dict[str, Any] = {"description": about} if about else {}
    more |= {"alias": one.name} if one.name != one.attribute else {}
    more |= _bounds(one)
    may_be_null = one.optional and one.kind not in _EMPTY.keys() - {tuple[Tile, ...]}
    return Annotated[kind | None if may_be_null else kind, Field(**more)], ... if one.required else _default(one)


def _kind(one: InputField) -> Any:
    if one.kind in _WORDS or one.kind is str:
        return Literal[tuple(map(str, one.taken.among or one.kind))]
    return _KINDS.get(one.kind, one.kind)


def _bounds(one: InputField) -> Mapping[str, int]:
    if one.kind is not int:
        return _BOUNDS.get(one.attribute, {})
    return {"ge": one.taken.least} | ({"le": one.taken.most} if one.taken.most < inputs.MOST_NUMBER else {})


def _default(one: InputField) -> Any:
    """The default as JSON."""
    if one.kind in _EMPTY and not (one.optional and one.kind == tuple[Tile, ...]):
        return _EMPTY[one.kind]
    if isinstance(one.default, tuple | frozenset):
        return []
    return {} if isinstance(one.default, Mapping) else None if one.default is MISSING else one.default


def _model(name: str, about: str, fields: Mapping[str, Any]) -> type[Shape]:
    made: type[Shape] = create_model(name, __base__=Shape, __doc__=about, **fields)
    return made


_KINDS: dict[Any, Any] = {
    Tile: TileName,
    inputs.Seat: Seat,
    tuple[Tile, ...]: Tiles,
    frozenset[inputs.Seat]: list[Seat],
    Mapping[Tile, int]: dict[str, int],
    Mapping[Tile, inputs.Seat]: dict[str, Seat],
    rules.Rules: Rules,
}
"""What the engine's kinds of value are on the wire."""
_RULES: Mapping[str, Any] = {"rules": (Rules, ...), "options": (Options, {})}

Meld = _model("Meld", "A pong or kong. `from` is required for an exposed kong in a deal.", _fields(table.Meld))
_KINDS[tuple[table.Meld, ...]] = Annotated[list[Meld], Field(description="in the order in which they were completed")]  # type: ignore[valid-type]
Player = _model("Player", "One seat; `hand` is absent where it was not seen.", _fields(table.Player))
_KINDS[tuple[table.Player, ...]] = list[Player]  # type: ignore[valid-type]
Win = _model("Win", "One winner; all agree in everything but the seat.", _fields(table.Win, seats=Seat, earthly=bool))
_KINDS[table.Win] = list[Win]  # type: ignore[valid-type]
Deal = _model(
    "Deal",
    "What happened at the table. A misspelt field is refused, here and wherever one may be left out; one that means "
    "nothing at all is told in `assumed`.",
    {**_RULES, **{name: field for name, field in _fields(deal.Deal).items() if name != "rules"}},
)
HandAsked = _model("HandAsked", "A hand to find the waits of.", {**_RULES, **_fields(hand.Hand)})
_PLAYER = _fields(table.Player)
WinAsked = _model(
    "WinAsked",
    "How the hand is said to have won.",
    {**_fields(legality.Attempt), **{name: _PLAYER[name] for name in ("declared", "missing")}},
)
JudgeAsked = _model(
    "JudgeAsked",
    "A hand, without the winning tile, and its win.",
    {
        **_RULES,
        "hand": (Annotated[Tiles, Field(description="concealed, compact or a list, without the winning tile")], ...),
        "melds": _PLAYER["melds"],
        "win": (Annotated[WinAsked, Field(description="the tile and how it came")], ...),
    },
)
