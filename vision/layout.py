"""Detections -> rows, gaps, ways, places: geometry only, measured in tile widths, no tile sense."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Sequence

import numpy as np

from vision.frame import FACE, Frame, axis_of, dot, measure, smooth_sizes
from vision.rows import Array, rows
from vision.types import Box, Detection, Layout, Row, Way

DOUBLE = 0.45  # boxes overlapping more than this (intersection over union) show one tile
TWIN = 0.55  # neighbours in a row closer than this many tile widths do, too
FACES = (1.0, 0.45)  # the face's share of what is seen of a tile's depth: from above, and from low with flanks
NOISE = 0.07  # of a box's side: what detectors err, and boxes include flanks or don't
ACROSS = 0.08  # tile widths by which centres of a row stray from their line
SUREST = 12.0  # log-odds
BESIDE = 0.6  # how likely a row that runs up or down the picture is the photographer's own, against a level one
AREA = 2.6  # tile sizes: tiles closer than this are one player's
TOGETHER = 0.3  # tile widths of free room that neighbours leave who belong together


def arrange(detections: Sequence[Detection], width: int, height: int, only: Sequence[int] | None = None) -> Layout:
    """Detections in any order -> rows, each in its player's reading order, and what else geometry tells.

    `width`, `height`: of the upright photo, pixels. `only`: the indices of those that count, where that is
    known (a reading that comes back); the others are left out, and none of them is taken for a double. Never
    raises: no detection gives an empty layout.
    """
    found = tuple(_rounded(detection) for detection in detections)
    if only is None:
        doubled = dict(_doubled(found))
        alive = [i for i in range(len(found)) if i not in doubled]
    else:
        alive = sorted(set(only))
        doubled = _shown_again(found, alive)
    if not alive:
        return Layout(width, height, found, (), tuple((0.0, 0.0) for _ in found), _left_out(doubled, alive))
    centres = np.array([detection.box.centre for detection in found])
    sizes = np.array([math.sqrt(detection.box.width * detection.box.height) for detection in found])
    lines = [[alive[i] for i in row] for row in rows(centres[alive], sizes[alive])]
    scale = smooth_sizes(centres, sizes, alive)
    main, rival = _main(found, centres, scale, lines)
    lines.insert(0, lines.pop(main))
    frame = measure(found, centres, scale, lines[0])
    if only is None:
        lines = [_without_twins(found, frame, line, doubled) for line in lines]
        alive = [i for i in alive if i not in doubled]
    axes, facing = _orient(found, centres, sizes, lines)
    lines = [_along(centres, line, axis) for line, axis in zip(lines, axes, strict=True)]
    placed = [_row(found, frame, line, axis, axes[0]) for line, axis in zip(lines, axes, strict=True)]
    places = _places(frame, axes[0], centres[placed[0].tiles[0]])
    turn = math.degrees(math.atan2(axes[0][1], axes[0][0]))
    stacked = _stacked(placed, places)
    return Layout(width, height, found, tuple(placed), places, _left_out(doubled, alive), stacked, turn, facing, rival)


def _rounded(seen: Detection) -> Detection:
    """As the wire has it, so that a reading that comes back gives the same layout again."""
    box = Box(*(round(v, 1) for v in (seen.box.x1, seen.box.y1, seen.box.x2, seen.box.y2)))
    a, b, c, d = (round(p, 3) for p in seen.turns)
    return Detection(box, seen.scores, round(seen.found, 3), (a, b, c, d))


def _left_out(doubled: dict[int, int], alive: Sequence[int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((i, twin) for i, twin in doubled.items() if i not in alive))


# Which boxes show one tile


def _weight(detection: Detection) -> float:
    """Of two boxes for one tile the heavier is kept."""
    return detection.found * round(max(detection.scores), 3)


def overlap(one: Box, two: Box) -> float:
    """Intersection over union, 0-1."""
    wide = min(one.x2, two.x2) - max(one.x1, two.x1)
    high = min(one.y2, two.y2) - max(one.y1, two.y1)
    if wide <= 0 or high <= 0:
        return 0.0
    shared = wide * high
    return shared / (one.width * one.height + two.width * two.height - shared)


def _doubled(found: tuple[Detection, ...]) -> list[tuple[int, int]]:
    """(index, index of the better box of the same tile)."""
    kept: list[int] = []
    doubled: list[tuple[int, int]] = []
    for i in sorted(range(len(found)), key=lambda i: -_weight(found[i])):
        twin = next((k for k in kept if overlap(found[i].box, found[k].box) > DOUBLE), None)
        if twin is None:
            kept.append(i)
        else:
            doubled.append((i, twin))
    return doubled


def _shown_again(found: tuple[Detection, ...], alive: Sequence[int]) -> dict[int, int]:
    """Boxes that don't count -> the one that counts which shows the same tile."""
    result: dict[int, int] = {}
    for i in sorted(set(range(len(found))) - set(alive)):
        box = found[i].box
        twin = max(alive, key=lambda k: overlap(box, found[k].box), default=None)
        if twin is not None and overlap(box, found[twin].box) > 0:
            x, y = (a - b for a, b in zip(box.centre, found[twin].box.centre, strict=True))
            other = found[twin].box
            if overlap(box, other) > DOUBLE or math.hypot(x, y) < TWIN * math.sqrt(other.width * other.height):
                result[i] = twin
    return result


