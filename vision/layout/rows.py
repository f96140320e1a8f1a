"""Centres and sizes -> rows: chains of neighbours along the directions in which most neighbours lie."""

from __future__ import annotations

import itertools
import math

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

NEAR_SIZES = 1.9  # centres closer than so many tile sizes are neighbours that tell a direction
REACH_SIZES = 4.5  # the widest step within a row, tile sizes
LIKE_LOG = math.log(1.5)  # of the sizes of two neighbours: the most that they differ
PARALLEL_RADIANS = math.radians(15)
CLIP_LOG_ODDS = 1.0  # beyond which a face tells no more of its row's direction
BINS = 36  # of the half circle of directions
MOST_DIRECTIONS = 4
_Chain = tuple[float, float, list[int]]  # worth, angle in radians, indices


def rows(centres: Array, sizes: Array, level: Array | None = None, votes: Array | None = None) -> list[list[int]]:
    """`centres` n x 2 and `sizes` n, pixels -> every index once, in rows, the most convincing row first.

    A row may run in any direction and bend by some 15 degrees from tile to tile; steps wider than `REACH_SIZES`
    break it. `level`: n log-odds, from the faces, that a tile's row runs across the picture rather than up or down.
    `votes`: n weights with which tiles vote on the directions of rows; all the same where left out.
    """
    if len(centres) == 0:
        return []
    found = [chain for angle in _directions(centres, sizes, votes) for chain in _chains(centres, sizes, angle)]
    taken: set[int] = set()
    result: list[list[int]] = []
    broken: list[list[int]] = []
    for chain in _best_first(found, level):
        if taken.isdisjoint(chain):
            taken.update(chain)
            result.append(chain)
        else:
            broken.append(chain)
    for chain in broken:
        for run in _left_over(chain, taken):
            taken.update(run)
            result.append(run)
    return result + [[i] for i in range(len(centres)) if i not in taken]


def _best_first(found: list[_Chain], level: Array | None) -> list[list[int]]:
    """The chains, the most convincing first."""
    if not found:
        return []
    faced = [(worth * _faced(angle, chain, level), angle, chain) for worth, angle, chain in found]
    main = max(faced, key=lambda chain: chain[0])[1]
    worths = [(worth * _favour(angle, main), chain) for worth, angle, chain in faced]
    return [chain for _, chain in sorted(worths, key=lambda one: -one[0])]


def _left_over(chain: list[int], taken: set[int]) -> list[list[int]]:
    """What better rows left over of a worse one, where two and more follow one another."""
    runs = (list(run) for free, run in itertools.groupby(chain, lambda i: i not in taken) if free)
    return [run for run in runs if len(run) > 1]


def _favour(angle: float, main: float) -> float:
    """Rows of one table mostly lie along one direction; those beside it need more to convince."""
    return 1.6 if abs(_between(angle, main)) < PARALLEL_RADIANS else 1.0


def _faced(angle: float, chain: list[int], level: Array | None) -> float:
    """Faces stand across their row: melds laid one behind the other make columns, too, that are none."""
    if level is None:
        return 1.0
    mean = float(np.clip(level[chain], -CLIP_LOG_ODDS, CLIP_LOG_ODDS).mean())
    return math.exp(mean * math.cos(2 * angle))


def _between(one: float, two: float) -> float:
    """The angle between two undirected lines, -pi/2 … pi/2."""
    return (one - two + math.pi / 2) % math.pi - math.pi / 2


def _directions(centres: Array, sizes: Array, votes: Array | None = None) -> list[float]:
    """The angles, radians in [0, pi), in which close neighbours lie, the commonest first; at most four."""
    one, two = np.triu_indices(len(centres), 1)
    step = centres[two] - centres[one]
    apart = np.hypot(step[:, 0], step[:, 1]) / np.sqrt(sizes[one] * sizes[two])
    near = apart < NEAR_SIZES
    if not near.any():
        return [0.0] if len(centres) < 2 else [float(np.arctan2(step[:, 1], step[:, 0])[apart.argmin()] % math.pi)]
    angles = np.arctan2(step[near, 1], step[near, 0]) % math.pi
    weights = np.exp(-2.0 * apart[near] ** 2)
    if votes is not None:
        weights *= (votes[one] * votes[two])[near]
    counts = np.bincount((angles / math.pi * BINS).astype(int) % BINS, weights, BINS)
    smooth = counts + 0.6 * (np.roll(counts, 1) + np.roll(counts, -1))
    peaks: list[float] = []
    for k in np.argsort(-smooth):
        if smooth[k] <= 0.1 * smooth.max() or len(peaks) == MOST_DIRECTIONS:
            break
        angle = _centred((float(k) + 0.5) * math.pi / BINS, angles, weights)
        if all(abs(_between(angle, peak)) > PARALLEL_RADIANS for peak in peaks):
            peaks.append(angle)
    return peaks


