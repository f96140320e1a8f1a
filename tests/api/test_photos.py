"""The photo doors: 200 whenever the picture can be decoded, and what cannot be computed says why."""

from __future__ import annotations

import io
import json
import threading
import time
from typing import Any

import pytest
from PIL import Image
from starlette.testclient import TestClient

from api.settings import Settings
from scoring.house.sheet import rules_for
from scoring.rulesets import RULE_SETS
from scoring.tiles import Tile
from tests.api.stubs import WIN, StubEye, picture, reading_of

FACTS = {"rules": "zhuoji"}


def score(client: TestClient, facts: object, **fields: str) -> dict[str, Any]:
    data = {"facts": facts if isinstance(facts, str) else json.dumps(facts), **fields}
    answer = client.post("/v1/photos/score", files={"photo": picture()}, data=data)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    assert set(found) == {"reading", "judge", "waits", "settlement", "problem"}
    return found


def waits(client: TestClient, **fields: str) -> dict[str, Any]:
    answer = client.post("/v1/photos/waits", files={"photo": picture()}, data=fields)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    assert set(found) == {"reading", "waits", "problem"}
    return found


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


@pytest.mark.parametrize(
    ("fields", "code", "pointer"),
    [
        ({}, "unknown_rules", "rules"),
        ({"rules": "sichuan"}, "unknown_rules", "rules"),
        ({"rules": "zhuoji", "options": '{"see_kong_three": true}'}, "unknown_option", "/options/see_kong_three"),
        ({"rules": "zhuoji", "options": "{"}, "bad_json", "options"),
        ({"rules": "zhuoji", "set": "grandma"}, "bad_set", "set"),
        ({"rules": "zhuoji", "set": '{"faces": []}'}, "bad_set", "/set/zhuoji"),
        ({"rules": "zhuoji", "corrections": "{"}, "bad_corrections", "corrections"),
        ({"rules": "zhuoji", "corrections": '[{"op": "drop", "tile": 9}]'}, "bad_corrections", "/corrections/0/tile"),
    ],
)
def test_what_cannot_be_computed_is_null(client: TestClient, fields: dict[str, str], code: str, pointer: str) -> None:
    found = waits(client, **fields)
    assert found["waits"] is None
    assert found["reading"]["hand"] == "1123456m"
    assert (found["problem"]["code"], found["problem"]["pointer"]) == (code, pointer)


def test_corrections_that_cannot_be_used_are_a_problem_of_the_reading(client: TestClient, jpeg: bytes) -> None:
    send = {"files": {"photo": jpeg}, "data": {"corrections": '[{"op": "fly"}]'}}
    found = client.post("/v1/photos/read", **send).json()  # type: ignore[arg-type]
    assert found["problem"]["code"] == "bad_corrections"
    drawn = client.post("/v1/photos/read", headers={"accept": "image/jpeg"}, **send)  # type: ignore[arg-type]
    assert (drawn.status_code, drawn.json()["code"]) == (422, "bad_corrections")


@pytest.mark.parametrize("route", ["read", "waits", "score"])
@pytest.mark.parametrize(
    ("fields", "code", "pointer", "word"),
    [
        ({"correction": "[]"}, "bad_form", "correction", "'correction'"),
        ({"fact": "{}"}, "bad_form", "fact", "'fact'"),
        ({"rules": "mil"}, "bad_facts", "/facts/rules", "'mil', the facts 'zhuoji'"),
        (
            {"options": '{"declared_is_pass": true}', "facts": '{"rules": "zhuoji", "options": {}}'},
            "bad_facts",
            "/facts/options",
            'says {"declared_is_pass": true}, the facts {}',
        ),
    ],
)
def test_a_field_that_would_be_passed_over_is_a_problem(
    client: TestClient, route: str, fields: dict[str, str], code: str, pointer: str, word: str
) -> None:
    data = {"facts": json.dumps(FACTS), "rules": "zhuoji", **fields}
    found = client.post(f"/v1/photos/{route}", files={"photo": picture()}, data=data).json()
    assert (found["problem"]["code"], found["problem"]["pointer"]) == (code, pointer)
    assert word in found["problem"]["detail"]
    assert found.get("waits") is None
    assert found.get("settlement") is None


@pytest.mark.parametrize("route", ["read", "waits", "score"])
@pytest.mark.parametrize(
    ("facts", "pointer", "meant"),
    [
        ({"rule": "zhuoji"}, "/facts/rule", "rules"),
        ({"rules": "zhuoji", "seats": 1}, "/facts/seats", "seat"),
        ({"rules": "zhuoji", "turnd": "7s"}, "/facts/turnd", "turned"),
        ({"rules": "zhuoji", "players": [{"discard": "7s"}, {}, {}, {}]}, "/facts/players/0/discard", "discards"),
    ],
)
def test_a_misspelt_fact_is_named(client: TestClient, route: str, facts: object, pointer: str, meant: str) -> None:
    data = {"facts": json.dumps(facts)}
    problem = client.post(f"/v1/photos/{route}", files={"photo": picture()}, data=data).json()["problem"]
    assert (problem["code"], problem["pointer"]) == ("bad_facts", pointer)
    assert meant in problem["detail"]


