"""How large tiles are where they lie, and what box each would have, upright or sideways: measured, not assumed."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.layout.rows import Array
from vision.types import Detection

STIFFNESS = np.diag([1e-6, 0.1, 0.5])
"""How reluctantly a fitted curve leans and bends: nothing tells of it where few tiles lie."""
Pair = tuple[float, float]
FACE = 1.35  # height over width of a tile's face; 1.27 to 1.42 are sold


def axis_of(centres: Array, line: Sequence[int]) -> tuple[float, float]:
    """The direction in which a row of two and more tiles runs, a unit vector of either sign."""
    points = centres[list(line)] - centres[list(line)].mean(axis=0)
    xx, yy, xy = float((points[:, 0] ** 2).sum()), float((points[:, 1] ** 2).sum()), float((points.prod(axis=1)).sum())
    angle = 0.5 * math.atan2(2 * xy, xx - yy)
    return math.cos(angle), math.sin(angle)


def dot(one: Sequence[float] | Array, two: Sequence[float] | Array) -> float:
    """The scalar product in the plane."""
    return float(one[0] * two[0] + one[1] * two[1])


@dataclass(frozen=True, slots=True)
class Frame:
    """How large a tile is where it lies, pixels; each over all detections.

    `pitch`: its width along the main row's direction `along`; `depth`: its height across it, foreshortened, flanks
    included; `wider`, `higher`: logarithms by which upright boxes exceed what these make of them (a table seen askew).
    """

    centres: Sequence[tuple[float, float]]
    pitch: Sequence[float]
    depth: Sequence[float]
    wider: Sequence[float]
    higher: Sequence[float]
    along: tuple[float, float]

    def apart(self, i: int, j: int) -> float:
        """The distance of two centres in tile widths, as along the main row."""
        return math.dist(self.centres[i], self.centres[j]) / math.sqrt(self.pitch[i] * self.pitch[j])

    def upright(self, i: int, way: tuple[float, float]) -> tuple[float, float]:
        """Width and height, pixels, of the box of tile `i` if it stands upright in a row of direction
        `way`.
        """
        cos, sin = abs(way[0]), abs(way[1])
        pitch, depth = self.pitch[i], self.depth[i]
        wide, high = pitch * cos + depth * sin, pitch * sin + depth * cos
        if abs(dot(way, self.along)) > 0.9:
            return wide * math.exp(self.wider[i]), high * math.exp(self.higher[i])
        return wide, high

    def aside(self, i: int, way: tuple[float, float], upright: tuple[float, float], face: float) -> tuple[float, float]:
        """The same if it lies sideways: longer along the row, shorter across it; `face`: the face's share of the depth
        (the rest is the flank, which stays as it is).
        """
        pitch, shorter = self.pitch[i], face / FACE + 1.0 - face
        along, across = (min(abs(part) * pitch, whole) for part, whole in zip(way, upright, strict=True))
        return along * FACE + (upright[0] - along) * shorter, across * FACE + (upright[1] - across) * shorter


def measure(found: tuple[Detection, ...], centres: Array, size: Array, main: list[int]) -> Frame:
    """Measured on the main row, where most tiles stand upright side by side."""
    none = [0.0] * len(found)
    points = [detection.box.centre for detection in found]
    way = axis_of(centres, main) if len(main) > 1 else (1.0, 0.0)
    usual = Frame(points, (size / math.sqrt(FACE)).tolist(), (size * math.sqrt(FACE)).tolist(), none, none, way)
    if len(main) < 3:
        return usual
    one, two = main[:-1], main[1:]
    steps = np.hypot(*(centres[two] - centres[one]).T) / np.sqrt(size[one] * size[two])
    real = steps > 0.5 * statistics.median(steps.tolist())
    if real.sum() < 2:
        return usual
    place = centres @ np.array(way)
    middle, reach = float(place[main].mean()), float(np.ptp(place[main])) / 2 or 1.0
    place = np.clip((place - middle) / reach, -1.5, 1.5)
    least = np.log(np.quantile(steps[real], 0.3))
    between = (place[one] + place[two]) / 2
    pitch = size * np.exp(_fit(between[real], np.log(steps[real]), place, least, 0.05))
    cos, sin = abs(way[0]), abs(way[1])
    wide, high = np.array([(found[i].box.width, found[i].box.height) for i in main]).T
    depths = (sin * (wide - pitch[main] * cos) + cos * (high - pitch[main] * sin)) / size[main]
    depth = size * max(statistics.median(depths.tolist()), 0.25)
    plain = replace(usual, pitch=pitch.tolist(), depth=depth.tolist())
    upright = np.array([plain.upright(i, way) for i in main])
    wider, higher = (
        _fit(place[main], off, place, statistics.median(off.tolist())).tolist()
        for off in (np.log(wide / upright[:, 0]), np.log(high / upright[:, 1]))
    )
    return replace(plain, wider=wider, higher=higher)


def _fit(at: Array, values: Array, everywhere: Array, start: float, above: float = 0.08) -> Array:
    """A parabola, nearly a line, through most of the values; its heights everywhere.

    `above`: how far over it values count less; what exceeds it much more (steps over gaps) counts nothing.
    """
    line = np.array([start, 0.0, 0.0])
    design = np.column_stack([np.ones(len(at)), at, at**2])
    for _ in range(5):
        rest = values - design @ line
        weights = 1.0 / (1.0 + (rest / np.where(rest > 0, above, 0.12)) ** 2) ** 2
        weighted = design * weights[:, None]
        line = np.linalg.solve(weighted.T @ design + STIFFNESS, weighted.T @ values)
    curve = line[0] + line[1] * everywhere + line[2] * everywhere**2
    heights: Array = np.clip(curve, line[0] - 0.8, line[0] + 0.8)
    return heights


def smooth_sizes(centres: Array, sizes: Array, alive: list[int]) -> Array:
    """Sizes smoothed over the picture: log size is nearly linear in place; single boxes err."""
    middle = centres[alive].mean(axis=0)
    spread = float(np.abs(centres[alive] - middle).max()) or 1.0
    design = np.column_stack([np.ones(len(centres)), (centres - middle) / spread])
    logs = np.log(sizes)
    weights = np.ones(len(alive))
    ridge = np.diag([1e-9, 0.03, 0.03])
    fit = np.array([statistics.median(logs[alive].tolist()), 0.0, 0.0])
    if len(alive) > 3:
        for _ in range(3):
            rows_ = design[alive] * weights[:, None]
            fit = np.linalg.solve(rows_.T @ design[alive] + ridge, rows_.T @ logs[alive])
            weights = 1.0 / (1.0 + ((logs[alive] - design[alive] @ fit) / 0.12) ** 2)
    smooth: Array = np.exp(design @ fit)
    return smooth
