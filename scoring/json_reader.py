"""JSON that came from outside, read value by value: what is wrong is refused with its code, its place and its value.

`vision.wire` reads readings and corrections with it, `scoring.decode` deals and hands; each adds kinds of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, NoReturn, TypeGuard, TypeVar

from scoring.errors import InvalidInput, pointer_to, quoted
from scoring.sentences import told
from scoring.terms import choice_zh

W = TypeVar("W", bound=str)


class Value(NamedTuple):
    """One JSON value of any type, its JSON Pointer, and the code of whatever is wrong with it."""

    held: object
    pointer: str = ""
    code: str = "bad_json"

    @property
    def name(self) -> str:
        """What its sentences call it: the last part of the pointer."""
        return self.pointer.rpartition("/")[2]

    @property
    def given(self) -> bool:
        """Is it there and not null?"""
        return self.held is not None

    def refuse(self, detail: str, chinese: str = "") -> NoReturn:
        """Raise InvalidInput at this place; `chinese`: what `detail` says, said after the code's own sentence."""
        raise InvalidInput(self.code, detail, self.pointer, told(self.code, chinese) if chinese else "")

    def object(self, what: str = "") -> Object:
        """A JSON object; `what` it should be, for the sentence where it is none."""
        if not is_object(self.held):
            if what:
                self.refuse(f"{quoted(self.held)} is not {what}, which is a JSON object")
            self.refuse(f"an object is wanted here, not {quoted(self.held)}", f"要一个对象，不是{quoted(self.held)}")
        return Object(self.held, self.pointer, self.code)

    def array(self, alternative: str = "", alternative_zh: str = "") -> tuple[Value, ...]:
        """The entries of a list; none where it is absent. `alternative`: what else is taken there."""
        if self.held is None:
            return ()
        if not isinstance(self.held, list | tuple):
            self.refuse(
                f"{self.name} must be an array{alternative}, not {quoted(self.held)}",
                f"{self.name} 要一个列表{alternative_zh}，不是{quoted(self.held)}",
            )
        return tuple(Value(item, f"{self.pointer}/{at}", self.code) for at, item in enumerate(self.held))

    def flag(self) -> bool | None:
        """A boolean; None where it is absent."""
        if self.held is not None and not isinstance(self.held, bool):
            self.refuse(
                f"{self.name} must be true or false, not {quoted(self.held)}",
                f"{self.name} 要 true 或 false，不是{quoted(self.held)}",
            )
        return self.held

    def whole(self, least: int, most: int) -> int | None:
        """A whole number within bounds; None where it is absent."""
        if self.held is None:
            return None
        number = whole_number(self.held)
        if number is None or not least <= number <= most:
            self.refuse(
                f"{self.name} must be a whole number from {least} to {most}, not {quoted(self.held)}",
                f"{self.name} 要{least}到{most}的整数，不是{quoted(self.held)}",
            )
        return number

    def word(self, words: Iterable[W]) -> W | None:
        """One of a fixed list of words; None where it is absent."""
        if self.held is None:
            return None
        found = None
        for word in words:
            if word == self.held:
                found = word
        if found is None:
            self.refuse(
                f"{self.name} is one of {', '.join(words)}, not {quoted(self.held)}",
                f"{self.name} 要{choice_zh(words)}，不是{quoted(self.held)}",
            )
        return found


@dataclass(frozen=True, slots=True)
class Object:
    """A JSON object, its JSON Pointer, and the code of its fields where they have none of their own."""

    fields: Mapping[str, object]
    pointer: str = ""
    code: str = "bad_json"

    def __getitem__(self, name: str) -> Value:
        return Value(self.fields.get(name), pointer_to(self.pointer, name), self.code)

    def field(self, name: str, code: str) -> Value:
        """A field whose faults have a code of their own."""
        return Value(self.fields.get(name), pointer_to(self.pointer, name), code)

    def has(self, name: str) -> bool:
        """Is the field there and not null?"""
        return self.fields.get(name) is not None

    def only(self, names: Iterable[str], what: str) -> None:
        """Refuses other fields than these: one that means nothing may have been meant to mean something."""
        known = tuple(names)
        for name in self.fields:
            if name not in known:
                self[name].refuse(f"{quoted(name)} means nothing in {what}, which has {' '.join(known)}")


def is_object(value: object) -> TypeGuard[Mapping[str, object]]:
    """A JSON object; a dict, as nearly every one is, is known at once."""
    return type(value) is dict or isinstance(value, Mapping)


def whole_number(value: object) -> int | None:
    """An integer, 3 or 3.0; None for anything else, booleans too."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
