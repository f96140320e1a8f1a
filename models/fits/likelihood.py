"""Fits the model that tells how likely a doubt is right (`vision.doubts.likelihood`) to rendered tables.

    python -m models.fits.likelihood [--tables 10000] [--seed 41000000] [--out vision/doubts/likelihood.json]

10,000 tables take four minutes on an idle core. Prints, for tables that nobody learned from, what was said of whole
readings beside what is true, and what is asked about from which probability on.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.bench.tables import UNSEEN, verdict
from tests.world.tables import table
from vision.doubts import likelihood
from vision.doubts.collect import collect
from vision.doubts.context import Context
from vision.doubts.finding import Finding
from vision.layout.arrange import arrange
from vision.read import reconcile

HELD_OUT_SEED = 49_000_000
STEPS, RATE, DECAY = 3000, 0.02, 2.0
USUAL = -2.0  # log-odds of a doubt of which nothing is known
LEAST_SEEN = 30  # findings that a signal must be told of
BOUNDS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95, 1.0)
GATES = (0.0, 0.01, 0.02, 0.03, 0.05, 0.1)
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Example:
    """One table: what is told of each of its doubts, whether it was read wrongly, whether all could be seen."""

    doubts: Sequence[Mapping[str, float]]
    wrong: bool
    plain: bool


def examples(count: int, seed: int) -> Iterator[Example]:
    """So many tables, read."""
    told: list[Mapping[str, float]] = []

    def spied(context: Context) -> tuple[Finding, ...]:
        found = collect(context)
        judged = (one for one in found if not one.code.traits.leaves_open)
        told[:] = [likelihood.signals(context, one, len(found)) for one in judged]
        return found

    vars(reconcile).update(collect=spied)
    for k in range(count):
        seen = table(seed + k)
        told.clear()
        reading = reconcile.reconcile(arrange(seen.detections, seen.width, seen.height))
        yield Example(tuple(told), not verdict(seen, reading), seen.traits.isdisjoint(UNSEEN))


def fit(tables: Sequence[Example]) -> tuple[dict[str, float], float]:
    """The weights by name, and the log-odds that a reading without a doubt is wrong; Adam on the cross-entropy of
    whole readings.
    """
    often = Counter(name for one in tables for doubt in one.doubts for name in doubt)
    names = [name for name, seen in often.items() if seen >= LEAST_SEEN]
    values, home = _matrix(tables, names)
    wrong = np.array([one.wrong for one in tables], float)
    at = np.append(np.zeros(len(names)), -5.0)
    mean, square = np.zeros_like(at), np.zeros_like(at)
    for step in range(1, STEPS + 1):
        z = values @ at[:-1] + USUAL
        kept = np.exp(-_summed(z, home, len(tables)) - np.logaddexp(0, at[-1]))  # probability that nothing is wrong
        back = (1 - wrong - wrong * kept / np.maximum(1 - kept, 1e-9)) / len(tables)
        slope = values.T @ (back[home] / (1 + np.exp(-z))) + DECAY * at[:-1] / len(tables)
        every = np.append(slope, back.sum() / (1 + np.exp(-at[-1])))
        mean, square = 0.9 * mean + 0.1 * every, 0.999 * square + 0.001 * every**2
        at = at - RATE * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
    weights = dict(zip(names, at[:-1].tolist(), strict=True))
    return {**weights, "doubt": weights["doubt"] + USUAL}, float(at[-1])


def _matrix(tables: Sequence[Example], names: Sequence[str]) -> tuple[Array, NDArray[np.int64]]:
    """Signals of every doubt, and the number of its table."""
    place = {name: k for k, name in enumerate(names)}
    rows = [(n, doubt) for n, one in enumerate(tables) for doubt in one.doubts]
    values = np.zeros((len(rows), len(names)))
    for row, (_, doubt) in zip(values, rows, strict=True):
        for name in doubt.keys() & place.keys():
            row[place[name]] = doubt[name]
    return values, np.array([n for n, _ in rows], np.int64)


def _summed(z: Array, home: NDArray[np.int64], tables: int) -> Array:
    """Minus the logarithm of the probability that no doubt of a table is right."""
    return np.bincount(home, np.logaddexp(0, z), minlength=tables).astype(np.float64)


def report(tables: Sequence[Example], weights: Mapping[str, float], silent: float) -> str:
    """How well it is calibrated, and what a bound on the probability would leave to ask."""
    names = list(weights)
    values, home = _matrix(tables, names)
    z = values @ np.array(list(weights.values()))
    said = 1 - np.exp(-_summed(z, home, len(tables)) - np.logaddexp(0, silent))
    wrong = np.array([one.wrong for one in tables])
    plain = np.array([one.plain for one in tables])
    entropy = -np.log(np.where(wrong, said, 1 - said) + 1e-9).mean()
    lines = [f"{len(tables)} tables, {wrong.mean():.3f} wrong, cross-entropy {entropy:.4f}"]
    for low, high in itertools.pairwise(BOUNDS):
        inside = (said >= low) & (said < high)
        if inside.any():
            lines.append(
                f"{low:.2f}-{high:.2f}: {inside.sum()}, said {said[inside].mean():.3f}, true {wrong[inside].mean():.3f}"
            )
    for gate in GATES:
        asked = np.bincount(home, 1 / (1 + np.exp(-z)) > gate, minlength=len(tables)) > 0
        lines.append(
            f"from {gate:.2f}: {asked[wrong].mean():.4f} of the wrong ones, "
            f"{asked[~wrong & plain].mean():.4f} of the right ones where all can be seen"
        )
    return "\n".join(lines)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=41_000_000)
    parser.add_argument("--held-out", type=int, default=3000, help="tables to measure on, from 49000000")
    parser.add_argument("--out", type=Path, default=likelihood.WEIGHTS)
    args = parser.parse_args()
    weights, silent = fit(list(examples(args.tables, args.seed)))
    weights = {name: round(weight, 3) for name, weight in sorted(weights.items())}
    args.out.write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")
    print(report(list(examples(args.held_out, HELD_OUT_SEED)), weights, silent))


if __name__ == "__main__":
    main()
