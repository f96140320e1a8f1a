"""Paths -> photos and videos, known by their content."""

from __future__ import annotations

import errno
import os
import re
import stat
import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath

import cv2

from vision.labels.files import digest_of, hash_of
from vision.labels.frames import VideoError, opened_video
from vision.labels.job import Eyes
from vision.labels.places import is_address, place_of
from vision.labels.scratch import Scratch, Source
from vision.labels.sheet import LabelError
from vision.labels.walk import Walk, passed_over, walked
from vision.photo.load import MAX_BYTES

PHOTOS = frozenset((".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".heic", ".heif", ".hif", ".avif"))
VIDEOS = frozenset((".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".3gp", ".mts", ".mpg", ".mpeg"))
DRAWN = ".read.jpg"
_OURS = f"pictures that zhuoji drew ({DRAWN})"
"""The ending of the pictures that `zhuoji score` draws."""
LIVE_SECONDS = 4.0
"""The longest film that a phone keeps beside a photo; Live Photos have 3 seconds."""
LONGEST_NAME = 150
"""Bytes of a photo's name: a hash, the number of a frame and an ending must find room in the 255 that disks take."""
_TAKEN = frozenset(("classes", "predefined_classes", "train", "val", "valid", "test", "requirements", "readme", "con",
                    "prn", "aux", "nul"))  # fmt: skip
"""Names that label files of another kind have, or that Windows keeps for itself."""
_HEAD_BYTES = 400
_PHOTO_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"avif", b"avis")
_VIDEO_ATOMS = (b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot")


@dataclass(slots=True)
class Search:
    """`passed`: what was passed over -> how often. `errors`: (absolute path, reason)."""

    passed: Counter[str] = field(default_factory=Counter)
    errors: list[tuple[Path | str, str]] = field(default_factory=list)


def apart(paths: Sequence[Path | str], out: Path | str) -> None:
    """Raises LabelError where a folder of photos is the data set's own: its files would come to lie among them."""
    for path in paths:
        same = path.resolve() == out.resolve() if isinstance(path, Path) and isinstance(out, Path) else path == out
        if same:
            raise LabelError(f"{path} has the photos, and cannot be the data set's folder, too; choose another --out")


def find(paths: Sequence[Path | str], out: str, scratch: Scratch) -> Search:
    """Tell `scratch` the files among `paths`, and every photo and video in the folders among them; what lies in `out`
    is not taken for a source.
    """
    found = Search()
    for path in paths:
        if isinstance(path, str):
            _find_stored(path, out, scratch, found)
        elif path.is_dir():
            seen = Walk()
            for files in walked(path, seen, Path(out)):
                _sort(files, scratch, found)
            found.passed += seen.passed
            found.errors += [(place.absolute(), reason) for place, reason in seen.errors]
        elif Path(out).resolve() not in path.resolve().parents:
            scratch.find(str(path.absolute()), kind_of(path) == "video")
        else:
            found.passed["files in the data set's own folder"] += 1
    return found


def _find_stored(address: str, out: str, scratch: Scratch, found: Search) -> None:
    """The same in an object store, where a file's name alone tells what it is: to look into each would be a request."""
    if _by_ending(PurePath(address)):
        scratch.find(address, _by_ending(PurePath(address)) == "video")
        return
    try:
        empty = True
        for folder, names in place_of(address).folders(address):
            empty = False
            inner = PurePath(folder.removeprefix(address)).parts
            if f"{folder}/".startswith(f"{out}/") or any(passed_over(part) for part in inner):
                continue
            _sort_stored(folder, [PurePath(name) for name in names], scratch, found)
        if empty:
            found.errors.append((address, "there is nothing"))
    except OSError as error:
        found.errors.append((address, error.strerror or str(error)))


def _sort_stored(folder: str, names: Sequence[PurePath], scratch: Scratch, found: Search) -> None:
    photos = {name.stem.casefold() for name in names if name.suffix.lower() in PHOTOS}
    for name in names:
        video = _by_ending(name) == "video"
        if passed := passed_by_name(name, PHOTOS | VIDEOS):
            found.passed[passed] += 1
        elif video and name.stem.casefold() in photos:
            found.passed["films beside photos of their name"] += 1
        else:
            scratch.find(f"{folder}/{name}", video)


def _by_ending(path: PurePath) -> str:
    ending = path.suffix.lower()
    return "photo" if ending in PHOTOS else "video" if ending in VIDEOS else ""


def passed_by_name(name: PurePath, endings: Collection[str]) -> str:
    """Why a file is passed over, in the words of the summary, where only its name tells; "" for one that is taken.

    `endings`: of the files that are wanted.
    """
    if name.name.startswith("."):
        return "hidden files"
    if name.name.lower().endswith(DRAWN):
        return _OURS
    ending = name.suffix.lower()
    return "" if ending in endings else _other(ending)


def _other(ending: str) -> str:
    return f"files {ending[:12] or 'without an ending'}"


def _sort(files: Sequence[Path], scratch: Scratch, found: Search) -> None:
    """Of a folder's files those that are photos and videos."""
    photos = {path.stem.casefold() for path in files if path.suffix.lower() in PHOTOS}
    for path in files:
        kind = kind_of(path)
        if path.name.lower().endswith(DRAWN):
            found.passed[_OURS] += 1
        elif kind == "":
            found.passed[_other(path.suffix.lower())] += 1
        elif kind == "video" and path.stem.casefold() in photos and _live(path):
            found.passed["films of Live Photos"] += 1
        else:
            scratch.find(str(path.absolute()), kind == "video")


def kind_of(path: Path) -> str:
    """`photo`, `video` or "": by a file's first bytes, by its ending where they tell nothing."""
    return _by_content(_head(path)) or _by_ending(path)


def _head(path: Path) -> bytes:
    """A file's first bytes; none of what is no regular file, which might wait for ever, or cannot be read."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return b""
        with path.open("rb") as file:
            return file.read(_HEAD_BYTES)
    except OSError:
        return b""


def _by_content(head: bytes) -> str:
    if head.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP"):
        return "photo"
    if head[4:8] == b"ftyp" and head[8:12] not in (b"M4A ", b"M4B "):
        return "photo" if head[8:12] in _PHOTO_BRANDS else "video"
    return "video" if _film(head) else ""


def _film(head: bytes) -> bool:
    starts = b"\x1aE\xdf\xa3", b"\0\0\1\xba", b"\0\0\1\xb3"  # Matroska and WebM, MPEG
    packets = any(len(head) > at + 188 and head[at] == head[at + 188] == 0x47 for at in (0, 4))  # MPEG-TS, M2TS
    riff = head[:4] == b"RIFF" and head[8:12] == b"AVI "
    return packets or riff or head[4:8] in _VIDEO_ATOMS or head.startswith(starts)


def _live(path: Path) -> bool:
    """A film beside a photo of its name that is as short as the ones that phones add to photos."""
    try:
        with opened_video(path) as video:
            frames, rate = video.get(cv2.CAP_PROP_FRAME_COUNT), video.get(cv2.CAP_PROP_FPS)
            return 0 <= frames <= LIVE_SECONDS * max(rate, 1.0)
    except VideoError:
        return False


@dataclass(frozen=True, slots=True)
class Hashed:
    """What came of a file. `size`, `changed`: of the content that was hashed; `new`: an earlier run did not know it."""

    source: Source
    size: int = 0
    changed: int = 0
    new: bool = False


@dataclass(frozen=True, slots=True)
class Hash:
    """A file is to be hashed. `known`: its size, time of change and hash as an earlier run has seen them: one that has
    not changed since is not read again.
    """

    path: str
    video: bool
    known: tuple[int, int, str | None] | None = None
    attempts: int = 0

    @property
    def sha256(self) -> str:
        """Nobody knows it yet."""
        return ""

    def __call__(self, _eyes: Eyes, /) -> Hashed:
        """Whatever is wrong with the file becomes its code and sentence."""
        try:
            return self._stored() if is_address(self.path) else self._hashed()
        except OSError as error:
            return Hashed(self._refused("unreadable", error.strerror or str(error)), new=True)

    def _hashed(self) -> Hashed:
        """Size and kind are looked at first: a file that cannot be taken is not read to its end. Raises OSError."""
        path = Path(self.path)
        state = path.stat()
        if not stat.S_ISREG(state.st_mode):
            return Hashed(self._refused("unreadable", "it is no file but a pipe, a device or a folder"))
        if not self.video and state.st_size > MAX_BYTES:
            detail = f"the file has {state.st_size} bytes; {MAX_BYTES} are taken at most"
            return Hashed(self._refused("too_large", detail))
        if self.video and not _by_content(_head(path)):
            return Hashed(self._refused("not_a_video", "it is no video that can be read"))
        size, changed = state.st_size, state.st_mtime_ns
        if self.known is not None and self.known[:2] == (size, changed) and self.known[2]:
            return Hashed(Source(self.path, self.video, self.known[2]), size, changed)
        if not (sha256 := hash_of(path)):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return Hashed(Source(self.path, self.video, sha256), size, changed, new=True)

    def _stored(self) -> Hashed:
        """Raises OSError."""
        place = place_of(self.path)
        if self.video:
            return Hashed(self._refused("not_a_video", "a video is cut where it lies on a disk: copy it there"))
        size, changed = place.state(self.path)
        if size > MAX_BYTES:
            return Hashed(self._refused("too_large", f"the file has {size} bytes; {MAX_BYTES} are taken at most"))
        if self.known is not None and self.known[:2] == (size, changed) and self.known[2]:
            return Hashed(Source(self.path, self.video, self.known[2]), size, changed)
        return Hashed(Source(self.path, self.video, digest_of(place.read(self.path))), size, changed, new=True)

    def _refused(self, code: str, error: str) -> Source:
        return Source(self.path, self.video, None, code, error)


def shown(path: PurePath | str) -> str:
    """A path as text that can be kept and printed; names that are no UTF-8 are mostly Chinese Windows'."""
    raw = os.fsencode(path)
    for codec in ("utf-8", "gb18030"):
        try:
            return raw.decode(codec)
        except UnicodeDecodeError:
            continue
    return raw.decode("utf-8", "backslashreplace")


def plain(path: PurePath) -> str:
    """A file's name without its ending, fit to be one in any tool and on any disk."""
    whole = unicodedata.normalize("NFC", PurePath(shown(path)).stem)  # a Mac's é is two signs
    name = re.sub(r"[^\w.-]+", "_", whole).strip("._")
    short = name.encode()[:LONGEST_NAME].decode("utf-8", "ignore") or "photo"
    return f"{short}_" if short.casefold() in _TAKEN else short
