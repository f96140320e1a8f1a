"""Files of a disk, written whole or not at all, and their hashes."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path

_PART = ".part"
_OURS = re.compile(r"\.[0-9a-f]{16}-[0-9]+\.part")


def write(path: Path, pieces: Iterable[bytes]) -> None:
    """A file appears at once or not at all, whenever the process is killed. Raises OSError."""
    part = part_of(path, pieces)
    part.replace(path)


def part_of(path: Path, pieces: Iterable[bytes]) -> Path:
    """A file beside its place, written through to the disk. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # a name of its own: others have 255 bytes already, and another process may write the same file
    part = path.with_name(f".{hashlib.sha256(path.name.encode()).hexdigest()[:16]}-{os.getpid()}{_PART}")
    part.unlink(missing_ok=True)
    with part.open("xb") as file:
        for piece in pieces:
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    return part


def sweep(folder: Path) -> None:
    """Remove what a killed process left half written; what other programs call so stays."""
    for place in (folder, *(inner for inner in folder.glob("*") if inner.is_dir() and not inner.is_symlink())):
        for part in place.glob(f".*{_PART}"):
            if _OURS.fullmatch(part.name) and (part.is_file() or part.is_symlink()):
                part.unlink()


NO_FILE = "no file"
"""In place of a hash: a folder, a pipe or a device has the name, and reading it might wait for ever."""


def hash_of(path: Path) -> str:
    """SHA-256, hexadecimal; "" where there is nothing, `NO_FILE` for what is no regular file. Raises OSError."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return NO_FILE
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return ""


def digest_of(content: bytes) -> str:
    """SHA-256, hexadecimal."""
    return hashlib.sha256(content).hexdigest()


Seen = Mapping[str, tuple[str, str]]
"""Path of a file -> (hash of what is to be written, hash of what is there; "" for nothing)."""
