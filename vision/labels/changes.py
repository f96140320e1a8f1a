"""Corrected labels -> corrections of the readings they came from: what a person has said has one form, wherever it
was said.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from vision.doubts.codes import Code
from vision.labels.placing import OFF, Placed, pairs
from vision.labels.sheet import Label, inside
from vision.layout.duplicates import overlap
from vision.types import Box, Group, Reading, ReadTile, Role

TWICE = 0.9
"""Intersection over union from which on two labels are one that was written twice: no tile hides another so wholly."""

Step = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A reading beside a photo's labels. `same`: tile -> its label. `added`: labels of no tile. `gone`: tiles that have
    no label. `kept`: tiles that stay as they are, since their labels tell no name. `twice`: what was written twice
    under two names, in words.
    """

    same: Mapping[int, Label]
    added: tuple[Label, ...]
    gone: tuple[int, ...]
    kept: frozenset[int]
    twice: tuple[str, ...] = ()


def compare(reading: Reading, placed: Placed) -> Comparison:
    """Find each label's tile. Labels of which nobody can tell what or where they are make no tile vanish."""
    tiles = [(inside(t.box, reading.width, reading.height) or t.box, t.dropped) for t in reading.tiles]
    open_ = {i for i, tile in enumerate(reading.tiles) if not (tile.dropped and tile.by_user)}
    matched = dict(_pairs(tiles, open_, [label.box for label in placed.labels]))
    same = {i: placed.labels[k] for k, i in matched.items()}
    left = {i for i in open_ - set(same) if not reading.tiles[i].dropped}
    unnamed = {i for _, i in _pairs(tiles, left, placed.unnamed)}
    added, clashes = _once(same, [label for k, label in enumerate(placed.labels) if k not in matched])
    words = tuple(f"{one.kind} and {other.kind} in one place" for one, other in clashes.values())
    named = {i: label for i, label in same.items() if i not in clashes}
    gone = left - unnamed
    if placed.lost:  # one of these may be the tile of a label that nobody can place
        return Comparison(named, added, (), frozenset(unnamed | set(clashes) | gone), words)
    return Comparison(named, added, tuple(sorted(gone)), frozenset(unnamed | set(clashes)), words)


def _pairs(tiles: Sequence[tuple[Box, bool]], among: set[int], boxes: Sequence[Box]) -> Iterator[tuple[int, int]]:
    """(box, tile) that are the same one, of these tiles."""
    numbers = sorted(among)
    return ((k, numbers[n]) for k, n in pairs([tiles[i] for i in numbers], boxes))


def _once(
    same: Mapping[int, Label], spare: Sequence[Label]
) -> tuple[tuple[Label, ...], dict[int, tuple[Label, Label]]]:
    """Labels of no tile without those that another one says already, and tiles that have labels of two names."""
    added: list[Label] = []
    clashes: dict[int, tuple[Label, Label]] = {}
    for label in spare:
        twin = next((i for i, one in same.items() if overlap(one.box, label.box) >= TWICE), None)
        if twin is not None:
            if same[twin].kind != label.kind:
                clashes[twin] = same[twin], label
        elif not any(overlap(one.box, label.box) >= TWICE for one in added):
            added.append(label)
    return tuple(added), clashes


def steps_of(reading: Reading, found: Comparison, off: float = OFF) -> tuple[Step, ...]:
    """The corrections that turn the reading into what the labels say; none where they say the same.

    Where anything differs every tile that has a label is set: a person has seen the others too, and tile sense must
    not rename them.
    """
    stay = {i for i, label in found.same.items() if _same_box(reading, i, label, off)}
    moved = sorted(set(found.same) - stay)
    dropped = [*found.gone, *(i for i in moved if not reading.tiles[i].dropped)]
    added = [*found.added, *(found.same[i] for i in moved)]
    other = any(reading.tiles[i].dropped or reading.tiles[i].kind != found.same[i].kind for i in stay)
    regrouped = _moves(reading, found.same)
    if not (dropped or added or other or regrouped):
        return ()
    return (
        *({"op": "drop", "tile": i} for i in dropped),
        *({"op": "set", "tile": i, "kind": found.same[i].kind} for i in sorted(stay)),
        *(_add(reading, label) for label in added),
        *regrouped,
    )


