"""Birds and flowers by chance: that of 1s is another one in every set and the flowers (`other`) are too, so both are
put together of the parts that sets' painters use. Everything depends on the generator that is handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.random import Generator

from datasets.faces import Style

Point = tuple[float, float]


def _path(points: Sequence[Point], *, closed: bool = False) -> str:
    """A smooth line through the points."""
    d = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    if len(points) == 2:
        return d + f"L{points[1][0]:.1f} {points[1][1]:.1f}"
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points[1:])]
    middles[-1:] = [points[-1]]
    d += "".join(f"Q{c[0]:.1f} {c[1]:.1f} {m[0]:.1f} {m[1]:.1f}" for c, m in zip(points[1:-1], middles, strict=True))
    return d + ("Z" if closed else "")


def stroke(colour: str, width: float, *points: Point) -> str:
    look = f'fill="none" stroke="{colour}" stroke-width="{width:.1f}" stroke-linecap="round"'
    return f'<path d="{_path(points)}" {look}/>'


def leaf(root: Point, tip: Point, width: float, bend: float = 0.0) -> str:
    """The outline of a feather or leaf from root to tip."""
    x, y = tip[0] - root[0], tip[1] - root[1]
    a, b = width - bend, width + bend
    c = (root[0] + x * 0.55 - y * a, root[1] + y * 0.55 + x * a)
    d = (root[0] + x * 0.55 + y * b, root[1] + y * 0.55 - x * b)
    return (
        f"M{root[0]:.1f} {root[1]:.1f}Q{c[0]:.1f} {c[1]:.1f} {tip[0]:.1f} {tip[1]:.1f}"
        f"Q{d[0]:.1f} {d[1]:.1f} {root[0]:.1f} {root[1]:.1f}Z"
    )


def shape(d: str, colour: str, outlined: float, fill: str = "none") -> str:
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
    parts = [stroke(ink(), line, *_legs) for _legs in _legs(rng, middle, thick)] if rng.random() < 0.75 else []
    plumes, spread, reach = int(rng.integers(2, 7)), rng.uniform(0.15, 1.1), rng.uniform(16, 38)
    eyes = rng.random() < 0.3
    for k in range(plumes):
        angle = along + spread * (k / max(plumes - 1, 1) - 0.5) + rng.normal() * 0.05
        root = np.array(at(0.8))
        tip = root + reach * rng.uniform(0.75, 1.1) * np.array([np.cos(angle), np.sin(angle)])
        bow = root * 0.5 + tip * 0.5 + side * rng.normal() * 4
        colour = ink()
        if rng.random() < 0.5:
            parts.append(shape(leaf(tuple(root), tuple(tip), rng.uniform(0.1, 0.25)), colour, outlined * 0.7))
        else:
            parts.append(stroke(colour, line * rng.uniform(0.7, 1.5), tuple(root), tuple(bow), tuple(tip)))
        if eyes:
            parts.append(f'<circle cx="{tip[0]:.1f}" cy="{tip[1]:.1f}" r="{rng.uniform(1.5, 4):.1f}" fill="{ink()}"/>')
    parts.append(shape(leaf(at(-1.1), at(1.2), thick / length * rng.uniform(0.8, 1.2)), ink(), outlined, style.paper))
    for _ in range(int(rng.integers(0, 5))):  # breast feathers
        u, v = rng.uniform(-0.5, 0.7), rng.uniform(-0.6, 0.4)
        colour = ink() if outlined else style.paper
        parts.append(stroke(colour, line * 0.6, at(u, v - 0.15), at(u + 0.12, v), at(u, v + 0.15)))
    for wing in range(int(rng.choice([0, 1, 1, 1, 2]))):
        up = rng.uniform(0.2, 1.6) * (1 if wing else -1)
        angle = along - up
        tip = np.array(at(-0.2)) + rng.uniform(14, 28) * np.array([np.cos(angle), np.sin(angle)])
        parts.append(shape(leaf(at(-0.5), tuple(tip), rng.uniform(0.25, 0.5), rng.normal() * 0.1), ink(), outlined))
        for k in range(int(rng.integers(0, 5))):
            end = tip + rng.normal(0, 4, 2)
            start = at(-0.3 + 0.15 * k, -0.2)
            parts.append(stroke(style.paper if not outlined else ink(), line * 0.55, start, tuple(end)))
    parts += _head(rng, style, np.array(at(-1.2)) + rng.normal(0, 1.5, 2), ink, line, outlined)
    for _ in range(int(rng.choice([0, 0, 1, 2]))):  # a twig, a cloud, the ground
        y = rng.uniform(50, 76)
        points = [(x, y + rng.normal() * 3) for x in np.linspace(rng.uniform(2, 16), rng.uniform(40, 58), 4)]
        parts.append(stroke(ink(), line, *points))
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
    parts = [shape(bill, ink(), 0)]
    look = f'fill="{style.paper}" stroke="{colour}" stroke-width="{outlined:.1f}"' if outlined else f'fill="{colour}"'
    parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" {look}/>')
    if rng.random() < 0.8:
        spot = style.paper if not outlined else colour
        radius = size * rng.uniform(0.2, 0.5)
        parts.append(f'<circle cx="{x - 1:.1f}" cy="{y - 0.5:.1f}" r="{radius:.1f}" fill="{spot}"/>')
    for _ in range(int(rng.choice([0, 2, 3, 4]))):
        tip = (x + rng.normal() * 8, y - size - rng.uniform(3, 11))
        bow = (x + rng.normal() * 4, y - size)
        parts.append(stroke(ink(), line * 0.8, (x + rng.normal(), y - size * 0.8), bow, tip))
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
        parts.append(stroke(ink(), line, *stalk))
        for _ in range(int(rng.integers(1, 6))):
            root = stalk[int(rng.integers(1, 4))]
            tip = (root[0] + rng.normal() * 12, root[1] + rng.normal() * 9)
            outline = leaf(root, tip, rng.uniform(0.15, 0.45))
            parts.append(shape(outline, ink(), line * 0.7 if rng.random() < 0.4 else 0))
        for _ in range(int(rng.integers(0, 3))):
            cx, cy = stalk[-1][0] + rng.normal() * 5, stalk[-1][1] + rng.normal() * 6
            petals, r = int(rng.integers(4, 9)), rng.uniform(3, 8)
            colour = ink()
            for k in range(petals):
                a = 2 * np.pi * k / petals
                tip = (cx + r * np.cos(a), cy + r * np.sin(a))
                parts.append(shape(leaf((cx, cy), tip, 0.4), colour, line * 0.5 if rng.random() < 0.3 else 0))
            parts.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{r * 0.3:.1f}" fill="{ink()}"/>')
    if characters and rng.random() < 0.75:
        character = list(characters)[int(rng.integers(len(characters)))]
        x, y, size = rng.uniform(9, 51), rng.uniform(9, 22), rng.uniform(10, 22)
        parts.append(
            f'<path d="{characters[character]}" transform="translate({x:.1f} {y:.1f})scale({size / 100:.3f})" '
            f'fill="{ink()}"/>'
        )
    return "".join(parts)
