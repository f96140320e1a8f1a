"""A hand is settled where all of it was read; what was told against the photo, or read against the eye, is said."""

from __future__ import annotations

from typing import Any

import pytest

from api.answers import score_answer, waits_answer
from vision.types import Reading
from vision.wire import readings

RULES = {"rules": "guizhou"}
HAND = ("1m", "1m", "2m", "3m", "4m", "5m", "6m")
PONG, KONG = ("9s", "9s", "9s"), ("back", "5p", "5p", "back")


def table(hand: tuple[str, ...] = HAND, winning: tuple[str, ...] = (), *melds: tuple[str, ...], **more: Any) -> Reading:
    """Tiles as they lie, said by the player, and what follows from them."""
    tiles: list[dict[str, Any]] = []
    groups: list[dict[str, Any]] = []
    for row, (role, kinds) in enumerate([("hand", hand), ("winning", winning), *(("meld", meld) for meld in melds)]):
        start = len(tiles)
        for at, kind in enumerate(kinds):
            box = [40 + at * 40, 20 + row * 70, 78 + at * 40, 72 + row * 70]
            tiles.append({"tile": kind, "box": box, "confidence": 1, "said": True})
        if kinds:
            groups.append({"role": role, "tiles": list(range(start, len(tiles))), "said": True})
    return readings.correct(
        readings.from_json({"width": 800, "height": 500, "tiles": tiles, "groups": groups} | more), []
    )


def assumed(reading: Reading, code: str, **facts: Any) -> list[tuple[Any, str, str]]:
    settlement = score_answer(reading, RULES | facts)["settlement"]
    return [(one["value"], one["message"], one["message_en"]) for one in settlement["assumed"] if one["code"] == code]


def test_the_hand_without_a_fault_is_settled() -> None:
    waiting = score_answer(table(HAND, (), PONG, KONG), RULES)
    assert (waiting["problem"], waiting["settlement"]["balance"]) == (None, [3, -1, -1, -1])
    won = score_answer(table(HAND, ("7m",), PONG, KONG), RULES)
    assert (won["problem"], won["judge"]["wins"]) == (None, True)


@pytest.mark.parametrize(("kind", "why"), [("other", "is not read as one of the 27 kinds"), ("back", "lies face down")])
@pytest.mark.parametrize("winning", [(), ("7m",)])
def test_a_tile_that_was_not_read_makes_no_miscount(kind: str, why: str, winning: tuple[str, ...]) -> None:
    reading = table((*HAND[:6], kind), winning, PONG, KONG)
    answer = score_answer(reading, RULES)
    problem = answer.pop("problem")
    assert (problem["code"], problem["pointer"], problem["detail"]) == (
        "bad_tile",
        "photo",
        f"tile 6 {why}: say what it is",
    )
    assert (answer["settlement"], answer["judge"], answer["waits"]) == (None, None, None)
    waiting = waits_answer(reading, "guizhou", None)
    assert (waiting["waits"], waiting["problem"]) == (None, problem)


def test_tiles_that_were_not_read_are_tiles_too_many() -> None:
    answer = score_answer(table((*HAND, "back", "other"), ("7m",), PONG, KONG), RULES)
    assert (answer["settlement"], answer["judge"], answer["waits"]) == (None, None, None)
    assert answer["problem"]["detail"] == (
        "tile 7 lies face down, tile 8 is not read as one of the 27 kinds: say what it is; "
        "9 tiles lie in the hand beside the winning tile, and a hand with 2 melds has 7"
    )


def test_a_hand_of_which_nothing_was_read_is_no_empty_hand() -> None:
    assert score_answer(table(("back",) * 13), RULES)["problem"]["code"] == "bad_tile"


def test_a_winning_tile_that_was_not_read_may_be_told() -> None:
    reading = table(HAND, ("other",), PONG, KONG)
    answer = score_answer(reading, RULES)
    assert (answer["settlement"], answer["problem"]["detail"][:8]) == (None, "tile 7 i")
    assert [wait["tile"] for wait in answer["waits"]["waits"]] == ["1m", "4m", "7m"]
    told = score_answer(reading, RULES | {"wins": [{"seat": 0, "by": "self_draw", "tile": "7m"}]})
    assert told["problem"] is None
    assert (
        told["settlement"]
        == score_answer(
            table(HAND, ("7m",), PONG, KONG), RULES | {"wins": [{"seat": 0, "by": "self_draw", "tile": "7m"}]}
        )["settlement"]
    )


