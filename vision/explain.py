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
from typing import TypeVar

from scoring.tiles import KINDS
from vision.faces import Face
from vision.melds import Guess, Laid, guess
from vision.types import Layout, Role, Row

KEEP = 3  # explanations kept for each state
REACH = 3.2  # tile widths from what is the player's to what may be his, too
FAR = 6.0  # the same for a row in which melds may lie
AROUND = 4.5  # the same for a tile alone, which may be the winning tile
MOST_MELDS = 4
UNLIKE = 11.0  # faces less alike than this are no meld
ON_TOP = 5.0  # a tile right above one of its kind in a meld is the fourth of a kong, hardly anything else
NEVER = 1000.0
PARTED = 5.0  # a hand in two parts: two rows, or melds in between
STRAY = 4.0  # a tile that costs more than this to leave out stays
Cost = float
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Unit:
    """Some tiles and what they are together; `fourth`: the tile on top of an added kong, `guess`: for a
    meld.
    """

    role: Role
    tiles: tuple[int, ...]
    fourth: int | None = None
    guess: Guess | None = None


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


@dataclass(frozen=True, slots=True)
class _State:
    melds: int = 0
    hand: int = 0
    rows: int = 0
    winning: int = 0
    strays: int = 0


_Path = tuple[Cost, int, "_Link | None"]


@dataclass(frozen=True, slots=True)
class _Link:
    unit: Unit
    before: _Link | None


def count_cost(melds: int, hand: int, winning: int) -> Cost:
    """Hand sizes are evidence, not force: a tile may be missed, and a player may really hold one too many
    (相公).
    """
    over = hand + winning - (13 - 3 * melds)
    if hand == 0:
        return 12.0
    if winning:
        return 0.0 if over == 1 else 3.5 + 2.0 * abs(over - 1)
    return 0.3 if over == 0 else 1.6 if over == 1 else 3.5 + 2.0 * max(-over, over - 1)


def explain(layout: Layout, faces: Sequence[Face]) -> list[Explanation]:
    """The likeliest explanations, best first, different from one another; none only if there is no row."""
    if not layout.rows:
        return []
    mine = _reach(layout, faces)
    found: list[Explanation] = []
    for fourths in _fourths(layout, faces, mine):
        found += _search(layout, faces, mine, fourths)
    found.sort(key=lambda explanation: explanation.cost)
    return found


# What may be the player's


def _reach(layout: Layout, faces: Sequence[Face]) -> list[int]:
    """Numbers of the rows near the main one, or near a row that may hold melds, in the player's own
    direction.
    """
    near = [0]
    for source in near:
        if source and not _meldlike(layout.rows[source], faces):
            continue
        for number, row in enumerate(layout.rows):
            if number in near or row.facing != 0 or len(row.tiles) > 18:
                continue
            reach = AROUND if len(row.tiles) == 1 else FAR if _meldlike(row, faces) else REACH
            if _distance(layout, layout.rows[source], row) < reach:
                near.append(number)
    return near


def _distance(layout: Layout, one: Row, two: Row) -> float:
    return min(math.dist(layout.places[i], layout.places[j]) for i in one.tiles for j in two.tiles)


def _meldlike(row: Row, faces: Sequence[Face]) -> bool:
    tiles = row.tiles
    return any(
        sum(faces[i].down for i in tiles[k : k + 3]) < 2
        and guess(Laid(tuple(faces[i] for i in tiles[k : k + 3]), row.aside[k : k + 3])).unlike < UNLIKE / 2
        for k in range(len(tiles) - 2)
    )


def _fourths(layout: Layout, faces: Sequence[Face], mine: Sequence[int]) -> Iterator[dict[int, int]]:
    """Choices of tiles that lie on others: under -> on top. All that may be, and none."""
    own = {i for number in mine for i in layout.rows[number].tiles}
    pairs: dict[int, int] = {}
    for top, under in layout.stacked:
        if top in own and under in own and top not in pairs.values():
            kind = faces[top].first
            if faces[under].cost(kind) - faces[under].best < UNLIKE / 2:
                pairs.setdefault(under, top)
    if pairs:
        yield pairs
    if len(pairs) > 1:
        for under in pairs:
            yield {under: pairs[under]}
    yield {}


# The search: row by row, tile by tile, the few best paths to each state


