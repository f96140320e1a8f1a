"""Corrected labels come back, from the data set's own files or from what a labelling tool exported.

Nothing is guessed and nothing vanishes unseen: what cannot be matched, placed or named is listed, a photo that would
lose most of its tiles is held back, and all that is taken in is taken in one transaction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scoring.errors import InvalidInput
from vision.labels.changes import Comparison, Step, compare, settled, steps_of
from vision.labels.dataset import Change, Dataset
from vision.labels.displaced import LEAST
from vision.labels.formats import COCO, YOLO, Format
from vision.labels.incoming import incoming
from vision.labels.matching import LISTED, Found, Matches
from vision.labels.numbers import Numbers, mostly_other
from vision.labels.older import without_older
from vision.labels.placing import DisplacedError, place
from vision.labels.rows import Row
from vision.labels.sheet import LabelError
from vision.labels.sources import shown
from vision.labels.which import given, own, unreadable
from vision.types import Reading

BY_NUMBERS = (YOLO, COCO)
"""Formats that name tiles by numbers of a list."""
OTHER_LIST = "would get most of the labels of other kinds; if its list of classes is right: --all-checked"
FEW = f"it has fewer than {LEAST} labels, too few to tell whether they are displaced as those of other photos are"
BESIDE = "they are of another picture or written in another manner; if they are right: --all-checked"
MOST = 0.5
"""Share of a photo's tiles; if more have no label any more, the photo was not labelled rather than emptied."""


@dataclass(slots=True)
class ImportReport:
    """What was taken in. `form`: of the files. `photos`: with labels in the files, `named` of them with a tile's name
    or as we wrote them; `corrected`: those whose labels differ; then how many tiles. `emptied`: photos held back
    since most of their tiles have no label any more. `older`: photos of which the labels say what a person has
    corrected since: that is held back. `unmatched`: pictures in the files that are no photo of the data set, or fit
    several. `left_out`: boxes whose names are no tiles. `refused`: files and entries that were not taken, each with
    the reason. `passed`: text files of another kind. `unsaid`: (file, why) of pictures that nobody has said
    anything about -> how many.
    """

    form: str = ""
    photos: int = 0
    named: int = 0
    corrected: int = 0
    renamed: int = 0
    dropped: int = 0
    added: int = 0
    moved: int = 0
    emptied: list[str] = field(default_factory=list)
    older: list[str] = field(default_factory=list)
    unmatched: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    unsaid: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def failed(self) -> bool:
        """Nothing fitted or none of it named a tile, or something was held back, left out, refused or of no photo."""
        told = self.emptied, self.older, self.unmatched, self.left_out, self.refused
        return not self.named or any(told)


def take(
    dataset: Dataset,
    form: Format | None = None,
    paths: Sequence[Path] = (),
    all_checked: bool = False,
    dry_run: bool = False,
) -> ImportReport:
    """Turn labels that differ from what is known into corrections; such a photo counts as looked at by a person.

    `form`: None where the files tell it. `paths`: label files, folders of them, zips; none: the data set's own.
    `all_checked`: every photo in the files was looked at, also those that do not differ, those that lose their
    tiles and those that a person has corrected since. What is broken is told, and the rest is taken. Raises
    OSError, LabelError where there is no label file.
    """
    if not paths:
        form = form or own(dataset)
    places = paths or ((dataset.root / form.place,) if form else ())
    with incoming(places) as files:
        form = form or given(files, places)
        taken = files.of(form)
        if not taken and not files.refused:
            raise LabelError(f"there is no label file of the format {form.name} at {', '.join(map(shown, places))}")
        matches = Matches(dataset, form, files if paths else None)
        for file in taken:
            matches.add(file)
        report = ImportReport(form.name, unsaid=matches.unsaid)
        changes = list(_changes(dataset, matches, all_checked, report))
        report.unmatched, report.passed = matches.unmatched, matches.passed
        report.refused = [*files.refused, *(unreadable(files, taken) if paths else ()), *matches.refused]
        if not dry_run:
            fine = (file.path for file in taken if file.name not in matches.troubled)
            adopted = {path: matches.read[path] for path in fine if path in matches.read}
            _keep(dataset, changes, adopted, report)
    return report


