"""The page, the documentation, and what every answer carries."""

from __future__ import annotations

import json
import logging
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import resvg_py
from starlette.testclient import TestClient

from api import assets, input_shapes, openapi, photo_shapes, shapes
from api.logs import JsonFormatter, log
from tests.api.stubs import picture


def test_the_page_and_its_files_come_from_the_package(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    bare = re.sub(r"<(script|style).*?</\1>", "", page.text, flags=re.DOTALL)
    sources = re.findall(r'(?:src|href)="([^"]+)"', bare)
    assert sources
    for source in sources:
        assert source.startswith("page/"), f"{source} is asked of another host or place"
        assert client.get(source).status_code == 200, source


def test_a_file_that_a_browser_has_is_not_sent_again(client: TestClient) -> None:
    first = client.get("/page/tiles.svg")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/page/tiles.svg", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/page/../app.py", "/page/%2e%2e/app.py", "/page/..%2fapp.py", "/page//etc/passwd"])
def test_nothing_beside_the_page_is_served(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/", "/sw.js", "/page/icon.svg", "/healthz", "/v1/rules", "/nowhere", "/docs"])
def test_every_answer_has_safe_headers_and_an_id(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["content-security-policy"].startswith("default-src 'self'; img-src 'self' blob: data:")
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert re.fullmatch("[0-9a-f]{32}", headers["x-request-id"])


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/sw.js",
        "/page/icon.svg",
        "/healthz",
        "/readyz",
        "/v1/rules",
        "/docs",
        "/docs.css",
        "/openapi.json",
        "/metrics",
    ],
)
def test_head_says_what_get_says_but_for_the_body(client: TestClient, path: str) -> None:
    """Balancers and monitors ask so."""
    plain = {"accept-encoding": "identity"}
    head, get = client.head(path, headers=plain), client.get(path, headers=plain)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"] == get.headers["content-type"]
    if path != "/metrics":  # its counts change
        assert head.headers["content-length"] == str(len(get.content))


