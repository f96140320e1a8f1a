"""Tiles that come without groups -> groups: by where they lie, and by the numbers that they name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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
    overrides = Overrides(
        {i: tile.kind for i, tile in enumerate(tiles) if tile.by_user and not tile.dropped},
        frozenset(i for i, tile in enumerate(tiles) if tile.by_user and tile.dropped),
    )
    free = reconcile(arrange(seen, width, height, [i for i in there if i not in twins]), overrides=overrides)
    groups = _numbered(tiles, free)
    home = {i: number for number, group in enumerate(groups) for i in group.tiles}
    return groups, tuple(
        replace(tile, group=home.get(i), dropped=i not in home, way=free.tiles[i].way) for i, tile in enumerate(tiles)
    )


def _numbered(tiles: Sequence[ReadTile], free: Reading) -> tuple[Group, ...]:
    """The groups that tiles name, each at its number; the others as they are seen, in the places between."""
    if all(tile.group is None for tile in tiles):
        return free.groups
    order = {i: n for n, i in enumerate(i for group in free.groups for i in group.tiles)}
    cells: dict[int, tuple[int, ...]] = {}
    for i in sorted(order, key=lambda i: order[i]):
        if (number := tiles[i].group) is not None:
            cells[number] = (*cells.get(number, ()), i)
    loose = [replace(g, tiles=tuple(i for i in g.tiles if tiles[i].group is None)) for g in free.groups]
    rest = [group for group in loose if group.tiles]
    roles = _roles(free, cells)
    count = len(cells) + len(rest)
    placed = {n: Group(roles[n], members) for n, members in cells.items() if n < count}
    rest += [Group(roles[n], cells[n], number=n) for n in sorted(cells) if n >= count]
    between = iter(rest)
    return tuple(placed[n] if n in placed else next(between) for n in range(count))


def _roles(free: Reading, cells: dict[int, tuple[int, ...]]) -> dict[int, Role]:
    """Each group's role: what most of its tiles are seen as. But three or four alike that are kept apart from the rest
    of the hand are a meld, and a single tile kept apart from it, where the count is that of a win, is the winning tile.
    """
    seen = {i: group.role for group in free.groups for i in group.tiles}
    roles = {n: Counter(seen[i] for i in members).most_common(1)[0][0] for n, members in cells.items()}
    own = [n for n, role in roles.items() if role in (Role.HAND, Role.WINNING)]
    largest = max(own, key=lambda n: len(cells[n]), default=None)
    for n in own:
        kinds = {free.tiles[i].kind for i in cells[n]}
        alike = len(kinds) == 1 and NUMBER[min(kinds)] < KINDS
        if n != largest and len(cells[n]) in MELD_SIZES and alike:
            roles[n] = Role.MELD
    hand = [n for n in own if roles[n] is not Role.MELD]
    melds = sum(role is Role.MELD for role in roles.values())
    if sum(len(cells[n]) for n in hand) == hand_size(melds) + 1 and Role.WINNING not in roles.values():
        single = [n for n in hand if len(cells[n]) == 1 and n != largest]
        if len(single) == 1:
            roles[single[0]] = Role.WINNING
    return roles
