"""Malformed bodies: the code, the value and the place (/docs); what every rule set shares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scoring import wire
from scoring.errors import InvalidInput, quoted
from scoring.patterns import best
from scoring.rulesets import RULE_SETS
from scoring.table import Meld
from scoring.terms import MeldKind
from scoring.tiles import Tile, parse_tiles

HUGE = 10**6000
PONG = {"kind": "pong", "tile": "9p"}


def deal(**changes: Any) -> dict[str, Any]:
    winner = {"hand": "123s67m234m22p", "melds": [{"kind": "added", "tile": "9s", "from": 3}]}
    players = [winner, {"ready": False}, {"ready": False}, {"ready": False}]
    wins = [{"seat": 0, "tile": "5m", "by": "self_draw"}]
    return {"rules": "zhuoji", "dealer": 0, "players": players, "wins": wins, "turned": None, **changes}


def player(**changes: Any) -> dict[str, Any]:
    whole = deal()
    return deal(players=[whole["players"][0], {"ready": False, **changes}, *whole["players"][2:]])


def win(**changes: Any) -> dict[str, Any]:
    return deal(wins=[{**deal()["wins"][0], **changes}])


@pytest.mark.parametrize(
    ("body", "code", "pointer", "shown"),
    [
        (None, "bad_json", "", "null"),
        ([], "bad_json", "", r"\[\]"),
        (deal(dealer=None), "bad_dealer", "/dealer", "missing"),
        (deal(dealer=True), "bad_dealer", "/dealer", "true"),
        (deal(dealer=HUGE), "bad_dealer", "/dealer", "≈1e6000"),
        (deal(dealer="0" * 99), "bad_dealer", "/dealer", r"000…"),
        (deal(streak=0), "bad_streak", "/streak", "0"),
        (deal(streak=1.5), "bad_streak", "/streak", "1.5"),
        (deal(stake="5"), "bad_stake", "/stake", "'5'"),
        (deal(stake=float("nan")), "bad_stake", "/stake", "nan"),
        (deal(stake=float("inf")), "bad_stake", "/stake", "inf"),
        (deal(stake=HUGE), "bad_stake", "/stake", "≈1e6000"),
        (deal(stake=-1), "bad_stake", "/stake", "-1"),
        (deal(players={}), "bad_player_count", "/players", "{}"),
        (deal(players=[{}] * 3), "bad_player_count", "/players", "3"),
        (deal(players=[1, 2, 3, 4]), "bad_json", "/players/0", "1"),
        (player(hand=5), "bad_tile", "/players/1/hand", "5"),
        (player(hand=["1m", 5]), "bad_tile", "/players/1/hand/1", "5"),
        (player(hand="123"), "bad_tile", "/players/1/hand", "'123'"),
        (player(discards=["1m", "0m"]), "bad_tile", "/players/1/discards/1", "'0m'"),
        (player(declared="loud"), "bad_declared", "/players/1/declared", "'loud'"),
        (player(declared=["hard"]), "bad_declared", "/players/1/declared", "hard"),
        (player(ready="yes"), "bad_json", "/players/1/ready", "'yes'"),
        (player(ready_units=0), "bad_json", "/players/1/ready_units", "0"),
        (player(chickens=[]), "bad_json", "/players/1/chickens", r"\[\]"),
        (player(chickens={"1s": 5}), "bad_json", "/players/1/chickens/1s", "5"),
        (player(chickens={"1~/": 5}), "bad_tile", "/players/1/chickens/1~0~1", "'1~/'"),
        (player(melds={}), "bad_meld", "/players/1/melds", "{}"),
        (player(melds=["pong"]), "bad_meld", "/players/1/melds/0", "'pong'"),
        (player(melds=[{"tile": "1m"}]), "bad_meld", "/players/1/melds/0/kind", "what kind"),
        (player(melds=[{"kind": "chow", "tile": "1m"}]), "bad_meld", "/players/1/melds/0/kind", "'chow'"),
        (player(melds=[{"kind": "pong"}]), "bad_tile", "/players/1/melds/0/tile", "null"),
        (player(melds=[{"kind": "pong", "tile": "1m", "from": "x"}]), "bad_seat", "/players/1/melds/0/from", "'x'"),
        (player(melds=[{"kind": "concealed", "tile": "1m", "from": 0}]), "bad_meld", "/players/1/melds/0/from", "0"),
        (
            player(melds=[{"kind": "pong", "tile": "1m", "from": 1}]),
            "bad_meld",
            "/players/1/melds/0/from",
            "themselves",
        ),
        (player(melds=[{"kind": "exposed", "tile": "1m"}]), "bad_meld", "/players/1/melds/0/from", "missing"),
        (player(melds=[{"kind": "pong", "tile": f"{n}m"} for n in range(1, 6)]), "bad_meld", "/players/1/melds", "5"),
        (deal(wins="all"), "bad_json", "/wins", "'all'"),
        (deal(wins=[0]), "bad_json", "/wins/0", "0"),
        (win(seat=None), "bad_seat", "/wins/0/seat", "who won"),
        (win(seat=7), "bad_seat", "/wins/0/seat", "7"),
        (win(by=None), "bad_by", "/wins/0/by", "how was it won"),
        (win(by="luck"), "bad_by", "/wins/0/by", "'luck'"),
        (win(tile=None), "bad_tile", "/wins/0/tile", "null"),
        (win(heavenly=1), "bad_heavenly", "/wins/0/heavenly", "1"),
        (win(after_kong="pong"), "bad_after_kong", "/wins/0/after_kong", "'pong'"),
        (deal(options={"a/b~c": True}), "unknown_option", "/options/a~1b~0c", "'a/b~c'"),
        (player(chickens={"1s": 1, "幺鸡": 1}), "bad_tile", "/players/1/chickens/幺鸡", "'幺鸡'"),
        (win(after_kong="exposed"), "after_kong_missing", "/wins/0/after_kong", "exposed"),
        (win(**{"from": 1}), "bad_from", "/wins/0/from", "1"),
        (win(by="discard"), "bad_from", "/wins/0/from", "from"),
        (win(by="discard", **{"from": 0}), "bad_from", "/wins/0/from", "0"),
        (deal(turned="0"), "bad_tile", "/turned", "'0'"),
        (deal(turned="1m", wins=[]), "turned_without_win", "/turned", "1m"),
        (deal(refused=1), "bad_seat", "/refused", "1"),
        (deal(refused=[4]), "bad_seat", "/refused/0", "4"),
        (deal(first_discarder=[]), "bad_seat", "/first_discarder", r"\[\]"),
        (deal(first_discarder={"1s": "x"}), "bad_seat", "/first_discarder/1s", "'x'"),
        (deal(first_discarder={"2s": 1}), "bad_tile", "/first_discarder/2s", "2s"),
        (deal(first_discarder={"1s": 1}), "first_discarder_contradicted", "/first_discarder/1s", "seat 1"),
    ],
)
def test_a_malformed_deal_is_refused(body: Any, code: str, pointer: str, shown: str) -> None:
    with pytest.raises(InvalidInput, match=shown) as refused:
        wire.settle(body)
    assert (refused.value.code, refused.value.pointer) == (code, pointer)


def test_a_seat_outside_a_table_of_three() -> None:
    players = deal()["players"][:3]
    with pytest.raises(InvalidInput, match="seat 3 is not at this table of 3") as refused:
        wire.settle(deal(rules="guizhou", players=players))
    assert (refused.value.code, refused.value.pointer) == ("bad_seat", "/players/0/melds/0/from")
    players[0]["melds"] = [{"kind": "added", "tile": "9s", "from": 2}]
    with pytest.raises(InvalidInput, match="seat 3 is not at this table of 3") as refused:
        wire.settle(deal(rules="guizhou", players=players, refused=[3]))
    assert (refused.value.code, refused.value.pointer) == ("bad_seat", "/refused/0")


def test_chickens_that_are_told_of_a_hand_not_seen_are_tiles_of_the_set() -> None:
    """Eight 幺鸡 are no set; of a hand that is seen, nothing is taken from `chickens` (RULES 9)."""
    whole = deal()
    whole["players"][1]["chickens"] = {"1s": 3}
    wire.settle(whole)  # the winner holds one
    whole["players"][2]["chickens"] = {"1s": 1}
    with pytest.raises(InvalidInput, match="1s is there 5 times") as refused:
        wire.settle(whole)
    assert refused.value.code == "fifth_copy"
    whole["players"][0]["chickens"] = {"1s": 4}
    whole["players"][2]["chickens"] = {}
    wire.settle(whole)


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (player(hand="5555m"), "/wins/0/tile"),
        (player(hand="55555m"), "/players/1/hand"),
        (player(hand="999s", discards="99s"), "/players/1/hand"),
        (player(discards="9s"), "/players/1/discards"),
        (player(chickens={"1s": 3}, discards="11s"), "/players/1/chickens/1s"),
        (player(hand="8888p") | {"turned": "8p"}, "/turned"),
    ],
)
def test_the_fifth_copy_is_pointed_at(body: dict[str, Any], pointer: str) -> None:
    with pytest.raises(InvalidInput, match=r"is there [5-9] times") as refused:
        wire.settle(body)
    assert (refused.value.code, refused.value.pointer) == ("fifth_copy", pointer)


@pytest.mark.parametrize(
    ("more", "pointer"),
    [({"hand": "99999p"}, "/hand"), ({"melds": [PONG], "seen": "99p"}, "/seen"), ({"melds": [PONG] * 2}, "/melds/1")],
)
def test_the_fifth_copy_of_one_hand_is_pointed_at(more: dict[str, Any], pointer: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        wire.waits({"rules": "mil", "hand": "1m"} | more)
    assert (refused.value.code, refused.value.pointer) == ("fifth_copy", pointer)
    with pytest.raises(InvalidInput) as refused:
        wire.judge({"rules": "mil", "hand": "1111m", "win": {"tile": "1m", "by": "self_draw"}})
    assert (refused.value.code, refused.value.pointer) == ("fifth_copy", "/win/tile")


@pytest.mark.parametrize(
    ("more", "winner", "why"),
    [
        ({"dealer": 1}, {}, "seat 0 is not the dealer, seat 1, has 1 meld"),
        ({}, {"melds": []}, "seat 0 has 1 discard"),
        ({}, {"discards": []}, "seat 0 has 1 meld"),
    ],
)
def test_what_forbids_a_heavenly_win_is_named(more: dict[str, Any], winner: dict[str, Any], why: str) -> None:
    body = deal(wins=[{"seat": 0, "tile": "5m", "by": "self_draw", "heavenly": True}], **more)
    body["players"][0] |= {"discards": "1p"} | winner
    with pytest.raises(InvalidInput, match=why) as refused:
        wire.settle(body)
    assert (refused.value.code, refused.value.pointer) == ("bad_heavenly", "/wins/0/heavenly")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        ({"a": [True, None, "幺鸡"]}, '{"a": [true, null, "幺鸡"]}'),
        ("x", "'x'"),
        (10**20, "100000000000000000000"),
        ("9" * 80, "'" + "9" * 58 + "…"),
        ([b"5m"], """["b'5m'"]"""),  # a caller in Python may send what JSON has no word for
    ],
)
def test_an_offending_value_is_named_as_it_was_sent(value: object, text: str) -> None:
    assert quoted(value) == text


def test_too_deep_a_value_is_named_all_the_same() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(InvalidInput, match=r"not \[\[…"):
        wire.settle(deal(dealer=deep))


def test_a_fault_under_another_code_is_the_same_fault() -> None:
    told = InvalidInput("bad_json", "5 is none", "/a", "不是5", seat=2, tile="5m").as_code("bad_facts")
    assert vars(told) == {
        "code": "bad_facts", "detail": "5 is none", "pointer": "/a", "chinese": "不是5", "seat": 2, "tile": "5m",
    }  # fmt: skip


def test_null_is_absent() -> None:
    plain = deal()
    nulls = {"options": None, "stake": None, "streak": None, "first_discarder": None, "refused": None}
    for seat in plain["players"]:
        seat |= {"discards": None, "declared": None, "ready_units": None, "chickens": None}
    assert wire.settle({**plain, **nulls}) == wire.settle(deal())
    assert wire.settle({**plain, "first_discarder": {"1s": None}}) == wire.settle(deal())


def test_winners_that_disagree_are_told_in_what() -> None:
    one = {"seat": 0, "tile": "5m", "by": "discard", "from": 3}
    for change, shown in (
        ({"tile": "8m"}, "wins/1 says tile 8m, wins/0 says 5m"),
        ({"from": 2}, "wins/1 says from 2, wins/0 says 3"),
        ({"after_kong": "added"}, "wins/1 says after_kong added, wins/0 says nothing"),
    ):
        with pytest.raises(InvalidInput, match=shown) as refused:
            wire.settle(deal(wins=[one, {**one, "seat": 1, **change}]))
        assert refused.value.code == "wins_disagree"
        assert refused.value.pointer == f"/wins/1/{next(iter(change))}"


def test_a_field_that_means_nothing_is_not_passed_over_in_silence() -> None:
    """Nor one nearly like a field that is told as well."""
    body = {
        **player(note="x", melds=[{"kind": "pong", "tile": "1m", "group": 2}]),
        "seat": 1,
        "streak": 1,
        "streaks": 2,
    }
    body["wins"][0]["tiles"] = "5m"
    expected = ["/seat", "/streaks", "/players/1/note", "/players/1/melds/0/group", "/wins/0/tiles"]
    hand = {"rules": "zhuoji", "hand": "123s67m234m22p", "melds": [PONG | {"group": 2}], "x/y": 1}
    judged = hand | {"win": {"tile": "5m", "by": "discard", "from": 1}}
    answers = (wire.settle(body), wire.waits(hand), wire.judge(judged))
    told = [[one["value"] for one in answer["assumed"] if one["code"] == "ignored"] for answer in answers]
    assert sorted(told[0]) == sorted(expected)
    assert told[1:] == [["/melds/0/group", "/x~1y"], ["/melds/0/group", "/x~1y", "/win/from"]]
    assert "assumed" not in wire.waits({"rules": "zhuoji", "hand": "1m"})


@pytest.mark.parametrize(
    ("ask", "body", "pointer", "meant"),
    [
        (wire.settle, {"rules": "zhuoji", "dealr": 1, "players": []}, "/dealr", "dealer"),
        (wire.settle, {"rule": "zhuoji"}, "/rule", "rules"),
        (wire.settle, deal(Stake=5), "/Stake", "stake"),
        (wire.settle, player(discard="1s"), "/players/1/discard", "discards"),
        (wire.settle, player(melds=[{**PONG, "form": 2}]), "/players/1/melds/0/form", "from"),
        (wire.settle, win(after_kongs="added"), "/wins/0/after_kongs", "after_kong"),
        (wire.waits, {"rules": "zhuoji", "hand": "1m", "seeen": "1m"}, "/seeen", "seen"),
        (wire.judge, {"rules": "zhuoji", "hand": "1m", "win": {"tiel": "1m"}}, "/win/tiel", "tile"),
        (wire.judge, {"rules": "zhuoji", "hand": "1m", "wins": {"tile": "1m"}}, "/wins", "win"),
    ],
)
def test_a_misspelt_field_is_refused_by_its_name(
    ask: Callable[[object], object], body: object, pointer: str, meant: str
) -> None:
    with pytest.raises(InvalidInput, match=f"{pointer.rpartition('/')[2]}.*{meant}") as refused:
        ask(body)
    assert (refused.value.code, refused.value.pointer) == ("bad_json", pointer)


def test_fields_that_mean_nothing_are_passed_over_up_to_fifty() -> None:
    told = {"rules": "zhuoji", "hand": "1m"}
    assert len(wire.waits(told | {f"k{n}": 0 for n in range(50)})["assumed"]) == 50
    with pytest.raises(InvalidInput, match="'k0' and 50 other fields mean nothing here") as refused:
        wire.waits(told | {f"k{n}": 0 for n in range(51)})
    assert refused.value.code == "bad_json"


def test_whole_floats_are_numbers() -> None:
    assert wire.settle(deal(dealer=0.0, streak=1.0, stake=2.0)) == wire.settle(deal(stake=2))


def test_money_is_exact_in_the_stakes_decimals() -> None:
    assert wire.settle(deal(stake=0.1))["money"] == [units / 10 for units in wire.settle(deal())["balance"]]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"hand": "1111m234m567m234p"}, "fifth_copy"),
        ({"win": None}, "bad_json"),
        ({"win": {"tile": "1m", "by": "self_draw", "heavenly": True}, "melds": [PONG]}, "bad_heavenly"),
        ({"win": {"tile": "1m", "by": "discard", "heavenly": True}}, "bad_heavenly"),
        ({"win": {"tile": "1m", "by": "self_draw", "after_kong": "late"}}, "after_kong_missing"),
        ({"win": {"tile": "1m", "by": "robbed_kong", "after_kong": "late"}}, "bad_after_kong"),
    ],
)  # fmt: skip
def test_judge_refuses(changes: dict[str, Any], code: str) -> None:
    body = {"rules": "mil", "hand": "234m567m234p678s1m", "win": {"tile": "1m", "by": "self_draw"}}
    with pytest.raises(InvalidInput) as refused:
        wire.judge({**body, **changes})
    assert refused.value.code == code


def test_the_dealer_of_mil_cannot_declare_hard() -> None:
    win = {"tile": "1m", "by": "self_draw", "heavenly": True, "declared": "hard"}
    with pytest.raises(InvalidInput, match="hard"):
        wire.judge({"rules": "mil", "hand": "234m567m234p678s1m", "win": win})


def test_a_hand_that_was_not_seen_is_no_win_and_has_no_waits() -> None:
    win = {"tile": "1m", "by": "self_draw"}
    assert wire.judge({"rules": "mil", "win": win})["why_not"] == "winner_unseen"
    with pytest.raises(InvalidInput, match="hand is missing"):
        wire.waits({"rules": "mil"})


def test_melds_of_one_hand_need_no_feeder() -> None:
    """/docs: `from` missing for exposed is an error in a deal; waits and judge don't ask."""
    body = {"rules": "zhuoji", "hand": "123s67m234m22p", "melds": [{"kind": "exposed", "tile": "9s"}]}
    assert [wait["tile"] for wait in wire.waits(body)["waits"]] == ["5m", "8m"]


def test_a_hand_of_another_size_has_no_pattern() -> None:
    assert best(parse_tiles("123m"), (), Tile.M1, RULE_SETS["zhuoji"]) is None
    assert best(
        parse_tiles("11m"), [Meld(MeldKind.PONG, Tile(at)) for at in (9, 10, 11, 12)], Tile.M1, RULE_SETS["mil"]
    )
