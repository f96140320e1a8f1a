"""The bird of 幺鸡 (1s): every set has another one. Each is drawn by us in the 60 x 80 units of a face."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple


class Inks(NamedTuple):
    """The four colours that a set is painted with: blue, red, green, black."""

    b: str = "#1b3f94"
    r: str = "#c8202c"
    g: str = "#14703c"
    k: str = "#1d2433"


INKS = Inks()


def _feathers(colour: str, width: float, *paths: str) -> str:
    d = "".join(paths)
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'


def peacock(inks: Inks, paper: str) -> str:
    """Standing, looking left over its shoulder, the long tail hanging to the right."""
    red, green, blue = inks.r, inks.g, inks.b
    return (
        # tail: three long plumes with eyes
        f'<path d="M33 46C44 50 52 60 54 74C46 70 38 62 31 54Z" fill="{green}"/>'
        f'<path d="M30 48C37 56 41 66 40 77C33 71 28 62 26 53Z" fill="{red}"/>'
        + _feathers(paper, 1.3, "M36 53C42 58 47 63 50 69", "M31 56C34 61 36 66 37 71")
        # legs
        + _feathers(red, 2.2, "M22 54L19 66M13 68L19 66L24 70M19 66V71")
        # body, breast to the left
        + f'<path d="M23 24C13 31 11 44 18 52C25 59 37 56 41 47C44 40 40 33 34 29L31 22Z" fill="{blue}"/>'
        # wing
        f'<path d="M27 33C36 31 47 32 56 24C56 37 50 49 36 51C28 50 24 40 27 33Z" fill="{green}" '
        f'stroke="{paper}" stroke-width="1.5"/>'
        + _feathers(paper, 1.3, "M32 37C40 38 47 36 53 31", "M33 42C40 43 46 41 51 37", "M35 46.5C39 47 43 46 47 43")
        + _feathers(paper, 1.2, "M18 36q2.5 1.5 5 0", "M17 41q2.5 1.5 5 0", "M19 46q2.5 1.5 5 0", "M20 31q2 1.5 4.5 0")
        # head
        + f'<circle cx="26" cy="19" r="7.5" fill="{green}"/><circle cx="24" cy="18" r="3" fill="{paper}"/>'
        f'<circle cx="23.5" cy="18" r="1.5" fill="{inks.k}"/><path d="M19 17L9 20.5L19 23Z" fill="{red}"/>'
        # crest
         + _feathers(red, 2, "M26 11.5Q25 6 19 4", "M28.5 11.5Q30 6 27.5 2.5", "M31 13Q36 9 36 4")
    )


BIRDS: Mapping[str, Callable[[Inks, str], str]] = {"peacock": peacock}
