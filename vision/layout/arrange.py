"""Detections -> rows, gaps, ways, places: geometry only, measured in tile widths, no tile sense."""

from __future__ import annotations

import itertools
import math
from collections.abc import Container, Iterator, Sequence

import numpy as np

from vision.eye.thresholds import is_tile, may_be_tile
from vision.layout.duplicates import covered, doubled_boxes, shown_again, without_twins
from vision.layout.orientation import is_face, main_row, orient, quarter_of, sideways
from vision.layout.rows import Array, rows
from vision.layout.scale import FACE, Frame, Pair, dot, measure, smooth_sizes
from vision.layout.sideways import TOGETHER_WIDTHS, log_odds, signals
from vision.types import Box, Detection, Layout, Row, Way

BACK_SHARE = 0.05  # of a face's vote on the directions of rows, for a back: a heap or a wall is no hand
UNDER_SHARE = 0.42  # of a box, under a tile's, beyond which no tile lies there
LEAST_SIZE, MOST_SIZE = 0.6, 1.5  # of a box that may be a tile, over the usual size there
SOONER_WIDTHS = 0.4  # by which the fourth of a kong may lie nearer to an upright tile than to the sideways one
LOOSE_WIDTHS = 0.3  # of room on both sides of a tile that lies on another one
ACROSS_WIDTHS = 1.1  # the most that it lies to the left or right of that one
ABOVE_WIDTHS = 0.05, 2.1  # the least and most that it lies farther from the player
BEND_TILES = 6  # from which on a row may bend


def arrange(detections: Sequence[Detection], width: int, height: int, only: Sequence[int] | None = None) -> Layout:
    """Detections in any order -> rows, each in its player's reading order, and what else geometry tells.

    `width`, `height`: of the upright photo, pixels. `only`: the indices of those that count, where that is
    known (a reading that comes back); the others are left out, and none of them is taken for a double. Never
    raises: no detection gives an empty layout.
    """
    found = tuple(_rounded(detection) for detection in detections)
    alive, doubled = _counted(found, only)
    if not alive:
        return Layout(width, height, found, (), tuple((0.0, 0.0) for _ in found), _left_out(doubled, alive))
    centres = np.array([detection.box.centre for detection in found])
    sizes = np.array([math.sqrt(detection.box.width * detection.box.height) for detection in found])
    lines = _lines(found, centres, sizes, alive)
    scale = smooth_sizes(centres, sizes, alive)
    main, rival = main_row(found, centres, sizes, scale, lines)
    lines.insert(0, lines.pop(main))
    frame = measure(found, centres, scale, lines[0])
    if only is None:
        lines = [without_twins(found, frame, line, doubled) for line in lines]
        alive = [i for i in alive if i not in doubled]
    axes, facing = orient(found, centres, sizes, lines)
    placed = [
        _row(found, frame, _along(centres, line, axis), axis, axes[0]) for line, axis in zip(lines, axes, strict=True)
    ]
    places = _places(frame, axes[0], frame.centres[placed[0].tiles[0]])
    return Layout(
        width=width,
        height=height,
        detections=found,
        rows=tuple(placed),
        places=places,
        doubled=_left_out(doubled, alive),
        stacked=_stacked(placed, places),
        turn=math.degrees(math.atan2(axes[0][1], axes[0][0])),
        facing=facing,
        rival_hand=rival,
        faint=_faint(found, sizes / scale, placed, doubled),
    )


def _counted(found: tuple[Detection, ...], only: Sequence[int] | None) -> tuple[list[int], dict[int, int]]:
    """The detections that count, and those that show one of them again -> that one."""
    if only is not None:
        alive = sorted(set(only))
        return alive, shown_again(found, alive)
    tiles = [i for i, detection in enumerate(found) if is_tile(detection)]
    doubled = dict(doubled_boxes(found, tiles))
    return [i for i in tiles if i not in doubled], doubled


def _lines(found: tuple[Detection, ...], centres: Array, sizes: Array, alive: list[int]) -> list[list[int]]:
    """Detections that count, in rows."""
    level = np.array([-sideways(found[i], 0) for i in alive])
    votes = np.array([1.0 if is_face(found[i]) else BACK_SHARE for i in alive])
    return [[alive[i] for i in row] for row in rows(centres[alive], sizes[alive], level, votes)]


def _rounded(seen: Detection) -> Detection:
    """As the wire has it, so that a reading that comes back gives the same layout again."""
    box, (a, b, c, d) = seen.box, seen.turns
    box = Box(round(box.x1, 1), round(box.y1, 1), round(box.x2, 1), round(box.y2, 1))
    turns = round(a, 3), round(b, 3), round(c, 3), round(d, 3)
    rounded = Detection(box, seen.scores, round(seen.found, 3), turns)
    numbers = seen.numbers
    return rounded.with_numbers({key: round(value, 3) for key, value in numbers.items()}) if numbers else rounded