@pytest.mark.parametrize("meld", [("9s", "9s", "4p"), ("9s", "9s", "9s", "4p"), ("9s", "9s"), ("9s", "9s", "other")])
def test_tiles_laid_as_a_meld_that_are_none_make_no_miscount(meld: tuple[str, ...]) -> None:
    answer = score_answer(table(HAND, ("7m",), meld, KONG), RULES)
    assert (answer["settlement"], answer["judge"], answer["waits"]) == (None, None, None)
    assert (answer["problem"]["code"], answer["problem"]["pointer"]) == ("bad_meld", "photo")
    assert f"lie as a meld, but {' '.join(meld)} are none" in answer["problem"]["detail"]


def test_no_second_winning_tile_is_left_out_silently() -> None:
    answer = score_answer(table(HAND, ("7m", "8p"), PONG, KONG), RULES)
    assert (answer["settlement"], answer["judge"], answer["waits"]) == (None, None, None)
    assert answer["problem"]["detail"] == "2 tiles lie as the winning tile, 7m 8p; there is one"


def test_a_true_miscount_stays_one() -> None:
    reading = table(HAND[:6], (), PONG, KONG)
    answer = score_answer(reading, RULES)
    assert (answer["problem"], answer["settlement"]["balance"]) == (None, [-6, 2, 2, 2])
    assert assumed(reading, "miscounted") == [
        (6, "手牌6张，应为7张，算相公", "6 tiles in hand, where 7 belong: taken as a miscount")
    ]
    assert waits_answer(reading, "guizhou", None)["waits"]["miscounted"] is True


def test_a_kind_that_the_eye_did_not_see_first_is_said() -> None:
    """Of five that look like 1m, the one that may be 2m is taken for it."""
    kinds = ("1m", "1m", "1m", "1m", "1m", "3m", "4m", "6p", "6p", "7s", "7s", "8s", "8s")
    seen = [{"1m": 0.6, "2m": 0.4} if at == 0 else {k: 0.9} for at, k in enumerate(kinds)]
    tiles = [
        {
            "tile": kind,
            "box": [40 + at * 40, 20, 78 + at * 40, 72],
            "confidence": max(seen[at].values()),
            "seen": seen[at],
        }
        for at, kind in enumerate(kinds)
    ]
    groups = [{"role": "hand", "tiles": list(range(13))}]
    reading = readings.correct(readings.from_json({"width": 800, "height": 500, "tiles": tiles, "groups": groups}), [])
    assert str(reading.tiles[0].kind) == "2m"
    assert assumed(reading, "changed") == [
        ("2m", "有一张看着像一万，按二万算", "tile 0 looks like 1m and is taken as 2m")
    ]
    said = readings.correct(reading, [{"op": "set", "tile": 0, "kind": "2m"}])
    assert assumed(said, "changed") == []


def test_another_winning_tile_than_the_one_apart_is_said() -> None:
    win = {"seat": 0, "by": "self_draw"}
    reading = table(HAND, ("7m",), PONG, KONG)
    assert assumed(reading, "winning_tile", wins=[win | {"tile": "4m"}]) == [
        ("4m", "照片里单放着七万，按说的胡四万算", "7m lies apart: taken as won on 4m, as told")
    ]
    assert assumed(reading, "winning_tile", wins=[win | {"tile": "7m"}]) == []
    assert assumed(reading, "winning_tile", wins=[win]) == []


def test_a_winning_tile_of_nobody_who_won_is_said() -> None:
    assert assumed(table(HAND, ("7m",), PONG, KONG), "winning_tile", wins=[]) == [
        (None, "照片里单放着七万，可东家没胡：这张没算", "7m lies apart, but seat 0 did not win: it is left out")
    ]


def test_a_meld_told_larger_or_smaller_than_it_lies_is_said() -> None:
    reading = table(HAND, ("7m",), PONG, KONG)
    told = [{"tile": "9s", "kind": "exposed", "from": 1}, {"tile": "5p", "kind": "pong", "from": 2}]
    assert assumed(reading, "meld", players=[{"melds": told}, {}, {}, {}]) == [
        ("exposed", "照片里九条是碰，按说的明杠算", "the photo shows the 9s as pong: taken as exposed kong, as told"),
        ("pong", "照片里五筒是暗杠，按说的碰算", "the photo shows the 5p as concealed kong: taken as pong, as told"),
    ]
    told = [{"tile": "9s", "kind": "pong", "from": 1}, {"tile": "5p", "kind": "added", "from": 2}]
    assert assumed(reading, "meld", players=[{"melds": told}, {}, {}, {}]) == []
