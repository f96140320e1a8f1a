"""Detections -> rows, gaps, ways, places: geometry only, measured in tile widths, no tile sense."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from vision.directions import main_row, orient, quarter_of, sideways
from vision.doubles import covered, doubled_boxes, shown_again, without_twins
from vision.faint import is_tile, may_be_tile
from vision.frame import FACE, Frame, dot, measure, smooth_sizes
from vision.rows import Array, rows
from vision.types import Box, Detection, Layout, Row, Way

FACES = (1.0, 0.45)  # the face's share of what is seen of a tile's depth: from above, and from low with flanks
NOISE = 0.07  # of a box's side: what detectors err, and boxes include flanks or don't
ACROSS = 0.08  # tile widths by which centres of a row stray from their line
SUREST = 12.0  # log-odds
WEIGHTS = (0.7, 0.5, 0.5, 0.5, 1.0)
"""Of a constant and of the log-odds that a tile's box, the room beside it, its place across the row and its face give
that it lies sideways: a logistic regression over 9,558 tiles of rendered tables gave 0.7, 0.37, 0.43, 0.3 and 1.0, the
middle ones raised a little for melds. Boxes are far less sure than they look, since neighbours err alike."""
BEYOND = 6.0  # a box's log-odds count little beyond
UNDER = 0.42  # share of a box under a tile's beyond which no tile lies there
LIKE = (0.6, 1.5)  # sizes of a box that may be a tile, over the usual size there
Pair = tuple[float, float]
SOONER = 0.4  # tile widths by which the fourth of a kong may lie nearer to an upright tile than to the sideways one
TOGETHER = 0.3  # tile widths of free room that neighbours leave who belong together


def arrange(detections: Sequence[Detection], width: int, height: int, only: Sequence[int] | None = None) -> Layout:
    """Detections in any order -> rows, each in its player's reading order, and what else geometry tells.

    `width`, `height`: of the upright photo, pixels. `only`: the indices of those that count, where that is
    known (a reading that comes back); the others are left out, and none of them is taken for a double. Never
    raises: no detection gives an empty layout.
    """
    found = tuple(_rounded(detection) for detection in detections)
    if only is None:
        tiles = [i for i, detection in enumerate(found) if is_tile(detection)]
        doubled = dict(doubled_boxes(found, tiles))
        alive = [i for i in tiles if i not in doubled]
    else:
        alive = sorted(set(only))
        doubled = shown_again(found, alive)
    if not alive:
        return Layout(width, height, found, (), tuple((0.0, 0.0) for _ in found), _left_out(doubled, alive))
    centres = np.array([detection.box.centre for detection in found])
    sizes = np.array([math.sqrt(detection.box.width * detection.box.height) for detection in found])
    level = np.array([-sideways(found[i], 0) for i in alive])
    lines = [[alive[i] for i in row] for row in rows(centres[alive], sizes[alive], level)]
    scale = smooth_sizes(centres, sizes, alive)
    main, rival = main_row(found, centres, scale, lines)
    lines.insert(0, lines.pop(main))
    frame = measure(found, centres, scale, lines[0])
    if only is None:
        lines = [without_twins(found, frame, line, doubled) for line in lines]
        alive = [i for i in alive if i not in doubled]
    axes, facing = orient(found, centres, sizes, lines)
    lines = [_along(centres, line, axis) for line, axis in zip(lines, axes, strict=True)]
    placed = [_row(found, frame, line, axis, axes[0]) for line, axis in zip(lines, axes, strict=True)]
    places = _places(frame, axes[0], frame.centres[placed[0].tiles[0]])
    turn = math.degrees(math.atan2(axes[0][1], axes[0][0]))
    stacked = _stacked(placed, places)
    return Layout(
        width,
        height,
        found,
        tuple(placed),
        places,
        _left_out(doubled, alive),
        stacked,
        turn,
        facing,
        rival,
        _faint(found, sizes / scale, placed, tuple(doubled)),
    )


def _rounded(seen: Detection) -> Detection:
    """As the wire has it, so that a reading that comes back gives the same layout again."""
    box = Box(*(round(v, 1) for v in (seen.box.x1, seen.box.y1, seen.box.x2, seen.box.y2)))
    a, b, c, d = (round(p, 3) for p in seen.turns)
    piled = None if seen.piled is None else round(seen.piled, 3)
    return Detection(box, seen.scores, round(seen.found, 3), (a, b, c, d), piled)


def _faint(found: tuple[Detection, ...], size: Array, placed: Sequence[Row], doubled: Sequence[int]) -> tuple[int, ...]:
    """Boxes in no row that may be tiles: `size` of all boxes over that of tiles where they lie. One that lies half
    under a tile is none, unless that is one of three, on which the fourth of a kong may lie.
    """
    alive = {i for row in placed for i in row.tiles}
    faint = [i for i in range(len(found)) if i not in alive and i not in doubled]
    faint = [i for i in faint if may_be_tile(found[i]) and not is_tile(found[i]) and LIKE[0] < size[i] < LIKE[1]]
    if not faint:
        return ()
    three = {i for row in placed for block in row.blocks(TOGETHER) if len(block) == 3 for i in block}
    over = sorted(alive - three)
    return tuple(i for i in faint if all(covered(found[i].box, found[k].box) < UNDER for k in over))


def _left_out(doubled: dict[int, int], alive: Sequence[int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((i, twin) for i, twin in doubled.items() if i not in alive))


def _along(centres: Array, line: list[int], axis: tuple[float, float]) -> list[int]:
    """The row in reading order; its chain keeps its order, a bent one, too."""
    return line if dot(centres[line[-1]] - centres[line[0]], axis) >= 0 else line[::-1]


# Rows


def _row(
    found: tuple[Detection, ...],
    frame: Frame,
    line: list[int],
    axis: tuple[float, float],
    main: tuple[float, float],
) -> Row:
    """Gaps and ways of a row's tiles."""
    local = [_local(frame.centres, line, k, axis) for k in range(len(line))]
    off: list[Pair] = []
    steps: list[list[Pair]] = []
    for i, way in zip(line, local, strict=True):
        upright, box = frame.upright(i, way), found[i].box
        off.append((math.log(box.width / upright[0]), math.log(box.height / upright[1])))
        lying = (frame.aside(i, way, upright, face) for face in FACES)
        steps.append([(math.log(wide / upright[0]), math.log(high / upright[1])) for wide, high in lying])
    raw = [frame.apart(i, j) - 1.0 for i, j in itertools.pairwise(line)]
    up = (axis[1], -axis[0])
    high = [dot(frame.centres[i], up) / frame.depth[i] * FACE for i in line]
    odds = []
    for k in range(len(line)):
        near = _beside(raw, k)
        told = WEIGHTS[0] + WEIGHTS[1] * BEYOND * math.tanh(_odds(off, steps, near, k) / BEYOND)
        told += WEIGHTS[2] * sum(_wider(gap) for gap in raw[max(0, k - 1) : k + 1]) + WEIGHTS[3] * _lower(high, near, k)
        told += WEIGHTS[4] * sideways(found[line[k]], quarter_of(local[k]))
        odds.append(max(-SUREST, min(SUREST, told)))
    gaps = []
    for k, gap in enumerate(raw):
        wide = sum(0.5 * (FACE - 1) / (1 + math.exp(-v)) for v in odds[k : k + 2])
        gaps.append(round(gap - wide, 3))
    facing = (
        (quarter_of(axis) - quarter_of(main)) % 4 if abs(dot(axis, main)) < 0.8 else (0 if dot(axis, main) > 0 else 2)
    )
    ways = tuple(_way(found[i], axis, v) for i, v in zip(line, odds, strict=True))
    return Row(tuple(line), tuple(gaps), tuple(round(v, 2) for v in odds), ways, facing)


