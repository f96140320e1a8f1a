"""The HTTP service, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from typing import NoReturn

from fastapi import FastAPI
from fastapi.telemetry import TelemetryConfig
from starlette.exceptions import HTTPException
from starlette.requests import Request

from api import assets, logs, openapi
from api.access import Gate
from api.child import Load
from api.doorman import Doorman
from api.eye import Eye
from api.routes import deals, jobs, labels, no_jobs, photos, site
from api.service import Service
from api.settings import Settings


def create_app(eye: Eye | None = None, settings: Settings | None = None, load: Load | None = None) -> FastAPI:
    """The app, ready to answer; `eye` and `load` as `api.service.Service` has them.

    Raises ModelError where the models cannot be loaded, ValueError for settings that do not fit this machine.
    """
    settings = settings or Settings.from_environment()
    service = Service(settings, eye, load)
    app = openapi.App(
        title="Zhuoji 捉鸡",
        version=openapi.VERSION,
        summary="Photo of a Guizhou mahjong hand in; tiles, pattern, waits and settlement out.",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        telemetry=telemetry(settings),
        lifespan=_life,
    )
    app.state.service = service
    logs.quiet()
    app.add_exception_handler(HTTPException, _to_doorman)
    app.add_middleware(Gate, settings=settings)
    app.add_middleware(Doorman, metrics=service.metrics)
    for part in (deals, photos, labels, jobs if settings.jobs else no_jobs, site):
        app.include_router(part.router)
    app.mount("/page", site.Files(directory=assets.PAGE), name="page")
    return app


def telemetry(settings: Settings) -> TelemetryConfig:
    """OpenTelemetry as the framework does it, or nothing. Raises ValueError where its packages are missing."""
    on = bool(settings.telemetry)
    if on and find_spec("opentelemetry.sdk") is None:
        raise ValueError("ZHUOJI_TELEMETRY=1 needs more packages: pip install 'zhuoji[telemetry]'")
    return {"tracing": on, "metrics": on, "logs": False, "auto_configure": on}


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    async with app.state.service.at_work():
        yield


async def _to_doorman(_: Request, error: Exception) -> NoReturn:
    """What the framework refuses becomes a problem object where everything else does."""
    raise error
