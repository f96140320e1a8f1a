"""Input shared by all doubt checks: the scene as it was read, and questions that several checks ask about it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scoring.tiles import KINDS, Tile
from vision.doubts.finding import HAND, UNITS, Finding
from vision.table.counts import count_error, waiting_size
from vision.table.evidence import BACK_NUMBER, NOTED_SCORE, NUMBER, OTHER_NUMBER, Face, kind_scores
from vision.table.melds import MeldCandidate, are_mixed
from vision.table.naming import Alternative, NamedScene, melds_of, members
from vision.table.pricing import Pricer, difference
from vision.types import Group, Layout, ReadMeld, Role, Row, Worth

OWN = (Role.HAND, Role.WINNING, Role.MELD)


@dataclass(frozen=True)
class Context:
    """Everything that checks judge by. Tiles are places among the layout's detections.

    `firsts`: the eye's own first choice for each tile, class numbers. `others`: other ways to see the table, and by how
    much costlier each is. `by_user`: tiles that the player has named, added or dropped. `earlier`: what the checks
    before this one found.
    """

    layout: Layout
    faces: Sequence[Face]
    firsts: Sequence[int]
    groups: Sequence[Group]
    named: NamedScene
    alternatives: Sequence[Alternative]
    others: Sequence[tuple[float, Sequence[Group], NamedScene]]
    by_user: frozenset[int]
    pricer: Pricer
    earlier: tuple[Finding, ...] = ()

    # Tiles

    @cached_property
    def _homes(self) -> Mapping[int, Group]:
        return {i: group for group in self.groups for i in group.tiles}

    def kind(self, i: int) -> int:
        """The class number that the reading gives the tile."""
        return self.named.kinds[i]

    def kinds(self, tiles: Iterable[int]) -> list[int]:
        """The same of several."""
        return [self.named.kinds[i] for i in tiles]

    def role(self, i: int) -> Role:
        """The role of the tile's group; `other` for one in none."""
        group = self._homes.get(i)
        return Role.OTHER if group is None else group.role

    def placed_by_user(self, i: int) -> bool:
        """Has the player said what the tile's group is?"""
        group = self._homes.get(i)
        return group is not None and group.by_user

    def any_placed_by_user(self, tiles: Iterable[int]) -> bool:
        """The same of one of several."""
        return any(map(self.placed_by_user, tiles))

    def distance(self, i: int, tiles: Iterable[int]) -> float:
        """Tile widths from the tile to the nearest of these; infinite if there are none."""
        return min((math.dist(self.layout.places[i], self.layout.places[k]) for k in tiles), default=math.inf)

    def nearest(self, i: int, tiles: Iterable[int]) -> int:
        """The one of these that is nearest to the tile."""
        return min(tiles, key=lambda k: (math.dist(self.layout.places[i], self.layout.places[k]), k))

    @cached_property
    def sideways(self) -> Mapping[int, float]:
        """Log-odds that a tile lies sideways, of those in a row."""
        return self.layout.aside

    def stacked(self, i: int) -> float:
        """How likely it lies on another tile, as its pixels tell; 0 where nobody has looked."""
        return self.layout.detections[i].stacked or 0.0

    def scores(self, i: int) -> dict[int, float]:
        """Class number -> score of the kinds to which the eye gave a noticeable one, best first."""
        return {NUMBER[kind]: p for kind, p in kind_scores(self.layout.detections[i])}

    def noted(self, i: int) -> list[int]:
        """Those of them that are worth a thought."""
        return [kind for kind, score in self.scores(i).items() if score >= NOTED_SCORE]

    # Groups

    def members(self, role: Role) -> list[int]:
        """Tiles of that role."""
        return members(self.groups, role)

    @cached_property
    def mixed(self) -> Mapping[tuple[int, ...], bool]:
        """Of the tiles of each meld: are they none? Asked once for each, however many changes to others are weighed."""
        return {group.tiles: are_mixed([self.faces[i] for i in group.tiles]) for group in melds_of(self.groups)}

    @cached_property
    def off(self) -> tuple[int, int]:
        """The count's distance from a hand's, 0 where no hand is seen at all; and how many melds are none."""
        seen = any(group.tiles for group in self.groups if group.role in (Role.HAND, Role.WINNING))
        return count_error(self.groups) if seen else 0, sum(self.mixed.values())

    @property
    def own(self) -> list[int]:
        """Tiles of hand, winning tile and melds."""
        return [i for group in self.groups if group.role in OWN for i in group.tiles]

    @property
    def own_as_seen(self) -> list[int]:
        """The same without groups of which the player has said what they are."""
        return [i for group in self.groups if group.role in OWN and not group.by_user for i in group.tiles]

    @property
    def put_aside(self) -> list[int]:
        """Tiles that were taken for nobody's, without the player's word."""
        return [i for group in self.groups if group.role is Role.OTHER and not group.by_user for i in group.tiles]

    @property
    def hand_group(self) -> int:
        """The place of the hand's first group, or of a new group if there is none."""
        return next((n for n, group in enumerate(self.groups) if group.role is Role.HAND), self.new_group)

    @property
    def new_group(self) -> int:
        """The place of a group that is not there yet."""
        return len(self.groups)

    @property
    def laid(self) -> list[tuple[Group, MeldCandidate]]:
        """The groups that lie as melds, each with what it is if it is one."""
        return list(zip(melds_of(self.groups), self.named.candidates, strict=True))

    @property
    def pongs(self) -> list[ReadMeld]:
        """The pongs among the melds."""
        return [meld for meld in self.named.melds if meld.kind == "pong"]

    def pong_of(self, kind: int) -> ReadMeld | None:
        """The pong of that kind."""
        return next((meld for meld in self.pongs if meld.tile == kind), None)

    def tiles_of(self, meld: ReadMeld) -> tuple[int, ...]:
        """The tiles of a meld."""
        return self.groups[meld.group].tiles

    # Rows

    def triplets(self, row: Row) -> Iterator[tuple[int, tuple[int, ...]]]:
        """(where it begins in the row, three neighbours of one kind in the hand)."""
        for start in range(len(row.tiles) - 2):
            block = row.tiles[start : start + 3]
            if len(set(self.kinds(block))) == 1 and all(self.role(i) is Role.HAND for i in block):
                yield start, block

    # Counts and values

    @property
    def won(self) -> bool:
        """Is it a complete hand?"""
        return self.named.value.state == "won"

    @property
    def waits_exactly(self) -> bool:
        """Is the count that of a waiting hand, with or without the winning tile beside it?"""
        return len(self.members(Role.HAND)) == waiting_size(self.groups)

    @property
    def full(self) -> bool:
        """Are there as many tiles as a hand has that has won, or more?"""
        return len(self.members(Role.HAND)) + len(self.members(Role.WINNING)) > waiting_size(self.groups)

    @property
    def legal_count(self) -> bool:
        """Is the count one that a hand can have, with one to throw, too?"""
        return not count_error(self.groups)

    def worth_of(self, changes: Mapping[int, int]) -> Worth:
        """What it changes if some tiles are of other kinds (class numbers by tile).

        Nothing is settled while a tile of the hand has no name, or tiles lie as a meld that are none.
        """
        kinds = {**self.named.kinds, **changes}
        if self._unsettled(kinds, changes):
            return HAND
        melds = []
        for meld in self.named.melds:
            shown = {kinds[i] for i in self.tiles_of(meld)} - {BACK_NUMBER}
            if len(shown) > 1 or OTHER_NUMBER in shown:
                return HAND
            if self._turned_over(meld, kinds):
                return UNITS  # it may be another kind of kong
            melds.append(replace(meld, tile=Tile(shown.pop()) if shown else None))
        hand, winning = self._faces(Role.HAND, kinds), self._faces(Role.WINNING, kinds)
        return difference(self.named.value, self.pricer.value(hand, melds, winning[0] if winning else None))

    def _faces(self, role: Role, kinds: Mapping[int, int]) -> list[Tile]:
        """The tiles of that role that are of the 27 kinds."""
        return [Tile(kinds[i]) for i in self.members(role) if kinds[i] < KINDS]

    def _turned_over(self, meld: ReadMeld, kinds: Mapping[int, int]) -> bool:
        """Would a tile of it lie face down that does not, or the other way round?"""
        return any((kinds[i] == BACK_NUMBER) != (self.kind(i) == BACK_NUMBER) for i in self.tiles_of(meld))

    def _unsettled(self, kinds: Mapping[int, int], changes: Mapping[int, int]) -> bool:
        """Does a change concern tiles that lie as a meld and are none, or a tile of the hand with no name?"""
        laid = {i for meld in self.named.melds for i in self.tiles_of(meld)}
        for i in changes:
            no_meld = self.role(i) is Role.MELD and i not in laid
            no_name = self.role(i) in (Role.HAND, Role.WINNING) and max(kinds[i], self.kind(i)) >= KINDS
            if no_meld or no_name:
                return True
        return False


def ordered(kinds: Sequence[int]) -> bool:
    """Suit by suit, in each of them up or in each of them down."""
    suits = [suit for suit, _ in itertools.groupby(kinds, lambda kind: kind // 9)]
    steps = [b - a for a, b in itertools.pairwise(kinds) if a // 9 == b // 9]
    return len(suits) == len(set(suits)) and (all(step >= 0 for step in steps) or all(step <= 0 for step in steps))
