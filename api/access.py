"""Who may ask: names the service is reached under, pages of other places, keys, and how often.

All but the first two are off until an operator sets them.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import math
import re
import secrets
import socket
import time
from collections.abc import Mapping
from http import HTTPStatus
from ipaddress import ip_address
from urllib.parse import urlsplit

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from api.clients import KEY_NAME, client_of
from api.problems import Problem
from api.settings import Settings

PROBES = ("/healthz", "/readyz")
"""Asked by machines that know no key, and often."""
FILES = "/page/"
ANY = "*"
_HOST = re.compile(r"((?P<name>[A-Za-z0-9._-]*)|\[(?P<address>[0-9A-Fa-f:.]+)\])(:[0-9]*)?")
_NEAR = (".local", ".localhost", ".internal")
_READING = ("GET", "HEAD", "OPTIONS")
_CHALLENGE = {"WWW-Authenticate": 'Basic realm="zhuoji", charset="UTF-8"'}
"""Basic, so that a browser asks for the key by itself and sends it with all that the page asks."""
KEY_BYTES = 32


def new_key() -> tuple[str, str]:
    """A key that nobody guesses, and its hash as settings hold it."""
    key = secrets.token_urlsafe(KEY_BYTES)
    return key, hash_of(key)


def hash_of(key: str) -> str:
    """SHA-256: keys are random and long, so that nothing slower is needed."""
    return hashlib.sha256(key.encode()).hexdigest()


def known_host(host: str, names: tuple[str, ...]) -> bool:
    """Whether a Host header may be of somebody who meant this service.

    A page of another place can have a name of its own lead to this machine (DNS rebinding). It can't so use an address,
    a name without a dot or one of the local network; every other name is told in `names`.
    """
    told = _HOST.fullmatch(host)
    if told is None:
        return False
    name = (told["name"] or told["address"] or "").lower().rstrip(".")
    if ANY in names or name in names or "." not in name or name.endswith(_NEAR) or name == socket.gethostname():
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Keys:
    """Names and hashes of the keys that are taken; none: everybody may ask."""

    def __init__(self, told: tuple[str, ...]) -> None:
        self._hashes = dict(entry.split(":", 1) for entry in told)

    def __bool__(self) -> bool:
        return bool(self._hashes)

    def name_of(self, authorization: str) -> str | None:
        """The name of the key in `Bearer KEY`, or `Basic` with the key for a password; None: it is none.

        Every hash is compared, and each in constant time.
        """
        told = hash_of(_key_in(authorization))
        found = [name for name, known in self._hashes.items() if hmac.compare_digest(told, known)]
        return found[0] if found else None


def _key_in(authorization: str) -> str:
    scheme, _, value = authorization.partition(" ")
    if scheme.lower() == "bearer":
        return value.strip()
    if scheme.lower() != "basic":
        return ""
    try:
        return base64.b64decode(value.strip(), validate=True).decode().partition(":")[2]
    except (binascii.Error, UnicodeDecodeError):
        return ""


class Rate:
    """How often one client may ask; "": as often as it likes."""

    def __init__(self, told: str) -> None:
        self._most: RateLimitItem | None = parse(told) if told else None
        self._counted = SlidingWindowCounterRateLimiter(MemoryStorage()) if told else None

    def take(self, client: str) -> None:
        """Raises Problem (429, Retry-After) for one request too many."""
        if self._counted is None or self._most is None or self._counted.hit(self._most, client):
            return
        wait = max(1, math.ceil(self._counted.get_window_stats(self._most, client).reset_time - time.time()))
        detail = f"more than {self._most}; come again in {wait} s"
        raise Problem(HTTPStatus.TOO_MANY_REQUESTS, "too_many", detail, headers={"Retry-After": str(wait)})


class Gate:
    """ASGI middleware inside the doorman: lets a request in or raises Problem."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._settings = settings
        self._keys = Keys(settings.keys)
        self._rate = Rate(settings.rate)
        self._app = _with_cors(app, settings) if settings.origins else app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "http":
            self._check(scope, Headers(scope=scope))
        await self._app(scope, receive, send)

    def _check(self, scope: Scope, headers: Mapping[str, str]) -> None:
        if not known_host(headers.get("host", ""), self._settings.hosts):
            detail = f"{headers['host'][:100]!r} is no name of this service; ZHUOJI_HOSTS tells it its names"
            raise Problem(HTTPStatus.MISDIRECTED_REQUEST, "unknown_host", detail)
        if scope["method"] not in _READING and not self._from_here(headers):
            origin = headers.get("origin", "another place")[:100]
            detail = f"a page of {origin} asks; ZHUOJI_ORIGINS names the places whose pages may"
            raise Problem(HTTPStatus.FORBIDDEN, "cross_site", detail)
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        if path in PROBES:
            return
        if self._keys and scope["method"] != "OPTIONS":  # a preflight carries no key
            name = self._keys.name_of(headers.get("authorization", ""))
            if name is None:
                self._rate.take(client_of(scope))  # who guesses keys has no more tries than others have questions
                detail = "a key is needed, as a bearer token or as the password of Basic authentication"
                raise Problem(HTTPStatus.UNAUTHORIZED, "no_key", detail, headers=_CHALLENGE)
            scope[KEY_NAME] = name
        if not path.startswith(FILES):
            self._rate.take(client_of(scope))

    def _from_here(self, headers: Mapping[str, str]) -> bool:
        """Whether no page of another place asks: any page can send a form or plain text wherever it likes."""
        origin = headers.get("origin")
        if origin is None or origin in self._settings.origins or ANY in self._settings.origins:
            return headers.get("sec-fetch-site") != "cross-site" or origin is not None
        if site := headers.get("sec-fetch-site"):
            return site in ("same-origin", "none")
        return _place(origin) == headers.get("host")


def _place(origin: str) -> str | None:
    """Name and port of an origin; None for what is no address, which anybody can send."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _with_cors(app: ASGIApp, settings: Settings) -> ASGIApp:
    return CORSMiddleware(
        app,
        allow_origins=settings.origins,
        allow_methods=("GET", "POST", "DELETE"),
        allow_headers=("Authorization", "Content-Type", "Accept"),
        expose_headers=("Retry-After", "X-Request-Id"),
        max_age=600,
    )


def summary(settings: Settings, *, alone: bool, encrypted: bool) -> str:
    """What is open to whom, in one line; `alone`: it listens to this machine only."""
    who = "this machine alone" if alone else "everybody who reaches this address"
    keys = f"with one of {len(settings.keys)} keys" if settings.keys else "without a key"
    pages = f"pages of {', '.join(settings.origins)}" if settings.origins else "no page of another place"
    how = "encrypted" if encrypted else "not encrypted"
    often = f"at most {settings.rate} a client" if settings.rate else "as often as they like"
    return f"open to {who}, {keys}, {often}; {how}; {pages} may ask"
