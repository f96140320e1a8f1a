"""What doubts are told from, and words that they share."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.tiles import KINDS, SUIT_NAMES, Tile, compact
from vision.faces import BACK_NUMBER, OTHER_NUMBER, Face
from vision.naming import Named, Rival
from vision.types import CLASSES, Group, Layout, Role, Worth
from vision.worth import Pricer, difference

ZH_KIND = {"pong": "碰", "concealed": "暗杠", "added": "补杠", "exposed": "明杠", "late": "憨包豆"}
NOTHING = Worth("nothing", 0)


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything that the doubts are told from."""

    layout: Layout
    faces: Sequence[Face]
    firsts: Sequence[int]  # the eye's own first choice for each tile, class numbers
    groups: Sequence[Group]
    named: Named
    rivals: Sequence[Rival]
    others: Sequence[tuple[float, Sequence[Group], Named]]  # other ways to see the table, by how much dearer
    said: frozenset[int]  # tiles that the player has named, added or dropped
    pricer: Pricer

    def members(self, role: Role) -> list[int]:
        """Tiles of that role."""
        return [i for group in self.groups if group.role is role for i in group.tiles]

    @property
    def whole(self) -> bool:
        """Is the count one that a hand can have: waiting, or with the winning tile beside it?"""
        melds = sum(1 for group in self.groups if group.role is Role.MELD and group.tiles)
        return len(self.members(Role.HAND)) == 13 - 3 * melds

    def change(self, changes: Mapping[int, int]) -> Worth:
        """What other kinds for some tiles are worth; a meld whose tiles are no longer alike is none."""
        kinds = {**self.named.kinds, **changes}
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


def zh(kind: int) -> str:
    """A class, by its number, in Chinese."""
    return Tile(kind).name_zh if kind < KINDS else "扣着的牌" if kind == BACK_NUMBER else "字牌或花牌"


def zh_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles as players write them, sorted: 123万55筒."""
    return "".join(SUIT_NAMES.get(letter, letter) for letter in compact(tiles))


def setting(changes: Mapping[int, int]) -> tuple[Mapping[str, object], ...]:
    """The corrections that give tiles these kinds (class numbers by index)."""
    return tuple({"op": "set", "tile": i, "kind": CLASSES[kind]} for i, kind in sorted(changes.items()))


def role_of(found: Findings, i: int) -> Role:
    """The role of the tile's group; `other` for one in none."""
    return next((group.role for group in found.groups if i in group.tiles), Role.OTHER)


def spoken_for(found: Findings, i: int) -> bool:
    """Has the player told the role of the tile's group?"""
    return any(group.said and i in group.tiles for group in found.groups)


def first_hand(groups: Sequence[Group]) -> int:
    """The number of the hand's first group, or of a new group if there is none."""
    return next((number for number, group in enumerate(groups) if group.role is Role.HAND), len(groups))


def ordered(kinds: Sequence[int]) -> bool:
    """Suit by suit, in each of them up or in each of them down."""
    suits = [suit for suit, _ in itertools.groupby(kinds, lambda kind: kind // 9)]
    steps = [b - a for a, b in itertools.pairwise(kinds) if a // 9 == b // 9]
    return len(suits) == len(set(suits)) and (all(step >= 0 for step in steps) or all(step <= 0 for step in steps))
