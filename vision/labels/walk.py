"""Folders -> the files in them. Linked folders are followed once; what no person put there is passed over and told."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_MACHINES = frozenset(
    ("@eadir", "#recycle", "#snapshot", "$recycle.bin", "system volume information", "__macosx", "lost+found",
     "thumbnails", "thumbs", "trash", "checkpoints", "node_modules", "__pycache__")
)  # fmt: skip
"""Folders of systems and programs, in lower case; so is every one whose name begins with a dot."""


@dataclass(slots=True)
class Walk:
    """`files`: regular files, links to them followed. `passed`: what was passed over -> how often. `errors`: folders
    and files that cannot be looked at, each with the reason.
    """

    files: list[Path] = field(default_factory=list)
    passed: Counter[str] = field(default_factory=Counter)
    errors: list[tuple[Path, str]] = field(default_factory=list)


def passed_over(folder: str) -> bool:
    """Whether a folder of this name is a system's or a program's."""
    return folder.startswith(".") or folder.casefold() in _MACHINES


def walk(folder: Path, but: Path | None = None) -> Walk:
    """Every file in the folder and those below it, by name; what lies in the folder `but` is not looked at."""
    found = Walk()
    for files in walked(folder, found, but):
        found.files += files
    return found


def walked(folder: Path, found: Walk, but: Path | None = None) -> Iterator[list[Path]]:
    """The same folder by folder, the files of one at a time; what is passed over is told to `found`."""
    known = set()
    if but is not None and but.is_dir():
        about = but.stat()
        known.add((about.st_dev, about.st_ino))
    barred = frozenset(known)
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            about = here.stat()
            if (about.st_dev, about.st_ino) in known:
                found.passed["folders linked twice"] += (about.st_dev, about.st_ino) not in barred
                continue
            known.add((about.st_dev, about.st_ino))
            with os.scandir(here) as entries:
                inner = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            found.errors.append((here, error.strerror or str(error)))
            continue
        files: list[Path] = []
        waiting += reversed([path for entry in inner for path in _look(entry, files, found)])
        yield files


def _look(entry: os.DirEntry[str], files: list[Path], found: Walk) -> Iterator[Path]:
    """Takes a file in; gives a folder that is to be walked."""
    path = Path(entry.path)
    try:
        mode = entry.stat().st_mode
    except FileNotFoundError:
        found.passed["broken links"] += 1
        return
    except OSError as error:
        found.errors.append((path, error.strerror or str(error)))
        return
    if stat.S_ISDIR(mode):
        if passed_over(entry.name):
            found.passed[f"folders {entry.name}"] += 1
        else:
            yield path
    elif not stat.S_ISREG(mode):
        found.passed["pipes and devices"] += 1
    elif entry.name.startswith("."):
        found.passed["hidden files"] += 1
    else:
        files.append(path)
