"""What happens to every request: an id, safe headers, a line in the log, and no answer without a problem object."""

from __future__ import annotations

import asyncio
import re
import time
import uuid
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.body import busy
from api.logs import log, request_id
from api.metrics import Metrics
from api.problems import Problem, answer, as_problem
from api.settings import MIB
from scoring.errors import InvalidInput
from vision.photo.load import PhotoError

_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
BODILESS = "zhuoji.bodiless"
"""In a request's scope, whether its answer's body is left out: who streams one need not make it."""
LINGER_BYTES = 128 * MIB
LINGER_SECONDS = 10.0
RETRY_AFTER = 5  # seconds after which another one is there, where somebody starts it
CONTENT_SECURITY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' blob: data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = tuple(
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": CONTENT_SECURITY,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "permissions-policy": "camera=(self), microphone=(), geolocation=()",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "no-store",
    }.items()
)
"""On every answer that does not say otherwise."""


class Doorman:
    """ASGI middleware, outermost."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request, whatever happens inside."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        exchange = _Exchange(scope, receive, send)
        token = request_id.set(exchange.id)
        try:
            await self._answer(exchange)
        finally:
            self._note(exchange)
            request_id.reset(token)

    async def _answer(self, exchange: _Exchange) -> None:
        try:
            await self._app(exchange.scope, exchange.receive, exchange.send)
        except ClientDisconnect:
            exchange.gone = True
        except (Problem, InvalidInput, PhotoError) as error:
            await self._refuse(exchange, as_problem(error))
        except HTTPException as error:
            code = HTTPStatus(error.status_code).name.lower()
            detail = f"{exchange.method} {exchange.scope['path'][:200]!r}: {error.detail}"
            await self._refuse(exchange, Problem(error.status_code, code, detail, headers=error.headers))
        except asyncio.CancelledError:  # the service ends, and its grace is over
            if exchange.status is None:
                self._metrics.rejections.labels("busy").inc()
                exchange.code = "busy"
                ending = busy("the service is ending", RETRY_AFTER)
                await answer(ending)(exchange.scope, exchange.receive, exchange.send)
        except Exception:
            log.exception("a request failed")
            if exchange.status is not None:
                raise  # the answer has begun; only the server can break it off
            detail = f"the service failed; its log has the reason under {exchange.id}"
            await self._refuse(exchange, Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "internal", detail))

    async def _refuse(self, exchange: _Exchange, problem: Problem) -> None:
        self._metrics.rejections.labels(problem.code).inc()
        exchange.code = problem.code
        response = answer(problem, exchange.languages)
        if exchange.read_all or exchange.gone:
            await response(exchange.scope, exchange.receive, exchange.send)
        else:
            await _answer_early(response, exchange)

    def _note(self, exchange: _Exchange) -> None:
        seconds = time.perf_counter() - exchange.begin
        if exchange.gone:
            self._metrics.abandoned.inc()
        status = "gone" if exchange.status is None else str(exchange.status)
        self._metrics.answers.labels(exchange.route, status).observe(seconds)
        fields: dict[str, object] = {
            "method": exchange.method,
            "route": exchange.route,
            "status": status,
            "milliseconds": round(seconds * 1000, 1),
            "bytes_in": exchange.bytes_in,
        }
        if exchange.code:
            fields["code"] = exchange.code
        log.info("answered", extra={"fields": fields})


class _Exchange:
    """One request and what became of it. Nothing here is long enough to be asked for in parts: it is sent whole."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.method = scope["method"]
        self.begin = time.perf_counter()
        headers = Request(scope).headers
        offered = headers.get("x-request-id", "")
        self.languages = headers.get("accept-language", "")
        self.id = offered if _ID.fullmatch(offered) else uuid.uuid4().hex
        self.status: int | None = None
        self.code = ""
        self.gone = False
        self._bodiless = self.method == "HEAD"
        self.scope = {
            **scope,
            "method": "GET" if self._bodiless else self.method,  # with the same headers (RFC 9110, 9.3.2)
            BODILESS: self._bodiless,
            "headers": [(name, value) for name, value in scope["headers"] if name != b"range"],
        }
        self.endless = "transfer-encoding" in headers or int(headers.get("content-length", "0")) > LINGER_BYTES
        self.read_all = headers.get("content-length", "0") == "0" and not self.endless
        self.bytes_in = 0
        self._receive = receive
        self._send = send

    @property
    def route(self) -> str:
        """The route's pattern; never the path, which anybody can make up."""
        return getattr(self.scope.get("route"), "path", "") or "other"

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self.bytes_in += len(message.get("body", b""))
            self.read_all = not message.get("more_body", False)
        else:
            self.read_all = self.gone = True
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = [(name, value) for name, value in message["headers"] if name != b"accept-ranges"]
            there = {name for name, _ in headers}
            headers += [(name, value) for name, value in _HEADERS if name not in there]
            headers.append((b"x-request-id", self.id.encode()))
            message = {**message, "headers": headers}
        elif self._bodiless and "body" in message:
            message = {**message, "body": b""}
        await self._send(message)


async def _answer_early(response: Response, exchange: _Exchange) -> None:
    """Answers before the body has come, then lets a bounded rest of it run into the void.

    To close at once would reset the connection, and a client that is still sending would never see the answer.
    Only a body without a reasonable end costs its connection.
    """
    headers = [*response.raw_headers, (b"connection", b"close")] if exchange.endless else response.raw_headers
    await exchange.send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await exchange.send({"type": "http.response.body", "body": bytes(response.body), "more_body": True})
    begin = exchange.bytes_in
    try:
        async with asyncio.timeout(LINGER_SECONDS):
            while not exchange.read_all and exchange.bytes_in - begin < LINGER_BYTES:
                await exchange.receive()
    except TimeoutError:
        pass
    await exchange.send({"type": "http.response.body", "body": b"", "more_body": False})
