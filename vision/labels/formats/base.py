"""What a format is, and what the formats share."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from vision.labels.sheet import Label, Sheet
from vision.types import CLASSES, Box, Role

IMAGES = "images"
"""The folder of pictures beside the labels."""
SLANT = 10.0
"""Degrees up to which a turned box is taken as the upright box around it; more says that no upright box was meant."""

Sheets = Callable[[], Iterator[Sheet]]
"""All sheets, in the order of their names, as often as they are asked for; never all in memory."""

Size = tuple[float, float]
"""Width and height."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a label file says about one picture, in the file's own terms.

    `images`: the picture's names in the file, paths or addresses. `size`: of the picture in whose pixels the boxes are,
    None if the file does not tell it; with `relative` boxes are shares of width and height. `turned`: the tool may have
    shown the picture turned. `unnamed`: boxes whose names are no tiles. `lost`: labels of which nobody can tell where
    they lie. `refused`, `left_out`: what these were, in words. `rank`: of several entries for one picture the one with
    the highest counts. `digest`: SHA-256 of the picture where the file holds it. `listed`: a class list goes with it.
    """

    images: tuple[str, ...]
    labels: tuple[Label, ...]
    size: Size | None = None
    relative: bool = False
    turned: bool = False
    unnamed: tuple[Box, ...] = ()
    lost: int = 0
    refused: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    rank: tuple[bool, float] = (False, 0.0)
    digest: str = ""
    listed: bool = True

    @property
    def said(self) -> object:
        """What it says, to compare it with what another one does."""
        boxes = ((label.kind, label.role, label.group, label.box) for label in self.labels)
        names = frozenset((*rest, _rounded(box)) for *rest, box in boxes)
        return names, frozenset(map(_rounded, self.unnamed)), self.size


def _rounded(box: object) -> object:
    return tuple(round(getattr(box, edge), 4) for edge in ("x1", "y1", "x2", "y2"))


ODD = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError, RecursionError)
"""What values raise that are not of the kind that a format has at their place."""


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A picture of which a file says nothing yet, as its tool means it. `why`: in words."""

    why: str


Read = Entry | Unsaid | str
"""One picture's entry, or why there is none for a part of the file."""


@dataclass(frozen=True, slots=True)
class Format:
    """One label format. It has a file for every photo (`each`) or one for all (`whole`), never both.

    `place`: the folder of the photos' own files, or the one file. `ending`: of a photo's own file.
    `beside`: small files that go with the labels, given the names of the photos to train on and to validate on.
    `read`: a label file's path -> what it says, odd entries costing only themselves; raises LabelError.
    `looks`: whether a file is of this format, given its JSON value, its XML root or its text.
    """

    name: str
    place: str
    read: Callable[[Path], Iterator[Read]]
    looks: Callable[[object], bool]
    ending: str = ""
    each: Callable[[Sheet], bytes] | None = None
    whole: Callable[[Sheets], Iterator[str]] | None = None
    beside: Callable[[Mapping[str, tuple[str, ...]]], Mapping[str, bytes]] = lambda _: {}

    def path(self, name: str) -> str:
        """Where the labels of the photo of that name lie, relative to the data set."""
        return f"{self.place}/{name}{self.ending}" if self.each else self.place


class Draft:
    """One picture's labels while a file is read. `where`: the entry's place in the file."""

    def __init__(self, where: str = "") -> None:
        self.where = f"{where}: " if where else ""
        self._labels: list[Label] = []
        self._unnamed: list[Box] = []
        self._foreign: Counter[str] = Counter()
        self._lost = 0
        self._refused: list[str] = []

    @contextmanager
    def label(self, where: str) -> Iterator[None]:
        """Around one label: whatever is wrong with it costs no other one."""
        try:
            yield
        except ODD as error:
            self.lose(f"{where}: {words(error)}")

    def lose(self, what: str) -> None:
        """A label that lies nobody knows where."""
        self._lost += 1
        self._refused.append(self.where + what)

    def stray(self, count: int) -> None:
        """Labels of the file that may be of this picture, told already."""
        self._lost += count

    def add(self, name: object, box: Box, role: object = "", group: object = None) -> None:
        """A label; a name that is no tile's keeps its place only."""
        kind = kind_of(name)
        if kind is None:
            self._unnamed.append(box)
            self._foreign["no name" if name in (None, "") else f"{name!r:.60}"] += 1
        else:
            self._labels.append(Label(box, kind, 1.0, role_of(role), group_of(group)))

    def entry(
        self,
        images: Iterable[object],
        size: Size | None = None,
        *,
        relative: bool = False,
        turned: bool = False,
        rank: tuple[bool, float] = (False, 0.0),
        digest: str = "",
        listed: bool = True,
    ) -> Entry:
        """All that was said."""
        left_out = tuple(f"{self.where}{count} × {name}, no tile" for name, count in self._foreign.items())
        names = tuple(dict.fromkeys(name for name in images if isinstance(name, str) and name))
        return Entry(
            names, tuple(self._labels), size, relative, turned, tuple(self._unnamed), self._lost,
            tuple(self._refused), left_out, rank, digest, listed,
        )  # fmt: skip

    @property
    def empty(self) -> bool:
        """Nothing could be used."""
        return not self._labels and not self._unnamed


