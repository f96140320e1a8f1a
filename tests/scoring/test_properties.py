"""What must hold for every deal and every hand, whatever the rule set."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import wire
from scoring.errors import InvalidInput
from scoring.house.sheet import rules_for
from scoring.rulesets import RULE_SETS
from scoring.tiles import Tile, compact, parse_tiles
from tests.scoring.deals import RULES, random_deal
from tests.scoring.sheets import random_house_deal, random_sheet

Deal = dict[str, Any]
CHICKEN_REASONS = {"kong", "chicken", "charge", "flush_reward"}
seeds = st.integers(0, 2**48)


def settled(seed: int, *, house: bool = False) -> tuple[Deal, Deal] | None:
    """A random deal under one of the rule sets, or under a random house sheet, and its settlement."""
    rng = random.Random(seed)
    deal = random_house_deal(rng) if house else random_deal(rng)
    try:
        return deal, wire.settle(deal)
    except InvalidInput:
        return None


def sums(lines: list[Deal]) -> dict[tuple[Any, ...], int]:
    total: dict[tuple[Any, ...], int] = {}
    for line in lines:
        key = (line["payer"], line["payee"], line["reason"], line.get("because"))
        total[key] = total.get(key, 0) + line["amount"]
    return total


def test_the_generator_reaches_wins_draws_and_every_reason() -> None:
    """A property over refused deals would prove nothing."""
    found = [settled(seed) for seed in range(3000)]
    accepted = [pair for pair in found if pair]
    assert len(accepted) > 1500
    reasons = {line["reason"] for _, answer in accepted for line in answer["transfers"]}
    assert reasons >= {"win", "self_draw", "kong_bloom", "hot_shot", "robbed_kong", "declared", "dealer", "kong"}
    assert reasons >= {"chicken", "charge", "liable_chicken", "flush_reward", "liable_kong", "unready", "miscount"}
    assert {line["because"] for _, a in accepted for line in a["waived"]} == {"void", "burnt", "not_ready"}


@settings(max_examples=400)
@given(seeds, st.booleans())
def test_every_settlement_balances(seed: int, house: bool) -> None:
    pair = settled(seed, house=house)
    if not pair:
        return
    deal, answer = pair
    assert sum(answer["balance"]) == 0
    assert answer["money"] == pytest.approx([deal["stake"] * units for units in answer["balance"]])
    for line in [*answer["transfers"], *answer["waived"]]:
        assert line["payer"] != line["payee"]
        assert line["amount"] == line["units"] * line["count"] > 0


@settings(max_examples=300)
@given(seeds, st.integers(1, 3), st.booleans())
def test_rotating_the_seats_rotates_everything(seed: int, by: int, house: bool) -> None:
    pair = settled(seed, house=house)
    if not pair:
        return
    deal, answer = pair
    seats = len(deal["players"])

    def turn(seat: int) -> int:
        return (seat + by) % seats

    other = copy.deepcopy(deal)
    other["players"] = [deal["players"][(seat - by) % seats] for seat in range(seats)]
    other["players"] = copy.deepcopy(other["players"])
    for player in other["players"]:
        for meld in player["melds"]:
            if "from" in meld:
                meld["from"] = turn(meld["from"])
    for win in other.get("wins", []):
        win["seat"] = turn(win["seat"])
        if "from" in win:
            win["from"] = turn(win["from"])
    other["dealer"] = turn(deal["dealer"])
    other["refused"] = [turn(seat) for seat in deal["refused"]]
    if "first_discarder" in deal:
        other["first_discarder"] = {kind: turn(seat) for kind, seat in deal["first_discarder"].items()}
    turned = wire.settle(other)
    assert [turned["balance"][turn(seat)] for seat in range(seats)] == answer["balance"]
    assert [turned["ready"][turn(seat)] for seat in range(seats)] == answer["ready"]
    assert turned["next_dealer"] == turn(answer["next_dealer"])
    assert turned["next_streak"] == answer["next_streak"]
    for lines in ("transfers", "waived"):
        expected = {(turn(p), turn(q), *rest): n for (p, q, *rest), n in sums(answer[lines]).items()}
        assert sums(turned[lines]) == expected


@settings(max_examples=300)
@given(seeds)
def test_a_burnt_player_earns_nothing_by_his_own_kongs_and_chickens(seed: int) -> None:
    pair = settled(seed)
    if not pair or not pair[0].get("wins"):
        return
    deal, answer = pair
    win, rules = deal["wins"][0], RULE_SETS[deal["rules"]]
    if deal["rules"] in ("zhuoji", "liupanshui", "mil") and (win["by"] == "robbed_kong" or win.get("after_kong")):
        burnt = win.get("from")
        assert not any(ln["payee"] == burnt and ln["reason"] in CHICKEN_REASONS for ln in answer["transfers"])
    if rules.chickens_need_ready:
        for line in answer["transfers"]:
            assert line["reason"] not in CHICKEN_REASONS or answer["ready"][line["payee"]]


@settings(max_examples=300)
@given(seeds)
def test_hiding_an_unready_hand_without_chickens_changes_nothing(seed: int) -> None:
    pair = settled(seed)
    if not pair:
        return
    deal, answer = pair
    turned = deal.get("turned")
    chickens = {"1s", "8p"} | ({str(parse_tiles(turned)[0].following)} if turned else set())
    for seat, player in enumerate(deal["players"]):
        if answer["ready"][seat] or player["hand"] is None or player.get("declared"):
            continue
        size = 13 - 3 * len(player["melds"])
        tiles = parse_tiles(player["hand"])
        if len(tiles) != size or {str(tile) for tile in tiles} & chickens:
            continue
        hidden = copy.deepcopy(deal)
        hidden["players"][seat] |= {"hand": None, "ready": False}
        other = wire.settle(hidden)
        assert {**other, "assumed": []} == {**answer, "assumed": []}


@settings(max_examples=200)
@given(seeds, st.booleans())
def test_a_wait_wins_and_a_winning_tile_is_a_wait(seed: int, house: bool) -> None:
    rng = random.Random(seed)
    rules = random_sheet(rng) if house else rng.choice(RULES)
    suits = rules_for(rules).suits
    deal = random_deal(rng, rules_for(rules))
    for player in deal["players"]:
        if not player["hand"] or len(parse_tiles(player["hand"])) != 13 - 3 * len(player["melds"]):
            continue
        body = {"rules": rules, "hand": player["hand"], "melds": player["melds"]}
        found = {wait["tile"]: wait for wait in wire.waits(body)["waits"]}
        for tile in (str(kind) for kind in Tile if kind.suit in suits):
            try:
                verdict = wire.judge({**body, "win": {"tile": tile, "by": "self_draw"}})
            except InvalidInput as refused:
                assert refused.code == "fifth_copy"
                assert tile not in found or found[tile]["left"] == 0
                continue
            assert verdict["wins"] == (tile in found)
            if verdict["wins"]:
                assert verdict["pattern"] == found[tile]["pattern"]
                assert verdict["units"] == found[tile]["units"]
                by_discard = wire.judge({**body, "win": {"tile": tile, "by": "discard"}})
                assert by_discard["wins"] != found[tile]["needs_pass"]
                tiles = [text for group in verdict["sets"] for text in parse_tiles(group)]
                melded = [
                    t for m in player["melds"] for t in parse_tiles(m["tile"]) * (3 if m["kind"] == "pong" else 4)
                ]
                assert sorted(tiles) == sorted([*parse_tiles(player["hand"] + tile), *melded])


@settings(max_examples=200)
@given(seeds, st.sampled_from(RULES), st.permutations("mps"))
def test_permuting_suits_keeps_the_patterns(seed: int, rules: str, order: list[str]) -> None:
    deal = random_deal(random.Random(seed), rules)
    table = str.maketrans("mps", "".join(order))
    for player in deal["players"]:
        if not player["hand"]:
            continue
        body = {"rules": rules, "hand": player["hand"], "melds": player["melds"]}
        melds = [{**meld, "tile": meld["tile"].translate(table)} for meld in player["melds"]]
        other = {"rules": rules, "hand": player["hand"].translate(table), "melds": melds}
        found = sorted((w["tile"].translate(table), w["pattern"], w["units"]) for w in wire.waits(body)["waits"])
        assert found == sorted((w["tile"], w["pattern"], w["units"]) for w in wire.waits(other)["waits"])


@settings(max_examples=150)
@given(seeds)
def test_what_to_throw_is_what_leaves_a_ready_hand(seed: int) -> None:
    rng = random.Random(seed)
    tiles = parse_tiles(random_deal(rng)["players"][0]["hand"] or "")
    if len(tiles) != 13:
        return
    extra = rng.choice([kind for kind in set(tiles) if tiles.count(kind) < 4])
    hand = [*tiles, extra]
    answer = wire.waits({"rules": "zhuoji", "hand": compact(hand), "melds": []})
    expected = {}
    for tile in set(hand):
        left = list(hand)
        left.remove(tile)
        found = wire.waits({"rules": "zhuoji", "hand": compact(left), "melds": [], "seen": str(tile)})
        if found["ready"]:
            expected[str(tile)] = found["waits"]
    assert {throw["tile"]: throw["waits"] for throw in answer["discards"]} == expected
    assert answer["ready"] == bool(expected)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    | st.sampled_from(["1s", "123m", "pong", "self_draw", "zhuoji", "hard"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=8,
)  # fmt: skip


@settings(max_examples=600)
@given(seeds, st.data())
def test_any_json_is_answered_or_refused(seed: int, data: st.DataObject) -> None:
    """One field somewhere replaced by any JSON value: an answer or a InvalidInput that names a place, nothing else."""
    deal = random_deal(random.Random(seed))
    spoilt: Any = deal
    while isinstance(spoilt, dict | list) and spoilt:
        key = data.draw(st.sampled_from(sorted(spoilt) if isinstance(spoilt, dict) else range(len(spoilt))))
        if not isinstance(spoilt[key], dict | list) or not spoilt[key] or data.draw(st.booleans()):
            spoilt[key] = data.draw(json_values)
            break
        spoilt = spoilt[key]
    for route in (wire.settle, wire.waits, wire.judge):
        try:
            route(deal)
        except InvalidInput as refused:
            assert refused.code
            assert refused.detail
            assert refused.pointer == "" or refused.pointer.startswith("/")


@settings(max_examples=200)
@given(json_values)
def test_any_body_is_answered_or_refused(body: Any) -> None:
    for route in (wire.settle, wire.waits, wire.judge):
        with pytest.raises(InvalidInput):
            route(body)
