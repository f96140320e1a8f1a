"""Which photo a label file means: tools rename pictures, and the names come back in many ways.

A photo is known by its name in the data set and by the name that its file had. What a file calls it is tried as it
is, then without what tools add: folders and addresses, endings (`name.jpg.txt`, `name.txt.txt`), Label Studio's
`1a2b3c4d-`, Roboflow's `_jpg.rf.…`; then without regard to case, then to signs between letters. A spelling that fits
two photos fits none.
"""

from __future__ import annotations

import base64
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from vision.labels.files import hash_of
from vision.labels.rows import Row
from vision.labels.sources import PHOTOS, shown

_ENDINGS = "|".join(re.escape(ending) for ending in sorted((*PHOTOS, ".bmp", ".tif", ".tiff", ".gif")))
_PICTURE = re.compile(rf"({_ENDINGS})$", re.IGNORECASE)
_LABELS = re.compile(r"(\.(txt|xml|json))+$", re.IGNORECASE)
_AFTER = re.compile(rf"({_ENDINGS})[?#].*$", re.IGNORECASE)
_DATE = r"(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])-|(0[1-9]|[12]\d|3[01])(0[1-9]|[12]\d|3[01])(19|20)\d\d-"
_UPLOAD = re.compile(rf"^(?!{_DATE})[0-9a-f]{{8}}-(?=.)")
"""Label Studio's prefix, of a hash; a date before a name is a part of the name."""
_ROBOFLOW = re.compile(r"[_.-](jpe?g|png|webp|hei[cf]|avif|bmp|tiff?)[._-]rf[._-][0-9A-Za-z]+$", re.IGNORECASE)
_ADDRESS = re.compile(r"^[A-Za-z][\w+.-]*://|^/data/|\?d=|fileuri=")
_COMMON = frozenset(
    ("images", "image", "img", "imgs", "train", "val", "valid", "validation", "test", "labels", "data", "default",
     "annotations", "jpegimages", "obj_train_data", "upload", "raw", "voc", "labelme", "")
)  # fmt: skip
"""Folders that tools make; others may tell photos of one name apart."""


def readable(name: str) -> str:
    """A picture's name as text: a file's that is no UTF-8 is read as `shown` reads it."""
    with suppress(UnicodeEncodeError):  # surrogates that are no file's name
        return shown(name)
    return name


def plain_path(name: str) -> PurePosixPath:
    """What a label file calls a picture, a path or an address -> a path."""
    name = readable(name)
    if _ADDRESS.search(name) and (address := _split(name)):
        asked = parse_qs(address.query)
        if "d" in asked:
            name = asked["d"][0]
        elif "fileuri" in asked:
            name = _decoded(asked["fileuri"][0])
        else:
            name = unquote(address.path)
    name = _AFTER.sub(r"\1", name)
    return PurePosixPath(name.replace("\\", "/"))


def _split(name: str) -> SplitResult | None:
    """An address in its parts; None for one that is broken, which is a name like others."""
    try:
        return urlsplit(name)
    except ValueError:
        return None


def _decoded(text: str) -> str:
    """The address that Label Studio packs into one of its own."""
    try:
        inner = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
    except ValueError:
        return text
    address = _split(inner)
    return address.path if address else inner


def spellings(name: str) -> Iterator[str]:
    """What the picture may be called, without folders and endings; the likeliest first, some of them twice."""
    base = plain_path(name).name
    for one in (base, unquote(base), _LABELS.sub("", base)):
        bare = _PICTURE.sub("", one)
        for stem in (bare, one):
            yield stem
            yield _UPLOAD.sub("", stem)
            once = _ROBOFLOW.sub("", stem)
            yield once
            yield _UPLOAD.sub("", once)
        yield _PICTURE.sub("", bare)


def _spaced(name: str) -> str:
    return re.sub(r"[\W_]+", "-", unicodedata.normalize("NFKC", name).casefold()).strip("-")


def _uploaded(name: str) -> str:
    """As Label Studio stores an upload (Django's get_valid_name)."""
    return re.sub(r"[^-\w.]", "", name.strip().replace(" ", "_")).casefold()


def _same(name: str) -> str:
    return name


def _caseless(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


_FOLDS: tuple[Callable[[str], str], ...] = (_same, _caseless, _spaced, _uploaded)


class Catalogue:
    """The photos of a data set by what they may be called."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows: dict[str, Row] = {}
        self._images: set[str] = set()
        self._by_name: tuple[dict[str, set[str]], ...] = tuple({} for _ in _FOLDS)
        self._by_file: dict[str, list[tuple[PurePosixPath, str]]] = {}
        for row in rows:
            self._rows[row.sha256] = row
            self._images.add(row.image.casefold())
            path = PurePosixPath(row.source.replace("\\", "/"))
            if row.video is None:
                self._by_file.setdefault(path.stem.casefold(), []).append((path, row.sha256))
            names = {row.name} if row.video is not None else {row.name, path.stem}
            for index, fold in zip(self._by_name, _FOLDS, strict=True):
                for name in names:
                    index.setdefault(fold(name), set()).add(row.sha256)

    def __getitem__(self, sha256: str) -> Row:
        return self._rows[sha256]

    def __contains__(self, sha256: str) -> bool:
        return sha256 in self._rows

    def called(self, name: str, sha256: str) -> bool:
        """The photo is called just so, but for folders and endings; nothing was taken off or folded."""
        row, base = self._rows[sha256], plain_path(name).name
        own = row.name, PurePosixPath(row.source.replace("\\", "/")).stem
        return base in own or _PICTURE.sub("", base) in own

    def find(self, name: str) -> set[str]:
        """The photos that fit the name best, by their hashes; one where it is clear, none where nothing fits."""
        if found := self._as_file(plain_path(name)):
            return found
        every: set[str] = set()
        tried = list(dict.fromkeys(one for one in spellings(name) if one))
        for index, fold in zip(self._by_name, _FOLDS, strict=True):
            for key in filter(None, map(fold, tried)):
                found = self._own(index.get(key, set()), fold, key)
                if len(found) == 1:
                    return found
                every |= found
        return every

    def _own(self, found: set[str], fold: Callable[[str], str], key: str) -> set[str]:
        """Of photos that fit a spelling those whose name in the data set it is, else all of them."""
        return {sha for sha in found if fold(self._rows[sha].name) == key} or found

    def _as_file(self, path: PurePosixPath) -> set[str]:
        """Of photos whose files had one name, but for folders and endings, the one that lay in the folder that the path
        has, or the one whose file had its ending, unless a picture of the data set is called so.
        """
        same = self._by_file.get(path.stem.casefold(), [])
        if len(same) < 2:
            return set()
        folder, name = path.parent.name.casefold(), path.name.casefold()
        near = [one for one in same if one[0].parent.name.casefold() == folder and folder not in _COMMON]
        among = near or ([] if name in self._images else same)
        whole = [one for one in among if one[0].name.casefold() == name]
        return next(({sha} for found in (near, whole) if len(found) == 1 for _, sha in found), set())


def pictures_of(folder: Path, rows: Iterable[Row]) -> dict[str, str]:
    """SHA-256 of a data set's pictures -> of the photos; they differ where a photo was turned or written anew."""
    return {hash_of(folder / row.image): row.sha256 for row in rows}
