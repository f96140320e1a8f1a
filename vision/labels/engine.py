"""A folder of photos becomes a data set: found, planned, read by workers, written. It may be cut off anywhere."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from vision.labels.dataset import Dataset
from vision.labels.files import hash_of, write
from vision.labels.formats import IMAGES
from vision.labels.frames import EVERY, VideoError, frames
from vision.labels.order import CONTRADICTED, DOUBTED, worry
from vision.labels.rows import Row
from vision.labels.sheet import sheet_of
from vision.labels.sources import Source, find, hashed, plain, shown
from vision.labels.task import AGAIN, Failed, Result, Task, TaskResult
from vision.labels.workers import Workers
from vision.wire.readings import to_json

T = TypeVar("T")
OnProgress = Callable[[str, int, int | None], None]
"""Progress callback: (stage, done, total); stages are `find`, `cut`, `read`, `write`; total is None where not known."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked for. `formats`: names of `FORMATS`, added to those the data set has. `every`: of a video, one
    frame in so many. `share`: of the photos to validate on, None: as it was. `link`: pictures that are upright already
    are hard links to the photos, not copies.
    """

    photos: tuple[Path, ...]
    formats: tuple[str, ...] = ()
    every: int = EVERY
    share: float | None = None
    link: bool = False


@dataclass(slots=True)
class Plan:
    """What is to be done with the photos that were named, by content. `kept`: a person's work, not labelled anew.
    `relabel`: of `tasks`, those that an older model labelled. `twice`: files with the content of another one.
    `passed`: what else lies in the folders -> how often.
    """

    tasks: list[Task] = field(default_factory=list)
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


@dataclass(slots=True)
class Summary:
    """What came out. `labelled`: photos read in this run. `unwritten`: label files that a person has changed, which
    stay as they are. `photos`, `doubtful`, `contradicted`, `checked`, `tiles`: of the whole data set.
    """

    plan: Plan
    labelled: int = 0
    failures: list[tuple[str, str, str]] = field(default_factory=list)
    unwritten: list[str] = field(default_factory=list)
    photos: int = 0
    doubtful: int = 0
    contradicted: int = 0
    checked: int = 0
    tiles: Counter[str] = field(default_factory=Counter)


def silent(what: str, done: int, of: int | None) -> None:
    """An `OnProgress` that shows nothing."""


def plan(dataset: Dataset, order: Order, model: str, on_progress: OnProgress = silent, cut: bool = True) -> Plan:
    """Find the photos and decide what each needs; `cut=False`: videos are counted only.

    A photo is read if it was not, if it failed for a reason that may have passed, or if another model read it and no
    person has touched its labels since.
    """
    found = Plan()
    search = find(order.photos, dataset.root)
    found.passed = search.passed
    found.failures += [(shown(path), "unreadable", reason) for path, reason in search.errors]
    with dataset.manifest.batch():
        sources = list(hashed(search.files, dataset.manifest, lambda n: on_progress("find", n, len(search.files))))
    seen: set[str] = set()
    with dataset.manifest.batch():
        for source in sources:
            _register(dataset, source, seen, model, found)
    for source in sources:
        if source.video and source.sha256 in seen:
            seen.remove(source.sha256)
            found.videos += 1
            if cut:
                _cut(dataset, source, order.every, found, on_progress)
            for row in dataset.manifest.frames_of(source.sha256):
                _plan(dataset, row, Task(str(_frame(dataset, row)), row.sha256), model, found)
    return found


def _register(dataset: Dataset, source: Source, seen: set[str], model: str, found: Plan) -> None:
    """A photo gets its row; `seen`: hashes of the files before it."""
    if source.sha256 is None:
        found.failures.append((shown(source.path), source.code, source.error))
    elif source.sha256 in seen:
        found.twice += 1
    elif not source.video:
        row = dataset.manifest.register(source.sha256, plain(source.path), shown(source.path))
        _plan(dataset, row, Task(str(source.path), row.sha256), model, found)
    seen.add(source.sha256 or "")


def _plan(dataset: Dataset, row: Row, task: Task, model: str, found: Plan) -> None:
    if row.outcome == "failed" and row.code not in AGAIN:
        found.failures.append((shown(Path(task.source)), row.code, row.error))
    elif row.outcome != "done" or not dataset.has_picture(row):
        found.tasks.append(task)
    elif row.touched or (row.model != model and dataset.changed(row)):
        found.kept += 1
    elif row.model != model:
        found.relabel += 1
        found.tasks.append(task)
    else:
        found.ready += 1


def _cut(dataset: Dataset, source: Source, every: int, found: Plan, on_progress: OnProgress) -> None:
    """A video's frames become photos of the data set; what was cut before is not cut again."""
    assert source.sha256 is not None
    name = dataset.manifest.register_video(source.sha256, plain(source.path))
    if (before := dataset.manifest.cut(source.sha256, every)) is None:
        seen = kept = 0
        error = ""
        try:
            for frame in frames(source.path, every):
                seen += 1
                on_progress("cut", seen, None)
                if frame.data is not None:
                    kept += 1
                    sha256 = hashlib.sha256(frame.data).hexdigest()
                    title = f"{name}-{frame.number:06d}"
                    row = dataset.manifest.register(sha256, title, shown(source.path), source.sha256)
                    write(_frame(dataset, row), (frame.data,))
        except VideoError as problem:
            error = str(problem)
        before = (seen, kept, error)
        dataset.manifest.was_cut(source.sha256, every, *before)
    seen, kept, error = before
    found.frames += kept
    found.near_duplicates += seen - kept
    if error:
        found.failures.append((shown(source.path), "not_a_video", error))


