"""The photo doors: 200 whenever the picture can be decoded, and what cannot be computed says why."""

from __future__ import annotations

import io
import threading
import time

import pytest
from PIL import Image
from starlette.testclient import TestClient

from api.settings import Settings
from scoring.rulesets import RULE_SETS
from scoring.tiles import Tile
from tests.api.asking import FACTS, score, waits
from tests.api.stubs import WIN, StubEye, picture, reading_of


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF"])
def test_a_photo_is_read(client: TestClient, kind: str) -> None:
    answer = client.post("/v1/photos/read", files={"photo": picture(kind)})
    assert answer.status_code == 200
    assert (answer.json()["hand"], answer.json()["winning_tile"]) == ("1123456m", "7m")
    assert "problem" not in answer.json()


@pytest.mark.parametrize("accept", ["image/jpeg", "image/jpeg, */*;q=0.1", "application/json;q=0.5, image/jpeg"])
def test_the_reading_is_drawn_for_who_wants_a_jpeg(client: TestClient, jpeg: bytes, accept: str) -> None:
    answer = client.post("/v1/photos/read", files={"photo": jpeg}, headers={"accept": accept})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    assert answer.content.startswith(b"\xff\xd8\xff")


@pytest.mark.parametrize("accept", ["*/*", "application/json", "image/*", "application/json, image/jpeg;q=0.5"])
def test_everybody_else_gets_json(client: TestClient, jpeg: bytes, accept: str) -> None:
    answer = client.post("/v1/photos/read", files={"photo": jpeg}, headers={"accept": accept})
    assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize("data", [b"", b"hello", b"%PDF-1.4", b"\xff\xd8\xff", picture()[:200], b"GIF89a" + b"\0" * 50])
def test_what_is_no_picture(client: TestClient, data: bytes) -> None:
    for route in ("read", "waits", "score"):
        answer = client.post(f"/v1/photos/{route}", files={"photo": data}, data={"facts": "{}", "rules": "mil"})
        assert (answer.status_code, answer.json()["code"]) == (415, "not_a_picture")
        assert answer.json()["pointer"] == "photo"


def test_what_is_taken_is_told(client: TestClient) -> None:
    detail = client.post("/v1/photos/read", files={"photo": b"hello"}).json()["detail"]
    assert all(name in detail for name in ("JPEG", "PNG", "WEBP", "HEIF", "AVIF"))


@pytest.mark.parametrize("kind", ["JPEG", "HEIF"])
def test_the_upright_picture_is_a_jpeg_of_the_size_that_is_read(client: TestClient, kind: str) -> None:
    answer = client.post("/v1/photos/upright", files={"photo": picture(kind, (40, 20))})
    assert answer.headers["content-type"] == "image/jpeg"
    assert Image.open(io.BytesIO(answer.content)).size == (40, 20)
    refused = client.post("/v1/photos/upright", files={"photo": picture(kind)}, data={"rules": "mil"})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_form")
    missing = client.post("/v1/photos/upright", data={"rules": "mil"})
    assert (missing.status_code, missing.json()["code"]) == (422, "photo_missing")


def test_too_many_pixels(client: TestClient) -> None:
    answer = client.post("/v1/photos/read", files={"photo": picture("PNG", (17_000, 9))})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_waits_of_a_photo(client: TestClient) -> None:
    found = waits(client, rules="zhuoji")
    assert found["problem"] is None
    assert [wait["tile"] for wait in found["waits"]["waits"]] == ["1m", "4m", "7m"]


def test_corrections_are_put_in(client: TestClient, jpeg: bytes) -> None:
    data = {"corrections": '[{"op": "set", "tile": 0, "kind": "9p"}]'}
    found = client.post("/v1/photos/read", files={"photo": jpeg}, data=data).json()
    assert found["tiles"][0]["tile"] == "9p"


def test_a_score_without_facts_lists_what_it_assumes(client: TestClient) -> None:
    found = score(client, FACTS)
    assert found["problem"] is None
    assert found["judge"]["wins"] is True
    settlement = found["settlement"]
    assert [winner["seat"] for winner in settlement["winners"]] == [0]
    assert sum(settlement["balance"]) == 0
    codes = [entry["code"] for entry in settlement["assumed"]]
    assert codes[:7] == ["seat", "dealer", "streak", "stake", "options", "unseen", "wins"]
    assert settlement["assumed"][5]["value"] == [1, 2, 3]
    assert [wait["tile"] for wait in found["waits"]["waits"]] == ["1m", "4m", "7m"]


