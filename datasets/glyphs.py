"""The characters on the tiles as outlines, taken once from free fonts: drawing needs no font.

    python -m datasets.glyphs        (needs fonttools and Debian's fonts-cns11643-kai and fonts-lxgw-wenkai)

glyphs.json: {style: {character: SVG path}}, each outline centred on (0, 0), y down, 100 units an em.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

NUMBERS = "一二三四五六七八九"
HONOURS = "東南西北中發"
CHARACTERS = NUMBERS + "伍萬万" + HONOURS + "字123456789"
FILE = Path(__file__).with_name("glyphs.json")
FONTS = Path("/usr/share/fonts")
SOURCES = {  # style: font file, face in it
    "kai": ("truetype/cns11643/TW-Kai-98_1.ttf", ""),
    "wenkai": ("truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf", ""),
}


@cache
def _committed() -> Mapping[str, Mapping[str, str]]:
    loaded: dict[str, dict[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return loaded


@cache
def outlines(style: str) -> Mapping[str, str]:
    """{character: path} of a committed style, or of a font file that lies on this machine (needs fonttools)."""
    return _committed().get(style) or trace(Path(style))


def trace(font: Path, name: str = "", characters: str = CHARACTERS) -> dict[str, str]:
    """The outlines of a font's characters; those it lacks are left out. `name`: a collection's face."""
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.ttCollection import TTCollection

    if font.suffix == ".ttc":
        faces = TTCollection(str(font)).fonts
        face = next((f for f in faces if f["name"].getDebugName(4) == name), faces[0])
    else:
        face = TTFont(str(font))
    glyphs, names, em = face.getGlyphSet(), face.getBestCmap(), face["head"].unitsPerEm
    found: dict[str, str] = {}
    for character in characters:
        if ord(character) not in names:
            continue
        glyph = glyphs[names[ord(character)]]
        bounds = BoundsPen(glyphs)
        glyph.draw(bounds)
        if bounds.bounds is None:
            continue
        x1, y1, x2, y2 = bounds.bounds
        scale = 100 / em
        pen = SVGPathPen(glyphs, ntos=lambda value: f"{value:.1f}".rstrip("0").rstrip("."))
        glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, -scale * (x1 + x2) / 2, scale * (y1 + y2) / 2)))
        found[character] = pen.getCommands()
    return found


def main() -> None:
    """Write glyphs.json anew."""
    traced = {style: trace(FONTS / file, name) for style, (file, name) in SOURCES.items()}
    FILE.write_text(json.dumps(traced, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
