"""Figures of the eye on real photos: what it finds, how it names it, how sure it is, how long it takes.

    python -m models.evaluate [--photos FOLDER ...] [--complete | --list FILE] [--every N] [--each] [--worst DIR N]

By default real/val and field/. A folder of photos is `images/` and either `truth.json`, as the scoring tool takes it,
or YOLO's `labels/`. Stages: `seen` is what the eye says, `read` what the reading says after tile sense. `--complete`:
of real/val only the photos whose labels `datasets/real.json` calls complete, as it corrects them; `--list`: only the
photos whose names stand in FILE, one a line.

What is printed with labels: recall and precision of boxes whatever their names (overlap 0.5), average precision of the
detector alone, confusions of boxes that agree. Without boxes recall and precision compare how many faces there are
and how many were seen, so that they are upper bounds. Intervals are 95 %: Wilson's for exact photos and for bins of
confidence, else whole photos drawn again.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median

from models import alone, photos, predictions, worst
from models.measures import calibration, calibration_error, interval, spread
from models.photos import FIELD, ROOT, TOOL, VAL, Truth, truths
from models.predictions import Counted, Prediction, Result
from vision.eye import onnx
from vision.photo.load import load
from vision.read.eye import Eye


def evaluate(eye: Eye, folder: Path, known: Sequence[Truth], stage: str = "seen") -> list[Result]:
    """Prediction at every photo and score it by the tool."""
    return predictions.inventories(predictions.predict(eye, folder, known), stage)


def error_rate(results: Sequence[Result]) -> float:
    return sum(r.errors for r in results) / sum(r.tiles.total() for r in results)


def report(results: Sequence[Result]) -> str:
    """The scoring tool's figures."""
    lost, added = (sum((getattr(r, what) for r in results), Counter[str]()) for what in ("missing", "extra"))
    exact = sum(not r.errors for r in results)
    low, high = spread([(r.errors, r.tiles.total()) for r in results])
    few, many = interval(exact, len(results))
    return (
        f"photos {len(results)}, tiles {sum(r.tiles.total() for r in results)}, tile error rate "
        f"{error_rate(results):.4f} ({low:.4f}-{high:.4f}), exact photos {exact} = {exact / len(results):.3f} "
        f"({few:.3f}-{many:.3f})\n"
        f"    missing most: {', '.join(f'{t} {n}' for t, n in lost.most_common(8))}\n"
        f"    extra most: {', '.join(f'{t} {n}' for t, n in added.most_common(8))}"
    )


def found(counts: Sequence[Counted]) -> str:
    """Recall and precision whatever the kinds."""
    words = []
    for name, pairs in zip(("recall", "precision"), predictions.shares(counts), strict=True):
        top, below = (int(sum(side)) for side in zip(*pairs, strict=True))
        low, high = spread(pairs)
        words.append(f"{name} {top / max(below, 1):.4f} ({low:.4f}-{high:.4f}) of {below}")
    return ", ".join(words)


def sureness(said: Sequence[tuple[float, bool]]) -> str:
    """The table of confidences."""
    bins = calibration(said)
    lines = [f"confidence, {sum(b.count for b in bins)} tiles, calibration error {calibration_error(bins):.4f}"]
    for b in bins:
        low, high = interval(b.right, b.count)
        lines.append(
            f"    {b.low:.2f}-{b.high:.2f}: {b.count:5} tiles, said {b.mean:.3f}, "
            f"right {b.right / b.count:.3f} ({low:.3f}-{high:.3f})"
        )
    return "\n".join(lines)


def speed(seen: Sequence[Prediction]) -> str:
    """Milliseconds a photo."""
    seconds = [sum(one.times.values()) for one in seen]
    stages = ", ".join(f"{name} {1000 * median([one.times[name] for one in seen]):.0f}" for name in seen[0].times)
    return f"ms a photo: median {1000 * median(seconds):.0f}, mean {1000 * mean(seconds):.0f} (medians: {stages})"


