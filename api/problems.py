"""What went wrong, as `application/problem+json` (RFC 9457).

The engine's `InvalidInput` has its own code and pointer and is always a 422; `Problem` is what only HTTP knows.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import JSONResponse, Response

from scoring.errors import InvalidInput
from scoring.sentences import in_chinese
from vision.photo.load import PhotoError

MEDIA_TYPE = "application/problem+json"
LONGEST_DETAIL = 600  # characters; a detail names the offending value, and values come from outside
CONTENT_TOO_LARGE = 413  # the names of both changed with Python 3.13
UNPROCESSABLE_CONTENT = 422
_PHOTO_STATUS = {"not_a_picture": 415, "too_large": CONTENT_TOO_LARGE}


class Problem(Exception):  # noqa: N818 - RFC 9457's word
    """An HTTP answer that is an error: `status`, `code`, a sentence, and the pointer of the place."""

    def __init__(
        self, status: int, code: str, detail: str, pointer: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.pointer = pointer
        self.headers = dict(headers or {})


def too_large(detail: str, pointer: str = "") -> Problem:
    """413."""
    return Problem(CONTENT_TOO_LARGE, "too_large", detail, pointer)


def as_problem(error: Problem | InvalidInput | PhotoError) -> Problem:
    """Any refusal of ours, seen as an HTTP answer."""
    match error:
        case Problem():
            return error
        case PhotoError():
            return Problem(_PHOTO_STATUS[error.code], error.code, error.detail, "photo")
        case InvalidInput():
            return Problem(UNPROCESSABLE_CONTENT, error.code, error.detail, error.pointer)


def to_json(error: Problem | InvalidInput | PhotoError) -> dict[str, object]:
    """The problem object, also used inside a 200 answer."""
    problem = as_problem(error)
    detail = problem.detail
    if len(detail) > LONGEST_DETAIL:
        detail = detail[: LONGEST_DETAIL - 1] + "…"
    return {
        "type": f"urn:zhuoji:problem:{problem.code}",
        "title": problem.code.replace("_", " ").capitalize(),
        "status": int(problem.status),
        "code": problem.code,
        "detail": detail,
        "pointer": problem.pointer[:LONGEST_DETAIL],
    }


def asks_for_chinese(languages: str) -> bool:
    """Does an Accept-Language header name Chinese before English? The order is heeded, not the weights."""
    asked = [language.strip().lower()[:2] for language in languages.split(",")]
    return next((language for language in asked if language in ("zh", "en")), "") == "zh"


def answer(error: Problem | InvalidInput | PhotoError, languages: str = "") -> Response:
    """The problem as a response; `detail` is Chinese where the Accept-Language header `languages` asks for that."""
    problem = as_problem(error)
    if asks_for_chinese(languages) and (chinese := in_chinese(problem.code, problem.detail)) is not None:
        problem = Problem(problem.status, problem.code, chinese, problem.pointer, problem.headers)
    return JSONResponse(to_json(problem), problem.status, problem.headers, media_type=MEDIA_TYPE)
