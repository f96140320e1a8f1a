"""Several photos of one round, or one photo of the whole table: every hand that nobody told is taken from them."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from api.answers import round_answer
from api.app import create_app
from scoring import wire
from scoring.errors import InvalidInput
from scoring.tiles import compact, parse_tiles
from tests.api.stubs import OneAfterTheOther, picture, reading_of
from tests.scoring.deals import random_deal
from tests.world.laid import WINNER, read
from vision.types import Owner, Reading
from vision.wire.readings import correct

FED_BY = {1: "right", 2: "opposite", 3: "left"}
THREE = "8m 8m 8m 1p 2p 3p 4p 5p 6p 7s 8s 9s 9s"
THREE_7 = THREE.replace("8m 8m 8m", "8m 8m 7m")
READY = "1s 1s 2s 3s 4s 6p 7p 8p 3m 3m 3m 9p 9p"
MONEY = ("balance", "money", "transfers", "waived", "winners", "ready", "next_dealer", "next_streak")


def ask(route: str, readings: Sequence[Reading], **fields: object) -> dict[str, Any]:
    """Photos with these readings sent to a photo route."""
    data = {name: json.dumps(value) for name, value in fields.items()}
    files = [("photo", ("a.jpg", picture(), "image/jpeg"))] * len(readings)
    with TestClient(create_app(OneAfterTheOther(*readings))) as client:
        answer = client.post(f"/v1/photos/{route}", files=files, data=data)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def seen(answer: Mapping[str, Any]) -> dict[int, str | None]:
    """The hands that were taken from photos, by seat."""
    return {line["seat"]: line["value"] for line in answer["settlement"]["assumed"] if line["code"] == "seen"}


def photo_of(deal: Mapping[str, Any], seat: int) -> Reading:
    """What the photo of a seat shows of a deal."""
    player, wins = deal["players"][seat], [win for win in deal.get("wins", ()) if win["seat"] == seat]
    seats = len(deal["players"])
    melds = [
        {"kind": meld["kind"], "tile": meld["tile"], "group": 0, "fed_by": _fed_by(meld.get("from"), seat, seats)}
        for meld in player["melds"]
    ]
    return reading_of(hand=player["hand"], melds=melds, winning_tile=wins[0]["tile"] if wins else None)


def _fed_by(source: int | None, seat: int, seats: int) -> str | None:
    by = FED_BY if seats == 4 else {1: "right", 2: "left"}
    return None if source is None else by[(source - seat) % seats]


@given(st.integers(0, 100_000), st.randoms(use_true_random=False))
@settings(max_examples=120)
def test_photos_of_all_hands_settle_as_the_deal_does_in_any_order(seed: int, shuffled: random.Random) -> None:
    deal = random_deal(random.Random(seed))
    seats = [seat for seat, player in enumerate(deal["players"]) if player["hand"] is not None]
    assume(seats)
    shuffled.shuffle(seats)
    players = [
        {name: value for name, value in player.items() if seat not in seats or name not in ("hand", "melds")}
        for seat, player in enumerate(deal["players"])
    ]
    facts: dict[str, Any] = {"wins": []} | deal | {"players": players}
    answer = round_answer([photo_of(deal, seat) for seat in seats], seats, facts)
    try:
        truth = wire.settle({"wins": []} | deal)
    except InvalidInput as error:
        assert answer["settlement"] is None
        assert answer["problem"]["code"] in (error.code, "bad_meld", "fifth_copy", "miscounted", "winner_unseen")
        return
    assert answer["problem"] is None
    assert {name: answer["settlement"][name] for name in MONEY} == {name: truth[name] for name in MONEY}
    assert set(seen(answer)) == set(seats) or len(seats) == 1


@given(st.integers(0, 100_000), st.integers(0, 3))
@settings(max_examples=60)
def test_a_told_hand_stays_whatever_its_photo_shows(seed: int, told: int) -> None:
    deal = random_deal(random.Random(seed), "zhuoji")
    if len(deal["players"]) < 4 or any(player["hand"] is None for player in deal["players"]):
        return
    try:
        truth = wire.settle({"wins": []} | deal)
    except InvalidInput:
        return
    others = [seat for seat in range(4) if seat != told]
    players = [deal["players"][s] if s == told else deal["players"][s] | {"hand": None} for s in range(4)]
    wrong = reading_of(hand="147m258p369s1234p", winning_tile=None)
    readings = [*(photo_of(deal, seat) for seat in others), wrong]
    answer = round_answer(readings, [*others, told], {"wins": []} | deal | {"players": players})
    assert answer["problem"] is None
    assert answer["settlement"]["balance"] == truth["balance"]
    assert told not in seen(answer)


def test_four_photos_through_the_door() -> None:
    readings = [read(WINNER), read(READY), read(THREE_7)]
    answer = ask("score", readings, facts={"rules": "zhuoji", "turned": None}, seats=[2, 0, 3])
    assert answer["problem"] is None
    assert len(answer["readings"]) == 3
    assert answer["reading"] == answer["readings"][0]
    assert {seat: seen(answer)[seat] for seat in (0, 3)} == {0: _hand(READY), 3: _hand(THREE_7)}
    assert [winner["seat"] for winner in answer["settlement"]["winners"]] == [2]
    assert answer["judge"]["wins"]
    assert {line["code"] for line in answer["settlement"]["assumed"]} >= {"seen", "unseen", "wins"}


def _hand(row: str) -> str:
    return compact([tile for word in row.split() for tile in parse_tiles(word)])


def test_whose_hand_is_complete_has_won_whichever_photo_it_is_in() -> None:
    readings = [read(READY), read(WINNER)]
    one = ask("score", readings, facts={"rules": "zhuoji", "turned": None}, seats=[0, 1])
    two = ask("score", readings[::-1], facts={"rules": "zhuoji", "turned": None}, seats=[1, 0])
    assert one["settlement"]["balance"] == two["settlement"]["balance"]
    assert [winner["seat"] for winner in one["settlement"]["winners"]] == [1]
    assert one["reading"]["hand"] == _hand(READY)


def test_two_complete_hands_ask_who_won() -> None:
    other = "1s 1s 1s 2s 3s 4s 6s 6s 6s 7p 7p 7p 9s . . 9s"
    answer = ask("score", [read(WINNER), read(other)], facts={"rules": "zhuoji"}, seats=[0, 1])
    assert answer["settlement"] is None
    assert (answer["problem"]["code"], answer["problem"]["pointer"]) == ("bad_facts", "/facts/wins")
    assert "0 and 1" in answer["problem"]["detail"]


def test_a_discard_that_two_win_on_is_taken_out_of_both_hands() -> None:
    first, second = "1m 1m 1m 2m 2m 2m 3m 3m 3m 4m 4m 4m 5s 5s", "1p 1p 1p 6p 6p 6p 8p 8p 8p 7s 7s 7s 5s 5s"
    wins = [{"seat": seat, "by": "discard", "from": 0, "tile": "5s"} for seat in (1, 2)]
    answer = ask("score", [read(second), read(first)], facts={"rules": "zhuoji", "wins": wins}, seats=[2, 1])
    assert answer["problem"] is None
    assert sorted(winner["seat"] for winner in answer["settlement"]["winners"]) == [1, 2]
    assert seen(answer)[2 if answer["settlement"]["winners"][0]["seat"] == 1 else 1] is not None


def test_a_fifth_copy_over_the_photos_is_told_by_read_and_score() -> None:
    readings = [read(THREE), read("8m 8m " + READY[6:])]
    for answer in (
        ask("read", readings, seats=[0, 2]),
        ask("read", readings),
        ask("score", readings, facts={"rules": "zhuoji"}, seats=[0, 2]),
    ):
        doubts = [one["doubts"][0] for one in answer["readings"]]
        assert [doubt["code"] for doubt in doubts] == ["fifth_copy"] * 2
        places = {(place["photo"], place["tile"]) for place in doubts[0]["places"]}
        assert places == {(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)}
        assert [one["ok"] for one in answer["readings"]] == [False, False]
    assert answer["problem"]["code"] == "fifth_copy"


@pytest.mark.parametrize(
    ("seats", "pointer", "named"),
    [
        (None, "seats", "2 photos"),
        ([0], "seats", "[0]"),
        ([0, 0], "/seats/1", "seat 0"),
        ([0, 4], "/seats/1", "seat 4"),
        ([0, -1], "/seats/1", "seat -1"),
        ([0, "1"], "/seats/1", "'1'"),
        (7, "seats", "7"),
        ([1, 2], "/facts/seat", "seat says 0"),
    ],
)
def test_seats_that_cannot_be_are_refused_by_name(seats: object, pointer: str, named: str) -> None:
    fields = {} if seats is None else {"seats": seats}
    facts = {"rules": "zhuoji", **({"seat": 0} if seats == [1, 2] else {})}
    answer = ask("score", [read(READY), read(THREE_7)], facts=facts, **fields)
    assert answer["settlement"] is None
    assert answer["problem"]["code"] in ("bad_seat", "bad_facts")
    assert answer["problem"]["pointer"] == pointer
    assert named in answer["problem"]["detail"]
    assert len(answer["readings"]) == 2


def test_corrections_are_of_the_first_photo_or_a_list_for_each() -> None:
    readings = [read(THREE), read("8m 8m " + READY[6:])]
    step = {"op": "set", "tile": 0, "kind": "7m"}
    first = ask("read", readings, corrections=[step])
    second = ask("read", readings, corrections=[[], [step]])
    for answer, at in ((first, 0), (second, 1)):
        assert answer["readings"][at]["tiles"][0]["tile"] == "7m"
        assert answer["readings"][1 - at]["tiles"][0]["tile"] == "8m"
        assert all(doubt["code"] != "fifth_copy" for one in answer["readings"] for doubt in one["doubts"])
    wrong = ask("read", readings, corrections=[[step]])
    assert (wrong["problem"]["code"], wrong["problem"]["pointer"]) == ("bad_corrections", "corrections")


def test_a_photo_that_cannot_be_counted_says_which() -> None:
    unread = read(READY.replace("1s 1s", "1s E"))
    answer = ask("score", [read(WINNER), unread], facts={"rules": "zhuoji"}, seats=[0, 1])
    assert (answer["settlement"], answer["problem"]["code"]) == (None, "bad_tile")
    assert answer["problem"]["detail"].startswith("photo 1: tile 1 ")
    assert answer["waits"] is not None


# The whole table in one photo


def table_photo(**others: str) -> Reading:
    """The near player's winning hand, and other players' rows, which a person has said to be theirs."""
    reading = read(*others.values(), WINNER, apart=9)
    steps, at = [], 0
    for owner, row in others.items():
        count = len(row.replace(".", "").split())
        steps.append({"op": "move", "tiles": list(range(at, at + count)), "role": "hand", "owner": owner})
        at += count
    return correct(reading, steps)


def test_table_takes_the_hands_of_others_from_the_same_photo() -> None:
    reading = table_photo(opposite=READY, left=THREE_7)
    assert {player.owner for player in reading.players} == {Owner.NEAR, Owner.OPPOSITE, Owner.LEFT}
    facts = {"rules": "zhuoji", "seat": 1, "turned": None}
    told = ask("score", [reading], facts=facts | {"table": True})
    assert told["problem"] is None
    assert {seat: value for seat, value in seen(told).items() if seat != 1} == {3: _hand(READY), 0: _hand(THREE_7)}
    assert [line["value"] for line in told["settlement"]["assumed"] if line["code"] == "unseen"] == [[2]]
    players = [{"hand": _hand(THREE_7)}, {}, {}, {"hand": _hand(READY)}]
    same = ask("score", [reading], facts=facts | {"players": players})
    assert {name: told["settlement"][name] for name in MONEY} == {name: same["settlement"][name] for name in MONEY}
    without = ask("score", [reading], facts=facts)
    assert not seen(without)
    assert without["settlement"]["ready"] != told["settlement"]["ready"]


@pytest.mark.parametrize("owner", ["right", "opposite", "left"])
def test_at_a_table_of_two_the_other_hand_is_the_other_player_s(owner: str) -> None:
    """Wherever the two sit; nobody has to tell of two players where the rules have no more."""
    sheet = {"base": "zhuoji", "values": {"players": [2]}}
    told = ask(
        "score", [table_photo(**{owner: READY})], facts={"rules": sheet, "seat": 1, "turned": None, "table": True}
    )
    assert told["problem"] is None
    assert {seat: value for seat, value in seen(told).items() if seat != 1} == {0: _hand(READY)}
    assert len(told["settlement"]["balance"]) == 2


def test_with_table_a_told_hand_stays_and_one_that_is_not_all_seen_is_not_used() -> None:
    reading = table_photo(opposite=READY, left="1s 2s 3s 4s 5s")
    players = [{}, {}, {"hand": _hand(THREE_7)}, {}]
    answer = ask("score", [reading], facts={"rules": "zhuoji", "table": True, "turned": None, "players": players})
    assert answer["problem"] is None
    assert 2 not in seen(answer)
    assert seen(answer)[3] is None
    assert {line["code"] for line in answer["settlement"]["assumed"]} >= {"unseen"}


@pytest.mark.parametrize("table", [1, "true", [True]])
def test_table_is_true_or_false(table: object) -> None:
    answer = ask("score", [read(WINNER)], facts={"rules": "zhuoji", "table": table})
    assert (answer["problem"]["code"], answer["problem"]["pointer"]) == ("bad_facts", "/facts/table")


def test_one_photo_is_answered_as_before() -> None:
    answer = ask("score", [read(WINNER)], facts={"rules": "zhuoji"})
    assert set(answer) == {"reading", "judge", "waits", "settlement", "problem"}
    assert "readings" not in ask("read", [read(WINNER)])
