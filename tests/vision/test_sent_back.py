"""What a client says of a reading besides corrections: what follows from tiles and groups is computed, not believed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.errors import InvalidInput
from scoring.tiles import compact
from tests.world.laid import WINNER, codes, read, wire
from tests.world.tables import table
from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile
from vision.types import Reading, scores_of
from vision.wire.readings import correct, from_json


@pytest.fixture(scope="module")
def winner() -> Reading:
    return read(WINNER)


def without_hand(body: Any) -> None:
    body["hand"], body["melds"], body["winning_tile"] = "123456789m", [], "9p"


def no_doubts(body: Any) -> None:
    body["doubts"], body["ok"] = [{"code": "invented"}], False


@pytest.mark.parametrize("change", [without_hand, no_doubts])
def test_what_follows_from_tiles_and_groups_is_computed_not_believed(winner: Reading, change: Any) -> None:
    body = wire(winner)
    change(body)
    assert correct(from_json(body), []) == winner


def test_a_kind_that_a_client_put_in_holds_as_if_it_were_told(winner: Reading) -> None:
    body = wire(winner)
    body["tiles"][9]["tile"] = "3p"
    edited = correct(from_json(body), [])
    assert compact(edited.hand) == "12345678m23p"
    assert "not_complete" in codes(edited)
    assert not edited.ok
    body["tiles"][9]["confidence"] = 0.02
    body["tiles"][9]["alternatives"] = [{"tile": "2p", "confidence": 0.97}]
    assert compact(correct(from_json(body), []).hand) == "12345678m23p"


@pytest.mark.parametrize("without", [None, "groups"])
def test_a_tile_dropped_and_in_a_group_is_refused_by_name(winner: Reading, without: str | None) -> None:
    body = wire(winner)
    body["tiles"][3]["dropped"] = True
    body.pop(without, None)
    with pytest.raises(InvalidInput, match="tile 3 is dropped") as refused:
        from_json(body)
    assert (refused.value.code, refused.value.pointer) == ("bad_json", "/tiles/3/dropped")
    body = wire(winner)
    body["tiles"][3] |= {"dropped": True, "group": None}
    with pytest.raises(InvalidInput, match="tile 3 is dropped, and yet group 0 lists it"):
        from_json(body)
    body["groups"][0]["tiles"].remove(3)
    assert compact(correct(from_json(body), []).hand) == "1235678m22p"


def test_groups_that_a_client_changed_are_the_groups(winner: Reading) -> None:
    body = wire(winner)
    body["groups"][0]["tiles"].remove(0)
    body["groups"].append({"role": "other", "tiles": [0]})
    body["tiles"][0]["group"] = 3
    edited = correct(from_json(body), [])
    assert compact(edited.hand) == "2345678m22p"
    assert "odd_count" in codes(edited)


@pytest.mark.parametrize("seed", range(40))
def test_an_untouched_reading_comes_back_unchanged(seed: int) -> None:
    seen = table(seed)
    reading = reconcile(arrange(seen.detections, seen.width, seen.height), "model")
    assert correct(from_json(wire(reading)), []) == reading


def test_equally_likely_kinds_keep_their_order() -> None:
    found = read("1m 2m 3m 4m 5m 6m 7m 8m 2p 2p 1s 3s 5s")
    even = {"5s": 0.3334, "4s": 0.3333, "6s": 0.3333}
    seen = [replace(tile.detection, scores=scores_of(even), found=0.9) for tile in found.tiles]
    layout = arrange(seen, 900, 300)
    reading = reconcile(layout)
    assert [kind for kind, _ in reading.tiles[0].seen] == ["4s", "5s", "6s"]
    assert correct(from_json(wire(reading)), []) == reading
