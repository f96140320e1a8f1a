"""Cases: names of pictures, things said twice, odd entries, what real tools wrote."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.label.cases import EXPORTS, Make, case, coco, replaced, written
from tests.label.cases_sizes import lines
from vision.types import CLASSES

# Names

NAMES = {
    "as they were": "{0}.png",
    "Label Studio's prefix": "1a2b3c4d-{0}.png",
    "Roboflow's ending": "{0}_png.rf.0123456789abcdef0123456789abcdef.jpg",
    "a path with a query": "images/{0}.png?v=3#x",
    "a presigned address": "https://b.s3.amazonaws.com/x/{0}.png?X-Amz-Signature=ab&X-Amz-Expires=9",
    "an address of a bucket": "s3://bucket/folder/{0}.png",
    "a local file of Label Studio": "/data/local-files/?d=images/{0}.png",
    "a Windows path": "C:\\Users\\me\\{0}.png",
    "train/ before it": "train/images/{0}.png",
    "another ending": "{0}.JPG",
    "two endings": "{0}.png.jpg",
    "upper case": "{0}.PNG",
    "the file's own name": "{1}.png",
}
for title, pattern in NAMES.items():

    def named(value: dict[str, Any], pattern: str = pattern) -> None:
        for image in value["images"]:
            stem = image["file_name"].rpartition(".")[0]
            image["file_name"] = pattern.format(stem, {"b_1": "b (1)"}.get(stem, stem))
        value["annotations"][0]["category_id"] = 18

    case("coco", f"names: {title}", a="9p 2m 3m 4p 4p")(coco(named))
case("yolo", "name.png.txt", a="9p 2m 3m 4p 4p")(replaced("labels/a.txt", (r"^0 ", "17 "), name="a.png.txt"))
case("coco", "a photo that is not in the data set")(
    coco(lambda value: value["images"].append({"id": 9, "file_name": "other.jpg"}))
)
case("coco", "nothing of the data set")(
    coco(lambda value: [image.update(file_name=f"x{image['id']}.jpg") for image in value["images"]])
)


@case("yolo", "the exported zip itself, names of Chinese Windows", c="5p 6p 9s 1s 2s")
def _(base: Path, room: Path) -> Path:
    with zipfile.ZipFile(room / "export.zip", "w") as packed:
        packed.write(base / "data.yaml", "data.yaml")
        text = (base / "labels" / "照片.txt").read_text().splitlines()
        text[-1] = re.sub(r"^\d+", "26", text[-1])
        packed.writestr("labels/XXXX.txt", "\n".join(text))
        packed.writestr("../../evil.txt", "0 0.5 0.5 0.1 0.1")
    data = (room / "export.zip").read_bytes()
    (room / "export.zip").write_bytes(data.replace(b"labels/XXXX.txt", b"labels/" + "照片".encode("gbk") + b".txt"))
    return room / "export.zip"


@case("yolo", "renamed pictures that lie beside the labels, known by content", a="9p 2m 3m 4p 4p")
def _(base: Path, room: Path) -> Path:
    lines(base, room, "classes.txt", "\n".join(CLASSES), [*CLASSES])
    for k, name in enumerate(("a", "b_1", "照片")):
        shutil.copy(base / "images" / f"{name}.png", room / f"{k:08d}.png")
        (room / f"{name}.txt").rename(room / f"{k:08d}.txt")
    path = room / "00000000.txt"
    path.write_text(re.sub(r"^0 ", "17 ", path.read_text()))
    return room


# Twice the same


def twice(value: dict[str, Any]) -> None:
    value["annotations"].append({**value["annotations"][0], "id": 999})


def two_names(value: dict[str, Any]) -> None:
    value["annotations"].append({**value["annotations"][0], "id": 999, "category_id": 18})


def listed_twice(value: dict[str, Any]) -> None:
    value["images"].append({**value["images"][0], "id": 99})


case("coco", "one label twice")(coco(twice))
case("coco", "two names in one place")(coco(two_names))
case("coco", "one picture listed twice")(coco(listed_twice))


@case("yolo", "one photo in two folders, not alike")
def _(base: Path, room: Path) -> Path:
    lines(base, room, "classes.txt", "\n".join(CLASSES), [*CLASSES], "one")
    (room / "two").mkdir()
    (room / "two" / "a.txt").write_text(re.sub(r"^0 ", "17 ", (base / "labels" / "a.txt").read_text()))
    return room


# Label Studio


def tasks(change: Callable[[list[dict[str, Any]]], object]) -> Make:
    def make(base: Path, room: Path) -> Path:
        value = json.loads((base / "labelstudio.json").read_text())
        for task in value:
            task["annotations"] = [{"id": 1, "result": task.pop("predictions")[0]["result"]}]
        change(value)
        return written(room, value)

    return make


def renamed(task: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """The result of a task's annotation with another name for the first tile."""
    found: list[dict[str, Any]] = json.loads(json.dumps(task["annotations"][0]["result"]))
    found[0]["value"]["rectanglelabels"] = [kind]
    return found


