"""What a format is, and what the formats share."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import NoReturn
from xml.etree.ElementTree import Element, ParseError, fromstring

from vision.labels.sheet import Label, LabelError, Sheet
from vision.types import CLASSES, Box, Role

IMAGES = "images"
"""The folder of pictures beside the labels."""

Sheets = Callable[[], Iterator[Sheet]]
"""All sheets, in the order of their names, as often as they are asked for; never all in memory."""

Sizes = Callable[[str], tuple[int, int] | None]
"""A picture's name without ending -> width and height, None for a picture that is not in the data set."""

Read = tuple[str, tuple[Label, ...]]
"""A picture's name without ending, and the labels that a file has for it."""


@dataclass(frozen=True, slots=True)
class Format:
    """One label format. It has a file for every photo (`each`) or one for all (`whole`), never both.

    `place`: the folder of the photos' own files, or the one file. `ending`: of a photo's own file.
    `beside`: small files that go with the labels, given the names of the photos to train on and to validate on.
    `read`: a label file's path -> what it says; raises LabelError.
    """

    name: str
    place: str
    read: Callable[[Path, Sizes], Iterator[Read]]
    ending: str = ""
    each: Callable[[Sheet], bytes] | None = None
    whole: Callable[[Sheets], Iterator[str]] | None = None
    beside: Callable[[Mapping[str, tuple[str, ...]]], Mapping[str, bytes]] = lambda _: {}

    def path(self, name: str) -> str:
        """Where the labels of the photo of that name lie, relative to the data set."""
        return f"{self.place}/{name}{self.ending}" if self.each else self.place


def pixels(value: float) -> float:
    """As label files write pixels: a hundredth is far finer than any box."""
    return round(value, 2)


def stem(name: str) -> str:
    """The name of a picture in a label file, which may be a path of either kind, without folders and ending."""
    return PurePosixPath(PureWindowsPath(name).name).stem


def bad(path: Path, what: str) -> NoReturn:
    """Raise LabelError."""
    raise LabelError(f"{path}: {what}")


def kind_of(value: object, path: Path) -> str:
    """A label's class name. Raises LabelError for a name that is none of the 29."""
    if not isinstance(value, str) or value not in CLASSES:
        bad(path, f"{value!r:.60} is no tile; 1m … 9s, other and back are")
    return value


def box_of(corners: Iterable[object], path: Path) -> Box:
    """x1, y1, x2, y2 as numbers or texts, in either order of corners. Raises LabelError."""
    try:
        x1, y1, x2, y2 = (float(value) for value in corners)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        bad(path, "a box without four numbers")
    box = Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
    if not all(math.isfinite(value) for value in (x1, y1, x2, y2)) or box.width < 1 or box.height < 1:
        bad(path, f"the box {x1:g}, {y1:g}, {x2:g}, {y2:g} is empty")
    return box


def role_of(value: object) -> str:
    """A role that the format tells; "" where it tells none or an unknown one."""
    return value if isinstance(value, str) and value in list(Role) else ""


def text_of(path: Path) -> str:
    """A label file's text. Raises LabelError."""
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        bad(path, f"cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        bad(path, "is not UTF-8 text")


def json_of(path: Path) -> object:
    """A label file's JSON value. Raises LabelError."""
    try:
        value: object = json.loads(text_of(path))
    except (ValueError, RecursionError) as error:
        bad(path, f"is no JSON: {error}")
    return value


def xml_of(path: Path) -> Element:
    """A label file's XML root. Raises LabelError, also for a document type, which no label file needs and which
    could make a small file fill the memory.
    """
    text = text_of(path)
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        bad(path, "has a document type")
    try:
        return fromstring(text.encode())
    except ParseError as error:
        bad(path, f"is no XML: {error}")


def dumped(value: object) -> str:
    """JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def joined(items: Iterable[str]) -> Iterator[str]:
    """The entries of a JSON list, one a line."""
    for k, item in enumerate(items):
        yield (",\n" if k else "\n") + item
