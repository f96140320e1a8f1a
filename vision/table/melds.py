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
SIDE_MARGIN = 1.5  # the sideways tile's place is doubtful if another costs less than this more, negative log-likelihood
ASKEW_MARGIN = 2.0  # the same in a photo taken askew: of 65 owed for between the two 2 were wrong, of 285 beyond none
NOBODY_MARGIN = 1.0  # the same where none lies sideways, as it seems: of 19 owed for below 1.5 none was wrong
SURE_MARGIN = 2.5  # and reported where nobody owes only if every other costs more than this more
ANY_COST = 0.6  # what it costs that a meld is there at all
BACKS_COST = {(0, 3): 0.3, (1, 2): 2.0, (0,): 2.5, (3,): 2.5, (0, 1, 3): 2.5, (0, 2, 3): 2.5, (0, 1, 2, 3): 2.0}
ODD_BACKS_COST = 3.5  # any other pattern of face-down tiles
HIDDEN_PONG_COST = 6.0  # three tiles, one of them face down
PLAIN_COST = 1.2  # no tile lies sideways where one should
SHARED_SHARE = 0.5  # of what one meld tells beside others: the camera errs alike about all of them
PLACED_COST = 1.1  # one place of three or four for the sideways tile
CUSTOMS = (0.35, 4.0, PLACED_COST), (1.2, 0.0, 4.0 + PLACED_COST)
"""Of customs kept, and not: what that costs by itself, for each meld without a sideways tile, for each one with one."""

MOST_MARGIN = 20.0  # of a feeder where no other is possible
NAMELESS_COST = 20.0  # tiles of which none can be one of the 27 kinds
ASIDE_LOG_ODDS = 2.0  # beyond which a second tile of a meld lies sideways, too
MOST_OTHERS_COST = 6.0  # of tiles that lie sideways beside the claimed one


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

    @property
    def kind(self) -> str:
        """Of the meld, if every tile lies face up."""
        return "added" if self.fourth is not None else "exposed" if len(self.faces) > 3 else "pong"


@dataclass(frozen=True, slots=True)
class MeldCandidate:
    """What a few tiles are if they are a meld.

    `cost`: negative log-likelihood over what the tiles cost by themselves, all upright; `unlike`: the part
    of it that comes from faces which are not alike; `margin`: by how much any other place of the sideways
    tile is costlier. `open`: the kind of kong is not certain (all face up, none sideways). `mixed`: most
    faces are not alike, or the player has named one otherwise: no meld.
    """

    kind: str
    tile: Tile | None
    fed_by: str | None
    cost: float
    unlike: float
    margin: float = MOST_MARGIN
    second: str | None = None
    open: bool = False
    mixed: bool = False

    @property
    def owed(self) -> bool:
        """Does somebody owe for having fed it?"""
        return owed(self.kind, self.tile)

    @property
    def reported_feeder(self) -> str | None:
        """The feeder as far as it is reported: one that changes nothing is not reported unless it is sure."""
        return self.fed_by if self.owed or self.margin >= SURE_MARGIN else None


def owed(kind: str, tile: Tile | None) -> bool:
    """Does it change a payment who fed such a meld: an exposed kong, and a pong of a fixed chicken (责任鸡, RULES 5)?
    The turned tile's chicken brings no liability.
    """
    return kind == "exposed" or (kind in ("pong", "added") and tile in CHICKENS)


def as_meld(
    tiles: MeldTiles, like: Like | None = None, plain: float = PLAIN_COST, custom: float = 0.5
) -> MeldCandidate:
    """The likeliest meld of three or four tiles (with the one on top); of another number: `mixed`. `like`: what
    `likeliest_kind` says of those that are shown, where that is known. `plain`, `custom`: what it costs that no tile
    lies sideways, or one does.
    """
    shown, down = tiles.shown, tiles.down
    tile, unlike = like or likeliest_kind(shown)
    cost, mixed = ANY_COST + unlike, _mixed(tiles, shown, tile)
    if down:
        whole = len(tiles.faces) == 4
        backs = BACKS_COST.get(down, ODD_BACKS_COST) if whole else HIDDEN_PONG_COST
        return MeldCandidate("concealed", tile, None, cost + backs, unlike, open=not whole, mixed=mixed)
    kind = tiles.kind
    (best, fed_by), *others = sorted(feeders(tiles, plain, custom), key=lambda way: way[0])
    margin, second = next(((way[0] - best, way[1]) for way in others if way[1] != fed_by), (MOST_MARGIN, None))
    is_open = kind == "exposed" and fed_by is None
    return MeldCandidate(kind, tile, fed_by, cost + best, unlike, margin, second, is_open, mixed)


