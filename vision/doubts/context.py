"""What doubts are told from, and words that they share."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.table import hand_size
from scoring.tiles import KINDS, SUIT_NAMES, Tile, compact
from vision.table.evidence import BACK_NUMBER, OTHER_NUMBER, Face
from vision.table.naming import Alternative, NamedScene, melds_of, members
from vision.table.pricing import Pricer, difference
from vision.types import CLASSES, Group, Layout, Role, Row, Worth

ZH_ROLE = {
    Role.HAND: "手牌",
    Role.WINNING: "胡的牌",
    Role.DISCARDS: "打出的牌",
    Role.OTHER: "旁边的牌",
}
OWN = (Role.HAND, Role.WINNING, Role.MELD)
NOTHING = Worth("nothing", 0)


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything that the doubts are told from."""

    layout: Layout
    faces: Sequence[Face]
    firsts: Sequence[int]  # the eye's own first choice for each tile, class numbers
    groups: Sequence[Group]
    named: NamedScene
    alternatives: Sequence[Alternative]
    others: Sequence[tuple[float, Sequence[Group], NamedScene]]  # other ways to see the table, by how much dearer
    by_user: frozenset[int]  # tiles that the player has named, added or dropped
    pricer: Pricer

    def members(self, role: Role) -> list[int]:
        """Tiles of that role."""
        return members(self.groups, role)

    def mine(self, told: bool = True) -> list[int]:
        """Tiles of hand, winning tile and melds; with `told` also of groups whose role the player has told."""
        return [i for group in self.groups if group.role in OWN and (told or not group.by_user) for i in group.tiles]

    @property
    def whole(self) -> bool:
        """Is the count one that a hand can have: waiting, or with the winning tile beside it?"""
        return len(self.members(Role.HAND)) == waiting(self.groups)

    @property
    def full(self) -> bool:
        """Are there as many tiles as a hand has when it has won, or more?"""
        return len(self.members(Role.HAND)) + len(self.members(Role.WINNING)) > waiting(self.groups)

    @property
    def counted(self) -> bool:
        """Is the count one that a hand can have, with one to throw, too?"""
        return not astray(self.groups)

    def change(self, changes: Mapping[int, int]) -> Worth:
        """What other kinds for some tiles are worth; a meld whose tiles are no longer alike is none. Nothing is settled
        while a tile of the hand has no name, or tiles lie as a meld that are none.
        """
        kinds = {**self.named.kinds, **changes}
        laid = {meld.group for meld in self.named.melds}
        for n, group in enumerate(self.groups):
            names = [kind for i in group.tiles if i in changes for kind in (kinds[i], self.named.kinds[i])]
            if group.role is Role.MELD and names and n not in laid:
                return Worth("hand")
            if group.role in (Role.HAND, Role.WINNING) and max(names, default=0) >= KINDS:
                return Worth("hand")
        melds = []
        for meld in self.named.melds:
            tiles = self.groups[meld.group].tiles
            shown = {kinds[i] for i in tiles if kinds[i] != BACK_NUMBER}
            if len(shown) > 1 or OTHER_NUMBER in shown:
                return Worth("hand")
            if any((kinds[i] == BACK_NUMBER) != (self.named.kinds[i] == BACK_NUMBER) for i in tiles):
                return Worth("units")  # it may be another kind of kong
            melds.append(replace(meld, tile=Tile(shown.pop()) if shown else None))
        hand, winning = (
            [Tile(kinds[i]) for i in self.members(role) if kinds[i] < KINDS] for role in (Role.HAND, Role.WINNING)
        )
        return difference(self.named.value, self.pricer.value(hand, melds, winning[0] if winning else None))


def waiting(groups: Iterable[Group]) -> int:
    """How many tiles a hand has that waits beside these melds."""
    return hand_size(len(melds_of(groups)))


def sizes(groups: Sequence[Group]) -> tuple[int, ...]:
    """How many tiles a hand may have beside these melds: as it waits and, where none lies apart as the winning tile,
    with one to throw.
    """
    need = waiting(groups)
    return (need,) if members(groups, Role.WINNING) else (need, need + 1)


