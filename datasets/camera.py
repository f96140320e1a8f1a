"""Where the phone is: a pinhole camera over the table, and its lens's distortion.

World: millimetres, the table is z = 0, the player whose hand it is sits at negative y, x to their right.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Camera:
    """A look at `target`: `azimuth` 0 is the player's own view, `elevation` 90 straight down, angles in degrees."""

    width: int
    height: int
    target: tuple[float, float, float] = (0.0, 0.0, 10.0)
    distance: float = 700.0
    azimuth: float = 0.0
    elevation: float = 60.0
    roll: float = 0.0
    view: float = 60.0  # degrees across the longer side
    distortion: float = 0.0  # > 0 barrel; at the corner, as a part of the half diagonal

    @property
    def focal(self) -> float:
        """Focal length in pixels."""
        return max(self.width, self.height) / 2 / np.tan(np.radians(self.view / 2))

    @property
    def position(self) -> Array:
        """Where the lens is, in the world."""
        turn, rise = np.radians(self.azimuth), np.radians(self.elevation)
        flat = np.cos(rise)
        away = np.array([np.sin(turn) * flat, -np.cos(turn) * flat, np.sin(rise)])
        return np.asarray(self.target) + self.distance * away

    def axes(self) -> Array:
        """3 x 3: rows are the camera's right, down and forward in the world."""
        forward = np.asarray(self.target) - self.position
        forward /= np.linalg.norm(forward)
        turn = np.radians(self.azimuth)
        right = np.array([np.cos(turn), np.sin(turn), 0.0])
        down = np.cross(forward, right)
        c, s = np.cos(np.radians(self.roll)), np.sin(np.radians(self.roll))
        return np.array([c * right + s * down, c * down - s * right, forward])

    def matrix(self) -> Array:
        """3 x 4: world (homogeneous) to pixels (homogeneous), before distortion."""
        inner = np.array([[self.focal, 0, self.width / 2], [0, self.focal, self.height / 2], [0, 0, 1.0]])
        axes = self.axes()
        return inner @ np.column_stack([axes, -axes @ self.position])

    def plane(self, z: float) -> Array:
        """3 x 3: (x, y, 1) on the plane at height z to pixels, before distortion."""
        m = self.matrix()
        return np.column_stack([m[:, 0], m[:, 1], m[:, 2] * z + m[:, 3]])

    def project(self, points: Array) -> Array:
        """n x 3 world points -> n x 2 pixels, before distortion."""
        m = self.matrix()
        seen = points @ m[:, :3].T + m[:, 3]
        return seen[:, :2] / seen[:, 2:]

    def _scale(self, squared: Array) -> Array:
        half = (self.width**2 + self.height**2) / 4
        return 1 + self.distortion * (squared / half - 1)

    def source(self, pixels: Array) -> Array:
        """n x 2 pixels of the photo -> where they come from in the undistorted picture."""
        middle = np.array([self.width / 2, self.height / 2])
        off = pixels - middle
        return middle + off * self._scale((off**2).sum(axis=-1))[..., None]

    def distort(self, pixels: Array) -> Array:
        """The inverse of `source`: n x 2 undistorted pixels -> pixels of the photo."""
        middle = np.array([self.width / 2, self.height / 2])
        off = pixels - middle
        found = off.copy()
        for _ in range(12):
            found = off / self._scale((found**2).sum(axis=-1))[..., None]
        return middle + found
