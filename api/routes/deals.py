"""Routes that take JSON: the engine behind them does all the work and has all the words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from api.answers import reading_answer
from api.body import LARGE, read_body
from api.eye import SET, Context, corrected
from api.openapi import operation
from api.service import service_of
from api.shown import Json
from api.strict_json import MOST_TOLD, parse_json
from api.work import Stages
from scoring import wire
from scoring.errors import InvalidInput, pointer_to, quoted, rebase_pointer
from scoring.house.sheet import rules_for
from vision.eye.thresholds import MOST_TILES
from vision.wire import readings

router = APIRouter()
FIELDS = ("reading", "corrections", "rules", "options")


async def _engine(request: Request, answer: Callable[[object], dict[str, object]]) -> Response:
    """A deal is answered where it arrives; what is longer than any deal would hold up everybody else there."""
    service = service_of(request)
    with service.buffer.share() as share:
        body = await read_body(request, service.settings, share)
        if len(body) > LARGE:
            return JSONResponse(await service.attend(request, service.desk, partial(_answered, answer, body)))
        with service.metrics.stage("settle"):
            return JSONResponse(answer(parse_json(body, most=MOST_TOLD)))


def _answered(answer: Callable[[object], dict[str, object]], body: bytes, _: object, stages: Stages) -> Json:
    with stages.stage("settle"):
        return answer(parse_json(body, most=MOST_TOLD))


@router.get("/v1/rules", openapi_extra=operation("rules"))
async def rules() -> Response:
    """Every rule set: each value, its source, each option and its default."""
    return JSONResponse(wire.rules(), headers={"cache-control": "public, max-age=300"})


@router.post("/v1/rules/check", openapi_extra=operation("rules_check"))
async def check_rules(request: Request) -> Response:
    """A house sheet -> what differs from its base, or the place that is wrong."""
    return await _engine(request, wire.check_sheet)


@router.post("/v1/settle", openapi_extra=operation("settle"))
async def settle(request: Request) -> Response:
    """A deal -> who pays whom how much, and why."""
    return await _engine(request, wire.settle)


@router.post("/v1/waits", openapi_extra=operation("waits"))
async def waits(request: Request) -> Response:
    """A hand -> the tiles that complete it, or what to throw to be ready."""
    return await _engine(request, wire.waits)


@router.post("/v1/judge", openapi_extra=operation("judge"))
async def judge(request: Request) -> Response:
    """A hand and a tile -> whether it wins, as what, and if not, why not."""
    return await _engine(request, wire.judge)


@router.post("/v1/readings", openapi_extra=operation("readings"))
async def correct(request: Request) -> Response:
    """A reading and what the player corrects -> the reading again, without the photo.

    With `rules` (and `options`) beside them, doubts are priced by that rule set. Any other field is refused: it may
    have been meant as one of these.
    """
    service = service_of(request)
    with service.buffer.share() as share:
        body = await read_body(request, service.settings, share)
        return JSONResponse(await service.attend(request, service.desk, partial(_corrected, body)))


def _corrected(told: bytes, _: object, stages: Stages) -> Json:
    """All of it at the desk: the time grows faster than the tiles. Raises InvalidInput."""
    body = parse_json(told)
    if not isinstance(body, dict):
        raise InvalidInput("bad_json", f"a JSON object with reading and corrections is needed, not {quoted(body)}")
    for key in body:
        if key not in FIELDS:
            raise InvalidInput(
                "bad_json", f"{quoted(key)} means nothing here; there are {' '.join(FIELDS)}", pointer_to("", key)
            )
    sent, steps, rules, options = map(body.get, FIELDS)
    context = Context(None if rules is None and not options else rules_for(rules, options))
    tiles = sent.get("tiles") if isinstance(sent, dict) else None
    if isinstance(tiles, list) and len(tiles) > MOST_TILES:
        detail = f"a reading of {len(tiles)} tiles; {MOST_TILES} are the most, a set has {SET}"
        raise InvalidInput("bad_json", detail, "/reading/tiles")
    stages.check()
    try:
        reading = readings.from_json(sent)
    except InvalidInput as error:
        raise rebase_pointer(error, {"": "/reading"}) from None
    stages.check()
    return reading_answer(corrected(reading, [] if steps is None else steps, context), context)
