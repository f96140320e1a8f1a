"""Random hands and deals for the benchmark; none twice."""

from __future__ import annotations

import random
from typing import Any

from scoring import wire
from scoring.errors import InvalidInput
from scoring.tiles import Tile
from tests.scoring.deals import Wall, complete, random_deal


def random_hand(rng: random.Random) -> list[Tile]:
    """13 tiles from the wall."""
    return [Tile(kind // 4) for kind in rng.sample(range(108), 13)]


def complete_hand(rng: random.Random) -> list[Tile]:
    """14 tiles that are a win."""
    while len(hand := complete(Wall(rng), 0)) != 14:
        pass
    rng.shuffle(hand)
    return hand


def ready_hand(rng: random.Random) -> list[Tile]:
    """13 tiles, one short of a win."""
    return complete_hand(rng)[:13]


def deals(rng: random.Random, number: int) -> list[dict[str, Any]]:
    """Deals that are accepted, four seen hands each where the generator makes them."""
    found: list[dict[str, Any]] = []
    while len(found) < number:
        deal = random_deal(rng)
        try:
            wire.settle(deal)
        except InvalidInput:
            continue
        found.append(deal)
    return found
