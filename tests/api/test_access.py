"""Who may ask: hosts, pages of other places, keys, rates, a path prefix."""

from __future__ import annotations

import base64

import pytest
from starlette.testclient import TestClient

from api.access import Keys, hash_of, known_host, new_key, summary
from api.clients import client_of, network_of
from api.settings import Settings

KEY, HASH = new_key()
WITH_KEY = Settings(keys=(f"ann:{HASH}", f"bob:{'0' * 64}"))


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:8000", True),
        ("192.168.1.20", True),
        ("[::1]:8000", True),
        ("localhost", True),
        ("zhuoji", True),
        ("laptop.local:8000", True),
        ("", True),
        ("mahjong.example", False),
        ("127.0.0.1.mahjong.example", False),
        ("evil.example:8000", False),
        ("[::1", False),
        ("Laptop.LOCAL.", True),
        ("evil.example:80@localhost", False),
        ("localhost, evil.example", False),
        ("a b", False),
        ("evil\xe9", False),
    ],
)
def test_names_that_a_page_of_elsewhere_can_not_have_are_known(host: str, known: bool) -> None:
    assert known_host(host, ()) is known


def test_a_host_that_is_not_ours_is_refused_until_it_is_told(client: TestClient) -> None:
    """DNS rebinding: a page's own name leads to this machine, and its scripts would read every answer."""
    answer = client.get("/v1/rules", headers={"host": "evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (421, "unknown_host")
    assert "'evil.example'" in answer.json()["detail"]
    assert known_host("mahjong.example", ("mahjong.example",))
    assert known_host("any.example", ("*",))


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": "http://localhost"}, 200),
        ({"origin": "http://localhost", "sec-fetch-site": "same-origin"}, 200),
        ({"origin": "https://shown.example", "sec-fetch-site": "same-origin"}, 200),  # behind a proxy
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://["}, 403),  # 500 before: no address
        ({"origin": "https://evil.example", "sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
    ],
)
def test_a_page_of_another_place_may_not_ask(client: TestClient, headers: dict[str, str], status: int) -> None:
    """Any page may send plain text to a service on its reader's machine, and have it work."""
    body = '{"rules": "zhuoji", "hand": "123s234m567m99p46p"}'
    told = {"host": "localhost", "content-type": "text/plain", **headers}
    answer = client.post("/v1/waits", content=body, headers=told)
    assert answer.status_code == status
    assert status == 200 or answer.json()["code"] == "cross_site"


@pytest.mark.parametrize("settings", [Settings(origins=("https://shop.example",))])
def test_a_page_that_was_named_may(client: TestClient) -> None:
    headers = {"origin": "https://shop.example", "sec-fetch-site": "cross-site"}
    answer = client.post("/v1/waits", json={"rules": "mil", "hand": "123s234m567m99p46p"}, headers=headers)
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, "https://shop.example")
    asked = {**headers, "access-control-request-method": "POST", "access-control-request-headers": "authorization"}
    assert client.options("/v1/waits", headers=asked).status_code == 200
    assert client.post("/v1/waits", json={}, headers={"origin": "https://evil.example"}).status_code == 403


@pytest.mark.parametrize("settings", [WITH_KEY])
@pytest.mark.parametrize(
    ("authorization", "status"),
    [
        ("", 401),
        (f"Bearer {KEY}", 200),
        (f"bearer {KEY}", 200),
        (f"Bearer {KEY}x", 401),
        (f"Bearer {HASH}", 401),
        ("Bearer", 401),
        ("Basic " + base64.b64encode(f"anyone:{KEY}".encode()).decode(), 200),
        ("Basic " + base64.b64encode(b"anyone:" + HASH.encode()).decode(), 401),
        ("Basic ===", 401),
        ("Basic " + base64.b64encode(b"\xff:\xff").decode(), 401),
        ("Digest x", 401),
    ],
)
def test_a_key_is_needed_where_keys_are_set(client: TestClient, authorization: str, status: int) -> None:
    headers = {"authorization": authorization} if authorization else {}
    for path in ("/", "/v1/rules", "/metrics", "/page/base.css"):
        answer = client.get(path, headers=headers)
        assert answer.status_code == status
        assert status == 200 or answer.json()["code"] == "no_key"
        assert status == 200 or answer.headers["www-authenticate"].startswith("Basic")


@pytest.mark.parametrize("settings", [WITH_KEY])
def test_probes_need_no_key(client: TestClient) -> None:
    assert client.get("/healthz").status_code == client.get("/readyz").status_code == 200


def test_a_key_has_a_name_and_only_its_hash_is_kept() -> None:
    keys = Keys(WITH_KEY.keys)
    assert keys.name_of(f"Bearer {KEY}") == "ann"
    assert hash_of(KEY) == HASH != KEY
    assert len(KEY) > 40
    assert not Keys(())


@pytest.mark.parametrize("settings", [Settings(rate="3/minute")])
def test_one_that_asks_too_often_is_told_when_to_come_again(client: TestClient) -> None:
    assert [client.get("/v1/rules").status_code for _ in range(3)] == [200] * 3
    answer = client.get("/v1/rules")
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
    assert 1 <= int(answer.headers["retry-after"]) <= 120
    assert client.get("/healthz").status_code == 200
    assert client.get("/page/base.css").status_code == 200


@pytest.mark.parametrize("settings", [Settings(keys=(f"ann:{HASH}",), rate="3/minute")])
def test_who_tries_keys_is_counted_too(client: TestClient) -> None:
    wrong = {"authorization": "Bearer guessed"}
    assert [client.get("/v1/rules", headers=wrong).status_code for _ in range(4)] == [401, 401, 401, 429]
    assert client.get("/v1/rules", headers={"authorization": f"Bearer {KEY}"}).status_code == 200, "the key has its own"


def test_clients_are_told_apart_by_key_else_by_network() -> None:
    assert client_of({"zhuoji.key": "ann", "client": ("10.0.0.1", 1)}) == "key ann"
    assert client_of({"client": ("10.0.0.1", 1)}) == "10.0.0.1"
    assert client_of({"client": None}) == ""
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::9") == "2001:db8:1:2::"
    assert network_of("::ffff:10.0.0.1") == "10.0.0.1"
    assert network_of("fe80::1%eth0") == "fe80::"
    assert network_of("testclient") == "testclient"


def test_what_is_open_to_whom_is_one_line() -> None:
    alone = summary(Settings(), alone=True, encrypted=False)
    assert "\n" not in alone
    assert all(part in alone for part in ("this machine alone", "without a key", "not encrypted"))
    shut = summary(
        Settings(keys=WITH_KEY.keys, rate="9/minute", origins=("https://a.example",)), alone=False, encrypted=True
    )
    assert all(part in shut for part in ("everybody", "2 keys", "9/minute", "https://a.example"))
    assert "not encrypted" not in shut
