"""The page, its files, the documentation, and what machines ask a service."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path

from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from api import assets
from api.docs import render
from api.doorman import CONTENT_SECURITY
from api.service import service_of

_REVALIDATE = {"cache-control": "no-cache"}  # names carry no version, so a browser asks, and is told 304
_FOR_GOOD = {"cache-control": "public, max-age=31536000, immutable"}

router = APIRouter(include_in_schema=False)


class Files(StaticFiles):
    """The page's files: under the address of their version for good, else asked anew each time; text compressed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file, 304 or 404. An address of an older version gets the file as it is now."""
        version, name = assets.split(path)
        state = assets.state()
        lasting = _FOR_GOOD if version == assets.version(state) else _REVALIDATE
        if version and name == assets.LATER:
            return _told(_later(state), "text/javascript", scope, lasting)
        response = await super().get_response(name, scope)
        response.headers.update(lasting)
        if isinstance(response, FileResponse) and response.media_type in _TEXTS:
            return _compressed(response, scope)
        return response


_TEXTS = ("text/javascript", "text/css", "text/html", "image/svg+xml", "application/manifest+json")


def _takes_gzip(scope: Scope) -> bool:
    return "gzip" in Headers(scope=scope).get("accept-encoding", "")


def _compressed(file: FileResponse, scope: Scope) -> Response:
    """The same file, gzipped for those who take that."""
    file.headers["vary"] = "accept-encoding"
    if not _takes_gzip(scope):
        return file
    path = Path(file.path)
    headers = {name: file.headers[name] for name in ("cache-control", "etag", "last-modified", "vary")}
    body = _gzipped(path, path.stat().st_mtime_ns)
    return Response(body, headers=headers | {"content-encoding": "gzip"}, media_type=file.media_type)


@lru_cache(256)
def _gzipped(path: Path, changed: int) -> bytes:  # noqa: ARG001 - a file that changed is another one
    return gzip.compress(path.read_bytes(), 9, mtime=0)


@lru_cache(2)
def _later(state: assets.State) -> tuple[bytes, bytes]:
    return _both(assets.scripts(state)[assets.LATER])


@lru_cache(2)
def _index(state: assets.State) -> tuple[bytes, bytes]:
    return _both(assets.index(state).html.encode())


def _both(plain: bytes) -> tuple[bytes, bytes]:
    return plain, gzip.compress(plain, 9, mtime=0)


def _told(text: tuple[bytes, bytes], media_type: str, scope: Scope, headers: Mapping[str, str]) -> Response:
    """What the service wrote itself, plain or gzipped."""
    headers = {**headers, "vary": "accept-encoding"}
    if _takes_gzip(scope):
        return Response(text[1], headers=headers | {"content-encoding": "gzip"}, media_type=media_type)
    return Response(text[0], headers=headers, media_type=media_type)


@router.get("/")
async def index(request: Request) -> Response:
    """The page, with all that its first view needs: a phone far away waits for one answer, and for 304 afterwards."""
    state = assets.state()
    page = assets.index(state)
    tag = f'W/"{assets.version(state)}"'
    policy = (
        CONTENT_SECURITY,
        " ".join(("script-src 'self'", *page.scripts)),
        " ".join(("style-src 'self'", *page.styles)),
    )
    headers = {**_REVALIDATE, "etag": tag, "content-security-policy": "; ".join(policy)}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers={**headers, "vary": "accept-encoding"})
    return _told(_index(state), "text/html", request.scope, headers)


@router.get("/sw.js")
async def service_worker() -> Response:
    """What keeps the page for times without a net. It has to lie beside the page that it serves."""
    return Response(assets.worker(assets.state()), headers=_REVALIDATE, media_type="text/javascript")


@router.get("/docs")
async def docs(request: Request) -> Response:
    """What the service can be asked, written from its own OpenAPI document."""
    return HTMLResponse(render(request.app.openapi()), headers=_REVALIDATE)


@router.get("/docs.css")
async def docs_style() -> Response:
    """The style sheet of `/docs`."""
    return FileResponse(assets.PAGE.parent / "docs.css", headers=_REVALIDATE)


@router.get("/healthz")
async def health() -> Response:
    """The process answers."""
    return JSONResponse({"status": "alive"})


@router.get("/readyz")
async def ready(request: Request) -> Response:
    """The models are loaded, photos can be read, and the service is not about to end."""
    service = service_of(request)
    if service.draining:
        headers = {"Retry-After": "1"}
        return JSONResponse({"status": "draining"}, HTTPStatus.SERVICE_UNAVAILABLE, headers)
    if not service.ready:
        return JSONResponse({"status": "no eye"}, HTTPStatus.SERVICE_UNAVAILABLE, {"Retry-After": "3"})
    return JSONResponse({"status": "ready", "model": service.model})


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """What the service counts, as Prometheus reads it."""
    return Response(service_of(request).metrics.text(), media_type=CONTENT_TYPE_LATEST)
