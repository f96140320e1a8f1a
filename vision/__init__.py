"""From pixels to a hand; never a score. Rooms, each above what it uses:

- `types`    Box, Detection, Layout, Reading, Doubt ...: what the rooms hand on
- `photo/`   bytes or path -> upright RGB pixels, safely
- `eye/`     pixels -> named tiles (detector, reader, stacked tiles: one ONNX session each)
- `layout/`  detections -> rows, gaps, the way each tile lies: geometry only
- `table/`   layout -> hand, melds, winning tile: hypotheses with costs; knows no doubt
- `doubts/`  what a reading is not sure of: a registry of codes, the checks of one subject a module
- `read/`    the stages in a row; the player's corrections applied
- `wire/`    readings <-> JSON of the contract
- `labels/`  many photos -> a data set: label files in six formats, and corrections back
- `draw`     photo + reading -> annotated picture

    from pathlib import Path

    from vision import Eye, load

    reading = Eye.load().read(load(Path("hand.jpg")))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vision.photo.load import Photo, PhotoError, load
    from vision.read.eye import Eye
    from vision.types import Doubt, Reading
    from vision.wire.readings import correct, from_json, to_json

__all__ = ["Doubt", "Eye", "Photo", "PhotoError", "Reading", "correct", "from_json", "load", "to_json"]

_HOMES = {
    "vision.photo.load": ("Photo", "PhotoError", "load"),
    "vision.read.eye": ("Eye",),
    "vision.types": ("Doubt", "Reading"),
    "vision.wire.readings": ("correct", "from_json", "to_json"),
}
"""Imported when it is asked for: decoders and models' libraries are for who has a photo."""


def __getattr__(name: str) -> Any:
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home), name)
