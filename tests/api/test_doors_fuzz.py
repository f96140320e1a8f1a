"""Nothing that comes through a door makes the service fail: forms, headers, facts, deals and sheets of every kind."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from api.openapi import CORRECTIONS, DEAL, HAND, READING, WIN
from api.shapes import DEAL_CODES
from scoring.house.presets import presets
from tests.api.any_json import anything, spoilt
from tests.api.stubs import picture, reading_of
from vision.wire import readings

ANSWERS = (200, 413, 415, 422)
EXAMPLES = hypothesis_settings(
    max_examples=150,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)
FACTS: dict[str, Any] = {
    "rules": "zhuoji",
    "options": {},
    "seat": 1,
    "dealer": 0,
    "streak": 1,
    "stake": 2,
    "players": [
        {"hand": "139m258m14p69p357s", "discards": "1s"},
        {"melds": [{"kind": "pong", "tile": "9s", "from": 0}]},
        {},
        {"declared": "soft"},
    ],
    "wins": [{"seat": 1, "tile": "7m", "by": "discard", "from": 0, "after_kong": None}],
    "turned": "3p",
    "first_discarder": {"1s": 0},
    "refused": [],
}

FIELDS = {"waits": "rules", "score": "facts"}
PIECES = st.sampled_from(
    [
        b"--b\r\n", b"--b--\r\n", b"--b", b"\r\n", b"\n", b"\r", b"--", b": ", b";", b'"',
        b'Content-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n',
        b'Content-Disposition: form-data; name="facts"\r\n\r\n', b'Content-Disposition: form-data; name=\r\n\r\n',
        b"content-disposition: form-data; name=\"\xff\xfe\"\r\n\r\n", b"Content-Type: x/y\r\n", b"X: \0\r\n",
        b"Content-Disposition: form-data; name*=utf-8''%ff%zz\r\n\r\n", b"Content-Transfer-Encoding: base64\r\n",
        b'{"rules":"mil"}', picture(), picture()[:100], b"x" * 5000,
    ]
) | st.binary(max_size=20)  # fmt: skip


def check(client: TestClient, route: str, body: bytes, kind: str | bytes) -> None:
    told = kind.encode() if isinstance(kind, str) else kind
    answer = client.post(f"/v1/photos/{route}", content=body, headers={b"content-type": told})
    assert answer.status_code in ANSWERS, (answer.status_code, body[:300])
    answer.json()


@EXAMPLES
@given(st.lists(PIECES, max_size=14), st.sampled_from(["read", "waits", "score"]))
def test_forms_put_together_of_any_pieces(client: TestClient, pieces: list[bytes], route: str) -> None:
    check(client, route, b"".join(pieces), "multipart/form-data; boundary=b")


@EXAMPLES
@given(st.binary(max_size=60), st.binary(max_size=200))
def test_any_content_type(client: TestClient, kind: bytes, body: bytes) -> None:
    check(client, "read", body, kind.translate(None, b"\r\n\0"))
    check(client, "read", body, b"multipart/form-data; boundary=" + kind.translate(None, b"\r\n\0"))


HEADERS = ("host", "origin", "sec-fetch-site", "authorization", "accept", "accept-language", "x-request-id", "range")
ODD = st.sampled_from(["http://[", "[::1", "Basic ", "image/jpeg;q=", "bytes=9-0", "zh;q=x", "null", "*"])


@EXAMPLES
@given(st.dictionaries(st.sampled_from(HEADERS), ODD | st.binary(max_size=40).map(lambda raw: raw.decode("latin-1"))))
def test_any_headers_that_the_doors_look_at(client: TestClient, headers: dict[str, str]) -> None:
    told = {n.encode(): v.encode("latin-1").translate(None, b"\r\n\0") for n, v in headers.items()}
    for answer in (
        client.post("/v1/settle", content=b"{", headers=told),
        client.post("/v1/photos/read", files={"photo": picture()}, headers=told),
        client.get("/page/base.css", headers=told),
    ):
        assert answer.status_code < 500, (answer.status_code, told)


@EXAMPLES
@given(st.integers(0, 2**32), st.integers(1, 12))
def test_a_good_form_with_bytes_changed(client: TestClient, seed: int, changes: int) -> None:
    draw = random.Random(seed)
    parts = [("photo", picture()), ("facts", json.dumps(FACTS).encode()), ("corrections", b"[]"), ("rules", b"mil")]
    body = bytearray()
    for name, value in parts:
        body += b'--b\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), value)
    body += b"--b--\r\n"
    for _ in range(changes):
        at = draw.randrange(len(body))
        body[at : at + draw.choice((0, 1, 1, 5))] = draw.randbytes(draw.choice((0, 1, 1, 3)))
    check(client, draw.choice(("read", "waits", "score")), bytes(body), "multipart/form-data; boundary=b")


@pytest.mark.parametrize(("field", "valid"), [("facts", FACTS), ("corrections", {"": CORRECTIONS}), ("options", {})])
def test_any_json_in_a_field_is_answered_with_200(client: TestClient, field: str, valid: dict[str, Any]) -> None:
    @EXAMPLES
    @given(anything | spoilt(valid))
    def story(value: Any) -> None:
        data = {"facts": json.dumps(FACTS), "rules": "guiyang", field: json.dumps(value)}
        for route in ("waits", "score"):
            fields = {name: value for name, value in data.items() if name in (FIELDS[route], field)}
            answer = client.post(f"/v1/photos/{route}", files={"photo": picture()}, data=fields)
            assert answer.status_code == 200, (answer.text, value)
            found = answer.json()
            part = "settlement" if route == "score" else "waits"
            assert found[part] is not None or found["problem"] is not None

    story()


FULL_DEAL = DEAL | {
    "options": {"declared_is_pass": False},
    "streak": 1,
    "first_discarder": {"1s": 0},
    "refused": [],
}
FULL_DEAL["players"] = [dict(player) | {"declared": None, "discards": ""} for player in DEAL["players"]]  # type: ignore[attr-defined]
SAID = READING | {"reading": readings.to_json(reading_of())}


SHEET = max((preset["sheet"] for preset in presets()), key=lambda sheet: len(sheet["values"]))


@pytest.mark.parametrize(
    ("door", "valid"),
    [
        ("/v1/settle", FULL_DEAL),
        ("/v1/settle", FULL_DEAL | {"rules": SHEET, "options": {}}),
        ("/v1/waits", HAND),
        ("/v1/judge", WIN),
        ("/v1/readings", SAID),
        ("/v1/rules/check", SHEET),
    ],
)
def test_any_json_is_answered_or_refused(client: TestClient, door: str, valid: dict[str, Any]) -> None:
    known = {*DEAL_CODES.split(), "bad_corrections"}

    @EXAMPLES
    @given(anything | spoilt(valid))
    def story(body: Any) -> None:
        answer = client.post(door, content=json.dumps(body))
        assert answer.status_code in (200, 422), (answer.status_code, body)
        if answer.status_code == 422:
            assert answer.json()["code"] in known, answer.json()
        elif door == "/v1/settle":
            assert sum(answer.json()["balance"]) == 0

    story()
