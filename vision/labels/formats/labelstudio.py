"""Label Studio: tasks to import, and the labelling interface that they need.

What the eye saw are predictions with score and model version; what a person has looked at are annotations. Boxes are
in percent. Role and group are choices and numbers of each region. Pictures are served by Label Studio's local files
with the data set as document root.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import quote

from vision.labels.formats.base import IMAGES, Format, Sheets, dumped, joined
from vision.labels.formats.labelstudio_export import looks, read
from vision.labels.sheet import Label, Sheet
from vision.types import BACK, CLASSES, OTHER, Role

INTERFACE = "labelstudio.xml"
_COLOURS = {"m": "#c8202c", "p": "#1b3f94", "s": "#14703c"}


def whole(sheets: Sheets) -> Iterator[str]:
    """A list of tasks, one a line."""
    yield "["
    yield from joined(dumped(_task(number, sheet)) for number, sheet in enumerate(sheets(), 1))
    yield "\n]\n"


def _task(number: int, sheet: Sheet) -> dict[str, object]:
    result = [part for k, label in enumerate(sheet.labels) for part in _region(f"t{k}", label, sheet)]
    task: dict[str, object] = {
        "id": number,
        "data": {"image": f"/data/local-files/?d={quote(f'{IMAGES}/{sheet.image}')}"},
    }
    if sheet.checked:
        task["annotations"] = [{"result": result, "was_cancelled": False, "ground_truth": True}]
    else:
        score = min((label.confidence for label in sheet.labels), default=0.0)
        task["predictions"] = [{"model_version": sheet.model, "score": round(score, 4), "result": result}]
    return task


def _region(key: str, label: Label, sheet: Sheet) -> Iterator[dict[str, object]]:
    """A region's parts share its key: the rectangle with its name, the role, the group."""
    box = label.box
    place = {
        "x": round(100 * box.x1 / sheet.width, 5),
        "y": round(100 * box.y1 / sheet.height, 5),
        "width": round(100 * box.width / sheet.width, 5),
        "height": round(100 * box.height / sheet.height, 5),
        "rotation": 0,
    }
    common = {
        "id": key,
        "to_name": "image",
        "original_width": sheet.width,
        "original_height": sheet.height,
        "image_rotation": 0,
    }
    tile = {"from_name": "tile", "type": "rectanglelabels", "score": round(label.confidence, 4)}
    yield {**common, **tile, "value": {**place, "rectanglelabels": [label.kind]}}
    if label.role:
        yield {**common, "from_name": "role", "type": "choices", "value": {**place, "choices": [label.role]}}
    if label.group is not None:
        yield {**common, "from_name": "group", "type": "number", "value": {**place, "number": label.group}}


def beside(_: Mapping[str, tuple[str, ...]]) -> Mapping[str, bytes]:
    """The labelling interface."""
    colours = {**{kind: _COLOURS.get(kind[1:], "") for kind in CLASSES}, OTHER: "#77777f", BACK: "#1c7a55"}
    labels = "".join(f'    <Label value="{kind}" background="{colours[kind]}"/>\n' for kind in CLASSES)
    roles = "".join(f'    <Choice value="{role.value}"/>\n' for role in Role)
    text = (
        f'<View>\n  <Image name="image" value="$image"/>\n'
        f'  <RectangleLabels name="tile" toName="image">\n{labels}  </RectangleLabels>\n'
        f'  <Choices name="role" toName="image" perRegion="true" choice="single">\n{roles}  </Choices>\n'
        f'  <Number name="group" toName="image" perRegion="true" min="0"/>\n</View>\n'
    )
    return {INTERFACE: text.encode()}


LABEL_STUDIO = Format("labelstudio", "labelstudio.json", read, looks, whole=whole, beside=beside)
