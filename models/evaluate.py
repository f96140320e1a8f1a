"""Figures of the eye on real photos: tile error rate, exact photos, milliseconds a photo.

    python -m models.evaluate [--photos ../shared/photos/field] [--stage read] [--each]

A folder of photos is `images/` and either `truth.json`, as the scoring tool takes it, or YOLO's `labels/`, which
become an inventory of each photo, so that one measure holds for both. `--stage detect` scores what the eye sees,
`read` what the reading says after tile sense.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, median
from time import perf_counter
from types import ModuleType
from typing import Any

from vision import photo
from vision.eye import Eye
from vision.types import BACK, CLASSES, OTHER

SHARED = Path(__file__).parent.parent.parent / "shared"
FIELD = SHARED / "photos" / "field"
TOOL = SHARED / "tools" / "inventory_score.py"
CONFIDENCE = 0.25
"""The scoring tool's own threshold."""

Truth = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Result:
    """One photo: its scored tiles, those missing, those too many, and the seconds of each stage."""

    file: str
    tiles: Counter[str]
    missing: Counter[str]
    extra: Counter[str]
    times: Mapping[str, float]

    @property
    def errors(self) -> int:
        return max(self.missing.total(), self.extra.total())


def truths(folder: Path) -> list[Truth]:
    """The folder's photos as the scoring tool wants them."""
    if (folder / "truth.json").exists():
        return list(json.loads((folder / "truth.json").read_text()))
    codes = {OTHER: "H", BACK: "B"}  # the tool scores the 27 kinds; which honour it is does not matter
    found: list[Truth] = []
    for path in sorted((folder / "images").glob("*.jpg")):
        lines = (folder / "labels" / f"{path.stem}.txt").read_text().splitlines()
        names = [CLASSES[int(line.split()[0])] for line in lines if line.strip()]
        found.append({"file": path.name, "rows": [[codes.get(name, name) for name in names]]})
    return found


def scorer(path: Path = TOOL) -> ModuleType:
    """The scoring tool as a module: its rules are written down once, there."""
    spec = importlib.util.spec_from_file_location("inventory_score", path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def evaluate(eye: Eye, folder: Path, photos: Sequence[Truth], stage: str = "detect") -> list[Result]:
    """Look at every photo that has scored tiles, from the file on the disk to the answer."""
    tool = scorer()
    results = []
    for truth in photos:
        seen, times = _look(eye, folder / "images" / truth["file"], stage)
        tiles, missing, extra = tool.compare(truth, seen, CONFIDENCE)
        if tiles:
            results.append(Result(truth["file"], tiles, missing, extra, times))
    return results


def _look(eye: Eye, path: Path, stage: str) -> tuple[list[dict[str, Any]], dict[str, float]]:
    times: dict[str, float] = {}
    start = perf_counter()
    picture = photo.load(path)
    times["decode"] = perf_counter() - start
    if stage == "read":
        reading = eye.read(picture, times.__setitem__)
        tiles = [(t.kind, t.confidence, t.box) for t in reading.tiles if not t.dropped]
    else:
        seen = eye.detect(picture, times.__setitem__)
        tiles = [(CLASSES[d.scores.index(max(d.scores))], max(d.scores), d.box) for d in seen]
    return [{"tile": k, "confidence": c, "box": [b.x1, b.y1, b.x2, b.y2]} for k, c, b in tiles], times


def interval(right: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a share, 95 % by default."""
    if not of:
        return 0.0, 1.0
    p = right / of
    middle, half = p + z * z / (2 * of), z * sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    return (middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)


def spread(results: Sequence[Result], draws: int = 2000) -> tuple[float, float]:
    """95 % interval of the tile error rate: whole photos drawn again, because errors come photo by photo."""
    rng = Random(0)
    rates = sorted(error_rate(rng.choices(results, k=len(results))) for _ in range(draws))
    return rates[int(0.025 * draws)], rates[int(0.975 * draws)]


def error_rate(results: Sequence[Result]) -> float:
    return sum(r.errors for r in results) / sum(r.tiles.total() for r in results)


def report(results: Sequence[Result]) -> str:
    """The figures in a few lines."""
    seconds = [sum(r.times.values()) for r in results]
    stages = ", ".join(f"{name} {1000 * median([r.times[name] for r in results]):.0f}" for name in results[0].times)
    lost, added = (sum((getattr(r, what) for r in results), Counter[str]()) for what in ("missing", "extra"))
    exact = sum(not r.errors for r in results)
    low, high = spread(results)
    few, many = interval(exact, len(results))
    return (
        f"photos {len(results)}, tiles {sum(r.tiles.total() for r in results)}, tile error rate "
        f"{error_rate(results):.4f} ({low:.4f}-{high:.4f}), exact photos {exact} ({few:.2f}-{many:.2f})\n"
        f"ms a photo: median {1000 * median(seconds):.0f}, mean {1000 * mean(seconds):.0f} (medians: {stages})\n"
        f"missing most: {', '.join(f'{t} {n}' for t, n in lost.most_common(8))}\n"
        f"extra most: {', '.join(f'{t} {n}' for t, n in added.most_common(8))}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m models.evaluate", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--photos", type=Path, default=FIELD, help="folder of images/ and truth.json or labels/")
    parser.add_argument("--models", type=Path, help="folder of detector.onnx and reader.onnx")
    parser.add_argument("--stage", choices=("detect", "read"), default="read")
    parser.add_argument("--every", type=int, default=1, help="look at every n-th photo only")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--each", action="store_true", help="one line a photo besides")
    args = parser.parse_args()
    if not TOOL.exists() or not (args.photos / "images").exists():
        parser.error(f"{TOOL} or {args.photos / 'images'} is not there; photos are not part of the repository")
    eye = Eye.load(args.threads, args.models)
    results = evaluate(eye, args.photos, truths(args.photos)[:: args.every], args.stage)
    for r in results if args.each else ():
        print(f"{r.file}: {r.tiles.total()} tiles, {r.errors} wrong, missing {dict(r.missing)}, extra {dict(r.extra)}")
    print(f"models {eye.model}, {args.threads} threads, stage {args.stage}, {args.photos.name}")
    print(report(results))


if __name__ == "__main__":
    main()
