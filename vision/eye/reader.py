"""Boxes -> detections: each crop named, with the scores of every class and the way it lies (one ONNX session)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.eye import onnx
from vision.eye.detector import Found
from vision.photo.load import Pixels
from vision.types import CLASSES, Box, Detection

SIDE = 64
"""Pixels of the model's square input."""
WIDER_SHARE = 0.12
"""Share of its width and height by which a box is widened before it is cut out."""
NARROW_SHARE, LIKE_HEIGHT_SHARE, FEW_BOXES = 0.78, 0.15, 4
"""A box is suspected to be cut below this share of the median width of boxes whose height differs by less than this
share, when there are so many of them."""
SURE_SCORE, SURE_WAY, EVEN_GAP = 0.97, 0.9, 0.3
"""A crop is seen in its three other turns, too, where its best class is below the first, or where the way that it lies
is told less surely than the second: neither by one way nor by two opposite ones that are no farther apart than the
third, as they are for faces that look the same upside down. What one crop names so surely four name alike: of 9,056
boxes in 377 photos 9,055. Of those that tell the way so surely, four told none otherwise."""
BATCH_CROPS = 128
"""Crops of one run, turns counted: bounds the memory for a photo of a whole table."""

EMBEDDING = "embedding"
"""The model's output that tells what a face looks like to it, before it is given a name."""


Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sight:
    """A tile as it was named. `embedding`: the mean over the four turns of its crop, so that it is the same however the
    tile lies; empty where the model tells none, and where nobody asked for it.
    """

    detection: Detection
    embedding: Array


