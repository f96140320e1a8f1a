"""The command line. Exit codes: 0 answered, 1 something could not be read or computed, 2 wrongly called."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import BinaryIO, NoReturn

import click

from api import terminal
from api.answers import PRICES, check_facts, reading_answer, score_answer, waits_answer
from api.body import parse_json
from api.eye import NO_CONTEXT, Context
from api.label_cli import label, label_import, review
from api.openapi import VERSION
from api.rules_cli import rules as rules_group
from api.serve_cli import key, serve
from api.settings import Settings
from api.sheets import KNOWN, rules_named
from api.sheets import title as rules_title
from scoring import wire
from scoring.errors import InvalidInput, quoted
from vision import draw
from vision.eye.onnx import ModelError
from vision.photo.load import MAX_BYTES, Photo, PhotoError, load
from vision.read.eye import Eye
from vision.types import Reading

DEFAULT_RULES = "zhuoji"
_RULES = click.option(
    "--rules", help=f"One of: {', '.join(KNOWN)}; or a sheet of your own, TOML or JSON. [default: {DEFAULT_RULES}]"
)
_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON as the HTTP service answers it.")
_PHOTO = click.Path(dir_okay=False, path_type=Path)
STDIN = Path("-")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="zhuoji")
def main() -> None:
    """Zhuoji 捉鸡: a photo of a Guizhou mahjong hand -> tiles, pattern, waits, and who pays whom."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a console of cp1252 shows ? for what it has no letters for
            stream.reconfigure(errors="replace")


for verb in (label, label_import, review, rules_group, serve, key):
    main.add_command(verb)


@main.command()
@click.argument("photo_path", metavar="PHOTO", type=_PHOTO)
@_RULES
@click.option("--facts", help="What the photo cannot show: JSON, or a file that holds it.")
@click.option("--out", type=_PHOTO, help="The annotated picture. [default: PHOTO.read.jpg]")
@_JSON
def score(photo_path: Path, rules: str | None, facts: str | None, out: Path | None, *, as_json: bool) -> None:
    """Read a photo and settle it; without facts a self-draw by the dealer at seat 0, all else assumed aloud."""
    told = _facts(facts, rules)
    if out is not None and out.exists() and photo_path.exists() and out.samefile(photo_path):
        _fail(f"--out {out} is the photo itself; name another file")
    picture = _load(photo_path)
    context = Context.of_facts(told)
    reading = _eye().read(picture, None, context.rules, context.winning)
    answer = score_answer(reading, told, PRICES if rules is not None else ())
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False))
    else:
        click.echo(f"{photo_path}  规则 rules: {rules_title(told['rules']) if isinstance(told, dict) else '–'}")
        _print_score(reading, answer)
    drawn = out or (None if photo_path == STDIN else photo_path.with_name(f"{photo_path.stem}.read.jpg"))
    written = drawn is None or _draw(drawn, picture, reading, quiet=as_json)
    sys.exit(1 if answer["problem"] or not (written or out is None) else 0)


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


def _print_score(reading: Reading, answer: dict[str, object]) -> None:
    _echo(terminal.reading_lines(reading))
    for title, part, lines in (
        ("牌型 pattern", "judge", terminal.judge_lines),
        ("听牌 waits", "waits", terminal.waits_lines),
        ("结算 settlement", "settlement", terminal.settlement_lines),
    ):
        value = answer[part]
        if isinstance(value, dict):
            click.echo(f"\n{title}")
            _echo(lines(value))
    if isinstance(problem := answer["problem"], dict):
        click.echo()
        _echo(terminal.problem_lines(problem))


@main.command()
@click.argument("photo_or_tiles", metavar="PHOTO|TILES")
@_RULES
@click.option("--options", default="{}", help="House rules as JSON, e.g. '{\"see_kong_three\": true}'.")
@click.option("--meld", "melds", multiple=True, metavar="KIND:TILE", help="e.g. pong:5m, concealed:1s; repeatable.")
@_JSON
def waits(photo_or_tiles: str, rules: str | None, options: str, melds: tuple[str, ...], *, as_json: bool) -> None:
    """What a hand waits for; an argument that is an existing file is a photo."""
    played = _named(rules or DEFAULT_RULES)
    try:
        told = parse_json(options.encode(), pointer="/options")
        if Path(photo_or_tiles).is_file():
            reading = _eye().read(_load(Path(photo_or_tiles)), None, Context.of(played, told).rules)
            answer = waits_answer(reading, played, told)
            if as_json:
                click.echo(json.dumps(answer, ensure_ascii=False))
            else:
                _echo(terminal.reading_lines(reading))
            if isinstance(problem := answer["problem"], dict):
                if not as_json:
                    _echo(terminal.problem_lines(problem))
                sys.exit(1)
            found = answer["waits"]
            assert isinstance(found, dict)
        elif Path(photo_or_tiles).suffix:
            raise InvalidInput(
                "bad_tile", f"{quoted(photo_or_tiles)} is no file; tiles are written like 123m77s", "/hand"
            )
        else:
            told_melds = [_meld(text) for text in melds]
            found = wire.waits({"rules": played, "options": told, "hand": photo_or_tiles, "melds": told_melds})
            if as_json:
                click.echo(json.dumps(found, ensure_ascii=False))
    except InvalidInput as error:
        _refuse(error, _ARGUMENTS[error.pointer.split("/")[1]])
    if not as_json:
        click.echo("听牌 waits")
        _echo(terminal.waits_lines(found))


