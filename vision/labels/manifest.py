"""SQLite: every photo by content hash and what became of it.

Each step is one transaction, written through to the disk; whatever is killed between two of them is done again or
finished by the next run. Times are UTC, ISO 8601.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from vision.labels.rows import FIELDS, Row, row_of, said_in
from vision.labels.scratch import PAGE, Scratch
from vision.labels.sheet import LabelError
from vision.labels.trouble import trouble

NAME = "manifest.sqlite"
CACHE_KIB = 128 * 1024
"""Pages kept in memory; SQLite's own 2 MiB hold the index of 25,000 hashes."""
WAIT_SECONDS = 30.0
"""For another process that is writing."""
_VERSION = 1
_TABLES = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE sources (
    path TEXT PRIMARY KEY, size INTEGER NOT NULL, changed INTEGER NOT NULL, sha256 TEXT, error TEXT NOT NULL);
CREATE TABLE videos (
    sha256 TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE, every INTEGER, seen INTEGER, kept INTEGER,
    at TEXT, error TEXT NOT NULL DEFAULT '');
CREATE TABLE photos (
    sha256 TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE, source TEXT NOT NULL, video TEXT,
    outcome TEXT NOT NULL DEFAULT 'waiting' CHECK (outcome IN ('waiting', 'done', 'failed')),
    code TEXT NOT NULL DEFAULT '', error TEXT NOT NULL DEFAULT '',
    model TEXT NOT NULL DEFAULT '', at TEXT NOT NULL DEFAULT '', seconds REAL NOT NULL DEFAULT 0,
    image TEXT NOT NULL DEFAULT '', look TEXT NOT NULL DEFAULT '', taken TEXT NOT NULL DEFAULT '', reading TEXT,
    worry INTEGER NOT NULL DEFAULT 0, corrections TEXT NOT NULL DEFAULT '[]', checked TEXT,
    sampled INTEGER NOT NULL DEFAULT 0);
