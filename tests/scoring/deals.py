"""Random deals out of one 108-tile set, for the property tests and the benchmark: valid ones mostly, wins often."""

from __future__ import annotations

import random
from typing import Any

from scoring.rules import Rules
from scoring.rulesets import RULE_SETS
from scoring.tiles import COPIES, SUITS, Tile, compact

Deal = dict[str, Any]
RULES = tuple(RULE_SETS)


class Wall:
    """The tiles not yet dealt."""

    def __init__(self, rng: random.Random, suits: str = SUITS) -> None:
        self.rng = rng
        self.kinds = [tile for tile in Tile if tile.suit in suits]
        self.left = [COPIES * (tile in self.kinds) for tile in Tile]

    def take(self, tile: int, number: int = 1) -> list[Tile]:
        self.left[tile] -= number
        return [Tile(tile)] * number

    def anything(self) -> Tile:
        """A kind of the set, if possible one that is left; it stays where it is."""
        return self.rng.choice([kind for kind in self.kinds if self.left[kind]] or self.kinds)

    def any(self, number: int, among: range = range(27)) -> list[Tile]:
        pool = [kind for kind in among for _ in range(self.left[kind])]
        drawn = self.rng.sample(pool, min(number, len(pool)))
        return [tile for kind in drawn for tile in self.take(kind)]

    def alike(self, number: int, among: range = range(27)) -> list[Tile]:
        kinds = [kind for kind in among if self.left[kind] >= number]
        return self.take(self.rng.choice(kinds), number) if kinds else []

    def run(self, among: range) -> list[Tile]:
        starts = [k for k in among if k % 9 < 7 and all(self.left[k + step] for step in range(3))]
        start = self.rng.choice(starts) if starts else None
        return [] if start is None else [tile for step in range(3) for tile in self.take(start + step)]


def complete(wall: Wall, melds: int, suits: str = SUITS) -> list[Tile]:
    """14 - 3 a meld concealed tiles, complete unless the wall ran short."""
    rng = wall.rng
    suit = 9 * SUITS.index(rng.choice(suits))
    among = range(suit, suit + 9) if rng.random() < 0.3 else range(27)
    if melds == 0 and rng.random() < 0.3:
        fours = rng.choice((0, 0, 1, 2))
        hand = [tile for _ in range(fours) for tile in wall.alike(4, among)]
        while len(hand) < 14 and (pair := wall.alike(2, among)):
            hand += pair
        return hand
    runs = rng.choice((0.0, 0.7))
    hand = wall.alike(2, among)
    for _ in range(4 - melds):
        hand += wall.run(among) if rng.random() < runs else wall.alike(3, among)
    return hand


def melds(wall: Wall, seat: int, seats: int, number: int) -> list[Deal]:
    found: list[Deal] = []
    others = [other for other in range(seats) if other != seat]
    for _ in range(number):
        kind = wall.rng.choice(("pong", "concealed", "added", "exposed", "late"))
        tiles = wall.alike(3 if kind == "pong" else 4, wall.rng.choice((range(27), range(18, 19), range(16, 17))))
        if tiles:
            meld: Deal = {"kind": kind, "tile": str(tiles[0])}
            if kind == "exposed" or (kind != "concealed" and wall.rng.random() < 0.7):
                meld["from"] = wall.rng.choice(others)
            found.append(meld)
    return found


def random_deal(rng: random.Random, rules: Rules | str | None = None) -> Deal:
    """A deal on the wire, under a rule set (by its name) or at the table of a sheet; most are accepted."""
    if not isinstance(rules, Rules):
        rules = RULE_SETS[rules or rng.choice(RULES)]
    fewer = [number for number in rules.players if number < max(rules.players)]
    seats = rng.choice(fewer) if fewer and rng.random() < 0.2 else max(rules.players)
    wall = Wall(rng, rules.suits)
    winners = [] if rng.random() < 0.2 else [rng.randrange(seats)]
    by = rng.choice(("self_draw", "discard", "discard", "robbed_kong"))
    players: list[Deal] = []
    spare: list[Tile] = []
    for seat in range(seats):
        player: Deal = {"melds": melds(wall, seat, seats, rng.choice((0, 0, 1, 1, 2, 4)))}
        if seat in winners or rng.random() < 0.5:
            hand = complete(wall, len(player["melds"]), rules.suits)
            rng.shuffle(hand)
            spare.append(hand.pop() if hand else wall.anything())
            wall.left[spare[-1]] += 1
        else:
            hand = wall.any(13 - 3 * len(player["melds"]))
            spare.append(wall.anything())
        player["hand"] = compact(hand)
        player["discards"] = [str(tile) for tile in wall.any(rng.choice((0, 2, 6)))]
        if not player["melds"] and rng.random() < 0.15:
            player["declared"] = rng.choice(("hard", "soft"))
        if seat not in winners and rng.random() < 0.1:
            player |= {"hand": None, "ready": rng.random() < 0.5, "chickens": {}}
        players.append(player)
    deal: Deal = {
        "rules": rules.name,
        "options": {name: rng.random() < 0.5 for name in rules.options},
        "stake": rng.choice((1, 5, 150, 0.1)),
        "dealer": rng.randrange(seats),
        "streak": rng.randrange(1, 4),
        "players": players,
        "refused": [seat for seat in range(seats) if rng.random() < 0.05],
    }
    if winners:
        _win(deal, wall, winners[0], spare[winners[0]], by)
    _first_discarders(deal, rules, rng)
    return deal


def _win(deal: Deal, wall: Wall, winner: int, tile: Tile, by: str) -> None:
    rng, seats = wall.rng, len(deal["players"])
    source = rng.choice([seat for seat in range(seats) if seat != winner])
    win: Deal = {"seat": winner, "tile": str(tile), "by": by}
    if by != "self_draw":
        win["from"] = source
    if by == "robbed_kong":
        deal["players"][source]["melds"] = [{"kind": "pong", "tile": str(tile), "from": (source + 1) % seats}]
        deal["players"][source] |= {"hand": None, "ready": False, "declared": None}
    maker = deal["players"][winner if by == "self_draw" else source]
    kongs = [meld["kind"] for meld in maker["melds"] if meld["kind"] != "pong"]
    if kongs and by != "robbed_kong" and rng.random() < 0.5:
        win["after_kong"] = rng.choice(kongs)
    deal["wins"] = [win]
    turned = wall.any(1, rng.choice((range(27), range(26, 27), range(13, 16))))
    deal["turned"] = str(turned[0]) if turned else None


def _first_discarders(deal: Deal, rules: Rules, rng: random.Random) -> None:
    for chicken in map(str, rules.chickens_in_set):
        lying = [seat for seat, player in enumerate(deal["players"]) if chicken in player["discards"]]
        if lying and rng.random() < 0.7:
            deal.setdefault("first_discarder", {})[chicken] = lying[0]
