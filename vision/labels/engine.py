"""A folder of photos becomes a data set: planned, read by workers, written. It may be cut off anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from vision.labels.dataset import Dataset
from vision.labels.files import sweep
from vision.labels.job import Died, Job
from vision.labels.known import Known
from vision.labels.order import CONTRADICTED, DOUBTED
from vision.labels.plan import OnProgress, Order, Plan, again, plan, silent
from vision.labels.sources import shown
from vision.labels.task import Done, Failed, Labels, Look, Put, Target, Task
from vision.labels.workers import ATTEMPTS, Workers, drive

__all__ = ["OnProgress", "Order", "Plan", "Summary", "label", "plan", "silent"]


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


def label(dataset: Dataset, order: Order, model: str, workers: Workers, on_progress: OnProgress = silent) -> Summary:
    """Read what needs it and write all label files. Raises OSError where the disk does not take them.

    `model`: the version of the models that the workers read with.
    """
    dataset.settle(order.formats, order.share)
    with workers() as staff:
        run = _Run(
            dataset,
            Summary(plan(dataset, order, model, on_progress, staff=staff if staff.remote else None)),
            model,
            order.link,
            on_progress,
        )
        drive(staff, run.tasks(), run.take, dataset.manifest.batch)
        drive(staff, run.looks(), run.take, dataset.manifest.batch)
    if run.deaths and not dataset.stored:
        sweep(dataset.root)  # what they had half written
    summary = run.summary
    summary.unwritten += dataset.write_whole()
    dataset.keep_copy()
    summary.failures = [*summary.plan.failures, *sorted(summary.failures)]
    return summary


class _Run:
    """What is to be done, and what becomes of it. Label files are told to the manifest before they are written."""

    def __init__(self, dataset: Dataset, summary: Summary, model: str, link: bool, on_progress: OnProgress) -> None:
        self.summary = summary
        self._dataset = dataset
        self._manifest = dataset.manifest
        self._scratch = summary.plan.scratch
        self._model = model
        self._target: Target = dataset.target(link)
        self._on_progress = on_progress
        self._labelled = 0
        self.deaths = 0
        self._read = self._written = 0
        self._writing = False

    def tasks(self) -> Iterator[Job]:
        """Every photo that is to be read."""
        for sha256, source in self._scratch.to_read():
            row = self._manifest.row(sha256)
            assert row is not None
            own = row.video is not None or row.outcome == "done"  # a frame is its own picture
            yield Task(source, sha256, row.name, self._target, row.image, own)

    def looks(self) -> Iterator[Job]:
        """Every label file as the manifest has it, but for those just written: what a killed run had not come to."""
        self._writing = True
        self._labelled = self._manifest.count("done")
        for row in self._manifest.rows("done"):
            self.summary.photos += 1
            self.summary.doubtful += row.worry >= DOUBTED and row.checked is None
            self.summary.contradicted += row.worry >= CONTRADICTED and row.checked is None
            self.summary.checked += row.checked is not None
            if (tiles := self._scratch.fresh(row.sha256, row.version)) is None:
                yield Look(self._dataset.known(row), self._target)
            else:
                self._count(tiles)

    def take(self, job: Job, outcome: object) -> Iterator[Job]:
        """An outcome goes to the manifest; the jobs that follow from it."""
        self.deaths += isinstance(outcome, Died)
        match job, outcome:
            case Task(), Done():
                self._progress()
                yield from self._done(job, outcome)
            case Task(), Failed():
                self._progress()
                self._failed(job, outcome)
            case Task(), Died():
                yield from self._died(job)
            case Look(), Labels():
                yield from self._looked(job, outcome)
            case Put(), tuple():
                self._put(job, outcome)
            case ((Look() | Put()), Died()):
                yield from again(job, job.attempts + 1)

    def _progress(self) -> None:
        self._read += 1
        self._on_progress("read", self._read, self.summary.plan.to_read)

    def _done(self, task: Task, done: Done) -> Iterator[Job]:
        self._manifest.survived(task.sha256)
        written = self._manifest.done(
            task.sha256,
            model=done.model,
            seconds=done.seconds,
            image=done.image,
            perceptual_hash=done.perceptual_hash,
            taken=done.taken,
            reading=done.reading,
            worry=done.worry,
        )
        self.summary.labelled += 1
        row = self._manifest.row(task.sha256)
        if written and row is not None:
            yield from self._write(self._dataset.known(row), done.labels)

    def _failed(self, task: Task, failed: Failed) -> None:
        self._manifest.survived(task.sha256)
        self._manifest.failed(task.sha256, self._model, failed.seconds, failed.code, failed.detail)
        self.summary.failures.append((shown(task.source), failed.code, failed.detail))

    def _died(self, task: Task) -> Iterator[Job]:
        deaths = self._manifest.died(task.sha256)
        if deaths < ATTEMPTS:
            yield replace(task, attempts=deaths)
        else:
            self._progress()
            self._failed(task, Failed("crashed", "the process that read it died"))

    def _looked(self, look: Look, labels: Labels) -> Iterator[Job]:
        row = self._manifest.row(look.sha256)
        if row is not None and row.version != look.known.version:  # a person was quicker
            yield Look(self._dataset.known(row), self._target)
            return
        self._count(labels.tiles)
        yield from self._write(look.known, labels)

    def _write(self, known: Known, labels: Labels) -> Iterator[Job]:
        """Files that are to be written are told first."""
        wanted, kept = self._dataset.files.intend(labels.files)
        if wanted:
            yield Put(known, self._target, wanted, labels.tiles, not kept)
        elif not kept:
            self._scratch.wrote(known.sha256, known.version, labels.tiles)
        self._keep(kept)

    def _put(self, put: Put, kept: tuple[str, ...]) -> None:
        self._dataset.files.settle({path: hashes for path, hashes in put.files.items() if path not in kept})
        self._keep(kept)
        if put.whole and not kept:
            self._scratch.wrote(put.sha256, put.known.version, put.tiles)

    def _keep(self, kept: tuple[str, ...]) -> None:
        """What a person has changed is told once, when all files are looked at."""
        if self._writing:
            self.summary.unwritten += kept

    def _count(self, tiles: Mapping[str, int]) -> None:
        self._written += 1
        self.summary.tiles.update(tiles)
        self._on_progress("write", self._written, self._labelled)
