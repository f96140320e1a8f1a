"""The samples: their truth agrees with itself, with the pictures and with the rules engine."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from datasets.pictures import opened
from datasets.samples import FOLDER, SAMPLES, taken
from scoring.house.sheet import rules_for
from scoring.patterns import best, waits
from scoring.table import Meld
from scoring.terms import MeldKind
from scoring.tiles import parse_tile, parse_tiles

TRUTH: dict[str, dict[str, Any]] = json.loads((FOLDER / "truth.json").read_text(encoding="utf-8"))
NAMES = sorted(TRUTH)
KINDS = {kind.value: kind for kind in MeldKind}


def test_every_picture_has_its_truth_and_is_small() -> None:
    assert {make.__name__ + ".jpg" for make in SAMPLES} == set(TRUTH)
    for name in NAMES:
        data = (FOLDER / name).read_bytes()
        assert len(data) < 250_000, name
        height, width = opened(FOLDER / name).shape[:2]
        assert (width, height) == (TRUTH[name]["width"], TRUTH[name]["height"])


@pytest.mark.parametrize("make", SAMPLES, ids=lambda make: make.__name__)
def test_the_command_writes_the_committed_truth_again(make: Any) -> None:
    data, truth = taken(make())
    assert json.loads(json.dumps(truth)) == TRUTH[make.__name__ + ".jpg"]
    assert data[:2] == b"\xff\xd8"


@pytest.mark.parametrize("name", NAMES)
def test_hand_and_melds_are_what_lies_there_and_no_kind_lies_five_times(name: str) -> None:
    truth = TRUTH[name]
    groups = [[truth["tiles"][k]["tile"] for k in group["tiles"]] for group in truth["groups"]]
    roles = [group["role"] for group in truth["groups"]]
    assert sorted(k for group in truth["groups"] for k in group["tiles"]) == list(range(len(truth["tiles"])))
    hand = [tile for role, tiles in zip(roles, groups, strict=True) if role == "hand" for tile in tiles]
    assert sorted(hand) == sorted(map(str, parse_tiles(truth["hand"])))
    winning = [tile for role, tiles in zip(roles, groups, strict=True) if role == "winning" for tile in tiles]
    assert winning == ([truth["winning_tile"]] if truth["winning_tile"] else [])
    held = Counter(tile for tiles in groups for tile in tiles if tile != "back")
    for meld in truth["melds"]:
        shown = groups[meld["group"]]
        assert len(shown) == (3 if meld["kind"] == "pong" else 4)
        assert set(shown) - {"back"} == {meld["tile"]}
        assert shown.count("back") == (2 if meld["kind"] == "concealed" else 0)
        held[meld["tile"]] += shown.count("back")
    assert max(held.values()) <= 4


@pytest.mark.parametrize("name", NAMES)
def test_the_engine_says_what_the_truth_says(name: str) -> None:
    truth = TRUTH[name]
    rules = rules_for(truth["rules"], {})
    seats = {"left": 3, "opposite": 2, "right": 1, None: None}
    melds = [Meld(KINDS[meld["kind"]], parse_tile(meld["tile"]), seats[meld["fed_by"]]) for meld in truth["melds"]]
    hand = parse_tiles(truth["hand"])
    winning = parse_tile(truth["winning_tile"]) if truth["winning_tile"] else None
    whole = (*hand, winning) if winning is not None else hand
    worth = best(whole, melds, winning, rules)
    assert (worth.pattern if worth else None) == truth["pattern"]
    assert [str(wait.tile) for wait in waits(hand, melds, rules)] == (
        truth["waits"] if not winning else [str(wait.tile) for wait in waits(hand, melds, rules)]
    )
    if winning is not None:
        assert winning in [wait.tile for wait in waits(hand, melds, rules)]
