"""Walls: rows of tiles that lie face down, of which one may have been turned after a win (翻牌)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scoring.tiles import Tile
from vision.table.evidence import Face
from vision.types import Group, Layout, Role

LEAST_BACKS = 4  # in a row that is a wall: a concealed kong shows one tile at least, or has no more than four
WALL_ROOM = 0.5  # tile widths between neighbours of a wall


def is_wall(mine: Sequence[Face]) -> bool:
    """Are the tiles that would be a player's mostly backs, and are they more than one kong's? Nobody has only those."""
    down = sum(face.down for face in mine)
    return down > LEAST_BACKS and 2 * (len(mine) - down) < down


def turned(layout: Layout, faces: Sequence[Face], groups: Iterable[Group]) -> Tile | None:
    """The one tile of all walls that lies face up; None where there is none, or there are several."""
    free = {i for group in groups if group.role is Role.OTHER for i in group.tiles}
    up = [tile for row in layout.rows for tile in _up(row.blocks(WALL_ROOM), faces, free)]
    return up[0] if len(up) == 1 else None


def _up(blocks: Iterable[Sequence[int]], faces: Sequence[Face], free: set[int]) -> Iterator[Tile | None]:
    """What lies face up in each piece of wall."""
    for block in blocks:
        down = sum(faces[i].down for i in block)
        if down >= LEAST_BACKS and len(block) - down == 1 and free.issuperset(block):
            yield from (faces[i].tile for i in block if not faces[i].down)
