"""The label formats, by name; one file each.

- `base`     what a format is, and what all share
- `text`     files of other people's tools -> text, JSON, XML
- `classes`  which class a number means in YOLO files
- `yolo`, `coco`, `cvat`, `voc`, `labelme`, `labelstudio` the formats; `labelstudio_export` reads Label Studio's exports
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from vision.labels.formats.base import IMAGES, Entry, Format, Read, Sheets, Unsaid
from vision.labels.formats.coco import COCO
from vision.labels.formats.cvat import CVAT
from vision.labels.formats.labelme import LABELME
from vision.labels.formats.labelstudio import LABEL_STUDIO
from vision.labels.formats.text import json_of, text_of, xml_of
from vision.labels.formats.voc import VOC
from vision.labels.formats.yolo import YOLO
from vision.labels.sheet import LabelError, Sheet

__all__ = [
    "COCO",
    "FORMATS",
    "IMAGES",
    "YOLO",
    "Entry",
    "Format",
    "Read",
    "Sheets",
    "Unsaid",
    "documents",
    "looks",
    "told",
]

FORMATS: Mapping[str, Format] = {each.name: each for each in (YOLO, COCO, LABEL_STUDIO, CVAT, VOC, LABELME)}

_OPENED: Mapping[str, Callable[[Path], object]] = {".json": json_of, ".xml": xml_of}


def looks(path: Path) -> Format | None:
    """The format that a file is of by its content; None where none fits, or it cannot be read."""
    try:
        return told(path)
    except LabelError:
        return None


def told(path: Path) -> Format | None:
    """The same. Raises LabelError for a file that cannot be read."""
    value = _OPENED.get(path.suffix.lower(), text_of)(path)
    return next((form for form in FORMATS.values() if form.looks(value)), None)


def documents(forms: Iterable[Format], sheets: Sequence[Sheet]) -> dict[str, bytes]:
    """A handful of photos -> every label file in these formats, by its path."""
    found: dict[str, bytes] = {}
    for form in forms:
        found |= form.beside({})
        if form.each:
            found |= {form.path(sheet.name): form.each(sheet) for sheet in sheets}
        if form.whole:
            found[form.place] = "".join(form.whole(lambda: iter(sheets))).encode()
    return found