def _search(layout: Layout, faces: Sequence[Face], mine: Sequence[int], fourths: dict[int, int]) -> list[Explanation]:
    tops = set(fourths.values())
    states: dict[_State, list[_Path]] = {_State(): [(0.0, 0, None)]}
    for order, number in enumerate(mine):
        row = _without(layout.rows[number], tops)
        if row.tiles:
            states = _row(layout, faces, row, order > 0, fourths, states)
    beyond = [row for number, row in enumerate(layout.rows) if number not in mine]
    rest = tuple(Unit(Role.OTHER, row.tiles) for row in beyond)
    ends = [
        (cost + count_cost(state.melds, state.hand, state.winning), link)
        for state, paths in states.items()
        for cost, _, link in paths
    ]
    result = []
    for cost, link in heapq.nsmallest(2 * KEEP, ends, key=lambda end: end[0]):
        units: list[Unit] = []
        while link is not None:
            units.append(link.unit)
            link = link.before
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
    hand_costs = [_hand_cost(faces[i], row.aside[k]) + loose[k] for k, i in enumerate(row.tiles)]
    # at[k]: state and what the last unit was -> paths that have explained the first k tiles
    at: list[dict[tuple[_State, str], list[_Path]]] = [{} for _ in range(size + 1)]
    for state, paths in states.items():
        at[0][state, ""] = paths
    for k in range(size):
        i = row.tiles[k]
        if not at[k]:
            continue
        limit = min(path[0] for paths in at[k].values() for path in paths) + 18.0
        for (state, last), paths in at[k].items():
            paths = [path for path in paths if path[0] <= limit]
            if not paths:
                continue
            open_gap = _boundary(room[k]) * (0.45 if last == "meld" else 1.0) if last else 0.0
            if state.hand < 18:
                if last == "hand":
                    extra = _hand_gap(room[k], faces[row.tiles[k - 1]], faces[i])
                    rows = state.rows
                else:
                    rows = state.rows + 1
                    extra = (_boundary(room[k]) if last else 0.0) + (0.0 if state.rows == 0 else PARTED)
                step = _State(state.melds, state.hand + 1, rows, state.winning, state.strays)
                if rows <= 2:
                    _add(at[k + 1], (step, "hand"), paths, extra + hand_costs[k], Unit(Role.HAND, (i,)))
            for length, unit, cost in windows.get(k, ()):
                if state.melds < MOST_MELDS:
                    step = _State(state.melds + 1, state.hand, state.rows, state.winning, state.strays)
                    _add(at[k + length], (step, "meld"), paths, open_gap + cost, unit)
            if not state.winning and faces[i].first < KINDS:
                extra = _winning_cost(row, k, room, last, second) + _away(layout, i)
                if extra < 9.0:
                    extra += loose[k]
                    step = _State(state.melds, state.hand, state.rows, 1, state.strays)
                    _add(at[k + 1], (step, "winning"), paths, extra, Unit(Role.WINNING, (i,)))
            if state.strays < 3:
                extra = _stray_cost(layout, faces[i], i, room[k], room[k + 1]) + loose[k]
                if extra < STRAY and i not in fourths:
                    step = _State(state.melds, state.hand, state.rows, state.winning, state.strays + 1)
                    _add(at[k + 1], (step, last), paths, extra, Unit(Role.OTHER, (i,)))
    after: dict[_State, list[_Path]] = {}
    for (state, _), paths in at[size].items():
        for path in paths:
            _push(after, state, path)
    if second:
        whole = _beside_cost(layout, row, size) + sum(loose)
        for state, paths in states.items():
            for cost, n, link in paths:
                _push(after, state, (cost + whole, n + 1, _Link(Unit(Role.OTHER, row.tiles), link)))
    return after


def _add(
    into: dict[tuple[_State, str], list[_Path]],
    key: tuple[_State, str],
    paths: list[_Path],
    extra: Cost,
    unit: Unit,
) -> None:
    for cost, n, link in paths:
        _push(into, key, (cost + extra, n + 1, _Link(unit, link)))


def _push(into: dict[K, list[_Path]], key: K, path: _Path) -> None:
    paths = into.setdefault(key, [])
    paths.append(path)
    if len(paths) > KEEP:
        paths.remove(max(paths, key=lambda p: p[0]))


