"""Doubts about the photo as a whole, which were told when it was looked at: they stay whatever is corrected."""

from __future__ import annotations

from collections.abc import Iterator

from vision.doubts.codes import Code, known
from vision.doubts.context import Context
from vision.doubts.finding import NOTHING, UNKNOWN, Finding
from vision.types import Reading


def of_photo(context: Context) -> Iterator[Finding]:
    """What was noted of the photo."""
    for code in map(known, context.layout.notes):
        if code is not None:
            yield Finding(code, (), NOTHING if code is Code.OLD_SET else UNKNOWN)


def notes_of(reading: Reading) -> tuple[str, ...]:
    """The same of a reading that comes back without its photo."""
    codes = dict.fromkeys(known(doubt.code) for doubt in reading.doubts)
    return tuple(code for code in codes if code is not None and code.traits.of_photo)
