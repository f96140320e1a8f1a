"""Faces that games and fonts of Debian 12 bring, cut out into folders of pictures as `textures.Pictured` reads them.

    python -m datasets.packaged runs/packaged

Needs the packages of PACKAGES (`datasets/README.md` has their licences). One folder for each design: `1m.png` …
`9s.png`, winds and dragons as in `faces.OTHERS`, `flower1.png` … where the design has flowers.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from datasets.pictures import decoded

PACKAGES = "xmahjongg gnome-mahjongg kdegames-mahjongg-data-kf5 fonts-symbola fonts-freefont-ttf fonts-noto-core"
SHARE = Path("/usr/share")
SUITS = {suit: [f"{rank}{suit}" for rank in range(1, 10)] for suit in "mps"}
FLOWERS = [f"flower{k}" for k in range(1, 9)]
USUAL = [*SUITS["p"], *"NWSERG", *SUITS["m"], *SUITS["s"], *FLOWERS[:4], "H", *FLOWERS[4:]]
SHEETS: dict[str, tuple[str, int, int, list[str], tuple[float, float]]] = {
    "dorothys": ("games/xmahjongg/tiles/dorothys.gif", 21, 4, USUAL, (0.8, 0.84)),
    "dorwhite": ("games/xmahjongg/tiles/dorwhite.gif", 21, 4, USUAL, (0.8, 0.84)),
    "gnome": ("games/xmahjongg/tiles/gnome.gif", 21, 4, USUAL, (0.88, 0.88)),
    "gnome2": (
        "games/xmahjongg/tiles/gnome2.gif", 21, 4, [*SUITS["s"], *"NWSERG", *SUITS["m"], *SUITS["p"]], (0.9, 0.9)
    ),
    "real": ("games/xmahjongg/tiles/real.gif", 9, 5,
             [*SUITS["p"], *SUITS["s"], *SUITS["m"], *FLOWERS[:4], *"NSEW", "", *FLOWERS[4:], "G", "", "R"],
             (0.96, 0.96)),
    "smooth": ("gnome-mahjongg/themes/smooth.png", 43, 2, USUAL, (0.84, 0.88)),
}  # fmt: skip
"""File, columns, rows, the faces in their order, and the part of a cell that shows the face (width, height), from its
top left."""
DRAWINGS = ("default", "classic", "traditional")
NUMBERS = {"CHARACTER": SUITS["m"], "ROD": SUITS["p"], "BAMBOO": SUITS["s"], "SEASON": FLOWERS[:4],
           "FLOWER": FLOWERS[4:]}  # fmt: skip
FONTS = ("Symbola_hint.ttf", "FreeSerif.ttf", "NotoSansSymbols2-Regular.ttf")
POINTS = [*"ESWNRGH", *SUITS["m"], *SUITS["s"], *SUITS["p"], *FLOWERS]
"""The faces from U+1F000 on."""
Pixels = NDArray[np.uint8]
SIZE = (240, 320)
LINK = "{http://www.w3.org/1999/xlink}href"


def sheet(name: str) -> Iterator[tuple[str, Pixels]]:
    """The faces of one of SHEETS: name, RGB."""
    file, columns, rows, names, (across, down) = SHEETS[name]
    with Image.open(SHARE / file) as picture:
        pixels = np.asarray(picture.convert("RGB"))
    high, wide = pixels.shape[0] / rows, pixels.shape[1] / columns
    for place, face in enumerate(names):
        row, column = divmod(place, columns)
        x, y = column * wide, row * high
        if face:
            left, right = round(x + wide * 0.04), round(x + wide * across)
            part = pixels[round(y + high * 0.03) : round(y + high * down), left:right]
            yield face, np.asarray(cv2.resize(part, SIZE, interpolation=cv2.INTER_CUBIC), np.uint8)


def drawing(name: str) -> Iterator[tuple[str, Pixels]]:
    """The faces of a tile set of KDE's games, each on white."""
    root = ElementTree.fromstring(gzip.decompress((SHARE / f"kmahjongglib/tilesets/{name}.svgz").read_bytes()))
    above = {child: parent for parent in root.iter() for child in parent}
    known = {part.get("id"): part for part in root.iter()}
    for group, faces in NUMBERS.items():
        for number, face in enumerate(faces, 1):
            part = known.get(f"{group}_{number}")
            if part is not None:  # not every set has flowers
                yield face, _alone(root, part, above)


