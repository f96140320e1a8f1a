"""Which crop comes next: batches for training the reader, each given by the seed and its number alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.crops import BOX, NONE
from datasets.crops import SIDE as ROOM
from models import augment
from models.augment import Image, Turns
from vision.types import BACK, CLASSES, OTHER

Batch = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32]]
"""n × SIDE × SIDE × 3 BGR, kinds, n × 4 turns (zeros: unknown)."""

NO_TILE, FACE_DOWN, BARE = 0.16, 0.08, 0.02
"""Shares of a batch. Bare faces (white dragons, `other`) are easily taken for table unless shown on purpose."""
PLAIN = 14.0
"""Spread of grey levels over a tile's middle below which its face is bare."""
OFTEN = {"1s": 2.0, "5m": 1.4, "5p": 1.4, "5s": 1.3, "3m": 1.2, OTHER: 4.0}
"""Kinds that differ most from set to set come up more often."""
SOURCES = {"real": 0.36, "scenes": 0.26, "flat": 0.38}


@dataclass(frozen=True, slots=True)
class Part:
    """One file of `datasets.crops`, and where each kind is in it."""

    patches: NDArray[np.uint8]
    kinds: NDArray[np.uint8]
    turns: NDArray[np.float32]
    of_kind: Mapping[int, NDArray[np.int64]]
    bare: NDArray[np.int64]

    @classmethod
    def load(cls, path: Path) -> Part:
        with np.load(path) as file:
            kinds = file["kinds"]
            places = {int(k): np.flatnonzero(kinds == k) for k in np.unique(kinds)}
            patches = file["patches"]
            middle = slice(ROOM // 2 - BOX // 3, ROOM // 2 + BOX // 3)
            others = places.get(CLASSES.index(OTHER), np.zeros(0, np.int64))
            bare = [at for at in others if path.stem == "real" and patches[at, middle, middle, 1].std() < PLAIN]
            return cls(patches, kinds, file["turns"], places, np.array(bare, np.int64))

    def pick(self, kind: int, rng: Generator) -> int:
        places = self.of_kind[kind]
        return int(places[rng.integers(len(places))])


class Mix:
    """All parts of a folder; `batch(k)` is always the same batch."""

    def __init__(self, folder: Path, seed: int, size: int, *, flat: bool = True) -> None:
        if not (folder / "scenes.npz").exists():
            raise FileNotFoundError(f"{folder} has no scenes.npz: make it by `python -m datasets.crops`")
        self.parts = {path.stem: Part.load(path) for path in sorted(folder.glob("*.npz"))}
        self.seed, self.size = seed, size
        used = self.parts.keys() - (set() if flat else {"flat"})
        self.sources = {name: share for name, share in SOURCES.items() if name in used}
        weights = np.array([OFTEN.get(name, 1.0) for name in CLASSES if name != BACK])
        self.weights = weights / weights.sum()

    def batch(self, number: int) -> Batch:
        rng = np.random.default_rng((self.seed, number))
        crops, kinds, turns = zip(*(self._one(rng) for _ in range(self.size)), strict=True)
        return np.stack(crops)[..., ::-1], np.array(kinds, np.int64), np.array(turns, np.float32)

    def _one(self, rng: Generator) -> tuple[Image, int, Turns]:
        quarter = int(rng.integers(4))
        chance = rng.random()
        if chance < NO_TILE:
            return augment.harmed(self._nothing(quarter, rng), rng), NONE, augment.UNKNOWN
        if chance < NO_TILE + FACE_DOWN:
            kind = CLASSES.index(BACK)
            if rng.random() < 0.6 and kind in self.parts["scenes"].of_kind:
                patch = self.parts["scenes"].patches[self.parts["scenes"].pick(kind, rng)]
            else:
                patch = augment.back(self._table(rng), rng)
            return augment.harmed(augment.crop(patch, quarter, rng), rng), kind, augment.UNKNOWN
        if chance < NO_TILE + FACE_DOWN + BARE:
            known = self.parts.get("real")
            if known is not None and len(known.bare) and rng.random() < 0.5:
                patch = known.patches[known.bare[rng.integers(len(known.bare))]]
            else:
                patch = augment.bare(self._table(rng), rng)
            crop = augment.harmed(augment.crop(patch, quarter, rng), rng)
            return crop, CLASSES.index(OTHER), augment.UNKNOWN
        kind = int(rng.choice(len(self.weights), p=self.weights))
        patch, degrees = self._tile(kind, rng)
        up = augment.turned(degrees + 90 * quarter, kind)
        return augment.harmed(augment.crop(patch, quarter, rng), rng), kind, up

    def _tile(self, kind: int, rng: Generator) -> tuple[Image, float]:
        names = [name for name in self.sources if kind in self.parts[name].of_kind]
        shares = np.array([self.sources[name] for name in names])
        name = names[int(rng.choice(len(names), p=shares / shares.sum()))]
        part = self.parts[name]
        at = part.pick(kind, rng)
        if name == "flat":
            return augment.laid(part.patches, at, self._table(rng), rng), float(part.turns[at])
        return part.patches[at], float(part.turns[at])

    def _nothing(self, quarter: int, rng: Generator) -> Image:
        chance = rng.random()
        if chance < 0.45:
            part = self.parts["real" if rng.random() < 0.5 and "real" in self.parts else "scenes"]
            at = int(rng.integers(len(part.patches)))
            return augment.crop(part.patches[at], quarter, rng, beside=True)
        if chance < 0.75 and "mistaken" in self.parts:
            part = self.parts["mistaken"]
            return augment.crop(part.patches[part.pick(NONE, rng)], quarter, rng)
        if chance < 0.85:
            part = self.parts["scenes"]
            return augment.crop(part.patches[part.pick(NONE, rng)], quarter, rng)
        return augment.crop(self._table(rng) if chance < 0.95 else augment.chequered(rng), quarter, rng)

    def _table(self, rng: Generator) -> Image:
        part = self.parts["tables" if "tables" in self.parts else "scenes"]
        if rng.random() < 0.12:
            return augment.chequered(rng)
        return part.patches[part.pick(NONE, rng)]
