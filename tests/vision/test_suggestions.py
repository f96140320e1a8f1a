"""What one tap applies: a doubt's suggestion answers it, and never makes a hand of a count that no hand has."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.world.laid import TEN, codes, frame, read, suggested, tiles, wire
from tests.world.tables import table
from vision.doubts.steps import moving, numbered
from vision.layout.arrange import arrange
from vision.read.reconcile import Overrides, reconcile
from vision.table.pricing import Pricer
from vision.types import BACK, CLASSES, OTHER, Box, Detection, Doubt, Group, Move, Reading, Role
from vision.wire.readings import correct, from_json

TABLES = range(5_300_000, 5_300_150)
ASKED_BY_ITSELF = ("low_confidence", "changed", "fifth_copy", "not_in_set", "face_down", "left_out", "duplicate")
PRICER = Pricer()


@pytest.fixture(scope="module")
def readings() -> dict[int, Reading]:
    tables = {seed: table(seed) for seed in TABLES}
    return {n: reconcile(arrange(seen.detections, seen.width, seen.height)) for n, seen in tables.items()}


def possible(reading: Reading) -> bool:
    """Does a hand have so many tiles? One of which nothing is seen lies elsewhere."""
    value = PRICER.value(reading.hand, reading.melds, reading.winning_tile)
    return value.state != "miscounted" or (not reading.hand and reading.winning_tile is None)


def the(code: str, reading: Reading) -> Doubt:
    (doubt,) = (doubt for doubt in reading.doubts if doubt.code == code)
    return doubt


def told(reading: Reading, doubt: Doubt) -> Reading:
    return correct(from_json(wire(reading)), suggested(doubt))


def test_what_is_suggested_answers_the_doubt_and_leaves_a_count_that_a_hand_has(readings: dict[int, Reading]) -> None:
    tried: Counter[str] = Counter()
    for seed, reading in readings.items():
        for doubt in (doubt for doubt in reading.doubts if doubt.suggestion):
            after = told(reading, doubt)
            assert (doubt.code, doubt.tiles) not in [(d.code, d.tiles) for d in after.doubts], (seed, doubt)
            assert possible(after) or not possible(reading), (seed, doubt)
            tried[doubt.code] += 1
    assert tried["low_confidence"] > 20, tried
    assert tried["left_out"] > 20, tried


def test_a_suggested_name_is_a_tile_of_the_set_or_a_back_of_a_kong(readings: dict[int, Reading]) -> None:
    for seed, reading in readings.items():
        melds = {i for group in reading.groups if group.role is Role.MELD for i in group.tiles}
        for doubt in reading.doubts:
            for step in (step for step in suggested(doubt) if "kind" in step):
                assert step["kind"] != OTHER, (seed, doubt)
                assert step["kind"] != BACK or step["tile"] in melds, (seed, doubt)


def test_whether_a_tile_is_there_and_what_it_is_is_asked_once(readings: dict[int, Reading]) -> None:
    for seed, reading in readings.items():
        asked: Counter[int] = Counter()
        for doubt in reading.doubts:
            if doubt.code in ASKED_BY_ITSELF and (len(doubt.tiles) == 1 or doubt.code == "low_confidence"):
                asked.update(doubt.tiles)
        assert all(times == 1 for times in asked.values()), (seed, asked)


# Where a tile goes that was left out


def look(row: str, faint: int, apart: float = 0.0) -> Reading:
    """A photo in which one tile was hardly seen; `apart`: so many tile widths above its place."""
    found = tiles(row)
    one, box = found[faint], found[faint].box
    box = replace(box, y1=box.y1 - 60 * apart, y2=box.y2 - 60 * apart)
    found[faint] = replace(one, box=box, found=0.2, scores=tuple(0.4 * score for score in one.scores))
    return reconcile(arrange(found, *frame(found)))


PONG = "5s 5s~ 5s"


@pytest.mark.parametrize(
    ("reading", "steps"),
    [
        (look(f"{TEN} 2p . {PONG}", 10), [("move", "hand")]),  # one more than a hand that waits: to throw
        (look(f"{TEN} . . 9m . {PONG}", 10), [("move", "winning")]),
        (look(f"{TEN} . {PONG}", 4), [("move", "hand")]),  # a hand that lacks one
        (look(f"{TEN} 2p . . 9s . {PONG}", 10), [("drop", None)]),  # with the winning tile beside it a hand has no more
        (look(f"{TEN} . {PONG} 9p", 13), [("move", "meld"), ("set", "5s")]),  # who takes it for the fourth names it
    ],
    ids=["hand that waits", "apart", "one short", "full", "fourth"],
)
def test_a_tile_hardly_seen_goes_where_a_hand_has_room(reading: Reading, steps: list[tuple[str, str | None]]) -> None:
    (doubt,) = (d for d in reading.doubts if d.code == "left_out")
    assert [(step["op"], step.get("role", step.get("kind"))) for step in suggested(doubt)] == steps
    after = told(reading, doubt)
    assert possible(after)
    assert "left_out" not in codes(after)


def twice(row: str, i: int) -> Reading:
    """A photo in which one tile has two boxes."""
    found = tiles(row)
    box = found[i].box
    twin = Detection(Box(box.x1 + 20, box.y1, box.x2 + 20, box.y2), found[i].scores, 0.5, found[i].turns)
    return reconcile(arrange([*found, twin], *frame(found)))


@pytest.mark.parametrize(
    ("row", "i", "step", "worth"),
    [
        (f"{TEN} . {PONG}", 4, None, None),  # the count is right without it
        (f"{TEN[3:]} . {PONG}", 4, "hand", "hand"),
        (f"{TEN} . . 9m . {PONG}", 4, None, None),
        (f"{TEN} . {PONG}", 12, "meld", "units"),
        (f"{TEN} . 5s 5s 5s~ 5s", 13, None, None),  # a kong has no fifth
    ],
)
def test_a_second_box_of_a_tile_is_another_one_only_where_one_is_lacking(
    row: str, i: int, step: str | None, worth: str | None
) -> None:
    reading = twice(row, i)
    assert reading.tiles[-1].again == i
    asked = [(suggested(d)[0].get("role"), d.worth.changes) for d in reading.doubts if d.code == "duplicate"]
    assert asked == ([(step, worth)] if step else [])
    for doubt in (d for d in reading.doubts if d.code == "duplicate"):
        assert "还" in doubt.message
        after = told(reading, doubt)
        assert possible(after)
        assert "duplicate" not in codes(after)


# Tiles of the hand that lie otherwise


@pytest.mark.parametrize(
    ("row", "i", "melds"),
    [
        ("1m 2m 3m 9m 9m~ 9m 4m 5m 6m 2p 2p 7s 8s", 4, ["9m"]),
        ("1m 2m 3m 4m 5m 6m 7m 8m 9m 2p 2p 7s~ 8s", 11, []),
    ],
)
def test_a_sideways_tile_of_a_hand_that_only_waits_is_no_winning_tile(row: str, i: int, melds: list[str]) -> None:
    reading = read(row)
    (doubt,) = (d for d in reading.doubts if d.code == "sideways")
    assert doubt.tiles == (i,)
    after = told(reading, doubt)
    assert after.winning_tile is None
    assert [str(meld.tile) for meld in after.melds] == melds


@pytest.mark.parametrize(("row", "won"), [(f"{TEN} 5s 6s", False), (f"{TEN} 5s 6s 9p", True)])
def test_a_tile_of_the_hand_that_lies_apart_has_won_only_where_the_hand_waits_without_it(row: str, won: bool) -> None:
    seen = tiles("_ _ _ 4s", row, apart=3)
    hand = Group(Role.HAND, tuple(range(len(seen))))
    reading = reconcile(arrange(seen, *frame(seen)), overrides=Overrides(groups=(hand,)))
    (doubt,) = (d for d in reading.doubts if d.code == "apart")
    assert bool(doubt.suggestion) is won
    assert ("胡" in doubt.message) is won


# Groups


def test_what_is_suggested_goes_by_the_numbers_that_corrections_gave_groups() -> None:
    """A number that the player has used is that of his group, not of a new one in that place."""
    first = read("1m 2m 3m 9m 9m~ 9m 4m 5m 6m 2p 2p 2p 8s")
    taken = len(first.groups) + 1
    reading = correct(first, [{"op": "move", "tiles": [9, 10, 11], "role": "meld", "group": taken}])
    after = told(reading, the("sideways", reading))
    assert sorted(str(meld.tile) for meld in after.melds) == ["2p", "9m"]
    hand = correct(first, [{"op": "move", "tiles": list(range(13)), "role": "hand", "group": taken}])
    number = hand.groups[-1].number
    assert number == taken
    (step,) = numbered(moving([0], Role.HAND, len(hand.groups) - 1), hand.groups)
    assert isinstance(step, Move)
    assert step.group == number


# Names


def test_no_honour_is_suggested_but_another_tile_of_the_set_if_the_eye_thought_of_one() -> None:
    (doubt,) = read(f"{TEN} . . 9m?E . {PONG}").doubts
    assert (doubt.code, doubt.tiles, doubt.suggestion) == ("low_confidence", (10,), ())
    assert "字牌" in doubt.message
    seen = tiles(f"{TEN} . . 9m?E . {PONG}")
    likely = {"9m": 0.5, OTHER: 0.4, "6m": 0.05}
    seen[10] = replace(seen[10], scores=tuple(likely.get(kind, 0.0) for kind in CLASSES))
    (doubt,) = reconcile(arrange(seen, *frame(seen))).doubts
    assert suggested(doubt) == [{"op": "set", "tile": 10, "kind": "6m"}]
    assert "六万" in doubt.message


@pytest.mark.parametrize("found", [0.9, 0.6])
def test_a_winning_tile_hardly_seen_is_not_asked_about_by_name_besides(found: float) -> None:
    seen = tiles(f"{TEN} . . 9m?6m . {PONG}")
    seen[10] = replace(seen[10], found=found)
    (doubt,) = reconcile(arrange(seen, *frame(seen))).doubts
    assert (doubt.code, doubt.tiles) == ("low_confidence" if found > 0.8 else "winning_unsure", (10,))


def test_another_way_to_see_three_alike_is_not_asked_about_besides() -> None:
    reading = read("1m 1m 1m~ 2m 3m 4m 5m 6m 7m 8m 9m 9m 9m")
    assert codes(reading) == ["parted"]
    assert reading.doubts[0].worth.changes != "nothing"


def test_melds_that_were_told_are_not_taken_apart_again() -> None:
    reading = read("1s 2s 3s 5p 5p 6s 7s . 7m 7m 7m # 3m 3m 3m")  # the tile face down is of either kong
    (doubt,) = reading.doubts
    assert doubt.code == "other_reading"
    after = told(reading, doubt)
    assert {meld.tile for meld in after.melds if meld.kind == "concealed"} == {
        meld.tile for meld in reading.melds if meld.kind == "pong"
    }
    assert after.doubts == ()


@pytest.mark.parametrize("odd", [0, 1, 2])
@pytest.mark.parametrize(("at", "fed_by"), [(0, "left"), (1, "opposite"), (2, "right")])
def test_a_kong_with_one_on_top_keeps_its_feeder_when_a_tile_is_taken_out(odd: int, at: int, fed_by: str) -> None:
    meld = [("6s?5s" if k == odd else "5s") + ("~" if k == at else "") for k in range(3)]
    reading = read("_ " * 10 + ". " + "_ " * at + "5s~", f"{TEN} . {' '.join(meld)}", apart=1.1)
    after = told(reading, the("changed", reading))
    later = correct(from_json(wire(after)), [{"op": "set", "tile": 1, "kind": "1m"}])
    without = correct(reading, [{"op": "move", "tiles": [0], "role": "hand", "group": 0}])
    for pong in (after, later, without):
        assert [(m.kind, str(m.tile), m.fed_by) for m in pong.melds] == [("pong", "5s", fed_by)]
