"""What the player says about a reading, applied, everything recomputed.

Positions stay: `tile` and `group` are indices into the reading as it was; dropped tiles stay listed, added
ones and new groups follow at the end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import NoReturn

from scoring.errors import InvalidInput, quoted
from scoring.rules import Rules
from scoring.table import MELD_SIZE
from scoring.terms import MeldKind
from scoring.tiles import Tile
from vision.doubts.codes import Code
from vision.doubts.of_photo import notes_of
from vision.layout.arrange import arrange
from vision.read.reconcile import Overrides, reconcile
from vision.types import (
    EVEN,
    Add,
    Box,
    Correction,
    Detection,
    Drop,
    Group,
    Layout,
    Move,
    Owner,
    Reading,
    ReadMeld,
    ReadTile,
    Role,
    SetKind,
    scores_of,
)


@dataclass(slots=True)
class _Draft:
    """The reading while corrections are applied one after the other. `known`: how many groups it had before them;
    `fresh`: numbers -> positions of the groups that they name, for all but those that another number names as well.
    """

    width: int
    height: int
    tiles: list[ReadTile]
    groups: list[Group]
    known: int
    fresh: dict[int, int]

    def check_tile(self, index: int, at: str) -> None:
        """Raises InvalidInput where there is no such tile."""
        if not 0 <= index < len(self.tiles):
            bound = f"must be at most {len(self.tiles) - 1}" if self.tiles else "names one, and there is none"
            _refuse(f"{index} {bound}", at)

    def check_box(self, box: Box, at: str) -> None:
        """Raises InvalidInput where nothing of the box lies in the picture."""
        if not box.within(self.width, self.height):
            corners = quoted([box.x1, box.y1, box.x2, box.y2])
            _refuse(f"the box {corners} lies outside the picture, {self.width} x {self.height} pixels", at)

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
        """A player has one winning tile: what was taken for it before belongs to the hand."""
        owner = self.groups[number].owner
        for other, group in enumerate(self.groups):
            if group.role is Role.WINNING and group.owner is owner and other != number:
                self.groups[other] = replace(group, role=Role.HAND)

    def group(self, number: int | None, role: Role, members: Sequence[int] = (), owner: Owner | None = None) -> int:
        """The position of the group with that number; one not yet in use, or none given, makes a new group, which
        keeps the number. So does one in use that has another role or owner and keeps tiles beside these `members`: who
        says what some tiles are says nothing of the others.
        """
        used = None if number is None else self.fresh.get(number, number if number < self.known else None)
        if used is not None:
            group = self.groups[used]
            same = group.role is role and owner in (None, group.owner)
            if not members or same or set(group.tiles) <= set(members):
                return used
            number = None
        position = len(self.groups)
        named = next(n for n in count(position) if n not in self.fresh) if number is None else number
        self.fresh[named] = position
        self.groups.append(Group(role, (), number=None if named == position else named))
        return position

    def number(self, position: int) -> int:
        """By what number corrections name the group: a list of all of them, old and new, means the same again."""
        given = self.groups[position].number
        return position if given is None else given

    def nearest(self, i: int) -> int:
        """The near player's hand or meld of the tile nearest to `i`, where it goes if it comes back without a word."""
        x, y = self.tiles[i].box.centre
        apart = [
            (math.dist((x, y), self.tiles[k].box.centre), number)
            for number, group in enumerate(self.groups)
            if group.role in (Role.HAND, Role.MELD) and group.owner is Owner.NEAR
            for k in group.tiles
        ]
        return min(apart)[1] if apart else self.hand()

    def hand(self) -> int:
        """Where a tile goes that is given no group."""
        for number, group in enumerate(self.groups):
            if group.role is Role.HAND and group.owner is Owner.NEAR:
                return number
        return self.group(None, Role.HAND)


def correct(
    reading: Reading, corrections: Sequence[Correction], rules: Rules | None = None, winning: Tile | None = None
) -> Reading:
    """The reading as the player says it is, everything recomputed; their word outweighs what the eye saw.

    `rules` and `winning` as in `vision.read.reconcile.reconcile`. A dropped tile comes back when it is set or moved. A
    group's number is its `number`, else its position in `reading`; a number beyond makes a new group, names it from
    then on, and is kept as its `number`. With an empty list, too, hand, melds, winning tile, doubts and ok follow from
    tiles and groups, whatever was said of them, but for melds whose tiles do not tell how they lie; the eye's own
    reading comes out as it was. Raises InvalidInput (`bad_corrections`, with a JSON Pointer into the list).
    """
    if not corrections and not reading.corrections:
        unchanged = _unchanged(reading, rules, winning)
        if unchanged is not None:
            return unchanged
    fresh = {n: n for n, group in enumerate(reading.groups) if group.number is None}
    fresh |= {group.number: n for n, group in enumerate(reading.groups) if group.number is not None}
    draft = _Draft(reading.width, reading.height, list(reading.tiles), list(reading.groups), len(reading.groups), fresh)
    done = tuple(_apply(draft, step, f"/{k}") for k, step in enumerate(corrections))
    return _recompute(reading, draft, (*reading.corrections, *done), rules, winning)


def _unchanged(reading: Reading, rules: Rules | None, winning: Tile | None) -> Reading | None:
    """The eye's own reading, as it comes out again; None where a client has changed it."""
    layout = arrange(tuple(tile.detection for tile in reading.tiles), reading.width, reading.height)
    layout = replace(layout, notes=notes_of(reading))
    again = reconcile(layout, reading.model)
    kept = {meld for meld, _ in _kept_melds(reading, reading.groups, layout).values()}
    if (again.tiles, again.groups) != (reading.tiles, reading.groups) or not kept.issubset(again.melds):
        return None
    return again if rules is None and winning is None else reconcile(layout, reading.model, None, rules, winning)