def _centred(middle: float, angles: Array, weights: Array) -> float:
    """The mean of the angles near the middle of a bin."""
    off = (angles - middle + math.pi / 2) % math.pi - math.pi / 2
    close = np.abs(off) < math.radians(8)
    return (middle + float(np.average(off[close], weights=weights[close]))) % math.pi if close.any() else middle


def _chains(centres: Array, sizes: Array, angle: float) -> list[_Chain]:
    """Each chain of two and more; worth grows with length and closeness."""
    step = centres[None, :, :] - centres[:, None, :]
    scale = np.sqrt(sizes[:, None] * sizes[None, :])
    alike = np.abs(np.log(sizes[None, :] / sizes[:, None])) < LIKE_LOG
    bend: Array = np.zeros(len(centres))
    after: dict[int, int] = {}
    for last in (False, True):
        way = angle + (bend[None, :] + bend[:, None]) / 2
        cos, sin = np.cos(way), np.sin(way)
        along = (step[..., 0] * cos + step[..., 1] * sin) / scale
        across = np.abs(step[..., 1] * cos - step[..., 0] * sin) / scale
        wide = np.where(along < 1.4, 0.5, 0.3 + 0.06 * along)
        one, two = np.nonzero((along > 0.3) & (along < REACH_SIZES) & (across < wide) & alike)
        after = _links(one, two, along[one, two] + 2.5 * across[one, two])
        if not last:
            bend = _bends(centres, sizes, after, angle)
    chains = (_follow(start, after) for start in sorted(set(range(len(centres))) - set(after.values())))
    return [(_worth(chain, along, across), angle, chain) for chain in chains if len(chain) > 1]


def _follow(start: int, after: dict[int, int]) -> list[int]:
    chain = [start]
    while chain[-1] in after:
        chain.append(after[chain[-1]])
    return chain


def _worth(chain: list[int], along: Array, across: Array) -> float:
    worth = 0.0
    for i, j in itertools.pairwise(chain):
        worth += 1.0 / (1.0 + 2.0 * max(0.0, float(along[i, j]) - 1.0) + 2.0 * float(across[i, j]))
    return worth * (1.0 + 0.1 * len(chain))


def _links(one: NDArray[np.intp], two: NDArray[np.intp], cost: Array) -> dict[int, int]:
    """Each tile's next one: the cheapest steps first, one in and one out for each."""
    after: dict[int, int] = {}
    reached: set[int] = set()
    for k in np.argsort(cost, kind="stable").tolist():
        i, j = int(one[k]), int(two[k])
        if i not in after and j not in reached:
            after[i] = j
            reached.add(j)
    return after


def _bends(centres: Array, sizes: Array, after: dict[int, int], angle: float) -> Array:
    """How far each tile's row leans from `angle` where it lies, radians: rows are laid in arcs, too."""
    lean: dict[int, list[float]] = {}
    for i, j in after.items():
        x, y = centres[j] - centres[i]
        if math.hypot(x, y) < 1.6 * sizes[i]:
            off = _between(math.atan2(y, x), angle)
            lean.setdefault(i, []).append(off)
            lean.setdefault(j, []).append(off)
    if len(lean) < 3:
        return np.zeros(len(centres))
    known = sorted(lean)
    first = np.array([sum(lean[i]) / len(lean[i]) for i in known])
    spread = np.hypot(*np.moveaxis(centres[:, None, :] - centres[None, known, :], 2, 0)) / sizes[:, None]
    weights = np.exp(-((spread / 1.5) ** 2)) + 1e-9
    bend: Array = np.clip(weights @ first / weights.sum(axis=1), -0.7, 0.7)
    return bend
