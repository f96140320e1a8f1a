"""House sheets: the keys are HOUSE.md's, faults have their code and place, presets can be played (HOUSE 1-3, 9)."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import scoring
from scoring import wire
from scoring.errors import InvalidInput
from scoring.house import describe
from scoring.house.sheet import rules_for, sheet_rules
from scoring.house.words import in_words
from scoring.rules import Rules
from scoring.rulesets import RULE_SETS
from scoring.terms import Term
from scoring.tiles import Tile
from tests.scoring.deals import random_deal

HOUSE = (Path(scoring.__file__).parent / "HOUSE.md").read_text(encoding="utf-8")
TYPES = {"yes/no": "bool", "list of 2, 3, 4": "list", "kind: 1…10": "map"}


def table() -> dict[str, list[str]]:
    """HOUSE 2: key -> type, five bases, two names."""
    part = HOUSE.split("## 2.")[1].split("## 3.")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("| `")
    ]
    return {cells[0].strip("`"): cells[1:] for cells in rows}


def cell(text: str, kind: str) -> object:
    """A cell of the table as the value that the wire shows."""
    if text == "–":
        return None
    match kind:
        case "bool":
            return text == "yes"
        case "word":
            return text
        case "list":
            return [int(number) for number in text.split(",")]
        case "map":
            return {kind: int(worth) for kind, worth in (one.split(":") for one in text.split())}
        case _:
            return int(text)


def published() -> list[str]:
    """The rule sets that the page has a column for."""
    (head,) = re.findall(r"^\| key \| type \| (.*) \| zh \| en \|$", HOUSE, re.MULTILINE)
    return str(head).split(" | ")


def test_the_keys_are_those_of_the_page() -> None:
    wanted, shown = table(), {one["key"]: one for one in wire.rules()["values"]}
    assert list(shown) == list(wanted)
    for key, (kind, *bases, zh, en) in wanted.items():
        one = shown[key]
        bounds = re.fullmatch(r"(\d+)…(\d+)", kind)
        assert one["type"] == TYPES.get(kind, "int" if bounds else "word"), key
        assert (one["zh"], one["en"]) == (zh, en)
        if bounds:
            assert (one["min"], one["max"]) == (int(bounds[1]), int(bounds[2])), key
        if one["type"] == "word":
            assert one["words"] == kind.split(), key
        told = [bases[0] if text == "″" else text for text in bases]
        assert list(one["defaults"]) == list(RULE_SETS)
        assert [one["defaults"][name] for name in published()] == [cell(text, one["type"]) for text in told], key


@pytest.mark.parametrize(
    "name",
    [
        "老王\N{IDEOGRAPHIC SPACE}家",
        "三缺一👨\N{ZERO WIDTH JOINER}👩\N{ZERO WIDTH JOINER}👧",
        "chez\N{NO-BREAK SPACE}nous",
    ],
)
def test_a_name_is_whatever_a_keyboard_writes(name: str) -> None:
    assert wire.check_sheet({"base": "zhuoji", "name": name})["name"] == name


@pytest.mark.parametrize("name", [None, "", "  ", "\N{IDEOGRAPHIC SPACE}"])
def test_spaces_are_no_name(name: str | None) -> None:
    assert rules_for({"base": "guizhou", "name": name}).zh == "贵州麻将"
    assert rules_for({"base": "guizhou", "name": " 老 王 "}).zh == " 老 王 "


def test_options_of_the_sheet_and_beside_it_add_up() -> None:
    sheet = {"base": "guizhou", "options": {"see_kong_three": True, "burn_all": True}, "values": {"kong_added": 4}}
    both = rules_for(sheet, {"burn_all": False})
    assert (both.kong_concealed, both.kong_added, both.kong_exposed) == (3, 4, 3)
    assert not both.robbed_burns_kongs
    assert both.chosen == ("see_kong_three",)
    assert rules_for({"base": "guizhou"}, {"burn_all": True}).robbed_burns_kongs
    with pytest.raises(InvalidInput) as refused:
        rules_for({"base": "mil"}, {"burn_all": True})
    assert (refused.value.code, refused.value.pointer) == ("unknown_option", "/options/burn_all")


def test_null_is_absent_in_a_sheet() -> None:
    rules = rules_for({"base": "mil", "name": None, "options": None, "values": None})
    assert (rules.zh, describe.differences(rules)) == (RULE_SETS["mil"].zh, [])


def test_what_is_no_json_is_read_all_the_same() -> None:
    """A caller in Python may send a set, or a tuple for a list."""
    assert rules_for({"base": "guizhou", "values": {"players": (4, 3)}}).players == (3, 4)
    with pytest.raises(InvalidInput, match="golden is a whole number"):
        rules_for({"base": "guizhou", "values": {"golden": {1}}})


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_sheet_without_values_settles_as_its_base(name: str) -> None:
    settled = 0
    for seed in range(60):
        deal = random_deal(random.Random(seed), name)
        sheet = {"base": name, "name": "随便", "options": deal["options"]}
        try:
            plain = wire.settle(deal)
        except InvalidInput as error:
            with pytest.raises(InvalidInput) as refused:
                wire.settle({**deal, "rules": sheet, "options": {}})
            assert refused.value.code == error.code
            continue
        assert wire.settle({**deal, "rules": sheet, "options": {}}) == plain
        settled += 1
    assert settled > 15


def test_a_sheet_is_checked() -> None:
    sheet = {
        "base": "guiyang",
        "options": {"long_qi_dui_nine": True},
        "values": {"fixed_chickens": {"8p": 2}, "golden": 2},
    }
    answer = wire.check_sheet(sheet)
    assert {key: answer[key] for key in ("name", "base", "differences")} == {
        "name": "贵阳麻将",
        "base": "guiyang",
        "differences": [
            {"key": "long_qi_dui", "value": 9, "base": 11, "zh": "龙七对", "en": "seven pairs with four alike"},
            {"key": "fixed_chickens", "value": {"8p": 2}, "base": {"1s": 1}, "zh": "固定鸡", "en": "fixed chickens"},
        ],
    }
    for body, code, pointer in (
        ([], "bad_json", ""),
        ({"base": "guiyang", "values": {"golden": 0}}, "bad_rules", "/values/golden"),
        ({"values": {}}, "unknown_rules", ""),
        ({"base": 1}, "unknown_rules", "/base"),
    ):
        with pytest.raises(InvalidInput) as refused:
            wire.check_sheet(body)
        assert (refused.value.code, refused.value.pointer) == (code, pointer)


def test_presets_are_sheets_that_can_be_played() -> None:
    shown = wire.rules()["presets"]
    assert [one["id"] for one in shown] == [
        "tong_san", "yi_kou_er", "lian_zhuang", "gui_yang", "san_ding_guai", "er_ding_guai", "liang_fang",
    ]  # fmt: skip
    for one in shown:
        assert one["name"] == one["sheet"]["name"]
        assert one["en"]
        assert one["note"]
        assert one["sources"]
        assert wire.check_sheet(one["sheet"])["differences"]


def test_presets_pay_what_they_say() -> None:
    """通三: 平胡 3; 一扣二: a plain self-draw 2; 连庄: the second time 2 more, with the dealer."""
    told = {one["id"]: one["sheet"] for one in wire.rules()["presets"]}
    for name, balance in (
        ("tong_san", [9, -3, -3, -3]),
        ("yi_kou_er", [6, -2, -2, -2]),
        ("lian_zhuang", [5, -1, -1, -3]),
    ):
        players = [{"hand": "123456789m23p55p"}, *[{"ready": False}] * 3]
        wins = [{"seat": 0, "tile": "4p", "by": "self_draw"}]
        deal = {"rules": told[name], "dealer": 3, "streak": 2, "players": players, "wins": wins, "turned": None}
        assert wire.settle(deal)["balance"] == balance, name


def test_chickens_of_another_suit_never_come_up() -> None:
    rules = sheet_rules({"base": "mil", "values": {"suits": "mp"}})
    assert list(map(str, rules.chickens_in_set)) == ["8p"]
    assert rules.kong_total(next(iter(rules.kong_units)), 3) == 9


def test_every_value_has_an_example_in_both_languages() -> None:
    """And what the page of rules marks as open is shown as it was decided."""
    shown = wire.rules()
    for one in shown["values"]:
        assert re.search("[一-鿿]", one["example_zh"]), one["key"]
        assert re.fullmatch("[^一-鿿]*|.*报听.*|.*地龙.*|.*一炮三响.*", one["example_en"]), one["key"]
    decided = {one["key"] for one in shown["values"] if "interpretation_zh" in one}
    assert {"missing_suit", "dan_diao", "di_long", "self_draw_double", "earthly", "side_bets", "silver"} <= decided
    marks = HOUSE.split("## 4.")[1].count("**[I]**")
    assert len(decided) + 1 == 14 <= marks  # several marks speak of one key; the last one is that of the presets
    assert shown["presets_interpretation_en"]


@pytest.mark.parametrize(
    ("key", "value", "chinese", "english"),
    [
        ("turned_self", True, "是", "yes"),
        ("turned_self", False, "否", "no"),
        ("suits", "ps", "筒条", "tong, tiao"),
        ("fixed_chickens", {Tile.S1: 1, Tile.P8: 2}, "1s:1 8p:2", "1s:1 8p:2"),
        ("fixed_chickens", {}, "–", "–"),
        ("players", (2, 3), "2, 3", "2, 3"),
        ("golden", 2, "2", "2"),
        ("drawn_pays", RULE_SETS["mil"].drawn_pays, "都不算", "nothing"),
    ],
)
def test_a_value_is_told_in_words(key: str, value: object, chinese: str, english: str) -> None:
    assert in_words(key, value) == (chinese, english)


def another(value: object) -> object:
    """A value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case Term():
            return next(word for word in type(value) if word is not value)
        case tuple():
            return (2,)
        case _:
            return {}


