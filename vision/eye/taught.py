"""A set that the eye was taught from photos: what its faces look like to the reader, and how they help to name tiles.

It is heard only where the photo is of that set: of the tiles that the reader names for certain without it, it must know
the faces again. Then likeness to a taught face is evidence beside the reader's own. The numbers are fitted and measured
by `models.fits.taught`.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import KINDS
from vision.eye.reader import Sight
from vision.eye.thresholds import is_tile
from vision.types import CLASSES, Detection

MOST_OF_KIND = 4
"""Faces of a kind that are kept, the newest."""
STEPS = 127
"""The largest of a look's whole numbers."""

SURE = 0.9
"""The reader's score from which a tile tells by itself whether the photo is of the set."""
FEWEST = 5
"""Such tiles that are needed."""
KNOWN = 0.36
"""From which mean likeness of theirs, to the taught faces of their names and with what all sets share left out, the
photo is of the set. Of photos of a set two in three reach it, of other sets one in sixty (models/README.md)."""
WEIGHT, EVEN = 6.0, 0.6
"""Likeness times the first is added to the log of the reader's score; where no face of a class was taught, its likeness
is taken to be the second."""
LEAST_SCORE = 1e-4
"""Of the reader's scores for the log."""

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Directions:
    """The directions of the embedding in which sets differ. `middle`: an embedding of length 1; `axes`: numbers of an
    embedding × directions; `usual`: the look of each of the 27 kinds over all sets.
    """

    middle: Array
    axes: Array
    usual: Array

    @classmethod
    def load(cls, path: Path) -> Directions:
        """As `save` wrote it."""
        with np.load(path) as held:
            return cls(*(held[name].astype(np.float64) for name in ("middle", "axes", "usual")))

    def save(self, path: Path) -> None:
        """With 16 bits for each number."""
        middle, axes, usual = (part.astype(np.float16) for part in (self.middle, self.axes, self.usual))
        np.savez_compressed(path, middle=middle, axes=axes, usual=usual)

    def look(self, sight: Sight) -> Array:
        """What a face looks like: its place along the directions, about -1 to 1. Empty for a reader that tells no
        embedding, or another one than these directions are of.
        """
        if len(sight.embedding) != len(self.middle):
            return np.empty(0)
        place: Array = (_unit(sight.embedding[None])[0] - self.middle) @ self.axes
        return place


@cache
def shipped() -> Directions:
    """Those of `models.fits.taught`."""
    return Directions.load(Path(__file__).with_name("taught.npz"))


@dataclass(frozen=True, slots=True)
class TaughtFace:
    """What one tile looked like. `kind`: one of `CLASSES`; `look`: whole numbers from -STEPS to STEPS, a byte each."""

    kind: str
    look: bytes

    @classmethod
    def of(cls, kind: str, look: Array) -> TaughtFace:
        """A look as `Directions` tells it."""
        return cls(kind, np.rint(look.clip(-1, 1) * STEPS).astype(np.int8).tobytes())


@dataclass(frozen=True)
class TaughtSet:
    """What was taught. `reader`: the version of the reader that saw the faces; another one sees them otherwise."""

    reader: str
    faces: tuple[TaughtFace, ...]

    @cached_property
    def version(self) -> str:
        """A short name of what was taught."""
        content = b"".join(face.kind.encode() + face.look for face in self.faces)
        return hashlib.sha256(self.reader.encode() + content).hexdigest()[:8]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The classes of which it has faces, in the order of `CLASSES`."""
        there = {face.kind for face in self.faces}
        return tuple(kind for kind in CLASSES if kind in there)

    @property
    def missing(self) -> tuple[str, ...]:
        """The kinds of a 108-tile set of which it has none."""
        return tuple(kind for kind in CLASSES[:KINDS] if kind not in self.kinds)

    def with_faces(self, faces: Iterable[TaughtFace]) -> TaughtSet:
        """The set with more faces; of a kind the newest stay, and no face twice."""
        of: dict[str, list[TaughtFace]] = {}
        for face in dict.fromkeys((*self.faces, *faces)):
            of.setdefault(face.kind, []).append(face)
        kept = (of[kind][-MOST_OF_KIND:] for kind in sorted(of, key=CLASSES.index))
        return replace(self, faces=tuple(itertools.chain.from_iterable(kept)))

    def after(self, older: TaughtSet) -> TaughtSet:
        """These faces added to those of an older set, if the same reader saw them; else these alone."""
        return older.with_faces(self.faces) if older.reader == self.reader else self

    def heard(self, sights: Sequence[Sight], along: Directions | None = None) -> tuple[Detection, ...]:
        """What the reader saw in one photo, with the set's evidence; unchanged where the photo is not of the set."""
        seen = tuple(sight.detection for sight in sights)
        along = along or shipped()
        looks = np.array([along.look(sight) for sight in sights])
        if not self.faces or not looks.size or looks.shape[1] != len(self.faces[0].look):
            return seen
        if not self._of_set(seen, looks, along.usual):
            return seen
        return tuple(_decided(one, row) for one, row in zip(seen, self._likeness(looks), strict=True))

    def _of_set(self, seen: Sequence[Detection], looks: Array, usual: Array) -> bool:
        """Does it know the faces again that the reader is sure of?"""
        first = {face.kind: at for at, face in reversed(list(enumerate(self.faces)))}
        known = []
        for one, look in zip(seen, looks, strict=True):
            kind = one.scores.index(max(one.scores))
            at = first.get(CLASSES[kind])
            if is_tile(one) and one.scores[kind] >= SURE and kind < KINDS and at is not None:
                known.append(_cosine(look - usual[kind], self._looks[at] - usual[kind]))
        return len(known) >= FEWEST and float(np.mean(known)) >= KNOWN

    def _likeness(self, looks: Array) -> Array:
        """n looks -> n × classes: the cosine to the most alike taught face of the class, nan where none was taught."""
        cosines = _unit(looks) @ _unit(self._looks).T
        found = np.full((len(looks), len(CLASSES)), np.nan)
        for number, kind in enumerate(CLASSES):
            of = [at for at, face in enumerate(self.faces) if face.kind == kind]
            if of:
                found[:, number] = cosines[:, of].max(1)
        return found

    @cached_property
    def _looks(self) -> Array:
        return np.array([np.frombuffer(face.look, np.int8) for face in self.faces], np.float64) / STEPS


def _unit(rows: Array) -> Array:
    """Rows of length 1; a row of zeros stays."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: Array = rows / np.where(lengths > 0, lengths, 1.0)
    return unit


def _cosine(one: Array, other: Array) -> float:
    return float(_unit(one[None])[0] @ _unit(other[None])[0])


def _decided(one: Detection, likeness: Array) -> Detection:
    """The reader's scores and the likeness to each class together; `taught` where they name another class."""
    scores = np.array([*one.scores, max(0.0, 1 - sum(one.scores))])  # the last one: no tile
    alike = np.append(np.where(np.isnan(likeness), EVEN, likeness), EVEN)
    weight = np.log(np.maximum(scores, LEAST_SCORE)) + WEIGHT * alike
    share = np.exp(weight - weight.max())
    share /= share.sum()
    named = int(share.argmax())
    decides = named < len(CLASSES) and named != int(scores.argmax())
    return replace(one, scores=tuple(share[:-1].tolist()), taught=float(share[named]) if decides else None)
