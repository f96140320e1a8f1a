"""House sheets as files: TOML or JSON in, TOML out, and what the command line takes for a rule set."""

from __future__ import annotations

import codecs
import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from api.strict_json import parse_json, wrong_zh
from scoring.errors import InvalidInput, quoted
from scoring.house.presets import presets
from scoring.house.sheet import meant, meant_zh
from scoring.rulesets import RULE_SETS

SUFFIXES = (".toml", ".json")
_PRESETS = {preset["id"]: preset for preset in presets()}
KNOWN = (*RULE_SETS, *_PRESETS)
"""What a rule set may be called: the five, and the presets, which are sent as the sheets that they are."""
_CALLED = {rules.zh: name for name, rules in RULE_SETS.items()} | {
    preset["name"]: name for name, preset in _PRESETS.items()
}
_AT = re.compile(r"(.*) \(at line (\d+), column (\d+)\)", re.DOTALL)
MOST_BYTES = 256 * 1024  # of a sheet's file, as of one that is sent


def rules_named(text: str) -> object:
    """A rule set's or preset's name, in Chinese too, or a file -> what the field `rules` takes.

    Raises InvalidInput: `bad_rules` for a file that cannot be read; `unknown_rules`, as more names are known here than
    to the engine.
    """
    text = _CALLED.get(text, text)
    if text in _PRESETS:
        return _PRESETS[text]["sheet"]
    path = Path(text)
    if path.suffix.lower() in SUFFIXES or path.is_file():
        return read_sheet(path)
    if text not in RULE_SETS:
        detail = f"{quoted(text)} is no rule set, preset or file; known are {', '.join(KNOWN)}{meant(text, KNOWN)}"
        chinese = f"没有{quoted(text)}这种规则、打法或文件{meant_zh(text, KNOWN)}"
        raise InvalidInput("unknown_rules", detail, "/rules", chinese)
    return text


def read_sheet(path: Path) -> object:
    """A TOML or JSON file -> what it holds. Raises InvalidInput (`bad_rules`)."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        why = "没有这个文件" if isinstance(error, FileNotFoundError) else f"读不了（{error.strerror}）"
        raise _refused(f"{path} cannot be read: {error.strerror}", f"{path} {why}") from None
    if len(data) > MOST_BYTES:
        size = path.stat().st_size
        raise _refused(
            f"{path} has {size} bytes, a sheet {MOST_BYTES} at most", f"{path} 有{size}字节，最多{MOST_BYTES}"
        )
    text = _text(data)
    if text is None:
        raise _refused(f"{path} is in another encoding: save it as UTF-8", f"{path} 是别的编码：请用 UTF-8 编码另存")
    if path.suffix.lower() == ".json":
        return parse_json(text.encode(), "bad_rules")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise _refused(f"{path} is nested too deeply", f"{path} 套得太深") from None
    except ValueError as error:  # also a number of more digits than int() takes
        raise _refused(*_no_toml(path, text, error)) from None


def _no_toml(path: Path, text: str, error: ValueError) -> tuple[str, str]:
    """What is wrong with a TOML file, in English and Chinese, with its line."""
    place = _AT.fullmatch(str(error))
    if place is None:
        chinese = f"写到末尾还没写完（{error}）" if "end of document" in str(error) else str(error)
        return f"{path} is no TOML: {error}", f"{path} 不是 TOML：{chinese}"
    message, line, column = place[1], int(place[2]), int(place[3])
    there = quoted(text.splitlines()[line - 1].strip())
    return f"{path} is no TOML: {error}: {there}", f"{path} 不是 TOML：{wrong_zh(line, column, message)}：{there}"


def _refused(detail: str, chinese: str) -> InvalidInput:
    return InvalidInput("bad_rules", detail, "", chinese)


def _text(data: bytes) -> str | None:
    """UTF-8; what Windows editors write besides, where it is sure: UTF-16 by its mark, GBK where every letter is one of
    the 6,763 common ones, which other encodings' bytes are not. None: it is something else.
    """
    encoding = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    for known in (encoding, "gb2312"):
        try:
            return data.decode(known)
        except UnicodeDecodeError:
            continue
    return None


def to_toml(sheet: Mapping[str, object], comments: Mapping[str, str]) -> str:
    """A sheet -> TOML, every value with what it is called beside it."""
    tables = {name: value for name, value in sheet.items() if isinstance(value, Mapping)}
    lines = [f"{name} = {_written(value)}" for name, value in sheet.items() if name not in tables]
    for name, table in tables.items():
        lines += ["", f"[{name}]"]
        lines += [
            f"{key} = {_written(value)}" + (f"  # {comments[key]}" if key in comments else "")
            for key, value in table.items()
        ]
    return "\n".join(lines) + "\n"


def _written(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_written(item)}" for key, item in value.items()) + " }" if value else "{}"
    return json.dumps(value, ensure_ascii=False)


def title(rules: object) -> str:
    """What rules are called where they are shown: a name, or a sheet's name and base."""
    if not isinstance(rules, Mapping):
        return str(rules)
    base = rules.get("base")
    known = RULE_SETS[base].zh if isinstance(base, str) and base in RULE_SETS else quoted(base)
    return f"{rules.get('name') or known} ({base if isinstance(base, str) else quoted(base)})"
