"""Paths -> photos and videos, known by their content."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from vision.labels.files import hash_of
from vision.labels.manifest import Manifest

PHOTOS = frozenset((".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".heic", ".heif", ".hif", ".avif"))
VIDEOS = frozenset((".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".3gp", ".mts", ".mpg", ".mpeg"))


@dataclass(frozen=True, slots=True)
class Source:
    """A file and the SHA-256 of its content, or why it cannot be read."""

    path: Path
    video: bool
    sha256: str | None
    error: str = ""


def find(paths: Sequence[Path], out: Path) -> list[Path]:
    """The files among `paths` and every photo and video in the folders among them, in the order of their paths; what
    lies in `out` is not taken for a source.
    """
    found: set[Path] = set()
    for path in paths:
        if path.is_dir():
            inside = (file for file in path.rglob("*") if file.suffix.lower() in PHOTOS | VIDEOS and file.is_file())
            found.update(file.absolute() for file in inside if not file.name.startswith("."))
        else:
            found.add(path.absolute())
    inner = out.resolve()
    return sorted(path for path in found if inner not in path.resolve().parents)


def hashed(paths: Sequence[Path], manifest: Manifest, on_progress: Callable[[int], None]) -> Iterator[Source]:
    """The files with their hashes; those that have not changed since an earlier run are not read again.

    `on_progress`: called with the number of files done.
    """
    for number, path in enumerate(paths, 1):
        video = path.suffix.lower() in VIDEOS
        try:
            state = path.stat()
            known = str(path), state.st_size, state.st_mtime_ns
            if (sha256 := manifest.digest(*known)) is None:
                sha256 = hash_of(path)
                manifest.saw(*known, sha256)
            yield Source(path, video, sha256)
        except OSError as error:
            manifest.saw(str(path), 0, 0, None, error.strerror or str(error))
            yield Source(path, video, None, error.strerror or str(error))
        on_progress(number)


def plain(path: PurePath) -> str:
    """A file's name without its ending, fit to be one in any tool."""
    return re.sub(r"[^\w.-]+", "_", path.stem).strip("._")[:100] or "photo"
