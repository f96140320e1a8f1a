"""The bird of 幺鸡 (1s): every set has another one. Each is drawn by us in the 60 x 80 units of a face."""

from __future__ import annotations

import math
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


def swallow(inks: Inks, paper: str) -> str:
    """Perched on a twig, looking right, red above, the tail long and green."""
    red, green = inks.r, inks.g
    return (
        f'<path d="M20 22C16 32 18 42 27 46C36 46 41 38 40 29L38 20Z" fill="none" stroke="{red}" stroke-width="3"/>'
        + _feathers(red, 2.4, "M23 28V39", "M28.5 27V43", "M34 28V41")
        + f'<circle cx="31" cy="17" r="8.5" fill="{red}"/><circle cx="33" cy="17" r="4.2" fill="{paper}"/>'
        f'<circle cx="33.5" cy="17" r="2" fill="{inks.k}"/><path d="M39 14L50 19L39 22Z" fill="{red}"/>'
        + _feathers(red, 2.6, "M26 11Q22 4 12 4", "M29 9Q28 3 22 1.5")
        + _feathers(green, 3, "M25 46C24 56 20 66 12 76", "M29 47C30 58 28 68 21 77", "M33 46C36 56 36 66 31 77")
        + _feathers(green, 2.6, "M8 52C20 58 36 58 54 46", "M46 51Q52 54 55 60")
        + f'<circle cx="54" cy="45" r="2.6" fill="{green}"/><circle cx="9" cy="51" r="2.6" fill="{green}"/>'
    )


def crane(inks: Inks, paper: str) -> str:
    """Wings raised, flying down to the left, clouds above."""
    red, dark, green = inks.r, inks.b, inks.g
    return (
        f'<path d="M20 50C22 34 32 18 50 10C52 26 48 42 38 52Z" fill="{dark}"/>'
        + _feathers(paper, 1.4, "M25 46C29 34 36 24 46 17", "M30 48C34 38 40 29 47 24", "M35 49C38 42 42 36 46 32")
        + _feathers(dark, 2.6, "M14 44C10 34 12 24 18 16", "M20 40C18 32 20 24 25 18")
        + f'<path d="M14 50C20 44 34 46 40 52C36 62 22 64 14 58Z" fill="{dark}"/>'
        + f'<path d="M18 52q4 4 8 0M26 55q4 4 8 0" fill="none" stroke="{paper}" stroke-width="1.4"/>'
        + f'<circle cx="11" cy="61" r="5.5" fill="{red}"/><circle cx="10" cy="60" r="1.8" fill="{paper}"/>'
        + _feathers(
            red, 2.4, "M7 64L2 70", "M40 54C48 56 52 62 52 70", "M37 57C43 61 45 67 43 74", "M33 60C36 65 36 70 33 76"
        )
        + _feathers(green, 2, "M8 10q3-4 6 0q3-4 6 0", "M28 6q3-4 6 0")
    )


def fan(inks: Inks, paper: str) -> str:
    """A peacock from the front, its tail spread to a wheel."""
    red, green, blue = inks.r, inks.g, inks.b
    eyes, quills = "", []
    for row, (radius, count) in enumerate(((24, 11), (17, 8))):
        for k in range(count):
            angle = math.pi * (0.94 - 0.88 * k / (count - 1)) if row == 0 else math.pi * (0.9 - 0.8 * k / (count - 1))
            x, y = 30 + radius * math.cos(angle), 40 - radius * 1.15 * math.sin(angle)
            quills.append(f"M30 44L{x:.1f} {y:.1f}")
            eyes += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{green}"/>'
            eyes += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="1.6" fill="{paper}"/>'
    return (
        _feathers(green, 1.3, *quills)
        + eyes
        + f'<path d="M24 32C18 44 20 58 30 62C40 58 42 44 36 32Z" fill="{blue}"/>'
        + f'<path d="M25 44q5 4 10 0M25 50q5 4 10 0M26 56q4 3 8 0" fill="none" stroke="{paper}" stroke-width="1.5"/>'
        + f'<circle cx="30" cy="28" r="6" fill="{blue}"/><circle cx="28" cy="27" r="1.6" fill="{paper}"/>'
        + f'<path d="M24.5 27L18 30L25 31Z" fill="{red}"/>'
        + _feathers(
            red,
            1.8,
            "M30 22V16",
            "M32 23L35 17",
            "M28 23L26 17",
            "M26 62L23 74M19 76L23 72L27 76",
            "M34 62L36 74M32 76L36 72L40 76",
        )
    )


def rooster(inks: Inks, paper: str) -> str:
    """A cock, looking right, sickle feathers behind it."""
    red, green, blue = inks.r, inks.g, inks.b
    return (
        f'<path d="M20 44C8 40 4 26 12 14C14 26 20 30 26 38Z" fill="{green}"/>'
        f'<path d="M16 48C4 50 0 38 5 28C8 38 14 42 22 44Z" fill="{blue}"/>'
        f'<path d="M18 42C22 36 32 36 36 26L40 18L48 22C48 36 48 48 38 56C28 60 18 54 18 42Z" fill="{red}"/>'
        f'<path d="M22 43C28 41 36 42 40 46C36 53 27 53 22 43Z" fill="{blue}" stroke="{paper}" stroke-width="1.5"/>'
        + _feathers(
            paper, 1.3, "M27 45.5q5 2 9 1.5", "M12 20q2 12 9 20", "M5 34q3 8 12 11", "M40 30q2 2 5 1", "M39 36q3 2 6 1"
        )
        + f'<circle cx="44" cy="17" r="6.5" fill="{red}"/><circle cx="45" cy="16" r="2" fill="{paper}"/>'
        + f'<path d="M50 15L58 18L50 20Z" fill="{inks.k}"/>'
        + _feathers(red, 3, "M38 12Q38 6 41 8Q42 3 45 7Q48 3 49 9", "M47 24V29")
        + _feathers(inks.k, 2.2, "M28 57V68M22 70L28 67L34 71", "M35 56L38 68M33 71L38 67L44 70")
    )


BIRDS: Mapping[str, Callable[[Inks, str], str]] = {
    "peacock": peacock,
    "swallow": swallow,
    "crane": crane,
    "fan": fan,
    "rooster": rooster,
}
