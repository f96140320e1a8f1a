"""What `zhuoji rules new` asks: what tables differ in most, each answer tried before the next question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from scoring import wire
from scoring.choices import CountedDiscards
from scoring.errors import InvalidInput
from scoring.house import describe
from scoring.house.sheet import rules_for
from scoring.rules import SUIT_SETS, Rules
from scoring.tiles import Tile

Json = dict[str, Any]
_EIGHT = str(Tile.P8)
_EIGHT_ASKED = "乌骨鸡（八筒）每只多少（0不玩）？ 8p, each (0: none)?"
QUESTIONS: Mapping[str, str] = {
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
    "discards_count": "打出去的鸡算吗（满堂鸡）？ Do discarded chickens count?",
    "charge": "冲锋鸡一共多少？ The first chicken thrown, in all?",
    "claimed_chicken": "责任鸡多付多少？ Its discarder pays so much more?",
    "chickens_need_ready": "鸡要叫牌才收？ Are only ready players paid for chickens?",
    "kongs_need_ready": "豆要叫牌才收？ … and for kongs?",
    "unready_owes_chickens": "没叫牌的包鸡吗？ What does an unready player owe for chickens?",
    "dan_diao": "单吊多少（0当大对子）？ Single wait on four melds (0: as all triplets)?",
}
"""What tables differ in most; everything else stays as in the base and can be written into the file."""
_YES_NO = {"y": True, "yes": True, "是": True, "开": True, "n": False, "no": False, "否": False, "关": False}
_MOST_DIGITS = 9
_EXPLAIN = ("?", "？")


def ask_name(sheet: Json, usual: str) -> None:
    """What a table calls its rules; blanks are no name."""

    def take(told: str) -> None:
        _try(sheet, {"name": told.strip() or usual})

    _ask("叫什么名字？ Its name", usual, "最多40个字 40 characters at most", take)


def ask_values(sheet: Json) -> None:
    """Puts into the sheet what is answered otherwise than it has it, answer by answer."""
    before = rules_for(sheet)
    types = {one["key"]: one for one in describe.values()}
    for key, question in QUESTIONS.items():
        if types[key]["defaults"][before.name] is not None and not _settled(key, before):
            _ask_value(sheet, key, question, types[key], rules_for(sheet))
    eight = before.fixed_chickens.get(Tile.P8, 0)

    def take_eight(told: str) -> None:
        worth = _number(told)
        if worth != eight:
            kept = {kind: value for kind, value in describe.plain(before.fixed_chickens).items() if kind != _EIGHT}
            _try_values(sheet, {"fixed_chickens": kept | ({_EIGHT: worth} if worth != 0 else {})})

    _ask(_EIGHT_ASKED, str(eight), _meaning(types["fixed_chickens"]), take_eight)


def _settled(key: str, rules: Rules) -> bool:
    """Only one answer can be: a set of two suits lacks one already (HOUSE 3.5)."""
    return key == "missing_suit" and rules.suits != SUIT_SETS[0]


def _ask_value(sheet: Json, key: str, question: str, about: Json, before: Rules) -> None:
    was = describe.plain(getattr(before, key))
    read: Callable[[str], object] = {"int": _number, "bool": _yes_no, "list": _numbers}.get(about["type"], str.strip)

    def take(told: str) -> None:
        answer = read(told)
        if answer == was:
            return
        found = {key: answer}
        if key == "charge" and isinstance(answer, int):
            found["charge_golden"] = max(before.golden, answer * before.golden)
        if key == "claimed_chicken" and isinstance(answer, int):  # a golden one owes no less
            found["claimed_chicken_golden"] = max(before.claimed_chicken_golden, answer)
        if key == "discards_count" and answer == CountedDiscards.NONE:  # there is no 冲锋鸡 then
            found |= {"charge": 1, "charge_golden": before.golden}
        _try_values(sheet, found)

    _ask(question + _choices(about), _written(was), _meaning(about), take)


def _ask(question: str, usual: str, meaning: str, take: Callable[[str], None]) -> None:
    """Asks until the answer can be taken; `?` explains."""
    while True:
        told = click.prompt(question, default=usual)
        if told.strip() in _EXPLAIN:
            click.echo(f"  {meaning}")
            continue
        try:
            return take(told)
        except InvalidInput as error:
            click.echo(f"  !! {error.chinese} / {error.detail}")


def _try_values(sheet: Json, values: Json) -> None:
    _try(sheet, {"values": {**sheet["values"], **values}})


def _try(sheet: Json, change: Json) -> None:
    """Changes the sheet, if it can be played so. Raises InvalidInput."""
    wire.check_sheet({**sheet, **change})
    sheet.update(change)


def _choices(about: Json) -> str:
    if about["type"] != "word":
        return ""
    words = " ".join(f"{word}={zh}" for word, zh in zip(about["words"], about["words_zh"], strict=True))
    return f"\n  {words}\n "


def _meaning(about: Json) -> str:
    return f"{about['example_zh']} {about['example_en']}"


def _written(value: Any) -> str:
    """As somebody would answer it."""
    if isinstance(value, bool):
        return "y" if value else "n"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _yes_no(told: str) -> object:
    return _YES_NO.get(told.strip().lower(), told)


def _number(told: str) -> object:
    """A number; what is none stays as it is, for the sheet to refuse."""
    digits = told.strip()
    return int(digits) if digits.isdecimal() and len(digits) <= _MOST_DIGITS else told


def _numbers(told: str) -> object:
    return [_number(part) for part in told.replace("、", ",").replace("，", ",").split(",")]
