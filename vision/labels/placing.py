"""A label file's boxes -> pixels of the data set's picture, whatever size the file has them in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from vision.labels.displaced import displaced
from vision.labels.formats.base import Entry, Size
from vision.labels.sheet import Label, LabelError, inside
from vision.layout.duplicates import DOUBLE_IOU, overlap
from vision.types import Box, Reading

MATCH = DOUBLE_IOU
"""Intersection over union from which on two boxes are of one tile: a label's and the eye's, or two labels'."""
RATIO = 0.01
"""Share by which a scaled picture's sides may be off: sizes are rounded to whole pixels."""
OFF = 2.1
"""Pixels of the file's picture by which an edge may be off before the box counts as moved: formats round, and tools
write Pascal VOC's whole pixels cut off (Label Studio), counted from 0 or from 1."""

Turn = Callable[[Box], Box]
"""A box in shares of one picture's width and height -> in shares of the picture turned."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Labels in pixels of the data set's picture. `unnamed`, `lost`, `refused`: as of the entry. `off`: pixels by which
    an edge may be off before the box counts as moved.
    """

    labels: tuple[Label, ...]
    unnamed: tuple[Box, ...]
    lost: int
    refused: tuple[str, ...]
    off: float


class DisplacedError(LabelError):
    """All boxes of a photo are meant otherwise than they are read."""


def place(entry: Entry, reading: Reading) -> Placed:
    """The entry's labels on the photo that was read.

    A file that has the picture in another size is scaled where the ratio is the same. Where width and height are
    exchanged, or the tool may have shown the picture turned, the boxes say which way: they lie on the tiles. Raises
    LabelError where they do not fit or most of them lie beside the picture, DisplacedError where they are of a picture
    that a tool has turned, padded or cropped, or told in another manner.
    """
    width, height = float(reading.width), float(reading.height)
    size = (1.0, 1.0) if entry.relative else entry.size or (width, height)
    turns, scale = _turns(entry, size, (width, height))
    laid = [_laid(entry, size, turn, (width, height)) for turn in turns]
    found = [_cut(entry, labels, unnamed, (width, height)) for labels, unnamed in laid]
    best = 0 if len(found) == 1 else _on_tiles(found, entry, reading)
    off = OFF * max(1.0, scale)
    tiles = [(tile.kind, inside(tile.box, width, height) or tile.box) for tile in reading.tiles if not tile.dropped]
    if what := displaced(laid[best][0], tiles, off):
        raise DisplacedError(f"its labels {what}: only so do they lie on the tiles")
    outside = len(entry.labels) - len(found[best].labels)
    if 2 * outside > len(entry.labels):
        raise LabelError(f"{outside} of its {len(entry.labels)} boxes are not in the picture")
    return replace(found[best], off=off)


def _turns(entry: Entry, size: Size, whole: Size) -> tuple[Sequence[Turn], float]:
    """The ways in which the boxes may lie, and pixels of the picture for one of the file's. Raises LabelError."""
    if entry.relative:
        return (_TURNS if entry.turned else _TURNS[:1]), 1.0
    if _same_ratio(size, whole):
        return _TURNS[:1], whole[0] / size[0]
    if _same_ratio(size[::-1], whole):
        return (_exchanged(size), _TURNS[1], _TURNS[3]), whole[0] / size[1]
    sizes = "×".join(f"{side:g}" for side in size), "×".join(f"{side:g}" for side in whole)
    raise LabelError(
        f"its labels are of a picture of {sizes[0]} pixels, the photo has {sizes[1]}: export them as YOLO, whose boxes "
        "are shares, where the tool has stretched the picture; else without resizing it"
    )


def _same_ratio(size: Size, whole: Size) -> bool:
    scale = whole[0] / size[0]
    off = abs(size[1] * scale - whole[1])
    return off <= max(RATIO * whole[1], scale, 1.0)


def _laid(entry: Entry, size: Size, turn: Turn, whole: Size) -> tuple[Sequence[Label], Sequence[Box]]:
    """Labels and boxes without a name in pixels of the photo, wherever they lie."""

    def pixels(box: Box) -> Box:
        shares = turn(Box(box.x1 / size[0], box.y1 / size[1], box.x2 / size[0], box.y2 / size[1]))
        corners = shares.x1 * whole[0], shares.y1 * whole[1], shares.x2 * whole[0], shares.y2 * whole[1]
        return Box(*(round(corner, 6) for corner in corners))

    return [replace(label, box=pixels(label.box)) for label in entry.labels], [pixels(box) for box in entry.unnamed]


def _cut(entry: Entry, labels: Sequence[Label], unnamed: Sequence[Box], whole: Size) -> Placed:
    """Boxes cut at the picture's edges; those outside of it are lost."""

    def seen(box: Box) -> Box | None:
        cut = inside(box, *whole)
        return cut if cut is not None and cut.width >= 1 and cut.height >= 1 else None

    placed = [(label, seen(label.box)) for label in labels]
    outside = tuple(
        f"the box {told.box.x1:g}, {told.box.y1:g}, {told.box.x2:g}, {told.box.y2:g} is not in the picture"
        for told, (_, box) in zip(entry.labels, placed, strict=True)
        if box is None
    )
    there = tuple(replace(label, box=box) for label, box in placed if box is not None)
    bare = tuple(box for box in map(seen, unnamed) if box is not None)
    return Placed(there, bare, entry.lost + len(outside), (*entry.refused, *outside), OFF)


def _on_tiles(found: Sequence[Placed], entry: Entry, reading: Reading) -> int:
    """Which way the boxes lie on the tiles. Raises LabelError where none does."""
    tiles = [tile.box for tile in reading.tiles if not tile.dropped]
    hits = [sum(any(overlap(one.box, box) >= MATCH for box in tiles) for one in placed.labels) for placed in found]
    most = max(hits)
    if not entry.labels:
        return 0
    if 2 * most < len(entry.labels) or hits.count(most) > 1:
        raise LabelError("width and height are exchanged or the picture was turned, and its boxes do not say which way")
    return hits.index(most)


def _exchanged(size: Size) -> Turn:
    """Width and height are exchanged, the boxes are right: the tool turned them and not its note of the size."""
    w, h = size[0] / size[1], size[1] / size[0]
    return lambda box: Box(box.x1 * w, box.y1 * h, box.x2 * w, box.y2 * h)


_TURNS: Sequence[Turn] = (
    lambda box: box,
    lambda box: Box(1 - box.y2, box.x1, 1 - box.y1, box.x2),  # a quarter clockwise
    lambda box: Box(1 - box.x2, 1 - box.y2, 1 - box.x1, 1 - box.y1),
    lambda box: Box(box.y1, 1 - box.x2, box.y2, 1 - box.x1),
)


def pairs(tiles: Sequence[tuple[Box, bool]], boxes: Sequence[Box]) -> Iterator[tuple[int, int]]:
    """(box, tile) that are the same one, the best overlaps first; tiles marked True come last."""
    overlaps = [
        (not last, overlap(box, tile), k, i) for k, box in enumerate(boxes) for i, (tile, last) in enumerate(tiles)
    ]
    taken: set[int] = set()
    done: set[int] = set()
    for _, share, k, i in sorted(overlaps, key=lambda pair: (-pair[0], -pair[1], pair[2], pair[3])):
        if share >= MATCH and k not in done and i not in taken:
            done.add(k)
            taken.add(i)
            yield k, i
