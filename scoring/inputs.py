"""What a field of a dataclass is on the wire, told beside the field, once.

`scoring.decode` reads by it, `scoring.fields` knows the names from it, and `api.input_shapes` describes it in the
OpenAPI document. A field is declared as `Annotated[type, Input(...)]`; one without an Input does not come from outside.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

MOST_SEATS = 4
MOST_NUMBER = 10**6
"""Streaks and units beyond these are typing errors; the bound keeps every amount a number that JSON readers hold."""


class SeatMark:
    """Marks a number that names a seat."""


Seat = Annotated[int, SeatMark]
"""0 … 3; the table decides which of them there are."""


@dataclass(frozen=True, slots=True)
class Input:
    """How a field is taken from outside.

    `about`: what it is, for the documentation. `name`: on the wire, where it differs. `code`: of what is wrong with it.
    `least`, `most`: bounds of a number. `among`: the codes that are taken, where they are not all of their kind.
    `asked`: the question put to whom leaves it out; without one, a field with a default may be left out.
    """

    about: str = ""
    name: str = ""
    code: str = "bad_json"
    least: int = 0
    most: int = MOST_NUMBER
    among: tuple[str, ...] = ()
    asked: str = ""


@dataclass(frozen=True, slots=True)
class InputField:
    """One field that comes from outside: its type without None, whether None is one of its values, its default."""

    attribute: str
    name: str
    kind: Any
    optional: bool
    default: object
    taken: Input

    @property
    def has_default(self) -> bool:
        """May it be left out of the dataclass?"""
        return self.default is not MISSING

    @property
    def required(self) -> bool:
        """Must it be told?"""
        return bool(self.taken.asked) or not (self.has_default or self.optional)


@cache
def inputs(cls: type) -> tuple[InputField, ...]:
    """The fields of a dataclass that come from outside, in their order."""
    hints: Mapping[str, Any] = get_type_hints(cls, include_extras=True)
    found = []
    for one in fields(cls):
        kind = hints[one.name]
        taken = next((mark for mark in getattr(kind, "__metadata__", ()) if isinstance(mark, Input)), None)
        if taken is None:
            continue
        kind, optional = _without_none(_bare(kind))
        default = one.default if one.default_factory is MISSING else one.default_factory()
        found.append(InputField(one.name, taken.name or one.name, kind, optional, default, taken))
    return tuple(found)


def _bare(kind: Any) -> Any:
    """The type without its Input, as a seat where it is marked as one."""
    marks = tuple(mark for mark in kind.__metadata__ if not isinstance(mark, Input))
    return Seat if SeatMark in marks else kind.__origin__


def _without_none(kind: Any) -> tuple[Any, bool]:
    if get_origin(kind) not in (types.UnionType, Union):
        return kind, False
    (rest,) = (arm for arm in get_args(kind) if arm is not type(None))
    return rest, True
