"""One odd value in a label file, whatever and wherever it is, costs itself: no traceback, no other photo's labels."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.label.cases import made
from vision.labels.dataset import Dataset, opened
from vision.labels.formats import FORMATS, Entry, Format
from vision.labels.imports import take
from vision.labels.sheet import Label, LabelError

NUMBERS = ("1e999", "-1e999", "nan", "1e-320", "-0", "9" * 400, "9" * 5000, "0x10", "1_0", "١", "½", "1,5", "true", "",
           " 7 ", "7.0", "1e308", "-1e308", "\x00", "∞", "999999999999")  # fmt: skip
ODD: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from([None, True, False, [], {}, [[]], {"a": 1}, [None], [1, [2]], 0, -1, 1e308, -1e308, 1e-320, 10**400,
                     float("nan"), float("inf"), "$undefined$"]),
    st.sampled_from(NUMBERS),
    st.integers(), st.floats(), st.text(max_size=8),
)  # fmt: skip
Place = tuple[Any, ...]
FILES = {"yolo": "labels/a.txt", "coco": "coco.json", "labelstudio": "export.json", "cvat": "cvat.xml",
         "voc": "voc/a.xml", "labelme": "labelme/a.json"}  # fmt: skip


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dataset]:
    root = made(tmp_path_factory.mktemp("odd"))
    tasks = json.loads((root / "labelstudio.json").read_text())
    for task in tasks:
        note = {"result": task.pop("predictions")[0]["result"], "updated_at": "2026-01-02T00:00:00Z"}
        task["annotations"] = [note, {**note, "was_cancelled": True}]
    (root / "export.json").write_text(json.dumps(tasks))
    with opened(root) as dataset:
        yield dataset


def places(value: Any, here: Place = ()) -> Iterator[Place]:
    """Every value in a JSON value, but for itself."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield (*here, key)
        yield from places(value[key], (*here, key))


def json_with(text: str, data: st.DataObject) -> str:
    value = json.loads(text)
    *way, last = data.draw(st.sampled_from(list(places(value))))
    inner = value
    for key in way:
        inner = inner[key]
    if isinstance(inner, dict) and data.draw(st.booleans()):
        if data.draw(st.booleans()):
            del inner[last]
        else:
            inner[data.draw(st.text(max_size=8))] = inner.pop(last)
    else:
        inner[last] = data.draw(ODD)
    return json.dumps(value)


def xml_with(text: str, data: st.DataObject) -> str:
    root = ElementTree.fromstring(text)
    element = data.draw(st.sampled_from(list(root.iter())[1:]))
    word = data.draw(st.sampled_from(NUMBERS))
    word = "".join(letter for letter in word if letter >= " ")
    if bool(element.attrib) and data.draw(st.booleans()):
        element.set(data.draw(st.sampled_from(sorted(element.attrib))), word)
    elif data.draw(st.booleans()):
        element.text = word
    else:
        element.clear()
    return ElementTree.tostring(root, "unicode")


def words_with(text: str, data: st.DataObject) -> str:
    lines = [line.split(" ") for line in text.splitlines()]
    line = data.draw(st.sampled_from(lines))
    if data.draw(st.booleans()):
        line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.sampled_from(NUMBERS))
    else:
        line.extend(data.draw(st.lists(st.sampled_from(("0.5", "1", "7", *NUMBERS)), max_size=9)))
    return "\n".join(map(" ".join, lines))


def labels(form: Format, path: Path) -> dict[str, frozenset[tuple[Label, ...]]]:
    """Name of a picture -> what each entry says of it."""
    found: dict[str, frozenset[tuple[Label, ...]]] = {}
    for entry in form.read(path):
        if isinstance(entry, Entry) and entry.images:
            found[entry.images[0]] = found.get(entry.images[0], frozenset()) | {entry.labels}
    return found


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_one_odd_value_costs_itself(name: str, data: st.DataObject, base: Dataset, tmp_path: Path) -> None:
    source = base.root / FILES[name]
    change = {"json": json_with, "xml": xml_with, "txt": words_with}[source.suffix[1:]]
    room = tmp_path / "room"
    shutil.rmtree(room, ignore_errors=True)
    room.mkdir()
    path = room / source.name
    path.write_text(change(source.read_text(), data), "utf-8", "surrogatepass")
    form = FORMATS[name]
    before = labels(form, source)
    try:
        now = labels(form, path)
        report = take(base, form, (path,), dry_run=True)
    except LabelError:
        return  # the file as a whole is no such file any more
    if form.whole:
        same = [one for one in before if now.get(one) == before[one]]
        shared = name == "coco"  # a category is everybody's
        assert shared or len(same) >= len(before) - 1
    assert report.corrected <= (3 if name == "coco" else 1)
    assert report.dropped <= 2
