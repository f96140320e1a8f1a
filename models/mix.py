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
from models import augment, cover
from models.augment import Image, Turns
from models.cover import KINDS, Ink, Truth
from vision.types import BACK, CLASSES, OTHER

Batch = tuple[NDArray[np.uint8], Truth, NDArray[np.float32]]
"""n × SIDE × SIDE × 3 BGR, n × KINDS what each crop may show, n × 4 turns (zeros: unknown)."""

NO_TILE, FACE_DOWN, BARE, COVERED = 0.15, 0.07, 0.02, 0.22
"""Shares of a batch. Bare faces (white dragons, `other`) are easily taken for table unless shown on purpose."""
PLAIN = 14.0
"""Spread of grey levels over a tile's middle below which its face is bare."""
OFTEN = {"1s": 2.0, "5m": 1.4, "5p": 1.4, "5s": 1.3, "3m": 1.2, OTHER: 4.0}
"""Kinds that differ most from set to set come up more often."""
DARK = 0.2
"""Share of single faces that are of dark plastic."""
LEVEL_DEGREES = 20
"""How far from lying straight a tile of a scene may be turned for a cover's part of its face to be known."""
SOURCES = {"real": 0.36, "scenes": 0.26, "flat": 0.38}


@dataclass(frozen=True, slots=True)
class Part:
    """One file of `datasets.crops`, and where each kind is in it."""

    patches: NDArray[np.uint8]
    kinds: NDArray[np.uint8]
    turns: NDArray[np.float32]
    of_kind: Mapping[int, NDArray[np.int64]]
    bare: NDArray[np.int64]
    sets: NDArray[np.int32] | None = None
    """Of single faces, which belong together."""

    @classmethod
    def load(cls, path: Path) -> Part:
        with np.load(path) as file:
            kinds = file["kinds"]
            places = {int(k): np.flatnonzero(kinds == k) for k in np.unique(kinds)}
            patches = file["patches"]
            middle = slice(ROOM // 2 - BOX // 3, ROOM // 2 + BOX // 3)
            others = places.get(CLASSES.index(OTHER), np.zeros(0, np.int64))
            bare = [at for at in others if path.stem == "real" and patches[at, middle, middle, 1].std() < PLAIN]
            sets = file.get("sets")
            return cls(patches, kinds, file["turns"], places, np.array(bare, np.int64), sets)

    def pick(self, kind: int, rng: Generator) -> int:
        places = self.of_kind[kind]
        return int(places[rng.integers(len(places))])

    def straight(self, kind: int, rng: Generator) -> int:
        """The same among tiles that are known to lie straight or nearly so."""
        turns = self.turns[self.of_kind[kind]]
        off = np.abs((turns + 45) % 90 - 45)
        places = self.of_kind[kind][off < LEVEL_DEGREES]
        return int(places[rng.integers(len(places))])

    def set_of(self, at: int) -> NDArray[np.int64]:
        """The places of the faces that belong to one set with this one."""
        if self.sets is None:
            raise ValueError(
                "of these it is not known which belong to one set: make them by `python -m datasets.crops`"
            )
        return np.flatnonzero(self.sets == self.sets[at])


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
        self.inks: dict[int, Ink] = {}

    def batch(self, number: int) -> Batch:
        rng = np.random.default_rng((self.seed, number))
        crops, kinds, turns = zip(*(self._one(rng) for _ in range(self.size)), strict=True)
        return np.stack(crops)[..., ::-1], np.stack(kinds), np.array(turns, np.float32)

    def _one(self, rng: Generator) -> tuple[Image, Truth, Turns]:
        if "flat" in self.sources and rng.random() < COVERED:
            return self.covered(rng)
        crop, kind, up = self._open(rng)
        truth = np.zeros(KINDS, np.float32)
        truth[kind] = 1
        return crop, truth, up

    def covered(self, rng: Generator) -> tuple[Image, Truth, Turns]:
        """A tile of which a part is hidden, and what can be told of it. What shows of a tile in a scene is compared
        within a set of single faces, because a scene has no others of its own.
        """
        kind, quarter = int(rng.choice(len(self.weights), p=self.weights)), int(rng.integers(4))
        flat = self.parts["flat"]
        at = flat.straight(kind, rng)
        places = flat.set_of(at)
        which = int(np.flatnonzero(places == at)[0])
        others, look = flat.patches[[at, *rng.choice(places, 2)]], int(rng.integers(1 << 30))
        shown, plastic = augment.dark(others, rng) if rng.random() < DARK else (others, augment.WHITE)
        laid = [
            augment.laid(shown, k, self.table(np.random.default_rng(look)), np.random.default_rng(look), plastic)
            for k in range(2)
        ]
        over = augment.back(self.table(rng), rng) if rng.random() < 0.2 else laid[1]
        patch, turn = laid[0], 0.0
        scenes = self.parts["scenes"]
        if kind in scenes.of_kind and rng.random() < 0.35:
            from_scene = scenes.straight(kind, rng)
            patch, turn = scenes.patches[from_scene], float(scenes.turns[from_scene])
            other = scenes.patches[int(rng.integers(len(scenes.patches)))]
            over = other if rng.random() < 0.7 else over
        found = cover.cover(patch, over, self.table(rng), rng)
        truth = cover.told(self._inks(places), flat.kinds[places], which, cover.upright(found.hidden, turn))
        crop = augment.crop(found.patch, quarter, rng, sides=found.sides)
        clear = truth.max() > cover.SURE
        up = augment.turned(turn + 90 * quarter, kind) if clear else augment.UNKNOWN
        return augment.harmed(crop, rng), truth, up

    def _inks(self, places: NDArray[np.int64]) -> Ink:
        """The ink of the faces of a set, made once."""
        first = int(places[0])
        if first not in self.inks:
            self.inks[first] = cover.inks(self.parts["flat"].patches[places])
        return self.inks[first]

    def _open(self, rng: Generator) -> tuple[Image, int, Turns]:
        quarter = int(rng.integers(4))
        chance = rng.random()
        if chance < NO_TILE:
            return augment.harmed(self._nothing(quarter, rng), rng), NONE, augment.UNKNOWN
        if chance < NO_TILE + FACE_DOWN:
            kind = CLASSES.index(BACK)
            if rng.random() < 0.6 and kind in self.parts["scenes"].of_kind:
                patch = self.parts["scenes"].patches[self.parts["scenes"].pick(kind, rng)]
            else:
                patch = augment.back(self.table(rng), rng)
            return augment.harmed(augment.crop(patch, quarter, rng), rng), kind, augment.UNKNOWN
        if chance < NO_TILE + FACE_DOWN + BARE:
            known = self.parts.get("real")
            if known is not None and len(known.bare) and rng.random() < 0.5:
                patch = known.patches[known.bare[rng.integers(len(known.bare))]]
            else:
                patch = augment.bare(self.table(rng), rng)
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
            if rng.random() < DARK:
                others = rng.choice(part.set_of(at), 2)
                faces, plastic = augment.dark(part.patches[[at, *others]], rng)
                return augment.laid(faces, 0, self.table(rng), rng, plastic), float(part.turns[at])
            return augment.laid(part.patches, at, self.table(rng), rng), float(part.turns[at])
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
        return augment.crop(self.table(rng) if chance < 0.95 else augment.chequered(rng), quarter, rng)

    def table(self, rng: Generator) -> Image:
        """A piece of a table without a tile."""
        part = self.parts["tables" if "tables" in self.parts else "scenes"]
        if rng.random() < 0.12:
            return augment.chequered(rng)
        return part.patches[part.pick(NONE, rng)]
