"""Sockets that say nothing, half of something, or take no answer; and how a service ends whatever they do."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from asyncio.sslproto import SSLProtocol
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx2
import pytest
from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState

from api.connections import HEADER_SECONDS, READ_BYTES, Bounds, Listening, Phase, watched
from tests.api.stubs import picture
from tests.api.test_server import FORM, PART, STUB, Process, head, serving

PEOPLE = 1200


@pytest.fixture
def listening() -> Iterator[Listening]:
    with Listening(socket.AF_INET) as one:
        one.bind(("127.0.0.1", 0))
        one.listen(64)
        one.settimeout(1)
        yield one


def connect(listening: Listening) -> socket.socket:
    return socket.create_connection(listening.getsockname(), timeout=5)


def ended(client: socket.socket) -> bool:
    client.settimeout(0.2)
    try:
        return client.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_who_is_silent_longest_makes_room(listening: Listening) -> None:
    listening.bounds = Bounds(in_all=3, each=3)
    clients = [connect(listening) for _ in range(3)]
    taken = [listening.accept()[0] for _ in clients]
    taken[0].mark(Phase.ANSWERED)
    taken[1].mark(Phase.ANSWERED)
    taken[1].mark(Phase.SILENT)  # has just been answered
    clients.append(connect(listening))
    taken.append(listening.accept()[0])
    assert [ended(client) for client in clients] == [False, False, True, False]
    file = taken[0].fileno()
    for one in (*taken, *clients):
        one.close()
    assert listening.of_file(file) is None


def test_where_all_are_busy_the_new_one_is_turned_away(listening: Listening) -> None:
    listening.bounds = Bounds(in_all=1, each=1)
    with connect(listening) as first:
        taken, _ = listening.accept()
        taken.mark(Phase.ANSWERED)
        with connect(listening) as second:
            with pytest.raises(TimeoutError):
                listening.accept()
            assert ended(second)
            assert not ended(first)
        taken.close()


def test_who_sends_no_more_of_a_body_makes_room_and_who_still_sends_stays(listening: Listening) -> None:
    listening.bounds = Bounds(in_all=3, each=3)
    clients = [connect(listening) for _ in range(3)]
    taken = [listening.accept()[0] for _ in clients]
    for one in taken:
        one.mark(Phase.SENDING)
    taken[0].mark(Phase.SENDING)  # another piece
    listening.cut_silent(time.monotonic() + 2 * HEADER_SECONDS)  # the body's own deadline is for those who stall
    clients.append(connect(listening))
    taken.append(listening.accept()[0])
    assert [ended(client) for client in clients] == [False, True, False, False]
    for end in (*taken, *clients):
        end.close()


def test_one_address_has_its_share_and_the_exempt_have_more(listening: Listening) -> None:
    with ExitStack() as stack:
        listening.bounds = Bounds(in_all=10, each=2)
        clients = [stack.enter_context(connect(listening)) for _ in range(3)]
        taken = [listening.accept()[0] for _ in clients]
        assert [ended(client) for client in clients] == [True, False, False]
        listening.bounds = Bounds(in_all=10, each=2, exempt=("127.0.0.1",))
        clients += [stack.enter_context(connect(listening)) for _ in range(3)]
        taken += [listening.accept()[0] for _ in range(3)]
        assert [ended(client) for client in clients[1:]] == [False] * 5
        for one in taken:
            one.close()


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A service that may open 1024 files, as containers and shells often allow."""
    log = tmp_path_factory.mktemp("narrow") / "log"
    command = ["bash", "-c", 'ulimit -n 1024; exec "$@"', "-", sys.executable, "-c", STUB.format(seconds=0.0)]
    process = Process(command, {}, log)
    yield process
    process.end()


