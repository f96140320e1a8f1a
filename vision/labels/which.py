"""Which format label files are of, where nobody has said."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from vision.labels.dataset import Dataset
from vision.labels.formats import FORMATS, Format, looks, told
from vision.labels.incoming import Given, Incoming
from vision.labels.matching import named_from
from vision.labels.sheet import LabelError
from vision.labels.sources import shown

_SAY = f"say which is meant: --format with one of {', '.join(FORMATS)}"

MOST = 3
"""Broken files that are named in one line."""


def given(files: Incoming, places: Sequence[Path]) -> Format:
    """The one format that the files are of by their content. Raises LabelError where there is none, or several."""
    found: dict[str, str] = {}
    for file in files.files:
        if (form := looks(file.path)) is not None:
            found.setdefault(form.name, file.name)
    if not found and files.refused:
        raise LabelError(files.refused[0])
    if not found and (broken := unreadable(files, ())):
        raise LabelError("; ".join(broken[:MOST]) + "; …" * (len(broken) > MOST))
    if not found:
        raise LabelError(f"{', '.join(map(shown, places))}: no file looks like labels of any format; {_SAY}")
    if len(found) > 1:
        raise LabelError(f"there are several formats, {_listed(found)}; {_SAY}")
    return FORMATS[next(iter(found))]


def unreadable(files: Incoming, taken: Sequence[Given]) -> list[str]:
    """Label files that are none of those taken and cannot be read as what their names say: each with its reason."""
    found, known = [], set(taken)
    for file in files.files:
        if file not in known:
            try:
                told(file.path)
            except LabelError as error:
                found.append(f"{file.name}: {named_from(file.path, str(error))}")
    return found


def own(dataset: Dataset) -> Format:
    """The one format of the data set of which a person has changed a file. Raises LabelError."""
    forms = dataset.formats
    changed = [form for form in forms if len(forms) == 1 or dataset.edited(form)]
    if len(changed) == 1:
        return changed[0]
    what = "label files of several formats were changed" if changed else "no label file of it was changed"
    names = ", ".join(form.name for form in changed or forms)
    raise LabelError(f"{dataset.root}: {what} ({names}); {_SAY}")


def _listed(found: dict[str, str]) -> str:
    return ", ".join(f"{form} ({Path(name).name})" for form, name in found.items())
