"""The command line's verbs for many photos: label, label-import, review. Exit codes as in `api.cli`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from api.learn_cli import known_set
from api.progress import Progress
from api.terminal import table
from api.words_cli import SET, echo, fail
from api.workers_cli import Place, engine, reported, root_of, staff
from vision.labels.dataset import Dataset, opened
from vision.labels.engine import Order, Plan, Summary, plan
from vision.labels.engine import label as run
from vision.labels.formats import FORMATS, YOLO
from vision.labels.frames import EVERY
from vision.labels.imports import ImportReport, take
from vision.labels.sample import silent_errors
from vision.labels.sources import apart
from vision.labels.workers import load_eye
from vision.read.eye import version

Command = TypeVar("Command", bound=Callable[..., Any])
MOST_LISTED = 20  # failures shown one by one; the manifest has them all
_DIR = click.Path(exists=True, file_okay=False, path_type=Path)


def _formats(_: click.Context, __: click.Parameter, values: Sequence[str]) -> tuple[str, ...]:
    names = tuple(name.strip() for value in values for name in value.split(",") if name.strip())
    for name in names:
        if name not in FORMATS:
            raise click.BadParameter(f"{name!r} is none of {', '.join(FORMATS)}")
    return names


@click.command()
@click.argument("photos", metavar="PHOTOS...", nargs=-1, required=True, type=Place(exists=True, path_type=Path))
@click.option("--out", required=True, type=Place(file_okay=False, path_type=Path), help="The data set's folder.")
@click.option(
    "--format",
    "formats",
    multiple=True,
    callback=_formats,
    help=f"One or several of: {', '.join(FORMATS)}. [default: those the data set has, else yolo]",
)
@click.option("--every", default=EVERY, show_default=True, type=click.IntRange(1), help="Of a video, one frame in N.")
@click.option(
    "--split",
    "share",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    help="Share of the photos to validate on, whole scenes each (YOLO's train.txt and val.txt).",
)
@click.option("--workers", type=click.IntRange(1), help="How many read photos. [default: one a core]")
@engine
@SET
@click.option("--link", is_flag=True, help="Hard links instead of copies of photos that are upright already.")
@click.option("--dry-run", is_flag=True, help="Say what would be done; write nothing.")
def label(
    photos: tuple[Path | str, ...],
    out: Path | str,
    formats: tuple[str, ...],
    every: int,
    share: float | None,
    workers: int | None,
    *,
    link: bool,
    dry_run: bool,
) -> None:
    """Photos, videos and folders of them -> a data set with labels. Run it again to go on where it was cut off.

    Photos and data set may be addresses in object stores (s3://bucket/folder); then --manifest is needed.
    """
    root, store = root_of(out)
    try:
        with reported(root):
            apart(photos, out)
            taught = known_set()
            model = version(taught=taught)
            if dry_run:
                dataset = Dataset(root, write=False, store=store)
                found = plan(dataset, Order(photos, every=every), model, cut=False)
                echo(_plan_lines(found))
                sys.exit(1 if found.empty else 0)
            with opened(root, new=True, store=store) as dataset:
                order = Order(photos, formats or (() if dataset.formats else ("yolo",)), every, share, link)
                with Progress() as progress:
                    summary = run(dataset, order, model, staff(workers, partial(load_eye, taught=taught)), progress)
                echo(_summary_lines(summary, dataset))
        sys.exit(1 if summary.failures or summary.plan.empty else 0)
    except KeyboardInterrupt:
        click.echo("zhuoji: 停了，再跑一次就接着做 stopped; the same command goes on from here", err=True)
        sys.exit(130)


def _plan_lines(found: Plan) -> Iterator[str]:
    yield from table(
        [
            ("要认 to read", found.to_read),
            ("  换了模型 because of another model", found.relabel),
            ("认好了 ready", found.ready),
            ("人改过，不动 a person's, kept", found.kept),
            ("重复的文件 files twice", found.twice),
            ("视频 videos", found.videos),
            ("认不了 known failures", len(found.failures)),
        ],
        numbers=(1,),
    )
    yield from _passed_lines(found)
    yield from _failure_lines(found.failures)


def _summary_lines(summary: Summary, dataset: Dataset) -> Iterator[str]:
    done = summary.plan
    tiles = summary.tiles.total()
    rows = [
        ("这次认了 read now", summary.labelled),
        ("以前认好 ready before", done.ready),
        ("人改过，不动 a person's, kept", done.kept),
        ("重复的文件 files twice", done.twice),
        ("没认成 failed", len(summary.failures)),
        ("全部照片 photos in all", summary.photos),
        ("  牌 tiles", tiles),
        ("  别的牌 other", summary.tiles["other"]),
        ("  扣着 face down", summary.tiles["back"]),
        ("  自相矛盾 contradictory", summary.contradicted),
        ("  拿不准 doubtful", summary.doubtful),
        ("  人看过 looked at", summary.checked),
    ]
    if done.videos:
        rows[4:4] = [
            ("视频 videos", done.videos),
            ("  画面 frames kept", done.frames),
            ("  雷同略去 alike, left out", done.near_duplicates),
        ]
    yield from table(rows, numbers=(1,))
    yield from _passed_lines(done)
    yield from _failure_lines(summary.failures)
    if summary.unwritten:
        yield "人改过的文件没有覆盖 changed by a person, not overwritten (zhuoji label-import takes them in):"
        yield from _some(f"  {path}" for path in summary.unwritten)
    if dataset.share is None and any(form is YOLO for form in dataset.formats):
        yield "没分训练和验证 not split: data.yaml validates on what it trains on; --split 0.2 splits"
    yield dataset.files.address


def _passed_lines(found: Plan) -> Iterator[str]:
    if found.empty:
        yield "一张照片都没有 there is no photo"
    if passed := found.passed:
        yield f"略过 passed over: {passed.total()}"
        yield from _some(f"  {count} {what}" for what, count in sorted(passed.items()))


def _failure_lines(failures: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    if failures:
        yield "没认成 failed:"
        yield from _some(f"  {file}: [{code}] {detail}" for file, code, detail in failures)


def _some(lines: Iterable[str]) -> Iterator[str]:
    listed = list(lines)
    yield from listed[:MOST_LISTED]
    if len(listed) > MOST_LISTED:
        yield f"  … {len(listed) - MOST_LISTED}"


@click.command("label-import")
@click.argument("out", metavar="DIR", type=_DIR)
@click.argument("files", metavar="[FILES...]", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--format", "name", type=click.Choice(list(FORMATS)), help="Of the files. [default: as they look]")
@click.option(
    "--all-checked",
    is_flag=True,
    help="A person has looked at every photo in the files, and they say what is there: also photos that do not differ, "
    "that lose most of their tiles, or that were corrected since the files were made.",
)
@click.option("--dry-run", is_flag=True, help="Say what differs and what would be held back; write nothing.")
def label_import(out: Path, files: tuple[Path, ...], name: str | None, *, all_checked: bool, dry_run: bool) -> None:
    """Take corrected labels back: from the data set's own files, or from what a labelling tool exported.

    \b
    FILES are label files, folders of them or zips; without any: the data set's own, changed in place.
      Label Studio  Export > JSON or JSON-MIN; also COCO, YOLO or Pascal VOC
      CVAT          Export > CVAT for images 1.1; also COCO 1.0, YOLO, Pascal VOC
      Roboflow      Export > YOLO, the zip as it is; COCO only where "Resize: Stretch to" is off
      labelImg      the folder of its .xml or .txt, with classes.txt
      LabelMe       the folder of its .json

    Photos are known by their names or their content. Whatever is not taken is named, and the answer is 1.
    """
    with reported(out):
        with opened(out) as dataset:
            taken = take(dataset, FORMATS[name] if name else None, files, all_checked, dry_run)
        echo(_taken_lines(taken))
    sys.exit(1 if taken.failed else 0)


def _taken_lines(taken: ImportReport) -> Iterator[str]:
    yield from table(
        [
            (f"照片 photos in the files ({taken.form})", taken.photos),
            ("改过 corrected", taken.corrected),
            ("  换了牌名 renamed", taken.renamed),
            ("  去掉 dropped", taken.dropped),
            ("  加上 added", taken.added),
            ("  换了位置 moved to another group", taken.moved),
            ("会被清空，没动 emptied, held back", len(taken.emptied)),
            ("比人改的旧，没动 older, held back", len(taken.older)),
            ("对不上的照片 unmatched", len(taken.unmatched)),
            ("没收进来 refused", len(taken.refused)),
        ],
        numbers=(1,),
    )
    for title, lines in (
        ("人后来改过，没动；文件才对就加 --all-checked corrected since, held back; if not: --all-checked", taken.older),
        ("牌快没了，没动；真没有就加 --all-checked held back; if it was meant: --all-checked", taken.emptied),
        ("数据集里没有，或不止一张 no photo of the data set, or several", taken.unmatched),
        ("不是牌的框 boxes whose names are no tiles, left out", taken.left_out),
        ("没收进来 refused", taken.refused),
        ("略过，不是标注 passed over, no labels", taken.passed),
        ("还没交的任务 tasks that say nothing", [f"{file}: {n} {why}" for (file, why), n in taken.unsaid.items()]),
    ):
        if lines:
            yield f"{title}:"
            yield from _some(f"  {line}" for line in lines)
    if taken.unsaid and not taken.photos:
        yield "还没有交上来的标注 nothing in these files was submitted"
    elif not taken.photos:
        yield "一张照片都没对上 no photo of the data set is in these files"


@click.command()
@click.argument("out", metavar="DIR", type=_DIR)
@click.option("--sample", type=click.IntRange(1), help="Look at N photos that nothing is doubted of, drawn by chance.")
@click.option("--seed", default=0, show_default=True, help="Of the draw.")
@click.option("--report", is_flag=True, help="Only say what the sample has shown so far.")
@click.option("--port", default=8001, show_default=True, type=click.IntRange(0, 65535), help="0: any free one.")
def review(out: Path, sample: int | None, seed: int, *, report: bool, port: int) -> None:
    """Walk through what is doubtful, in a browser on this machine; contradictions first."""
    from api import review as server

    with reported(out), opened(out, alone=False) as dataset:
        if not report:
            try:
                listening = server.bind(port)
            except OSError as error:
                fail(f"127.0.0.1:{port}: {error.strerror}")
            server.run(dataset, listening, sample, seed)
        echo(_silent_lines(dataset))


def _silent_lines(dataset: Dataset) -> Iterator[str]:
    """What the sample has shown, for each model."""
    found = silent_errors(dataset)
    if not found:
        yield "抽样还没看 no photo of a sample has been looked at yet (zhuoji review DIR --sample N)"
    for one in found:
        low, high = one.interval
        yield (
            f"没有疑问的照片里 where nothing was doubted, model {one.model}: {one.wrong} of {one.photos} photos wrong, "
            f"{one.errors} of {one.tiles} tiles; photos wrong at 95 %: {low:.1%} … {high:.1%}"
        )
