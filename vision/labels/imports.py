"""Corrected labels come back, from the data set's own files or from what a labelling tool exported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scoring.errors import InvalidInput
from vision.labels.changes import Step, changes, settled
from vision.labels.dataset import Dataset
from vision.labels.formats import Format
from vision.labels.sheet import Label, LabelError


@dataclass(slots=True)
class ImportReport:
    """What was taken in. `photos`: with labels in the files; `corrected`: those whose labels differ; then how many
    tiles. `failures`: files and photos that were not taken, each with the reason.
    """

    photos: int = 0
    corrected: int = 0
    renamed: int = 0
    dropped: int = 0
    added: int = 0
    moved: int = 0
    failures: list[str] = field(default_factory=list)


def take(
    dataset: Dataset, form: Format, paths: Sequence[Path] = (), all_checked: bool = False, dry_run: bool = False
) -> ImportReport:
    """Turn labels that differ from what is known into corrections; such a photo counts as looked at by a person.

    `paths`: label files, and folders of them; none: the data set's own. `all_checked`: photos that do not differ were
    looked at, too. A file that is broken is told, and the others are taken. Raises OSError.
    """
    taken = ImportReport()
    paths = paths or (dataset.root / form.place,)
    files = list(_files(form, paths))
    if not files:
        raise LabelError(f"there is no label file of the format {form.name} at {', '.join(map(str, paths))}")
    for path in files:
        before = len(taken.failures)
        try:
            for name, labels in form.read(path, dataset.size):
                taken.photos += 1
                _photo(dataset, name, labels, all_checked, dry_run, taken)
        except LabelError as error:
            taken.failures.append(str(error))
        if not dry_run and len(taken.failures) == before:
            _adopt(dataset, path)
    if not dry_run:
        for row in dataset.manifest.rows("done"):
            if row.touched:
                dataset.write_own(row)
        dataset.write_whole()
    return taken


def _files(form: Format, paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            ending = form.ending or Path(form.place).suffix
            yield from sorted(file for file in path.rglob(f"*{ending}") if not file.name.startswith("."))
        elif path.is_file():
            yield path


def _photo(
    dataset: Dataset, name: str, labels: Sequence[Label], all_checked: bool, dry_run: bool, taken: ImportReport
) -> None:
    row = dataset.manifest.named(name)
    assert row is not None  # the formats pass over pictures that are not in the data set
    reading = dataset.reading(row)
    steps = changes(reading, labels)
    if not steps and not (all_checked and row.checked is None):
        return
    if steps:
        taken.corrected += 1
        _count(steps, [tile.kind for tile in reading.tiles], taken)
    if dry_run:
        return
    try:
        dataset.correct(row, (*row.corrections, *(steps or settled(reading))), checked=True)
    except InvalidInput as error:
        taken.failures.append(f"{name}: [{error.code}] {error.detail}")


def _count(steps: Sequence[Step], kinds: Sequence[str], taken: ImportReport) -> None:
    for step in steps:
        match step["op"]:
            case "set":
                taken.renamed += step["kind"] != kinds[int(str(step["tile"]))]
            case "drop":
                taken.dropped += 1
            case "add":
                taken.added += 1
            case "move":
                taken.moved += len(step["tiles"]) if isinstance(step["tiles"], list) else 0


def _adopt(dataset: Dataset, path: Path) -> None:
    """A file of the data set itself, once taken in, may be written again."""
    root, file = dataset.root.resolve(), path.resolve()
    if root in file.parents:
        dataset.files.adopt(file.relative_to(root).as_posix())
