"""Random house sheets that are accepted, and random deals under them."""

from __future__ import annotations

import random
from typing import Any

from scoring.errors import InvalidInput
from scoring.house.describe import values
from scoring.house.sheet import rules_for
from scoring.rulesets import RULE_SETS
from scoring.tiles import TILES
from tests.scoring.deals import Deal, random_deal

KEYS: list[dict[str, Any]] = values()
TRIES = 40


def random_value(rng: random.Random, key: dict[str, Any]) -> object:
    """A value of the key's type, within its range."""
    match key["type"]:
        case "bool":
            return rng.random() < 0.5
        case "word":
            return rng.choice(key["words"])
        case "list":
            return rng.sample(key["words"], rng.randrange(1, 4))
        case "map":
            kinds = [*rng.sample(TILES, rng.randrange(3)), *(kind for kind in TILES if str(kind) in ("1s", "8p"))]
            return {str(kind): rng.randrange(1, 4) for kind in kinds}
        case _:
            return rng.randrange(key["min"], min(key["max"], 30) + 1)


def random_sheet(rng: random.Random) -> Deal:
    """A sheet that is accepted: values one by one, those that cannot stand beside the rest left out."""
    base = rng.choice(tuple(RULE_SETS))
    sheet: Deal = {"base": base, "name": "随便", "values": {}}
    sheet["options"] = {name: rng.random() < 0.5 for name in RULE_SETS[base].options}
    for key in rng.sample(KEYS, rng.randrange(1, TRIES)):
        if key["defaults"][base] is None:
            continue
        tried = sheet | {"values": sheet["values"] | {key["key"]: random_value(rng, key)}}
        try:
            rules_for(tried)
        except InvalidInput:
            continue
        sheet = tried
    return sheet


def random_house_deal(rng: random.Random) -> Deal:
    """A deal under a random sheet, with what only sheets ask about; most are accepted."""
    sheet = random_sheet(rng)
    rules = rules_for(sheet)
    deal = random_deal(rng, rules)
    deal["rules"], deal["options"] = sheet, {}
    if rng.random() < 0.7:
        deal["weekday"] = rng.randrange(1, 8)
    for player in deal["players"]:
        player["missing"] = rng.choice((None, *"mps"))
        if rules.side_bets:
            player["side_bet"] = rng.randrange(4)
    for win in deal.get("wins", []):
        player = deal["players"][win["seat"]]
        if not player["melds"] and win["seat"] != deal["dealer"] and rng.random() < 0.5:
            player["discards"] = []
            win["earthly"] = True
    return deal
