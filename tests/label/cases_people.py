"""Cases: label files as people make and name them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.label.cases import case, coco

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
