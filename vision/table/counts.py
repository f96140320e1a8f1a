"""How many tiles a hand has, and by how many a group of tiles is none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scoring.table import hand_size
from vision.table.naming import melds_of, members
from vision.types import Group, Role


def waiting_size(groups: Iterable[Group]) -> int:
    """How many tiles a waiting hand has beside these melds."""
    return hand_size(len(melds_of(groups)))


def hand_sizes(groups: Sequence[Group]) -> tuple[int, ...]:
    """How many tiles a hand may have beside these melds: as it waits and, where none lies apart as the winning tile,
    with one to throw.
    """
    waiting = waiting_size(groups)
    return (waiting,) if members(groups, Role.WINNING) else (waiting, waiting + 1)


def count_error(groups: Sequence[Group]) -> int:
    """Distance of the tile count from a legal hand size; a second winning tile is one tile too many. A tile face down
    or of no kind of the set counts as a tile.
    """
    hand = len(members(groups, Role.HAND))
    return min(abs(hand - size) for size in hand_sizes(groups)) + max(0, len(members(groups, Role.WINNING)) - 1)
