"""Birds that spread out, by chance: peacocks from the front with a fan of eyes, wings spread wide, cranes on long legs;
and what is put on tiles of class `other` beside flowers: dragons and jokers. As in `birds_by_chance`, everything
depends on the generator that is handed in, in the 60 × 80 units of a face.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.random import Generator

from datasets.birds_by_chance import leaf, shape, stroke
from datasets.faces import Style

Ink = Callable[[], str]


def some_inks(rng: Generator, style: Style, most: int = 4) -> Ink:
    """One to `most` - 1 of the set's inks, one of them at each call."""
    inks = [style.ink(k) for k in rng.permutation(list("brgk"))[: int(rng.integers(1, most))]]
    return lambda: inks[int(rng.integers(len(inks)))]


def _circle(x: float, y: float, radius: float, colour: str, line: float = 0.0, fill: str = "none") -> str:
    look = f'fill="{fill}" stroke="{colour}" stroke-width="{line:.1f}"' if line else f'fill="{colour}"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" {look}/>'


def _eye(rng: Generator, x: float, y: float, size: float, style: Style, colours: tuple[str, str], way: int) -> str:
    """One eye of a tail: a ring with a dot, rings, a blot, a dot."""
    outer, inner = colours
    if way == 0:
        return _circle(x, y, size, outer, size * 0.35, style.paper) + _circle(x, y, size * 0.4, inner)
    if way == 1:
        return _circle(x, y, size, outer) + _circle(x, y, size * 0.62, style.paper) + _circle(x, y, size * 0.35, inner)
    if way == 2:
        return _circle(x, y, size, outer) + _circle(x, y, size * 0.45, inner)
    return _circle(x, y, size * rng.uniform(0.6, 0.8), inner)


def some_fan(rng: Generator, style: Style) -> str:
    """A peacock from the front or half from the side: rows of eyes on a fan, quills, and the body before it."""
    ink = some_inks(rng, style)
    x, y = rng.uniform(25, 35), rng.uniform(42, 60)
    half = np.radians(rng.uniform(55, 150))
    lean = rng.normal() * 0.2 - np.pi / 2
    rows, reach = int(rng.integers(1, 5)), min(rng.uniform(24, 44), y - 4)
    wide = min(1.0, 27 / (reach * max(np.sin(min(half, np.pi / 2)), 0.3)))
    line, way, squeeze = rng.uniform(0.7, 2.2), int(rng.integers(4)), rng.uniform(0.8, 1.0)
    outer, inner, quill = ink(), ink(), ink()
    parts = []
    for row in range(rows):
        radius = reach * (1 - row * rng.uniform(0.2, 0.27))
        count = max(4, round(half * radius / rng.uniform(4.5, 8)))
        size = min(rng.uniform(1.8, 4.6), 1.1 * half * radius / count)
        if rng.random() < 0.3:
            outer = ink()
        for angle in lean + np.linspace(-half, half, count):
            tip = (x + radius * wide * np.cos(angle), y + radius * squeeze * np.sin(angle))
            if rng.random() < 0.93 and row in (0, rows - 1):
                parts.append(stroke(quill, line * 0.7, (x, y), tip))
            parts.append(_eye(rng, *tip, size, style, (outer, inner), way))
    return "".join(parts) + _before(rng, style, ink, x, y)