def _add(reading: Reading, label: Label) -> Step:
    box = [label.box.x1, label.box.y1, label.box.x2, label.box.y2]
    return {"op": "add", "box": box, "kind": label.kind, "group": _home(reading, label)}


def changes(reading: Reading, labels: Sequence[Label]) -> tuple[Step, ...]:
    """`steps_of` for labels in pixels of the photo."""
    return steps_of(reading, compare(reading, Placed(tuple(labels), (), 0, (), OFF)))


def settled(reading: Reading) -> tuple[Step, ...]:
    """The corrections that say: every tile is what the reading says it is."""
    return tuple({"op": "set", "tile": i, "kind": t.kind} for i, t in enumerate(reading.tiles) if not t.dropped)


def stable(before: Reading, now: Reading) -> Reading:
    """The corrected reading with the names that tiles had before, but for those that a person has said."""
    tiles = [
        replace(tile, kind=old.kind, confidence=old.confidence) if tile.kind != old.kind and not tile.by_user else tile
        for old, tile in zip(before.tiles, now.tiles, strict=False)
    ]
    held = {i for i, (old, tile) in enumerate(zip(tiles, now.tiles, strict=False)) if old.kind != tile.kind}
    doubts = tuple(d for d in now.doubts if not (d.code == Code.CHANGED and set(d.tiles) <= held))
    return replace(now, tiles=(*tiles, *now.tiles[len(tiles) :]), doubts=doubts)


def _same_box(reading: Reading, i: int, label: Label, off: float) -> bool:
    tile = reading.tiles[i].box
    one, other = inside(tile, reading.width, reading.height) or tile, label.box
    edges = (one.x1 - other.x1, one.y1 - other.y1, one.x2 - other.x2, one.y2 - other.y2)
    return all(abs(edge) <= off for edge in edges)


def _home(reading: Reading, label: Label) -> int:
    """The group of a tile that was added: as the label says, else the one of the nearest tile."""
    if label.role:
        return _group_of(reading.groups, label.role, label.group, len(reading.groups))
    if label.group is not None and label.group < len(reading.groups):
        return label.group
    near = [_apart(tile, label) for tile in reading.tiles if tile.group is not None and not tile.dropped]
    return min(near)[1] if near else len(reading.groups)


def _apart(tile: ReadTile, label: Label) -> tuple[float, int]:
    assert tile.group is not None
    return math.dist(tile.box.centre, label.box.centre), tile.group


def _group_of(groups: Sequence[Group], role: str, group: int | None, fresh: int) -> int:
    """The group of that role that a label means: by its number, else the only one of the role, else a new one."""
    if group is not None and group < len(groups) and groups[group].role.value == role:
        return group
    same = (number for number, one in enumerate(groups) if one.role.value == role and one.role is not Role.MELD)
    return next(same, fresh)


def _moves(reading: Reading, matched: Mapping[int, Label]) -> list[Step]:
    """Tiles that the labels give another role, together as the labels have them together."""
    moved: dict[tuple[str, int | None], list[int]] = {}
    for i, label in matched.items():
        number = reading.tiles[i].group
        if label.role and number is not None and label.role != reading.groups[number].role.value:
            moved.setdefault((label.role, label.group), []).append(i)
    steps: list[Step] = []
    fresh = len(reading.groups)
    for (role, group), tiles in sorted(moved.items(), key=lambda item: sorted(item[1])):
        number = _group_of(reading.groups, role, group, fresh)
        fresh += number == fresh
        steps.append({"op": "move", "tiles": sorted(tiles), "role": role, "group": number})
    return steps
