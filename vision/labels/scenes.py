"""Which photos belong together, so that a split does not cheat: the same table in both parts tells nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import PurePath

from vision.labels.rows import Row
from vision.labels.similarity import cluster_by_hash, join, root

ALIKE = 60
"""Bits of 256: looser than for duplicates, the same table from nearly the same place."""
PAUSE = timedelta(minutes=10)
"""Photos of one folder taken within this are of one table."""


def scenes(rows: Sequence[Row]) -> list[int]:
    """For each photo the number of the first one of its scene: frames of a video, photos that look alike, photos of a
    folder taken one shortly after the other.
    """
    first = cluster_by_hash([row.perceptual_hash for row in rows], ALIKE)
    videos: dict[str, int] = {}
    folders: dict[PurePath, list[tuple[datetime, int]]] = {}
    for i, row in enumerate(rows):
        if row.video is not None:
            join(first, i, videos.setdefault(row.video, i))
        elif (time := _time(row.taken)) is not None:
            folders.setdefault(PurePath(row.source).parent, []).append((time, i))
    for taken in folders.values():
        taken.sort()
        for (before, i), (after, j) in pairwise(taken):
            if after - before <= PAUSE:
                join(first, i, j)
    return [root(first, i) for i in range(len(rows))]


def split(rows: Sequence[Row], share: float) -> dict[str, tuple[str, ...]]:
    """Pictures to train on and to validate on, whole scenes each; about `share` of the photos validate.

    Scenes are drawn in the order of their first photo's hash. With two scenes and more neither part is empty.
    """
    members: dict[int, list[Row]] = {}
    for row, scene in zip(rows, scenes(rows), strict=True):
        members.setdefault(scene, []).append(row)
    drawn = sorted(members.values(), key=lambda group: min(row.sha256 for row in group))
    parts: dict[str, list[str]] = {"train": [], "val": []}
    for number, group in enumerate(drawn):
        # the last scene goes where nothing is yet
        wanted = len(parts["val"]) + len(group) / 2 <= share * len(rows)
        last = number == len(drawn) - 1 and number > 0
        part = "val" if (wanted and not (last and not parts["train"])) or (last and not parts["val"]) else "train"
        parts[part] += [row.image for row in group]
    return {part: tuple(sorted(images)) for part, images in parts.items()}


def _time(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y:%m:%d %H:%M:%S")  # EXIF's way to write it
    except ValueError:
        return None