CREATE TABLE files (path TEXT PRIMARY KEY, sha256 TEXT NOT NULL, before TEXT NOT NULL);
"""
_LATER = (
    "CREATE TABLE IF NOT EXISTS past"
    " (sha256 TEXT NOT NULL, corrections TEXT NOT NULL, PRIMARY KEY (sha256, corrections)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS deaths (sha256 TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS photos_by_name ON photos (name COLLATE BINARY)",
    "CREATE INDEX IF NOT EXISTS photos_unread ON photos (source) WHERE reading IS NULL AND video IS NULL",
    "CREATE INDEX IF NOT EXISTS photos_of_video ON photos (video) WHERE video IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS photos_to_look_at ON photos (worry DESC, name COLLATE BINARY)"
    " WHERE outcome = 'done' AND checked IS NULL",
)
"""What manifests made before it was kept get: what a person had said before they said something else; workers that died
of a photo; ways to find rows."""
_BY_NAME = f"ORDER BY name COLLATE BINARY LIMIT {PAGE}"


class Manifest:
    """One data set's manifest. Its methods raise sqlite3.Error where the disk does not take what is written."""

    def __init__(self, folder: Path, write: bool = True) -> None:
        """Open or make it; `write=False` leaves the disk as it is, and what is told is forgotten.

        Raises LabelError for a file that is no manifest, or another version's.
        """
        path = self.path = folder / NAME
        for part in ("", "-wal", "-shm", "-journal"):
            if (folder / f"{NAME}{part}").is_symlink():
                raise LabelError(f"{path}{part} is refused: it is a link, and what it leads to is not the data set's")
        try:
            if write:
                self._db = sqlite3.connect(path, timeout=WAIT_SECONDS, check_same_thread=False, isolation_level=None)
                self._db.execute("PRAGMA journal_mode = WAL")
                self._db.execute("PRAGMA synchronous = FULL")
            else:
                self._db = sqlite3.connect("", isolation_level=None)  # a file of its own, gone when it is closed
                if path.is_file():
                    with sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True) as stored:
                        stored.backup(self._db)
                    stored.close()
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version == 0 and not self._db.execute("SELECT 1 FROM sqlite_master").fetchone():
                self._db.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {_VERSION}; COMMIT;")
            elif version != _VERSION:
                raise LabelError(f"{path} is version {version} of a manifest, this program knows version {_VERSION}")
            self._db.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
            for statement in _LATER:
                self._db.execute(statement)
        except sqlite3.Error as error:
            raise LabelError(trouble(path, error)) from error

    def copied(self, path: Path) -> Iterator[bytes]:
        """A copy of it, made at this path, in pieces."""
        with sqlite3.connect(path) as copy:
            self._db.backup(copy)
        copy.close()
        with path.open("rb") as file:
            while piece := file.read(1 << 20):
                yield piece

    def close(self) -> None:
        """Give the file back."""
        self._db.close()

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Many changes as one: all of them are kept or none."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def about(self, key: str) -> str | None:
        """A note about the whole data set."""
        found = self._db.execute("SELECT value FROM about WHERE key = ?", (key,)).fetchone()
        return None if found is None else str(found[0])

    def note(self, key: str, value: str) -> None:
        """Keep a note about the whole data set."""
        self._db.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (key, value))

    def scratch(self) -> Scratch:
        """What a run has to remember, begun anew."""
        return Scratch(self._db)

    def digest(self, path: str) -> tuple[int, int, str | None] | None:
        """Size, time of change and hash of a file that was seen before."""
        asked = "SELECT size, changed, sha256 FROM sources WHERE path = ?"
        found: tuple[int, int, str | None] | None = self._db.execute(asked, (path,)).fetchone()
        return found

    def saw(self, path: str, size: int, changed: int, sha256: str | None, error: str = "") -> None:
        """A file was hashed, or could not be read."""
        values = (path, size, changed, sha256, error)
        self._db.execute("INSERT OR REPLACE INTO sources VALUES (?, ?, ?, ?, ?)", values)

    def register(self, sha256: str, name: str, source: str, video: str | None = None) -> Row:
        """The photo of this content; a new one waits. Its name gets a part of the hash where it is taken already."""
        if (row := self.row(sha256)) is None:
            # what the same file held before and was never read is gone
            gone = "DELETE FROM photos WHERE source = ? AND reading IS NULL AND video IS NULL"
            self._db.execute(gone, (source,))
            free = next(n for n in _names(name, sha256) if not self._taken("photos", n))
            values = (sha256, free, source, video)
            self._db.execute("INSERT INTO photos (sha256, name, source, video) VALUES (?, ?, ?, ?)", values)
            row = self.row(sha256)
            assert row is not None
        return row

    def register_video(self, sha256: str, name: str) -> str:
        """The name of the video of this content."""
        asked = "SELECT name FROM videos WHERE sha256 = ?"
        if (found := self._db.execute(asked, (sha256,)).fetchone()) is not None:
            return str(found[0])
        free = next(n for n in _names(name, sha256) if not self._taken("videos", n))
        self._db.execute("INSERT INTO videos (sha256, name) VALUES (?, ?)", (sha256, free))
        return free

    def _taken(self, table: str, name: str) -> bool:
        return self._db.execute(f"SELECT 1 FROM {table} WHERE name = ?", (name,)).fetchone() is not None

    def cut(self, sha256: str, every: int) -> tuple[int, int, str] | None:
        """(frames looked at, frames kept, error) of a video that was cut into one frame in `every`, else None."""
        asked = "SELECT seen, kept, error FROM videos WHERE sha256 = ? AND every = ?"
        found: tuple[int, int, str] | None = self._db.execute(asked, (sha256, every)).fetchone()
        return found

    def was_cut(self, sha256: str, every: int, seen: int, kept: int, error: str) -> None:
        """A video was cut to its end, or to where it is broken."""
        values = (every, seen, kept, _now(), error, sha256)
        self._db.execute("UPDATE videos SET every = ?, seen = ?, kept = ?, at = ?, error = ? WHERE sha256 = ?", values)

    def row(self, sha256: str) -> Row | None:
        """The photo of this content."""
        return next(self._rows("WHERE sha256 = ?", sha256), None)

    def named(self, name: str) -> Row | None:
        """The photo of this name."""
        return next(self._rows("WHERE name = ?", name), None)

    def rows(self, outcome: str | None = None, after: str = "") -> Iterator[Row]:
        """All photos, or those of one outcome, by name; a page of them at a time, as they are then. `after`: of those
        whose names come after this one.
        """
        page = list(self._rows(f"WHERE name > ? COLLATE BINARY {_BY_NAME}", after) if after else self._rows(_BY_NAME))
        while page:
            yield from (row for row in page if outcome in (None, row.outcome))
            page = list(self._rows(f"WHERE name > ? COLLATE BINARY {_BY_NAME}", page[-1].name))

    def count(self, outcome: str) -> int:
        """How many photos have this outcome."""
        return int(self._db.execute("SELECT count(*) FROM photos WHERE outcome = ?", (outcome,)).fetchone()[0])

    def doubtful(self, worry: int, most: int) -> list[Row]:
        """Of the photos with so much worry and more that nobody has looked at, the gravest; at most so many."""
        clause = "WHERE outcome = 'done' AND checked IS NULL AND worry >= ? ORDER BY worry DESC, name COLLATE BINARY"
        return list(self._rows(f"{clause} LIMIT ?", worry, most))

    def frames_of(self, video: str) -> list[Row]:
        """A video's frames, by name."""
        return list(self._rows("WHERE video = ? ORDER BY name COLLATE BINARY", video))

    def _rows(self, clause: str, *values: str | int) -> Iterator[Row]:
        for found in self._db.execute(f"SELECT {FIELDS} FROM photos {clause}", values).fetchall():
            yield row_of(found, self.path)

    def reading(self, sha256: str) -> str:
        """What the eye read of a photo that is done, as JSON. Raises LabelError where it is missing."""
        found = self._db.execute("SELECT reading FROM photos WHERE sha256 = ?", (sha256,)).fetchone()
        if found is None or found[0] is None:
            raise LabelError(f"{self.path} is damaged: the reading of the photo {sha256} is missing")
        return str(found[0])

    def done(
        self,
        sha256: str,
        *,
        model: str,
        seconds: float,
        image: str,
        perceptual_hash: str,
        taken: str,
        reading: str,
        worry: int,
    ) -> bool:
        """A photo was read; False, and nothing changed, if a person has corrected it meanwhile."""
        values = (model, _now(), seconds, image, perceptual_hash, taken, reading, worry, sha256)
        with self.batch():
            done = self._db.execute(
                "UPDATE photos SET outcome = 'done', code = '', error = '', model = ?, at = ?, seconds = ?, image = ?,"
                " look = ?, taken = ?, reading = ?, worry = ?"
                " WHERE sha256 = ? AND corrections = '[]' AND checked IS NULL",
                values,
            ).rowcount
            if done:  # what was said and taken back was about another reading
                self._db.execute("DELETE FROM past WHERE sha256 = ?", (sha256,))
        return bool(done)

    def failed(self, sha256: str, model: str, seconds: float, code: str, error: str) -> None:
        """A photo could not be read. One that was read before keeps its labels."""
        values = (code, error, model, _now(), seconds, sha256)
        self._db.execute(
            "UPDATE photos SET outcome = 'failed', code = ?, error = ?, model = ?, at = ?, seconds = ?"
            " WHERE sha256 = ? AND reading IS NULL",
            values,
        )

    def died(self, sha256: str) -> int:
        """A worker died of a photo; how many have until now."""
        asked = "INSERT INTO deaths VALUES (?, 1) ON CONFLICT DO UPDATE SET count = count + 1 RETURNING count"
        return int(self._db.execute(asked, (sha256,)).fetchone()[0])

    def survived(self, sha256: str) -> None:
        """A photo's deaths are over: it was read, or it failed of them."""
        self._db.execute("DELETE FROM deaths WHERE sha256 = ?", (sha256,))

    def version(self, sha256: str) -> str | None:
        """The version of a photo as it is now; None for a photo that is gone."""
        row = self.row(sha256)
        return None if row is None else row.version

    def corrected(
        self, sha256: str, corrections: Sequence[Mapping[str, object]], worry: int, checked: bool | None = None
    ) -> bool:
        """What a person has said about a photo, all of it; `checked` None: as it was. Whether there is such a photo."""
        text = json.dumps([dict(step) for step in corrections], ensure_ascii=False)
        with self.batch():
            self._db.execute(
                "INSERT OR IGNORE INTO past"
                " SELECT sha256, corrections FROM photos WHERE sha256 = ? AND corrections != ?",
                (sha256, text),
            )
            found = self._db.execute(
                "UPDATE photos SET corrections = ?, worry = ?,"
                " checked = CASE ? WHEN 1 THEN coalesce(checked, ?) WHEN 0 THEN NULL ELSE checked END WHERE sha256 = ?",
                (text, worry, checked, _now(), sha256),
            ).rowcount
        return bool(found)

    def past(self, sha256: str) -> Iterator[tuple[Mapping[str, object], ...]]:
        """All that a person had said about a photo at one time or another, before what they say now."""
        asked = "SELECT corrections FROM past WHERE sha256 = ?"
        for (text,) in self._db.execute(asked, (sha256,)).fetchall():
            yield said_in(text, f"{self.path} is damaged: what was said of {sha256}")

    def draw(self, hashes: Sequence[str]) -> None:
        """These photos belong to the sample."""
        with self.batch():
            self._db.executemany("UPDATE photos SET sampled = 1 WHERE sha256 = ?", [(sha256,) for sha256 in hashes])

    def intended(self, path: str) -> tuple[str, str] | None:
        """(hash of what was to be written to a file, hash of what was there before)."""
        found: tuple[str, str] | None = self._db.execute(
            "SELECT sha256, before FROM files WHERE path = ?", (path,)
        ).fetchone()
        return found

    def intend(self, files: Mapping[str, tuple[str, str]]) -> None:
        """Say what is about to be written: path -> (its hash, hash of what is there, "" for nothing)."""
        values = [(path, *hashes) for path, hashes in files.items()]
        with self.batch():
            self._db.executemany("INSERT OR REPLACE INTO files VALUES (?, ?, ?)", values)


def _names(name: str, sha256: str) -> Iterator[str]:
    yield name
    for digits in (8, 16, 64):
        yield f"{name}-{sha256[:digits]}"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