def _before(rng: Generator, style: Style, ink: Ink, x: float, y: float) -> str:
    """Body, neck, head, crest and legs of a bird that stands before its fan."""
    body, long = ink(), rng.uniform(9, 17)
    outlined = rng.uniform(1.2, 2.4) if rng.random() < 0.4 else 0.0
    chest = (x + rng.normal() * 2, y + long * 0.6)
    head = (x + rng.normal() * 5, y - long * rng.uniform(0.5, 1.3))
    parts = [stroke(ink(), rng.uniform(1, 2.4), (x + s, chest[1] + 2), (x + s * 1.2, chest[1] + rng.uniform(6, 16)))
             for s in (-3.5, 3.5) if rng.random() < 0.8]  # fmt: skip
    parts.append(shape(leaf(head, chest, rng.uniform(0.3, 0.6)), body, outlined, style.paper))
    parts.append(f'<ellipse cx="{chest[0]:.1f}" cy="{chest[1] - 2:.1f}" rx="{rng.uniform(4, 9):.1f}" '
                 f'ry="{rng.uniform(5, 10):.1f}" fill="{body}"/>')  # fmt: skip
    size, way = rng.uniform(2.5, 5.5), rng.choice([-1, 1])
    parts.append(_circle(*head, size, body))
    beak = (head[0] + way * size * rng.uniform(1.5, 2.4), head[1] + rng.uniform(-0.5, 2))
    parts.append(stroke(ink(), rng.uniform(1.5, 3), head, beak))
    parts.append(_circle(head[0] + way, head[1] - 0.5, size * 0.35, style.paper))
    for k in range(int(rng.choice([0, 2, 3, 5]))):
        tip = (head[0] + (k - 2) * 2.2 + rng.normal(), head[1] - size - rng.uniform(3, 7))
        parts.append(stroke(ink(), 1.0, head, tip) + _circle(*tip, 1.1, ink()))
    for _ in range(int(rng.integers(0, 4))):
        at = (chest[0] + rng.normal() * 2, chest[1] - rng.uniform(0, 9))
        parts.append(stroke(style.paper, 1.1, (at[0] - 2, at[1]), (at[0], at[1] + 1.5), (at[0] + 2, at[1])))
    return "".join(parts)


def some_wings(rng: Generator, style: Style) -> str:
    """A sparrow or phoenix in flight: two wings of single feathers, a tail that hangs down or flows."""
    ink = some_inks(rng, style)
    x, y = rng.uniform(26, 34), rng.uniform(30, 44)
    line, parts = rng.uniform(1.2, 2.6), []
    outlined = line * 0.7 if rng.random() < 0.5 else 0.0
    plumes, flow = int(rng.integers(2, 8)), rng.normal() * 14
    for k in range(plumes):
        tip = (x + (k - plumes / 2) * rng.uniform(3, 9) + flow, min(77, y + rng.uniform(24, 42)))
        bow = ((x + tip[0]) / 2 + rng.normal() * 5, (y + tip[1]) / 2)
        colour = ink()
        parts.append(stroke(colour, line, (x, y + 6), bow, tip))
        if rng.random() < 0.6:
            parts.append(_eye(rng, *tip, rng.uniform(1.5, 4), style, (colour, ink()), int(rng.integers(4))))
    for side in (-1, 1):
        start, fold = rng.uniform(-0.3, 0.5), rng.uniform(0.6, 1.6)
        for k in range(int(rng.integers(4, 9))):
            angle = -start - fold * k / 8
            reach = rng.uniform(17, 27)
            tip = (x + side * reach * np.cos(angle), y + reach * 1.1 * np.sin(angle))
            parts.append(shape(leaf((x + side * 3, y), tip, rng.uniform(0.1, 0.22)), ink(), outlined, style.paper))
    return "".join(parts) + _before(rng, style, ink, x, y)


def some_crane(rng: Generator, style: Style) -> str:
    """Standing on long legs, the neck drawn up in a curve, the tail dark."""
    ink = some_inks(rng, style)
    x, y, line = rng.uniform(26, 36), rng.uniform(36, 46), rng.uniform(1.5, 3.2)
    outlined = line * 0.7 if rng.random() < 0.6 else 0.0
    body, tail = ink(), ink()
    head = (x - rng.uniform(8, 17), y - rng.uniform(18, 28))
    legs = "".join(
        stroke(ink(), line * 0.7, (x + s, y + 6), (x + s + rng.normal() * 2, 62), (x + s * 2, 76)) for s in (-2, 3)
    )
    neck = stroke(body, line * 1.5, (x - 6, y - 3), (x - 14 + rng.normal() * 3, y - 10), head)
    feathers = "".join(
        shape(leaf((x + 5, y), (x + rng.uniform(12, 22), y + rng.uniform(-4, 15)), 0.2), tail, 0)
        for _ in range(int(rng.integers(2, 6)))
    )
    breast = shape(leaf((x - 11, y - 3), (x + 14, y + 4), rng.uniform(0.35, 0.55)), body, outlined, style.paper)
    wing = shape(leaf((x - 4, y - 3), (x + 14, y + 2), 0.25), ink(), line * 0.6, style.paper)
    skull = _circle(*head, rng.uniform(2.5, 4.5), ink())
    bill = stroke(ink(), line * 0.8, head, (head[0] - rng.uniform(8, 13), head[1] + rng.normal() * 3))
    flip = ' transform="translate(60 0)scale(-1 1)"' if rng.random() < 0.5 else ""
    return f"<g{flip}>{legs}{feathers}{neck}{breast}{wing}{bill}{skull}</g>"


