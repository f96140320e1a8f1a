"""Label jobs: many photos are sent at once, labelled while nobody waits, and their labels fetched later."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from http import HTTPStatus

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse

from api import assets
from api.clients import client_of
from api.doorman import BODILESS
from api.jobs.database import AwayError
from api.jobs.driver import FAILURES, SET
from api.jobs.job import ENDED, Job, State
from api.jobs.office import Office
from api.jobs.packed import packed
from api.openapi import operation
from api.problems import Problem, spoken
from api.service import Service, service_of
from vision.labels.formats import FORMATS

router = APIRouter()
EVENTS = "text/event-stream"
GLANCE_SECONDS = 1.0
QUIET_SECONDS = 15.0
"""After which a word that says nothing keeps proxies from cutting the connection."""


def _office(request: Request) -> Office:
    office = service_of(request).office
    assert office is not None
    return office


@router.post("/v1/label-jobs", openapi_extra=operation("label_jobs_add"))
async def add(request: Request) -> Response:
    """Photos, zips of photos or an address in a store, and a format -> a job, which is labelled while nobody waits.

    What was answered with 202 is kept, whatever happens to the service. What cannot be read becomes one of the job's
    `failures`; a zip with an entry that leads out of it, is a link, or is encrypted, is refused by that name.
    """
    office = _office(request)
    job = await office.take(request)
    headers = {"location": f"label-jobs/{job.id}"}
    return _answer(request, office, job, HTTPStatus.ACCEPTED, headers)


@router.get("/v1/label-jobs", openapi_extra=operation("label_jobs"))
async def jobs(request: Request) -> Response:
    """The jobs of who asks, the newest first: of the key; without keys, of the address. And what formats there are."""
    office, client = _office(request), client_of(request.scope)
    found = await office.asked(lambda: office.store.of(client))
    return JSONResponse({"jobs": [_told(request, office, job) for job in found], "formats": list(FORMATS)})


@router.get("/label-jobs", include_in_schema=False)
async def page() -> Response:
    """The page of label jobs."""
    return FileResponse(assets.PAGE / "jobs.html", headers={"cache-control": "no-cache"})


@router.get("/v1/label-jobs/{id}", openapi_extra=operation("label_job"))
async def job(request: Request, id: str) -> Response:  # noqa: A002 - the contract's word
    """How far a job has come; where `Accept` says `text/event-stream`, an event for each step until it is over."""
    office = _office(request)
    found = await office.find(id, client_of(request.scope))
    if EVENTS in request.headers.get("accept", ""):
        return _streamed(request, _events(request, office, found), EVENTS)
    return _answer(request, office, found)


@router.get("/v1/label-jobs/{id}/labels", openapi_extra=operation("label_job_labels"))
async def labels(request: Request, id: str, pictures: str = "changed") -> Response:  # noqa: A002
    """The labels of a job that is done, as a zip.

    `images/` has those pictures that are not the photos as they came, turned or renamed; with `?pictures=all` all.
    `failed.json` has all photos without labels, if there are any.
    """
    office = _office(request)
    found = await office.find(id, client_of(request.scope))
    if pictures not in ("changed", "all"):
        raise Problem(422, "bad_form", f"pictures is changed or all, not {pictures[:100]!r}", "pictures")
    if found.state != State.DONE:
        ahead = "it has failed and has no labels" if found.state == State.FAILED else "its labels are not there yet"
        detail = f"the label job is not done: {ahead}"
        raise Problem(HTTPStatus.CONFLICT, "not_done", detail, "id")
    folder = office.folder(found)
    pieces = packed(folder, folder / SET, folder / FAILURES, pictures=pictures == "all")
    headers = {"content-disposition": 'attachment; filename="labels.zip"'}
    return _streamed(request, pieces, "application/zip", headers)


@router.delete("/v1/label-jobs/{id}", openapi_extra=operation("label_job_delete"))
async def delete(request: Request, id: str) -> Response:  # noqa: A002
    """A job, its photos and its labels are gone, whether it is done or not."""
    office = _office(request)
    found = await office.find(id, client_of(request.scope))
    await office.asked(lambda: office.store.delete(found))
    office.wake()
    return Response(status_code=HTTPStatus.NO_CONTENT)


def _streamed(
    request: Request, pieces: AsyncIterator[bytes] | Iterator[bytes], kind: str, headers: dict[str, str] | None = None
) -> Response:
    """Who asks for the headers alone does not wait until a job is over."""
    return StreamingResponse(() if request.scope.get(BODILESS) else pieces, media_type=kind, headers=headers)


def _told(request: Request, office: Office, job: Job) -> dict[str, object]:
    told = job.to_json(office.settings.jobs_days)
    if job.state == State.RUNNING and (held_up := office.held_up.get(job.id)) is not None:
        told |= {"state": State.WAITING, "stage": None, "problem": held_up}
    languages = request.headers.get("accept-language", "")
    if isinstance(problem := told["problem"], dict):
        told["problem"] = spoken(problem, languages)
    if isinstance(failures := told["failures"], list):
        told["failures"] = [spoken(failure, languages) for failure in failures]
    return told


def _answer(
    request: Request, office: Office, job: Job, status: int = HTTPStatus.OK, headers: dict[str, str] | None = None
) -> Response:
    return JSONResponse(_told(request, office, job), status, headers)


async def _events(request: Request, office: Office, job: Job) -> AsyncIterator[bytes]:
    """The job each time that it has changed, until it is over, deleted, or the service ends."""
    service: Service = service_of(request)
    now: Job | None = job
    last, spoke = "", 0.0
    while now is not None and not service.draining:
        text = json.dumps(_told(request, office, now), ensure_ascii=False)
        if text != last:
            last, spoke = text, time.monotonic()
            yield f"event: job\ndata: {text}\n\n".encode()
        elif time.monotonic() - spoke > QUIET_SECONDS:
            spoke = time.monotonic()
            yield b": still there\n\n"
        if now.state in ENDED:
            return
        await asyncio.sleep(GLANCE_SECONDS)
        try:
            now = await office.ask(lambda: office.store.get(job.id))
        except AwayError:
            continue
    if now is None:
        yield b"event: gone\ndata: {}\n\n"
