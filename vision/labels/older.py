"""Whether a label file was made before a person's corrections: it then says again what they have corrected.

What was known of a photo at one time or another is kept: the reading, and all that a person has said since. Where a
label differs from what is known now, and is just what was known before, it is no new judgement but an old export's.
What else such a file says may well be one: somebody has corrected the old export meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from vision.labels.changes import Comparison, role_at, same_box
from vision.labels.placing import MATCH
from vision.labels.sheet import Label, sheet_of
from vision.layout.duplicates import overlap
from vision.types import Box, Reading


@dataclass(slots=True)
class _Old:
    """What labels say as it was known before: tiles by their numbers, labels of no tile, and all of it in words."""

    tiles: set[int] = field(default_factory=set)
    added: set[Label] = field(default_factory=set)
    words: dict[str, None] = field(default_factory=dict)


def without_older(
    reading: Reading, found: Comparison, off: float, past: Iterable[Reading]
) -> tuple[Comparison, tuple[str, ...]]:
    """The comparison without what the labels say as it was known before and is known otherwise now, and that in words.

    `past`: what was known before. `off`: pixels by which an edge may be off.
    """
    old = _Old()
    for before in past:
        _look(reading, found, off, sheet_of("", before).labels, old)
    left = replace(
        found,
        same={i: label for i, label in found.same.items() if i not in old.tiles},
        added=tuple(label for label in found.added if label not in old.added),
        gone=tuple(i for i in found.gone if i not in old.tiles),
        kept=found.kept | old.tiles,
    )
    return left, tuple(old.words)


def _look(reading: Reading, found: Comparison, off: float, before: Sequence[Label], old: _Old) -> None:
    for i, label in found.same.items():
        was = _at(label.box, before)
        if was is not None and (words := _again(reading, i, label, was, off)):
            old.tiles.add(i)
            old.words[words] = None
    for label in found.added:
        if (was := _at(label.box, before)) is not None and was.kind == label.kind:
            old.added.add(label)
            old.words[f"{label.kind}, since removed"] = None
    for i in found.gone:
        if _at(reading.tiles[i].box, before) is None:
            old.tiles.add(i)
            old.words[f"no {reading.tiles[i].kind}, since added"] = None


def _again(reading: Reading, i: int, label: Label, was: Label, off: float) -> str:
    """What a tile's label says as it was before, in words; "" where it says nothing so that is otherwise now."""
    tile, role = reading.tiles[i], role_at(reading, i)
    if label.kind == was.kind and (tile.dropped or tile.kind != label.kind):
        return f"{label.kind}, since {'removed' if tile.dropped else f'called {tile.kind}'}"
    if label.role and label.role == was.role and role not in ("", label.role):
        return f"{label.kind} as {label.role}, since {role}"
    if not same_box(tile.box, label.box, off) and same_box(was.box, label.box, off):
        return f"the box of {label.kind}, since moved"
    return ""


def _at(box: Box, labels: Sequence[Label]) -> Label | None:
    """The label of that place."""
    best = max(labels, key=lambda label: overlap(label.box, box), default=None)
    return best if best is not None and overlap(best.box, box) >= MATCH else None
