"""What a sheet may say, what it changes, and the presets: for pages, documents and the command line (HOUSE 2, 9)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from scoring.house.sheet import is_refused
from scoring.rules import CHOICES, KEYS, SUIT_SETS, TABLES, Rules
from scoring.rulesets import RULE_SETS

Json = dict[str, Any]
PRESETS = Path(__file__).parents[1] / "presets.toml"
_SHEET = ("base", "name", "options", "values")


def plain(value: object) -> Any:
    """A rule's value as JSON."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def values() -> list[Json]:
    """Every key that a sheet may change, in the order of HOUSE 2."""
    return [
        {
            "key": name,
            **_type(name),
            "defaults": {
                base.name: None if is_refused(name, base) else plain(getattr(base, name)) for base in RULE_SETS.values()
            },
            "zh": key.zh,
            "en": key.en,
        }
        for name, key in KEYS.items()
    ]


def _type(name: str) -> Json:
    key = KEYS[name]
    if name in CHOICES:
        words = CHOICES[name]
        return {
            "type": "word",
            "words": [str(word) for word in words],
            "words_zh": [word.zh for word in words],
            "words_en": [word.en for word in words],
        }
    if name == "suits":
        return {"type": "word", "words": list(SUIT_SETS)}
    if name == "players":
        return {"type": "list", "words": list(TABLES)}
    example = getattr(next(iter(RULE_SETS.values())), name)
    if isinstance(example, bool):
        return {"type": "bool"}
    return {"type": "map" if isinstance(example, Mapping) else "int", "min": key.least, "max": key.most}


def differences(rules: Rules, other: Rules | None = None) -> list[Json]:
    """Every value that is not the base's (or the other rules'), by an option or by a value of the sheet."""
    base = RULE_SETS[rules.name] if other is None else other
    return [
        {
            "key": name,
            "value": plain(getattr(rules, name)),
            "base": plain(getattr(base, name)),
            "zh": key.zh,
            "en": key.en,
        }
        for name, key in KEYS.items()
        if getattr(rules, name) != getattr(base, name)
    ]


@cache
def presets() -> tuple[Json, ...]:
    """Named sheets that tables play, as data: what is the sheet, and what is shown beside it."""
    told = tomllib.loads(PRESETS.read_text(encoding="utf-8"))
    return tuple(
        {
            "id": name,
            **{key: preset[key] for key in ("name", "en", "note", "sources")},
            "sheet": {key: preset[key] for key in _SHEET if key in preset},
        }
        for name, preset in told.items()
    )
