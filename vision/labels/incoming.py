"""What is to be taken in -> label files on the disk, and the pictures that lie among them.

Folders are searched and zips unpacked into a folder that is gone afterwards; of a zip only label files are, its
pictures are hashed as they are read. No name in a zip becomes a path that leaves that folder.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO

from vision.labels.formats import Format
from vision.labels.formats.classes import is_list
from vision.labels.sheet import LabelError
from vision.labels.sources import PHOTOS, shown
from vision.labels.walk import walk

_LABELS = frozenset((".txt", ".json", ".xml", ".yaml", ".yml", ".names", ".labels"))
_OTHER_ARCHIVES = frozenset((".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst"))
MAX_UNPACKED = 4 * 2**30
"""Bytes of label files and pictures that are read from one zip: far above any export, and no bomb's."""
LONGEST = 255
"""Bytes of a name that disks take."""
_PIECE = 1 << 20
_BROKEN = (LabelError, zipfile.BadZipFile, zlib.error, OSError, RuntimeError, NotImplementedError, EOFError)
"""What a zip that is damaged, locked by a password, too large or too much for the disk raises."""


@dataclass(frozen=True, slots=True)
class Given:
    """A file that may hold labels. `name`: what it is called in messages. `named`: it was named itself, not a folder or
    a zip that it lies in.
    """

    path: Path
    name: str
    named: bool = False


@dataclass(slots=True)
class Incoming:
    """`files`: what may hold labels. `refused`: what could not be opened. Pictures are known by their base names."""

    files: list[Given] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    _hashes: dict[str, set[str]] = field(default_factory=dict)
    _paths: dict[str, list[Path]] = field(default_factory=dict)

    def of(self, form: Format) -> list[Given]:
        """Those that are named themselves, and those whose names end as the format's do."""
        ending = form.ending or Path(form.place).suffix
        return [file for file in self.files if file.named or file.path.suffix.lower() == ending]

    def digests(self, image: str) -> set[str]:
        """SHA-256 of each picture that lies among the label files under this name, with or without its ending; none
        where there is none.
        """
        name = PurePosixPath(image.replace("\\", "/")).name.casefold()
        for path in self._paths.pop(name, ()):
            self._hashes.setdefault(name, set()).update(_hash(path))
        return self._hashes.get(name, set())

    def add_path(self, path: Path) -> None:
        """A picture; it is hashed once somebody asks for it."""
        for name in (path.name.casefold(), path.stem.casefold()):
            self._paths.setdefault(name, []).append(path)

    def add_hash(self, name: PurePosixPath, digest: str) -> None:
        """A picture that was hashed."""
        for key in (name.name.casefold(), name.stem.casefold()):
            self._hashes.setdefault(key, set()).add(digest)


def _hash(path: Path) -> Iterator[str]:
    try:
        with path.open("rb") as file:
            yield hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:  # no picture to know a photo by, then
        return


@contextmanager
def incoming(paths: Sequence[Path]) -> Iterator[Incoming]:
    """What may hold labels at these paths: files, folders, zips."""
    found = Incoming()
    with tempfile.TemporaryDirectory(prefix="zhuoji-") as room:
        for number, path in enumerate(paths):
            if path.is_dir():
                _folder(path, shown(path), found)
            elif path.is_file() and path.suffix.lower() in PHOTOS:  # a shell's * names them, too
                found.add_path(path)
            elif path.suffix.lower() in _OTHER_ARCHIVES:
                found.refused.append(
                    f"{shown(path)}: is an archive of another kind than zip; unpack it and take that in"
                )
            elif path.is_file() and (path.suffix.lower() == ".zip" or zipfile.is_zipfile(path)):
                inner = Path(room, str(number))
                try:
                    _unpack(path, inner, found)
                except _BROKEN as error:
                    found.refused.append(f"{shown(path)}: cannot be unpacked: {error}")
                    continue
                _folder(inner, shown(path), found)
            elif path.is_file():
                found.files.append(Given(path, shown(path), named=True))
            elif path.exists():
                found.refused.append(f"{shown(path)}: is no file that labels can be read from")
        yield found