def _apply(draft: _Draft, step: Correction, at: str) -> Correction:
    """Does what the correction says; returns it with the number that its group keeps."""
    match step:
        case SetKind():
            _set(draft, step, at)
            return step
        case Drop():
            _drop(draft, step, at)
            return step
        case Add():
            return replace(step, group=draft.number(_add(draft, step, at)))
        case _:
            return replace(step, group=draft.number(_move(draft, step, at)))


def _set(draft: _Draft, step: SetKind, at: str) -> None:
    draft.check_tile(step.tile, f"{at}/tile")
    draft.tiles[step.tile] = replace(draft.tiles[step.tile], kind=step.kind, confidence=1.0, by_user=True)
    if draft.tiles[step.tile].dropped:
        draft.lay(step.tile, draft.nearest(step.tile))


def _drop(draft: _Draft, step: Drop, at: str) -> None:
    draft.check_tile(step.tile, f"{at}/tile")
    if draft.tiles[step.tile].dropped and draft.tiles[step.tile].by_user:
        _refuse(f"tile {step.tile} was dropped before", f"{at}/tile")
    draft.lift(step.tile)
    draft.tiles[step.tile] = replace(draft.tiles[step.tile], dropped=True, by_user=True)


def _add(draft: _Draft, step: Add, at: str) -> int:
    draft.check_box(step.box, f"{at}/box")
    draft.tiles.append(ReadTile(Detection(step.box, scores_of({step.kind: 1.0})), step.kind, 1.0, None, by_user=True))
    position = draft.hand() if step.group is None else draft.group(step.group, Role.HAND)
    draft.lay(len(draft.tiles) - 1, position)
    return position


def _move(draft: _Draft, step: Move, at: str) -> int:
    for n, i in enumerate(step.tiles):
        draft.check_tile(i, f"{at}/tiles/{n}")
    position = draft.group(step.group, step.role, step.tiles, step.owner)
    group = draft.groups[position]
    owner = group.owner if step.owner is None and step.role is group.role else step.owner
    draft.groups[position] = replace(group, role=step.role, by_user=True, owner=owner)
    if step.role is Role.WINNING:
        draft.only_winning(position)
    for i in step.tiles:
        if draft.tiles[i].dropped:  # what the player dropped they take back; its kind is the eye's again
            draft.tiles[i] = _unsaid(draft.tiles[i])
        draft.lay(i, position)
    return position


def _refuse(detail: str, pointer: str) -> NoReturn:
    raise InvalidInput("bad_corrections", detail, pointer)


def _unsaid(tile: ReadTile) -> ReadTile:
    kind, confidence = tile.seen[0] if tile.seen else (tile.kind, tile.confidence)
    return replace(tile, kind=kind, confidence=confidence, by_user=False)


def _recompute(
    reading: Reading, draft: _Draft, corrections: tuple[Correction, ...], rules: Rules | None, winning: Tile | None
) -> Reading:
    detections = tuple(tile.detection for tile in draft.tiles)
    layout = arrange(detections, reading.width, reading.height, [i for group in draft.groups for i in group.tiles])
    layout = replace(layout, notes=notes_of(reading))
    kept = _kept_melds(reading, draft.groups, layout)
    overrides = replace(Overrides.of_tiles(draft.tiles), groups=tuple(draft.groups), melds=kept)
    return replace(reconcile(layout, reading.model, overrides, rules, winning), corrections=corrections)


def _kept_melds(
    reading: Reading, groups: Sequence[Group], layout: Layout
) -> dict[frozenset[int], tuple[ReadMeld, bool]]:
    """What a reading says of melds whose tiles do not tell how they lie, by those tiles, as far as they are still the
    eye's; and whether it doubted who fed them. Nor do three tell it that are left of four with one on top.
    """
    doubted = {i for doubt in reading.doubts if doubt.code == Code.FEEDER for i in doubt.tiles}
    tops = {top for top, _ in layout.stacked}
    kept = {}
    for meld in reading.melds:
        group = groups[meld.group]
        tiles = frozenset(group.tiles)
        if _left_of_kong(reading, meld, group, tops):
            kept[tiles] = replace(meld, kind=str(MeldKind.PONG)), not doubted.isdisjoint(tiles)
        elif _as_it_was(reading, meld, group):
            kept[tiles] = meld, not doubted.isdisjoint(tiles)
    return kept


def _left_of_kong(reading: Reading, meld: ReadMeld, group: Group, tops: set[int]) -> bool:
    """Are these three, with the one that lay on top, left of a kong of which the reading says who fed it?"""
    if group.role is not Role.MELD or not meld.fed_by or len(group.tiles) != MELD_SIZE:
        return False
    return not tops.isdisjoint(group.tiles) and set(group.tiles) <= set(reading.groups[meld.group].tiles)


def _as_it_was(reading: Reading, meld: ReadMeld, group: Group) -> bool:
    """Is it the same meld, not the player's, and does none of its tiles tell how it lies?"""
    if group.role is not Role.MELD or group.by_user or set(group.tiles) != set(reading.groups[meld.group].tiles):
        return False
    return all(reading.tiles[i].detection.turns == EVEN for i in group.tiles)
