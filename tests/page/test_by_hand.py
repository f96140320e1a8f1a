"""A round without a photo: every tile, meld and fact entered on the page."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.page import table


def lay_meld(page: Page, kind: str, feeder: str | None, tile: str) -> None:
    """A meld is laid down with the sheet."""
    page.get_by_role("button", name="加碰或杠").click()
    sheet = page.locator("dialog")
    sheet.locator("#meld-kind").get_by_text(kind).click()
    if feeder:
        sheet.locator("#meld-from").get_by_text(feeder, exact=True).click()
    sheet.locator(f".keypad [data-kind='{tile}']").click()
    sheet.get_by_role("button", name="好了").click()
    expect(page.locator("dialog")).to_have_count(0)


def whose(page: Page, seat: str) -> None:
    page.get_by_role("group", name="谁的牌？").get_by_text(seat).click()


def test_the_first_worked_example_of_001(page: Page) -> None:
    """001 2.7.3 示例1, entered tile by tile: a hot shot burns the discarder's kong."""
    for seat, hand in enumerate(["123s234m567m99p46p", "1479m1258p36s", "139m258m14p69p357s", "123s67m234m22p"]):
        whose(page, ["我", "下家", "对家", "上家"][seat])
        table.enter(page, hand)
        if seat == 1:
            lay_meld(page, "明豆", "对家", "7p")
        if seat == 3:
            lay_meld(page, "转弯豆", None, "9s")
    expect(page.locator(".preview")).to_contain_text("听牌")
    expect(page.locator(".preview li")).to_have_count(2)  # 58m
    table.to_facts(page)
    page.locator("#q-stake").fill("150")
    table.pick(page, "end", "点炮")
    table.pick(page, "winner", "上家")
    table.pick(page, "from", "下家")
    assert table.kinds(page.locator("#q-tile")) == ["5m", "8m"]  # what they wait for
    page.locator("#q-tile [data-kind='5m']").click()
    table.pick(page, "after_kong", "明豆")
    table.pick(page, "dealer", "对家")
    table.turned(page, "7s")
    table.settle(page)
    assert table.balance(page) == ["−1", "−7", "−5", "+13"]
    assert page.locator(".balance tbody td:nth-child(3)").all_inner_texts() == ["−150", "−1050", "−750", "+1950"]
    waived = page.locator(".waived")
    expect(waived).to_have_count(1)
    expect(waived.locator("del")).to_contain_text("对家 给 下家")
    expect(waived).to_contain_text("烧鸡烧豆")


def test_a_first_chicken_that_was_claimed_and_a_robbed_kong(page: Page) -> None:
    """The robbed had ponged the tile and the chicken lies in a meld: the page puts both where they must be."""
    table.enter(page, "234m678m234p67p55s")
    table.to_facts(page)
    table.rule_set(page, "捉鸡麻将")
    table.pick(page, "end", "抢杠")
    table.pick(page, "winner", "我")
    table.pick(page, "from", "对家")
    page.locator("#q-tile [data-kind='8p']").click()
    table.pick(page, "first-1s", "上家")
    page.locator("#q-fate-1s").get_by_text("被碰或杠走").click()
    expect(page.locator("#gaps")).to_contain_text("头一张鸡谁碰的")
    page.locator("#q-by-1s").get_by_text("下家", exact=True).click()
    table.pick(page, "ready", "下家")
    page.locator("#q-turned").get_by_role("button", name="没牌可翻").click()
    table.settle(page)
    # 抢杠: the robbed pays V 1 and, since the winner deals, 庄 1 for each of three; 下家 is ready: his three 幺鸡
    # are 3 from each, and 上家, who discarded the first of them, pays 1 more
    assert table.ledger(page)["上家 给 下家 4 个"] == ["幺鸡 1 × 3 = 3", "责任鸡 1"]
    assert table.balance(page) == ["+3", "+10", "−9", "−4"]


def test_three_players_of_guizhou(page: Page) -> None:
    table.to_facts(page)
    table.rule_set(page, "贵州麻将")
    table.pick(page, "seats", "3 人")
    table.to_hand(page)
    table.enter(page, "11335577m99m2244p")
    table.to_facts(page)
    table.pick(page, "end", "自摸")
    page.locator("#q-tile [data-kind='4p']").click()
    page.locator("#q-turned").get_by_role("button", name="没牌可翻").click()
    table.settle(page)
    assert table.balance(page) == ["+22", "−11", "−11"]  # 000: 小七对 10, 自摸 1, from two


def test_what_a_hand_waits_for_and_what_to_throw(page: Page) -> None:
    table.enter(page, "111234567m55p99s")
    preview = page.locator(".preview")
    expect(preview).to_contain_text("听牌")
    assert [row.split() for row in preview.locator("li").all_inner_texts()] == [
        ["平胡", "1", "个", "剩", "2", "张", "点炮要有通行证"],
        ["平胡", "1", "个", "剩", "2", "张", "点炮要有通行证"],
    ]
    table.enter(page, "1p")
    expect(preview).to_contain_text("打什么")
    expect(preview).to_contain_text("一筒")
    assert page.locator(".keypad button:enabled").count() == 0
    table.strip(page, "最后摸的那张").locator("[data-kind='1p']").click()
    page.locator("dialog .keypad [data-kind='5p']").click()
    expect(table.strip(page, "胡的那张").locator("[data-kind='5p']")).to_be_visible()
    expect(preview).to_contain_text("平胡")
    expect(preview.locator(".sets")).to_be_visible()


def test_what_is_missing_is_named_and_led_to(page: Page) -> None:
    table.to_facts(page)
    table.pick(page, "end", "点炮")
    table.pick(page, "winner", "下家")
    expect(page.locator("#gaps")).to_contain_text("下家的牌")
    page.locator("#settle").click()
    expect(page.locator("#player-1 summary")).to_be_focused()
    expect(page.locator(".balance")).to_have_count(0)


def test_a_refused_deal_says_why_and_leads_back(page: Page, refusals: list[str]) -> None:
    """平胡 on a discard without a pass."""
    refusals.append("status of 422")
    table.enter(page, "234m678m234p55s678p")
    table.to_facts(page)
    table.pick(page, "end", "点炮")
    table.pick(page, "from", "下家")
    page.locator("#q-tile [data-kind='8p']").click()
    page.locator("#q-turned").get_by_text("没看见", exact=True).click()
    page.locator("#settle").click()
    expect(page.get_by_role("alert")).to_contain_text("我没有通行证，平胡不能胡别人打的八筒。")
    expect(page.get_by_role("alert").locator(".note")).to_have_text("我：平胡接八筒要有通行证：自己有杠才行")
    page.get_by_role("link", name="回去改").click()
    expect(page.locator("#facts-title")).to_be_visible()
