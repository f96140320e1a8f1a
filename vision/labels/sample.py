"""An honest sample of the photos whose labels nobody doubts, and the error that it shows."""

from __future__ import annotations

import hashlib
import heapq
import math
from collections.abc import Iterable
from dataclasses import dataclass

from vision.labels.dataset import Dataset
from vision.labels.order import DOUBTED
from vision.labels.rows import Row
from vision.types import Reading


def sample(rows: Iterable[Row], count: int, seed: int = 0) -> list[Row]:
    """`count` photos of those whose labels are not doubted, drawn by chance; those drawn before count.

    The draw is the order of a hash of the content: a larger sample holds the smaller one, on any machine.
    """
    drawn = (row for row in rows if row.sampled or (row.worry < DOUBTED and not row.touched))
    key = lambda row: (not row.sampled, hashlib.sha256(f"{seed}:{row.sha256}".encode()).digest())  # noqa: E731
    return heapq.nsmallest(count, drawn, key)


@dataclass(frozen=True, slots=True)
class Silent:
    """The error where nothing was doubted, as the sample shows it. `photos` were looked at, `wrong` of them had an
    error, in `errors` of `tiles` tiles (another kind, a box too many, a tile missed).
    """

    model: str
    photos: int
    wrong: int
    tiles: int
    errors: int

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share of photos with an error lies, at 95 % (Wilson)."""
        return wilson(self.wrong, self.photos)


def wilson(hits: int, trials: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's score interval of a share (E. B. Wilson, 1927); (0, 1) without a trial."""
    if trials == 0:
        return 0.0, 1.0
    share = hits / trials
    middle = share + z * z / (2 * trials)
    reach = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    whole = 1 + z * z / trials
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


def errors(reading: Reading, corrected: Reading) -> int:
    """Tiles of a reading that a person has said otherwise: renamed, dropped, or added."""
    pairs = zip(reading.tiles, corrected.tiles, strict=False)
    other = sum(
        old.dropped != new.dropped or (not old.dropped and old.kind != new.kind) for old, new in pairs
    )  # a moved box is one dropped and one added, and counts twice
    added = corrected.tiles[len(reading.tiles) :]
    return other + sum(not tile.dropped for tile in added)


def silent_errors(dataset: Dataset) -> list[Silent]:
    """What the photos of the sample that a person has looked at tell, for each model that read them."""
    found: dict[str, Silent] = {}
    for row in dataset.manifest.rows("done"):
        if row.sampled and row.checked is not None:
            before, after = dataset.original(row), dataset.reading(row)
            wrong = errors(before, after)
            old = found.get(row.model, Silent(row.model, 0, 0, 0, 0))
            tiles = old.tiles + sum(not tile.dropped for tile in before.tiles)
            found[row.model] = Silent(row.model, old.photos + 1, old.wrong + (wrong > 0), tiles, old.errors + wrong)
    return list(found.values())
