"""Rendered tables: geometry only, no pixels. Tiles on a table under a perspective camera, seen by a faulty eye.

A table is drawn from a seed: who holds what, how the player lays it down (with or without the customs of the
competition standard, 六-6 and 六-7), what else lies there. Where the camera stands and
what the eye sees is in `tests.world.seen`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from scoring.tiles import Tile
from tests.world.around import UPSIDE_DOWN, Around
from tests.world.seen import Lying, camera, eye
from vision.types import BACK, Detection

ASIDE = {"left": 0, "opposite": 1, "right": 2}


@dataclass(frozen=True, slots=True)
class Seen:
    """A photo of a table as the eye gives it, and what is true."""

    seed: int
    detections: tuple[Detection, ...]
    width: int
    height: int
    hand: tuple[Tile, ...]
    melds: tuple[tuple[str, Tile | None, str | None], ...]
    winning: Tile | None
    discards: tuple[Tile, ...]
    traits: frozenset[str]
    truth: tuple[str, ...] = field(default=())  # what each detection really is, "" for none
    lying: tuple[Lying | None, ...] = field(default=())  # and how it lies, whose it is


def table(seed: int, *, poor: bool | None = None, crowded: bool | None = None) -> Seen:
    """The table of that seed; `poor` scores and `crowded` tables by chance unless told."""
    return _Table(seed, poor=poor, crowded=crowded).seen()


class _Table(Around):
    def seen(self) -> Seen:
        self._deal()
        self._lay_own()
        own = list(self.lying)
        if self.crowded:
            self._lay_others()
        boxes, width, height = camera(self, own)
        detections, truth, lying = eye(self, boxes, width, height)
        return Seen(
            self.seed,
            detections,
            width,
            height,
            tuple(sorted(self.hand)),
            tuple(self.melds),
            self.winning,
            tuple(self.discards),
            frozenset(self.traits),
            truth,
            lying,
        )

    # -- what the player holds

    def _deal(self) -> None:
        pick, deck = self.pick, self.deck
        count = pick.choices(range(5), (35, 25, 20, 13, 7))[0]
        suit = pick.randrange(3) if self.trait("one_suit", 0.1) else None
        self.melds: list[tuple[str, Tile | None, str | None]] = []
        for _ in range(count):
            kind = pick.choices(("pong", "concealed", "added", "exposed"), (50, 20, 14, 16))[0]
            tile = deck.alike(3 if kind == "pong" else 4, suit)
            fed = pick.choice(tuple(ASIDE)) if kind != "concealed" else None
            self.melds.append((kind, tile, fed))
        pairs = count == 0 and self.trait("pairs", 0.15)
        hand: list[Tile] = []
        if pairs:
            for _ in range(7):
                hand += [deck.alike(2, suit)] * 2
        else:
            for _ in range(4 - count):
                hand += [deck.alike(3, suit)] * 3 if self.chance(0.3) else deck.run(suit)
            hand += [deck.alike(2, suit)] * 2
        pick.shuffle(hand)
        self.shown = pick.choices(("apart", "end", "inside", "ready", "unready"), (50, 10, 6, 19, 15))[0]
        self.traits.add(self.shown)
        last = hand.pop()
        self.winning: Tile | None = last if self.shown in ("apart", "end") else None
        if self.shown == "inside":
            hand.append(last)
        if self.shown == "unready":
            for _ in range(min(len(hand), pick.randint(2, 5))):
                deck.left[hand.pop()] += 1
            while len(hand) < 13 - 3 * count:
                hand.append(deck.draw())
        self.hand = hand

    # -- how he lays it down

    def _lay_own(self) -> None:
        pick = self.pick
        self.customs = not self.trait("no_customs", 0.2)
        hand = sorted(self.hand) if not self.trait("unsorted", 0.25) else list(self.hand)
        style = pick.choices(("row", "above", "stack", "edge", "below"), (52, 21, 14, 6, 7))[0] if self.melds else "row"
        self.traits.add(style)
        curve = pick.uniform(0.35, 1.0) * pick.choice((-1, 1)) if self.trait("curved", 0.12) else 0.0
        suits_apart = "unsorted" not in self.traits and self.trait("suit_gaps", 0.15)
        loose = pick.uniform(0.05, 0.22) if self.trait("loose", 0.12) else 0.02
        standing = self.trait("standing", 0.08)
        self.careless = pick.choices(*UPSIDE_DOWN)[0]
        rows = [hand]
        if len(hand) >= 10 and self.trait("two_rows", 0.08):
            half = len(hand) // 2 + pick.randint(-1, 1)
            rows = [hand[half:], hand[:half]]
        x_end = 0.0
        apart = pick.uniform(1.02, 1.3)
        for number, row in enumerate(rows):
            x = 0.0
            y = number * self.ratio * apart
            for k, tile in enumerate(row):
                if k:
                    x += 1.0 + abs(pick.gauss(0, loose))
                    if suits_apart and tile.suit != row[k - 1].suit:
                        x += pick.uniform(0.35, 0.9)
                self._put(str(tile), x, y + pick.gauss(0, 0.03), self._either(), standing=standing)
            x_end = max(x_end, x)
        if curve and len(rows) == 1 and len(hand) > 4:
            self._bend(curve, x_end)
        top = len(rows) * self.ratio * apart
        x_free = self._lay_winning(x_end, top)
        self._lay_melds(style, x_free, x_end, top)
        if self.trait("discards", 0.35 if self.crowded else 0.08):
            self._lay_heap(x_end) if self.trait("heap", 0.35) else self._lay_discards(x_end)
        hidden = [m for m in self.melds if m[1] is None]
        if hidden:
            self.traits.add("four_backs")

    def _bend(self, angle: float, length: float) -> None:
        """The row becomes an arc of that many radians."""
        radius = max(length, 1.0) / angle
        for tile in self.lying:
            phi = (tile.x - length / 2) / radius
            tile.x, tile.y, tile.turn = (
                length / 2 + radius * math.sin(phi),
                tile.y - radius * (1 - math.cos(phi)),
                tile.turn - math.degrees(phi),
            )

    def _lay_winning(self, x_end: float, top: float) -> float:
        """Lays the winning tile; returns where free room begins on the right."""
        pick = self.pick
        if self.shown == "end":
            x = x_end + 0.5 + self.ratio / 2 + pick.uniform(0, 0.15)
            tile = self._put(
                str(self.winning), x, (1 - self.ratio) / 2 * pick.choice((0, 1)), 90 * pick.choice((-1, 1))
            )
            tile.y += self._tail_y()
            return x + self.ratio / 2 + 0.5
        if self.shown == "apart":
            where = pick.choices(("right", "left", "above"), (65, 12, 23))[0]
            self.traits.add(f"apart_{where}")
            gap = pick.uniform(0.6, 2.5)
            turn = 90.0 if self.chance(0.1) else self._either()
            if where == "right":
                self._put(str(self.winning), x_end + 1 + gap, pick.gauss(0, 0.15) + self._tail_y(), turn)
                return x_end + 1.5 + gap + pick.uniform(0.6, 1.5)
            if where == "left":
                self._put(str(self.winning), -1 - gap, pick.gauss(0, 0.15), turn)
            else:
                self._put(str(self.winning), pick.uniform(0, x_end), top + pick.uniform(0.35, 1.2), turn)
                self.traits.add("winning_above")
        return x_end + 0.5

    def _tail_y(self) -> float:
        """Where the hand's right end lies, for what is laid beside it."""
        return max(self.lying, key=lambda t: t.x).y if self.lying and "curved" in self.traits else 0.0

    def _lay_melds(self, style: str, x_free: float, x_end: float, top: float) -> None:
        pick = self.pick
        touching = self.trait("touching_melds", 0.1) if len(self.melds) > 1 else False
        gaps = [pick.uniform(0.0, 0.1) if touching and k else pick.uniform(0.4, 1.4) for k in range(len(self.melds))]
        left = style == "row" and self.chance(0.25) and "apart_left" not in self.traits
        x, y = self._beginning(style, x_free, x_end, top)
        if left:
            x = -0.5
        for k, (meld, gap) in enumerate(zip(list(self.melds), gaps, strict=True)):
            lead = gap if not left else 0.0
            start = len(self.lying)
            width, seen = self._meld(meld, x + lead, y)
            self.melds[k] = seen
            if left:
                for tile in self.lying[start:]:
                    tile.x -= width + gap
                x -= width + gap
            elif style in ("stack", "edge"):
                y += self.ratio * pick.uniform(1.08, 1.5) + (1.05 if meld[0] == "added" else 0.0)
            else:
                x += width + gap

    def _beginning(self, style: str, x_free: float, x_end: float, top: float) -> tuple[float, float]:
        """Where the first meld is laid."""
        pick = self.pick
        x, y = x_free, self._tail_y()
        if style == "above":
            x, y = pick.uniform(-1, max(0.0, x_end - 4 * len(self.melds))), top + pick.uniform(0.3, 1.4)
            return x, y + 1.3 + 0.6 if "winning_above" in self.traits else y
        if style == "stack":
            return x_free + pick.uniform(0.5, 1.2), y
        if style == "edge":  # away from the hand, one behind the other
            return x_free + pick.uniform(0.5, 5.0), y + pick.uniform(-0.3, 5.0)
        if style == "below":
            return pick.uniform(-1, max(0.0, x_end - 4 * len(self.melds))), -self.ratio - pick.uniform(0.4, 1.0)
        return x, y

    def _meld(
        self, meld: tuple[str, Tile | None, str | None], x: float, y: float
    ) -> tuple[float, tuple[str, Tile | None, str | None]]:
        """Lays a meld from `x` on; returns its width and what can be seen of it."""
        kind, tile, fed = meld
        assert tile is not None
        faces, fourth = [str(tile)] * (4 if kind in ("concealed", "exposed") else 3), None
        if kind == "concealed":
            down = self.pick.choices(
                ((0, 3), (1, 2), (0,), (3,), (1,), (0, 1, 3), (0, 2, 3), (0, 1, 2, 3)), (62, 8, 5, 4, 3, 5, 5, 8)
            )[0]
            faces = [BACK if k in down else face for k, face in enumerate(faces)]
            meld = (kind, None if len(down) == 4 else tile, None)
        aside = None
        if fed and self.customs:
            aside = {"left": 0, "right": len(faces) - 1}.get(fed, 1 if len(faces) == 3 else self.pick.choice((1, 2)))
        elif fed:
            meld = (kind, tile, None)
        if kind == "added":
            fourth = "above" if self.chance(0.65) else "on"
        if kind in ("added", "exposed") and aside is None:
            self.traits.add("plain_kong")
        flush = self.pick.choices((1, 0, -1), (65, 22, 13))[0]  # edges in line near the player, centres, far edges
        cursor = x
        centre, height = x + 0.5, 1.0
        for k, face in enumerate(faces):
            side = k == aside
            wide = self.ratio if side else 1.0
            level = y - (self.ratio - 1) / 2 * (flush if side else 0)
            put_x = cursor + wide / 2
            self._put(
                face, put_x, level + self.pick.gauss(0, 0.02), self.pick.choice((90, -90)) if side else self._either()
            )
            if side or (aside is None and k == 1):
                centre, height = put_x, level
            cursor += wide + abs(self.pick.gauss(0, 0.02))
        if kind == "added":
            step = (1.0 if aside is not None else self.ratio) * (1 + self.pick.uniform(0, 0.1))
            turn = (90.0 if aside is not None else 0.0) + self.pick.choice((0, 180))
            if fourth == "above":
                self._put(str(tile), centre, height + step, turn)
            else:
                self._put(str(tile), centre, height + self.pick.uniform(0.15, 0.7), turn, z=self.thick)
                self.traits.add("on_top")
        return cursor - x, meld
