"""The training set by one command, seeded; and a sheet to look at.

    python -m datasets.render --count 2000 --out runs/scenes --seed 1 [--photos FOLDER [--apart]] [--things] [--jobs 2]
    python -m datasets.render --sheet sheet.jpg --seed 1

Without `--photos` all sets are drawn in the repository's own styles; with it three of five wear photographed designs
of FOLDER/faces and the others any of the fonts that `variety` knows; with `--apart` those that training never sees.
With `--things` what else lies on tables lies about (`datasets.objects`); the tiles stay as they are without.

Writes images/NNNNNN.jpg, labels/NNNNNN.txt (YOLO: class, centre, size, relative; classes as
`vision.types.CLASSES`) and truth/NNNNNN.json (tiles with box, face, turn, visible, group; groups with role, kind,
fed_by). Picture k depends on seed and k alone. Tiles of which less than LEAST shows are not in the YOLO file.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from datasets.objects import littered, stamps
from datasets.paint import Pixels, render
from datasets.real import lines
from datasets.samples import encoded
from datasets.scene import Label, Scene
from datasets.stage import Layouts, some_scene
from datasets.variety import designs, some_set
from datasets.variety import fonts as known_fonts
from vision.types import CLASSES

LEAST = 0.35
SHEET = (4, 5)  # columns, rows
CELL = (640, 480)


def picture(
    seed: int,
    number: int,
    folders: tuple[Path, ...] = (),
    fonts: tuple[Path, ...] = (),
    things: tuple[Path, ...] = (),
    layouts: Layouts = (),
) -> tuple[Pixels, tuple[Label, ...], Scene]:
    """Picture `number` of the set that `seed` makes: RGB pixels before JPEG, labels, the scene; with pictures of
    `things` (`objects.stamps`) these lie about it, the rest stays as it is. `layouts`: as in `stage.some_scene`.
    """
    rng = np.random.default_rng((seed, number))
    for _ in range(20):  # a design may lack a face that the scene needs
        scene, faces = some_scene(rng, layouts), some_set(rng, folders, fonts)
        if things:
            scene = littered(scene, things, np.random.default_rng((seed, number, 3)))
        try:
            return *render(scene, faces), scene
        except KeyError:
            continue
    raise KeyError(f"no set of {folders} has the faces that scenes need")


def yolo(labels: tuple[Label, ...], width: int, height: int) -> str:
    """Labels as YOLO's lines, without those that hardly show."""
    shown = [label for label in labels if label.visible >= LEAST and min(_sides(label)) > 1]
    return lines([(CLASSES.index(label.name), label.box) for label in shown], width, height)


def _sides(label: Label) -> tuple[float, float]:
    x1, y1, x2, y2 = label.box
    return x2 - x1, y2 - y1


def write(
    number: int,
    out: Path,
    seed: int,
    folders: tuple[Path, ...],
    fonts: tuple[Path, ...],
    things: tuple[Path, ...] = (),
) -> None:
    """Render one picture into the three folders of `out`."""
    cv2.setNumThreads(1)
    pixels, labels, scene = picture(seed, number, folders, fonts, things)
    height, width = pixels.shape[:2]
    name = f"{number:06d}"
    (out / "images" / f"{name}.jpg").write_bytes(encoded(pixels, scene.photo.quality))
    (out / "labels" / f"{name}.txt").write_text(yolo(labels, width, height), encoding="utf-8")
    told = {"tiles": [asdict(label) for label in labels], "groups": [asdict(group) for group in scene.groups]}
    (out / "truth" / f"{name}.json").write_text(json.dumps(told), encoding="utf-8")


def sheet(seed: int, folders: tuple[Path, ...], fonts: tuple[Path, ...], things: tuple[Path, ...] = ()) -> Pixels:
    """A contact sheet of the set's first pictures."""
    columns, rows = SHEET
    canvas = np.zeros((rows * CELL[1], columns * CELL[0], 3), np.uint8)
    for number in range(columns * rows):
        pixels = picture(seed, number, folders, fonts, things)[0]
        scale = min(CELL[0] / pixels.shape[1], CELL[1] / pixels.shape[0])
        small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        y, x = number // columns * CELL[1], number % columns * CELL[0]
        canvas[y : y + small.shape[0], x : x + small.shape[1]] = small
    return canvas


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--photos", type=Path, help="the folder of faces/")
    parser.add_argument("--apart", action="store_true", help="the designs and fonts kept out of training")
    parser.add_argument("--things", action="store_true", help="with things about that are no tiles")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    if args.out is None and (args.count or args.photos):
        parser.error("--count and --photos need --out")
    folders = designs(args.photos / "faces", args.out, apart=args.apart) if args.photos else ()
    fonts = known_fonts(apart=args.apart) if args.photos else ()
    things = stamps() if args.things else ()
    if args.sheet:
        args.sheet.write_bytes(encoded(sheet(args.seed, folders, fonts, things), 88))
    if args.count:
        for folder in ("images", "labels", "truth"):
            (args.out / folder).mkdir(parents=True, exist_ok=True)
        work = partial(write, out=args.out, seed=args.seed, folders=folders, fonts=fonts, things=things)
        with ProcessPoolExecutor(args.jobs) as pool:
            for _ in pool.map(work, range(args.count), chunksize=4):
                pass


if __name__ == "__main__":
    main()
