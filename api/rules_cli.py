"""`zhuoji rules`: rule sets and house sheets, shown, compared, checked, and a new one asked for."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from api import terminal
from api.sheets import KNOWN, rules_named, to_toml
from api.words_cli import echo, refuse
from scoring import wire
from scoring.errors import InvalidInput
from scoring.house import describe
from scoring.house.sheet import rules_for
from scoring.house.words import in_words
from scoring.rules import CHOICES, KEYS, Rules
from scoring.rulesets import RULE_SETS
from scoring.terms import Term
from scoring.tiles import Tile

Json = dict[str, Any]
_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_EIGHT = str(Tile.P8)
_EIGHT_ASKED = "乌骨鸡（八筒）每只多少（0不玩）？ 8p, each (0: none)?"
_QUESTIONS: Mapping[str, str] = {
    "players": "几个人打？ How many players?",
    "missing_suit": "胡牌要缺一门吗？ Must a winner lack a suit?",
    "dealer_paid": "有庄（连庄）吗？ Is the dealer's bonus played?",
    "self_draw": "自摸每家加多少？ What does a self-draw add?",
    "self_draw_plain": "平胡自摸另加多少（一扣二就是1）？ And a plain one besides?",
    "kong_concealed": "闷豆每家多少？ A concealed kong, from each?",
    "kong_added": "爬坡豆每家多少？ A kong added to a pong, from each?",
    "kong_exposed": "点豆多少？ A kong from a discard?",
    "turned_previous": "上下鸡（前一张也是鸡）？ Is the tile before the turned one a chicken too?",
    "turned_self": "本鸡（翻出的那张也是鸡）？ Is the turned tile one itself?",
    "week_chickens": "星期鸡每只多少（0不玩）？ Chickens of the day, each (0: none)?",
    "charge": "冲锋鸡一共多少？ The first chicken thrown, in all?",
    "claimed_chicken": "责任鸡多付多少？ Its discarder pays so much more?",
    "chickens_need_ready": "鸡要叫牌才收？ Are only ready players paid for chickens?",
    "kongs_need_ready": "豆要叫牌才收？ … and for kongs?",
    "unready_owes_chickens": "没叫牌的包鸡吗？ What does an unready player owe for chickens?",
    "dan_diao": "单吊多少（0当大对子）？ Single wait on four melds (0: as all triplets)?",
}
"""What tables differ in most; everything else stays as in the base and can be written into the file."""


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
    begun: Json = told if isinstance(told, dict) else {"base": start, "values": {}}
    usual = begun.get("name", "我们的规矩")
    name = click.prompt("叫什么名字？ Its name", default=usual).strip() or usual
    before = rules_for(begun)
    values = {**begun["values"], **_asked(before)}
    sheet = {**begun, "name": name, "values": values}
    try:
        answer = wire.check_sheet(sheet)
    except InvalidInput as error:
        refuse(error, str(out))
    comments = {key: f"{KEYS[key].zh} {KEYS[key].en}" for key in values}
    try:
        out.write_text(to_toml(sheet, comments), encoding="utf-8")
    except OSError as error:
        click.echo(f"zhuoji: {out}: {error.strerror}", err=True)
        sys.exit(1)
    click.echo(f"{out}: {name} ({answer['base']}), {len(answer['differences'])} 处不同 differences")
    click.echo(f"  这样用 use it: zhuoji settle DEAL.json --rules {out}")


def _asked(before: Rules) -> Json:
    """What was answered otherwise than the rules have it."""
    types = {one["key"]: one for one in describe.values()}
    found: Json = {}
    for key, question in _QUESTIONS.items():
        if types[key]["defaults"][before.name] is not None:
            was = describe.plain(getattr(before, key))
            answer = _ask(question, types[key], was)
            if answer != was:
                found[key] = answer
    eight = before.fixed_chickens.get(Tile.P8, 0)
    worth = click.prompt(_EIGHT_ASKED, type=click.IntRange(0, 10), default=eight)
    if worth != eight:
        kept = {kind: value for kind, value in describe.plain(before.fixed_chickens).items() if kind != _EIGHT}
        found["fixed_chickens"] = kept | ({_EIGHT: worth} if worth else {})
    if "charge" in found:
        found["charge_golden"] = max(before.golden, found["charge"] * before.golden)
    return found


def _ask(question: str, about: Json, was: Any) -> object:
    if about["type"] == "bool":
        return click.confirm(question, default=was)
    if about["type"] == "word":
        words = " ".join(f"{word}={zh}" for word, zh in zip(about["words"], about["words_zh"], strict=True))
        return click.prompt(f"{question}\n  {words}\n ", type=click.Choice(about["words"]), default=was)
    if about["type"] == "list":
        told = click.prompt(question, default=",".join(map(str, was)))
        return [int(part) if part.strip().isdecimal() else part.strip() for part in told.split(",")]
    return click.prompt(question, type=click.IntRange(about["min"], about["max"]), default=was)


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
