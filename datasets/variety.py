"""Faces that no folder has: birds and flowers by chance, sets in one ink, red fives, faces of photographed designs.

The bird of 1s is another one in every set and the flowers (`other`) are too, so both are put together at random from
the parts that sets' painters use. Everything depends on the generator that is handed in, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import resvg_py
from numpy.random import Generator

from datasets import faces
from datasets.faces import OTHERS, Style, glyph
from datasets.glyphs import FONTS, trace
from datasets.pictures import decoded
from datasets.sets import some_style
from datasets.textures import HEIGHT, WIDTH, Faces, Picture, Pictured, linear

FLOWERS = "春夏秋冬梅蘭竹菊財福百"
DESIGNS = (140, 182, 224, 260, 296, 338, 374, 416, 461, 503, 541, 586, 628)
"""`faces/` is numbered design by design (sizes and looks agree): the last number of each. The first block holds about
four designs that lie mixed, in part upside down."""
APART = (2, 7, 10)
"""Designs kept out of training to tell how an unseen set fares: a crane and a parrot with digits, a peacock."""

TRAINED_FONTS = (
    "ipaexm.ttf", "NotoSansCJK-Bold.ttc", "NotoSansCJK-Regular.ttc", "NotoSerifCJK-Regular.ttc", "bkai00mp.ttf",
    "bsmi00lp.ttf", "ukai.ttc", "uming.ttc", "BabelStoneHan.ttf", "TW-Kai-98_1.ttf", "cwfs.ttf", "cwkai.ttf",
    "cwming.ttf", "cwyen.ttf", "HanaMinA.ttf", "kiloji.ttf", "kiloji_b.ttf", "kiloji_d.ttf", "kiloji_p.ttf",
    "KleeOne-Regular.ttf", "KleeOne-SemiBold.ttf", "kouzan-mouhitsu-gyosho.ttf", "LXGWWenKai-Bold.ttf",
    "LXGWWenKai-Light.ttf", "LXGWWenKai-Regular.ttf", "wqy-microhei.ttc", "wqy-zenhei.ttc",
)  # fmt: skip
APART_FONTS = ("NotoSerifCJK-Bold.ttc", "TW-Sung-98_1.ttf", "cwheib.ttf", "kouzan-mouhitsu.ttf")
"""Every font that has all characters of the faces, in 万 and 萬, and of Debian 12 (`datasets/README.md`)."""

Point = tuple[float, float]


def design(file: Path) -> int:
    """The number of the design that a picture of `faces/` belongs to, 0-12."""
    number = int(file.stem)
    return next(k for k, last in enumerate(DESIGNS) if number <= last)


def designs(faces: Path, out: Path, *, apart: bool) -> tuple[Path, ...]:
    """The photographed faces as one folder of links for each design, in `out`, those apart or all the others."""
    folders = []
    for path in sorted(faces.glob("*/*.jpg")):
        number = design(path)
        if (number in APART) is apart:
            folder = out / "designs" / f"{number:02}"
            link = folder / path.parent.name / path.name
            link.parent.mkdir(parents=True, exist_ok=True)
            if not link.exists():
                link.symlink_to(path.resolve())
            folders.append(folder)
    return tuple(dict.fromkeys(folders))


def _path(points: Sequence[Point], *, closed: bool = False) -> str:
    """A smooth line through the points."""
    d = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    if len(points) == 2:
        return d + f"L{points[1][0]:.1f} {points[1][1]:.1f}"
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points[1:])]
    middles[-1:] = [points[-1]]
    d += "".join(f"Q{c[0]:.1f} {c[1]:.1f} {m[0]:.1f} {m[1]:.1f}" for c, m in zip(points[1:-1], middles, strict=True))
    return d + ("Z" if closed else "")


def _stroke(colour: str, width: float, *points: Point) -> str:
    look = f'fill="none" stroke="{colour}" stroke-width="{width:.1f}" stroke-linecap="round"'
    return f'<path d="{_path(points)}" {look}/>'


def _leaf(root: Point, tip: Point, width: float, bend: float = 0.0) -> str:
    """The outline of a feather or leaf from root to tip."""
    x, y = tip[0] - root[0], tip[1] - root[1]
    a, b = width - bend, width + bend
    c = (root[0] + x * 0.55 - y * a, root[1] + y * 0.55 + x * a)
    d = (root[0] + x * 0.55 + y * b, root[1] + y * 0.55 - x * b)
    return (
        f"M{root[0]:.1f} {root[1]:.1f}Q{c[0]:.1f} {c[1]:.1f} {tip[0]:.1f} {tip[1]:.1f}"
        f"Q{d[0]:.1f} {d[1]:.1f} {root[0]:.1f} {root[1]:.1f}Z"
    )


def _shape(d: str, colour: str, outlined: float, fill: str = "none") -> str:
    """Filled, or only drawn round where `outlined` > 0 (the stroke's width)."""
    if outlined:
        return f'<path d="{d}" fill="{fill}" stroke="{colour}" stroke-width="{outlined:.1f}"/>'
    return f'<path d="{d}" fill="{colour}"/>'


def some_bird(rng: Generator, style: Style) -> str:
    """A bird by chance in the 60 × 80 units of a face: body, wing, tail, head, crest, legs, what it sits on."""
    inks = [style.ink(k) for k in rng.permutation(list("brgk"))[: int(rng.integers(1, 4))]]
    ink = lambda: inks[int(rng.integers(len(inks)))]  # noqa: E731
    line = float(rng.uniform(1.2, 3.2))
    outlined = line if rng.random() < 0.5 else 0.0
    along = np.radians(rng.uniform(15, 100))  # from breast to tail, downwards to the right
    middle = np.array([rng.uniform(24, 34), rng.uniform(32, 46)])
    length, thick = rng.uniform(10, 17), rng.uniform(6, 11)
    back = np.array([np.cos(along), np.sin(along)])
    side = np.array([-back[1], back[0]])
    at = lambda u, v=0.0: tuple(middle + back * length * u + side * thick * v)  # noqa: E731
    parts = [_stroke(ink(), line, *_legs) for _legs in _legs(rng, middle, thick)] if rng.random() < 0.75 else []
    plumes, spread, reach = int(rng.integers(2, 7)), rng.uniform(0.15, 1.1), rng.uniform(16, 38)
    eyes = rng.random() < 0.3
    for k in range(plumes):
        angle = along + spread * (k / max(plumes - 1, 1) - 0.5) + rng.normal() * 0.05
        root = np.array(at(0.8))
        tip = root + reach * rng.uniform(0.75, 1.1) * np.array([np.cos(angle), np.sin(angle)])
        bow = root * 0.5 + tip * 0.5 + side * rng.normal() * 4
        colour = ink()
        if rng.random() < 0.5:
            parts.append(_shape(_leaf(tuple(root), tuple(tip), rng.uniform(0.1, 0.25)), colour, outlined * 0.7))
        else:
            parts.append(_stroke(colour, line * rng.uniform(0.7, 1.5), tuple(root), tuple(bow), tuple(tip)))
        if eyes:
            parts.append(f'<circle cx="{tip[0]:.1f}" cy="{tip[1]:.1f}" r="{rng.uniform(1.5, 4):.1f}" fill="{ink()}"/>')
    parts.append(_shape(_leaf(at(-1.1), at(1.2), thick / length * rng.uniform(0.8, 1.2)), ink(), outlined, style.paper))
    for _ in range(int(rng.integers(0, 5))):  # breast feathers
        u, v = rng.uniform(-0.5, 0.7), rng.uniform(-0.6, 0.4)
        colour = ink() if outlined else style.paper
        parts.append(_stroke(colour, line * 0.6, at(u, v - 0.15), at(u + 0.12, v), at(u, v + 0.15)))
    for wing in range(int(rng.choice([0, 1, 1, 1, 2]))):
        up = rng.uniform(0.2, 1.6) * (1 if wing else -1)
        angle = along - up
        tip = np.array(at(-0.2)) + rng.uniform(14, 28) * np.array([np.cos(angle), np.sin(angle)])
        parts.append(_shape(_leaf(at(-0.5), tuple(tip), rng.uniform(0.25, 0.5), rng.normal() * 0.1), ink(), outlined))
        for k in range(int(rng.integers(0, 5))):
            end = tip + rng.normal(0, 4, 2)
            start = at(-0.3 + 0.15 * k, -0.2)
            parts.append(_stroke(style.paper if not outlined else ink(), line * 0.55, start, tuple(end)))
    parts += _head(rng, style, np.array(at(-1.2)) + rng.normal(0, 1.5, 2), ink, line, outlined)
    for _ in range(int(rng.choice([0, 0, 1, 2]))):  # a twig, a cloud, the ground
        y = rng.uniform(50, 76)
        points = [(x, y + rng.normal() * 3) for x in np.linspace(rng.uniform(2, 16), rng.uniform(40, 58), 4)]
        parts.append(_stroke(ink(), line, *points))
    flip = " scale(-1 1) translate(-60 0)" if rng.random() < 0.5 else ""
    return f'<g transform="rotate({rng.normal() * 8:.1f} 30 40){flip}">{"".join(parts)}</g>'


def _legs(rng: Generator, middle: np.ndarray, thick: float) -> list[tuple[Point, Point, Point]]:
    long = rng.uniform(10, 24)
    legs = []
    for step in (-1, 1):
        hip = (middle[0] + step * 3 + rng.normal(), middle[1] + thick * 0.8)
        knee = (hip[0] + rng.normal() * 3, hip[1] + long * 0.5)
        legs.append((hip, knee, (hip[0] + rng.normal() * 4, hip[1] + long)))
    return legs


def _head(
    rng: Generator, style: Style, at: np.ndarray, ink: Callable[[], str], line: float, outlined: float
) -> list[str]:
    x, y = float(at[0]), float(at[1])
    size, colour = rng.uniform(3.5, 8.5), ink()
    beak = np.array([x, y]) + size * rng.uniform(1.6, 2.8) * np.array([-1, rng.uniform(-0.4, 0.7)])
    bill = f"M{x:.1f} {y - size * 0.5:.1f}L{beak[0]:.1f} {beak[1]:.1f}L{x:.1f} {y + size * 0.6:.1f}Z"
    parts = [_shape(bill, ink(), 0)]
    look = f'fill="{style.paper}" stroke="{colour}" stroke-width="{outlined:.1f}"' if outlined else f'fill="{colour}"'
    parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" {look}/>')
    if rng.random() < 0.8:
        spot = style.paper if not outlined else colour
        radius = size * rng.uniform(0.2, 0.5)
        parts.append(f'<circle cx="{x - 1:.1f}" cy="{y - 0.5:.1f}" r="{radius:.1f}" fill="{spot}"/>')
    for _ in range(int(rng.choice([0, 2, 3, 4]))):
        tip = (x + rng.normal() * 8, y - size - rng.uniform(3, 11))
        bow = (x + rng.normal() * 4, y - size)
        parts.append(_stroke(ink(), line * 0.8, (x + rng.normal(), y - size * 0.8), bow, tip))
    return parts


def some_flower(rng: Generator, style: Style, characters: Mapping[str, str]) -> str:
    """A flower tile by chance: stalks, leaves, blossoms, mostly a small character or digit; no bird."""
    inks = [style.ink(k) for k in rng.permutation(list("brgk"))[: int(rng.integers(1, 4))]]
    ink = lambda: inks[int(rng.integers(len(inks)))]  # noqa: E731
    line = float(rng.uniform(1.0, 2.6))
    parts = []
    for _ in range(int(rng.integers(1, 5))):
        x = rng.uniform(15, 45)
        stalk = [(x + rng.normal() * 3, y) for y in (76, 58, 42, rng.uniform(14, 34))]
        parts.append(_stroke(ink(), line, *stalk))
        for _ in range(int(rng.integers(1, 6))):
            root = stalk[int(rng.integers(1, 4))]
            tip = (root[0] + rng.normal() * 12, root[1] + rng.normal() * 9)
            leaf = _leaf(root, tip, rng.uniform(0.15, 0.45))
            parts.append(_shape(leaf, ink(), line * 0.7 if rng.random() < 0.4 else 0))
        for _ in range(int(rng.integers(0, 3))):
            cx, cy = stalk[-1][0] + rng.normal() * 5, stalk[-1][1] + rng.normal() * 6
            petals, r = int(rng.integers(4, 9)), rng.uniform(3, 8)
            colour = ink()
            for k in range(petals):
                a = 2 * np.pi * k / petals
                tip = (cx + r * np.cos(a), cy + r * np.sin(a))
                parts.append(_shape(_leaf((cx, cy), tip, 0.4), colour, line * 0.5 if rng.random() < 0.3 else 0))
            parts.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{r * 0.3:.1f}" fill="{ink()}"/>')
    if characters and rng.random() < 0.75:
        character = list(characters)[int(rng.integers(len(characters)))]
        x, y, size = rng.uniform(9, 51), rng.uniform(9, 22), rng.uniform(10, 22)
        parts.append(
            f'<path d="{characters[character]}" transform="translate({x:.1f} {y:.1f})scale({size / 100:.3f})" '
            f'fill="{ink()}"/>'
        )
    return "".join(parts)


def raster(svg: str, fill: float = 0.86, height: int = HEIGHT) -> Picture:
    """A face's SVG -> its texture (`textures.Picture`), height × 3/4 height."""
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    rgba = cv2.cvtColor(decoded(png), cv2.COLOR_BGRA2RGBA)
    alpha = rgba[..., 3:].astype(np.float32) / 255
    art = linear(rgba[..., :3] / 255) * alpha + 1 - alpha
    wide = height * WIDTH // HEIGHT
    scale = fill * height / art.shape[0]
    shrink = np.array([[scale, 0, wide * (1 - fill) / 2], [0, scale, height * (1 - fill) / 2]], np.float32)
    return cv2.warpAffine(art, shrink, (wide, height), flags=cv2.INTER_AREA, borderValue=(1, 1, 1)).astype(np.float32)


def in_one_ink(art: Picture, ink: tuple[float, float, float]) -> Picture:
    """Every stroke in one colour (sRGB 0-1), as red fives are, and cheap sets."""
    cover = 1 - art.min(axis=2, keepdims=True)
    return (1 - cover * (1 - linear(ink))).astype(np.float32)


def recoloured(art: Picture, rng: Generator, name: str) -> Picture:
    """The same face in other inks: what a tile is never depends on its colours."""
    chance = rng.random()
    if name[0] == "5" and chance < 0.3:
        return in_one_ink(art, (rng.uniform(0.65, 0.95), rng.uniform(0.05, 0.2), rng.uniform(0.05, 0.25)))
    if chance < 0.4:
        ink = tuple(rng.uniform(0.02, 0.55, 3))
        return in_one_ink(art, (ink[0], ink[1], ink[2]))
    if chance < 0.55:
        return np.ascontiguousarray(art[..., rng.permutation(3)])
    if chance < 0.7:  # faded, or deeper
        return (art ** rng.uniform(0.5, 1.6)).astype(np.float32)
    return art


class ByChance:
    """Faces of one style drawn by us, with a bird, flowers and inks by chance; every name has its own seed."""

    def __init__(self, rng: Generator, fonts: tuple[Path, ...] = (), height: int = HEIGHT) -> None:
        self.style = some_style(rng, fonts)
        self.fill, self.height = float(rng.uniform(0.76, 0.94)), height
        self.characters = _flower_characters(self.style.glyphs)
        self.seed = int(rng.integers(2**31))
        self.birds = rng.random() < 0.7  # else one of datasets.birds

    def texture(self, name: str) -> Picture:
        rng = np.random.default_rng((self.seed, *map(ord, name)))
        if name == "1s" and self.birds:
            inner = some_bird(rng, self.style)
        elif name == "flower":
            inner = some_flower(rng, self.style, self.characters)
        else:
            inner = faces.face(name, self.style)
        if name == "1s" and self.birds and self.style.index:
            inner += glyph(self.style, "1", 15, self.style.index_ink).replace(
                'transform="', f'transform="translate({7 if self.style.index == "left" else 53} 9)'
            )
        return recoloured(raster(_document(inner, self.style), self.fill, self.height), rng, name)


class Mixed:
    """A photographed or drawn set in which some faces are replaced: its bird now and then, its fives red."""

    def __init__(self, base: Faces, rng: Generator, fonts: tuple[Path, ...] = ()) -> None:
        self.base, self.other = base, ByChance(rng, fonts)
        self.bird = rng.random() < 0.3
        self.seed = int(rng.integers(2**31))

    def texture(self, name: str) -> Picture:
        if name == "1s" and self.bird:
            return self.other.texture(name)
        art = self.base.texture(name)
        rng = np.random.default_rng((self.seed, *map(ord, name)))
        return recoloured(art, rng, name) if rng.random() < 0.35 else art


def some_set(rng: Generator, folders: Sequence[Path], fonts: tuple[Path, ...]) -> Faces:
    """The faces of one set: one photographed design in three of five, else drawn."""
    if folders and rng.random() < 0.6:
        return Mixed(Pictured(folders[int(rng.integers(len(folders)))], rng), rng, fonts)
    return ByChance(rng, fonts)


def fonts(*, apart: bool = False) -> tuple[Path, ...]:
    """Debian's fonts, those kept apart or all others. Raises FileNotFoundError naming a missing one."""
    found = []
    for name in APART_FONTS if apart else TRAINED_FONTS:
        path = next(iter(sorted(FONTS.rglob(name))), None)
        if path is None:
            raise FileNotFoundError(f"the font {name} is not under {FONTS}; datasets/README.md lists the packages")
        found.append(path)
    return tuple(found)


def _document(inner: str, style: Style) -> str:
    scale = HEIGHT / faces.HEIGHT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{faces.WIDTH * scale:g}" height="{faces.HEIGHT * scale:g}" '
        f'viewBox="0 0 {faces.WIDTH} {faces.HEIGHT}">{faces.defs(style)}{inner}</svg>'
    )


@cache
def _flower_characters(glyphs: str) -> Mapping[str, str]:
    if not glyphs.endswith(("ttf", "ttc", "otf")):
        return {}
    return trace(Path(glyphs), characters=FLOWERS + "12345678")


NAMES = (*(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)), *OTHERS, "flower")
"""Every face that `ByChance` draws."""
