"""The JSON doors: the engine's answers and refusals come out unchanged, whatever goes in."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.body import LARGE
from api.openapi import CORRECTIONS, DEAL, HAND, READING, WIN
from api.problems import spoken
from api.routes import deals
from api.settings import Settings
from api.shapes import DEAL_CODES, DOOR_CODES
from scoring import wire
from scoring.rulesets import RULE_SETS
from scoring.sentences import ZH
from tests.api.stubs import picture, reading_of
from vision.wire import readings

DOORS = ("/v1/settle", "/v1/waits", "/v1/judge", "/v1/readings")


def test_the_worked_example(client: TestClient) -> None:
    answer = client.post("/v1/settle", json=DEAL)
    assert answer.status_code == 200
    settlement = answer.json()
    assert settlement["balance"] == [-1, -7, -5, 13]
    assert settlement["money"] == [-150, -1050, -750, 1950]
    assert settlement == json.loads(json.dumps(wire.settle(DEAL)))


@pytest.mark.parametrize(
    ("more", "code", "about"),
    [
        ({"wins": [{"seat": 0, "tile": "5m", "by": "self_draw"}]}, "not_complete", {"seat": 0, "tile": "5m"}),
        ({"turned": "1p", "dealer": 9}, "bad_dealer", {}),
        (
            {"players": [{"hand": "1111s"}, {"hand": "1s"}, {}, {}], "wins": [], "turned": None},
            "fifth_copy",
            {"tile": "1s"},
        ),
    ],
)
def test_a_refusal_says_as_members_whom_and_which_tile_it_is_about(
    client: TestClient, more: dict[str, Any], code: str, about: dict[str, Any]
) -> None:
    problem = client.post("/v1/settle", json=DEAL | more).json()
    assert problem["code"] == code
    assert {name: problem[name] for name in ("seat", "tile") if name in problem} == about


def test_waits_and_judge(client: TestClient) -> None:
    waits = client.post("/v1/waits", json=HAND).json()
    assert [(wait["tile"], wait["left"]) for wait in waits["waits"]] == [("5m", 4), ("8m", 4)]
    judgement = client.post("/v1/judge", json=WIN).json()
    assert (judgement["wins"], judgement["pattern"], judgement["why_not"]) == (True, "ping_hu", None)


def test_rules_lists_every_set_with_its_sources(client: TestClient) -> None:
    answer = client.get("/v1/rules")
    sets = answer.json()["rule_sets"]
    assert [rule_set["id"] for rule_set in sets] == list(RULE_SETS)
    assert all(value["source"] for rule_set in sets for value in rule_set["values"].values())


def test_a_refusal_carries_the_engines_code_and_pointer(client: TestClient) -> None:
    answer = client.post("/v1/settle", json=DEAL | {"rules": "sichuan"})
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert (problem["code"], problem["pointer"], problem["status"]) == ("unknown_rules", "/rules", 422)
    assert "sichuan" in problem["detail"]
    far = client.post("/v1/waits", json={"rules": "mil", "hand": ["1m", "9x"]}).json()
    assert (far["code"], far["pointer"]) == ("bad_tile", "/hand/1")


def test_a_long_value_does_not_make_a_long_problem(client: TestClient) -> None:
    answer = client.post("/v1/waits", json={"rules": "mil", "hand": "x" * 100_000})
    assert answer.status_code == 422
    assert len(answer.content) < 2000


def test_a_reading_is_corrected_without_its_photo(client: TestClient) -> None:
    reading = readings.to_json(reading_of())
    answer = client.post("/v1/readings", json={"reading": reading, "corrections": [{"op": "drop", "tile": 0}]})
    assert answer.status_code == 200
    assert answer.json()["tiles"][0]["dropped"] is True
    wrong = client.post("/v1/readings", json={"reading": reading, "corrections": [{"op": "drop", "tile": 9}]}).json()
    assert wrong["code"] == "bad_corrections"
    assert wrong["pointer"].startswith("/corrections/0")
    broken = client.post(
        "/v1/readings", json={"reading": {"width": 64, "height": 48}, "corrections": CORRECTIONS}
    ).json()
    assert (broken["code"], broken["pointer"]) == ("bad_json", "/reading/tiles")


@pytest.mark.parametrize(
    ("more", "code", "pointer", "word"),
    [
        ({"rules": "sichuan"}, "unknown_rules", "/rules", "'sichuan'"),
        ({"rules": 5}, "unknown_rules", "/rules", "5"),
        ({"rules": "guiyang", "options": {"x": True}}, "unknown_option", "/options/x", "'x'"),
        ({"options": {"long_qi_dui_nine": True}}, "unknown_rules", "/rules", "missing"),
        ({"correction": []}, "bad_json", "/correction", "'correction'"),
        ({"corrections": {}}, "bad_corrections", "/corrections", "{}"),
        ({"corrections": [{"op": "drop", "tile": 0.5}]}, "bad_corrections", "/corrections/0/tile", "0.5"),
        ({"reading": READING["reading"] | {"tiles": {}}}, "bad_json", "/reading/tiles", "{}"),  # type: ignore[operator]
    ],
)
def test_nothing_beside_a_reading_is_passed_over(
    client: TestClient, more: dict[str, Any], code: str, pointer: str, word: str
) -> None:
    answer = client.post("/v1/readings", json=READING | more)
    assert (answer.status_code, answer.json()["code"], answer.json()["pointer"]) == (422, code, pointer)
    assert word in answer.json()["detail"]


@pytest.mark.parametrize(
    ("tile", "detail"),
    [(-1, "-1 must be 0 or more"), (2, "2 must be at most 1"), (None, "null must be a whole number"),
     (True, "true must be a whole number"), (10**20, "100000000000000000000 must be at most 9999")],
)  # fmt: skip
def test_no_tile_is_named_with_the_bound_that_it_breaks(client: TestClient, tile: object, detail: str) -> None:
    answer = client.post("/v1/readings", json=READING | {"corrections": [{"op": "drop", "tile": tile}]})
    assert (answer.json()["pointer"], answer.json()["detail"]) == ("/corrections/0/tile", detail)


def test_a_reading_says_by_which_rules_its_doubts_are_priced(client: TestClient) -> None:
    for more, rules in (({}, "zhuoji"), ({"rules": "guiyang"}, "guiyang")):
        assert client.post("/v1/readings", json=READING | more).json()["priced_by"] == rules
        photo = client.post("/v1/photos/read", files={"photo": picture()}, data=more)
        assert photo.json()["priced_by"] == rules
    scored = client.post("/v1/photos/score", files={"photo": picture()}, data={"facts": '{"rules": "mil"}'})
    assert scored.json()["reading"]["priced_by"] == "mil"


def laid(tiles: int) -> dict[str, Any]:
    spots = [{"tile": f"{at % 9 + 1}m", "box": [at % 20 * 30, at // 20 * 40, at % 20 * 30 + 28, at // 20 * 40 + 38]}
             for at in range(tiles)]  # fmt: skip
    return {"width": 640, "height": 640, "tiles": spots}


def test_a_reading_of_more_tiles_than_a_table_has_is_refused(client: TestClient) -> None:
    answer = client.post("/v1/readings", json={"reading": laid(301), "corrections": []})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_json")
    assert (answer.json()["pointer"], answer.json()["detail"]) == (
        "/reading/tiles",
        "a reading of 301 tiles; 300 are the most, a set has 108",
    )
    steps = [{"op": "add", "box": [0, 600, 28, 638], "kind": "1m"}] * 297
    answer = client.post("/v1/readings", json={"reading": laid(4), "corrections": steps})
    assert (answer.json()["code"], answer.json()["pointer"]) == ("bad_corrections", "/corrections")
    assert answer.json()["detail"] == "297 tiles added to 4; 300 are the most, a set has 108"


@pytest.mark.parametrize("settings", [Settings(deadline=0.2)])
def test_a_reading_that_takes_long_holds_up_nothing_else(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither half of it is done in the thread that serves all requests, and the deadline ends the wait."""
    gate = threading.Event()
    monkeypatch.setattr(readings, "from_json", lambda _: gate.wait(10))
    answer = client.post("/v1/readings", json=READING)
    gate.set()
    assert (answer.status_code, answer.json()["code"]) == (503, "too_slow")