def words(error: Exception) -> str:
    """What is wrong with an entry, in one line."""
    if isinstance(error, KeyError):
        return f"it has no {error.args[0]!r:.60}"
    return " ".join(str(error).split())[:200] or type(error).__name__


def pixels(value: float) -> float:
    """As label files write pixels: a hundredth is far finer than any box."""
    return round(value, 2)


def kind_of(value: object) -> str | None:
    """A label's class name; None for one that is none of the 29. Nothing is guessed: `1M` may be anything's name."""
    name = value.strip() if isinstance(value, str) else None
    return name if name in CLASSES else None


def to_number(value: object) -> float:
    """A number, or a text that is one. Raises ValueError for all else and for what is not finite."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError(f"{value!r:.60} is no number")
    try:
        found = float(value) if "_" not in str(value) else None  # Python's own 1_7 is no other tool's
    except (ValueError, OverflowError):
        found = None
    if found is None:
        raise ValueError(f"{value!r:.60} is no number")
    if not math.isfinite(found):
        raise ValueError(f"{value!r:.60} is no finite number")
    return found


def size_of(width: object, height: object) -> Size | None:
    """A picture's size as a file tells it; None where it does not, or tells what is no picture's."""
    try:
        w, h = to_number(width), to_number(height)
    except ValueError:
        return None
    return (w, h) if w >= 1 and h >= 1 else None


def box_of(corners: Iterable[object]) -> Box:
    """x1, y1, x2, y2 as numbers or texts, in either order of corners. Raises ValueError."""
    x1, y1, x2, y2 = map(to_number, corners)
    box = Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
    if not (box.width > 0 and box.height > 0):
        raise ValueError(f"the box {x1:g}, {y1:g}, {x2:g}, {y2:g} is empty")
    return box


def around(points: Sequence[tuple[object, object]]) -> Box:
    """The upright box around points. Raises ValueError, also for four that are a box turned by more than `SLANT`."""
    if len(points) < 2:
        raise ValueError(f"a shape of {len(points)} points has no box")
    found = [(to_number(x), to_number(y)) for x, y in points]
    xs, ys = zip(*found, strict=True)
    box = box_of((min(xs), min(ys), max(xs), max(ys)))
    if len(found) == 4 and _area(found) * (1 + math.sin(math.radians(2 * SLANT))) < box.width * box.height:
        raise ValueError("four corners of a box that is turned; boxes of tiles are upright")
    return box


def _area(corners: Sequence[tuple[float, float]]) -> float:
    """Of a square turned by a the box around it has 1 + sin 2a times the area, in whatever unit x and y are told."""
    mx, my = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    ring = sorted(corners, key=lambda corner: math.atan2(corner[1] - my, corner[0] - mx))
    return abs(sum(x * v - u * y for (x, y), (u, v) in pairwise([*ring, ring[0]]))) / 2


def upright_box(box: Box, degrees: object, pivot: tuple[float, float]) -> Box:
    """The upright box around a box that is turned about a point. Raises ValueError where it slants by more than
    `SLANT`.
    """
    angle = to_number(degrees) if degrees not in (None, "") else 0.0
    if angle == 0:
        return box
    slant = abs((angle + 45) % 90 - 45)
    if slant > SLANT:
        raise ValueError(f"a box is turned by {angle:g} degrees; boxes of tiles are upright")
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    corners = [(x - pivot[0], y - pivot[1]) for x in (box.x1, box.x2) for y in (box.y1, box.y2)]
    return around([(pivot[0] + x * cos - y * sin, pivot[1] + x * sin + y * cos) for x, y in corners])


def role_of(value: object) -> str:
    """A role that the format tells; "" where it tells none or an unknown one."""
    return value if isinstance(value, str) and value in list(Role) else ""


def group_of(value: object) -> int | None:
    """A group's number that the format tells, as a number or a text."""
    try:
        found = to_number(value)
    except ValueError:
        return None
    return int(found) if found == int(found) and found >= 0 else None


def dumped(value: object) -> str:
    """JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def joined(items: Iterable[str]) -> Iterator[str]:
    """The entries of a JSON list, one a line."""
    for k, item in enumerate(items):
        yield (",\n" if k else "\n") + item