def test_a_fact_that_means_nothing_is_told_and_the_rest_is_used(client: TestClient) -> None:
    found = score(client, FACTS | {"evening": 3})
    assert found["problem"] is None
    assert [one["value"] for one in found["settlement"]["assumed"] if one["code"] == "ignored"] == ["/evening"]


@pytest.mark.parametrize(
    ("fields", "code", "pointer"),
    [
        ({"rules": "sichuan"}, "unknown_rules", "rules"),
        ({"rules": "sichuan", "facts": '{"seat": 1}'}, "unknown_rules", "rules"),
        ({"rules": "mil", "options": '{"x": true}', "facts": "{}"}, "unknown_option", "/options/x"),
        ({"facts": '{"rules": "mil"}', "options": '{"x": true}'}, "unknown_option", "/options/x"),
        ({"facts": '{"rules": "mil", "options": {"x": true}}'}, "unknown_option", "/facts/options/x"),
        ({"facts": '{"rules": "sichuan"}'}, "unknown_rules", "/facts/rules"),
        ({"facts": '{"rules": "sichuan"}', "rules": "sichuan"}, "unknown_rules", "/facts/rules"),
    ],
)
@pytest.mark.parametrize("route", ["read", "waits", "score"])
def test_what_is_wrong_is_pointed_at_where_it_was_sent(
    client: TestClient, route: str, fields: dict[str, str], code: str, pointer: str
) -> None:
    problem = client.post(f"/v1/photos/{route}", files={"photo": picture()}, data=fields).json()["problem"]
    assert (problem["code"], problem["pointer"]) == (code, pointer)


SHEET: dict[str, Any] = {"base": "zhuoji", "name": "老王家", "values": {"golden": 3, "ping_hu": 2}}


def test_a_house_sheet_is_taken_wherever_a_rule_set_is_named(client: TestClient, eye: StubEye) -> None:
    told = json.dumps(SHEET)
    units = [{wait["units"] for wait in waits(client, **fields)["waits"]["waits"]} for fields in (
        {"rules": told}, {"facts": json.dumps({"rules": SHEET})},
    )]  # fmt: skip
    assert units == [{2}, {2}]
    assert (eye.told[0].zh, eye.told[0].golden) == ("老王家", 3)
    by_field = score(client, json.dumps({key: value for key, value in FACTS.items() if key != "rules"}), rules=told)
    assert by_field == score(client, json.dumps(FACTS | {"rules": SHEET}))
    assert by_field["problem"] is None


def test_a_fault_of_a_sheet_is_pointed_at_where_it_was_sent(client: TestClient) -> None:
    bad = {"base": "zhuoji", "values": {"golden": 99}}
    for route in ("read", "waits", "score"):
        for fields, pointer in (
            ({"rules": json.dumps(bad)}, "/rules/values/golden"),
            ({"facts": json.dumps({"rules": bad})}, "/facts/rules/values/golden"),
        ):
            answer = client.post(f"/v1/photos/{route}", files={"photo": picture()}, data=fields).json()
            assert (answer["problem"]["code"], answer["problem"]["pointer"]) == ("bad_rules", pointer), route
    broken = client.post("/v1/photos/waits", files={"photo": picture()}, data={"rules": "{"}).json()["problem"]
    assert (broken["code"], broken["pointer"]) == ("bad_rules", "rules")


def test_facts_and_fields_that_say_the_same_are_both_taken(client: TestClient) -> None:
    options = {"declared_is_pass": True}
    facts = json.dumps(FACTS | {"options": options})
    assert score(client, facts, rules="zhuoji", options=json.dumps(options))["problem"] is None
    assert waits(client, facts=facts, rules="zhuoji")["problem"] is None


def test_rules_and_options_may_be_told_in_fields_where_the_facts_have_none(client: TestClient, eye: StubEye) -> None:
    told = {"rules": "guizhou", "options": '{"see_kong_three": true}'}
    for facts in ("", "{}", '{"dealer": 1, "options": null}'):
        by_facts = json.loads(facts or "{}") | {"rules": "guizhou", "options": {"see_kong_three": True}}
        assert score(client, facts, **told) == score(client, by_facts)
        assert eye.told[0].name == "guizhou"
        assert eye.told[0].chosen == rules_for("guizhou", {"see_kong_three": True}).chosen
    assert waits(client, facts='{"rules": "mil"}') == waits(client, rules="mil")


