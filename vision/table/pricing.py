"""What a hand is worth, so that a doubt can say what it changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.patterns import best, ready_discards, waits
from scoring.rules import Rules
from scoring.rulesets import RULE_SETS
from scoring.table import Meld, hand_size
from scoring.terms import MeldKind
from scoring.tiles import COPIES, Tile
from vision.types import ReadMeld, Worth

MELD_KINDS = {str(kind): kind for kind in MeldKind}
DEFAULT_RULES = RULE_SETS["zhuoji"]
"""What doubts are priced by where the caller names no rule set."""
NO_HAND = frozenset({"miscounted", "impossible"})
"""States of what no hand is."""


@dataclass(frozen=True, slots=True)
class PricedHand:
    """What a hand comes to. `state`: `won`, `ready`, `unready`, `to_throw` (one more than a waiting hand),
    `miscounted`, or `impossible` (more than four of a kind).

    `pattern`: of the win, or of the wait worth most. `units`: its price, the fixed chickens of hand and melds
    and the kongs by their kinds, all per payer. `waits`: what completes it, for `to_throw` what may be
    thrown to be ready.
    """

    state: str
    pattern: str | None
    units: int
    waits: frozenset[Tile]


@dataclass(slots=True)
class Pricer:
    """Values of hands under one rule set, each computed once."""

    rules: Rules = DEFAULT_RULES
    _known: dict[object, PricedHand] = field(default_factory=dict)

    def value(self, hand: Sequence[Tile], melds: Sequence[ReadMeld], winning: Tile | None) -> PricedHand:
        """`hand` without the winning tile, in any order; melds of unknown kind count as melds of no suit in
        particular.
        """
        key = (tuple(sorted(hand)), tuple((meld.kind, meld.tile) for meld in melds), winning)
        if key not in self._known:
            self._known[key] = self._value(key[0], melds, winning)
        return self._known[key]

    def _value(self, hand: tuple[Tile, ...], melds: Sequence[ReadMeld], winning: Tile | None) -> PricedHand:
        usual = hand[0] if hand else Tile.M1
        held = [Meld(MELD_KINDS[meld.kind], usual if meld.tile is None else meld.tile) for meld in melds]
        extra = self._kongs(held) + self._chickens(hand, melds, held, winning)
        need = hand_size(len(held))
        sizes = (need, need + 1) if winning is None else (need,)
        if need < 1 or len(hand) not in sizes:
            return PricedHand("miscounted", None, extra, frozenset())
        if _five_alike(hand, melds, held, winning):
            return PricedHand("impossible", None, extra, frozenset())
        if len(hand) == need and winning is None:
            return self._waiting(hand, held, extra)
        return self._complete(hand, held, winning, extra) or self._waiting(hand, held, extra)

    def _kongs(self, held: Sequence[Meld]) -> int:
        """Units per payer of the kongs."""
        return sum([self.rules.kong_units[meld.kind] for meld in held if meld.is_kong])

    def _chickens(
        self, hand: Sequence[Tile], melds: Sequence[ReadMeld], held: Sequence[Meld], winning: Tile | None
    ) -> int:
        """Units per payer of the fixed chickens, those face down in a kong of known kind included."""
        units = self.rules.fixed_chickens
        loose = hand if winning is None else (*hand, winning)
        known = [meld for meld, seen in zip(held, melds, strict=True) if seen.tile is not None]
        return sum([units.get(tile, 0) for tile in loose]) + sum([m.size * units.get(m.tile, 0) for m in known])

    def _complete(
        self, hand: tuple[Tile, ...], held: Sequence[Meld], winning: Tile | None, extra: int
    ) -> PricedHand | None:
        """A hand of one tile more than one that waits; None where the winning tile does not complete it."""
        whole = hand if winning is None else (*hand, winning)
        worth = best(whole, held, winning, self.rules)
        if worth is not None:
            return PricedHand("won", str(worth.pattern), worth.units + extra, frozenset())
        if winning is not None:
            return None
        thrown = ready_discards(hand, held, self.rules)
        return PricedHand("to_throw", None, extra, frozenset(throw.tile for throw in thrown))

    def _waiting(self, hand: tuple[Tile, ...], held: Sequence[Meld], extra: int) -> PricedHand:
        found = waits(hand, held, self.rules)
        if not found:
            return PricedHand("unready", None, extra, frozenset())
        best_wait = max(found, key=lambda wait: wait.value.units).value
        completing = frozenset(wait.tile for wait in found)
        return PricedHand("ready", str(best_wait.pattern), best_wait.units + extra, completing)


def _five_alike(hand: Sequence[Tile], melds: Sequence[ReadMeld], held: Sequence[Meld], winning: Tile | None) -> bool:
    """No set holds that many, and no hand is made of them."""
    tiles = [*hand, *([] if winning is None else [winning])]
    laid = [
        meld.tile for meld, seen in zip(held, melds, strict=True) if seen.tile is not None for _ in range(meld.size)
    ]
    return any(count > COPIES for count in Counter((*tiles, *laid)).values())


def difference(one: PricedHand, other: PricedHand) -> Worth:
    """What changes if `other` holds instead of `one`."""
    units = other.units - one.units
    if one.state != other.state:
        return Worth("hand", None if NO_HAND & {one.state, other.state} else units)
    if one.pattern != other.pattern:
        return Worth("pattern", units)
    if units:
        return Worth("units", units)
    if one.waits != other.waits:
        return Worth("wait", 0)
    return Worth("nothing", 0)
