"""Fits the network that tells sideways tiles (`vision.layout.sideways`) to rendered tables.

    python -m models.fits.sideways [--tables 40000] [--seed 20000000] [--out vision/layout/sideways.json]

40,000 tables take ten minutes on an idle core. Prints the cross-entropy a tile on tables that nobody learned from, of
what came out and of what is shipped.

A table's own tiles teach it, however they lie. What comes out is the likelihood ratio: how common sideways tiles are on
these tables is taken out, what a meld is likely to hold is known to `vision.table.melds`.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tests.world.tables import table
from vision.layout import arrange, sideways

HIDDEN, EPOCHS, BATCH, RATE, DECAY = 16, 40, 512, 0.004, 1e-5
HELD_OUT_SEED = 29_000_000
TRIM = 0.005  # share of the tiles at either end of a signal's range whose excess is cut off, unseen ones above all


def _even(measured: Any, _net: object = None) -> list[float]:
    """No tile is likelier sideways than upright."""
    return [0.0] * len(measured)


def examples(count: int, seed: int) -> Iterator[tuple[list[float], bool]]:
    """What is told of each own tile that lies in a row, and whether it lies sideways."""
    for k in range(count):
        seen = table(seed + k)
        told: dict[int, list[float]] = {}

        def signals(found: Any, frame: Any, line: list[int], *rest: Any, told: dict[int, list[float]] = told) -> Any:
            every = sideways.signals(found, frame, line, *rest)
            told.update(zip(line, every.tolist(), strict=True))
            return every

        vars(arrange).update(signals=signals, log_odds=_even)
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


def cross_entropy(net: sideways.Net, told: Any, true: Any) -> float:
    """Nats a tile, with sideways tiles as common as they are among these."""
    usual = math.log(true.mean() / (1 - true.mean()))
    odds = np.array(sideways.log_odds(told, net)) + usual
    return float(np.logaddexp(0, np.where(true, -odds, odds)).mean())


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=20_000_000)
    parser.add_argument("--held-out", type=int, default=1000, help="tables to measure on, from 29000000")
    parser.add_argument("--out", type=Path, default=sideways.WEIGHTS)
    args = parser.parse_args()
    told, true = map(np.array, zip(*examples(args.tables, args.seed), strict=True))
    net = fit(told, true)
    unseen, truth = map(np.array, zip(*examples(args.held_out, HELD_OUT_SEED), strict=True))
    print(f"{len(true)} tiles, {true.mean():.3f} of them sideways; cross-entropy on {len(truth)} others:", end=" ")
    print(f"{cross_entropy(net, unseen, truth):.4f}, as shipped {cross_entropy(sideways.SHIPPED, unseen, truth):.4f}")
    lines = ",\n".join(f' "{name}": {json.dumps(np.round(values, 4).tolist())}' for name, values in net.items())
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text(f"{{\n{lines}\n}}\n")


if __name__ == "__main__":
    main()
