"""Rows -> which is the main one, and in which direction each is read."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from vision.layout.rows import Array
from vision.layout.scale import axis_of, dot
from vision.types import Detection

CARELESS = (0.02, 0.5), (0.2, 0.17), (0.4, 0.18), (0.65, 0.15)
"""(share of a player's tiles that lie upside down, share of players who do so), as the reader told it of 2,320 tiles
whose faces tell in 186 photos of real/val."""
TELLING = 0.3  # how far apart the probabilities of upright and upside down are in a tile that tells
OPPOSITE = -2.5  # log-odds below which another level row is that of the player opposite
SURE = 0.01  # added to both of two probabilities: the reader errs now and then where it is sure
BESIDE = 0.6  # how likely a row that runs up or down the picture is the photographer's own, against a level one
BEHIND = (1.2, 0.3, 3.5)  # tile sizes along the row, least and most across it, of what lies close to the main row
LONG = 8  # tiles in a row that may be another player's
ALONE, ROW, MOST = 1.3, 0.8, 2.6  # what one tile there tells, what a row tells, and all of them
LEVEL = 1e-9  # tiles that differ less are all of one size, or all as far away
STRAIGHT = 0.9  # share of a level line across the picture: of such rows the lower ones are the nearer ones
AREA = 2.6  # tile sizes: tiles closer than this are one player's


def main_row(found: tuple[Detection, ...], centres: Array, scale: Array, lines: list[list[int]]) -> tuple[int, float]:
    """The number of the row in which the nearest player's hand lies, and how near another player's tiles come to it,
    0-1.

    Rows that lie together are one player's; his are many faces, large and low. Photos are mostly taken by the player,
    the right way up: a row that runs up or down the picture is the main one only if no level row compares with it.
    """
    lowest = max(1.0, 1.0 + float(centres[:, 1].max()))
    up = [sum(round(found[i].scores[-1], 3) < round(max(found[i].scores), 3) for i in line) for line in lines]
    along = [1.0 if len(line) == 1 else abs(axis_of(centres, line)[0]) for line in lines]
    level = [share > 0.6 for share in along]

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
        straight = min(along[best[g]], along[best[mine]]) > STRAIGHT
        behind = straight and float(centres[lines[best[g]], 1].mean()) < low
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


def orient(
    found: tuple[Detection, ...], centres: Array, sizes: Array, lines: list[list[int]]
) -> tuple[list[tuple[float, float]], float]:
    """The reading direction of every row, the main one first, and how sure its sign is (log-odds).

    Level rows run to the right. In a photo that lies on its side what little the reader tells of the way
    that tiles lie decides, and where tiles look larger.
    """
    axes: list[tuple[float, float] | None] = [axis_of(centres, line) if len(line) > 1 else None for line in lines]
    axis = axes[0] or next((a for a in axes if a is not None), (1.0, 0.0))
    beside = [n for n, a in enumerate(axes) if a is not None and abs(dot(a, axis)) > 0.85]
    close = list(_close(centres, sizes, lines, axis))
    sure = held((found[i] for i in lines[0]), quarter_of(axis))
    if sure == 0:  # faces that look alike either way: a row close by is mostly the same player's
        near = held((found[i] for line, _ in close if len(line) > 3 for i in line), quarter_of(axis))
        sure = near if abs(near) > -OPPOSITE else 0.0
    if abs(axis[0]) > 0.5:
        sure += math.copysign(4.0, axis[0])
    else:
        up = (axis[1], -axis[0])  # tiles look smaller away from the player
        away = [dot(centres[i], up) for n in beside for i in lines[n]]
        logs = [math.log(sizes[i]) for n in beside for i in lines[n]]
        if len(beside) > 1 and len(away) > 5 and min(np.std(away), np.std(logs)) > LEVEL:
            sure -= 3.0 * float(np.corrcoef(away, logs)[0, 1])
    told = sum(math.copysign(ALONE if len(line) == 1 else ROW, away) for line, away in close)
    sure += max(-MOST, min(MOST, told))  # seldom anything lies between the hand and its player
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
        elif line is not lines[0] and held((found[i] for i in line), quarter_of(own)) * sign < OPPOSITE:
            sign = -sign
        faced.append(own if sign >= 0 else (-own[0], -own[1]))
    return faced, abs(sure)


def _close(
    centres: Array, sizes: Array, lines: list[list[int]], axis: tuple[float, float]
) -> Iterator[tuple[list[int], float]]:
    """(what lies close to the main row, how far it lies behind it, tile sizes, seen from where `axis` runs to the
    right): the fourth tile of a kong, the winning tile, the hand's other rows.
    """
    main, up = centres[lines[0]], (axis[1], -axis[0])
    for line in lines[1:]:
        if len(line) > LONG:
            continue
        steps = centres[line].mean(axis=0) - main
        near = int(np.hypot(*steps.T).argmin())
        away = dot(steps[near], up) / sizes[lines[0][near]]
        if abs(dot(steps[near], axis)) < BEHIND[0] * sizes[lines[0][near]] and BEHIND[1] < abs(away) < BEHIND[2]:
            yield line, away


def quarter_of(axis: tuple[float, float]) -> int:
    """Quarter turns from a row that runs to the right."""
    return round(math.degrees(math.atan2(axis[1], axis[0])) / 90) % 4


def sideways(detection: Detection, quarter: int) -> float:
    """Log-odds, from its face, that a tile lies across a row of that quarter; 0 for one that tells nothing."""
    turns = detection.turns
    along, across = turns[quarter] + turns[quarter - 2], turns[quarter - 1] + turns[quarter - 3]
    return math.log((across + SURE) / (along + SURE))


def torn(detection: Detection, quarter: int, over: bool) -> float:
    """The same for a row halfway from that quarter to the next one, or with `over` false to the one before it. The
    reader is torn between the two there: an upright tile is one turned to the first or the second, or to the third or
    fourth, a sideways one to the second or third.
    """
    step = 1 if over else -1
    a, b, c, d = (detection.turns[(quarter + step * k) % 4] for k in range(4))
    return math.log((b * c + d * a + SURE) / (a * b + c * d + SURE))


def held(found: Iterable[Detection], quarter: int) -> float:
    """Log-odds, from the faces of one player's tiles, that he sits where a row of that quarter is read from, rather
    than opposite. Players lay single tiles upside down; some hardly care.
    """
    up = down = 0
    for detection in found:
        one, other = detection.turns[quarter], detection.turns[quarter - 2]
        if abs(one - other) > TELLING:
            up += one > other
            down += other > one
    mine, theirs = (
        sum(share * rate**wrong * (1 - rate) ** right for rate, share in CARELESS)
        for right, wrong in ((up, down), (down, up))
    )
    return math.log(mine / theirs)
