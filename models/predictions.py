"""What the eye made of known photos, and what of it was right: from readings to counts, photo by photo."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from types import ModuleType

import numpy as np

from models import photos
from models.measures import Array, pairs
from models.photos import Truth, corners
from vision.eye.thresholds import is_tile
from vision.photo.load import load
from vision.read.eye import Eye
from vision.types import BACK, Box, Reading

CONFIDENCE = 0.25
"""The scoring tool's own threshold. What tile sense names against the eye keeps the little confidence that the eye had
in that kind, and below this it is not scored."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """One known photo, its reading, and the seconds of each stage from the file on the disk on."""

    truth: Truth
    reading: Reading
    times: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class PredictedTile:
    """One tile as a stage has it: `seen` what the eye says, `read` what the reading says after tile sense."""

    kind: str
    confidence: float
    box: Box


@dataclass(frozen=True, slots=True)
class Result:
    """One photo by the scoring tool: its scored tiles, those missing, those too many."""

    file: str
    tiles: Counter[str]
    missing: Counter[str]
    extra: Counter[str]

    @property
    def errors(self) -> int:
        return max(self.missing.total(), self.extra.total())


@dataclass(frozen=True, slots=True)
class Counted:
    """Tiles of one photo without their kinds: found of those expected, right of those that were said."""

    found: int
    expected: int
    right: int
    said: int


def predict(eye: Eye, folder: Path, truths: Iterable[Truth]) -> list[Prediction]:
    """Read every photo of the folder."""
    predictions = []
    for truth in truths:
        times: dict[str, float] = {}
        start = perf_counter()
        picture = load(folder / "images" / truth["file"])
        times["decode"] = perf_counter() - start
        predictions.append(Prediction(truth, eye.read(picture, times.__setitem__), times))
    return predictions


def tiles_at(reading: Reading, stage: str) -> list[PredictedTile]:
    """The tiles of a reading by that stage. A box that the eye only nearly took for a tile is none at either."""
    if stage == "seen":
        return [PredictedTile(*tile.seen[0], tile.box) for tile in reading.tiles if is_tile(tile.detection)]
    return [PredictedTile(tile.kind, tile.confidence, tile.box) for tile in reading.tiles if not tile.dropped]


def inventories(predictions: Iterable[Prediction], stage: str, tool: ModuleType | None = None) -> list[Result]:
    """By the scoring tool: every photo that has scored tiles."""
    tool = tool or photos.scorer()
    results = []
    for one in predictions:
        tiles = [
            {"tile": tile.kind, "confidence": tile.confidence, "box": _listed(tile.box)}
            for tile in tiles_at(one.reading, stage)
        ]
        there, missing, extra = tool.compare(one.truth, tiles, CONFIDENCE)
        if there:
            results.append(Result(one.truth["file"], there, missing, extra))
    return results


def in_scope(truth: Truth, tool: ModuleType) -> Callable[[Box], bool]:
    """Whether a box lies where the truth of the photo holds, as the scoring tool decides it."""

    def holds(box: Box) -> bool:
        place = _listed(box)
        if truth.get("scope") == "main" and not tool.inside(place, truth["box_main"]):
            return False
        return not any(tool.inside(place, area) for area in truth.get("ignore_boxes", []))

    return holds


def matched(one: Prediction, stage: str) -> tuple[list[PredictedTile], tuple[tuple[int, int], ...]]:
    """Of a labelled photo: the tiles said, and (index of the label, index of the tile said) where boxes agree."""
    tiles = tiles_at(one.reading, stage)
    sure = {tile.box: tile.detection.found for tile in one.reading.tiles}
    boxes = np.array([_listed(tile.box) for tile in tiles], np.float64).reshape(-1, 4)
    true = corners(one.truth, one.reading.width, one.reading.height)
    return tiles, pairs(true, boxes, [sure[tile.box] for tile in tiles])


def counted_by_box(one: Prediction) -> Counted:
    """Labelled photos: boxes that agree. A tile that is said to lie face down and has no label counts for nothing,
    because the labels hold faces only.
    """
    tiles, both = matched(one, "seen")
    right = {seen for _, seen in both}
    stand = sum(tile.kind != BACK or at in right for at, tile in enumerate(tiles))
    return Counted(len(both), len(one.truth["kinds"]), len(both), stand)


def counted_by_number(one: Prediction, tool: ModuleType) -> Counted:
    """Photos without boxes: how many faces there are and how many were seen, so that a tile not found and a wrong box
    on the same photo are not noticed: an upper bound. Optional and unsure tiles may be found or not.
    """
    unsure = {(row, index) for row, index, *_ in one.truth.get("unsure", [])}
    certain = sum(
        tile != "B" and (row, index) not in unsure
        for row, tiles in enumerate(one.truth["rows"])
        for index, tile in enumerate(tiles)
    )
    may = certain + len(unsure) + len(one.truth.get("optional", []))
    holds = in_scope(one.truth, tool)
    seen = sum(tile.kind != BACK and holds(tile.box) for tile in tiles_at(one.reading, "seen"))
    return Counted(min(seen, certain), certain, min(seen, may), seen)


def confusions(predictions: Iterable[Prediction]) -> Counter[tuple[str, str]]:
    """(true kind, kind read) of labelled tiles that were found and not dropped, and misread."""
    wrong: Counter[tuple[str, str]] = Counter()
    for one in predictions:
        tiles, both = matched(one, "read")
        wrong.update(
            (one.truth["kinds"][label], tiles[at].kind)
            for label, at in both
            if one.truth["kinds"][label] != tiles[at].kind
        )
    return wrong


def sure_by_box(predictions: Iterable[Prediction], *, whole: bool) -> Iterator[tuple[float, bool]]:
    """(confidence, was the name right) of each tile that the eye named on labelled photos; a face where no label is
    counts as wrong if the labels are complete (`whole`), else not at all.
    """
    for one in predictions:
        tiles, both = matched(one, "seen")
        labels = {at: one.truth["kinds"][label] for label, at in both}
        for at, tile in enumerate(tiles):
            if at in labels or (whole and tile.kind != BACK):
                yield tile.confidence, labels.get(at) == tile.kind


def sure_by_number(predictions: Iterable[Prediction], tool: ModuleType) -> Iterator[tuple[float, bool]]:
    """The same by inventory, of the 27 kinds: of a kind that was named too often on a photo the least sure tiles are
    taken for the wrong ones, those that the truth leaves open count for nothing.
    """
    for one in predictions:
        holds = in_scope(one.truth, tool)
        of: defaultdict[str, list[float]] = defaultdict(list)
        for tile in tiles_at(one.reading, "seen"):
            if tile.kind in tool.KINDS and tile.confidence >= CONFIDENCE and holds(tile.box):
                of[tile.kind].append(tile.confidence)
        for result in inventories([one], "seen", tool):
            for kind, confidences in of.items():
                confidences.sort()
                wrong = result.extra[kind]
                right = result.tiles[kind] - result.missing[kind]
                yield from ((c, False) for c in confidences[:wrong])
                yield from ((c, True) for c in confidences[len(confidences) - right :])


def misread(one: Prediction) -> tuple[Array, tuple[str, ...]]:
    """Labelled boxes, n × 4 pixels of the photo, that no tile of the reading with that name lies on; their names."""
    tiles, both = matched(one, "read")
    right = {label for label, at in both if tiles[at].kind == one.truth["kinds"][label]}
    left = [label for label in range(len(one.truth["kinds"])) if label not in right]
    boxes = corners(one.truth, one.reading.width, one.reading.height)[left]
    return boxes, tuple(one.truth["kinds"][label] for label in left)


def shares(counts: Sequence[Counted]) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """(found, expected) and (right, said) of each photo: recall and precision are their sums' quotients."""
    return [(c.found, c.expected) for c in counts], [(c.right, c.said) for c in counts]


def _listed(box: Box) -> list[float]:
    return [box.x1, box.y1, box.x2, box.y2]
