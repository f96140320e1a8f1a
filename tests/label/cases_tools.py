"""Cases: pictures that a tool has turned, padded or cropped, lines and names as tools write them, odd numbers."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.label.cases import case, coco, replaced, written
from tests.label.cases_entries import part, renamed, tasks

Size = tuple[float, float]
Corners = tuple[float, float, float, float]
Move = Callable[[Corners, Size], Corners]


# Pictures that are others


def moved(move: Move) -> Callable[[Path, Path], Path]:
    """COCO whose boxes are of another picture of the same size."""

    def change(value: dict[str, Any]) -> None:
        sizes = {image["id"]: (image["width"], image["height"]) for image in value["images"]}
        for note in value["annotations"]:
            x, y, w, h = note["bbox"]
            x1, y1, x2, y2 = move((x, y, x + w, y + h), sizes[note["image_id"]])
            note["bbox"] = [x1, y1, x2 - x1, y2 - y1]

    return coco(change)


def padded(box: Corners, size: Size) -> Corners:
    """A square with the picture in its middle, and boxes told as shares."""
    side = max(size)
    left, top = (side - size[0]) / 2, (side - size[1]) / 2
    scale = size[0] / side, size[1] / side
    x1, y1, x2, y2 = box
    return (x1 + left) * scale[0], (y1 + top) * scale[1], (x2 + left) * scale[0], (y2 + top) * scale[1]


MOVES: dict[str, Move] = {
    "turned by 180 degrees": lambda b, s: (s[0] - b[2], s[1] - b[3], s[0] - b[0], s[1] - b[1]),
    "mirrored": lambda b, s: (s[0] - b[2], b[1], s[0] - b[0], b[3]),
    "padded to a square": padded,
    "cropped at its left and top": lambda b, _: (b[0] - 5, b[1] - 9, b[2] - 5, b[3] - 9),
    "twice as large, and nothing said of it": lambda b, _: (2 * b[0], 2 * b[1], 2 * b[2], 2 * b[3]),
    "moved by one tile": lambda b, _: (b[0] + 16, b[1], b[2] + 16, b[3]),
}
for title, move in MOVES.items():
    case("coco", f"the picture was {title}")(moved(move))


@case("yolo", "letterboxed, as trainers and their exporters do")
def _(base: Path, room: Path) -> Path:
    for path in (base / "labels").iterdir():
        wide, high = (160, 120) if path.stem != "照片" else (120, 160)
        side, text = max(wide, high), ""
        for line in path.read_text().splitlines():
            kind, *numbers = line.split()
            x, y, w, h = map(float, numbers)
            x, y = (x * wide + (side - wide) / 2) / side, (y * high + (side - high) / 2) / side
            text += f"{kind} {x:.6f} {y:.6f} {w * wide / side:.6f} {h * high / side:.6f}\n"
        (room / path.name).write_text(text)
    (room / "data.yaml").write_bytes((base / "data.yaml").read_bytes())
    return room


# Lines of YOLO


def each_line(change: Callable[[str, list[float]], str]) -> Callable[[Path, Path], Path]:
    def make(base: Path, room: Path) -> Path:
        lines = [line.split() for line in (base / "labels" / "a.txt").read_text().splitlines()]
        (room / "a.txt").write_text("".join(f"{change(kind, [*map(float, more)])}\n" for kind, *more in lines))
        (room / "data.yaml").write_bytes((base / "data.yaml").read_bytes())
        return room

    return make


def corners(box: list[float], turn: float = 0) -> str:
    """The four corners of a box in a picture of 160×120 pixels, moved along its edges."""
    x, y, w, h = box
    dx, dy = turn * h * 120 / 160, turn * w * 160 / 120
    found = (
        (x - w / 2 + dx, y - h / 2),
        (x + w / 2, y - h / 2 + dy),
        (x + w / 2 - dx, y + h / 2),
        (x - w / 2, y + h / 2 - dy),
    )
    return " ".join(f"{a:.6g} {b:.6g}" for a, b in found)


case("yolo", "a confidence")(each_line(lambda kind, box: f"{kind} {' '.join(map(str, box))} 0.87"))
case("yolo", "a confidence and a track")(each_line(lambda kind, box: f"{kind} {' '.join(map(str, box))} 0.87 1"))
case("yolo", "turned boxes that are upright")(each_line(lambda kind, box: f"{kind} {corners(box)}"))
case("yolo", "turned boxes with confidence and track")(each_line(lambda kind, box: f"{kind} {corners(box)} 0.9 1"))
case("yolo", "boxes turned by 35 degrees")(each_line(lambda kind, box: f"{kind} {corners(box, 0.41)}"))


@case("yolo", "two names exchanged in the list")
def _(base: Path, room: Path) -> Path:
    for path in (base / "labels").iterdir():
        (room / path.name).write_text(path.read_text())
    text = (base / "data.yaml").read_text()
    (room / "data.yaml").write_text(
        text.replace(": 4p\n", ": X\n").replace(": 9s\n", ": 4p\n").replace(": X\n", ": 9s\n")
    )
    return room


# Names


@case("yolo", "a date before another photo's name")
def _(base: Path, room: Path) -> Path:
    (room / "20240101-a.txt").write_text(re.sub(r"^0 ", "17 ", (base / "labels" / "a.txt").read_text()))
    return room


@case("yolo", "the photo and one whose name resembles it", a="9p 2m 3m 4p 4p")
def _(base: Path, room: Path) -> Path:
    text = (base / "labels" / "a.txt").read_text()
    (room / "a.txt").write_text(re.sub(r"^0 ", "17 ", text))
    (room / "1a2b3c4d-a.txt").write_text(re.sub(r"^0 ", "16 ", text))
    return room


def packed(room: Path, *members: tuple[str, str]) -> Path:
    with zipfile.ZipFile(room / "x.zip", "w") as out:
        for name, text in members:
            if name in out.namelist():
                name = f"./{name}"  # noqa: PLW2901 - the same place, another name
            out.writestr(name, text)
    return room / "x.zip"


@case("yolo", "a zip with names of 90 letters that end alike", a="9p 2m 3m 4p 4p")
def _(base: Path, room: Path) -> Path:
    text, end = (base / "labels" / "a.txt").read_text(), "_png.rf." + "0" * 32
    long = "x" * 60 + f"_a{end}.txt"
    return packed(room, (f"a{end}.txt", re.sub(r"^0 ", "17 ", text)), (long, text), ("y" * 60 + f"_a{end}.txt", text))


@case("yolo", "a zip with two files in one place, not alike")
def _(base: Path, room: Path) -> Path:
    text = (base / "labels" / "a.txt").read_text()
    return packed(room, ("a.txt", text), ("a.txt", re.sub(r"^0 ", "17 ", text)))


@case("yolo", "a zip with one file twice", a="9p 2m 3m 4p 4p")
def _(base: Path, room: Path) -> Path:
    text = re.sub(r"^0 ", "17 ", (base / "labels" / "a.txt").read_text())
    return packed(room, ("a.txt", text), ("a.txt", text))


@case("yolo", "a zip with one damaged file", a="9p 2m 3m 4p 4p")
def _(base: Path, room: Path) -> Path:
    text = {name: (base / "labels" / f"{name}.txt").read_text() for name in ("a", "b_1")}
    path = packed(room, ("a.txt", re.sub(r"^0 ", "17 ", text["a"])), ("b_1.txt", text["b_1"]))
    path.write_bytes(path.read_bytes().replace(text["b_1"].encode(), text["b_1"].encode()[:-2] + b"9\n"))
    return path


# Times, numbers


def zones(value: list[dict[str, Any]]) -> None:
    """23:30 in Shanghai is before 16:00 in London, though its text is greater."""
    value[0]["annotations"][0] |= {"updated_at": "2026-01-02T23:30:00+08:00", "result": renamed(value[0], "9m")}
    value[0]["annotations"].append({"updated_at": "2026-01-02T16:00:00Z", "result": renamed(value[0], "9p")})


def rotated(turn: object) -> Callable[[list[dict[str, Any]]], object]:
    def change(value: list[dict[str, Any]]) -> None:
        for one in value[0]["annotations"][0]["result"]:
            one["image_rotation"] = turn

    return change


case("labelstudio", "the newest in another zone", a="9p 2m 3m 4p 4p")(tasks(zones))
TURNS: tuple[object, ...] = ("0", "none", [], 1e308, True)
for turn in TURNS:
    case("labelstudio", f"image_rotation {turn!r}")(tasks(rotated(turn)))
case("labelstudio", "true and cancelled as words")(
    tasks(lambda value: value[0]["annotations"][0].update(was_cancelled="false", ground_truth="true"))
)
case("labelstudio", "a width of next to nothing")(tasks(lambda value: part(value, width=1e-320)))
case("cvat", "a group of 5000 digits")(replaced("cvat.xml", ('group_id="1"', f'group_id="{"9" * 5000}"')))
case("cvat", "a size of next to nothing")(replaced("cvat.xml", ('width="160"', 'width="1e-320"')))
for number in ("NaN", "Infinity", "true", "null", '"7"', "[7]", "1e-320", "-0.0"):
    case("coco", f"a size that is {number}")(replaced("coco.json", ('"width": 160', f'"width": {number}')))


@case("labelstudio", "an export that is one annotation of each")
def _(base: Path, room: Path) -> Path:
    value = json.loads(tasks(len)(base, room).read_text())
    notes = [{**task.pop("annotations")[0], "task": task} for task in value]
    return written(room, notes)


# Tasks of Label Studio with more than one control, or more than one picture


def two_controls(value: list[dict[str, Any]]) -> None:
    """`Rectangle` and `Labels` in place of `RectangleLabels`."""
    value[0]["annotations"][0]["result"] = renamed(value[0], "9p")
    for task in value:
        for one in [one for one in task["annotations"][0]["result"] if one["type"] == "rectanglelabels"]:
            names = one["value"].pop("rectanglelabels")
            one["type"] = "rectangle"
            named = {**one, "type": "labels", "value": {**one["value"], "labels": names}}
            task["annotations"][0]["result"].append(named)


def joined(**more: object) -> Callable[[list[dict[str, Any]]], object]:
    """The first task has the second one's regions, too, as regions of another picture."""

    def change(value: list[dict[str, Any]]) -> None:
        first, second = value[0], value.pop(1)
        first["data"] = {"image": "a.png", "image2": "b_1.png"}
        for one in second["annotations"][0]["result"]:
            first["annotations"][0]["result"].append({**one, "id": f"b {one['id']}", **more})

    return change