@pytest.mark.parametrize("base", RULE_SETS.values(), ids=str)
def test_what_a_sheet_overrides_is_not_shown_as_decided(base: Rules) -> None:
    """Each reading of a source falls with a value that decides it, and with all that it is about; the rest stands."""
    decided = set(base.interpretations)
    assert decided == set(describe.in_force(base))
    for one in decided:
        for key in one.decided_by:
            told = set(describe.in_force(base.with_values({key: another(getattr(base, key))})))
            assert one not in told
            assert {other for other in decided if key not in (*other.decided_by, *other.about)} <= told
        if one.about:
            nothing = {key: type(getattr(base, key))(0) for key in one.about}
            assert one not in describe.in_force(base.with_values(nothing))


@pytest.mark.parametrize(
    ("sheet", "gone", "there"),
    [
        ({"base": "guiyang", "options": {"discards_count": True}}, "手中: hand and melds", "two winners: as in 000"),
        ({"base": "zhuoji", "values": {"hot_shot_double": True}}, "热炮 does not double", "a late kong pays"),
        ({"base": "zhuoji", "values": {"claimed_chicken": 2}}, "1 more, golden or not", "a burnt payer still pays"),
        ({"base": "guizhou", "values": {"chickens_need_ready": True}}, "every owner of chickens", "swallows 平胡"),
        ({"base": "mil", "values": {"dan_diao": 0}}, "shown for 单吊", "龙七对 once"),
        ({"base": "zhuoji", "values": {"earthly": 20, "side_bets": True}}, "nothing such", "It needs no pass."),
    ],
)
def test_what_a_sheet_decides_takes_the_place_of_what_was_decided(
    sheet: dict[str, object], gone: str, there: str
) -> None:
    answer = wire.check_sheet(sheet)
    assert len(answer["interpretations"]) == len(answer["interpretations_zh"])
    told = "\n".join(answer["interpretations"])
    assert gone not in told
    assert there in told


