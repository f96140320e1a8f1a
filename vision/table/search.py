"""Rows of tiles -> the likeliest ways in which they are one player's hand, melds and winning tile.

Every way has a cost, a negative log-likelihood: of gaps, of tiles lying sideways or face down, of the counts that a
hand can have. The numbers are judgements about how players lay tiles down, not measurements.

Row by row, tile by tile, the few best paths to each state are kept (a beam). A tile may be one more of the hand, begin
a meld, be the winning tile, or be a stray: one function a transition.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from scoring.tiles import KINDS
from vision.table import candidates
from vision.table.evidence import Face
from vision.table.nobody import nobodys_cost
from vision.table.priors import (
    Cost,
    among,
    away,
    behind,
    beside_cost,
    boundary,
    count_cost,
    hand_cost,
    hand_gap,
    parting,
    stray_cost,
    winning_cost,
)
from vision.table.windows import Unit, Window, windows
from vision.types import Layout, Role, Row

PATHS_KEPT = 3  # for each state
MOST_MELDS = 4
MOST_STRAYS = 3  # in all rows together
MOST_HAND_PARTS = 2  # two rows, or melds in between
ON_TOP_COST = 5.0  # a tile right above one of its kind in a meld is the fourth of a kong, hardly anything else
NEVER_COST = 1000.0
BEAM_COST = 10.0  # paths that cost so much more than the best are given up
MOST_WINNING_COST = 12.0  # above this no tile is the winning tile
BETWEEN_MELDS_SHARE = 0.45  # of what little room costs elsewhere, between two melds
PARTED_COST = 5.0  # a hand in two parts
MOST_STRAY_COST = 4.0  # a tile that costs more than this to leave out stays
ALONE_WIDTHS = 2.0  # room on both sides beyond which a tile has to lie near the hand to have won
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Explanation:
    """One way to see the table. `units`: every tile once; hands of one row are one unit, unless a meld parts them."""

    units: tuple[Unit, ...]
    cost: Cost

    def tiles(self, role: Role) -> tuple[int, ...]:
        """All tiles of that role."""
        return tuple(i for unit in self.units if unit.role is role for i in unit.tiles)

    @property
    def melds(self) -> tuple[Unit, ...]:
        """The melds."""
        return tuple(unit for unit in self.units if unit.role is Role.MELD)


class _State(NamedTuple):
    """How much has been explained."""

    melds: int = 0
    hand: int = 0
    parts: int = 0  # of the hand
    winning: int = 0
    strays: int = 0
    suits_ended: int = 0  # bits of the suits of the hand after which there is room


_Link = tuple[Unit, "_Link | None"]  # the last unit, and what came before it
_Path = tuple[Cost, "_Link | None"]
_Step = tuple[int, _State, str, Cost, Unit]  # tiles that it explains, where it leads, the last unit's kind, cost, unit
_Paths = dict[tuple[_State, str], list[_Path]]


@dataclass(frozen=True, slots=True)
class _Scene:
    """What all rows share. `fourths`: under -> the tile on top of it; `tops`: tiles right above one of their kind."""

    layout: Layout
    faces: Sequence[Face]
    homes: Sequence[int]
    fourths: dict[int, int]
    tops: frozenset[int]


@dataclass(slots=True)  # not frozen: one is made for each tile of each search, three times as fast
class _Tile:
    """The k-th tile of a row: what it may be, and what of the costs does not depend on what came before it."""

    row: Row
    k: int
    room: Sequence[float]  # of the row, infinite at both ends
    second: bool  # is the row another one than the main one?
    named: bool  # is it likeliest one of the 27 kinds?
    alone: Mapping[Role, Unit]  # the tile by itself, in each role
    windows: Sequence[Window]  # melds that begin with it
    boundary: Cost  # of too little room before it, where another unit ends there
    suit_ended: int  # the suit of the hand that ends before it, as a bit
    gap: Sequence[Cost]  # of the room before it within a hand, by the suits that have ended
    hand: Cost
    parted: Cost  # if a second part of the hand begins with it
    winning: Cost
    stray: Cost


def explain(layout: Layout, faces: Sequence[Face]) -> list[Explanation]:
    """The likeliest explanations, best first, different from one another; none only if there is no row."""
    if not layout.rows:
        return []
    homes = candidates.homes(layout, faces)
    mine = candidates.reach(layout, homes)
    tops = frozenset(top for top, under in layout.stacked if faces[under].first == faces[top].first)
    found: list[Explanation] = []
    for fourths in candidates.fourths(layout, faces, mine):
        found += _search(_Scene(layout, faces, homes, fourths, tops), mine)
    found.append(_nobodys(layout, faces, mine, min(found, key=lambda explanation: explanation.cost)))
    found.sort(key=lambda explanation: explanation.cost)
    return found


def _nobodys(layout: Layout, faces: Sequence[Face], mine: Sequence[int], best: Explanation) -> Explanation:
    """That no hand is in the photo, though this is the best one. `mine`: numbers of the rows near it."""
    others = {unit.tiles for unit in best.units if unit.role is Role.OTHER}
    beside = [row for row in (layout.rows[number] for number in mine[1:]) if row.tiles in others]
    hand = best.tiles(Role.HAND)
    units = tuple(Unit(Role.OTHER, row.tiles) for row in layout.rows)
    return Explanation(units, nobodys_cost(layout, faces, hand, beside))


def _search(scene: _Scene, mine: Sequence[int]) -> list[Explanation]:
    """The best explanations with these fourths; `mine`: numbers of the rows near it."""
    on_others = set(scene.fourths.values())
    states: dict[_State, list[_Path]] = {_State(): [(0.0, None)]}
    for order, number in enumerate(mine):
        row = scene.layout.rows[number].without(on_others)
        if row.tiles:
            states = _row(scene, row, second=order > 0, states=states)
    beyond = [row.without(on_others) for number, row in enumerate(scene.layout.rows) if number not in mine]
    rest = tuple(Unit(Role.OTHER, row.tiles) for row in beyond if row.tiles)
    ends = [
        (cost + count_cost(state.melds, state.hand, state.winning), link)
        for state, paths in states.items()
        for cost, link in paths
    ]
    best = heapq.nsmallest(2 * PATHS_KEPT, ends, key=lambda end: end[0])
    return [Explanation((*_joined(_units(link)), *rest), cost) for cost, link in best]


def _units(link: _Link | None) -> list[Unit]:
    """The units of a path, the first one first."""
    units: list[Unit] = []
    while link is not None:
        unit, link = link
        units.append(unit)
    return units[::-1]


def _joined(units: Sequence[Unit]) -> list[Unit]:
    """Hand tiles that follow one another are one unit; what is not the player's comes last."""
    result: list[Unit] = []
    others: list[Unit] = []
    for unit in units:
        if unit.role is Role.OTHER:
            others.append(unit)
        elif result and unit.role is Role.HAND and result[-1].role is Role.HAND:
            result[-1] = Unit(Role.HAND, result[-1].tiles + unit.tiles)
        else:
            result.append(unit)
    return result + others