def test_twelve_hundred_silent_sockets_keep_nobody_out(narrow: Process) -> None:
    """They once used up the process's files: nobody was answered any more, and 80 MB of log were written."""
    with ExitStack() as stack:
        for number in range(PEOPLE):
            with suppress(OSError):
                client = socket.create_connection(("127.0.0.1", narrow.port), timeout=5)
                stack.callback(client.close)
                client.sendall(b"GET / HTTP/1.1\r\nHost: local" if number % 2 else b"")
        end, answered = time.monotonic() + 15, False
        while not answered and time.monotonic() < end:
            with suppress(httpx2.TransportError):
                answered = httpx2.get(narrow.url + "/healthz", timeout=2).status_code == 200
        assert answered
        time.sleep(HEADER_SECONDS + 2)
        begin = time.monotonic()
        assert httpx2.get(narrow.url + "/healthz", timeout=2).status_code == 200
        assert time.monotonic() - begin < 2
    assert narrow.log.stat().st_size < 50_000


def test_twelve_hundred_stalled_uploads_keep_nobody_out(narrow: Process) -> None:
    """Whoever had sent a header was once never cut: a thousand half bodies kept all others out for a minute."""
    with ExitStack() as stack:
        for _ in range(PEOPLE):
            with suppress(OSError):
                client = stack.enter_context(socket.create_connection(("127.0.0.1", narrow.port), timeout=5))
                client.sendall(head("/v1/photos/read", FORM, "Content-Length: 1000000") + PART)
        end, answered = time.monotonic() + 15, 0
        while answered < 3 and time.monotonic() < end:
            with suppress(httpx2.TransportError):
                answered += httpx2.get(narrow.url + "/healthz", timeout=2).status_code == 200
        assert answered == 3


