"""Photo and facts become one deal: what was told is taken, what was not is said aloud, nothing is guessed silently."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from api.answers import score_answer, waits_answer
from api.facts import GivenMeld, facts_in
from api.photo_deal import PhotoDeal, merge_melds, photo_deal
from api.shown import shown
from scoring.deal import Deal
from scoring.errors import InvalidInput
from scoring.table import Meld, Player, Win
from scoring.terms import By, MeldKind
from scoring.tiles import Tile, compact
from tests.api.stubs import WIN, reading_of
from vision.types import Group, Reading, Role

RULES = {"rules": "zhuoji"}


def asked(reading: Reading, **facts: Any) -> PhotoDeal:
    return photo_deal(reading, facts_in(RULES | facts, reading.winning_tile))


def deal(reading: Reading, **facts: Any) -> Deal:
    found = asked(reading, **facts)
    (split,) = found.splits
    return found.deal(split)


def hand(made: Deal, seat: int = 0) -> str:
    return compact(made.players[seat].hand or ())


def held(reading: Reading, **facts: Any) -> str:
    ((concealed, _),) = asked(reading, **facts).splits
    return compact(concealed)


def given(melds: list[dict[str, Any]]) -> tuple[GivenMeld, ...]:
    return facts_in(RULES | {"players": [{"melds": melds}, {}, {}, {}]}).melds


def codes(reading: Reading, **facts: Any) -> list[str]:
    return [entry["code"] for entry in asked(reading, **facts).assumed]


def test_the_winning_tile_is_not_in_the_hand_that_is_settled() -> None:
    made = deal(reading_of(**WIN))
    assert hand(made) == "1123456m"
    assert made.win == Win((0,), Tile.M7, By.SELF_DRAW)
    assert (made.dealer, made.streak, made.players[1:]) == (0, 1, (Player(None),) * 3)


def test_a_told_winning_tile_is_taken_out_of_fourteen_in_a_row() -> None:
    reading = reading_of(**WIN | {"hand": "11m234567m", "winning_tile": None})
    wins = [{"seat": 0, "tile": "3m", "by": "discard", "from": 1, "after_kong": "exposed"}]
    assert held(reading, wins=wins) == "1124567m"


def test_a_told_winning_tile_that_is_not_in_the_photo_completes_thirteen() -> None:
    reading = reading_of(**WIN | {"winning_tile": None})
    win = {"seat": 0, "tile": "7m", "by": "self_draw"}
    assert hand(deal(reading, wins=[win])) == "1123456m"


def test_a_told_winning_tile_outranks_the_one_that_lies_apart() -> None:
    win = {"seat": 0, "tile": "4m", "by": "self_draw"}
    assert hand(deal(reading_of(**WIN), wins=[win])) == "1123567m"


def test_a_told_winning_tile_that_is_not_among_fourteen_is_refused() -> None:
    with pytest.raises(InvalidInput, match="no 9p that it was won on") as caught:
        asked(reading_of(**WIN), wins=[{"seat": 0, "tile": "9p", "by": "self_draw"}])
    assert (caught.value.code, caught.value.pointer) == ("bad_facts", "/wins/0/tile")


def test_a_win_on_a_tile_that_nobody_knows_is_refused() -> None:
    with pytest.raises(InvalidInput, match="say which tile") as caught:
        asked(reading_of(**WIN | {"winning_tile": None}), wins=[{"seat": 0, "by": "self_draw"}])
    assert (caught.value.code, caught.value.pointer) == ("bad_facts", "/wins/0/tile")


def with_discards(reading: Reading, *kinds: str) -> Reading:
    first = len(reading.tiles)
    tiles = (*reading.tiles, *(replace(reading.tiles[0], kind=kind, group=len(reading.groups)) for kind in kinds))
    group = Group(Role.DISCARDS, tuple(range(first, first + len(kinds))))
    return replace(reading, tiles=tiles, groups=(*reading.groups, group))


def test_discards_in_front_of_the_hand_count_unless_told_otherwise() -> None:
    reading = with_discards(reading_of(**WIN), "1s", "other", "9p")
    assert deal(reading).players[0].discards == (Tile.S1, Tile.P9)
    assert "discards" in codes(reading)
    assert deal(reading, players=[{"discards": ""}, {}, {}, {}]).players[0].discards == ()
    chickens = [ln for ln in score_answer(reading, RULES)["settlement"]["transfers"] if ln["reason"] == "chicken"]
    assert [(line["payee"], line["tile"], line["amount"]) for line in chickens] == [(0, "1s", 1)] * 3


def test_fourteen_in_a_row_settle_where_it_does_not_matter_which_tile_was_drawn() -> None:
    reading = reading_of(**WIN | {"hand": "11m234567m", "winning_tile": None})
    assert [str(won) for _, won in asked(reading).splits] == ["1m", "2m", "3m", "4m", "5m", "6m", "7m"]
    answer = score_answer(reading, RULES)
    assert answer["problem"] is None
    assert answer["judge"]["pattern"] == "ping_hu"
    assert "5m" in [discard["tile"] for discard in answer["waits"]["discards"]]
    assert "winning_tile" in [entry["code"] for entry in answer["settlement"]["assumed"]]
    apart = score_answer(reading_of(**WIN), RULES)
    assert answer["settlement"]["balance"] == apart["settlement"]["balance"]


def test_fourteen_in_a_row_do_not_settle_where_it_matters() -> None:
    """liupanshui: 龙七对 only if the winning tile is one of the four alike (RULES 1)."""
    reading = reading_of(hand="1111m2233p4455s77s", winning_tile=None, melds=[])
    answer = score_answer(reading, {"rules": "liupanshui"})
    assert answer["settlement"] is None
    assert answer["judge"] is None
    assert (answer["problem"]["code"], answer["problem"]["pointer"]) == ("bad_facts", "/facts/wins/0/tile")
    assert "1m [" in answer["problem"]["detail"]
    said = score_answer(reading, {"rules": "liupanshui", "wins": [{"seat": 0, "by": "self_draw", "tile": "1m"}]})
    assert said["settlement"]["winners"][0]["pattern"] == "long_qi_dui"
    other = score_answer(reading, {"rules": "liupanshui", "wins": [{"seat": 0, "by": "self_draw", "tile": "2p"}]})
    assert other["settlement"]["winners"][0]["pattern"] == "xiao_qi_dui"


@pytest.mark.parametrize("hand", ["11m23456m", "11m234569m"])
def test_a_hand_that_is_not_complete_is_supposed_to_have_won_nothing(hand: str) -> None:
    reading = reading_of(**WIN | {"hand": hand, "winning_tile": None})
    assert deal(reading).win is None
    assert "wins" in codes(reading)


def test_fourteen_that_are_no_win_are_judged_so() -> None:
    reading = reading_of(**WIN | {"hand": "11m234569m", "winning_tile": None})
    assert score_answer(reading, RULES)["judge"]["why_not"] == "not_complete"


@pytest.mark.parametrize(("rules", "listed"), [("zhuoji", True), ("mil", False), ("liupanshui", False)])
def test_options_are_assumed_where_there_are_any(rules: str, *, listed: bool) -> None:
    assert ("options" in {one["code"] for one in facts_in({"rules": rules}).assumed}) is listed


def test_a_sheet_says_itself_which_options_are_played() -> None:
    sheet = {"base": "zhuoji", "options": {"declared_is_pass": True}}
    assert "options" in codes(reading_of(**WIN))
    assert "options" not in codes(reading_of(**WIN), rules=sheet)


def test_what_was_told_is_not_assumed() -> None:
    players = [{}, {"hand": "1479m1258p369s"}, {}, {}]
    win = {"seat": 0, "by": "self_draw"}
    house = {"stake": 5, "options": {"declared_is_pass": False}}
    told = codes(reading_of(**WIN), seat=0, dealer=1, streak=2, players=players, wins=[win], **house)
    assert told == ["unseen"]


def test_a_loser_is_not_judged_and_keeps_every_tile() -> None:
    reading = reading_of(**WIN | {"winning_tile": None})
    facts = {"wins": [{"seat": 2, "tile": "1p", "by": "discard", "from": 0}]}
    found = asked(reading, **facts)
    assert [found.attempt(split) for split in found.splits] == [None]
    assert hand(found.deal(found.splits[0])) == "1123456m"


@pytest.mark.parametrize(
    ("seat", "players", "fed_by", "feeder"),
    [
        (0, 4, "left", 3),
        (0, 4, "opposite", 2),
        (0, 4, "right", 1),
        (3, 4, "right", 0),
        (2, 3, "left", 1),
        (2, 3, "right", 0),
        (0, 3, "opposite", 1),
        (0, 2, "opposite", 1),
        (1, 2, "left", 0),
    ],
)
def test_who_fed_a_meld(seat: int, players: int, fed_by: str, feeder: int) -> None:
    reading = reading_of(melds=[{"kind": "exposed", "tile": "5p", "group": 0, "fed_by": fed_by}])
    assert merge_melds(reading.melds, (), seat, players) == (Meld(MeldKind.EXPOSED, Tile.P5, feeder),)


def test_a_told_meld_overrides_kind_and_feeder_by_tile() -> None:
    read = reading_of(**WIN).melds
    told = given([{"kind": "concealed", "tile": "五筒"}, {"tile": "9s", "from": 1}])
    assert merge_melds(read, told, 0, 4) == (Meld(MeldKind.CONCEALED, Tile.P5), Meld(MeldKind.PONG, Tile.S9, 1))


def test_untold_melds_come_first_so_that_the_last_told_one_is_the_last_made() -> None:
    read = reading_of(**WIN).melds
    assert [meld.tile for meld in merge_melds(read, given([{"tile": "9s", "kind": "added"}]), 0, 4)] == [
        Tile.P5,
        Tile.S9,
    ]


def test_a_told_meld_keeps_the_feeder_that_its_kind_must_have() -> None:
    """A late kong told without `from` was four concealed; a pong, an added or an exposed kong was always fed."""
    read = reading_of(**WIN).melds
    for kind, feeder in (("pong", 3), ("added", 3), ("exposed", 3), ("late", None), ("concealed", None)):
        told = given([{"kind": kind, "tile": "9s"}])
        assert merge_melds(read, told, 0, 4)[-1] == Meld(MeldKind[kind.upper()], Tile.S9, feeder)


def test_the_same_meld_told_twice_is_refused() -> None:
    told = given([{"kind": "pong", "tile": "9s"}, {"kind": "added", "tile": "9s"}])
    with pytest.raises(InvalidInput, match="no meld of 9s") as caught:
        merge_melds(reading_of(**WIN).melds, told, 0, 4)
    assert caught.value.pointer == "/players/0/melds/1/tile"


@pytest.mark.parametrize(("facts", "wins"), [({}, None), ({"wins": [{"seat": 0, "by": "self_draw"}]}, "told")])
def test_a_fault_in_a_told_meld_points_at_it(facts: dict[str, Any], wins: str | None) -> None:  # noqa: ARG001
    """The photo's own melds come first in the deal; the pointer is that of the facts all the same."""
    melds = [{"kind": "zz", "tile": "9s"}]
    answer = score_answer(reading_of(**WIN), RULES | facts | {"players": [{"melds": melds}, {}, {}, {}]})
    assert answer["problem"]["code"] == "bad_meld"
    assert answer["problem"]["pointer"] == "/facts/players/0/melds/0/kind"


