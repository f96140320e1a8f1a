"""Tiles that come without groups -> groups: by where they lie, and by the numbers that they name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring.table import hand_size
from scoring.tiles import KINDS
from vision.layout.arrange import arrange
from vision.layout.duplicates import doubled_boxes
from vision.read.reconcile import Overrides, reconcile
from vision.table.evidence import NUMBER
from vision.types import Group, Reading, ReadTile, Role

MELD_SIZES = (3, 4)


def grouped(tiles: Sequence[ReadTile], width: int, height: int) -> tuple[tuple[Group, ...], tuple[ReadTile, ...]]:
    """Groups, and the tiles with their places in them, as if the eye had found these tiles.

    Every tile counts that is not dropped, but for a box that shows another's tile again. Tiles that name one `group`
    are one group: at that position, or, where there are not so many groups, elsewhere with that `number`.
    """
    there = [i for i, tile in enumerate(tiles) if not tile.dropped]
    seen = tuple(tile.detection for tile in tiles)
    twins = {i for i, _ in doubled_boxes(seen, [i for i in there if tiles[i].group is None])}
    layout = arrange(seen, width, height, [i for i in there if i not in twins])
    free = reconcile(layout, overrides=Overrides.of_tiles(tiles))
    groups = _numbered(tiles, free)
    home = {i: number for number, group in enumerate(groups) for i in group.tiles}
    return groups, tuple(
        replace(tile, group=home.get(i), dropped=i not in home, way=free.tiles[i].way) for i, tile in enumerate(tiles)
    )


def _numbered(tiles: Sequence[ReadTile], free: Reading) -> tuple[Group, ...]:
    """The groups that tiles name, each at its number; the others as they are seen, in the places between."""
    cells = _cells(tiles, free)
    if not cells:
        return free.groups
    rest = _unnamed(tiles, free)
    roles = _roles(free, cells)
    count = len(cells) + len(rest)
    placed = {n: Group(roles[n], members) for n, members in cells.items() if n < count}
    rest += [Group(roles[n], cells[n], number=n) for n in sorted(cells) if n >= count]
    between = iter(rest)
    return tuple(placed[n] if n in placed else next(between) for n in range(count))


def _cells(tiles: Sequence[ReadTile], free: Reading) -> dict[int, tuple[int, ...]]:
    """Number -> the tiles that name it, as they follow one another where they are seen."""
    cells: dict[int, tuple[int, ...]] = {}
    for i in (i for group in free.groups for i in group.tiles):
        if (number := tiles[i].group) is not None:
            cells[number] = (*cells.get(number, ()), i)
    return cells


def _unnamed(tiles: Sequence[ReadTile], free: Reading) -> list[Group]:
    """The groups as they are seen, without the tiles that name another one."""
    loose = [replace(group, tiles=tuple(i for i in group.tiles if tiles[i].group is None)) for group in free.groups]
    return [group for group in loose if group.tiles]


def _roles(free: Reading, cells: dict[int, tuple[int, ...]]) -> dict[int, Role]:
    """Each group's role: what most of its tiles are seen as. But three or four alike that are kept apart from the rest
    of the hand are a meld, and a single tile kept apart from it, where the count is that of a win, is the winning tile.
    """
    seen = {i: group.role for group in free.groups for i in group.tiles}
    roles = {n: Counter(seen[i] for i in members).most_common(1)[0][0] for n, members in cells.items()}
    own = [n for n, role in roles.items() if role in (Role.HAND, Role.WINNING)]
    largest = max(own, key=lambda n: len(cells[n]), default=None)
    roles |= {n: Role.MELD for n in own if n != largest and _is_meld(free, cells[n])}
    hand = {n: cells[n] for n in own if roles[n] is not Role.MELD}
    single = [n for n, members in hand.items() if len(members) == 1 and n != largest]
    if len(single) == 1 and _lacks_winning(roles, sum(map(len, hand.values()))):
        roles[single[0]] = Role.WINNING
    return roles


def _is_meld(free: Reading, members: Sequence[int]) -> bool:
    """Three or four of one kind?"""
    kinds = {free.tiles[i].kind for i in members}
    return len(members) in MELD_SIZES and len(kinds) == 1 and NUMBER[min(kinds)] < KINDS


def _lacks_winning(roles: Mapping[int, Role], hand: int) -> bool:
    """Is the count that of a win, and no tile the winning one? `hand`: tiles that are no meld's."""
    melds = list(roles.values()).count(Role.MELD)
    return hand == hand_size(melds) + 1 and Role.WINNING not in roles.values()