_ARGUMENTS = {"hand": "PHOTO|TILES", "melds": "--meld", "rules": "--rules", "options": "--options"}
"""What `waits` was asked with, by the field that it became."""


def _meld(text: str) -> dict[str, str]:
    kind, colon, tile = text.partition(":")
    if not colon:
        raise InvalidInput("bad_meld", f"{quoted(text)} is no meld; write pong:5m", "/melds")
    return {"kind": kind, "tile": tile}


@main.command()
@click.argument("photos", metavar="PHOTO...", nargs=-1, required=True, type=click.Path(path_type=Path))
@_JSON
def read(photos: tuple[Path, ...], *, as_json: bool) -> None:
    """Read photos, - for stdin; one that cannot be read is reported on stderr and the rest goes on."""
    eye = _eye()
    failed = False
    for path in photos:
        try:
            reading = eye.read(load(_source(path)))
        except PhotoError as error:
            failed = True
            click.echo(f"{path}: [{error.code}] {error.detail}", err=True)
            continue
        if as_json:
            click.echo(json.dumps({"file": str(path)} | reading_answer(reading, NO_CONTEXT), ensure_ascii=False))
        else:
            click.echo(f"{path}")
            _echo(terminal.reading_lines(reading))
    sys.exit(1 if failed else 0)


@main.command()
@click.argument("deal", type=click.File("rb"))
@click.option("--rules", help="Of a deal that doesn't say: a rule set's name, or a sheet, TOML or JSON.")
@_JSON
def settle(deal: BinaryIO, *, rules: str | None, as_json: bool) -> None:
    """Settle a deal from a JSON file, - for stdin."""
    try:
        body = parse_json(deal.read())
        if rules is not None and isinstance(body, dict):
            body = _with_rules(body, rules)
        answer = wire.settle(body)
    except InvalidInput as error:
        _refuse(error, getattr(deal, "name", "DEAL"))  # stdin may have none
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False))
    else:
        _echo(terminal.settlement_lines(answer))


def _with_rules(deal: Mapping[str, object], rules: str) -> Mapping[str, object]:
    """The deal under these rules. Raises InvalidInput for a deal that says others."""
    named = _named(rules)
    if deal.get("rules") not in (None, named):
        raise InvalidInput("unknown_rules", f"--rules {rules}, but the deal says {quoted(deal['rules'])}", "/rules")
    return {**deal, "rules": named}


def _facts(text: str | None, rules: str | None) -> object:
    if text is None:
        return {"rules": _named(rules or DEFAULT_RULES)}
    try:
        data = text.encode() if text.lstrip().startswith("{") else Path(text).read_bytes()
        facts = parse_json(data, "bad_facts")
        check_facts(facts)
    except OSError as error:
        _fail(f"--facts {text}: {error.strerror}")
    except InvalidInput as error:
        _refuse(error, f"--facts {quoted(text)}")
    if not isinstance(facts, dict):
        return facts
    played = _named(rules or DEFAULT_RULES)
    if rules is not None and facts.get("rules", played) != played:
        _fail(f"--rules {rules}, but the facts say rules {quoted(facts['rules'])}")
    return {"rules": played} | facts


def _named(rules: str) -> object:
    """What `--rules` says: a name, or what is in the file."""
    try:
        return rules_named(rules)
    except InvalidInput as error:
        _refuse(error, f"--rules {rules}")


def _load(path: Path) -> Photo:
    try:
        return load(_source(path))
    except PhotoError as error:
        _fail(f"{path}: [{error.code}] {error.detail}")


def _source(path: Path) -> Path | bytes:
    """The file, or what comes in on stdin."""
    return sys.stdin.buffer.read(MAX_BYTES + 1) if path == STDIN else path


def _eye() -> Eye:
    try:
        return Eye.load(threads=Settings.from_environment().eye_threads)
    except (ModelError, ValueError) as error:
        _fail(str(error))


def _echo(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


def _refuse(error: InvalidInput, argument: str) -> NoReturn:
    where = f" {error.pointer}:" if error.pointer else ""
    _fail(f"{argument}: [{error.code}]{where} {error.detail}")


def _fail(message: str) -> NoReturn:
    click.echo(f"zhuoji: {message}", err=True)
    sys.exit(1)
