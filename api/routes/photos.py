"""Routes that take a photo. Nothing of it is kept: it lives in the request and is gone with the answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeGuard

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from api.answers import PRICES, check_facts, into_facts, reading_answer, readings_answer, round_answer, waits_answer
from api.body import Form, read_form
from api.eye import Asked, Context, Look, learn, look, upright
from api.openapi import operation
from api.problems import Problem, spoken, to_json
from api.routes.taught import set_of
from api.service import service_of
from api.shown import Json
from scoring.errors import InvalidInput, quoted
from scoring.house.sheet import rules_for
from vision.wire import sets

router = APIRouter()
FIELDS = ("photo", "facts", "rules", "options", "corrections", "set", "seats")
SET_FIELDS = ("photo", "corrections", "set")
MOST_PHOTOS = 8  # of one round: a table has four players, and two halves each


async def _look(request: Request, *, draws: bool = False) -> tuple[Look, Form]:
    """The request's one photo as it was read, and the other fields. Raises as `_looks`."""
    seen, form = await _looks(request, draws=draws, several=False)
    return seen[0], form


async def _looks(request: Request, *, draws: bool = False, several: bool = True) -> tuple[list[Look], Form]:
    """The request's photos as they were read, each in its turn, and the other fields.

    Raises Problem, PhotoError, ClientDisconnect: everything that leaves no reading to answer with.
    """
    service = service_of(request)
    service.admit(request)
    with service.buffer.share() as share:
        form = await read_form(request, service.settings, share, several=several)
        photos = [data for _, data in form.photos] if several else [_photo(form)]
        if not photos:
            raise _no_photo()
        if len(photos) > (1 if draws else MOST_PHOTOS):
            detail = f"{len(photos)} photos; {'one is drawn on' if draws else f'{MOST_PHOTOS} are the most'}"
            raise Problem(422, "bad_form", detail, "photo")
        return [
            await service.attend(request, service.queue, partial(look, data, asked))
            for data, asked in zip(photos, _asked(form, len(photos), draws=draws), strict=True)
        ], form


def _asked(form: Form, photos: int, *, draws: bool) -> list[Asked]:
    """What is to be done with each photo; of several, corrections are a list for each, or all of the first."""
    contexts = [_context(form, at) for at in range(photos)]
    try:
        _understood(form)
        taught = set_of(form)
        steps = form.json("corrections", "bad_corrections")
        each = steps if _one_a_photo(steps, photos) else [steps, *[None] * (photos - 1)]
        return [Asked(told, taught, context, draws) for told, context in zip(each, contexts, strict=True)]
    except InvalidInput as error:
        return [Asked(context=context, refused=error) for context in contexts]


def _one_a_photo(steps: object, photos: int) -> TypeGuard[list[object]]:
    """Raises InvalidInput (`bad_corrections`) for lists of another number."""
    if not isinstance(steps, list) or not any(isinstance(step, list) for step in steps):
        return False
    if len(steps) != photos:
        detail = f"corrections of {len(steps)} photos, and here are {photos}"
        raise InvalidInput("bad_corrections", detail, "corrections")
    return True


def _photo(form: Form) -> bytes:
    """Takes the picture out of the form. Raises Problem: there is none."""
    data = form.fields.pop("photo", None)
    if data is None:
        raise _no_photo()
    return data


def _no_photo() -> Problem:
    return Problem(422, "photo_missing", "the form has no field photo with a picture", "photo")


def _facts(form: Form) -> Json:
    """The facts; rules and options from fields of their own where they tell none. Raises InvalidInput."""
    facts = form.json("facts", "bad_facts")
    if facts is not None and not isinstance(facts, dict):
        raise InvalidInput("bad_facts", f"facts are a JSON object, not {quoted(facts)}", "facts")
    fields = {"rules": _rules(form), "options": form.json("options", "bad_json")}
    told = facts or {}
    return told | {name: value for name, value in fields.items() if value is not None and told.get(name) is None}


def _rules(form: Form) -> object | None:
    """The field `rules`: a rule set's name, or a house sheet as JSON. Raises InvalidInput."""
    text = form.text("rules")
    return form.json("rules", "bad_rules") if text is not None and text.startswith("{") else text


def _beside(form: Form) -> set[str]:
    """What the facts do not tell though they could: a field of its own does, or nobody. Raises InvalidInput."""
    facts = form.json("facts", "bad_facts")
    return {name for name in PRICES if not isinstance(facts, dict) or facts.get(name) is None}


def _context(form: Form, photo: int = 0) -> Context:
    """The rules, and the tile on which that photo's player won, as far as they make sense."""
    try:
        facts, seats = _facts(form), form.json("seats", "bad_seat")
        seat = seats[photo] if isinstance(seats, list) and len(seats) > photo else -1 if photo else facts.get("seat")
        return Context.of_facts(facts | {"seat": seat})
    except InvalidInput:
        return Context()  # the route says what is wrong with them


def _only(form: Form, fields: Sequence[str]) -> None:
    """Raises InvalidInput (`bad_form`) for a field that the route has not got."""
    for name in form.fields:
        if name not in fields:
            known = f"{'is' if len(fields) == 1 else 'are'} {' '.join(fields)}"
            raise InvalidInput("bad_form", f"the field {quoted(name)} means nothing here; there {known}", name)


def _understood(form: Form) -> None:
    """Raises InvalidInput: `bad_form` for a field that no photo route has, `bad_facts` for a misspelt fact and where
    the facts tell other rules than fields of their own. Any may have been meant to change the answer.
    """
    _only(form, FIELDS)
    facts = form.json("facts", "bad_facts")
    if not isinstance(facts, dict):
        return
    check_facts(facts)
    for name, told in (("rules", _rules(form)), ("options", form.json("options", "bad_json"))):
        if told and facts.get(name) not in (None, told):
            detail = f"the field {name} says {quoted(told)}, the facts {quoted(facts[name])}"
            raise InvalidInput("bad_facts", detail, f"/facts/{name}")