class Reader:
    """Names crops of tiles."""

    def __init__(self, path: Path, threads: int = 2) -> None:
        self._session = onnx.session(
            path, threads, {"crops": (onnx.FREE, 3, SIDE, SIDE)}, {"scores": (None, len(CLASSES))}
        )
        self._outputs = [o.name for o in self._session.get_outputs() if o.name in ("scores", "turns")]
        self._embeds = any(o.name == EMBEDDING for o in self._session.get_outputs())
        self.version = onnx.version(path)

    def read(self, pixels: Pixels, found: Sequence[Found]) -> tuple[Detection, ...]:
        """Boxes in pixels of `pixels` (height × width × 3, RGB) -> as many detections, in the same order."""
        return self._drawn_out(pixels, found, self._named(pixels, found))

    def look(self, pixels: Pixels, found: Sequence[Found]) -> tuple[Sight, ...]:
        """The same detections, each with its embedding."""
        if not found or not self._embeds:
            return tuple(Sight(one, np.empty(0)) for one in self.read(pixels, found))
        every = self._seen(_crops(pixels, found), range(4), [*self._outputs, EMBEDDING])
        seen = self._drawn_out(pixels, found, _detections(found, *self._settled(every)))
        embeddings = every[EMBEDDING].mean(1)
        return tuple(Sight(one, embedding) for one, embedding in zip(seen, embeddings, strict=True))

    def _named(self, pixels: Pixels, found: Sequence[Found]) -> tuple[Detection, ...]:
        return _detections(found, *self._told(_crops(pixels, found))) if found else ()

    def _drawn_out(self, pixels: Pixels, found: Sequence[Found], whole: Sequence[Detection]) -> tuple[Detection, ...]:
        """The same detections, but for boxes that may have lost a part and are named better with it."""
        cut = [(at, box) for at, tile in enumerate(found) for box in _completed(tile.box, found)]
        better = self._named(pixels, [Found(box, found[at].score) for at, box in cut])
        best = dict(enumerate(whole))
        for (at, _), named in zip(cut, better, strict=True):
            if max(named.scores) > max(best[at].scores):
                best[at] = replace(named, box=found[at].box)
        return tuple(best.values())

    def _told(self, crops: Pixels) -> tuple[Array, Array]:
        """n × SIDE × SIDE × 3, BGR -> n × 29 scores, n × 4 turns; seen in all four turns only where one is not sure."""
        if "turns" not in self._outputs:
            return self._settled(self._seen(crops, range(4)))
        first = self._seen(crops, (0,))
        scores, turns = first["scores"][:, 0], _ways(first["turns"])
        unsure = np.flatnonzero(_unsure(scores, turns))
        if len(unsure):
            others = self._seen(crops[unsure], (1, 2, 3))
            every = {name: np.concatenate([first[name][unsure], others[name]], 1) for name in first}
            scores[unsure], turns[unsure] = every["scores"].mean(1), _ways(every["turns"])
        return scores, turns

    def _settled(self, every: Mapping[str, Array]) -> tuple[Array, Array]:
        """The same from what all four turns gave."""
        if "turns" not in every:
            return every["scores"].mean(1), _named_best(every["scores"])
        scores, turns = every["scores"][:, 0], _ways(every["turns"][:, :1])
        unsure = _unsure(scores, turns)[:, None]
        return np.where(unsure, every["scores"].mean(1), scores), np.where(unsure, _ways(every["turns"]), turns)

    def _seen(self, crops: Pixels, turns: Sequence[int], outputs: Sequence[str] = ()) -> dict[str, Array]:
        """n × SIDE × SIDE × 3, BGR, and quarter turns counter-clockwise -> of each output n × turns × what it has."""
        turned = np.stack([np.rot90(crops, turn, (1, 2)) for turn in turns], 1).reshape(-1, SIDE, SIDE, 3)
        runs = [
            self._run(turned[at : at + BATCH_CROPS], outputs or self._outputs)
            for at in range(0, len(turned), BATCH_CROPS)
        ]
        whole = {name: np.concatenate([run[name] for run in runs]) for name in outputs or self._outputs}
        return {name: values.reshape(len(crops), len(turns), -1).astype(np.float64) for name, values in whole.items()}

    def _run(self, crops: Pixels, names: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        images = crops.transpose(0, 3, 1, 2).astype(np.float32) / 255
        outputs = self._session.run(names, {"crops": images})
        return {name: np.asarray(values, np.float32) for name, values in zip(names, outputs, strict=True)}


def _crops(pixels: Pixels, found: Sequence[Found]) -> Pixels:
    return np.stack([crop(pixels, tile.box, WIDER_SHARE, SIDE) for tile in found])


def _detections(found: Sequence[Found], scores: Array, turns: Array) -> tuple[Detection, ...]:
    return tuple(
        Detection(tile.box, tuple(row.tolist()), tile.score, tuple(turn.tolist()))
        for tile, row, turn in zip(found, scores, turns, strict=True)
    )


def _completed(box: Box, found: Sequence[Found]) -> Iterator[Box]:
    """What a box may have lost: where it is much narrower than others of its height, it is drawn out to their width,
    to the left, to the right, unless another tile lies there. Detectors cut off the bare paper beside a slender
    face such as 2s.
    """
    alike = [tile.box.width for tile in found if abs(tile.box.height / box.height - 1) < LIKE_HEIGHT_SHARE]
    width = median(alike) if len(alike) >= FEW_BOXES else 0.0
    if box.width < NARROW_SHARE * width:
        for drawn in (replace(box, x1=box.x2 - width), replace(box, x2=box.x1 + width)):
            if not any(tile.box != box and _holds(drawn, tile.box.centre) for tile in found):
                yield drawn


def _holds(box: Box, point: tuple[float, float]) -> bool:
    return box.x1 <= point[0] <= box.x2 and box.y1 <= point[1] <= box.y2


def _unsure(scores: Array, turns: Array) -> NDArray[np.bool_]:
    """Which of n crops leave open what they show or how it lies."""
    opposite = turns[:, :2] + turns[:, 2:]
    apart = np.abs(turns[:, :2] - turns[:, 2:])
    alike = ((opposite >= SURE_WAY) & (apart < EVEN_GAP)).any(1)  # faces that look the same either way
    told = (turns.max(1) >= SURE_WAY) | alike
    unsure: NDArray[np.bool_] = (scores.max(1) < SURE_SCORE) | ~told
    return unsure


def _ways(by_turn: Array) -> Array:
    """tiles × turns made × turns still needed -> tiles × turns needed in all: what the crops say, averaged."""
    rolled = np.stack([np.roll(by_turn[:, made], made, 1) for made in range(by_turn.shape[1])])
    mean: Array = rolled.mean(0)
    share: Array = mean / mean.sum(1, keepdims=True)
    return share


def _named_best(by_turn: Array) -> Array:
    """For a reader that does not tell the way a tile lies: in which turn it named the tile best, weak evidence."""
    best = np.take_along_axis(by_turn, by_turn.mean(1).argmax(1)[:, None, None], 2)[:, :, 0]
    share: Array = best / best.sum(1, keepdims=True)
    return share


def crop(pixels: Pixels, box: Box, wider: float, side: int) -> Pixels:
    """The box, made wider and higher by a share, cut out and squashed to side × side pixels, BGR."""
    height, width = pixels.shape[:2]
    dx, dy = box.width * wider / 2, box.height * wider / 2
    x1 = min(max(round(box.x1 - dx), 0), width - 1)
    y1 = min(max(round(box.y1 - dy), 0), height - 1)
    x2 = min(max(round(box.x2 + dx), x1 + 1), width)
    y2 = min(max(round(box.y2 + dy), y1 + 1), height)
    cut = cv2.resize(pixels[y1:y2, x1:x2], (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(cut[:, :, ::-1], np.uint8)