def test_half_a_header_is_given_up(narrow: Process) -> None:
    with narrow.connect(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ") as client:
        begin = time.monotonic()
        with suppress(OSError):
            for _ in range(60):  # a byte now and then keeps nothing alive
                client.sendall(b"x")
                time.sleep(0.25)
                client.settimeout(0.01)
                with suppress(TimeoutError):
                    if client.recv(1000) == b"":
                        break
        assert time.monotonic() - begin < HEADER_SECONDS + 4


async def nobody(scope: Scope, receive: Receive, send: Send) -> None:
    """An app that is asked for nothing."""


def test_one_client_s_bytes_are_taken_in_turn_with_those_of_others(
    listening: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """400,000 chunks of one byte once had 40,000 of them read in one go, 0.6 s long; also where they are encrypted."""
    monkeypatch.setattr(SSLProtocol, "max_size", SSLProtocol.max_size)
    sizes: list[int] = []
    protocol = watched(listening)

    async def serve_one() -> None:
        loop = asyncio.get_running_loop()
        config = Config(nobody, lifespan="off")
        state = ServerState()
        monkeypatch.setattr(protocol, "data_received", lambda _, data: sizes.append(len(data)))
        made = protocol(config, state, {})
        server = await loop.create_server(lambda: made, "127.0.0.1", 0)
        _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(b"x" * (1 << 20))
        while sum(sizes) < 1 << 20:
            await asyncio.sleep(0.01)
        writer.close()
        made.transport.abort()
        server.close()
        await writer.wait_closed()

    asyncio.run(asyncio.wait_for(serve_one(), 30))
    assert max(sizes) <= READ_BYTES
    assert SSLProtocol.max_size == READ_BYTES


@pytest.mark.parametrize(
    "sent", [b"\x16\x03\x01\x02\x00", b"GET /v1/rules HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nA : b\r\n\r\n"]
)
def test_what_is_no_http_is_refused_as_all_else_is(narrow: Process, sent: bytes) -> None:
    with narrow.connect(sent + b"\r\n\r\n") as client:
        told = b""
        while more := client.recv(10_000):
            told += more
    top, _, body = told.partition(b"\r\n\r\n")
    assert top.startswith(b"HTTP/1.1 400 ")
    assert b"application/problem+json" in top
    assert json.loads(body)["code"] == "bad_request"


def test_who_offers_another_protocol_is_answered_in_this_one_and_no_line_of_the_log(narrow: Process) -> None:
    asked = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    assert httpx2.get(narrow.url + "/healthz", headers=asked).status_code == 200
    assert "WebSocket" not in narrow.log.read_text()


def test_a_slow_body_is_no_silence(narrow: Process) -> None:
    body = PART + picture() + b"\r\n--b--\r\n"
    with narrow.connect(head("/v1/photos/read", FORM, f"Content-Length: {len(body)}")) as client:
        for at in range(0, len(body), len(body) // 5):
            time.sleep(HEADER_SECONDS / 4)
            client.sendall(body[at : at + len(body) // 5])
        client.settimeout(20)
        assert client.recv(100).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("what", ["a stalled upload", "an answer not taken", "a long photo", "half a header"])
def test_sigterm_ends_within_ten_seconds_whatever_clients_do(tmp_path: Path, what: str) -> None:
    """A stalled upload once held it up for 70 s; containers are killed after ten."""
    body = PART + picture() + b"\r\n--b--\r\n"
    whole = head("/v1/photos/read", FORM, f"Content-Length: {len(body)}") + body
    starts = {
        "a stalled upload": head("/v1/photos/read", FORM, "Content-Length: 100000") + b"--b\r\n",
        "an answer not taken": b"GET /v1/rules HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200,
        "a long photo": whole,
        "half a header": b"GET / HTTP",
    }
    with serving(tmp_path / "log", seconds=60.0 if "photo" in what else 0.0) as one, ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(one.connect(starts[what]))
        time.sleep(0.5)
        begin = time.monotonic()
        one.popen.send_signal(signal.SIGTERM)
        one.popen.wait(20)
        assert time.monotonic() - begin < 10


def certificate(folder: Path) -> tuple[Path, Path]:
    cert, key = folder / "cert.pem", folder / "key.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    made += ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", str(key), "-out", str(cert)]
    try:
        subprocess.run(made, check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("openssl is not installed")
    return cert, key


def test_https_by_a_certificate_and_its_key(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    command = [
        sys.executable,
        "-c",
        STUB.format(seconds=0.0).replace('"0"]', f'"0", "--cert", "{cert}", "--key", "{key}"]'),
    ]
    trusted = ssl.create_default_context(cafile=str(cert))
    one = Process(command, {}, tmp_path / "log", verify=trusted)
    try:
        assert one.url.startswith("https://")
        assert httpx2.get(one.url + "/healthz", verify=trusted).status_code == 200
        with pytest.raises(httpx2.TransportError):
            httpx2.get(one.url.replace("https", "http") + "/healthz")
        with socket.create_connection(("127.0.0.1", one.port), timeout=30) as silent:  # not even a handshake
            begin = time.monotonic()
            assert silent.recv(100) == b""
            assert time.monotonic() - begin < HEADER_SECONDS + 4
    finally:
        one.end()


def test_behind_a_prefix_that_a_proxy_cuts_off(tmp_path: Path) -> None:
    command = [sys.executable, "-c", STUB.format(seconds=0.0).replace('"0"]', '"0", "--root-path", "/mahjong"]')]
    one = Process(command, {}, tmp_path / "log")
    try:
        page = httpx2.get(one.url + "/").text
        first = re.search(r'"(page/[0-9a-f]{16}/icon.svg)"', page)
        assert first, "relative to wherever the page is shown"
        assert httpx2.get(f"{one.url}/{first[1]}").status_code == 200
        assert httpx2.get(one.url + "/v1/rules").status_code == 200
        assert httpx2.get(one.url + "/openapi.json").json()["servers"] == [{"url": "/mahjong"}]
    finally:
        one.end()


def test_slow_photos_do_not_slow_the_rest(tmp_path: Path) -> None:
    with serving(tmp_path / "log", seconds=1.0) as one:
        asking = [
            threading.Thread(
                target=httpx2.post,
                args=(one.url + "/v1/photos/read",),
                kwargs={"files": {"photo": picture()}, "timeout": 30},
            )
            for _ in range(4)
        ]
        for thread in asking:
            thread.start()
        times = []
        for _ in range(20):
            begin = time.monotonic()
            assert httpx2.get(one.url + "/healthz").status_code == 200
            times.append(time.monotonic() - begin)
        assert sorted(times)[10] < 0.5
        for thread in asking:
            thread.join()
