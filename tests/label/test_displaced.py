"""Labels of a picture that a tool has changed are told from labels that a person has changed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from vision.labels.displaced import displaced
from vision.labels.placing import OFF
from vision.labels.sheet import Label
from vision.types import CLASSES, Box

WIDE, HIGH = 1600, 1200
Tiles = list[tuple[str, Box]]
Move = Callable[[Box], Box]


def table(chance: random.Random, count: int) -> Tiles:
    """Rows of tiles side by side, as a hand and its melds lie, in the middle of the picture as often as not."""
    wide = chance.randrange(40, 90)
    rows = -(-count // 14)
    left = (WIDE - min(count, 14) * wide) // 2 + chance.choice((0, chance.randrange(-150, 150)))
    top = (HIGH - rows * wide * 2) // 2 + chance.choice((0, chance.randrange(-200, 200)))
    tiles = []
    for k in range(count):
        x, y = left + k % 14 * wide + chance.gauss(0, 1), top + k // 14 * wide * 2 + chance.gauss(0, 1)
        tiles.append((chance.choice(CLASSES[:27]), Box(x, y, x + wide * 0.96, y + wide * 1.35)))
    return tiles


def affine(fx: float, dx: float, fy: float, dy: float) -> Move:
    def move(box: Box) -> Box:
        xs, ys = sorted((box.x1 * fx + dx, box.x2 * fx + dx)), sorted((box.y1 * fy + dy, box.y2 * fy + dy))
        return Box(xs[0], ys[0], xs[1], ys[1])

    return move


def turned(box: Box) -> Box:
    """A quarter, told as shares of a picture that is as wide as high."""
    return Box((HIGH - box.y2) / HIGH * WIDE, box.x1 / WIDE * HIGH, (HIGH - box.y1) / HIGH * WIDE, box.x2 / WIDE * HIGH)


MOVES: dict[str, Move] = {
    "turned by 180 degrees": affine(-1, WIDE, -1, HIGH),
    "mirrored": affine(-1, WIDE, 1, 0),
    "upside down": affine(1, 0, -1, HIGH),
    "turned by a quarter": turned,
    "letterboxed": affine(1, 0, HIGH / WIDE, (WIDE - HIGH) / 2 * HIGH / WIDE),
    "letterboxed a little": affine(1, 0, 1200 / 1280, 37.5),
    "half": affine(0.5, 0, 0.5, 0),
    "double": affine(2, 0, 2, 0),
    "cropped": affine(1, -70, 1, -45),
    "cropped and resized": affine(1.3, -180, 1.3, -90),
    "stretched": affine(1, 0, 1.4, 0),
}


def labels(tiles: Tiles, move: Move = lambda box: box) -> list[Label]:
    return [Label(move(box), kind) for kind, box in tiles]


@pytest.mark.parametrize("name", MOVES)
@pytest.mark.parametrize("count", [5, 14, 40])
def test_a_picture_that_a_tool_has_changed_is_told(name: str, count: int) -> None:
    for seed in range(6):
        chance = random.Random(f"{name}{count}{seed}")
        tiles = table(chance, count)
        said = labels(tiles, MOVES[name])
        for k in chance.sample(range(count), count // 5):  # a person has corrected some of it
            said[k] = replace(said[k], kind=chance.choice(CLASSES))
        assert displaced(said, tiles, OFF), seed


def sorted_box(*numbers: float) -> Box:
    """As a format of two corners takes four numbers, in whatever order its corners are."""
    xs, ys = sorted(numbers[::2]), sorted(numbers[1::2])
    return Box(xs[0], ys[0], xs[1], ys[1])


MANNERS: dict[str, tuple[Move, str]] = {
    "corners, read with width and height": (
        lambda b: Box(b.x1, b.y1, b.x1 + b.x2, b.y1 + b.y2), "as two corners (x1 y1 x2 y2)"
    ),
    "corners, read with middle and size": (
        lambda b: Box(b.x1 - b.x2 / 2, b.y1 - b.y2 / 2, b.x1 + b.x2 / 2, b.y1 + b.y2 / 2),
        "as two corners (x1 y1 x2 y2)",
    ),
    "the middle, read as the corner": (
        lambda b: Box(*b.centre, b.centre[0] + b.width, b.centre[1] + b.height), "with the middle of a box"
    ),
    "the corner, read as the middle": (
        lambda b: Box(b.x1 - b.width / 2, b.y1 - b.height / 2, b.x1 + b.width / 2, b.y1 + b.height / 2),
        "with the corner of a box",
    ),
    "width and height, read as the second corner": (
        lambda b: sorted_box(b.x1, b.y1, b.width, b.height), "with width and height, not as two corners"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MANNERS)
@pytest.mark.parametrize("count", [5, 14, 40])
def test_boxes_told_in_another_manner_are_told_by_it(name: str, count: int) -> None:
    move, words = MANNERS[name]
    for seed in range(6):
        chance = random.Random(f"{name}{count}{seed}")
        tiles = table(chance, count)
        said = labels(tiles, move)
        for k in chance.sample(range(count), count // 5):
            said[k] = replace(said[k], kind=chance.choice(CLASSES))
        assert f"are written {words}" in displaced(said, tiles, OFF), seed


def nudged(box: Box, chance: random.Random, most: float) -> Box:
    return Box(*(edge + chance.uniform(-most, most) for edge in (box.x1, box.y1, box.x2, box.y2)))


@pytest.mark.parametrize("count", [1, 2, 3, 5, 14, 40])
def test_what_a_person_changes_is_not(count: int) -> None:
    for seed in range(10):
        chance = random.Random(seed * 100 + count)
        tiles = table(chance, count)
        as_it_is = labels(tiles)
        renamed = [replace(one, kind=chance.choice(CLASSES)) if chance.random() < 0.6 else one for one in as_it_is]
        drawn_anew = [replace(one, box=nudged(one.box, chance, 12)) for one in as_it_is]
        fewer = chance.sample(as_it_is, (count + 1) // 2)
        others = labels(table(chance, count))
        for said in (as_it_is, renamed, drawn_anew, fewer, others, []):
            assert displaced(said, tiles, OFF) == ""


def test_hostile_boxes_are_looked_at_in_bounded_time() -> None:
    far = [Label(Box(0, 0, 1e300, 1e300), "1m"), Label(Box(-1e308, 0, 1e308, 1), "1m")]
    tiles = [("1m", Box(k, 0, k + 1, 1)) for k in range(500)]
    many = [Label(Box(k * 7.3, 5, k * 7.3 + 3, 9), "1m") for k in range(5000)]
    assert displaced([*far, *many], tiles, OFF) == ""