def test_the_page_s_text_travels_compressed_and_unchanged(client: TestClient) -> None:
    answer = client.get("/page/js/main.js", headers={"accept-encoding": "gzip"})
    assert (answer.headers["content-encoding"], answer.headers["vary"]) == ("gzip", "accept-encoding")
    assert answer.text == client.get("/page/js/main.js", headers={"accept-encoding": "identity"}).text
    again = client.get("/page/js/main.js", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


def test_the_page_itself_is_one_answer_and_then_304(client: TestClient) -> None:
    page = client.get("/", headers={"accept-encoding": "gzip"})
    assert (page.headers["content-encoding"], page.headers["vary"]) == ("gzip", "accept-encoding")
    assert page.text == client.get("/", headers={"accept-encoding": "identity"}).text
    assert not re.search(r"<script[^>]*src=|<link[^>]*stylesheet", page.text)
    again = client.get("/", headers={"if-none-match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["content-security-policy"] == page.headers["content-security-policy"]


def test_what_the_page_names_is_kept_for_good(client: TestClient) -> None:
    """Its address is made of its content; in the place of a version that is no more stands the file as it is."""
    named = re.findall(r'(?:src|href)="(page/([0-9a-f]{16})/[^"]+)"', client.get("/").text)
    assert {path.split("/", 2)[2] for path, _ in named} == {"icon.svg"}
    version = named[0][1]
    for path in (f"page/{version}/{name}" for name in ("icon.svg", "tiles.svg", "js/later.js")):
        answer = client.get(path)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert client.head(path).headers["content-type"].split(";")[0] in ("image/svg+xml", "text/javascript")
        old = client.get(path.replace(version, "0" * 16))
        assert old.headers["cache-control"] == "no-cache"
        assert old.content == answer.content
    assert client.get(f"page/{named[0][1]}/nothing.js").status_code == 404
    assert client.get(f"page/{named[0][1]}/../../app.py").status_code == 404


def test_a_changed_file_is_seen_at_the_next_load(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shutil.copytree(assets.PAGE, tmp_path / "page", ignore=shutil.ignore_patterns("node_modules"))
    monkeypatch.setattr(assets, "PAGE", tmp_path / "page")
    before, worker = client.get("/").text, client.get("/sw.js").text
    assert (client.get("/").text, client.get("/sw.js").text) == (before, worker)
    words = tmp_path / "page" / "js" / "words.js"
    words.write_text(words.read_text().replace('let spoken = "zh"', 'let spoken = "en"'))
    assert client.get("/").text != before
    assert client.get("/sw.js").text != worker
    assert 'let spoken = "en"' in client.get("/").text


@pytest.mark.parametrize("wanted", ["bytes=0-9", "bytes=99999999-", "bytes=9-1", "lines=1-2", "bytes=0-1,3-4"])
def test_everything_is_sent_whole(client: TestClient, wanted: str) -> None:
    """A range that there is not was once refused in plain text, as nothing else is."""
    for path in ("/page/icon-180.png", "/docs.css", "/"):
        answer = client.get(path, headers={"range": wanted})
        assert (answer.status_code, answer.content) == (200, client.get(path).content)
        assert "accept-ranges" not in answer.headers


def test_the_icons_are_drawn_from_one(client: TestClient) -> None:
    """`icon-*.png` are icon.svg as resvg draws it: for a home screen without its round corners."""
    drawn = client.get("/page/icon.svg").text
    square = drawn.replace(' rx="14"', "")
    for name, size, source in (
        ("180", 180, square),
        ("192", 192, drawn),
        ("512", 512, drawn),
        ("512-full", 512, square),
    ):
        png = bytes(resvg_py.svg_to_bytes(svg_string=source, width=size, height=size))
        assert client.get(f"/page/icon-{name}.png").content == png, name
    manifest = client.get("/page/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for icon in manifest.json()["icons"]:
        assert client.get(f"/page/{icon['src']}").status_code == 200


def test_head_of_what_is_not_there(client: TestClient) -> None:
    assert client.head("/nowhere").status_code == 404
    assert client.head("/v1/settle").status_code == 405


@pytest.mark.parametrize(("offered", "kept"), [("abc-1.2_3", True), ("a b", False), ("x" * 65, False), ("<b>", False)])
def test_an_offered_id_is_kept_if_it_is_plain(client: TestClient, offered: str, kept: bool) -> None:
    answered = client.get("/healthz", headers={"x-request-id": offered}).headers["x-request-id"]
    assert (answered == offered) is kept


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not_found"),
        ("POST", "/nowhere", 404, "not_found"),
        ("GET", "/page/nothing.js", 404, "not_found"),
        ("GET", "/v1/settle", 405, "method_not_allowed"),
        ("PUT", "/v1/settle", 405, "method_not_allowed"),
        ("DELETE", "/", 405, "method_not_allowed"),
        ("POST", "/page/icon.svg", 405, "method_not_allowed"),
        ("OPTIONS", "/v1/rules", 405, "method_not_allowed"),
    ],
)
def test_what_is_not_there_is_a_problem_object(
    client: TestClient, method: str, path: str, status: int, code: str
) -> None:
    answer = client.request(method, path)
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert (answer.status_code, problem["status"], problem["code"]) == (status, status, code)
    assert path in problem["detail"]


def test_liveness_and_readiness(client: TestClient) -> None:
    assert client.get("/healthz").json() == {"status": "alive"}
    assert client.get("/readyz").json() == {"status": "ready", "model": "stub"}
    client.app.state.service.draining = True  # type: ignore[attr-defined]
    draining = client.get("/readyz")
    assert (draining.status_code, draining.json()) == (503, {"status": "draining"})
    assert client.get("/healthz").status_code == 200


def test_a_bug_is_a_500_that_names_the_request_and_tells_nothing_else(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: object) -> None:
        raise KeyError("secret")

    monkeypatch.setattr("scoring.wire.settle", broken)
    answer = client.post("/v1/settle", json={})
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert answer.headers["x-request-id"] in answer.json()["detail"]
    assert "secret" not in answer.text
    assert any(record.exc_info for record in caplog.records)


def test_the_log_is_json_with_the_id_and_nothing_of_the_photo(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    marker = "SECRETMARKER"
    photo = picture() + marker.encode()
    files = {"photo": (f"{marker}.jpg", photo, "image/jpeg")}
    answer = client.post("/v1/photos/read", files=files, data={"set": marker}, headers={"x-request-id": "r1"})
    assert answer.status_code == 200
    client.post("/v1/photos/read", files={"photo": marker.encode()})
    client.post(f"/v1/{marker}", content=marker)
    lines = [JsonFormatter().format(record) for record in caplog.records if record.name == log.name]
    assert lines
    assert marker not in "".join(lines)
    first = json.loads(lines[0])
    expected: dict[str, Any] = {"message": "answered", "route": "/v1/photos/read", "status": "200", "method": "POST"}
    assert expected.items() <= first.items()
    assert json.loads(lines[-1])["route"] == "other"


def test_docs_ask_no_other_host_and_name_every_route(client: TestClient) -> None:
    page = client.get("/docs").text
    assert "http://" not in page
    assert "https://" not in page
    assert "<script" not in page
    for path in client.get("/openapi.json").json()["paths"]:
        assert path in page
    for source in re.findall(r'(?:src|href)="(/[^"]+)"', page):
        assert client.get(source).status_code == 200


def test_the_document_describes_every_route_of_the_contract(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    assert set(document["paths"]) == {
        "/v1/rules", "/v1/rules/check", "/v1/settle", "/v1/waits", "/v1/judge", "/v1/readings", "/v1/sets",
        "/v1/photos/read", "/v1/photos/upright", "/v1/photos/waits", "/v1/photos/score", "/v1/photos/label",
    }  # fmt: skip
    schemas = document["components"]["schemas"]
    references = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document)))
    assert references <= set(schemas)
    for operations in document["paths"].values():
        for operation in operations.values():
            assert operation["description"]
            assert "200" in operation["responses"]


def test_the_document_says_of_every_field_what_it_means(client: TestClient) -> None:
    schemas = client.get("/openapi.json").json()["components"]["schemas"]
    silent = [
        f"{name}.{field}"
        for name, schema in schemas.items()
        for field, inner in schema["properties"].items()
        if not inner.get("description")
    ]
    assert silent == []
    assert "no doubt changes anything" in client.get("/docs").text


def test_what_the_document_says_about_answers_is_true(client: TestClient) -> None:
    """Every answer fits its shape, and no field of an answer is left out of it."""
    shapes.Settlement.model_validate(client.post("/v1/settle", json=openapi.DEAL).json())
    shapes.Waits.model_validate(client.post("/v1/waits", json=openapi.HAND).json())
    full = openapi.HAND | {"hand": "123s67m234m22p5m"}
    assert shapes.Waits.model_validate(client.post("/v1/waits", json=full).json()).discards
    for rules in ("zhuoji", "mil"):
        shapes.Judgement.model_validate(client.post("/v1/judge", json=openapi.WIN | {"rules": rules}).json())
        facts = {"facts": json.dumps(openapi.FACTS | {"rules": rules})}
        answer = client.post("/v1/photos/score", files={"photo": picture()}, data=facts).json()
        assert answer["problem"] is None
        assert photo_shapes.PhotoScore.model_validate(answer).settlement
    photo_shapes.Reading.model_validate(client.post("/v1/readings", json=openapi.READING).json())
    reading = client.post("/v1/photos/read", files={"photo": picture()}).json()
    photo_shapes.Reading.model_validate(reading)
    photo_shapes.PhotoWaits.model_validate(client.post("/v1/photos/waits", files={"photo": picture()}).json())
    shapes.Problem.model_validate(client.get("/nowhere").json())


def test_what_the_document_says_about_bodies_is_true() -> None:
    """The examples fit the shapes of what is taken."""
    input_shapes.Deal.model_validate(openapi.DEAL)
    input_shapes.HandAsked.model_validate(openapi.HAND)
    input_shapes.JudgeAsked.model_validate(openapi.WIN)
    photo_shapes.ReadingAsked.model_validate(openapi.READING)