def _frame(dataset: Dataset, row: Row) -> Path:
    """Where a frame lies: it is the data set's picture from the start."""
    return dataset.root / IMAGES / f"{row.name}.jpg"


def label(dataset: Dataset, order: Order, model: str, workers: Workers, on_progress: OnProgress = silent) -> Summary:
    """Read what needs it and write all label files. Raises OSError where the disk does not take them.

    `model`: the version of the models that the workers read with.
    """
    dataset.settle(order.formats, order.share)
    summary = Summary(plan(dataset, order, model, on_progress))
    tasks = summary.plan.tasks
    fresh: set[str] = set()
    for number, result in enumerate(workers(tasks), 1):
        if _take(dataset, result, model, order.link, summary):
            fresh.add(result.task.sha256)
        on_progress("read", number, len(tasks))
    _write(dataset, fresh, on_progress, summary)
    return summary


def _take(dataset: Dataset, result: Result, model: str, link: bool, summary: Summary) -> bool:
    """One photo's result goes to the disk: the picture, what is known, the label files, in this order. Whether all of
    it is as it should be.
    """
    task = result.task
    row = dataset.manifest.row(task.sha256)
    assert row is not None
    if isinstance(result, TaskResult) and (image := _image(dataset, row, result, link)) is not None:
        reading = result.reading
        written = dataset.manifest.done(
            task.sha256,
            model=reading.model,
            seconds=result.seconds,
            image=image,
            perceptual_hash=result.perceptual_hash,
            taken=result.picture.taken,
            reading=json.dumps(to_json(reading), ensure_ascii=False),
            worry=worry(reading),
        )
        summary.labelled += 1
        return written and not dataset.write_own(row, sheet_of(image, reading))
    failed = result if isinstance(result, Failed) else Failed(task, "changed", "the file changed while it was read")
    dataset.manifest.failed(task.sha256, model, failed.seconds, failed.code, failed.detail)
    summary.failures.append((shown(Path(task.source)), failed.code, failed.detail))
    return False


def _image(dataset: Dataset, row: Row, result: TaskResult, link: bool) -> str | None:
    """The picture's file name, once it lies in the data set; None where the photo is no longer what was read."""
    name = row.image or row.name + result.picture.ending
    target = dataset.root / IMAGES / name
    if target.is_file() and (row.video is not None or row.outcome == "done"):
        return name  # a frame is its own picture
    if (data := result.picture.data) is not None:
        write(target, (data,))
        return name
    source = Path(result.task.source)
    if link:
        with suppress(OSError):  # another disk, or one that has no links
            target.unlink(missing_ok=True)
            os.link(source, target)
            return name
    try:
        write(target, _pieces(source))
    except _GoneError:
        return None
    return name if hash_of(target) == row.sha256 else None


class _GoneError(Exception):
    """The photo cannot be read any more; an OSError would be one of the data set's disk."""


def _pieces(path: Path) -> Iterator[bytes]:
    file = _again(lambda: path.open("rb"))
    with file:
        while piece := _again(lambda: file.read(1 << 20)):
            yield piece


def _again(read: Callable[[], T]) -> T:
    try:
        return read()
    except OSError as error:
        raise _GoneError from error


def _write(dataset: Dataset, fresh: set[str], on_progress: OnProgress, summary: Summary) -> None:
    """Every label file as the manifest has it, but for those just written: what a killed run had not come to."""
    rows: Sequence[Row] = list(dataset.manifest.rows("done"))
    for number, row in enumerate(rows, 1):
        sheet = dataset.sheet(row)
        if row.sha256 not in fresh:
            summary.unwritten += dataset.write_own(row, sheet)
        summary.tiles.update(label.kind for label in sheet.labels)
        summary.photos += 1
        summary.doubtful += row.worry >= DOUBTED and row.checked is None
        summary.contradicted += row.worry >= CONTRADICTED and row.checked is None
        summary.checked += row.checked is not None
        on_progress("write", number, len(rows))
    summary.unwritten += dataset.write_whole()
    summary.failures = [*summary.plan.failures, *summary.failures]
