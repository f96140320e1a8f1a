"""The route that labels a handful of photos at once. Nothing of them is kept."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Sequence
from pathlib import PurePath, PureWindowsPath

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from api.body import Form, read_form
from api.eye import corrector
from api.openapi import operation
from api.problems import Problem
from api.service import Service, service_of
from api.waiting import Ticket
from scoring.errors import InvalidInput, quoted
from vision.labels.formats import FORMATS, IMAGES, Format, documents
from vision.labels.sheet import Sheet, sheet_of
from vision.labels.sources import plain
from vision.labels.upright import upright
from vision.photo.load import PhotoError, load
from vision.types import Reading

router = APIRouter()
FIELDS = ("format", "corrections", "set")


@router.post("/v1/photos/label", openapi_extra=operation("photos_label"))
async def label(request: Request) -> Response:
    """Photos and a format -> a zip of the labels.

    Boxes are in pixels of the upright photo. `images/` has those photos that had to be turned or written in another
    format for it; the others fit as they are.
    """
    service = service_of(request)
    service.queue.admit()
    with service.buffer.share() as share:
        form = await read_form(request, service.settings, share, several=True)
        if not form.photos:
            raise Problem(422, "photo_missing", "the form has no field photo with a picture", "photo")
        for name in form.fields:
            if name not in FIELDS:
                known = " ".join(("photo", *FIELDS))
                raise InvalidInput("bad_form", f"the field {quoted(name)} means nothing here; there are {known}", name)
        forms = _formats(form.text("format"))
        correct = _correct(form)
        work = lambda ticket: _zip(service, form.photos, forms, correct, ticket)  # noqa: E731
        packed = await service.attend(request, service.queue, work)
    headers = {"content-disposition": 'attachment; filename="labels.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


def _formats(text: str | None) -> tuple[Format, ...]:
    names = [name.strip() for name in (text or "").split(",")]
    for name in names:
        if name not in FORMATS:
            raise InvalidInput("bad_json", f"the format {quoted(name)} is none of {', '.join(FORMATS)}", "format")
    return tuple(FORMATS[name] for name in dict.fromkeys(names))


def _correct(form: Form) -> Callable[[Reading], Reading]:
    corrections = form.json("corrections", "bad_corrections")
    if corrections and len(form.photos) > 1:
        detail = f"corrections are of one photo, and here are {len(form.photos)}"
        raise InvalidInput("bad_corrections", detail, "corrections")
    return corrector(corrections, form.text("set"))


def _zip(
    service: Service,
    photos: Sequence[tuple[str, bytes]],
    forms: Sequence[Format],
    correct: Callable[[Reading], Reading],
    ticket: Ticket,
) -> bytes:
    """Raises PhotoError with the name of the photo, InvalidInput, Gone."""

    def took(stage: str, seconds: float) -> None:
        service.metrics.took(stage, seconds)
        ticket.check()

    sheets: list[Sheet] = []
    contents: dict[str, bytes] = {}
    for name, (file, data) in zip(_names([file for file, _ in photos]), photos, strict=True):
        ticket.check()
        try:
            with service.metrics.stage("decode"):
                photo = load(data)
            picture = upright(data, photo)
        except PhotoError as error:
            raise PhotoError(error.code, f"{file[:100]!r}: {error.detail}") from error
        reading = correct(service.eye.read(photo, took))
        service.metrics.reading(reading)
        image = name + picture.ending
        sheets.append(sheet_of(image, reading))
        if picture.data is not None:
            contents[f"{IMAGES}/{image}"] = picture.data
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, content in {**documents(forms, sheets), **contents}.items():
            packed.writestr(zipfile.ZipInfo(path), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _names(files: Sequence[str]) -> list[str]:
    """What the labels of each photo are called: as its file, and each otherwise."""
    found: list[str] = []
    for number, file in enumerate(files, 1):
        name = plain(PurePath(PureWindowsPath(file).name)) if file else f"photo-{number}"
        found.append(name if name.lower() not in map(str.lower, found) else f"{name}-{number}")
    return found
