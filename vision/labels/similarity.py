"""A perceptual hash: pictures that look alike have hashes that differ in few bits."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.load import Pixels

SIDE = 16
"""Cosines kept in each direction: 256 bits. The usual 64 often do not change when a tile is taken away."""
SHRUNK = 64

# Bits of 256 in which 32 photos of tables differ from themselves, median (most): with noise 2 (6), brighter 6 (16),
# moved by half a percent 14 (24), turned by a degree 16 (26), without one of their tiles 20 (least 4, a tenth below
# 10). Photos of other tables differ in 80 and more.
SAME = 10
"""Bits up to which a frame shows nothing new."""
ALIKE = 24
"""Bits up to which two photos are of the same moment, the camera held in hand."""


def perceptual_hash(pixels: Pixels) -> str:
    """Height × width × 3 RGB -> 64 hexadecimal digits: the signs of the lowest cosines against their median."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    small = cv2.resize(grey, (SHRUNK, SHRUNK), interpolation=cv2.INTER_AREA).astype(np.float32)
    low = np.asarray(cv2.dct(small))[:SIDE, :SIDE].ravel()
    return np.packbits(low > np.median(low[1:])).tobytes().hex()


def distance(one: str, other: str) -> int:
    """Bits in which two hashes differ."""
    return (int(one, 16) ^ int(other, 16)).bit_count()


def cluster_by_hash(hashes: Sequence[str], reach: int = ALIKE) -> list[int]:
    """For each hash the number of the first one of its group; groups are joined through neighbours within `reach`."""
    first = list(range(len(hashes)))
    words = SIDE * SIDE // 64
    bits = np.frombuffer(bytes.fromhex("".join(hashes)), np.uint64).reshape(-1, words)
    for i in range(1, len(hashes)):
        for j in np.nonzero(_apart(bits[:i], bits[i]) <= reach)[0].tolist():
            join(first, i, j)
    return [root(first, i) for i in range(len(hashes))]


def root(first: list[int], i: int) -> int:
    """The first member of the group that `i` is in (union-find)."""
    while first[i] != i:
        first[i] = first[first[i]]
        i = first[i]
    return i


def join(first: list[int], i: int, j: int) -> None:
    """The groups of `i` and `j` become one."""
    low, high = sorted((root(first, i), root(first, j)))
    first[high] = low


def _apart(many: NDArray[np.uint64], one: NDArray[np.uint64]) -> NDArray[np.int64]:
    return np.asarray(np.bitwise_count(many ^ one).sum(1, dtype=np.int64))
