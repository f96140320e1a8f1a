"""The OpenAPI document: every route's body and answers, with examples that the engine answers."""

from __future__ import annotations

import json
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from api import docs, input_shapes, job_shapes, photo_shapes, problems, rule_shapes, shapes
from scoring.rulesets import RULE_SETS
from vision.labels.formats import FORMATS

VERSION = version("zhuoji")
_REF = "#/components/schemas/{model}"

DEAL: dict[str, object] = {
    "rules": "zhuoji",
    "stake": 150,
    "dealer": 2,
    "players": [
        {"hand": "123s234m567m99p46p"},
        {"hand": "1479m1258p36s", "melds": [{"kind": "exposed", "tile": "7p", "from": 2}]},
        {"hand": "139m258m14p69p357s"},
        {"hand": "123s67m234m22p", "melds": [{"kind": "added", "tile": "9s", "from": 0}]},
    ],
    "wins": [{"seat": 3, "tile": "5m", "by": "discard", "from": 1, "after_kong": "exposed"}],
    "turned": "7s",
}
SHEET: dict[str, object] = {
    "base": "zhuoji",
    "name": "老王家",
    "values": {"self_draw_plain": 1, "turned_previous": True},
}
HAND: dict[str, object] = {
    "rules": "zhuoji",
    "hand": "123s67m234m22p",
    "melds": [{"kind": "added", "tile": "9s", "from": 0}],
}
WIN: dict[str, object] = HAND | {"win": {"tile": "5m", "by": "discard"}}
CORRECTIONS: list[dict[str, object]] = [{"op": "set", "tile": 0, "kind": "5p"}, {"op": "drop", "tile": 1}]
READING: dict[str, object] = {
    "reading": {
        "width": 640,
        "height": 480,
        "tiles": [{"tile": "6p", "box": [200, 200, 240, 256]}, {"tile": "1s", "box": [240, 200, 280, 256]}],
    },
    "corrections": CORRECTIONS,
}
FACTS: dict[str, object] = {"rules": "zhuoji", "seat": 0, "dealer": 0, "turned": "7s"}

_PHOTO = {"type": "string", "format": "binary", "description": "the photo: JPEG, PNG, WebP, HEIF or AVIF"}
_CORRECTIONS = {"type": "string", "description": "JSON: a list of corrections"}
_SET = {"type": "string", "description": "JSON: a taught set, as `/v1/sets` answered it, at most 64 KiB"}
_RULES = {
    "type": "string",
    "example": "zhuoji",
    "description": f"one of {', '.join(RULE_SETS)}, or JSON: a house sheet",
}
_PRICES = _RULES | {"description": "what the doubts are priced by: a rule set, or JSON: a house sheet"}
_OPTIONS = {"type": "string", "description": "JSON: house rules"}
_FACTS = {
    "type": "string",
    "description": "JSON: a deal with `seat` (whose hand the photo shows) and without that hand; `rules` is required. "
    "`table`: true takes from one photo also the open hands of others that nobody told, listed in `assumed` as `seen`",
    "example": json.dumps(FACTS),
}
_SAME = {
    "type": "string",
    "description": "JSON: as for `/v1/photos/score`; of them the rules, their options and the won tile",
}
_SEATS = {
    "type": "string",
    "description": "JSON: of several photos of one round, whose hands they show, as [0, 2]. Hands that nobody told are "
    "taken from them and listed in `assumed` as `seen`; `corrections` are of the first photo, or a list of lists",
    "example": "[0]",
}
_ROUND = {"type": "array", "items": _PHOTO, "description": "the photo, or several of one round, checked together"}
_OR_FACTS = {"type": "string", "description": "the same as in `facts`, for those who tell nothing else"}


def _json(model: type[BaseModel] | None, **more: object) -> dict[str, object]:
    schema = {"type": "object"} if model is None else {"$ref": _REF.format(model=model.__name__)}
    return {"schema": schema, **more}


def _takes(model: type[BaseModel], example: object) -> dict[str, object]:
    return {"required": True, "content": {"application/json": _json(model, example=example)}}


def _takes_photo(**fields: object) -> dict[str, object]:
    schema = {"type": "object", "required": ["photo"], "properties": {"photo": _PHOTO, **fields}}
    return {"required": True, "content": {"multipart/form-data": {"schema": schema}}}


def _answers(model: type[BaseModel] | None, *refusals: int, **others: object) -> dict[str, object]:
    words: dict[int, str] = {
        404: "There is no such job, or it is somebody else's",
        408: "The body came too slowly",
        413: "Too large",
        409: "It is not done yet",
        415: "Not a picture that is taken",
        422: "InvalidInput; `code` and `pointer` say what and where",
        429: "Too many jobs are not done yet",
        503: "Busy; `Retry-After` says when to come again",
        507: "No room left for it",
    }
    problem = {"content": {problems.MEDIA_TYPE: _json(shapes.Problem)}}
    answers: dict[str, object] = {str(code): {"description": words[code], **problem} for code in refusals}
    taken = {"description": "The answer", "content": {"application/json": _json(model), **others}}
    return {"200": taken} | answers


