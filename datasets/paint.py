"""A scene becomes pixels and labels: table, shadows, tiles far to near, then camera and processing."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets import ground, objects
from datasets.faces import OTHERS
from datasets.lens import develop
from datasets.order import body_of, far_to_near, placed_of, points_of
from datasets.scene import Finger, Label, Placed, Rim, Scene, Thing, side, turn_of, upper
from datasets.solid import Array, Body, mesh, turned
from datasets.textures import HEIGHT, WIDTH, Faces, Picture, linear

Pixels = NDArray[np.uint8]
SHIFT = 4  # OpenCV's fixed point for sub-pixel corners
NOTHING = -1
SKIN = -2


def render(scene: Scene, faces: Faces) -> tuple[Pixels, tuple[Label, ...]]:
    """-> (height x width x 3 RGB, a label for each of `scene.tiles` in order). Same scene and faces: same result."""
    rng = np.random.default_rng(scene.seed)
    canvas = _Canvas(scene, rng)
    canvas.shadows()
    for solid in far_to_near(scene):
        canvas.put(solid, faces)
    for finger in scene.fingers:
        canvas.cover(finger)
    return develop(canvas.picture, scene, rng), _labels(scene, canvas.owner)


class _Canvas:
    """The picture while it is painted: linear light, `finer` times the photo's size, and who owns each pixel."""

    def __init__(self, scene: Scene, rng: Generator) -> None:
        self.scene, self.rng = scene, rng
        self.size = (scene.camera.width * scene.finer, scene.camera.height * scene.finer)
        self.owner = np.full(self.size[::-1], NOTHING, np.int16)
        self.zoom = np.diag([scene.finer, scene.finer, 1.0])
        self.up = np.array([0.0, 0.0, 1.0])
        self.picture = self._table()

    def _pixels(self, points: Array) -> Array:
        return self.scene.camera.project(points) * self.scene.finer

    def _over_plane(self, z: float, each: int = 16) -> Array:
        """World points at height z under every `each`-th pixel: h x w x 3."""
        back = np.linalg.inv(self.zoom @ self.scene.camera.plane(z))
        wide, high = (side // each + 2 for side in self.size)
        grid = np.stack(np.meshgrid(np.arange(wide) * each, np.arange(high) * each), axis=-1).astype(float)
        flat = grid @ back[:, :2].T + back[:, 2]
        away = np.maximum(flat[..., 2:] * np.sign(np.median(flat[..., 2])), 1e-6) * np.sign(np.median(flat[..., 2]))
        return np.concatenate([np.clip(flat[..., :2] / away, -5000, 5000), np.full_like(away, z)], axis=-1)

    def _spread(self, values: Array, each: int = 16) -> Picture:
        high, wide = values.shape[0] * each, values.shape[1] * each
        large = cv2.resize(values.astype(np.float32), (wide, high), interpolation=cv2.INTER_LINEAR)
        return np.asarray(large[: self.size[1], : self.size[0]], np.float32)

    def _table(self) -> Picture:
        texture = ground.TABLES[self.scene.table](self.rng, self.scene.table_colour)
        step = ground.MILLIMETRES / ground.SIZE
        turn = np.radians(self.rng.uniform(-8, 8))
        c, s = np.cos(turn) * step, np.sin(turn) * step
        place = np.array([[c, -s, -ground.MILLIMETRES / 2], [s, c, -ground.MILLIMETRES / 2], [0, 0, 1]])
        warp = self.zoom @ self.scene.camera.plane(0) @ place
        seen = cv2.warpPerspective(
            linear(texture), warp, self.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        picture = np.asarray(seen, np.float32)
        if self.scene.rim:
            self._surround(picture, self.scene.rim)
        for thing in sorted(self.scene.things, key=lambda thing: -self._away(thing)):
            self._lay(picture, thing)
        points = self._over_plane(0)
        picture *= self._spread(self.scene.light.falling(points, np.broadcast_to(self.up, points.shape)))
        return picture

    def _surround(self, picture: Picture, rim: Rim) -> None:
        """The table's frame, the floor beyond, the console amid."""
        floor, shown = ground.surroundings(self.rng, rim)
        step = ground.AROUND / len(shown)
        c, s = np.cos(np.radians(rim.yaw)) * step, np.sin(np.radians(rim.yaw)) * step
        place = np.array([[c, -s, rim.middle[0]], [s, c, rim.middle[1]], [0, 0, 1]])
        place = place @ np.array([[1, 0, -len(shown) / 2], [0, 1, -len(shown) / 2], [0, 0, 1]])
        warp = self.zoom @ self.scene.camera.plane(0) @ place
        both = cv2.warpPerspective(
            np.dstack([linear(floor), shown]), warp, self.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        picture += both[..., 3:] * (both[..., :3] - picture)

    def _away(self, thing: Thing) -> float:
        return float(np.linalg.norm(self.scene.camera.position[:2] - (thing.x, thing.y)))

    def _lay(self, picture: Picture, thing: Thing) -> None:
        """Paint a picture of something on the table; a standing one faces the camera."""
        wide, high = thing.size[0] / 2, thing.size[1] / 2
        if thing.standing:
            away = self.scene.camera.position[:2] - (thing.x, thing.y)
            along = np.array([-away[1], away[0]]) / (np.linalg.norm(away) + 1e-9)
            feet = np.array([(thing.x, thing.y) - along * wide, (thing.x, thing.y) + along * wide])
            corners = np.array([(*feet[0], 2 * high), (*feet[1], 2 * high), (*feet[1], 0), (*feet[0], 0)])
        else:
            c, s = np.cos(np.radians(thing.yaw)), np.sin(np.radians(thing.yaw))
            flat = np.array([[-wide, high], [wide, high], [wide, -high], [-wide, -high]])
            corners = np.column_stack([flat @ np.array([[c, s], [-s, c]]) + (thing.x, thing.y), np.zeros(4)])
        ahead = self.scene.camera.axes()[2]
        if ((corners - self.scene.camera.position) @ ahead).min() < 50:
            return  # beside or behind the lens
        seen = self._pixels(corners)
        x1, y1 = np.clip(np.floor(seen.min(axis=0)).astype(int), 0, self.size)
        x2, y2 = np.clip(np.ceil(seen.max(axis=0)).astype(int) + 1, 0, self.size)
        if x1 >= x2 or y1 >= y2:
            return
        art = objects.art(thing)
        shrink = max(1, round(max(art.shape[:2]) / max(np.ptp(seen[:, 0]), np.ptp(seen[:, 1]), 1)))
        art = np.asarray(cv2.resize(art, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA), np.float32)
        tall, broad = art.shape[:2]
        whole = np.array([[0, 0], [broad, 0], [broad, tall], [0, tall]], np.float32)
        warp = cv2.getPerspectiveTransform(whole, (seen - (x1, y1)).astype(np.float32))
        cover = np.dstack([linear(art[..., :3]), art[..., 3]])
        laid = cv2.warpPerspective(cover, warp, (int(x2 - x1), int(y2 - y1)), flags=cv2.INTER_LINEAR)
        part = picture[y1:y2, x1:x2]
        part += laid[..., 3:] * (laid[..., :3] - part)

    def shadows(self) -> None:
        """Soft shadows of everything on the table, and the dark seam where a thing stands on it."""
        scene = self.scene
        light = scene.light
        scale = max(1, self.size[0] // 800)
        cast = np.zeros((self.size[1] // scale + 1, self.size[0] // scale + 1), np.float32)
        close = cast.copy()
        for solid in range(len(scene.tiles) + len(scene.blocks)):
            points = points_of(scene, solid)
            for mask, flat in ((cast, light.shadow(points)), (close, points[points[:, 2] < 4, :2])):
                if len(flat) < 3:
                    continue
                hull = cv2.convexHull(np.asarray(flat, np.float32))[:, 0]
                seen = self._pixels(np.column_stack([hull, np.zeros(len(hull))])) / scale
                cv2.fillPoly(mask, [np.round(seen * 16).astype(np.int32)], (1.0,), cv2.LINE_8, SHIFT)
        millimetre = scene.camera.focal * scene.finer / scene.camera.distance / scale
        cast = _blurred(cast, light.softness * millimetre)
        close = _blurred(close, 3.0 * millimetre)
        share = light.strength / (light.strength + light.ambient)
        dark = (1 - share * 0.9 * cast) * (1 - 0.45 * close)
        self.picture *= cv2.resize(dark, None, fx=scale, fy=scale)[: self.size[1], : self.size[0], None]

    def put(self, solid: int, faces: Faces) -> None:
        """Paint one tile or block over what is there."""
        scene = self.scene
        placed, body = placed_of(scene, solid), body_of(scene, solid)
        shape = mesh(body)
        rotation = turned(placed.yaw, placed.lean)
        corners = placed.points(shape.corners.reshape(-1, 3)).reshape(shape.corners.shape)
        normals = shape.normals @ rotation.T
        centres = corners.mean(axis=1)
        facing = ((scene.camera.position - centres) * normals).sum(axis=1) > 0
        colours = linear(np.where(shape.backs[:, None], body.back, body.paper)[facing])
        colours = self._lit(colours, centres[facing], normals[facing], body)
        # light is lost near the table, between tiles that touch
        colours *= (0.55 + 0.45 * np.clip(centres[facing][:, 2:] / (0.8 * body.thickness), 0, 1)).astype(np.float32)
        quads = self._pixels(corners[facing].reshape(-1, 3)).reshape(-1, 4, 2)
        for quad, colour in zip(np.round(quads * (1 << SHIFT)).astype(np.int32), colours, strict=True):
            cv2.fillConvexPoly(self.picture, quad, colour.tolist(), cv2.LINE_8, SHIFT)
        whole = cv2.convexHull(self._pixels(placed.points(shape.outline)).astype(np.float32))[:, 0]
        outline = np.round(whole * (1 << SHIFT)).astype(np.int32)
        cv2.fillConvexPoly(self.owner, outline, (float(solid),), cv2.LINE_8, SHIFT)
        for ring, normal, shows_face in ((shape.face, rotation[:, 2], True), (shape.under, -rotation[:, 2], False)):
            points = placed.points(ring)
            if ((scene.camera.position - points.mean(axis=0)) * normal).sum() > 0:
                self._flat(placed, body, points, normal, faces if shows_face else None)

    def cover(self, finger: Finger) -> None:
        """Paint a part of a hand over everything: slices of a tapering tube, round in light."""
        ends = np.array([finger.tip, finger.root])
        eye = self.scene.camera.position
        axis = ends[1] - ends[0]
        aside = np.cross(axis, eye - ends[0])
        aside /= np.linalg.norm(aside)
        toward = np.cross(aside, axis / np.linalg.norm(axis))
        skin = linear(finger.skin)
        for angle in np.linspace(-80, 80, 15):  # from one flank to the other, the middle last
            across = np.radians(np.sign(angle) * (80 - abs(angle))) if angle else 0.0
            normal = np.sin(across) * aside + np.cos(across) * toward
            light = self.scene.light.falling(ends.mean(axis=0)[None], normal[None])[0]
            narrow = np.cos(across)
            middle = ends + np.sin(across) * aside * np.array([[finger.thin], [finger.thick]]) * 0.5
            seen = self._pixels(middle)
            wide = self._pixels(middle + aside * np.array([[finger.thin], [finger.thick]]))
            radii = np.linalg.norm(wide - seen, axis=1) * (0.35 + 0.65 * narrow) * (1 - 0.5 * abs(np.sin(across)))
            outline = np.concatenate([_circle(*pair) for pair in zip(seen, radii, strict=True)])
            hull = np.round(cv2.convexHull(outline.astype(np.float32))[:, 0] * (1 << SHIFT)).astype(np.int32)
            cv2.fillConvexPoly(self.picture, hull, (skin * light).tolist(), cv2.LINE_8, SHIFT)
            cv2.fillConvexPoly(self.owner, hull, (float(SKIN),), cv2.LINE_8, SHIFT)

    def _lit(self, colours: Picture, points: Array, normals: Array, body: Body) -> Picture:
        light = self.scene.light
        mirrored = body.gloss * light.mirrored(points, normals, self.scene.camera.position)
        return (colours * light.falling(points, normals) + mirrored[..., None] * light.colour).astype(np.float32)

    def _flat(self, placed: Placed, body: Body, points: Array, normal: Array, faces: Faces | None) -> None:
        """The flat part of the face or of the back, with its engraved picture."""
        seen = self._pixels(points)
        x1, y1 = np.maximum(np.floor(seen.min(axis=0)).astype(int), 0)
        x2, y2 = np.minimum(np.ceil(seen.max(axis=0)).astype(int) + 1, self.size)
        if x1 >= x2 or y1 >= y2:
            return
        wide, high = int(x2 - x1), int(y2 - y1)
        x, y, z = body.width / 2, body.height / 2, body.thickness / 2 * (1 if faces or not placed.name else -1)
        square = placed.points(np.array([[-x, y, z], [x, y, z], [x, -y, z], [-x, -y, z]]))
        quad = (self._pixels(square) - (x1, y1)).astype(np.float32)
        colour = linear(body.paper if faces else body.back)
        if faces and placed.name:
            texture = _engraved(faces.texture(placed.name), placed.yaw, self.scene)
            whole = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
            # a texture much finer than the picture would flicker: reduce it first
            shrink = max(1, round(HEIGHT / max(np.ptp(quad[:, 1]), np.ptp(quad[:, 0]), 1)))
            if shrink > 1:
                small = cv2.resize(texture, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
                texture = np.asarray(small, np.float32)
            warp = cv2.getPerspectiveTransform(whole / shrink, quad)
            art = cv2.warpPerspective(
                texture, warp, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
        else:
            art = np.ones((high, wide, 3), np.float32)
        corners = square[[0, 1, 3, 2]].reshape(2, 2, 3)  # light changes slowly: reckoned at a grid of 9 x 9
        u = np.linspace(0, 1, 9)[:, None, None]
        v = np.linspace(0, 1, 9)[None, :, None]
        grid = (
            corners[0, 0] * (1 - u) * (1 - v) + corners[0, 1] * (1 - u) * v
            + corners[1, 0] * u * (1 - v) + corners[1, 1] * u * v
        )  # fmt: skip
        normals = np.broadcast_to(normal, grid.shape)
        falling = self.scene.light.falling(grid, normals).astype(np.float32)
        mirrored = body.gloss * self.scene.light.mirrored(grid, normals, self.scene.camera.position)
        small = np.array([[0, 0], [8, 0], [8, 8], [0, 8]], np.float32)
        warp = cv2.getPerspectiveTransform(small, quad)
        both = np.dstack([falling, mirrored.astype(np.float32)])
        shine = cv2.warpPerspective(both, warp, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        lit = art * colour * shine[..., :3] + shine[..., 3:] * np.asarray(self.scene.light.colour, np.float32)
        mask = np.zeros((high, wide), np.uint8)
        cv2.fillConvexPoly(mask, np.round((seen - (x1, y1)) * 16).astype(np.int32), (255,), cv2.LINE_8, SHIFT)
        area = self.picture[y1:y2, x1:x2]
        area[mask > 0] = lit.astype(np.float32)[mask > 0]


def _circle(middle: Array, radius: float) -> Array:
    angles = np.linspace(0, 2 * np.pi, 24)
    return middle + radius * np.column_stack([np.cos(angles), np.sin(angles)])


def _engraved(texture: Picture, yaw: float, scene: Scene) -> Picture:
    """The picture cut into the paper: the wall towards the lamp lies in shade, the other catches light."""
    depth = cv2.GaussianBlur(1 - texture.min(axis=2), (0, 0), 1.6)
    turn = np.radians(yaw)
    lamp = np.asarray(scene.light.lamp[:2]) / (np.linalg.norm(scene.light.lamp) + 1e-9)
    across = np.cos(turn) * lamp[0] + np.sin(turn) * lamp[1]
    along = -np.sin(turn) * lamp[0] + np.cos(turn) * lamp[1]
    slope = cv2.Sobel(depth, cv2.CV_32F, 1, 0) * across - cv2.Sobel(depth, cv2.CV_32F, 0, 1) * along
    return np.clip(texture * (1 - 0.35 * slope[..., None]) - 0.02 * slope[..., None], 0.0, 1.2).astype(np.float32)


def _labels(scene: Scene, owner: NDArray[np.int16]) -> tuple[Label, ...]:
    camera = scene.camera
    labels = []
    for number, tile in enumerate(scene.tiles):
        outline = camera.project(side(tile, scene.body))
        seen = camera.distort(outline)
        (x1, y1), (x2, y2) = np.clip([seen.min(axis=0), seen.max(axis=0)], 0, (camera.width, camera.height))
        face = camera.distort(camera.project(upper(tile, scene.body)))
        labels.append(
            Label(
                name="back" if tile.down else "other" if tile.name in OTHERS else tile.name,
                box=(float(x1), float(y1), float(x2), float(y2)),
                face=tuple((float(x), float(y)) for x, y in face),
                turn=None if tile.down else turn_of(face),
                group=tile.group,
                visible=_shown(outline * scene.finer, owner, number),
            )
        )
    return tuple(labels)


def _shown(outline: Array, owner: NDArray[np.int16], number: int) -> float:
    """The part of a polygon (n x 2, pixels of `owner`) that belongs to that tile."""
    low = np.floor(outline.min(axis=0)).astype(int)
    wide, high = np.ceil(outline.max(axis=0)).astype(int) - low + 1
    whole = np.zeros((high, wide), np.uint8)
    cv2.fillPoly(whole, [np.round((outline - low) * 16).astype(np.int32)], (1,), cv2.LINE_8, SHIFT)
    x1, y1 = np.clip(low, 0, owner.shape[::-1])
    x2, y2 = np.clip(low + whole.shape[::-1], 0, owner.shape[::-1])
    part = whole[y1 - low[1] : y2 - low[1], x1 - low[0] : x2 - low[0]] > 0
    return float((owner[y1:y2, x1:x2][part] == number).sum() / whole.sum())


def _blurred(mask: Picture, sigma: float) -> Picture:
    """`sigma` in pixels; edges are never quite sharp."""
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(sigma, 0.6)), np.float32)