# One row


def _row(scene: _Scene, row: Row, *, second: bool, states: dict[_State, list[_Path]]) -> dict[_State, list[_Path]]:
    """All states before a row -> all states after it."""
    size = len(row.tiles)
    loose = [_loose_cost(scene, i) for i in row.tiles]
    # at[k]: state and what the last unit was -> paths that have explained the first k tiles
    at: list[_Paths] = [{} for _ in range(size + 1)]
    at[0] = {(state, ""): paths for state, paths in states.items()}
    for k, tile in enumerate(_tiles(scene, row, second=second, loose=loose)):
        if at[k]:
            _advance(at, k, tile)
    after: dict[_State, list[_Path]] = {}
    for (state, _), paths in at[size].items():
        for path in paths:
            _push(after, state, path)
    if second:
        _leave_out(after, row, states, beside_cost(scene.layout, row, size) + sum(loose))
    return after


def _loose_cost(scene: _Scene, i: int) -> Cost:
    """What it costs that a tile is no meld's, though a fourth lies on it or it lies as one."""
    return NEVER_COST if i in scene.fourths else ON_TOP_COST if i in scene.tops else 0.0


def _tiles(scene: _Scene, row: Row, *, second: bool, loose: Sequence[Cost]) -> Iterator[_Tile]:
    room = (math.inf, *row.gaps, math.inf)
    begun = windows(scene.layout, scene.faces, row, scene.fourths)
    for k, i in enumerate(row.tiles):
        face, before = scene.faces[i], scene.faces[row.tiles[k - 1]]
        far = second or min(room[k], room[k + 1]) > ALONE_WIDTHS
        yield _Tile(
            row=row,
            k=k,
            room=room,
            second=second,
            named=face.first < KINDS,
            alone={role: Unit(role, (i,)) for role in (Role.HAND, Role.WINNING, Role.OTHER)},
            windows=begun.get(k, ()),
            boundary=boundary(room[k]),
            suit_ended=parting(room[k], before, face) if k else 0,
            gap=[hand_gap(room[k], before, face, ended) for ended in range(8)] if k else (),
            hand=hand_cost(face, row.aside[k]) + loose[k],
            parted=PARTED_COST + behind(scene.layout, (i,)),
            winning=loose[k] + (_apart_cost(scene, row, i) if far else 0.0),
            stray=stray_cost(scene.layout, face, i, room[k], room[k + 1]) + loose[k],
        )


