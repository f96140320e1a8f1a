"""Export, another tool's reader and writer, import: the identity, on photos with odd names, sizes and orientations.

    python -m tests.label.rounds TOOLS/bin/python ROOM [PHOTOS]

TOOLS is the environment of `rewriters.py`. Prints one line for each tool; fails where a label differs afterwards.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

from PIL import Image

from tests.label.stub import COLOURS, ColourEye, scene
from tests.label.test_upright import SEEN
from vision.labels.dataset import opened
from vision.labels.engine import Order, label
from vision.labels.formats import FORMATS
from vision.labels.imports import ImportReport, take
from vision.labels.workers import here

NAMES = ("IMG_{k:04d}", "照片 {k}", "微信图片_2026{k:04d}", "a b ({k})", "x.y.{k}", "-{k}", "{k}", "Ünï {k}",
         "DSC{k:05d}-副本", "mmexport{k}", "牌" * 24 + "{k}", "Screenshot [{k}]", "it's {k}", "{k}_jpg")  # fmt: skip


def photos(folder: Path, count: int) -> None:
    """Photos of tiles in rows, each of its own size, every eighth of them turned in each way."""
    chance = random.Random(7)
    kinds = [kind for kind in COLOURS if kind not in ("other", "back")]
    for k in range(count):
        size = chance.randrange(200, 900), chance.randrange(160, 700)
        tiles = [
            (chance.choice(kinds), (x, y, x + 17, y + 25))
            for y in range(12, size[1] - 40, 60)
            for x in range(9, size[0] - 30, 34)
        ]
        image = scene(chance.sample(tiles, min(len(tiles), chance.randrange(1, 15))), size)
        note = k % 8 + 1
        exif = Image.Exif()
        exif[0x0112] = note
        turned = image if (way := SEEN[note]) is None else image.transpose(way)
        ending = ".png" if k % 3 == 0 else chance.choice((".jpg", ".JPEG"))
        path = folder / f"{NAMES[k % len(NAMES)].format(k=k)}{ending}"
        turned.save(path, exif=exif.tobytes(), quality=97, subsampling=0)


def main(python: Path, room: Path, count: int) -> None:
    source, base, rounds = room / "photos", room / "base", room / "rounds"
    if not base.exists():
        source.mkdir(parents=True)
        photos(source, count)
        with opened(base, new=True) as dataset:
            summary = label(dataset, Order((source,), tuple(FORMATS)), "stub", here(ColourEye()))
            print(f"{summary.photos} photos, {summary.tiles.total()} tiles, {len(summary.failures)} failed")
    if not rounds.exists():
        subprocess.run([python, Path(__file__).with_name("rewriters.py"), base, rounds], check=False)
    wrong = 0
    for path in sorted(path for path in rounds.iterdir() if path.suffix in ("", ".xml")):
        report = came_back(room, base, path)
        changed = report.corrected + len(report.emptied) + len(report.refused)
        wrong += changed > 0 or report.photos != count
        odd = [*report.unmatched, *report.refused, *report.emptied][:2]
        print(f"{path.stem:24} {report.photos} photos matched, {changed} changed  {odd or ''}")
    sys.exit(wrong > 0)


def came_back(room: Path, base: Path, path: Path) -> ImportReport:
    """A copy of the data set takes in what a tool wrote."""
    copy = room / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(base, copy, ignore=shutil.ignore_patterns("images"))
    shutil.copytree(base / "images", copy / "images", copy_function=lambda a, b: Path(b).hardlink_to(a))
    with opened(copy) as dataset:
        return take(dataset, FORMATS[path.name.partition("--")[0]], (path,), dry_run=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 200)
