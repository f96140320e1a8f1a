"""The page, its files, the documentation, and what machines ask a service."""

from __future__ import annotations

import gzip
import posixpath
import re
from functools import cache, lru_cache
from http import HTTPStatus
from pathlib import Path, PurePosixPath

from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from api.docs import render
from api.service import service_of

PAGE = Path(__file__).parent.parent / "page"
_REVALIDATE = {"cache-control": "no-cache"}  # names carry no version, so a browser asks, and is told 304

router = APIRouter(include_in_schema=False)


class Files(StaticFiles):
    """The page's files: kept by browsers, revalidated by their ETag; text travels compressed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file, 304 or 404."""
        response = await super().get_response(path, scope)
        response.headers.update(_REVALIDATE)
        if isinstance(response, FileResponse) and response.media_type in _TEXTS:
            return _compressed(response, scope)
        return response


_TEXTS = ("text/javascript", "text/css", "text/html", "image/svg+xml")


def _compressed(file: FileResponse, scope: Scope) -> Response:
    """The same file, gzipped for those who take that."""
    file.headers["vary"] = "accept-encoding"
    if "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
        return file
    path = Path(file.path)
    headers = {name: file.headers[name] for name in ("cache-control", "etag", "last-modified", "vary")}
    body = _gzipped(path, path.stat().st_mtime_ns)
    return Response(body, headers=headers | {"content-encoding": "gzip"}, media_type=file.media_type)


@lru_cache(256)
def _gzipped(path: Path, changed: int) -> bytes:  # noqa: ARG001 - a file that changed is another one
    return gzip.compress(path.read_bytes(), 9, mtime=0)


@router.get("/")
async def index() -> Response:
    """The page; it names every module that it needs, so that a browser asks for all at once."""
    return HTMLResponse(_index(), headers=_REVALIDATE)


@cache
def _index() -> str:
    links = "".join(f'    <link rel="modulepreload" href="page/{name}">\n' for name in modules("js/main.js"))
    return (PAGE / "index.html").read_text(encoding="utf-8").replace("    <script", links + "    <script", 1)


def modules(first: str) -> list[str]:
    """A module of the page and all that it imports at once, by their names under `/page/`."""
    found, left = [first], [first]
    while left:
        name = PurePosixPath(left.pop())
        for imported in _IMPORT.findall((PAGE / name).read_text(encoding="utf-8")):
            path = posixpath.normpath(name.parent / imported)
            if path not in found:
                found.append(path)
                left.append(path)
    return found


_IMPORT = re.compile(r'^import\b(?:[^;"]* from)? "(\.[^"]+)";$', re.MULTILINE)


@router.get("/docs")
async def docs(request: Request) -> Response:
    """What the service can be asked, written from its own OpenAPI document."""
    return HTMLResponse(render(request.app.openapi()), headers=_REVALIDATE)


@router.get("/docs.css")
async def docs_style() -> Response:
    """The documentation's looks."""
    return FileResponse(PAGE.parent / "docs.css", headers=_REVALIDATE)


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
    """Prometheus."""
    return Response(service_of(request).metrics.text(), media_type=CONTENT_TYPE_LATEST)
