"""What a reader says of real tiles, as a small table: the raw material of the rendered tables' disturbances.

`python -m tests.reader_scores` measures it with `models/reader.onnx` on the labelled boxes of
`../shared/photos/real/val` (box edges shifted by a detector's error) and writes `tests/reader_scores.json`: for each
of the classes some score vectors as they came out, `clean` from the crops as they are, `poor` from crops made small,
blurred, cut and lit badly, as strangers' photos are. Only scores are kept, no pixels. Face-down tiles are not
labelled there: their vectors are those of crops that the reader took for one (mostly blank white dragons).
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
TABLE = HERE / "reader_scores.json"
EACH = 25  # vectors a class and condition


def load() -> dict[str, dict[str, list[dict[str, float]]]]:
    """condition -> class -> score vectors, each a mapping of class to probability."""
    table: dict[str, dict[str, list[dict[str, float]]]] = json.loads(TABLE.read_text())
    return table


def _measure() -> None:
    import cv2
    import numpy as np
    import onnxruntime as ort

    from vision.types import BACK, CLASSES

    rng = np.random.default_rng(2023)
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    session = ort.InferenceSession(str(HERE.parent / "models" / "reader.onnx"), options)

    def boxes(photo: Path) -> Iterator[tuple[int, float, float, float, float]]:
        for line in (photo.parent.parent / "labels" / f"{photo.stem}.txt").read_text().splitlines():
            kind, x, y, w, h = map(float, line.split()[:5])
            yield int(kind), x, y, w, h

    def spoil(crop):  # type: ignore[no-untyped-def]
        side = int(rng.integers(16, 40))
        small = cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.2, 0.9)))
        grey = np.clip(small.astype(np.float32) * rng.uniform(0.55, 1.2) + rng.normal(0, 7, small.shape), 0, 255)
        out = cv2.resize(grey.astype(np.uint8), (64, 64), interpolation=cv2.INTER_LINEAR)
        if rng.random() < 0.25:  # a finger, a glare, a neighbour's edge
            a = int(rng.integers(0, 40))
            out[:, a : a + int(rng.integers(6, 18))] = rng.integers(0, 255)
        return out

    found: dict[str, dict[str, list[dict[str, float]]]] = {"clean": {}, "poor": {}}
    right = {"clean": [0, 0], "poor": [0, 0]}
    for photo in sorted((HERE.parent.parent / "shared" / "photos" / "real" / "val" / "images").iterdir()):
        picture = cv2.imread(str(photo))
        high, wide = picture.shape[:2]
        for condition, shift in (("clean", 0.03), ("poor", 0.06)):
            kinds, crops = [], []
            for kind, x, y, w, h in boxes(photo):
                e = rng.normal(0, shift, 4)
                x1, x2 = (x - w * (0.56 + e[0])) * wide, (x + w * (0.56 + e[1])) * wide
                y1, y2 = (y - h * (0.56 + e[2])) * high, (y + h * (0.56 + e[3])) * high
                cut = picture[max(0, int(y1)) : int(y2), max(0, int(x1)) : int(x2)]
                if min(cut.shape[:2]) < 4:
                    continue
                crop = cv2.resize(cut, (64, 64), interpolation=cv2.INTER_AREA)
                crop = spoil(crop) if condition == "poor" else crop
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
                name = BACK if kind == 27 and CLASSES[best] == BACK else CLASSES[kind]
                sparse = {CLASSES[k]: round(float(vector[k]), 3) for k in np.argsort(-vector)[:6] if vector[k] > 0.002}
                found[condition].setdefault(name, []).append(sparse)
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
    TABLE.write_text("{" + ",\n".join(lines) + "}\n")
    for condition, (good, all_) in right.items():
        print(f"{condition}: {good / all_:.4f} of {all_} tiles of the 27 kinds named right")


if __name__ == "__main__":
    _measure()
