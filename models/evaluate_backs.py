"""Tiles face down: how many the eye finds and how many it imagines, in rendered concealed kongs and on real photos.

    python -m models.evaluate_backs --photos ../shared/photos --out runs/backs [--count 120] [--seed 77] [--field]

Rendered: scenes of the training's own generator that hold a concealed kong (暗杠) with tiles face down, in a seed that
nothing was trained on, dressed in the designs and fonts kept out of training. `seen` is what the eye says, `read`
what the reading says. Recall: of the backs of which at least LEAST shows, those found (overlap 0.5) and named `back`;
precision: of the tiles named `back`, those that lie on one, however little of it shows. A kong is whole where the
reading has a concealed kong of its kind (of none where all four lie face down).

`--field`: photos whose truth tells how many tiles lie face down, by count, so that both shares are upper bounds.
Intervals are 95 %, whole pictures drawn again.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.paint import render
from datasets.render import LEAST
from datasets.samples import encoded
from datasets.scene import Label, Scene
from datasets.stage import some_scene
from datasets.variety import designs, fonts, some_set
from models import photos, predictions
from models.measures import pairs, spread
from vision.photo.load import load
from vision.read.eye import Eye
from vision.types import BACK, Reading

STAGES = ("seen", "read")


@dataclass(frozen=True, slots=True)
class Backs:
    """Of one picture: backs there are, those of them found, tiles named `back`, those of them right."""

    there: int
    found: int
    named: int
    right: int


def kongs(scene: Scene) -> list[list[int]]:
    """The tiles of each concealed kong that has some face down, as indices of the scene's tiles."""
    groups = [number for number, group in enumerate(scene.groups) if group.kind == "concealed"]
    laid = [[at for at, tile in enumerate(scene.tiles) if tile.group == number] for number in groups]
    return [tiles for tiles in laid if any(scene.tiles[at].down for at in tiles)]


def scenes(
    seed: int, count: int, folders: tuple[Path, ...] = (), known: tuple[Path, ...] = ()
) -> Iterator[tuple[bytes, tuple[Label, ...], Scene]]:
    """`count` pictures with a concealed kong: JPEG, labels, scene. The same arguments give the same pictures."""
    number = 0
    while count:
        rng = np.random.default_rng((seed, number))
        number += 1
        scene = some_scene(rng)
        if not kongs(scene):
            continue
        try:  # a design may lack a face that the scene needs
            pixels, labels = render(scene, some_set(rng, folders, known))
        except KeyError:
            continue
        yield encoded(pixels, scene.photo.quality), labels, scene
        count -= 1


def backs(reading: Reading, labels: Sequence[Label], wanted: Sequence[int], stage: str) -> Backs:
    """Of the labels `wanted` (indices; those that lie face up or hardly show are none); `named` and `right` are of
    the whole picture.
    """
    said = [tile for tile in predictions.tiles_at(reading, stage) if tile.kind == BACK]
    down = [at for at, label in enumerate(labels) if label.name == BACK]
    boxes = np.array([labels[at].box for at in down], np.float64).reshape(-1, 4)
    seen = np.array([(t.box.x1, t.box.y1, t.box.x2, t.box.y2) for t in said], np.float64).reshape(-1, 4)
    # Those that show choose first: a hidden one below them in a wall has nearly the same box.
    shown = [k for k, at in enumerate(down) if labels[at].visible >= LEAST]
    first = pairs(boxes[shown], seen, [tile.confidence for tile in said])
    hit = {down[shown[label]] for label, _ in first}
    taken = {at for _, at in first}
    rest = [k for k in range(len(down)) if k not in shown]
    left = [at for at in range(len(said)) if at not in taken]
    more = pairs(boxes[rest], seen[left], [said[at].confidence for at in left])
    there = [down[k] for k in shown if down[k] in wanted]
    return Backs(len(there), sum(at in hit for at in there), len(said), len(first) + len(more))


