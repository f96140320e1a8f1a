"""One data set on the disk: its manifest, its pictures, and the label files that are written from them.

    DIR/manifest.sqlite  images/NAME.jpg  labels/NAME.txt data.yaml (YOLO)  coco.json  labelstudio.json + .xml
    cvat.xml  voc/NAME.xml  labelme/NAME.json

The manifest holds what is known; label files are written from it and can always be written again.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: nobody holds off a second run
    fcntl = None  # type: ignore[assignment]

from vision.labels.changes import Step
from vision.labels.files import sweep
from vision.labels.formats import FORMATS, IMAGES, Format
from vision.labels.known import Known, corrected, kept, read
from vision.labels.manifest import NAME as MANIFEST
from vision.labels.manifest import Manifest
from vision.labels.order import worry
from vision.labels.own import Files
from vision.labels.places import place_of
from vision.labels.rows import Row
from vision.labels.scenes import split
from vision.labels.sheet import LabelError, Sheet, named, sheet_of
from vision.labels.task import Target
from vision.types import Reading
from vision.wire.corrections import correction_json


class ChangedError(Exception):
    """A photo was corrected meanwhile, by somebody else."""


@dataclass(frozen=True, slots=True)
class Change:
    """All that a person has said about a photo. `checked`: whether they have looked at it whole, None as it was."""

    row: Row
    steps: tuple[Step, ...]
    checked: bool | None
    worry: int


class Dataset:
    """A folder of labelled photos. Paths are relative to it."""

    def __init__(self, root: Path, write: bool = True, store: str | None = None) -> None:
        """`store`: the address of an object store where pictures and labels lie; None: as it was, at first beside the
        manifest. Raises LabelError where its manifest cannot be used.
        """
        self.root = root
        self.manifest = Manifest(root, write)
        self.files = Files(self._settled(store), self.manifest)

    def _settled(self, store: str | None) -> str:
        """Where pictures and labels lie. A copy of a data set that lay in a store is one of the disk."""
        noted = None if (self.root / IMAGES).is_dir() else self.manifest.about("store")
        if store is None:
            return noted or str(self.root)
        if (noted or store) != store or (self.root / IMAGES).is_dir():
            raise LabelError(f"{self.root} is the manifest of {noted or self.root}, not of {store}")
        self.manifest.note("store", store)
        return store

    @property
    def stored(self) -> bool:
        """Pictures and labels lie in an object store."""
        return self.files.place.lists

    @property
    def formats(self) -> tuple[Format, ...]:
        """The formats that it is written in."""
        names = (self.manifest.about("formats") or "").split()
        return tuple(FORMATS[name] for name in names if name in FORMATS)

    @property
    def share(self) -> float | None:
        """The share of photos to validate on; None where the photos are not split."""
        text = self.manifest.about("split")
        try:
            return float(text) if text else None
        except ValueError:
            raise LabelError(f"{self.manifest.path} is damaged: the split {text!r:.80} is no number") from None

    def settle(self, formats: Sequence[str], share: float | None) -> None:
        """Add formats, and say whether the photos are split."""
        names = {each.name for each in self.formats} | set(formats)
        self.manifest.note("formats", " ".join(name for name in FORMATS if name in names))
        if share is not None:
            self.manifest.note("split", repr(share))

    def original(self, row: Row) -> Reading:
        """What the eye read."""
        return named(self._read(row))

    def reading(self, row: Row) -> Reading:
        """What is known: what the eye read, and what a person has said about it."""
        return self._kept(row, row.corrections)

    def past(self, row: Row) -> Iterator[Reading]:
        """What was known before: what the eye read, and what a person had said at one time or another."""
        yield self.original(row)
        for steps in self.manifest.past(row.sha256):
            yield self._kept(row, steps)

    def sheet(self, row: Row) -> Sheet:
        """A photo's labels."""
        return sheet_of(row.image, self.reading(row), row.checked is not None)

    def sheets(self) -> Iterator[Sheet]:
        """All photos' labels, by name."""
        return (self.sheet(row) for row in self.manifest.rows("done"))

    def known(self, row: Row) -> Known:
        """What is known of a photo that was read, as workers take it."""
        reading = self.manifest.reading(row.sha256)
        return Known(
            row.sha256, row.name, row.image, reading, row.version, row.corrections, row.checked is not None
        )  # fmt: skip

    def target(self, link: bool = False) -> Target:
        """Where workers put pictures and photos' own label files; `link`: as `vision.labels.engine.Order`."""
        root = self.files.address if self.stored else str(self.root.absolute())
        return Target(root, tuple(form.name for form in self.formats if form.each), link)

    def own(self, row: Row) -> tuple[str, ...]:
        """The photo's own label files, written or not."""
        return tuple(form.path(row.name) for form in self.formats if form.each)

    def changed(self, row: Row) -> tuple[str, ...]:
        """Those of the photo's own label files that a person has changed."""
        return tuple(path for path in self.own(row) if self.files.theirs(path))

    def edited(self, form: Format) -> bool:
        """A person has changed a label file of that format."""
        paths = (form.path(row.name) for row in self.manifest.rows("done")) if form.each else (form.place,)
        return any(self.files.theirs(path) for path in paths)

    def write_own(self, row: Row, sheet: Sheet | None = None) -> tuple[str, ...]:
        """Write the photo's own label files; the ones that a person has changed stay, and are told. Raises OSError.

        `sheet`: its labels, where they are at hand.
        """
        forms = [form for form in self.formats if form.each]
        if not forms:
            return ()
        sheet = sheet or self.sheet(row)
        return self.files.put({form.path(row.name): form.each(sheet) for form in forms if form.each})

    def write_whole(self) -> tuple[str, ...]:
        """Write the files that hold all photos' labels, and those beside them; as `write_own`. Raises OSError."""
        share = self.share
        parts = {} if share is None else split(list(self.manifest.rows("done")), share)
        kept: tuple[str, ...] = ()
        for form in self.formats:
            kept += self.files.put(form.beside(parts))
            if form.whole:
                kept += self.files.stream(form.place, form.whole(self.sheets))
        return kept

    def keep_copy(self) -> None:
        """Beside pictures and labels in a store, a copy of the manifest: all of it together is a data set."""
        if self.stored:
            with tempfile.TemporaryDirectory(prefix="zhuoji-") as room:
                self.files.place.draft(self.files.at(MANIFEST), self.manifest.copied(Path(room, MANIFEST))).commit()

    def correct(
        self, row: Row, steps: Sequence[Step], checked: bool | None = None, version: str | None = None
    ) -> Reading:
        """Keep what a person has said about a photo, all of it, and write its own files. `checked`: whether they have
        looked at the whole photo, None as it was. `version`: of the row that they saw; None: whatever it is now.

        Raises InvalidInput (`bad_corrections`), ChangedError where the photo has another version, OSError.
        """
        if not self.keep([self.change(row, steps, checked)], version=version or self.manifest.version(row.sha256)):
            raise ChangedError(row.name)
        now = self.manifest.row(row.sha256)
        assert now is not None
        self.write_own(now)
        return self.reading(now)

    def keep(
        self, changes: Sequence[Change], adopted: Mapping[Path, str] | None = None, version: str | None = None
    ) -> list[Row]:
        """Keep what a person has said about photos, in one transaction: all of it or, when it is cut off, nothing.
        Photos that were changed since their rows were read are left as they are; the others are given back.

        `adopted`: files of the person's that all of it comes from, each with the hash of what was read. Raises OSError.
        """
        with self.manifest.batch():
            kept = [
                change.row
                for change in changes
                if self.manifest.version(change.row.sha256) == (version or change.row.version)
                and self.manifest.corrected(change.row.sha256, change.steps, change.worry, change.checked)
            ]
            if len(kept) == len(changes) and adopted:
                self.files.adopt(adopted)
        return kept

    def tried(self, row: Row, steps: Sequence[Step]) -> Reading:
        """What would be known of a photo. Raises InvalidInput (`bad_corrections`)."""
        return self._corrected(row, steps)

    def change(self, row: Row, steps: Sequence[Step], checked: bool | None = None) -> Change:
        """What is to be kept of a photo. Raises InvalidInput (`bad_corrections`) for what cannot be said of it."""
        reading = self._corrected(row, steps)
        return Change(row, tuple(map(correction_json, reading.corrections)), checked, worry(reading))

    def _read(self, row: Row) -> Reading:
        text = self.manifest.reading(row.sha256)
        try:
            return read(row.name, text)
        except LabelError as error:
            raise LabelError(f"{self.manifest.path} is damaged: {error}") from error

    def _kept(self, row: Row, steps: Sequence[Step]) -> Reading:
        reading = self._read(row)
        try:
            return kept(row.name, reading, steps)
        except LabelError as error:
            raise LabelError(f"{self.manifest.path} is damaged: {error}") from error

    def _corrected(self, row: Row, steps: Sequence[Step]) -> Reading:
        return corrected(self._read(row), steps)

    def picture(self, row: Row) -> Path:
        """The photo's picture, where it should lie."""
        return self.root / IMAGES / row.image

    def has_picture(self, row: Row) -> bool:
        """Whether the photo's picture lies there, itself and not a link to something else."""
        if self.stored:
            return bool(row.image) and self.files.place.has(self.files.at(f"{IMAGES}/{row.image}"))
        path = self.picture(row)
        return bool(row.image) and path.is_file() and not path.is_symlink()


