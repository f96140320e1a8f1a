"""What is learned about tiles that lie on others: patches around tiles of rendered hands, many of them on others.

    python -m datasets.stacked --photos ../shared/photos --out runs/melds --seed 51 --scenes 320
    python -m datasets.stacked --photos ../shared/photos --out runs/hands --seed 56 --scenes 320 --laid hands
    python -m datasets.stacked --photos ../shared/photos --out runs/usual --seed 55 --scenes 420 --laid usual
    python -m datasets.stacked --photos ../shared/photos --out runs/piled_apart --seed 6 --scenes 200 --apart

Writes OUT/piled.npz: `patches` as `datasets.crops.patch` cuts them, `piled` n bool: does the tile lie on another one?
`sides` n float32: the shorter side of its box, pixels. A tile on another one comes with its own box or, where it hides
that one, with one around both, as detectors give it. One that lies under another, or would go through its neighbour,
does not come. With `--apart` the designs and fonts that training never sees.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

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
from datasets.scene import Label, Placed, Scene, upper
from datasets.solid import Body
from datasets.stage import Layouts, Stock, behind
from vision.eye.stacked import PILED, SIDE, WIDER_SHARE

SMALLEST = 14
"""Pixels of a box's shorter side below which nothing is cut out."""
BOTH = 0.35
"""Share of the tiles on others that a detector boxes together with them."""
FAR = 0.7
"""Of a tile's width: the farthest that a fourth tile slips off the one below; beyond, both are seen."""
LAID, TOUCHED = 0.25, 0.03
"""Of its area: the least that a tile has above others to lie on them, and the most that it shares with one that it
lies beside (tiles are laid a little askew)."""
FILE = f"{PILED}.npz"
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
        meld = Meld(kind, stock.alike(3 if kind == "pong" else 4), fed_by, stacked=bool(rng.random() < 0.85), slip=slip)
        x = table.meld(meld, x, y) + body.width * rng.uniform(0.15, 1.2)
    if rng.random() < 0.25:
        behind(table, stock, rng, y + body.height * 2.2)


def hands(table: Table, stock: Stock, rng: Generator) -> None:
    """A hand in a row, often the winning tile apart and some pongs, one more tile on each of some of them."""
    body = table.body
    names = sorted(stock.draw(int(rng.integers(5, 14))))
    x = table.row(names, 0, 0, "hand") + body.width * rng.uniform(0.6, 2)
    if rng.random() < 0.6:
        x = table.row(stock.draw(1), x, 0, "winning") + body.width * rng.uniform(0.6, 2)
    above = len(names) > 7 or rng.random() < 0.5
    x, y = (0.0, body.height + body.width * rng.uniform(0.4, 1.5)) if above else (x, 0.0)
    for _ in range(int(rng.integers(1, 5))):
        fed_by = str(rng.choice(SIDES)) if rng.random() < 0.75 else None
        x = table.meld(Meld("pong", stock.alike(3), fed_by), x, y) + body.width * rng.uniform(0.15, 1.2)
    own, tops = tuple(table.tiles), list[Placed]()
    for _ in range(int(rng.integers(4, 9))):
        below = own[int(rng.integers(len(own)))]
        off, way = rng.uniform(0, 0.35 if rng.random() < 0.5 else 0.75), rng.uniform(0, 2 * np.pi)
        way = round(way / (np.pi / 2)) * np.pi / 2 if rng.random() < 0.5 else way
        x, y = below.x + off * np.cos(way) * body.width, below.y + off * np.sin(way) * body.height
        turn = rng.choice([0, 0, 0, 90, 180]) if rng.random() < 0.7 else rng.uniform(-25, 25)
        top = replace(below, x=x, y=y, yaw=below.yaw + turn)
        if all(_shared(top, other, body) == 0 for other in tops):
            table.put(stock.draw(1)[0], x, y, below.group, top.yaw, floor=body.thickness)
            tops.append(top)
    if rng.random() < 0.25:
        behind(table, stock, rng, y + body.height * 2.2)


