"""How a reader names what is hard to name: covered tiles, dark sets, birds and what may be taken for them; all drawn in
the designs and fonts kept out of training, by seeds that training never uses.

    python -m models.evaluate_covered --apart runs/apart [--reader runs/reader.onnx models/reader.onnx] [--count 1500]

`--apart`: a folder of `datasets.crops --apart`. Of covered tiles it is known what can be told of them (`models.cover`):
one kind; one of a few; nothing. A name's error there is what the truth leaves to the other kinds, so that a name given
to a tile that may be one of two counts half. `log` is the mean negative log of what the reader gives the truth, beside
the truth's own; a reader that knows what it does not know comes near.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.crops import NONE
from models import augment
from models.augment import Image
from models.cover import KINDS, SURE, Truth
from models.measures import interval
from models.mix import Mix
from vision.eye import onnx
from vision.eye.detector import Found
from vision.eye.reader import SIDE, Reader
from vision.types import CLASSES, OTHER, Box

SEED = 5150
COUNT = 1500
NAMED, GUESSED = 0.9, 0.8
"""A confidence from which on a name raises no doubt, and one that no tile may reach that cannot be told."""
FEW = 0.3
"""Below this share of the likeliest kind a face cannot be told."""
Row = tuple[Image, Truth]
Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Told:
    """What a reader said of n crops, and what can be told of them: n × KINDS each, `no tile` being the last."""

    scores: Scores
    truth: Scores

    @property
    def said(self) -> NDArray[np.intp]:
        return self.scores.argmax(1)

    @property
    def errors(self) -> Scores:
        """Of each name the part of the truth that it leaves out."""
        errors: Scores = 1 - np.take_along_axis(self.truth, self.said[:, None], 1)[:, 0]
        return errors

    def where(self, some: NDArray[np.bool_]) -> Told:
        return Told(self.scores[some], self.truth[some])


def covered(mix: Mix, rng: Generator) -> Row:
    """A tile of which a part is hidden."""
    crop, truth, _ = mix.covered(rng)
    return crop, truth


def dark(mix: Mix, rng: Generator) -> Row:
    """A tile of a dark set, nothing hidden."""
    return _face(mix, int(rng.integers(28)), rng, dark=True)


def negatives(mix: Mix, rng: Generator) -> Row:
    """The same as its negative: the eye looks at a photo's, too, where it sees hardly a face."""
    crop, truth = dark(mix, rng)
    return 255 - crop, truth


def birds(mix: Mix, rng: Generator) -> Row:
    """A bird, or in one of two a flower, dragon, joker or wind."""
    return _face(mix, CLASSES.index("1s" if rng.random() < 0.5 else OTHER), rng, dark=False)


def _face(mix: Mix, kind: int, rng: Generator, *, dark: bool) -> Row:
    flat = mix.parts["flat"]
    places = flat.set_of(at := flat.straight(kind, rng))
    faces, plastic = flat.patches[[at, *rng.choice(places, 2)]], augment.WHITE
    if dark:
        faces, plastic = augment.dark(faces, rng)
    patch = augment.laid(faces, 0, mix.table(rng), rng, plastic)
    truth = np.zeros(KINDS, np.float32)
    truth[kind] = 1
    return augment.harmed(augment.crop(patch, int(rng.integers(4)), rng), rng), truth


SETS = {"covered": covered, "dark": dark, "dark, negative": negatives, "birds": birds}


def told(reader: Reader, rows: Sequence[Row]) -> Told:
    """The reader's scores of crops, SIDE × SIDE, RGB."""
    edge = 3  # what the reader widens the box by
    whole = [Found(Box(edge, edge, SIDE - edge, SIDE - edge))]
    scores = np.array([reader.read(crop, whole)[0].scores for crop, _ in rows])
    return Told(np.column_stack([scores, (1 - scores.sum(1)).clip(0)]), np.array([truth for _, truth in rows], float))


def report(name: str, found: Told) -> Iterator[str]:
    """The figures of one set of crops."""
    likeliest = found.truth.max(1)
    sure, none = found.where(likeliest >= SURE), found.where(likeliest < FEW)
    few = found.where((likeliest < SURE) & (likeliest >= FEW))
    own = -(found.truth * np.log(found.truth.clip(1e-9))).sum(1).mean()
    cost = -(found.truth * np.log(found.scores.clip(1e-4))).sum(1).mean()
    yield f"{name}: {len(likeliest)} crops, log {cost:.3f} (of the truth {own:.3f})"
    right = int((sure.errors < 0.5).sum())
    low, high = interval(right, len(sure.errors))
    yield f"  one kind: {right / max(1, len(sure.errors)):.4f} ({low:.4f}-{high:.4f}) of {len(sure.errors)}"
    for label, some in (("one of a few", few), ("cannot be told", none)):
        if len(some.errors):
            guessed = (some.scores[:, :NONE].max(1) >= GUESSED).mean()
            yield f"  {label}: {len(some.errors)}, error {some.errors.mean():.3f}, said >= {GUESSED} {guessed:.4f}"
    named = found.where(found.scores[:, :NONE].max(1) >= NAMED)
    yield f"  said >= {NAMED}: {len(named.errors)}, wrong {named.errors.sum():.1f} = {named.errors.mean():.4f}"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--apart", type=Path, required=True)
    parser.add_argument("--reader", type=Path, nargs="+", default=[onnx.folder() / "reader.onnx"])
    parser.add_argument("--count", type=int, default=COUNT)
    args = parser.parse_args()
    mix = Mix(args.apart, SEED, 1)
    for number, (name, make) in enumerate(SETS.items()):
        rows = [make(mix, np.random.default_rng((SEED, number, k))) for k in range(args.count)]
        for path in args.reader:
            print(path)
            for line in report(name, told(Reader(path), rows)):
                print(line, flush=True)


if __name__ == "__main__":
    main()
