"""YOLO: `labels/NAME.txt` with `class cx cy w h`, relative, and `data.yaml`.

Confidence and groups have no place in it: a sixth number would make ultralytics take the line for a polygon.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from vision.labels.formats.base import IMAGES, Format, Read, Sizes, bad, text_of
from vision.labels.sheet import Label, Sheet
from vision.types import CLASSES, Box

DATA = "data.yaml"


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
    data = f"train: {parts['train']}\nval: {parts['val']}\nnames:\n{names}"
    lists = {f"{part}.txt": "".join(f"./{IMAGES}/{image}\n" for image in images) for part, images in split.items()}
    return {name: text.encode() for name, text in {DATA: data, **lists}.items()}


def read(path: Path, sizes: Sizes) -> Iterator[Read]:
    """A photo's own file; class numbers as the nearest `data.yaml` or `classes.txt` above it has them."""
    if path.name == "classes.txt" or (size := sizes(path.stem)) is None:
        return
    names = _names(path)
    labels = []
    for number, line in enumerate(text_of(path).splitlines(), 1):
        if not line.strip():
            continue
        try:
            kind, x, y, w, h = line.split()[:5]
            cx, cy = float(x) * size[0], float(y) * size[1]
            dx, dy = abs(float(w)) * size[0] / 2, abs(float(h)) * size[1] / 2
            if len(line.split()) > 6 or int(kind) < 0:
                raise ValueError
            labels.append(Label(Box(cx - dx, cy - dy, cx + dx, cy + dy), names[int(kind)]))
        except (ValueError, IndexError):
            bad(path, f"line {number}, {line[:60]!r}, is not class cx cy w h with a class of 0 … {len(names) - 1}")
    yield path.stem, tuple(labels)


def _names(path: Path) -> tuple[str, ...]:
    """The class list that goes with a label file. Raises LabelError where it names other classes than tiles."""
    for folder in list(path.parents)[:3]:
        for name in (DATA, "classes.txt"):
            if (listed := folder / name).is_file():
                text = text_of(listed)
                found = re.split(r"^names\s*:", text, maxsplit=1, flags=re.MULTILINE)[-1] if name == DATA else text
                names = tuple(re.findall(r"(?<![\w.])([1-9][mps]|other|back)(?![\w.])", found))
                if len(names) != len(CLASSES) or set(names) != set(CLASSES):
                    bad(listed, f"names {len(names)} of the {len(CLASSES)} classes")
                return names
    return CLASSES


YOLO = Format("yolo", "labels", read, ".txt", each=each, beside=beside)
