"""What the player says about a reading: checked, applied, everything recomputed.

Positions stay: `tile` and `group` are indices into the reading as it was; dropped tiles stay listed, added
ones and new groups follow at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.rules import Rules
from scoring.tiles import Tile
from vision.checks import Checks
from vision.layout import arrange
from vision.reconcile import Said, reconcile
from vision.types import CLASSES, Detection, Group, Reading, ReadTile, Role

OPS = ("set", "drop", "add", "move")
_check = Checks("bad_corrections")
Step = Mapping[str, object]


def parse_corrections(value: object) -> tuple[Step, ...]:
    """Any JSON value -> corrections of the contract's shape, each a mapping with the fields of its op and
    no others.

    Raises Refused (`bad_corrections`, with a JSON Pointer into the list). Whether the tiles exist is not
    looked at.
    """
    if not isinstance(value, list | tuple):
        _check.refuse("corrections are a list", "")
    return _check.each(value, "", _step)


def _step(value: object, at: str) -> Step:
    item = _check.mapping(value, at, "a correction")
    op = _check.choice(item.get("op"), f"{at}/op", OPS)
    step: dict[str, object] = {"op": op}
    if op in ("set", "drop"):
        step["tile"] = _check.index(item.get("tile"), f"{at}/tile", 10_000)
    if op == "add":
        box = _check.box(item.get("box"), f"{at}/box")
        step["box"] = [box.x1, box.y1, box.x2, box.y2]
    if op in ("set", "add"):
        step["kind"] = _check.kind(item.get("kind"), f"{at}/kind")
    if op == "move":
        step["tiles"] = list(_check.each(item.get("tiles"), f"{at}/tiles", _tile_index))
        step["role"] = _check.choice(item.get("role"), f"{at}/role", Role)
    if op in ("add", "move") and item.get("group") is not None:
        step["group"] = _check.index(item["group"], f"{at}/group", 10_000)
    return step


def _tile_index(value: object, at: str) -> int:
    return _check.index(value, at, 10_000)


@dataclass(slots=True)
class _Table:
    """The reading while corrections are applied one after the other."""

    tiles: list[ReadTile]
    groups: list[Group]

    def tile(self, index: object, at: str) -> int:
        """An index that names a tile which the player has not dropped."""
        i = _check.index(index, at, len(self.tiles))
        if self.tiles[i].dropped and self.tiles[i].said:
            _check.refuse(f"tile {i} was dropped before", at)
        return i

    def lay(self, i: int, number: int) -> None:
        """Tile `i` goes to the end of the group."""
        self.lift(i)
        group = self.groups[number]
        self.groups[number] = replace(group, tiles=(*group.tiles, i))
        self.tiles[i] = replace(self.tiles[i], group=number, dropped=False)

    def lift(self, i: int) -> None:
        """Tile `i` leaves its group, which stays even if it is empty: numbers must not shift."""
        number = self.tiles[i].group
        if number is not None:
            group = self.groups[number]
            self.groups[number] = replace(group, tiles=tuple(k for k in group.tiles if k != i))
            self.tiles[i] = replace(self.tiles[i], group=None)

    def only_winning(self, number: int) -> None:
        """There is one winning tile: what was taken for it before belongs to the hand."""
        for other, group in enumerate(self.groups):
            if group.role is Role.WINNING and other != number:
                self.groups[other] = replace(group, role=Role.HAND)

    def group(self, number: object, role: Role) -> int:
        """The group of that number; one not yet in use, or none given, is made."""
        if isinstance(number, int) and number < len(self.groups):
            return number
        self.groups.append(Group(role, ()))
        return len(self.groups) - 1


def correct(reading: Reading, corrections: object, rules: Rules | None = None, winning: Tile | None = None) -> Reading:
    """The reading as the player says it is, everything recomputed; his word outweighs what the eye saw.

    `rules` and `winning` as in `vision.reconcile.reconcile`. `corrections`: any JSON value, a list as the wire
    contract has it. An empty list gives the reading back. A tile that the eye left out by itself comes back when it
    is set or moved. Raises Refused (`bad_corrections`, with a JSON Pointer into the list).
    """
    steps = parse_corrections(corrections)
    if not steps and rules is None and winning is None:
        return reading
    table = _Table(list(reading.tiles), list(reading.groups))
    for k, step in enumerate(steps):
        _apply(table, step, f"/{k}")
    return _recompute(reading, table, (*reading.corrections, *steps), rules, winning)


def _apply(table: _Table, step: Step, at: str) -> None:
    match step["op"]:
        case "set":
            i = table.tile(step["tile"], f"{at}/tile")
            table.tiles[i] = replace(table.tiles[i], kind=str(step["kind"]), confidence=1.0, said=True)
            if table.tiles[i].dropped:
                table.lay(i, _hand(table))
        case "drop":
            i = table.tile(step["tile"], f"{at}/tile")
            table.lift(i)
            table.tiles[i] = replace(table.tiles[i], dropped=True, said=True)
        case "add":
            kind, box = str(step["kind"]), _check.box(step["box"], f"{at}/box")
            table.tiles.append(ReadTile(box, kind, 1.0, ((kind, 1.0),), None, said=True))
            number = table.group(step["group"], Role.HAND) if "group" in step else _hand(table)
            table.lay(len(table.tiles) - 1, number)
        case "move":
            role = Role(str(step["role"]))
            members = [
                table.tile(i, f"{at}/tiles/{n}")
                for n, i in enumerate(_check.each(step["tiles"], f"{at}/tiles", _tile_index))
            ]
            if not members:
                _check.refuse("a move needs tiles", f"{at}/tiles")
            number = table.group(step.get("group"), role)
            table.groups[number] = replace(table.groups[number], role=role, said=True)
            if role is Role.WINNING:
                table.only_winning(number)
            for i in members:
                table.lay(i, number)


def _hand(table: _Table) -> int:
    """Where a tile goes that is given no group."""
    for number, group in enumerate(table.groups):
        if group.role is Role.HAND:
            return number
    return table.group(None, Role.HAND)


def _recompute(
    reading: Reading, table: _Table, corrections: tuple[Step, ...], rules: Rules | None, winning: Tile | None
) -> Reading:
    detections = tuple(_as_seen(tile) for tile in table.tiles)
    said = Said(
        kinds={i: tile.kind for i, tile in enumerate(table.tiles) if tile.said and not tile.dropped},
        dropped=frozenset(i for i, tile in enumerate(table.tiles) if tile.said and tile.dropped),
        groups=tuple(table.groups),
    )
    layout = arrange(detections, reading.width, reading.height, [i for group in table.groups for i in group.tiles])
    return replace(reconcile(layout, reading.model, said, rules, winning), corrections=corrections)


def _as_seen(tile: ReadTile) -> Detection:
    scores = dict(tile.seen)
    return Detection(tile.box, tuple(scores.get(kind, 0.0) for kind in CLASSES), tile.found, tile.turns)