@pytest.mark.parametrize("settings", [Settings(deadline=0.2)])
def test_a_body_longer_than_any_deal_holds_up_nothing_else(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = threading.Event()
    monkeypatch.setattr(deals, "parse_json", lambda *_, **__: gate.wait(10))
    answer = client.post("/v1/settle", content=b" " * (LARGE + 1))
    gate.set()
    assert (answer.status_code, answer.json()["code"]) == (503, "too_slow")


@pytest.mark.parametrize("door", ["settle", "waits", "judge", "rules/check"])
def test_a_longer_body_is_answered_as_a_short_one(client: TestClient, door: str) -> None:
    short = json.dumps({"rules": "zhuoji", "base": "zhuoji", "win": {"tile": "5p"}, "hand": "11111s"}).encode()
    plain = client.post(f"/v1/{door}", content=short)
    padded = client.post(f"/v1/{door}", content=short + b" " * LARGE)
    assert (padded.status_code, padded.json()) == (plain.status_code, plain.json())


@pytest.mark.parametrize("more", [{"corrections": None}, {"rules": None, "options": {}}, {"rules": "mil"}])
def test_what_is_null_is_not_told(client: TestClient, more: dict[str, Any]) -> None:
    assert client.post("/v1/readings", json=READING | more).status_code == 200


def test_a_whole_number_may_be_written_with_a_point(client: TestClient) -> None:
    steps = '[{"op": "move", "tiles": [1.0], "role": "winning", "group": 4.0}]'
    answer = client.post(
        "/v1/readings", content=f'{{"reading": {json.dumps(READING["reading"])}, "corrections": {steps}}}'
    )
    assert answer.json()["winning_tile"] == "1s"
    assert answer.json()["corrections"] == [{"op": "move", "tiles": [1], "role": "winning", "group": 4}]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    "body", [b"", b"null", b"[]", b"7", b'"x"', b"{", b"\xff", b"NaN", b"9" * 5000, b"[" * 100_000, b'{"rules":1e999}']
)
def test_no_json_object_is_bad_json(client: TestClient, door: str, body: bytes) -> None:
    answer = client.post(door, content=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_json")


@pytest.mark.parametrize(
    ("languages", "chinese"),
    [
        ("zh-CN,zh;q=0.9,en;q=0.8", True),
        ("zh", True),
        ("en-GB, zh", False),
        ("fr", False),
        ("", False),
        ("fr, zh", True),
    ],
)
def test_a_problem_is_told_in_chinese_where_that_is_asked_for(
    client: TestClient, languages: str, *, chinese: bool
) -> None:
    sheet = {"base": "zhuoji", "values": {"golden": 99}}
    told = client.post("/v1/rules/check", json=sheet, headers={"accept-language": languages}).json()
    assert (told["code"], told["pointer"]) == ("bad_rules", "/values/golden")
    assert told["detail"] == (
        "金鸡倍数要是1到10的整数，不是99" if chinese else "golden is a whole number from 1 to 10, not 99"
    )


def test_a_door_s_own_problem_is_told_in_chinese_too(client: TestClient) -> None:
    told = client.get("/nowhere", headers={"accept-language": "zh"}).json()
    assert (told["code"], told["detail"]) == ("not_found", "没有这个地方（GET '/nowhere': Not Found）")
    assert "/nowhere" in client.get("/nowhere").json()["detail"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b'{"a" 1}', "第1行第6个字起写错了，该是':'"),
        (b'{"a": 1 "b"}', "第1行第9个字起写错了，该是','"),
        (b"{", "第1行第2个字起写错了"),
    ],
)
def test_json_that_cannot_be_read_says_in_chinese_what_was_to_come(client: TestClient, body: bytes, told: str) -> None:
    answer = client.post("/v1/waits", content=body, headers={"accept-language": "zh"}).json()
    assert (answer["code"], answer["detail"]) == ("bad_json", f"这不是能读的 JSON：{told}")


def test_every_code_of_the_doors_has_a_chinese_sentence() -> None:
    for code in DOOR_CODES.split():
        told = spoken({"code": code, "detail": "what is wrong"}, "zh")["detail"]
        assert told != "what is wrong", code


def test_every_code_of_a_deal_has_a_chinese_sentence() -> None:
    assert set(ZH) == set(DEAL_CODES.split())


def test_values_that_cannot_stand_beside_one_another_say_why_in_chinese(client: TestClient) -> None:
    sheet = {"base": "zhuoji", "values": {"ping_hu": 7}}
    told = client.post("/v1/rules/check", json=sheet, headers={"accept-language": "zh"}).json()
    assert told["detail"] == "大对子 5，平胡 7：大对子里有平胡，不能比它少"
    nested = {"rules": sheet, "hand": "1m"}
    moved = client.post("/v1/waits", json=nested, headers={"accept-language": "zh"}).json()
    assert (moved["detail"], moved["pointer"]) == (told["detail"], "/rules/values/ping_hu")
