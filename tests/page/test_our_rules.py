"""A table's own rules on the page: begun from a preset, changed, kept, shared, played by."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, Request, expect

from scoring import wire
from scoring.house.presets import presets
from tests.page import table
from tests.page.evening import phone
from tests.page.test_access import findings, small_targets, wide

HAND, WON = "123456789s23p55p", "4p"  # no wan: a win of every preset
COUNT_TAPS = "() => { window.taps = 0; addEventListener('pointerdown', () => { window.taps += 1; }, true); }"
MOST_TAPS = 8  # beside the hand's fourteen tiles and the tap that opens the keypad


def sent(request: Request) -> dict[str, Any]:
    """The deal that the page asked to be settled."""
    deal = request.post_data_json
    assert isinstance(deal, dict)
    return deal


def to_rules(page: Page) -> None:
    page.locator("#to-own").click()
    expect(page.locator("#q-start")).to_be_visible()


def start_from(page: Page, name: str) -> None:
    page.locator("#q-start").get_by_text(name, exact=True).click()
    expect(page.locator("#differences")).to_be_visible()


def keep(page: Page) -> None:
    page.locator("#keep-rules").click()
    expect(page.locator("#facts-title")).to_be_visible()


def open_section(page: Page, key: str) -> None:
    """Where a value is told, if it is folded away."""
    page.locator(f"details:has(> #value-{key})").evaluate("one => { one.open = true; }")


def stepped(page: Page, key: str, by: str) -> None:
    page.locator(f"#value-{key} button[aria-label$='{by}']").first.click()


@pytest.mark.parametrize("preset", presets(), ids=lambda preset: str(preset["id"]))
def test_from_nothing_to_money_under_a_preset(page: Page, preset: dict[str, Any]) -> None:
    """As somebody who sees the page for the first time; what it settles is what the engine settles."""
    page.evaluate(COUNT_TAPS)
    began = time.monotonic()
    table.enter(page, HAND + WON)
    table.to_facts(page)
    by_hand = page.evaluate("() => window.taps")
    to_rules(page)
    start_from(page, preset["sheet"]["name"])
    keep(page)
    table.pick(page, "end", "自摸")
    page.locator("#q-turned button").last.click()
    with page.expect_request("**/v1/settle") as asked:
        page.locator("#settle").click()
    expect(page.locator(".balance")).to_be_visible()
    taps = page.evaluate("() => window.taps")
    print(f"\n{preset['id']:16} {taps:3} taps ({by_hand} of them the hand)  {time.monotonic() - began:5.1f} s")
    deal = sent(asked.value)
    assert deal["rules"] == preset["sheet"]
    assert len(deal["players"]) == max(preset["sheet"].get("values", {}).get("players", [4]))
    units = [f"{'+' if sum_ > 0 else '−' if sum_ < 0 else ''}{abs(sum_)}" for sum_ in wire.settle(deal)["balance"]]
    assert table.balance(page) == units
    assert taps - by_hand <= MOST_TAPS


def test_a_sheet_is_changed_kept_and_shared(page: Page, browser: Browser, server: str, tmp_path: Path) -> None:
    table.to_facts(page)
    to_rules(page)
    start_from(page, "捉鸡麻将")
    expect(page.locator("#differences")).to_contain_text("0 处")
    page.locator("#rules-name").fill("老王家")
    stepped(page, "self_draw_plain", "+")
    expect(page.locator("#differences li")).to_have_text(["平胡自摸另加 0 → 1"])
    page.locator("#value-turned_self").get_by_text("开", exact=True).click()
    expect(page.locator("#differences li")).to_have_count(2)
    page.reload()  # the draft outlives the tab
    expect(page.locator("#differences li")).to_have_count(2)
    page.locator("#value-turned_self").get_by_role("button", name="改回来").click()
    expect(page.locator("#differences li")).to_have_count(1)
    keep(page)
    expect(page.locator("#house summary").first).to_contain_text("老王家")
    page.reload()
    expect(page.locator("#house summary").first).to_contain_text("老王家")
    page.locator("#house summary").first.click()
    to_rules(page)
    page.locator(".share summary").click()
    code = tmp_path / "code.png"
    page.locator(".qr").screenshot(path=code)
    link = page.locator(".share input").input_value()
    read, *_ = cv2.QRCodeDetector().detectAndDecode(np.asarray(cv2.imread(str(code))))
    assert read == link
    with phone(browser, server) as other:
        other.goto(link)
        expect(other.locator("#differences li")).to_have_text(["平胡自摸另加 0 → 1"])
        keep(other)
        expect(other.locator("#house summary").first).to_contain_text("老王家")
        other.goto(server + "/#rules=broken")
        expect(other.locator(".problem")).to_contain_text("这个链接坏了")


def test_what_cannot_be_played_is_said_at_its_place(page: Page, refusals: list[str]) -> None:
    refusals.append("status of 422")
    table.to_facts(page)
    to_rules(page)
    start_from(page, "捉鸡麻将")
    open_section(page, "da_dui_zi")
    page.locator("#v-da_dui_zi").fill("1")
    page.locator("#v-ping_hu").fill("3")
    page.locator("#v-ping_hu").blur()
    expect(page.locator("#value-ping_hu .problem, #value-da_dui_zi .problem")).to_be_visible()
    expect(page.locator("main > section > .problem")).to_contain_text("大对子")
    expect(page.locator("#keep-rules")).to_be_disabled()
    page.locator("#v-da_dui_zi").fill("8")
    page.locator("#v-da_dui_zi").blur()
    expect(page.locator("#keep-rules")).to_be_enabled()


def test_the_questions_follow_the_sheet(page: Page) -> None:
    """The weekday, 估卖 and 定缺 are asked only where they are played."""
    table.to_facts(page)
    for asked in ("#q-weekday", "#q-missing-0", "#q-earthly"):
        expect(page.locator(asked)).to_have_count(0)
    to_rules(page)
    start_from(page, "捉鸡麻将")
    stepped(page, "week_chickens", "+")
    page.locator("#value-missing_suit").get_by_text("定缺", exact=True).click()
    open_section(page, "side_bets")
    page.locator("#value-side_bets").get_by_text("开", exact=True).click()
    stepped(page, "earthly", "+")
    expect(page.locator("#differences li")).to_have_count(4)
    keep(page)
    table.pick(page, "weekday", "星期三")
    table.pick(page, "missing-0", "万")
    page.get_by_role("button", name="我 +").click()
    table.to_hand(page)
    table.enter(page, HAND + WON)
    table.to_facts(page)
    table.pick(page, "end", "自摸")
    table.pick(page, "dealer", "下家")
    table.pick(page, "earthly", "我")
    table.turned(page, "9m")
    with page.expect_request("**/v1/settle") as asked_for:
        page.locator("#settle").click()
    deal = sent(asked_for.value)
    assert (deal["weekday"], deal["players"][0]["missing"], deal["players"][0]["side_bet"]) == (3, "m", 1)
    assert deal["wins"][0]["earthly"] is True
    expect(page.locator("#settled-by")).to_contain_text("星期三")
    assert {"估卖 1", "地胡 1"} <= {line for lines in table.ledger(page).values() for line in lines}


def test_a_preset_that_is_kept_is_offered_once(page: Page) -> None:
    table.to_facts(page)
    assert "通三" in page.locator("#q-presets label").all_text_contents()
    to_rules(page)
    start_from(page, "通三")
    keep(page)
    assert page.locator("#q-rules label").all_text_contents()[:2] == ["通三", "贵州麻将"]
    assert page.locator("#q-rules label").get_by_text("通三", exact=True).count() == 1
    assert page.locator("#q-rules input:checked + span").all_text_contents() == ["通三"]


@pytest.mark.parametrize(
    "browser_options", [{"color_scheme": "light"}, {"color_scheme": "dark"}], ids=["zh light", "en dark"]
)
def test_axe_finds_nothing_in_the_rules(page: Page, browser_options: dict[str, Any]) -> None:
    if browser_options["color_scheme"] == "dark":
        page.locator("#language").click()
        expect(page.locator("html")).to_have_attribute("lang", "en")
    table.to_facts(page)
    to_rules(page)
    assert findings(page) + small_targets(page) + wide(page) == []
    page.locator("#q-start label").nth(8).click()
    expect(page.locator("#differences")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    assert page.locator("#differences").evaluate("one => one.offsetHeight / innerHeight") < 0.25  # in short
    for section in page.locator("section details").all():
        section.evaluate("one => { one.open = true; }")
    assert findings(page) + small_targets(page) + wide(page) == []
    keep(page)
    page.locator("#extra summary").click()
    page.locator("#add-extra").click()
    assert findings(page) + small_targets(page) + wide(page) == []
    page.keyboard.press("Escape")
    page.locator("#house summary").first.click()
    to_rules(page)
    page.locator(".share summary").click()
    expect(page.locator(".qr")).to_be_visible()
    assert findings(page) + small_targets(page) + wide(page) == []


def test_sections_count_what_the_sheet_changes_by_options_too(page: Page) -> None:
    """As the API counts: every value that is not the base's; and so each says what it was."""
    sheet = {
        "base": "guiyang",
        "options": {"long_qi_dui_nine": True, "discards_count": True},
        "values": {"self_draw": 1},
    }
    made = "async sheet => (await import('/page/js/sheet_link.js')).toRulesLink(sheet)"
    page.goto(page.evaluate(made, sheet))
    expect(page.locator("#differences li")).to_have_count(3)
    counts = page.locator("section details > summary .note").all_text_contents()
    assert sum(int(re.sub(r"\D", "", told)) for told in counts if told.startswith("改了")) == 3
    open_section(page, "long_qi_dui")
    field = page.locator("#value-long_qi_dui")
    expect(field).to_contain_text("原来是11")
    field.get_by_role("button", name="改回来").click()
    expect(page.locator("#differences li")).to_have_count(2)


