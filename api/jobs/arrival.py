"""An upload on its way to the disk: a form with photos, zips or an address in a store, or one zip as the whole body."""

from __future__ import annotations

import errno
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePath, PureWindowsPath
from typing import BinaryIO, Protocol

from python_multipart.multipart import parse_options_header
from starlette.requests import Request

from api.formats import formats_of
from api.jobs import zips
from api.parts import Parts, unprocessable
from api.problems import no_room, too_large
from api.settings import Settings
from scoring.errors import InvalidInput, quoted
from vision.labels.files import write
from vision.labels.places import is_address
from vision.labels.sources import PHOTOS, plain

FILES = ("photo", "zip")
FIELDS = (*FILES, "format", "source")
FULL = (errno.ENOSPC, errno.EDQUOT)
_IN_A_FOLDER = 1000
_NOTE = "intake.json"


class Sink(Protocol):
    """What is told a body piece by piece."""

    def write(self, piece: bytes) -> None:
        """More of it. Raises Problem."""

    def finish(self) -> None:
        """It has ended. Raises Problem."""


@dataclass(slots=True)
class Intake:
    """What is known of a job's photos before they are looked at. `names`: a file below the job's folder -> what its
    sender called it. `failures`: (name, code, sentence) of photos that cannot be taken. `passed`: what is no photo ->
    how often. `collected`: nothing more comes from zips or a store.
    """

    names: dict[str, str] = field(default_factory=dict)
    failures: list[tuple[str, str, str]] = field(default_factory=list)
    passed: Counter[str] = field(default_factory=Counter)
    collected: bool = False

    def keep(self, folder: Path) -> None:
        """Write it into the job's folder. Raises OSError."""
        whole = {"names": self.names, "failures": self.failures, "passed": self.passed, "collected": self.collected}
        write(folder / _NOTE, [json.dumps(whole).encode()])

    @classmethod
    def of(cls, folder: Path) -> Intake:
        """As it was kept. Raises OSError, ValueError."""
        whole = json.loads((folder / _NOTE).read_bytes())
        failures = [(one, two, three) for one, two, three in whole["failures"]]
        return cls(whole["names"], failures, Counter(whole["passed"]), whole["collected"])


def place_of(kind: str, number: int, name: str) -> str:
    """Where a job's photo lies below its folder: a folder for each, since several may have one name.

    `kind`: where it came from. The file is called as plainly as `zhuoji label` calls its labels.
    """
    base = PurePath(PureWindowsPath(name).name)
    ending = base.suffix.lower() if base.suffix.lower() in PHOTOS else ""
    file = plain(base if ending else PurePath(f"{base.name}.jpg")) + ending
    return f"photos/{kind}{number // _IN_A_FOLDER}/{number % _IN_A_FOLDER}/{file}"


