"""Label jobs where the operator has not set up any: what to say to who asks."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import APIRouter

from api.problems import Problem

router = APIRouter(include_in_schema=False)


@router.api_route("/v1/label-jobs", methods=["GET", "POST"])
@router.api_route("/v1/label-jobs/{rest:path}", methods=["GET", "DELETE"])
async def off(rest: str = "") -> None:  # noqa: ARG001 - whatever is asked for
    """404 `jobs_off`."""
    raise Problem(HTTPStatus.NOT_FOUND, "jobs_off", "label jobs are off here; ZHUOJI_JOBS names a folder for them")
