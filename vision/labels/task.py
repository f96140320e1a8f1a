"""What a worker does, wherever it runs: it reads a photo where it lies, puts the upright picture into the data set,
writes label files. What comes back is a small row; pixels and pictures stay with the worker.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter

from vision.labels.files import Seen, digest_of
from vision.labels.formats import FORMATS, IMAGES
from vision.labels.job import Eyes
from vision.labels.known import Known
from vision.labels.order import worry
from vision.labels.places import place_of
from vision.labels.sheet import Sheet, sheet_of
from vision.labels.similarity import perceptual_hash
from vision.labels.upright import Picture, upright
from vision.photo.load import PhotoError, load
from vision.wire.readings import to_json

AGAIN = ("unreadable", "changed", "crashed", "internal")
"""Failures that another run may not have; the others are of the photo itself."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where pictures and photos' own label files go. `root`: the data set. `formats`: names of `FORMATS` that have a
    file for every photo. `link`: pictures that are upright already are links to the photos.
    """

    root: str
    formats: tuple[str, ...] = ()
    link: bool = False

    def address(self, path: str) -> str:
        """Of a file of the data set."""
        return f"{self.root}/{path}"

    def contents(self, sheet: Sheet) -> Mapping[str, bytes]:
        """A photo's own label files."""
        forms = [FORMATS[name] for name in self.formats]
        return {form.path(sheet.name): form.each(sheet) for form in forms if form.each}

    def labels(self, sheet: Sheet) -> Labels:
        """What is to be written of a photo, beside what is there. Raises OSError."""
        place = place_of(self.root)
        files = {
            path: (digest_of(content), place.hash_of(self.address(path)))
            for path, content in self.contents(sheet).items()
        }
        return Labels(files, Counter(label.kind for label in sheet.labels))


@dataclass(frozen=True, slots=True)
class Labels:
    """A photo's own label files, and how many tiles of each kind it has."""

    files: Seen
    tiles: Counter[str]


@dataclass(frozen=True, slots=True)
class Done:
    """A photo was read and its picture lies in the data set. `reading`: as JSON; `image`: the picture's file name;
    `taken`: when, as the camera says; `worry`: as `vision.labels.order`.
    """

    model: str
    reading: str
    worry: int
    image: str
    taken: str
    perceptual_hash: str
    labels: Labels
    seconds: float


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a photo has no labels: a code (`vision.photo.load`'s, or one of `AGAIN`) and a sentence."""

    code: str
    detail: str
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Task:
    """A photo is to be read: its file, the SHA-256 of its bytes, its name in the data set. `image`: its picture's file
    name where it had one before; `own`: that picture is as it should be, if it is there.
    """

    source: str
    sha256: str
    name: str
    target: Target
    image: str = ""
    own: bool = False
    attempts: int = 0

    def __call__(self, eyes: Eyes, /) -> Done | Failed:
        """Whatever is wrong with the photo becomes a `Failed`."""
        begin = perf_counter()
        place, eye = place_of(self.source), eyes()
        try:
            before = place.moment(self.source)
            data = place.read(self.source)
            if hashlib.sha256(data).hexdigest() != self.sha256:
                return Failed("changed", "the file changed since it was listed", perf_counter() - begin)
            photo = load(data)
            picture = upright(data, photo)
            reading = eye.read(photo)
            look = perceptual_hash(photo.pixels)
        except OSError as error:
            return Failed("unreadable", error.strerror or str(error), perf_counter() - begin)
        except PhotoError as error:
            return Failed(error.code, error.detail, perf_counter() - begin)
        except Exception as error:  # a fault of ours in one photo must not cost the others
            return Failed("internal", f"{type(error).__name__}: {error}"[:300], perf_counter() - begin)
        image = self._put(picture, data)
        if not self._unchanged(before):
            return Failed("changed", "the file changed while it was read", perf_counter() - begin)
        return Done(
            reading.model, json.dumps(to_json(reading), ensure_ascii=False), worry(reading), image, picture.taken, look,
            self.target.labels(sheet_of(image, reading)), perf_counter() - begin,
        )  # fmt: skip

    def _put(self, picture: Picture, data: bytes) -> str:
        """The picture's file name, once it lies in the data set. Raises OSError."""
        name = self.image or self.name + picture.ending
        address, place = self.target.address(f"{IMAGES}/{name}"), place_of(self.target.root)
        if self.own and place.has(address):
            return name
        linked = self.target.link and picture.data is None and place.link(self.source, address)
        if not linked:
            place.write(address, data if picture.data is None else picture.data)
        return name

    def _unchanged(self, before: tuple[int, int]) -> bool:
        """The file still is what was read: a link to it is a picture of what was read."""
        try:
            place = place_of(self.source)
            return place.moment(self.source) == before or place.hash_of(self.source) == self.sha256
        except OSError:
            return False


@dataclass(frozen=True, slots=True)
class Look:
    """What a photo's label files should say is compared with what they say."""

    known: Known
    target: Target
    attempts: int = 0

    @property
    def sha256(self) -> str:
        """Of the photo."""
        return self.known.sha256

    def __call__(self, _eyes: Eyes, /) -> Labels:
        """Raises OSError, LabelError for a reading that nobody can read."""
        return self.target.labels(self.known.sheet())


@dataclass(frozen=True, slots=True)
class Put:
    """Label files are written. `files`: those that are to be, each as it was found. `whole`: these are all that differ
    from what they should say; else a person has changed others.
    """

    known: Known
    target: Target
    files: Seen
    tiles: Mapping[str, int]
    whole: bool
    attempts: int = 0

    @property
    def sha256(self) -> str:
        """Of the photo."""
        return self.known.sha256

    def __call__(self, _eyes: Eyes, /) -> tuple[str, ...]:
        """The files that a person has changed since they were looked at: they stay. Raises OSError, LabelError."""
        contents = self.target.contents(self.known.sheet())
        place = place_of(self.target.root)
        kept = []
        for path, (wish, before) in self.files.items():
            found = place.hash_of(self.target.address(path))
            if found not in ("", before, wish):
                kept.append(path)
            elif found != wish:
                place.write(self.target.address(path), contents[path])
        return tuple(kept)
