"""What the reader is trained on: patches around tiles, and around what is no tile, from photos, scenes and faces.

    python -m datasets.crops --photos ../shared/photos --out runs/crops --seed 1 --scenes 600 --sets 250
    python -m datasets.crops --photos ../shared/photos --out runs/apart --seed 9 --scenes 80 --sets 40 --apart
    python -m datasets.crops --labelled dataset --out runs/crops

Writes parts of one form, `NAME.npz`: `patches` n × SIDE × SIDE × 3 uint8 RGB in whose middle a box of BOX × BOX
pixels is the (squashed) box of a tile, so that there is room to turn and shift it; `kinds` n uint8, an index into
`vision.types.CLASSES`, NONE where there is no tile; `turns` n float32, degrees counter-clockwise by which the face is
turned, nan where that is not known. `flat.npz` holds single faces instead: `patches` n × 128 × 96 × 3, and `sets` n
int32, which faces belong to one set.

Photos come as `datasets.real` corrects them. With `--apart` the designs and fonts that `variety` keeps apart dress the
scenes and are the only faces; without it they are not touched. `--labelled` takes folders of other photos, as
`zhuoji label --format yolo` writes them, and makes `real.npz` alone, of these (with `runs/real` among them: of both);
photos with doubtful labels that nobody has looked at are left out.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image

from datasets import variety
from datasets.faces import OTHERS
from datasets.packaged import FLOWERS
from datasets.pictures import decoded
from datasets.real import FAULTS, Corners, Photo, labelled
from datasets.real import photos as corrected
from datasets.render import picture
from datasets.samples import encoded
from datasets.textures import GAMMA, Faces, Pictured
from datasets.variety import NAMES, ByChance, Mixed
from vision.eye import onnx
from vision.eye.detector import Detector
from vision.labels.manifest import NAME as MANIFEST
from vision.labels.manifest import Manifest
from vision.labels.order import DOUBTED
from vision.types import CLASSES, OTHER

SIDE, BOX = 128, 56
FLAT = (128, 96)
"""Height and width of a single face."""
NONE = len(CLASSES)
WEAK = 0.05
"""Confidence of the detector from which on a place counts as mistaken for a tile."""
LEAST = 0.45
"""A tile of which less shows is neither trained on nor counted."""

Patch = NDArray[np.uint8]
Row = tuple[Patch, int, float]


def kind_of(name: str) -> int:
    """A face's or folder's name -> class number; winds, dragons and flowers are `other`."""
    return CLASSES.index(name) if name in CLASSES else CLASSES.index(OTHER)


def patch(pixels: Patch, box: Corners) -> Patch:
    """The box (x1, y1, x2, y2) and its surroundings, squashed so that the box takes the middle BOX × BOX; where the
    picture ends its edge goes on.
    """
    x1, y1, x2, y2 = box
    wide, high = (x2 - x1) * SIDE / BOX, (y2 - y1) * SIDE / BOX
    left, top = round((x1 + x2 - wide) / 2), round((y1 + y2 - high) / 2)
    right, bottom = left + max(2, round(wide)), top + max(2, round(high))
    height, width = pixels.shape[:2]
    inner = pixels[max(top, 0) : min(bottom, height), max(left, 0) : min(right, width)]
    over = (max(-top, 0), max(bottom - height, 0), max(-left, 0), max(right - width, 0))
    return np.asarray(
        cv2.resize(cv2.copyMakeBorder(inner, *over, cv2.BORDER_REPLICATE), (SIDE, SIDE), interpolation=cv2.INTER_AREA),
        np.uint8,
    )


def overlap(a: Corners, b: Corners) -> float:
    """The part of the smaller box that both share, 0-1."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    smaller = min((c[2] - c[0]) * (c[3] - c[1]) for c in (a, b))
    return max(wide, 0) * max(high, 0) / smaller


def empty(size: tuple[int, int], boxes: Sequence[Corners], count: int, rng: Generator) -> Iterator[Corners]:
    """Boxes of a tile's size where there is none, at most `count`; `size` is height, width."""
    height, width = size
    sides = [b[2] - b[0] for b in boxes] or [min(size) / 4]
    for _ in range(count * 4):
        wide = float(rng.choice(sides)) * rng.uniform(0.6, 1.4)
        high = wide * rng.uniform(0.7, 1.5)
        if wide >= width or high >= height:
            continue
        x, y = rng.uniform(0, width - wide), rng.uniform(0, height - high)
        box = (x, y, x + wide, y + high)
        if all(overlap(box, b) < 0.1 for b in boxes):
            count -= 1
            yield box
        if not count:
            return


def read(path: Path) -> Patch:
    """A picture as height × width × 3, RGB."""
    return read_bytes(path.read_bytes())


