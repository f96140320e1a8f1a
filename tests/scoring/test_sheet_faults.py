"""Sheets that are refused: by code, pointer and a sentence in both languages (HOUSE 1, 3)."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import wire
from scoring.errors import InvalidInput
from scoring.house.sheet import rules_for, sheet_rules
from scoring.rulesets import RULE_SETS


@pytest.mark.parametrize(
    ("sheet", "code", "pointer", "shown"),
    [
        ({}, "unknown_rules", "/rules", "missing"),
        ({"base": "sichuan"}, "unknown_rules", "/rules/base", "'sichuan'"),
        ({"base": None}, "unknown_rules", "/rules/base", "missing"),
        ({"base": ["mil"]}, "unknown_rules", "/rules/base", "mil"),
        ({"base": "mil", "title": "x"}, "bad_rules", "/rules/title", "'title'"),
        ({"base": "mil", "name": "x" * 41}, "bad_rules", "/rules/name", "40"),
        ({"base": "mil", "name": 5}, "bad_rules", "/rules/name", "5"),
        ({"base": "mil", "name": "\x1b[31m红"}, "bad_rules", "/rules/name", "printable"),
        ({"base": "mil", "name": "老王\N{RIGHT-TO-LEFT OVERRIDE}家"}, "bad_rules", "/rules/name", "printable"),
        ({"base": "mil", "name": "老王\N{ZERO WIDTH SPACE}"}, "bad_rules", "/rules/name", "printable"),
        ({"base": "mil", "options": {"burn_all": True}}, "unknown_option", "/rules/options/burn_all", "'burn_all'"),
        ({"base": "guizhou", "options": {"burn_all": 1}}, "unknown_option", "/rules/options/burn_all", "1"),
        ({"base": "guizhou", "options": []}, "unknown_option", "/rules/options", r"\[\]"),
        ({"base": "guizhou", "values": []}, "bad_rules", "/rules/values", r"\[\]"),
        ({"base": "guizhou", "values": {"a/b": 1}}, "unknown_value", "/rules/values/a~1b", "'a/b'"),
    ],
)
def test_a_fault_of_a_sheet_is_named(sheet: dict[str, Any], code: str, pointer: str, shown: str) -> None:
    with pytest.raises(InvalidInput, match=shown) as refused:
        rules_for(sheet)
    assert (refused.value.code, refused.value.pointer) == (code, pointer)


VALUES: list[tuple[str, str, object]] = [
    ("guizhou", "golden", 11),
    ("guizhou", "golden", 0),
    ("guizhou", "golden", 2.0),
    ("guizhou", "golden", True),
    ("guizhou", "golden", "2"),
    ("guizhou", "golden", None),
    ("guizhou", "turned_next", 1),
    ("guizhou", "turned_next", "yes"),
    ("guizhou", "let_go", "never"),
    ("guizhou", "let_go", True),
    ("guizhou", "suits", "mm"),
    ("guizhou", "suits", ["m", "p"]),
    ("guizhou", "players", []),
    ("guizhou", "players", [5]),
    ("guizhou", "players", [4, 4]),
    ("guizhou", "players", [True]),
    ("guizhou", "players", [4.0]),
    ("guizhou", "players", 4),
    ("guizhou", "fixed_chickens", ["1s"]),
    ("guizhou", "fixed_chickens", {"幺鸡": 1}),
    ("guizhou", "fixed_chickens", {"1s": 0}),
    ("guizhou", "fixed_chickens", {"1s": True}),
    # HOUSE 3
    ("guizhou", "da_dui_zi", 0),
    ("guizhou", "ping_hu", 6),
    ("guizhou", "xiao_qi_dui", 21),
    ("guizhou", "qing_yi_se", 16),
    ("guizhou", "qing_qi_dui", 9),
    ("guizhou", "qing_long_bei", 19),
    ("guizhou", "dan_diao", 4),
    ("guizhou", "qing_dan_diao", 14),
    ("guizhou", "di_long", 5),
    ("guizhou", "qing_di_long", 10),
    ("guizhou", "charge_golden", 1),
    ("guizhou", "golden", 5),
    ("guizhou", "discards_count", "none"),
    ("guiyang", "charge", 2),
    ("guiyang", "charge_golden", 3),
    ("guiyang", "unready_owes_chickens", "thrown"),
    ("guizhou", "drawn_counts_declared", True),
    ("mil", "qing_da_dui", 21),
    ("mil", "qing_qi_dui", 26),
    ("mil", "qing_long_bei", 39),
    ("mil", "qing_dan_diao", 26),
    ("mil", "di_long", 0),
    ("mil", "qing_di_long", 0),
    ("mil", "declared_flat", False),
    ("mil", "declared_swallows_plain", True),
    ("mil", "self_draw_plain", 0),
    ("mil", "declared_discarder", "own_hand"),
    ("mil", "triple_shot", "own_hands"),
    ("mil", "let_go", "void_claimed"),
    ("mil", "let_go", "void_waits"),
    ("mil", "dan_diao", 7),
    ("mil", "long_qi_dui", 12),
    ("mil", "ping_hu", 9),
]


@pytest.mark.parametrize(("base", "key", "value"), VALUES)
def test_a_value_that_cannot_be_is_pointed_at(base: str, key: str, value: object) -> None:
    with pytest.raises(InvalidInput, match=key) as refused:
        rules_for({"base": base, "values": {key: value}})
    assert (refused.value.code, refused.value.pointer) == ("bad_rules", f"/rules/values/{key}")


@pytest.mark.parametrize(
    ("values", "keys"),
    [
        ({"missing_suit": "any", "suits": "ps"}, {"missing_suit", "suits"}),
        ({"discards_count": "none", "charge": 1}, {"discards_count"}),
        ({"discards_count": "none", "charge": 1, "charge_golden": 2, "unready_owes_chickens": "thrown"},
         {"discards_count", "unready_owes_chickens"}),
        ({"di_long": 10, "qing_di_long": 9}, {"di_long", "qing_di_long"}),
    ],
)  # fmt: skip
def test_of_several_keys_one_that_the_sheet_has_is_pointed_at(values: dict[str, Any], keys: set[str]) -> None:
    with pytest.raises(InvalidInput) as refused:
        rules_for({"base": "guizhou", "values": values})
    assert refused.value.code == "bad_rules"
    assert refused.value.pointer.removeprefix("/rules/values/") in keys


def test_a_pattern_that_is_not_played_is_worth_as_little_as_it_likes() -> None:
    assert rules_for({"base": "guizhou", "values": {"dan_diao": 0, "qing_dan_diao": 15}}).qing_dan_diao == 15


def test_a_fault_that_no_value_of_the_sheet_has_part_in_is_the_values() -> None:
    """No base is at fault with its options; the place is there all the same."""
    from scoring.house.checks import fault

    broken = RULE_SETS["guizhou"].with_values({"ping_hu": 9})
    found = fault(broken, ["golden"])
    assert found is not None
    assert found[0] == ""


@pytest.mark.parametrize(
    ("base", "key", "value", "chinese"),
    [
        ("guizhou", "golden", 99, "金鸡倍数要是1到10的整数，不是99"),
        ("guizhou", "turned_self", 1, "本鸡要是true（是）或false（否），不是1"),
        (
            "guizhou",
            "wind_chicken",
            "yes",
            "吹风鸡要是no（没有）、chickens（鸡都不算）、all（这一局都不算）里的一个，不是'yes'",
        ),
        ("guizhou", "players", [5], "人数要是2、3、4里的几个，一样的只写一次，不是[5]"),
        ("guizhou", "fixed_chickens", {"1z": 1}, '固定鸡要是牌和数目，像 {"1s": 1, "8p": 2}，不是{"1z": 1}'),
        ("guizhou", "fixed_chickens", {"1s": 0}, '固定鸡要是每种牌1到10的整数，不是{"1s": 0}'),
        ("mil", "di_long", 10, "竞技麻将·贵州（推广）试行2023没有“地龙”这一项，不能写成10"),
    ],
)
def test_a_wrong_value_is_told_in_chinese_with_what_it_may_be(base: str, key: str, value: object, chinese: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        rules_for({"base": base, "values": {key: value}})
    assert refused.value.chinese == chinese


def test_a_wrong_number_of_players_is_told_in_chinese_alone() -> None:
    with pytest.raises(InvalidInput) as refused:
        wire.settle({"rules": "guizhou", "dealer": 0, "players": [{}] * 2})
    assert refused.value.detail == "贵州麻将 is played by 3 or 4, not by 2"
    assert refused.value.chinese == "贵州麻将是3、4个人打，不是2个"


@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        ({"base": "zhoji"}, "is 'zhuoji' meant?"),
        ({"base": "gui_yang"}, "is a preset: give its sheet"),
        ({"rules": {"base": "zhuoji"}}, "it lies inside `rules`"),
        ({"base": "zhuoji", "valeus": {}}, "is 'values' meant?"),
        ({"base": "zhuoji", "values": {"golde": 3}}, "is 'golden' meant?"),
        ({"base": "guizhou", "options": {"burn": True}}, "is 'burn_all' meant?"),
    ],
)
def test_a_misspelt_name_in_a_sheet_is_answered_with_the_one_like_it(sheet: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        sheet_rules(sheet)
    assert words in caught.value.detail


@pytest.mark.parametrize(
    ("sheet", "chinese"),
    [
        ({"base": "zhoji"}, "没有'zhoji'这种规则，有的是guizhou（贵州麻将）"),
        ({"base": "zhoji"}, "，是不是'zhuoji'？"),
        ({}, "没写是哪种规则，有的是"),
        ({"base": "gui_yang"}, "'gui_yang'（贵阳"),
        ({"rules": {"base": "zhuoji"}}, "要的是里面那一层"),
        ({"base": "zhuoji", "valeus": {}}, "没有'valeus'，是不是'values'？"),
        ({"base": "zhuoji", "values": {"golde": 3}}, "规矩里没有'golde'这一项，是不是'golden'（金鸡倍数）？"),
        ({"base": "guizhou", "options": {"burn": True}}, "贵州麻将没有选项'burn'，有的是：see_kong_three（见豆三"),
        ({"base": "mil", "options": {"burn": True}}, "没有选项'burn'，有的是：没有"),
        ({"base": "guizhou", "options": {"burn_all": 1}}, "被抢杠烧掉所有鸡豆）是 true 或 false，不是1"),
        ({"base": "guizhou", "values": {"suits": "pm"}}, "ms（万条）、ps（筒条）里的一个，不是'pm'"),
        ({"base": "mil", "values": {"missing_suit": "any", "suits": "ps"}}, "，用牌（两房：去一门） 筒条："),
        ({"base": "mil", "values": {"let_go": "void_claimed"}}, "过水 包牌：按自己胡的赔：这套规则是番加番"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_sheet_is_told_in_chinese(sheet: dict[str, Any], chinese: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        sheet_rules(sheet)
    assert chinese in refused.value.chinese


@pytest.mark.parametrize(
    ("changes", "chinese"),
    [
        ({"earthly": True}, "地胡是闲家头一次打牌以前就胡，没碰杠：座位0是庄家"),
        ({"heavenly": True}, "天胡是庄家起手自摸，没碰杠，没打过牌：座位0打过1张"),
    ],
)
def test_a_first_turn_win_that_cannot_be_says_why_in_chinese(changes: dict[str, bool], chinese: str) -> None:
    players = [{"hand": "123456789m23p55p", "discards": "" if "earthly" in changes else "9s"}, {}, {}, {}]
    win = {"seat": 0, "tile": "4p", "by": "self_draw", **changes}
    with pytest.raises(InvalidInput) as refused:
        wire.settle({"rules": "zhuoji", "dealer": 0, "players": players, "wins": [win]})
    assert refused.value.chinese == chinese


@pytest.mark.parametrize(
    ("rules", "declared", "chinese"), [("mil", "hard", "只能软报"), ("guizhou", "soft", "只能硬报")]
)
def test_how_the_dealer_may_declare_is_told_in_chinese(rules: str, declared: str, chinese: str) -> None:
    with pytest.raises(InvalidInput, match="cannot declare") as refused:
        wire.settle({"rules": rules, "dealer": 0, "players": [{"declared": declared}, {}, {}, {}]})
    assert refused.value.chinese.endswith(f"，{chinese}")


def test_a_tile_of_a_suit_that_is_not_played_is_named_in_both_languages() -> None:
    deal = {"rules": {"base": "zhuoji", "values": {"suits": "mp"}}, "players": [{"discards": "1s"}, {}, {}, {}]}
    with pytest.raises(InvalidInput) as refused:
        wire.settle({"dealer": 0, **deal})
    assert refused.value.detail == "'1s' is not in the set, whose suits are m and p"
    assert refused.value.chinese == "这副牌是万筒，没有'1s'"
