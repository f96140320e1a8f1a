"""Label files written whole or not at all, and never over a person's changes.

What is to be written is told to the manifest first, as a hash. A file that is neither that nor what was there before
was changed by a person.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from vision.labels.manifest import Manifest

_PART = ".part"
_OURS = re.compile(r"\.[0-9a-f]{16}-[0-9]+\.part")


def write(path: Path, pieces: Iterable[bytes]) -> None:
    """A file appears at once or not at all, whenever the process is killed. Raises OSError."""
    part = _part(path, pieces)
    part.replace(path)


def _part(path: Path, pieces: Iterable[bytes]) -> Path:
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


@dataclass(frozen=True, slots=True)
class Files:
    """A data set's files; paths are relative to its folder."""

    root: Path
    manifest: Manifest

    def theirs(self, path: str) -> bool:
        """The file is there and is not what we wrote: a person's, or a person's changes."""
        found = hash_of(self.root / path)
        return found != "" and found not in (self.manifest.intended(path) or ())

    def ours(self, path: Path) -> bool:
        """A file of the data set that is as we wrote it."""
        inner = self._inner(path)
        return inner is not None and (known := self.manifest.intended(inner)) is not None and hash_of(path) in known

    def digest(self, path: Path) -> str:
        """Hash of a file of the data set; "" for others. Raises OSError."""
        return "" if self._inner(path) is None else hash_of(path)

    def _inner(self, path: Path) -> str | None:
        root, file = self.root.resolve(), path.resolve()
        return file.relative_to(root).as_posix() if root in file.parents else None

    def put(self, contents: Mapping[str, bytes]) -> tuple[str, ...]:
        """Write these files; the ones that a person has changed stay, and are told. Raises OSError."""
        seen = {path: (digest_of(content), hash_of(self.root / path)) for path, content in contents.items()}
        wanted, kept = self.intend(seen)
        for path in wanted:
            write(self.root / path, (contents[path],))
        self.settle(wanted)
        return kept

    def intend(self, seen: Seen) -> tuple[Seen, tuple[str, ...]]:
        """Of files that are to be written those that have to be, told to the manifest, and those that stay, since a
        person has changed them.
        """
        wanted: dict[str, tuple[str, str]] = {}
        kept: list[str] = []
        for path, (wish, found) in seen.items():
            known = self.manifest.intended(path)
            if found not in ("", *(known or ())):
                kept.append(path)
            elif found != wish or known is None or known[0] != wish:
                wanted[path] = (wish, found)
        if wanted:
            self.manifest.intend(wanted)
        return wanted, tuple(kept)

    def settle(self, written: Seen) -> None:
        """These were written: what was there before is a person's again, should they put it back."""
        if over := {path: (wish, wish) for path, (wish, found) in written.items() if found not in ("", wish)}:
            self.manifest.intend(over)

    def stream(self, path: str, pieces: Iterable[str]) -> tuple[str, ...]:
        """The same for one large file that comes in pieces."""
        if self.theirs(path):
            return (path,)
        target = self.root / path
        part = _part(target, (piece.encode() for piece in pieces))
        wish, found = hash_of(part), hash_of(target)
        self.manifest.intend({path: (wish, found)})
        part.replace(target)
        if found not in ("", wish):
            self.manifest.intend({path: (wish, wish)})
        return ()

    def adopt(self, taken: Mapping[Path, str]) -> None:
        """A person's files were taken in as they were with these hashes: those of the data set are from now on as if we
        had written them. One that was changed since is a person's again.
        """
        inner = {name: digest for path, digest in taken.items() if (name := self._inner(path)) is not None}
        self.manifest.intend({name: (digest, digest) for name, digest in inner.items()})
