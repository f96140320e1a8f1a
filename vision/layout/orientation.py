"""Rows -> which is the main one, and in which direction each is read."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vision.layout.rows import Array
from vision.layout.scale import axis_of, dot
from vision.types import Detection

UPSIDE_DOWN_SHARES = (0.02, 0.5), (0.2, 0.17), (0.4, 0.18), (0.65, 0.15)
"""(share of a player's tiles that lie upside down, share of players who do so), as the reader told it of 2,320 tiles
whose faces tell in 186 photos of real/val."""
TELLING_GAP = 0.3  # how far apart the probabilities of upright and upside down are in a tile that tells
DOUBT_SHARE = 0.01  # added to both of two probabilities: the reader errs now and then where it is sure
OPPOSITE_LOG_ODDS = -2.5  # below which another level row is that of the player opposite
LEVEL_LOG_ODDS = 4.0  # that a row which runs across the picture is read from its left
PERSPECTIVE_LOG_ODDS = 3.0  # for a row that runs up or down it: of tiles that look smaller the farther away they lie
ALONE_LOG_ODDS = 1.3  # that a tile by itself beside the main row lies beyond it, not before it
ROW_LOG_ODDS = 0.8  # the same for a row
MOST_BEYOND_LOG_ODDS = 2.6  # of all that lies beside the main row: seldom anything lies between a hand and its player
UPRIGHT_SHARE = 0.6  # how likely a row that runs up or down the picture is the photographer's own, against a level one
BESIDE_SIZES = 1.2  # tile sizes along the main row: the most by which something lies off it that lies close
BEHIND_SIZES = 0.3, 3.5  # the same across it, least and most
LONG = 8  # more tiles in a row are another player's
LEVEL_SPREAD = 1e-9  # tiles that differ less are all of one size, or all as far away
STRAIGHT_COSINE = 0.9  # cosine to a level line across the picture above which of two rows the lower one is nearer
AREA_SIZES = 2.6  # tile sizes: tiles closer than this are one player's
MOST_FACES = 18.0  # more faces make no hand likelier the photographer's
RIVAL_FACES = 5  # more faces may be another hand
Axis = tuple[float, float]
"""A direction in the picture, a unit vector."""


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows as they come, each with how many faces it shows, and how level it runs across the picture, 0-1. `sizes`: of
    the boxes; `scale`: of tiles where they lie.
    """

    centres: Array
    sizes: Array
    scale: Array
    lines: list[list[int]]
    faces: list[int]
    level: list[float]

    def worth(self, numbers: Sequence[int], sizes: Array) -> float:
        """How much these rows look like the photographer's own: many faces, large and low."""
        members = [i for number in numbers for i in self.lines[number]]
        faces = sum([self.faces[number] for number in numbers])
        size = statistics.median(sizes[members].tolist()) / float(sizes.max())
        near = max(0.0, float(self.centres[members, 1].max())) / max(1.0, 1.0 + float(self.centres[:, 1].max()))
        return float(min(faces + 0.2 * (len(members) - faces), MOST_FACES) * size**2 * (0.5 + 0.5 * near))

    def first(self, numbers: Sequence[int]) -> int:
        """Which of one player's rows is the main one."""
        return max(numbers, key=lambda number: self.worth([number], self.scale))

    def of_tiles(self, numbers: Sequence[int]) -> float:
        """How much they look like it as their boxes are: what is drawn on a sheet before the hand is too small."""
        return self.worth(numbers, self.sizes)

    def height(self, number: int) -> float:
        """Of a row's middle in the picture, pixels from the top."""
        return float(self.centres[self.lines[number], 1].mean())

    def behind(self, number: int, other: int) -> bool:
        """Do both run across the picture, and that one farther up?"""
        straight = min(self.level[number], self.level[other]) > STRAIGHT_COSINE
        return straight and self.height(number) < self.height(other)


def main_row(
    found: tuple[Detection, ...], centres: Array, sizes: Array, scale: Array, lines: list[list[int]]
) -> tuple[int, float]:
    """The number of the row in which the nearest player's hand lies, and how near another player's tiles come to it,
    0-1.

    Rows that lie together are one player's; theirs are many faces, large and low. Photos are mostly taken by the
    player, the right way up: a row that runs up or down the picture is the main one only if no level row compares.
    """
    faces = [sum([is_face(found[i]) for i in line]) for line in lines]
    level = [1.0 if len(line) == 1 else abs(axis_of(centres, line)[0]) for line in lines]
    rows = _Rows(centres, sizes, scale, lines, faces, level)
    groups = _together(centres, scale, lines)
    best = [rows.first(group) for group in groups]
    worths = [rows.of_tiles(group) for group in groups]
    mine = max(range(len(groups)), key=lambda g: worths[g] * (1.0 if level[best[g]] > 0.6 else UPRIGHT_SHARE))
    rivals = [
        worths[g] / (worths[mine] or 1.0)
        for g, group in enumerate(groups)
        if g != mine and sum([faces[n] for n in group]) > RIVAL_FACES and not rows.behind(best[g], best[mine])
    ]
    return best[mine], round(max(rivals, default=0.0), 3)


def is_face(detection: Detection) -> bool:
    """Is it likelier anything than a back?"""
    return round(detection.scores[-1], 3) < round(max(detection.scores), 3)


def _together(centres: Array, scale: Array, lines: list[list[int]]) -> list[list[int]]:
    """Numbers of rows in groups, those with tiles closer than `AREA_SIZES` to one another."""
    groups: list[list[int]] = []
    for number, line in enumerate(lines):
        steps = centres[:, None, :] - centres[line][None, :, :]
        close = np.hypot(steps[..., 0], steps[..., 1]).min(axis=1) < AREA_SIZES * scale
        touching = [group for group in groups if any(close[lines[other]].any() for other in group)]
        groups = [group for group in groups if group not in touching]
        groups.append([number, *itertools.chain.from_iterable(touching)])
    return groups


@dataclass(frozen=True, slots=True)
class _View:
    """What tells from which side the main row is read. `axes`: of each row, of either sign, None for a single tile;
    `axis`: the main row's, as it comes; `close`: what lies beside it, and how far beyond it, tile sizes.
    """

    found: tuple[Detection, ...]
    centres: Array
    sizes: Array
    lines: list[list[int]]
    axes: list[Axis | None]
    axis: Axis
    close: list[tuple[list[int], float]]


def orient(
    found: tuple[Detection, ...], centres: Array, sizes: Array, lines: list[list[int]]
) -> tuple[list[Axis], float]:
    """The reading direction of every row, the main one first, and how sure its sign is (log-odds).

    Level rows run to the right. In a photo that lies on its side what little the reader tells of the way
    that tiles lie decides, and where tiles look larger.
    """
    axes: list[Axis | None] = [axis_of(centres, line) if len(line) > 1 else None for line in lines]
    axis = axes[0] or next((a for a in axes if a is not None), (1.0, 0.0))
    view = _View(found, centres, sizes, lines, axes, axis, list(_close(centres, sizes, lines, axis)))
    sure = _by_faces(view) + _by_picture(view)
    sure += _by_neighbours(view)
    if sure < 0 or (sure == 0 and axis[1] < 0):
        axis = (-axis[0], -axis[1])
    middle = centres[[i for line in lines for i in line]].mean(axis=0)
    faced = [_faced(view, number, axis, middle) for number in range(len(lines))]
    return faced, abs(sure)


def _by_faces(view: _View) -> float:
    """Log-odds, from the faces, that the main row is read along its axis."""
    quarter = quarter_of(view.axis)
    sure = held((view.found[i] for i in view.lines[0]), quarter)
    if sure != 0:
        return sure
    # faces that look alike either way: a row close by is mostly the same player's
    near = held((view.found[i] for line, _ in view.close if len(line) > 3 for i in line), quarter)
    return near if abs(near) > -OPPOSITE_LOG_ODDS else 0.0


def _by_picture(view: _View) -> float:
    """The same from how it lies in the picture: photos are taken upright, or else tiles look smaller farther away."""
    axis = view.axis
    if abs(axis[0]) > 0.5:
        return math.copysign(LEVEL_LOG_ODDS, axis[0])
    up = (axis[1], -axis[0])
    beside = [n for n, other in enumerate(view.axes) if other is not None and abs(dot(other, axis)) > 0.85]
    tiles = [i for n in beside for i in view.lines[n]]
    if len(beside) < 2 or len(tiles) < 6:
        return 0.0
    away = [dot(view.centres[i], up) for i in tiles]
    logs = [math.log(view.sizes[i]) for i in tiles]
    if min(np.std(away), np.std(logs)) <= LEVEL_SPREAD:
        return 0.0
    return -PERSPECTIVE_LOG_ODDS * float(np.corrcoef(away, logs)[0, 1])


def _by_neighbours(view: _View) -> float:
    """The same from what lies beside it."""
    odds = (math.copysign(ALONE_LOG_ODDS if len(line) == 1 else ROW_LOG_ODDS, away) for line, away in view.close)
    return max(-MOST_BEYOND_LOG_ODDS, min(MOST_BEYOND_LOG_ODDS, sum(odds)))


def _faced(view: _View, number: int, axis: Axis, middle: Array) -> Axis:
    """The reading direction of a row; `axis`: the main row's, `middle`: of all tiles, pixels."""
    line, own = view.lines[number], view.axes[number]
    if own is None:
        return axis
    sign = dot(own, axis)
    if abs(sign) < 0.6:  # at the table's side: its player sits outside
        sign = dot((own[1], -own[0]), middle - view.centres[line].mean(axis=0))
    elif number and held((view.found[i] for i in line), quarter_of(own)) * sign < OPPOSITE_LOG_ODDS:
        sign = -sign
    return own if sign >= 0 else (-own[0], -own[1])


def _close(centres: Array, sizes: Array, lines: list[list[int]], axis: Axis) -> Iterator[tuple[list[int], float]]:
    """(what lies close to the main row, how far it lies behind it, tile sizes, seen from where `axis` runs to the
    right): the fourth tile of a kong, the winning tile, the hand's other rows.
    """
    main, up = centres[lines[0]], (axis[1], -axis[0])
    least, most = BEHIND_SIZES
    for line in lines[1:]:
        if len(line) > LONG:
            continue
        steps = centres[line].mean(axis=0) - main
        near = int(np.hypot(*steps.T).argmin())
        size = sizes[lines[0][near]]
        away = dot(steps[near], up) / size
        if abs(dot(steps[near], axis)) < BESIDE_SIZES * size and least < abs(away) < most:
            yield line, away


def quarter_of(axis: Axis) -> int:
    """Quarter turns from a row that runs to the right."""
    return round(math.degrees(math.atan2(axis[1], axis[0])) / 90) % 4


def sideways(detection: Detection, quarter: int) -> float:
    """Log-odds, from its face, that a tile lies across a row of that quarter; 0 for one that tells nothing."""
    turns = detection.turns
    along, across = turns[quarter] + turns[quarter - 2], turns[quarter - 1] + turns[quarter - 3]
    return math.log((across + DOUBT_SHARE) / (along + DOUBT_SHARE))


def torn(detection: Detection, quarter: int, *, over: bool) -> float:
    """The same for a row halfway from that quarter to the next one, or with `over` false to the one before it. The
    reader is torn between the two there: an upright tile is one turned to the first or the second, or to the third or
    fourth, a sideways one to the second or third.
    """
    step = 1 if over else -1
    a, b, c, d = (detection.turns[(quarter + step * k) % 4] for k in range(4))
    return math.log((b * c + d * a + DOUBT_SHARE) / (a * b + c * d + DOUBT_SHARE))


def held(found: Iterable[Detection], quarter: int) -> float:
    """Log-odds, from the faces of one player's tiles, that they sit where a row of that quarter is read from, rather
    than opposite. Players lay single tiles upside down; some hardly care.
    """
    up, down = _told((detection, quarter) for detection in found)
    return math.log(_careless(up, down) / _careless(down, up))


def laid(tiles: Iterable[tuple[Detection, int]]) -> float:
    """Log-likelihood that a player laid these tiles as they lie, each in a row of its quarter, over that they fell so,
    as often one way up as the other.
    """
    up, down = _told(tiles)
    return math.log(_careless(up, down)) + (up + down) * math.log(2)


def _told(tiles: Iterable[tuple[Detection, int]]) -> tuple[int, int]:
    """How many faces tell that they lie upright, and upside down, in a row of that quarter."""
    apart = [detection.turns[quarter] - detection.turns[quarter - 2] for detection, quarter in tiles]
    return sum([p > TELLING_GAP for p in apart]), sum([p < -TELLING_GAP for p in apart])


def _careless(right: int, wrong: int) -> float:
    """How likely a player lays so many tiles right and upside down."""
    return sum([share * rate**wrong * (1 - rate) ** right for rate, share in UPSIDE_DOWN_SHARES])