def test_a_checked_sheet_says_what_its_patterns_are_worth() -> None:
    """In the order of their price, as `/v1/rules` says it of rule sets."""
    answer = wire.check_sheet({"base": "zhuoji", "values": {"dan_diao": 10, "qing_dan_diao": 20, "ping_hu": 3}})
    prices = {one["pattern"]: one["units"] for one in answer["patterns"]}
    assert (prices["dan_diao"], prices["qing_dan_diao"], prices["ping_hu"]) == (10, 20, 3)
    assert "di_long" not in prices


@pytest.mark.parametrize(
    ("played", "missing", "hand", "detail", "chinese"),
    [
        ("any", None, "123456m23p55p789s", "lack one (缺一门)", "牌型齐了，可三门都有：要缺一门才能胡"),
        ("declared", "m", "123456789m23p55p", "still has tiles of m", "定缺万，手里还有万，不能胡"),
        ("declared", None, "123456m23p55p789s", "lack one (缺一门)", "牌型齐了，可三门都有：要缺一门才能胡"),
        ("declared", "p", "123456789m23p56p", "4p does not complete the hand", "加上4p还没胡"),
        ("no", "p", "123456789m23p56p", "4p does not complete the hand", "加上4p还没胡"),
    ],
)
def test_a_hand_that_only_lacks_no_suit_is_told_so(
    played: str, missing: str | None, hand: str, detail: str, chinese: str
) -> None:
    rules = {"base": "zhuoji", "values": {"missing_suit": played}}
    win = {"tile": "4p", "by": "self_draw"}
    judged = wire.judge({"rules": rules, "hand": hand, "win": {**win, "missing": missing}})
    assert (judged["why_not"], judged["why_not_detail_zh"]) == ("not_complete", chinese)
    assert detail in judged["why_not_detail"]
    players = [{"hand": hand, "missing": missing}, *[{"ready": False}] * 3]
    with pytest.raises(InvalidInput, match="seat 0: ") as refused:
        wire.settle({"rules": rules, "dealer": 0, "players": players, "wins": [{"seat": 0, **win}]})
    assert (refused.value.code, refused.value.pointer) == ("not_complete", "/wins/0")
    assert detail in refused.value.detail
    assert refused.value.chinese == f"座位0：{chinese}"


@pytest.mark.parametrize(("dealer", "payers"), [(0, [1]), (1, [1]), (2, [])])
def test_what_is_said_of_the_dealer_is_what_a_discard_costs(dealer: int, payers: list[int]) -> None:
    """The help says that only the discarder pays: a dealer who did not discard pays nothing more (RULES 3)."""
    deal = {
        "rules": "zhuoji",
        "dealer": dealer,
        "streak": 1,
        "players": [{"hand": "1112345678999m"}, {}, {}, {}],
        "wins": [{"seat": 0, "tile": "5m", "by": "discard", "from": 1}],
        "turned": None,
    }
    assert [paid["payer"] for paid in wire.settle(deal)["transfers"] if paid["reason"] == "dealer"] == payers
    assert "点炮只有点炮的付" in str(wire.rules())
