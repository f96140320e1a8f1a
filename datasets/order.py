"""What stands before what: tiles and blocks of a scene, numbered through, from far to near."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.scene import Block, Placed, Scene
from datasets.solid import Array, Body, mesh


def far_to_near(scene: Scene) -> list[int]:
    """Tiles and blocks (numbered on from the tiles) so that none is painted over by one behind it."""
    solids = [points_of(scene, k) for k in range(len(scene.tiles) + len(scene.blocks))]
    eye = scene.camera.position
    centres = np.array([points.mean(axis=0) for points in solids])
    spans = [(points.min(axis=0), points.max(axis=0)) for points in solids]
    behind: list[set[int]] = [set() for _ in solids]
    reach = [np.linalg.norm(points[:, :2] - points[:, :2].mean(axis=0), axis=1).max() for points in solids]
    for a in range(len(solids)):
        for b in range(a):
            if np.linalg.norm(centres[a, :2] - centres[b, :2]) > 3 * (reach[a] + reach[b]):
                continue
            if spans[a][0][2] >= spans[b][1][2] - 1e-6:
                behind[a].add(b)
            elif spans[b][0][2] >= spans[a][1][2] - 1e-6:
                behind[b].add(a)
            elif _nearer(solids[a][:, :2], solids[b][:, :2], eye[:2]):
                behind[a].add(b)
            else:
                behind[b].add(a)
    order: list[int] = []
    left = set(range(len(solids)))
    far = np.linalg.norm(centres - eye, axis=1)
    while left:
        free = [k for k in left if not behind[k] & left] or list(left)
        nearest_last = max(free, key=lambda k: far[k])
        order.append(nearest_last)
        left.remove(nearest_last)
    return order


def _nearer(a: Array, b: Array, eye: Array) -> bool:
    """Whether footprint a lies on the eye's side of the line that parts it from b best."""
    best, nearer = -np.inf, False
    for one, two, swapped in ((a, b, False), (b, a, True)):
        hull = cv2.convexHull(one.astype(np.float32))[:, 0].astype(float)
        edges = np.roll(hull, -1, axis=0) - hull
        normals = np.column_stack([edges[:, 1], -edges[:, 0]])
        normals *= np.sign((normals * (hull - hull.mean(axis=0))).sum(axis=1, keepdims=True))
        lengths = np.linalg.norm(normals, axis=1, keepdims=True)
        normals = normals / np.maximum(lengths, 1e-9)
        gaps = ((two @ normals.T).min(axis=0) - (hull * normals).sum(axis=1)) - 1e3 * (lengths[:, 0] < 0.5)
        k = int(gaps.argmax())
        if gaps[k] > best:
            best = gaps[k]
            beyond = (eye - hull[k]) @ normals[k] > 0  # the eye is on two's side of one's edge
            nearer = beyond if swapped else not beyond
    return nearer


def body_of(scene: Scene, solid: int) -> Body:
    """The body of a tile (the set's) or of a block, by its number."""
    if solid < len(scene.tiles):
        return scene.body
    block = scene.blocks[solid - len(scene.tiles)]
    wide, high, thick = block.size
    return Body(wide, high, thick, block.corner, min(1.5, thick / 4), 0.0, block.colour, block.colour, 0.6)


def placed_of(scene: Scene, solid: int) -> Placed:
    """Where that solid lies."""
    if solid < len(scene.tiles):
        return scene.tiles[solid]
    block: Block = scene.blocks[solid - len(scene.tiles)]
    return Placed("", block.x, block.y, block.size[2] / 2, block.yaw)


def points_of(scene: Scene, solid: int) -> Array:
    """n x 3 points of the world whose hull is that solid."""
    return placed_of(scene, solid).points(mesh(body_of(scene, solid)).outline)
