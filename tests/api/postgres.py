"""A PostgreSQL server of a test's own, where one is installed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest


class Postgres:
    """A server with one database, which can be stopped and started again."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs, self._folder = programs, folder
        self._user = "postgres" if os.getuid() == 0 else None  # it does not run as root
        if self._user:
            shutil.chown(folder, self._user)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self._do("initdb", "-D", str(folder / "data"), "-U", "zhuoji", "-A", "trust", "--no-sync")
        self._popen: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"postgresql://zhuoji:secret-word@127.0.0.1:{self.port}/postgres"

    def _do(self, program: str, *told: str) -> None:
        command = [str(self._programs / program), *told]
        subprocess.run(command, check=True, capture_output=True, user=self._user, cwd=self._folder)

    def start(self) -> None:
        data, sockets = str(self._folder / "data"), str(self._folder)
        command = [str(self._programs / "postgres"), "-D", data, "-p", str(self.port), "-k", sockets]
        command += ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"]
        quiet = subprocess.DEVNULL
        self._popen = subprocess.Popen(command, stdout=quiet, stderr=quiet, user=self._user, cwd=self._folder)
        import psycopg

        for _ in range(400):
            with suppress(psycopg.OperationalError):
                psycopg.connect(self.address).close()
                return
            time.sleep(0.05)
        raise AssertionError("the server does not come up within 20 s")

    def stop(self) -> None:
        """At once; whoever is connected is cut off."""
        if self._popen is not None:
            self._popen.send_signal(3)  # SIGQUIT: an immediate shutdown
            self._popen.wait(20)
            self._popen = None


@contextmanager
def postgres() -> Iterator[Postgres]:
    """Skips where the server's programs or psycopg are not installed."""
    found = shutil.which("initdb") or next(map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))), None)
    if found is None:
        pytest.skip("PostgreSQL's server (initdb) is not installed")
    if find_spec("psycopg") is None:
        pytest.skip("psycopg is not installed: pip install 'zhuoji[postgres]'")
    with tempfile.TemporaryDirectory(prefix="zhuoji-postgres-") as folder:
        server = Postgres(Path(found).resolve().parent, Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()
