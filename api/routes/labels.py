"""The route that labels a handful of photos at once. Nothing of them is kept."""

from __future__ import annotations

import asyncio
import io
import itertools
import unicodedata
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath, PureWindowsPath

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from api.body import Form, read_form
from api.eye import Asked, Eye, corrected, knowing
from api.formats import formats_of
from api.openapi import operation
from api.problems import Problem
from api.routes.taught import set_of
from api.service import service_of
from api.work import Stages
from scoring.errors import InvalidInput, quoted
from vision.labels.formats import IMAGES, Format, documents
from vision.labels.rows import LONGEST
from vision.labels.sheet import Sheet, sheet_of
from vision.labels.sources import PHOTOS, plain
from vision.labels.upright import upright
from vision.photo.load import PhotoError, load

router = APIRouter()
FIELDS = ("format", "corrections", "set")


@router.post("/v1/photos/label", openapi_extra=operation("photos_label"))
async def label(request: Request) -> Response:
    """Photos and a format -> a zip of the labels.

    Labels are called as their photos are. Boxes are in pixels of the upright photo. `images/` has those photos that had
    to be turned, written in another format or renamed for it, since two have one name; the others fit as they are.
    """
    service = service_of(request)
    service.admit(request)
    with service.buffer.share() as share:
        form = await read_form(request, service.settings, share, several=True)
        if not form.photos:
            raise Problem(422, "photo_missing", "the form has no field photo with a picture", "photo")
        for field in form.fields:
            if field not in FIELDS:
                known = " ".join(("photo", *FIELDS))
                detail = f"the field {quoted(field)} means nothing here; there are {known}"
                raise InvalidInput("bad_form", detail, field)
        forms = formats_of(form.text("format"))
        asked = _asked(form)
        names = _names([file for file, _ in form.photos])
        labelled = []
        for name, (_, data) in zip(names, form.photos, strict=True):  # each has its turn in the line
            work = partial(_labelled, name, data, asked)
            labelled.append(await service.attend(request, service.queue, work))
            share.take(len(labelled[-1][1] or b""))  # a small file may have become a large one
        packed = await asyncio.to_thread(_zip, labelled, forms)
    headers = {"content-disposition": 'attachment; filename="labels.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


def _asked(form: Form) -> Asked:
    corrections = form.json("corrections", "bad_corrections")
    if corrections and len(form.photos) > 1:
        detail = f"corrections are of one photo, and here are {len(form.photos)}"
        raise InvalidInput("bad_corrections", detail, "corrections")
    return Asked(corrections, set_of(form))


Labelled = tuple[Sheet, bytes | None]
"""The labels of a photo, and the bytes of its picture where the photo's own do not fit them: turned, or renamed."""


@dataclass(frozen=True, slots=True)
class Name:
    """What a photo's labels are called. `file`: as it came in. `stem`: the same without its ending, or another one
    where that is taken or none. `ending`: the file's own, "" where the picture goes by another name now.
    """

    file: str
    stem: str
    ending: str


def _labelled(name: Name, data: bytes, asked: Asked, eye: Eye, stages: Stages) -> Labelled:
    """One photo. Raises PhotoError with the name of its file, InvalidInput, Gone."""
    try:
        with stages.stage("decode"):
            photo = load(data)
        picture = upright(data, photo)
    except PhotoError as error:
        raise PhotoError(error.code, f"{name.file[:100]!r}: {error.detail}") from error
    stages.check()
    reading = corrected(knowing(eye, asked.taught).read(photo, stages.took), asked.corrections, asked.context)
    stages.read(reading)
    if picture.data is None and name.ending:
        return sheet_of(name.stem + name.ending, reading), None
    return sheet_of(name.stem + picture.ending, reading), data if picture.data is None else picture.data


def _zip(labelled: Sequence[Labelled], forms: Sequence[Format]) -> bytes:
    sheets = [sheet for sheet, _ in labelled]
    contents = {f"{IMAGES}/{sheet.image}": data for sheet, data in labelled if data is not None}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, content in {**documents(forms, sheets), **contents}.items():
            packed.writestr(zipfile.ZipInfo(path), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _names(files: Sequence[str]) -> list[Name]:
    """What the labels of each photo are called: as its file, whatever it is called, and each otherwise."""
    found: list[Name] = []
    taken: set[str] = set()
    for number, file in enumerate(files, 1):
        base = "".join(letter for letter in PureWindowsPath(file).name if letter.isprintable())
        stem, ending = base[: -len(PurePath(base).suffix) or None], PurePath(base).suffix
        if ending.lower() not in PHOTOS or len(base.encode("utf-8", "replace")) > LONGEST or not _encodes(base):
            stem, ending = plain(PurePath(base)) if base else f"photo-{number}", ""
        free = next(one for one in _others(stem, number) if _folded(one) not in taken)
        taken.add(_folded(free))
        found.append(Name(file, free, ending if free == stem else ""))
    return found


def _others(stem: str, number: int) -> Iterator[str]:
    yield stem
    yield from (f"{stem}-{k}" for k in itertools.count(number))


def _folded(name: str) -> str:
    """The same for names that some disk takes for one: a Mac's tells neither case nor how é is written."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _encodes(name: str) -> bool:
    """A zip holds UTF-8."""
    try:
        return bool(name.encode())
    except UnicodeEncodeError:
        return False
