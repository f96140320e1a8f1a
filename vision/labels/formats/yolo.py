"""YOLO: `labels/NAME.txt` with `class cx cy w h`, relative, and `data.yaml`.

Confidence and groups have no place in it: a sixth number would make ultralytics take the line for a polygon.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from vision.labels.formats.base import IMAGES, Draft, Format, Read, around, box_of, to_number
from vision.labels.formats.classes import DATA, classes_of, is_list
from vision.labels.formats.text import bad, text_of
from vision.labels.sheet import Sheet
from vision.types import CLASSES, Box

NO_LABELS = frozenset(
    ("train.txt", "val.txt", "valid.txt", "test.txt", "readme.roboflow.txt", "readme.dataset.txt", "readme.txt",
     "requirements.txt")
)  # fmt: skip
"""Text files, in lower case, that lie beside labels and are none, unless a photo of theirs has labels in them; lists of
classes are others."""


def each(sheet: Sheet) -> bytes:
    """A photo's own file; empty for a photo without a tile, which tells a trainer that there is none."""
    lines = []
    for label in sheet.labels:
        x, y = label.box.centre
        numbers = x / sheet.width, y / sheet.height, label.box.width / sheet.width, label.box.height / sheet.height
        lines.append(f"{CLASSES.index(label.kind)} " + " ".join(f"{number:.6f}" for number in numbers) + "\n")
    return "".join(lines).encode()


def beside(split: Mapping[str, tuple[str, ...]]) -> Mapping[str, bytes]:
    """`data.yaml`, and the lists of pictures that it names where there is a split."""
    parts = {part: f"{part}.txt" if split else IMAGES for part in ("train", "val")}
    names = "".join(f"  {number}: {name}\n" for number, name in enumerate(CLASSES))
    # no "path": ultralytics then takes the file's own folder; "." would be where the trainer was started
    note = (
        "" if split else "# not split: val is train, and tells nothing; zhuoji label --split 0.2 splits whole scenes\n"
    )
    data = f"{note}train: {parts['train']}\nval: {parts['val']}\nnames:\n{names}"
    lists = {f"{part}.txt": "".join(f"./{IMAGES}/{image}\n" for image in images) for part, images in split.items()}
    return {name: text.encode() for name, text in {DATA: data, **lists}.items()}


def read(path: Path) -> Iterator[Read]:
    """A photo's own file; class numbers as the nearest list of classes has them (`vision.labels.formats.classes`)."""
    names = classes_of(path)
    kinds = dict(enumerate(CLASSES)) if names is None else names
    draft = Draft()
    lines = [line.split() for line in text_of(path).splitlines()]
    for at, line in enumerate(lines, 1):
        if line:
            with draft.label(f"line {at}, {' '.join(line)[:60]!r}"):
                draft.add(_name(line[0], kinds), _box(line[1:]))
    if draft.empty and any(lines):
        if path.name.casefold() in NO_LABELS or is_list(path.name):
            return
        bad(path, f"has no line of class cx cy w h; its first one is {' '.join(next(filter(None, lines)))[:60]!r}")
    yield draft.entry((path.stem,), relative=True, listed=names is not None)


def looks(value: object) -> bool:
    """Is a line of it a class and numbers?"""
    return isinstance(value, str) and any(map(_is_label, value.splitlines()))


def _is_label(line: str) -> bool:
    try:
        return bool(_box(line.split()[1:]))
    except ValueError:
        return False


def _name(text: str, kinds: Mapping[int, str]) -> str:
    """The class of that number, the number itself where the list has none; a name that is written in its place. Raises
    ValueError.
    """
    try:
        found = to_number(text)
    except ValueError:
        if any(map(str.isalpha, text)):
            return text
        raise
    if found != int(found):
        raise ValueError(f"{text!r:.20} is no class")
    return kinds.get(int(found), f"class {int(found)}")


def _box(values: Sequence[str]) -> Box:
    """cx cy w h, or the points of an outline; then perhaps a confidence and the number of a track. Raises ValueError.

    Six numbers are a box with both: no tile's outline has three corners.
    """
    if 4 <= len(values) <= 6:
        x, y, w, h = map(to_number, values[:4])
        w, h = abs(w), abs(h)
        return box_of((x - w / 2, y - h / 2, x + w / 2, y + h / 2))
    if len(values) < 8:
        raise ValueError("is not class cx cy w h")
    points = values[: len(values) // 2 * 2]  # an odd one is a confidence
    last = to_number(values[-1])
    if len(values) % 2 == 0 and (last > 1 or (last == 1 and len(values) == 10)):
        points = values[:-2]  # confidence and track: no share of a picture, and four corners before them
    return around(list(zip(points[::2], points[1::2], strict=True)))


YOLO = Format("yolo", "labels", read, looks, ".txt", each=each, beside=beside)