def told(seen: Sequence[Prediction], *, whole: bool) -> str:
    """Everything about one folder's photos."""
    tool = photos.scorer()
    labelled = "kinds" in seen[0].truth
    if labelled:
        counts = [predictions.counted_by_box(one) for one in seen]
        sure = list(predictions.sure_by_box(seen, whole=whole))
        lines = [f"found, boxes: {found(counts)}"]
    else:
        counts = [predictions.counted_by_number(one, tool) for one in seen]
        sure = list(predictions.sure_by_number(seen, tool))
        lines = [f"found, by number, at most: {found(counts)}"]
    lines += [f"{stage}: {report(predictions.inventories(seen, stage, tool))}" for stage in ("seen", "read")]
    if labelled:
        wrong = predictions.confusions(seen)
        listed = ", ".join(f"{true} as {said} {n}" for (true, said), n in wrong.most_common(20))
        lines.append(f"misread, {wrong.total()} found tiles: {listed}")
    return "\n".join((*lines, sureness(sure), speed(seen)))


def draw_worst(seen: Sequence[Prediction], folder: Path, out: Path, count: int) -> None:
    """The photos with most errors of the reading, at most `count`, into `out`."""
    by_file = {one.truth["file"]: one for one in seen}
    results = [r for r in predictions.inventories(seen, "read") if r.errors]
    results.sort(key=lambda r: (-r.errors, r.file))
    out.mkdir(parents=True, exist_ok=True)
    for rank, result in enumerate(results[:count], 1):
        one = by_file[result.file]
        boxes, names = predictions.misread(one)
        worst.draw(
            load(folder / "images" / result.file),
            one.reading,
            f"{result.errors} of {result.tiles.total()}: {worst.caption(result.missing, result.extra)}",
            boxes,
            names,
            out / f"{folder.name}_{rank:02}_{result.errors}_{Path(result.file).stem[:40]}.jpg",
        )


def chosen(folder: Path, args: argparse.Namespace) -> list[Truth]:
    """The folder's photos that the command line asks for."""
    known = truths(folder)
    if "kinds" in known[0] and args.complete:
        known = photos.complete(folder)
    if "kinds" in known[0] and args.list:
        names = set(args.list.read_text().split())
        known = [truth for truth in known if truth["file"] in names]
    return known[:: args.every]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m models.evaluate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--photos", type=Path, nargs="+", default=[VAL, FIELD])
    parser.add_argument("--models", type=Path, help="folder of the ONNX files")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--complete", action="store_true", help="of labelled photos those with complete labels")
    which.add_argument("--list", type=Path, help="of labelled photos those that the file names, one a line")
    parser.add_argument("--every", type=int, default=1, help="look at every n-th photo only")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--each", action="store_true", help="one line a photo besides")
    parser.add_argument("--worst", nargs=2, metavar=("DIR", "N"), help="draw the N worst photos of each folder")
    args = parser.parse_args()
    for folder in args.photos:
        if not TOOL.exists() or not (folder / "images").exists():
            parser.error(f"{TOOL} or {folder / 'images'} is not there; photos are not part of the repository")
    if args.worst and Path(args.worst[0]).resolve().is_relative_to(ROOT):
        parser.error(f"{args.worst[0]} lies in the repository, which holds no photo of others")
    eye = Eye.load(args.threads, args.models)
    for folder in args.photos:
        known = chosen(folder, args)
        if not known:
            parser.error(f"no photo of {folder} is left")
        seen = predictions.predict(eye, folder, known)
        print(f"\n{folder.parent.name}/{folder.name}: models {eye.model}, {args.threads} threads, {len(seen)} photos")
        for r in predictions.inventories(seen, "read") if args.each else ():
            print(f"{r.file}: {r.tiles.total()} tiles, {r.errors} wrong, {worst.caption(r.missing, r.extra)}")
        if "kinds" in known[0]:
            detector = alone.Alone((args.models or onnx.folder()) / "detector.onnx", args.threads)
            print(alone.report(detector, folder, known))
        print(told(seen, whole=args.complete), flush=True)
        if args.worst:
            draw_worst(seen, folder, Path(args.worst[0]), int(args.worst[1]))


if __name__ == "__main__":
    main()