def some_dragon(rng: Generator, style: Style) -> str:
    """A winding body with scales, claws and horns: `other`."""
    ink = some_inks(rng, style)
    thick, turns = rng.uniform(3.5, 8), rng.uniform(1.2, 2.6)
    phase, reach = rng.uniform(0, 6), rng.uniform(9, 19)
    points = [(30 + reach * np.sin(phase + turns * 2 * np.pi * t), 12 + 60 * t) for t in np.linspace(0, 1, 14)]
    body, scale = ink(), ink()
    parts = [stroke(body, thick, *points)]
    parts += [stroke(style.paper if rng.random() < 0.5 else scale, 1.0, (x - 2, y), (x, y + 2), (x + 2, y))
              for x, y in points[1:]]  # fmt: skip
    for x, y in points[3::4]:
        for way in (-1, 1):
            parts.append(stroke(ink(), 1.6, (x, y), (x + way * rng.uniform(6, 11), y + rng.normal() * 4)))
    head = points[0]
    parts.append(_circle(*head, thick * rng.uniform(0.8, 1.3), ink()))
    parts.append(_circle(head[0] - 2, head[1] - 1, 1.4, style.paper))
    for way in (-1, 1):
        parts.append(stroke(ink(), 1.4, head, (head[0] + way * rng.uniform(4, 9), head[1] - rng.uniform(5, 9))))
    return "".join(parts)


_LETTERS = {
    "J": ((8, 0), (8, 8), (4, 11), (0, 8)),
    "O": ((4, 0), (0, 5), (4, 11), (8, 5), (4, 0)),
    "K": ((0, 0), (0, 11), (0, 6), (8, 0), (2, 4), (8, 11)),
    "E": ((8, 0), (0, 0), (0, 5), (6, 5), (0, 5), (0, 11), (8, 11)),
    "R": ((0, 11), (0, 0), (7, 0), (7, 5), (0, 5), (8, 11)),
}


def some_joker(rng: Generator, style: Style) -> str:
    """Letters down a side or across, and a star, a crown or a face: `other`."""
    ink = some_inks(rng, style)
    size, down, colour = rng.uniform(0.6, 1.1), rng.random() < 0.6, ink()
    x, y = (rng.uniform(4, 10), rng.uniform(5, 12)) if down else (rng.uniform(3, 8), rng.uniform(6, 66))
    parts = []
    for k, letter in enumerate("JOKER"):
        at = (x, y + k * 13 * size) if down else (x + k * 10 * size * 0.9, y)
        ends = [(at[0] + a * size, at[1] + b * size) for a, b in _LETTERS[letter]]
        parts.append(f'<path d="M{"L".join(f"{a:.1f} {b:.1f}" for a, b in ends)}" fill="none" stroke="{colour}" '
                     f'stroke-width="{rng.uniform(1, 2.4):.1f}"/>')  # fmt: skip
    cx, cy, reach = rng.uniform(30, 40), rng.uniform(30, 48), rng.uniform(9, 17)
    corners = int(rng.integers(5, 9))
    star = [
        (cx + r * np.cos(a), cy + r * np.sin(a))
        for k in range(2 * corners)
        for r, a in [(reach * (1 if k % 2 else rng.uniform(0.4, 0.7)), np.pi * k / corners)]
    ]
    parts.append(f'<path d="M{"L".join(f"{a:.1f} {b:.1f}" for a, b in star)}Z" fill="{ink()}"/>')
    if rng.random() < 0.6:
        parts.append(_circle(cx, cy, reach * 0.5, ink(), 1.2, style.paper))
        parts += [_circle(cx + way * reach * 0.2, cy - 1, 1.2, ink()) for way in (-1, 1)]
        parts.append(stroke(ink(), 1.2, (cx - 4, cy + 3), (cx, cy + 5), (cx + 4, cy + 3)))
    return "".join(parts)


BIRDS = (some_fan, some_fan, some_wings, some_crane)
OTHERS = (some_dragon, some_joker)
