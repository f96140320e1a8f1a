"""A data set of millions in pieces that trainers read one after the other: WebDataset's tars, or COCO files.

A shard has so many photos, by name; all of them and `index.json` lie in one folder or at one address of a store.
"""

from __future__ import annotations

import json
import tarfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from vision.labels.dataset import Dataset
from vision.labels.formats import COCO, IMAGES
from vision.labels.job import Died, Eyes, Job
from vision.labels.known import Known
from vision.labels.places import place_of
from vision.labels.sheet import LabelError, Sheet
from vision.labels.workers import ATTEMPTS, Workers, drive
from vision.types import CLASSES

INDEX = "index.json"
SIZE = 1000
"""Photos of a shard: with photos of a megabyte a gigabyte, as WebDataset's readers like it."""
_BLOCK = tarfile.BLOCKSIZE


@dataclass(frozen=True, slots=True)
class Written:
    """A shard that is there: its number, file name, SHA-256, and how many photos it has."""

    number: int
    file: str
    sha256: str
    photos: int


@dataclass(frozen=True, slots=True)
class Shard:
    """A shard is to be written. `root`: the data set's address; `out`: where the shards go; `kind`: one of `KINDS`."""

    number: int
    photos: tuple[Known, ...]
    root: str
    out: str
    kind: str
    attempts: int = 0

    @property
    def sha256(self) -> str:
        """Of its first photo."""
        return self.photos[0].sha256

    def __call__(self, _eyes: Eyes, /) -> Written:
        """Raises OSError, LabelError."""
        file = name_of(self.kind, self.number)
        draft = place_of(self.out).draft(f"{self.out}/{file}", _KINDS[self.kind][1](self.root, self.photos))
        draft.commit()
        return Written(self.number, file, draft.digest, len(self.photos))


def name_of(kind: str, number: int) -> str:
    """A shard's file name."""
    return f"{number:06d}{_KINDS[kind][0]}"


def _tar(root: str, photos: Sequence[Known]) -> Iterator[bytes]:
    """The picture and `json` of each photo, under its hash: names may have dots, at which WebDataset cuts."""
    place = place_of(root)
    for known in photos:
        sheet = known.sheet()
        yield from _member(
            f"{known.sha256}.{sheet.image.rpartition('.')[2]}", place.read(f"{root}/{IMAGES}/{sheet.image}")
        )
        yield from _member(f"{known.sha256}.json", _json(sheet))
    yield bytes(2 * _BLOCK)


def _member(name: str, data: bytes) -> Iterator[bytes]:
    about = tarfile.TarInfo(name)
    about.size = len(data)
    yield about.tobuf(tarfile.USTAR_FORMAT)
    yield data + bytes(-len(data) % _BLOCK)


def _json(sheet: Sheet) -> bytes:
    """Boxes in pixels of the picture, x1 y1 x2 y2; `class`: the kind's number in `vision.types.CLASSES`."""
    labels = [
        {
            "kind": label.kind,
            "class": CLASSES.index(label.kind),
            "box": [round(value, 2) for value in (label.box.x1, label.box.y1, label.box.x2, label.box.y2)],
            "confidence": round(label.confidence, 4),
            "role": label.role,
            "group": label.group,
        }
        for label in sheet.labels
    ]
    about = {"name": sheet.name, "image": sheet.image, "width": sheet.width, "height": sheet.height}
    whole = about | {"model": sheet.model, "checked": sheet.checked, "labels": labels}
    return json.dumps(whole, ensure_ascii=False).encode()


def _coco(_root: str, photos: Sequence[Known]) -> Iterator[bytes]:
    assert COCO.whole is not None
    return (piece.encode() for piece in COCO.whole(lambda: (known.sheet() for known in photos)))


_KINDS: Mapping[str, tuple[str, Callable[[str, Sequence[Known]], Iterator[bytes]]]] = {
    "webdataset": (".tar", _tar),
    "coco": (".json", _coco),
}
KINDS = tuple(_KINDS)


def export(
    dataset: Dataset,
    out: str,
    kind: str,
    workers: Workers,
    size: int = SIZE,
    on_progress: Callable[[str, int, int | None], None] = lambda *_: None,
) -> tuple[Written, ...]:
    """Write all photos that have labels into shards. The same data set gives the same bytes.

    Raises LabelError where something else lies in `out`, or no worker survives a shard; OSError.
    """
    total = -(-dataset.manifest.count("done") // size)
    _free(out, {INDEX, *(name_of(kind, number) for number in range(total))})
    written: dict[int, Written] = {}

    def take(job: Job, outcome: object) -> Iterator[Job]:
        assert isinstance(job, Shard)
        if isinstance(outcome, Died):
            if job.attempts + 1 >= ATTEMPTS:
                raise LabelError(f"{ATTEMPTS} workers died one after the other of {name_of(kind, job.number)}")
            yield replace(job, attempts=job.attempts + 1)
            return
        assert isinstance(outcome, Written)
        written[outcome.number] = outcome
        on_progress("write", len(written), total)

    with workers() as staff:
        drive(staff, _shards(dataset, out, kind, size), take, dataset.manifest.batch)
    found = tuple(written[number] for number in sorted(written))
    listed = [{"file": one.file, "sha256": one.sha256, "photos": one.photos} for one in found]
    index = {"kind": kind, "photos": sum(one.photos for one in found), "classes": CLASSES, "shards": listed}
    place_of(out).write(f"{out}/{INDEX}", json.dumps(index, indent=1).encode())
    return found


def _shards(dataset: Dataset, out: str, kind: str, size: int) -> Iterator[Job]:
    rows, number = dataset.manifest.rows("done"), 0
    while piece := tuple(map(dataset.known, islice(rows, size))):
        yield Shard(number, piece, dataset.target().root, out, kind)
        number += 1


def _free(out: str, expected: set[str]) -> None:
    """Raises LabelError: who reads all that lies there would read it, too."""
    for folder, names in place_of(out).folders(out):
        for name in names:
            if folder.rstrip("/") != out or name not in expected:
                raise LabelError(f"{folder}/{name} is no shard of this data set; choose another folder")
