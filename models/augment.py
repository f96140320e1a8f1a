"""Patches (`datasets.crops`) -> crops as the reader gets them, with every harm that phones and detectors do.

numpy and OpenCV only; everything depends on the generator that is handed in.
"""

from __future__ import annotations

from colorsys import hsv_to_rgb

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.crops import BOX, NONE
from datasets.crops import SIDE as ROOM
from datasets.pictures import decoded
from vision.eye.reader import SIDE, WIDER_SHARE
from vision.types import BACK, CLASSES

Image = NDArray[np.uint8]
Colour = tuple[float, float, float]
WHITE: Colour = (255.0, 255.0, 255.0)
Turns = tuple[float, float, float, float]
UNKNOWN: Turns = (0.0, 0.0, 0.0, 0.0)
ALIKE = frozenset(
    CLASSES.index(name) for name in ("1p", "2p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s")
)
"""Kinds whose face looks (nearly) the same upside down."""


def turned(degrees: float, kind: int) -> Turns:
    """Which of four quarter turns, counter-clockwise, brings a face upright that is turned by so many degrees:
    probabilities; UNKNOWN (zeros) where nothing can be learned.
    """
    if np.isnan(degrees) or kind in (NONE, CLASSES.index(BACK)):
        return UNKNOWN
    share = np.zeros(4)
    quarters = (-degrees / 90) % 4
    low = int(quarters) % 4
    share[low], share[(low + 1) % 4] = 1 - quarters % 1, quarters % 1
    share = share**2 / (share**2).sum()  # a tilt of 20 degrees leaves little doubt
    if kind in ALIKE:
        share = (share + np.roll(share, 2)) / 2
    a, b, c, d = share.tolist()
    return (a, b, c, d)


