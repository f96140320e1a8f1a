"""Tile faces drawn by us, as SVG: 27 kinds, winds and dragons, in styles that differ as bought sets do.

A face is 60 x 80 units, drawn on nothing (the tile is drawn by who uses it). Dots, sticks and 萬 are drawn
once per style in `defs` and used many times, which keeps the page's sprite small.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from datasets.birds import BIRDS, INKS, Inks
from datasets.glyphs import HONOURS, NUMBERS, outlines

WIDTH, HEIGHT = 60, 80
OTHERS = (*"ESWNRG", "H")
"""Faces of class `other`: four winds, red, green and white dragon."""


@dataclass(frozen=True, slots=True)
class Style:
    """What one bought set differs in from another."""

    glyphs: str = "kai"  # a style of glyphs.json or a font file
    bold: float = 5.0  # stroke added around characters, in hundredths of an em
    inks: Inks = INKS
    paper: str = "#fffdf5"
    number: str = "b"  # ink of 一 … 九
    squat: float = 0.84  # height of 一 … 九 as a part of their width
    five: str = "伍"
    wan: str = "萬"
    dots: str = "rings"  # rings | wheel | cross | solid
    dot_inks: str = "gbr"  # first, second and accent ink of 筒
    sticks: str = "bone"  # bone | slit | beads
    stick_inks: str = "gbr"  # of 条: most, the middle of 7s, accent
    bird: str = "peacock"
    index: str = ""  # corner digit: "" | "left" | "right"
    index_ink: str = "r"

    def ink(self, letter: str) -> str:
        """The colour of b, r, g or k."""
        return str(getattr(self.inks, letter))


PLAIN = Style()

_DOTS = {  # rank: (x, y, radius, ink number)
    2: ((30, 21.5, 14, 0), (30, 58.5, 14, 1)),
    3: ((14.5, 17, 11, 1), (30, 40, 11, 2), (45.5, 63, 11, 0)),
    4: ((17, 21, 11.5, 1), (43, 21, 11.5, 0), (17, 59, 11.5, 0), (43, 59, 11.5, 1)),
    5: tuple(
        (x, y, 10.3, ink)
        for x, y, ink in ((14.5, 18, 1), (45.5, 18, 0), (30, 40, 2), (14.5, 62, 0), (45.5, 62, 1))
    ),
    6: tuple((x, y, 9.8, ink) for y, ink in ((14, 0), (45, 2), (66, 2)) for x in (19, 41)),
    7: (
        (12, 10.5, 8.3, 0), (29, 18, 8.3, 0), (46, 25.5, 8.3, 0),
        (20, 46, 9.4, 2), (40, 46, 9.4, 2), (20, 66.5, 9.4, 2), (40, 66.5, 9.4, 2),
    ),
    8: tuple((x, y, 9, 1) for y in (11.5, 30.5, 49.5, 68.5) for x in (20, 40)),
    9: tuple((x, y, 8.6, ink) for y, ink in ((14, 0), (40, 2), (66, 1)) for x in (11, 30, 49)),
}  # fmt: skip

_STICKS = {  # rank: (x, y, length, ink number)
    2: ((30, 21.5, 30, 0), (30, 58.5, 30, 0)),
    3: ((30, 21.5, 30, 0), (17, 58.5, 30, 0), (43, 58.5, 30, 0)),
    4: tuple((x, y, 30, 0) for y in (21.5, 58.5) for x in (17, 43)),
    5: (*((x, y, 30, 0) for y in (21.5, 58.5) for x in (13, 47)), (30, 40, 30, 2)),
    6: tuple((x, y, 30, 0) for y in (21.5, 58.5) for x in (13, 30, 47)),
    7: ((30, 14.5, 20, 2), *((x, y, 22, 1 if x == 30 else 0) for y in (39, 64) for x in (13, 30, 47))),
    9: tuple((x, y, 22, 2 if x == 30 else 0) for y in (15, 40, 65) for x in (13, 30, 47)),
}


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _use(name: str, x: float, y: float, scale: float = 1, turn: float = 0, wide: float = 1) -> str:
    move = f"translate({_number(x)} {_number(y)})"
    turned = f"rotate({_number(turn)})" if turn else ""
    across = scale * wide
    scaled = "" if across == scale == 1 else f"scale({_number(across)}" + (f" {_number(scale)})" if wide != 1 else ")")
    return f'<use href="#{name}" transform="{move}{turned}{scaled}"/>'


def _dot(style: Style, ink: str) -> str:
    """One small 筒 of radius 10 around (0, 0)."""
    colour = style.ink(ink)
    rim = f'<circle r="8.6" fill="none" stroke="{colour}" stroke-width="2.8"/>'
    if style.dots == "rings":
        return (
            rim
            + f'<circle r="4.7" fill="none" stroke="{colour}" stroke-width="2.3"/>'
            + f'<circle r="1.9" fill="{colour}"/>'
        )
    if style.dots == "solid":
        ring = f'<circle r="5.8" fill="none" stroke="{style.paper}" stroke-width="1.6"/>'
        return f'<circle r="9.8" fill="{colour}"/>' + ring
    arms = 4 if style.dots == "cross" else 8
    spokes = "".join(f'<path d="M0-3.4V-8" transform="rotate({360 * k // arms + 45})"/>' for k in range(arms))
    width = 3.6 if arms == 4 else 1.8
    return (
        rim + f'<g stroke="{colour}" stroke-width="{width}">{spokes}</g>'
        f'<circle r="3.2" fill="none" stroke="{colour}" stroke-width="1.8"/>'
    )


def _wheel(style: Style) -> str:
    """1p, of radius 22 around (0, 0)."""
    first, second, accent = (style.ink(ink) for ink in style.dot_inks)
    petals = "".join(f'<path d="M0-18.5c4 2 4 6 0 8c-4-2-4-6 0-8z" transform="rotate({30 * k})"/>' for k in range(12))
    return (
        f'<circle r="20.7" fill="none" stroke="{second}" stroke-width="2.6"/><g fill="{first}">{petals}</g>'
        f'<circle r="8.3" fill="none" stroke="{accent}" stroke-width="2.2"/>'
        f'<path d="M-4.6 0H4.6M0-4.6V4.6" stroke="{accent}" stroke-width="2.6" stroke-linecap="round"/>'
    )


def _stick(style: Style, ink: str) -> str:
    """One bamboo, upright, 30 long and about 8 wide around (0, 0)."""
    colour = style.ink(ink)
    if style.sticks == "beads":
        beads = "".join(f'<circle cy="{y}" r="4"/>' for y in (-10.5, -3.5, 3.5, 10.5))
        return f'<g fill="none" stroke="{colour}" stroke-width="2.2">{beads}</g>'
    if style.sticks == "slit":
        return (
            f'<path d="M0-11V11" stroke="{colour}" stroke-width="7.6" stroke-linecap="round"/>'
            f'<path d="M0-10.5V-2M0 2V10.5" stroke="{style.paper}" stroke-width="1.7"/>'
        )
    half = (
        "M0 0C4.4 .6 5 1.4 4.6 2.6L3.5 6L4.4 11.4C4.9 13.6 3 15 0 15"
        "S-4.9 13.6-4.4 11.4L-3.5 6L-4.6 2.6C-5 1.4-4.4 .6 0 0Z"
    )
    return (
        f'<path d="{half}" fill="{colour}"/><path d="{half}" fill="{colour}" transform="scale(1-1)"/>'
        f'<path d="M0-12V-3.5M0 3.5V12" stroke="{style.paper}" stroke-width="1.5" stroke-linecap="round"/>'
    )


def glyph(style: Style, character: str, size: float, ink: str) -> str:
    """A character around (0, 0), `size` units an em."""
    colour = style.ink(ink)
    return (
        f'<path d="{outlines(style.glyphs)[character]}" transform="scale({_number(size / 100)})" '
        f'fill="{colour}" stroke="{colour}" stroke-width="{_number(style.bold)}" stroke-linejoin="round"/>'
    )


def defs(style: Style = PLAIN) -> str:
    """The parts that faces of this style use: `d…` dots, `s…` sticks by ink, `wan`."""
    parts = [f'<g id="d{ink}">{_dot(style, ink)}</g>' for ink in dict.fromkeys(style.dot_inks)]
    parts += [f'<g id="s{ink}">{_stick(style, ink)}</g>' for ink in dict.fromkeys(style.stick_inks)]
    return "<defs>" + "".join(parts) + f'<g id="wan">{glyph(style, style.wan, 44, "r")}</g></defs>'


def _dots(rank: int, style: Style) -> Iterator[str]:
    if rank == 1:
        yield f'<g transform="translate(30 40)scale(1.12)">{_wheel(style)}</g>'
    for x, y, radius, ink in _DOTS.get(rank, ()):
        yield _use(f"d{style.dot_inks[ink]}", x, y, radius / 10)


def _bamboo(rank: int, style: Style) -> Iterator[str]:
    if rank == 1:
        yield BIRDS[style.bird](style.inks, style.paper)
    if rank == 8:  # W over M
        name = f"s{style.stick_inks[0]}"
        for y, sign in ((21.5, 1), (58.5, -1)):
            yield from (_use(name, x, y, 0.98) for x in (10, 50))
            yield from (_use(name, 30 + side * 9.6, y + sign * 1.5, 0.9, sign * side * -41) for side in (-1, 1))
    for x, y, length, ink in _STICKS.get(rank, ()):
        yield _use(f"s{style.stick_inks[ink]}", x, y, length / 30, wide=30 / length)


def _characters(rank: int, style: Style) -> Iterator[str]:
    number = style.five if rank == 5 else NUMBERS[rank - 1]
    drawn = glyph(style, number, 40, style.number)
    yield f'<g transform="translate(30 19)scale(1 {style.squat})">{drawn}</g>'
    yield _use("wan", 30, 57)


def _honour(letter: str, style: Style) -> Iterator[str]:
    if letter == "H":
        colour = style.ink("b")
        yield (
            f'<path d="M10 10H50V70H10Z" fill="none" stroke="{colour}" stroke-width="4"/>'
            f'<path d="M16 16H44V64H16Z" fill="none" stroke="{colour}" stroke-width="1.6"/>'
        )
        return
    ink = {"R": "r", "G": "g"}.get(letter, style.number)
    character = HONOURS[OTHERS.index(letter)]
    yield f'<g transform="translate(30 40)">{glyph(style, character, 52, ink)}</g>'


def face(name: str, style: Style = PLAIN) -> str:
    """Markup of a face: `1m` … `9s`, or one of OTHERS; it uses the parts of `defs(style)`."""
    if name in OTHERS:
        return "".join(_honour(name, style))
    rank, suit = int(name[0]), name[1]
    drawn = "".join({"m": _characters, "p": _dots, "s": _bamboo}[suit](rank, style))
    if style.index:
        x = 7 if style.index == "left" else 53
        drawn += f'<g transform="translate({x} 9)">{glyph(style, name[0], 15, style.index_ink)}</g>'
    return drawn


def svg(name: str, style: Style = PLAIN, scale: float = 1) -> str:
    """A face as a document of its own, transparent where there is no ink."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH * scale}" height="{HEIGHT * scale}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">{defs(style)}{face(name, style)}</svg>'
    )
