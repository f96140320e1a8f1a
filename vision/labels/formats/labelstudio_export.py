"""Label Studio's exports -> entries."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from vision.labels.formats.base import (
    ODD,
    Draft,
    Entry,
    Read,
    Unsaid,
    around,
    box_of,
    size_of,
    to_number,
    upright_box,
    words,
)
from vision.labels.formats.text import bad, json_of
from vision.labels.naming import plain_path
from vision.labels.sources import PHOTOS
from vision.types import Box

Task = Mapping[str, Any]
Region = dict[str, Mapping[str, Any]]
"""Type of a part -> the part."""

_MILLISECONDS = 1e11  # as seconds it would be the year 5138
_USUAL = ("image", "img", "photo", "picture", "url", "ocr")
"""What the picture is called in most tasks."""
_SHAPE = re.compile(r"(rectangle|polygon|ellipse)(labels)?")


def read(path: Path) -> Iterator[Read]:
    """A JSON export, also "JSON-MIN" and the files of a target storage: of each task the annotation that a person
    stands by; tasks that nobody has submitted say nothing.
    """
    value = json_of(path)
    tasks = value if isinstance(value, list) else [value]
    if tasks and not any(map(_is_task, tasks)):
        bad(path, "is no list of Label Studio's tasks")
    for number, task in enumerate(tasks, 1):
        if not isinstance(task, dict):
            yield f"task {number}: {task!r:.60} is no task"
            continue
        where = f"task {task.get('id', number)}"
        try:
            yield from _entries(_whole(task), where)
        except ODD as error:
            yield f"{where}: {words(error)}"


def looks(value: object) -> bool:
    """Is it a list of tasks, one task alone, or the annotation of one?"""
    if isinstance(value, dict):
        return any(isinstance(value.get(key), dict) for key in ("data", "task"))
    return isinstance(value, list) and any(map(_is_task, value))


def _is_task(task: object) -> bool:
    return isinstance(task, dict) and any(
        key in task for key in ("data", "annotations", "completions", "result", "image")
    )


def _whole(task: Task) -> Task:
    """One task with its annotations, whichever of the exports it comes from."""
    if "result" in task and isinstance(task.get("task"), dict):  # a target storage has one file an annotation
        return {**task["task"], "annotations": [task]}
    if "data" in task or "annotations" in task:
        return task
    regions = [
        {"id": f"{name} {k}", "type": "rectanglelabels", "value": region, **region}
        for name, value in task.items()
        if isinstance(value, list)
        for k, region in enumerate(value)
        if isinstance(region, dict) and any(str(key).endswith("labels") for key in region)
    ]  # JSON-MIN: what a control is called -> its regions
    note = {"result": regions, "updated_at": task.get("updated_at")}
    return {**task, "data": {"image": task["image"]}, "annotations": [note]}


def _entries(task: Task, where: str) -> Iterator[Read]:
    given = task.get("annotations") or task.get("completions") or ()
    if not isinstance(given, list | tuple):
        raise ValueError(f"its annotations are no list but {given!r:.60}")
    notes = [note for note in given if _stands(note)]
    if not notes:
        if any(not isinstance(note, dict) or not _true(note.get("was_cancelled")) for note in given):
            raise ValueError("its annotations have no result")
        yield Unsaid("cancelled" if given else "not submitted, a draft" if task.get("drafts") else "not submitted")
        return
    ranked = sorted(((_rank(note, k), note) for k, note in enumerate(notes)), key=lambda pair: pair[0])
    rank, note = ranked.pop()
    taken = _entry(task, note, where, rank[:2])
    yield taken
    rivals = [other for (true, *_), other in ranked if true == rank[0] and not _alike(task, other, taken)]
    if rivals:
        names = ", ".join(map(_called, rivals))
        which = f"annotation {_called(note)}, the newest, is taken, {names} not"
        yield f"{where}: is labelled {len(rivals) + 1} times, not alike: {which}"


def _called(note: Task) -> str:
    return str(note.get("id", note.get("updated_at", "without a number")))[:40]


def _alike(task: Task, note: Task, taken: Entry) -> bool:
    """Whether another annotation says the same."""
    try:
        return _entry(task, note, "", taken.rank).said == taken.said
    except ODD:
        return False


def _entry(task: Task, note: Task, where: str, rank: tuple[bool, float]) -> Entry:
    """What one annotation says. Raises what is in `ODD`."""
    draft = Draft(where)
    regions = _regions(note["result"], draft)
    images = list(_pictures(task, _shown(regions)))
    if not images:
        raise ValueError(f"it names no picture, data is {task.get('data')!r:.80}")
    for key, parts in regions.items():
        with draft.label(f"region {key}"):
            _add(draft, parts)
    turned = any(_turned(part.get("image_rotation")) for parts in regions.values() for part in parts.values())
    return draft.entry(images, relative=True, turned=turned, rank=rank)


def _turned(degrees: object) -> bool:
    """Whether the tool showed the picture turned; what is no number says nothing, and the boxes tell."""
    try:
        return degrees not in (None, "") and to_number(degrees) % 360 != 0
    except ValueError:
        return True


def _regions(result: Sequence[Any], draft: Draft) -> Mapping[str, Region]:
    """Key of a region -> its parts, by their types; relations belong to none, and what has no value is lost."""
    regions: dict[str, Region] = {}
    for k, part in enumerate(result):
        if isinstance(part, dict) and part.get("type") == "relation":
            continue
        if not isinstance(part, dict) or not isinstance(part.get("value"), dict):
            draft.lose(f"region {part.get('id', k) if isinstance(part, dict) else k}: it has no value")
            continue
        parts = regions.setdefault(str(part.get("id", f"part {k}")), {})
        kind = str(part.get("type"))
        if parts.get(kind, part)["value"] != part["value"]:  # another region that has its key
            parts = regions.setdefault(f"{part.get('id')} {k}", {})
        parts[kind] = part
    return regions


def _stands(note: object) -> bool:
    return isinstance(note, dict) and not _true(note.get("was_cancelled")) and isinstance(note.get("result"), list)


def _true(value: object) -> bool:
    return value in (True, "true", "True", "1")


def _rank(note: Task, at: int) -> tuple[bool, float, int]:
    """What is true comes first, then what is newest: by its time, else by its place."""
    time = _seconds(note.get("updated_at"))
    time = _seconds(note.get("created_at")) if time is None else time
    return _true(note.get("ground_truth")), time or 0.0, at


def _seconds(time: object) -> float | None:
    """Since 1970, of a time with or without its zone, or of a number of seconds or milliseconds."""
    if isinstance(time, int | float) and not isinstance(time, bool):
        return time / (1000 if time > _MILLISECONDS else 1) if math.isfinite(time) else None
    try:
        found = datetime.fromisoformat(str(time))
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None


def _shown(regions: Mapping[str, Region]) -> str:
    """What the control is called that shows the picture of the regions; "" where they do not say. Raises ValueError
    for regions of several pictures: a task does not tell which control shows which.
    """
    shapes = [part for parts in regions.values() for kind, part in parts.items() if _SHAPE.fullmatch(kind)]
    controls = sorted({str(part["to_name"]) for part in shapes if part.get("to_name")})
    if len(controls) > 1 or any(part.get("item_index") for part in shapes):
        raise ValueError(
            f"its regions are of several pictures, {', '.join(controls) or 'pages'}: one task, one picture"
        )
    return "".join(controls)


def _pictures(task: Task, shown: str) -> Iterator[str]:
    """What the task calls its picture: an address or a path, and an upload's own name. What is called as the control is
    before what is usual, then whatever has a picture's ending: one of them is a photo's name.
    """
    data = task.get("data")
    values = data if isinstance(data, dict) else {}
    texts = {key: value for key, value in values.items() if isinstance(value, str) and not str(key).startswith("$")}
    usual = next((texts[key] for key in (shown, *_USUAL) if key in texts), None)
    pictures = [value for value in texts.values() if plain_path(value).suffix.lower() in PHOTOS]
    yield from [usual] if usual is not None else pictures or list(texts.values())[:1]
    if isinstance(task.get("file_upload"), str):
        yield task["file_upload"]


def _add(draft: Draft, parts: Region) -> None:
    """A region's parts share its key: the shape with its name, the role, the group."""
    shape = next((part for kind, part in parts.items() if _SHAPE.fullmatch(kind)), None)
    if shape is None:
        if any("labels" in kind for kind in parts):
            raise ValueError(f"a {' '.join(parts)} has no box")
        return
    value = shape["value"]
    values = (value, *(part["value"] for part in parts.values()))  # its name may be of another control, `Labels`
    named = next((names for one in values for key, names in one.items() if key.endswith("labels")), None) or [None]
    role = (parts.get("choices", {}).get("value", {}).get("choices") or [""])[0]
    group = parts.get("number", {}).get("value", {}).get("number")
    if len(named) > 1:
        raise ValueError(f"it has several names: {named!r:.80}")
    draft.add(named[0], _box(value, shape), role, group)


def _box(value: Mapping[str, Any], shape: Mapping[str, Any]) -> Box:
    """The box in shares of the picture. Raises ValueError."""
    if "points" in value:
        return around([(to_number(x) / 100, to_number(y) / 100) for x, y in value["points"]])
    if "radiusX" in value:
        x, y, rx, ry = (to_number(value[key]) / 100 for key in ("x", "y", "radiusX", "radiusY"))
        return box_of((x - rx, y - ry, x + rx, y + ry))
    x, y, w, h = (to_number(value[key]) / 100 for key in ("x", "y", "width", "height"))
    box = box_of((x, y, x + w, y + h))
    if not value.get("rotation"):
        return box
    # it is turned about its corner, in pixels; shares are turned only where width and height are told
    size = size_of(shape.get("original_width"), shape.get("original_height"))
    if size is None:
        raise ValueError(f"a box is turned by {value['rotation']} degrees, and the picture's size is not told")
    whole = Box(box.x1 * size[0], box.y1 * size[1], box.x2 * size[0], box.y2 * size[1])
    hull = upright_box(whole, value["rotation"], (whole.x1, whole.y1))
    return Box(hull.x1 / size[0], hull.y1 / size[1], hull.x2 / size[0], hull.y2 / size[1])