def _beside(raw: list[float], k: int) -> list[int]:
    """Positions in the row of the tiles that lie together with the k-th, itself left out."""
    start, end = k, k
    while start > 0 and raw[start - 1] < TOGETHER:
        start -= 1
    while end < len(raw) and raw[end] < TOGETHER:
        end += 1
    return [m for m in range(start, end + 1) if m != k]


def _odds(off: list[Pair], steps: list[list[Pair]], near: list[int], k: int) -> float:
    """Log-odds, from the box, that the k-th tile of a row lies sideways.

    Its neighbours, those without a gap above all, tell what boxes are like there: how far `off` an upright tile's.
    """
    wide = high = 0.0
    for others in ([off[m] for m in range(len(off)) if m != k], [off[m] for m in near]):
        if others:
            share = len(others) / (len(others) + 2.0)
            wide += (_median([v[0] for v in others]) - wide) * share
            high += (_median([v[1] for v in others]) - high) * share
    wide, high = off[k][0] - wide, off[k][1] - high
    odds = [(wide * w + high * h - (w * w + h * h) / 2) / NOISE**2 for w, h in steps[k]]
    most = max(odds)
    return most + math.log(sum(math.exp(v - most) for v in odds) / len(odds))


def _median(values: list[float]) -> float:
    values.sort()
    half = len(values) // 2
    return values[half] if len(values) % 2 else (values[half - 1] + values[half]) / 2


def _lower(high: list[float], near: list[int], k: int) -> float:
    """Log-odds, from its place across the row, that a tile lies sideways.

    Edges are mostly laid in line on the player's side, so that its centre lies lower than its neighbours'.
    """
    close = [high[m] for m in near if abs(m - k) <= 2]
    if not close:
        return 0.0
    step = high[k] - sum(close) / len(close)
    drop = (FACE - 1) / 2
    sideways = sum(
        share * math.exp(-(((step - at) / ACROSS) ** 2) / 2) for share, at in ((0.6, -drop), (0.25, 0), (0.15, drop))
    )
    upright = math.exp(-((step / ACROSS) ** 2) / 2)
    return math.log((sideways + 0.02) / (upright + 0.02))


def _wider(gap: float) -> float:
    """Log-odds, from the room beside it, that a tile lies sideways: it is wider by half of what a face is higher."""
    if gap > TOGETHER + FACE - 1:
        return 0.0
    more = (FACE - 1) / 2
    return max(-1.5, min(1.5, (gap - 0.02 - more / 2) * more / 0.09**2))


def _local(centres: Sequence[Pair], line: list[int], k: int, axis: Pair) -> Pair:
    """The row's direction at its k-th tile; long rows may bend."""
    if len(line) < 6:
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


def _stacked(placed: list[Row], places: tuple[tuple[float, float], ...]) -> tuple[tuple[int, int], ...]:
    """(a tile with room on both sides, one that it lies on or just above), the closest first: the fourth of an added
    kong.
    """
    pairs: list[tuple[float, int, int]] = []
    for number, row in enumerate(placed):
        room = (math.inf, *row.gaps, math.inf)
        for k, i in enumerate(row.tiles):
            if min(room[k], room[k + 1]) < 0.3:
                continue
            x, y = places[i]
            for other, under in enumerate(placed):
                if other == number or len(under.tiles) < 3:
                    continue
                for m, j in enumerate(under.tiles):
                    dx, dy = x - places[j][0], y - places[j][1]
                    if abs(dx) < 1.1 and 0.05 < dy < 2.1:
                        pairs.append((abs(dx) - SOONER * (under.aside[m] > 0), i, j))
    return tuple((i, j) for _, i, j in sorted(pairs))
