"""Where photos and label files lie, by their addresses: on a disk, or in an object store (`s3://…`)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from vision.labels.files import hash_of, part_of, write
from vision.labels.sheet import LabelError


@dataclass(frozen=True, slots=True)
class Draft:
    """A file that is written but not yet there: its hash, and what puts it there."""

    digest: str
    commit: Callable[[], object]


class Place(Protocol):
    """What whoever works needs of a place. All methods raise OSError. `lists`: many files are looked for by lists of
    them rather than one by one.
    """

    lists: bool

    def state(self, path: str) -> tuple[int, int]:
        """Bytes, and a number that changes with the file."""

    def moment(self, path: str) -> tuple[int, int]:
        """What changes if the file changes while it is read."""

    def read(self, path: str) -> bytes:
        """A whole file."""

    def hash_of(self, path: str) -> str:
        """As `vision.labels.files.hash_of`."""

    def write(self, path: str, data: bytes) -> None:
        """A file that is there at once or not at all."""

    def draft(self, path: str, pieces: Iterable[bytes]) -> Draft:
        """A large file."""

    def has(self, path: str) -> bool:
        """Whether a file is there."""

    def link(self, source: str, path: str) -> bool:
        """The source under another name; False where this place has no links."""

    def folders(self, path: str) -> Iterator[tuple[str, list[str]]]:
        """(address, names of the files in it) of a folder and those below it."""


class Disk:
    """Folders that this machine reaches."""

    lists = False

    def state(self, path: str) -> tuple[int, int]:
        """Bytes, and the time of change in nanoseconds."""
        about = Path(path).stat()
        return about.st_size, about.st_mtime_ns

    def moment(self, path: str) -> tuple[int, int]:
        """The state."""
        return self.state(path)

    def read(self, path: str) -> bytes:
        """A whole file."""
        return Path(path).read_bytes()

    def hash_of(self, path: str) -> str:
        """As `vision.labels.files.hash_of`."""
        return hash_of(Path(path))

    def write(self, path: str, data: bytes) -> None:
        """Written through to the disk."""
        write(Path(path), (data,))

    def draft(self, path: str, pieces: Iterable[bytes]) -> Draft:
        """Written through to the disk, beside its place."""
        part = part_of(Path(path), pieces)
        return Draft(hash_of(part), lambda: part.replace(path))

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

    def folders(self, path: str) -> Iterator[tuple[str, list[str]]]:
        """In the order of the system."""
        return ((here, names) for here, _, names in os.walk(path))


_DISK = Disk()


def is_address(text: str) -> bool:
    """Whether this is the address of an object store's, not a path."""
    return "://" in text


def place_of(address: str) -> Place:
    """The place that an address is of. Raises LabelError where it cannot be used here."""
    if not is_address(address):
        return _DISK
    try:
        from vision.labels.stores import store
    except ImportError as error:
        raise LabelError(f"{address} needs fsspec here and on every node: pip install 'zhuoji[stores]'") from error
    return store(address.partition("://")[0])
