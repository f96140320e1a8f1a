"""A wrong score starts a quarrel: what nobody said is listed, nothing is recorded twice, nothing unfinished is lost."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.page import table
from tests.page.evening import next_round


def begin_evening(page: Page) -> None:
    page.get_by_role("link", name="牌局").click()
    for seat, name in enumerate(["甲", "乙", "丙", "丁"]):
        page.locator("input[name=name]").nth(seat).fill(name)
    page.locator("#begin").click()
    next_round(page)


def test_an_answer_that_no_longer_holds_says_so(page: Page) -> None:
    table.settle_a_photo(page)
    page.get_by_role("link", name="情况").click()
    table.pick(page, "dealer", "下家")
    page.get_by_role("link", name="算账", exact=True).click()
    expect(page.locator(".gaps")).to_contain_text("情况改过了")
    page.locator(".gaps").get_by_role("button", name="算账").click()
    expect(page.locator(".gaps")).to_have_count(0)
    expect(page.locator(".pair").filter(has_text="连庄第 1 次").first).to_be_visible()  # the new answer is there
    assert table.ledger(page)["下家 给 我 8 个"][1] == "庄 连庄第 1 次 1"


def test_an_unfinished_answer_leads_to_what_is_missing(page: Page) -> None:
    table.to_facts(page)
    table.pick(page, "end", "点炮")
    page.get_by_role("link", name="算账", exact=True).click()
    page.get_by_role("link", name="我的牌").click()
    expect(page.locator("#player-0 summary")).to_be_focused()


def test_no_chicken_is_there_five_times(page: Page) -> None:
    """Three 幺鸡 in the winner's hand leave one for all the others together."""
    table.enter(page, "111s234678m34p55s5p")
    table.to_facts(page)
    page.locator("#player-1 summary").click()
    held = page.get_by_role("group", name="手里的幺鸡")
    held.get_by_role("button", name="手里的幺鸡 +").click()
    expect(held.locator("output")).to_have_text("1")
    expect(held.get_by_role("button", name="手里的幺鸡 +")).to_be_disabled()
    page.locator("#player-2 summary").click()
    expect(page.locator("#player-2 .stepper")).to_have_count(0)  # none is left
    expect(page.locator("#player-2 h4")).to_have_count(0)  # and nothing is headed


def test_every_pattern_can_be_his_dearest_wait(page: Page) -> None:
    table.to_facts(page)
    table.pick(page, "end", "黄庄，没人胡")
    table.pick(page, "ready", "下家")
    offered = page.locator("#q-units-1 .chip").all_inner_texts()
    assert offered == [
        "平胡 1",
        "大对子 5",
        "清一色 10",
        "小七对 10",
        "清大对 15",
        "清七对 15",
        "龙七对 15",
        "清龙背 20",
    ]
    table.pick(page, "units-1", "清一色 10")
    expect(page.locator("#q-units-1 input:checked + span")).to_have_text("清一色 10")
    table.settle(page)
    assert table.balance(page) == ["−10", "+30", "−10", "−10"]


def test_a_round_is_recorded_once_and_edited_in_its_place(page: Page) -> None:
    begin_evening(page)
    table.settle_a_photo(page)
    assumed_before = table.listed(page)
    page.locator("#record").click()
    page.get_by_role("link", name="算账", exact=True).click()
    expect(page.locator("#recorded")).to_have_text("记过了（第 1 局）")
    expect(page.locator("#record")).to_have_count(0)
    page.get_by_role("link", name="改", exact=True).click()
    table.settle(page)
    assert table.listed(page) == assumed_before  # recorded, and still not said by anybody
    page.get_by_role("link", name="情况").click()
    table.pick(page, "dealer", "乙")
    table.settle(page)
    expect(page.locator("#record")).to_have_text("改第 1 局")
    expect(page.locator("#record-anew")).to_have_text("另记为第 2 局")
    page.locator("#record").click()
    expect(page.locator(".rounds tbody tr")).to_have_count(1)


def test_an_unfinished_round_outlives_an_edit_and_a_link(page: Page) -> None:
    begin_evening(page)
    table.settle_a_photo(page)
    link = page.locator("#link").input_value()
    page.locator("#record").click()
    next_round(page)
    expect(page.locator("#aside")).to_have_count(0)  # what was recorded is not unfinished
    table.enter(page, "123m")
    page.get_by_role("link", name="牌局").click()
    page.locator(".rounds tbody button").first.click()
    page.get_by_role("button", name="改", exact=True).click()
    expect(page.locator("#aside")).to_contain_text("有一局还没算完")
    page.locator("#aside").get_by_role("button", name="接着那局").click()
    assert table.kinds(table.strip(page, "手牌")) == ["1m", "2m", "3m"]
    page.evaluate("link => { location.href = link }", link)
    expect(page.locator(".balance")).to_be_visible()
    page.reload()
    page.locator("#aside").get_by_role("button", name="接着那局").click()
    assert table.kinds(table.strip(page, "手牌")) == ["1m", "2m", "3m"]
    expect(page.locator("#aside")).to_have_count(0)


