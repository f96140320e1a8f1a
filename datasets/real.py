"""Photos whose faults are mended: boxes added, renamed or dropped, tiles that nobody boxed masked, bad copies left out.

    python -m datasets.real --photos ../shared/photos --out runs/real

writes `images/` (masked places filled with grey) and `labels/` as YOLO takes them, to train a detector on.

`real.json` holds what is wrong with the labels of real/ and what is right instead; datasets/README.md says how it was
found. By part: `left_out`, `renamed`, `added` and `masked` of the photos that a key names, the beginning of the hash in
the file's name; `complete` and `incomplete` (with a word why) by file name.

    left_out  reason -> keys
    renamed   key -> (index of a box, its true kind)
    added     key -> boxes of nine signs: the kind, an index into CLASSES as one digit of base 36, and x1 y1 x2 y2, two
              digits each, in 1296ths of the photo's sides
    masked    key -> a digit (base 36) for each of 32 upright strips of the photo: how many thirty-seconds of its height
              are masked from the top (hands lie at the bottom, what nobody boxed lies behind them)
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.types import CLASSES

CORRECTIONS = Path(__file__).with_name("real.json")
GREY = 114
"""What masked places are filled with, the grey of a letterboxed picture: nothing to find, nothing to punish."""
MARGIN = 0.15
"""Share of its width and height by which a box is widened that stays to be seen in a masked place, so that the mask's
edge does not give the tile's edge away."""
STRIPS = 32
MIRRORED, LOOSE, SQUASHED, PARTIAL = "mirrored", "loose", "squashed", "partial"
"""Why a copy is left out: its tiles are other tiles; its boxes are far too large; it is a strip of tiles stretched to a
square; tiles without a box lie between or below those with one. The last two are good to read tiles from, but not to
learn where tiles are."""
FAULTS = (MIRRORED, LOOSE, SQUASHED, PARTIAL)

Corners = tuple[float, float, float, float]
"""x1, y1, x2, y2."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo with (class, corners) of each tile and the corners of places where there may be tiles without a box, all
    relative to its sides, 0-1.
    """

    path: Path
    boxes: tuple[tuple[int, Corners], ...]
    masks: tuple[Corners, ...] = ()


def labelled(folder: Path) -> Iterator[tuple[Path, list[tuple[int, Corners]]]]:
    """Photos of `folder` (images/, labels/ as YOLO writes them) with (class, relative corners) of each box.

    Raises FileNotFoundError where there is no photo, or one has no labels.
    """
    paths = sorted(path for path in (folder / "images").glob("*") if path.suffix in (".jpg", ".png"))
    if not paths:
        raise FileNotFoundError(f"{folder}/images holds no photo")
    for path in paths:
        lines = (folder / "labels" / f"{path.stem}.txt").read_text().splitlines()
        rows = [list(map(float, line.split())) for line in lines if line.strip()]
        yield path, [(int(k), (x - w / 2, y - h / 2, x + w / 2, y + h / 2)) for k, x, y, w, h in rows]


def lines(boxes: Iterable[tuple[int, Corners]], width: float = 1, height: float = 1) -> str:
    """What `labelled` reads: boxes in pixels of a picture of that size, or relative, as YOLO's lines."""
    text = ""
    for kind, (x1, y1, x2, y2) in boxes:
        place = ((x1 + x2) / 2 / width, (y1 + y2) / 2 / height, (x2 - x1) / width, (y2 - y1) / height)
        text += f"{kind} " + " ".join(f"{value:.6f}" for value in place) + "\n"
    return text


def key(path: Path) -> str:
    """`NAME.rf.HASH.jpg` -> the eight first digits of HASH."""
    return path.stem.rpartition(".")[2][:8]


def photos(
    root: Path, part: str, leave_out: Collection[str] = (MIRRORED, LOOSE), corrections: Path = CORRECTIONS
) -> Iterator[Photo]:
    """The photos of root/real/`part` (train, val) as corrected, without those that are bad in a way of `leave_out`."""
    known = json.loads(corrections.read_text()).get(part, {})
    bad = {name for reason in leave_out for name in known.get("left_out", {}).get(reason, ())}
    for path, boxes in labelled(root / "real" / part):
        name = key(path)
        if name in bad:
            continue
        kinds = dict(known.get("renamed", {}).get(name, ()))
        right = [(CLASSES.index(kinds[at]) if at in kinds else kind, box) for at, (kind, box) in enumerate(boxes)]
        right += _boxes(known.get("added", {}).get(name, ""))
        yield Photo(path, tuple(right), tuple(_strips(known.get("masked", {}).get(name, ""))))


def _boxes(signs: str) -> Iterator[tuple[int, Corners]]:
    """Boxes as `added` has them."""
    for at in range(0, len(signs), 9):
        x1, y1, x2, y2 = (int(signs[start : start + 2], 36) / 36**2 for start in range(at + 1, at + 9, 2))
        yield int(signs[at], 36), (x1, y1, x2, y2)


def _strips(digits: str) -> Iterator[Corners]:
    """Depths of the strips -> what they cover."""
    for at, digit in enumerate(digits):
        if digit != "0":
            yield at / STRIPS, 0.0, (at + 1) / STRIPS, int(digit, 36) / STRIPS


def write(photo: Photo, folder: Path) -> None:
    """One photo into images/ and labels/ of `folder`; the file is copied as it is where nothing is masked."""
    target = folder / "images" / photo.path.name
    data = photo.path.read_bytes()
    if photo.masks:
        pixels = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        height, width = pixels.shape[:2]
        cover = np.zeros((height, width), bool)
        for corners in photo.masks:
            cover[_place(corners, width, height)] = True
        for _, (x1, y1, x2, y2) in photo.boxes:
            dx, dy = (x2 - x1) * MARGIN, (y2 - y1) * MARGIN
            cover[_place((x1 - dx, y1 - dy, x2 + dx, y2 + dy), width, height)] = False
        pixels[cover] = GREY
        data = cv2.imencode(".jpg", pixels, (cv2.IMWRITE_JPEG_QUALITY, 95))[1].tobytes()
    target.write_bytes(data)
    (folder / "labels" / f"{photo.path.stem}.txt").write_text(lines(photo.boxes))


def _place(corners: Corners, width: int, height: int) -> tuple[slice, slice]:
    """Relative corners -> rows and columns of pixels."""
    x1, y1, x2, y2 = (max(0, round(c * side)) for c, side in zip(corners, (width, height, width, height), strict=True))
    return slice(y1, y2), slice(x1, x2)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, required=True, help="the folder of real/")
    parser.add_argument("--part", default="train", choices=("train", "val"))
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    if any(args.out.glob("*/*")):
        parser.error(f"{args.out} is not empty; what an earlier run left there would be trained on too")
    for name in ("images", "labels"):
        (args.out / name).mkdir(parents=True, exist_ok=True)
    kept = list(photos(args.photos, args.part, FAULTS))
    for photo in kept:
        write(photo, args.out)
    boxes, masks = sum(len(p.boxes) for p in kept), sum(len(p.masks) for p in kept)
    print(f"{len(kept)} photos, {boxes} boxes, {masks} masked places")


if __name__ == "__main__":
    main()