@pytest.mark.parametrize("broken", ["#rules=", "#rules=%%%", "#rules=WzFd", "cut"])
def test_a_broken_link_shows_no_earlier_sheet(page: Page, server: str, broken: str) -> None:
    link = page.evaluate(
        "async () => (await import('/page/js/sheet_link.js'))"
        ".toRulesLink({ base: 'zhuoji', name: '甲', values: { self_draw_plain: 1, golden: 3 } })"
    )
    page.goto(link)
    expect(page.locator("#rules-name")).to_have_value("甲")
    at = link.index("#rules=")
    page.goto(f"{server}/{link[at : at + 30] if broken == 'cut' else broken}")
    expect(page.locator("main .problem")).to_contain_text("这个链接坏了")
    expect(page.locator("#keep-rules")).to_have_count(0)
    expect(page.get_by_text("别人发来的规矩")).to_have_count(0)


def test_a_broken_link_leaves_ones_own_draft(page: Page, server: str) -> None:
    table.to_facts(page)
    to_rules(page)
    start_from(page, "捉鸡麻将")
    page.locator("#rules-name").fill("老王家")
    page.goto(f"{server}/#rules=broken")
    expect(page.locator("main .problem")).to_contain_text("这个链接坏了")
    expect(page.locator("#rules-name")).to_have_value("老王家")


