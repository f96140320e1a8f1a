"""What a hand is worth, so that a doubt can say what it changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.patterns import best, ready_discards, waits
from scoring.rules import Rules
from scoring.rulesets import RULE_SETS
from scoring.table import HAND_SIZE, MELD_SIZE, Meld
from scoring.terms import MeldKind
from scoring.tiles import Tile
from vision.types import ReadMeld, Worth

MELD_KINDS = {str(kind): kind for kind in MeldKind}
DEFAULT_RULES = RULE_SETS["zhuoji"]
"""What doubts are priced by where the caller names no rule set."""


@dataclass(frozen=True, slots=True)
class PricedHand:
    """What a hand comes to. `state`: `won`, `ready`, `unready`, `to_throw` (one more than a waiting hand)
    or `miscounted`.

    `pattern`: of the win, or of the dearest wait. `units`: its price, the fixed chickens of hand and melds
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
        extra = sum(self.rules.kong_units[meld.kind] for meld in held if meld.is_kong)
        chickens = self.rules.fixed_chickens
        extra += sum(chickens.get(tile, 0) for tile in (*hand, *(() if winning is None else (winning,))))
        known = [meld for meld, seen in zip(held, melds, strict=True) if seen.tile is not None]
        extra += sum(meld.size * chickens.get(meld.tile, 0) for meld in known)
        need = HAND_SIZE - MELD_SIZE * len(held)
        if (
            need < 1
            or len(hand) + (winning is not None) not in (need, need + 1)
            or (winning is not None and len(hand) != need)
        ):
            return PricedHand("miscounted", None, extra, frozenset())
        if len(hand) == need + 1 or winning is not None:
            whole = hand if winning is None else (*hand, winning)
            worth = best(whole, held, winning, self.rules)
            if worth is not None:
                return PricedHand("won", str(worth.pattern), worth.units + extra, frozenset())
            if winning is None:
                thrown = ready_discards(hand, held, self.rules)
                return PricedHand("to_throw", None, extra, frozenset(throw.tile for throw in thrown))
        found = waits(hand, held, self.rules)
        if not found:
            return PricedHand("unready", None, extra, frozenset())
        dearest = max(found, key=lambda wait: wait.value.units).value
        return PricedHand("ready", str(dearest.pattern), dearest.units + extra, frozenset(wait.tile for wait in found))


def difference(one: PricedHand, other: PricedHand) -> Worth:
    """What changes if `other` holds instead of `one`."""
    units = other.units - one.units
    if one.state != other.state:
        return Worth("hand", units if "miscounted" not in (one.state, other.state) else None)
    if one.pattern != other.pattern:
        return Worth("pattern", units)
    if units:
        return Worth("units", units)
    if one.waits != other.waits:
        return Worth("wait", 0)
    return Worth("nothing", 0)
