"""Where the jobs' rows lie: SQLite in the jobs' folder, or a PostgreSQL server (`pip install 'zhuoji[postgres]'`).

Both are used by one thread. A database that cannot be asked at present is an `AwayError`, and is asked anew next time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

SECONDS = 5
"""For one statement, and for a connection to be made."""
NAME = "jobs.sqlite"
_TABLES = (
    "CREATE TABLE IF NOT EXISTS label_jobs (id TEXT PRIMARY KEY, client TEXT NOT NULL, state TEXT NOT NULL,"
    " formats TEXT NOT NULL, source TEXT NOT NULL, created DOUBLE PRECISION NOT NULL, ended DOUBLE PRECISION NOT NULL,"
    " bytes BIGINT NOT NULL, stage TEXT NOT NULL, photos BIGINT NOT NULL, read BIGINT NOT NULL, failed BIGINT NOT NULL,"
    " failures TEXT NOT NULL, passed TEXT NOT NULL, problem TEXT NOT NULL)",
    "CREATE INDEX IF NOT EXISTS label_jobs_of_client ON label_jobs (client, created)",
)
Ask = Callable[[str, Sequence[object]], Sequence[Sequence[object]]]
"""A statement with `?` for its values -> its rows."""


class AwayError(Exception):
    """The database cannot be asked at present."""


class Database(Protocol):
    """One transaction at a time."""

    def transaction(self, *, alone: bool = False) -> AbstractContextManager[Ask]:
        """All that is asked inside is kept, or nothing. `alone`: nobody else writes meanwhile. Raises AwayError."""

    def close(self) -> None:
        """Let it go."""


class Sqlite:
    """A file in the jobs' folder, written through to the disk. Raises ValueError where there can be none."""

    def __init__(self, folder: Path) -> None:
        path = folder / NAME
        try:
            self._db = sqlite3.connect(path, timeout=SECONDS, check_same_thread=False, isolation_level=None)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            for statement in _TABLES:
                self._db.execute(statement)
            path.chmod(0o600)
            self._path, self._file = path, path.stat().st_ino
        except (sqlite3.Error, OSError) as error:
            raise ValueError(f"ZHUOJI_JOBS: {path} cannot be used: {error}") from error

    def _check_there(self) -> None:
        """What is written to a file that was removed, or put aside for another one, is lost."""
        try:
            if self._path.stat().st_ino == self._file:
                return
        except OSError as error:
            raise AwayError(f"{self._path} is gone: {error.strerror}") from error
        raise AwayError(f"{self._path} is another file than at the start")

    @contextmanager
    def transaction(self, *, alone: bool = False) -> Iterator[Ask]:
        """As `Database.transaction`."""
        self._check_there()
        try:
            self._db.execute("BEGIN IMMEDIATE" if alone else "BEGIN")
            try:
                yield lambda statement, values: self._db.execute(statement, values).fetchall()
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise AwayError(str(error)) from error

    def close(self) -> None:
        """As `Database.close`."""
        self._db.close()


class Postgres:
    """A server's database at a `postgresql://` address. Raises ValueError for what is none, or without psycopg."""

    def __init__(self, address: str) -> None:
        try:
            import psycopg
        except ImportError as error:
            raise ValueError("ZHUOJI_JOBS_DATABASE needs more packages: pip install 'zhuoji[postgres]'") from error
        try:
            psycopg.conninfo.conninfo_to_dict(address)
        except psycopg.Error:
            raise ValueError(
                "ZHUOJI_JOBS_DATABASE is no address; write postgresql://NAME:PASSWORD@HOST/DATABASE"
            ) from None
        self._psycopg: Any = psycopg
        self._address = address
        self._db: Any = None

    def _connected(self) -> Any:
        if self._db is None or self._db.closed:
            db = self._psycopg.connect(
                self._address,
                autocommit=True,
                connect_timeout=SECONDS,
                tcp_user_timeout=SECONDS * 1000,
                options=f"-c statement_timeout={SECONDS * 1000} -c lock_timeout={SECONDS * 1000}",
            )
            for statement in _TABLES:
                db.execute(statement)
            self._db = db
        return self._db

    @contextmanager
    def transaction(self, *, alone: bool = False) -> Iterator[Ask]:
        """As `Database.transaction`."""
        try:
            db = self._connected()
            with db.transaction():
                if alone:
                    db.execute("LOCK TABLE label_jobs IN EXCLUSIVE MODE")
                yield lambda statement, values: _rows(db.execute(statement.replace("?", "%s"), values))
        except self._psycopg.Error as error:
            self.close()
            raise AwayError(type(error).__name__) from error  # its words may have the address, and a password in it

    def close(self) -> None:
        """As `Database.close`."""
        if self._db is not None:
            with suppress(self._psycopg.Error):
                self._db.close()
            self._db = None


def _rows(cursor: Any) -> Sequence[Sequence[object]]:
    rows: Sequence[Sequence[object]] = cursor.fetchall() if cursor.description else ()
    return rows


def opened(folder: Path, address: str) -> Database:
    """The database at this address, or the one in the folder for "". Raises ValueError."""
    return Postgres(address) if address else Sqlite(folder)