def test_the_first_round_has_none_before_it(page: Page) -> None:
    rounds = [{"deal": {"dealer": 1}, "next_dealer": 2, "next_streak": 1}, {"deal": {"dealer": 0, "streak": 1}}]
    evening = {"names": [*"甲乙丙丁"], "dealer": 0, "streak": 1, "rounds": rounds}
    broken = "async evening => (await import('/page/js/evening.js')).broken(evening)"
    assert page.evaluate(broken, evening) == [1]


def test_a_picture_of_nothing_and_a_photo_of_none(page: Page, refusals: list[str]) -> None:
    """Both in Chinese, with the camera at hand."""
    refusals.append("status of 415")
    page.set_input_files("#file", {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"\xff\xd8 no"})
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("这不是能看的照片")
    assert not re.search("[a-z]{3,} [a-z]{2,}", alert.inner_text())
    expect(page.locator(".sources").get_by_text("拍照", exact=True)).to_be_visible()
    grey = io.BytesIO()
    Image.new("RGB", (800, 600), (90, 120, 90)).save(grey, "JPEG")
    page.set_input_files("#file", {"name": "b.jpg", "mimeType": "image/jpeg", "buffer": grey.getvalue()})
    expect(alert).to_have_text("没看到牌，重拍一张。")
    expect(page.locator(".sources").get_by_text("拍照", exact=True)).to_be_visible()


def test_a_doubt_that_was_looked_at_counts_no_more(page: Page) -> None:
    table.choose_photo(page, "win.jpg")
    table.strip(page, "手牌").locator("[data-kind='2m']").click()
    page.get_by_role("button", name="没有这张").click()
    walk = page.get_by_role("button", name="逐个看")
    walk.click()
    for _ in range(9):
        seen = page.locator("dialog").get_by_role("button", name=re.compile("知道了|没错"))
        if not seen.is_visible():
            break
        seen.click()
    page.get_by_role("button", name="好", exact=True).click()
    expect(walk).to_have_count(0)
    page.get_by_role("button", name="再看一遍").click()
    expect(walk).to_be_visible()


@pytest.mark.parametrize("stake", ["0", "-5", ""])
def test_a_stake_that_is_none_is_said_so(page: Page, stake: str) -> None:
    table.to_facts(page)
    page.locator("#q-stake").fill(stake)
    page.locator("#q-stake").press("Tab")
    expect(page.get_by_role("alert")).to_have_text(f"底注要大于 0，“{stake}”不行；先按 1 算。")
    page.locator("#q-stake").fill("2")
    page.locator("#q-stake").press("Tab")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_how_an_amount_came_about(page: Page) -> None:
    reckoned = "async ([line, deal]) => (await import('/page/js/answer.js')).reckoned(line, deal)"
    assert page.evaluate(reckoned, [{"reason": "dealer", "units": 3, "count": 1}, {"streak": 2}]) == "2 + 1"
    assert page.evaluate(reckoned, [{"reason": "chicken", "units": 2, "count": 3}, {}]) == "2 × 3"
    assert page.evaluate(reckoned, [{"reason": "win", "units": 5, "count": 1}, {}]) == ""


def test_the_rules_in_short_tell_what_every_rule_set_pays(page: Page) -> None:
    table.to_facts(page)
    short = page.locator("#in-short")
    words = {
        "捉鸡麻将": ["冲锋鸡 2", "庄（连庄） 开", "热炮加（闷豆后） 2", "满堂鸡 都算（满堂鸡）"],
        "贵阳麻将": ["满鸡 5", "抢杠包几家 只包自己那份", "黄庄后的庄 看谁叫了牌"],
        "六盘水信号鸡": ["头庄 2", "杀报 10", "天胡 10", "捉到豆 4", "固定鸡 幺鸡 1、八筒 1"],
    }
    short.locator("summary").click()
    for name, lines in words.items():
        table.pick(page, "rules", name)
        for line in lines:
            expect(short).to_contain_text(line)
        assert not re.search("undefined|null|NaN", short.inner_text())
    expect(short).not_to_contain_text("报听不累加")  # nobody plays it there
