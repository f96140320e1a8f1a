"""Where photos and label files lie, by their addresses: a disk, reached by whoever works."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from vision.labels.files import hash_of, write


class Place(Protocol):
    """What a worker needs of a place. All methods raise OSError."""

    def state(self, path: str) -> tuple[int, int]:
        """Bytes, and a number that changes with the file."""

    def read(self, path: str) -> bytes:
        """A whole file."""

    def hash_of(self, path: str) -> str:
        """As `vision.labels.files.hash_of`."""

    def write(self, path: str, data: bytes) -> None:
        """A file that is there at once or not at all."""

    def has(self, path: str) -> bool:
        """Whether a file is there."""

    def link(self, source: str, path: str) -> bool:
        """The source under another name; False where this place has no links."""


class Disk:
    """Folders that this machine reaches."""

    def state(self, path: str) -> tuple[int, int]:
        """Bytes, and the time of change in nanoseconds."""
        about = Path(path).stat()
        return about.st_size, about.st_mtime_ns

    def read(self, path: str) -> bytes:
        """A whole file."""
        return Path(path).read_bytes()

    def hash_of(self, path: str) -> str:
        """As `vision.labels.files.hash_of`."""
        return hash_of(Path(path))

    def write(self, path: str, data: bytes) -> None:
        """Written through to the disk."""
        write(Path(path), (data,))

    def has(self, path: str) -> bool:
        """Whether a regular file is there."""
        return Path(path).is_file()

    def link(self, source: str, path: str) -> bool:
        """A hard link; False on another disk, or one that has none."""
        with suppress(OSError):
            Path(path).unlink(missing_ok=True)
            os.link(source, path)
            return True
        return False


def place_of(_address: str) -> Place:
    """The place that an address is of."""
    return Disk()
