"""What label files say about one photo, whatever the format."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import PurePath

from vision.types import OTHER, Box, Reading, ReadTile

SURE = 0.5
"""Probability from which on the eye is sure of a kind: no other one can have as much."""


class LabelError(ValueError):
    """A label file cannot be read or a folder cannot be used; the message names the file and the value."""


@dataclass(frozen=True, slots=True)
class Label:
    """One tile. `kind`: one of `vision.types.CLASSES`. `role`: of its group, as `vision.types.Role`; "" if the
    format does not tell. `group`: tiles of one number lie together; None if not told. `confidence`: 0-1.
    """

    box: Box
    kind: str
    confidence: float = 1.0
    role: str = ""
    group: int | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One photo's labels. `image`: the file's name in the folder of pictures. `width`, `height`: pixels of that
    picture, which is upright; boxes are in the same pixels. `model`: who labelled. `checked`: a person has looked.
    """

    image: str
    width: int
    height: int
    labels: tuple[Label, ...]
    model: str = ""
    checked: bool = False

    @property
    def name(self) -> str:
        """The image's name without its ending: what a photo's own label files are called."""
        return PurePath(self.image).stem


def sheet_of(image: str, reading: Reading, checked: bool = False) -> Sheet:
    """A reading -> its sheet: every tile that was not dropped, boxes cut at the picture's edges."""
    labels = []
    for tile in named(reading).tiles:
        box = inside(tile.box, reading.width, reading.height)
        if tile.dropped or box is None:
            continue
        role = "" if tile.group is None else reading.groups[tile.group].role.value
        labels.append(Label(box, tile.kind, tile.confidence, role, tile.group))
    return Sheet(image, reading.width, reading.height, tuple(labels), reading.model, checked)


def named(reading: Reading) -> Reading:
    """The reading with every tile called what it shows. A fifth copy of a kind is of no 108-tile set, and for a hand it
    is `other`; for a label it is what the eye is sure of, and the reading's doubt tells the contradiction.
    """
    return replace(reading, tiles=tuple(_named(tile) for tile in reading.tiles))


def _named(tile: ReadTile) -> ReadTile:
    if tile.by_user or tile.kind != OTHER or not tile.seen:
        return tile
    kind, score = tile.seen[0]
    return replace(tile, kind=kind, confidence=score) if score >= SURE and tile.confidence < 1 - SURE else tile


def inside(box: Box, width: float, height: float) -> Box | None:
    """The part of a box that lies in the picture; None where none does."""
    cut = Box(max(box.x1, 0.0), max(box.y1, 0.0), min(box.x2, width), min(box.y2, height))
    return cut if cut.width > 0 and cut.height > 0 else None
