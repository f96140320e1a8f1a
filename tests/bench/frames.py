"""The viewfinder's bounds (api/page/js/look.js), measured: python -m tests.bench.frames {dark|moving} [--every N]

Frames are photos of real/val, which lie beside the repository. dark: at each share of the light, with the shot noise
that a small sensor then has, how many tiles are still read as in full light, and how bright a frame is, seen in
64 × 48 pixels: its brightest hundredth and its mean. moving: by how much two such small frames differ when the
camera moved over so many tiles between them, in a direction by chance.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from math import cos, sin, tau
from pathlib import Path

import cv2
import numpy as np

from models.photos import VAL, corners, truths
from vision.photo.load import Photo, Pixels, load
from vision.read.eye import Eye

LIGHTS = (1.0, 0.3, 0.15, 0.1, 0.07, 0.05, 0.03)
MOVES = (0.0, 0.1, 0.25, 0.5, 1.1, 2.25)  # tiles
WHITE = 4000.0  # electrons of a white pixel in full light
READ_NOISE = 4.0  # electrons
GAMMA = 2.2
THUMB = (64, 48)


def darkened(pixels: Pixels, light: float, rng: np.random.Generator) -> Pixels:
    """The same picture in that share of the light."""
    electrons = (pixels / 255.0) ** GAMMA * WHITE * light
    noisy = rng.poisson(electrons) + rng.normal(0, READ_NOISE, pixels.shape)
    return np.asarray(255 * (noisy / WHITE).clip(0, 1) ** (1 / GAMMA), np.uint8)


def thumb(pixels: Pixels) -> Pixels:
    """As the page looks at it."""
    return np.asarray(cv2.cvtColor(cv2.resize(pixels, THUMB), cv2.COLOR_RGB2GRAY))


def dark(folder: Path, every: int) -> Iterator[str]:
    """A line for each light."""
    eye, rng = Eye.load(), np.random.default_rng(0)
    found: dict[float, list[tuple[float, float, float]]] = {light: [] for light in LIGHTS}
    for truth in truths(folder)[::every]:
        pixels = load(folder / "images" / truth["file"]).pixels
        full = Counter[str]()
        for light, lines in found.items():
            seen = darkened(pixels, light, rng)
            height, width = seen.shape[:2]
            tiles = Counter(
                tile.kind for tile in eye.read(Photo(seen, width, height, "JPEG")).tiles if not tile.dropped
            )
            full = full or tiles
            small = thumb(seen)
            lines.append(((tiles & full).total() / full.total(), float(np.percentile(small, 99)), float(small.mean())))
    for light, lines in found.items():
        kept, brightest, mean = np.array(lines).T
        yield (
            f"light {light:.2f}: {kept.mean():.3f} of the tiles, {np.mean(kept >= 0.9):.2f} of {len(lines)} frames keep"
            f" 0.9; brightest {_spread(brightest)}, mean {_spread(mean)}"
        )


def moving(folder: Path, every: int) -> Iterator[str]:
    """A line for each way moved."""
    rng = np.random.default_rng(0)
    found: dict[float, list[float]] = {moved: [] for moved in MOVES}
    for truth in truths(folder)[::every]:
        pixels = load(folder / "images" / truth["file"]).pixels
        height, width = pixels.shape[:2]
        boxes = corners(truth, width, height)
        tile = float(np.median((boxes[:, 2:] - boxes[:, :2]).min(1)))
        for moved, lines in found.items():
            way = rng.uniform(0, tau)
            x, y = round(moved * tile * cos(way)), round(moved * tile * sin(way))
            across, down = abs(x), abs(y)
            if max(across / width, down / height) > 0.3:
                continue
            both = [
                thumb(
                    darkened(
                        pixels[down + at * y : height - down + at * y, across + at * x :][:, : width - 2 * across],
                        0.5,
                        rng,
                    )
                )
                for at in (0, 1)
            ]
            lines.append(float(np.abs(both[0].astype(float) - both[1]).mean()))
    for moved, lines in found.items():
        yield f"{moved:.2f} tiles: {_spread(np.array(lines))} of {len(lines)}"


def _spread(values: np.ndarray) -> str:
    return "{:.0f} ({:.0f} to {:.0f})".format(*np.percentile(values, (50, 1, 99)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["dark", "moving"])
    parser.add_argument("--folder", type=Path, default=VAL)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth photo")
    told = parser.parse_args()
    for line in {"dark": dark, "moving": moving}[told.what](told.folder, told.every):
        print(line)