def test_a_tile_apart_is_not_in_the_hand_of_one_who_did_not_win() -> None:
    """The deal takes the reading's hand, which is without the winning tile: 13 tiles, ready, and no miscount."""
    reading = reading_of(**WIN)
    facts = RULES | {"rules": "guizhou", "wins": []}
    settlement = score_answer(reading, facts)["settlement"]
    assert settlement["ready"] == [True, False, False, False]
    assert settlement["balance"] == [3, -1, -1, -1]
    winner = {"hand": "456s789s1m3m22m", "melds": [{"kind": "concealed", "tile": "8s"}]}
    off_me = {"wins": [{"seat": 1, "by": "discard", "from": 0, "tile": "2m"}], "players": [{}, winner, {}, {}]}
    assert held(reading, **off_me) == "1123456m"


def test_a_hand_of_a_number_that_no_hand_has_is_said_to_be_taken_as_a_miscount() -> None:
    reading = reading_of(**WIN | {"hand": "11m2345m", "winning_tile": None})
    assert "miscounted" in codes(reading)
    assert "miscounted" not in codes(reading_of(**WIN))


def test_no_tile_is_no_hand_to_settle() -> None:
    empty = reading_of(hand="", melds=[], winning_tile=None, tiles=[], groups=[])
    answer = score_answer(empty, RULES | {"players": [{}, {"ready": True, "ready_units": 15}, {}, {}]})
    assert answer["settlement"] is None
    assert (answer["problem"]["code"], answer["problem"]["pointer"]) == ("miscounted", "photo")


