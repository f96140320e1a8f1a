"""What a reader says of real tiles, as a small table: the raw material of the rendered tables' disturbances.

`python -m tests.world.reader_scores runs/apart runs/piled_apart runs/usual_apart` measures it with
`models/reader.onnx` on the labelled boxes of `../shared/photos/real/val` (box edges shifted by a detector's error) and
writes `reader_scores.json` beside this file: for each of the classes some score vectors as they came out, `clean` from
the crops as they are, `poor` from crops made small, blurred, cut and lit badly, as strangers' photos are. No pixels are
kept.

Whether tiles lie on others, `piled`, is measured on rendered hands of unseen designs (`python -m datasets.stacked
--apart`, once with `--laid usual`; the folders are the other arguments): quantiles of what `models/piled.onnx` says of
those that do and of those that don't, `tail`, the highest one in 400 of these as they came out, of which doubts come.

Face-down tiles, and the way that a tile lies, are labelled in no photo. They are measured on rendered tiles that
training did not see (`python -m datasets.crops --apart`; its folder is the argument): `turns` for kinds that tell,
kinds that look alike upside down and backs, by how far a tile is tilted from the nearest quarter.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

TABLE = Path(__file__).with_name("reader_scores.json")
ROOT = Path(__file__).parents[2]
READER = ROOT / "models" / "reader.onnx"
STACKED = ROOT / "models" / "piled.onnx"
QUANTILES = {"on": 100, "flat": 400}
EACH = 60  # vectors a class and condition
TILTS = 5  # steps of nine degrees from a quarter to halfway to the next


def load() -> dict[str, dict[str, list[dict[str, float]]]]:
    """condition -> class -> score vectors, each a mapping of class to probability."""
    table: dict[str, dict[str, list[dict[str, float]]]] = json.loads(TABLE.read_text())
    return {condition: table[condition] for condition in ("clean", "poor")}


def ways() -> dict[str, Any]:
    """`alike`: the kinds that look alike upside down. `clean` and `poor`: `tell`, `alike` -> step of tilt -> vectors
    of the probabilities that the nearest quarter turn, the one to which the tile is tilted, and the two after it bring
    the tile upright; `back` -> vectors in no such order.
    """
    table: dict[str, Any] = json.loads(TABLE.read_text())["turns"]
    return table


def stacks() -> dict[str, dict[str, list[float]]]:
    """condition -> `on` or `flat` -> the probabilities that a tile lies on another one, evenly drawn; `tail` -> those
    that the last of `flat` stands for.
    """
    table: dict[str, dict[str, list[float]]] = json.loads(TABLE.read_text())["piled"]
    return table


def _spoiled(crop: Any, rng: Any) -> Any:
    """As strangers' photos are: small, blurred, badly lit."""
    import cv2
    import numpy as np

    side = int(rng.integers(16, 40))
    small = cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.2, 0.9)))
    grey = np.clip(small.astype(np.float32) * rng.uniform(0.55, 1.2) + rng.normal(0, 7, small.shape), 0, 255)
    out = cv2.resize(grey.astype(np.uint8), crop.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.25:  # a finger, a glare, a neighbour's edge
        wide = crop.shape[1] / 64
        a = int(wide * rng.integers(0, 40))
        out[:, a : a + int(wide * rng.integers(6, 18))] = rng.integers(0, 255)
    return out


def _sparse(vector: Any) -> dict[str, float]:
    from vision.types import CLASSES

    return {CLASSES[k]: round(float(vector[k]), 3) for k in (-vector).argsort()[:6] if vector[k] > 0.002}


def _measure_turns(apart: Path, backs: dict[str, list[dict[str, float]]]) -> dict[str, Any]:
    """The table of `ways`; `backs`: condition -> score vectors of face-down tiles, to be filled."""
    import numpy as np

    from datasets.crops import BOX
    from datasets.crops import SIDE as ROOM
    from models.augment import ALIKE
    from models.evaluate_reader import KEPT, on_patches
    from vision.eye.reader import Reader
    from vision.types import BACK, CLASSES

    rng = np.random.default_rng(2023)
    with np.load(apart / "scenes.npz") as file:
        known = ~np.isnan(file["turns"]) | (file["kinds"] == CLASSES.index(BACK))
        patches, kinds, degrees = (file[key][known] for key in ("patches", "kinds", "turns"))
    low = (ROOM - BOX) // 2 - 8  # the box and what is cut out around it
    table: dict[str, Any] = {"alike": [CLASSES[kind] for kind in sorted(ALIKE)]}
    for condition in ("clean", "poor"):
        if condition == "poor":
            for patch in patches:
                patch[low:-low, low:-low] = _spoiled(patch[low:-low, low:-low].copy(), rng)
        named = on_patches(Reader(READER, 1), patches, kinds.tolist(), degrees.tolist())
        backs[condition] = [_sparse(v) for v in named.scores[kinds == CLASSES.index(BACK)] if v.max() > KEPT]
        banks: dict[str, Any] = {name: [[] for _ in range(TILTS)] for name in ("tell", "alike")} | {"back": []}
        right = {"tell": 0, "alike": 0}
        for turns, kind, degree in zip(named.turns, kinds.tolist(), degrees.tolist(), strict=True):
            if CLASSES[kind] == BACK:
                banks[BACK].append([round(float(p), 3) for p in turns])
                continue
            name = "alike" if kind in ALIKE else "tell"
            quarters = (-degree / 90) % 4
            near, tilt = round(quarters), quarters - round(quarters)
            step = 1 if tilt >= 0 else -1
            vector = [round(float(turns[(near + step * k) % 4]), 3) for k in range(4)]
            banks[name][min(int(abs(tilt) * 2 * TILTS), TILTS - 1)].append(vector)
            right[name] += vector[0] == max(vector) or (name == "alike" and vector[2] == max(vector))
        for name, good in right.items():
            print(f"{condition}, {name}: way right {good / max(sum(map(len, banks[name])), 1):.4f}")
        pick = random.Random(2023)
        some = {name: [pick.sample(v, min(EACH, len(v))) for v in banks[name]] for name in ("tell", "alike")}
        table[condition] = some | {BACK: pick.sample(banks[BACK], EACH)}
    return table


def _measure_stacked(apart: Sequence[Path]) -> dict[str, Any]:
    """The table of `stacks`."""
    import numpy as np

    from datasets.stacked import cut
    from datasets.stacked import load as patches
    from vision.eye.stacked import StackClassifier

    rng = np.random.default_rng(2023)
    stacks = StackClassifier(STACKED, 1)
    whole, stacked = patches(apart)
    crops = [cut(patch) for patch in whole]
    table: dict[str, Any] = {}
    for condition in ("clean", "poor"):
        told = stacks.of_crops(np.stack([_spoiled(crop, rng) if condition == "poor" else crop for crop in crops]))
        table[condition] = {}
        for name, values in (("on", told[stacked]), ("flat", told[~stacked])):
            steps = (np.arange(QUANTILES[name]) + 0.5) / QUANTILES[name]
            table[condition][name] = [round(float(p), 3) for p in np.quantile(values, steps)]
            shares = ", ".join(f"{(values > least).mean():.4f} above {least}" for least in (0.02, 0.2, 0.5, 0.8))
            print(f"{condition}, {name}: {shares} of {len(values)}")
        rare = sorted(told[~stacked].tolist())[-(len(told[~stacked]) // QUANTILES["flat"]) :]
        table[condition]["tail"] = [round(p, 3) for p in rare]
    return table


def _boxes(photo: Path) -> Iterator[tuple[int, float, float, float, float]]:
    """(class, centre x, centre y, width, height) of a photo's labels."""
    for line in (photo.parent.parent / "labels" / f"{photo.stem}.txt").read_text().splitlines():
        kind, x, y, w, h = map(float, line.split()[:5])
        yield int(kind), x, y, w, h


def _measure() -> None:
    import cv2
    import numpy as np
    import onnxruntime as ort

    from datasets.pictures import opened
    from vision.types import BACK, CLASSES

    rng = np.random.default_rng(2023)
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    session = ort.InferenceSession(str(READER), options)

    found: dict[str, dict[str, list[dict[str, float]]]] = {"clean": {}, "poor": {}}
    right = {"clean": [0, 0], "poor": [0, 0]}
    for photo in sorted((ROOT.parent / "shared" / "photos" / "real" / "val" / "images").iterdir()):
        picture = opened(photo)
        high, wide = picture.shape[:2]
        for condition, shift in (("clean", 0.03), ("poor", 0.06)):
            kinds, crops = [], []
            for kind, x, y, w, h in _boxes(photo):
                e = rng.normal(0, shift, 4)
                x1, x2 = (x - w * (0.56 + e[0])) * wide, (x + w * (0.56 + e[1])) * wide
                y1, y2 = (y - h * (0.56 + e[2])) * high, (y + h * (0.56 + e[3])) * high
                cut = picture[max(0, int(y1)) : int(y2), max(0, int(x1)) : int(x2)]
                if min(cut.shape[:2]) < 4:
                    continue
                crop = cv2.resize(cut, (64, 64), interpolation=cv2.INTER_AREA)
                crop = _spoiled(crop, rng) if condition == "poor" else crop
                kinds.append(kind)
                crops += [np.rot90(crop, turn).transpose(2, 0, 1).astype(np.float32) / 255 for turn in range(4)]
            if not crops:
                continue
            scores = session.run(["scores"], {"crops": np.ascontiguousarray(np.stack(crops))})[0]
            for kind, vector in zip(kinds, scores.reshape(-1, 4, len(CLASSES)).mean(axis=1), strict=True):
                best = int(vector.argmax())
                if kind < 27:
                    right[condition][0] += best == kind
                    right[condition][1] += 1
                found[condition].setdefault(CLASSES[kind], []).append(_sparse(vector))
    backs: dict[str, list[dict[str, float]]] = {}
    turns = _measure_turns(Path(sys.argv[1]), backs)
    stacked = _measure_stacked([Path(folder) for folder in sys.argv[2:]])
    for condition, vectors in backs.items():
        found[condition][BACK] = vectors
    pick = random.Random(2023)
    table = {
        condition: {kind: pick.sample(v, min(EACH, len(v))) for kind, v in sorted(kinds.items())}
        for condition, kinds in found.items()
    }
    lines = [
        f'"{condition}": {{\n'
        + ",\n".join(f'"{kind}": {json.dumps(v, separators=(",", ":"))}' for kind, v in kinds.items())
        + "\n}"
        for condition, kinds in table.items()
    ]
    packed = {name: json.dumps(value, separators=(",", ":")) for name, value in turns.items()}
    lines.append('"turns": {\n' + ",\n".join(f'"{name}": {value}' for name, value in packed.items()) + "\n}")
    lines.append('"piled": ' + json.dumps(stacked, separators=(",", ":")))
    TABLE.write_text("{" + ",\n".join(lines) + "}\n")
    for condition, (good, all_) in right.items():
        print(f"{condition}: {good / all_:.4f} of {all_} tiles of the 27 kinds named right")


if __name__ == "__main__":
    _measure()
