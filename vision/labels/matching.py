"""Label files' entries -> the photos they are about, one entry for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from vision.labels.dataset import Dataset
from vision.labels.formats import IMAGES, Entry, Format, Read, Unsaid, looks
from vision.labels.incoming import Given, Incoming
from vision.labels.naming import Catalogue, pictures_of, readable
from vision.labels.rows import Row
from vision.labels.sheet import LabelError

LISTED = 4
"""Photos or tiles that are named in one line."""


@dataclass(frozen=True, slots=True)
class Found:
    """An entry about a photo, the file that it is from, and whether that file is as we wrote it. `sure`: the photo is
    called just as the entry calls it, or its content is that of the entry's picture.
    """

    row: Row
    entry: Entry
    file: str
    ours: bool
    sure: bool


@dataclass
class Matches:
    """What a pile of label files says about a data set's photos. `unmatched`, `refused`: pictures of no photo, and what
    cannot be read or told apart, in words. `passed`: text files that hold other words. `unsaid`: (file, why) of
    pictures that nobody has said anything about -> how many. `troubled`: files of which not everything was taken.
    `read`: hash of each file of the data set as it was read. `displaced`: all boxes of a photo are meant otherwise.
    """

    dataset: Dataset
    form: Format
    pictures: Incoming | None
    unmatched: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    unsaid: Counter[tuple[str, str]] = field(default_factory=Counter)
    troubled: set[str] = field(default_factory=set)
    read: dict[Path, str] = field(default_factory=dict)
    displaced: bool = False
    _found: dict[str, list[Found]] = field(default_factory=dict)

    @cached_property
    def _rows(self) -> Sequence[Row]:
        return list(self.dataset.manifest.rows("done"))

    @cached_property
    def _catalogue(self) -> Catalogue:
        return Catalogue(self._rows)

    @cached_property
    def _by_picture(self) -> dict[str, str]:
        return pictures_of(self.dataset.root / IMAGES, self._rows)

    def refuse(self, file: str, what: str) -> None:
        """Something of a file is not taken."""
        self.refused.append(f"{file}: {what}")
        self.troubled.add(file)

    def add(self, given: Given) -> None:
        """One label file."""
        path, file = given.path, given.name
        ours = self.dataset.files.ours(path)
        digest = self._digest(path)
        try:
            entries = self._entries(path)
            if self._digest(path) != digest:
                raise LabelError("it was changed while it was read; import again")
            self.read[path] = digest
            for entry in entries:
                if isinstance(entry, str):
                    self.refuse(file, entry)
                elif isinstance(entry, Unsaid):
                    self.unsaid[file, entry.why] += 1
                elif (match := self._match(entry, file)) is not None:
                    row, sure = match
                    self._found.setdefault(row.sha256, []).append(Found(row, entry, file, ours, sure))
        except LabelError as error:
            if self.form.ending == ".txt" and not given.named and len(self._catalogue.find(path.stem)) != 1:
                self.passed.append(file)
            else:
                self.refuse(file, named_from(path, str(error)))

    def _entries(self, path: Path) -> list[Read]:
        """Raises LabelError, also for a file of another format."""
        try:
            found, error = list(self.form.read(path)), None
        except LabelError as problem:
            found, error = [], problem
        if not any(isinstance(one, Entry | Unsaid) for one in found):
            other = looks(path)
            if other is not None and other is not self.form:
                raise LabelError(f"it looks like {other.name}, not like {self.form.name}: --format {other.name}")
        if error is not None:
            raise error
        return found

    def _digest(self, path: Path) -> str:
        """Of a file of the data set, which is the data set's again once it is taken in; "" for others."""
        try:
            return self.dataset.files.digest(path)
        except OSError:  # who reads it tells
            return ""

    def _pass(self, file: str, what: str) -> None:
        self.unmatched.append(file if file.endswith(what) else f"{file}: {what}")
        self.troubled.add(file)

    def _match(self, entry: Entry, file: str) -> tuple[Row, bool] | None:
        """The photo that an entry is about, by content where the tool kept the picture, else by its name; and whether
        that is sure.
        """
        fits = [self._catalogue.find(name) for name in entry.images]
        named = {sha for fit in fits if len(fit) == 1 for sha in fit}
        content = self._by_content(entry)
        clear = content if len(content) == 1 else named
        if len(clear) == 1:
            sha = next(iter(clear))
            return self._catalogue[sha], sha in content or any(self._catalogue.called(n, sha) for n in entry.images)
        self._pass(file, self._told(entry, clear or set().union(*fits)))
        return None

    def _by_content(self, entry: Entry) -> set[str]:
        """Photos whose picture, or whose own file, has the content of the entry's picture."""
        hashes = set().union({entry.digest}, *(self.pictures.digests(name) for name in entry.images if self.pictures))
        known = {digest for digest in hashes if digest in self._catalogue}
        if known or hashes == {""}:
            return known
        return {self._by_picture[digest] for digest in hashes if digest in self._by_picture}

    def _told(self, entry: Entry, several: set[str]) -> str:
        """An entry that is about no photo, or about one of several, in words."""
        called = " or ".join(dict.fromkeys(map(readable, entry.images))) or "a picture without a name"
        names = sorted(self._catalogue[sha].name for sha in several)
        more = ", …" if len(names) > LISTED else ""
        return f"{called} fits several photos: {', '.join(names[:LISTED])}{more}" if names else called

    def photos(self) -> list[Found]:
        """One entry for each photo, by its name. Photos that are labelled twice, and not alike, are refused."""
        chosen = [one for found in self._found.values() if (one := self._one(found)) is not None]
        return sorted(chosen, key=lambda one: one.row.name)

    def _one(self, found: Sequence[Found]) -> Found | None:
        if any(one.sure for one in found):  # whose name only resembles the photo's are of another one
            for other in [one for one in found if not one.sure]:
                self._pass(other.file, self._told(other.entry, set()))
            found = [one for one in found if one.sure]
        best = max(one.entry.rank for one in found)
        top = [one for one in found if one.entry.rank == best]
        self._tell_older(found, top[-1])
        top = [one for one in top if one.entry.labels or one.entry.unnamed or one.entry.lost] or top
        if len({one.entry.said for one in top}) == 1:
            return top[-1]
        files = ", ".join(dict.fromkeys(one.file for one in top))
        self.refuse(top[0].file, f"{top[0].row.name} is labelled {len(top)} times, not alike ({files})")
        self.troubled.update(one.file for one in top)
        return None

    def _tell_older(self, found: Sequence[Found], taken: Found) -> None:
        """Name the entries that say something else than the newest one, where nobody has said which is true."""
        for one in found:
            rival = one.entry.rank < taken.entry.rank and one.entry.rank[0] == taken.entry.rank[0]
            if rival and one.entry.said != taken.entry.said:
                self.refuse(
                    one.file, f"{one.row.name}: says something else than {taken.file}, which is newer and taken"
                )


def named_from(path: Path, what: str) -> str:
    """What is wrong with a label file or a list of classes above it, named from there: who gave a zip knows nothing of
    the folder that it was unpacked to.
    """
    what = what.removeprefix(f"{path}: ")
    return next((what.removeprefix(f"{one}/") for one in path.parents if what.startswith(f"{one}/")), what)
