"""The HTTP service, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NoReturn

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request

from api import logs, openapi
from api.child import Load
from api.doorman import Doorman
from api.eye import Eye
from api.routes import deals, labels, photos, site
from api.service import Service
from api.settings import Settings


def create_app(eye: Eye | None = None, settings: Settings | None = None, load: Load | None = None) -> FastAPI:
    """The app, ready to answer; `eye` and `load` as `api.service.Service` has them.

    Raises ModelError where the models cannot be loaded.
    """
    service = Service(settings or Settings.from_environment(), eye, load)
    app = openapi.App(
        title="Zhuoji 捉鸡",
        version=openapi.VERSION,
        summary="Photo of a Guizhou mahjong hand in; tiles, pattern, waits and settlement out.",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
        lifespan=_life,
    )
    app.state.service = service
    logs.quiet()
    app.add_exception_handler(HTTPException, _to_doorman)
    app.add_middleware(Doorman, metrics=service.metrics)
    for part in (deals, photos, labels, site):
        app.include_router(part.router)
    app.mount("/page", site.Files(directory=site.PAGE), name="page")
    return app


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    yield
    app.state.service.close()


async def _to_doorman(_: Request, error: Exception) -> NoReturn:
    """What the framework refuses becomes a problem object where everything else does."""
    raise error