def whole(reading: Reading, labels: Sequence[Label], scene: Scene) -> tuple[int, int]:
    """(concealed kongs read, concealed kongs all of whose tiles show)."""
    there = Counter(
        next((scene.tiles[at].name for at in tiles if not scene.tiles[at].down), None)
        for tiles in kongs(scene)
        if all(labels[at].visible >= LEAST for at in tiles)
    )
    read = Counter(str(m.tile) if m.tile is not None else None for m in reading.melds if m.kind == "concealed")
    return (there & read).total(), there.total()


def rendered(eye: Eye, pictures: Iterator[tuple[bytes, tuple[Label, ...], Scene]]) -> str:
    """Figures over rendered pictures."""
    ours: dict[str, list[Backs]] = {stage: [] for stage in STAGES}
    others: dict[str, list[Backs]] = {stage: [] for stage in STAGES}
    read = []
    for data, labels, scene in pictures:
        reading = eye.read(load(data))
        mine = [at for tiles in kongs(scene) for at in tiles]
        for stage in STAGES:
            ours[stage].append(backs(reading, labels, mine, stage))
            around = [at for at in range(len(labels)) if at not in mine]
            others[stage].append(backs(reading, labels, around, stage))
        read.append(whole(reading, labels, scene))
    told = [
        f"{stage}: recall in kongs {_share([(b.found, b.there) for b in ours[stage]])}, "
        f"of other backs {_share([(b.found, b.there) for b in others[stage]])}, "
        f"precision {_share([(b.right, b.named) for b in ours[stage]])}"
        for stage in STAGES
    ]
    heading = f"rendered: {len(read)} pictures with a concealed kong"
    return "\n".join((heading, *told, f"kongs read whole: {_share(read)}"))


def counted(eye: Eye, folder: Path, every: int = 1) -> str:
    """Figures by count over photos whose truth tells how many tiles lie face down."""
    tool = photos.scorer()
    known = [truth for truth in photos.truths(folder) if truth.get("backs") is not None][::every]
    seen = predictions.predict(eye, folder, known)
    lines = []
    for stage in STAGES:
        rows = []
        for one in seen:
            holds = predictions.in_scope(one.truth, tool)
            rows.append(sum(t.kind == BACK and holds(t.box) for t in predictions.tiles_at(one.reading, stage)))
        expected = [int(one.truth["backs"]) for one in seen]
        both = list(zip(rows, expected, strict=True))
        lines.append(
            f"{stage}: {sum(rows)} found of {sum(expected)} expected, by count recall "
            f"{_share([(min(f, e), e) for f, e in both])}, precision {_share([(min(f, e), f) for f, e in both])}"
        )
        lines.append(
            "    "
            + ", ".join(f"{one.truth['file']} {f} of {e}" for one, (f, e) in zip(seen, both, strict=True) if f or e)
        )
    return f"{folder.name}: {len(seen)} photos\n" + "\n".join(lines)


def _share(counts: Sequence[tuple[int, int]]) -> str:
    right, of = (sum(side) for side in zip(*counts, strict=True))
    low, high = spread(counts)
    return f"{right / of:.3f} ({low:.3f}-{high:.3f}) of {of}" if of else "none"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, help="the folder of faces/ and field/; without it all sets are drawn")
    parser.add_argument("--out", type=Path, default=Path("runs/backs"), help="where the designs are linked")
    parser.add_argument("--models", type=Path, help="folder of the ONNX files")
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--field", action="store_true", help="the photos of field/ besides")
    parser.add_argument("--every", type=int, default=1, help="look at every n-th photo of field/ only")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    if args.field and not args.photos:
        parser.error("--field needs --photos")
    cv2.setNumThreads(args.threads)
    eye = Eye.load(args.threads, args.models)
    print(f"models {eye.model}, {args.threads} threads")
    if args.count:
        folders = designs(args.photos / "faces", args.out, apart=True) if args.photos else ()
        known = fonts(apart=True) if args.photos else ()
        print(rendered(eye, scenes(args.seed, args.count, folders, known)), flush=True)
    if args.field:
        print(counted(eye, args.photos / "field", args.every))


if __name__ == "__main__":
    main()
