"""What is wrong with a data set's manifest, and the way out."""

from __future__ import annotations

import sqlite3
from pathlib import Path


def trouble(path: Path, error: sqlite3.Error) -> str:
    """What is wrong with a manifest and what to do about it, in one line."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"{path} is locked by another program; close it, and run this again"
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
        return f"{path} cannot be written: {error}; nothing is lost, run this again once the disk takes it"
    return (
        f"{path} cannot be used as a manifest: {error}; put a copy of it back, or label the photos into another folder "
        "and take these labels in with zhuoji label-import"
    )
