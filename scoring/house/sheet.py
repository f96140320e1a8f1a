"""A rule set's name, or a house sheet over one, and options beside it -> Rules (HOUSE 1)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from scoring.errors import InvalidInput, pointer_to, quoted
from scoring.house.checks import fault
from scoring.house.presets import presets
from scoring.house.words import in_words
from scoring.rules import CHOICES, KEYS, SUIT_SETS, TABLES, Rules
from scoring.rulesets import RULE_SETS
from scoring.tiles import TILES, Tile

LONGEST_NAME = 40  # characters
_PRINTED_TOO = "\N{IDEOGRAPHIC SPACE}\N{NO-BREAK SPACE}\N{ZERO WIDTH JOINER}"  # Chinese keyboards and emoji have them
_BLANK = f"{_PRINTED_TOO} "
SHEETS_REMEMBERED = 256
_FIELDS = ("base", "name", "options", "values")
_KINDS = {str(tile): tile for tile in TILES}
_BOOLEANS = frozenset(key for key in KEYS if isinstance(getattr(next(iter(RULE_SETS.values())), key), bool))


def rules_for(rules: object, options: object = None) -> Rules:
    """What the field `rules` says, a name or a sheet, with the options beside it.

    Raises InvalidInput: `unknown_rules`; `unknown_option` for a name that the rule set does not have or a value that is
    no boolean; `unknown_value` and `bad_rules` for what a sheet cannot say.
    """
    if isinstance(rules, Mapping):
        return _remembered(rules, options)
    base = _base(rules, "/rules")
    chosen = _options(base, options, "/options")
    return _with(base, tuple(option for option, on in chosen.items() if on)) if chosen else base


@lru_cache(maxsize=SHEETS_REMEMBERED)
def _with(base: Rules, options: tuple[str, ...]) -> Rules:
    return base.with_options(dict.fromkeys(options, True))


def _remembered(sheet: Mapping[str, object], options: object) -> Rules:
    """The same sheet is sent with every deal of an evening."""
    try:
        text = json.dumps([sheet, options], ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):  # a caller in Python may send anything
        return sheet_rules(sheet, "/rules", options)
    return _parsed(text)


@lru_cache(maxsize=SHEETS_REMEMBERED)
def _parsed(text: str) -> Rules:
    sheet, options = json.loads(text)
    return sheet_rules(sheet, "/rules", options)


def sheet_rules(sheet: Mapping[str, object], at: str = "", beside: object = None) -> Rules:
    """A sheet, which stands at the pointer `at`, and the options beside it -> Rules. Raises InvalidInput."""
    if "base" not in sheet and "rules" in sheet:
        detail = "a sheet has its `base` at the top; here it lies inside `rules`: send what is in there"
        chinese = "`base` 要写在最外面，这里却在 `rules` 里：要的是里面那一层"
        raise InvalidInput("unknown_rules", detail, f"{at}/rules", chinese)
    base = _base(sheet.get("base"), f"{at}/base" if "base" in sheet else at)
    for name in sheet:
        if name not in _FIELDS:
            detail = f"a sheet has {', '.join(_FIELDS)}, and no {quoted(name)}{meant(name, _FIELDS)}"
            chinese = f"一张规矩里只有 {'、'.join(_FIELDS)}，没有{quoted(name)}{meant_zh(name, _FIELDS)}"
            raise InvalidInput("bad_rules", detail, pointer_to(at, name), chinese)
    chosen = {**_options(base, sheet.get("options"), f"{at}/options"), **_options(base, beside, "/options")}
    values = _values(base, sheet.get("values"), f"{at}/values")
    found = base.with_options(chosen).with_values(values, zh=_name(sheet, at) or base.zh)
    if values and (wrong := fault(found, values.keys())) is not None:
        key, detail, chinese = wrong
        pointer = pointer_to(f"{at}/values", key) if key else f"{at}/values"
        raise InvalidInput("bad_rules", detail, pointer, chinese)
    return found


def _base(name: object, pointer: str) -> Rules:
    if isinstance(name, str) and name in RULE_SETS:
        return RULE_SETS[name]
    if name is None:
        detail = f"which rule set? its name is missing; known are {', '.join(RULE_SETS)}"
        raise InvalidInput("unknown_rules", detail, pointer, f"没写是哪种规则，{_names_zh()}")
    preset = next((preset for preset in presets() if preset["id"] == name), None)
    if preset is not None:
        detail = f"{quoted(name)} is a preset: give its sheet, which the list of rules has, instead of its name"
        chinese = f"{quoted(name)}（{preset['name']}）是一种常见打法：要写规则列表里它的那张规矩，不能只写名字"
        raise InvalidInput("unknown_rules", detail, pointer, chinese)
    detail = f"{quoted(name)} is no rule set; known are {', '.join(RULE_SETS)}{meant(name, RULE_SETS)}"
    chinese = f"没有{quoted(name)}这种规则，{_names_zh()}{meant_zh(name, RULE_SETS)}"
    raise InvalidInput("unknown_rules", detail, pointer, chinese)


def _names_zh() -> str:
    return "有的是" + "、".join(f"{name}（{rules.zh}）" for name, rules in RULE_SETS.items())


def meant(name: object, known: Iterable[str]) -> str:
    """`; is … meant?` where a known name is like this one."""
    found = _like(name, known)
    return f"; is {found!r} meant?" if found else ""


def meant_zh(name: object, known: Iterable[str]) -> str:
    """The same in Chinese; a key with its name."""
    found = _like(name, known)
    if found is None:
        return ""
    called = f"（{KEYS[found].zh}）" if found in KEYS else ""
    return f"，是不是{found!r}{called}？"


def _like(name: object, known: Iterable[str]) -> str | None:
    found = get_close_matches(name.lower(), known, 1) if isinstance(name, str) else ()
    return found[0] if found else None


def _name(sheet: Mapping[str, object], at: str) -> str | None:
    """What a table calls its rules; spaces alone are no name."""
    name = sheet.get("name")
    if name is not None and (not isinstance(name, str) or len(name) > LONGEST_NAME or not _is_printable(name)):
        detail = f"a sheet's name is a printable text of at most {LONGEST_NAME} characters, not {quoted(name)}"
        raise InvalidInput(
            "bad_rules", detail, f"{at}/name", f"名字最多{LONGEST_NAME}个字，不能有控制符：{quoted(name)}"
        )
    return name if name and name.strip(_BLANK) else None


def _is_printable(name: str) -> bool:
    return all(char.isprintable() or char in _PRINTED_TOO for char in name)


def _options(base: Rules, options: object, at: str) -> Mapping[str, bool]:
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        detail = f"options must be an object of booleans, not {quoted(options)}"
        chinese = f"options 要一个对象，每一项是 true 或 false，不是{quoted(options)}"
        raise InvalidInput("unknown_option", detail, at, chinese)
    for option, value in options.items():
        pointer = pointer_to(at, str(option))
        if option not in base.options:
            known = ", ".join(base.options) or "none"
            detail = f"{base.name} has no option {quoted(option)}; it has: {known}{meant(option, base.options)}"
            known = "、".join(f"{name}（{one.zh}）" for name, one in base.options.items()) or "没有"
            chinese = f"{base.zh}没有选项{quoted(option)}，有的是：{known}{meant_zh(option, base.options)}"
            raise InvalidInput("unknown_option", detail, pointer, chinese)
        if not isinstance(value, bool):
            detail = f"option {option} is true or false, not {quoted(value)}"
            chinese = f"选项 {option}（{base.options[option].zh}）是 true 或 false，不是{quoted(value)}"
            raise InvalidInput("unknown_option", detail, pointer, chinese)
    return options


def _values(base: Rules, values: object, at: str) -> dict[str, object]:
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        detail = f"values must be an object, not {quoted(values)}"
        raise InvalidInput("bad_rules", detail, at, f"values 要一个对象，不是{quoted(values)}")
    found = {}
    for key, value in values.items():
        pointer = pointer_to(at, str(key))
        if key not in KEYS:
            detail = f"there is no value {quoted(key)} that a sheet may change{meant(key, KEYS)}"
            chinese = f"规矩里没有{quoted(key)}这一项{meant_zh(key, KEYS)}"
            raise InvalidInput("unknown_value", detail, pointer, chinese)
        if is_refused(key, base):
            detail = f"{base.name} has no {key}, so it cannot be {quoted(value)}"
            chinese = f"{base.zh}没有“{KEYS[key].zh}”这一项，不能写成{quoted(value)}"
            raise InvalidInput("bad_rules", detail, pointer, chinese)
        try:
            found[key] = _value(key, value)
        except _WrongValueError as error:
            chinese = f"{KEYS[key].zh}要是{error.zh}，不是{quoted(value)}"
            raise InvalidInput("bad_rules", f"{key} is {error}, not {quoted(value)}", pointer, chinese) from None
    return found


class _WrongValueError(ValueError):
    """Says what is wanted, in English and Chinese."""

    def __init__(self, english: str, zh: str) -> None:
        super().__init__(english)
        self.zh = zh


def is_refused(key: str, base: Rules) -> bool:
    """Is this key refused with that base: it means nothing where points add up, or where they don't (HOUSE 2, `–`)?"""
    return KEYS[key].separate if base.points_add_up else KEYS[key].added_up