LAYOUTS: dict[str, Layouts] = {"melds": ((melds, 1.0),), "hands": ((hands, 1.0),), "usual": ()}


def scene(number: int, seed: int, folders: tuple[Path, ...], fonts: tuple[Path, ...], laid: str = "melds") -> list[Row]:
    """Tiles of one rendered scene, `laid` in a way of LAYOUTS."""
    cv2.setNumThreads(1)
    pixels, labels, drawn = picture(seed, number, folders, fonts, layouts=LAYOUTS[laid])
    pixels = read_bytes(encoded(pixels, drawn.photo.quality))
    rng = np.random.default_rng((seed, number, 5))
    return [(patch(pixels, box), stacked, _side(box)) for box, stacked in _tiles(labels, drawn, rng)]


def _tiles(labels: tuple[Label, ...], drawn: Scene, rng: Generator) -> Iterator[tuple[Corners, bool]]:
    """Boxes of the hand's and the melds' tiles that are well seen, and whether each lies on another one."""
    for label, tile in zip(labels, drawn.tiles, strict=True):
        if drawn.groups[tile.group].role == "other" or label.visible < LEAST or tile.down:
            continue
        if _side(label.box) < SMALLEST:
            continue
        lies = tile.lean < 45 and tile.z > drawn.body.thickness
        others = [(_shared(tile, other, drawn.body), other.z, k) for k, other in enumerate(drawn.tiles)]
        if any(share > TOUCHED and z >= tile.z and drawn.tiles[k] is not tile for share, z, k in others):
            continue
        below = [(share, k) for share, z, k in others if z < tile.z]
        if lies and sum(share for share, _ in below) < LAID:
            continue
        box = label.box
        if lies and rng.random() < BOTH and labels[max(below)[1]].visible < LEAST:
            under = labels[max(below)[1]].box
            box = min(box[0], under[0]), min(box[1], under[1]), max(box[2], under[2]), max(box[3], under[3])
        yield box, lies


def _shared(one: Placed, other: Placed, body: Body) -> float:
    """The part of a tile's area that lies above, below or within another one; of one on edge none does."""
    if np.hypot(one.x - other.x, one.y - other.y) > np.hypot(body.width, body.height):
        return 0.0
    first, second = (upper(tile, body)[:, :2].astype(np.float32) for tile in (one, other))
    return float(cv2.intersectConvexConvex(first, second)[0]) / (body.width * body.height)


def _side(box: Corners) -> float:
    return min(box[2] - box[0], box[3] - box[1])


def load(folders: Sequence[Path]) -> tuple[Patch, NDArray[np.bool_]]:
    """The patches of these folders, and whether their tiles lie on others."""
    patches, stacked = [], []
    for folder in folders:
        with np.load(folder / FILE) as file:
            patches.append(file["patches"])
            stacked.append(file[PILED])
    return np.concatenate(patches), np.concatenate(stacked)


def cut(patch: Patch) -> Patch:
    """A patch of `datasets.stacked` -> what the server cuts out, SIDE × SIDE BGR."""
    half = round(BOX / 2 * (1 + WIDER_SHARE))
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
    parser.add_argument("--laid", choices=LAYOUTS, default="melds", help="usual: as `stage` lays them, heaps and trays")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    folders, fonts = variety.designs(args.photos / "faces", args.out, apart=args.apart), variety.fonts(apart=args.apart)
    work = partial(scene, seed=args.seed, folders=folders, fonts=fonts, laid=args.laid)
    with ProcessPoolExecutor(args.jobs) as pool:
        rows = [row for some in pool.map(work, range(args.scenes), chunksize=4) for row in some]
    patches, stacked, sides = zip(*rows, strict=True)
    arrays: dict[str, Any] = {"patches": np.stack(patches), PILED: np.array(stacked)}
    np.savez(args.out / FILE, **arrays, sides=np.array(sides, np.float32))
    print(f"{len(rows)} tiles, {sum(stacked)} of them on another one")


if __name__ == "__main__":
    main()
