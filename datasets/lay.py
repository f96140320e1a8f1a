"""Hands as players lay them down: rows, melds beside and above, claimed tiles sideways, kongs (MIL2023 六-6, 六-7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.random import Generator

from datasets.scene import Group, Placed
from datasets.solid import Body

SIDES = ("left", "opposite", "right")


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld to be laid: `shown` = how many tiles of a concealed kong lie face up (0, 2, 3, 4); `stacked`: the fourth
    tile of an added kong lies on the sideways one and hides it, instead of above it; `slip`: as many of its widths
    farther off than that one.
    """

    kind: str  # pong | exposed | added | concealed
    tile: str
    fed_by: str | None = None
    shown: int = 2
    stacked: bool = False
    slip: float = 0.0


@dataclass(slots=True)
class Table:
    """Tiles and groups while they are being laid."""

    body: Body
    rng: Generator
    tidy: float = 1.0  # 0: ruled, 1: as people do, 2: sloppily
    tiles: list[Placed] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)

    def group(self, role: str, kind: str | None = None, fed_by: str | None = None) -> int:
        """Begin a group; its number."""
        self.groups.append(Group(role, kind, fed_by))
        return len(self.groups) - 1

    def put(self, name: str, x: float, y: float, group: int, yaw: float = 0, lean: float = 0, floor: float = 0) -> None:
        """Lay a tile with its centre near (x, y), on the table or on a floor of tiles."""
        jitter = self.tidy * self.rng.normal(size=3) * (0.2, 0.5, 0.7)
        rise = self.body.height / 2 if 45 < lean < 135 else self.body.thickness / 2
        self.tiles.append(Placed(name, x + jitter[0], y + jitter[1], floor + rise, yaw + jitter[2], lean, group))

    def gap(self) -> float:
        """Between neighbours that touch, in millimetres."""
        return 0.6 + self.tidy * float(self.rng.exponential(0.5))

    def row(self, names: Sequence[str], x: float, y: float, role: str, lean: float = 0, yaw: float = 0) -> float:
        """A row of tiles from x to the right, centres at y; where it ends."""
        number = self.group(role)
        for name in names:
            self.put(name, x + self.body.width / 2, y, number, yaw, lean)
            x += self.body.width + self.gap()
        return x

    def meld(self, meld: Meld, x: float, y: float, *, turned: bool = True) -> float:
        """A meld from x to the right, its tiles' lower edges in line with those of upright ones at y; where it ends.

        `turned`: the claimed tile lies sideways in its feeder's place; not every table does so.
        """
        wide, high = self.body.width, self.body.height
        fed = meld.fed_by if turned else None
        number = self.group("meld", meld.kind, fed)
        if meld.kind == "concealed":
            down = {0: (0, 1, 2, 3), 2: (0, 3), 3: (int(self.rng.choice((0, 3))),), 4: ()}[meld.shown]
            for place in range(4):
                self.put(meld.tile, x + wide / 2, y, number, lean=180 if place in down else 0)
                x += wide + self.gap()
            return x
        count = 4 if meld.kind == "exposed" else 3
        aside = {None: -1, "left": 0, "opposite": 1, "right": count - 1}[fed]
        floor, slip = (self.body.thickness, meld.slip * wide) if meld.stacked else (0.0, None)
        for place in range(count):
            if place == aside:
                low = y - (high - wide) / 2
                yaw = 90.0 if self.rng.random() < 0.5 else -90.0
                self.put(meld.tile, x + high / 2, low, number, yaw)
                if meld.kind == "added":
                    above = wide + self.gap() if slip is None else slip
                    self.put(meld.tile, x + high / 2, low + above, number, yaw, floor=floor)
                x += high + self.gap()
            else:
                self.put(meld.tile, x + wide / 2, y, number)
                x += wide + self.gap()
        if meld.kind == "added" and aside < 0:
            if slip is None:
                self.put(meld.tile, x - wide * 2, y + high + self.gap(), number)
            else:
                self.put(meld.tile, (x - self.gap()) - wide * 1.5, y + slip, number, floor=floor)
        return x

    def wall(self, x: float, y: float, count: int, yaw: float = 0, floors: int = 2) -> None:
        """A piece of wall, face down, one or two floors high, running from (x, y) along yaw."""
        number = self.group("other")
        along = np.array([np.cos(np.radians(yaw)), np.sin(np.radians(yaw))])
        for place in range(count):
            at = np.array([x, y]) + along * (self.body.width + 0.4) * place
            for floor in range(floors):
                self.put("5m", at[0], at[1], number, yaw, 180, floor * (self.body.thickness + 0.1))

    def scatter(
        self, names: Sequence[str], x: float, y: float, columns: int = 6, yaw: float = 0, loose: float = 1.5
    ) -> None:
        """Discards in rows of `columns`, first row nearest the middle of the table, as seen from `yaw`."""
        number = self.group("discards")
        right = np.array([np.cos(np.radians(yaw)), np.sin(np.radians(yaw))])
        down = np.array([right[1], -right[0]])
        for place, name in enumerate(names):
            row, column = divmod(place, columns)
            at = (
                np.array([x, y])
                + right * column * (self.body.width + 1 + loose)
                + down * row * (self.body.height + 1 + loose)
            )
            at += self.rng.normal(size=2) * loose * 0.6
            self.put(name, at[0], at[1], number, yaw + float(self.rng.normal()) * 2 * loose)

    def centred(self, y: float = 0.0) -> tuple[Placed, ...]:
        """The tiles moved so that hand, melds and winning tile are centred on (0, y)."""
        own = [tile for tile in self.tiles if self.groups[tile.group].role in ("hand", "meld", "winning")] or self.tiles
        middle_x = (min(t.x for t in own) + max(t.x for t in own)) / 2
        middle_y = (min(t.y for t in own) + max(t.y for t in own)) / 2
        return tuple(replace(tile, x=tile.x - middle_x, y=tile.y - middle_y + y) for tile in self.tiles)
