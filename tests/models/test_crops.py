"""Patches for the reader: geometry, places without a tile, faces by chance, the designs kept apart."""

import itertools
import json
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets import crops, variety
from datasets.real import Photo
from datasets.textures import Drawn
from vision.eye.detector import Detector, Found
from vision.types import CLASSES, Box

FACES = Path(__file__).parents[3] / "shared" / "photos" / "faces"
needs_photos = pytest.mark.skipif(not FACES.exists(), reason="the shared photos are not here")


def test_a_box_comes_to_lie_in_the_middle_of_its_patch() -> None:
    pixels = np.zeros((200, 300, 3), np.uint8)
    pixels[60:120, 100:140] = 255
    patch = crops.patch(pixels, (100, 60, 140, 120))
    low = (crops.SIDE - crops.BOX) // 2
    inside = patch[low + 2 : -low - 2, low + 2 : -low - 2]
    assert inside.min() == 255
    patch[low - 2 : crops.SIDE - low + 2, low - 2 : crops.SIDE - low + 2] = 0
    assert patch.max() == 0


@given(st.floats(-30, 290), st.floats(-30, 190), st.floats(1, 90), st.floats(1, 90))
def test_any_box_gives_a_patch_even_beyond_the_edge(x: float, y: float, wide: float, high: float) -> None:
    pixels = np.full((200, 300, 3), 7, np.uint8)
    left, top = min(max(x, 0), 298), min(max(y, 0), 198)
    box = (left, top, min(left + wide, 300), min(top + high, 200))
    patch = crops.patch(pixels, box)
    assert patch.shape == (crops.SIDE, crops.SIDE, 3)
    assert set(np.unique(patch)) == {7}


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 300)), max_size=8), st.integers(0, 2**20))
def test_places_without_a_tile_touch_none(corners: list[tuple[int, int]], seed: int) -> None:
    tiles = [(x, y, x + 40.0, y + 55.0) for x, y in corners]
    places = list(crops.empty((400, 600), tiles, 3, np.random.default_rng(seed)))
    assert len(places) <= 3
    for place, tile in itertools.product(places, tiles):
        assert crops.overlap(place, tile) < 0.1
    for x1, y1, x2, y2 in places:
        assert 0 <= x1 < x2 <= 600
        assert 0 <= y1 < y2 <= 400


def test_honours_and_flowers_are_other() -> None:
    assert {crops.kind_of(name) for name in ("E", "WH", "F", "flower", "R")} == {CLASSES.index("other")}
    assert [crops.kind_of(name) for name in ("1m", "9s")] == [0, 26]


def test_a_scene_gives_the_same_patches_again_and_knows_how_they_lie() -> None:
    first, again = crops.scene(3, 5, (), ()), crops.scene(3, 5, (), ())
    assert all((a[0] == b[0]).all() and a[1] == b[1] for a, b in zip(first, again, strict=True))
    for patch, kind, turn in first:
        assert patch.shape == (crops.SIDE, crops.SIDE, 3)
        faced = kind not in (crops.NONE, CLASSES.index("back"))
        assert np.isnan(turn) != faced
        assert not faced or 0 <= turn < 360


def test_every_face_by_chance_has_ink_on_bare_paper() -> None:
    for seed in range(4):
        faces = variety.ByChance(np.random.default_rng(seed), (), 128)
        for name in variety.NAMES:
            art = faces.texture(name)
            assert art.shape == (128, 96, 3)
            assert art.min() >= 0
            assert art.max() <= 1 + 1e-6
            assert 0.01 < (art.min(axis=2) < 0.7).mean() < 0.7, name
            assert (art[[0, -1]] > 0.99).mean() > 0.9, name


def test_a_set_draws_the_same_face_every_time_and_another_set_another_bird() -> None:
    one, same, other = (variety.ByChance(np.random.default_rng(seed), (), 128) for seed in (1, 1, 2))
    for name in ("1s", "5m", "flower"):
        assert (one.texture(name) == same.texture(name)).all()
        assert np.abs(one.texture(name) - other.texture(name)).mean() > 0.01


def test_one_ink_leaves_the_strokes_where_they_are() -> None:
    art = Drawn().texture("5p")
    red = variety.in_one_ink(art, (0.8, 0.1, 0.1))
    strokes = art.min(axis=2) < 0.3
    assert len(np.unique(art[strokes].argmin(axis=1))) > 1
    assert (red[strokes][:, 0] > red[strokes][:, 1]).all()
    assert red[art.min(axis=2) > 0.99].min() > 0.98


@needs_photos
def test_designs_hold_every_kind_once_or_more_and_none_is_in_two(tmp_path: Path) -> None:
    apart, others = (
        variety.designs(FACES, tmp_path / "a", apart=True),
        variety.designs(FACES, tmp_path / "b", apart=False),
    )
    assert {folder.name for folder in apart} == {f"{k:02}" for k in variety.APART}
    assert len(apart) + len(others) == len(variety.DESIGNS)
    for folder in apart + others:
        assert {child.name for child in folder.iterdir()} >= set(CLASSES[:27])
    names = [{path.name for folder in folders for path in folder.glob("*/*.jpg")} for folders in (apart, others)]
    assert not names[0] & names[1]
    assert len(names[0] | names[1]) == 628


def test_what_a_detector_mistakes_lies_beside_boxes_and_masks(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.jpg"), np.full((200, 400, 3), 90, np.uint8))
    photo = Photo(tmp_path / "a.jpg", ((3, (0.0, 0.0, 0.1, 0.3)),), ((0.5, 0.0, 0.6, 1.0),))
    boxes = {
        "tile": (2, 2, 38, 58),
        "masked": (190, 10, 230, 60),
        "wood": (300, 100, 350, 180),
        "weak": (80, 100, 120, 150),
    }

    class Sees:
        def find(self, _: object) -> tuple[Found, ...]:
            return tuple(Found(Box(*box), 0.01 if name == "weak" else 0.6) for name, box in boxes.items())

    rows = list(crops.mistaken([photo], cast(Detector, Sees())))
    assert [kind for _, kind, _ in rows] == [crops.NONE]
    assert rows[0][0].shape == (crops.SIDE, crops.SIDE, 3)


def test_what_a_detector_mistakes_in_scenes_touches_no_tile_even_half_out_of_the_picture(tmp_path: Path) -> None:
    for folder in ("images", "truth"):
        (tmp_path / folder).mkdir()
    cv2.imwrite(str(tmp_path / "images" / "0.jpg"), np.full((200, 400, 3), 90, np.uint8))
    tiles = [{"box": box} for box in ([0, 0, 40, 60], [400, 50, 400, 90])]  # the second lies beyond the edge
    (tmp_path / "truth" / "0.json").write_text(json.dumps({"tiles": tiles}), encoding="utf-8")

    class Sees:
        def find(self, _: object) -> tuple[Found, ...]:
            return Found(Box(2, 2, 38, 58), 0.6), Found(Box(300, 100, 350, 180), 0.6)

    assert [kind for _, kind, _ in crops.lookalikes(tmp_path, cast(Detector, Sees()))] == [crops.NONE]
