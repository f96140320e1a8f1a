"""What is in a zip that somebody sent: refused as a whole, passed over, or unpacked into files of our own names.

Nothing is written where an entry's name says. A zip that leads elsewhere is no accident, and is refused by that name.
"""

from __future__ import annotations

import re
import stat
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from api.parts import unprocessable
from api.problems import too_large
from scoring.errors import quoted
from vision.labels.incoming import member_name
from vision.labels.sources import PHOTOS, passed_by_name
from vision.labels.walk import passed_over

_BAD_LIST = (zipfile.BadZipFile, struct.error, EOFError, ValueError, NotImplementedError, OverflowError)
_BAD_ENTRY = (*_BAD_LIST, zlib.error, RuntimeError, OSError)
MAGIC = (b"PK\3\4", b"PK\5\6")
"""What zips begin with; the second one is empty."""
ENTRY_BYTES = 1024
"""Of the list of entries, for each photo that may be in it: names, comments, entries that are no photos."""
_END, _END_64 = b"PK\5\6", b"PK\6\6"
_END_BYTES, _LONGEST_COMMENT = 22, 0xFFFF
_DRIVE = re.compile(r"[A-Za-z]:")
_ENCRYPTED = 1
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""What phones and file managers pack by. Others are unpacked with as much memory as an entry asks for."""
PIECE = 1 << 20


@dataclass(slots=True)
class Content:
    """`photos`: entries that are taken, `bytes`: what they are unpacked. `passed`: others -> how often. `failures`:
    (entry, code, sentence) of photos that cannot be taken.
    """

    photos: list[zipfile.ZipInfo] = field(default_factory=list)
    bytes: int = 0
    passed: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most photos, and bytes of one."""

    photos: int
    photo_bytes: int


def is_zip(path: Path) -> bool:
    """By a file's first bytes."""
    with path.open("rb") as file:
        return file.read(4) in MAGIC


@contextmanager
def opened(path: Path, bounds: Bounds, pointer: str) -> Iterator[zipfile.ZipFile]:
    """A zip. Raises Problem: 422 `bad_zip`, 413 for a list of entries that would be too long to be looked at."""
    try:
        size = _list_bytes(path)
        if size > ENTRY_BYTES * (bounds.photos + ENTRY_BYTES):
            raise too_large(f"the zip lists its entries in {size} bytes, too many for {bounds.photos} photos", pointer)
        with zipfile.ZipFile(path) as packed:
            yield packed
    except _BAD_LIST as error:
        raise unprocessable("bad_zip", f"the zip cannot be read: {error}", pointer) from None


def _list_bytes(path: Path) -> int:
    """How long the list of entries says it is, before anything is made of it. Raises BadZipFile, struct.error."""
    with path.open("rb") as file:
        length = file.seek(0, 2)
        file.seek(max(0, length - _END_BYTES - _LONGEST_COMMENT - 256))
        tail = file.read()
    bare = len(tail) - _END_BYTES
    at = bare if tail[bare:].startswith(_END) and tail.endswith(b"\0\0") else tail.rfind(_END)
    if at < 0:
        raise zipfile.BadZipFile("its end is missing")
    size = int(struct.unpack_from("<L", tail, at + 12)[0])
    long = tail.rfind(_END_64, 0, at)
    return max(size if size != 0xFFFFFFFF else 0, 0 if long < 0 else int(struct.unpack_from("<Q", tail, long + 40)[0]))


def look(packed: zipfile.ZipFile, bounds: Bounds, pointer: str) -> Content:
    """What is in it, by its list of entries. Raises Problem: `bad_zip` that names an entry, 413, `photo_missing`."""
    found = Content()
    for entry in packed.infolist():
        if why := _refused(entry):
            raise unprocessable("bad_zip", f"the entry {quoted(entry.filename)} of the zip {why}", pointer)
        if passed := _passed(entry):
            found.passed[passed] += 1
        elif entry.compress_type not in _METHODS:
            detail = f"it is packed by method {entry.compress_type}, and only 0 (stored) and 8 (deflated) are taken"
            found.failures.append((member_name(entry), "unreadable", detail))
        elif entry.file_size > bounds.photo_bytes:
            detail = f"the photo has {entry.file_size} bytes, {bounds.photo_bytes} are the most"
            found.failures.append((member_name(entry), "too_large", detail))
        else:
            found.photos.append(entry)
            found.bytes += entry.file_size
    count = len(found.photos)
    if count > bounds.photos:
        raise too_large(f"the zip has {count} photos, {bounds.photos} are the most of one job", pointer)
    if not count and not found.failures:
        raise unprocessable("photo_missing", "the zip has no photo in it", pointer)
    return found


def _refused(entry: zipfile.ZipInfo) -> str:
    """Why a zip with this entry is none that a person packed; "" for all others."""
    name, kind = entry.orig_filename.replace("\\", "/"), stat.S_IFMT(entry.external_attr >> 16)
    if ".." in name.split("/") or name.startswith("/") or _DRIVE.match(name) or "\0" in name:
        return "leads out of it"
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "is a link or a device, no file"
    if entry.flag_bits & _ENCRYPTED:
        return "is encrypted; send it without a password"
    return ""


def _passed(entry: zipfile.ZipInfo) -> str:
    """What is passed over, in the words of `zhuoji label`; "" for a photo. Its ending tells, as in a store."""
    path = PurePosixPath(entry.filename.replace("\\", "/"))
    if entry.is_dir():
        return "folders"
    if folder := next((part for part in path.parts[:-1] if passed_over(part)), ""):
        return f"folders {folder[:40]}"
    return passed_by_name(path, PHOTOS)


def unpack(packed: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path) -> str:
    """Writes an entry to a file; why it cannot be, or "". Raises OSError where the disk does not take it."""
    pieces = _pieces(packed, entry)
    try:
        first = next(pieces, b"")
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.write(first)
            for piece in pieces:
                file.write(piece)
    except _EntryError as error:
        path.unlink(missing_ok=True)
        return f"it cannot be unpacked: {error}"
    return ""


class _EntryError(Exception):
    """An entry is not what its zip says of it."""


def _pieces(packed: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    """What it holds. Raises _EntryError, for places beyond any file (OSError, OverflowError) too."""
    try:
        with packed.open(entry) as source:
            while piece := source.read(PIECE):
                yield piece
    except _BAD_ENTRY as error:
        raise _EntryError(str(error)) from error
