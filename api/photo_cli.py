"""The command line's verbs for photos: score, read; and `waits` of a photo. What they need of the eye is loaded with
this module, and with it alone.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from api import terminal
from api.answers import PRICES, check_facts, reading_answer, round_answer, waits_answer
from api.eye import NO_CONTEXT, Context
from api.learn_cli import known_set
from api.settings import Settings
from api.sheets import title as rules_title
from api.strict_json import parse_json
from api.words_cli import DEFAULT_RULES, JSON, RULES, SET, echo, fail, named, refuse, ruled
from scoring.errors import InvalidInput, quoted
from vision import draw
from vision.doubts.together import check_together
from vision.eye.onnx import ModelError
from vision.photo.load import MAX_BYTES, Photo, PhotoError, load
from vision.read.everybody import everybody
from vision.read.eye import Eye
from vision.types import Reading

PHOTO = click.Path(dir_okay=False, path_type=Path)
STDIN = Path("-")
LONGEST_NAME = 255  # bytes


@click.command()
@click.argument("photos", metavar="PHOTO...", nargs=-1, required=True, type=PHOTO)
@RULES
@click.option("--facts", help="What the photo cannot show: JSON, or a file that holds it.")
@click.option("--seats", help="Whose hands several photos show, e.g. 0,2: their seats in turn order.")
@click.option("--table", is_flag=True, help="Take the open hands of the others from the photo, too.")
@click.option("--out", type=PHOTO, help="The annotated picture, of one photo. [default: PHOTO.read.jpg]")
@SET
@JSON
def score(
    photos: tuple[Path, ...],
    rules: str | None,
    facts: str | None,
    seats: str | None,
    out: Path | None,
    *,
    table: bool,
    as_json: bool,
) -> None:
    """Read a photo and settle it; without facts a self-draw by the dealer at seat 0, all else assumed aloud. Of several
    photos of one round each shows the hand of one seat, --seats says of which.
    """
    told = _facts(facts, rules)
    if table and isinstance(told, dict):
        told = {"table": True} | told
    _check_out(out, photos)
    pictures = [_load(path) for path in photos]
    sat = _seats(seats)
    eye, readings = _eye(), []
    for at, picture in enumerate(pictures):
        seat = {} if sat is None else {"seat": sat[at] if at < len(sat) else -1}
        context = Context.of_facts(told | seat if isinstance(told, dict) else told)
        readings.append(_everybody(eye, picture, context))
    answer = round_answer(readings, sat, told, PRICES if rules is not None else ())
    readings = list(check_together(readings)) if len(readings) > 1 else readings
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False))
    else:
        title = rules_title(told["rules"]) if isinstance(told, dict) else "–"
        for path, reading in zip(photos, readings, strict=True):
            click.echo(f"{path}  规则 rules: {title}")
            echo(terminal.reading_lines(reading))
        _print_score(answer)
    written = True
    for path, picture, reading in zip(photos, pictures, readings, strict=True):
        drawn = out or (None if path == STDIN else _beside(path))
        written &= drawn is None or _draw(drawn, picture, reading, quiet=as_json)
    sys.exit(1 if answer["problem"] or not (written or out is None) else 0)


def _seats(text: str | None) -> list[object] | None:
    """`0,2` as whole numbers; what is none stays, for the seats to be refused by name."""
    words = None if text is None else [word.strip() for word in text.split(",")]
    return None if words is None else [int(word) if word.isdecimal() else word for word in words]


def _beside(photo: Path) -> Path:
    """Where the annotated picture goes: as the photo is called, cut where disks take no longer name."""
    ending = ".read.jpg"
    if len(os.fsencode(photo.stem + ending)) <= LONGEST_NAME:
        return photo.with_name(photo.stem + ending)
    return photo.with_name(os.fsencode(photo.stem)[: LONGEST_NAME - len(ending)].decode("utf-8", "ignore") + ending)


def _check_out(out: Path | None, photos: Sequence[Path]) -> None:
    if out is None:
        return
    if len(photos) > 1:
        fail(f"--out {out} names one picture, and there are {len(photos)} photos; leave it out")
    if out.exists() and photos[0].exists() and out.samefile(photos[0]):
        fail(f"--out {out} is the photo itself; name another file")


def _draw(out: Path, picture: Photo, reading: Reading, *, quiet: bool) -> bool:
    """The annotated picture; the answer stands all the same where it cannot be written."""
    try:
        out.write_bytes(draw.annotated(picture, reading))
    except OSError as error:
        click.echo(f"zhuoji: {out}: the annotated picture cannot be written: {error.strerror}", err=True)
        return False
    if not quiet:
        click.echo(f"\n照片 annotated picture: {out}")
    return True


def _print_score(answer: dict[str, object]) -> None:
    for title, part, lines in (
        ("牌型 pattern", "judge", terminal.judge_lines),
        ("听牌 waits", "waits", terminal.waits_lines),
        ("结算 settlement", "settlement", terminal.settlement_lines),
    ):
        value = answer[part]
        if isinstance(value, dict):
            click.echo(f"\n{title}")
            echo(lines(value))
    if isinstance(problem := answer["problem"], dict):
        click.echo()
        echo(terminal.problem_lines(problem))


@click.command()
@click.argument("photos", metavar="PHOTO...", nargs=-1, required=True, type=click.Path(path_type=Path))
@SET
@JSON
def read(photos: tuple[Path, ...], *, as_json: bool) -> None:
    """Read photos, - for stdin; one that cannot be read is reported on stderr and the rest goes on."""
    eye = _eye()
    failed = False
    for path in photos:
        try:
            reading = _everybody(eye, load(_source(path)), NO_CONTEXT)
        except PhotoError as error:
            failed = True
            click.echo(f"{path}: [{error.code}] {error.detail}", err=True)
            continue
        if as_json:
            click.echo(json.dumps({"file": str(path)} | reading_answer(reading, NO_CONTEXT), ensure_ascii=False))
        else:
            click.echo(f"{path}")
            echo(terminal.reading_lines(reading))
    sys.exit(1 if failed else 0)


def _everybody(eye: Eye, photo: Photo, context: Context) -> Reading:
    reading, layout = eye.read_laid(photo, None, context.rules, context.winning)
    return everybody(reading, context.rules, layout)


def waits_of_photo(
    path: Path, rules: object, options: object, missing: str | None, *, as_json: bool
) -> Mapping[str, object]:
    """What is seen is printed, the waits are answered. Raises InvalidInput for `options` that cannot be."""
    reading = _eye().read(_load(path), None, Context.of(rules, options).rules)
    answer = waits_answer(reading, rules, options, missing=missing)
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False))
    else:
        echo(terminal.reading_lines(reading))
    if isinstance(problem := answer["problem"], dict):
        if not as_json:
            echo(terminal.problem_lines(problem))
        sys.exit(1)
    found = answer["waits"]
    assert isinstance(found, dict)
    return found


def _facts(text: str | None, rules: str | None) -> object:
    if text is None:
        return {"rules": named(rules or DEFAULT_RULES)}
    try:
        data = text.encode() if text.lstrip().startswith("{") else Path(text).read_bytes()
        facts = parse_json(data, "bad_facts")
        check_facts(facts)
    except OSError as error:
        fail(f"--facts {text}: {error.strerror}")
    except InvalidInput as error:
        refuse(error, f"--facts {quoted(text)}")
    if not isinstance(facts, dict):
        return facts
    told = ruled(facts, rules, "--facts")
    return told if "rules" in told else {"rules": DEFAULT_RULES, **told}


def _load(path: Path) -> Photo:
    try:
        return load(_source(path))
    except PhotoError as error:
        fail(f"{path}: [{error.code}] {error.detail}")


def _source(path: Path) -> Path | bytes:
    """The file, or what comes in on stdin."""
    return sys.stdin.buffer.read(MAX_BYTES + 1) if path == STDIN else path


def _eye() -> Eye:
    try:
        return Eye.load(threads=Settings.from_environment().eye_threads).with_set(known_set())
    except (ModelError, ValueError) as error:
        fail(str(error))
