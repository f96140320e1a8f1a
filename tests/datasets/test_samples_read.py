"""The shipped eye reads the samples, and a small hand in a 12-megapixel photo, without a mistake."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from datasets.samples import FOLDER, large, taken
from vision.photo.load import Photo, load
from vision.read.eye import Eye
from vision.wire.readings import to_json

TRUTH: dict[str, dict[str, Any]] = json.loads((FOLDER / "truth.json").read_text(encoding="utf-8"))
SHOWN = 0.5  # less of a tile is no tile to read: the lower floor of a wall


@pytest.fixture(scope="module")
def eye() -> Eye:
    return Eye.load()


def check(eye: Eye, photo: Photo, truth: dict[str, Any]) -> None:
    reading: dict[str, Any] = to_json(eye.read(photo))
    assert (reading["width"], reading["height"]) == (truth["width"], truth["height"])
    lying = Counter(tile["tile"] for tile in truth["tiles"] if tile["visible"] >= SHOWN)
    assert Counter(tile["tile"] for tile in reading["tiles"]) == lying
    assert reading["hand"] == truth["hand"]
    melds = [(meld["kind"], meld["tile"], meld["fed_by"]) for meld in reading["melds"]]
    assert melds == [(meld["kind"], meld["tile"], meld["fed_by"]) for meld in truth["melds"]]
    assert reading["winning_tile"] == truth["winning_tile"]


@pytest.mark.parametrize("name", sorted(TRUTH))
def test_the_eye_reads_the_sample(eye: Eye, name: str) -> None:
    check(eye, load(FOLDER / name), TRUTH[name])


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_hand_in_two_rows_is_read_from_any_side(eye: Eye, quarters: int) -> None:
    """Hardly a tile of its nearer row tells which way up it is."""
    photo, truth = load(FOLDER / "seven_pairs.jpg"), TRUTH["seven_pairs.jpg"]
    width, height = (photo.height, photo.width) if quarters % 2 else (photo.width, photo.height)
    turned = replace(photo, pixels=np.ascontiguousarray(np.rot90(photo.pixels, quarters)), width=width, height=height)
    assert to_json(eye.read(turned))["hand"] == truth["hand"]


def test_the_eye_finds_each_tile_where_it_lies(eye: Eye) -> None:
    truth = TRUTH["win.jpg"]
    found = eye.read(load(FOLDER / "win.jpg")).tiles
    for tile in truth["tiles"]:
        x1, y1, x2, y2 = tile["box"]
        best = min(found, key=lambda t: abs(t.box.x1 - x1) + abs(t.box.y1 - y1))
        assert best.kind == tile["tile"]
        off = [
            a - b for a, b in zip((best.box.x1, best.box.y1, best.box.x2, best.box.y2), (x1, y1, x2, y2), strict=True)
        ]
        assert max(map(abs, off)) < 0.15 * (x2 - x1)


def test_the_eye_reads_a_12_megapixel_photo_in_which_a_tile_is_a_sixtieth_of_the_width(eye: Eye) -> None:
    data, truth = taken(large())
    photo = load(data)
    assert (photo.width, photo.height) == (4000, 3000)
    widths = [tile["face"][1][0] - tile["face"][0][0] for tile in truth["tiles"][:7]]
    assert sum(widths) / 7 == pytest.approx(4000 / 60, rel=0.06)
    check(eye, photo, truth)
