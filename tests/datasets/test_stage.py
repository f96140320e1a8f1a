"""Scenes by chance: reproducible, possible with one set of tiles, labels within the picture."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from datasets.render import LEAST, picture, write, yolo
from datasets.scene import Label
from datasets.stage import some_scene
from datasets.textures import Pictured
from vision.types import CLASSES

FACES = Path(__file__).parents[2].parent / "shared" / "photos" / "faces"


def test_the_same_seed_gives_the_same_picture_and_another_another() -> None:
    one, labels, scene = picture(7, 3)
    two, again, same = picture(7, 3)
    assert np.array_equal(one, two)
    assert (labels, scene) == (again, same)
    assert some_scene(np.random.default_rng((7, 4))) != scene


def test_scenes_are_possible_and_differ() -> None:
    roles: Counter[str] = Counter()
    melds: Counter[str | None] = Counter()
    tables = set()
    for seed in range(120):
        scene = some_scene(np.random.default_rng(seed))
        assert scene == some_scene(np.random.default_rng(seed))
        seen = Counter(
            tile.name for tile in scene.tiles if not (tile.down and scene.groups[tile.group].role == "other")
        )
        assert max(seen.values(), default=0) <= 4  # no kind lies five times; walls show no face
        assert {tile.group for tile in scene.tiles} <= set(range(len(scene.groups)))
        roles += Counter(group.role for group in scene.groups)
        melds += Counter(group.kind for group in scene.groups if group.role == "meld")
        tables.add(scene.table)
    assert set(roles) == {"hand", "meld", "winning", "discards", "other"}
    assert set(melds) == {"pong", "exposed", "added", "concealed"}
    assert len(tables) == 5


def test_labels_lie_within_the_picture_and_yolo_lines_repeat_them() -> None:
    pixels, labels, _ = picture(7, 5)
    height, width = pixels.shape[:2]
    for label in labels:
        x1, y1, x2, y2 = label.box
        assert 0 <= x1 <= x2 <= width
        assert 0 <= y1 <= y2 <= height
        assert 0 <= label.visible <= 1
    lines = [line.split() for line in yolo(labels, width, height).splitlines()]
    shown = [label for label in labels if label.visible >= LEAST]
    assert [CLASSES[int(line[0])] for line in lines] == [label.name for label in shown]
    for line, label in zip(lines, shown, strict=True):
        x, y, w, h = (float(value) for value in line[1:])
        back = ((x - w / 2) * width, (y - h / 2) * height, (x + w / 2) * width, (y + h / 2) * height)
        assert back == pytest.approx(label.box, abs=0.01)


def test_a_hidden_tile_is_not_in_the_yolo_file() -> None:
    label = Label("1m", (10, 10, 40, 50), ((10, 10), (40, 10), (40, 50), (10, 50)), 0.0, 0, LEAST - 0.01)
    assert yolo((label,), 100, 100) == ""


def test_the_command_writes_picture_labels_and_truth(tmp_path: Path) -> None:
    for folder in ("images", "labels", "truth"):
        (tmp_path / folder).mkdir()
    write(0, tmp_path, 7, (), ())
    assert sorted(file.name for file in tmp_path.rglob("0*")) == ["000000.jpg", "000000.json", "000000.txt"]


def test_photographed_faces_can_dress_a_set() -> None:
    if not FACES.is_dir():
        pytest.skip("the photographed faces (../shared/photos/faces) are not on this machine")
    faces = Pictured(FACES, np.random.default_rng(1))
    for name in (*CLASSES[:27:3], "R", "G", "H"):
        texture = faces.texture(name)
        assert texture.min() >= 0
        assert texture.max() <= 1
        assert np.allclose(texture[0], 1, atol=0.01)  # the photo's rim is left out
    with pytest.raises(KeyError):
        faces.texture("10m")
