"""The service as a process: start loudly, end gently."""

from __future__ import annotations

import asyncio
import signal
import socket
from types import FrameType

import uvicorn

from api.app import create_app
from api.lan import phone_address, qr_code
from api.logs import log, to_stderr
from api.settings import Settings

BACKLOG = 256
KEEP_ALIVE = 15  # seconds an idle connection stays open


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
        await super().serve(sockets)

    def _stop(self) -> None:
        self.should_exit = True


def bind(host: str, port: int) -> socket.socket:
    """A listening socket on an explicit address. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio turns Nagle's delay (40 ms an answer) off only where the protocol is named
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def address(listening: socket.socket) -> str:
    """`http://host:port` of a listening socket."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run(listening: socket.socket, settings: Settings) -> None:
    """Loads the models and answers until a signal comes.

    Raises what `create_app` raises for a wrong or damaged model, before anything is answered.
    """
    to_stderr()
    config = uvicorn.Config(
        create_app(settings=settings),
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=int(settings.deadline + settings.body_deadline),
        ws="none",
    )
    print(f"Zhuoji 捉鸡 {address(listening)}", flush=True)
    if (phone := phone_address(listening)) is not None:
        print(f"手机打开 open on a phone: {phone}\n{qr_code(phone)}", flush=True)
    Server(config, settings.drain).run(sockets=[listening])
