"""Centres and sizes -> rows: chains of neighbours along the directions in which most neighbours lie."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

NEAR = 1.9  # centres closer than this many tile sizes are neighbours that tell a direction
REACH = 4.5  # the widest step within a row, tile sizes
PARALLEL = math.radians(15)
TOLD = 1.0  # log-odds beyond which a face tells no more of its row's direction


def rows(centres: Array, sizes: Array, level: Array | None = None, votes: Array | None = None) -> list[list[int]]:
    """`centres` n x 2 and `sizes` n, pixels -> every index once, in rows, the most convincing row first.

    A row may run in any direction and bend by some 15 degrees from tile to tile; steps wider than `REACH`
    break it. `level`: n log-odds, from the faces, that a tile's row runs across the picture rather than up or down.
    `votes`: n weights with which tiles vote on the directions of rows; all the same where left out.
    """
    if len(centres) == 0:
        return []
    found = [chain for angle in _directions(centres, sizes, votes) for chain in _chains(centres, sizes, angle)]
    if found:
        found = [(worth * _faced(angle, chain, level), angle, chain) for worth, angle, chain in found]
        main = max(found, key=lambda chain: chain[0])[1]
        found = [(worth * _favour(angle, main), angle, chain) for worth, angle, chain in found]
    found.sort(key=lambda chain: -chain[0])
    taken: set[int] = set()
    result: list[list[int]] = []
    broken: list[list[int]] = []
    for _, _, chain in found:
        if not taken.isdisjoint(chain):
            broken.append(chain)
            continue
        taken.update(chain)
        result.append(chain)
    for chain in broken:  # what a better row left over of a worse one
        run: list[int] = []
        for i in [*chain, -1]:
            if i >= 0 and i not in taken:
                run.append(i)
                continue
            if len(run) > 1:
                taken.update(run)
                result.append(run)
            run = []
    return result + [[i] for i in range(len(centres)) if i not in taken]


def _favour(angle: float, main: float) -> float:
    """Rows of one table mostly lie along one direction; those beside it need more to convince."""
    return 1.6 if abs(_between(angle, main)) < PARALLEL else 1.0


def _faced(angle: float, chain: list[int], level: Array | None) -> float:
    """Faces stand across their row: melds laid one behind the other make columns, too, that are none."""
    if level is None:
        return 1.0
    told = float(np.clip(level[chain], -TOLD, TOLD).mean())
    return math.exp(told * math.cos(2 * angle))


def _between(one: float, two: float) -> float:
    """The angle between two undirected lines, -pi/2 … pi/2."""
    return (one - two + math.pi / 2) % math.pi - math.pi / 2


def _directions(centres: Array, sizes: Array, votes: Array | None = None) -> list[float]:
    """The angles, radians in [0, pi), in which close neighbours lie, the commonest first; at most four."""
    one, two = np.triu_indices(len(centres), 1)
    step = centres[two] - centres[one]
    apart = np.hypot(step[:, 0], step[:, 1]) / np.sqrt(sizes[one] * sizes[two])
    near = apart < NEAR
    if not near.any():
        return [0.0] if len(centres) < 2 else [float(np.arctan2(step[:, 1], step[:, 0])[apart.argmin()] % math.pi)]
    angles = np.arctan2(step[near, 1], step[near, 0]) % math.pi
    weights = np.exp(-2.0 * apart[near] ** 2)
    if votes is not None:
        weights *= (votes[one] * votes[two])[near]
    bins = 36
    counts = np.bincount((angles / math.pi * bins).astype(int) % bins, weights, bins)
    smooth = counts + 0.6 * (np.roll(counts, 1) + np.roll(counts, -1))
    peaks: list[float] = []
    for k in np.argsort(-smooth):
        if smooth[k] <= 0.1 * smooth.max() or len(peaks) == 4:
            break
        middle = (float(k) + 0.5) * math.pi / bins
        off = (angles - middle + math.pi / 2) % math.pi - math.pi / 2
        close = np.abs(off) < math.radians(8)
        angle = (middle + float(np.average(off[close], weights=weights[close]))) % math.pi if close.any() else middle
        if all(abs(_between(angle, peak)) > PARALLEL for peak in peaks):
            peaks.append(angle)
    return peaks


def _chains(centres: Array, sizes: Array, angle: float) -> list[tuple[float, float, list[int]]]:
    """(worth, angle, indices) of each chain of two and more; worth grows with length and closeness."""
    step = centres[None, :, :] - centres[:, None, :]
    scale = np.sqrt(sizes[None, :] * sizes[:, None])
    alike = np.abs(np.log(sizes[None, :] / sizes[:, None])) < math.log(1.5)
    bend = np.zeros(len(centres))
    for last in (False, True):
        way = angle + (bend[None, :] + bend[:, None]) / 2
        cos, sin = np.cos(way), np.sin(way)
        along = (step[..., 0] * cos + step[..., 1] * sin) / scale
        across = np.abs(step[..., 1] * cos - step[..., 0] * sin) / scale
        wide = np.where(along < 1.4, 0.5, 0.3 + 0.06 * along)
        one, two = np.nonzero((along > 0.3) & (along < REACH) & (across < wide) & alike)
        after = _links(one, two, along[one, two] + 2.5 * across[one, two])
        if not last:
            bend = _bends(centres, sizes, after, angle)
    starts = set(range(len(centres))) - set(after.values())
    chains: list[tuple[float, float, list[int]]] = []
    for start in sorted(starts):
        chain, worth = [start], 0.0
        while chain[-1] in after:
            i, j = chain[-1], after[chain[-1]]
            worth += 1.0 / (1.0 + 2.0 * max(0.0, float(along[i, j]) - 1.0) + 2.0 * float(across[i, j]))
            chain.append(j)
        if len(chain) > 1:
            chains.append((worth * (1.0 + 0.1 * len(chain)), angle, chain))
    return chains


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
