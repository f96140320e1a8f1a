"""Fits what box and pixels tell together of a pong with a tile on top of another one (`vision.doubts.stacked`).

    python -m models.fits.stacked [tables] [seed]

A logistic regression over every pong that is read on rendered tables: does one of its three tiles hide a fourth? Apart
for pongs of which a tile lies sideways and for the others. Prints `Evidence(constant, by_lift, by_pixels)`, as shipped,
each with its standard error; and how the shipped numbers do on the same pongs. 6,000 tables take three minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tests.world.tables import Seen, table
from vision.doubts.stacked import (
    EVIDENCE_SIDEWAYS,
    EVIDENCE_UPRIGHT,
    PONG_LOG_ODDS,
    Evidence,
    lift,
    of_pixels,
    usual_place,
)
from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile

Array = NDArray[np.float64]
STEPS, RIDGE = 50, 1e-3
Pong = tuple[bool, float, float, bool]  # sideways, lift, log-odds of the pixels, a kong


def pongs(seen: Seen) -> Iterator[Pong]:
    """Every pong that is read on one table, with what is measured of the tile on which a fourth would lie."""
    layout = arrange(seen.detections, seen.width, seen.height)
    reading = reconcile(layout)
    kongs = [tile for kind, tile, _ in seen.melds if kind == "added"]
    for meld in reading.melds:
        tiles = reading.groups[meld.group].tiles
        usual, sideways = usual_place(layout, tiles)
        stacked = layout.detections[usual].stacked
        if meld.kind == "pong" and len(tiles) == 3 and stacked is not None:
            hides = any((lying := seen.lying[i]) is not None and lying.z > 0 for i in tiles)
            yield sideways, lift(layout, tiles, usual), of_pixels(stacked), hides and meld.tile in kongs


def fit(measured: Array, true: Array) -> tuple[Array, Array]:
    """n × 2 and n truths -> constant and slopes, and their standard errors (Newton's method, hardly any ridge)."""
    design = np.column_stack([np.ones(len(measured)), measured])
    weights = np.zeros(design.shape[1])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-(design @ weights)))
        curve = (design * (p * (1 - p))[:, None]).T @ design + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curve, design.T @ (true - p) - RIDGE * weights)
    return weights, np.sqrt(np.diag(np.linalg.inv(curve)))


def told(evidence: Evidence, rows: list[Pong]) -> str:
    """How many kongs and how many pongs the shipped numbers would ask about."""
    asked = [kong for _, height, pixels, kong in rows if _log_odds(evidence, height, pixels) > PONG_LOG_ODDS]
    kongs = sum(kong for *_, kong in rows)
    return f"shipped: asked about {sum(asked)} of {kongs} kongs, {len(asked) - sum(asked)} of {len(rows) - kongs} pongs"


def _log_odds(evidence: Evidence, height: float, pixels: float) -> float:
    return evidence.constant + evidence.by_lift * height + evidence.by_pixels * pixels


def _main(count: int = 6000, seed: int = 10_000_000) -> None:
    rows = [row for k in range(count) for row in pongs(table(seed + k))]
    print(f"{len(rows)} pongs read on {count} tables, {sum(row[-1] for row in rows)} of them kongs")
    for name, sideways, shipped in (("upright", False, EVIDENCE_UPRIGHT), ("sideways", True, EVIDENCE_SIDEWAYS)):
        some = [row for row in rows if row[0] is sideways]
        weights, errors = fit(np.array([row[1:3] for row in some]), np.array([row[-1] for row in some], np.float64))
        fitted = ", ".join(f"{weight:.1f} ± {error:.1f}" for weight, error in zip(weights, errors, strict=True))
        print(f"{name}: Evidence({fitted}); {shipped}; {told(shipped, some)}")


if __name__ == "__main__":
    _main(*map(int, sys.argv[1:]))
