"""Corrected labels -> corrections of the readings they came from: what a person has said has one form, wherever it
was said.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from vision.doubts.codes import Code
from vision.doubts.context import zh
from vision.labels.sheet import Label
from vision.layout.duplicates import overlap
from vision.types import CLASSES, Box, Doubt, Reading, ReadTile, Role, Worth

MATCH = 0.5
"""Intersection over union from which on a label and a tile are the same one."""
SAME = 1.6
"""Pixels by which an edge may be off before the box counts as moved: formats round, Pascal VOC to whole pixels."""

Step = Mapping[str, object]


def changes(reading: Reading, labels: Sequence[Label]) -> tuple[Step, ...]:
    """The corrections that turn the reading into what the labels say; none where they say the same.

    Where anything differs every tile is set: a person has seen the others too, and tile sense must not rename them.
    """
    pairs = _pairs(reading.tiles, labels)
    matched = {i: labels[k] for k, i in pairs.items()}
    steps: list[Step] = []
    added: list[Label] = [label for k, label in enumerate(labels) if k not in pairs]
    differs = bool(added)
    for i, tile in enumerate(reading.tiles):
        label = matched.get(i)
        if label is None or not _same_box(tile.box, label.box):
            if not tile.dropped:
                steps.append({"op": "drop", "tile": i})
                differs = True
            if label is not None:
                added.append(label)
                differs = True
            continue
        steps.append({"op": "set", "tile": i, "kind": label.kind})
        differs = differs or tile.dropped or tile.kind != label.kind
    for label in added:
        box = [label.box.x1, label.box.y1, label.box.x2, label.box.y2]
        steps.append({"op": "add", "box": box, "kind": label.kind, "group": _home(reading, label)})
    moves = _moves(reading, matched)
    return (*steps, *moves) if differs or moves else ()


def settled(reading: Reading) -> tuple[Step, ...]:
    """The corrections that say: every tile is what the reading says it is."""
    return tuple({"op": "set", "tile": i, "kind": t.kind} for i, t in enumerate(reading.tiles) if not t.dropped)


def renamed(before: Reading, now: Reading) -> tuple[Doubt, ...]:
    """A doubt for each tile that nobody has named and that is called otherwise since others were corrected: tile sense
    counts copies anew, and a person who has seen such a tile already would confirm it with its new name.

    `before`: the reading without corrections. Tiles that the reading doubts anyway get no second doubt.
    """
    doubted = {doubt.tiles for doubt in now.doubts}
    return tuple(
        _renamed(i, old.kind, new.kind)
        for i, (old, new) in enumerate(zip(before.tiles, now.tiles, strict=False))
        if old.kind != new.kind and not (new.by_user or new.dropped or (i,) in doubted)
    )


def _renamed(tile: int, was: str, kind: str) -> Doubt:
    old, new = (zh(CLASSES.index(name)) for name in (was, kind))
    return Doubt(
        Code.CHANGED,
        (tile,),
        f"改了别的牌以后，这张从{old}变成了{new}：对吗？",
        f"since other tiles were corrected, {was} at box {tile} is called {kind}: is it?",
        ({"op": "set", "tile": tile, "kind": was},),
        Worth("hand"),
    )


def _pairs(tiles: Sequence[ReadTile], labels: Sequence[Label]) -> dict[int, int]:
    """Label -> tile, the best overlaps first; tiles that the eye has left out come last, those that a person has
    dropped never.
    """
    overlaps = [
        (not tile.dropped, overlap(label.box, tile.box), k, i)
        for k, label in enumerate(labels)
        for i, tile in enumerate(tiles)
        if not (tile.dropped and tile.by_user)
    ]
    found: dict[int, int] = {}
    for _, share, k, i in sorted(overlaps, key=lambda pair: (-pair[0], -pair[1], pair[2], pair[3])):
        if share >= MATCH and k not in found and i not in found.values():
            found[k] = i
    return found


def _same_box(one: Box, other: Box) -> bool:
    edges = (one.x1 - other.x1, one.y1 - other.y1, one.x2 - other.x2, one.y2 - other.y2)
    return all(abs(edge) <= SAME for edge in edges)


def _home(reading: Reading, label: Label) -> int:
    """The group of a tile that was added: as the label says, else the one of the nearest tile."""
    if label.group is not None and label.group < len(reading.groups):
        role = reading.groups[label.group].role.value
        if label.role in ("", role):
            return label.group
    for number, group in enumerate(reading.groups):
        if label.role == group.role.value and group.role is not Role.MELD:
            return number
    if label.role:
        return len(reading.groups)
    near = [
        (math.dist(tile.box.centre, label.box.centre), tile.group)
        for tile in reading.tiles
        if tile.group is not None and not tile.dropped
    ]
    return min(near)[1] if near else len(reading.groups)


def _moves(reading: Reading, matched: Mapping[int, Label]) -> list[Step]:
    """Tiles that the labels give another role, together as the labels have them together."""
    moved: dict[tuple[str, int | None], list[int]] = {}
    for i, label in matched.items():
        number = reading.tiles[i].group
        now = None if number is None else reading.groups[number].role.value
        if label.role and now is not None and label.role != now:
            moved.setdefault((label.role, label.group), []).append(i)
    steps: list[Step] = []
    fresh = len(reading.groups)
    for (role, group), tiles in sorted(moved.items(), key=lambda item: item[1]):
        fits = group is not None and group < len(reading.groups) and reading.groups[group].role.value == role
        same = [number for number, one in enumerate(reading.groups) if one.role.value == role and role != "meld"]
        number = group if fits else same[0] if same else fresh
        fresh += number == fresh
        steps.append({"op": "move", "tiles": sorted(tiles), "role": role, "group": number})
    return steps
