"""COCO: one JSON file. Confidence as `score`, role and group as `attributes`, the way CVAT and Datumaro write them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from vision.labels.formats.base import (
    Format,
    Read,
    Sheets,
    Sizes,
    bad,
    box_of,
    dumped,
    joined,
    json_of,
    kind_of,
    pixels,
    role_of,
    stem,
)
from vision.labels.sheet import Label, LabelError
from vision.types import CLASSES


def whole(sheets: Sheets) -> Iterator[str]:
    """The file in pieces; categories are numbered from 1, as in COCO itself."""
    yield '{"info": {"description": "mahjong tiles, labelled by Zhuoji"},\n"categories": ['
    yield from joined(
        dumped({"id": number, "name": name, "supercategory": "tile"}) for number, name in enumerate(CLASSES, 1)
    )
    yield '\n],\n"images": ['
    yield from joined(
        dumped({"id": number, "file_name": sheet.image, "width": sheet.width, "height": sheet.height})
        for number, sheet in enumerate(sheets(), 1)
    )
    yield '\n],\n"annotations": ['
    yield from joined(_annotations(sheets))
    yield "\n]}\n"


def _annotations(sheets: Sheets) -> Iterator[str]:
    number = 0
    for image, sheet in enumerate(sheets(), 1):
        for label in sheet.labels:
            number += 1
            box = label.box
            yield dumped(
                {
                    "id": number,
                    "image_id": image,
                    "category_id": CLASSES.index(label.kind) + 1,
                    "bbox": [pixels(value) for value in (box.x1, box.y1, box.width, box.height)],
                    "area": pixels(box.width * box.height),
                    "iscrowd": 0,
                    "segmentation": [],
                    "score": round(label.confidence, 4),
                    "attributes": {"role": label.role, "group": label.group},
                }
            )


def read(path: Path, sizes: Sizes) -> Iterator[Read]:
    """Any COCO file of objects; pictures are known by their names."""
    value = json_of(path)
    try:
        assert isinstance(value, dict)
        names = {category["id"]: category["name"] for category in value["categories"]}
        found: dict[object, list[Label]] = {image["id"]: [] for image in value["images"]}
        images = {image["id"]: stem(image["file_name"]) for image in value["images"]}
        for note in value["annotations"]:
            x, y, w, h = note["bbox"]
            more = note.get("attributes") or {}
            group = more.get("group")
            label = Label(
                box_of((x, y, x + w, y + h), path),
                kind_of(names.get(note["category_id"]), path),
                1.0,
                role_of(more.get("role")),
                group if isinstance(group, int) else None,
            )
            found[note["image_id"]].append(label)
    except LabelError:
        raise
    except (AssertionError, KeyError, TypeError, ValueError, AttributeError) as error:
        bad(path, f"is no COCO file of objects: {type(error).__name__} {error}")
    for number, labels in found.items():
        if sizes(images[number]) is not None:
            yield images[number], tuple(labels)


COCO = Format("coco", "coco.json", read, whole=whole)
