"""Detections -> rows, segments, ways: geometry only, measured in tile widths, no tile sense."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.types import Box, Detection, Layout, Segment, Way

Vector = tuple[float, float]

GAP = 0.3  # free room, in tile widths, from which on two neighbours do not lie together
DOUBLE = 0.45  # boxes overlapping more than this (intersection over union) show one tile
SIDEWAYS = 1.33  # half way, in proportions, between an upright and a sideways tile (faces are about 3:4)


def arrange(
    detections: Sequence[Detection], width: int, height: int, groups: Sequence[Sequence[int]] | None = None
) -> Layout:
    """Detections in any order -> rows and segments, each in its player's reading order.

    `width`, `height`: of the upright photo, pixels. `groups`: tiles that are known to lie together, by
    index; then these are the segments, empty ones included, and a tile in none of them is left out. Never
    raises: no detection gives an empty layout.
    """
    found = tuple(_rounded(detection) for detection in detections)
    doubled = _doubled(found)
    hidden = {index for index, _ in doubled}
    alive = [i for i in range(len(found)) if i not in hidden]
    if groups is not None:
        alive = sorted({i for group in groups for i in group})
        doubled = tuple(pair for pair in doubled if pair[0] not in alive)
    rows = _rows(found, alive)
    axes, turn = _face(found, rows, _axes(found, rows))
    rows = [_sorted(found, row, axis) for row, axis in zip(rows, axes, strict=True)]
    upright = _upright_ratio(found, rows, axes)
    segments: list[Segment] = []
    for number, (row, axis) in enumerate(zip(rows, axes, strict=True)):
        ways = [_way(found[i], axis, upright) for i in row]
        segments += _split(found, row, axis, ways, number)
    if groups is not None:
        segments = _regroup(groups, segments)
    return Layout(width, height, found, tuple(segments), doubled, _stacked(found, segments, axes), turn)


def _rounded(seen: Detection) -> Detection:
    """As the wire has it, so that a reading that comes back gives the same layout again."""
    box = Box(*(round(v, 1) for v in (seen.box.x1, seen.box.y1, seen.box.x2, seen.box.y2)))
    a, b, c, d = (round(p, 3) for p in seen.turns)
    return Detection(box, seen.scores, round(seen.found, 3), (a, b, c, d))


def _regroup(groups: Sequence[Sequence[int]], segments: list[Segment]) -> list[Segment]:
    """Segments as told, with what geometry knows of each tile."""
    home = {i: (segment, k) for segment in segments for k, i in enumerate(segment.tiles)}
    result: list[Segment] = []
    for group in groups:
        if not group:
            result.append(Segment((), (), -1, 1.0, (math.inf, math.inf)))
            continue
        first, last = home[group[0]][0], home[group[-1]][0]
        gaps = (
            first.gaps[0] if first.tiles[0] == group[0] else 0.0,
            last.gaps[1] if last.tiles[-1] == group[-1] else 0.0,
        )
        ways = tuple(home[i][0].ways[home[i][1]] for i in group)
        result.append(Segment(tuple(group), ways, first.row, first.width, gaps))
    return result


def _size(box: Box) -> float:
    return math.sqrt(box.width * box.height)


def _overlap(one: Box, two: Box) -> float:
    wide = min(one.x2, two.x2) - max(one.x1, two.x1)
    high = min(one.y2, two.y2) - max(one.y1, two.y1)
    if wide <= 0 or high <= 0:
        return 0.0
    shared = wide * high
    return shared / (one.width * one.height + two.width * two.height - shared)


def _doubled(detections: tuple[Detection, ...]) -> tuple[tuple[int, int], ...]:
    order = sorted(range(len(detections)), key=lambda i: -detections[i].found * max(detections[i].scores))
    kept: list[int] = []
    doubled: list[tuple[int, int]] = []
    for i in order:
        twin = next((k for k in kept if _overlap(detections[i].box, detections[k].box) > DOUBLE), None)
        if twin is None:
            kept.append(i)
        else:
            doubled.append((i, twin))
    return tuple(sorted(doubled))


def _rows(detections: tuple[Detection, ...], alive: list[int]) -> list[list[int]]:
    """Chains of neighbours along the directions in which most neighbours lie, longest chain first."""
    if not alive:
        return []
    centres = np.array([detections[i].box.centre for i in alive])
    sizes = np.array([_size(detections[i].box) for i in alive])
    chains: list[tuple[float, list[int]]] = []
    for angle in _directions(centres, sizes):
        chains += _chains(centres, sizes, angle)
    chains.sort(key=lambda chain: -chain[0])
    taken: set[int] = set()
    rows: list[list[int]] = []
    while chains:
        _, chain = chains.pop(0)
        free = [i for i in chain if i not in taken]
        if len(free) < len(chain):
            if free:
                chains.append((0.0, free)) if len(free) > 1 else None
            continue
        taken.update(chain)
        rows.append(chain)
    rows += [[i] for i in range(len(alive)) if i not in taken]
    return [[alive[i] for i in row] for row in rows]


def _directions(centres: NDArray[np.float64], sizes: NDArray[np.float64]) -> list[float]:
    """The angles, radians in [0, pi), in which close neighbours lie, the commonest first; at most four."""
    if len(centres) < 2:
        return [0.0]
    step = centres[None, :, :] - centres[:, None, :]
    apart = np.hypot(step[..., 0], step[..., 1]) / np.sqrt(sizes[None, :] * sizes[:, None])
    one, two = np.nonzero(np.triu(apart < 1.9, 1))
    if len(one) == 0:
        return [0.0]
    angles = np.arctan2(step[one, two, 1], step[one, two, 0]) % math.pi
    weights = np.exp(-2.0 * apart[one, two] ** 2)
    bins = 36
    votes = np.zeros(bins)
    np.add.at(votes, (angles / math.pi * bins).astype(int) % bins, weights)
    smooth = votes + 0.6 * (np.roll(votes, 1) + np.roll(votes, -1))
    peaks: list[float] = []
    for k in np.argsort(-smooth):
        if smooth[k] <= 0.1 * smooth.max() or len(peaks) == 4:
            break
        near = np.abs(
            (angles - (k + 0.5) * math.pi / bins + math.pi / 2) % math.pi - math.pi / 2
        ) < math.radians(8)
        if not near.any():
            continue
        off = (angles[near] - (k + 0.5) * math.pi / bins + math.pi / 2) % math.pi - math.pi / 2
        angle = ((k + 0.5) * math.pi / bins + float(np.average(off, weights=weights[near]))) % math.pi
        if all(abs((angle - p + math.pi / 2) % math.pi - math.pi / 2) > math.radians(15) for p in peaks):
            peaks.append(angle)
    return peaks or [0.0]


def _chains(
    centres: NDArray[np.float64], sizes: NDArray[np.float64], angle: float
) -> list[tuple[float, list[int]]]:
    """(worth, chain of indices) for one direction; every index is in exactly one chain."""
    cos, sin = math.cos(angle), math.sin(angle)
    step = centres[None, :, :] - centres[:, None, :]
    scale = np.sqrt(sizes[None, :] * sizes[:, None])
    along = (step[..., 0] * cos + step[..., 1] * sin) / scale
    across = np.abs(-step[..., 0] * sin + step[..., 1] * cos) / scale
    alike = np.abs(np.log(sizes[None, :] / sizes[:, None])) < math.log(1.5)
    fits = (along > 0.3) & (along < 4.5) & (across < np.where(along < 1.4, 0.5, 0.3 + 0.06 * along)) & alike
    one, two = np.nonzero(fits)
    cost = along[one, two] + 2.5 * across[one, two]
    after: dict[int, int] = {}
    before: dict[int, int] = {}
    for k in np.argsort(cost, kind="stable"):
        i, j = int(one[k]), int(two[k])
        if i not in after and j not in before:
            after[i], before[j] = j, i
    chains: list[tuple[float, list[int]]] = []
    for start in range(len(centres)):
        if start in before:
            continue
        chain, worth = [start], 0.0
        while chain[-1] in after:
            i, j = chain[-1], after[chain[-1]]
            worth += 1.0 / (1.0 + 2.0 * max(0.0, float(along[i, j]) - 1.0) + 2.0 * float(across[i, j]))
            chain.append(j)
        if len(chain) > 1:
            chains.append((worth, chain))
    return chains


def _axes(detections: tuple[Detection, ...], rows: list[list[int]]) -> list[Vector]:
    """The direction of each row, a unit vector; a tile alone takes that of the nearest longer row."""
    axes: list[Vector | None] = []
    for row in rows:
        points = np.array([detections[i].box.centre for i in row])
        if len(row) < 2:
            axes.append(None)
            continue
        _, _, basis = np.linalg.svd(points - points.mean(axis=0))
        axes.append((float(basis[0, 0]), float(basis[0, 1])))
    known = [(row, axis) for row, axis in zip(rows, axes, strict=True) if axis is not None]
    longest = sorted(known, key=lambda pair: -len(pair[0]))
    result: list[Vector] = []
    for row, axis in zip(rows, axes, strict=True):
        if axis is not None:
            result.append(axis)
        elif longest:
            here = detections[row[0]].box.centre
            best = min(
                longest,
                key=lambda pair: (
                    min(math.dist(here, detections[i].box.centre) for i in pair[0]) / len(pair[0])
                ),
            )
            result.append(best[1])
        else:
            result.append((1.0, 0.0))
    return result


def _face(
    detections: tuple[Detection, ...], rows: list[list[int]], axes: list[Vector]
) -> tuple[list[Vector], float]:
    """Axes turned into reading direction, and the turn of the whole photo in degrees."""
    if not rows:
        return axes, 0.0
    longest = max(range(len(rows)), key=lambda r: len(rows[r]))
    main = axes[longest]
    parallel = [r for r in range(len(rows)) if abs(_dot(axes[r], main)) > 0.7]
    evidence = sum(_turned(detections[i], main) for r in parallel for i in rows[r])
    evidence += 4.0 * main[0] if abs(main[0]) > 0.5 else 0.0
    if evidence < 0 or (evidence == 0 and main[1] < 0):
        main = (-main[0], -main[1])
    everything = [detections[i].box.centre for row in rows for i in row]
    middle = (
        sum(x for x, _ in everything) / len(everything),
        sum(y for _, y in everything) / len(everything),
    )
    faced: list[Vector] = []
    for row, axis in zip(rows, axes, strict=True):
        along = _dot(axis, main)
        if abs(along) <= 0.7:  # a row at the table's side: its player sits outside
            here = np.mean([detections[i].box.centre for i in row], axis=0)
            along = _dot((axis[1], -axis[0]), (middle[0] - float(here[0]), middle[1] - float(here[1])))
        faced.append(axis if along >= 0 else (-axis[0], -axis[1]))
    return faced, math.degrees(math.atan2(main[1], main[0]))


def _turned(detection: Detection, axis: Vector) -> float:
    """Log-odds that the tile stands as a reader along `axis` would hold it rather than upside down."""
    quarter = round(math.degrees(math.atan2(axis[1], axis[0])) / 90) % 4
    turns = detection.turns
    return math.log((turns[quarter] + 0.05) / (turns[(quarter + 2) % 4] + 0.05))


def _dot(one: Vector, two: Vector) -> float:
    return one[0] * two[0] + one[1] * two[1]


def _sorted(detections: tuple[Detection, ...], row: list[int], axis: Vector) -> list[int]:
    return sorted(row, key=lambda i: _dot(detections[i].box.centre, axis))


def _extents(box: Box, axis: Vector) -> Vector:
    """The tile's own size along and across the row, as far as its upright box tells."""
    cos, sin = abs(axis[0]), abs(axis[1])
    spread = cos * cos - sin * sin
    if abs(spread) < 0.35:  # near 45 degrees every box is square
        size = _size(box) / (cos + sin)
        return size, size
    along = (box.width * cos - box.height * sin) / spread
    across = (box.height * cos - box.width * sin) / spread
    least = 0.3 * min(box.width, box.height)
    return max(along, least), max(across, least)


