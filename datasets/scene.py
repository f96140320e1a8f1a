"""What lies on the table, as values: tiles in their places, what they are to the hand, and how it is photographed."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from datasets.camera import Camera
from datasets.solid import Array, Body, Light, mesh, turned


@dataclass(frozen=True, slots=True)
class Placed:
    """One tile: `name` as in `faces.face`, its centre in millimetres, how it is turned (`solid.turned`)."""

    name: str
    x: float
    y: float
    z: float
    yaw: float = 0.0
    lean: float = 0.0
    group: int = 0

    @property
    def down(self) -> bool:
        """Whether its face is hidden below."""
        return self.lean > 135

    def points(self, points: Array) -> Array:
        """n x 3 points of the body -> in the world."""
        return points @ turned(self.yaw, self.lean).T + (self.x, self.y, self.z)


@dataclass(frozen=True, slots=True)
class Group:
    """What the tiles of one group are: hand, meld, winning, discards or other; for a meld its kind and who fed it."""

    role: str
    kind: str | None = None  # pong | exposed | added | concealed
    fed_by: str | None = None  # left | opposite | right


@dataclass(frozen=True, slots=True)
class Block:
    """Something that is no tile, lying about: a phone, a box. Millimetres, sRGB 0-1."""

    x: float
    y: float
    yaw: float
    size: tuple[float, float, float]
    colour: tuple[float, float, float]
    corner: float = 8.0


@dataclass(frozen=True, slots=True)
class Thing:
    """A picture of something that is no tile, lying flat under the tiles or standing up: `objects.art` draws it."""

    name: str  # of `objects.DRAWN`, or a file's path
    x: float
    y: float
    yaw: float
    size: tuple[float, float]  # width and height, millimetres
    standing: bool = False
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Finger:
    """A part of a hand over the table: from one point to another, radii in millimetres, sRGB 0-1."""

    tip: tuple[float, float, float]
    root: tuple[float, float, float]
    thin: float
    thick: float
    skin: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Rim:
    """Where the table ends: a square with a raised-looking frame, the floor beyond; for auto-tables a console amid."""

    middle: tuple[float, float]  # of the table, millimetres
    half: float
    yaw: float
    frame: tuple[float, float, float]  # sRGB 0-1
    floor: tuple[float, float, float]
    console: bool = False


@dataclass(frozen=True, slots=True)
class Photo:
    """What camera and processing do to the picture."""

    exposure: float = 1.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    vignette: float = 0.25
    defocus: float = 0.6  # blur in pixels (sigma)
    motion: tuple[float, float] = (0.0, 0.0)  # length in pixels, degrees
    noise: float = 0.012
    sharpen: float = 0.4
    quality: int = 88  # JPEG
    shade: tuple[float, float, float] | None = None  # a large shadow across: degrees, place 0-1, strength 0-1


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a picture depends on; the same scene gives the same pixels."""

    camera: Camera
    tiles: tuple[Placed, ...]
    groups: tuple[Group, ...]
    body: Body = field(default_factory=Body)
    light: Light = field(default_factory=Light)
    photo: Photo = field(default_factory=Photo)
    table: str = "felt"  # a name of `ground.TABLES`
    table_colour: tuple[float, float, float] = (0.07, 0.33, 0.22)
    rim: Rim | None = None  # None: the table fills the picture
    blocks: tuple[Block, ...] = ()
    fingers: tuple[Finger, ...] = ()
    things: tuple[Thing, ...] = ()
    seed: int = 0
    finer: int = 2  # drawn this many times larger, then reduced


@dataclass(frozen=True, slots=True)
class Label:
    """One tile as it is in the picture, pixels of the photo.

    `name` is the class (`1m` … `9s`, `other`, `back`). `face`: the four corners of the side that shows (its edges
    drawn out to sharp corners), from the face's own top left clockwise. `box` encloses that side as far as it
    lies within the picture; the body's other sides are outside of it, as in the real photos' labels. `turn`: the
    degrees (counter-clockwise, 0-360) by which the face is turned from upright, None for a tile face down.
    `visible`: the part of the side that nothing hides and the picture shows, 0-1.
    """

    name: str
    box: tuple[float, float, float, float]
    face: tuple[tuple[float, float], ...]
    turn: float | None
    group: int
    visible: float


def upper(tile: Placed, body: Body) -> Array:
    """4 x 3: the corners of the flat side that shows, the face's top left first, clockwise as one looks at it."""
    x, y, z = body.width / 2, body.height / 2, body.thickness / 2
    side = 1 if not tile.down else -1
    return tile.points(
        np.array(
            [[-x * side, y, z * side], [x * side, y, z * side], [x * side, -y, z * side], [-x * side, -y, z * side]]
        )
    )


def side(tile: Placed, body: Body) -> Array:
    """n x 3: the outline of the side that shows, to the middle of its rounded edge."""
    shape = mesh(body)
    return tile.points(shape.back_edge if tile.down else shape.face_edge)


def turn_of(face: Array) -> float:
    """4 x 2 corners as in `Label.face` -> degrees counter-clockwise from upright."""
    up = face[0] + face[1] - face[2] - face[3]
    return float(np.degrees(np.arctan2(-up[0], -up[1]))) % 360