def _folder(folder: Path, name: str, found: Incoming) -> None:
    for path in walk(folder).files:
        if path.suffix.lower() in _LABELS:
            found.files.append(Given(path, f"{name}/{shown(path.relative_to(folder))}"))
        elif path.suffix.lower() in PHOTOS:
            found.add_path(path)
        elif path.suffix.lower() in _OTHER_ARCHIVES | {".zip"}:
            packed = f"{name}/{shown(path.relative_to(folder))}"
            found.refused.append(f"{packed}: is an archive inside a folder; take that in by its own name, or unpack it")


def _unpack(path: Path, room: Path, found: Incoming) -> None:
    """One member that is odd costs itself only, but for a list of classes: without it the others would say nothing or
    something else. Raises LabelError for a zip that holds too much, what zipfile raises for a broken one.
    """
    left = MAX_UNPACKED
    with zipfile.ZipFile(path) as packed:
        for member in packed.infolist():
            name = PurePosixPath(member_name(member))
            if name.suffix.lower() == ".zip":
                found.refused.append(f"{shown(path)}/{name}: is a zip inside a zip; unpack it and take that in")
            if member.is_dir() or name.suffix.lower() not in _LABELS | PHOTOS:
                continue
            try:
                left -= _take(packed, member, name, room, left, found)
            except _TooMuchError:
                raise
            except _BROKEN as error:
                if is_list(name.name):
                    raise
                left -= min(left, member.file_size)
                found.refused.append(f"{shown(path)}/{name}: cannot be unpacked: {error}")


def _take(packed: zipfile.ZipFile, member: zipfile.ZipInfo, name: PurePosixPath, room: Path, left: int,
          found: Incoming) -> int:  # fmt: skip
    """One member -> its bytes. Raises what is in `_BROKEN`."""
    with packed.open(member) as file:
        if name.suffix.lower() in PHOTOS:
            digest, size = _digest(file, left)
            found.add_hash(name, digest)
            return size
        target = _place(room, name)
        if not target.exists():
            return _copy(file, target, left)
        digest, size = _digest(file, left)
        if digest not in _hash(target):
            raise LabelError("it is there twice, not alike")
        return size


def member_name(member: zipfile.ZipInfo) -> str:
    """A member's name; zips of Chinese Windows hold it in its own encoding and do not say so."""
    if member.flag_bits & 0x800:
        return member.filename.replace("\\", "/")
    raw = member.filename.encode("cp437", "replace")
    for codec in ("utf-8", "gb18030"):
        try:
            return raw.decode(codec).replace("\\", "/")
        except UnicodeDecodeError:
            continue
    return member.filename.replace("\\", "/")


def _place(room: Path, name: PurePosixPath) -> Path:
    """Where a member goes: its own folders, without any that lead elsewhere. Raises LabelError, OSError."""
    parts = [re.sub(r"[\x00-\x1f:]", "_", part) for part in name.parts if part not in ("/", "..", ".")]
    if long := [part for part in parts if len(os.fsencode(part)) > LONGEST]:
        raise LabelError(f"its name has {len(os.fsencode(long[0]))} bytes, disks take {LONGEST}")
    target = room.joinpath(*parts)
    target.parent.mkdir(parents=True, exist_ok=True)
    return target


class _TooMuchError(LabelError):
    """The zip holds more than is read of one."""


def _pieces(file: IO[bytes], most: int) -> Iterator[bytes]:
    while piece := file.read(_PIECE):
        most -= len(piece)
        if most < 0:
            raise _TooMuchError(f"it holds more than {MAX_UNPACKED} bytes")
        yield piece


def _digest(file: IO[bytes], most: int) -> tuple[str, int]:
    digest, size = hashlib.sha256(), 0
    for piece in _pieces(file, most):
        digest.update(piece)
        size += len(piece)
    return digest.hexdigest(), size


def _copy(file: IO[bytes], target: Path, most: int) -> int:
    """All of it or nothing: half a label file would read as tiles that are gone."""
    size = 0
    try:
        with target.open("wb") as out:
            for piece in _pieces(file, most):
                out.write(piece)
                size += len(piece)
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    return size