def test_a_kept_sheet_counts_what_differs_and_blanks_are_no_name(page: Page) -> None:
    sheet = {"base": "zhuoji", "name": "  ", "values": {"golden": 2, "self_draw_plain": 1}}  # 2 is the base's
    page.goto(page.evaluate("async sheet => (await import('/page/js/sheet_link.js')).toRulesLink(sheet)", sheet))
    expect(page.locator("#differences")).to_contain_text("1 处")
    keep(page)
    assert "name" not in page.evaluate("() => JSON.parse(localStorage['zhuoji.houses'])[0]")
    page.locator("#house summary").first.click()
    to_rules(page)
    expect(page.locator("#shelf")).to_contain_text("改了 1 处")


def test_what_a_field_cannot_take_is_said(page: Page) -> None:
    table.to_facts(page)
    to_rules(page)
    start_from(page, "捉鸡麻将")
    field, said = page.locator("#v-golden"), page.locator("#value-golden .problem")
    open_section(page, "golden")
    for told in ("-1", "201", "1.5", ""):
        field.fill(told)
        field.blur()
        expect(said).to_contain_text(f"“{told}”不行；还是 2")
        expect(field).to_have_value("2")
    field.fill("3")
    expect(said).to_have_count(0)
    open_section(page, "players")
    boxes = page.locator("#value-players input")
    for at in range(boxes.count()):
        boxes.nth(at).evaluate("one => one.checked && one.click()")
    expect(page.locator("#value-players .problem")).to_have_text("至少要留一种人数。")
    assert page.locator("#value-players input:checked").count() == 1


def test_an_unknown_key_is_named(page: Page, refusals: list[str]) -> None:
    refusals.append("status of 422")
    sheet = {"base": "zhuoji", "values": {"gold": 2}}
    page.goto(page.evaluate("async sheet => (await import('/page/js/sheet_link.js')).toRulesLink(sheet)", sheet))
    expect(page.locator("main .problem")).to_contain_text("gold")
