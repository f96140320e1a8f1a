"""The corrections that a doubt suggests. Checks name tiles by identity and groups by their place among all groups, a
new group by a place beyond them; in a reading both go by number.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from vision.types import CLASSES, Add, Correction, Drop, Group, Move, Role, SetKind

Steps = tuple[Correction, ...]


def renaming(changes: Mapping[int, int]) -> Steps:
    """Class number by tile -> the steps that give tiles these classes."""
    return tuple(SetKind(i, CLASSES[kind]) for i, kind in sorted(changes.items()))


def moving(tiles: Sequence[int], role: Role, group: int | None = None) -> Steps:
    """The step that moves the tiles to a group."""
    return (Move(tuple(tiles), role, group),)


def numbered(steps: Steps, groups: Sequence[Group], number: Callable[[int], int] = int) -> Steps:
    """The same with tiles by their numbers in the reading, each group by the number that corrections name it by, a new
    one by a number that none has.
    """
    numbers = [n if group.number is None else group.number for n, group in enumerate(groups)]
    unused = (n for n in itertools.count(len(groups)) if n not in numbers)
    named = {step.group for step in steps if isinstance(step, Add | Move)} - {None, *range(len(groups))}
    fresh = sorted(n for n in named if n is not None)
    names = dict(enumerate(numbers)) | dict(zip(fresh, unused, strict=False))
    return tuple(_numbered(step, names, number) for step in steps)


def _numbered(step: Correction, names: Mapping[int, int], number: Callable[[int], int]) -> Correction:
    match step:
        case SetKind() | Drop():
            return replace(step, tile=number(step.tile))
        case Add():
            return replace(step, group=None if step.group is None else names[step.group])
        case Move():
            group = None if step.group is None else names[step.group]
            return replace(step, tiles=tuple(map(number, step.tiles)), group=group)
