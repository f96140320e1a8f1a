"""One photo as the manifest keeps it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.labels.sheet import LabelError

LONGEST = 250
"""Bytes of a photo's name and of its picture's."""
FIELDS = (
    "sha256, name, source, video, outcome, code, error, model, image, look, taken, worry, corrections, checked, sampled"
)
"""Columns of a photo, in the order of the row's fields."""
_NAMES = FIELDS.split(", ")
_KINDS: Mapping[str, tuple[type, ...]] = {
    "worry": (int,),
    "sampled": (int,),
    **dict.fromkeys(("video", "checked"), (str, type(None))),
}
"""What SQLite, which holds anything anywhere, is to give for a column; a text for all others."""


@dataclass(frozen=True, slots=True)
class Row:
    """A photo. `name`: unique, what its files are called. `source`: the file it was read from. `video`: hash of the
    video that it is a frame of. `outcome`: `waiting`, `done` or `failed`, then with `code` and `error`. `image`: its
    picture's file name. `worry`: how doubtful, see `vision.labels.order`. `checked`: when a person has looked, or
    None. `touched`: a person has corrected or looked. `sampled`: it was drawn for the sample.
    """

    sha256: str
    name: str
    source: str
    video: str | None
    outcome: str
    code: str
    error: str
    model: str
    image: str
    perceptual_hash: str
    taken: str
    worry: int
    corrections: tuple[Mapping[str, object], ...]
    checked: str | None
    sampled: bool

    @property
    def touched(self) -> bool:
        """A person's work is in it."""
        return bool(self.corrections) or self.checked is not None

    @property
    def version(self) -> str:
        """Changes with whatever a person says about the photo, and with what was read."""
        state = [[dict(step) for step in self.corrections], self.checked, self.model]
        return hashlib.sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()[:16]


def row_of(values: Sequence[Any], manifest: Path) -> Row:
    """A photo from its columns. Raises LabelError for values that this program never wrote: names become paths."""
    for name, value in zip(_NAMES, values, strict=True):
        if not isinstance(value, _KINDS.get(name, (str,))):
            raise LabelError(f"{manifest} is damaged: the {name} of {values[1]!r:.80} is {value!r:.80}")
    *plain, corrections, checked, sampled = values
    said = said_in(corrections, f"{manifest} is damaged: the corrections of {plain[1]!r:.80}")
    row = Row(*plain, said, checked, bool(sampled))  # type: ignore[call-arg]
    if not re.fullmatch("[0-9a-f]*", row.perceptual_hash):
        raise LabelError(f"{manifest} is damaged: the look of {row.name!r:.80} is {row.perceptual_hash!r:.80}")
    if not _is_name(row.name):
        raise LabelError(f"{manifest} is refused: {row.name!r:.80} is no photo's name, it would lead elsewhere")
    if row.image and not (_is_name(row.image) and row.image.startswith(f"{row.name}.")):
        raise LabelError(f"{manifest} is refused: {row.image!r:.80} is no picture of {row.name!r:.80}")
    return row


def said_in(text: object, where: str) -> tuple[Mapping[str, object], ...]:
    """Corrections as they are kept. Raises LabelError, which begins with `where`."""
    try:
        return tuple(dict(step) for step in json.loads(str(text)))
    except (TypeError, ValueError, RecursionError) as error:
        raise LabelError(f"{where}: {error}") from error


def _is_name(name: str) -> bool:
    """A file's name and nothing else, which every disk takes."""
    fits = 0 < len(name.encode("utf-8", "replace")) <= LONGEST
    return fits and name.isprintable() and not name.startswith(".") and not set(name) & set("/\\:")