def shown_by(**data: str) -> Callable[[list[dict[str, Any]]], object]:
    def change(value: list[dict[str, Any]]) -> None:
        value[0]["annotations"][0]["result"] = renamed(value[0], "9p")
        value[0]["data"] = data

    return change


def second_control(value: list[dict[str, Any]]) -> None:
    """A task of two pictures of which only the second has regions."""
    value[0]["data"] = {"image": "b_1.png", "image2": "a.png"}
    value[0]["annotations"][0]["result"] = [
        {**one, "to_name": "image2"} for one in renamed(value[0], "9p")
    ]  # fmt: skip
    del value[1:]


case("labelstudio", "Rectangle and Labels", a="9p 2m 3m 4p 4p")(tasks(two_controls))
case("labelstudio", "two pictures beside each other")(tasks(joined(to_name="image2")))
case("labelstudio", "pages of pictures")(tasks(joined(item_index=1)))
case("labelstudio", "two pictures, one of them labelled", a="9p 2m 3m 4p 4p")(tasks(second_control))
case("labelstudio", "a text before the picture", a="9p 2m 3m 4p 4p")(tasks(shown_by(id="照片", mine="x/a.png")))
case("yolo", "a number with Python's underscore")(
    each_line(lambda kind, box: f"{'1_7' if kind == '0' else kind} {' '.join(map(str, box))}")
)
