"""Things that are no tiles lie about a scene and change nothing of what its tiles are labelled with."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets import objects
from datasets.objects import DRAWN, littered, stamps
from datasets.paint import render
from datasets.render import picture
from datasets.scene import Scene, Thing
from datasets.stage import some_scene
from datasets.textures import Drawn


def some(seed: int) -> Scene:
    return some_scene(np.random.default_rng(seed))


def test_things_by_chance_and_by_seed() -> None:
    scenes = [littered(some(k), (), np.random.default_rng(k)) for k in range(12)]
    again = [littered(some(k), (), np.random.default_rng(k)) for k in range(12)]
    assert scenes == again
    assert any(not scene.things for scene in scenes)
    assert len({thing.name for scene in scenes for thing in scene.things}) == len(DRAWN)


def test_tiles_and_labels_stay() -> None:
    scene = next(scene for k in range(9) if (scene := littered(some(k), (), np.random.default_rng(k))).things)
    bare, named = render(replace(scene, things=()), Drawn())
    full, labels = render(scene, Drawn())
    assert labels == named
    assert (bare != full).any()


def test_a_thing_lies_under_the_tiles() -> None:
    scene = some(3)
    tile = scene.tiles[0]
    thing = Thing("counter", tile.x, tile.y, 0, (20.0, 20.0))
    bare, labels = render(scene, Drawn())
    full, _ = render(replace(scene, things=(thing,)), Drawn())
    x1, y1, x2, y2 = (round(value) for value in labels[0].box)
    middle = slice((3 * y1 + y2) // 4, (y1 + 3 * y2) // 4), slice((3 * x1 + x2) // 4, (x1 + 3 * x2) // 4)
    np.testing.assert_allclose(bare[middle].astype(int), full[middle].astype(int), atol=3)


@pytest.mark.parametrize("name", DRAWN)
def test_drawn_things_have_their_shape(name: str) -> None:
    art = objects.art(Thing(name, 0, 0, 0, DRAWN[name][1], seed=1))
    assert art.dtype == np.float32
    assert art.shape[2] == 4
    assert art.min() >= 0
    assert art.max() <= 1
    assert art[art.shape[0] // 2, art.shape[1] // 2, 3] == 1
    assert art[0, 0, 3] == 0 or name in ("print", "keys")  # corners are round


def test_pictures_of_any_depth(tmp_path: Path) -> None:
    for depth in (np.uint8, np.uint16):
        for shape in ((30, 50), (30, 50, 3), (30, 50, 4)):
            path = tmp_path / f"{depth.__name__}{len(shape)}{shape[-1]}.png"
            cv2.imwrite(str(path), np.full(shape, np.iinfo(depth).max, depth))
            assert objects.art(Thing(str(path), 0, 0, 0, (50, 30))).shape == (30, 50, 4)


def test_without_the_package_its_name_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(objects, "STAMPS", tmp_path)
    with pytest.raises(FileNotFoundError, match="tuxpaint-stamps-default"):
        stamps()


def test_a_picture_without_things_is_what_it_was(tmp_path: Path) -> None:
    path = tmp_path / "red.png"
    cv2.imwrite(str(path), np.full((20, 20, 3), (0, 0, 255), np.uint8))
    _, labels, scene = picture(5, 1)
    _, same, other = picture(5, 1, (), (), (path,))
    assert (labels, scene.tiles, scene.camera) == (same, other.tiles, other.camera)
