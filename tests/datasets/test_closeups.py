"""Pictures cut closer keep their tiles' boxes on the tiles."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets import closeups
from datasets.crops import read
from vision.eye.detector import SIDE

SIZE = (600, 800)
TILES = [(k, (100.0 + 60 * k, 300.0, 150.0 + 60 * k, 370.0)) for k in range(8)]


@pytest.mark.parametrize("seed", range(20))
def test_a_closer_look_holds_a_tile_and_shows_it_large_enough(seed: int) -> None:
    x1, y1, x2, y2 = closeups.closer(SIZE, TILES, np.random.default_rng(seed))
    assert 0 <= x1 < x2 <= SIZE[1]
    assert 0 <= y1 < y2 <= SIZE[0]
    tile = (50 * 70) ** 0.5
    shown = SIDE / max(x2 - x1, y2 - y1) * tile
    assert shown >= closeups.PART[0]
    assert closeups.cut(TILES, (x1, y1, x2, y2))


def test_small_tiles_are_shown_in_part() -> None:
    small = [(0, (40.0 * k, 100.0 + 30 * (k % 3), 40.0 * k + 6, 108.0 + 30 * (k % 3))) for k in range(60)]
    for seed in range(20):
        x1, y1, x2, y2 = closeups.closer((1800, 2400), small, np.random.default_rng(seed))
        assert SIDE / max(x2 - x1, y2 - y1) * (6 * 8) ** 0.5 >= closeups.PART[0] * 0.98


def test_boxes_are_clipped_and_those_mostly_outside_are_dropped() -> None:
    boxes = [(3, (0.0, 0.0, 10.0, 10.0)), (4, (90.0, 40.0, 110.0, 60.0)), (5, (97.0, 0.0, 117.0, 10.0))]
    assert closeups.cut(boxes, (5, 0, 100, 100)) == [(3, (0.0, 0.0, 5.0, 10.0)), (4, (85.0, 40.0, 95.0, 60.0))]


def test_written_labels_lie_on_the_tiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for part in ("images", "labels"):
        (tmp_path / "in" / part).mkdir(parents=True)
    picture = np.zeros((*SIZE, 3), np.uint8)
    for _, (a, b, c, d) in TILES:
        picture[int(b) : int(d), int(a) : int(c)] = 255
    cv2.imwrite(str(tmp_path / "in" / "images" / "t.jpg"), picture)
    lines = [f"{k} {(a + c) / 1600} {(b + d) / 1200} {(c - a) / 800} {(d - b) / 600}" for k, (a, b, c, d) in TILES]
    (tmp_path / "in" / "labels" / "t.txt").write_text("\n".join(lines))
    monkeypatch.setattr("sys.argv", ["closeups", str(tmp_path / "in"), "--out", str(tmp_path / "out"), "--seed", "4"])
    closeups.main()
    made = sorted((tmp_path / "out" / "images").iterdir())
    assert [path.stem for path in made] == ["t_closer", "t_whole"]
    for path in made:
        pixels = read(path)
        height, width = pixels.shape[:2]
        assert max(height, width) <= SIDE
        rows = [line.split() for line in (tmp_path / "out" / "labels" / f"{path.stem}.txt").read_text().splitlines()]
        assert rows
        covered = np.zeros((height, width), bool)
        for _, *place in rows:
            x, y, w, h = (float(value) for value in place)
            a, b = round((x - w / 2) * width), round((y - h / 2) * height)
            c, d = round((x + w / 2) * width), round((y + h / 2) * height)
            assert pixels[b + 2 : d - 2, a + 2 : c - 2].mean() > 240
            covered[max(b - 2, 0) : d + 2, max(a - 2, 0) : c + 2] = True
        if len(rows) == len(TILES):
            assert pixels[~covered].mean() < 15
