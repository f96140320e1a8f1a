"""Faces that no folder has: drawn by chance, with a bird and flowers of their own (`birds_by_chance`), sets in one ink,
red fives, faces of photographed designs. Everything depends on the generator that is handed in, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path

import cv2
import numpy as np
import resvg_py
from numpy.random import Generator

from datasets import birds_spread, faces
from datasets.birds_by_chance import some_bird, some_flower
from datasets.faces import OTHERS, Style, glyph
from datasets.glyphs import FONTS, trace
from datasets.pictures import decoded
from datasets.sets import some_style
from datasets.textures import HEIGHT, WIDTH, Faces, Picture, Pictured, linear

Drawing = Callable[[Generator, Style], str]
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
            inner = _one(rng, some_bird, birds_spread.BIRDS)(rng, self.style)
        elif name == "flower":
            flower = partial(some_flower, characters=self.characters)
            inner = _one(rng, flower, birds_spread.OTHERS)(rng, self.style)
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


def _one(rng: Generator, usual: Drawing, others: Sequence[Drawing]) -> Drawing:
    """The usual way to draw it half of the time, else one of the others."""
    return usual if rng.random() < 0.5 else others[int(rng.integers(len(others)))]


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
