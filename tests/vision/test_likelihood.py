"""How likely a reading is wrong where a doubt asks."""

import math
from dataclasses import replace
from typing import cast

import pytest

from tests.bench.tables import verdict
from tests.world.laid import TEN, read
from tests.world.tables import table
from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile
from vision.types import NOTE_P, Doubt
from vision.wire.readings import from_json, to_json

SILENT_P = 0.005  # of a reading without a doubt, on these tables


def test_said_as_often_as_it_is_so() -> None:
    """Of tables that nobody learned from as many are read wrongly as is said, within three standard deviations."""
    said, spread, wrong = 0.0, 0.0, 0
    for seed in range(57_000_000, 57_000_150):
        seen = table(seed)
        reading = reconcile(arrange(seen.detections, seen.width, seen.height))
        right = math.prod(1 - doubt.p for doubt in reading.doubts if doubt.p is not None) * (1 - SILENT_P)
        said += 1 - right
        spread += right * (1 - right)
        wrong += not verdict(seen, reading)
    assert wrong > 20
    assert abs(said - wrong) < 3 * math.sqrt(spread)


def test_what_cannot_be_as_it_is_read_is_wrong_for_certain() -> None:
    (doubt,) = (one for one in read("1m 1m 2m 3m 4m 5p 5p 5p 6s 7s 8s").doubts if one.code == "odd_count")
    assert doubt.p is not None
    assert doubt.p > 0.9


def test_what_is_left_open_is_not_said_to_be_wrong() -> None:
    (doubt,) = (
        one for one in read("1m 1m 1m 2m 3m 4m 5p 5p 5p 6s 7s 8s 9s 9s").doubts if one.code == "winning_unknown"
    )
    assert doubt.p is None
    assert not doubt.is_note


@pytest.mark.parametrize(("p", "note"), [(None, False), (NOTE_P, False), (NOTE_P - 0.001, True), (0.999, False)])
def test_a_note_is_a_doubt_that_is_hardly_ever_right(p: float | None, *, note: bool) -> None:
    reading = read(f"{TEN} . 5s 5s~ 5s")
    doubted = replace(reading, doubts=(Doubt("gap", (0,), "空", "gap", p=p),))
    (told,) = cast("list[dict[str, object]]", to_json(doubted)["doubts"])
    assert (told.get("p"), told.get("note", False)) == (p, note)
    assert [one.is_note for one in from_json(to_json(doubted)).doubts] == [note]
