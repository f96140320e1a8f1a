"""The command line's verbs for what was written down: waits, settle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import BinaryIO

import click

from api import terminal
from api.strict_json import parse_json
from api.words_cli import DEFAULT_RULES, JSON, RULES, SET, echo, named, refuse, ruled
from scoring import wire
from scoring.errors import InvalidInput, quoted
from scoring.tiles import SUITS


@click.command()
@click.argument("photo_or_tiles", metavar="PHOTO|TILES")
@RULES
@click.option("--options", default="{}", help="House rules as JSON, e.g. '{\"see_kong_three\": true}'.")
@click.option("--meld", "melds", multiple=True, metavar="KIND:TILE", help="e.g. pong:5m, concealed:1s; repeatable.")
@click.option(
    "--missing", type=click.Choice(tuple(SUITS)), help="定缺: the suit declared to be lacked, where it is played."
)
@SET
@JSON
def waits(
    photo_or_tiles: str, rules: str | None, options: str, melds: tuple[str, ...], missing: str | None, *, as_json: bool
) -> None:
    """What a hand waits for; an argument that is an existing file is a photo."""
    played = named(rules or DEFAULT_RULES)
    try:
        told = parse_json(options.encode(), pointer="/options")
        if Path(photo_or_tiles).is_file():
            from api.photo_cli import waits_of_photo

            found = waits_of_photo(Path(photo_or_tiles), played, told, missing, as_json=as_json)
        elif Path(photo_or_tiles).suffix:
            detail = f"{quoted(photo_or_tiles)} is no file; tiles are written like 123m77s"
            chinese = f"没有{quoted(photo_or_tiles)}这个文件；牌要写成 123m77s 这样"
            raise InvalidInput("bad_tile", detail, "/hand", chinese)
        else:
            told_melds = [_meld(text) for text in melds]
            asked = {"rules": played, "options": told, "hand": photo_or_tiles, "melds": told_melds, "missing": missing}
            found = wire.waits(asked)
            if as_json:
                click.echo(json.dumps(found, ensure_ascii=False))
    except InvalidInput as error:
        refuse(error, _ARGUMENTS[error.pointer.split("/")[1]])
    if not as_json:
        click.echo("听牌 waits")
        echo(terminal.waits_lines(found))


_ARGUMENTS = {"hand": "PHOTO|TILES", "melds": "--meld", "rules": "--rules", "options": "--options"}
"""What `waits` was asked with, by the field that it became."""


def _meld(text: str) -> dict[str, str]:
    kind, colon, tile = text.partition(":")
    if not colon:
        detail, chinese = f"{quoted(text)} is no meld; write pong:5m", f"{quoted(text)}不是碰杠：写成 pong:5m 这样"
        raise InvalidInput("bad_meld", detail, "/melds", chinese)
    return {"kind": kind, "tile": tile}


@click.command()
@click.argument("deal", type=click.File("rb"))
@click.option("--rules", help="Instead of the deal's own: a rule set's name, or a sheet, TOML or JSON.")
@JSON
def settle(deal: BinaryIO, *, rules: str | None, as_json: bool) -> None:
    """Settle a deal from a JSON file, - for stdin."""
    where = getattr(deal, "name", "DEAL")  # stdin may have none
    try:
        body = parse_json(deal.read())
        answer = wire.settle(ruled(body, rules, where) if isinstance(body, dict) else body)
    except InvalidInput as error:
        refuse(error, where)
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False))
    else:
        echo(terminal.settlement_lines(answer))