def _alone(root: ElementTree.Element, part: ElementTree.Element, above: dict) -> Pixels:  # type: ignore[type-arg]
    """One element of a drawing, cut to what it shows, on white, with room around."""
    namespace = root.tag.split("}")[0] + "}"
    shown = ElementTree.Element(f"{namespace}use", {LINK: f"#{part.get('id')}"})
    parent = above.get(part)
    while parent is not None and parent is not root:
        shell = ElementTree.Element(f"{namespace}g", {k: v for k, v in parent.attrib.items() if k == "transform"})
        shell.append(shown)
        shown, parent = shell, above.get(parent)
    fresh = ElementTree.Element(root.tag, root.attrib)
    hidden = ElementTree.SubElement(fresh, f"{namespace}defs")
    hidden.extend(root)
    fresh.append(shown)
    svg = ElementTree.tostring(fresh, encoding="unicode")
    data = resvg_py.svg_to_bytes(svg_string=svg, zoom=3, skip_system_fonts=True)
    pixels = cv2.cvtColor(decoded(data), cv2.COLOR_BGRA2RGBA)
    ys, xs = np.nonzero(pixels[..., 3] > 8)
    if not len(ys):
        raise ValueError(part.get("id"))
    pixels = pixels[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    cover = pixels[..., 3:] / 255
    return _centred(np.asarray(pixels[..., :3] * cover + 255 * (1 - cover), np.uint8))


def _centred(art: Pixels) -> Pixels:
    """In the middle of a face."""
    wide, high = SIZE
    scale = min(0.82 * wide / art.shape[1], 0.84 * high / art.shape[0])
    art = np.asarray(cv2.resize(art, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    face = np.full((high, wide, 3), 255, np.uint8)
    y, x = (high - art.shape[0]) // 2, (wide - art.shape[1]) // 2
    face[y : y + art.shape[0], x : x + art.shape[1]] = art
    return face


def font(name: str) -> Iterator[tuple[str, Pixels]]:
    """The faces that a font has among its symbols, without their frames."""
    path = next(iter(sorted((SHARE / "fonts").rglob(name))))
    pen = ImageFont.truetype(str(path), 400)
    for offset, face in enumerate(POINTS):
        character = chr(0x1F000 + offset)
        box = pen.getbbox(character)
        if box[2] <= box[0]:
            continue
        picture = Image.new("L", (round(box[2] - box[0]), round(box[3] - box[1])), 255)
        ImageDraw.Draw(picture).text((-box[0], -box[1]), character, 0, pen)
        art = np.asarray(picture)
        high, wide = art.shape
        inner = art[round(high * 0.09) : round(high * 0.91), round(wide * 0.11) : round(wide * 0.89)]
        yield face, np.asarray(cv2.cvtColor(cv2.resize(inner, SIZE, interpolation=cv2.INTER_AREA), cv2.COLOR_GRAY2RGB))


def write(out: Path) -> None:
    """All designs."""
    parts = [(name, sheet(name)) for name in SHEETS]
    parts += [(f"kde_{name}", drawing(name)) for name in DRAWINGS]
    parts += [(name.split(".")[0], font(name)) for name in FONTS]
    for name, faces in parts:
        (out / name).mkdir(parents=True, exist_ok=True)
        for face, pixels in faces:
            cv2.imwrite(str(out / name / f"{face}.png"), pixels[..., ::-1])


if __name__ == "__main__":
    write(Path(sys.argv[1]))
