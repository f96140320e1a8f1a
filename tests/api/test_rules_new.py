"""`zhuoji rules new`: what it asks, and what becomes of the answers."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from api.rules_asked import QUESTIONS
from scoring.house.describe import COMMON
from scoring.house.presets import presets
from tests.api.test_rules_cli import run


def test_what_tables_differ_in_most_is_what_a_new_sheet_asks() -> None:
    assert set(COMMON) == {*QUESTIONS, "fixed_chickens"}  # of those one asks for 8p alone


def test_a_new_sheet_is_asked_for_and_is_one(tmp_path: Path) -> None:
    path = tmp_path / "our.toml"
    answers = [
        "zhuoji",
        "我们",
        "4",
        "no",
        "n",
        "0",
        "1",
        "3",
        "3",
        "3",
        "y",
        "n",
        "0",
        "",
        "3",
        "1",
        "y",
        "y",
        "thrown",
        "0",
        "2",
    ]
    told = run("rules", "new", "--out", str(path), told="\n".join(answers) + "\n")
    assert told.exit_code == 0, told.output
    sheet = tomllib.loads(path.read_text(encoding="utf-8"))
    assert (sheet["base"], sheet["name"]) == ("zhuoji", "我们")
    assert sheet["values"] == {
        "dealer_paid": False, "self_draw_plain": 1, "kong_concealed": 3, "kong_exposed": 3, "turned_previous": True,
        "charge": 3, "charge_golden": 6, "unready_owes_chickens": "thrown", "fixed_chickens": {"1s": 1, "8p": 2},
    }  # fmt: skip
    assert "self_draw_plain = 1  # 平胡自摸另加 plain self-draw adds besides" in path.read_text(encoding="utf-8")
    assert "能用" in run("rules", "check", str(path)).output
    assert run("rules", "new", "--out", str(path), told="n\n").exit_code == 1


def test_a_new_sheet_starts_from_a_preset_and_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "our.toml"
    told = run("rules", "new", "--out", str(path), told="tong_san\n  \n" + "\n" * 30)  # spaces are no name
    assert (told.exit_code, f"zhuoji settle DEAL.json --rules {path}" in told.output) == (0, True)
    assert tomllib.loads(path.read_text(encoding="utf-8")) == next(
        p["sheet"] for p in presets() if p["id"] == "tong_san"
    )


def test_an_answer_that_cannot_stand_is_asked_again_with_the_reason(tmp_path: Path) -> None:
    """A 冲锋鸡 lies among the discards, and in guiyang none counts; `x` and 99 players are no players."""
    path = tmp_path / "our.toml"
    answers = ["guiyang", "x" * 41, "我们", "x", "2、99", "3", *[""] * 2, "1", *[""] * 8, "3", "2", "1", *[""] * 6]
    told = run("rules", "new", "--out", str(path), told="\n".join(answers) + "\n")
    assert told.exit_code == 0, told.output
    assert "!! 名字最多40个字" in told.output
    assert "人数要是2、3、4里的几个，一样的只写一次，不是[2, 99]" in told.output
    assert told.output.count("冲锋鸡是打出去的鸡，打出去的都不算就没有它") == 2
    sheet = tomllib.loads(path.read_text(encoding="utf-8"))
    assert sheet == {"base": "guiyang", "name": "我们", "values": {"players": [3], "self_draw": 1}}


@pytest.mark.parametrize(
    ("answers", "values"),
    [
        ("guiyang\n" + "\n" * 12 + "all\n3\n", {"discards_count": "all", "charge": 3, "charge_golden": 6}),
        ("zhuoji\n" + "\n" * 12 + "none\n", {"discards_count": "none", "charge": 1, "charge_golden": 2}),
        ("zhuoji\n" + "\n" * 14 + "3\n", {"claimed_chicken": 3, "claimed_chicken_golden": 3}),
    ],
    ids=["what needs another answer comes after it", "no discard counts: no charge", "a golden one owes no less"],
)
def test_what_an_answer_implies_follows(tmp_path: Path, answers: str, values: dict[str, object]) -> None:
    path = tmp_path / "our.toml"
    told = run("rules", "new", "--out", str(path), told=answers + "\n" * 20)
    assert told.exit_code == 0, told.output
    assert tomllib.loads(path.read_text(encoding="utf-8"))["values"] == values


def test_two_suits_lack_one_already(tmp_path: Path) -> None:
    told = run("rules", "new", "--out", str(tmp_path / "our.toml"), told="liang_fang\n" + "\n" * 30)
    assert (told.exit_code, "Must a winner lack a suit" in told.output) == (0, False)


@pytest.mark.parametrize("asked", ["?", "？"])
def test_a_question_mark_explains(tmp_path: Path, asked: str) -> None:
    path = tmp_path / "our.toml"
    told = run("rules", "new", "--out", str(path), told=f"zhuoji\n\n{asked}\n3\n{asked}\nany\n" + "\n" * 30)
    assert "只写3，就只能三个人打" in told.output
    assert "定缺条：胡的时候" in told.output
    assert tomllib.loads(path.read_text(encoding="utf-8"))["values"] == {"players": [3], "missing_suit": "any"}


def test_what_was_answered_is_shown_where_nothing_is_saved(tmp_path: Path) -> None:
    """Whoever stops, and a place that cannot be written to."""
    path = tmp_path / "our.toml"
    told = run("rules", "new", "--out", str(path), told="zhuoji\n我们\n3\nany\n")
    assert (told.exit_code, path.exists()) == (1, False)
    there = run("rules", "new", "--out", str(tmp_path / "no" / "our.toml"), told="zhuoji\n我们\n3\nany\n" + "\n" * 30)
    assert there.exit_code == 1
    for stopped in (told, there):
        shown = stopped.stderr.partition("nothing was saved; 答过的是 this was answered:\n")[2]
        assert tomllib.loads(shown)["values"] == {"players": [3], "missing_suit": "any"}
