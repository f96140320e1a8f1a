"""How well a reader names tiles whose boxes are known: real/val, and the designs and fonts kept out of training.

    python -m models.evaluate_reader --reader models/reader.onnx --photos ../shared/photos --apart runs/apart [--part 0]

For each set: tiles, share named rightly with a 95 % interval (Wilson), the kinds taken for what most often, how often
the kind is right where the reader is sure, the temperature that would calibrate it (negative log likelihood), and for
places without a tile how many would be taken for one. `--part 1` of real/val is every second photo from the second.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.crops import BOX, NONE, read
from datasets.crops import SIDE as ROOM
from datasets.real import labelled
from models import augment
from models.measures import interval
from vision.eye.detector import Found
from vision.eye.reader import Reader
from vision.types import BACK, CLASSES, OTHER, Box

SURE = 0.9
"""A confidence at which a reading raises no doubt."""
KEPT = 0.35
"""About the confidence at which the eye takes a box for a tile."""
Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Named:
    """What a reader said of tiles: n × 29 scores, n true classes (NONE: no tile), and where known n turns, n × 4."""

    scores: Scores
    kinds: NDArray[np.int64]
    turns: Scores
    true_turns: Scores

    @property
    def tiles(self) -> NDArray[np.bool_]:
        return self.kinds != NONE


def on_photos(reader: Reader, folder: Path, part: slice = slice(None)) -> Named:
    """The boxes of a folder's photos."""
    scores, kinds, turns = [], [], []
    for path, boxes in list(labelled(folder))[part]:
        pixels = read(path)
        height, width = pixels.shape[:2]
        found = [Found(Box(a * width, b * height, c * width, d * height), 1.0) for _, (a, b, c, d) in boxes]
        for (kind, _), seen in zip(boxes, reader.read(pixels, found), strict=True):
            scores.append(seen.scores)
            turns.append(seen.turns)
            kinds.append(kind)
    return Named(np.array(scores), np.array(kinds), np.array(turns), np.zeros((len(kinds), 4)))


def on_patches(
    reader: Reader, patches: Sequence[NDArray[np.uint8]], kinds: Sequence[int], degrees: Sequence[float]
) -> Named:
    """Patches as `datasets.crops` makes them, the box in the middle."""
    low = (ROOM - BOX) / 2
    found = [Found(Box(low, low, low + BOX, low + BOX), 1.0)]
    seen = [reader.read(patch, found)[0] for patch in patches]
    true = np.array([augment.turned(d, k) for d, k in zip(degrees, kinds, strict=True)])
    return Named(np.array([s.scores for s in seen]), np.array(kinds), np.array([s.turns for s in seen]), true)


def flat_patches(file: Path, tables: Path, seed: int = 5) -> Iterator[tuple[NDArray[np.uint8], int, float]]:
    """Single faces laid on tables and photographed with usual harm: a patch for each, the crop being its middle."""
    with np.load(file) as flat, np.load(tables) as scenes:
        faces, kinds, turns = flat["patches"], flat["kinds"], flat["turns"]
        ground = scenes["patches"][scenes["kinds"] == NONE]
    low = (ROOM - BOX) // 2
    for at, (kind, turn) in enumerate(zip(kinds, turns, strict=True)):
        rng = np.random.default_rng((seed, at))
        patch = augment.laid(faces, at, ground[int(rng.integers(len(ground)))], rng)
        crop = augment.harmed(augment.crop(patch, 0, rng), rng)
        # Back into a patch so that the reader's own cutting is part of what is measured.
        out = np.asarray(cv2.resize(patch, (ROOM, ROOM)), np.uint8)
        size = round(BOX * 1.12)
        start = low - (size - BOX) // 2
        out[start : start + size, start : start + size] = cv2.resize(crop, (size, size), interpolation=cv2.INTER_AREA)
        yield out, int(kind), float(turn)


def temperature(named: Named) -> float:
    """The exponent's inverse that makes the scores likeliest: above 1 the reader is too sure of itself."""
    tiles = named.tiles
    logs = np.log(np.clip(named.scores[tiles], 1e-6, 1))
    true = named.kinds[tiles]

    def cost(t: float) -> float:
        scaled = logs / t
        best = scaled.max(1, keepdims=True)
        total = best[:, 0] + np.log(np.exp(scaled - best).sum(1))
        return float((total - scaled[np.arange(len(true)), true]).mean())

    return float(min(np.arange(0.4, 3.01, 0.05), key=cost))


def report(name: str, named: Named) -> str:
    """One set in a few lines."""
    tiles = named.tiles
    scores, kinds = named.scores[tiles], named.kinds[tiles]
    said = scores.argmax(1)
    right = said == kinds
    sure = scores.max(1) >= SURE
    low, high = interval(int(right.sum()), len(right))
    lines = [f"{name}: {len(right)} tiles, named {right.mean():.4f} ({low:.4f}-{high:.4f})"]
    for label, some in (
        ("27 kinds", kinds < 27), ("1s", kinds == 18), ("fives", np.isin(kinds, (4, 13, 22))),
        (OTHER, kinds == CLASSES.index(OTHER)), (BACK, kinds == CLASSES.index(BACK)),
    ):  # fmt: skip
        if some.any():
            kept = (scores[some].max(1) >= KEPT).mean()
            lines.append(f"  {label} {right[some].mean():.4f} of {some.sum()}, kept {kept:.4f}")
    lines.append(f"  sure (>= {SURE}) {sure.mean():.4f} of them, right {right[sure].mean():.4f}")
    lines.append(f"  temperature {temperature(named):.2f}")
    wrong = Counter((CLASSES[k], CLASSES[s]) for k, s in zip(kinds[~right], said[~right], strict=True))
    lines.append("  " + ", ".join(f"{a} as {b} {n}" for (a, b), n in wrong.most_common(8)))
    if (~tiles).any():
        taken = (named.scores[~tiles].max(1) >= KEPT).mean()
        lines.append(f"  no tile: {(~tiles).sum()} places, taken for one {taken:.4f}")
    known = named.true_turns.max(1) > 0.9
    if known.any():
        way = (named.turns.argmax(1) == named.true_turns.argmax(1))[known].mean()
        lines.append(f"  way right {way:.4f} of {known.sum()} that can be told")
    return "\n".join(lines)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reader", type=Path, nargs="+", default=[Path("models/reader.onnx")])
    parser.add_argument("--photos", type=Path, help="the folder of real/val")
    parser.add_argument("--apart", type=Path, help="a folder of datasets.crops --apart")
    parser.add_argument("--every", type=int, default=1, help="only every n-th photo, patch and face")
    args = parser.parse_args()
    for path in args.reader:
        reader = Reader(path)
        print(path)
        if args.photos:
            print(report("real/val", on_photos(reader, args.photos / "real" / "val", slice(None, None, args.every))))
        if args.apart:
            with np.load(args.apart / "scenes.npz") as file:
                rows = [file[key][:: args.every] for key in ("patches", "kinds", "turns")]
            print(report("scenes", on_patches(reader, rows[0], rows[1].tolist(), rows[2].tolist())))
            flat = list(flat_patches(args.apart / "flat.npz", args.apart / "scenes.npz"))[:: args.every]
            patches, kinds, degrees = zip(*flat, strict=True)
            with np.load(args.apart / "flat.npz") as file:
                photographed = -(-int(file["photographed"]) // args.every)
            for name, some in (("photographed", slice(photographed)), ("drawn", slice(photographed, None))):
                print(report(f"{name} faces", on_patches(reader, patches[some], kinds[some], degrees[some])))


if __name__ == "__main__":
    main()