def newest(value: list[dict[str, Any]]) -> None:
    value[0]["annotations"][0]["updated_at"] = "2026-01-02T00:00:00Z"
    value[0]["annotations"].insert(0, {"result": renamed(value[0], "9p"), "updated_at": "2026-01-03T00:00:00Z"})


def truth(value: list[dict[str, Any]]) -> None:
    newest(value)
    value[0]["annotations"].append(
        {"result": renamed(value[0], "9m"), "ground_truth": True, "updated_at": "2026-01-01"}
    )


def cancelled(value: list[dict[str, Any]]) -> None:
    value[0]["annotations"].append({"result": renamed(value[0], "9m"), "was_cancelled": True, "updated_at": "2027"})


def relation(value: list[dict[str, Any]]) -> None:
    value[0]["annotations"][0]["result"].append({"from_id": "t0", "to_id": "t1", "type": "relation"})


def undefined(value: list[dict[str, Any]]) -> None:
    value[1]["data"] = {"$undefined$": value[1]["data"]["image"]}
    value[0]["annotations"][0]["result"] = renamed(value[0], "9p")


def part(value: list[dict[str, Any]], **more: object) -> None:
    found = value[0]["annotations"][0]["result"][0]
    found["value"] |= more
    found |= {"original_width": 160, "original_height": 120}


case("labelstudio", "the newest annotation counts", a="9p 2m 3m 4p 4p")(tasks(newest))
case("labelstudio", "the true one before the newest", a="9m 2m 3m 4p 4p")(tasks(truth))
case("labelstudio", "a cancelled one never")(tasks(cancelled))
case("labelstudio", "a relation between regions")(tasks(relation))
case("labelstudio", "a task whose key is $undefined$", a="9p 2m 3m 4p 4p")(tasks(undefined))
case("labelstudio", "a box turned by 2 degrees", a="1m 2m 3m 4p 4p")(tasks(lambda value: part(value, rotation=2)))
case("labelstudio", "a box turned by 40 degrees")(tasks(lambda value: part(value, rotation=40)))
case("labelstudio", "a region without a label")(tasks(lambda value: part(value, rectanglelabels=[])))
case("labelstudio", "a region with a foreign label")(tasks(lambda value: part(value, rectanglelabels=["dog"])))
case("labelstudio", "numbers as texts")(tasks(lambda value: part(value, x="6.25")))
case("labelstudio", "a number of 5000 digits")(tasks(lambda value: part(value, x=int("1" + "0" * 4000))))
case("labelstudio", "a task that is a number")(tasks(lambda value: value.append(7)))  # type: ignore[arg-type]
case("labelstudio", "annotations that are a text")(tasks(lambda value: value[0].update(annotations="x")))
case("labelstudio", "one task alone, no list")(
    lambda base, room: written(room, json.loads(tasks(len)(base, room).read_text())[0])
)