def _without_twins(found: tuple[Detection, ...], frame: Frame, line: list[int], doubled: dict[int, int]) -> list[int]:
    """The row without boxes that lie half on their neighbour."""
    steps = [frame.apart(i, j) for i, j in itertools.pairwise(line)]
    usual = min(1.0, statistics.median(steps)) if steps else 1.0  # a row seen from its end looks closer
    kept: list[int] = []
    for i in line:
        if kept and frame.apart(kept[-1], i) < TWIN * usual:
            worse, better = sorted((kept[-1], i), key=lambda k: _weight(found[k]))
            doubled[worse] = better
            kept[-1] = better
        else:
            kept.append(i)
    return kept


# Directions


def _along(centres: Array, line: list[int], axis: tuple[float, float]) -> list[int]:
    """The row in reading order; its chain keeps its order, a bent one, too."""
    return line if dot(centres[line[-1]] - centres[line[0]], axis) >= 0 else line[::-1]


def _main(found: tuple[Detection, ...], centres: Array, scale: Array, lines: list[list[int]]) -> tuple[int, float]:
    """The number of the row in which the nearest player's hand lies, and how near another player's tiles come to it,
    0-1.

    Rows that lie together are one player's; his are many faces, large and low. Photos are mostly taken by the player,
    the right way up: a row that runs up or down the picture is the main one only if no level row compares with it.
    """
    lowest = 1.0 + float(centres[:, 1].max())
    up = [sum(round(found[i].scores[-1], 3) < round(max(found[i].scores), 3) for i in line) for line in lines]
    level = [len(line) == 1 or abs(axis_of(centres, line)[0]) > 0.6 for line in lines]

    def worth(numbers: Sequence[int]) -> float:
        members = [i for number in numbers for i in lines[number]]
        faces = sum(up[number] for number in numbers)
        size = statistics.median(scale[members].tolist()) / float(scale.max())
        near = max(0.0, float(centres[members, 1].max())) / lowest
        return float(min(faces + 0.2 * (len(members) - faces), 18.0) * size**2 * (0.5 + 0.5 * near))

    groups = _together(centres, scale, lines)
    best = [max(group, key=lambda number: worth([number])) for group in groups]
    worths = [worth(group) for group in groups]
    mine = max(range(len(groups)), key=lambda g: worths[g] * (1.0 if level[best[g]] else BESIDE))
    low = float(centres[lines[best[mine]], 1].mean())
    rival = 0.0
    for g, group in enumerate(groups):
        behind = level[best[g]] and level[best[mine]] and float(centres[lines[best[g]], 1].mean()) < low
        if g != mine and not behind and sum(up[number] for number in group) > 5:
            rival = max(rival, worths[g] / (worths[mine] or 1.0))
    return best[mine], round(rival, 3)


def _together(centres: Array, scale: Array, lines: list[list[int]]) -> list[list[int]]:
    """Numbers of rows in groups, those with tiles closer than `AREA` to one another."""
    groups: list[list[int]] = []
    for number, line in enumerate(lines):
        steps = centres[:, None, :] - centres[line][None, :, :]
        close = np.hypot(steps[..., 0], steps[..., 1]).min(axis=1) < AREA * scale
        touching = [group for group in groups if any(close[lines[other]].any() for other in group)]
        groups = [group for group in groups if group not in touching]
        groups.append([number, *itertools.chain.from_iterable(touching)])
    return groups


def _orient(
    found: tuple[Detection, ...], centres: Array, sizes: Array, lines: list[list[int]]
) -> tuple[list[tuple[float, float]], float]:
    """The reading direction of every row, the main one first, and how sure its sign is (log-odds).

    Level rows run to the right. In a photo that lies on its side what little the reader tells of the way
    that tiles lie decides, and where tiles look larger.
    """
    axes: list[tuple[float, float] | None] = [axis_of(centres, line) if len(line) > 1 else None for line in lines]
    axis = axes[0] or next((a for a in axes if a is not None), (1.0, 0.0))
    beside = [n for n, a in enumerate(axes) if a is not None and abs(dot(a, axis)) > 0.85]
    sure = sum(_held(found[i], axis) for n in beside for i in lines[n])
    if abs(axis[0]) > 0.5:
        sure += math.copysign(4.0, axis[0])
    else:
        up = (axis[1], -axis[0])  # tiles look smaller away from the player
        away = [dot(centres[i], up) for n in beside for i in lines[n]]
        logs = [math.log(sizes[i]) for n in beside for i in lines[n]]
        if len(beside) > 1 and len(away) > 5 and np.std(away) > 0:
            sure -= 3.0 * float(np.corrcoef(away, logs)[0, 1])
    if sure < 0 or (sure == 0 and axis[1] < 0):
        axis = (-axis[0], -axis[1])
    middle = centres[[i for line in lines for i in line]].mean(axis=0)
    faced: list[tuple[float, float]] = []
    for line, own in zip(lines, axes, strict=True):
        if own is None:
            faced.append(axis)
            continue
        sign = dot(own, axis)
        if abs(sign) < 0.6:  # at the table's side: its player sits outside
            sign = dot((own[1], -own[0]), middle - centres[line].mean(axis=0))
        faced.append(own if sign >= 0 else (-own[0], -own[1]))
    return faced, abs(sure)