def laid(faces: NDArray[np.uint8], which: int, table: Image, rng: Generator, plastic: Colour = WHITE) -> Image:
    """A single face set among others: n × height × width × 3 faces, the one to show, a patch of table -> patch.
    `plastic`: what a tile is made of around its face.
    """
    canvas = cv2.GaussianBlur(table, (0, 0), rng.uniform(0.3, 4)) if rng.random() < 0.3 else table.copy()
    low = (ROOM - BOX) // 2
    paper = np.array([1, *np.sort(rng.uniform(0.8, 1.0, 2))[::-1]]) * rng.uniform(0.78, 1.0)
    gap, rim = int(rng.integers(0, 4)), int(rng.integers(0, 3))
    side = rng.uniform(0.45, 0.9) if rng.random() < 0.7 else 0.0  # how dark the tile's side is
    below = int(rng.integers(4, 22))
    tint = rng.uniform(0.2, 1.0, 3)
    neighbours = [step for step in (-1, 1) if rng.random() < 0.7]
    levels = np.arange(256, dtype=np.float32)[None, :, None]
    white = np.asarray(levels * paper, np.uint8)
    whole = np.array(plastic)
    edge, flank, foot = (np.asarray(c, np.uint8) for c in (whole * paper, whole * paper * side, 255 * tint * side))
    inner = (BOX - 2 * rim, BOX - 2 * rim)
    for step in (*neighbours, 0):
        face = faces[which if step == 0 else int(rng.integers(len(faces)))]
        left = low + step * (BOX + gap)
        x1, x2 = max(left, 0), min(left + BOX, ROOM)
        tile = np.empty((BOX, BOX, 3), np.uint8)
        tile[:] = edge
        if step and rng.random() < 0.1:
            tile[:] = np.asarray(255 * tint, np.uint8)  # a neighbour face down
        else:
            small = cv2.resize(face, inner, interpolation=cv2.INTER_AREA)
            tile[rim : BOX - rim, rim : BOX - rim] = cv2.LUT(small, white)
        canvas[low : low + BOX, x1:x2] = tile[:, x1 - left : x2 - left]
        if side:
            canvas[low + BOX : low + BOX + below // 2, x1:x2] = flank
            canvas[low + BOX + below // 2 : low + BOX + below, x1:x2] = foot
    if gap == 0:  # the joint between neighbours
        canvas[low : low + BOX, [low, low + BOX - 1]] //= 2
    return np.asarray(canvas, np.uint8)


def dark(faces: NDArray[np.uint8], rng: Generator) -> tuple[NDArray[np.uint8], Colour]:
    """The faces of a set, n × height × width × 3, squashed to BOX × BOX and as of plastic darker than its ink: black,
    green, amber, any colour, with white or gold ink, or with brighter inks of their own colours; and the plastic's
    colour.
    """
    chance = rng.random()
    if chance < 0.4:
        plastic = np.full(3, rng.uniform(8, 60)) * rng.uniform(0.85, 1.15, 3)
    else:
        plastic = np.array(hsv_to_rgb(rng.choice([0.38, 0.1, 0.6, rng.random()]), rng.uniform(0.4, 1), 1.0))
        plastic *= rng.uniform(40, 170)
    gold = np.array([rng.uniform(190, 250), rng.uniform(150, 205), rng.uniform(40, 130)])
    light = np.full(3, rng.uniform(205, 255)) if rng.random() < 0.6 else gold
    faces = np.stack([cv2.resize(face, (BOX, BOX), interpolation=cv2.INTER_AREA) for face in faces])
    grey = faces.astype(np.float32)
    paper = np.quantile(grey.mean(3, keepdims=True), 0.9, axis=(1, 2), keepdims=True)
    ink = np.clip(1.15 * (1 - grey.min(3, keepdims=True) / np.maximum(paper, 1)) - 0.05, 0, 1)
    if rng.random() < 0.4:  # inks keep their hue
        own = grey - grey.min(3, keepdims=True)
        own = own / np.maximum(own.max(3, keepdims=True), 30) * 255
        light = np.clip(light * (1 - (mix := rng.uniform(0.3, 0.9))) + own * mix, 0, 255)
    shown = np.clip(plastic * (1 - ink) + light * ink, 0, 255).astype(np.uint8)
    red, green, blue = plastic.tolist()
    return shown, (red, green, blue)


def back(table: Image, rng: Generator) -> Image:
    """A tile face down, in a plain colour, sometimes with a pattern."""
    colour = rng.uniform(20, 250, 3)
    if rng.random() < 0.6:  # one colour prevails, as in plastics on sale
        colour[rng.permutation(3)[: int(rng.integers(1, 3))]] *= rng.uniform(0.1, 0.6)
    face = np.full((1, 32, 24, 3), colour, np.float32)
    fall = np.linspace(rng.uniform(0.7, 1.1), rng.uniform(0.7, 1.1), 32)
    face *= fall[None, :, None, None]
    if rng.random() < 0.2:
        cv2.circle(face[0], (12, 16), int(rng.integers(3, 8)), colour[::-1].tolist(), int(rng.choice([-1, 1, 2])))
    return laid(np.clip(face, 0, 255).astype(np.uint8), 0, table, rng)


def bare(table: Image, rng: Generator) -> Image:
    """A face without ink, as white dragons may be: a tile, though of no kind."""
    return laid(np.full((1, 32, 24, 3), 255, np.uint8), 0, table, rng)


def chequered(rng: Generator) -> Image:
    """Cloth of checks, stripes or tiles, in which detectors see backs."""
    a, b = rng.uniform(0, 255, (2, 3))
    x, y = np.meshgrid(np.arange(ROOM // 2, dtype=np.float32), np.arange(ROOM // 2, dtype=np.float32))
    angle, size = rng.uniform(0, np.pi), rng.uniform(4, 45)
    u, v = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    ratio, shift = rng.uniform(0.6, 1.6), rng.uniform(0, 45, 2)
    one = np.floor((u + shift[0]) / size).astype(np.int32) & 1
    two = np.floor((v + shift[1]) / (size * ratio)).astype(np.int32) & 1
    kind = rng.random()
    mask = (one ^ two) * 2 if kind < 0.4 else one + two if kind < 0.8 else one * 2
    cloth = np.asarray([a, (a + b) / 2, b], np.uint8)[mask]
    return np.asarray(cv2.resize(cloth, (ROOM, ROOM), interpolation=cv2.INTER_NEAREST), np.uint8)


def crop(
    patch: Image, quarter: int, rng: Generator, *, beside: bool = False, sides: NDArray[np.float64] | None = None
) -> Image:
    """ROOM × ROOM patch -> SIDE × SIDE crop, RGB, turned by `quarter` quarter turns counter-clockwise.

    `beside`: the box misses the tile (half of it and half of its neighbour, or a piece, or several): no tile. `sides`:
    how far the box reaches to the left, top, right, bottom of the tile's middle, 1 being the whole; by chance if None.
    """
    half = BOX / 2 * (1 + WIDER_SHARE) * rng.uniform(0.92, 1.14, 2)
    shift = rng.normal(0, 0.045, 2) * BOX
    if beside:
        way = rng.random()
        if way < 0.7:
            axis = int(rng.integers(2))
            shift[axis] = BOX * rng.uniform(0.42, 0.58) * rng.choice([-1, 1])
        elif way < 0.8:
            half *= rng.uniform(0.3, 0.45)
            shift = rng.uniform(-0.35, 0.35, 2) * BOX
        else:
            half *= rng.uniform(1.8, 2.1)
    tilt = np.radians(rng.normal(0, 5) if rng.random() < 0.8 else rng.uniform(-24, 24))
    left, top, right, bottom = _reach(rng, beside=beside) if sides is None else sides
    corners = np.array([[-left, -top], [right, -top], [right, bottom], [-left, bottom]]) * half
    corners[:, 0] += rng.normal(0, 0.06) * corners[:, 1]
    turn = np.array([[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]])
    corners = corners @ turn.T + rng.normal(0, 0.025, (4, 2)) * BOX + ROOM / 2 + shift
    target = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    flat = cv2.warpPerspective(patch, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(np.rot90(flat, quarter))


def _reach(rng: Generator, *, beside: bool) -> NDArray[np.float64]:
    """Detectors lose a part of a tile's bare paper, or box some of its flank. What hides more is in `models.cover`,
    where it is told how much of the face is left.
    """
    sides = np.ones(4)
    if not beside and rng.random() < 0.2:
        lost = rng.uniform(-0.45, -0.1) if rng.random() < 0.7 else rng.uniform(0.1, 0.5)
        sides[int(rng.choice(4, p=(0.35, 0.15, 0.35, 0.15)))] += lost
    return sides


def harmed(image: Image, rng: Generator) -> Image:
    """Light, lens, sensor and JPEG, each now and then; also something before the tile."""
    if rng.random() < 0.12:
        _covered(image, rng)
    if rng.random() < 0.45:
        small = round(np.exp(rng.uniform(np.log(13), np.log(SIDE))))
        size = small, max(8, round(small * rng.uniform(0.8, 1.25)))
        less = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        way = cv2.INTER_AREA if rng.random() < 0.6 else cv2.INTER_LINEAR
        image = np.asarray(cv2.resize(less, (SIDE, SIDE), interpolation=way), np.uint8)
    if rng.random() < 0.2:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.7)), np.uint8)
    if rng.random() < 0.12:
        length, angle = int(rng.integers(3, 9)), rng.uniform(0, np.pi)
        kernel = np.zeros((length, length), np.float32)
        middle, end = length / 2, np.array([np.cos(angle), np.sin(angle)]) * length / 2
        cv2.line(kernel, (middle - end).astype(int).tolist(), (middle + end).astype(int).tolist(), (1.0,), 1)
        image = np.asarray(cv2.filter2D(image, -1, kernel / max(kernel.sum(), 1)), np.uint8)
    if rng.random() < 0.15:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(18, 80))]
        image = decoded(cv2.imencode(".jpg", image, quality)[1].tobytes(), cv2.IMREAD_COLOR)
    table = np.arange(256, dtype=np.float32) / 255
    light = rng.uniform(0.55, 1.25) if rng.random() < 0.7 else 1.0
    curve = table ** np.exp(rng.normal(0, 0.3)) * light
    channels = curve[:, None] * np.exp(rng.normal(0, 0.09, 3)) + rng.normal(0, 0.03, 3)
    image = np.asarray(cv2.LUT(image, (np.clip(channels, 0, 1) * 255).astype(np.uint8)[None]), np.uint8)
    if rng.random() < 0.3:
        image = _uneven(image, rng)
    if rng.random() < 0.25:
        grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
        keep = rng.uniform(0, 1.5)
        image = np.asarray(cv2.addWeighted(image, keep, grey, 1 - keep, 0), np.uint8)
    if rng.random() < 0.35:
        noise = rng.standard_normal((SIDE, SIDE, 3 if rng.random() < 0.5 else 1), dtype=np.float32)
        image = np.clip(image + noise * rng.uniform(2, 16), 0, 255).astype(np.uint8)
    return image


