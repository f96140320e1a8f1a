"""Photos whose tiles are known, as the scoring tool takes them, and the tool itself.

They lie beside the repository (`../shared`) and are no part of it.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.crops import labelled
from vision.types import BACK, CLASSES, OTHER

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"
VAL = SHARED / "photos" / "real" / "val"
FIELD = SHARED / "photos" / "field"
TOOL = SHARED / "tools" / "inventory_score.py"
CORRECTIONS = ROOT / "datasets" / "real.json"

Truth = Mapping[str, Any]
"""A photo as the scoring tool has it; one with labels has `kinds` and, in the same order, `boxes` besides: corners as
parts of the photo's width and height."""


def truths(folder: Path) -> list[Truth]:
    """The folder's photos: `images/` and either `truth.json`, as the scoring tool takes it, or YOLO's `labels/`, which
    become an inventory of each photo, so that one measure holds for both.
    """
    if (folder / "truth.json").exists():
        return list(json.loads((folder / "truth.json").read_text()))
    return [_truth(path.name, [(CLASSES[kind], box) for kind, box in rows]) for path, rows in labelled(folder)]


def complete() -> list[str]:
    """Files of real/val whose labels are complete, as the repository lists them."""
    return list(json.loads(CORRECTIONS.read_text())["val"]["complete"])


def _truth(file: str, tiles: list[tuple[str, tuple[float, float, float, float]]]) -> Truth:
    codes = {OTHER: "H", BACK: "B"}  # the tool scores the 27 kinds; which honour it is does not matter
    kinds = [kind for kind, _ in tiles]
    rows = [[codes.get(kind, kind) for kind in kinds]]
    return {"file": file, "rows": rows, "kinds": kinds, "boxes": [box for _, box in tiles]}


def corners(truth: Truth, width: int, height: int) -> NDArray[np.float64]:
    """n × 4: the labelled boxes in pixels of a photo of that size."""
    return np.array(truth["boxes"], np.float64).reshape(-1, 4) * (width, height, width, height)


def scorer(path: Path = TOOL) -> ModuleType:
    """The scoring tool as a module: its rules are written down once, there."""
    spec = importlib.util.spec_from_file_location("inventory_score", path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
