"""Tables on which no hand lies open: one to four ponds in rows of six, with closed hands behind them or without."""

from __future__ import annotations

import math

from tests.world.around import Around
from tests.world.seen import Lying, camera, eye
from tests.world.tables import Seen
from vision.types import BACK

SIX = 6  # discards in a row; the third one takes all that follow


def ponds(seed: int) -> Seen:
    """The table of that seed, of clean scores."""
    return _Ponds(seed, poor=False, crowded=True).seen()


class _Ponds(Around):
    def seen(self) -> Seen:
        pick = self.pick
        sides = [0] if self.trait("one", 0.4) else sorted(pick.sample(range(4), pick.choice((2, 3, 4, 4))))
        closed = self.trait("closed", 0.5)
        count, half = pick.randint(5, 20), pick.uniform(2.9, 3.8)
        self.careless = 0.02
        for side in sides:
            start = len(self.lying)
            self._lay_pond(max(3, count + pick.randint(-1, 1)), half)
            if closed:
                self._lay_closed(-half - 3 * self.ratio - pick.uniform(1.5, 4))
            _turn(self.lying[start:], side)
        boxes, width, height = camera(self, [tile for tile in self.lying if tile.whose == "pond"])
        detections, truth, lying = eye(self, boxes, width, height)
        return Seen(self.seed, detections, width, height, (), (), None, (), frozenset(self.traits), truth, lying)

    def _lay_pond(self, count: int, half: float) -> None:
        """Of the near player; `half`: from the table's middle to its first row."""
        pick = self.pick
        fallen = pick.randrange(count) if self.chance(0.25) else None  # one that lies sideways
        tight, deep = pick.uniform(1.0, 1.06), self.ratio * pick.uniform(1.0, 1.08)
        x, row = 0.0, 0
        for k in range(count):
            if k % SIX == 0 and k < 3 * SIX:
                x, row = -2.5, k // SIX
            wide = self.ratio if k == fallen else 1.0
            turn = 90.0 if k == fallen else self._either()
            place = x + (wide - 1) / 2 + pick.gauss(0, 0.03), -half - row * deep + pick.gauss(0, 0.03)
            self._put(str(self.deck.draw()), *place, turn, whose="pond")
            x += wide * tight

    def _lay_closed(self, y: float) -> None:
        count = self.pick.choice((13, 13, 10, 7))
        for k in range(count):
            self._put(BACK, -count / 2 + k * 1.02, y, whose="other")


def _turn(tiles: list[Lying], quarters: int) -> None:
    """About the table's middle, counter-clockwise."""
    cos, sin = round(math.cos(math.pi / 2 * quarters)), round(math.sin(math.pi / 2 * quarters))
    for tile in tiles:
        tile.x, tile.y = tile.x * cos - tile.y * sin, tile.x * sin + tile.y * cos
        tile.turn += 90 * quarters
