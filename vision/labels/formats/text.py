"""Label files as other people's tools write them -> text, JSON, XML: any usual encoding, bounded sizes."""

from __future__ import annotations

import codecs
import json
import math
import re
import stat
from pathlib import Path
from typing import NoReturn
from xml.etree.ElementTree import Element, ParseError, fromstring

from vision.labels.sheet import LabelError

MAX_BYTES = 2**30
"""Of one label file; 100,000 photos in one COCO file have about 0.4 GiB."""
_SOME = 1 << 16
"""Bytes that tell an encoding."""
LONGEST_NUMBER = 300  # digits; longer ones are no pixels, and Python refuses to read them after 4300

_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
         (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))  # fmt: skip
_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "gb18030": "gb18030", "cp936": "gb18030", "big5": "big5hkscs",
          "cp950": "big5hkscs", "big5hkscs": "big5hkscs", "shift_jis": "cp932", "cp932": "cp932",
          "euc_jp": "euc_jp", "euc_kr": "cp949", "cp949": "cp949"}  # fmt: skip
"""Codecs that hold what files of that name have in them: what is called gb2312 is often GBK."""
_PLAIN = re.compile(r"utf-?(8|16|32).*|ascii|latin.*|iso8859.*|cp125\d|koi8.*")
_DECLARED = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z][\w.:-]*)[\"']")


def bad(path: Path, what: str) -> NoReturn:
    """Raise LabelError."""
    raise LabelError(f"{path}: {what}")


def data_of(path: Path) -> bytes:
    """A label file's bytes. Raises LabelError for what is no regular file or too large."""
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            bad(path, "is no file that labels can be read from")
        if about.st_size > MAX_BYTES:
            bad(path, f"has {about.st_size} bytes; a label file has at most {MAX_BYTES}")
        return path.read_bytes()
    except OSError as error:
        bad(path, f"cannot be read: {error.strerror}")


def text_of(path: Path) -> str:
    """A label file's text. Raises LabelError."""
    data = data_of(path)
    declared = found[1].decode("ascii") if (found := _DECLARED.match(data.lstrip()[:200])) else ""
    for codec in (_by_mark(data), _codec(declared), "utf-8", "gb18030"):
        if codec:
            try:
                return data.decode(codec).removeprefix("\ufeff")
            except UnicodeError:
                continue
    bad(path, f"is text in no encoding that is known{declared and f', {declared!r} neither'}")


def _by_mark(data: bytes) -> str:
    """The encoding that a file's first bytes tell; without a mark, UTF-16's zeros tell it: no text has any, and of what
    label files hold every other byte is one.
    """
    if marked := next((codec for mark, codec in _BOMS if data.startswith(mark)), ""):
        return marked
    first, second = (data[start:_SOME:2].count(0) for start in (0, 1))
    return "" if not first + second else "utf-16-le" if second > first else "utf-16-be"


def _codec(declared: str) -> str:
    """The codec for a declared encoding; "" for unknown ones and those that are no text's (zip, idna, escapes)."""
    try:
        name = codecs.lookup(declared).name.replace("-", "_") if declared else ""
    except (LookupError, ValueError):
        return ""
    if name in _WIDER:
        return _WIDER[name]
    return name if _PLAIN.fullmatch(name.replace("_", "-")) or _PLAIN.fullmatch(name) else ""


def _written(path: Path) -> str:
    """A label file's text. Raises LabelError where there is none."""
    text = text_of(path)
    if not text.strip():
        bad(path, "is empty")
    return text


def json_of(path: Path) -> object:
    """A label file's JSON value; numbers too long for any pixel are infinite. Raises LabelError."""
    try:
        value: object = json.loads(
            _written(path), parse_int=lambda text: int(text) if len(text) <= LONGEST_NUMBER else math.inf
        )
    except LabelError:
        raise
    except (ValueError, RecursionError) as error:
        bad(path, f"is no JSON: {error}")
    return value


def xml_of(path: Path) -> Element:
    """A label file's XML root. Raises LabelError, also for a document type, which no label file needs and which
    could make a small file fill the memory.
    """
    text = _written(path)
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        bad(path, "has a document type")
    try:
        return fromstring(text.lstrip())  # as text: expat itself knows no Chinese encoding
    except ParseError as error:
        bad(path, f"is no XML: {error}")
