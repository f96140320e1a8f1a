"""Rule sets as values: every value has a source, the page says what the code says, options replace (law 1)."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

import scoring
from scoring import wire
from scoring.comparison import SECTIONS, page
from scoring.errors import InvalidInput
from scoring.rules import VALUES, Rules
from scoring.rulesets import RULE_SETS, rules_for
from scoring.terms import Fan, Pattern

FOLDER = Path(scoring.__file__).parent


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=str)
def test_every_value_has_its_source(rules: Rules) -> None:
    assert tuple(rules.sources) == VALUES
    assert all(rules.sources.values())
    assert set(VALUES) < {field.name for field in fields(Rules)}
    assert rules.interpretations


def test_the_page_is_what_the_code_says() -> None:
    assert (FOLDER / "README.md").read_text(encoding="utf-8") == page(), "run: python -m scoring.comparison"
    assert set(SECTIONS) <= set(VALUES)


def test_the_engine_knows_no_rule_set_by_name() -> None:
    """Law 1: no `if variant == …` outside the rule sets; docstrings and the registry aside."""
    for path in FOLDER.glob("**/*.py"):
        if "rulesets" not in path.parts and "comparison" not in path.name:
            code = re.sub(r'""".*?"""|#.*', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            found = [name for name in RULE_SETS if re.search(rf"[\"']{name}[\"']|\b{name.upper()}\b", code)]
            assert not found, path


def test_points_add_up_from_the_fans() -> None:
    """MIL 九-3: 清大对 21, 清七对 26, 清单吊 26, 清龙七对 39."""
    fan = {Fan.PING_HU: 3, Fan.DA_DUI_ZI: 8, Fan.QI_DUI: 13, Fan.QING_YI_SE: 13, Fan.DAN_DIAO: 13, Fan.LONG_QI_DUI: 26}
    mil = RULE_SETS["mil"]
    assert mil.patterns == {
        Pattern.PING_HU: 3,
        Pattern.DA_DUI_ZI: fan[Fan.DA_DUI_ZI],
        Pattern.XIAO_QI_DUI: fan[Fan.QI_DUI],
        Pattern.LONG_QI_DUI: fan[Fan.LONG_QI_DUI],
        Pattern.QING_YI_SE: fan[Fan.QING_YI_SE],
        Pattern.QING_DA_DUI: fan[Fan.DA_DUI_ZI] + fan[Fan.QING_YI_SE],
        Pattern.QING_QI_DUI: fan[Fan.QI_DUI] + fan[Fan.QING_YI_SE],
        Pattern.QING_LONG_BEI: fan[Fan.LONG_QI_DUI] + fan[Fan.QING_YI_SE],
    }
    assert mil.single_wait[Pattern.QING_DA_DUI] == fan[Fan.DAN_DIAO] + fan[Fan.QING_YI_SE]


def test_options_replace_and_leave_the_rule_set_alone() -> None:
    plain = rules_for("guiyang")
    changed = rules_for("guiyang", {"long_qi_dui_nine": True, "self_draw_plus_one": False})
    assert (plain.patterns[Pattern.LONG_QI_DUI], changed.patterns[Pattern.LONG_QI_DUI]) == (11, 9)
    assert changed.patterns[Pattern.QING_LONG_BEI] == plain.patterns[Pattern.QING_LONG_BEI]
    assert (changed.self_draw, changed.chosen) == (0, ("long_qi_dui_nine",))
    assert rules_for("guiyang") is plain


@pytest.mark.parametrize(
    ("name", "options", "code", "shown"),
    [
        ("sichuan", None, "unknown_rules", "'sichuan'"),
        (None, None, "unknown_rules", "missing"),
        (["mil"], None, "unknown_rules", "mil"),
        ("mil", {"burn_all": True}, "unknown_option", "'burn_all'"),
        ("guizhou", {"burn_all": 1}, "unknown_option", "1"),
        ("guizhou", [], "unknown_option", r"\[\]"),
    ],
)
def test_unknown_rules_and_options_are_named(name: object, options: object, code: str, shown: str) -> None:
    with pytest.raises(InvalidInput, match=shown) as refused:
        rules_for(name, options)
    assert refused.value.code == code


def test_the_wire_shows_every_rule_set() -> None:
    shown = wire.rules()
    assert [rules["id"] for rules in shown["rule_sets"]] == list(RULE_SETS)
    for rules in shown["rule_sets"]:
        assert list(rules["values"]) == list(VALUES)
        assert all(not option["default"] for option in rules["options"].values())
    guizhou = shown["rule_sets"][0]
    assert guizhou["values"]["kongs"]["value"]["exposed"] == {"units": 1, "from": "feeder", "label": "点豆"}
    assert guizhou["values"]["fixed_chickens"]["value"] == ["1s"]
    assert guizhou["options"]["burn_all"]["changes"] == {"hot_shot_burns": "all", "robbed_burns": "all"}
    assert {one["name"] for one in shown["unsupported"]} == {"跟章", "买马", "上下鸡", "海底捞月", "信号鸡", "混"}
