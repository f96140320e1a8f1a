"""Connections before they are requests: how many there may be, and how long one may say nothing.

uvicorn answers whatever connects and waits for ever for the rest of a header. A thousand sockets with half a header
then use up a process's files, and every further `accept` fails.
"""

from __future__ import annotations

import asyncio
import json
import socket
import time
from asyncio.sslproto import SSLProtocol
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from api.clients import network_of
from api.logs import log
from api.problems import MEDIA_TYPE, Problem, to_json

SWEEP_SECONDS = 1.0
HEADER_SECONDS = 10.0
"""Until a connection's next whole header has come, its handshake and an idle wait between two requests included."""
ANSWER_SECONDS = 60.0
"""For a client to take an answer that is ready."""
READ_BYTES = 16 * 1024
"""Taken from one connection at a time, so that the others have their turn: chunks of one byte cost 14 µs each."""
FILES_BESIDE = 128
"""Files that a process needs beside its connections: models, pipes, the log, the page's files."""
LEAVING = 64
"""Connections that may be cut before the first of them is closed; `FILES_BESIDE` has room for them."""


def raise_file_limit() -> int:
    """As many files as the system lets this process open; the new limit, or a great number where there is none."""
    try:
        import resource
    except ImportError:  # no Unix
        return 1 << 20
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1 << 20 if soft == resource.RLIM_INFINITY else soft


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most connections in all, and of one client; those of `exempt` (proxies, this machine) are not counted by
    client, since they speak for many.
    """

    in_all: int
    each: int
    exempt: Collection[str] = ()


class Phase(Enum):
    """What a connection is about."""

    SILENT = "a header is awaited"
    SENDING = "a body is on its way"
    ANSWERED = "a whole request is being answered"


class Connection(socket.socket):
    """One that was accepted. `since`: when its phase began, or its client last sent a piece of a body."""

    since: float
    phase: Phase
    client: str
    on_close: Callable[[Connection], None]

    def close(self) -> None:
        """It counts no more."""
        self.on_close(self)
        super().close()

    def cut(self) -> None:
        """Ends it; its owner sees the end and closes it."""
        with suppress(OSError):
            self.shutdown(socket.SHUT_RDWR)

    def mark(self, phase: Phase) -> None:
        """Something has come or gone; a header that comes in pieces is silence until it is whole."""
        if phase is not self.phase or phase is Phase.SENDING:
            self.phase, self.since = phase, time.monotonic()


class Listening(socket.socket):
    """A listening socket that keeps its bounds.

    Where they are reached, who has been silent longest makes room, be it in the middle of a body; where all are being
    answered the new one is turned away. `turned_away` counts both.
    """

    def __init__(self, family: int) -> None:
        # asyncio turns Nagle's delay (40 ms an answer) off only where the protocol is named
        super().__init__(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self.bounds = Bounds(1 << 20, 1 << 20)
        self.turned_away = 0
        self._by_file: dict[int, Connection] = {}
        self._leaving: set[Connection] = set()  # cut, but their files are still open

    def of_file(self, file: int) -> Connection | None:
        """The open connection with this file number."""
        return self._by_file.get(file)

    def accept(self) -> tuple[Connection, Any]:
        """As a socket's, of those that are not turned away."""
        while True:
            if len(self._leaving) >= LEAVING:
                raise BlockingIOError  # asked again once their files are closed
            plain, address = super().accept()
            client = network_of(address[0])
            if self._room(client):
                break
            plain.close()
            self.turned_away += 1
        one = Connection(plain.family, plain.type, plain.proto, plain.detach())
        one.since, one.phase, one.client, one.on_close = time.monotonic(), Phase.SILENT, client, self._forget
        self._by_file[one.fileno()] = one
        return one, address

    def _forget(self, one: Connection) -> None:
        self._leaving.discard(one)
        if self._by_file.get(one.fileno()) is one:
            del self._by_file[one.fileno()]

    def _room(self, client: str) -> bool:
        if client not in self.bounds.exempt:
            theirs = [one for one in self._by_file.values() if one.client == client]
            if len(theirs) >= self.bounds.each:
                return self._cut_longest(theirs)
        return len(self._by_file) < self.bounds.in_all or self._cut_longest(self._by_file.values())

    def _cut_longest(self, among: Iterable[Connection]) -> bool:
        waiting = (one for one in among if one.phase is not Phase.ANSWERED)
        silent = min(waiting, key=lambda one: one.since, default=None)
        if silent is None:
            return False
        self._forget(silent)
        self._leaving.add(silent)
        silent.cut()
        self.turned_away += 1
        return True

    def cut_silent(self, now: float) -> None:
        """Ends those that have said nothing for `HEADER_SECONDS`."""
        for one in tuple(self._by_file.values()):
            if one.phase is Phase.SILENT and now - one.since > HEADER_SECONDS:
                one.cut()
                self.turned_away += 1


class Watched(H11Protocol):
    """uvicorn's protocol, that says what a connection is about; `listening` is set by `watched`."""

    listening: Listening
    _one: Connection | None = None
    _stuck_since: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection, or an encrypted one after its handshake."""
        super().connection_made(transport)
        transport.max_size = READ_BYTES  # type: ignore[attr-defined]  # 256 KiB by default; unused where encrypted
        with suppress(AttributeError, OSError):
            self._one = self.listening.of_file(transport.get_extra_info("socket").fileno())

    def data_received(self, data: bytes) -> None:
        """Part of a request."""
        super().data_received(data)
        self._mark()

    def on_response_complete(self) -> None:
        """An answer is out, or as far as the client has taken it."""
        super().on_response_complete()
        self._mark()

    def _mark(self) -> None:
        if self._one is not None:
            self._one.mark(self._phase())

    def _phase(self) -> Phase:
        if self.cycle is None or self.cycle.response_complete:
            return Phase.SILENT
        return Phase.SENDING if self.conn.their_state is h11.SEND_BODY else Phase.ANSWERED

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP is refused with a problem object, as all else is."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):  # an answer has begun
            self.transport.close()
            return
        problem = json.dumps(to_json(Problem(400, "bad_request", msg))).encode()
        headers = [("content-type", MEDIA_TYPE), ("content-length", str(len(problem))), ("connection", "close")]
        top = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
        for event in (top, h11.Data(data=problem), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        """Nothing to warn of: anybody may offer another protocol, and is answered in this one."""

    def pause_writing(self) -> None:
        """The client takes its answer slowly."""
        super().pause_writing()
        self._stuck_since = time.monotonic()

    def resume_writing(self) -> None:
        """It takes it."""
        super().resume_writing()
        self._stuck_since = None

    def cut_stuck(self, now: float) -> None:
        """Ends it where an answer has not moved for `ANSWER_SECONDS`."""
        if self._stuck_since is not None and now - self._stuck_since > ANSWER_SECONDS:
            self.transport.abort()


def watched(listening: Listening) -> type[Watched]:
    """The protocol for connections of this socket."""
    SSLProtocol.max_size = READ_BYTES  # an encrypted connection has no setting of its own
    return type("WatchedHere", (Watched,), {"listening": listening})


async def sweep(listening: Listening, protocols: Collection[Any]) -> None:
    """Until it is cancelled: cuts who says nothing and who takes nothing; a flood of them is one line of the log."""
    told = 0
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        now = time.monotonic()
        listening.cut_silent(now)
        for protocol in tuple(protocols):
            protocol.cut_stuck(now)
        if (more := listening.turned_away - told) > 0:
            told = listening.turned_away
            log.info("connections were cut or turned away", extra={"fields": {"connections": more}})
