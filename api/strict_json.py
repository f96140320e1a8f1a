"""JSON from outside, from a body or a file: stricter than the standard library, and bounded."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator

from scoring.errors import InvalidInput, quoted

DEEPEST = 32  # a deal is five deep; deeper nesting is an attack on whoever walks it
MOST_VALUES = 20_000
"""A reading of 300 tiles has 8,000."""
MOST_TOLD = 2_000
"""Values in what a person tells: of a deal, of rules. A deal in which all is told, tile by tile, has 400."""
LONGEST_NUMBER = 300  # digits; what a double can hold, and far below what makes int() slow


def parse_json(data: bytes, code: str = "bad_json", pointer: str = "", most: int = MOST_VALUES) -> object:
    """UTF-8 JSON (RFC 8259) -> value; stricter than `json`: no NaN, no key twice, no half a surrogate pair, and `most`
    values in all.

    Raises InvalidInput (`code`, `pointer`) with a sentence that names what is wrong.
    """
    try:
        value = _read_json(data, most)
    except _NoJsonError as error:
        english, chinese = error.args
        detail = f"this is no JSON that can be read: {english}"
        raise InvalidInput(code, detail, pointer, f"这不是能读的 JSON：{chinese}") from None
    return value


class _NoJsonError(Exception):
    """What is wrong with it, in English and Chinese."""

    def __init__(self, english: str, chinese: str) -> None:
        super().__init__(english, chinese)


def _read_json(data: bytes, most: int) -> object:
    try:
        text = data.decode("utf-8-sig")
        value: object = json.loads(
            text, parse_int=_integer, parse_float=_fraction, parse_constant=_constant, object_pairs_hook=_once
        )
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        byte = f"{error.object[error.start]:#04x}"
        raise _NoJsonError(
            f"byte {byte} at {error.start} is not UTF-8", f"第{error.start}个字节{byte}不是 UTF-8"
        ) from None
    except UnicodeEncodeError:
        raise _NoJsonError("it has one half of a surrogate pair", "有半个代理对") from None
    except json.JSONDecodeError as error:
        line, column = error.lineno, error.colno
        raise _NoJsonError(f"{error.msg} at line {line}, column {column}", wrong_zh(line, column, error.msg)) from None
    except RecursionError:
        raise _NoJsonError("it is nested too deep", "套得太深") from None
    level, values = [value], 1
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
        values += len(level)
        if values > most:
            raise _NoJsonError(f"it has more than {most:,} values", f"里面多过{most:,}项")
        if not level:
            return value
    raise _NoJsonError(f"it is nested deeper than {DEEPEST}", f"套了不止{DEEPEST}层")


def wrong_zh(line: int, column: int, message: str) -> str:
    """Where a text is wrong, in Chinese; with what the standard library's parser names there, which says so in
    English.
    """
    expected = re.match(r"Expect(?:ed|ing) ('[^']+')", message)
    why = f"，该是{expected[1]}" if expected else f"（{message}）" if "'" in message else ""
    return f"第{line}行第{column}个字起写错了{why}"


def _integer(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise _NoJsonError(f"a number of {len(text)} digits", f"有一个数长{len(text)}位")
    return int(text)


def _fraction(text: str) -> float:
    if len(text) > LONGEST_NUMBER or not math.isfinite(value := float(text)):
        raise _NoJsonError(f"the number {text[:20]}… is too large", f"{text[:20]}…这个数太大")
    return value


def _constant(text: str) -> object:
    raise _NoJsonError(f"{text} is no JSON number", f"{text} 不是 JSON 的数")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _NoJsonError(f"the key {quoted(key)} stands there twice", f"{quoted(key)}写了两次")
        found[key] = value
    return found


def _inside(value: object) -> Iterator[object]:
    match value:
        case dict():
            yield from value.values()
        case list():
            yield from value
