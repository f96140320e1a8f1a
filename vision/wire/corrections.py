"""Corrections <-> plain JSON of the wire contract."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.errors import quoted
from scoring.json_reader import Object, Value
from vision.types import Add, Correction, Drop, Move, Owner, Role, SetKind
from vision.wire.kinds import HIGHEST, box, choice, entries, index, kind

FIELDS: Mapping[str, tuple[str, ...]] = {
    "set": ("op", "tile", "kind"),
    "drop": ("op", "tile"),
    "add": ("op", "box", "kind", "group"),
    "move": ("op", "tiles", "role", "group", "owner"),
}
"""What each kind of correction has."""


def parse_corrections(value: object) -> tuple[Correction, ...]:
    """Any JSON value -> corrections; whether the tiles exist is not looked at. Raises InvalidInput (`bad_corrections`,
    with a JSON Pointer into the list).
    """
    return corrections_in(Value(value, code="bad_corrections"))


def corrections_in(value: Value) -> tuple[Correction, ...]:
    """The same of a value inside another one."""
    if not isinstance(value.held, list | tuple):
        value.refuse(f"{quoted(value.held)} is no list of corrections")
    return tuple(_correction(entry.object("a correction")) for entry in entries(value))


def _correction(item: Object) -> Correction:
    op = choice(item["op"], FIELDS)
    item.only(FIELDS[op], op)
    match op:
        case "set":
            return SetKind(index(item["tile"], HIGHEST), kind(item["kind"]))
        case "drop":
            return Drop(index(item["tile"], HIGHEST))
        case "add":
            return Add(box(item["box"]), kind(item["kind"]), _group(item))
        case _:
            return _move(item)


def _move(item: Object) -> Move:
    role = choice(item["role"], Role)
    owner = choice(item["owner"], Owner) if item.has("owner") else None
    return Move(_tiles(item["tiles"]), role, _group(item), owner)


def _group(item: Object) -> int | None:
    return index(item["group"], HIGHEST) if item.has("group") else None


def _tiles(value: Value) -> tuple[int, ...]:
    listed = entries(value)
    tiles = tuple(index(entry, HIGHEST) for entry in listed)
    if not tiles:
        value.refuse(f"{quoted(value.held)} names no tile, and a move needs some")
    for at, i in enumerate(tiles):
        if i in tiles[:at]:
            listed[at].refuse(f"tile {i} is named twice")
    return tiles


def correction_json(correction: Correction) -> dict[str, object]:
    """One correction -> the contract's object; `parse_corrections` gives it back."""
    match correction:
        case SetKind():
            return {"op": "set", "tile": correction.tile, "kind": correction.kind}
        case Drop():
            return {"op": "drop", "tile": correction.tile}
        case Add():
            corners = [correction.box.x1, correction.box.y1, correction.box.x2, correction.box.y2]
            return {"op": "add", "box": corners, "kind": correction.kind} | _group_json(correction.group)
        case Move():
            move: dict[str, object] = {"op": "move", "tiles": list(correction.tiles), "role": correction.role.value}
            owner = {} if correction.owner is None else {"owner": correction.owner.value}
            return move | _group_json(correction.group) | owner


def _group_json(group: int | None) -> dict[str, object]:
    return {} if group is None else {"group": group}
