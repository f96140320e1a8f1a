"""The page, its files, the documentation, and what machines ask a service."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path

from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST
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
    """The page's files: kept by browsers, revalidated by their ETag."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file, 304 or 404."""
        response = await super().get_response(path, scope)
        response.headers.update(_REVALIDATE)
        return response


@router.get("/")
async def index() -> Response:
    """The page."""
    return FileResponse(PAGE / "index.html", headers=_REVALIDATE)


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
