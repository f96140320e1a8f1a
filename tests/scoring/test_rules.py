"""Rule sets as values: every value has a source, the page says what the code says, options replace (law 1)."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest

import scoring
from scoring import wire
from scoring.comparison import page
from scoring.errors import InvalidInput
from scoring.house.describe import SECTIONS
from scoring.house.sheet import rules_for
from scoring.prices import Shape, prices
from scoring.rules import KEYS, VALUES, Rules
from scoring.rulesets import RULE_SETS
from scoring.terms import Assumption, Pattern

FOLDER = Path(scoring.__file__).parent


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=str)
def test_every_value_has_its_source(rules: Rules) -> None:
    assert tuple(rules.sources) == VALUES
    assert all(rules.sources.values())
    assert set(VALUES) < {field.name for field in fields(Rules)}
    assert rules.interpretations


def test_no_two_values_have_one_name() -> None:
    for names in ([key.zh for key in KEYS.values()], [key.en for key in KEYS.values()]):
        assert [name for name in names if names.count(name) > 1] == []


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
    found = {shape: (price.pattern, price.units) for shape, price in prices(RULE_SETS["mil"]).items()}
    assert found == {
        (Shape.SETS, False): (Pattern.PING_HU, 3),
        (Shape.SETS, True): (Pattern.QING_YI_SE, 13),
        (Shape.TRIPLETS, False): (Pattern.DA_DUI_ZI, 8),
        (Shape.TRIPLETS, True): (Pattern.QING_DA_DUI, 8 + 13),
        (Shape.SINGLE_WAIT, False): (Pattern.DA_DUI_ZI, 13),
        (Shape.SINGLE_WAIT, True): (Pattern.QING_DA_DUI, 13 + 13),
        (Shape.PAIRS, False): (Pattern.XIAO_QI_DUI, 13),
        (Shape.PAIRS, True): (Pattern.QING_QI_DUI, 13 + 13),
        (Shape.PAIRS_WITH_FOUR, False): (Pattern.LONG_QI_DUI, 26),
        (Shape.PAIRS_WITH_FOUR, True): (Pattern.QING_LONG_BEI, 26 + 13),
    }


@pytest.mark.parametrize("name", RULE_SETS)
def test_values_are_cited_in_the_order_of_the_fields(name: str) -> None:
    """`Citations` names each source by the order in which values are cited."""
    tree = ast.parse((FOLDER / "rulesets" / f"{name}.py").read_text(encoding="utf-8"))
    made = next(node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Rules")
    cited = [
        keyword.arg
        for keyword in made.keywords
        if isinstance(keyword.value, ast.Call) and ast.unparse(keyword.value.func) == "cite"
    ]
    assert tuple(cited) == VALUES


def test_options_replace_and_leave_the_rule_set_alone() -> None:
    plain = rules_for("guiyang")
    changed = rules_for("guiyang", {"long_qi_dui_nine": True, "self_draw_plus_one": False})
    assert (plain.long_qi_dui, changed.long_qi_dui) == (11, 9)
    assert changed.qing_long_bei == plain.qing_long_bei
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
    assert guizhou["kongs"]["exposed"] == "点豆"
    assert guizhou["values"]["kong_exposed"] == {"value": 1, "source": "000 豆 3; option see_kong_three"}
    assert guizhou["values"]["fixed_chickens"]["value"] == {"1s": 1}
    assert guizhou["options"]["see_kong_three"]["changes"] == {"kong_concealed": 3, "kong_added": 3, "kong_exposed": 3}
    assert {one["name"] for one in shown["unsupported"]} == {"跟章", "买马", "海底捞月", "信号鸡", "混"}
    assert {key: made["9s"] for key, made in shown["turned"].items()} == {
        "turned_next": "1s", "turned_previous": "8s", "turned_self": "9s",
    }  # fmt: skip
    assert shown["turned"]["turned_previous"]["1m"] == "9m"
    assert shown["assumed"]["chickens"] == {
        "zh": "没看到{who}的牌，当作手里没有鸡", "en": "not seen, taken as holding no chicken: {who}",
    }  # fmt: skip


def test_a_sentence_of_what_is_assumed_has_the_same_gaps_in_both_languages() -> None:
    for one in Assumption:
        assert sorted(re.findall(r"{\w+}", one.zh)) == sorted(re.findall(r"{\w+}", one.en)), one