@contextmanager
def opened(
    root: Path, alone: bool = True, new: bool = False, store: str | None = None, anywhere: bool = False
) -> Iterator[Dataset]:
    """A data set on the disk, or the manifest of one in an object store. `alone`: no other process may write labels
    meanwhile; `new`: it may be made; `anywhere`: of one in a store the address need not be told.

    Raises LabelError where it cannot be used, or another process has it.
    """
    pictures = root / IMAGES
    _all_its_own(root)
    try:
        if not (root / MANIFEST).exists():
            if not new:
                raise LabelError(f"{root} is no data set: it has no {MANIFEST}")
            _empty(pictures, store)
        (pictures if store is None and not _stored(root) else root).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LabelError(f"{root} cannot be used as a data set: {error.strerror}") from error
    with held(root) if alone else nullcontext():
        if alone:
            sweep(root)
        dataset = Dataset(root, store=store)
        try:
            if store is None and dataset.stored and not anywhere:
                raise LabelError(f"{root} is the manifest of {dataset.files.address}: copy all of that to a disk first")
            yield dataset
        finally:
            dataset.manifest.close()


def _empty(pictures: Path, store: str | None) -> None:
    """Raises LabelError where pictures of something else lie, OSError."""
    where = str(pictures) if store is None else f"{store}/{IMAGES}"
    if store is None:
        found = pictures.is_dir() and any(pictures.iterdir())
    else:
        found = any(names for _, names in place_of(store).folders(where))
    if found:
        raise LabelError(f"{where} has pictures of something else in it; choose another folder")


def _stored(root: Path) -> bool:
    """The folder has the manifest of a data set that lies elsewhere."""
    return (root / MANIFEST).exists() and not (root / IMAGES).exists()


def _all_its_own(root: Path) -> None:
    """Raises LabelError where something in the folder leads elsewhere, or would be waited for for ever."""
    for place in (IMAGES, *(form.place for form in FORMATS.values()), ".lock"):
        if (root / place).is_symlink():
            raise LabelError(f"{root / place} is refused: it is a link, and what it leads to is not the data set's")
    for place in (".lock", MANIFEST, *(f"{MANIFEST}-{part}" for part in ("wal", "shm", "journal"))):
        if (root / place).exists() and not (root / place).is_file():
            raise LabelError(f"{root / place} is refused: it is no file")


@contextmanager
def held(root: Path) -> Iterator[None]:
    """No other process writes labels into the data set meanwhile. Raises LabelError where one does."""
    try:
        lock = (root / ".lock").open("a")
    except OSError as error:
        raise LabelError(f"{root} cannot be used as a data set: {error.strerror}") from error
    with lock:
        if fcntl is not None:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise LabelError(f"another process is labelling into {root}") from None
        yield
