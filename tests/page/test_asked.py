"""What the page asks is what the engine says would change the settlement: its knowledge of values is held to that."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page

from scoring import wire
from scoring.errors import InvalidInput
from tests.scoring.test_assumptions import changed, outcome, with_gaps

DEALS = 2000
WANTS = """async deals => {
    const { fromDeal } = await import('/page/js/deal.js');
    const { wants } = await import('/page/js/rulebook.js');
    const rules = await (await fetch('/v1/rules')).json();
    return deals.map(deal => {
        const need = wants({ rules, round: fromDeal(deal) });
        const { ready, dearest, chickens, missing, weekday, firsts } = need;
        return { ready, ready_units: dearest, chickens: chickens.length > 0, missing, weekday, firsts };
    });
}"""


@pytest.mark.parametrize("house", [False, True], ids=["base", "house"])
def test_whatever_would_change_the_money_is_asked(page: Page, house: bool) -> None:
    """Of a round of which not all was told. (What changes nothing may be asked: a round is told bit by bit.)"""
    rng = random.Random(5)
    deals: list[dict[str, Any]] = []
    assumed: list[list[dict[str, Any]]] = []
    for deal in (with_gaps(rng, house=house) for _ in range(DEALS)):
        with suppress(InvalidInput):
            found = [one for one in wire.settle(deal)["assumed"] if _pays(deal, one)]
            deals.append({**deal, "players": [_compact(player) for player in deal["players"]]})
            assumed.append(found)
    assert {one["code"] for some in assumed for one in some} >= {"ready", "ready_units", "chickens", "first_discarder"}
    for deal, some, asked in zip(deals, assumed, page.evaluate(WANTS, deals), strict=True):
        for one in some:
            code = one["code"]
            if code in asked:
                assert asked[code], (one, deal)
            if code == "first_discarder":
                assert one["tile"] in asked["firsts"], (one, deal)


def _pays(deal: dict[str, Any], one: dict[str, Any]) -> bool:
    """Who was ready is told of every settlement, but it need not pay anybody."""
    if one["code"] != "ready":
        return True
    with suppress(InvalidInput):
        return outcome(changed(deal, one["seat"], ready=True))[0] != outcome(deal)[0]
    return False


def _compact(player: dict[str, Any]) -> dict[str, Any]:
    """As the page writes it."""
    return {**player, "discards": "".join(player.get("discards", ""))}
