"""`zhuoji rules`: rule sets and house sheets, shown, compared, checked, and a new one asked for."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import click

from api import terminal
from api.rules_asked import ask_name, ask_values
from api.sheets import KNOWN, rules_named, to_toml
from api.words_cli import echo, fail, refuse
from scoring import wire
from scoring.errors import InvalidInput
from scoring.house import describe
from scoring.house.sheet import rules_for
from scoring.house.words import in_words
from scoring.rules import CHOICES, KEYS, Rules
from scoring.rulesets import RULE_SETS
from scoring.terms import Term

Json = dict[str, Any]
_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group()
def rules() -> None:
    """Rule sets and house sheets: list, show, diff, check, new."""


@rules.command("list")
@_JSON
def list_(*, as_json: bool) -> None:
    """The rule sets, and the named sheets that tables play."""
    told = wire.rules()
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    click.echo("规则 rule sets")
    echo(terminal.table([(one["id"], one["name"], one["source"]) for one in told["rule_sets"]]))
    click.echo("常见打法 presets")
    echo(terminal.table([(one["id"], one["name"], one["sheet"]["base"], one["en"]) for one in told["presets"]]))


@rules.command()
@click.argument("which", metavar="NAME|FILE")
@_JSON
def show(which: str, *, as_json: bool) -> None:
    """Every value of a rule set, a preset or a sheet; `*` marks what a sheet changes."""
    found = _rules(which)
    values = {name: describe.value_of(found, name) for name in KEYS}
    if as_json:
        click.echo(json.dumps({"name": found.zh, "base": found.name, "values": values}, ensure_ascii=False))
        return
    changed = {one["key"] for one in describe.differences(found)}
    click.echo(f"{found.zh} ({found.name})")
    rows = [
        ("*" if name in changed else "", name, _shown(name, values[name]), key.zh, key.en) for name, key in KEYS.items()
    ]
    echo(terminal.table(rows))


@rules.command()
@click.argument("which", metavar="NAME|FILE")
@click.argument("other", metavar="[NAME|FILE]", required=False)
@_JSON
def diff(which: str, other: str | None, *, as_json: bool) -> None:
    """What differs between two; of one sheet, what it changes in its base."""
    one = _rules(which)
    two = RULE_SETS[one.name] if other is None else _rules(other)
    if other is None and one is two and not as_json:
        another = next(name for name in RULE_SETS if name != one.name)
        click.echo(f"{one.zh} ({one.name}) 本身就是一套，没有更早的可比 is a base itself and has none to differ from")
        click.echo(f"  跟别的比 compare it with another: zhuoji rules diff {which} {another}")
        return
    found = describe.differences(one, two)
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False))
        return
    click.echo(f"{one.zh} ({one.name}) – {two.zh} ({two.name})")
    if not found:
        click.echo("  一样 no difference")
        return
    echo(terminal.table(_differing(line, _shown(line["key"], line["base"])) for line in found))


def _differing(line: Json, beside: str) -> tuple[str, ...]:
    """A row of what differs: the value and what stands beside it."""
    return line["key"], _shown(line["key"], line["value"]), beside, line["zh"], line["en"]


@rules.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@_JSON
def check(file: Path, *, as_json: bool) -> None:
    """Is this sheet one that can be played? What it changes, or the place that is wrong."""
    try:
        told = rules_named(str(file))
        answer = wire.check_sheet({"base": told} if isinstance(told, str) else told)
    except InvalidInput as error:
        refuse(error, str(file))
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False))
        return
    click.echo(f"{answer['name']} ({answer['base']}): 能用 can be played")
    rows = [_differing(one, f"原 was {_shown(one['key'], one['base'])}") for one in answer["differences"]]
    echo(terminal.table(rows) if rows else ["  和原来一样 as the base"])


@rules.command()
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), default=Path("our.toml"), show_default=True)
def new(out: Path) -> None:
    """Ask what tables differ in most, and write the sheet."""
    if out.exists() and not click.confirm(f"{out} 已经有了，要覆盖吗？ exists; overwrite?", default=False):
        sys.exit(1)
    start = click.prompt("从哪种打法开始？ Start from", type=click.Choice(KNOWN), default="zhuoji")
    told = rules_named(start)
    sheet: Json = {**told} if isinstance(told, dict) else {"base": start, "values": {}}
    click.echo("  ? 说明每一项 explains each")
    try:
        ask_name(sheet, sheet.get("name", "我们的规矩"))
        ask_values(sheet)
        out.write_text(_toml(sheet), encoding="utf-8")
    except click.Abort:
        _not_saved(sheet)
    except OSError as error:
        click.echo(f"zhuoji: {out}: {error.strerror}", err=True)
        _not_saved(sheet)
    answer = wire.check_sheet(sheet)
    click.echo(f"{out}: {answer['name']} ({answer['base']}), {len(answer['differences'])} 处不同 differences")
    click.echo(f"  这样用 use it: zhuoji settle DEAL.json --rules {out}")


def _toml(sheet: Json) -> str:
    return to_toml(sheet, {key: f"{KEYS[key].zh} {KEYS[key].en}" for key in sheet["values"]})


def _not_saved(sheet: Json) -> NoReturn:
    """What was answered is shown: it can be copied into a file."""
    fail(f"没有存 nothing was saved; 答过的是 this was answered:\n{_toml(sheet)}")


def _shown(key: str, value: Any) -> str:
    """A value as JSON, in both languages; a word as a sheet has it, which is English, and its Chinese name."""
    if value is None:
        return "–"
    words: Mapping[str, Term] = {str(word): word for word in CHOICES.get(key, ())}
    typed = words.get(value) if words else tuple(value) if isinstance(value, list) else value
    chinese, english = in_words(key, typed)
    if isinstance(value, str):
        return f"{value} {chinese}"
    return chinese if chinese == english else f"{chinese} {english}"


def _rules(which: str) -> Rules:
    try:
        return rules_for(rules_named(which))
    except InvalidInput as error:
        refuse(error, which)
