"""The command line, on the sample photos with the real eye."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from api import cli
from api.openapi import DEAL
from scoring import wire
from tests.api.asking import SAMPLES, run
from tests.api.stubs import WIN, OneAfterTheOther, StubEye, picture, reading_of
from tests.world.laid import WINNER
from tests.world.laid import read as laid
from vision.wire.readings import correct


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> StubEye:
    """A stub in place of the real eye."""
    eye = StubEye()
    monkeypatch.setattr("api.photo_cli._eye", lambda: eye)
    return eye


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "hand.jpg"
    path.write_bytes(picture())
    return path


def test_the_sample_is_scored_from_photo_to_ledger(tmp_path: Path) -> None:
    """The whole way with the real eye: tiles, hand, melds, pattern, waits, a settlement that sums to zero."""
    truth = json.loads((SAMPLES / "truth.json").read_text())["win.jpg"]
    drawn = tmp_path / "drawn.jpg"
    result = run("score", SAMPLES / "win.jpg", "--rules", "zhuoji", "--json", "--out", drawn)
    assert result.exit_code == 0, result.output
    answer = json.loads(result.stdout)
    reading = answer["reading"]
    assert (reading["hand"], reading["winning_tile"]) == (truth["hand"], truth["winning_tile"])
    melds = [(meld["kind"], meld["tile"]) for meld in reading["melds"]]
    assert sorted(melds) == sorted((meld["kind"], meld["tile"]) for meld in truth["melds"])
    assert answer["judge"]["wins"] is True
    assert sum(answer["settlement"]["balance"]) == 0
    assert answer["problem"] is None
    assert drawn.read_bytes().startswith(b"\xff\xd8")


def test_score_prints_everything_and_draws_beside_the_photo(stub: StubEye, photo: Path) -> None:
    doubt = {"code": "low_confidence", "tiles": [0], "message": "看不清", "message_en": "hard to see"}
    stub.reading = reading_of(**WIN | {"doubts": [doubt]})
    result = run("score", photo)
    assert result.exit_code == 0
    beside = photo.with_name("hand.read.jpg")
    assert beside.exists()
    for word in (
        "规则 rules: zhuoji",
        "1123456m", "7m 七万", "9s (碰 pong, 上家 left)", "5p (暗杠 concealed kong)", "!! 拿不准", "看不清",
        "hard to see",
        "平胡", "听牌 waits", "1m", "4m", "自摸", "合计 totals", "[unseen]", "[dealer]", "[wins]", str(beside),
    ):  # fmt: skip
        assert word in result.output, word
    assert "\x1b" not in result.output


@pytest.mark.usefixtures("stub")
def test_a_score_that_cannot_be_computed_says_why_and_fails(photo: Path) -> None:
    result = run("score", photo, "--facts", '{"wins": [{"seat": 0, "by": "luck"}]}')
    assert result.exit_code == 1
    assert "[bad_by] (/facts/wins/0/by)" in result.output
    assert "--rules sichuan: [unknown_rules] /rules: " in run("score", photo, "--rules", "sichuan").output
    assert "1123456m" in result.output


@pytest.mark.usefixtures("stub")
def test_facts_may_be_a_file(photo: Path, tmp_path: Path) -> None:
    facts = tmp_path / "facts.json"
    facts.write_text(json.dumps({"rules": "guiyang", "dealer": 2}))
    answer = json.loads(run("score", photo, "--facts", facts, "--json").stdout)
    assert "dealer" not in [entry["code"] for entry in answer["settlement"]["assumed"]]


@pytest.mark.usefixtures("stub")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--facts", "absent.json"], "absent.json"),
        (["--facts", '{"dealr": 1}'], "[bad_facts] /facts/dealr: there is no field 'dealr' here; is 'dealer' meant?"),
        (["--facts", "{"], "--facts '{': [bad_facts] this is no JSON"),
        (["--facts", '{"rules": "ours.toml"}'], "--facts: [bad_rules] ours.toml cannot be read: No such file"),
        (["--out", "/nowhere/x.jpg"], "/nowhere/x.jpg"),
    ],
)
def test_what_score_is_told_wrongly(photo: Path, arguments: list[str], words: str) -> None:
    result = run("score", photo, *arguments)
    assert result.exit_code == 1
    assert words in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.usefixtures("stub")
def test_the_facts_of_a_photo_may_name_a_sheet_s_file_and_the_command_line_outranks_them(
    photo: Path, tmp_path: Path
) -> None:
    sheet = tmp_path / "ours.toml"
    sheet.write_text('base = "guizhou"\nname = "老王家"', encoding="utf-8")
    facts = json.dumps({"rules": str(sheet)})
    assert "规则 rules: 老王家 (guizhou)" in run("score", photo, "--facts", facts).stdout
    other = run("score", photo, "--facts", facts, "--rules", "mil")
    assert "规则 rules: mil" in other.stdout
    assert other.stderr == "zhuoji: 按 --rules mil 算 is what counts; --facts 里写的是 says 老王家 (guizhou)\n"


@pytest.mark.usefixtures("stub")
def test_waits_of_tiles_and_of_a_photo(photo: Path) -> None:
    melds = ("--meld", "pong:9s", "--meld", "concealed:5p")
    tiles = run("waits", "1123456m", *melds, "--json")
    assert [wait["tile"] for wait in json.loads(tiles.stdout)["waits"]] == ["1m", "4m", "7m"]
    by_photo = json.loads(run("waits", photo, "--json").stdout)
    by_tiles = json.loads(tiles.stdout)
    by_tiles["waits"][2]["left"] -= 1  # the 7m that lies apart in the photo is nowhere else to draw
    assert by_photo["waits"] == by_tiles
    for argument in (photo, "1123456m"):
        shown = run("waits", argument, *(melds if argument != photo else ()))
        assert shown.exit_code == 0
        assert "平胡" in shown.output
        assert "剩 left" in shown.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["1x"], "PHOTO|TILES: [bad_tile] /hand: 'x' in '1x'"),
        (["1m", "--rules", "x"], "--rules x: [unknown_rules] /rules: 'x'"),
        (["1m", "--options", "{"], "--options: [bad_json]"),
        (["1m", "--options", '{"x": true}'], "--options: [unknown_option] /options/x"),
        (["1m", "--meld", "9s"], "--meld: [bad_meld] /melds: '9s'"),
        (["1m", "--meld", "pong:99"], "--meld: [bad_tile] /melds/0/tile: '99'"),
        (["nowhere.jpg"], "PHOTO|TILES: [bad_tile] /hand: 'nowhere.jpg'"),
    ],
)
def test_waits_that_cannot_be(arguments: list[str], words: str) -> None:
    result = run("waits", *arguments)
    assert result.exit_code == 1
    assert words in result.stderr


@pytest.mark.usefixtures("stub")
def test_read_prints_a_line_a_photo_and_goes_on_after_a_bad_one(photo: Path, tmp_path: Path) -> None:
    bad, absent = tmp_path / "bad.jpg", tmp_path / "absent.jpg"
    bad.write_bytes(b"hello")
    result = run("read", photo, bad, absent, photo, "--json")
    assert result.exit_code == 1
    lines: list[dict[str, Any]] = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["file"] for line in lines] == [str(photo)] * 2
    assert all(line["hand"] == "1123456m" for line in lines)
    assert f"{bad}: [not_a_picture]" in result.stderr
    assert f"{absent}: [not_a_picture]" in result.stderr
    assert run("read", photo, photo).exit_code == 0


def test_settle_prints_what_the_engine_says(tmp_path: Path) -> None:
    deal = tmp_path / "deal.json"
    deal.write_text(json.dumps(DEAL))
    assert json.loads(run("settle", deal, "--json").stdout) == json.loads(json.dumps(wire.settle(DEAL)))
    shown = run("settle", "-", stdin=json.dumps(DEAL)).output
    for word in ("热炮", "转弯豆", "+13 个 units", "+1950 元 money", "burnt"):
        assert word in shown, word
    refused = run("settle", "-", stdin='{"rules": "x"}')
    assert refused.exit_code == 1
    assert "zhuoji: DEAL: [unknown_rules] /rules: 'x'" in refused.stderr
    deal.write_text("{")
    assert f"{deal}: [bad_json] this is no JSON" in run("settle", deal).stderr


def test_a_photo_that_is_not_there_is_no_list_of_tiles() -> None:
    done = run("waits", "nowhere.jpg")
    assert done.exit_code == 1
    assert "'nowhere.jpg' is no file" in done.output


def test_a_photo_on_stdin(stub: StubEye) -> None:
    result = CliRunner().invoke(cli.main, ["read", "-", "--json"], input=picture())
    assert (result.exit_code, json.loads(result.stdout)["file"]) == (0, "-")
    scored = CliRunner().invoke(cli.main, ["score", "-"], input=picture())
    assert scored.exit_code == 0
    assert stub.seen == 2
    assert not Path("-.read.jpg").exists()


@pytest.mark.usefixtures("stub")
def test_a_folder_among_photos_is_one_line_and_the_rest_is_read(photo: Path) -> None:
    (photo.parent / "deep").mkdir()
    result = run("read", photo.parent / "deep", photo)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "deep: [not_a_picture]" in result.stderr
    assert str(photo) in result.stdout


@pytest.mark.usefixtures("stub")
def test_the_settlement_is_printed_where_the_picture_beside_it_cannot_be_written(photo: Path) -> None:
    photo.with_name("hand.read.jpg").mkdir()
    beside = run("score", photo)
    assert (beside.exit_code, "合计 totals" in beside.stdout) == (0, True)
    assert "the annotated picture cannot be written" in beside.stderr
    asked = run("score", photo, "--out", photo.parent / "none" / "x.jpg")
    assert (asked.exit_code, "合计 totals" in asked.stdout) == (1, True)


@pytest.mark.usefixtures("stub")
def test_the_picture_beside_the_longest_name_has_a_shorter_one(photo: Path) -> None:
    long = photo.rename(photo.with_name("牌" * 83 + ".jpg"))
    result = run("score", long)
    assert (result.exit_code, result.stderr) == (0, "")
    assert long.with_name("牌" * 82 + ".read.jpg").exists()


@pytest.mark.usefixtures("stub")
def test_the_photo_is_never_drawn_over(photo: Path, tmp_path: Path) -> None:
    before = photo.read_bytes()
    (tmp_path / "link.jpg").symlink_to(photo)
    for out in (photo, tmp_path / "link.jpg", tmp_path / "x" / ".." / "hand.jpg"):
        (tmp_path / "x").mkdir(exist_ok=True)
        result = run("score", photo, "--out", out)
        assert (result.exit_code, "is the photo itself" in result.stderr) == (1, True)
    assert photo.read_bytes() == before


READY = "1s 1s 2s 3s 4s 6p 7p 8p 3m 3m 3m 9p 9p"


def test_several_photos_are_settled_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [tmp_path / "a.jpg", tmp_path / "b.jpg"]
    for path in paths:
        path.write_bytes(picture())
    monkeypatch.setattr("api.photo_cli._eye", lambda: OneAfterTheOther(laid(WINNER), laid(READY)))
    told = run("score", *paths, "--seats", "2,0", "--json", "--facts", '{"turned": null}')
    assert told.exit_code == 0, told.output
    answer = json.loads(told.stdout)
    assert [winner["seat"] for winner in answer["settlement"]["winners"]] == [2]
    assert {line["seat"] for line in answer["settlement"]["assumed"] if line["code"] == "seen"} == {0, 2}
    assert [one["hand"] for one in answer["readings"]] == ["12345678m22p", "333m67899p11234s"]
    assert all(path.with_name(f"{path.stem}.read.jpg").exists() for path in paths)
    monkeypatch.setattr("api.photo_cli._eye", lambda: OneAfterTheOther(laid(WINNER), laid(READY)))
    printed = run("score", *paths, "--seats", "2,0")
    for word in ("a.jpg", "b.jpg", "12345678m22p", "333m67899p11234s", "[seen]", "合计 totals"):
        assert word in printed.output, word


@pytest.mark.parametrize(("seats", "named"), [(None, "2 photos"), ("0", "[0]"), ("0,x", "'x'"), ("0,0", "seat 0")])
def test_seats_of_photos_that_cannot_be_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: str | None, named: str
) -> None:
    paths = [tmp_path / "a.jpg", tmp_path / "b.jpg"]
    for path in paths:
        path.write_bytes(picture())
    monkeypatch.setattr("api.photo_cli._eye", lambda: OneAfterTheOther(laid(WINNER), laid(READY)))
    result = run("score", *paths, *([] if seats is None else ["--seats", seats]))
    assert result.exit_code == 1
    assert "bad_seat" in result.output
    assert named in result.output


def test_the_whole_table_from_one_photo(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [{"op": "move", "tiles": list(range(13)), "role": "hand", "owner": "opposite"}]
    reading = correct(laid(READY, WINNER, apart=9), steps)
    monkeypatch.setattr("api.photo_cli._eye", lambda: OneAfterTheOther(reading))
    result = run("score", photo, "--table")
    assert result.exit_code == 0, result.output
    for word in ("对家 opposite", "333m67899p11234s (13)", "[seen]"):
        assert word in result.output, word


def test_one_picture_is_no_place_for_several_photos(tmp_path: Path, photo: Path) -> None:
    result = run("score", photo, photo, "--seats", "0,1", "--out", tmp_path / "drawn.jpg")
    assert result.exit_code == 1
    assert "2 photos" in result.output
