"""The corrections that a doubt suggests. Tiles go by identity, groups by their place among all groups; a place beyond
them is a new group.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from vision.types import CLASSES, Group, Role


@dataclass(frozen=True, slots=True)
class Rename:
    """The tile is of that class, by its number."""

    tile: int
    kind: int


@dataclass(frozen=True, slots=True)
class Drop:
    """The box shows no tile."""

    tile: int


@dataclass(frozen=True, slots=True)
class Add:
    """A tile that was not seen lies there: x1, y1, x2, y2 in pixels."""

    box: tuple[float, float, float, float]
    kind: int
    group: int


@dataclass(frozen=True, slots=True)
class Move:
    """The tiles belong to that group, or together to a new one."""

    tiles: tuple[int, ...]
    role: Role
    group: int | None = None


Step = Rename | Drop | Add | Move
Steps = tuple[Step, ...]


def renaming(changes: Mapping[int, int]) -> Steps:
    """Class number by tile -> the steps that give tiles these classes."""
    return tuple(Rename(i, kind) for i, kind in sorted(changes.items()))


def moving(tiles: Sequence[int], role: Role, group: int | None = None) -> Steps:
    """The step that moves the tiles to a group."""
    return (Move(tuple(tiles), role, group),)


def to_wire(
    steps: Steps, groups: Sequence[Group], number: Callable[[int], int] = int
) -> tuple[Mapping[str, object], ...]:
    """As the wire has them: tiles by their numbers in the reading, each group by the number that corrections name it
    by, a new one by a number that none has.
    """
    numbers = [n if group.number is None else group.number for n, group in enumerate(groups)]
    unused = (n for n in itertools.count(len(groups)) if n not in numbers)
    named = [step.group for step in steps if isinstance(step, Add | Move) and step.group is not None]
    fresh = sorted({n for n in named if n >= len(groups)})
    names = dict(enumerate(numbers)) | dict(zip(fresh, unused, strict=False))
    return tuple(_to_wire(step, names, number) for step in steps)


def _to_wire(step: Step, names: Mapping[int, int], number: Callable[[int], int]) -> Mapping[str, object]:
    match step:
        case Rename():
            return {"op": "set", "tile": number(step.tile), "kind": CLASSES[step.kind]}
        case Drop():
            return {"op": "drop", "tile": number(step.tile)}
        case Add():
            return {"op": "add", "box": list(step.box), "kind": CLASSES[step.kind], "group": names[step.group]}
        case Move():
            group = {} if step.group is None else {"group": names[step.group]}
            return {"op": "move", "tiles": [number(i) for i in step.tiles], "role": step.role.value, **group}
