"""Cases: label files as people make and name them."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.label.cases import Make, case, coco, written
from tests.label.cases_entries import tasks
from vision.types import CLASSES

Numbers = tuple[float, float, float, float]
Notes = list[dict[str, Any]]

# Boxes beside, over and around others


def more(change: Callable[[Notes], object]) -> Callable[[dict[str, Any]], None]:
    """The annotations of photo a, to which some are added."""

    def changed(value: dict[str, Any]) -> None:
        notes = [note for note in value["annotations"] if note["image_id"] == 1]
        change(notes)
        value["annotations"] = [*notes, *(note for note in value["annotations"] if note["image_id"] != 1)]

    return changed


def beside(x: float, kind: int | None = None) -> Callable[[dict[str, Any]], None]:
    """A second box so many pixels beside the first one."""

    def again(notes: Notes) -> None:
        left, *rest = notes[0]["bbox"]
        number = kind or notes[0]["category_id"]
        notes.append(notes[0] | {"id": 901, "bbox": [left + x, *rest], "category_id": number})

    return more(again)


def over(*box: float) -> Callable[[dict[str, Any]], None]:
    """A box over others."""
    return more(lambda notes: notes.append(notes[0] | {"id": 901, "bbox": list(box)}))


for pixels in (1, 2, 3, 4):
    case("coco", f"a second box {pixels} pixels beside one")(coco(beside(pixels)))
case("coco", "a second box 3 pixels beside one, of another name")(coco(beside(3, 20)))
case("coco", "a box over the whole photo")(coco(over(0, 0, 160, 120)))
case("coco", "a box over most of the photo")(coco(over(5, 20, 150, 90)))
case("coco", "a box over two tiles")(coco(over(10, 40, 28, 18)))
case("coco", "a box over the whole hand, cut close")(coco(over(14, 44, 68, 10)))
case("coco", "two new boxes in one place, of two names")(
    coco(more(lambda notes: notes.extend(
        notes[0] | {"id": 901 + k, "bbox": [100, 80, 12, 18], "category_id": k} for k in (1, 2)
    )))
)  # fmt: skip


def alone(value: dict[str, Any]) -> None:
    value["annotations"] = [note for note in value["annotations"] if note["image_id"] != 1]
    value["annotations"].append({"id": 901, "image_id": 1, "category_id": 1, "bbox": [0, 0, 160, 120]})


case("coco", "one box over the whole photo and nothing else")(coco(alone))


# Boxes told in another manner than the format's

MANNERS: dict[str, Callable[[Numbers], Numbers]] = {
    "two corners": lambda b: (b[0], b[1], b[0] + b[2], b[1] + b[3]),
    "the middle of a box": lambda b: (b[0] + b[2] / 2, b[1] + b[3] / 2, b[2], b[3]),
}
for title, manner in MANNERS.items():

    def told(value: dict[str, Any], manner: Callable[[Numbers], Numbers] = manner) -> None:
        for note in value["annotations"]:
            note["bbox"] = list(manner(tuple(note["bbox"])))

    case("coco", f"boxes told as {title}")(coco(told))


def yolo(change: Callable[[str, list[float]], str], name: str = "{}.txt") -> Make:
    """The lines of all photos, otherwise; `name`: of their files."""

    def make(base: Path, room: Path) -> Path:
        shutil.copy(base / "data.yaml", room)
        for path in (base / "labels").iterdir():
            rows = [line.split() for line in path.read_text().splitlines()]
            text = "".join(change(row[0], [float(number) for number in row[1:]]) + "\n" for row in rows)
            (room / name.format(path.stem)).write_text(text)
        return room

    return make


def row(kind: str, *numbers: float) -> str:
    return " ".join((kind, *(f"{number:.6f}" for number in numbers)))


case("yolo", "boxes told as two corners")(
    yolo(lambda kind, b: row(kind, b[0] - b[2] / 2, b[1] - b[3] / 2, b[0] + b[2] / 2, b[1] + b[3] / 2))
)
case("yolo", "boxes told from their corner")(
    yolo(lambda kind, b: row(kind, b[0] - b[2] / 2, b[1] - b[3] / 2, b[2], b[3]))
)


@case("voc", "width and height in place of the second corner")
def _(base: Path, room: Path) -> Path:
    for path in (base / "voc").iterdir():
        text = path.read_text()
        for box in re.findall(r"(?s)<bndbox>.*?</bndbox>", text):
            x, y, right, low = map(int, re.findall(r"\d+", box))
            wide = box.replace(f"<xmax>{right}", f"<xmax>{right - x + 1}")
            text = text.replace(box, wide.replace(f"<ymax>{low}", f"<ymax>{low - y + 1}"))
        (room / path.name).write_text(text)
    return room


def lifted(value: dict[str, Any]) -> None:
    """Boxes 4 pixels too high; of the second photo only two are left."""
    second, rest = ([note for note in value["annotations"] if (note["image_id"] == 2) is yes] for yes in (True, False))
    value["annotations"] = [*second[:2], *rest]
    for note in value["annotations"]:
        note["bbox"][1] -= 4


case("coco", "all boxes a little too high, on one photo two only")(coco(lifted))

# Files of another format, and tasks that nobody submitted


def submitted(value: list[dict[str, Any]]) -> None:
    for task in value:
        task["annotations"] = []


def thrown_away(value: list[dict[str, Any]]) -> None:
    for task in value:
        task["annotations"][0]["was_cancelled"] = True


case("labelstudio", "nothing was submitted")(tasks(submitted))
case("labelstudio", "all was cancelled")(tasks(thrown_away))
case("labelstudio", "a draft that nobody submitted")(
    tasks(lambda value: value[0].update(drafts=value[0].pop("annotations"), annotations=[]))
)
FILES = {"coco": "coco.json", "labelstudio": "labelstudio.json", "cvat": "cvat.xml", "voc": "voc/a.xml",
         "labelme": "labelme/a.json", "yolo": "labels/a.txt"}  # fmt: skip
for other in ("coco", "labelme", "cvat", "yolo"):
    case("labelstudio", f"really {other}")(lambda base, _, place=FILES[other]: base / place)  # type: ignore[misc]
for form in ("coco", "cvat", "voc", "labelme", "yolo"):
    place = FILES["coco" if form != "coco" else "labelstudio"]
    case(form, f"really {Path(place).stem}")(lambda base, _, place=place: base / place)  # type: ignore[misc]


def two_formats(base: Path, room: Path) -> Path:
    shutil.copy(base / "coco.json", room)
    shutil.copy(base / "cvat.xml", room)
    return room


case("", "no format said: COCO", a="9p 2m 3m 4p 4p")(coco(more(lambda notes: notes[0].update(category_id=18))))
case("", "no format said: YOLO in a zip, with its lists")(lambda base, room: packed(base, room / "x.zip"))
case("", "no format said: two formats in one folder")(two_formats)
case("", "no format said: a file of words")(lambda _, room: words(room / "a.txt"))

case("", "no format said: YOLO with a line of words above")(lambda base, room: headed(base, room))  # noqa: PLW0108 - below
case("yolo", "an archive that is no zip")(lambda base, room: other_archive(base, room))  # noqa: PLW0108 - below

# Names and texts as people leave them

case("yolo", "name.txt.txt", a="9p 2m 3m 4p 4p")(
    yolo(lambda kind, b: row("17" if kind == "0" else kind, *b), "{}.txt.txt")
)
case("yolo", "names of tiles in place of numbers")(yolo(lambda kind, b: row(CLASSES[int(kind)], *b)))
case("yolo", "names in place of numbers, a foreign one among them")(
    yolo(lambda kind, b: row("dog" if kind == "0" else CLASSES[int(kind)], *b))
)
YAML = "nc: 29\nnames:\n" + "".join(f"\t{k}:\t{name}\n" for k, name in enumerate(CLASSES[::-1]))
for listed, text in {"Classes.txt": "\n".join(CLASSES[::-1]), "DATA.YAML": YAML, "data.yaml": YAML}.items():

    def backwards(base: Path, room: Path, listed: str = listed, text: str = text) -> Path:
        yolo(lambda kind, b: row(str(28 - int(kind)), *b))(base, room)
        (room / "data.yaml").unlink()
        (room / listed).write_text(text)
        return room

    case("yolo", f"a list called {listed}{', with tabs' if text is YAML else ''}")(backwards)
for codec in ("utf-16-le", "utf-16-be"):
    for form, place in FILES.items():

        def unmarked(base: Path, room: Path, codec: str = codec, place: str = place) -> Path:
            shutil.copy(base / "data.yaml", room)
            path = room / Path(place).name
            path.write_bytes((base / place).read_text().encode(codec))
            return path

        if form != "labelstudio":
            case(form, f"{codec} without a mark")(unmarked)


def packed(base: Path, path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as pack:
        for file in (*(base / "labels").iterdir(), base / "data.yaml"):
            pack.write(file, file.name)
        pack.writestr("classes.txt", "\n".join(CLASSES))
        pack.writestr("README.txt", "Exported with care.\n")
    return path


def other_archive(_: Path, room: Path) -> Path:
    (room / "labels.rar").write_bytes(b"Rar!\x1a\x07\x00")
    return room / "labels.rar"


def headed(base: Path, room: Path) -> Path:
    text = (base / "labels" / "a.txt").read_text()
    (room / "a.txt").write_text(f"# class x y w h\n{text}")
    return room / "a.txt"


def words(path: Path) -> Path:
    path.write_text("Look at photo a again.\n")
    return path


@case("yolo", "a zip inside a zip")
def _(base: Path, room: Path) -> Path:
    packed(base, room / "inner.zip")
    with zipfile.ZipFile(room / "outer.zip", "w") as pack:
        pack.write(room / "inner.zip", "inner.zip")
    return room / "outer.zip"


case("yolo", "a file of words that is named itself")(lambda _, room: words(room / "notes.txt"))
case("yolo", "a list of classes that is named itself")(
    lambda _, room: written(room, json.loads("[]")).replace(room / "classes.txt")
)
