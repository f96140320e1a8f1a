"""What is told beside a photo: facts, rules, corrections; what can't be used is a problem beside the reading."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from scoring.house.sheet import rules_for
from tests.api.asking import FACTS, score, waits
from tests.api.stubs import StubEye, picture


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


@pytest.mark.parametrize("players", [1, 2, 5, 6, 300])
def test_a_table_of_too_few_or_too_many_is_a_problem(client: TestClient, players: int) -> None:
    """Five players were answered with 500: the fifth seat has no wind."""
    for more in ({}, {"seat": players - 1}, {"dealer": players - 1}):
        facts = {"rules": "zhuoji", "players": [{}] * players, **more}
        answer = client.post("/v1/photos/score", files={"photo": picture()}, data={"facts": json.dumps(facts)})
        assert answer.status_code == 200, answer.text
        assert answer.json()["problem"]["code"] in ("bad_player_count", "bad_seat", "bad_dealer")


@pytest.mark.parametrize(
    ("wins", "detail"),
    [
        (
            [{"seat": 0, "by": "luck"}],
            "怎么胡的没说清：自摸、点炮还是抢杠：by 要self_draw（自摸）、discard（点炮）、"
            "robbed_kong（抢杠）里的一个，不是'luck'",
        ),
        ([{"seat": 0, "by": "self_draw", "tile": "9p"}], "说是胡9p，照片里的11234567m却没有它"),
    ],
)
def test_a_problem_beside_a_reading_is_told_in_chinese(client: TestClient, wins: list[Any], detail: str) -> None:
    facts = json.dumps({**FACTS, "wins": wins})
    send = {"files": {"photo": picture()}, "data": {"facts": facts}, "headers": {"accept-language": "zh"}}
    problem = client.post("/v1/photos/score", **send).json()["problem"]  # type: ignore[arg-type]
    assert problem["detail"] == detail
    assert "detail_zh" not in problem
