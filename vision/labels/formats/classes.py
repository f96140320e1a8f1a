"""Which class a number means: the lists of classes that go with YOLO files, as its many tools write them.

`data.yaml` (ultralytics, Roboflow, CVAT): names as a list, or as a mapping from numbers in any order; `classes.txt`,
`predefined_classes.txt` (labelImg, Label Studio), `obj.names` (darknet, CVAT), `_darknet.labels` (Roboflow): one name a
line; `notes.json` (Label Studio). A list is a list: a foreign name takes its number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import yaml

from vision.labels.formats.text import bad, json_of, text_of

DATA = "data.yaml"
DOUBLED = 7
"""Lines from which on one blank line in two is no chance."""
DEPTH = 3
"""Folders above a label file in which its list of classes may lie."""
Names = Mapping[int, str]
_ODD_YAML = yaml.YAMLError, RecursionError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError
"""What PyYAML raises for values that are not what their tags say."""


def classes_of(path: Path) -> Names | None:
    """The nearest list of classes for a label file; None where there is none.

    Raises LabelError for a list that cannot be read, and for two in one folder that differ.
    """
    for folder in list(path.parents)[:DEPTH]:
        found = {listed: names for listed in _lists_in(folder) if listed.is_file() and (names := _names(listed))}
        if found:
            (first, names), *others = found.items()
            for other, more in others:
                if more != names:
                    bad(first, f"lists other classes than {other.name} beside it; remove the wrong one")
            return names
    return None


def is_list(name: str) -> bool:
    """Whether a file of this name lists classes, in whatever case it is written."""
    return name.casefold() in LISTS


def _lists_in(folder: Path) -> Sequence[Path]:
    try:
        return _looked(folder, folder.stat().st_mtime_ns)
    except OSError:  # a folder above that others may not look into
        return ()


@lru_cache(maxsize=16)  # every label file in it asks
def _looked(folder: Path, _changed: int) -> Sequence[Path]:
    return tuple(sorted(path for path in folder.iterdir() if is_list(path.name)))


def _names(path: Path) -> Names:
    about = path.stat()
    return _read(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=16)  # every label file beside it asks
def _read(path: Path, _changed: int, _size: int) -> Names:
    return LISTS[path.name.casefold()](path)


def _yaml(path: Path) -> Names:
    try:
        value = yaml.safe_load(text_of(path).expandtabs(2))  # YAML knows no tabs, editors do
    except _ODD_YAML as error:
        bad(path, f"is no YAML: {' '.join(str(error).split())[:200]}")
    names = value.get("names") if isinstance(value, dict) else None
    if isinstance(names, list):
        names = dict(enumerate(names))
    if not isinstance(names, dict):
        return {}
    if not all(isinstance(name, str | int | float | None) for name in names.values()):
        bad(path, "has names that are no texts")
    try:
        return {int(key): str(name).strip() for key, name in names.items()}
    except (TypeError, ValueError, OverflowError):
        bad(path, "has names whose keys are no numbers")


def _lines(path: Path) -> Names:
    lines = re.sub(r"\r*\n|\r", "\n", text_of(path)).strip("\n").split("\n")
    if len(lines) >= DOUBLED and not any(line.strip() for line in lines[1::2]):
        lines = lines[::2]  # each end of a line was written twice
    return {} if lines == [""] else {k: line.strip() for k, line in enumerate(lines)}


def _notes(path: Path) -> Names:
    value = json_of(path)
    try:
        assert isinstance(value, dict)
        return {int(one["id"]): str(one["name"]).strip() for one in value["categories"]}
    except (AssertionError, KeyError, TypeError, ValueError):
        return {}


LISTS: Mapping[str, Callable[[Path], Names]] = {
    DATA: _yaml, "data.yml": _yaml, "dataset.yaml": _yaml, "classes.txt": _lines, "predefined_classes.txt": _lines,
    "obj.names": _lines, "_darknet.labels": _lines, "notes.json": _notes,
}  # fmt: skip
"""Name of a file that lists classes -> how it is read."""
