"""LabelMe: `labelme/NAME.json` beside the folder of pictures. Groups are its own; role and confidence are words."""

from __future__ import annotations

import base64
import hashlib
import json
import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from vision.labels.formats.base import IMAGES, Draft, Format, Read, around, box_of, pixels, size_of, to_number
from vision.labels.formats.text import bad, json_of
from vision.labels.sheet import Label, Sheet
from vision.types import Box


def each(sheet: Sheet) -> bytes:
    """A photo's own file."""
    value: dict[str, object] = {
        "version": "5.5.0",
        "flags": {},
        "shapes": [_shape(label) for label in sheet.labels],
        "imagePath": f"../{IMAGES}/{sheet.image}",
        "imageData": None,
        "imageHeight": sheet.height,
        "imageWidth": sheet.width,
    }
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def _shape(label: Label) -> dict[str, object]:
    x1, y1, x2, y2 = (pixels(value) for value in (label.box.x1, label.box.y1, label.box.x2, label.box.y2))
    return {
        "label": label.kind,
        "points": [[x1, y1], [x2, y2]],
        "group_id": label.group,
        "description": f"{label.role} {label.confidence:.4f}".strip(),
        "shape_type": "rectangle",
        "flags": {},
        "mask": None,
    }


def read(path: Path) -> Iterator[Read]:
    """A photo's own file; a polygon counts as the box around it."""
    value = json_of(path)
    if not isinstance(value, dict) or not isinstance(value.get("shapes"), list):
        bad(path, "is no LabelMe file: no JSON object with a list of shapes")
    draft = Draft()
    for k, shape in enumerate(value["shapes"]):
        with draft.label(f"shape {k}"):
            words = shape.get("description")
            role = re.match(r"\w+", words) if isinstance(words, str) else None
            draft.add(shape["label"], _box(shape), role and role[0], shape.get("group_id"))
    size = size_of(value.get("imageWidth"), value.get("imageHeight"))
    yield draft.entry((value.get("imagePath"), path.stem), size, digest=_digest(value.get("imageData")))


def looks(value: object) -> bool:
    """Has it a list of shapes?"""
    return isinstance(value, dict) and isinstance(value.get("shapes"), list)


def _box(shape: Mapping[str, Any]) -> Box:
    points = [(x, y) for x, y in shape["points"]]
    match shape.get("shape_type"):
        case "circle":  # its middle and a point of its edge
            (x, y), edge = ((to_number(a), to_number(b)) for a, b in points)
            reach = math.dist((x, y), edge)
            return box_of((x - reach, y - reach, x + reach, y + reach))
        case "point" | "points" | "line" | "linestrip" as kind:
            raise ValueError(f"a {kind} has no box")
        case _:
            return around(points)


def _digest(data: object) -> str:
    """SHA-256 of the picture that the file holds; "" for none."""
    try:
        return hashlib.sha256(base64.b64decode(data, validate=True)).hexdigest() if isinstance(data, str) else ""
    except ValueError:
        return ""


LABELME = Format("labelme", "labelme", read, looks, ".json", each=each)
