"""Corrected labels -> corrections of the readings they came from: what a person has said has one form, wherever it
was said.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from vision.doubts.codes import Code
from vision.labels.placing import MATCH, OFF, Placed, pairs
from vision.labels.sheet import Label, inside
from vision.layout.duplicates import covered, overlap
from vision.types import Box, Group, Reading, ReadTile, Role

HALF = 0.5
"""Of a box that lies under another one, or of the picture."""
SEVERAL = 2
"""Boxes that no tile covers by half: in a row turned by 45 degrees the box around one has a third of each neighbour."""

Step = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A reading beside a photo's labels. `same`: tile -> its label. `added`: labels of no tile. `gone`: tiles that
    have no label. `kept`: tiles that stay as they are, since their labels tell no name or an old one. `odd`: labels
    that are not taken, since they are of no single tile or another one is in their place under another name, in
    words.
    """

    same: Mapping[int, Label]
    added: tuple[Label, ...]
    gone: tuple[int, ...]
    kept: frozenset[int]
    odd: tuple[str, ...] = ()


def compare(reading: Reading, placed: Placed) -> Comparison:
    """Find each label's tile. Labels of which nobody can tell what or where they are make no tile vanish."""
    tiles = [(inside(t.box, reading.width, reading.height) or t.box, t.dropped) for t in reading.tiles]
    open_ = {i for i, tile in enumerate(reading.tiles) if not (tile.dropped and tile.by_user)}
    matched = dict(_pairs(tiles, open_, [label.box for label in placed.labels]))
    same = {i: placed.labels[k] for k, i in matched.items()}
    left = {i for i in open_ - set(same) if not reading.tiles[i].dropped}
    unnamed = {i for _, i in _pairs(tiles, left, placed.unnamed)}
    spare = [label for k, label in enumerate(placed.labels) if k not in matched]
    over = {k: words for k, label in enumerate(spare) if (words := _over_others(label, placed, reading))}
    added, clashing, clashes = _once(same, [label for k, label in enumerate(spare) if k not in over])
    named = {i: label for i, label in same.items() if i not in clashing}
    gone, kept = left - unnamed, unnamed | clashing
    if placed.lost:  # one of these may be the tile of a label that nobody can place
        gone, kept = set(), kept | gone
    return Comparison(named, added, tuple(sorted(gone)), frozenset(kept), (*over.values(), *clashes))


def _over_others(label: Label, placed: Placed, reading: Reading) -> str:
    """What a box is that is no tile's, in words: one over several others, or over most of the picture and another. One
    that is alone in it may be of a tile that was photographed from nearby.
    """
    boxes = (*(one.box for one in placed.labels), *placed.unnamed)
    under = sum(covered(box, label.box) >= HALF and overlap(box, label.box) < MATCH for box in boxes)
    share = label.box.width * label.box.height / (reading.width * reading.height)
    if under < SEVERAL and not (under and share > HALF):
        return ""
    return f"the box of {label.kind} lies over {under} others, on {share:.0%} of the picture: it is no tile's"


def _pairs(tiles: Sequence[tuple[Box, bool]], among: set[int], boxes: Sequence[Box]) -> Iterator[tuple[int, int]]:
    """(box, tile) that are the same one, of these tiles."""
    numbers = sorted(among)
    return ((k, numbers[n]) for k, n in pairs([tiles[i] for i in numbers], boxes))


def _once(
    same: Mapping[int, Label], spare: Sequence[Label]
) -> tuple[tuple[Label, ...], frozenset[int], tuple[str, ...]]:
    """Labels of no tile without those that another one says already, tiles that have labels of two names, and all
    labels of two names, in words.
    """
    places = [[label] for label in same.values()]  # what is said of one place
    for label in spare:
        there = next((place for place in places if overlap(place[0].box, label.box) >= MATCH), None)
        if there is None:
            places.append([label])
        else:
            there.append(label)
    names = [list(dict.fromkeys(label.kind for label in place)) for place in places]
    clashes = tuple(f"{' and '.join(kinds)} in one place" for kinds in names if len(kinds) > 1)
    clashing = frozenset(i for i, kinds in zip(same, names, strict=False) if len(kinds) > 1)
    added = (place[0] for place, kinds in zip(places[len(same) :], names[len(same) :], strict=True) if len(kinds) == 1)
    return tuple(added), clashing, clashes


def steps_of(reading: Reading, found: Comparison, off: float = OFF) -> tuple[Step, ...]:
    """The corrections that turn the reading into what the labels say; none where they say the same.

    Where anything differs every tile that has a label is set: a person has seen the others too, and tile sense must
    not rename them.
    """
    stay = {
        i
        for i, label in found.same.items()
        if same_box(inside(reading.tiles[i].box, reading.width, reading.height) or reading.tiles[i].box, label.box, off)
    }
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


def same_box(one: Box, other: Box, off: float) -> bool:
    """No edge is off by more than so many pixels."""
    edges = (one.x1 - other.x1, one.y1 - other.y1, one.x2 - other.x2, one.y2 - other.y2)
    return all(abs(edge) <= off for edge in edges)


def role_at(reading: Reading, tile: int) -> str:
    """The role of the group that a tile is in; "" for one that is in none."""
    group = reading.tiles[tile].group
    return "" if group is None else reading.groups[group].role.value


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