def test_what_the_photo_shows_is_not_left_to_draw() -> None:
    reading = with_discards(reading_of(**WIN), "4m", "4m")
    for waits in (score_answer(reading, RULES)["waits"], waits_answer(reading, "zhuoji", None)["waits"]):
        assert {wait["tile"]: wait["left"] for wait in waits["waits"]} == {"1m": 2, "4m": 1, "7m": 3}


def test_waits_of_a_photo_heed_the_declared_suit() -> None:
    sheet = {"base": "zhuoji", "values": {"missing_suit": "declared"}}
    pongs = [{"kind": "pong", "tile": tile, "group": 0, "fed_by": "left"} for tile in ("8s", "9s")]
    for missing, tiles in (("p", ["1m", "4m", "7m"]), ("s", [])):
        found = waits_answer(reading_of(**WIN | {"melds": pongs}), sheet, None, missing=missing)["waits"]
        assert [wait["tile"] for wait in found["waits"]] == tiles


def test_options_of_another_type_are_refused() -> None:
    assert waits_answer(reading_of(**WIN), "zhuoji", [])["problem"]["code"] == "unknown_option"


def test_a_kong_that_lies_wholly_face_down_has_to_be_told() -> None:
    read = reading_of(melds=[{"kind": "concealed", "tile": None, "group": 0, "fed_by": None}]).melds
    with pytest.raises(InvalidInput, match="face down"):
        merge_melds(read, (), 0, 4)
    told = given([{"kind": "concealed", "tile": "3s"}])
    assert merge_melds(read, told, 0, 4) == (Meld(MeldKind.CONCEALED, Tile.S3),)


