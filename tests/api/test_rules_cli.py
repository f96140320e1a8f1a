"""`zhuoji rules`, and a sheet wherever a command takes a rule set's name."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli import main
from api.facts import facts_in
from api.sheets import title
from scoring import wire
from scoring.house.presets import presets
from scoring.rulesets import RULE_SETS

SHEET = """base = "zhuoji"
name = "老王家"
[values]
self_draw_plain = 1
fixed_chickens = { 1s = 1, 8p = 2 }
"""
DEAL = {
    "dealer": 3,
    "players": [{"hand": "123456789m23p55p"}, *[{"ready": False}] * 3],
    "wins": [{"seat": 0, "tile": "4p", "by": "self_draw"}],
    "turned": None,
}


def run(*arguments: str, told: str | None = None) -> Result:
    return CliRunner().invoke(main, [*arguments], input=told)


@pytest.fixture
def sheet(tmp_path: Path) -> str:
    path = tmp_path / "our.toml"
    path.write_text(SHEET, encoding="utf-8")
    return str(path)


def test_the_list_names_every_rule_set_and_preset() -> None:
    told = run("rules", "list")
    assert told.exit_code == 0
    for name in (*RULE_SETS, *(preset["id"] for preset in presets())):
        assert f"  {name} " in told.output
    assert len(json.loads(run("rules", "list", "--json").output)["presets"]) == 7


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('base = "zhuoji"\nname = ' + "[" * 20_000, "nested too deeply"),
        ('base = "zhuoji"\n[values]\ngolden = ' + "9" * 10_000, "is no TOML"),
        ("# " + "x" * 300_000, "has 300002 bytes, a sheet 262144 at most"),
    ],
    ids=["deep", "a long number", "large"],
)
def test_a_hostile_sheet_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "our.toml"
    path.write_text(text, encoding="utf-8")
    for words in (("rules", "check", str(path)), ("waits", "123m", "--rules", str(path))):
        told = run(*words)
        assert told.exit_code != 0
        assert "[bad_rules]" in told.output
        assert said in told.output


def test_a_sheet_is_shown_with_what_it_changes(sheet: str) -> None:
    lines = run("rules", "show", sheet).output.splitlines()
    assert lines[0] == "老王家 (zhuoji)"
    assert [line.split()[1] for line in lines if line.startswith("  *")] == ["self_draw_plain", "fixed_chickens"]
    whole = json.loads(run("rules", "show", "liang_fang", "--json").output)
    assert (whole["base"], whole["values"]["suits"], whole["values"]["players"]) == ("zhuoji", "ps", [2, 3])


def test_two_are_compared(sheet: str) -> None:
    found = json.loads(run("rules", "diff", sheet, "--json").output)
    assert found[0] == {
        "key": "self_draw_plain", "value": 1, "base": 0, "zh": "平胡自摸另加", "en": "plain self-draw adds besides",
    }  # fmt: skip
    assert "fixed_chickens   1s:1 8p:2  1s:1" in run("rules", "diff", sheet).output
    assert "no difference" in run("rules", "diff", "mil", "mil").output
    assert "is a base itself" in run("rules", "diff", "mil").output
    between = json.loads(run("rules", "diff", "liupanshui", "zhuoji", "--json").output)
    assert {
        "key": "dealer_first",
        "value": 2,
        "base": 1,
        "zh": "头庄",
        "en": "dealer's bonus the first time",
    } in between


def test_a_sheet_is_checked(sheet: str, tmp_path: Path) -> None:
    assert "能用" in run("rules", "check", sheet).output
    assert json.loads(run("rules", "check", sheet, "--json").output)["name"] == "老王家"
    bad = tmp_path / "bad.json"
    bad.write_text('{"base": "zhuoji", "values": {"golden": 99}}', encoding="utf-8")
    told = run("rules", "check", str(bad))
    assert (told.exit_code, "/values/golden: golden is a whole number from 1 to 10, not 99" in told.output) == (1, True)
    bad.write_text('{"base": "zhuoji"}', encoding="utf-8")
    assert "as the base" in run("rules", "check", str(bad)).output


@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        ("x.toml", "base = ", "is no TOML"),
        ("x.json", "{", "no JSON that can be read"),
        ("x.toml", 'base = "sichuan"', "'sichuan' is no rule set"),
        ("none.toml", None, "cannot be read"),
        ("x.toml", 'base = "guizhou"\n[values]\ngolden = 2026-01-01', 'from 1 to 10, not "2026-01-01"'),
    ],
)
def test_a_file_that_is_no_sheet_is_named(tmp_path: Path, name: str, text: str | None, shown: str) -> None:
    path = tmp_path / name
    if text is not None:
        path.write_text(text, encoding="utf-8")
    for arguments in (("rules", "show", str(path)), ("waits", "123m", "--rules", str(path))):
        told = run(*arguments)
        assert told.exit_code == 1
        assert shown in told.output


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb2312"])
@pytest.mark.parametrize("name", ["our.toml", "our.json"])
def test_a_sheet_is_read_as_windows_editors_write_it(tmp_path: Path, name: str, encoding: str) -> None:
    text = SHEET if name.endswith(".toml") else json.dumps(tomllib.loads(SHEET), ensure_ascii=False)
    (tmp_path / name).write_bytes(text.encode(encoding))
    assert json.loads(run("rules", "check", str(tmp_path / name), "--json").output)["name"] == "老王家"


@pytest.mark.parametrize("encoding", ["big5", "latin-1"])
def test_what_may_be_any_encoding_is_to_be_saved_as_utf_8(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "our.toml"
    path.write_bytes(
        'base = "zhuoji"\nname = "NAME"'.replace("NAME", "過關" if encoding == "big5" else "Café").encode(encoding)
    )
    told = run("rules", "check", str(path))
    assert (told.exit_code, "another encoding: save it as UTF-8" in told.output) == (1, True)


def test_a_sheet_settles(sheet: str, tmp_path: Path) -> None:
    deal = tmp_path / "deal.json"
    deal.write_text(json.dumps(DEAL), encoding="utf-8")
    settled = json.loads(run("settle", str(deal), "--rules", sheet, "--json").output)
    assert settled["balance"] == [7, -2, -2, -3]
    assert run("settle", str(deal)).exit_code == 1


SAMPLE = str(Path(__file__).parents[2] / "datasets" / "samples" / "deal.json")


def test_the_rules_of_the_command_line_outrank_the_deal_s_and_say_so(sheet: str) -> None:
    """What `zhuoji rules new` wrote is tried on the sample deal, which names zhuoji."""
    told = CliRunner().invoke(main, ["settle", SAMPLE, "--rules", sheet, "--json"])
    assert told.exit_code == 0
    own = json.loads(Path(SAMPLE).read_text(encoding="utf-8"))
    own["rules"] = {"base": "zhuoji", **tomllib.loads(SHEET)}
    assert json.loads(told.stdout)["transfers"] == wire.settle(own)["transfers"]
    assert told.stderr == f"zhuoji: 按 --rules {sheet} 算 is what counts; {SAMPLE} 里写的是 says zhuoji\n"
    same = CliRunner().invoke(main, ["settle", SAMPLE, "--rules", "zhuoji"])
    assert (same.stdout, same.stderr) == (run("settle", SAMPLE).output, "")
    assert "'nope' is no rule set" in run("settle", SAMPLE, "--rules", "nope").output


def test_a_deal_may_name_a_file_or_a_preset(sheet: str, tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    for rules, balance in ((sheet, [7, -2, -2, -3]), ("yi_kou_er", [6, -2, -2, -2])):
        path.write_text(json.dumps({**DEAL, "rules": rules}), encoding="utf-8")
        assert json.loads(run("settle", str(path), "--json").output)["balance"] == balance
    path.write_text(json.dumps({**DEAL, "rules": "none.toml"}), encoding="utf-8")
    assert "none.toml cannot be read" in run("settle", str(path)).output


def test_four_of_a_kind_on_four_melds_is_a_single_wait() -> None:
    waits = json.loads(run("waits", "5s", *_MELDS, "--rules", "liang_fang", "--json").output)
    assert [(wait["tile"], wait["pattern"]) for wait in waits["waits"]] == [("5s", "dan_diao")]


def test_a_preset_settles_a_photo_at_a_table_of_its_size() -> None:
    """三丁拐 has three players, 二丁拐 two; whoever tells of none is asked for no list of them."""
    for preset in presets():
        facts = {"rules": preset["sheet"]}
        assert facts_in(facts).seats == max(preset["sheet"].get("values", {}).get("players", [4])), preset["id"]
    assert facts_in({"rules": "guizhou"}).seats == 4


def test_a_file_that_begins_with_a_mark_is_a_sheet_too(tmp_path: Path) -> None:
    path = tmp_path / "our.toml"
    path.write_text(SHEET, encoding="utf-8-sig")
    assert "老王家 (zhuoji)" in run("rules", "check", str(path)).output


def test_a_name_is_checked_and_one_that_is_none_is_said_to_be_none() -> None:
    assert "捉鸡麻将 (zhuoji): 能用" in run("rules", "check", "zhuoji").output
    refused = run("rules", "check", "zhuojj")
    assert refused.exit_code == 1
    assert "[unknown_rules]" in refused.output
    assert "is 'zhuoji' meant?" in refused.output


@pytest.mark.parametrize("words", [("rules", "show", "nix"), ("waits", "1m", "--rules", "nix")])
def test_an_unknown_name_is_told_every_name_that_is_taken(words: tuple[str, ...]) -> None:
    refused = run(*words)
    assert refused.exit_code == 1
    assert "[unknown_rules]" in refused.output
    assert all(preset["id"] in refused.output for preset in presets())
    assert "is 'tong_san' meant?" in run("rules", "show", "tong_sann").output


def test_a_key_that_is_refused_with_a_base_has_no_value_there() -> None:
    """HOUSE 2, `–`."""
    assert json.loads(run("rules", "show", "guiyang", "--json").output)["values"]["drawn_counts_declared"] is None
    line = next(line for line in run("rules", "show", "guiyang").output.splitlines() if "drawn_counts" in line)
    assert line.split()[1] == "–"
    found = {one["key"]: one for one in json.loads(run("rules", "diff", "mil", "zhuoji", "--json").output)}
    assert (found["qing_da_dui"]["value"], found["qing_da_dui"]["base"]) == (None, 15)
    assert (found["drawn_counts_declared"]["value"], found["drawn_counts_declared"]["base"]) == (True, None)
    assert "drawn_counts_declared" not in run("rules", "diff", "guiyang", "zhuoji").output


def test_no_value_is_shown_as_a_bare_code(sheet: str) -> None:
    """A word beside its name, in show, diff and check; nothing as Python has it."""
    sheets = ("show", "liang_fang"), ("diff", "liang_fang", "gui_yang"), ("check", sheet), ("check", "liang_fang")
    for words in sheets:
        told = run("rules", *words).output
        assert not re.search(r"None|True|False|\[|\{", told), told
    rows = run("rules", "diff", "liang_fang", "gui_yang").output
    assert "ps 筒条" in rows
    assert "fixed 只算固定鸡" in rows
    assert "原 was mps 万筒条" in run("rules", "check", "liang_fang").output


def test_a_settlement_says_in_words_why_a_line_is_waived() -> None:
    rows = run("settle", SAMPLE).output
    assert "烧鸡烧豆 burnt" in rows
    assert "转弯豆 added kong" in rows
    assert "hot_shot" not in rows


def test_waits_are_asked_for_with_the_declared_suit(tmp_path: Path) -> None:
    path = tmp_path / "our.toml"
    path.write_text('base = "zhuoji"\n[values]\nmissing_suit = "declared"\n', encoding="utf-8")
    for missing, tiles in (("s", ["1p", "4p"]), ("p", [])):
        told = run("waits", "123456789m23p55p", "--rules", str(path), "--missing", missing, "--json")
        assert [wait["tile"] for wait in json.loads(told.stdout)["waits"]] == tiles


def test_a_sheet_without_a_name_is_called_as_its_base() -> None:
    assert title({"base": "zhuoji"}) == "捉鸡麻将 (zhuoji)"
    assert title({"base": ["x"]}) == '["x"] (["x"])'
    assert title({"name": "我们"}) == "我们 (null)"


_MELDS = ("--meld", "pong:2p", "--meld", "pong:3p", "--meld", "pong:5p", "--meld", "pong:7s")


@pytest.mark.parametrize(
    ("text", "place", "shown"),
    [
        ("golden = 2\ngolden = 3\n", "第4行第11个字起写错了", "'golden = 3'"),
        ("dealer_paid=yes\n", "第3行第13个字起写错了", "'dealer_paid=yes'"),
        ("golden 2\n", "第3行第8个字起写错了，该是'='", "'golden 2'"),
        ("[values]\n", "第3行第8个字起写错了（Cannot declare ('values',) twice）", "'[values]'"),
        ("[more", "写到末尾还没写完", "Expected ']'"),
    ],
)
def test_a_fault_of_toml_is_told_with_its_line_in_both_languages(
    tmp_path: Path, text: str, place: str, shown: str
) -> None:
    path = tmp_path / "our.toml"
    path.write_text(f'base = "zhuoji"\n[values]\n{text}', encoding="utf-8")
    told = run("rules", "check", str(path))
    assert told.exit_code == 1
    assert place in told.output
    assert shown in told.output


def test_rules_are_known_by_what_players_call_them() -> None:
    for chinese, name in (("一扣二", "yi_kou_er"), ("贵阳麻将", "guiyang")):
        assert run("rules", "show", chinese, "--json").output == run("rules", "show", name, "--json").output


def test_a_file_that_is_not_there_is_said_not_to_be(tmp_path: Path) -> None:
    assert "没有这个文件" in run("rules", "check", str(tmp_path / "nix.toml")).output
