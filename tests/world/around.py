"""What lies around a player's own tiles on a rendered table: discards in rows or in a heap, other players, walls."""

from __future__ import annotations

import math

from scoring.tiles import Tile
from tests.world.deck import Deck
from tests.world.seen import Lying, Scene
from vision.types import BACK, OTHER

UPSIDE_DOWN = (0.02, 0.2, 0.4, 0.65), (50, 17, 18, 15)
"""Share of a player's tiles that lie upside down, and how many of 100 players are so careless: as the reader told it of
2,320 tiles whose faces tell in 186 photos of real/val."""


class Around(Scene):
    """A table on which tiles are put, and what is not the player's hand, melds or winning tile."""

    def __init__(self, seed: int, *, poor: bool | None, crowded: bool | None) -> None:
        super().__init__(seed, poor=poor, crowded=crowded)
        self.deck = Deck(self.pick)
        self.discards: list[Tile] = []
        self.careless = 0.0

    def _put(self, kind: str, x: float, y: float, turn: float = 0.0, **more: object) -> Lying:
        tile = Lying(kind, x, y, turn + self.pick.gauss(0, 1.2))
        for name, value in more.items():
            setattr(tile, name, value)
        self.lying.append(tile)
        return tile

    def _either(self) -> float:
        """The turn of a tile laid upright, or upside down by chance."""
        return 180.0 if self.chance(self.careless) else 0.0

    def _lay_discards(self, x_end: float) -> None:
        pick = self.pick
        wide = pick.randint(5, 9)
        y0 = max(t.y for t in self.lying) + self.ratio + pick.uniform(1.2, 4)
        x0 = x_end / 2 - wide / 2 + pick.uniform(-1.5, 1.5)
        for k in range(pick.randint(2, 16)):
            tile = self.deck.draw()
            self.discards.append(tile)
            row, column = divmod(k, wide)
            self._put(str(tile), x0 + column * 1.03, y0 - row * self.ratio * 1.04 + 2 * self.ratio, whose="discards")

    def _lay_heap(self, x_end: float) -> None:
        """Discards thrown in front of the hand, face up, as they come to lie."""
        pick = self.pick
        middle = x_end / 2 + pick.uniform(-2.5, 2.5)
        near = max(t.y for t in self.lying) + self.ratio + pick.uniform(0.4, 3)
        wide, deep = pick.uniform(3, 7), pick.uniform(1.5, 4.5)
        askew = pick.choice((8.0, 25.0, 180.0))
        for _ in range(pick.randint(4, 18)):
            for _ in range(30):
                x, y = middle + pick.uniform(-wide, wide), near + pick.uniform(0, deep)
                if all(math.hypot(t.x - x, t.y - y) > 1.3 for t in self.lying):
                    tile = self.deck.draw()
                    self.discards.append(tile)
                    self._put(str(tile), x, y, self._either() + pick.uniform(-askew, askew), whose="discards")
                    break

    # -- the others

    def _lay_others(self) -> None:
        pick = self.pick
        xs = [t.x for t in self.lying]
        middle, far = sum(xs) / len(xs), max(t.y for t in self.lying)
        reach = max(far + 6, 14 + pick.uniform(0, 6))
        if self.chance(0.6):  # the player opposite
            self._player(middle + 7, reach + pick.uniform(0, 3), 180)
        if self.chance(0.4):
            self._player(middle + 15 + pick.uniform(0, 2), reach / 2 - 6, 90)
        if self.chance(0.4):
            self._player(middle - 15 - pick.uniform(0, 2), reach / 2 + 6, -90)
        if self.chance(0.45):  # a wall
            self._strip(middle - 8, far + 3 + pick.uniform(0.5, 2), 0, [BACK] * pick.randint(5, 17), "other")
        if self.chance(0.4):  # a heap in the middle
            for _ in range(pick.randint(3, 20)):
                x, y = middle + pick.uniform(-6, 6), far + 5 + pick.uniform(0, 6)
                if all(math.hypot(t.x - x, t.y - y) > 1.5 for t in self.lying):
                    self._put(self._face(0.1), x, y, pick.uniform(0, 360), whose="other")

    def _player(self, x: float, y: float, turn: float) -> None:
        """Another player's hand, shown or face down, and his melds at its right end."""
        pick = self.pick
        melds = pick.choices((0, 1, 2), (60, 25, 15))[0]
        self._strip(x, y, turn, self._faces(13 - 3 * melds, 0.5), "other")
        along = 1.02 * (13 - 3 * melds)
        for _ in range(melds):
            tile, along = self.deck.alike(3, None), along + pick.uniform(0.5, 1.2)
            cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            self._strip(x + along * cos, y + along * sin, turn, [str(tile)] * 3, "other")
            along += 3.06

    def _face(self, back: float) -> str:
        if self.chance(back):
            return BACK
        return OTHER if self.chance(0.01) else str(self.deck.draw())

    def _faces(self, n: int, hidden: float) -> list[str]:
        back = 1.0 if self.chance(hidden) else 0.0
        return [self._face(back) for _ in range(n)]

    def _strip(self, x: float, y: float, turn: float, faces: list[str], whose: str) -> None:
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        careless = self.pick.choices(*UPSIDE_DOWN)[0]
        for k, face in enumerate(faces):
            over = 180.0 if self.chance(careless) else 0.0
            self._put(face, x + k * 1.02 * cos, y + k * 1.02 * sin, turn + over, whose=whose)
