"""The page's tiles: one SVG with a <symbol> a tile.

    python -m datasets.sprite        writes api/page/tiles.svg

Symbols `1m` … `9s`, `other` (a tile that a 108-tile set lacks) and `back`, each 64 x 88 with the tile's body:
<svg width="36" height="50"><use href="tiles.svg#5p"/></svg>. Attributes only, no styles: a strict
Content-Security-Policy lets it through.
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path

from datasets.faces import PLAIN, Style, defs, face, glyph
from scoring.tiles import Tile

FILE = Path(__file__).parents[1] / "api" / "page" / "tiles.svg"
LONG = 400  # characters; shorter paths are drawn by us and have few points
BACK, LIP, EDGE = "#1c7a55", "#125a3e", "#b9b39f"


def _symbol(name: str, drawn: str) -> str:
    """A face stands 2 right of and below the body's corner."""
    return f'<symbol id="{name}" viewBox="-2 -2 64 88">{drawn}</symbol>'


def sprite(style: Style = PLAIN) -> str:
    """The sprite as a text."""
    body = (
        f'<g id="body"><rect x="-1" y="5" width="62" height="80" rx="8" fill="{LIP}"/>'
        f'<rect x="-.5" y="-.5" width="61" height="81" rx="7.5" fill="{style.paper}" stroke="{EDGE}"/></g>'
    )
    back = (
        f'<rect x="-1" y="5" width="62" height="80" rx="8" fill="#e9e4d2"/>'
        f'<rect x="-.5" y="-.5" width="61" height="81" rx="7.5" fill="{BACK}" stroke="{LIP}"/>'
        f'<rect x="6" y="6" width="48" height="68" rx="4" fill="none" stroke="#7fb59f" stroke-width="2"/>'
    )
    symbols = [_symbol(str(tile), f'<use href="#body"/>{face(str(tile), style)}') for tile in Tile]
    other = f'<use href="#body"/><g transform="translate(30 40)">{glyph(style, "字", 46, "k")}</g>'
    symbols += [_symbol("other", other), _symbol("back", back)]
    parts = defs(style).replace("</defs>", body + "</defs>")
    return _coarse(f'<svg xmlns="http://www.w3.org/2000/svg">{parts}\n' + "\n".join(symbols) + "\n</svg>\n", style)


def _coarse(svg: str, style: Style) -> str:
    """Fewer bytes, nothing to be seen at a tile's size: characters' outlines in whole units, a hundredth of their
    size, each point counted from the last one; what is only moved says so in x and y.
    """
    for part in "ds":  # the same in three colours
        svg = _one_for_three(svg, part, style)
    svg = re.sub(r' transform="translate\(([^\s()]+) ([^\s()]+)\)"/>', r' x="\1" y="\2"/>', svg)
    svg = re.sub(r'(?:<use href="#\w+" transform="translate\([\d.]+ [\d.]+\)scale\([\d. ]+\)"/>)+', _scaled, svg)
    return re.sub(rf'd="([^"]{{{LONG},}})"', lambda path: f'd="{_relative(path[1])}"', svg)


def _scaled(uses: re.Match[str]) -> str:
    """Parts in a row that are drawn in the same scale, in one group of that scale."""
    parts = re.findall(r'href="#(\w+)" transform="translate\(([\d.]+) ([\d.]+)\)scale\(([\d. ]+)\)"', uses[0])
    rows = itertools.groupby(parts, lambda part: part[3])
    return "".join(
        f'<g transform="scale({scale})">{"".join(_placed(*part) for part in row)}</g>' for scale, row in rows
    )


def _placed(name: str, x: str, y: str, scale: str) -> str:
    wide, high = (*scale.split(), scale)[:2]
    return f'<use href="#{name}" x="{float(x) / float(wide):.4g}" y="{float(y) / float(high):.4g}"/>'


def _one_for_three(svg: str, part: str, style: Style) -> str:
    """Groups `dg`, `db`, `dr` that differ in a colour become one in the current colour, and three that use it."""
    groups = re.findall(rf'<g id="({part}[gbr])">(.*?)</g>', svg)
    for at, (name, drawn) in enumerate(groups):
        colour = style.ink(name[1])
        base = f'<g id="{part}">{drawn.replace(colour, "currentColor")}</g>' if not at else ""
        svg = svg.replace(
            f'<g id="{name}">{drawn}</g>', f'{base}<g id="{name}" color="{colour}"><use href="#{part}"/></g>'
        )
    return svg


STEP = 4  # hundredths of a character; a shorter step of an outline waits for the next one
POINTS = {"M": 1, "L": 1, "Q": 2, "H": 1, "V": 1}  # a command's points


def _relative(path: str) -> str:
    """An outline of absolute M, L, H, V, Q and Z as relative m, l, q and z, on whole units without smallest steps."""
    here, begun, written, last = (0, 0), (0, 0), [], ""
    for command, listed in re.findall(r"([A-Z])([^A-Z]*)", path):
        if command == "Z":
            written.append("z")
            here, last = begun, "z"
            continue
        numbers = [round(float(number)) for number in re.findall(r"-?[\d.]+", listed)]
        if command in "HV":
            points = [(n, here[1]) if command == "H" else (here[0], n) for n in numbers]
        else:
            points = list(zip(numbers[::2], numbers[1::2], strict=True))
        step = POINTS[command]
        for at in range(0, len(points), step):
            name = "q" if command == "Q" else "m" if command == "M" and not at else "l"
            moved = [(x - here[0], y - here[1]) for x, y in points[at : at + step]]
            end = points[at + step - 1]
            if name == "m":
                begun = end
            elif max(map(abs, moved[-1])) <= STEP:
                continue
            here = end
            text = " ".join(str(n) for point in moved for n in point).replace(" -", "-")
            written.append(name + text if name != last else text if text[0] == "-" else " " + text)
            last = name
    return "".join(written)


def main() -> None:
    """Write the sprite."""
    FILE.write_text(sprite(), encoding="utf-8")


if __name__ == "__main__":
    main()
