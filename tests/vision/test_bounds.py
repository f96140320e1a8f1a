"""Work has bounds: what is sent or shown may be odd, but it may not keep a core busy."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.bench.pictures import crowd
from vision import Eye, load
from vision.eye.detector import SIDE, Detector, Region
from vision.eye.onnx import folder
from vision.eye.thresholds import MOST_TILES
from vision.photo.load import Pixels
from vision.wire import readings

FAR_TOO_LONG = 8.0  # seconds of CPU on a busy machine; what these inputs took before was 25 to 75


def test_of_thousands_of_tiles_the_surest_are_looked_at_and_the_reading_says_so() -> None:
    """2,760 pasted tiles took 27 s of CPU."""
    reading = Eye.load().read(load(crowd(columns=30, rows=24)))
    assert len(reading.tiles) <= MOST_TILES
    assert reading.doubts[0].code == "too_many_tiles"
    assert str(MOST_TILES) in reading.doubts[0].message_en
    assert not reading.ok


def test_nobody_looks_closer_at_more_tiles_than_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Close looks at hundreds of boxes were most of the time; 72 real photos had 130 sure boxes at most."""
    photo = load(crowd(columns=30, rows=24))
    looks: list[float] = []
    look = Detector._look

    def counted(self: Detector, pixels: Pixels, region: Region, scale: float) -> object:
        looks.append(scale)
        return look(self, pixels, region, scale)

    monkeypatch.setattr(Detector, "_look", counted)
    found = Detector(folder() / "detector.onnx", 2).find(photo.pixels)
    assert len(found) == MOST_TILES
    assert max(looks) <= SIDE / max(photo.pixels.shape)


def melds(tiles: int, each: int, apart: float) -> dict[str, Any]:
    sent = [
        {"tile": "1m", "box": [apart * i, 0, apart * i + 10, 12], "confidence": 0.9, "group": i // each}
        for i in range(tiles)
    ]
    groups = [{"role": "meld", "tiles": list(range(at, at + each))} for at in range(0, tiles, each)]
    return {"width": 4000, "height": 48, "tiles": sent, "groups": groups}


@pytest.mark.parametrize("each", [1, 2, 3, 4])
@pytest.mark.parametrize("apart", [0.0, 12.0])
def test_hundreds_of_melds_take_little_time(each: int, apart: float) -> None:
    """300 melds of one tile, all at one place, took 25 s: each suggestion looked at every meld again."""
    sent = melds(MOST_TILES, each, apart)
    begin = time.process_time()
    reading = readings.correct(readings.from_json(sent), [])
    assert time.process_time() - begin < FAR_TOO_LONG
    assert reading.doubts