def _faint(
    found: tuple[Detection, ...], size: Array, placed: Sequence[Row], doubled: Container[int]
) -> tuple[int, ...]:
    """Boxes in no row that may be tiles: `size` of all boxes over that of tiles where they lie. One that lies half
    under a tile is none, unless that is one of three, on which the fourth of a kong may lie.
    """
    alive = {i for row in placed for i in row.tiles}
    weak = [i for i in range(len(found)) if i not in alive and i not in doubled and _is_weak(found[i])]
    faint = [i for i in weak if LEAST_SIZE < size[i] < MOST_SIZE]
    if not faint:
        return ()
    over = [found[i].box for i in sorted(alive - _threes(placed))]
    return tuple(i for i in faint if all(covered(found[i].box, box) < UNDER_SHARE for box in over))


def _is_weak(detection: Detection) -> bool:
    return may_be_tile(detection) and not is_tile(detection)


def _threes(placed: Sequence[Row]) -> set[int]:
    """Tiles of which three lie together, with room on both sides."""
    return {i for row in placed for block in row.blocks(TOGETHER_WIDTHS) if len(block) == 3 for i in block}


def _left_out(doubled: dict[int, int], alive: Sequence[int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((i, twin) for i, twin in doubled.items() if i not in alive))


def _along(centres: Array, line: list[int], axis: tuple[float, float]) -> list[int]:
    """The row in reading order; its chain keeps its order, a bent one, too."""
    return line if dot(centres[line[-1]] - centres[line[0]], axis) >= 0 else line[::-1]


# Rows


def _row(found: tuple[Detection, ...], frame: Frame, line: list[int], axis: Pair, main: Pair) -> Row:
    """Gaps and ways of a row's tiles."""
    local = [_local(frame.centres, line, k, axis) for k in range(len(line))]
    raw = [frame.apart(i, j) - 1.0 for i, j in itertools.pairwise(line)]
    odds = log_odds(signals(found, frame, line, local, raw, axis))
    wider = [0.5 * (FACE - 1) / (1 + math.exp(-v)) for v in odds]  # half of what a sideways tile is wider
    gaps = tuple(round(gap - sum(wider[k : k + 2]), 3) for k, gap in enumerate(raw))
    ways = tuple(_way(found[i], axis, v) for i, v in zip(line, odds, strict=True))
    return Row(tuple(line), gaps, tuple(round(v, 2) for v in odds), ways, _facing(axis, main))


def _facing(axis: Pair, main: Pair) -> int:
    """Quarter turns from the main row's direction."""
    along = dot(axis, main)
    if abs(along) < 0.8:
        return (quarter_of(axis) - quarter_of(main)) % 4
    return 0 if along > 0 else 2


def _local(centres: Sequence[Pair], line: list[int], k: int, axis: Pair) -> Pair:
    """The row's direction at its k-th tile; long rows may bend."""
    if len(line) < BEND_TILES:
        return axis
    near = line[max(0, k - 2) : k + 3]
    x, y = centres[near[-1]][0] - centres[near[0]][0], centres[near[-1]][1] - centres[near[0]][1]
    length = math.hypot(x, y) or 1.0
    return x / length, y / length


def _way(detection: Detection, axis: tuple[float, float], odds: float) -> Way:
    """Sideways as the box tells; which of the two ends is up only the reader may know, and mostly doesn't."""
    quarter = quarter_of(axis)
    turns = [detection.turns[(quarter + k) % 4] for k in range(4)]
    if odds > 0:
        return Way.RIGHT if turns[1] >= turns[3] else Way.LEFT
    return Way.UPSIDE_DOWN if turns[2] > 2.5 * turns[0] else Way.UPRIGHT


def _places(frame: Frame, axis: Pair, origin: Pair) -> tuple[tuple[float, float], ...]:
    """Every centre in tile widths, seen by the player of the main row."""
    up = (axis[1], -axis[0])
    result = []
    for (x, y), pitch, depth in zip(frame.centres, frame.pitch, frame.depth, strict=True):
        step = x - origin[0], y - origin[1]
        result.append((round(dot(step, axis) / pitch, 2), round(dot(step, up) / depth * FACE, 2)))
    return tuple(result)


def _stacked(placed: list[Row], places: Sequence[Pair]) -> tuple[tuple[int, int], ...]:
    """(a tile with room on both sides, one that it lies on or just above), the closest first: the fourth of an added
    kong.
    """
    pairs: list[tuple[float, int, int]] = []
    for row in placed:
        others = [under for under in placed if under is not row and len(under.tiles) > 2]
        for i in _loose(row):
            pairs += [(across, i, j) for under in others for across, j in _below(under, places, i)]
    return tuple((i, j) for _, i, j in sorted(pairs))


def _loose(row: Row) -> list[int]:
    """Its tiles with room on both sides."""
    room = (math.inf, *row.gaps, math.inf)
    return [i for k, i in enumerate(row.tiles) if min(room[k], room[k + 1]) >= LOOSE_WIDTHS]


def _below(under: Row, places: Sequence[Pair], i: int) -> Iterator[tuple[float, int]]:
    """(how far to the side, tile) of each of a row on or just above which tile `i` lies."""
    x, y = places[i]
    least, most = ABOVE_WIDTHS
    for j, aside in zip(under.tiles, under.aside, strict=True):
        across = abs(x - places[j][0])
        if across < ACROSS_WIDTHS and least < y - places[j][1] < most:
            yield across - SOONER_WIDTHS * (aside > 0), j