class Arrival(Parts):
    """An upload into a job's folder. Its methods raise Problem (507 where the disk is full), OSError."""

    def __init__(self, folder: Path, settings: Settings, told: str | None) -> None:
        """`told`: the formats that stand in the address."""
        super().__init__(settings.jobs_photos + len(FIELDS))
        self._folder = folder
        self._settings = settings
        self._fields: dict[str, bytearray] = {} if told is None else {"format": bytearray(told.encode())}
        self._from_address = told is not None
        self._photos = 0
        self._zips: list[tuple[Path, str]] = []
        self._intake = Intake()
        self._open: _File | None = None
        self._field = bytearray()
        self._name = ""
        self.declared = 0
        """Bytes that its zips say they have, unpacked."""

    def sink(self, request: Request) -> Sink:
        """What takes the body. Raises Problem: 422 for another content type than a form or a zip."""
        kind, _ = parse_options_header(request.headers.get("content-type", ""))
        if kind not in (b"application/zip", b"application/x-zip-compressed"):
            return self.parser(request)
        self.begin("zip", "")
        return _Body(self)

    def begin(self, name: str, file: str) -> None:
        """As `Parts.begin`."""
        self._name = name
        if name in FILES:
            with on_disk():
                self._open = _File(self._folder / f"part-{self._photos}-{len(self._zips)}", file)
            return
        if name not in FIELDS:
            detail = f"the field {quoted(name)} means nothing here; there are {' '.join(FIELDS)}"
            raise InvalidInput("bad_form", detail, name[:100])
        if name in self._fields and not (name == "format" and self._from_address):
            raise unprocessable("bad_form", f"the field {name!r} is there twice", name)
        self._from_address = False
        self._field = self._fields[name] = bytearray()

    def piece(self, data: bytes) -> None:
        """As `Parts.piece`."""
        if self._open is None:
            if len(self._field) + len(data) > self._settings.field_bytes:
                raise too_large(
                    f"the field {self._name!r} is larger than {self._settings.field_bytes} bytes", self._name
                )
            self._field += data
            return
        with on_disk():
            self._open.write(data)
        if self._open.size > self._settings.photo_bytes and not self._open.packed:
            detail = f"{quoted(self._open.name)} is no zip, and larger than {self._settings.photo_bytes} bytes"
            raise too_large(detail, self._name)

    def end(self) -> None:
        """As `Parts.end`: the part lies on the disk, written through."""
        file, self._open = self._open, None
        if file is None:
            return
        with on_disk():
            file.close()
            if file.packed:
                path = self._folder / "zips" / f"{len(self._zips)}.zip"
                self._zips.append((path, self._name))
            elif self._name == "zip":
                raise unprocessable("bad_zip", f"{quoted(file.name)} is no zip", "zip")
            elif not file.size and not file.name:  # a browser's form where no file was chosen
                file.path.unlink()
                return
            else:
                inner = place_of("p", self._photos, file.name)
                self._intake.names[inner] = file.name or f"photo {self._photos + 1}"
                path = self._folder / inner
                self._photos += 1
            path.parent.mkdir(parents=True, exist_ok=True)
            file.path.rename(path)

    def leave(self) -> None:
        """Gives up what is being written, wherever the upload was broken off."""
        if self._open is not None:
            self._open.abandon()
            self._open = None

    def settle(self) -> tuple[str, str]:
        """The whole upload -> names of its formats, the address of its photos or "". Raises Problem, InvalidInput."""
        formats = " ".join(form.name for form in formats_of(self._text("format")))
        source = self._text("source").rstrip("/")
        if source:
            _allowed(source, self._settings)
        if not (source or self._photos or self._zips):
            raise unprocessable("photo_missing", "the form has no photo, no zip and no source in it", "photo")
        count, bounds = self._photos, zips.Bounds(self._settings.jobs_photos, self._settings.photo_bytes)
        for path, name in self._zips:
            with zips.opened(path, bounds, name) as packed:
                content = zips.look(packed, bounds, name)
            count += len(content.photos)
            self.declared += content.bytes
        if count > self._settings.jobs_photos:
            raise too_large(f"{count} photos are more than one job takes, {self._settings.jobs_photos}", "photo")
        with on_disk():
            self._intake.keep(self._folder)
        return formats, source

    def _text(self, name: str) -> str:
        try:
            return self._fields.get(name, b"").decode().strip()
        except UnicodeDecodeError:
            raise unprocessable("bad_form", f"the field {name} is not UTF-8", name) from None


def _allowed(source: str, settings: Settings) -> None:
    """Raises Problem (422 `bad_source`) for an address that the operator did not allow."""
    if not is_address(source) or any(
        part in ("", ".", "..") for part in source.partition("://")[2].lstrip("/").split("/")
    ):
        raise unprocessable("bad_source", f"{quoted(source)} is no address in a store, as s3://bucket/folder", "source")
    if not any(f"{source}/".startswith(f"{known.rstrip('/')}/") for known in settings.jobs_sources):
        raise unprocessable(
            "bad_source", f"{quoted(source)} is none of the places that jobs may take photos from", "source"
        )


class _Body:
    """A zip as the whole body."""

    def __init__(self, arrival: Arrival) -> None:
        self.write: Callable[[bytes], None] = arrival.piece
        self.finish: Callable[[], None] = arrival.end


class _File:
    """A part on its way to the disk."""

    def __init__(self, path: Path, name: str) -> None:
        self.path, self.name, self.size = path, name, 0
        self._head = b""
        self._file: BinaryIO = path.open("wb")

    @property
    def packed(self) -> bool:
        """It is a zip, as its first bytes say."""
        return self._head in zips.MAGIC

    def write(self, data: bytes) -> None:
        self._head = (self._head + data[:4])[:4]
        self.size += len(data)
        self._file.write(data)

    def close(self) -> None:
        with self._file:
            self._file.flush()
            os.fsync(self._file.fileno())

    def abandon(self) -> None:
        self._file.close()


@contextmanager
def on_disk() -> Iterator[None]:
    """A full disk is a Problem (507); other errors of it stay what they are."""
    try:
        yield
    except OSError as error:
        if error.errno in FULL:
            raise no_room("the disk of the label jobs is full; try again later") from error
        raise
