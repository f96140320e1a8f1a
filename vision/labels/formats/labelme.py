"""LabelMe: `labelme/NAME.json` beside the folder of pictures. Groups are its own; role and confidence are words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from vision.labels.formats.base import IMAGES, Format, Read, Sizes, bad, box_of, json_of, kind_of, pixels, role_of
from vision.labels.sheet import Label, LabelError, Sheet


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


def read(path: Path, sizes: Sizes) -> Iterator[Read]:
    """A photo's own file; a polygon counts as the box around it."""
    if sizes(path.stem) is None:
        return
    value = json_of(path)
    try:
        assert isinstance(value, dict)
        labels = []
        for shape in value["shapes"]:
            xs, ys = zip(*shape["points"], strict=True)
            role = re.match(r"\w+", shape.get("description") or "")
            group = shape.get("group_id")
            labels.append(
                Label(
                    box_of((min(xs), min(ys), max(xs), max(ys)), path),
                    kind_of(shape["label"], path),
                    1.0,
                    role_of(role and role[0]),
                    group if isinstance(group, int) else None,
                )
            )
    except LabelError:
        raise
    except (AssertionError, KeyError, TypeError, ValueError, AttributeError) as error:
        bad(path, f"is no LabelMe file: {type(error).__name__} {error}")
    yield path.stem, tuple(labels)


LABELME = Format("labelme", "labelme", read, ".json", each=each)
