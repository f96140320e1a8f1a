"""JSON schemas of what a house sheet may say, from the keys of the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import JsonValue

from scoring.house.describe import values


def value_schemas() -> dict[str, JsonValue]:
    """JSON schemas of the values of a sheet (HOUSE 2)."""
    return {
        one["key"]: {"description": f"{one['zh']}: {one['en']}. {one['example_en']}", **_SCHEMAS[one["type"]](one)}
        for one in values()
    }


_SCHEMAS: dict[str, Callable[[dict[str, Any]], dict[str, JsonValue]]] = {
    "bool": lambda _: {"type": "boolean"},
    "int": lambda one: {"type": "integer", "minimum": one["min"], "maximum": one["max"]},
    "word": lambda one: {"enum": one["words"]},
    "list": lambda one: {"type": "array", "items": {"enum": one["words"]}, "minItems": 1, "uniqueItems": True},
    "map": lambda one: {
        "type": "object",
        "additionalProperties": {"type": "integer", "minimum": one["min"], "maximum": one["max"]},
    },
}