# What things cost


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
            laid = Laid(tuple(faces[i] for i in tiles), row.aside[k : k + length], None if top is None else faces[top])
            what = guess(laid)
            if what.unlike > UNLIKE:
                continue
            cost = what.cost + sum(_meld_gap(gap) for gap in row.gaps[k : k + length - 1])
            if top is not None:
                under = next(m for m, i in enumerate(tiles) if i in fourths)
                if max(laid.aside) > max(laid.aside[under], 0.0):
                    cost += 3.0  # it lies beside the sideways tile instead of on it
                elif laid.aside[under] > 0:
                    cost -= max(0.5 * _aside(layout, top), -1.5)
            unit = Unit(Role.MELD, tiles if top is None else (*tiles, top), top, what)
            result.setdefault(k, []).append((length, unit, cost))
    return result


def _aside(layout: Layout, i: int) -> float:
    return next((row.aside[row.tiles.index(i)] for row in layout.rows if i in row.tiles), 0.0)


def _line(x: float, *points: tuple[float, float]) -> float:
    """Between the points straight, level outside."""
    if x <= points[0][0]:
        return points[0][1]
    for (x1, y1), (x2, y2) in itertools.pairwise(points):
        if x <= x2:
            return y1 + (y2 - y1) * (x - x1) / (x2 - x1)
    return points[-1][1]


def _meld_gap(gap: float) -> Cost:
    return _line(gap, (-0.6, 3.0), (-0.35, 0.0), (0.25, 0.0), (0.45, 3.0), (1.0, 8.0))


def _hand_gap(gap: float, left: Face, right: Face) -> Cost:
    """Some players part the suits."""
    suits = left.first // 9 != right.first // 9
    wide = (0.4, 2.2), (0.9, 3.5), (3.0, 7.0)
    wider = (0.4, 3.5), (0.9, 5.5), (3.0, 8.0)
    return _line(gap, (-0.6, 2.0), (-0.35, 0.0), (0.25, 0.0), *(wide if suits else wider))


def _boundary(gap: float) -> Cost:
    """Between a hand and a meld, or two melds, there is room."""
    return _line(gap, (0.1, 2.2), (0.35, 0.4), (0.45, 0.0))


def _hand_cost(face: Face, aside: float) -> Cost:
    """A tile of the hand lies upright, face up."""
    cost = max(-aside + 6.0, 0.0) - 6.0 if aside > 6.0 else 0.0
    if face.down:
        return cost + 5.0
    return cost + (4.0 if face.first >= KINDS else 0.0)


def _winning_cost(row: Row, k: int, room: Sequence[float], last: str, second: bool) -> Cost:
    """Apart, at the hand's side; or sideways at its end."""
    aside = row.aside[k]
    left, right = room[k], room[k + 1]
    if min(left, right) >= 0.35 or len(row.tiles) == 1:
        alone = _line(min(left, right), (0.35, 3.0), (0.6, 1.2), (0.9, 0.5)) if len(row.tiles) > 1 else 0.7
        end = 0.0 if k in (0, len(row.tiles) - 1) or last == "hand" else 2.5
        return alone + end - max(aside - 2.0, 0.0) + (0.4 if second else 0.0)
    if last == "hand" and right > 0.2:
        return 1.5 - aside
    if k == 0 and aside > 1:
        return 3.0 - aside
    return 9.0


def _away(layout: Layout, i: int) -> Cost:
    """The winning tile lies near the main row: at its side, or close above it."""
    x, y = layout.places[i]
    first = [layout.places[k] for k in layout.rows[0].tiles if k != i]
    if not first:
        return 0.0
    beside = min(abs(x - a) for a, _ in first)
    above = min(abs(y - b) for a, b in first if abs(x - a) < beside + 1.5)
    return _line(max(above - 2.0, beside - 3.4), (0.0, 0.0), (2.0, 3.0), (6.0, 10.0))


def _stray_cost(layout: Layout, face: Face, i: int, left: float, right: float) -> Cost:
    """A box that is no tile of the player: doubtful in itself, or far from its neighbours."""
    sure = layout.detections[i].found * (0.4 + 0.6 * math.exp(-face.best))
    apart = min(left, right)
    return 1.5 + 6.0 * sure - _line(apart, (0.3, 0.0), (2.0, 2.5), (4.0, 4.0))


def _beside_cost(layout: Layout, row: Row, size: int) -> Cost:
    """A whole row near the player that is not his: discards, a wall."""
    first = layout.rows[0]
    apart = _distance(layout, first, row)
    return _line(apart, (1.2, 3.0), (2.5, 1.5), (3.5, 0.6)) + _line(size, (1.0, 0.0), (3.0, 2.0), (14.0, 4.0))