_WITH_BODY = (408, 413, 422, 503)
_WITH_PHOTO = (408, 413, 415, 422, 503)
_EVERY_PHOTO = {"corrections": _CORRECTIONS, "set": _SET}
_PHOTOS = {"type": "array", "items": _PHOTO}
_FORMAT = {
    "type": "string",
    "description": f"one or several, with commas between, of {', '.join(FORMATS)}",
    "example": "yolo",
}
_ZIP = {"application/zip": {"schema": {"type": "string", "format": "binary"}}}
_JPEG = {"schema": {"type": "string", "format": "binary"}}

_OPERATIONS: dict[str, dict[str, object]] = {
    "rules": {"responses": _answers(None)},
    "rules_check": {
        "requestBody": _takes(shapes.RuleSheet, SHEET),
        "responses": _answers(rule_shapes.CheckedSheet, *_WITH_BODY),
    },
    "settle": {"requestBody": _takes(input_shapes.Deal, DEAL), "responses": _answers(shapes.Settlement, *_WITH_BODY)},
    "waits": {"requestBody": _takes(input_shapes.HandAsked, HAND), "responses": _answers(shapes.Waits, *_WITH_BODY)},
    "judge": {
        "requestBody": _takes(input_shapes.JudgeAsked, WIN),
        "responses": _answers(shapes.Judgement, *_WITH_BODY),
    },
    "readings": {
        "requestBody": _takes(photo_shapes.ReadingAsked, READING),
        "responses": _answers(photo_shapes.Reading, *_WITH_BODY),
    },
    "sets": {
        "requestBody": _takes_photo(**_EVERY_PHOTO),
        "responses": _answers(photo_shapes.TaughtSet, *_WITH_PHOTO),
    },
    "photos_read": {
        "requestBody": _takes_photo(
            photo=_ROUND, rules=_PRICES, options=_OPTIONS, facts=_SAME, seats=_SEATS, **_EVERY_PHOTO
        ),
        "responses": _answers(photo_shapes.PhotoRead, *_WITH_PHOTO, **{"image/jpeg": _JPEG}),
    },
    "photos_upright": {
        "requestBody": _takes_photo(),
        "responses": _answers(None, *_WITH_PHOTO)
        | {"200": {"description": "The picture", "content": {"image/jpeg": _JPEG}}},
    },
    "photos_waits": {
        "requestBody": _takes_photo(rules=_RULES, options=_OPTIONS, facts=_SAME, **_EVERY_PHOTO),
        "responses": _answers(photo_shapes.PhotoWaits, *_WITH_PHOTO),
    },
    "photos_label": {
        "requestBody": _takes_photo(photo=_PHOTOS, format=_FORMAT, **_EVERY_PHOTO),
        "responses": _answers(None, *_WITH_PHOTO) | {"200": {"description": "The labels", "content": _ZIP}},
    },
    "photos_score": {
        "requestBody": _takes_photo(
            photo=_ROUND, facts=_FACTS, rules=_OR_FACTS, options=_OR_FACTS, seats=_SEATS, **_EVERY_PHOTO
        ),
        "responses": _answers(photo_shapes.PhotoScore, *_WITH_PHOTO),
    },
}

_ANY_FORMAT = _FORMAT | {"description": f"{_FORMAT['description']}; of a zip as the whole body `?format=`"}
_SOURCE = {
    "type": "string",
    "description": "in place of files: an address in an object store, one of those that the operator allows",
}
_ZIP_OF_PHOTOS = {"type": "string", "format": "binary", "description": "one or several zips of photos"}
_JOB_FILES = {
    "type": "object",
    "required": ["format"],
    "properties": {"photo": _PHOTOS, "zip": _ZIP_OF_PHOTOS, "source": _SOURCE, "format": _ANY_FORMAT},
}
_WITH_JOB = (404, 503)
_OPERATIONS |= {
    "label_jobs_add": {
        "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": _JOB_FILES}}},
        "responses": {
            {"200": "202"}.get(status, status): answer
            for status, answer in _answers(job_shapes.LabelJob, 408, 413, 422, 429, 503, 507).items()
        },
    },
    "label_jobs": {"responses": _answers(job_shapes.LabelJobs, 503)},
    "label_job": {
        "responses": _answers(job_shapes.LabelJob, *_WITH_JOB, **{"text/event-stream": {"schema": {"type": "string"}}})
    },
    "label_job_labels": {
        "responses": _answers(None, 404, 409, 422, 503) | {"200": {"description": "The labels", "content": _ZIP}}
    },
    "label_job_delete": {"responses": _answers(None, *_WITH_JOB) | {"204": {"description": "It is gone"}}},
}


def operation(name: str) -> dict[str, object]:
    """What the OpenAPI document says about a route beyond its path and first sentence."""
    return {"operationId": name, **_OPERATIONS[name]}


class App(FastAPI):
    """FastAPI whose document also holds the shapes, though no route parses by them."""

    def openapi(self) -> dict[str, Any]:
        """The document; made once."""
        if self.openapi_schema is None:
            document = super().openapi()
            described = [shapes, input_shapes, rule_shapes, photo_shapes]
            described += [job_shapes] * (docs.JOBS in document["paths"])
            models = [
                (model, "validation")
                for model in {name: one for shape in described for name, one in vars(shape).items()}.values()
                if isinstance(model, type) and issubclass(model, shapes.Shape) and model is not shapes.Shape
            ]
            _, schemas = models_json_schema(models, ref_template=_REF)  # type: ignore[arg-type]
            document.setdefault("components", {})["schemas"] = schemas["$defs"]
        return super().openapi()