def astray(groups: Sequence[Group]) -> int:
    """By how many tiles these are no hand. What lies face down or is no kind of the set is a tile that lies there."""
    hand = len(members(groups, Role.HAND))
    return min(abs(hand - size) for size in sizes(groups)) + max(0, len(members(groups, Role.WINNING)) - 1)


def zh(kind: int) -> str:
    """A class, by its number, in Chinese."""
    return Tile(kind).name_zh if kind < KINDS else "扣着的牌" if kind == BACK_NUMBER else "字牌或花牌"


def zh_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles as players write them, sorted: 123万55筒."""
    return "".join(SUIT_NAMES.get(letter, letter) for letter in compact(tiles))


def setting(changes: Mapping[int, int]) -> tuple[Mapping[str, object], ...]:
    """The corrections that give tiles these kinds (class numbers by index)."""
    return tuple({"op": "set", "tile": i, "kind": CLASSES[kind]} for i, kind in sorted(changes.items()))


def moving(tiles: Sequence[int], role: Role, group: int | None = None) -> tuple[Mapping[str, object], ...]:
    """The correction that moves tiles to a group: that one, as it stands among all, or a new one."""
    step: dict[str, object] = {"op": "move", "tiles": list(tiles), "role": role.value}
    return (step if group is None else {**step, "group": group},)


def role_of(found: Findings, i: int) -> Role:
    """The role of the tile's group; `other` for one in none."""
    return next((group.role for group in found.groups if i in group.tiles), Role.OTHER)


def spoken_for(found: Findings, i: int) -> bool:
    """Has the player told the role of the tile's group?"""
    return any(group.by_user and i in group.tiles for group in found.groups)


def beside(found: Findings, i: int) -> tuple[str, tuple[int, ...]]:
    """What the tile is part of, in Chinese: a meld as it is listed, else all tiles of its role from the player's left;
    and those tiles.
    """
    for number, meld in enumerate(melds_of(found.groups), 1):
        if i in meld.tiles:
            return f"碰杠第{number}副", meld.tiles
    role = role_of(found, i)
    along = {k: n for n, k in enumerate(k for row in found.layout.rows for k in row.tiles)}
    return ZH_ROLE[role], tuple(sorted(found.members(role), key=lambda k: along.get(k, len(along))))


def place(found: Findings, *tiles: int) -> str:
    """Where the tiles lie, in Chinese, each by its number among those beside it."""
    parts: dict[tuple[str, tuple[int, ...]], list[int]] = {}
    for i in tiles:
        parts.setdefault(beside(found, i), []).append(i)
    places = []
    for (name, near), some in parts.items():
        numbers = "、".join(str(near.index(i) + 1) for i in some if i in near)
        whole = set(some) == set(near) and name != ZH_ROLE[Role.HAND]
        places.append(name if whole or not numbers else f"{name}左起第{numbers}张")
    return "和".join(places)


def threes(found: Findings, row: Row) -> Iterator[tuple[int, tuple[int, ...]]]:
    """(where it begins in the row, three neighbours of the hand that are alike)."""
    for start in range(len(row.tiles) - 2):
        block = row.tiles[start : start + 3]
        if len({found.named.kinds[i] for i in block}) == 1 and all(role_of(found, i) is Role.HAND for i in block):
            yield start, block


def first_hand(groups: Sequence[Group]) -> int:
    """The number of the hand's first group, or of a new group if there is none."""
    return next((number for number, group in enumerate(groups) if group.role is Role.HAND), len(groups))


def ordered(kinds: Sequence[int]) -> bool:
    """Suit by suit, in each of them up or in each of them down."""
    suits = [suit for suit, _ in itertools.groupby(kinds, lambda kind: kind // 9)]
    steps = [b - a for a, b in itertools.pairwise(kinds) if a // 9 == b // 9]
    return len(suits) == len(set(suits)) and (all(step >= 0 for step in steps) or all(step <= 0 for step in steps))
