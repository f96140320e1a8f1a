"""What went wrong, as `application/problem+json` (RFC 9457).

The engine's `InvalidInput` has its own code and pointer and is always a 422; `Problem` is what only HTTP knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from scoring.errors import InvalidInput
from scoring.sentences import ZH
from vision.photo.load import PhotoError

if TYPE_CHECKING:
    from starlette.responses import Response

MEDIA_TYPE = "application/problem+json"
LONGEST_DETAIL = 600  # characters; a detail names the offending value, and values come from outside
CONTENT_TOO_LARGE = 413  # the names of both changed with Python 3.13
UNPROCESSABLE_CONTENT = 422
_ZH: Mapping[str, str] = MappingProxyType(
    {
        "photo_missing": "没有照片",
        "not_a_picture": "这不是能看的照片",
        "too_large": "太大了",
        "bad_facts": "说的情况里有一处不对",
        "bad_corrections": "这处改动行不通",
        "bad_set": "这不是学过的牌",
        "bad_form": "这一项在这里没有意思",
        "busy": "正忙，等一下再试",
        "crashed": "算的时候出了事，再试一次；还不行就换一张小些的照片",
        "too_slow": "太慢了，再试一次",
        "too_many": "问得太快了，等一下再来",
        "bad_request": "这不是 HTTP",
        "not_found": "没有这个地方",
        "method_not_allowed": "这里不能这样问",
        "no_key": "要有钥匙才能问",
        "unknown_host": "这台服务器不叫这个名字",
        "cross_site": "这是从别的网站来的",
        "not_json": "要寄 application/json",
        "internal": "服务器出错了，再试一次",
        "unreadable": "这个文件读不出来",
        "changed": "读的时候文件变了",
        "jobs_off": "这里没有开批量标注",
        "unknown_job": "没有这个标注任务",
        "too_many_jobs": "没做完的标注任务太多了，等一个做完或者删一个",
        "no_room": "硬盘放不下了，删一个标注任务再来",
        "not_done": "这个标注任务还没做完",
        "bad_zip": "这个压缩包不能用",
        "bad_source": "不能从这个地址拿照片",
    }
)
"""What the codes that only the doors know say in Chinese; those of the engine are in `scoring.sentences`."""
_PHOTO_STATUS = {"not_a_picture": 415, "too_large": CONTENT_TOO_LARGE}


class Problem(Exception):  # noqa: N818 - RFC 9457's word
    """An HTTP answer that is an error: `status`, `code`, a sentence, and the pointer of the place.

    `about`: whom and which tile the sentence is about, `seat` and `tile`, as members of their own (RFC 9457 3.2).
    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        pointer: str = "",
        headers: Mapping[str, str] | None = None,
        chinese: str = "",
        about: Mapping[str, int | str] = MappingProxyType({}),
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.pointer = pointer
        self.headers = dict(headers or {})
        self.chinese = chinese
        self.about = about


def too_large(detail: str, pointer: str = "") -> Problem:
    """413: what was sent is larger than may be."""
    return Problem(CONTENT_TOO_LARGE, "too_large", detail, pointer)


def no_room(detail: str, pointer: str = "") -> Problem:
    """507: a disk, or a client's share of it, is full."""
    return Problem(507, "no_room", detail, pointer, {"Retry-After": "60"})


def as_problem(error: Problem | InvalidInput | PhotoError) -> Problem:
    """Any refusal of ours, seen as an HTTP answer."""
    match error:
        case Problem():
            return error
        case PhotoError():
            return Problem(_PHOTO_STATUS[error.code], error.code, error.detail, "photo")
        case InvalidInput():
            members = {"seat": error.seat, "tile": error.tile}
            about = {name: value for name, value in members.items() if value is not None}
            return Problem(
                UNPROCESSABLE_CONTENT, error.code, error.detail, error.pointer, chinese=error.chinese, about=about
            )


def to_json(error: Problem | InvalidInput | PhotoError) -> dict[str, object]:
    """The problem object, also used inside a 200 answer; `detail_zh` where it has a Chinese sentence of its own, until
    it is `spoken`.
    """
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
        **problem.about,
        **({"detail_zh": problem.chinese[:LONGEST_DETAIL]} if problem.chinese else {}),
    }


def asks_for_chinese(languages: str) -> bool:
    """Does an Accept-Language header name Chinese before English? The order is heeded, not the weights."""
    asked = [language.strip().lower()[:2] for language in languages.split(",")]
    return next((language for language in asked if language in ("zh", "en")), "") == "zh"


def answer(error: Problem | InvalidInput | PhotoError, languages: str = "") -> Response:
    """The problem as a response; `detail` is Chinese where the Accept-Language header `languages` asks for that."""
    from starlette.responses import JSONResponse  # the command line answers without it

    problem = as_problem(error)
    told = spoken(to_json(problem), languages)
    return JSONResponse(told, problem.status, problem.headers, media_type=MEDIA_TYPE)


def spoken(problem: Mapping[str, object], languages: str) -> dict[str, object]:
    """A problem object with `detail` in the language that an Accept-Language header asks for. Where it has no Chinese
    sentence of its own, the code's, and the English one behind it: that names the value.
    """
    told = {name: value for name, value in problem.items() if name != "detail_zh"}
    if not asks_for_chinese(languages):
        return told
    code, detail = str(problem["code"]), str(problem["detail"])
    sentence = ZH.get(code) or _ZH.get(code)
    return {**told, "detail": problem.get("detail_zh") or (f"{sentence}（{detail}）" if sentence else detail)}
