"""Rendered tables: geometry only, no pixels. Tiles on a table under a perspective camera, seen by a faulty eye.

A table is drawn from a seed: who holds what, how the player lays it down (with or without the customs of the
competition standard, 六-6 and 六-7), what else lies there, where the camera stands. The eye then misses tiles, sees
some twice, sees some that aren't there, shifts boxes and takes its scores from `reader_scores.json`.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from scoring.tiles import Tile
from tests import reader_scores
from vision.layout import overlap
from vision.types import BACK, CLASSES, OTHER, Box, Detection

SCORES = reader_scores.load()
ASIDE = {"left": 0, "opposite": 1, "right": 2}


@dataclass(slots=True)
class Lying:
    """One tile on the table: centre x, y (tile widths, y away from the player), turn, height of its underside."""

    kind: str
    x: float
    y: float
    turn: float = 0.0  # degrees counter-clockwise seen from above
    z: float = 0.0
    whose: str = "own"
    standing: bool = False


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


class _Deck:
    def __init__(self, pick: random.Random) -> None:
        self.pick = pick
        self.left = Counter(dict.fromkeys(Tile, 4))

    def take(self, tile: Tile, n: int = 1) -> bool:
        if self.left[tile] < n:
            return False
        self.left[tile] -= n
        return True

    def draw(self) -> Tile:
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


def table(seed: int, poor: bool | None = None, crowded: bool | None = None) -> Seen:
    """The table of that seed; `poor` scores and `crowded` tables by chance unless told."""
    return _Table(seed, poor, crowded).seen()


class _Table:
    def __init__(self, seed: int, poor: bool | None, crowded: bool | None) -> None:
        self.seed = seed
        self.pick = random.Random(seed)
        chance = self.pick.random() < 0.4
        self.poor = chance if poor is None else poor
        chance = self.pick.random() < 0.45
        self.crowded = chance if crowded is None else crowded
        self.deck = _Deck(self.pick)
        self.lying: list[Lying] = []
        self.traits: set[str] = {"poor" if self.poor else "clean"} | ({"crowded"} if self.crowded else set())
        self.ratio = self.pick.uniform(1.27, 1.42)  # tile height over width
        self.thick = self.pick.uniform(0.55, 0.85)

    def chance(self, p: float) -> bool:
        return self.pick.random() < p

    def trait(self, name: str, p: float) -> bool:
        hit = self.chance(p)
        if hit:
            self.traits.add(name)
        return hit

    def seen(self) -> Seen:
        self._deal()
        self._lay_own()
        own = list(self.lying)
        if self.crowded:
            self._lay_others()
        boxes, width, height = self._camera(own)
        detections, truth = self._eye(boxes, width, height)
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
        )

    # -- what the player holds

    def _deal(self) -> None:
        pick, deck = self.pick, self.deck
        count = pick.choices(range(5), (35, 25, 20, 13, 7))[0]
        suit = pick.randrange(3) if self.trait("one_suit", 0.1) else None
        self.melds: list[tuple[str, Tile | None, str | None]] = []
        self.discards: list[Tile] = []
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
        style = pick.choices(("row", "above", "stack", "below"), (55, 22, 15, 8))[0] if self.melds else "row"
        self.traits.add(style)
        curve = pick.uniform(0.35, 1.0) * pick.choice((-1, 1)) if self.trait("curved", 0.12) else 0.0
        suits_apart = "unsorted" not in self.traits and self.trait("suit_gaps", 0.15)
        loose = pick.uniform(0.05, 0.22) if self.trait("loose", 0.12) else 0.02
        standing = self.trait("standing", 0.08)
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
                down = 180.0 if self.chance(0.04) else 0.0
                self._put(str(tile), x, y + pick.gauss(0, 0.03), down, standing=standing)
            x_end = max(x_end, x)
        if curve and len(rows) == 1 and len(hand) > 4:
            self._bend(curve, x_end)
        top = len(rows) * self.ratio * apart
        x_free = self._lay_winning(x_end, top)
        self._lay_melds(style, x_free, x_end, top)
        if self.trait("discards", 0.35 if self.crowded else 0.08):
            self._lay_discards(x_end)
        hidden = [m for m in self.melds if m[1] is None]
        if hidden:
            self.traits.add("four_backs")

    def _put(self, kind: str, x: float, y: float, turn: float = 0.0, **more: object) -> Lying:
        tile = Lying(kind, x, y, turn + self.pick.gauss(0, 1.2))
        for name, value in more.items():
            setattr(tile, name, value)
        self.lying.append(tile)
        return tile

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
            turn = 90.0 if self.chance(0.1) else 0.0
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
        extra = 1.3 if "winning_above" in self.traits else 0.0
        x, y = x_free, self._tail_y()
        if style == "above":
            x, y = pick.uniform(-1, max(0.0, x_end - 4 * len(self.melds))), top + pick.uniform(0.3, 1.4) + extra
            if extra:
                y += 0.6
        elif style == "stack":
            x = x_free + pick.uniform(0.5, 1.2)
        elif style == "below":
            x, y = pick.uniform(-1, max(0.0, x_end - 4 * len(self.melds))), -self.ratio - pick.uniform(0.4, 1.0)
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
            elif style == "stack":
                y += self.ratio * pick.uniform(1.08, 1.5) + (1.05 if meld[0] == "added" else 0.0)
            else:
                x += width + gap

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
            self._put(face, put_x, level + self.pick.gauss(0, 0.02), self.pick.choice((90, -90)) if side else 0.0)
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

    # -- the others

    def _lay_others(self) -> None:
        pick = self.pick
        xs = [t.x for t in self.lying]
        middle, far = sum(xs) / len(xs), max(t.y for t in self.lying)
        reach = max(far + 6, 14 + pick.uniform(0, 6))
        if self.chance(0.6):  # the player opposite
            self._strip(middle + 7, reach + pick.uniform(0, 3), 180, self._faces(13, 0.5), "other")
        if self.chance(0.4):
            self._strip(middle + 15 + pick.uniform(0, 2), reach / 2 - 6, 90, self._faces(13, 0.5), "other")
        if self.chance(0.4):
            self._strip(middle - 15 - pick.uniform(0, 2), reach / 2 + 6, -90, self._faces(13, 0.5), "other")
        if self.chance(0.45):  # a wall
            self._strip(middle - 8, far + 3 + pick.uniform(0.5, 2), 0, [BACK] * pick.randint(5, 17), "other")
        if self.chance(0.4):  # a heap in the middle
            for _ in range(pick.randint(3, 20)):
                x, y = middle + pick.uniform(-6, 6), far + 5 + pick.uniform(0, 6)
                if all(math.hypot(t.x - x, t.y - y) > 1.5 for t in self.lying):
                    self._put(self._face(0.1), x, y, pick.uniform(0, 360), whose="other")

    def _face(self, back: float) -> str:
        if self.chance(back):
            return BACK
        return OTHER if self.chance(0.01) else str(self.deck.draw())

    def _faces(self, n: int, hidden: float) -> list[str]:
        back = 1.0 if self.chance(hidden) else 0.0
        return [self._face(back) for _ in range(n)]

    def _strip(self, x: float, y: float, turn: float, faces: list[str], whose: str) -> None:
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        for k, face in enumerate(faces):
            self._put(face, x + k * 1.02 * cos, y + k * 1.02 * sin, turn, whose=whose)

    # -- the camera

    def _camera(self, own: list[Lying]) -> tuple[list[tuple[Lying, Box]], int, int]:
        pick = self.pick
        width, height = pick.choice(((1600, 1200), (4032, 3024), (1200, 1600), (1920, 1080), (1280, 960)))
        aim = self.lying if self.crowded and self.chance(0.5) else own
        if len(aim) > len(own):
            self.traits.add("whole_table")
        elevation = math.radians(
            pick.choices((pick.uniform(28, 45), pick.uniform(45, 70), pick.uniform(70, 90)), (25, 45, 30))[0]
        )
        azimuth = math.radians(pick.gauss(0, 12) if self.chance(0.8) else pick.uniform(-45, 45))
        roll = math.radians(pick.gauss(0, 5))
        if self.trait("turned", 0.05):
            roll += math.radians(pick.choice((90, -90)) + pick.uniform(-8, 8))
        elif self.trait("tilted", 0.1):
            roll += math.radians(pick.uniform(12, 35) * pick.choice((-1, 1)))
        target = np.array([np.mean([t.x for t in aim]), np.mean([t.y for t in aim]), 0.0])
        extent = max(max(t.x for t in aim) - min(t.x for t in aim), max(t.y for t in aim) - min(t.y for t in aim), 6.0)
        distance = extent * pick.uniform(1.1, 2.2) + 4
        forward = np.array(
            [math.sin(azimuth) * math.cos(elevation), math.cos(azimuth) * math.cos(elevation), -math.sin(elevation)]
        )
        eye = target - forward * distance
        right = np.array([math.cos(azimuth), -math.sin(azimuth), 0.0])
        down = np.cross(forward, right)
        c, s = math.cos(roll), math.sin(roll)
        right, down = c * right + s * down, -s * right + c * down
        side = pick.choice((0.0, 0.3, 0.7, 1.0))  # how much of a tile's flanks the boxes take in

        def project(points: np.ndarray) -> np.ndarray:
            ray = points - eye
            depth = ray @ forward
            return np.stack([ray @ right / depth, ray @ down / depth], axis=1)

        flat = [(tile, project(self._corners(tile, side))) for tile in self.lying if self._before(tile, eye, forward)]
        mine = np.concatenate([p for tile, p in flat if tile in aim or tile in own])
        low, high = mine.min(axis=0), mine.max(axis=0)
        scale = pick.uniform(0.72, 0.97) * min(width / (high[0] - low[0]), height / (high[1] - low[1]))
        room = np.array([width, height]) - scale * (high - low)
        offset = room * np.array([pick.uniform(0.2, 0.8), pick.uniform(0.2, 0.8)]) - scale * low
        boxes: list[tuple[Lying, Box]] = []
        for tile, points in flat:
            x1, y1 = points.min(axis=0) * scale + offset
            x2, y2 = points.max(axis=0) * scale + offset
            cut = Box(max(x1, 0.0), max(y1, 0.0), min(x2, width), min(y2, height))
            if cut.x2 <= cut.x1 or cut.y2 <= cut.y1 or (x2 - x1) < 9:
                continue
            if cut.width * cut.height > 0.7 * (x2 - x1) * (y2 - y1):
                boxes.append((tile, cut))
        return boxes, width, height

    def _before(self, tile: Lying, eye: np.ndarray, forward: np.ndarray) -> bool:
        return float((np.array([tile.x, tile.y, 0.0]) - eye) @ forward) > 3.0

    def _corners(self, tile: Lying, side: float) -> np.ndarray:
        cos, sin = math.cos(math.radians(tile.turn)), math.sin(math.radians(tile.turn))
        points = []
        for dx in (-0.5, 0.5):
            for dy in (-0.5, 0.5):
                for dz in (0.0, 1.0):
                    if tile.standing:
                        local = (dx, (dy - 0.5) * self.thick * (side if dy > 0 else 1.0), dz * self.ratio)
                        points.append((tile.x + local[0], tile.y + local[1], local[2]))
                        continue
                    u, v = dx, dy * self.ratio
                    z = tile.z + self.thick * (1.0 if dz else 1.0 - side)
                    points.append((tile.x + u * cos - v * sin, tile.y + u * sin + v * cos, z))
        return np.array(points)

    # -- the eye

    def _eye(
        self, boxes: list[tuple[Lying, Box]], width: int, height: int
    ) -> tuple[tuple[Detection, ...], tuple[str, ...]]:
        pick = self.pick
        # on 100 photos of real/val the pilot detector missed 1.0 % of the tiles, saw 0.1 % twice and erred by 3 to 4 %
        # of a box's side at each edge
        missed, doubled, shift, ghosts = (0.015, 0.006, 0.045, 0.15) if self.poor else (0.006, 0.0015, 0.03, 0.03)
        found: list[tuple[Detection, str]] = []
        whole: list[tuple[Detection, Lying]] = []
        tops = [(tile, box) for tile, box in boxes if tile.z > 0]
        for tile, box in boxes:
            if any(tile.z == 0 and _cover(top, box) > 0.75 for _, top in tops):
                continue  # wholly under the fourth tile of an added kong
            if self.chance(missed):
                self.traits.add("missed") if tile.whose == "own" else None
                continue
            found.append((self._detect(tile.kind, box, shift), tile.kind))
            whole.append((found[-1][0], tile))
            if self.chance(doubled):
                off = pick.uniform(0.12, 0.5) * pick.choice((-1, 1))
                moved = Box(box.x1 + off * box.width, box.y1, box.x2 + off * box.width, box.y2)
                seen = self._detect(tile.kind, moved, shift)
                found.append((Detection(moved, seen.scores, pick.uniform(0.15, 0.7), seen.turns), ""))
                self.traits.add("doubled") if tile.whose == "own" else None
        sizes = [b.width for _, b in boxes]
        while boxes and self.chance(ghosts / (1 + ghosts)):
            w, h = pick.choice(sizes) * pick.uniform(0.6, 1.4), pick.choice(sizes) * pick.uniform(0.6, 1.6)
            x, y = pick.uniform(0, max(1.0, width - w)), pick.uniform(0, max(1.0, height - h))
            one, two = pick.sample(CLASSES, 2)
            p = pick.uniform(0.3, 0.8)
            scores = tuple(p if c == one else (1 - p) / 2 if c == two else 0.01 for c in CLASSES)
            found.append((Detection(Box(x, y, x + w, y + h), scores, pick.uniform(0.05, 0.5), (0.25,) * 4), ""))
            self.traits.add("ghost")
        found = _suppressed(found)
        kept = {id(detection) for detection, _ in found}
        for tile in self.lying:
            if tile.whose == "own" and not any(of is tile and id(detection) in kept for detection, of in whole):
                self.traits.add("unseen_tile")  # missed, under another one, out of the picture, or taken for a double
        pick.shuffle(found)
        return tuple(d for d, _ in found), tuple(t for _, t in found)

    def _detect(self, kind: str, box: Box, shift: float) -> Detection:
        pick = self.pick
        bank = SCORES["poor" if self.poor and self.chance(0.8) else "clean"]
        scores = pick.choice(bank.get(kind) or SCORES["clean"][kind])
        e = [pick.gauss(0, shift) for _ in range(4)]
        moved = Box(
            box.x1 + e[0] * box.width,
            box.y1 + e[1] * box.height,
            max(box.x2 + e[2] * box.width, box.x1 + e[0] * box.width + 2),
            max(box.y2 + e[3] * box.height, box.y1 + e[1] * box.height + 2),
        )
        rest = max(0.0, 1 - sum(scores.values())) / len(CLASSES)
        turns = [pick.uniform(0.2, 0.3) for _ in range(4)]
        total = sum(turns)
        a, b, c, d = (t / total for t in turns)
        vector = tuple(scores.get(name, rest) for name in CLASSES)
        return Detection(moved, vector, pick.betavariate(8, 1.5), (a, b, c, d))


def _suppressed(found: list[tuple[Detection, str]]) -> list[tuple[Detection, str]]:
    """Boxes that overlap a surer one by more than 0.45 are gone, as a detector leaves them out."""
    kept: list[tuple[Detection, str]] = []
    for detection, truth in sorted(found, key=lambda pair: -pair[0].found):
        if all(overlap(detection.box, other.box) <= 0.45 for other, _ in kept):
            kept.append((detection, truth))
    return kept


def _cover(top: Box, under: Box) -> float:
    wide = min(top.x2, under.x2) - max(top.x1, under.x1)
    high = min(top.y2, under.y2) - max(top.y1, under.y1)
    return max(0.0, wide) * max(0.0, high) / (under.width * under.height)
