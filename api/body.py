"""Request bodies, read under limits and never written to a disk: raw JSON, and forms with a photo."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus

from starlette.requests import Request

from api.parts import Parts, unprocessable
from api.problems import Problem, too_large
from api.settings import MIB, Settings
from api.strict_json import MOST_TOLD, MOST_VALUES, parse_json
from scoring.errors import InvalidInput

LARGE = 4 * 1024
"""Bytes of JSON beyond which nothing is made of it where all requests arrive; a deal has 1 KiB."""
TOLD = ("facts", "options", "rules", "seats")
JSON_FIELDS = (*TOLD, "corrections", "set")


class Buffer:
    """How much of bodies the process holds at present; the bound on memory whatever the number of clients."""

    def __init__(self, limit: int) -> None:
        self._free = limit

    @contextmanager
    def share(self) -> Iterator[Share]:
        """One request's share, given back at the end."""
        share = Share(self)
        try:
            yield share
        finally:
            self._free += share.held
            share.held = 0


class Share:
    """What one request holds of the buffer."""

    def __init__(self, buffer: Buffer) -> None:
        self._buffer = buffer
        self.held = 0

    def take(self, size: int) -> None:
        """Raises Problem (503 `busy`) where the process holds too much already."""
        if size > self._buffer._free:
            raise busy("too much is being uploaded at the moment", 1)
        self._buffer._free -= size
        self.held += size


def busy(detail: str, retry_after: int) -> Problem:
    """503 with Retry-After, seconds."""
    headers = {"Retry-After": str(retry_after)}
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, "busy", f"{detail}; try again in {retry_after} s", "", headers)


async def chunks(request: Request, limit: int, share: Share, deadline: float) -> AsyncIterator[bytes]:
    """The body's pieces. Raises Problem: 413 past `limit` bytes, declared or counted; 408 past `deadline` seconds; 503.

    Raises starlette's ClientDisconnect where the client leaves.
    """
    declared = request.headers.get("content-length")
    if declared is not None and int(declared) > limit:
        raise too_large(f"a body of {declared} bytes is larger than {limit}")
    stream = request.stream()
    end = asyncio.get_running_loop().time() + deadline
    while True:
        try:
            async with asyncio.timeout_at(end):  # never around a yield: it would outlive a consumer that raises
                chunk = await anext(stream, None)
        except TimeoutError:
            detail = f"the body did not arrive within {deadline:g} s"
            raise Problem(HTTPStatus.REQUEST_TIMEOUT, "too_slow", detail) from None
        if chunk is None:
            return
        if share.held + len(chunk) > limit:
            raise too_large(f"the body is larger than {limit} bytes")
        share.take(len(chunk))
        yield chunk


async def read_body(request: Request, settings: Settings, share: Share) -> bytes:
    """The body of a route that takes JSON. Raises Problem as `chunks`."""
    body = bytearray()
    async for chunk in chunks(request, settings.json_bytes, share, settings.body_deadline):
        body += chunk
    return bytes(body)


@dataclass(frozen=True, slots=True)
class Form:
    """A form's fields as bytes; the photo is `photo`, or, where several are taken, `photos` has each with the name
    of its file.
    """

    fields: dict[str, bytes]
    photos: tuple[tuple[str, bytes], ...] = ()
    _parsed: dict[str, object] = field(default_factory=dict, compare=False, repr=False)

    def text(self, name: str) -> str | None:
        """A field as text, None where it is absent or empty. Raises Problem (`bad_form`) for other than UTF-8."""
        try:
            return self.fields.get(name, b"").decode().strip() or None
        except UnicodeDecodeError as error:
            byte = f"{error.object[error.start]:#04x} at {error.start}"
            raise Problem(422, "bad_form", f"the field {name} is not UTF-8: byte {byte}", name) from None

    def json(self, name: str, code: str) -> object | None:
        """A field as JSON, None where it is absent or empty. Raises InvalidInput (`code`, the field's name).

        Parsed once, however often it is asked for: half a megabyte takes as long as a small photo.
        """
        if name not in self._parsed:
            self._parse(name)
        if isinstance(found := self._parsed[name], InvalidInput):
            raise found.as_code(code)
        return found

    def _parse(self, name: str) -> None:
        data = self.fields.get(name, b"")
        try:
            most = MOST_TOLD if name in TOLD else MOST_VALUES
            self._parsed[name] = parse_json(data, pointer=name, most=most) if data.strip() else None
        except InvalidInput as error:
            self._parsed[name] = error

    async def parse_large(self) -> None:
        """Parse what would hold up everybody else where it is asked for: in a thread."""
        for name, data in self.fields.items():
            if name in JSON_FIELDS and len(data) > LARGE:
                await asyncio.to_thread(self._parse, name)


async def read_form(request: Request, settings: Settings, share: Share, *, several: bool = False) -> Form:
    """A `multipart/form-data` body, kept in memory; `several`: there may be more than one photo. Raises Problem as
    `chunks`, 413 for a part too many or too large, 422 `bad_form` for a broken form and `photo_missing` for another
    content type.
    """
    collector = _Collector(settings, several=several)
    parser = collector.parser(request)
    limit = settings.photo_bytes + settings.field_bytes + MIB // 4
    async for chunk in chunks(request, limit, share, settings.body_deadline):
        parser.write(chunk)
    parser.finish()
    photos = tuple((name, bytes(data)) for name, data in collector.photos)
    form = Form({name: bytes(data) for name, data in collector.fields.items()}, photos)
    await form.parse_large()
    return form


class _Collector(Parts):
    """Keeps a form's parts in memory."""

    def __init__(self, settings: Settings, *, several: bool) -> None:
        super().__init__(settings.parts)
        self.fields: dict[str, bytearray] = {}
        self.photos: list[tuple[str, bytearray]] = []
        self._settings = settings
        self._several = several
        self._field = bytearray()
        self._name = ""

    def begin(self, name: str, file: str) -> None:
        self._name = name
        if name in self.fields:
            raise unprocessable("bad_form", f"the field {name[:100]!r} is there twice", name)
        self._field = bytearray()
        if self._several and name == "photo":
            self.photos.append((file, self._field))
        else:
            self.fields[name] = self._field

    def piece(self, data: bytes) -> None:
        limit = self._settings.photo_bytes if self._name == "photo" else self._settings.field_bytes
        if len(self._field) + len(data) > limit:
            raise too_large(f"the field {self._name[:100]!r} is larger than {limit} bytes", self._name[:100])
        self._field += data