@dataclass(frozen=True, slots=True)
class _Taken:
    """What an entry says about its photo. `pairs`: (what a label says, what was read) where both are; `whole`: all of
    the entry was taken. `few`: it moves boxes, and has too few to tell whether one map has moved them all.
    """

    found: Found
    steps: tuple[Step, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    whole: bool = True
    few: bool = False


def _changes(dataset: Dataset, matches: Matches, all_checked: bool, report: ImportReport) -> Iterator[Change]:
    taken = list(_all_taken(dataset, matches, all_checked, report))
    off: frozenset[str] = frozenset()
    if matches.form in BY_NUMBERS and not all_checked:
        numbers = Numbers()
        for one in taken:
            numbers.add(one.pairs)
        off = numbers.off()
    for one in taken:
        if one.few and matches.displaced and not all_checked:
            matches.refuse(one.found.file, f"{one.found.row.name}: {FEW}")
        elif wrong := sorted({said for said, read in one.pairs if said != read} & off):
            matches.refuse(one.found.file, f"{one.found.row.name}: {', '.join(wrong)} {OTHER_LIST}")
        elif (change := _change(dataset, one, all_checked, matches, report)) is not None:
            yield change


def _all_taken(dataset: Dataset, matches: Matches, all_checked: bool, report: ImportReport) -> Iterator[_Taken]:
    for found in matches.photos():
        report.photos += 1
        report.named += found.ours or bool(found.entry.labels) or not found.entry.unnamed
        reading = dataset.reading(found.row)
        try:
            yield _Taken(found) if found.ours else _taken(found, reading, all_checked, matches, report)
        except LabelError as error:
            matches.displaced |= isinstance(error, DisplacedError)
            matches.refuse(found.file, f"{found.row.name}: {error}")


def _change(dataset: Dataset, one: _Taken, all_checked: bool, matches: Matches, report: ImportReport) -> Change | None:
    row = one.found.row
    checked = one.whole and (bool(one.steps) or (all_checked and row.checked is None))
    if not (one.steps or checked):
        return None
    reading = dataset.reading(row)
    try:
        all_of_it = (*row.corrections, *(one.steps or settled(reading)))
        change = dataset.change(row, all_of_it, checked or None)
    except InvalidInput as error:
        matches.refuse(one.found.file, f"{row.name}: [{error.code}] {error.detail}")
        return None
    report.corrected += bool(one.steps)
    _count(one.steps, [tile.kind for tile in reading.tiles], report)
    return change


def _taken(found: Found, reading: Reading, all_checked: bool, matches: Matches, report: ImportReport) -> _Taken:
    """The corrections that a photo's entry says. Raises LabelError."""
    entry = found.entry
    placed = place(entry, reading)
    compared = compare(reading, placed)
    if found.row.touched and not all_checked and steps_of(reading, compared, placed.off):
        past = matches.dataset.past(found.row)
        compared, old = without_older(reading, compared, placed.off, past)
        _hold_back(found, old, matches, report)
    if not all_checked and _emptied(found.row, reading, compared, report):
        matches.troubled.add(found.file)
        return _Taken(found, whole=False)
    steps = steps_of(reading, compared, placed.off)
    pairs = tuple((label.kind, reading.tiles[i].kind) for i, label in compared.same.items())
    if matches.form in BY_NUMBERS and mostly_other(pairs):
        if not entry.listed:
            raise LabelError("most tiles would get other names, and no classes.txt or data.yaml says what numbers mean")
        if not all_checked:
            raise LabelError("most tiles would get other names; if its list of classes is right: --all-checked")
    report.left_out += [f"{found.file}: {found.row.name}: {words}" for words in entry.left_out]
    if entry.left_out:
        matches.troubled.add(found.file)
    for words in (*placed.refused, *compared.odd):
        matches.refuse(found.file, f"{found.row.name}: {words}")
    few = len(entry.labels) < LEAST and any(step["op"] in ("drop", "add") for step in steps)
    return _Taken(found, steps, pairs, whole=not (compared.kept or compared.odd or placed.refused), few=few)


def _hold_back(found: Found, old: Sequence[str], matches: Matches, report: ImportReport) -> None:
    """Tell what an entry says that a person has corrected since."""
    if old:
        report.older.append(f"{found.row.name}: {', '.join(old[:LISTED])}{', …' * (len(old) > LISTED)}")
        matches.troubled.add(found.file)


def _emptied(row: Row, reading: Reading, compared: Comparison, report: ImportReport) -> bool:
    """Whether it is told instead of taken what an entry says of a photo, since most of its tiles have no label. Raises
    LabelError where most labels lie on no tile.
    """
    tiles = sum(not tile.dropped for tile in reading.tiles)
    if len(compared.gone) <= MOST * tiles:
        return False
    if len(compared.added) > len(compared.same):
        labels = len(compared.added) + len(compared.same)
        raise LabelError(
            f"{len(compared.added)} of its {labels} labels lie on no tile, and {len(compared.gone)} of "
            f"{tiles} tiles have none: {BESIDE}"
        )
    report.emptied.append(f"{row.name}: {len(compared.gone)} of {tiles} tiles have no label")
    return True


def _count(steps: Sequence[Step], kinds: Sequence[str], report: ImportReport) -> None:
    for step in steps:
        match step["op"]:
            case "set":
                report.renamed += step["kind"] != kinds[int(str(step["tile"]))]
            case "drop":
                report.dropped += 1
            case "add":
                report.added += 1
            case "move":
                report.moved += len(step["tiles"]) if isinstance(step["tiles"], list) else 0


def _keep(dataset: Dataset, changes: Sequence[Change], adopted: Mapping[Path, str], report: ImportReport) -> None:
    """All of it goes to the manifest at once; label files follow, and can always be written again."""
    kept = {row.sha256 for row in dataset.keep(changes, adopted)}
    meanwhile = (change.row.name for change in changes if change.row.sha256 not in kept)
    report.refused += [f"{name}: it was corrected meanwhile; import again" for name in meanwhile]
    for row in dataset.manifest.rows("done"):
        if row.touched:
            dataset.write_own(row)
    dataset.write_whole()
