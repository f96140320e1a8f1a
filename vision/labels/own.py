"""A data set's own files, never written over a person's changes.

What is to be written is told to the manifest first, as a hash. A file that is neither that nor what was there before
was changed by a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from vision.labels.files import Seen, digest_of, hash_of
from vision.labels.manifest import Manifest
from vision.labels.places import Place, place_of


@dataclass(frozen=True, slots=True)
class Files:
    """A data set's files; paths are relative to its address, a folder's or one in an object store."""

    address: str
    manifest: Manifest

    @property
    def place(self) -> Place:
        """Where they lie."""
        return place_of(self.address)

    def at(self, path: str) -> str:
        """The address of a file."""
        return f"{self.address}/{path}"

    def theirs(self, path: str) -> bool:
        """The file is there and is not what we wrote: a person's, or a person's changes."""
        found = self.place.hash_of(self.at(path))
        return found != "" and found not in (self.manifest.intended(path) or ())

    def ours(self, path: Path) -> bool:
        """A file of the data set that is as we wrote it."""
        inner = self._inner(path)
        return inner is not None and (known := self.manifest.intended(inner)) is not None and hash_of(path) in known

    def digest(self, path: Path) -> str:
        """Hash of a file of the data set; "" for others. Raises OSError."""
        return "" if self._inner(path) is None else hash_of(path)

    def _inner(self, path: Path) -> str | None:
        root, file = Path(self.address).resolve(), path.resolve()
        return file.relative_to(root).as_posix() if root in file.parents else None

    def put(self, contents: Mapping[str, bytes]) -> tuple[str, ...]:
        """Write these files; the ones that a person has changed stay, and are told. Raises OSError."""
        seen = {path: (digest_of(content), self.place.hash_of(self.at(path))) for path, content in contents.items()}
        wanted, kept = self.intend(seen)
        for path in wanted:
            self.place.write(self.at(path), contents[path])
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
        draft = self.place.draft(self.at(path), (piece.encode() for piece in pieces))
        wish, found = draft.digest, self.place.hash_of(self.at(path))
        self.manifest.intend({path: (wish, found)})
        draft.commit()
        if found not in ("", wish):
            self.manifest.intend({path: (wish, wish)})
        return ()

    def adopt(self, taken: Mapping[Path, str]) -> None:
        """A person's files were taken in as they were with these hashes: those of the data set are from now on as if we
        had written them. One that was changed since is a person's again.
        """
        inner = {name: digest for path, digest in taken.items() if (name := self._inner(path)) is not None}
        self.manifest.intend({name: (digest, digest) for name, digest in inner.items()})