def are_mixed(faces: Sequence[Face]) -> bool:
    """Whether tiles laid down as a meld are none, however each of them lies: what `as_meld` says of them."""
    tiles = MeldTiles(tuple(faces), ())
    return _mixed(tiles, tiles.shown, likeliest_kind(tiles.shown)[0])


def _mixed(tiles: MeldTiles, shown: Sequence[Face], tile: Tile | None) -> bool:
    """Are they of several kinds, or too few or too many, or has the player named one otherwise?"""
    if len(tiles.faces) + (tiles.fourth is not None) not in (3, 4):
        return True
    agree = [face.first for face in shown].count(-1 if tile is None else int(tile))
    if shown and 2 * agree <= len(shown):
        return True
    return tile is not None and any(face.cost(tile) >= CONTRADICTION_COST for face in shown)


def feeders(tiles: MeldTiles, plain: float, custom: float) -> list[tuple[float, str | None]]:
    """(cost, feeder) for no tile sideways and for each one; only one lies sideways."""
    ways: list[tuple[float, str | None]] = [(plain, None)]
    over = [max(0.0, odds - ASIDE_LOG_ODDS) for odds in tiles.aside]
    for k, odds in enumerate(tiles.aside):
        others = sum(over) - over[k]
        feeder = "left" if k == 0 else "right" if k == len(over) - 1 else "opposite"
        ways.append((custom - odds + min(others, MOST_OTHERS_COST), feeder))
    return ways


def is_run(kinds: Sequence[int]) -> bool:
    """Three class numbers that follow one another in a suit, in any order: a chow, which 捉鸡 does not know."""
    low = min(kinds)
    return len(kinds) == 3 and max(kinds) < KINDS and low % 9 < 7 and sorted(kinds) == [low, low + 1, low + 2]


@dataclass(frozen=True, slots=True)
class _Habit:
    """All melds of one player as laid by one habit. `cost`: of the habit and all of them; `shared`: the same where what
    one meld tells counts less beside the others.
    """

    plain: float
    custom: float
    found: Sequence[MeldCandidate]
    cost: float
    shared: float

    def others(self, k: int, tiles: MeldTiles, fed_by: str | None) -> list[tuple[float, str | None]]:
        """(cost as `shared`, feeder) of the k-th meld fed by anybody else."""
        here = self.found[k]
        return [
            (self.shared + SHARED_SHARE * (ANY_COST + here.unlike + cost - here.cost), feeder)
            for cost, feeder in feeders(tiles, self.plain, self.custom)
            if feeder != fed_by
        ]


def as_melds(melds: Sequence[MeldTiles]) -> tuple[tuple[MeldCandidate, ...], float]:
    """All melds of one player at once, who keeps the customs or does not; margins are over both. And what they cost
    at once beyond what each costs by itself.
    """
    if not melds:
        return (), 0.0
    likes = [likeliest_kind(tiles.shown) for tiles in melds]
    habits = [_habit(melds, likes, *custom) for custom in CUSTOMS]
    best = min(habits, key=lambda habit: habit.shared)
    apart = sum(as_meld(tiles, like).cost for tiles, like in zip(melds, likes, strict=True))
    result = (_with_margin(k, tiles, best, habits) for k, tiles in enumerate(melds))
    return tuple(result), min(habit.cost for habit in habits) - apart


def _habit(melds: Sequence[MeldTiles], likes: Sequence[Like], cost: float, plain: float, custom: float) -> _Habit:
    found = [as_meld(tiles, like, plain, custom) for tiles, like in zip(melds, likes, strict=True)]
    whole = sum(one.cost for one in found)
    return _Habit(plain, custom, found, cost + whole, cost + SHARED_SHARE * whole)


def _with_margin(k: int, tiles: MeldTiles, best: _Habit, habits: Sequence[_Habit]) -> MeldCandidate:
    """The k-th meld by the best habit, with its margin over other feeders by any habit."""
    chosen = best.found[k]
    if chosen.kind == "concealed":
        return chosen
    others = [other for habit in habits for other in habit.others(k, tiles, chosen.fed_by)]
    cost, second = min(others, key=lambda other: other[0])
    return replace(chosen, margin=cost - best.shared, second=second)


def likeliest_kind(shown: Sequence[Face]) -> Like:
    """The kind that all of them are likeliest to be, and what it costs over their own first choices."""
    if not shown:
        return None, 0.0
    first = shown[0].first
    if first < KINDS and all(face.first == first for face in shown):
        return TILES[first], 0.0
    kinds = {k for face in shown for k in face.costs if k < KINDS}
    if not kinds:
        return None, NAMELESS_COST
    cost, kind = min([(_cost_as(shown, kind), kind) for kind in kinds])
    return TILES[kind], cost - sum([face.best for face in shown])


def _cost_as(shown: Sequence[Face], kind: int) -> float:
    """What all of them cost as one kind."""
    return sum([face.cost(kind) for face in shown])