# Odd entries


def without_box(value: dict[str, Any]) -> None:
    value["annotations"][0].pop("bbox")


def texts(value: dict[str, Any]) -> None:
    for note in value["annotations"]:
        note["bbox"] = [str(v) for v in note["bbox"]]
        note["image_id"], note["category_id"] = str(note["image_id"]), float(note["category_id"])


def far_away(value: dict[str, Any]) -> None:
    value["annotations"][0]["bbox"][0] = 1e300


case("coco", "an annotation without a box")(coco(without_box))
case("coco", "numbers as texts")(coco(texts))
case("coco", "a box far outside")(coco(far_away))
case("coco", "an annotation of no picture")(coco(lambda value: value["annotations"][0].update(image_id=77)))
case("coco", "an annotation that is a number")(coco(lambda value: value["annotations"].append(7)))
case("yolo", "one line that is none", a="1m 2m 3m 4p 4p")(replaced("labels/a.txt", (r"^0 ", "x ")))
case("yolo", "outlines in place of boxes")(lambda base, room: outlines(base, room))  # noqa: PLW0108 - it is defined below
case("cvat", "a foreign label", a="1m 2m 3m 4p 4p")(replaced("cvat.xml", ('box label="1m"', 'box label="dog"')))
case("cvat", "a cuboid and a tag beside the boxes")(
    replaced("cvat.xml", (r"(<image [^>]*>)", r'\1<cuboid label="1m"/><tag label="x"/>'))
)
POINT = '{"label": "1m", "points": [[1, 1]], "shape_type": "point"}'
case("labelme", "a point, a line, a polygon")(
    replaced(
        "labelme/a.json", (r'"shapes": \[', '"shapes": [{"label": "1m", "points": [[1, 1]], "shape_type": "point"},')
    )
)


def outlines(base: Path, room: Path) -> Path:
    text = ""
    for line in (base / "labels" / "a.txt").read_text().splitlines():
        kind, *numbers = line.split()
        x, y, w, h = map(float, numbers)
        corners = ((x - w / 2, y - h / 2), (x + w / 2, y - h / 2), (x + w / 2, y + h / 2), (x - w / 2, y + h / 2))
        text += f"{kind} {' '.join(f'{a:.6f} {b:.6f}' for a, b in corners)}\n"
    (room / "a.txt").write_text(text)
    return room / "a.txt"


CODECS = {"gb2312": "gb18030", "GBK": "gbk", "big5": "big5hkscs", "shift_jis": "cp932", "utf-16": "utf-16",
          "martian": "utf-8"}  # fmt: skip
for declared, codec in CODECS.items():

    def encoded(base: Path, room: Path, declared: str = declared, codec: str = codec) -> Path:
        text = (base / "cvat.xml").read_text().replace('encoding="utf-8"', f'encoding="{declared}"')
        (room / "cvat.xml").write_bytes(text.encode(codec, "replace"))
        return room / "cvat.xml"

    case("cvat", f"XML that declares {declared}")(encoded)
case("cvat", "cut off in the middle")(lambda base, room: cut(base / "cvat.xml", room))
case("coco", "cut off in the middle")(lambda base, room: cut(base / "coco.json", room))
case("voc", "a document type that grows")(
    replaced("voc/a.xml", ("<annotation>", '<!DOCTYPE a [<!ENTITY x "y">]><annotation>'))
)


def cut(path: Path, room: Path) -> Path:
    data = path.read_bytes()
    (room / path.name).write_bytes(data[: len(data) // 2])
    return room / path.name


# What real tools wrote


def there(path: Path) -> Make:
    return lambda _base, _room: path


for folder in sorted(EXPORTS.iterdir()):
    written_in, tool = folder.stem.split("--")
    case(written_in, f"really written by {tool}")(there(folder))
