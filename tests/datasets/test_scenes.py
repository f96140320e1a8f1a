"""Scenes: the same seed gives the same pixels, and the labels say exactly what was drawn."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from datasets.camera import Camera
from datasets.faces import OTHERS
from datasets.lay import Meld, Table
from datasets.paint import render
from datasets.scene import Photo, Scene
from datasets.solid import Body, mesh, turned
from datasets.textures import HEIGHT, WIDTH, Drawn, Picture
from vision.types import CLASSES, OTHER

CLEAN = Photo(vignette=0, defocus=0, noise=0, sharpen=0)


def scene(seed: int = 1) -> Scene:
    table = Table(Body(), np.random.default_rng(seed))
    x = table.row(["1m", "5p", "9s", "E"], 0, 0, "hand")
    table.meld(Meld("added", "3s", "left"), x + 20, 0)
    table.meld(Meld("concealed", "8p"), 0, 60)
    return Scene(
        Camera(800, 600, distance=480, azimuth=11, elevation=57, roll=4, distortion=0.05),
        table.centred(),
        tuple(table.groups),
        photo=CLEAN,
        seed=seed,
        finer=1,
    )


class Marked:
    """Faces that are one strong colour all over, so that the picture itself says where each lies."""

    def texture(self, name: str) -> Picture:
        del name
        return np.full((HEIGHT, WIDTH, 3), (1, 0.0, 1), np.float32)


def test_the_same_seed_gives_the_same_photo() -> None:
    noisy = replace(scene(), photo=Photo())
    one, labels = render(noisy, Drawn())
    two, again = render(noisy, Drawn())
    other, _ = render(replace(noisy, seed=2), Drawn())
    assert np.array_equal(one, two)
    assert labels == again
    assert not np.array_equal(one, other)


def test_the_boxes_enclose_exactly_the_faces_in_the_picture() -> None:
    drawn = scene()
    pixels, labels = render(drawn, Marked())
    purple = (pixels[..., 0].astype(int) - pixels[..., 1] > 60) & (pixels[..., 2].astype(int) - pixels[..., 1] > 60)
    boxes = np.zeros_like(purple)
    for label in labels:
        if label.name == "back":
            continue
        x1, y1, x2, y2 = label.box
        inside = purple[int(y1) : int(np.ceil(y2)), int(x1) : int(np.ceil(x2))]
        boxes[int(y1) : int(np.ceil(y2)), int(x1) : int(np.ceil(x2))] = True
        rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
        # the face's picture comes within its rounded edge (3 pixels here) of every side of the box
        assert rows[0] <= 4
        assert columns[0] <= 4
        assert rows[-1] >= inside.shape[0] - 5
        assert columns[-1] >= inside.shape[1] - 5
    assert purple.sum() > 10_000
    assert not (purple & ~boxes).any()


def test_a_label_tells_class_direction_and_what_hides_it() -> None:
    drawn = scene()
    _, labels = render(drawn, Drawn())
    assert {label.name for label in labels} <= set(CLASSES)
    assert [label.name for label in labels].count(OTHER) == 1
    for tile, label in zip(drawn.tiles, labels, strict=True):
        assert label.group == tile.group
        assert label.visible > 0.97
        if tile.down:
            assert label.name == "back"
            assert label.turn is None
        else:
            assert label.turn is not None
            lies = (label.turn - tile.yaw + drawn.camera.azimuth + 180) % 360 - 180
            assert abs(lies) < 12  # what perspective and roll add


def test_a_tile_behind_another_is_less_visible_and_one_outside_not_at_all() -> None:
    table = Table(Body(), np.random.default_rng(3), tidy=0)
    table.row(["1m"], -14, 0, "hand")
    table.row(["2m"], -14, -30, "hand", lean=90)  # stands before it
    table.row(["3m"], 5000, 0, "hand")
    camera = Camera(640, 480, (0, 0, 0), 400, elevation=30)
    _, labels = render(Scene(camera, tuple(table.tiles), tuple(table.groups), photo=CLEAN, finer=1), Drawn())
    hidden, front, outside = labels
    assert front.visible > 0.97
    assert 0 < hidden.visible < 0.6
    assert outside.visible == 0


def test_distortion_is_undone_exactly() -> None:
    camera = Camera(1600, 1200, distortion=0.08)
    points = np.random.default_rng(0).uniform((0, 0), (1600, 1200), (200, 2))
    assert np.abs(camera.source(camera.distort(points)) - points).max() < 1e-3


def test_the_body_is_closed_and_as_large_as_said() -> None:
    body = Body()
    shape = mesh(body)
    assert np.ptp(shape.outline, axis=0) == pytest.approx((body.width, body.height, body.thickness))
    assert ((shape.corners.mean(axis=1) * shape.normals).sum(axis=1) > 0).all()  # all look outwards
    standing = turned(0, 90)
    assert standing @ (0, 0, 1) == pytest.approx((0, -1, 0), abs=1e-9)  # the face looks at the player
    assert standing @ (0, 1, 0) == pytest.approx((0, 0, 1), abs=1e-9)


@pytest.mark.parametrize(("kind", "count"), [("pong", 3), ("exposed", 4), ("added", 4), ("concealed", 4)])
def test_a_claimed_tile_lies_sideways_in_its_feeders_place(kind: str, count: int) -> None:
    """MIL2023 六-6: left from the left, middle from opposite, right from the right."""
    for fed_by, place in ((None, None), ("left", 0), ("opposite", 1), ("right", -1)):
        table = Table(Body(), np.random.default_rng(5))
        table.meld(Meld(kind, "4p", fed_by), 0, 0)
        assert len(table.tiles) == count
        lower = sorted((t for t in table.tiles if abs(t.y) < 12), key=lambda t: t.x)
        aside = [k for k, tile in enumerate(lower) if abs(abs(tile.yaw) - 90) < 5]
        if kind == "concealed" or place is None:
            assert not aside
        else:
            assert aside == [place % len(lower)]
    assert Counter(tile.down for tile in table.tiles)[True] == (2 if kind == "concealed" else 0)


def test_every_face_can_be_drawn_and_no_two_are_alike() -> None:
    names = [*CLASSES[:27], *OTHERS]
    faces = {name: Drawn().texture(name) for name in names}
    for name, face in faces.items():
        assert face.shape == (HEIGHT, WIDTH, 3)
        assert 0.03 < (face.min(axis=2) < 0.6).mean() < 0.6, name
    for one in names:
        for two in names:
            assert one == two or np.abs(faces[one] - faces[two]).mean() > 0.02, (one, two)