@pytest.mark.parametrize("told", [3, [3], [{}], [{"tile": 3}], [{"tile": "1x"}], [{"tile": "2m", "kind": "pong"}]])
def test_melds_that_cannot_be(told: object) -> None:
    with pytest.raises(InvalidInput) as caught:
        asked(reading_of(**WIN), players=[{"melds": told}, {}, {}, {}])
    assert caught.value.code in ("bad_meld", "bad_tile")
    assert caught.value.pointer.startswith("/players/0/melds")


def test_the_settlement_of_a_photo_is_that_of_the_deal_it_shows() -> None:
    from scoring import wire

    reading = reading_of(**WIN)
    facts = RULES | {"dealer": 1, "streak": 3, "turned": "9s", "stake": 5}
    settlement = score_answer(reading, facts)["settlement"]
    by_hand = wire.settle(
        {
            "rules": "zhuoji",
            "dealer": 1,
            "streak": 3,
            "stake": 5,
            "turned": "9s",
            "players": [
                {
                    "hand": "1123456m",
                    "melds": [{"kind": "pong", "tile": "9s", "from": 3}, {"kind": "concealed", "tile": "5p"}],
                },
                {},
                {},
                {},
            ],
            "wins": [{"seat": 0, "tile": "7m", "by": "self_draw"}],
        }
    )
    assert {**settlement, "assumed": ()} == {**by_hand, "assumed": ()}
    assert len(shown(reading)) == 14 - 3 * 2
    assert Tile.M7 in shown(reading)


def test_what_does_not_need_a_faulty_fact_is_answered_all_the_same() -> None:
    """A stranger's hand that cannot be read stops the settlement, not the judgement nor the waits."""
    answer = score_answer(reading_of(**WIN), RULES | {"players": [{}, {"hand": "1x"}, {}, {}]})
    assert (answer["problem"]["code"], answer["problem"]["pointer"]) == ("bad_tile", "/facts/players/1/hand")
    assert (answer["settlement"], answer["judge"]["wins"], answer["waits"]["ready"]) == (None, True, True)


def test_the_suit_that_is_declared_to_be_lacked_counts_in_a_photo_too() -> None:
    sheet = {"base": "zhuoji", "values": {"missing_suit": "declared"}}
    for missing, wins in (("m", False), ("s", False), (None, False)):
        players = [{"missing": missing}, {}, {}, {}]
        facts = {"rules": sheet, "players": players, "wins": [{"seat": 0, "by": "self_draw"}]}
        assert score_answer(reading_of(**WIN), facts)["judge"]["wins"] is wins


def test_a_field_that_means_nothing_is_reported_where_it_was_told() -> None:
    players = [{"melds": [{"tile": "9s", "note": 1}]}, {}, {}, {}]
    assumed = score_answer(reading_of(**WIN), RULES | {"players": players})["settlement"]["assumed"]
    assert [entry["value"] for entry in assumed if entry["code"] == "ignored"] == ["/players/0/melds/0/note"]
