"""Whole tables after a win: four open hands, melds beside them, ponds in the middle, what is left of the walls.

A table is about thirty tile widths wide; the near player sits at its lower edge, the others at the three other ones.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from scoring.tiles import Tile
from tests.world.seen import Lying, camera, eye
from tests.world.tables import Seen, _Table
from vision.types import BACK, Owner

TURNS = {Owner.RIGHT: 90.0, Owner.OPPOSITE: 180.0, Owner.LEFT: -90.0}
"""Degrees counter-clockwise, seen from above, by which each player's tiles are turned."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What one of the other players has laid open: the hand, sorted, and the tiles of the melds."""

    hand: tuple[Tile, ...]
    melds: tuple[Tile, ...]


def whole(seed: int, *, poor: bool | None = False) -> tuple[Seen, dict[Owner, Shown]]:
    """The table of that seed, and what the others have."""
    table = _Whole(seed, poor=poor, crowded=True)
    return table.seen(), table.shown_by


class _Whole(_Table):
    def seen(self) -> Seen:
        self._deal()
        self._lay_own()
        xs = [tile.x for tile in self.lying if tile.whose == "own"]
        self.middle = (sum(xs) / len(xs), max(14.0, max(tile.y for tile in self.lying) + 8))
        self.half = max(12.5, (max(xs) - min(xs)) / 2 + 2)
        self.shown_by: dict[Owner, Shown] = {}
        for owner in TURNS:
            self._lay_player(owner)
        boxes, width, height = camera(self, list(self.lying))
        detections, truth, lying = eye(self, boxes, width, height)
        traits, discards = frozenset(self.traits), tuple(self.discards)
        hand, melds = tuple(sorted(self.hand)), tuple(self.melds)
        return Seen(self.seed, detections, width, height, hand, melds, self.winning, discards, traits, truth, lying)

    def _lay_player(self, owner: Owner) -> None:
        """One of the others: their hand, melds at its right end, the pond before it, a piece of wall."""
        pick = self.pick
        count = pick.choices((0, 1, 2), (50, 30, 20))[0]
        hand = sorted(self.deck.draw() for _ in range(13 - 3 * count))
        melds = [self.deck.alike(3, None) for _ in range(count)]
        start = len(self.lying)
        x = -(len(hand) + 3.7 * count) / 2
        for tile in hand:
            self._put(str(tile), x, 0.0, whose=owner.value)
            x += 1.0 + abs(pick.gauss(0, 0.03))
        for tile in melds:
            x += pick.uniform(0.5, 1.0)
            for _ in range(3):
                self._put(str(tile), x, 0.0, whose=owner.value)
                x += 1.01
        for k in range(pick.randint(0, 6)):
            self._put(str(self.deck.draw()), (k % 6 - 3) * 1.03, 6.5 + k // 6 * 1.5, whose="pond")
        for k in range(pick.randint(0, 7)):
            self._put(BACK, 3.0 - k * 1.02, 3.6, whose="wall")
        self._turn(self.lying[start:], TURNS[owner])
        for laid in self.lying[start:]:
            laid.laid_by = owner.value
        self.shown_by[owner] = Shown(tuple(hand), tuple(melds))

    def _turn(self, tiles: list[Lying], turn: float) -> None:
        """From the player's own view to the table: turned about its middle."""
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        for tile in tiles:
            x, y = tile.x, tile.y - self.half
            tile.x, tile.y = self.middle[0] + x * cos - y * sin, self.middle[1] + x * sin + y * cos
            tile.turn += turn
