"""A real process on a real port: start, hostile sockets, clients that leave, and how it ends."""

from __future__ import annotations

import gc
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx2
import pytest

from api import serve
from api.settings import Settings
from tests.api.stubs import picture

SERVE = [sys.executable, "-c", "from api.cli import main; main()", "serve", "--port", "0"]
STUB = """
from functools import partial
from api import cli, service
from tests.api.stubs import Slow
service.eye_of = lambda settings: partial(Slow, {seconds})
cli.main(["serve", "--port", "0"])
"""
ROOT = Path(__file__).parent.parent.parent


class Process:
    """A running service, its address, and its log."""

    def __init__(
        self,
        command: list[str],
        environment: dict[str, str],
        log: Path,
        folder: Path = ROOT,
        verify: ssl.SSLContext | bool = True,
    ) -> None:
        self.log = log
        with log.open("w") as errors:
            self.popen = subprocess.Popen(
                command,
                cwd=folder,
                env=os.environ | environment,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self.popen.stdout
        line = self.popen.stdout.readline()
        found = re.search(r"https?://127\.0\.0\.1:(\d+)", line)
        assert found, (line, log.read_text())
        self.url, self.port = found[0], int(found[1])
        for _ in range(400):
            with suppress(httpx2.TransportError):
                if httpx2.get(self.url + "/readyz", verify=verify).status_code == 200:
                    return
            time.sleep(0.025)
        raise AssertionError(f"not ready within 10 s: {log.read_text()}")

    def end(self) -> None:
        """At once."""
        assert self.popen.stdout
        self.popen.stdout.close()
        self.popen.kill()
        self.popen.wait()

    def connect(self, start: bytes) -> socket.socket:
        """A raw connection with its first bytes sent."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        connection.sendall(start)
        return connection

    def metric(self, name: str) -> float:
        text = httpx2.get(self.url + "/metrics").text
        found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
        return float(found[1]) if found else 0.0

    def memory(self) -> int:
        """Resident bytes."""
        return int(Path(f"/proc/{self.popen.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def serving(log: Path, seconds: float | None = None, **environment: object) -> Iterator[Process]:
    """The service with the real eye, or with a stub that takes `seconds` for a photo."""
    command = SERVE if seconds is None else [sys.executable, "-c", STUB.format(seconds=seconds)]
    process = Process(command, {f"ZHUOJI_{name.upper()}": str(value) for name, value in environment.items()}, log)
    try:
        yield process
    finally:
        process.end()


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("server") / "log", seconds=0.0, body_deadline=2, photo_bytes=1_000_000) as one:
        yield one


def head(path: str, *lines: str) -> bytes:
    return "\r\n".join((f"POST {path} HTTP/1.1", "Host: localhost", *lines, "", "")).encode()


def answer_of(connection: socket.socket) -> tuple[int, dict[str, object]]:
    """Status and JSON of what comes back, until the server closes or all of it is there."""
    data = b""
    while True:
        with suppress(ConnectionResetError):
            if more := connection.recv(65536):
                data += more
                top, found, body = data.partition(b"\r\n\r\n")
                length = re.search(rb"content-length: (\d+)", top)
                if not (found and length and len(body) >= int(length[1])):
                    continue
                return int(top.split()[1]), json.loads(body)
        raise AssertionError(f"closed after {data!r}")


FORM = "Content-Type: multipart/form-data; boundary=b"
PART = b'--b\r\nContent-Disposition: form-data; name="photo"\r\n\r\n'


def test_a_declared_length_is_refused_before_a_byte_of_it(process: Process) -> None:
    for path, kind in (("/v1/photos/read", FORM), ("/v1/settle", "Content-Type: application/json")):
        with process.connect(head(path, kind, "Content-Length: 99999999")) as connection:
            status, problem = answer_of(connection)
        assert (status, problem["code"]) == (413, "too_large")


def test_an_endless_chunked_body_is_refused_while_it_comes(process: Process) -> None:
    before = process.memory()
    with process.connect(head("/v1/photos/read", FORM, "Transfer-Encoding: chunked")) as connection:
        connection.sendall(b"%x\r\n%s\r\n" % (len(PART), PART))
        chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
        sent = 0
        with suppress(ConnectionError, TimeoutError):
            for _ in range(16 * 40):  # forty times what is taken
                connection.sendall(chunk)
                sent += 65536
        status, problem = answer_of(connection)
    assert (status, problem["code"]) == (413, "too_large")
    assert process.memory() - before < 20_000_000


def test_endless_headers_of_a_part_are_refused_while_they_come(process: Process) -> None:
    with process.connect(head("/v1/photos/read", FORM, "Transfer-Encoding: chunked")) as connection:
        connection.sendall(b"5\r\n--b\r\n\r\n")
        for i in range(2000):
            line = b"X-%d: y\r\n" % i
            with suppress(ConnectionError):
                connection.sendall(b"%x\r\n%s\r\n" % (len(line), line))
        status, problem = answer_of(connection)
    assert (status, problem["code"]) == (422, "bad_form")


def test_a_body_that_never_comes_is_given_up(process: Process) -> None:
    with process.connect(head("/v1/photos/read", FORM, "Content-Length: 1000")) as connection:
        status, problem = answer_of(connection)
    assert (status, problem["code"]) == (408, "too_slow")


def test_a_client_that_sends_too_much_still_sees_the_answer(process: Process) -> None:
    """An ordinary client sends first and reads then; a reset would hide the 413 from it."""
    for _ in range(5):
        answer = httpx2.post(process.url + "/v1/photos/read", files={"photo": b"x" * 20_000_000})
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_broken_request_does_no_harm(process: Process) -> None:
    for start in (
        b"\0" * 100,
        b"GET\r\n\r\n",
        b"POST / HTTP/9.9\r\n\r\n",
        head("/", "Content-Length: x"),
        b"A" * 100_000,
    ):
        with suppress(ConnectionError), process.connect(start) as connection:
            assert connection.recv(1000).startswith((b"HTTP/1.1 400", b""))
    assert httpx2.get(process.url + "/healthz").status_code == 200


def test_who_leaves_while_waiting_is_never_read(tmp_path: Path) -> None:
    with serving(tmp_path / "log", seconds=1.0, queue_places=8) as slow:
        body = PART + picture() + b"\r\n--b--\r\n"
        request = head("/v1/photos/read", FORM, f"Content-Length: {len(body)}") + body
        connections = [slow.connect(request) for _ in range(6)]
        until(lambda: slow.metric("zhuoji_queue_length") == 6)
        for connection in connections[1:]:
            connection.close()
        until(lambda: slow.metric("zhuoji_queue_length") == 1)
        assert answer_of(connections[0])[0] == 200
        connections[0].close()
        assert slow.metric("zhuoji_abandoned_total") == 5
        assert slow.metric('zhuoji_readings_total{ok="true"}') == 1


def until(condition: object) -> None:
    assert callable(condition)
    for _ in range(200):
        if condition():
            return
        time.sleep(0.025)
    raise AssertionError("did not happen within 5 s")


def test_sigterm_drains_answers_what_is_in_flight_and_ends_well(tmp_path: Path) -> None:
    with serving(tmp_path / "log", seconds=1.5, drain=0.7) as slow:
        answers: list[int] = []

        def ask() -> None:
            answers.append(
                httpx2.post(slow.url + "/v1/photos/read", files={"photo": picture()}, timeout=20).status_code
            )

        asking = threading.Thread(target=ask)
        asking.start()
        until(lambda: slow.metric("zhuoji_queue_length") == 1)
        slow.popen.send_signal(signal.SIGTERM)
        until(lambda: httpx2.get(slow.url + "/readyz").status_code == 503)
        assert httpx2.get(slow.url + "/healthz").status_code == 200
        asking.join(10)
        assert answers == [200]
        assert slow.popen.wait(10) == 0
        with pytest.raises(httpx2.ConnectError):
            httpx2.get(slow.url + "/readyz")


def test_the_log_is_json_lines_and_nothing_else(tmp_path: Path) -> None:
    with serving(tmp_path / "log", seconds=0.0, drain=0) as one:
        httpx2.get(one.url + "/v1/rules")
        httpx2.post(one.url + "/v1/settle", content=b"{")
        one.popen.send_signal(signal.SIGTERM)
        assert one.popen.wait(10) == 0
        lines = [json.loads(line) for line in one.log.read_text().splitlines()]
    answered = [line for line in lines if line["message"] == "answered" and line["route"].startswith("/v1")]
    assert [(line["route"], line["status"]) for line in answered] == [("/v1/rules", "200"), ("/v1/settle", "422")]
    assert answered[1]["code"] == "bad_json"
    assert all(line["request_id"] for line in answered)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("ZHUOJI_QUEUE_PLACES", "-1"),
        ("ZHUOJI_DEADLINE", "soon"),
        ("ZHUOJI_PARTS", "1.5"),
        ("ZHUOJI_DEADLINES", "is no setting"),
        ("ZHUOJI_RATE", "often"),
        ("ZHUOJI_KEYS", "ann:1234"),
    ],
)
def test_a_wrong_setting_ends_the_start_loudly(variable: str, value: str) -> None:
    done = subprocess.run(
        SERVE,
        cwd=ROOT,
        check=False,
        env=os.environ | {variable: value},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert variable in done.stderr
    assert value in done.stderr


@pytest.mark.parametrize(("name", "damage"), [("detector.onnx", b"junk"), ("reader.onnx", None), ("piled.onnx", b"")])
def test_a_damaged_or_missing_model_ends_the_start_loudly(tmp_path: Path, name: str, damage: bytes | None) -> None:
    for file in ("detector.onnx", "reader.onnx", "piled.onnx"):
        (tmp_path / file).write_bytes((ROOT / "models" / file).read_bytes())
    if damage is None:
        (tmp_path / name).unlink()
    else:
        (tmp_path / name).write_bytes(damage)
    code = "import pathlib, sys; from functools import partial; from api import cli, service\n"
    code += "from vision.read.eye import Eye; load = partial(Eye.load, 2, pathlib.Path(sys.argv.pop(1)))\n"
    code += "service.eye_of = lambda settings: load\ncli.main()"
    command = [sys.executable, "-c", code, str(tmp_path), "serve", "--port", "0"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert name in done.stderr
    assert "Traceback" not in done.stderr
    assert "http://" not in done.stdout


def test_a_port_that_is_taken_ends_the_start_loudly() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        command = [*SERVE[:-1], str(taken.getsockname()[1])]
        done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "in use" in done.stderr


def test_what_was_loaded_is_not_looked_through_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The garbage collector once took 65 ms for it now and then, in which nobody was answered."""
    kept: list[int] = []
    monkeypatch.setattr(serve, "create_app", lambda **_: None)
    monkeypatch.setattr(serve, "to_stderr", lambda: None)
    monkeypatch.setattr(serve.Server, "run", lambda *_, **__: kept.append(gc.get_freeze_count()))
    with serve.bind("127.0.0.1", 0) as listening:
        serve.run(listening, Settings())
    gc.unfreeze()
    assert kept[0] > 10_000
