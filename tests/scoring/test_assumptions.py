"""What was not told is listed as assumed exactly where another value would change the settlement."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import wire
from scoring.errors import InvalidInput
from scoring.house.sheet import rules_for
from scoring.tiles import TILES
from tests.scoring.deals import Deal, random_deal
from tests.scoring.sheets import random_house_deal

Said = tuple[str, object]
WORTHS = (1, 2, 3, 4, 10, 100, 10**6)
AS_CLAIMED = "claimed_chicken"


def with_gaps(rng: random.Random, *, house: bool) -> Deal:
    """A random deal of which something was not told: hands, the turned tile, the weekday, first chickens."""
    deal = random_house_deal(rng) if house else random_deal(rng)
    winners = {win["seat"] for win in deal.get("wins", [])}
    for seat, player in enumerate(deal["players"]):
        if seat not in winners and rng.random() < 0.4:
            player["hand"] = None
            for name, value in (("ready", rng.random() < 0.5), ("ready_units", 3), ("chickens", {})):
                player.pop(name, None)
                if rng.random() < 0.3:
                    player[name] = value
        if rng.random() < 0.3:
            player.pop("missing", None)
        for meld in player["melds"]:
            if meld["kind"] == "pong" and rng.random() < 0.3:
                meld.pop("from", None)
    for name in ("turned", "weekday", "first_discarder"):
        if rng.random() < 0.5:
            deal.pop(name, None)
    return deal


def outcome(deal: Deal) -> tuple[object, ...]:
    """Who pays whom how much for what, who is ready, who deals next."""
    answer = wire.settle(deal)
    paid: dict[tuple[Any, ...], int] = {}
    for line in answer["transfers"]:
        key = line["payer"], line["payee"], line["reason"]
        paid[key] = paid.get(key, 0) + line["amount"]
    return paid, answer["ready"], answer["next_dealer"], answer["next_streak"]


def changed(deal: Deal, seat: int | None, **values: object) -> Deal:
    other = copy.deepcopy(deal)
    (other if seat is None else other["players"][seat]).update(values)
    return other


def gaps(deal: Deal, answer: Deal) -> Iterator[tuple[Said, list[Deal]]]:
    """Everything that was not told, as `assumed` names it, and the deal with every other value."""
    rules = rules_for(deal["rules"], deal["options"])
    for seat, player in enumerate(deal["players"]):
        if player.get("hand") is None:
            yield from unseen(deal, seat, ready=answer["ready"][seat])
        elif player.get("missing") is None and rules.missing_suit == "declared":
            yield ("missing", seat), [changed(deal, seat, missing=suit) for suit in "mps"]
    if deal.get("wins") and "turned" not in deal:
        yield ("turned", None), [changed(deal, None, turned=str(tile)) for tile in TILES]
    if deal.get("weekday") is None:
        yield ("weekday", None), [changed(deal, None, weekday=day) for day in range(1, 8)]
    told = deal.get("first_discarder", {})
    for kind in map(str, rules.chickens_in_set):
        if kind not in told:
            seats = range(len(deal["players"]))
            others = [changed(deal, None, first_discarder={**told, kind: seat}) for seat in seats]
            yield ("first_discarder", kind), others


def unseen(deal: Deal, seat: int, *, ready: bool) -> Iterator[tuple[Said, list[Deal]]]:
    player = deal["players"][seat]
    if player.get("ready") is None:
        yield ("ready", seat), [changed(deal, seat, ready=not ready)]
    if ready and player.get("ready_units") is None:
        yield ("ready_units", seat), [changed(deal, seat, ready_units=units) for units in WORTHS]
    if player.get("chickens") is None:
        held = [{str(tile): number} for tile in TILES for number in (1, 4)]
        yield ("chickens", seat), [changed(deal, seat, chickens=one) for one in held]


def differs(deal: Deal, found: object, *, refused: bool) -> bool:
    """Is this settled otherwise? `refused`: what counts where it can't be settled."""
    try:
        return outcome(deal) != found
    except InvalidInput:
        return refused


@settings(max_examples=120)
@given(st.integers(0, 2**48), st.booleans())
def test_assumed_is_what_another_value_would_change(seed: int, house: bool) -> None:
    """Both ways. A suit that a winner cannot have declared to lack is another value: it would forbid the win."""
    deal = with_gaps(random.Random(seed), house=house)
    try:
        answer = wire.settle(deal)
    except InvalidInput:
        return
    said = {(one["code"], one.get("seat", one.get("tile"))) for one in answer["assumed"]}
    claimed = {(code, about) for code, about in said if code == AS_CLAIMED}
    found = outcome(deal)
    for what, others in gaps(deal, answer):
        matters = any(differs(other, found, refused=what[0] == "missing") for other in others)
        assert (what in said) == matters, what
        said.discard(what)
    assert said == claimed, "nothing else is assumed"
    for one in answer["assumed"]:
        if one["code"] == AS_CLAIMED:
            told = {kind: seat for kind, seat in deal["first_discarder"].items() if kind != one["tile"]}
            assert differs(changed(deal, None, first_discarder=told), found, refused=False)