def _value(key: str, value: object) -> object:
    """A value of the field's type. Raises _WrongValueError."""
    if key in CHOICES:
        return _one_of(key, CHOICES[key], value)
    if key in _BOOLEANS:
        if not isinstance(value, bool):
            raise _WrongValueError("true or false", "true（是）或false（否）")
        return value
    if key == "players":
        return _players(value)
    if key == "suits":
        return _one_of(key, SUIT_SETS, value)
    if key == "fixed_chickens":
        return _chickens(value, key)
    return _number(value, key)


def _one_of(key: str, words: Any, value: object) -> object:
    found = next((word for word in words if isinstance(value, str) and word == value), None)
    if found is None:
        named = "、".join(f"{word}（{in_words(key, word)[0]}）" for word in words)
        raise _WrongValueError(f"one of {', '.join(words)}", f"{named}里的一个")
    return found


def _number(value: object, key: str) -> int:
    least, most = KEYS[key].least, KEYS[key].most
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _WrongValueError(f"a whole number from {least} to {most}", f"{least}到{most}的整数")
    return value


def _players(value: object) -> tuple[int, ...]:
    told = value if isinstance(value, list | tuple) else ()
    right = all(isinstance(number, int) and not isinstance(number, bool) and number in TABLES for number in told)
    if not told or not right or len(set(told)) < len(told):
        raise _WrongValueError("a list of some of 2, 3, 4, each once", "2、3、4里的几个，一样的只写一次")
    return tuple(sorted(told))


def _chickens(value: object, key: str) -> Mapping[Tile, int]:
    if not isinstance(value, Mapping) or any(kind not in _KINDS for kind in value):
        raise _WrongValueError("an object of kinds like 1s, 8p", '牌和数目，像 {"1s": 1, "8p": 2}')
    try:
        return MappingProxyType({_KINDS[kind]: _number(worth, key) for kind, worth in value.items()})
    except _WrongValueError as error:
        raise _WrongValueError(f"of every kind {error}", f"每种牌{error.zh}") from None