def test_doubts_are_priced_by_the_rules_of_the_table_and_the_won_tile_is_told(client: TestClient, eye: StubEye) -> None:
    wins = [{"seat": 0, "by": "self_draw", "tile": "7m"}]
    score(client, {"rules": "liupanshui", "wins": wins})
    assert eye.told == (RULE_SETS["liupanshui"], Tile.M7)
    waits(client, rules="mil")
    assert eye.told == (RULE_SETS["mil"], None)
    score(client, {"rules": "mil", "wins": [{"seat": 1, "tile": "7m"}, {"seat": 0}]})  # all won on the same
    assert eye.told == (RULE_SETS["mil"], Tile.M7)
    score(client, {"rules": "mil", "wins": [{"seat": 1, "tile": "7m"}]})
    assert eye.told == (RULE_SETS["mil"], None)
    score(client, {"rules": "none", "wins": [{"seat": 0, "tile": 3}]})
    assert eye.told == (None, None)
    client.post("/v1/photos/read", files={"photo": picture()})
    assert eye.told == (None, None)


def test_no_tile_is_a_doubt_and_no_error(client: TestClient, eye: StubEye) -> None:
    eye.reading = reading_of(hand="", winning_tile=None, tiles=[], groups=[], melds=[], ok=False)
    found = score(client, FACTS)
    assert found["reading"]["hand"] == ""
    assert found["waits"]["miscounted"] is True
    assert found["judge"] is None


@pytest.mark.parametrize("settings", [Settings(queue_places=1)])
def test_a_full_line_turns_away_at_once(client: TestClient, eye: StubEye, jpeg: bytes) -> None:
    eye.gate.clear()
    answers: list[int] = []

    def ask() -> None:
        answers.append(client.post("/v1/photos/read", files={"photo": jpeg}).status_code)

    held = [threading.Thread(target=ask) for _ in range(2)]
    for thread in held:
        thread.start()
    assert eye.began.acquire(timeout=5)
    wait_for(client, 2)
    refused = client.post("/v1/photos/read", files={"photo": jpeg})  # answered though nobody ahead of it has been
    assert not answers
    assert (refused.status_code, refused.json()["code"]) == (503, "busy")
    assert int(refused.headers["retry-after"]) >= 1
    eye.gate.set()
    for thread in held:
        thread.join(5)
    assert answers == [200, 200]
    assert 'zhuoji_rejections_total{code="busy"} 1.0' in client.get("/metrics").text


def wait_for(client: TestClient, queued: int) -> None:
    for _ in range(500):
        if f"zhuoji_queue_length {queued}.0" in client.get("/metrics").text:
            return
        time.sleep(0.01)
    raise AssertionError(f"never {queued} in the line")


@pytest.mark.parametrize("settings", [Settings(deadline=0.2)])
def test_a_deadline_ends_the_wait(client: TestClient, eye: StubEye, jpeg: bytes) -> None:
    eye.gate.clear()
    answer = client.post("/v1/photos/read", files={"photo": jpeg})
    assert (answer.status_code, answer.json()["code"]) == (503, "too_slow")
    eye.gate.set()
    wait_for(client, 0)
    assert eye.finished == 0, "the work went on though nobody waited"


def test_stages_and_doubts_are_counted(client: TestClient, eye: StubEye) -> None:
    doubt = {"code": "odd_count", "tiles": [], "message": "x"}
    eye.reading = reading_of(**WIN | {"doubts": [doubt]})
    assert score(client, FACTS)["problem"] is None
    text = client.get("/metrics").text
    for stage in ("decode", "detect", "read", "settle"):
        assert f'zhuoji_stage_seconds_count{{stage="{stage}"}} 1.0' in text
    assert 'zhuoji_doubts_total{code="odd_count"} 1.0' in text
    assert 'zhuoji_model_info{version="stub"} 1.0' in text
    assert 'zhuoji_answer_seconds_count{route="/v1/photos/score",status="200"} 1.0' in text
