"""Scenes by chance, as the training set needs them: every way in which a hand comes before a phone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.random import Generator

from datasets.camera import Camera
from datasets.faces import OTHERS
from datasets.lay import SIDES, Meld, Table
from datasets.scene import Block, Finger, Photo, Placed, Rim, Scene
from datasets.sets import colour, near, some_body, some_table
from datasets.solid import Body, Light, mesh
from scoring.tiles import COPIES, Tile

SIDE = 1280  # longer side of a training picture, pixels


ARM = 450.0  # a camera nearer than this, in millimetres, would have a forearm before its lens


class Stock:
    """The tiles of one set, each drawn once: no kind lies five times."""

    def __init__(self, rng: Generator) -> None:
        tiles = [str(tile) for tile in Tile] * COPIES
        if rng.random() < 0.3:  # a set with winds and dragons
            tiles += [*OTHERS] * COPIES
        self.tiles = [tiles[k] for k in rng.permutation(len(tiles))]

    def draw(self, count: int) -> list[str]:
        """That many tiles, fewer if no more are left."""
        drawn, self.tiles = self.tiles[:count], self.tiles[count:]
        return drawn

    def alike(self, count: int) -> str:
        """A kind of which that many copies are drawn."""
        kind = next(name for name in self.tiles if self.tiles.count(name) >= count)
        for _ in range(count):
            self.tiles.remove(kind)
        return kind


Layouts = tuple[tuple[Callable[[Table, Stock, Generator], None], float], ...]


def some_scene(rng: Generator, layouts: Layouts = ()) -> Scene:
    """A scene that looks like a photo of a mahjong table; the same rng gives the same scene. `layouts`: ways to lay the
    tiles and their shares, by default as hands come before a phone.
    """
    body = some_body(rng)
    table = Table(body, rng, tidy=rng.uniform(0.2, 2.0))
    stock = Stock(rng)
    layouts = layouts or (
        (_hand, 0.55), (_standing, 0.12), (_loose, 0.16), (_tray, 0.1), (_walls, 0.07),
    )  # fmt: skip
    layout = layouts[int(rng.choice(len(layouts), p=[share for _, share in layouts]))][0]
    layout(table, stock, rng)
    tiles = table.centred()
    camera = _camera(rng, tiles, body, standing=layout is _standing)
    name, tint = some_table(rng)
    return Scene(
        camera=camera, tiles=tiles, groups=tuple(table.groups), body=body,
        light=_light(rng), photo=_photo(rng), rim=_rim(rng, tiles, body),
        table=name, table_colour=tint, blocks=_blocks(rng, tiles, body),
        fingers=_fingers(rng, tiles, body) if camera.distance > ARM else (),
        seed=int(rng.integers(2**31)), finer=1 if rng.random() < 0.3 else 2,
    )  # fmt: skip


def _melds(stock: Stock, rng: Generator) -> list[Meld]:
    melds = []
    for _ in range(int(rng.choice(5, p=[0.25, 0.25, 0.25, 0.15, 0.1]))):
        kind = str(rng.choice(["pong", "exposed", "added", "concealed"], p=[0.45, 0.15, 0.15, 0.25]))
        fed_by = str(rng.choice(SIDES)) if kind != "concealed" and rng.random() < 0.7 else None
        shown = int(rng.choice([2, 3, 0, 4], p=[0.6, 0.2, 0.1, 0.1]))
        stacked = bool(rng.random() < 0.2)
        melds.append(Meld(kind, stock.alike(3 if kind == "pong" else 4), fed_by, shown, stacked))
    return melds


def _hand(table: Table, stock: Stock, rng: Generator) -> None:
    """A hand laid open in a row or two, melds beside or above, often the winning tile apart."""
    body = table.body
    melds = _melds(stock, rng)
    names = stock.draw(max(1, 13 - 3 * len(melds) + int(rng.choice([0, 0, 0, -1, 1]))))
    if rng.random() < 0.7:
        names.sort(key=lambda name: (name[-1], name))
    apart = body.width * rng.uniform(0.6, 2.0)
    if rng.random() < 0.2:
        half = (len(names) + 1) // 2
        table.row(names[half:], 0, -body.height - table.gap() - rng.exponential(3), "hand")
        names = names[:half]
    x = table.row(names, 0, 0, "hand")
    if rng.random() < 0.6:
        won, place = stock.draw(1), rng.random()
        where = (x + apart, 0.0) if place < 0.7 else (x * rng.random(), -body.height - apart)
        table.row(won, *where, "winning", yaw=0 if rng.random() < 0.8 else 90)
    above = rng.random() < 0.5
    x, y = (0.0, body.height + apart) if above else (x + 2 * body.width + apart, 0.0)
    for meld in melds:
        x = table.meld(meld, x, y, turned=rng.random() < 0.85) + body.width * rng.uniform(0.15, 1.2)
    behind(table, stock, rng, body.height * (2.6 if above else 1.6))


def behind(table: Table, stock: Stock, rng: Generator, y: float) -> None:
    """Discards and walls farther off, sometimes another player's open hand."""
    body = table.body
    if rng.random() < 0.5:
        rows = stock.draw(int(rng.integers(4, 22)))
        columns = int(rng.integers(5, 9))
        top = y + body.height * (1 + len(rows) // columns) + rng.exponential(30)
        table.scatter(rows, rng.uniform(-2, 6) * body.width, top, columns, loose=rng.exponential(1.5))
        y = top + body.height
    if rng.random() < 0.4:
        yaw = rng.normal() * 6
        table.wall(rng.uniform(-5, 2) * body.width, y + rng.uniform(0.8, 3) * body.height,
                   int(rng.integers(3, 18)), yaw, int(rng.choice([1, 2])))  # fmt: skip
    if rng.random() < 0.2:
        table.wall(rng.uniform(-9, -5) * body.width, rng.uniform(-1, 2) * body.height, int(rng.integers(3, 14)), 90)


def _standing(table: Table, stock: Stock, rng: Generator) -> None:
    """A hand on edge before the player, walls and discards behind it."""
    lean = 90 - abs(rng.normal()) * 8
    x = table.row(stock.draw(int(rng.choice([13, 14, 10, 7]))), 0, 0, "hand", lean=lean)
    if rng.random() < 0.4:
        for meld in _melds(stock, rng)[:2]:
            x = table.meld(meld, x + table.body.width, 0)
    behind(table, stock, rng, table.body.height * 1.5)


def _loose(table: Table, stock: Stock, rng: Generator) -> None:
    """Tiles thrown down, each as it fell; in some scenes a few lie on others."""
    body = table.body
    number = table.group("hand")
    reach = np.hypot(body.width, body.height) * rng.uniform(0.85, 1.6)
    across = int(rng.integers(2, 8))
    for place, name in enumerate(stock.draw(int(rng.integers(3, 36)))):
        row, column = divmod(place, across)
        x, y = column * reach + rng.normal() * 2, row * reach + rng.normal() * 2
        table.put(name, x, y, number, rng.uniform(0, 360), 180 if rng.random() < 0.15 else 0)
    first = tuple(table.tiles)
    for name in stock.draw(int(rng.integers(1, 6)) if rng.random() < 0.3 else 0):
        under = first[int(rng.integers(len(first)))]
        x, y = under.x + rng.uniform(0.4, 0.8) * body.width, under.y + rng.uniform(-0.8, 0.8) * body.height
        if all(np.hypot(x - tile.x, y - tile.y) > 1.3 * body.height for tile in table.tiles[len(first) :]):
            table.put(name, x, y, number, rng.uniform(0, 360), floor=body.thickness + 0.2)


def _tray(table: Table, stock: Stock, rng: Generator) -> None:
    """Rows close together, as in a box or sorted for counting."""
    body = table.body
    rows, columns = int(rng.integers(2, 6)), int(rng.integers(4, 14))
    for row in range(rows):
        yaw = 180 if rng.random() < 0.2 else 0
        y = -row * (body.height + 0.5 + rng.exponential(0.5))
        table.row(stock.draw(columns), rng.normal(), y, "hand", yaw=yaw)


def _walls(table: Table, stock: Stock, rng: Generator) -> None:
    """Walls and hardly a face."""
    number = table.group("hand")
    for name in stock.draw(int(rng.integers(0, 4))):
        table.put(name, rng.uniform(-3, 3) * table.body.width, -2 * table.body.height, number, rng.uniform(0, 360))
    for k in range(int(rng.integers(1, 4))):
        table.wall(-150, k * table.body.height * rng.uniform(1.1, 3), int(rng.integers(3, 18)), rng.normal() * 4)


def _camera(rng: Generator, tiles: tuple[Placed, ...], body: Body, *, standing: bool) -> Camera:
    """Near enough for the scene to fill the picture more or less, from a player's or a bystander's place."""
    long, short = SIDE, round(SIDE * float(rng.choice([0.75, 0.75, 0.5625, 1.0])))
    width, height = (long, short) if rng.random() < 0.75 else (short, long)
    azimuth = rng.normal() * 12 if standing or rng.random() < 0.65 else rng.uniform(-180, 180)
    elevation = rng.uniform(12, 45) if standing else float(np.clip(rng.normal(62, 16), 28, 89))
    roll = rng.normal() * 4 + (0 if standing or rng.random() < 0.8 else float(rng.choice([90, -90, 180])))
    camera = Camera(width, height, (0, 0, body.thickness / 2), 700, azimuth, elevation, roll,
                    rng.uniform(45, 72), rng.uniform(-0.01, 0.06))  # fmt: skip
    points = np.concatenate([tile.points(mesh(body).face) for tile in tiles[:26]])
    fill = rng.uniform(0.4, 1.05)
    for _ in range(12):  # nearer or farther until the tiles fill that much of the picture
        off = np.abs(camera.project(points) - (width / 2, height / 2)) / (width / 2, height / 2)
        camera = replace(camera, distance=max(camera.distance * off.max() / fill, 3 * body.height))
    shift = rng.normal(size=2) * body.width * (1 - fill) * 2
    return replace(camera, target=(float(shift[0]), float(shift[1]), body.thickness / 2))


def _rim(rng: Generator, tiles: tuple[Placed, ...], body: Body) -> Rim | None:
    """Often the table's edge is in the picture: the hand lies before it, the console of an auto-table behind."""
    if rng.random() < 0.5:
        return None
    half = rng.uniform(14, 18) * body.width
    near_edge = min(tile.y for tile in tiles) - body.height - abs(rng.normal()) * 60
    value = rng.uniform(0.08, 0.35) if rng.random() < 0.6 else rng.uniform(0.4, 0.9)
    return Rim(
        (float(rng.normal() * 40), near_edge + half), half, float(rng.normal()),
        colour(rng.uniform(0.03, 0.12), rng.uniform(0, 0.6), value),
        colour(rng.uniform(0, 1), rng.uniform(0, 0.3), rng.uniform(0.08, 0.6)), bool(rng.random() < 0.3),
    )  # fmt: skip


def _light(rng: Generator) -> Light:
    turn, far = rng.uniform(0, 2 * np.pi), rng.uniform(150, 1500)
    ambient = rng.uniform(0.2, 0.8)
    warm = rng.uniform(-0.15, 0.3)
    return Light(
        lamp=(far * np.cos(turn), far * np.sin(turn), rng.uniform(600, 1800)),
        strength=(1.05 - ambient) * near(rng, 0.15), ambient=ambient,
        colour=(1 + warm * 0.4, 1.0, 1 - warm * 0.8), sky=(0.97, 1.0, 1.03),
        softness=rng.uniform(2, 16), gloss=rng.uniform(0.2, 1.5),
    )  # fmt: skip


def _photo(rng: Generator) -> Photo:
    shaken = (rng.uniform(1.5, 7), rng.uniform(0, 180)) if rng.random() < 0.15 else (0.0, 0.0)
    shaded = (rng.uniform(0, 360), rng.uniform(0.2, 0.8), rng.uniform(0.2, 0.65)) if rng.random() < 0.3 else None
    return Photo(
        exposure=near(rng, 0.3), cast=(near(rng, 0.09), 1.0, near(rng, 0.12)), vignette=rng.uniform(0, 0.5),
        defocus=abs(rng.normal()) * 0.8, motion=shaken, noise=rng.exponential(0.03), sharpen=rng.uniform(0, 1.0),
        quality=int(rng.integers(40, 96)), shade=shaded,
    )  # fmt: skip


def _outside(rng: Generator, tiles: tuple[Placed, ...], body: Body, away: float) -> tuple[float, float]:
    """A place at least `away` millimetres beyond the tiles' surrounding rectangle."""
    places = np.array([(tile.x, tile.y) for tile in tiles])
    low, high = places.min(axis=0) - body.height - away, places.max(axis=0) + body.height + away
    side = int(rng.integers(4))
    along = rng.uniform(low, high)
    along[side // 2] = (low if side % 2 else high)[side // 2]
    return float(along[0]), float(along[1])


def _blocks(rng: Generator, tiles: tuple[Placed, ...], body: Body) -> tuple[Block, ...]:
    """Phones, cigarette packets, boxes of matches beside the tiles."""
    blocks: list[Block] = []
    for _ in range(int(rng.choice(4, p=[0.55, 0.25, 0.15, 0.05]))):
        size = ((74, 155, 9), (56, 90, 22), (35, 55, 14), (90, 60, 3))[int(rng.integers(4))]
        x, y = _outside(rng, tiles, body, max(size) / 2 + 30 * len(blocks))
        blocks.append(
            Block(x, y, rng.uniform(0, 180), size, colour(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.04, 0.9)))
        )
    return tuple(blocks)


def _fingers(rng: Generator, tiles: tuple[Placed, ...], body: Body) -> tuple[Finger, ...]:
    """In some pictures a hand at the edge of the tiles, its fingers over one or two."""
    if rng.random() > 0.12:
        return ()
    tile = tiles[int(rng.integers(len(tiles)))]
    skin = colour(rng.uniform(0.03, 0.08), rng.uniform(0.25, 0.6), rng.uniform(0.35, 0.95))
    way = rng.uniform(0, 2 * np.pi)
    ahead, beside = np.array([np.cos(way), np.sin(way)]), np.array([-np.sin(way), np.cos(way)])
    wrist = np.array([tile.x, tile.y]) + ahead * (150 + rng.uniform(0, 60))
    fingers = []
    for k in range(4):
        tip = np.array([tile.x, tile.y]) + beside * (k - 1.5) * 19 + ahead * (rng.uniform(0, 25) + abs(k - 1.2) * 8)
        knuckle = wrist - ahead * 55 + beside * (k - 1.5) * 18
        z = body.thickness + 9
        fingers.append(Finger((*tip.tolist(), z), (*knuckle.tolist(), z + 35), 8.0, 10.0, skin))
    middle = (*wrist.tolist(), body.thickness + 40.0)
    beyond = (*(wrist + ahead * 260).tolist(), body.thickness + 70.0)
    fingers.append(Finger((*(wrist - ahead * 40).tolist(), body.thickness + 40.0), middle, 38.0, 40.0, skin))
    fingers.append(Finger(middle, beyond, 33.0, 38.0, skin))
    return tuple(fingers)
