"""The review page's server: one person, on this machine, walks through what is doubtful in a data set."""

from __future__ import annotations

import hmac
import secrets
import socket
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import NoReturn

import uvicorn
from fastapi import APIRouter, Depends, FastAPI
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from api import assets, serve
from api.body import Buffer, read_body
from api.doorman import Doorman
from api.metrics import Metrics
from api.problems import MEDIA_TYPE, Problem
from api.routes import site
from api.settings import Settings
from api.strict_json import parse_json
from scoring.errors import InvalidInput, quoted
from vision.labels.changes import settled
from vision.labels.dataset import ChangedError, Dataset, held
from vision.labels.order import CONTRADICTED, DOUBTED, asked, groups
from vision.labels.rows import Row
from vision.labels.sample import sample
from vision.labels.sheet import LabelError
from vision.labels.trouble import trouble
from vision.types import Reading
from vision.wire import readings

EVENING = 5000
"""Doubtful photos that are listed at a time, the gravest: more than a person looks at before they begin again."""
HOSTS = ["127.0.0.1", "localhost"]  # a page elsewhere that points its own name here is turned away


class OwnName:
    """ASGI middleware: raises Problem (421) where it is asked under another name than `HOSTS`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "http":
            host = Headers(scope=scope).get("host", "")
            if host.partition(":")[0] not in HOSTS:
                raise Problem(421, "unknown_host", f"{host[:100]!r} is no name of this page; {', '.join(HOSTS)} are")
        await self._app(scope, receive, send)


def queue(dataset: Dataset, size: int | None, seed: int) -> list[tuple[Row, int]]:
    """What is to be looked at, each photo with the number of its group of look-alikes; the gravest first.

    `size` None: photos with doubtful labels that nobody has looked at, `EVENING` of them at most. Else a sample of so
    many without, which from then on belongs to the data set's sample.
    """
    if size is None:
        found = groups(dataset.manifest.doubtful(DOUBTED, EVENING))
        return [(row, number) for number, group in enumerate(found) for row in group]
    drawn = sample(dataset.manifest.rows("done"), size, seed)
    dataset.manifest.draw([row.sha256 for row in drawn])
    return [(row, number) for number, row in enumerate(drawn)]


def create_app(dataset: Dataset, size: int | None = None, seed: int = 0, token: str = "review") -> FastAPI:
    """The app. Label files that hold all photos are written when it ends.

    `token`: what every address of it begins with; who does not know it, another user of this machine or a page of
    another site, gets nothing.
    """
    listed = queue(dataset, size, seed)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        yield
        with suppress(LabelError), held(dataset.root):  # a run that is labelling writes them at its own end
            dataset.write_whole()

    app = FastAPI(
        title="Zhuoji review",
        openapi_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
        lifespan=life,
    )
    app.add_exception_handler(HTTPException, _to_doorman)
    for kind in (LabelError, sqlite3.Error, OSError):
        app.add_exception_handler(kind, partial(_unusable, dataset))
    app.add_middleware(OwnName)
    app.add_middleware(Doorman, metrics=Metrics())
    app.mount("/page", site.Files(directory=assets.PAGE), name="page")

    app.include_router(_router(dataset, listed, token, sampled=size is not None))
    return app


def _router(dataset: Dataset, listed: Sequence[tuple[Row, int]], token: str, *, sampled: bool) -> APIRouter:
    def known(request: Request) -> None:
        given = str(request.path_params.get("token", ""))
        if not hmac.compare_digest(given.encode(), token.encode()):
            raise Problem(404, "not_found", "this is not the address that zhuoji review printed")

    router = APIRouter(prefix="/{token}", dependencies=[Depends(known)])
    buffer, settings = Buffer(Settings().buffer_bytes), Settings()

    @router.get("/")
    async def page() -> Response:
        return FileResponse(assets.PAGE / "review.html", headers={"cache-control": "no-cache"})

    @router.get("/v1/review")
    async def everything() -> Response:
        now = [(dataset.manifest.row(row.sha256) or row, number) for row, number in listed]
        photos = [_listed(row, number) for row, number in now]
        return JSONResponse({"photos": photos, "sample": sampled})

    @router.get("/v1/review/{name}")
    async def one(name: str) -> Response:
        return JSONResponse(_answer(dataset, _row_of(dataset, name)))

    @router.get("/v1/review/{name}/picture")
    async def picture(name: str) -> Response:
        row = _row_of(dataset, name)
        if not dataset.has_picture(row):
            raise Problem(404, "not_found", f"the picture of {row.name[:100]!r} is missing in the data set", "name")
        return FileResponse(dataset.picture(row), headers={"cache-control": "max-age=3600"})

    @router.post("/v1/review/{name}")
    async def say(name: str, request: Request) -> Response:
        row = _row_of(dataset, name)
        return _taken(dataset, row, await _said(request, buffer, settings))

    return router


def _row_of(dataset: Dataset, name: str) -> Row:
    row = dataset.manifest.named(name)
    if row is None or row.outcome != "done":
        raise Problem(404, "not_found", f"the data set has no photo {name[:100]!r}", "name")
    return row


def _taken(dataset: Dataset, row: Row, said: Said) -> Response:
    """The photo as it is then; 409 where somebody else corrected it since. Raises InvalidInput."""
    try:
        # looked at as a whole: every other tile stands as it was seen, too
        tried = dataset.tried(row, said.steps)
        rest = settled(tried) if said.checked else ()
        dataset.correct(row, (*said.steps, *rest), said.checked or None, said.version)
    except InvalidInput as error:
        raise error.at(f"/corrections{error.pointer}") from None
    except ChangedError:
        return _clash(_answer(dataset, _row_of(dataset, row.name)), tried, said.steps)
    return JSONResponse(_answer(dataset, _row_of(dataset, row.name)))


def _clash(theirs: dict[str, object], tried: Reading, steps: Sequence[dict[str, object]]) -> Response:
    """409 with both sides: nothing of either is lost, and a person says which one stays."""
    detail = f"{theirs['name']} was corrected by somebody else since it was opened"
    problem = {"status": 409, "code": "changed", "detail": detail, "pointer": "/version"}
    mine = {"reading": readings.to_json(tried), "corrections": [dict(step) for step in steps]}
    return JSONResponse({**problem, "theirs": theirs, "mine": mine}, 409, media_type=MEDIA_TYPE)


async def _to_doorman(_: Request, error: Exception) -> NoReturn:
    raise error


async def _unusable(dataset: Dataset, _: Request, error: Exception) -> NoReturn:
    """A manifest that is damaged or locked, a disk that is full: the page shows what it is and the way out."""
    detail = trouble(dataset.manifest.path, error) if isinstance(error, sqlite3.Error) else str(error)
    raise Problem(503, "internal", detail) from error


@dataclass(frozen=True, slots=True)
class Said:
    """What was said about a photo. `steps`: all corrections. `version`: of the photo that was seen. `checked`: it was
    looked at as a whole.
    """

    steps: Sequence[dict[str, object]]
    version: str
    checked: bool


async def _said(request: Request, buffer: Buffer, settings: Settings) -> Said:
    """Raises Problem, InvalidInput."""
    kind = request.headers.get("content-type", "")
    if kind.partition(";")[0].strip() != "application/json":  # what a page elsewhere cannot send without asking
        raise Problem(415, "not_json", f"send application/json, not {kind[:100]!r}")
    with buffer.share() as share:
        body = parse_json(await read_body(request, settings, share))
    if not isinstance(body, dict) or not isinstance(body.get("checked", False), bool):
        raise InvalidInput(
            "bad_json", "a JSON object with corrections, a list, and checked, true or false, is needed", ""
        )
    steps, version = body.get("corrections"), body.get("version")
    if not isinstance(steps, list):
        raise InvalidInput("bad_corrections", f"corrections must be a list, not {quoted(steps)}", "/corrections")
    if not isinstance(version, str) or not version:
        raise InvalidInput(
            "bad_json", f"version must be the photo's, as it was answered, not {quoted(version)}", "/version"
        )
    return Said(steps, version, bool(body.get("checked")))


def _listed(row: Row, group: int) -> dict[str, object]:
    return {
        "name": row.name,
        "group": group,
        "contradictory": row.worry >= CONTRADICTED,
        "doubtful": row.worry >= DOUBTED,
        "checked": row.checked is not None,
    }


def _answer(dataset: Dataset, row: Row) -> dict[str, object]:
    reading = dataset.reading(row)
    shown = replace(reading, doubts=asked(reading))
    return {
        "name": row.name,
        "reading": readings.to_json(shown),
        "corrections": [dict(step) for step in row.corrections],
        "checked": row.checked is not None,
        "version": row.version,
    }


def bind(port: int) -> socket.socket:
    """Listen on this machine only. Raises OSError where the port is taken."""
    return serve.bind("127.0.0.1", port)


def run(dataset: Dataset, listening: socket.socket, size: int | None, seed: int) -> None:
    """Serves until Ctrl-C."""
    token = secrets.token_urlsafe(16)
    app = create_app(dataset, size, seed, token)
    print(f"捉鸡 review {serve.address(listening)}/{token}/  (Ctrl-C 结束 ends)", flush=True)
    config = uvicorn.Config(app, log_config=None, access_log=False, server_header=False, ws="none")
    with suppress(KeyboardInterrupt):  # the way to end it
        uvicorn.Server(config).run(sockets=[listening])
