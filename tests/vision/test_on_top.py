"""Tiles on top of others, which they hide: told by their pixels, or else by their box."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.world.laid import TEN, codes, frame, suggested, tiles, wire
from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile
from vision.types import Detection, Reading
from vision.wire.readings import correct, from_json

SIDEWAYS, BESIDE = 12, 11
"""Tiles of the pong of `PONG`."""
PONG = f"{TEN} . 9m . 5s 5s~ 5s"


def look(seen: list[Detection]) -> Reading:
    return reconcile(arrange(seen, *frame(seen)))


def seen(lifted: bool = False, **stacked: float) -> list[Detection]:
    """`PONG` as the eye gives it; `sideways`, `beside`: what it says of these lying on others, 0 of all the rest."""
    found = [replace(one, stacked=0.0) for one in tiles(PONG)] if stacked else tiles(PONG)
    for name, p in stacked.items():
        i = {"sideways": SIDEWAYS, "beside": BESIDE}[name]
        found[i] = replace(found[i], stacked=p)
    if lifted:
        box = found[SIDEWAYS].box
        found[SIDEWAYS] = replace(found[SIDEWAYS], box=replace(box, y1=box.y1 - 30, y2=box.y2 - 30))
    return found


@pytest.mark.parametrize(
    ("lifted", "stacked", "asked"),
    [
        (False, {}, None),
        (True, {}, SIDEWAYS),  # nobody looked: above its neighbours' line
        (False, {"sideways": 0.8}, SIDEWAYS),
        (False, {"sideways": 0.3}, None),
        (False, {"beside": 0.5}, None),  # where no fourth lies by custom it takes more
        (False, {"beside": 0.95}, BESIDE),
        (True, {"sideways": 0.1}, SIDEWAYS),
        (True, {"sideways": 0.001}, None),  # it plainly lies on the table
    ],
)
def test_a_tile_of_a_pong_that_may_lie_on_another_is_asked_about(
    lifted: bool, stacked: dict[str, float], asked: int | None
) -> None:
    reading = look(seen(lifted, **stacked))
    assert [m.kind for m in reading.melds] == ["pong"]
    assert codes(reading) == ([] if asked is None else ["short_meld"])
    if asked is not None:
        (doubt,) = reading.doubts
        assert doubt.tiles[0] == asked
        assert doubt.worth.changes == "units"
        again = correct(from_json(wire(reading)), suggested(doubt))
        assert [m.kind for m in again.melds] == ["added"]
        assert again.doubts == ()


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_fourth_is_put_away_from_the_player_however_the_photo_is_held(turn: int) -> None:
    found = [replace(one, stacked=0.0) for one in tiles(PONG, turn=turn, held=True)]
    found[SIDEWAYS] = replace(found[SIDEWAYS], stacked=0.9)
    reading = look(found)
    (fix,) = (step for doubt in reading.doubts for step in suggested(doubt) if doubt.code == "short_meld")
    assert [m.kind for m in correct(reading, [fix]).melds] == ["added"]


def test_what_the_eye_said_of_it_comes_back_with_the_reading() -> None:
    reading = look(seen(sideways=0.8))
    again = correct(from_json(wire(reading)), [])
    assert [tile.detection.stacked for tile in again.tiles] == [tile.detection.stacked for tile in reading.tiles]
    assert again.doubts == reading.doubts
    assert wire(look(seen()))["tiles"][SIDEWAYS].get("piled") is None


def test_an_exposed_kong_is_not_asked_about() -> None:
    found = [replace(one, stacked=0.9) for one in tiles(f"{TEN} . 5s~ 5s 5s 5s")]
    assert "short_meld" not in codes(look(found))


OF_HAND, AT_END, WON, STRAY = 4, 9, 10, 13
"""Tiles of `WON_BESIDE` and of `STRAYED`."""
WON_BESIDE = f"{TEN} . . 9m . 5s 5s~ 5s"
STRAYED = f"{TEN} . 5s 5s~ 5s . . . 7p"


@pytest.mark.parametrize(
    ("row", "tile", "stacked", "lifted", "asked"),
    [
        (WON_BESIDE, OF_HAND, 0.95, False, True),
        (WON_BESIDE, OF_HAND, 0.85, False, False),  # tiles of heaps and blurred ones look so now and then
        (WON_BESIDE, OF_HAND, 0.6, True, True),
        (WON_BESIDE, OF_HAND, 0.3, True, True),
        (WON_BESIDE, OF_HAND, 0.05, True, False),  # laid askew
        (WON_BESIDE, AT_END, 0.95, False, True),
        (WON_BESIDE, WON, 0.9, False, True),
        (WON_BESIDE, WON, 0.5, True, False),  # a tile by itself lies as it likes
        (STRAYED, STRAY, 0.9, False, True),  # on the winning tile, and taken for nobody's
        (STRAYED, STRAY, 0.5, False, False),
    ],
)
def test_any_tile_of_the_player_that_seems_to_lie_on_another_is_asked_about(
    row: str, tile: int, stacked: float, lifted: bool, asked: bool
) -> None:
    found = [replace(one, stacked=0.0) for one in tiles(row)]
    box = found[tile].box
    up = 20 if lifted else 0
    found[tile] = replace(found[tile], stacked=stacked, box=replace(box, y1=box.y1 - up, y2=box.y2 - up))
    doubts = [doubt for doubt in look(found).doubts if doubt.code == "on_top"]
    assert [doubt.tiles for doubt in doubts] == ([(tile,)] if asked else [])
    assert all(doubt.worth.changes == "hand" for doubt in doubts)


def test_a_tile_that_the_player_has_named_is_not_asked_about_again() -> None:
    found = [replace(one, stacked=0.0) for one in tiles(WON_BESIDE)]
    found[OF_HAND] = replace(found[OF_HAND], stacked=0.95)
    reading = look(found)
    assert codes(reading) == ["on_top"]
    assert codes(correct(reading, [{"op": "set", "tile": OF_HAND, "kind": "5m"}])) == []
