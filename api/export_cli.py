"""The command line's verb label-export. Exit codes as in `api.cli`."""

from __future__ import annotations

from pathlib import Path

import click

from api.progress import Progress
from api.words_cli import echo
from api.workers_cli import Place, engine, reported, staff
from vision.labels.dataset import opened
from vision.labels.shards import KINDS, SIZE, export


@click.command("label-export")
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--to", "out", required=True, type=Place(file_okay=False, path_type=Path), help="Where the shards go.")
@click.option("--kind", default=KINDS[0], show_default=True, type=click.Choice(KINDS), help="What the shards are.")
@click.option("--size", default=SIZE, show_default=True, type=click.IntRange(1), help="Photos of a shard.")
@click.option("--workers", type=click.IntRange(1), help="How many write shards. [default: one a core]")
@engine
def label_export(folder: Path, out: Path | str, kind: str, size: int, workers: int | None) -> None:
    """Photos and labels in shards, for training: tars as WebDataset reads them, or COCO files.

    DIR is the data set's folder, or that of the manifest of one in an object store.
    """
    with reported(folder), opened(folder, alone=False, anywhere=True) as dataset, Progress() as progress:
        target = str(out.absolute()) if isinstance(out, Path) else out
        written = export(dataset, target, kind, staff(workers), size, progress)
    photos = sum(one.photos for one in written)
    echo([f"{out}: {len(written)} 份 shards, {photos} 张照片 photos"])
