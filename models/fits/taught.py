"""What tells one set's faces from another's in the reader's embedding -> `vision/eye/taught.npz`, and what it helps.

    python -m models.fits.taught --photos ../shared/photos --out vision/eye/taught.npz

Forty sets that training never saw, three photographed and the others drawn in fonts kept apart, each shown four times:
every face among others, and the harms of one photo for all of them. Of the embedding those directions are kept in which
the faces of a kind differ most between sets, for what they differ within one. Prints, for sets that had no part in the
directions (two halves, each measured with the other's), what one photo of a set changes in others of it, and what it
changes in photos of other sets. Needs the fonts of `datasets/README.md`.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import crops, variety
from datasets.faces import OTHERS
from datasets.textures import Faces, Pictured
from models import augment
from scoring.tiles import KINDS, Tile
from vision.eye import onnx
from vision.eye.detector import Found
from vision.eye.reader import Reader, Sight
from vision.eye.taught import Directions, TaughtFace, TaughtSet
from vision.types import CLASSES, Box

SETS, PHOTOS, DIRECTIONS = 40, 4, 48
RIDGE = 1e-3
"""Of the mean variance within a set, added to every direction."""
SEED = 777
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Shown:
    """One photo of one set: class numbers, and what the reader saw."""

    design: int
    kinds: NDArray[np.int64]
    sights: tuple[Sight, ...]


def sets(photos: Path, out: Path) -> Iterator[tuple[int, Faces]]:
    """The sets, by their numbers."""
    folders = variety.designs(photos / "faces", out, apart=True)
    fonts = variety.fonts(apart=True)
    for number in range(SETS):
        rng = np.random.default_rng((SEED, number))
        yield number, Pictured(folders[number], rng) if number < len(folders) else variety.ByChance(rng, fonts)


def shown(number: int, faces: Faces, tables: Sequence[crops.Patch], reader: Reader) -> Iterator[Shown]:
    """A set's photos."""
    names, flat = [], []
    for name in (*map(str, Tile), *OTHERS):
        try:
            flat.append(crops.shown(faces, name))
            names.append(crops.kind_of(name))
        except KeyError:
            continue  # a photographed design may lack a face
    for photo in range(PHOTOS):
        rng = np.random.default_rng((number, photo))
        table, harm = tables[int(rng.integers(len(tables)))], int(rng.integers(1 << 30))
        sights: list[Sight] = []
        for which in range(len(names)):
            own = np.random.default_rng((number, photo, which))
            patch = augment.laid(np.stack(flat), which, table, np.random.default_rng((harm, 7)))
            crop = augment.harmed(
                augment.crop(patch, int(own.choice(4, p=(0.7, 0.1, 0.1, 0.1))), own), np.random.default_rng(harm)
            )
            sights += reader.look(crop, [Found(Box(3, 3, crop.shape[1] - 3, crop.shape[0] - 3))])
        yield Shown(number, np.array(names), tuple(sights))


def directions(photos: Sequence[Shown]) -> Directions:
    """The directions in which sets differ, by linear discriminant analysis of the embeddings of each kind."""
    looks = unit(np.concatenate([[sight.embedding for sight in one.sights] for one in photos]))
    kinds = np.concatenate([one.kinds for one in photos])
    of = np.concatenate([np.full(len(one.kinds), one.design) for one in photos])
    usual = np.array([unit(looks[kinds == kind].mean(0)[None])[0] for kind in range(KINDS)])
    within, between = [], []
    for kind, design in itertools.product(range(KINDS), np.unique(of)):
        some = looks[(kinds == kind) & (of == design)]
        if len(some) > 1:
            within.append(some - some.mean(0))
            between.append(some.mean(0) - usual[kind])
    inner, outer = np.cov(np.concatenate(within).T), np.cov(np.array(between).T)
    inner += RIDGE * np.trace(inner) / len(inner) * np.eye(len(inner))
    lower = np.linalg.inv(np.linalg.cholesky(inner))
    _, vectors = np.linalg.eigh(lower @ outer @ lower.T)
    axes = lower.T @ vectors[:, ::-1][:, :DIRECTIONS]
    middle = usual.mean(0)
    largest = np.abs((looks - middle) @ axes).max()
    return Directions(middle, axes / largest, (usual - middle) @ axes / largest)


def unit(rows: Array) -> Array:
    """Rows of length 1."""
    found: Array = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return found


def changes(teacher: Shown, photo: Shown, along: Directions) -> tuple[int, int, int, int]:
    """Tiles of a photo, wrong before and after one photo of a set was taught, and right before but wrong after."""
    faces = [
        TaughtFace.of(CLASSES[kind], along.look(sight))
        for kind, sight in zip(teacher.kinds, teacher.sights, strict=True)
        if kind < KINDS
    ]
    taught = TaughtSet("", tuple(faces))
    before = [_named(sight.detection.scores) == kind for kind, sight in zip(photo.kinds, photo.sights, strict=True)]
    after = [
        _named(one.scores) == kind for kind, one in zip(photo.kinds, taught.heard(photo.sights, along), strict=True)
    ]
    lost = sum(b and not a for b, a in zip(before, after, strict=True))
    return len(before), before.count(False), after.count(False), lost


def _named(scores: Sequence[float]) -> int:
    return int(np.argmax([*scores, 1 - sum(scores)]))


def report(photos: Sequence[Shown]) -> Iterator[str]:
    """The figures."""
    own: dict[int, Array] = {}
    others = np.zeros(4, np.int64)
    for half in (0, 1):
        along = directions([one for one in photos if one.design % 2 != half])
        apart = [one for one in photos if one.design % 2 == half]
        for teacher, photo in itertools.permutations(apart, 2):
            found = np.array(changes(teacher, photo, along))
            if teacher.design == photo.design:
                own[photo.design] = own.get(photo.design, np.zeros(4, np.int64)) + found
            else:
                others += found
    worst = sorted(own.values(), key=lambda counts: -int(counts[1]))[:12]
    for name, counts in (
        ("the twelve sets on which the reader is worst", np.sum(worst, axis=0)),
        ("all sets", np.sum(list(own.values()), axis=0)),
        ("photos of other sets", others),
    ):
        tiles, before, after, lost = counts.tolist()
        yield f"{name}: {tiles} tiles, wrong {before} -> {after}, {lost} of them right before"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("runs/taught"), help="where links to the faces go")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    reader = Reader(onnx.folder() / "reader.onnx")
    tables = [
        np.asarray(cv2.resize(crops.read(path), (crops.SIDE, crops.SIDE)), np.uint8)
        for path in sorted((args.photos / "backgrounds").glob("*.jpg"))[:60]
    ]
    photos = [one for number, faces in sets(args.photos, args.work) for one in shown(number, faces, tables, reader)]
    for line in report(photos):
        print(line, flush=True)
    directions(photos).save(args.out)


if __name__ == "__main__":
    main()
