"""What one run has to remember of its photos, millions of them: tables that SQLite keeps outside the memory and forgets
when the manifest is closed.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

_TABLES = """
CREATE TEMP TABLE found (
    path BLOB PRIMARY KEY, video INTEGER NOT NULL, sha256 TEXT, code TEXT NOT NULL DEFAULT '',
    error TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
CREATE TEMP TABLE seen (sha256 TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TEMP TABLE tasks (number INTEGER PRIMARY KEY, sha256 TEXT NOT NULL, source BLOB NOT NULL);
CREATE TEMP TABLE pictures (name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TEMP TABLE fresh (sha256 TEXT PRIMARY KEY, version TEXT NOT NULL, tiles TEXT NOT NULL) WITHOUT ROWID;
"""
PAGE = 1000
"""Rows that are read at a time: what lies between may change while they are worked on."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file, is it a video, and the SHA-256 of its content; or why that cannot be read: a code and a sentence."""

    path: str
    video: bool
    sha256: str | None = None
    code: str = ""
    error: str = ""


class Scratch:
    """The tables, begun anew."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        for table in ("found", "seen", "tasks", "pictures", "fresh"):
            db.execute(f"DROP TABLE IF EXISTS temp.{table}")
        for statement in _TABLES.split(";"):
            db.execute(statement)

    def find(self, path: str, video: bool) -> None:
        """A file is to be looked at; the last word on it counts."""
        self._db.execute("INSERT OR REPLACE INTO found (path, video) VALUES (?, ?)", (_key(path), video))

    def files(self) -> int:
        """How many files were found."""
        return self._count("found")

    def sources(self, video: bool | None = None) -> Iterator[Source]:
        """What was found, in the order of paths: all of it, or the videos or the others alone."""
        last = b""
        kind = (0, 1) if video is None else (int(video), int(video))
        asked = (
            "SELECT path, video, sha256, code, error FROM found WHERE path > ? AND video IN (?, ?)"
            f" ORDER BY path LIMIT {PAGE}"
        )
        while page := self._db.execute(asked, (last, *kind)).fetchall():
            for key, is_video, *rest in page:
                yield Source(_path(key), bool(is_video), *rest)
            last = page[-1][0]

    def hashed(self, source: Source) -> None:
        """A file's hash is known, or why it has none."""
        values = (source.sha256, source.code, source.error, _key(source.path))
        self._db.execute("UPDATE found SET sha256 = ?, code = ?, error = ? WHERE path = ?", values)

    def first(self, sha256: str) -> bool:
        """Whether this content comes for the first time."""
        return bool(self._db.execute("INSERT OR IGNORE INTO seen VALUES (?)", (sha256,)).rowcount)

    def list_pictures(self, names: Iterable[str]) -> None:
        """These pictures lie in the data set."""
        self._db.executemany("INSERT OR IGNORE INTO pictures VALUES (?)", ((name,) for name in names))

    def pictured(self, image: str) -> bool:
        """Whether this picture was listed."""
        return self._db.execute("SELECT 1 FROM pictures WHERE name = ?", (image,)).fetchone() is not None

    def read(self, sha256: str, source: str) -> None:
        """A photo is to be read."""
        self._db.execute("INSERT INTO tasks (sha256, source) VALUES (?, ?)", (sha256, _key(source)))

    def to_read(self) -> Iterator[tuple[str, str]]:
        """(hash, file) of the photos that are to be read, in the order in which they were told."""
        last = 0
        asked = f"SELECT number, sha256, source FROM tasks WHERE number > ? ORDER BY number LIMIT {PAGE}"
        while page := self._db.execute(asked, (last,)).fetchall():
            yield from ((sha256, _path(source)) for _, sha256, source in page)
            last = page[-1][0]

    def wrote(self, sha256: str, version: str, tiles: Mapping[str, int]) -> None:
        """A photo's label files are as this version of it says; kind -> how many tiles it has."""
        self._db.execute("INSERT OR REPLACE INTO fresh VALUES (?, ?, ?)", (sha256, version, json.dumps(dict(tiles))))

    def fresh(self, sha256: str, version: str) -> Mapping[str, int] | None:
        """The tiles of a photo whose label files this run has written; None where they may say something else."""
        asked = "SELECT tiles FROM fresh WHERE (sha256, version) = (?, ?)"
        found = self._db.execute(asked, (sha256, version)).fetchone()
        return None if found is None else json.loads(found[0])

    def _count(self, table: str) -> int:
        return int(self._db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def _key(path: str) -> bytes:
    """Sorts as paths do, folder by folder; names that are no text are kept as they are."""
    return path.replace(os.sep, "\0").encode("utf-8", "surrogatepass")


def _path(key: bytes) -> str:
    return key.decode("utf-8", "surrogatepass").replace("\0", os.sep)
