"""What came of a job, as a zip that is made while it is sent: it lies nowhere, however large it is."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

from vision.labels.dataset import Dataset
from vision.labels.files import hash_of, write
from vision.labels.formats import IMAGES
from vision.labels.manifest import NAME as MANIFEST
from vision.labels.rows import Row

LIST = "files.jsonl"
_PIECE = 1 << 20


class Kind(StrEnum):
    """A file of a data set: labels; a picture that is not the photo as it came (turned, or renamed); one that is."""

    LABELS = "labels"
    CHANGED = "changed"
    SAME = "same"


def list_files(dataset: Dataset, folder: Path) -> None:
    """Writes down what a job's data set has, so that nobody has to look again. Raises OSError."""
    write(folder / LIST, (f"{json.dumps(entry)}\n".encode() for entry in _files(dataset)))


def _files(dataset: Dataset) -> Iterator[tuple[str, str]]:
    for path in sorted(dataset.root.rglob("*")):
        inner = path.relative_to(dataset.root).as_posix()
        ours = path.is_file() and not path.name.startswith((".", MANIFEST)) and not inner.startswith(f"{IMAGES}/")
        if ours:
            yield Kind.LABELS, inner
    for row in dataset.manifest.rows("done"):
        yield (Kind.SAME if _same(dataset, row) else Kind.CHANGED), f"{IMAGES}/{row.image}"


def _same(dataset: Dataset, row: Row) -> bool:
    """The picture is the photo, under its name."""
    source, picture = Path(row.source), dataset.picture(row)
    if source.name != row.image:
        return False
    return (source.exists() and source.samefile(picture)) or hash_of(picture) == row.sha256


def packed(folder: Path, root: Path, more: Path, *, pictures: bool) -> Iterator[bytes]:
    """The pieces of a zip: a data set's labels, its changed pictures, with `pictures` all of them, and the file `more`
    where there is one.

    `folder`: the job's, `root`: its data set's. Raises OSError for a file that is gone.
    """
    wanted = {Kind.LABELS, Kind.CHANGED} | ({Kind.SAME} if pictures else set())
    out = _Pieces()
    with zipfile.ZipFile(out, "w") as file, (folder / LIST).open() as listed:
        for line in listed:
            kind, inner = json.loads(line)
            if kind in wanted:
                how = zipfile.ZIP_DEFLATED if kind == Kind.LABELS else zipfile.ZIP_STORED
                yield from _packed(file, out, root / inner, inner, how)
        if more.exists():
            yield from _packed(file, out, more, more.name, zipfile.ZIP_DEFLATED)
    yield out.taken()


def _packed(file: zipfile.ZipFile, out: _Pieces, path: Path, name: str, how: int) -> Iterator[bytes]:
    about = zipfile.ZipInfo(name)  # of 1980: the same job gives the same bytes
    about.compress_type = how
    about.file_size = path.stat().st_size
    with path.open("rb") as source, file.open(about, "w") as entry:
        while piece := source.read(_PIECE):
            entry.write(piece)
            if len(ready := out.taken(_PIECE)):
                yield ready
    if len(ready := out.taken(_PIECE)):
        yield ready


class _Pieces(io.RawIOBase):
    """What a zip is written to: it cannot go back, and gives away what it has."""

    def __init__(self) -> None:
        super().__init__()
        self._held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        piece = bytes(data)  # type: ignore[call-overload]
        self._held += piece
        return len(piece)

    def taken(self, least: int = 0) -> bytes:
        """What was written since the last time, once it is so much."""
        if len(self._held) < least:
            return b""
        piece, self._held = bytes(self._held), bytearray()
        return piece