def _apart_cost(scene: _Scene, row: Row, i: int) -> Cost:
    """Of a winning tile that lies apart: near the player's rows, and not in a pond."""
    return away(scene.layout, scene.homes, i) + among(scene.layout, scene.homes, row, i)


def _advance(at: list[_Paths], k: int, tile: _Tile) -> None:
    """Every path that has explained the first k tiles explains one more, or a meld."""
    limit = min(path[0] for paths in at[k].values() for path in paths) + BEAM_COST
    for (state, last), every in at[k].items():
        paths = [path for path in every if path[0] <= limit]
        if paths:
            for length, after, kind, extra, unit in _steps(tile, state, last):
                _add(at[k + length], (after, kind), paths, extra, unit)


def _steps(tile: _Tile, state: _State, last: str) -> list[_Step]:
    """Everything that the tile may be after this."""
    steps: list[_Step] = []
    if last == "hand" or state.parts < MOST_HAND_PARTS:
        steps.append(_as_hand(tile, state, last))
    if state.melds < MOST_MELDS and tile.windows:
        steps += _as_meld(tile, state, last)
    if not state.winning and tile.named:
        cost = winning_cost(tile.row, tile.k, tile.room, last, second=tile.second) + tile.winning
        if cost < MOST_WINNING_COST:
            steps.append(_as_winning(tile, state, cost))
    if state.strays < MOST_STRAYS and tile.stray < MOST_STRAY_COST:
        steps.append(_as_stray(tile, state, last))
    return steps


def _as_hand(tile: _Tile, state: _State, last: str) -> _Step:
    melds, hand, parts, winning, strays, ended = state
    if last == "hand":
        cost = tile.gap[ended] + tile.hand
        ended |= tile.suit_ended
    else:
        cost = (tile.boundary if last else 0.0) + (tile.parted if parts else 0.0) + tile.hand
        parts += 1
    after = _State(melds, hand + 1, parts, winning, strays, ended)
    return 1, after, "hand", cost, tile.alone[Role.HAND]


def _as_meld(tile: _Tile, state: _State, last: str) -> list[_Step]:
    melds, hand, parts, winning, strays, ended = state
    after = _State(melds + 1, hand, parts, winning, strays, ended)
    room = 0.0 if not last else tile.boundary * BETWEEN_MELDS_SHARE if last == "meld" else tile.boundary
    return [(length, after, "meld", room + cost, unit) for length, unit, cost in tile.windows]


def _as_winning(tile: _Tile, state: _State, cost: Cost) -> _Step:
    melds, hand, parts, _, strays, ended = state
    return 1, _State(melds, hand, parts, 1, strays, ended), "winning", cost, tile.alone[Role.WINNING]


def _as_stray(tile: _Tile, state: _State, last: str) -> _Step:
    melds, hand, parts, winning, strays, ended = state
    return 1, _State(melds, hand, parts, winning, strays + 1, ended), last, tile.stray, tile.alone[Role.OTHER]


def _leave_out(after: dict[_State, list[_Path]], row: Row, states: dict[_State, list[_Path]], whole: Cost) -> None:
    """The row as a whole is not the player's."""
    unit = Unit(Role.OTHER, row.tiles)
    for state, paths in states.items():
        for cost, link in paths:
            _push(after, state, (cost + whole, (unit, link)))


def _add(into: _Paths, key: tuple[_State, str], paths: list[_Path], extra: Cost, unit: Unit) -> None:
    if key not in into:
        into[key] = [(cost + extra, (unit, link)) for cost, link in paths]
        return
    for cost, link in paths:
        _push(into, key, (cost + extra, (unit, link)))


def _push(into: dict[K, list[_Path]], key: K, path: _Path) -> None:
    paths = into.setdefault(key, [])
    if len(paths) < PATHS_KEPT:
        paths.append(path)
        return
    worst = 0
    for n in range(1, PATHS_KEPT):
        if paths[n][0] > paths[worst][0]:
            worst = n
    if path[0] < paths[worst][0]:
        paths[worst] = path
