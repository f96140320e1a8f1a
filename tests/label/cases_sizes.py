"""Cases: lists of classes, sizes, photos that are listed and not labelled."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

from tests.label.cases import case, coco, replaced, written
from vision.types import CLASSES

# Lists of classes


def lines(base: Path, room: Path, listed: str, names: str, order: list[str | None], sub: str = "") -> Path:
    """YOLO labels of all photos, numbered as a list of classes has them."""
    (room / sub).mkdir(parents=True, exist_ok=True)
    for path in (base / "labels").iterdir():
        rows = [line.split() for line in path.read_text().splitlines()]
        text = "".join(f"{order.index(CLASSES[int(row[0])])} {' '.join(row[1:])}\n" for row in rows)
        (room / sub / path.name).write_text(text)
    (room / listed).write_text(names)
    return room


EXTRA: list[str | None] = ["dog", "person", *CLASSES]
LISTS: dict[str, tuple[str, str, list[str | None]]] = {
    "foreign names before ours in classes.txt": ("classes.txt", "\n".join(map(str, EXTRA)), EXTRA),
    "foreign names among ours, CRLF": ("classes.txt", "\r\n".join(map(str, [*CLASSES[:5], "dog", *CLASSES[5:]])),
                                       [*CLASSES[:5], "dog", *CLASSES[5:]]),
    "a blank line in classes.txt is a class": ("classes.txt", "\n".join(["1m", "", *CLASSES[1:]]),
                                               ["1m", "", *CLASSES[1:]]),
    "foreign names before ours, every end of a line twice": ("classes.txt", "\n\n".join(map(str, EXTRA)), EXTRA),
    "ends of lines as \\r\\r\\n": ("classes.txt", "\r\r\n".join(CLASSES), [*CLASSES]),
    "obj.names in another order": ("obj.names", "\n".join(CLASSES[::-1]), [*CLASSES[::-1]]),
    "names as a flow list": ("data.yaml", f"nc: 31\nnames: [{', '.join(map(str, EXTRA))}]\n", EXTRA),
    "names as a block list": ("data.yaml", "names:\n" + "".join(f"- '{name}'\n" for name in EXTRA), EXTRA),
    "names as a mapping in text order": ("data.yaml", "names:\n" + "".join(
        f"  {k}: {CLASSES[k]}\n" for k in sorted(range(29), key=str)), [*CLASSES]),
    "names as a mapping from 1": ("data.yaml", "names:\n" + "".join(
        f"  {k}: {name}\n" for k, name in enumerate(CLASSES, 1)), [None, *CLASSES]),
    "names as a mapping from 100, in any order": ("data.yml", "names: {" + ", ".join(
        f"{k + 100}: {CLASSES[k]}" for k in (*range(28, -1, -2), *range(1, 29, 2))) + "}", [None] * 100 + [*CLASSES]),
    "notes.json": ("notes.json", json.dumps(
        {"categories": [{"id": k, "name": name} for k, name in enumerate(EXTRA)]}), EXTRA),
}  # fmt: skip
for title, (listed, text, order) in LISTS.items():
    case("yolo", title)(lambda base, room, one=(listed, text, order): lines(base, room, *one))  # type: ignore[misc]


@case("yolo", "other numbers and no list at all")
def _(base: Path, room: Path) -> Path:
    lines(base, room, "x", "", EXTRA)
    (room / "x").unlink()
    return room


@case("yolo", "a list that does not fit the labels")
def _(base: Path, room: Path) -> Path:
    return lines(base, room, "classes.txt", "\n".join(CLASSES), EXTRA)


@case("yolo", "a list of lists of lists")
def _(base: Path, room: Path) -> Path:
    lines(base, room, "data.yaml", "", [*CLASSES])
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefghi", "bcdefghij", strict=True)
    )
    (room / "data.yaml").write_text(f"{bomb}names: *j\n")
    return room


@case("yolo", "two lists that differ")
def _(base: Path, room: Path) -> Path:
    lines(base, room, "classes.txt", "\n".join(map(str, EXTRA)), EXTRA)
    shutil.copy(base / "data.yaml", room)
    return room


@case("yolo", "a foreign class on one tile", a="1m 2m 3m 4p 4p")
def _(base: Path, room: Path) -> Path:
    lines(base, room, "classes.txt", "\n".join(map(str, [*CLASSES, "dog"])), [*CLASSES, "dog"])
    path = room / "a.txt"
    path.write_text(re.sub(r"^0 ", "29 ", path.read_text()))
    return room


@case("yolo", "train/ and val/, the list above them", a="9p 2m 3m 4p 4p")
def _(base: Path, room: Path) -> Path:
    lines(base, room, "data.yaml", (base / "data.yaml").read_text(), [*CLASSES], "train/labels")
    (room / "val" / "labels").mkdir(parents=True)
    moved = room / "val" / "labels" / "a.txt"
    (room / "train" / "labels" / "a.txt").rename(moved)
    moved.write_text(moved.read_text().replace("0 ", "17 ", 1))
    return room


# Sizes


def resized(base: Path, room: Path, scale: float, *, swap: bool = False, stretch: float = 1) -> Path:
    """COCO with boxes and sizes as of a smaller picture; `swap`: width and height exchanged, the boxes right."""
    value = json.loads((base / "coco.json").read_text())
    for image in value["images"]:
        size = image["width"] * scale, image["height"] * scale * stretch
        image["width"], image["height"] = size[::-1] if swap else size
    for note in value["annotations"]:
        note["bbox"] = [v * scale * (stretch if k % 2 else 1) for k, v in enumerate(note["bbox"])]
    return written(room, value)


case("coco", "half the size, and says so")(lambda base, room: resized(base, room, 0.5))
case("coco", "twice the size, and says so")(lambda base, room: resized(base, room, 2))
case("coco", "width and height exchanged, boxes right")(lambda base, room: resized(base, room, 1, swap=True))
case("coco", "half the size, exchanged")(lambda base, room: resized(base, room, 0.5, swap=True))
case("coco", "stretched to a square")(lambda base, room: resized(base, room, 1, stretch=4 / 3))


@case("coco", "half the size, and says nothing of it")
def _(base: Path, room: Path) -> Path:
    value = json.loads(resized(base, room, 0.5).read_text())
    for image in value["images"]:
        image.pop("width"), image.pop("height")
    return written(room, value)


@case("coco", "boxes of the picture before it was turned")
def _(base: Path, room: Path) -> Path:
    value = json.loads((base / "coco.json").read_text())
    for image in value["images"]:
        width, height = image["width"], image["height"]
        image["width"], image["height"] = height, width
        for note in value["annotations"]:
            if note["image_id"] == image["id"]:
                x, y, w, h = note["bbox"]
                note["bbox"] = [y, width - x - w, h, w]
    return written(room, value)


HALVED = r"<(width|height|xmax|ymax)>(\d+)<", lambda found: f"<{found[1]}>{int(found[2]) // 2}<"
MOVED = r"<(xmin|ymin)>(\d+)<", lambda found: f"<{found[1]}>{int(found[2]) // 2 + 1}<"
case("voc", "half the size, whole pixels")(replaced("voc/a.xml", HALVED, MOVED))
case("cvat", "another picture's size")(replaced("cvat.xml", ('width="160" height="120"', 'width="160" height="90"')))
case("labelme", "another picture's size")(replaced("labelme/a.json", ('"imageHeight": 120', '"imageHeight": 90')))

# Listed and not labelled


def only_first(value: dict[str, Any]) -> None:
    value["annotations"] = [note for note in value["annotations"] if note["image_id"] == 1]


case("coco", "one of three photos is annotated")(coco(only_first))
case("coco", "none is annotated")(coco(lambda value: value.update(annotations=[])))
case("coco", "no annotations at all")(coco(lambda value: value.pop("annotations")))
case("yolo", "an empty file")(lambda _, room: empty(room / "a.txt"))
case("cvat", "every box gone")(replaced("cvat.xml", (r"(?s)<box.*?</box>", "")))
case("voc", "most objects gone")(lambda base, room: cut_objects(base, room, 4))
case("voc", "one object gone", a="2m 3m 4p 4p")(lambda base, room: cut_objects(base, room, 1))
case("labelme", "no shapes")(replaced("labelme/a.json", (r'(?s)"shapes": \[.*?\n \]', '"shapes": []')))


def empty(path: Path) -> Path:
    path.write_text("")
    return path


def cut_objects(base: Path, room: Path, count: int) -> Path:
    text = re.sub(r"(?s)<object>.*?</object>", "", (base / "voc" / "a.xml").read_text(), count=count)
    (room / "a.xml").write_text(text)
    return room / "a.xml"
