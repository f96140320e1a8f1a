"""What is learned about tiles that lie on others: patches around tiles of rendered hands, many of them added kongs.

    python -m datasets.piled --photos ../shared/photos --out runs/piled --seed 51 --scenes 320
    python -m datasets.piled --photos ../shared/photos --out runs/usual --seed 55 --scenes 420 --usual
    python -m datasets.piled --photos ../shared/photos --out runs/piled_apart --seed 6 --scenes 200 --apart

Writes OUT/piled.npz: `patches` as `datasets.crops.patch` cuts them, `piled` n bool: does the tile lie on another one?
`sides` n float32: the shorter side of its box, pixels. A tile on another one comes with its own box or with one around
both, as detectors give it; one that lies under another does not come. With `--apart` the designs and fonts that
training never sees.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets import variety
from datasets.crops import BOX, LEAST, Patch, patch, read_bytes
from datasets.crops import SIDE as ROOM
from datasets.lay import SIDES, Meld, Table
from datasets.real import Corners
from datasets.render import picture
from datasets.samples import encoded
from datasets.scene import Label, Placed, Scene
from datasets.stage import Stock, behind
from vision.piled import SIDE, WIDER

SMALLEST = 14
"""Pixels of a box's shorter side below which nothing is cut out."""
BOTH = 0.35
"""Share of the tiles on others that a detector boxes together with them."""
FAR = 0.7
"""Of a tile's width: the farthest that a fourth tile slips off the one below; beyond, both are seen."""
Row = tuple[Patch, bool, float]


def melds(table: Table, stock: Stock, rng: Generator) -> None:
    """Few tiles in hand and many melds, in two rows or three, most of them added kongs with the fourth tile on top."""
    body = table.body
    x = table.row(sorted(stock.draw(int(rng.integers(2, 5)))), 0, 0, "hand")
    apart, above = body.width * rng.uniform(0.4, 1.5), rng.random() < 0.5
    start = 0.0 if above else x + apart
    x, y = start, body.height + apart if above else 0.0
    for number in range(int(rng.integers(4, 7))):
        if number in (2, 4):
            x, y = start, y + body.height * 1.6 + apart
        kind = str(rng.choice(["pong", "exposed", "added"], p=[0.33, 0.07, 0.6]))
        fed_by = str(rng.choice(SIDES)) if rng.random() < 0.75 else None
        slip = rng.uniform(0, FAR) if rng.random() < 0.75 else 0.0
        meld = Meld(kind, stock.alike(3 if kind == "pong" else 4), fed_by, piled=bool(rng.random() < 0.85), slip=slip)
        x = table.meld(meld, x, y) + body.width * rng.uniform(0.15, 1.2)
    if rng.random() < 0.25:
        behind(table, stock, rng, y + body.height * 2.2)


def scene(number: int, seed: int, folders: tuple[Path, ...], fonts: tuple[Path, ...], usual: bool = False) -> list[Row]:
    """Tiles of one rendered scene; `usual`: laid as other scenes are, not melds above all."""
    cv2.setNumThreads(1)
    pixels, labels, drawn = picture(seed, number, folders, fonts, layouts=() if usual else ((melds, 1.0),))
    pixels = read_bytes(encoded(pixels, drawn.photo.quality))
    rng = np.random.default_rng((seed, number, 5))
    return [(patch(pixels, box), piled, _side(box)) for box, piled in _tiles(labels, drawn, rng)]


def _tiles(labels: tuple[Label, ...], drawn: Scene, rng: Generator) -> Iterator[tuple[Corners, bool]]:
    """Boxes of the hand's and the melds' tiles that are well seen, and whether each lies on another one."""
    for label, tile in zip(labels, drawn.tiles, strict=True):
        if drawn.groups[tile.group].role == "other" or label.visible < LEAST or tile.down:
            continue
        near = [other for other in zip(labels, drawn.tiles, strict=True) if _one_pile(tile, other[1], drawn)]
        if _side(label.box) < SMALLEST or any(other.z > tile.z for _, other in near):
            continue
        if not near and tile.lean < 45 and tile.z > drawn.body.thickness:
            continue  # it leans on others, or lies half on one
        box = label.box
        if near and rng.random() < BOTH:
            under = near[0][0].box
            box = min(box[0], under[0]), min(box[1], under[1]), max(box[2], under[2]), max(box[3], under[3])
        yield box, bool(near)


def _one_pile(one: Placed, other: Placed, drawn: Scene) -> bool:
    body = drawn.body
    across, along = abs(one.x - other.x), abs(one.y - other.y)
    floors = abs(one.z - other.z) > body.thickness / 2
    return floors and one.group == other.group and across < 0.6 * body.width and along < body.width


def _side(box: Corners) -> float:
    return min(box[2] - box[0], box[3] - box[1])


def load(folders: Sequence[Path]) -> tuple[Patch, NDArray[np.bool_]]:
    """The patches of these folders, and whether their tiles lie on others."""
    patches, piled = [], []
    for folder in folders:
        with np.load(folder / "piled.npz") as file:
            patches.append(file["patches"])
            piled.append(file["piled"])
    return np.concatenate(patches), np.concatenate(piled)


def cut(patch: Patch) -> Patch:
    """A patch of `datasets.piled` -> what the server cuts out, SIDE × SIDE BGR."""
    half = round(BOX / 2 * (1 + WIDER))
    low, high = ROOM // 2 - half, ROOM // 2 + half
    return np.asarray(cv2.resize(patch[low:high, low:high, ::-1], (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, required=True, help="the folder of faces/")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--apart", action="store_true", help="the designs and fonts kept out of training")
    parser.add_argument("--usual", action="store_true", help="scenes as `stage` lays them: heaps, trays, close rows")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    folders, fonts = variety.designs(args.photos / "faces", args.out, args.apart), variety.fonts(args.apart)
    work = partial(scene, seed=args.seed, folders=folders, fonts=fonts, usual=args.usual)
    with ProcessPoolExecutor(args.jobs) as pool:
        rows = [row for some in pool.map(work, range(args.scenes), chunksize=4) for row in some]
    patches, piled, sides = zip(*rows, strict=True)
    np.savez(
        args.out / "piled.npz", patches=np.stack(patches), piled=np.array(piled), sides=np.array(sides, np.float32)
    )
    print(f"{len(rows)} tiles, {sum(piled)} of them on another one")


if __name__ == "__main__":
    main()