@pytest.mark.parametrize(
    ("fields", "code", "pointer"),
    [
        ({"rules": "sichuan"}, "unknown_rules", "rules"),
        ({"options": '{"x": true}'}, "unknown_rules", "rules"),
        ({"rules": "mil", "options": '{"x": true}'}, "unknown_option", "/options/x"),
        ({"rules": "mil", "options": "{"}, "bad_json", "options"),
        ({"facts": "{"}, "bad_facts", "facts"),
        ({"facts": "[]"}, "bad_facts", "facts"),
        ({"facts": '{"rules": "sichuan"}'}, "unknown_rules", "/facts/rules"),
    ],
)
def test_rules_that_doubts_cannot_be_priced_by_are_a_problem_of_the_reading(
    client: TestClient, jpeg: bytes, fields: dict[str, str], code: str, pointer: str
) -> None:
    found = client.post("/v1/photos/read", files={"photo": jpeg}, data=fields).json()
    assert (found["problem"]["code"], found["problem"]["pointer"]) == (code, pointer)
    assert found["hand"] == "1123456m"


def test_a_seat_may_be_written_with_a_point(client: TestClient) -> None:
    assert score(client, '{"rules": "zhuoji", "seat": 2.0}')["settlement"]["winners"][0]["seat"] == 2


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


@pytest.mark.parametrize(
    ("facts", "code", "pointer"),
    [
        ("", "unknown_rules", "/facts/rules"),
        ("{", "bad_facts", "facts"),
        ("[]", "bad_facts", "facts"),
        ('{"rules": NaN}', "bad_facts", "facts"),
        ({}, "unknown_rules", "/facts/rules"),
        ({"rules": "sichuan"}, "unknown_rules", "/facts/rules"),
        (FACTS | {"options": {"x": True}}, "unknown_option", "/facts/options/x"),
        (FACTS | {"seat": 4}, "bad_seat", "/facts/seat"),
        (FACTS | {"seat": "0"}, "bad_seat", "/facts/seat"),
        (FACTS | {"seat": True}, "bad_seat", "/facts/seat"),
        (FACTS | {"dealer": 7}, "bad_dealer", "/facts/dealer"),
        (FACTS | {"players": 3}, "bad_player_count", "/facts/players"),
        (FACTS | {"players": []}, "bad_player_count", "/facts/players"),
        (FACTS | {"players": [{}, {}]}, "bad_player_count", "/facts/players"),
        (FACTS | {"players": [3, {}, {}, {}]}, "bad_facts", "/facts/players/0"),
        (FACTS | {"players": [{"hand": "1m"}, {}, {}, {}]}, "bad_facts", "/facts/players/0/hand"),
        (FACTS | {"players": [{}, {"hand": "1x"}, {}, {}]}, "bad_tile", "/facts/players/1/hand"),
        (FACTS | {"players": [{"melds": [{"tile": "1p", "kind": "pong"}]}] + [{}] * 3}, "bad_meld",
         "/facts/players/0/melds/0/tile"),
        (FACTS | {"wins": [{"seat": 0, "by": "luck"}]}, "bad_by", "/facts/wins/0/by"),
        (FACTS | {"wins": [{"seat": 0, "by": "self_draw", "tile": "8p"}]}, "bad_facts", "/facts/wins/0/tile"),
        (FACTS | {"wins": [{"seat": 0, "by": "discard", "tile": 3}]}, "bad_tile", "/facts/wins/0/tile"),
        (FACTS | {"wins": 3}, "bad_facts", "/facts/wins"),
        (FACTS | {"turned": "0s"}, "bad_tile", "/facts/turned"),
        (FACTS | {"stake": -1}, "bad_stake", "/facts/stake"),
    ],
)  # fmt: skip
def test_facts_that_cannot_be(client: TestClient, facts: object, code: str, pointer: str) -> None:
    found = score(client, facts)
    assert found["settlement"] is None
    assert (found["problem"]["code"], found["problem"]["pointer"]) == (code, pointer), found["problem"]


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


@pytest.mark.parametrize("players", [1, 2, 5, 6, 300])
def test_a_table_of_too_few_or_too_many_is_a_problem(client: TestClient, players: int) -> None:
    """Five players were answered with 500: the fifth seat has no wind."""
    for more in ({}, {"seat": players - 1}, {"dealer": players - 1}):
        facts = {"rules": "zhuoji", "players": [{}] * players, **more}
        answer = client.post("/v1/photos/score", files={"photo": picture()}, data={"facts": json.dumps(facts)})
        assert answer.status_code == 200, answer.text
        assert answer.json()["problem"]["code"] in ("bad_player_count", "bad_seat", "bad_dealer")
