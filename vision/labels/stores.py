"""Object stores through fsspec: `s3://`, `gs://`, `az://` and whatever else it has a driver for. Needs
`pip install 'zhuoji[stores]'` and the store's driver (s3fs, gcsfs, adlfs).
"""

from __future__ import annotations

import errno
import hashlib
import random
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

import fsspec

from vision.labels.places import Draft
from vision.labels.sheet import LabelError

T = TypeVar("T")
TRIES = 6
"""Of a request that fails for a reason that may pass; with `PAUSE_SECONDS` some half a minute in all."""
PAUSE_SECONDS = 0.5
"""Before the second try; doubled for each further one, and drawn by chance so that workers do not come in step."""
_FINAL = (FileNotFoundError, PermissionError, NotADirectoryError, IsADirectoryError, FileExistsError)
_MARKS = ("ETag", "etag", "md5Hash", "content_md5", "mtime", "LastModified", "last_modified", "created")


@lru_cache(maxsize=8)
def store(protocol: str) -> Store:
    """The store that addresses of this protocol are of. Raises LabelError where its driver is missing."""
    try:
        return Store(fsspec.filesystem(protocol, use_listings_cache=False))
    except (ImportError, ValueError) as error:
        raise LabelError(f"{protocol}:// cannot be used here: {error}") from error


class Store:
    """Objects by their addresses. Requests that fail for a reason that may pass are made again, `TRIES` times in all;
    what then still fails is an OSError that names the address.
    """

    lists = True

    def __init__(self, files: Any) -> None:
        self._files = files

    def state(self, path: str) -> tuple[int, int]:
        """Bytes, and a number made of what the store says about the version. One request."""
        about = self._tried(path, lambda: self._files.info(path))
        mark = next((str(about[key]) for key in _MARKS if about.get(key) is not None), "")
        return int(about["size"] or 0), int.from_bytes(hashlib.sha256(mark.encode()).digest()[:7])

    def moment(self, _path: str) -> tuple[int, int]:
        """An object is read whole, in one version: there is nothing to compare."""
        return 0, 0

    def read(self, path: str) -> bytes:
        """A whole object. One request."""
        return bytes(self._tried(path, lambda: self._files.cat_file(path)))

    def hash_of(self, path: str) -> str:
        """SHA-256, hexadecimal; "" where there is nothing. One request."""
        try:
            return hashlib.sha256(self.read(path)).hexdigest()
        except FileNotFoundError:
            return ""

    def write(self, path: str, data: bytes) -> None:
        """An object is there as a whole or not at all. One request."""
        self._tried(path, lambda: self._files.pipe_file(path, data))

    def draft(self, path: str, pieces: Iterable[bytes]) -> Draft:
        """A large file, first on this machine's disk."""
        digest = hashlib.sha256()
        with tempfile.NamedTemporaryFile(prefix="zhuoji-", delete=False) as file:
            for piece in pieces:
                digest.update(piece)
                file.write(piece)

        def commit() -> None:
            try:
                self._tried(path, lambda: self._files.put_file(file.name, path))
            finally:
                Path(file.name).unlink()

        return Draft(digest.hexdigest(), commit)

    def has(self, path: str) -> bool:
        """Whether an object is there. One request."""
        return bool(self._tried(path, lambda: self._files.exists(path)))

    def link(self, _source: str, _path: str) -> bool:
        """Stores have none."""
        return False

    def folders(self, path: str) -> Iterator[tuple[str, list[str]]]:
        """(address, names of the objects in it) of a folder and those below it. One request for 1,000 objects."""
        waiting = [path.rstrip("/")]
        while waiting:
            here = waiting.pop()
            try:
                entries = self._tried(here, partial(self._files.ls, here, detail=True))
            except FileNotFoundError:
                continue
            names, inner = [], []
            for entry in entries:
                name = entry["name"].rstrip("/").rpartition("/")[2]
                if entry["type"] == "directory":
                    inner.append(f"{here}/{name}")
                elif not entry["name"].endswith("/"):  # what some tools put for a folder
                    names.append(name)
            yield here, sorted(names)
            waiting += sorted(inner, reverse=True)

    def _tried(self, path: str, request: Callable[[], T]) -> T:
        """Raises OSError."""
        for number in range(1, TRIES + 1):
            try:
                return request()
            except _FINAL:
                raise
            except Exception as error:  # drivers raise whatever their clients do
                if number == TRIES:
                    detail = " ".join(str(error).split())[:200] or type(error).__name__
                    raise OSError(errno.EIO, f"{detail} ({TRIES} tries)", path) from error
                time.sleep(PAUSE_SECONDS * 2 ** (number - 1) * random.uniform(0.5, 1))
        raise AssertionError("unreachable")
