"""What is known of a photo: what the eye read, and what a person has said about it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.errors import InvalidInput
from vision.labels.changes import Step, stable
from vision.labels.sheet import LabelError, Sheet, named, sheet_of
from vision.types import Reading
from vision.wire.readings import correct, from_json


def read(name: str, text: str) -> Reading:
    """A reading as the manifest has it. Raises LabelError."""
    try:
        return from_json(json.loads(text))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise LabelError(f"the reading of {name}: {error}") from error


def corrected(reading: Reading, steps: Sequence[Step]) -> Reading:
    """What was read is kept as it was read; only what has been corrected is computed again. Of the names that a person
    has not said none changes: what tile sense makes of a hand is no label. Raises InvalidInput (`bad_corrections`).
    """
    return stable(named(reading), correct(reading, steps)) if steps else named(reading)


def kept(name: str, reading: Reading, steps: Sequence[Step]) -> Reading:
    """The same for what is in the manifest: whoever wrote there what cannot be said of the photo, it was not this
    program. Raises LabelError.
    """
    try:
        return corrected(reading, steps)
    except InvalidInput as error:
        raise LabelError(f"the corrections of {name}: {error}") from error


@dataclass(frozen=True, slots=True)
class Known:
    """A photo that was read: what its labels are written from. `name`, `image`, `corrections`, `version` as a row of
    the manifest has them; `reading` as JSON; `checked`: a person has looked. Plain values: it can be sent anywhere.
    """

    sha256: str
    name: str
    image: str
    reading: str
    version: str
    corrections: tuple[Step, ...] = ()
    checked: bool = False

    def sheet(self) -> Sheet:
        """The photo's labels. Raises LabelError."""
        return sheet_of(self.image, kept(self.name, read(self.name, self.reading), self.corrections), self.checked)
