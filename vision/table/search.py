"""Rows of tiles -> the likeliest ways in which they are one player's hand, melds and winning tile.

Every way has a cost, a negative log-likelihood: of gaps, of tiles lying sideways or face down, of the
counts that a hand can have. The numbers are judgements about how players lay tiles down, not measurements.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from scoring.tiles import KINDS
from vision.table import candidates
from vision.table.candidates import UNLIKE
from vision.table.evidence import OTHER_NUMBER, Face
from vision.table.melds import MeldCandidate, MeldTiles, as_meld, is_run, likeliest_kind
from vision.table.priors import (
    Cost,
    aside_of,
    away,
    beside_cost,
    boundary,
    count_cost,
    hand_cost,
    hand_gap,
    meld_gap,
    parting,
    stray_cost,
    winning_cost,
)
from vision.types import Layout, Role, Row

KEEP = 3  # explanations kept for each state
MOST_MELDS = 4
CHOW = 3.5  # a run laid down as a meld: there are no chows, but people do
ON_TOP = 5.0  # a tile right above one of its kind in a meld is the fourth of a kong, hardly anything else
NEVER = 1000.0
BEAM = 10.0  # paths dearer than this over the best are given up
MOST_WINNING = 12.0  # dearer than this no tile is the winning tile
BETWEEN = 0.45  # of what little room costs elsewhere, between two melds
PARTED = 5.0  # a hand in two parts: two rows, or melds in between
STRAY = 4.0  # a tile that costs more than this to leave out stays
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Unit:
    """Some tiles and what they are together; `fourth`: the tile on top of an added kong, `candidate`: for a
    meld.
    """

    role: Role
    tiles: tuple[int, ...]
    fourth: int | None = None
    candidate: MeldCandidate | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """One way to see the table. `units`: every tile once; hands of one row are one unit, unless a meld
    parts them.
    """

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
    rows: int = 0
    winning: int = 0
    strays: int = 0
    parted: int = 0  # bits of the suits of the hand after which there is room


_Link = tuple[Unit, "_Link | None"]  # the last unit, and what came before it
_Path = tuple[Cost, "_Link | None"]


def explain(layout: Layout, faces: Sequence[Face]) -> list[Explanation]:
    """The likeliest explanations, best first, different from one another; none only if there is no row."""
    if not layout.rows:
        return []
    homes = candidates.homes(layout, faces)
    mine = candidates.reach(layout, homes)
    found: list[Explanation] = []
    for fourths in candidates.fourths(layout, faces, mine):
        found += _search(layout, faces, homes, mine, fourths)
    found.sort(key=lambda explanation: explanation.cost)
    return found


# The search: row by row, tile by tile, the few best paths to each state


def _search(
    layout: Layout, faces: Sequence[Face], homes: Sequence[int], mine: Sequence[int], fourths: dict[int, int]
) -> list[Explanation]:
    tops = set(fourths.values())
    states: dict[_State, list[_Path]] = {_State(): [(0.0, None)]}
    for order, number in enumerate(mine):
        row = _without(layout.rows[number], tops)
        if row.tiles:
            states = _row(layout, faces, homes, row, order > 0, fourths, states)
    beyond = [_without(row, tops) for number, row in enumerate(layout.rows) if number not in mine]
    rest = tuple(Unit(Role.OTHER, row.tiles) for row in beyond if row.tiles)
    ends = [
        (cost + count_cost(state.melds, state.hand, state.winning), link)
        for state, paths in states.items()
        for cost, link in paths
    ]
    result = []
    for cost, link in heapq.nsmallest(2 * KEEP, ends, key=lambda end: end[0]):
        units: list[Unit] = []
        while link is not None:
            unit, link = link
            units.append(unit)
        result.append(Explanation((*_joined(reversed(units)), *rest), cost))
    return result


def _without(row: Row, tops: set[int]) -> Row:
    """The row without tiles that lie on others."""
    keep = [k for k, i in enumerate(row.tiles) if i not in tops]
    if len(keep) == len(row.tiles):
        return row
    gaps = tuple(sum(row.gaps[a:b]) + (b - a - 1) for a, b in itertools.pairwise(keep))
    pick = [(row.tiles[k], row.aside[k], row.ways[k]) for k in keep]
    tiles, aside, ways = zip(*pick, strict=True) if pick else ((), (), ())
    return Row(tuple(tiles), gaps, tuple(aside), tuple(ways), row.facing)


def _joined(units: Iterator[Unit]) -> list[Unit]:
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


def _row(
    layout: Layout,
    faces: Sequence[Face],
    homes: Sequence[int],
    row: Row,
    second: bool,
    fourths: dict[int, int],
    states: dict[_State, list[_Path]],
) -> dict[_State, list[_Path]]:
    """All states before a row -> all states after it."""
    size = len(row.tiles)
    room = (math.inf, *row.gaps, math.inf)
    windows = _windows(layout, faces, row, fourths)
    on_top = {top for top, under in layout.stacked if faces[under].first == faces[top].first}
    loose = [NEVER if i in fourths else ON_TOP if i in on_top else 0.0 for i in row.tiles]
    hand_costs = [hand_cost(faces[i], row.aside[k]) + loose[k] for k, i in enumerate(row.tiles)]
    singles = [(Unit(Role.HAND, (i,)), Unit(Role.WINNING, (i,)), Unit(Role.OTHER, (i,))) for i in row.tiles]
    # at[k]: state and what the last unit was -> paths that have explained the first k tiles
    at: list[dict[tuple[_State, str], list[_Path]]] = [{} for _ in range(size + 1)]
    for state, paths in states.items():
        at[0][state, ""] = paths
    for k, i in enumerate(row.tiles):
        if not at[k]:
            continue
        limit = min(path[0] for paths in at[k].values() for path in paths) + BEAM
        hand, winning, other = singles[k]
        room_cost, before = boundary(room[k]), faces[row.tiles[k - 1]]
        ends = parting(room[k], before, faces[i]) if k else 0
        within = [hand_gap(room[k], before, faces[i], ended) for ended in range(8)] if k else ()
        far = loose[k] + (away(layout, homes, i) if second or min(room[k], room[k + 1]) > 2.0 else 0.0)
        astray = stray_cost(layout, faces[i], i, room[k], room[k + 1]) + loose[k]
        for (state, last), every in at[k].items():
            paths = [path for path in every if path[0] <= limit]
            if not paths:
                continue
            if last == "hand":
                step = state._replace(hand=state.hand + 1, parted=state.parted | ends)
                _add(at[k + 1], (step, "hand"), paths, within[state.parted] + hand_costs[k], hand)
            elif state.rows < 2:
                step = state._replace(hand=state.hand + 1, rows=state.rows + 1)
                extra = (room_cost if last else 0.0) + (PARTED if state.rows else 0.0)
                _add(at[k + 1], (step, "hand"), paths, extra + hand_costs[k], hand)
            if state.melds < MOST_MELDS:
                extra = 0.0 if not last else room_cost * BETWEEN if last == "meld" else room_cost
                for length, unit, cost in windows.get(k, ()):
                    step = state._replace(melds=state.melds + 1)
                    _add(at[k + length], (step, "meld"), paths, extra + cost, unit)
            if not state.winning and faces[i].first < KINDS:
                extra = winning_cost(row, k, room, last, second) + far
                if extra < MOST_WINNING:
                    step = state._replace(winning=1)
                    _add(at[k + 1], (step, "winning"), paths, extra, winning)
            if state.strays < 3 and astray < STRAY:
                step = state._replace(strays=state.strays + 1)
                _add(at[k + 1], (step, last), paths, astray, other)
    after: dict[_State, list[_Path]] = {}
    for (state, _), paths in at[size].items():
        for path in paths:
            _push(after, state, path)
    if second:
        whole = beside_cost(layout, row, size) + sum(loose)
        for state, paths in states.items():
            for cost, link in paths:
                _push(after, state, (cost + whole, (Unit(Role.OTHER, row.tiles), link)))
    return after


def _add(
    into: dict[tuple[_State, str], list[_Path]],
    key: tuple[_State, str],
    paths: list[_Path],
    extra: Cost,
    unit: Unit,
) -> None:
    if key not in into:
        into[key] = [(cost + extra, (unit, link)) for cost, link in paths]
        return
    for cost, link in paths:
        _push(into, key, (cost + extra, (unit, link)))


def _push(into: dict[K, list[_Path]], key: K, path: _Path) -> None:
    paths = into.setdefault(key, [])
    if len(paths) < KEEP:
        paths.append(path)
        return
    worst = 0
    for n in range(1, KEEP):
        if paths[n][0] > paths[worst][0]:
            worst = n
    if path[0] < paths[worst][0]:
        paths[worst] = path


def _windows(
    layout: Layout, faces: Sequence[Face], row: Row, fourths: dict[int, int]
) -> dict[int, list[tuple[int, Unit, Cost]]]:
    """start -> (length, meld, cost) of every three or four neighbours that may be a meld."""
    result: dict[int, list[tuple[int, Unit, Cost]]] = {}
    for k in range(len(row.tiles) - 2):
        for length in (3, 4):
            tiles = row.tiles[k : k + length]
            if len(tiles) < length:
                continue
            tops = [fourths[i] for i in tiles if i in fourths]
            if len(tops) > 1 or (tops and length == 4):
                continue
            top = tops[0] if tops else None
            meld = MeldTiles(
                tuple(faces[i] for i in tiles), row.aside[k : k + length], None if top is None else faces[top]
            )
            like = likeliest_kind(meld.shown)
            unlike = like[1]
            chow = unlike > UNLIKE and length == 3 and is_run([face.first for face in meld.faces])
            if unlike > UNLIKE and not chow:
                continue
            if 2 * sum(face.first == OTHER_NUMBER for face in meld.faces) > length:
                continue  # honours make no meld that 捉鸡 knows
            what = as_meld(meld, like)
            cost = what.cost + sum(meld_gap(gap) for gap in row.gaps[k : k + length - 1])
            if chow:
                cost += CHOW - what.unlike
            if top is not None:
                under = next(m for m, i in enumerate(tiles) if i in fourths)
                if max(meld.aside) > max(meld.aside[under], 0.0):
                    cost += 3.0  # it lies beside the sideways tile instead of on it
                elif meld.aside[under] > 0:
                    cost -= max(0.5 * aside_of(layout, top), -1.5)
            unit = Unit(Role.MELD, tiles if top is None else (*tiles, top), top, what)
            result.setdefault(k, []).append((length, unit, cost))
    return result