def real(photos: Iterable[Photo]) -> Iterator[Row]:
    """Every box of the photos."""
    for photo in photos:
        pixels = read(photo.path)
        height, width = pixels.shape[:2]
        for kind, (x1, y1, x2, y2) in photo.boxes:
            yield patch(pixels, (x1 * width, y1 * height, x2 * width, y2 * height)), kind, np.nan


def trusted(folder: Path) -> Iterator[Photo]:
    """The photos of a labelled folder; of what `zhuoji label` wrote only those that a person has looked at or of which
    nothing is doubted: a reader that learns from doubtful labels learns the faults of the one that wrote them.
    """
    rows = Manifest(folder, write=False).rows("done") if (folder / MANIFEST).exists() else ()
    doubtful = {row.image for row in rows if row.worry >= DOUBTED and row.checked is None}
    return (Photo(path, tuple(boxes)) for path, boxes in labelled(folder) if path.name not in doubtful)


def mistaken(photos: Iterable[Photo], detector: Detector) -> Iterator[Row]:
    """Places that the detector takes for tiles though none is there: edges of wood, legs, racks. Tiles without a box
    are masked, so whatever lies beside boxes and masks is no tile.
    """
    for photo in photos:
        pixels = read(photo.path)
        height, width = pixels.shape[:2]
        known = [box for _, box in photo.boxes] + list(photo.masks)
        for found in detector.find(pixels):
            box = (found.box.x1, found.box.y1, found.box.x2, found.box.y2)
            place = (box[0] / width, box[1] / height, box[2] / width, box[3] / height)
            if found.score >= WEAK and all(overlap(place, other) < 0.1 for other in known):
                yield patch(pixels, box), NONE, np.nan


def tables(folder: Path, seed: int, each: int = 12) -> Iterator[Row]:
    """Pieces of tables without a tile."""
    rng = np.random.default_rng(seed)
    for path in sorted(folder.glob("*.jpg")):
        pixels = read(path)
        for _ in range(each):
            side = rng.uniform(0.1, 0.6) * min(pixels.shape[:2])
            x, y = (rng.uniform(0, n - side) for n in pixels.shape[1::-1])
            yield patch(pixels, (x, y, x + side, y + side)), NONE, np.nan


def lookalikes(folder: Path, detector: Detector) -> Iterator[Row]:
    """The same in rendered scenes, where things lie about that are no tiles (`datasets.objects`)."""
    photos = []
    for path in sorted((folder / "truth").glob("*.json")):
        image = folder / "images" / f"{path.stem}.jpg"
        with Image.open(image) as picture:  # its size needs no pixels
            sides = np.array((*picture.size, *picture.size))
        tiles = json.loads(path.read_text(encoding="utf-8"))["tiles"]
        corners = np.array([tile["box"] for tile in tiles]) / sides
        boxes = corners[(corners[:, 2:] > corners[:, :2]).all(axis=1)]  # the others lie out of the picture
        photos.append(Photo(image, tuple((0, tuple(box.tolist())) for box in boxes)))
    return mistaken(photos, detector)


def scene(number: int, seed: int, folders: tuple[Path, ...], fonts: tuple[Path, ...]) -> list[Row]:
    """Every tile of one rendered scene, and three places without one."""
    cv2.setNumThreads(1)
    pixels, labels, drawn = picture(seed, number, folders, fonts)
    rng = np.random.default_rng((seed, number, 1))
    pixels = read_bytes(encoded(pixels, drawn.photo.quality))
    shown = [label for label in labels if min(label.box[2] - label.box[0], label.box[3] - label.box[1]) > 8]
    rows = [
        (patch(pixels, label.box), CLASSES.index(label.name), np.nan if label.turn is None else label.turn)
        for label in shown
        if label.visible >= LEAST
    ]
    rows += [
        (patch(pixels, box), NONE, np.nan) for box in empty(pixels.shape[:2], [label.box for label in shown], 3, rng)
    ]
    return rows


def read_bytes(data: bytes) -> Patch:
    return np.asarray(decoded(data, cv2.IMREAD_COLOR)[..., ::-1], np.uint8)


