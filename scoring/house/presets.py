"""Named sheets that tables play, as data (HOUSE 9)."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

PRESETS = Path(__file__).parents[1] / "presets.toml"
_SHEET = ("base", "name", "options", "values")


@cache
def presets() -> tuple[dict[str, Any], ...]:
    """Of each preset: its sheet, and what is shown beside it."""
    told = tomllib.loads(PRESETS.read_text(encoding="utf-8"))
    return tuple(
        {
            "id": name,
            **{key: preset[key] for key in ("name", "en", "note", "sources")},
            "sheet": {key: preset[key] for key in _SHEET if key in preset},
        }
        for name, preset in told.items()
    )
