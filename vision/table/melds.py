"""Three or four tiles -> the meld that they may be, as players lay it down (MIL2023 六-6, 六-7; seed 001 for
backs).

The claimed tile lies sideways: left in the meld = fed by 上家, middle = 对家, right = 下家. The fourth of an added
kong lies on or above the sideways one. A concealed kong has tiles face down, mostly the outer two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.rulesets import RULE_SETS
from scoring.tiles import KINDS, Tile
from vision.table.evidence import CONTRADICTION_COST, Face

TILES = tuple(Tile)
Like = tuple[Tile | None, float]
CHICKENS = frozenset().union(*(rules.fixed_chickens for rules in RULE_SETS.values()))
"""The fixed chickens of any rule set: a reading may be scored under each."""
SIDE = 1.5  # the sideways tile's place is doubtful if another is less than this dearer, negative log-likelihood
ASKEW = 2.0  # the same in a photo taken askew: of 65 owed for between the two 2 were wrong, of 285 beyond none
NOBODY = 1.0  # the same where none lies sideways, as it seems: of 19 owed for below 1.5 none was wrong
SURE = 2.5  # and told without need only if every other is dearer than this
ANY = 0.6  # what it costs that a meld is there at all
BACKS = {(0, 3): 0.3, (1, 2): 2.0, (0,): 2.5, (3,): 2.5, (0, 1, 3): 2.5, (0, 2, 3): 2.5, (0, 1, 2, 3): 2.0}
ODD_BACKS = 3.5  # any other pattern of face-down tiles
HIDDEN_PONG = 6.0  # three tiles, one of them face down
PLAIN = 1.2  # no tile lies sideways where one should
SHARED = 0.5  # what one meld tells beside others: the camera errs alike about all of them
PLACED = 1.1  # one place of three or four for the sideways tile
CUSTOMS = ((0.35, 4.0, PLACED), (1.2, 0.0, 4.0 + PLACED))  # kept or not: (cost, no tile sideways, one sideways)


@dataclass(frozen=True, slots=True)
class MeldTiles:
    """Tiles that may be a meld: faces in reading order, log-odds of each lying sideways, the tile on top."""

    faces: tuple[Face, ...]
    aside: tuple[float, ...]
    fourth: Face | None = None

    @property
    def down(self) -> tuple[int, ...]:
        """Positions of face-down tiles."""
        return tuple(k for k, face in enumerate(self.faces) if face.down)

    @property
    def shown(self) -> tuple[Face, ...]:
        """The tiles that lie face up, the one on top last."""
        faces = tuple([face for face in self.faces if not face.down])
        return faces if self.fourth is None or self.fourth.down else (*faces, self.fourth)


@dataclass(frozen=True, slots=True)
class MeldCandidate:
    """What a few tiles are if they are a meld.

    `cost`: negative log-likelihood over what the tiles cost by themselves, all upright; `unlike`: the part
    of it that comes from faces which are not alike; `margin`: by how much any other place of the sideways
    tile is dearer. `open`: the kind of kong is not certain (all face up, none sideways). `mixed`: most
    faces are not alike, or the player has named one otherwise: no meld.
    """

    kind: str
    tile: Tile | None
    fed_by: str | None
    cost: float
    unlike: float
    margin: float = 20.0
    second: str | None = None
    open: bool = False
    mixed: bool = False

    @property
    def owed(self) -> bool:
        """Does somebody owe for having fed it?"""
        return owed(self.kind, self.tile)

    @property
    def reported_feeder(self) -> str | None:
        """The feeder as far as it is told: one that changes nothing is not told unless it is sure."""
        return self.fed_by if self.owed or self.margin >= SURE else None


def owed(kind: str, tile: Tile | None) -> bool:
    """Does it change a payment who fed such a meld: an exposed kong, and a pong of a fixed chicken (责任鸡, RULES 5)?
    The turned tile's chicken brings no liability.
    """
    return kind == "exposed" or (kind in ("pong", "added") and tile in CHICKENS)


def as_meld(tiles: MeldTiles, like: Like | None = None, plain: float = PLAIN, custom: float = 0.5) -> MeldCandidate:
    """The likeliest meld of three or four tiles (with the one on top); of another number: `mixed`. `like`: what
    `likeliest_kind` says of those that are shown, where that is known.
    """
    size, shown, down = len(tiles.faces), tiles.shown, tiles.down
    tile, unlike = like or likeliest_kind(shown)
    cost = ANY + unlike
    agree = [face.first for face in shown].count(-1 if tile is None else int(tile))
    mixed = (bool(shown) and 2 * agree <= len(shown)) or size + (tiles.fourth is not None) not in (3, 4)
    mixed |= tile is not None and any(face.cost(tile) >= CONTRADICTION_COST for face in shown)  # against the player
    if down and size == 4:
        return MeldCandidate("concealed", tile, None, cost + BACKS.get(down, ODD_BACKS), unlike, mixed=mixed)
    if down:
        return MeldCandidate("concealed", tile, None, cost + HIDDEN_PONG, unlike, open=True, mixed=mixed)
    kind = "added" if tiles.fourth is not None else "exposed" if size > 3 else "pong"
    (best, fed_by), *others = sorted(feeders(tiles, plain, custom), key=lambda way: way[0])
    margin, second = next(((way[0] - best, way[1]) for way in others if way[1] != fed_by), (20.0, None))
    is_open = kind == "exposed" and fed_by is None
    return MeldCandidate(kind, tile, fed_by, cost + best, unlike, margin, second, is_open, mixed)


def feeders(tiles: MeldTiles, plain: float, custom: float) -> list[tuple[float, str | None]]:
    """(cost, feeder) for no tile sideways and for each one; only one lies sideways."""
    ways: list[tuple[float, str | None]] = [(plain, None)]
    over = [max(0.0, odds - 2.0) for odds in tiles.aside]
    for k, odds in enumerate(tiles.aside):
        others = sum(over) - over[k]
        feeder = "left" if k == 0 else "right" if k == len(over) - 1 else "opposite"
        ways.append((custom - odds + min(others, 6.0), feeder))
    return ways


def is_run(kinds: Sequence[int]) -> bool:
    """Three class numbers that follow one another in a suit, in any order: a chow, which 捉鸡 does not know."""
    low = min(kinds)
    return len(kinds) == 3 and max(kinds) < KINDS and low % 9 < 7 and sorted(kinds) == [low, low + 1, low + 2]


def as_melds(melds: Sequence[MeldTiles]) -> tuple[tuple[MeldCandidate, ...], float]:
    """All melds of one player at once: he keeps the customs, or he does not; margins are over both. And what they cost
    at once beyond what each costs by itself.
    """
    if not melds:
        return (), 0.0
    likes = [likeliest_kind(tiles.shown) for tiles in melds]
    styles = []
    for cost, plain, custom in CUSTOMS:
        found = [as_meld(tiles, like, plain, custom) for tiles, like in zip(melds, likes, strict=True)]
        styles.append((cost, sum(one.cost for one in found), found, plain, custom))
    totals = [cost + SHARED * whole for cost, whole, _, _, _ in styles]
    best = min(range(len(styles)), key=lambda n: totals[n])
    result = []
    for k, tiles in enumerate(melds):
        chosen = styles[best][2][k]
        if chosen.kind == "concealed":
            result.append(chosen)
            continue
        others = [
            (total + SHARED * (ANY + found[k].unlike + cost - found[k].cost) - totals[best], feeder)
            for total, (_, _, found, plain, custom) in zip(totals, styles, strict=True)
            for cost, feeder in feeders(tiles, plain, custom)
            if feeder != chosen.fed_by
        ]
        margin, second = min(others, key=lambda other: other[0])
        result.append(replace(chosen, margin=margin, second=second))
    apart = sum(as_meld(tiles, like).cost for tiles, like in zip(melds, likes, strict=True))
    return tuple(result), min(cost + whole for cost, whole, _, _, _ in styles) - apart


def likeliest_kind(shown: Sequence[Face]) -> Like:
    """The kind that all of them are likeliest to be, and what it costs over their own first choices."""
    if not shown:
        return None, 0.0
    first = shown[0].first
    if first < KINDS and all(face.first == first for face in shown):
        return TILES[first], 0.0
    total = sum(face.best for face in shown)
    found: tuple[float, int] | None = None
    for kind in {k for face in shown for k in face.costs if k < KINDS}:
        cost = 0.0
        for face in shown:
            cost += face.costs.get(kind, face.rest)
        if found is None or (cost, kind) < found:
            found = cost, kind
    return (None, 20.0) if found is None else (TILES[found[1]], found[0] - total)
