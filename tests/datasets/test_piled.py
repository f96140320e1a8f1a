"""Patches of tiles that lie on others: reproducible, and labelled as they lie."""

from __future__ import annotations

import numpy as np

from datasets.crops import SIDE
from datasets.lay import Meld, Table
from datasets.piled import melds, scene
from datasets.solid import Body
from datasets.stage import some_scene


def test_the_same_seed_gives_the_same_patches() -> None:
    one, two = scene(3, 9, (), ()), scene(3, 9, (), ())
    assert len(one) == len(two) > 8
    for (patch, piled, side), (again, same, as_well) in zip(one, two, strict=True):
        assert patch.shape == (SIDE, SIDE, 3)
        assert np.array_equal(patch, again)
        assert (piled, side) == (same, as_well)


def test_about_a_tile_in_seven_lies_on_another_and_what_lies_under_one_does_not_come() -> None:
    rows = [row for number in range(4) for row in scene(number, 9, (), ())]
    share = sum(piled for _, piled, _ in rows) / len(rows)
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
        table.meld(Meld("added", "5s", fed_by, piled=True, slip=0.5), 0.0, 0.0)
        (top,) = (tile for tile in table.tiles if tile.z > body.thickness)
        below = min((t for t in table.tiles if t is not top), key=lambda t: abs(t.x - top.x))
        assert top.y - below.y == 0.5 * body.width
        assert abs(top.x - below.x) < 0.1 * body.width
        assert top.yaw == below.yaw
