"""The command line's verb for taught sets, and the set that other verbs were given."""

from __future__ import annotations

import json
from pathlib import Path

import click

from api.eye import NO_CONTEXT, corrected
from api.settings import Settings
from api.strict_json import parse_json
from api.words_cli import SET, fail, refuse
from scoring.errors import InvalidInput
from scoring.tiles import parse_tile
from vision.eye.onnx import ModelError
from vision.eye.taught import TaughtSet
from vision.photo.load import PhotoError, load
from vision.read.eye import Eye
from vision.read.learn import names
from vision.wire import sets

FILE = click.Path(dir_okay=False, path_type=Path)


def known_set() -> TaughtSet | None:
    """What the command was given by `--set`; None where it was not. Exits where it cannot be used."""
    path = click.get_current_context().obj
    if not isinstance(path, Path):
        return None
    try:
        data = path.read_bytes()
        return sets.from_json(parse_json(data, "bad_set"), len(data))
    except OSError as error:
        fail(f"--set {path}: {error.strerror}")
    except InvalidInput as error:
        refuse(error, f"--set {path}")


@click.command()
@click.argument("photo_path", metavar="PHOTO", type=FILE)
@click.option("--out", required=True, type=FILE, help="The taught set; later photos are read with --set OUT.")
@click.option("--corrections", help="What is wrong in the reading: JSON, or a file that holds it.")
@SET
def learn(photo_path: Path, out: Path, corrections: str | None) -> None:
    """Teach the eye your tiles: a photo of the 27 kinds in three rows of nine, or any photo, corrected.

    With --set what was taught before is kept.
    """
    before = known_set()
    try:
        photo = load(photo_path)
        eye = Eye.load(threads=Settings.from_environment().eye_threads).with_set(before)
        reading = corrected(eye.read(photo), _corrections(corrections), NO_CONTEXT)
        faces = eye.learn(photo, names(reading))
        taught = faces if before is None else faces.after(before)
        out.write_text(json.dumps(sets.to_json(taught)), encoding="utf-8")
    except PhotoError as error:
        fail(f"{photo_path}: [{error.code}] {error.detail}")
    except InvalidInput as error:
        refuse(error, "--corrections")
    except (ModelError, ValueError) as error:
        fail(str(error))
    except OSError as error:
        fail(f"{error.filename or out}: {error.strerror}")
    missing = [parse_tile(kind).name_zh for kind in taught.missing]
    click.echo(f"{out}: 学会了 {len(taught.kinds)} 种 kinds taught")
    if missing:
        click.echo(f"还缺 still missing: {'、'.join(missing)}")


def _corrections(text: str | None) -> object | None:
    if text is None:
        return None
    data = text.encode() if text.lstrip().startswith("[") else Path(text).read_bytes()
    return parse_json(data, "bad_corrections")
