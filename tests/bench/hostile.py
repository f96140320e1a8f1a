"""What hostile clients do to the real service, and what the others see of it meanwhile. All on loopback, bounded.
What befalls its child processes is in `tests.bench.chaos`.

    python -m tests.bench.hostile                 # everything, about five minutes
    python -m tests.bench.hostile keys crowd      # some of it

Times depend on the machine and on what else it does: each line has the same figure without the attack beside it.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2

from tests.api.test_server import Process, serving
from tests.bench.pictures import SAMPLE, crowd, cut_off, encoded, flat
from vision.eye.thresholds import MOST_TILES

PATIENCE = 60
FORMATS = ("PNG", "JPEG", "WEBP", "AVIF", "HEIF")


class Client:
    """One address, as a proxy tells it."""

    def __init__(self, process: Process, number: int) -> None:
        self._http = httpx2.Client(base_url=process.url, timeout=PATIENCE)
        self._from = {"x-forwarded-for": f"10.0.0.{number}"}

    def photo(self, data: bytes, **fields: str) -> tuple[int, float]:
        begin = time.perf_counter()
        answer = self._http.post("/v1/photos/read", files={"photo": data}, data=fields, headers=self._from)
        return answer.status_code, time.perf_counter() - begin

    def json(self, path: str, body: bytes) -> tuple[int, float]:
        begin = time.perf_counter()
        answer = self._http.post(path, content=body, headers=self._from | {"content-type": "text/plain"})
        return answer.status_code, time.perf_counter() - begin


@contextlib.contextmanager
def probing(process: Process) -> Iterator[list[float]]:
    """Seconds of `/healthz`, asked again and again meanwhile."""
    times: list[float] = []
    over = threading.Event()

    def probe() -> None:
        with httpx2.Client(base_url=process.url, timeout=PATIENCE) as http:
            while not over.wait(0.02):
                begin = time.perf_counter()
                http.get("/healthz")
                times.append(time.perf_counter() - begin)

    thread = threading.Thread(target=probe)
    thread.start()
    try:
        yield times
    finally:
        over.set()
        thread.join()


def slowest(times: list[float]) -> str:
    ordered = sorted(times) or [0.0]
    return f"/healthz p50 {1000 * statistics.median(ordered):.0f} ms, slowest {1000 * ordered[-1]:.0f} ms"


def children(process: Process) -> list[tuple[int, int]]:
    """(bytes resident, pid) of every process that comes from the service."""
    parents: dict[int, int] = {}
    held: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                pid = int(folder.name)
                parents[pid] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                held[pid] = int((folder / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    ours = {process.popen.pid}
    for _ in range(3):  # the one that children are forked from, and they
        ours |= {pid for pid, parent in parents.items() if parent in ours}
    return sorted((held[pid], pid) for pid in ours - {process.popen.pid} if pid in held)


def memory(process: Process) -> float:
    """Resident megabytes of the service and its children; what they share is counted in each."""
    return (process.memory() + sum(held for held, _ in children(process))) / 1e6


def keys(process: Process) -> None:
    body = b'{"rules":"zhuoji",' + b",".join(b'"%d":1' % k for k in range(23_000)) + b',"0":1}'
    with probing(process) as idle:
        time.sleep(1)
    with probing(process) as times:
        status, seconds = Client(process, 1).json("/v1/waits", body)
    print(f"keys: {len(body)} bytes, a key twice: {status} after {seconds:.2f} s; {slowest(times)}")
    print(f"keys: nothing: {slowest(idle)}")


def facts(process: Process) -> None:
    body = b'{"rules":"zhuoji",' + b",".join(b'"%d":1' % k for k in range(48_000)) + b',"0":1}'
    plain = Client(process, 1).photo(SAMPLE.read_bytes())
    with probing(process) as times:
        status, seconds = Client(process, 1).photo(SAMPLE.read_bytes(), facts=body.decode())
    print(f"facts: {len(body)} bytes: {status} after {seconds:.2f} s, without {plain[1]:.2f} s; {slowest(times)}")


def refused(process: Process) -> None:
    for kind in FORMATS:
        data = cut_off(kind, 3000)
        client = Client(process, 1)
        statuses = {client.photo(data)[0] for _ in range(30)}
        before = memory(process)
        for _ in range(470):
            statuses.add(client.photo(data)[0])
        print(f"refused: 500 × {kind} cut off, {len(data)} bytes: {statuses}; {before:.0f} -> {memory(process):.0f} MB")


def pixels(process: Process) -> None:
    for kind, side in (("WEBP", 7900), ("AVIF", 7900), ("PNG", 8000)):
        data = encoded(flat(side), kind)
        peak = [memory(process)]
        over = threading.Event()

        def watch(peak: list[float] = peak, over: threading.Event = over) -> None:
            while not over.wait(0.02):
                peak.append(memory(process))

        thread = threading.Thread(target=watch)
        thread.start()
        with probing(process) as times:
            found = Client(process, 1).photo(data)
        over.set()
        thread.join()
        time.sleep(0.5)
        words = f"{peak[0]:.0f} MB before, {max(peak):.0f} at most, {memory(process):.0f} after"
        print(
            f"pixels: {side}² {kind}, {len(data)} bytes: {found[0]} after {found[1]:.1f} s; {words}; {slowest(times)}"
        )


def crowds(process: Process) -> None:
    honest, heavy = SAMPLE.read_bytes(), crowd()
    client = Client(process, 9)
    client.photo(honest)
    plain = [client.photo(honest)[1] for _ in range(6)]
    alone = client.photo(heavy)
    over = threading.Event()
    asked: list[int] = []

    def attack(number: int) -> None:
        attacker = Client(process, number)
        while not over.is_set():
            asked.append(attacker.photo(heavy)[0])

    attackers = [threading.Thread(target=attack, args=(number,)) for number in (1, 2) for _ in range(6)]
    for thread in attackers:
        thread.start()
    time.sleep(2)
    with probing(process) as times:
        found = [client.photo(honest) for _ in range(20)]
    over.set()
    for thread in attackers:
        thread.join()
    answered = [seconds for status, seconds in found if status == 200]
    usual, seen = statistics.median(plain), {status: asked.count(status) for status in set(asked)}
    ratio = alone[1] / usual
    print(f"crowd: {len(heavy)} bytes, 2,760 tiles: {alone[0]} after {alone[1]:.1f} s, {ratio:.1f} honest photos")
    print(f"crowd: beside two such clients, six requests each: {len(answered)} of {len(found)} honest photos answered")
    print(f"crowd: p50 {statistics.median(answered or [0]):.1f} s, alone {usual:.1f} s; {slowest(times)}")
    print(f"crowd: what the two saw: {seen}")


def melds(process: Process) -> None:
    tile = {"tile": "1m", "box": [0, 0, 10, 10], "confidence": 0.9}
    tiles = [{**tile, "group": number} for number in range(MOST_TILES)]
    groups = [{"role": "meld", "tiles": [number]} for number in range(MOST_TILES)]
    body = json.dumps(
        {"reading": {"width": 64, "height": 48, "tiles": tiles, "groups": groups}, "corrections": []}
    ).encode()
    with probing(process) as times:
        status, seconds = Client(process, 1).json("/v1/readings", body)
    print(f"melds: {MOST_TILES} of one tile, {len(body)} bytes: {status} after {seconds:.2f} s; {slowest(times)}")


def sockets(process: Process) -> None:
    held = []
    for _ in range(1200):
        with contextlib.suppress(OSError):
            one = socket.create_connection(("127.0.0.1", process.port), timeout=5)
            one.sendall(b"GET / HTTP/1.1\r\nHost: local")
            held.append(one)
    begin = time.perf_counter()
    answer = httpx2.get(process.url + "/healthz", timeout=PATIENCE)
    seconds = time.perf_counter() - begin
    size = process.log.stat().st_size
    print(f"sockets: 1,200 with half a header: /healthz {answer.status_code} after {seconds:.2f} s; log {size} bytes")
    for one in held:
        one.close()


def uploads(process: Process) -> None:
    """Bodies that stop after their first piece, from this machine, whose addresses have no share."""
    begun = b"POST /v1/waits HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n{"
    with contextlib.ExitStack() as stack:
        for _ in range(1200):
            with contextlib.suppress(OSError):
                one = stack.enter_context(socket.create_connection(("127.0.0.1", process.port), timeout=5))
                one.sendall(begun)
        begin, tries, status = time.perf_counter(), 0, 0
        while status != 200 and tries < 100:
            tries += 1
            with contextlib.suppress(httpx2.TransportError):
                status = httpx2.get(process.url + "/healthz", timeout=PATIENCE).status_code
        seconds = time.perf_counter() - begin
    print(f"uploads: 1,200 stalled: /healthz {status} after {seconds:.2f} s, at try {tries}")


def chunks(process: Process) -> None:
    body = b"POST /v1/waits HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    with probing(process) as times, socket.create_connection(("127.0.0.1", process.port), timeout=PATIENCE) as one:
        begin = time.perf_counter()
        with contextlib.suppress(OSError):
            one.sendall(body + b"1\r\n \r\n" * 250_000 + b"0\r\n\r\n")
            one.recv(100)
        seconds = time.perf_counter() - begin
    print(f"chunks: 250,000 of one byte: answered after {seconds:.1f} s; {slowest(times)}")


def told(process: Process) -> None:
    """Long bodies that were answered in the thread that serves all requests."""
    bodies = {
        "60,000 players": ("/v1/settle", b'{"rules":"zhuoji","dealer":0,"players":[' + b"{}," * 60_000 + b"{}]}"),
        "a hand of 260,000": ("/v1/waits", b'{"rules":"zhuoji","hand":"' + b"1" * 260_000 + b's"}'),
        "20,000 unknown keys": ("/v1/waits", b"{" + b",".join(b'"k%d":1' % k for k in range(20_000)) + b"}"),
    }
    for name, (path, body) in bodies.items():
        with probing(process) as times:
            found = [Client(process, 1).json(path, body) for _ in range(3)]
        print(f"told: {name}, {len(body)} bytes: {found[-1][0]} after {found[-1][1]:.2f} s; {slowest(times)}")


ATTACKS: dict[str, Callable[[Process], None]] = {
    "keys": keys, "facts": facts, "melds": melds, "pixels": pixels, "crowd": crowds,
    "sockets": sockets, "uploads": uploads, "chunks": chunks, "told": told, "refused": refused,
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], help="all of them if none is named")
    named = parser.parse_args().attacks or list(ATTACKS)
    with tempfile.TemporaryDirectory() as folder:
        for name in named:
            with serving(Path(folder) / "log", proxies="127.0.0.1") as process:
                ATTACKS[name](process)


if __name__ == "__main__":
    main()