def _upright_ratio(detections: tuple[Detection, ...], rows: list[list[int]], axes: list[Vector]) -> float:
    """Width over height of upright tiles, as most of them lie."""
    ratios: list[float] = []
    for row, axis in zip(rows, axes, strict=True):
        for i in row:
            along, across = _extents(detections[i].box, axis)
            ratios.append(along / across)
    return float(np.median(ratios)) if ratios else 0.75


def _way(detection: Detection, axis: Vector, upright: float) -> Way:
    along, across = _extents(detection.box, axis)
    quarter = round(math.degrees(math.atan2(axis[1], axis[0])) / 90) % 4
    turns = [detection.turns[(quarter + k) % 4] for k in range(4)]
    if along / across > SIDEWAYS * upright:
        return Way.RIGHT if turns[1] >= turns[3] else Way.LEFT
    return Way.UPSIDE_DOWN if turns[2] > 2.5 * turns[0] else Way.UPRIGHT


def _split(
    detections: tuple[Detection, ...], row: list[int], axis: Vector, ways: list[Way], number: int
) -> list[Segment]:
    """A row -> its segments, cut where the free room exceeds `GAP` tile widths."""
    sizes = [_extents(detections[i].box, axis) for i in row]
    widths = [min(size) if way.sideways else size[0] for size, way in zip(sizes, ways, strict=True)]
    width = float(np.median(widths))
    room = [math.inf]
    for k in range(1, len(row)):
        apart = _dot(detections[row[k]].box.centre, axis) - _dot(detections[row[k - 1]].box.centre, axis)
        room.append((apart - (sizes[k][0] + sizes[k - 1][0]) / 2) / width)
    room.append(math.inf)
    cuts = [k for k in range(len(room)) if room[k] > GAP]
    return [
        Segment(tuple(row[a:b]), tuple(ways[a:b]), number, width, (room[a], room[b]))
        for a, b in itertools.pairwise(cuts)
    ]


def _stacked(
    detections: tuple[Detection, ...], segments: list[Segment], axes: list[Vector]
) -> tuple[tuple[int, int], ...]:
    """(tile alone, sideways tile that it lies on or above)."""
    pairs: list[tuple[int, int]] = []
    for alone in segments:
        if len(alone.tiles) != 1:
            continue
        top = detections[alone.tiles[0]].box
        for under in segments:
            if under is alone or len(under.tiles) < 3:
                continue
            axis = axes[under.row]
            for i, way in zip(under.tiles, under.ways, strict=True):
                if not way.sideways:
                    continue
                box = detections[i].box
                step = (top.centre[0] - box.centre[0], top.centre[1] - box.centre[1])
                up = _dot(step, (axis[1], -axis[0])) / under.width
                if abs(_dot(step, axis)) < 0.5 * under.width and 0.1 < up < 1.6:
                    pairs.append((alone.tiles[0], i))
    return tuple(pairs)