def _covered(image: Image, rng: Generator) -> None:
    """An edge hidden by a finger, a neighbour, a shadowed tile: at most 0.15 of the crop, in place."""
    depth = int(SIDE * rng.uniform(0.05, 0.15))
    bare = np.rot90(image, int(rng.integers(4)))
    slope = rng.uniform(-0.3, 0.3)
    colour = rng.uniform(0, 255, 3) if rng.random() < 0.6 else bare[SIDE // 2, SIDE // 2]
    for row in range(SIDE):
        bare[row, : max(0, int(depth + slope * (row - SIDE / 2)))] = colour


def _uneven(image: Image, rng: Generator) -> Image:
    """A shadow's edge or a glare's spot."""
    x, y = np.meshgrid(np.linspace(-1, 1, SIDE, dtype=np.float32), np.linspace(-1, 1, SIDE, dtype=np.float32))
    if rng.random() < 0.5:
        angle, sharp = rng.uniform(0, 2 * np.pi), rng.uniform(1, 20)
        across = x * np.cos(angle) + y * np.sin(angle) - rng.uniform(-0.7, 0.7)
        fall = 1 - rng.uniform(0.2, 0.7) / (1 + np.exp(-sharp * across))
        return np.asarray(image * fall[..., None], np.float32).clip(0, 255).astype(np.uint8)
    cx, cy, wide = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.15, 0.6)
    spot = rng.uniform(0.3, 1.0) * np.exp(-((x - cx) ** 2 + rng.uniform(0.5, 3) * (y - cy) ** 2) / wide**2)
    return (image + (255 - image.astype(np.float32)) * spot[..., None]).clip(0, 255).astype(np.uint8)
