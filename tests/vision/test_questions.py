"""What doubts ask: a tap does what the message says, counts are of all that lies there, and nothing is asked twice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.tiles import Tile, parse_tiles
from tests.world.laid import TEN, WINNER, codes, frame, photo, read, suggested, tiles, wire
from tests.world.tables import table
from vision.doubts.words import kind_zh
from vision.layout.arrange import arrange
from vision.read.reconcile import Overrides, reconcile
from vision.table.pricing import Pricer
from vision.types import CLASSES, OTHER, Box, Doubt, Group, Reading, Role
from vision.wire.readings import correct, from_json

TABLES = range(5_300_000, 5_300_150)
PRICER = Pricer()
WAITS = f"{TEN} . 5s 5s~ 5s"
KONG = "5s 6s 7s 8s 8s 8s 2p"


@pytest.fixture(scope="module")
def readings() -> dict[int, Reading]:
    tables = {seed: table(seed) for seed in TABLES}
    return {n: reconcile(arrange(seen.detections, seen.width, seen.height)) for n, seen in tables.items()}


def the(code: str, reading: Reading) -> Doubt:
    (doubt,) = (doubt for doubt in reading.doubts if doubt.code == code)
    return doubt


def told(reading: Reading, doubt: Doubt) -> Reading:
    return correct(from_json(wire(reading)), suggested(doubt))


def grouped(*rows: str, **roles: tuple[int, ...]) -> Reading:
    """Such a photo whose groups the player has told."""
    layout = photo(*rows)
    groups = tuple(Group(Role(name.rstrip("_")), members, by_user=True) for name, members in roles.items())
    return reconcile(layout, overrides=Overrides(groups=groups))


def seen_as(row: str, i: int, shares: dict[str, float]) -> Reading:
    """Such a photo in which the eye has scored one tile so."""
    found = tiles(row)
    found[i] = replace(found[i], scores=tuple(shares.get(kind, 0.0) for kind in CLASSES))
    return reconcile(arrange(found, *frame(found)))


# On many tables


def test_a_kind_that_a_tap_sets_is_named_in_both_languages(readings: dict[int, Reading]) -> None:
    steps = [(doubt, step) for r in readings.values() for doubt in r.doubts for step in suggested(doubt)]
    named = [(doubt, str(step["kind"])) for doubt, step in steps if step["op"] == "set"]
    assert len(named) > 30
    for doubt, kind in named:
        assert kind_zh(CLASSES.index(kind)) in doubt.message, doubt
        assert kind in doubt.message_en, doubt


def test_a_tap_that_seems_harmless_leaves_the_hand_at_its_worth(readings: dict[int, Reading]) -> None:
    for seed, reading in readings.items():
        for doubt in (doubt for doubt in reading.doubts if doubt.suggestion and doubt.worth.changes == "nothing"):
            values = [PRICER.value(r.hand, r.melds, r.winning_tile) for r in (reading, told(reading, doubt))]
            assert values[0] == values[1], (seed, doubt)


@pytest.mark.parametrize(
    ("words", "role"),
    [("是胡的牌吗", "winning"), ("会不会是手牌", "hand"), ("是这家的牌吗", "hand"), ("是杠的第四张", "meld")],
)
def test_the_same_question_always_has_the_same_tap(readings: dict[int, Reading], words: str, role: str) -> None:
    asked = [doubt for r in readings.values() for doubt in r.doubts if words in doubt.message and doubt.suggestion]
    assert asked
    assert {suggested(doubt)[0]["role"] for doubt in asked} == {role}


# Counts


@pytest.mark.parametrize(
    ("row", "steps", "count"),
    [
        (WAITS, [{"op": "set", "tile": 0, "kind": "back"}], None),  # it lies there
        (WAITS, [{"op": "set", "tile": 0, "kind": "other"}], None),
        (WINNER, [{"op": "set", "tile": 0, "kind": "back"}], None),
        (WINNER, [{"op": "add", "box": [10, 10, 60, 80], "kind": "back", "group": 0}], 11),
        (WINNER, [{"op": "add", "box": [10, 10, 60, 80], "kind": "other", "group": 0}], 11),
        (WAITS, [{"op": "move", "tiles": [*range(13)], "role": "hand", "group": 0}], None),
        (WINNER, [{"op": "move", "tiles": [*range(14)], "role": "hand", "group": 0}], None),
    ],
)
def test_what_lies_face_down_or_is_no_kind_is_a_tile_that_lies_there(
    row: str, steps: list[dict[str, object]], count: int | None
) -> None:
    reading = correct(read(row), steps)
    assert ("odd_count" in codes(reading)) is (count is not None)
    if count is not None:
        doubt = the("odd_count", reading)
        assert f"手牌{count}张，应为10张" in doubt.message
        assert "odd_count" not in codes(told(reading, doubt))


@pytest.mark.parametrize("winning", [Tile.M1, Tile.M2])
def test_a_winning_tile_beside_a_hand_that_lacks_one_is_a_miscount(winning: Tile) -> None:
    assert PRICER.value(parse_tiles("234567m22p3452s"), (), winning).state == "miscounted"


def test_fifteen_tiles_two_of_them_face_down_are_too_many() -> None:
    row = "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p # # 5s"
    assert "手牌15张，应为13张" in the("odd_count", grouped(row, hand=tuple(range(15)))).message


def test_a_tile_of_no_kind_is_not_dropped_from_a_hand_of_the_right_count() -> None:
    doubt = the("not_in_set", correct(read(WAITS), [{"op": "set", "tile": 3, "kind": "other"}]))
    assert doubt.suggestion == ()
    likely = the("not_in_set", seen_as(WAITS, 3, {OTHER: 0.8, "7s": 0.1}))
    assert suggested(likely) == [{"op": "set", "tile": 3, "kind": "7s"}]
    assert "第4张" in likely.message
    assert "七条" in likely.message


def test_a_box_that_the_player_says_is_none_is_not_asked_for_as_a_gap() -> None:
    seen = [one for i, one in enumerate(tiles(WAITS)) if i != 4]
    assert "gap" in codes(reconcile(arrange(seen, *frame(seen))))
    assert "gap" not in codes(correct(read(WAITS), [{"op": "drop", "tile": 4}]))


# Melds


@pytest.mark.parametrize(
    ("row", "steps", "taps", "words"),
    [
        (  # named otherwise by the player: his word is put in question, the pong stays
            WAITS,
            [{"op": "set", "tile": 10, "kind": "9p"}],
            ({"op": "set", "tile": 10, "kind": "5s"},),
            ("是五条吗", "is tile 10 5s"),
        ),
        (  # a hand that lacks one
            WAITS,
            [{"op": "set", "tile": 3, "kind": "4m"}, {"op": "move", "tiles": [3], "role": "meld", "group": 1}],
            ({"op": "move", "role": "hand", "group": 0, "tiles": [3]},),
            ("（四万）是手牌吗", "is tile 3 one of the hand"),
        ),
        (  # a hand that is complete
            WINNER,
            [{"op": "add", "box": [10, 10, 60, 80], "kind": "3m", "group": 2}],
            ({"op": "move", "tiles": [14], "role": "other"},),
            ("（三万）不是这家的吗", "is tile 14 none of the player's"),
        ),
        (WAITS, [{"op": "drop", "tile": 10}], (), ("2张不成一副", "2 tiles")),  # the hand has no room for them
        (  # what the player has put there stays there
            f"{TEN} . 1p 7m 9s",
            [{"op": "move", "tiles": [10, 11, 12], "role": "meld"}],
            (),
            ("不是同一种牌", "not all the same"),
        ),
    ],
    ids=["named", "lacking", "complete", "two", "told"],
)
def test_only_the_tile_that_is_unlike_the_others_of_a_meld_is_put_in_question(
    row: str, steps: list[dict[str, object]], taps: tuple[dict[str, object], ...], words: tuple[str, str]
) -> None:
    reading = correct(read(row), steps)
    doubt = the("mixed_meld", reading)
    assert suggested(doubt) == list(taps)
    assert words[0] in doubt.message
    assert words[1] in doubt.message_en
    if taps:
        assert [str(meld.tile) for meld in told(reading, doubt).melds] == ["5s"]


def test_the_others_of_a_meld_follow_the_player_where_the_eye_thought_of_it() -> None:
    reading = correct(read(f"{TEN} . 5s 5s?6s~ 5s?6s"), [{"op": "set", "tile": 10, "kind": "6s"}])
    doubt = the("mixed_meld", reading)
    assert suggested(doubt) == [{"op": "set", "tile": i, "kind": "6s"} for i in (11, 12)]
    assert "都是六条吗" in doubt.message


def test_the_last_of_a_meld_follows_two_that_the_player_has_named() -> None:
    reading = correct(read(WAITS), [{"op": "set", "tile": i, "kind": "9p"} for i in (10, 11)])
    doubt = the("mixed_meld", reading)
    assert suggested(doubt) == [{"op": "set", "tile": 12, "kind": "9p"}]
    assert "第3张是九筒吗" in doubt.message


def test_three_tiles_face_down_lack_one_and_four_are_a_kong() -> None:
    three = grouped(f"{TEN} . # # #", hand=tuple(range(10)), meld=(10, 11, 12))
    assert "3张扣着" in the("short_meld", three).message
    assert "hidden_kong" not in codes(three)
    four = grouped(f"{TEN} . # # # #", hand=tuple(range(10)), meld=(10, 11, 12, 13))
    assert "四张都扣着" in the("hidden_kong", four).message
    five = grouped(f"{TEN} . # # # # #", hand=tuple(range(10)), meld=(10, 11, 12, 13, 14))
    assert "short_meld" not in codes(five)
    assert "5张不成一副" in the("mixed_meld", five).message


def test_a_tile_of_no_kind_leaves_a_meld_that_is_none_whatever_its_number() -> None:
    reading = grouped(f"{TEN} . 5s 6s E", hand=tuple(range(10)), meld=(10, 11, 12))
    assert "不成碰也不成杠" in the("mixed_meld", reading).message


def test_what_touches_the_winning_tile_is_not_said_to_touch_the_hand() -> None:
    found = tiles(f"{TEN} . . 9m E . . 5s 5s~ 5s")
    hand, won = Group(Role.HAND, tuple(range(10))), Group(Role.WINNING, (10,))
    groups = (hand, won, Group(Role.MELD, (12, 13, 14)), Group(Role.OTHER, (11,)))
    doubt = the("left_out", reconcile(arrange(found, *frame(found)), overrides=Overrides(groups=groups)))
    assert doubt.tiles == (11,)
    assert "挨着胡的牌" in doubt.message


def test_whether_one_of_a_kong_is_lacking_is_asked_once() -> None:
    reading = correct(read(f"{TEN} . # 5s 5s #"), [{"op": "drop", "tile": 12}])
    doubt = the("short_meld", reading)
    assert "碰" not in doubt.message
    assert "五条" in doubt.message


def test_four_tiles_of_no_kind_are_no_kong() -> None:
    hand = Overrides(groups=(Group(Role.HAND, (0, 1, 2, 3)),))
    assert "parted" in codes(reconcile(photo("4m 4m 4m 4m"), overrides=hand))
    assert "parted" not in codes(reconcile(photo("E E E E"), overrides=hand))


def test_a_fourth_that_looks_otherwise_may_be_taken_out_of_a_kong() -> None:
    reading = correct(read(WAITS), [{"op": "move", "tiles": [3], "role": "meld", "group": 1}])
    doubt = the("changed", reading)
    assert "四万" in doubt.message
    assert "手牌" in doubt.message
    assert codes(told(reading, doubt)) == []


# Names


def test_a_doubt_about_a_name_is_worth_the_gravest_name_that_it_mentions() -> None:
    row = "1m 2m 3m 7m 8m 3p 3p 4s 5s 6s 7s 8s 9s"
    doubt = the("low_confidence", seen_as(row, 4, {"8m": 0.6, "6m": 0.3, "2m": 0.02}))
    assert suggested(doubt) == [{"op": "set", "tile": 4, "kind": "6m"}]
    assert (doubt.worth.changes, "或者二万" in doubt.message, "2m" in doubt.message_en) == ("hand", True, True)
    without = the("low_confidence", seen_as(row, 4, {"8m": 0.6, "6m": 0.3}))
    assert (without.worth.changes, "或者" in without.message) == ("wait", False)


def test_tiles_of_which_the_same_is_asked_are_told_apart_by_where_they_lie() -> None:
    row = "1m 2m 3m 7m 8m 3p 3p 4s 5s 6s # # 9s"
    reading = grouped(row, hand=tuple(range(13)))
    messages = [doubt.message for doubt in reading.doubts if doubt.code == "face_down"]
    assert messages == ["手牌左起第11张扣着", "手牌左起第12张扣着"]
    won = grouped(f"{TEN} . . # . 5s 5s~ 5s", hand=tuple(range(10)), winning=(10,), meld=(11, 12, 13))
    assert the("face_down", won).message == "胡的牌扣着"


def test_a_second_box_of_a_tile_that_shows_another_kind_is_named() -> None:
    found = tiles(f"{TEN} . 5s 5s~ 5s 8m")
    box = found[4].box
    found[13] = replace(found[13], box=Box(box.x1 + 20, box.y1, box.x2 + 20, box.y2), found=0.5)
    doubt = the("duplicate", reconcile(arrange(found, *frame(found))))
    assert "五万" in doubt.message
    assert "八万" in doubt.message
    assert "8m" in doubt.message_en


@pytest.mark.parametrize(
    "step",
    [
        {"op": "move", "tiles": [12], "role": "hand", "group": 0},
        {"op": "move", "tiles": [12], "role": "winning"},
        {"op": "move", "tiles": [10, 11], "role": "meld"},
    ],
)
def test_a_name_that_nothing_is_settled_with_changes_whether_it_is_a_hand(step: dict[str, object]) -> None:
    """It is asked of one tile face down, or of tiles that make no meld: neither name will do."""
    (doubt,) = (d for d in correct(read(f"{TEN} . . # # E?# #"), [step]).doubts if d.tiles == (12,))
    assert (doubt.code, doubt.worth.changes) == ("changed", "hand")