def flat(
    folders: Sequence[Path], drawings: Sequence[Path], fonts: tuple[Path, ...], seed: int, sets: int
) -> Iterator[Iterator[Row]]:
    """Single upright faces, set by set: photographed ones (`folders`) as they are, drawings, and `sets` sets drawn by
    chance.
    """
    yield from map(_photographed, folders)
    for number in range(sets):
        yield _by_chance(number, fonts, seed)
    for number in range(max(1, sets // 12)):
        for folder in drawings:
            yield _drawn(folder, fonts, (seed, number, 7))


def _photographed(folder: Path) -> Iterator[Row]:
    mixed_up = folder.name == "00"  # that block holds faces upside down
    for path in sorted(folder.glob("*/*.jpg")):
        face = cv2.resize(read(path), FLAT[::-1], interpolation=cv2.INTER_AREA)
        yield np.asarray(face, np.uint8), kind_of(path.parent.name), np.nan if mixed_up else 0.0


def _by_chance(number: int, fonts: tuple[Path, ...], seed: int) -> Iterator[Row]:
    """One set. Birds and flowers are drawn anew each time, so they come up more often than they would in sets."""
    source: Faces = ByChance(np.random.default_rng((seed, number)), fonts, FLAT[0])
    for name in (*NAMES, "flower"):
        yield shown(source, name), kind_of(name), 0.0
    for again in range(3):
        other = ByChance(np.random.default_rng((seed, number, again)), fonts, FLAT[0])
        for name in ("1s", "flower"):
            yield shown(other, name), kind_of(name), 0.0


def _drawn(folder: Path, fonts: tuple[Path, ...], seed: tuple[int, int, int]) -> Iterator[Row]:
    rng = np.random.default_rng(seed)
    faces = Mixed(Pictured(folder, rng), rng, fonts)
    for name in (*NAMES[:27], *OTHERS, *FLOWERS):
        try:
            yield shown(faces, name), kind_of(name), 0.0
        except KeyError:  # that art has no honours, no flowers
            continue


def shown(faces: Faces, name: str) -> Patch:
    """A texture as sRGB bytes."""
    art = cv2.resize(faces.texture(name), FLAT[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(np.round(np.clip(art, 0, 1) ** (1 / GAMMA) * 255), np.uint8)


def save(path: Path, rows: Iterable[Row]) -> None:
    """Write one part."""
    _write(path, list(rows), {})


def save_flat(path: Path, sets: Iterable[Iterable[Row]], photographed: int = 0) -> None:
    """Write the part of single faces, given set by set; the first `photographed` of its rows are photos."""
    numbered = [(number, row) for number, rows in enumerate(sets) for row in rows]
    _write(
        path,
        [row for _, row in numbered],
        {"sets": np.array([number for number, _ in numbered], np.int32), "photographed": np.array(photographed)},
    )


def _write(path: Path, rows: Sequence[Row], more: Mapping[str, NDArray[np.generic]]) -> None:
    patches, kinds, turns = zip(*rows, strict=True)
    parts = {"patches": np.stack(patches), "kinds": np.array(kinds, np.uint8), "turns": np.array(turns, np.float32)}
    np.savez(path, allow_pickle=False, **parts, **more)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--photos", type=Path, help="the folder of real/, faces/, art/ and backgrounds/")
    source.add_argument("--labelled", type=Path, nargs="+", help="folders of images/ and labels/")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=600)
    parser.add_argument("--sets", type=int, default=300, help="sets drawn by chance, as single faces")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--detector", type=Path, help="what mistakes places for tiles, by default the shipped one")
    parser.add_argument("--packaged", type=Path, help="the folder that `datasets.packaged` wrote")
    parser.add_argument("--lookalikes", type=Path, help="a folder of `datasets.render --things`")
    parser.add_argument("--apart", action="store_true", help="the designs and fonts kept out of training, no photos")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    if args.labelled:
        save(args.out / "real.npz", real(photo for folder in args.labelled for photo in trusted(folder)))
        return
    fonts = variety.fonts(apart=args.apart)
    folders = variety.designs(args.photos / "faces", args.out, apart=args.apart)
    packaged = tuple(sorted(args.packaged.iterdir())) if args.packaged else ()
    if not args.apart:
        save(args.out / "real.npz", real(corrected(args.photos, "train")))
        detector = Detector(args.detector or onnx.folder() / "detector.onnx")
        places = [mistaken(corrected(args.photos, "train", FAULTS), detector)]
        places += [lookalikes(args.lookalikes, detector)] if args.lookalikes else []
        save(args.out / "mistaken.npz", itertools.chain(*places))
        save(args.out / "tables.npz", tables(args.photos / "backgrounds", args.seed))
    work = partial(scene, seed=args.seed, folders=(*folders, *packaged), fonts=fonts)
    with ProcessPoolExecutor(args.jobs) as pool:
        scenes = [row for rows in pool.map(work, range(args.scenes), chunksize=4) for row in rows]
    save(args.out / "scenes.npz", scenes)
    drawings = (*sorted((args.photos / "art").iterdir()), *packaged)
    pictures = sum(1 for folder in folders for _ in folder.glob("*/*.jpg"))
    save_flat(args.out / "flat.npz", flat(folders, drawings, fonts, args.seed, args.sets), pictures)


if __name__ == "__main__":
    main()
