"""CVAT for images 1.1: one XML file. Groups are CVAT's own; role and confidence are attributes of the label."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from vision.labels.formats.base import (
    Draft,
    Format,
    Read,
    Sheets,
    around,
    box_of,
    group_of,
    pixels,
    size_of,
    to_number,
    upright_box,
)
from vision.labels.formats.text import bad, xml_of
from vision.labels.sheet import Sheet
from vision.types import CLASSES, Box, Role

_ROLES = "\n".join(role.value for role in Role)


def whole(sheets: Sheets) -> Iterator[str]:
    """The file in pieces."""
    yield '<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n  <version>1.1</version>\n'
    yield _text(_meta(sum(1 for _ in sheets())))
    for number, sheet in enumerate(sheets()):
        yield _text(_image(number, sheet))
    yield "</annotations>\n"


def _text(element: Element) -> str:
    indent(element, level=1)
    return "  " + tostring(element, "unicode").rstrip() + "\n"


def _meta(count: int) -> Element:
    meta = Element("meta")
    task = SubElement(meta, "task")
    SubElement(task, "name").text = "zhuoji"
    SubElement(task, "size").text = str(count)
    SubElement(task, "mode").text = "annotation"
    labels = SubElement(task, "labels")
    for kind in CLASSES:
        label = SubElement(labels, "label")
        SubElement(label, "name").text = kind
        SubElement(label, "type").text = "rectangle"
        attributes = SubElement(label, "attributes")
        for name, entry, values in (("role", "select", _ROLES), ("confidence", "text", "")):
            attribute = SubElement(attributes, "attribute")
            SubElement(attribute, "name").text = name
            SubElement(attribute, "mutable").text = "False"
            SubElement(attribute, "input_type").text = entry
            SubElement(attribute, "default_value").text = values.partition("\n")[0]
            SubElement(attribute, "values").text = values
    return meta


def _image(number: int, sheet: Sheet) -> Element:
    size = {"width": str(sheet.width), "height": str(sheet.height)}
    image = Element("image", {"id": str(number), "name": sheet.image, **size})
    for label in sheet.labels:
        box = label.box
        corners = {"xtl": box.x1, "ytl": box.y1, "xbr": box.x2, "ybr": box.y2}
        about = {"label": label.kind, "source": "manual" if sheet.checked else "auto", "occluded": "0", "z_order": "0"}
        if label.group is not None:
            about["group_id"] = str(label.group + 1)  # CVAT's 0 is no group
        element = SubElement(image, "box", about | {name: f"{pixels(value):.2f}" for name, value in corners.items()})
        if label.role:
            SubElement(element, "attribute", {"name": "role"}).text = label.role
        SubElement(element, "attribute", {"name": "confidence"}).text = f"{label.confidence:.4f}"
    return image


def read(path: Path) -> Iterator[Read]:
    """A dump of a task or project, "CVAT for images"."""
    root = xml_of(path)
    if root.tag != "annotations":
        bad(path, f"has <{root.tag}> at its top instead of <annotations>")
    if root.find("track") is not None:
        yield 'it has tracks of a video: export it from CVAT as "CVAT for images"'
    for image in root.iter("image"):
        draft = Draft(f"image {image.get('id')} {image.get('name')!r:.80}")
        for shape in image:
            if shape.tag not in ("tag", "attribute"):
                with draft.label(f"a {shape.tag}"):
                    _add(draft, shape)
        yield draft.entry((image.get("name"),), size_of(image.get("width"), image.get("height")))


def looks(value: object) -> bool:
    """Is it XML of annotations?"""
    return isinstance(value, Element) and value.tag == "annotations"


def _add(draft: Draft, shape: Element) -> None:
    role = next((note.text for note in shape.iter("attribute") if note.get("name") == "role"), None)
    group = group_of(shape.get("group_id"))
    draft.add(shape.get("label"), _box(shape), role, group - 1 if group else None)  # CVAT's 0 is no group


def _box(shape: Element) -> Box:
    """Boxes, and the box around polygons, ellipses and masks. Raises ValueError."""
    made = _BOXES.get(shape.tag)
    if made is None:
        raise ValueError("a shape that has no box")
    return made(shape)


def _rectangle(shape: Element) -> Box:
    box = box_of(shape.get(name) for name in ("xtl", "ytl", "xbr", "ybr"))
    return upright_box(box, shape.get("rotation"), box.centre)


def _polygon(shape: Element) -> Box:
    points = [tuple(point.split(",")) for point in shape.get("points", "").split(";") if point]
    return around([(x, y) for x, y in points])


def _ellipse(shape: Element) -> Box:
    x, y, rx, ry = (to_number(shape.get(name)) for name in ("cx", "cy", "rx", "ry"))
    box = box_of((x - rx, y - ry, x + rx, y + ry))
    return upright_box(box, shape.get("rotation"), box.centre)


def _mask(shape: Element) -> Box:
    x, y, w, h = (to_number(shape.get(name)) for name in ("left", "top", "width", "height"))
    return box_of((x, y, x + w, y + h))


_BOXES: Mapping[str, Callable[[Element], Box]] = {
    "box": _rectangle, "polygon": _polygon, "ellipse": _ellipse, "mask": _mask,
}  # fmt: skip

CVAT = Format("cvat", "cvat.xml", read, looks, whole=whole)
