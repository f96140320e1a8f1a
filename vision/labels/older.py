"""Whether a label file was made before a person's corrections: it then says again what they have corrected.

What was known of a photo at one time or another is kept: the reading, and all that a person has said since. Where a
label differs from what is known now, and is just what was known before, it is no new judgement but an old export's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vision.labels.changes import Comparison, role_at, same_box
from vision.labels.placing import MATCH
from vision.labels.sheet import Label, sheet_of
from vision.layout.duplicates import overlap
from vision.types import Box, Reading


def older(reading: Reading, found: Comparison, off: float, past: Iterable[Reading]) -> tuple[str, ...]:
    """What the labels say as it was known before and is known otherwise now, in words; none where all is new.

    `past`: what was known before, first to last or in any order. `off`: pixels by which an edge may be off.
    """
    said = {words: None for before in past for words in _again(reading, found, off, sheet_of("", before).labels)}
    return tuple(said)


def _again(reading: Reading, found: Comparison, off: float, before: Sequence[Label]) -> Iterator[str]:
    for i, label in found.same.items():
        tile, was = reading.tiles[i], _at(label.box, before)
        if was is None:
            continue
        if label.kind == was.kind and (tile.dropped or tile.kind != label.kind):
            yield f"{label.kind}, since {'removed' if tile.dropped else f'called {tile.kind}'}"
        elif label.role and label.role == was.role and role_at(reading, i) not in ("", label.role):
            yield f"{label.kind} as {label.role}, since {role_at(reading, i)}"
        elif not same_box(reading.tiles[i].box, label.box, off) and same_box(was.box, label.box, off):
            yield f"the box of {label.kind}, since moved"
    for label in found.added:
        if (was := _at(label.box, before)) is not None and was.kind == label.kind:
            yield f"{label.kind}, since removed"
    for i in found.gone:
        if _at(reading.tiles[i].box, before) is None:
            yield f"no {reading.tiles[i].kind}, since added"


def _at(box: Box, labels: Sequence[Label]) -> Label | None:
    """The label of that place."""
    best = max(labels, key=lambda label: overlap(label.box, box), default=None)
    return best if best is not None and overlap(best.box, box) >= MATCH else None
