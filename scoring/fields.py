"""The names of the fields of what comes in: one that means nothing here would change money in silence.

One nearly like a field that is missing was meant as that, and is refused; any other is told as not used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import MappingProxyType

from scoring.errors import InvalidInput, pointer_to, quoted

LIKE = 0.75
"""How alike two names are (difflib's ratio) from which on one is the other misspelt; `form` and `from` are just so."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The fields of an object, and the shapes of what some of them hold: an object, or a list of them."""

    names: frozenset[str]
    inner: Mapping[str, Shape] = field(default_factory=lambda: MappingProxyType({}))

    def unused(self, value: object, pointer: str = "") -> Iterator[str]:
        """Pointers of the fields that mean nothing; what is no such object at all is for others to refuse. Raises
        InvalidInput (`bad_json`) for one that is misspelt.
        """
        if isinstance(value, list | tuple):
            for index, item in enumerate(value):
                yield from self.unused(item, f"{pointer}/{index}")
        if not isinstance(value, Mapping):
            return
        missing = [name for name in self.names if value.get(name) is None]
        for name, held in value.items():
            at = pointer_to(pointer, str(name))
            if name in self.inner:
                yield from self.inner[name].unused(held, at)
            elif name not in self.names:
                if meant := get_close_matches(str(name).lower(), missing, 1, LIKE):
                    raise InvalidInput("bad_json", f"there is no field {quoted(name)} here; is {meant[0]!r} meant?", at)
                yield at


def _shape(names: str, **inner: Shape) -> Shape:
    return Shape(frozenset(names.split()) | inner.keys(), MappingProxyType(inner))


_MELD = _shape("kind tile from")
_PLAYER = _shape("hand discards declared ready ready_units chickens missing side_bet", melds=_MELD)
_WIN = _shape("seat tile by from after_kong heavenly earthly")
DEAL = _shape("rules options stake dealer streak turned first_discarder refused weekday", players=_PLAYER, wins=_WIN)
FACTS = Shape(DEAL.names | {"seat"}, DEAL.inner)
HAND = _shape("rules options hand seen missing", melds=_MELD)
JUDGED = _shape(
    "rules options hand",
    melds=_MELD,
    win=_shape("tile by after_kong heavenly earthly declared from_declared refused missing"),
)