CLAIMED: Deal = {"ready": False, "chickens": {}, "melds": [{"kind": "pong", "tile": "1s"}]}
PLAIN: Deal = {"hand": "123456789m23p55p"}
NOBODY: list[Deal] = [{"ready": False, "chickens": {}}] * 3
WON: Deal = {"dealer": 0, "players": [PLAIN, *NOBODY], "wins": [{"seat": 0, "tile": "4p", "by": "self_draw"}]}
DRAWN: Deal = {"dealer": 0, "players": [PLAIN, *NOBODY], "turned": None}
TRIPLETS: Deal = {**WON, "players": [{"hand": "222m333m555p77p99s"}, *NOBODY]}
OFF_1: Deal = {"wins": [{"seat": 0, "tile": "7p", "by": "discard", "from": 1}]}
MELDS = [{"kind": "pong", "tile": tile} for tile in ("9s", "8p", "2m", "5m")]
ON_1S: Deal = {"wins": [{"seat": 0, "tile": "1s", "by": "self_draw"}]}
THROWN: Deal = {"hand": None, "ready": False, "chickens": {}, "discards": "1s"}
STILL = {"turned_next": False}


@pytest.mark.parametrize(
    ("deal", "base", "values", "expected"),
    [
        (WON, "guizhou", {}, {"turned"}),
        (WON, "guizhou", STILL, set()),
        ({**TRIPLETS, **OFF_1}, "guizhou", {}, {"turned"}),
        ({**TRIPLETS, **OFF_1, "refused": [0]}, "guizhou", {}, set()),  # every win is void, no chicken is paid
        ({**WON, "players": [{"hand": "1s", "melds": MELDS}, *NOBODY], **ON_1S}, "guizhou", {}, {"turned"}),
        (WON, "guizhou", {**STILL, "turned_self": True}, {"turned"}),
        (WON, "guizhou", {**STILL, "wind_chicken": "all"}, {"turned"}),
        (WON, "guizhou", {**STILL, "wind_chicken": "chickens"}, set()),  # there is no chicken to blow away
        (DRAWN, "guizhou", {"drawn_pays": "all", "week_chickens": 1}, {"weekday"}),
        (DRAWN, "guizhou", {"drawn_pays": "owed", "week_chickens": 1}, set()),  # debts leave the day's part out
        ({**WON, "turned": None}, "guizhou", {"discards_count": "fixed", "week_chickens": 1}, {"weekday"}),
        ({**DRAWN, "players": [*NOBODY, NOBODY[0]]}, "guizhou", {"drawn_pays": "all", "week_chickens": 1}, set()),
        ({**WON, "turned": None, "players": [PLAIN, THROWN, *NOBODY[1:]]}, "guizhou", {}, {"first_discarder"}),
        ({**WON, "turned": None, "players": [PLAIN, THROWN, *NOBODY[1:]]}, "zhuoji", {}, set()),  # paid to ready ones
        ({**WON, "turned": None, "players": [PLAIN, CLAIMED, *NOBODY[1:]]}, "guizhou", {}, {"first_discarder"}),
        ({**WON, "turned": None, "players": [PLAIN, CLAIMED, *NOBODY[1:]]}, "guizhou", {"claimed_chicken": 0}, set()),
        (
            {**DRAWN, "players": [PLAIN, {**NOBODY[0], "melds": [{"kind": "pong", "tile": "9m"}]}, *NOBODY[1:]]},
            "guizhou",
            {"drawn_pays": "owed", "week_chickens": 1, "unready_owes_chickens": "shown"},
            {"weekday"},
        ),
        ({**DRAWN, "players": [{"ready": True}, *NOBODY]}, "mil", {}, {"ready_units"}),
        ({**DRAWN, "players": [{"ready": True}, *NOBODY]}, "mil", {"win_cap": 1}, set()),
        ({**DRAWN, "players": [{"declared": "soft"}, *NOBODY]}, "zhuoji", {}, {"ready_units"}),
    ],
)  # fmt: skip
def test_by_hand(deal: Deal, base: str, values: Deal, expected: set[str]) -> None:
    answer = wire.settle({**deal, "rules": {"base": base, "values": values}})
    assert {one["code"] for one in answer["assumed"]} == expected
