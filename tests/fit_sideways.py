"""Fits the network that tells sideways tiles (`vision.layout.sideways`) to rendered tables.

`python -m tests.fit_sideways [tables] [seed]`; 40,000 take ten minutes.

A table's own tiles teach it, however they lie. What comes out is the likelihood ratio: how common sideways tiles are on
these tables is taken out, what a meld is likely to hold is known to `vision.table.melds`.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.world.tables import table
from vision.layout import arrange, sideways

HIDDEN, EPOCHS, BATCH, RATE, DECAY = 16, 40, 512, 0.004, 1e-5
TRIM = 0.005  # share of the tiles at either end of a signal's range whose excess is cut off, unseen ones above all


def examples(count: int, seed: int) -> Iterator[tuple[list[float], bool]]:
    """What is told of each own tile that lies in a row, and whether it lies sideways."""
    for k in range(count):
        seen = table(seed + k)
        told: dict[int, list[float]] = {}

        def signals(found: Any, frame: Any, line: list[int], *rest: Any, told: dict[int, list[float]] = told) -> Any:
            every = sideways.signals(found, frame, line, *rest)
            told.update(zip(line, every.tolist(), strict=True))
            return every

        arrange.signals, arrange.log_odds = signals, lambda every: [0.0] * len(every)  # type: ignore[assignment,attr-defined]
        rows = arrange.arrange(seen.detections, seen.width, seen.height).rows
        for i in (i for row in rows if len(row.tiles) > 1 for i in row.tiles):
            lying = seen.lying[i]
            if lying is not None and lying.whose == "own":
                yield told[i], abs(math.sin(math.radians(lying.turn))) > 0.7


def fit(told: Any, true: Any, seed: int = 0) -> dict[str, Any]:
    """The weights; Adam on the cross-entropy, the rate falling to nothing."""
    pick = np.random.default_rng(seed)
    least, most = np.quantile(told, [TRIM, 1 - TRIM], axis=0)
    held = np.clip(told, least, most)
    middle, spread = held.mean(axis=0), held.std(axis=0) + 1e-9
    held = (held - middle) / spread
    size = held.shape[1]
    shapes = [(size, HIDDEN), (HIDDEN,), (HIDDEN,), ()]
    at = [pick.normal(0, size**-0.5, shapes[0]), np.zeros(HIDDEN), pick.normal(0, HIDDEN**-0.5, HIDDEN), np.zeros(())]
    mean, square = ([np.zeros(shape) for shape in shapes] for _ in range(2))
    steps, step = EPOCHS * (len(held) // BATCH), 0
    for _ in range(EPOCHS):
        order = pick.permutation(len(held))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            step += 1
            x, y = held[order[start : start + BATCH]], true[order[start : start + BATCH]]
            inner = np.tanh(x @ at[0] + at[1])
            off = (1 / (1 + np.exp(-(inner @ at[2] + at[3]))) - y) / BATCH
            back = np.outer(off, at[2]) * (1 - inner**2)
            slopes = [x.T @ back, back.sum(axis=0), inner.T @ off, off.sum()]
            for n, bare in enumerate(slopes):
                slope = bare + DECAY * at[n]
                mean[n] = 0.9 * mean[n] + 0.1 * slope
                square[n] = 0.999 * square[n] + 0.001 * slope**2
                size_ = RATE * (1 - step / steps) * math.sqrt(1 - 0.999**step) / (1 - 0.9**step)
                at[n] = at[n] - size_ * mean[n] / (np.sqrt(square[n]) + 1e-8)
    usual = math.log(true.mean() / (1 - true.mean()))
    return {
        "least": least,
        "most": most,
        "into": at[0] / spread[:, None],
        "start": at[1] - (middle / spread) @ at[0],
        "out": at[2],
        "bias": at[3] - usual,
    }


def _main(count: int = 40000, seed: int = 20_000_000) -> None:
    told, true = map(np.array, zip(*examples(count, seed), strict=True))
    net = fit(told, true)
    lines = ",\n".join(f' "{name}": {json.dumps(np.round(values, 4).tolist())}' for name, values in net.items())
    sideways.WEIGHTS.write_text(f"{{\n{lines}\n}}\n")
    print(f"{len(true)} tiles, {true.mean():.3f} of them sideways")


if __name__ == "__main__":
    _main(*map(int, sys.argv[1:]))
