"""Bought sets differ: measures, plastics, inks, ways of drawing. Sets drawn by chance."""

from __future__ import annotations

import colorsys
from pathlib import Path

import numpy as np
from numpy.random import Generator

from datasets.birds import BIRDS, Inks
from datasets.faces import Style
from datasets.solid import Body

Colour = tuple[float, float, float]
BACKS = ((0.09, 0.55), (0.37, 0.75), (0.57, 0.65), (0.62, 0.45), (0.75, 0.35), (0.0, 0.65), (0.13, 0.6), (0.45, 0.5))
"""Hue and saturation of backs seen on sale: amber, green, blue, slate, lilac, red, yellow, teal."""
DIGIT_INKS = "rb"


def colour(hue: float, saturation: float, value: float) -> Colour:
    """HSV 0-1 -> sRGB 0-1."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 1, min(max(saturation, 0), 1), min(max(value, 0), 1))
    return (red, green, blue)


def some_body(rng: Generator) -> Body:
    """Travel sets of 20 mm to large ones of 33 mm; white, cream or grey paper; any back."""
    width = rng.uniform(20, 33)
    hue, saturation = BACKS[int(rng.integers(len(BACKS)))]
    bevel = width * rng.uniform(0.025, 0.085)
    return Body(
        width=width,
        height=width * rng.uniform(1.27, 1.42),
        thickness=width * rng.uniform(0.55, 0.82),
        corner=bevel + width * rng.uniform(0.02, 0.06),
        bevel=bevel,
        layer=0.0 if rng.random() < 0.15 else rng.uniform(0.25, 0.6),
        paper=colour(rng.uniform(0.09, 0.17), abs(rng.normal()) * 0.07, rng.uniform(0.82, 0.98)),
        back=colour(hue + rng.normal() * 0.02, saturation + rng.normal() * 0.1, rng.uniform(0.35, 0.9)),
        gloss=rng.uniform(0.05, 0.4),
    )


def some_inks(rng: Generator) -> Inks:
    """Strong to faded, warm to cold."""

    def ink(hue: float, value: float) -> str:
        mixed = colour(hue + rng.normal() * 0.025, rng.uniform(0.7, 0.97), value * rng.uniform(0.75, 1.25))
        return "#" + "".join(f"{round(part * 255):02x}" for part in mixed)

    blue = ink(0.62, 0.55) if rng.random() < 0.75 else ink(0.6, 0.2)
    return Inks(blue, ink(0.99, 0.75), ink(0.4, 0.4), ink(0.6, 0.13))


def some_style(rng: Generator, fonts: tuple[Path, ...] = ()) -> Style:
    """A way of drawing; `fonts`: further fonts for the characters."""
    glyphs = [*("kai",) * (3 + len(fonts)), "wenkai", *map(str, fonts)]
    pick = lambda *choices: choices[int(rng.integers(len(choices)))]  # noqa: E731
    return Style(
        glyphs=pick(*glyphs),
        bold=rng.uniform(1, 8),
        inks=some_inks(rng),
        number=pick("b", "k", "k"),
        squat=rng.uniform(0.75, 1.0),
        five=pick("伍", "伍", "五"),
        wan=pick("萬", "萬", "萬", "万"),
        dots=pick("rings", "rings", "wheel", "cross", "solid"),
        dot_inks=pick("gbr", "bgr", "gkr", "kgr", "ggr", "bbr", "rbg"),
        sticks=pick("bone", "slit", "beads"),
        stick_inks=pick("gbr", "ggr", "kkr", "gbr", "bgr"),
        bird=pick(*BIRDS),
        index=pick("", "", "left", "right"),
        index_ink=pick(*DIGIT_INKS),
    )


def some_table(rng: Generator) -> tuple[str, Colour]:
    """A table and its colour."""
    name = str(rng.choice(["felt", "felt", "felt", "wood", "wood", "weave", "weave", "cloth", "plain", "plain"]))
    if name == "wood":
        return name, colour(rng.uniform(0.04, 0.11), rng.uniform(0.25, 0.65), rng.uniform(0.3, 0.8))
    if name == "plain":
        return name, colour(rng.random(), rng.uniform(0, 0.3), rng.uniform(0.15, 0.95))
    hue = float(rng.choice([0.38, 0.36, 0.42, 0.58, 0.62, 0.0, 0.97, 0.1, rng.random()]))
    return name, colour(hue, rng.uniform(0.2, 0.75), rng.uniform(0.15, 0.6))


def near(rng: Generator, spread: float) -> float:
    """A factor around 1."""
    return float(np.exp(rng.normal() * spread))
