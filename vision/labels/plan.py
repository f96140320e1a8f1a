"""What is to be done with the photos that were named: found, hashed, given names, and each told what it needs."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TypeVar

from vision.labels.dataset import Dataset
from vision.labels.formats import IMAGES
from vision.labels.frames import EVERY, VideoError, frames
from vision.labels.job import Died, Job
from vision.labels.rows import Row
from vision.labels.scratch import Scratch, Source
from vision.labels.sources import Hash, Hashed, find, plain, shown
from vision.labels.task import AGAIN, Look, Put
from vision.labels.workers import ATTEMPTS, Staff, drive, here

T = TypeVar("T")
PIECE = 10_000
"""Files whose hashes and names are kept in one transaction."""
OnProgress = Callable[[str, int, int | None], None]
"""Progress callback: (stage, done, total); stages are `find`, `cut`, `read`, `write`; total is None where not known."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked for. `photos`: paths, and addresses in object stores as texts. `formats`: names of `FORMATS`, added
    to those the data set has. `every`: of a video, one frame in so many. `share`: of the photos to validate on, None:
    as it was. `link`: pictures that are upright already are hard links to the photos, not copies.
    """

    photos: tuple[Path | str, ...]
    formats: tuple[str, ...] = ()
    every: int = EVERY
    share: float | None = None
    link: bool = False


@dataclass(slots=True)
class Plan:
    """What is to be done with the photos that were named, by content. `to_read`: how many are to be read, `scratch` has
    which. `kept`: a person's work, not labelled anew. `relabel`: of those to read, those that an older model labelled.
    `twice`: files with the content of another one. `passed`: what else lies in the folders -> how often.
    """

    scratch: Scratch
    to_read: int = 0
    relabel: int = 0
    ready: int = 0
    kept: int = 0
    twice: int = 0
    videos: int = 0
    frames: int = 0
    near_duplicates: int = 0
    passed: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, str, str]] = field(default_factory=list)
    """(file, code, sentence) of what failed and will not be tried again."""

    @property
    def empty(self) -> bool:
        """There was no photo, no video and nothing that might be one."""
        counts = self.to_read, self.ready, self.kept, self.twice, self.videos
        return not any(counts) and not self.failures


def silent(what: str, done: int, of: int | None) -> None:
    """An `OnProgress` that shows nothing."""


def plan(
    dataset: Dataset,
    order: Order,
    model: str,
    on_progress: OnProgress = silent,
    cut: bool = True,
    staff: Staff | None = None,
) -> Plan:
    """Find the photos and decide what each needs; `cut=False`: videos are counted only. `staff`: who hashes the files;
    None: this process.

    A photo is read if it was not, if it failed for a reason that may have passed, or if another model read it and no
    person has touched its labels since.
    """
    found = Plan(dataset.manifest.scratch())
    search = find(order.photos, dataset.files.address, found.scratch)
    found.passed = search.passed
    found.failures += [(shown(path), "unreadable", reason) for path, reason in search.errors]
    _hash(dataset, found.scratch, staff, on_progress)
    if dataset.stored:
        for _, names in dataset.files.place.folders(dataset.files.at(IMAGES)):
            found.scratch.list_pictures(names)
    videos: list[Source] = []
    for piece in _pieces(found.scratch.sources()):
        with dataset.manifest.batch():
            for source in piece:
                _register(dataset, source, model, found, videos)
    for source in videos:
        assert source.sha256 is not None
        found.videos += 1
        if cut:
            _cut(dataset, source, order.every, found, on_progress)
        for row in dataset.manifest.frames_of(source.sha256):
            _plan(dataset, row, _frame(dataset, row), model, found)
    return found


def _pieces(items: Iterable[T]) -> Iterator[list[T]]:
    coming = iter(items)
    while piece := list(islice(coming, PIECE)):
        yield piece


def _hash(dataset: Dataset, scratch: Scratch, staff: Staff | None, on_progress: OnProgress) -> None:
    """Every file gets its hash."""
    manifest, total, done = dataset.manifest, scratch.files(), 0

    def take(job: Job, outcome: object) -> Iterator[Job]:
        nonlocal done
        assert isinstance(job, Hash)
        if isinstance(outcome, Died):
            yield from again(job, job.attempts + 1)
            return
        assert isinstance(outcome, Hashed)
        source = outcome.source
        if outcome.new:
            manifest.saw(shown(source.path), outcome.size, outcome.changed, source.sha256, source.error)
        scratch.hashed(source)
        done += 1
        on_progress("find", done, total)

    with here()() as nobody:
        for piece in _pieces(scratch.sources()):
            jobs = (Hash(one.path, one.video, manifest.digest(shown(one.path))) for one in piece)
            with manifest.batch():
                drive(staff or nobody, jobs, take, manifest.batch)


def _register(dataset: Dataset, source: Source, model: str, found: Plan, videos: list[Source]) -> None:
    """A photo gets its row; a video that is the first of its content is kept for later."""
    if source.sha256 is None:
        found.failures.append((shown(source.path), source.code, source.error))
    elif not found.scratch.first(source.sha256):
        found.twice += 1
    elif source.video:
        videos.append(source)
    else:
        row = dataset.manifest.register(source.sha256, plain(Path(source.path)), shown(source.path))
        _plan(dataset, row, source.path, model, found)


def _plan(dataset: Dataset, row: Row, source: str, model: str, found: Plan) -> None:
    if row.outcome == "failed" and row.code not in AGAIN:
        found.failures.append((shown(source), row.code, row.error))
    elif row.outcome == "done" and _pictured(dataset, row, found):
        if row.touched or (row.model != model and dataset.changed(row)):
            found.kept += 1
        elif row.model != model:
            found.relabel += 1
            _read_it(row, source, found)
        else:
            found.ready += 1
    else:
        _read_it(row, source, found)


def _pictured(dataset: Dataset, row: Row, found: Plan) -> bool:
    return found.scratch.pictured(row.image) if dataset.stored else dataset.has_picture(row)


def _read_it(row: Row, source: str, found: Plan) -> None:
    found.to_read += 1
    found.scratch.read(row.sha256, source)


def _cut(dataset: Dataset, source: Source, every: int, found: Plan, on_progress: OnProgress) -> None:
    """A video's frames become photos of the data set; what was cut before is not cut again."""
    assert source.sha256 is not None
    name = dataset.manifest.register_video(source.sha256, plain(Path(source.path)))
    if (before := dataset.manifest.cut(source.sha256, every)) is None:
        seen = kept = 0
        error = ""
        try:
            for frame in frames(Path(source.path), every):
                seen += 1
                on_progress("cut", seen, None)
                if frame.data is not None:
                    kept += 1
                    sha256 = hashlib.sha256(frame.data).hexdigest()
                    title = f"{name}-{frame.number:06d}"
                    row = dataset.manifest.register(sha256, title, shown(source.path), source.sha256)
                    dataset.files.place.write(_frame(dataset, row), frame.data)
        except VideoError as problem:
            error = str(problem)
        before = (seen, kept, error)
        dataset.manifest.was_cut(source.sha256, every, *before)
    seen, kept, error = before
    found.frames += kept
    found.near_duplicates += seen - kept
    if error:
        found.failures.append((shown(source.path), "not_a_video", error))


def _frame(dataset: Dataset, row: Row) -> str:
    """Where a frame lies: it is the data set's picture from the start."""
    return dataset.files.at(f"{IMAGES}/{row.name}.jpg")


def again(job: Hash | Look | Put, attempts: int) -> Iterator[Job]:
    """A job of which no worker should die. Raises OSError where each does."""
    if attempts >= ATTEMPTS:
        raise OSError(f"{attempts} workers died one after the other, of {type(job).__name__} {job.sha256}")
    yield replace(job, attempts=attempts)