def _priced(form: Form) -> None:
    """Raises InvalidInput where the rules that doubts are to be priced by make no sense; none told is well."""
    facts = _facts(form)
    rules, options = facts.get("rules"), facts.get("options")
    try:
        if rules is not None or options:
            rules_for(rules, options)
    except InvalidInput as error:
        raise into_facts(error, _beside(form)) from None


@router.post("/v1/photos/read", openapi_extra=operation("photos_read"))
async def read(request: Request) -> Response:
    """A photo -> its reading, or the photo with the reading drawn on it. Several photos of one round are checked
    together against the 108 tiles, and `readings` has one a photo.
    """
    draws = _wants_jpeg(request.headers.get("accept", ""))
    looks, form = await _looks(request, draws=draws)
    seen = looks[0]
    refused = next((one.refused for one in looks if one.refused), None)
    try:
        _priced(form)
    except InvalidInput as error:
        refused = refused or error
    if draws and refused:
        raise refused  # a picture has no room for a problem
    if seen.picture is not None:
        return Response(seen.picture, media_type="image/jpeg", headers={"vary": "accept"})
    answer = readings_answer([one.reading for one in looks], _context(form))
    if refused:
        answer["problem"] = to_json(refused)
    return _answer(request, answer, "accept")


@router.post("/v1/photos/upright", openapi_extra=operation("photos_upright"))
async def show_upright(request: Request) -> Response:
    """A photo -> the upright picture as JPEG, at least as large as the eye needs it: for a browser that cannot show
    the photo itself, or would show it turned otherwise.
    """
    service = service_of(request)
    service.admit(request)
    with service.buffer.share() as share:
        form = await read_form(request, service.settings, share)
        data = _photo(form)
        _only(form, ("photo",))
        picture = await service.attend(request, service.queue, partial(upright, data))
    return Response(picture, media_type="image/jpeg")


@router.post("/v1/sets", openapi_extra=operation("sets"))
async def teach(request: Request) -> Response:
    """A photo of a set's tiles -> what they look like, to be sent as `set` with other photos of them. Nothing is kept.

    The 27 kinds laid out in three rows of nine need no corrections; of any other photo the tiles are learned that are
    corrected or read for certain. With `set`, they are added to that one.
    """
    service = service_of(request)
    service.admit(request)
    with service.buffer.share() as share:
        form = await read_form(request, service.settings, share)
        data = _photo(form)
        _only(form, SET_FIELDS)
        work = partial(learn, data, form.json("corrections", "bad_corrections"), set_of(form))
        taught = await service.attend(request, service.queue, work)
    return JSONResponse(sets.to_json(taught))


@router.post("/v1/photos/waits", openapi_extra=operation("photos_waits"))
async def waits(request: Request) -> Response:
    """A photo and a rule set -> what the hand waits for."""
    seen, form = await _look(request)
    if seen.refused:
        return _answer(request, _without_answers(seen, form, "waits"))
    try:
        told = _facts(form)
    except InvalidInput as error:
        return _answer(request, _without_answers(seen, form, "waits", error=error))
    return _answer(request, waits_answer(seen.reading, told.get("rules"), told.get("options"), _beside(form)))


@router.post("/v1/photos/score", openapi_extra=operation("photos_score"))
async def score(request: Request) -> Response:
    """A photo and the facts that it cannot show -> pattern, waits and settlement. Hands of others that nobody told are
    taken from further photos, each with its seat in `seats`, or with `table` in the facts from the same photo.
    """
    looks, form = await _looks(request)
    parts = ("judge", "waits", "settlement")
    seen = next((one for one in looks if one.refused), looks[0])
    if seen.refused:
        return _answer(request, _without_answers(seen, form, *parts))
    try:
        facts = _facts(form)
    except InvalidInput as error:
        return _answer(request, _without_answers(seen, form, *parts, error=error))
    with service_of(request).metrics.stage("settle"):
        readings = [one.reading for one in looks]
        try:
            seats = form.json("seats", "bad_seat")
        except InvalidInput as error:
            return _answer(request, _without_answers(seen, form, *parts, error=error))
        return _answer(request, round_answer(readings, seats, facts, _beside(form) & form.fields.keys()))


def _answer(request: Request, answer: Json, *vary: str) -> Response:
    """What was computed, and in the language that was asked for why something was not."""
    if isinstance(problem := answer.get("problem"), dict):
        answer = {**answer, "problem": spoken(problem, request.headers.get("accept-language", ""))}
    return JSONResponse(answer, headers={"vary": ", ".join((*vary, "accept-language"))})


def _without_answers(seen: Look, form: Form, *parts: str, error: InvalidInput | None = None) -> Json:
    """The reading as the eye saw it, nothing computed from it, and why."""
    refused = error or seen.refused
    assert refused is not None
    return {
        "reading": reading_answer(seen.reading, _context(form)),
        **dict.fromkeys(parts),
        "problem": to_json(refused),
    }


def _wants_jpeg(accept: str) -> bool:
    """Whether `Accept` names image/jpeg and does not prefer JSON."""
    weights = {"image/jpeg": 0.0, "application/json": 0.0}
    for entry in accept.lower().split(","):
        kind, *parameters = (part.strip() for part in entry.split(";"))
        if kind in weights:
            quality = next((part[2:] for part in parameters if part.startswith("q=")), "1")
            weights[kind] = float(quality) if quality.replace(".", "", 1).isdecimal() else 0.0
    return weights["image/jpeg"] > weights["application/json"]
