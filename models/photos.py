"""Photos whose tiles are known, as the scoring tool takes them, and the tool itself.

They lie beside the repository (`../shared`) and are no part of it.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets import real
from vision.types import BACK, CLASSES, OTHER

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"
VAL = SHARED / "photos" / "real" / "val"
FIELD = SHARED / "photos" / "field"
TOOL = SHARED / "tools" / "inventory_score.py"

Truth = Mapping[str, Any]
"""A photo as the scoring tool has it; one with labels has `kinds` and, in the same order, `boxes` besides: corners as
parts of the photo's width and height."""


def truths(folder: Path) -> list[Truth]:
    """The folder's photos: `images/` and either `truth.json`, as the scoring tool takes it, or YOLO's `labels/`, which
    become an inventory of each photo, so that one measure holds for both.
    """
    if (folder / "truth.json").exists():
        return list(json.loads((folder / "truth.json").read_text()))
    return [_truth(path, boxes) for path, boxes in real.labelled(folder)]


def complete(folder: Path) -> list[Truth]:
    """Of a labelled part of the photos (`real/val`) those in which every readable face has its box, as `datasets.real`
    lists and corrects them; none where it lists none.
    """
    names = set(json.loads(real.CORRECTIONS.read_text()).get(folder.name, {}).get("complete", ()))
    corrected = real.photos(folder.parent.parent, folder.name, (), real.CORRECTIONS)
    return [_truth(one.path, one.boxes) for one in corrected if one.path.name in names]


def _truth(path: Path, boxes: Sequence[tuple[int, real.Corners]]) -> Truth:
    codes = {OTHER: "H", BACK: "B"}  # the tool scores the 27 kinds; which honour it is does not matter
    kinds = [CLASSES[kind] for kind, _ in boxes]
    rows = [[codes.get(kind, kind) for kind in kinds]]
    return {"file": path.name, "rows": rows, "kinds": kinds, "boxes": [box for _, box in boxes]}


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
