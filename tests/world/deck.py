"""The 108 tiles that rendered hands are dealt from."""

from __future__ import annotations

import random
from collections import Counter

from scoring.tiles import Tile


class Deck:
    """108 tiles, taken one by one."""

    def __init__(self, pick: random.Random) -> None:
        self.pick = pick
        self.left = Counter(dict.fromkeys(Tile, 4))

    def take(self, tile: Tile, n: int = 1) -> bool:
        """`n` of that kind, if they are left."""
        if self.left[tile] < n:
            return False
        self.left[tile] -= n
        return True

    def draw(self) -> Tile:
        """Any tile that is left."""
        tile = self.pick.choice([t for t in Tile for _ in range(self.left[t])])
        self.left[tile] -= 1
        return tile

    def alike(self, n: int, suit: int | None) -> Tile:
        """`n` of a kind; of another suit if this one has none left."""
        for of in (suit, None):
            kinds = [tile for tile in Tile if self.left[tile] >= n and of in (None, tile // 9)]
            if kinds:
                tile = self.pick.choice(kinds)
                self.take(tile, n)
                return tile
        raise AssertionError("108 tiles are enough for one player")

    def run(self, suit: int | None) -> list[Tile]:
        """Three that follow one another; of another suit if this one has none left."""
        for of in (suit, None):
            starts = [
                tile
                for tile in Tile
                if tile.rank < 8 and of in (None, tile // 9) and all(self.left[Tile(tile + k)] for k in range(3))
            ]
            if starts:
                first = self.pick.choice(starts)
                tiles = [Tile(first + k) for k in range(3)]
                for tile in tiles:
                    self.take(tile)
                return tiles
        raise AssertionError("108 tiles are enough for one player")
