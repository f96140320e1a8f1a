"""A tile as a body: a box with rounded edges, where it stands, and how light falls on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
CORNER = 5  # points on a quarter circle


@dataclass(frozen=True, slots=True)
class Body:
    """The measures of a set's tiles in millimetres, its colours as sRGB 0-1."""

    width: float = 28.0
    height: float = 38.0
    thickness: float = 21.0
    corner: float = 3.2  # radius of the upright edges
    bevel: float = 1.8  # radius of the others
    layer: float = 0.4  # how much of the thickness has the back's colour
    paper: tuple[float, float, float] = (0.93, 0.91, 0.84)
    back: tuple[float, float, float] = (0.10, 0.42, 0.28)
    gloss: float = 0.2


@dataclass(frozen=True, slots=True)
class Mesh:
    """Quads of the surface around the centre, the face looking to +z and its top to +y."""

    corners: Array  # n x 4 x 3
    normals: Array  # n x 3
    backs: NDArray[np.bool_]  # which have the back's colour
    outline: Array  # m x 3, all points of the rings: their hull is the silhouette
    face: Array  # k x 3, the flat part of the face
    under: Array  # k x 3, the flat part of the back
    face_edge: Array  # k x 3, half way round the edge of the face
    back_edge: Array


@cache
def mesh(body: Body) -> Mesh:
    """The body as a closed surface: rings of the rounded outline at rising heights."""
    steps = np.linspace(0, np.pi / 2, 5)
    half = body.thickness / 2
    profile = [(body.bevel * (1 - np.sin(a)), -half + body.bevel * (1 - np.cos(a))) for a in steps]
    profile += [(0.0, -half + body.layer * body.thickness)]
    profile += [(body.bevel * (1 - np.cos(a)), half - body.bevel * (1 - np.sin(a))) for a in steps]
    rings = np.array([_ring(body, inset, z) for inset, z in profile])
    low, high = rings[:-1], rings[1:]
    corners = np.stack([low, np.roll(low, -1, axis=1), np.roll(high, -1, axis=1), high], axis=2).reshape(-1, 4, 3)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0])
    flat = np.linalg.norm(normals, axis=1) > 1e-9
    corners, normals = corners[flat], normals[flat]
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    backs = corners[:, :, 2].mean(axis=1) < -half + body.layer * body.thickness
    return Mesh(corners, normals, backs, rings.reshape(-1, 3), rings[-1], rings[0], rings[-3], rings[2])


def _ring(body: Body, inset: float, z: float) -> Array:
    """The rounded rectangle at height z, counter-clockwise seen from above."""
    radius = max(body.corner - inset, 0.4)
    x, y = body.width / 2 - inset - radius, body.height / 2 - inset - radius
    points = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        angles = np.linspace(0, np.pi / 2, CORNER) + quarter * np.pi / 2
        points += [(sx * x + radius * np.cos(angle), sy * y + radius * np.sin(angle), z) for angle in angles]
    return np.array(points)


def turned(yaw: float, lean: float = 0.0) -> Array:
    """3 x 3 rotation, degrees: first `lean` (0 face up, 90 standing, face to the player, 180 face down), then yaw."""
    a, b = np.radians(yaw), np.radians(lean)
    flip = np.array([[1, 0, 0], [0, np.cos(b), -np.sin(b)], [0, np.sin(b), np.cos(b)]])
    turn = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    return turn @ flip


@dataclass(frozen=True, slots=True)
class Light:
    """A lamp over the table and light from all around. Strengths are linear, 1 shows white paper white."""

    lamp: tuple[float, float, float] = (-300.0, 500.0, 1100.0)
    strength: float = 0.75
    ambient: float = 0.35
    colour: tuple[float, float, float] = (1.0, 0.96, 0.9)  # of the lamp
    sky: tuple[float, float, float] = (0.95, 0.98, 1.05)  # of the light all around
    softness: float = 6.0  # how wide shadows' edges are, in millimetres
    gloss: float = 1.0

    def falling(self, points: Array, normals: Array) -> Array:
        """n x 3 points and normals -> n x 3 light arriving there."""
        lamp = np.asarray(self.lamp)
        way = lamp - points
        far = np.linalg.norm(way, axis=-1, keepdims=True)
        cosine = np.clip((way / far * normals).sum(axis=-1, keepdims=True), 0, None)
        direct = self.strength * cosine * (np.linalg.norm(lamp) / far) ** 2
        around = self.ambient * (0.7 + 0.3 * normals[..., 2:])
        return direct * np.asarray(self.colour) + around * np.asarray(self.sky)

    def mirrored(self, points: Array, normals: Array, eye: Array, sharpness: float = 60.0) -> Array:
        """n x 3 points and normals -> n, how much of the lamp is mirrored to the eye, 0-1."""
        way = np.asarray(self.lamp) - points
        way /= np.linalg.norm(way, axis=-1, keepdims=True)
        out = eye - points
        out /= np.linalg.norm(out, axis=-1, keepdims=True)
        between = way + out
        between /= np.linalg.norm(between, axis=-1, keepdims=True)
        return self.gloss * np.clip((between * normals).sum(axis=-1), 0, None) ** (4 * sharpness)

    def shadow(self, points: Array) -> Array:
        """n x 3 points -> n x 2, where their shadows fall on the table."""
        lamp = np.asarray(self.lamp)
        part = points[:, 2:] / (lamp[2] - points[:, 2:])
        return points[:, :2] + part * (points[:, :2] - lamp[:2])
