"""Known names of input fields. An unknown one could change the result in silence: misspellings are refused, the rest is
reported as not used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import MappingProxyType
from typing import get_args

from scoring.deal import Deal
from scoring.errors import InvalidInput, pointer_to, quoted
from scoring.hand import Hand
from scoring.inputs import inputs
from scoring.json_reader import is_object
from scoring.legality import Attempt
from scoring.table import Meld, Player, Win

LIKE = 0.75
"""How alike two names are (difflib's ratio) from which on one is the other misspelt; `form` and `from` are just so."""

MOST_UNKNOWN = 50
"""Fields of one object that are passed over and said to be so; each is compared with all known names."""


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
        if not is_object(value):
            return
        unknown = [name for name in value if name not in self.names and name not in self.inner]
        if len(unknown) > MOST_UNKNOWN:
            detail = f"{quoted(unknown[0])} and {len(unknown) - 1} other fields mean nothing here; {MOST_UNKNOWN} may"
            chinese = f"{quoted(unknown[0])}和另外{len(unknown) - 1}项在这里没有意思，最多可以有{MOST_UNKNOWN}项"
            raise InvalidInput("bad_json", detail, pointer, chinese)
        for name, held in value.items():
            if name in self.inner:
                yield from self.inner[name].unused(held, f"{pointer}/{name}")
            elif name not in self.names:
                at = pointer_to(pointer, str(name))
                missing = [known for known in self.names if value.get(known) is None]
                if meant := get_close_matches(str(name).lower(), missing, 1, LIKE):
                    detail = f"there is no field {quoted(name)} here; is {meant[0]!r} meant?"
                    raise InvalidInput("bad_json", detail, at, f"这里没有{quoted(name)}这一项，是不是{meant[0]!r}？")
                yield at


def _shape(cls: type, *more: str) -> Shape:
    """The shape of a dataclass that is read from outside, and other fields beside its own."""
    held = {one.name: kind for one in inputs(cls) for kind in (one.kind, *get_args(one.kind)) if kind in _OBJECTS}
    inner = MappingProxyType({name: _shape(kind) for name, kind in held.items()})
    return Shape(frozenset({*(one.name for one in inputs(cls)), *more}), inner)


_OBJECTS = (Meld, Player, Win)
DEAL = _shape(Deal, "options")
FACTS = Shape(DEAL.names | {"seat", "table"}, DEAL.inner)
HAND = _shape(Hand, "rules", "options")
JUDGED = Shape(
    frozenset({"rules", "options", "hand", "melds", "win"}),
    MappingProxyType({"melds": _shape(Meld), "win": _shape(Attempt, "declared", "missing")}),
)
