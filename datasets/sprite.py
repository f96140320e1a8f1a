"""The page's tiles: one SVG with a <symbol> a tile.

    python -m datasets.sprite        writes api/page/tiles.svg

Symbols `1m` … `9s`, `other` (a tile that a 108-tile set lacks) and `back`, each 64 x 88 with the tile's body:
<svg width="36" height="50"><use href="tiles.svg#5p"/></svg>. Attributes only, no styles: a strict
Content-Security-Policy lets it through.
"""

from __future__ import annotations

import re
from pathlib import Path

from datasets.faces import PLAIN, Style, defs, face, glyph
from scoring.tiles import Tile

FILE = Path(__file__).parents[1] / "api" / "page" / "tiles.svg"
LONG = 400  # characters; shorter paths are drawn by us and have few points
BACK, LIP, EDGE = "#1c7a55", "#125a3e", "#b9b39f"


def _symbol(name: str, drawn: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 64 88">{drawn}</symbol>'


def sprite(style: Style = PLAIN) -> str:
    """The sprite as a text."""
    body = (
        f'<g id="body"><rect x="1" y="7" width="62" height="80" rx="8" fill="{LIP}"/>'
        f'<rect x="1.5" y="1.5" width="61" height="81" rx="7.5" fill="{style.paper}" stroke="{EDGE}"/></g>'
    )
    back = (
        f'<rect x="1" y="7" width="62" height="80" rx="8" fill="#e9e4d2"/>'
        f'<rect x="1.5" y="1.5" width="61" height="81" rx="7.5" fill="{BACK}" stroke="{LIP}"/>'
        f'<rect x="8" y="8" width="48" height="68" rx="4" fill="none" stroke="#7fb59f" stroke-width="2"/>'
    )
    symbols = [
        _symbol(str(tile), f'<use href="#body"/><g transform="translate(2 2)">{face(str(tile), style)}</g>')
        for tile in Tile
    ]
    other = f'<use href="#body"/><g transform="translate(32 42)">{glyph(style, "字", 46, "k")}</g>'
    symbols += [_symbol("other", other), _symbol("back", back)]
    parts = defs(style).replace("</defs>", body + "</defs>")
    return _coarse(f'<svg xmlns="http://www.w3.org/2000/svg">{parts}\n' + "\n".join(symbols) + "\n</svg>\n")


def _coarse(svg: str) -> str:
    """Characters' outlines to whole units, a hundredth of their size: unseen at a tile's size, fewer bytes."""

    def whole(path: re.Match[str]) -> str:
        numbers = re.sub(r"-?\d+(\.\d+)?", lambda number: f"{round(float(number[0]))}", path[0][2:])
        return "d=" + numbers.replace("-0", "0").replace(" -", "-")

    return re.sub(rf'd="[^"]{{{LONG},}}"', whole, svg)


def main() -> None:
    """Write the sprite."""
    FILE.write_text(sprite(), encoding="utf-8")


if __name__ == "__main__":
    main()
