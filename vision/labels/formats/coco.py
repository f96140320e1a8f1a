"""COCO: one JSON file. Confidence as `score`, role and group as `attributes`, the way CVAT and Datumaro write them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from vision.labels.formats.base import (
    Draft,
    Format,
    Read,
    Sheets,
    around,
    box_of,
    dumped,
    joined,
    pixels,
    size_of,
    to_number,
    upright_box,
)
from vision.labels.formats.text import bad, json_of
from vision.types import CLASSES, Box

Item = Mapping[str, Any]


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


def read(path: Path) -> Iterator[Read]:
    """Any COCO file of objects; numbers of pictures and categories may be texts."""
    value = json_of(path)
    images, categories, notes = (_listed(value, key, path) for key in ("images", "categories", "annotations"))
    names = _names(categories)
    ids = Counter(_key(image.get("id")) for image in images if isinstance(image, dict))
    drafts: dict[str, tuple[Item, Draft]] = {}
    for image in images:
        if not isinstance(image, dict) or not isinstance(image.get("file_name"), str):
            yield f"an image without a file name: {image!r:.80}"
        elif ids[key := _key(image.get("id"))] > 1:
            yield f"image {key}: {image['file_name']!r:.80} shares its id, so its annotations may be another image's"
        else:
            drafts[key] = image, Draft(f"image {key}")
    strays = 0
    for note in notes:
        found = drafts.get(_key(note.get("image_id"))) if isinstance(note, dict) else None
        if found is None:
            strays += 1
            yield f"an annotation of no image: {note!r:.80}"
        else:
            _add(found[1], note, names)
    for image, draft in drafts.values():
        draft.stray(strays)
        called = image["file_name"], image.get("path"), image.get("coco_url")
        yield draft.entry(called, size_of(image.get("width"), image.get("height")))


def looks(value: object) -> bool:
    """Has it lists of pictures and of categories or annotations?"""
    if not isinstance(value, dict) or not isinstance(value.get("images"), list):
        return False
    return any(isinstance(value.get(key), list) for key in ("categories", "annotations"))


def _names(categories: list[Any]) -> Mapping[str, object]:
    """Number of a category -> its name; none where two names share the number."""
    names: dict[str, object] = {}
    for one in categories:
        if isinstance(one, dict):
            key, name = _key(one.get("id")), one.get("name")
            names[key] = name if names.get(key, name) == name else None
    return names


def _listed(value: object, key: str, path: Path) -> list[Any]:
    """One of the file's lists; annotations may be missing. Raises LabelError."""
    found = value.get(key, [] if key == "annotations" else None) if isinstance(value, dict) else None
    if not isinstance(found, list):
        bad(path, f"is no COCO file of objects: it has no list of {key}")
    return found


def _add(draft: Draft, note: Item, names: Mapping[str, object]) -> None:
    with draft.label(f"annotation {note.get('id')}"):
        more = note.get("attributes")
        more = more if isinstance(more, dict) else {}
        key = note.get("category_id")
        name = names.get(_key(key)) or (f"category {_key(key)}" if key is not None else None)
        draft.add(name, _box(note, more.get("rotation")), more.get("role"), more.get("group"))


def _key(value: object) -> str:
    """A number as some tools write it, 7, "7" or 7.0."""
    return str(int(value)) if isinstance(value, float) and value == value // 1 else str(value)


def _box(note: Item, rotation: object) -> Box:
    """The box; the one around its outline where it has only that. Raises ValueError."""
    if note.get("bbox"):
        x, y, w, h = map(to_number, note["bbox"])
        box = box_of((x, y, x + w, y + h))
        return upright_box(box, rotation, box.centre)
    outline = note.get("segmentation")
    if not isinstance(outline, list) or not outline:
        raise ValueError("it has no box")
    parts = outline if isinstance(outline[0], list) else [outline]
    return around([point for part in parts for point in zip(part[::2], part[1::2], strict=True)])


COCO = Format("coco", "coco.json", read, looks, whole=whole)
