"""The service as a process: start loudly, end gently."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import ssl
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import uvicorn

from api.access import summary
from api.app import create_app
from api.connections import FILES_BESIDE, HEADER_SECONDS, Bounds, Listening, raise_file_limit, sweep, watched
from api.lan import phone_address, qr_code
from api.logs import log, to_stderr
from api.settings import Settings

BACKLOG = 256
THIS_MACHINE = ("127.0.0.1", "::")
"""As `clients.network_of` writes it: whoever speaks from here may speak for many."""


class Server(uvicorn.Server):
    """SIGTERM: `/readyz` says 503 for `drain` seconds, then no new connection, and what is in flight ends.

    SIGINT, or a second signal, ends at once what SIGTERM would end after the drain.
    """

    def __init__(self, config: uvicorn.Config, drain: float) -> None:
        super().__init__(config)
        self._drain = drain

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - uvicorn's signature
        """A signal, in the main thread, between two steps of the loop."""
        service = self.config.app.state.service  # type: ignore[union-attr]
        if sig == signal.SIGTERM and not service.draining and self._drain > 0:
            service.draining = True
            log.info("draining", extra={"fields": {"seconds": self._drain}})
            self._loop.call_soon_threadsafe(self._loop.call_later, self._drain, self._stop)
        else:
            service.draining = True
            self.force_exit = self.should_exit and sig == signal.SIGINT
            self._stop()

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serves until a signal has ended it."""
        self._loop = asyncio.get_running_loop()
        sweeping = [
            asyncio.ensure_future(sweep(one, self.server_state.connections))
            for one in sockets or ()
            if isinstance(one, Listening)
        ]
        try:
            await super().serve(sockets)
        finally:
            for task in sweeping:
                task.cancel()

    def _stop(self) -> None:
        self.should_exit = True


def bind(host: str, port: int) -> Listening:
    """A listening socket on an explicit address. Raises OSError."""
    listening = Listening(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def address(listening: socket.socket, scheme: str = "http") -> str:
    """`http://host:port` of a listening socket."""
    host, port = listening.getsockname()[:2]
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


@dataclass(frozen=True, slots=True)
class Tls:
    """A certificate and its private key. Raises ValueError where they are none, or don't belong together."""

    cert: Path
    key: Path

    def __post_init__(self) -> None:
        try:
            ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(self.cert, self.key)
        except (OSError, ssl.SSLError) as error:
            raise ValueError(f"--cert {self.cert} --key {self.key}: {error.strerror or error}") from error


def run(listening: Listening, settings: Settings, root_path: str = "", tls: Tls | None = None) -> None:
    """Loads the models and answers until a signal comes; `root_path`: where a proxy shows the service.

    Raises what `create_app` raises for a wrong or damaged model, before anything is answered.
    """
    to_stderr()
    in_all = max(1, min(settings.connections, raise_file_limit() - FILES_BESIDE))
    listening.bounds = Bounds(in_all, settings.connections_each, (*THIS_MACHINE, *settings.proxies))
    config = uvicorn.Config(
        create_app(settings=settings),
        log_config=None,
        access_log=False,
        server_header=False,
        http=watched(listening),
        timeout_keep_alive=round(HEADER_SECONDS),
        timeout_graceful_shutdown=settings.grace,
        ws="none",
        root_path=root_path,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        ssl_certfile=None if tls is None else tls.cert,
        ssl_keyfile=None if tls is None else tls.key,
    )
    gc.collect()
    gc.freeze()  # what was loaded stays: looking through all of it again took 50 to 65 ms, in which nobody was answered
    scheme = "http" if tls is None else "https"
    phone = phone_address(listening, scheme)
    print(f"Zhuoji 捉鸡 {address(listening, scheme)}", flush=True)
    print(summary(settings, alone=phone is None, encrypted=tls is not None), flush=True)
    if phone is not None:
        print(f"手机打开 open on a phone: {phone}\n{qr_code(phone)}", flush=True)
    Server(config, settings.drain).run(sockets=[listening])