def _quarter(axis: tuple[float, float]) -> int:
    return round(math.degrees(math.atan2(axis[1], axis[0])) / 90) % 4


def _held(detection: Detection, axis: tuple[float, float]) -> float:
    """Log-odds that a reader along `axis` sees the tile upright rather than upside down."""
    turns, quarter = detection.turns, _quarter(axis)
    return math.log((turns[quarter] + 0.05) / (turns[(quarter + 2) % 4] + 0.05))


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
    off: list[Array] = []
    steps: list[list[Array]] = []
    for i, way in zip(line, local, strict=True):
        upright, box = frame.upright(i, way), found[i].box
        off.append(np.log([box.width / upright[0], box.height / upright[1]]))
        steps.append([np.log(np.array(frame.aside(i, way, face)) / upright) for face in FACES])
    raw = [frame.apart(i, j) - 1.0 for i, j in itertools.pairwise(line)]
    up = (axis[1], -axis[0])
    high = [dot(frame.centres[i], up) / float(frame.depth[i]) * FACE for i in line]
    odds = []
    for k in range(len(line)):
        near = _beside(raw, k)
        told = _odds(off, steps, near, k) + sum(_wider(gap) for gap in raw[max(0, k - 1) : k + 1])
        told += _lower(high, near, k)
        told += 1.3 * math.exp(-(((told + 1) / 3) ** 2))  # on rendered tables the sum proved too low by that
        odds.append(max(-SUREST, min(SUREST, told)))
    gaps = []
    for k, gap in enumerate(raw):
        wide = sum(0.5 * (FACE - 1) / (1 + math.exp(-v)) for v in odds[k : k + 2])
        gaps.append(round(gap - wide, 3))
    facing = (_quarter(axis) - _quarter(main)) % 4 if abs(dot(axis, main)) < 0.8 else (0 if dot(axis, main) > 0 else 2)
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


def _odds(off: list[Array], steps: list[list[Array]], near: list[int], k: int) -> float:
    """Log-odds, from the box, that the k-th tile of a row lies sideways.

    Its neighbours, those without a gap above all, tell what boxes are like there: how far `off` an upright tile's.
    """
    usual = np.zeros(2)
    for others in (
        [off[m] for m in range(len(off)) if m != k],
        [off[m] for m in near],
    ):
        if others:
            share = len(others) / (len(others) + 2.0)
            middle = [statistics.median(float(v[side]) for v in others) for side in (0, 1)]
            usual += (np.array(middle) - usual) * share
    rest = off[k] - usual
    odds = [float(rest @ step - step @ step / 2) / NOISE**2 for step in steps[k]]
    most = max(odds)
    return most + math.log(sum(math.exp(v - most) for v in odds) / len(odds))


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


def _local(centres: Array, line: list[int], k: int, axis: tuple[float, float]) -> tuple[float, float]:
    """The row's direction at its k-th tile; long rows may bend."""
    if len(line) < 6:
        return axis
    near = line[max(0, k - 2) : k + 3]
    x, y = centres[near[-1]] - centres[near[0]]
    length = math.hypot(x, y) or 1.0
    return x / length, y / length


def _way(detection: Detection, axis: tuple[float, float], odds: float) -> Way:
    """Sideways as the box tells; which of the two ends is up only the reader may know, and mostly doesn't."""
    quarter = _quarter(axis)
    turns = [detection.turns[(quarter + k) % 4] for k in range(4)]
    if odds > 0:
        return Way.RIGHT if turns[1] >= turns[3] else Way.LEFT
    return Way.UPSIDE_DOWN if turns[2] > 2.5 * turns[0] else Way.UPRIGHT


def _places(frame: Frame, axis: tuple[float, float], origin: Array) -> tuple[tuple[float, float], ...]:
    """Every centre in tile widths, seen by the player of the main row."""
    up = (axis[1], -axis[0])
    result = []
    for centre, pitch, depth in zip(frame.centres, frame.pitch, frame.depth, strict=True):
        step = centre - origin
        x, y = dot(step, axis) / pitch, dot(step, up) / depth * FACE
        result.append((round(float(x), 2), round(float(y), 2)))
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
                for j in under.tiles:
                    dx, dy = x - places[j][0], y - places[j][1]
                    if abs(dx) < 1.1 and 0.05 < dy < 2.1:
                        pairs.append((abs(dx), i, j))
    return tuple((i, j) for _, i, j in sorted(pairs))
