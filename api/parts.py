"""A form's parts as they come in: their names, the names of their files, their pieces."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.requests import Request

from api.problems import UNPROCESSABLE_CONTENT, Problem, too_large

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks

PART_HEADERS = 8
PART_HEADER_BYTES = 2048


def unprocessable(code: str, detail: str, pointer: str = "") -> Problem:
    """422: a form that cannot be taken. `pointer`: its field."""
    return Problem(UNPROCESSABLE_CONTENT, code, detail, pointer)


class Parts:
    """Takes a form's parts as the parser finds them; whoever inherits says what becomes of them. `most`: parts."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._parts = 0
        self._ended = False
        self._header = b""
        self._value = b""
        self._disposition = b""

    def begin(self, name: str, file: str) -> None:
        """A part begins: the name of its field, and of its file, "" for none. May raise Problem."""
        raise NotImplementedError

    def piece(self, data: bytes) -> None:
        """More of this part. May raise Problem."""
        raise NotImplementedError

    def end(self) -> None:
        """This part is whole."""

    def parser(self, request: Request) -> Parser:
        """What is told the body. Raises Problem: 422 `photo_missing` for another content type, `bad_form`."""
        kind, options = parse_options_header(request.headers.get("content-type", ""))
        boundary = options.get(b"boundary")
        if kind != b"multipart/form-data":
            name = kind.decode("latin-1")[:100]
            raise unprocessable("photo_missing", f"send the photo as multipart/form-data, not {name!r}", "photo")
        if not boundary:
            raise unprocessable("bad_form", "the content type multipart/form-data names no boundary")
        return Parser(self, boundary)

    def callbacks(self) -> MultipartCallbacks:
        """As the parser calls them."""
        return {
            "on_part_begin": self._on_part_begin,
            "on_part_data": lambda data, start, end: self.piece(data[start:end]),
            "on_part_end": self.end,
            "on_header_field": self._on_header_field,
            "on_header_value": self._on_header_value,
            "on_header_end": self._on_header_end,
            "on_headers_finished": self._on_headers_finished,
            "on_end": self._on_end,
        }

    def _on_part_begin(self) -> None:
        self._parts += 1
        if self._parts > self._most:
            raise too_large(f"the form has more than {self._most} parts")
        self._disposition = b""

    def _on_header_field(self, data: bytes, start: int, end: int) -> None:
        self._header += data[start:end]

    def _on_header_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _on_header_end(self) -> None:
        if self._header.lower() == b"content-disposition":
            self._disposition = self._value
        self._header = self._value = b""

    def _on_headers_finished(self) -> None:
        _, options = parse_options_header(self._disposition)
        if b"name" not in options:
            raise unprocessable("bad_form", f"part {self._parts} of the form has no name")
        self.begin(
            options[b"name"].decode(errors="replace"), options.get(b"filename", b"").decode(errors="replace")
        )  # fmt: skip

    def _on_end(self) -> None:
        self._ended = True

    @property
    def whole(self) -> bool:
        """The form's last boundary has come."""
        return self._ended


class Parser:
    """Told a form's body piece by piece. Raises Problem: 422 `bad_form` for a broken one, and what the parts raise."""

    def __init__(self, parts: Parts, boundary: bytes) -> None:
        self._parts = parts
        with _readable():
            self._parser = MultipartParser(
                boundary, parts.callbacks(), max_header_count=PART_HEADERS, max_header_size=PART_HEADER_BYTES
            )

    def write(self, piece: bytes) -> None:
        """More of the body."""
        with _readable():
            self._parser.write(piece)

    def finish(self) -> None:
        """The body has ended."""
        with _readable():
            self._parser.finalize()
        if not self._parts.whole:
            raise unprocessable("bad_form", "the form is cut off: its last boundary is missing")


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except FormParserError as error:
        raise unprocessable("bad_form", f"the form cannot be read: {error}") from None
