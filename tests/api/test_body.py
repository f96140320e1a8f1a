"""Bodies: what is JSON, what is a form, and what is neither."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from api import body as bodies
from api.settings import Settings
from api.strict_json import MOST_TOLD, MOST_VALUES, parse_json
from scoring.errors import InvalidInput
from tests.api.stubs import picture


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "Expecting value"),
        (b"{", "Expecting property name"),
        (b'{"a": 1,}', "line 1"),
        (b"\xff\xfe{}", "0xff at 0 is not UTF-8"),
        (b'{"a": "\xc3\x28"}', "not UTF-8"),
        (b"NaN", "NaN is no JSON number"),
        (b"[-Infinity]", "-Infinity is no JSON number"),
        (b"1e999", "too large"),
        (b"1" * 301, "301 digits"),
        (b"9" * 5000, "5000 digits"),
        (b"[" * 100_000, "nested too deep"),
        (b"[" * 40 + b"]" * 40, "deeper than 32"),
        (b'{"a":' * 40 + b"1" + b"}" * 40, "deeper than 32"),
        (b'{"dealer": 1, "dealer": 2}', "'dealer' stands there twice"),
        (b"[" + b"[]," * MOST_VALUES + b"[]]", "more than 20,000 values"),
        (b'"\\ud800"', "surrogate"),
        (b'{"\\udc00": 1}', "surrogate"),
    ],
)
def test_what_is_no_json_says_why(data: bytes, why: str) -> None:
    with pytest.raises(InvalidInput, match=why) as caught:
        parse_json(data, "bad_facts", "facts")
    assert (caught.value.code, caught.value.pointer) == ("bad_facts", "facts")


FAR_TOO_LONG = 3.0
"""Seconds of CPU: a hundred times what it takes, a quarter of what it took."""


@pytest.mark.parametrize(
    "of",
    [
        lambda n: b"{" + b",".join(b'"%d":1' % k for k in range(n)) + b',"%d":1}' % (n - 1),  # the last key twice
        lambda n: b'{"a":1,' + b",".join(b'"%d":1' % k for k in range(n)) + b',"a":1}',
        lambda n: b"[" + b",".join(b'{"%d":{}}' % k for k in range(n)) + b"]",
        lambda n: b"[" + b"1," * n + b"1]",
        lambda n: b'"' + b"\\u00e9" * n + b'"',
        lambda n: b"[" + b"9" * 299 + b"," + b"1.5e3," * n + b"1]",
        lambda n: b"[" + b"[[[[]]]]," * n + b"1]",
    ],
)
def test_json_takes_time_in_step_with_its_size(of: Callable[[int], bytes]) -> None:
    """Keys were once counted for each key: 32,000 of them took 13 s of CPU."""
    begin = time.process_time()
    with suppress(InvalidInput):
        parse_json(of(29_000))
    assert time.process_time() - begin < FAR_TOO_LONG


def test_a_field_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []

    def watched(data: bytes, pointer: str, most: int) -> object:
        asked.append(data)
        return parse_json(data, pointer=pointer, most=most)

    monkeypatch.setattr(bodies, "parse_json", watched)
    form = bodies.Form({"facts": b'{"rules": "mil"}', "options": b"{"})
    assert [form.json("facts", "bad_facts") for _ in range(3)] == [{"rules": "mil"}] * 3
    for _ in range(3):
        with pytest.raises(InvalidInput, match="no JSON"):
            form.json("options", "bad_json")
    assert len(asked) == 2


def test_what_a_person_tells_has_fewer_values_than_a_reading() -> None:
    """60,000 players in half a megabyte of facts once took seconds in the thread that serves all requests."""
    many = b"[" + b"0," * MOST_TOLD + b"0]"
    form = bodies.Form({"facts": many, "corrections": many})
    with pytest.raises(InvalidInput, match="more than 2,000 values"):
        form.json("facts", "bad_facts")
    assert form.json("corrections", "bad_corrections") == [0] * (MOST_TOLD + 1)


@pytest.mark.parametrize("value", [None, True, 0, 1.5, "幺鸡", [], {}, {"a": [1, {"b": None}]}, "\U0001f004"])
def test_json_comes_through(value: object) -> None:
    assert parse_json(json.dumps(value).encode()) == value
    assert parse_json(json.dumps(value, ensure_ascii=False).encode()) == value


def form(*parts: tuple[str, bytes], end: bytes = b"--b--\r\n") -> tuple[bytes, dict[str, str]]:
    body = b"".join(b"--b\r\n" + head.encode() + b"\r\n\r\n" + data + b"\r\n" for head, data in parts)
    return body + end, {"content-type": "multipart/form-data; boundary=b"}


PHOTO = 'Content-Disposition: form-data; name="photo"; filename="a.jpg"'


def post(client: TestClient, body: bytes, headers: Mapping[str, Any], route: str = "read") -> tuple[int, str]:
    answer = client.post(f"/v1/photos/{route}", content=body, headers=headers)
    problem = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem["status"] == answer.status_code
    assert set(problem) == {"type", "title", "status", "code", "detail", "pointer"}
    return answer.status_code, problem["code"]


def test_a_cut_off_form(client: TestClient, jpeg: bytes) -> None:
    body, headers = form((PHOTO, jpeg), end=b"")
    assert post(client, body, headers) == (422, "bad_form")


def test_a_form_without_a_name(client: TestClient, jpeg: bytes) -> None:
    assert post(client, *form(("Content-Type: image/jpeg", jpeg))) == (422, "bad_form")


def test_the_photo_twice_where_one_is_taken(client: TestClient, jpeg: bytes) -> None:
    assert post(client, *form((PHOTO, jpeg), (PHOTO, jpeg)), "waits") == (422, "bad_form")
    assert post(client, *form(*[(PHOTO, jpeg)] * 9)) == (422, "bad_form"), "a round has no nine photos"


def test_a_thousand_parts(client: TestClient) -> None:
    parts = [(f'Content-Disposition: form-data; name="f{i}"', b"x") for i in range(1000)]
    assert post(client, *form(*parts)) == (413, "too_large")


def test_endless_part_headers(client: TestClient) -> None:
    many = "\r\n".join(f"X-{i}: y" for i in range(50))
    assert post(client, *form((f"{PHOTO}\r\n{many}", b""))) == (422, "bad_form")
    assert post(client, *form((f"{PHOTO}\r\nX: {'y' * 100_000}", b""))) == (422, "bad_form")


def test_garbage_for_a_form(client: TestClient) -> None:
    headers = {"content-type": "multipart/form-data; boundary=b"}
    for body in (b"", b"\x00" * 100, b"--c\r\n", b"--b", b"--b\r\n\r\n", b"\r\n" * 1000):
        assert post(client, body, headers) == (422, "bad_form"), body
    assert post(client, b"x", {"content-type": "multipart/form-data"}) == (422, "bad_form")
    assert post(client, b"x", {"content-type": f"multipart/form-data; boundary={'b' * 2000}"}) == (422, "bad_form")


@pytest.mark.parametrize("kind", ["image/jpeg", "application/json", "application/x-www-form-urlencoded", "", b"\xff"])
def test_another_content_type_has_no_photo(client: TestClient, jpeg: bytes, kind: str | bytes) -> None:
    assert post(client, jpeg, {"content-type": kind}) == (422, "photo_missing")


def test_a_form_without_a_photo(client: TestClient) -> None:
    body, headers = form(('Content-Disposition: form-data; name="rules"', b"zhuoji"))
    assert post(client, body, headers) == (422, "photo_missing")


@pytest.mark.parametrize("settings", [Settings(photo_bytes=1000, field_bytes=100, json_bytes=100)])
def test_sizes(client: TestClient) -> None:
    rules = 'Content-Disposition: form-data; name="rules"'
    assert post(client, *form((PHOTO, b"x" * 1001))) == (413, "too_large")
    assert post(client, *form((PHOTO, b"x" * 1000))) == (415, "not_a_picture")
    assert post(client, *form((PHOTO, b""), (rules, b"x" * 101))) == (413, "too_large")
    answer = client.post("/v1/settle", content=b" " * 101)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("settings", [Settings(buffer_bytes=50)])
def test_all_bodies_together_have_a_bound(client: TestClient, jpeg: bytes) -> None:
    answer = client.post("/v1/photos/read", files={"photo": jpeg})
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert answer.headers["retry-after"] == "1"
    assert client.post("/v1/waits", json={}).status_code == 422  # the share is given back


def test_a_photo_needs_no_file_name_and_no_disk(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Four megabytes go through with no temporary file."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "absent"))
    head = 'Content-Disposition: form-data; name="photo"'
    big = picture() + b"\0" * (4 << 20)
    body, headers = form((head, big))
    assert client.post("/v1/photos/read", content=body, headers=headers).status_code == 200
