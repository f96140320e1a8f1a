"""Pascal VOC: `voc/NAME.xml`. Its corners are the first and last pixel of a box, counted from 1 (VOC devkit)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from vision.labels.formats.base import IMAGES, Draft, Format, Read, box_of, size_of
from vision.labels.formats.text import bad, xml_of
from vision.labels.sheet import Sheet
from vision.types import Box


def each(sheet: Sheet) -> bytes:
    """A photo's own file."""
    root = Element("annotation")
    _add(root, folder=IMAGES, filename=sheet.image, path=f"../{IMAGES}/{sheet.image}")
    _add(SubElement(root, "source"), database="Zhuoji", annotation=sheet.model or "person")
    _add(SubElement(root, "size"), width=sheet.width, height=sheet.height, depth=3)
    _add(root, segmented=0)
    for label in sheet.labels:
        tile = SubElement(root, "object")
        _add(tile, name=label.kind, pose="Unspecified", truncated=0, difficult=0, occluded=0)
        x1, y1, x2, y2 = _covered(label.box)
        _add(SubElement(tile, "bndbox"), xmin=x1 + 1, ymin=y1 + 1, xmax=x2, ymax=y2)
        notes = SubElement(tile, "attributes")
        about = {"role": label.role, "group": label.group, "confidence": f"{label.confidence:.4f}"}
        for name, value in about.items():
            if value not in ("", None):
                _add(SubElement(notes, "attribute"), name=name, value=value)
    indent(root)
    return tostring(root, "unicode").encode() + b"\n"


def _add(parent: Element, **texts: object) -> None:
    for name, text in texts.items():
        SubElement(parent, name).text = str(text)


def _covered(box: Box) -> tuple[int, int, int, int]:
    """The box on whole pixels, at least one wide and high."""
    x1, y1 = round(box.x1), round(box.y1)
    return x1, y1, max(x1 + 1, round(box.x2)), max(y1 + 1, round(box.y2))


def read(path: Path) -> Iterator[Read]:
    """A photo's own file."""
    root = xml_of(path)
    if root.tag != "annotation":
        bad(path, f"has <{root.tag}> at its top instead of <annotation>")
    draft = Draft()
    for k, tile in enumerate(root.findall("object")):
        with draft.label(f"object {k + 1}"):
            notes = {note.findtext("name"): note.findtext("value") or "" for note in tile.iter("attribute")}
            box = box_of(tile.findtext(f"bndbox/{name}", "") for name in ("xmin", "ymin", "xmax", "ymax"))
            first = Box(box.x1 - 1, box.y1 - 1, box.x2, box.y2)
            draft.add(tile.findtext("name"), first, notes.get("role"), notes.get("group"))
    size = size_of(root.findtext("size/width"), root.findtext("size/height"))
    yield draft.entry((path.stem, root.findtext("filename")), size)


def looks(value: object) -> bool:
    """Is it XML of one annotation?"""
    return isinstance(value, Element) and value.tag == "annotation"


VOC = Format("voc", "voc", read, looks, ".xml", each=each)
