"""Where a phone on the same network finds the page: addresses and a QR code for the terminal."""

from __future__ import annotations

import io
import socket

import segno

_NOWHERE = ("192.0.2.1", 9)  # TEST-NET-1 (RFC 5737): asked only which way out would be taken, nothing is sent
_EVERYWHERE = ("0.0.0.0", "::")


def phone_address(listening: socket.socket, scheme: str = "http") -> str | None:
    """`http://host:port` for other devices of the local network; None if it listens to this machine alone."""
    host, port = listening.getsockname()[:2]
    if host in _EVERYWHERE:
        host = _own_address()
    if host is None or host == "::1" or host.startswith("127."):
        return None
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


def _own_address() -> str | None:
    """The IPv4 address by which this machine would leave; None where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
        except OSError:
            return None
        return str(probe.getsockname()[0])


def qr_code(text: str) -> str:
    """The text as a QR code of half blocks, readable by a phone's camera from the terminal."""
    drawn = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue().rstrip("\n")
