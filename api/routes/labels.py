"""The route that labels a handful of photos at once. Nothing of them is kept."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Sequence
from functools import partial
from pathlib import PurePath, PureWindowsPath

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from api.body import Form, read_form
from api.eye import Asked, Eye, corrector
from api.openapi import operation
from api.problems import Problem
from api.service import service_of
from api.work import Stages
from scoring.errors import InvalidInput, quoted
from vision.labels.formats import FORMATS, IMAGES, Format, documents
from vision.labels.sheet import Sheet, sheet_of
from vision.labels.sources import plain
from vision.labels.upright import upright
from vision.photo.load import PhotoError, load

router = APIRouter()
FIELDS = ("format", "corrections", "set")


@router.post("/v1/photos/label", openapi_extra=operation("photos_label"))
async def label(request: Request) -> Response:
    """Photos and a format -> a zip of the labels.

    Boxes are in pixels of the upright photo. `images/` has those photos that had to be turned or written in another
    format for it; the others fit as they are.
    """
    service = service_of(request)
    service.admit(request)
    with service.buffer.share() as share:
        form = await read_form(request, service.settings, share, several=True)
        if not form.photos:
            raise Problem(422, "photo_missing", "the form has no field photo with a picture", "photo")
        for name in form.fields:
            if name not in FIELDS:
                known = " ".join(("photo", *FIELDS))
                raise InvalidInput("bad_form", f"the field {quoted(name)} means nothing here; there are {known}", name)
        forms = _formats(form.text("format"))
        asked = _asked(form)
        names = _names([file for file, _ in form.photos])
        labelled = []
        for name, (file, data) in zip(names, form.photos, strict=True):  # each has its turn in the line
            work = partial(_labelled, name, file, data, asked)
            labelled.append(await service.attend(request, service.queue, work))
            share.take(len(labelled[-1][1] or b""))  # a small file may have become a large one
        packed = await asyncio.to_thread(_zip, labelled, forms)
    headers = {"content-disposition": 'attachment; filename="labels.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


def _formats(text: str | None) -> tuple[Format, ...]:
    names = [name.strip() for name in (text or "").split(",")]
    for name in names:
        if name not in FORMATS:
            raise InvalidInput("bad_json", f"the format {quoted(name)} is none of {', '.join(FORMATS)}", "format")
    return tuple(FORMATS[name] for name in dict.fromkeys(names))


def _asked(form: Form) -> Asked:
    corrections = form.json("corrections", "bad_corrections")
    if corrections and len(form.photos) > 1:
        detail = f"corrections are of one photo, and here are {len(form.photos)}"
        raise InvalidInput("bad_corrections", detail, "corrections")
    return Asked(corrections, form.text("set"))


Labelled = tuple[Sheet, bytes | None]
"""The labels of a photo, and the bytes of its picture where the photo's own are not upright."""


def _labelled(name: str, file: str, data: bytes, asked: Asked, eye: Eye, stages: Stages) -> Labelled:
    """One photo. Raises PhotoError with the name of its file, InvalidInput, Gone."""
    try:
        with stages.stage("decode"):
            photo = load(data)
        picture = upright(data, photo)
    except PhotoError as error:
        raise PhotoError(error.code, f"{file[:100]!r}: {error.detail}") from error
    stages.check()
    reading = corrector(asked.corrections, asked.taught)(eye.read(photo, stages.took))
    stages.read(reading)
    return sheet_of(name + picture.ending, reading), picture.data


def _zip(labelled: Sequence[Labelled], forms: Sequence[Format]) -> bytes:
    sheets = [sheet for sheet, _ in labelled]
    contents = {f"{IMAGES}/{sheet.image}": data for sheet, data in labelled if data is not None}
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
