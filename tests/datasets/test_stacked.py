"""Patches of tiles that lie on others: reproducible, and labelled as they lie."""

from __future__ import annotations

import numpy as np

from datasets.camera import Camera
from datasets.crops import SIDE
from datasets.lay import Meld, Table
from datasets.scene import Label, Scene
from datasets.solid import Body
from datasets.stacked import LAYOUTS, _tiles, melds, scene
from datasets.stage import some_scene


def test_the_same_seed_gives_the_same_patches() -> None:
    one, two = scene(3, 9, (), ()), scene(3, 9, (), ())
    assert len(one) == len(two) > 8
    for (patch, stacked, side), (again, same, as_well) in zip(one, two, strict=True):
        assert patch.shape == (SIDE, SIDE, 3)
        assert np.array_equal(patch, again)
        assert (stacked, side) == (same, as_well)


def test_about_a_tile_in_seven_lies_on_another_and_what_lies_under_one_does_not_come() -> None:
    rows = [row for number in range(4) for row in scene(number, 9, (), ())]
    share = sum(stacked for _, stacked, _ in rows) / len(rows)
    assert 0.05 < share < 0.3
    for number in range(30):
        drawn = some_scene(np.random.default_rng((9, number)), ((melds, 1.0),))
        kongs = [k for k, group in enumerate(drawn.groups) if group.kind == "added"]
        floors = [[tile.z > drawn.body.thickness for tile in drawn.tiles if tile.group == k] for k in kongs]
        assert all(len(kong) == 4 and sum(kong) <= 1 for kong in floors)


def test_a_piled_fourth_slips_off_the_one_below_by_a_share_of_its_width() -> None:
    body = Body()
    for fed_by in (None, "left"):
        table = Table(body, np.random.default_rng(1), tidy=0.0)
        table.meld(Meld("added", "5s", fed_by, stacked=True, slip=0.5), 0.0, 0.0)
        (top,) = (tile for tile in table.tiles if tile.z > body.thickness)
        below = min((t for t in table.tiles if t is not top), key=lambda t: abs(t.x - top.x))
        assert top.y - below.y == 0.5 * body.width
        assert abs(top.x - below.x) < 0.1 * body.width
        assert top.yaw == below.yaw


def told(table: Table) -> list[tuple[int, bool]]:
    """Of tiles that are all seen whole: number and whether it is said to lie on another one, of those that come."""
    tiles = tuple(table.tiles)
    labels = tuple(Label("5s", (50.0 * k, 0, 50.0 * k + 40, 40), (), 0.0, 0, 1.0) for k in range(len(tiles)))
    drawn = Scene(Camera(640, 480), tiles, tuple(table.groups), table.body)
    return [(int(box[0] // 50), stacked) for box, stacked in _tiles(labels, drawn, np.random.default_rng(1))]


def test_what_lies_on_another_tile_in_part_lies_on_it_and_the_ones_below_do_not_come() -> None:
    table = Table(Body(), np.random.default_rng(1), tidy=0.0)
    wide, number = table.body.width, table.group("hand")
    for place in range(6):
        table.put("5s", place * (wide + 1), 0, number)
    table.put("6s", 0.5 * wide, 0, number, 30, floor=table.body.thickness)
    table.put("7s", 5.8 * wide + 5, 0, number, floor=table.body.thickness)  # a fifth of it: it would fall
    assert told(table) == [(2, False), (3, False), (4, False), (6, True)]


def test_tiles_that_go_through_each_other_do_not_come() -> None:
    table = Table(Body(), np.random.default_rng(1), tidy=0.0)
    wide, number = table.body.width, table.group("hand")
    for x, yaw in ((0, 0), (0.8, 20), (2, 0), (3.05, 0)):
        table.put("5s", x * wide, 0, number, yaw)
    assert told(table) == [(2, False), (3, False)]


def test_tiles_laid_on_a_hand_lie_apart_and_on_its_own_ones() -> None:
    tops = 0
    for number in range(30):
        drawn = some_scene(np.random.default_rng((9, number)), LAYOUTS["hands"])
        roles = [drawn.groups[tile.group].role for tile in drawn.tiles]
        high = [t for t, role in zip(drawn.tiles, roles, strict=True) if t.z > drawn.body.thickness and role != "other"]
        for tile in high:
            below = [t for t in drawn.tiles if t.group == tile.group and t.z < tile.z]
            assert min(np.hypot(t.x - tile.x, t.y - tile.y) for t in below) < 0.85 * drawn.body.height
        tops += len(high)
    assert 3 < tops / 30 < 8
