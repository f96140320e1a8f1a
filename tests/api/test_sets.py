"""A taught set through the doors: POST /v1/sets, the field `set`, `zhuoji learn`, `--set`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from api.cli import main
from tests.api.stubs import StubEye, picture
from vision.eye.taught import TaughtFace, TaughtSet
from vision.wire import sets

SAMPLE = Path(__file__).parent.parent.parent / "datasets" / "samples" / "win.jpg"
SET = json.dumps(sets.to_json(TaughtSet("stub", (TaughtFace("1m", b"\x01\x02"),))))


def test_a_photo_teaches_a_set_and_corrections_name_its_tiles(client: TestClient, eye: StubEye) -> None:
    plain = client.post("/v1/sets", files={"photo": picture()})
    assert plain.status_code == 200
    assert plain.json()["kinds"] == ["1m"]
    assert len(plain.json()["missing"]) == 26
    named = {"corrections": '[{"op": "set", "tile": 0, "kind": "5p"}]', "set": plain.text}
    both = client.post("/v1/sets", files={"photo": picture()}, data=named).json()
    assert both["kinds"] == ["1m", "5p"]
    assert eye.taught == sets.from_json(plain.json())


def test_what_was_answered_is_taken_by_every_photo_route(client: TestClient, eye: StubEye) -> None:
    routes = {"read": {}, "waits": {"rules": "zhuoji"}, "score": {"facts": '{"rules": "zhuoji"}'}}
    for route, fields in routes.items():
        eye.taught = None
        answer = client.post(f"/v1/photos/{route}", files={"photo": picture()}, data={"set": SET, **fields})
        assert (answer.status_code, answer.json().get("problem")) == (200, None)
        assert eye.taught is not None
    eye.taught = None
    labels = client.post("/v1/photos/label", files={"photo": picture()}, data={"set": SET, "format": "yolo"})
    assert labels.status_code == 200
    assert eye.taught is not None


@pytest.mark.parametrize(
    ("fields", "code", "pointer"),
    [
        ({"set": "mine"}, "bad_set", "set"),
        ({"set": "{}"}, "bad_set", "/set/zhuoji"),
        ({"set": SET + " " * sets.MOST_BYTES}, "bad_set", "/set"),
        ({"corrections": "{"}, "bad_corrections", "corrections"),
        ({"corrections": '[{"op": "drop", "tile": 9}]'}, "bad_corrections", "/corrections/0/tile"),
        ({"rules": "zhuoji"}, "bad_form", "rules"),
    ],
)
def test_what_cannot_be_taught_is_refused(client: TestClient, fields: dict[str, str], code: str, pointer: str) -> None:
    answer = client.post("/v1/sets", files={"photo": picture()}, data=fields)
    assert answer.status_code == 422
    assert (answer.json()["code"], answer.json()["pointer"]) == (code, pointer)


def test_a_set_that_is_none_is_a_problem_beside_the_reading(client: TestClient, eye: StubEye) -> None:
    answer = client.post("/v1/photos/read", files={"photo": picture()}, data={"set": "[]"})
    assert answer.status_code == 200
    assert answer.json()["problem"]["code"] == "bad_set"
    assert answer.json()["hand"]
    assert eye.taught is None


def test_the_command_line_learns_and_reads_with_what_it_learned(tmp_path: Path) -> None:
    run, out = CliRunner(), tmp_path / "our.set"
    learned = run.invoke(main, ["learn", str(SAMPLE), "--out", str(out)])
    assert learned.exit_code == 0, learned.output
    assert "还缺" in learned.output
    taught = sets.from_json(json.loads(out.read_text()))
    assert "1s" in taught.kinds
    read = run.invoke(main, ["read", str(SAMPLE), "--set", str(out), "--json"])
    assert json.loads(read.output)["model"].endswith(f"+{taught.version}")


@pytest.mark.parametrize(("content", "says"), [(None, "No such file"), ("{}", "[bad_set] /zhuoji"), ("x", "[bad_set]")])
def test_a_file_that_is_no_set_is_named(tmp_path: Path, content: str | None, says: str) -> None:
    path = tmp_path / "our.set"
    if content is not None:
        path.write_text(content)
    result = CliRunner().invoke(main, ["read", str(SAMPLE), "--set", str(path)])
    assert result.exit_code == 1
    assert f"--set {path}" in result.stderr
    assert says in result.stderr


def test_corrections_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    arguments = ["learn", str(SAMPLE), "--out", str(tmp_path / "our.set"), "--corrections", '[{"op": "fly"}]']
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, "[bad_corrections]" in result.stderr) == (1, True)
    assert not (tmp_path / "our.set").exists()
