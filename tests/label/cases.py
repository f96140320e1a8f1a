"""Label files and folders as other tools and people write them, and what came of each: `tests/label/CASES.md`.

    python -m tests.label.cases            # writes the page anew
    python -m tests.label.cases DATASET    # makes the small data set that `rewriters.py` made `exports/` of

Each case is taken into a fresh copy of a data set of three photos, read by the stub's eye. "Wrong" counts tiles that
are called otherwise or lie elsewhere afterwards than the case means: it must be 0 everywhere.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.label.stub import ColourEye, row_of, scene
from vision.labels.dataset import Dataset, opened
from vision.labels.engine import Order, label
from vision.labels.formats import FORMATS
from vision.labels.imports import ImportReport, take
from vision.labels.sheet import LabelError
from vision.labels.workers import here

PAGE = Path(__file__).with_name("CASES.md")
EXPORTS = Path(__file__).with_name("exports")
TALL = (120, 160)
KNOWN = {"a": "1m 2m 3m 4p 4p", "b_1": "9s 9s back other", "照片": "5p 6p 7p 1s 2s"}
SHORT = {"b": "b_1", "c": "照片"}
Kinds = dict[str, str]
Make = Callable[[Path, Path], Path]
Words = str | Callable[[re.Match[str]], str]


@dataclass(frozen=True)
class Case:
    """`make`: (the data set, an empty folder) -> the path to take in. `kinds`: what changes by it."""

    name: str
    form: str
    make: Make
    kinds: Kinds = field(default_factory=dict)


CASES: list[Case] = []


def case(form: str, name: str, **kinds: str) -> Callable[[Make], Make]:
    """Registers a case; `kinds`: photo -> its tiles afterwards, where they change."""

    def keep(make: Make) -> Make:
        CASES.append(
            Case(name, form, make, {{"b": "b_1", "c": "照片"}.get(key, key): value for key, value in kinds.items()})
        )
        return make

    return keep


def photos(folder: Path) -> None:
    folder.mkdir(parents=True)
    scene(row_of("1m", "2m", "3m", "4p", "4p")).save(folder / "a.png")
    scene(row_of("9s", "9s", "back", "other")).save(folder / "b (1).png")
    scene([*row_of("5p", "6p", "7p"), *row_of("1s", "2s", y=100)], TALL).save(folder / "照片.png")


def made(folder: Path) -> Path:
    """The data set of three photos."""
    photos(folder / "photos")
    with opened(folder / "base", new=True) as dataset:
        label(dataset, Order((folder / "photos",), tuple(FORMATS)), "stub", here(ColourEye()))
    return folder / "base"


def written(room: Path, value: object, name: str = "labels.json") -> Path:
    (room / name).write_text(json.dumps(value, ensure_ascii=False))
    return room / name


def replaced(source: str, *pairs: tuple[str, Words], name: str = "") -> Make:
    """One of the data set's own files with words replaced."""

    def make(base: Path, room: Path) -> Path:
        path = room / (name or Path(source).name)
        text = (base / source).read_text()
        for pattern, by in pairs:
            text = re.sub(pattern, by, text)
        path.write_text(text)
        return path

    return make


def coco(change: Callable[[dict[str, Any]], object]) -> Make:
    def make(base: Path, room: Path) -> Path:
        value = json.loads((base / "coco.json").read_text())
        change(value)
        return written(room, value)

    return make


# What came of it


@dataclass(frozen=True)
class Outcome:
    """One row of the page."""

    case: Case
    report: ImportReport
    wrong: int
    error: str = ""

    @property
    def code(self) -> int:
        return 1 if self.error or self.report.failed else 0

    def row(self) -> str:
        one = self.report
        unsaid = (f"{file}: {count} {why}" for (file, why), count in one.unsaid.items())
        told = self.error or next(iter((*one.refused, *one.emptied, *one.unmatched, *one.left_out, *unsaid)), "")
        short = re.sub(r"(/[^\s:]+)+/", "", told.replace("|", "/"))[:110]
        numbers = one.photos, one.renamed, one.dropped, one.added, len(one.emptied), len(one.unmatched)
        more = len(one.left_out), len(one.refused), self.code, self.wrong
        form = self.case.form or one.form or "none"
        return f"| {form} | {self.case.name} | {' | '.join(map(str, (*numbers, *more)))} | {short} |"


def outcomes(room: Path) -> Iterator[Outcome]:
    from tests.label import cases_entries, cases_people, cases_sizes, cases_tools  # noqa: F401 - they register them

    base = made(room)
    for number, one in enumerate(CASES):
        copy, inbox = room / f"copy{number}", room / f"in{number}"
        shutil.copytree(base, copy)
        inbox.mkdir()
        path = one.make(base, inbox)
        with opened(copy) as dataset:
            try:
                report, error = take(dataset, FORMATS.get(one.form), (path,)), ""
            except LabelError as problem:
                report, error = ImportReport(), str(problem)
            yield Outcome(one, report, wrong(dataset, one.kinds), error)
        shutil.rmtree(copy)


def wrong(dataset: Dataset, kinds: Kinds) -> int:
    """Tiles that are called otherwise, or lie elsewhere, than the case means."""
    count = 0
    for row in dataset.manifest.rows("done"):
        labels = sorted(dataset.sheet(row).labels, key=lambda label: (round(label.box.y1 / 40), label.box.x1))
        wanted = ({**KNOWN, **kinds})[row.name].split()
        seen = {(label.kind, *place(label.box)) for label in labels}
        before = [(kind, *place(tile.box)) for kind, tile in zip(
            KNOWN[row.name].split(),
            sorted(dataset.original(row).tiles, key=lambda tile: (round(tile.box.y1 / 40), tile.box.x1)),
            strict=True,
        )]  # fmt: skip
        if [label.kind for label in labels] != wanted:
            count += max(1, sum(a.kind != b for a, b in zip(labels, wanted, strict=False)))
        elif row.name not in kinds:
            count += len(set(before) - seen)
    return count


def place(box: Any) -> tuple[int, ...]:
    return round(box.x1 / 4), round(box.y1 / 4)


def page(found: list[Outcome]) -> str:
    heads = ("format", "case", "photos", "renamed", "dropped", "added", "held back", "unmatched", "left out", "refused",
             "rc", "wrong", "told first")  # fmt: skip
    return "\n".join(
        (
            "# Label files and what came of them",
            "",
            f"Made by `python -m tests.label.cases`; a test holds it current. {len(found)} files and folders of three "
            "photos' labels, as other tools and people write them, each taken into a fresh data set. Numbers are "
            "photos matched, tiles renamed, dropped and added, then photos and entries told instead of taken. "
            "*wrong*: tiles called or lying otherwise afterwards than the case means.",
            "",
            f"| {' | '.join(heads)} |",
            "|" + "---|" * len(heads),
            *(one.row() for one in found),
            "",
        )
    )


def main() -> None:
    if len(sys.argv) > 1:
        made(Path(sys.argv[1]))
        return
    with tempfile.TemporaryDirectory() as room:
        found = list(outcomes(Path(room)))
    PAGE.write_text(page(found))
    bad = [one.case.name for one in found if one.wrong]
    print(f"{len(found)} cases, {len(bad)} with wrong tiles: {bad}")
    sys.exit(bool(bad))


if __name__ == "__main__":
    from tests.label import cases  # the cases register there, not in __main__

    cases.main()
