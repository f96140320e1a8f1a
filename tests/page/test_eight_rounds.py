"""An evening of eight rounds as people play it: every ending, two winners, a mistake mended, places changed."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from scoring import wire
from tests.page import table
from tests.page.evening import begin_as
from tests.page.test_by_hand import lay_meld

TRIPLETS = "333m555m777p999s8p8p"
RUNS = "123456m234p11s78s9s"
UNSEEN, NONE_LEFT = "没看见", "没牌可翻"


def photographed(page: Page, whose: str, name: str) -> None:
    """The evening takes the photo as 甲's, whose phone it is."""
    page.set_input_files("#file", table.SAMPLES / name)
    expect(page.locator(".preview")).to_be_visible()
    if whose != "甲（我）":
        table.pick(page, "whose", whose)
        page.locator("#moved").click()
    expect(page.locator(".preview")).to_be_visible()


def tapped_in(page: Page, whose: str, tiles: str) -> None:
    page.locator("#next-round").click()
    table.pick(page, "whose", whose)
    table.enter(page, tiles)
    expect(page.locator(".preview")).to_contain_text("个")


def turned(page: Page, what: str) -> None:
    page.locator("#q-turned").get_by_role("button", name=what).click()


def booked(page: Page) -> None:
    page.locator("#settle").click()
    page.locator("#record").click()
    expect(page.locator("#next-round")).to_be_visible()


def drawn_from_the_wall(page: Page) -> None:
    """甲 deals: 平胡 1, 庄 1, 暗豆 2, four 幺鸡 4."""
    photographed(page, "甲（我）", "win.jpg")
    table.pick(page, "end", "自摸")
    table.turned(page, "3p")
    booked(page)


def off_a_discard(page: Page) -> None:
    """乙 wins 小七对 10 off 丙; 9m is turned, so her two 1m are chickens, 2 from each."""
    tapped_in(page, "乙", "1133557799m224p4p")
    table.pick(page, "end", "点炮")
    table.pick(page, "from", "丙")
    table.turned(page, "9m")
    booked(page)


def two_winners(page: Page) -> None:
    """乙 deals and feeds both: 甲 as in round 1, 丁 大对子 5, 庄 1; kong and chickens of 甲 are 6 from the others."""
    photographed(page, "甲（我）", "win.jpg")
    table.to_hand(page)
    table.pick(page, "whose", "丁")
    table.enter(page, TRIPLETS)
    table.pick(page, "end", "点炮")
    table.pick(page, "winner", "丁")  # beside 甲, whose hand is whole
    table.pick(page, "from", "乙")
    turned(page, UNSEEN)
    booked(page)


def nobody_won(page: Page) -> None:
    """甲 alone was ready: 1 from each."""
    page.locator("#next-round").click()
    table.to_facts(page)
    table.pick(page, "end", "黄庄，没人胡")
    table.pick(page, "ready", "甲（我）")
    booked(page)


def nobody_won_beside_kongs(page: Page) -> None:
    """甲 waits by photo, with two kongs, and 乙 has one: in a drawn round they pay nothing."""
    photographed(page, "甲（我）", "waiting.jpg")
    table.pick(page, "end", "黄庄，没人胡")
    page.locator("#player-1 summary").click()
    lay_meld(page, "明豆", "丁", "5p")
    page.get_by_role("button", name="都没听").click()
    booked(page)


def a_robbed_kong(page: Page) -> None:
    """丙 robs 乙, who pays 平胡 1 for three, 庄 3 of the third time; two 幺鸡 are 2 from each."""
    tapped_in(page, "丙", RUNS)
    table.pick(page, "end", "抢杠")
    table.pick(page, "from", "乙")
    turned(page, NONE_LEFT)
    booked(page)


def mended(page: Page) -> None:
    """Of the second round it was 丁 who discarded."""
    page.locator(".rounds tbody button").nth(1).click()
    page.get_by_role("button", name="改", exact=True).click()
    table.pick(page, "from", "丁")
    booked(page)


def totals(page: Page) -> dict[str, str]:
    names = page.locator(".rounds thead th").all_inner_texts()[1:]
    return dict(zip(names, page.locator(".rounds tfoot td").all_inner_texts(), strict=True))


def rounds(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(page.evaluate("() => localStorage['zhuoji.evening']"))["rounds"]
    return found


def test_eight_rounds(page: Page) -> None:
    """Each is booked as it was counted by hand, and as the engine settles what was kept of it."""
    begin_as(page, "甲", "甲")
    for play in (drawn_from_the_wall, off_a_discard, two_winners, nobody_won, nobody_won_beside_kongs, a_robbed_kong):
        play(page)
    assert [one["balance"] for one in rounds(page)] == [
        [24, -8, -8, -8],
        [-2, 16, -12, -2],
        [20, -14, -6, 0],
        [3, -1, -1, -1],
        [3, -1, -1, -1],
        [-2, -8, 12, -2],
    ]
    mended(page)
    assert rounds(page)[1]["balance"] == [-2, 16, -2, -12]
    assert totals(page) == {"甲": "+46", "乙": "−16", "丙": "−6", "丁": "−24"}

    page.get_by_text("名字、导出、结束").click()
    page.get_by_role("button", name="甲 ⇄ 丙").click()
    assert totals(page) == {"丙": "−6", "乙": "−16", "甲": "+46", "丁": "−24"}
    expect(page.locator("main")).to_contain_text("下局 丙 坐庄")
    photographed(page, "丙", "discards.jpg")  # 大对子 5 and, for who deals, 庄 1 from each
    table.pick(page, "end", "自摸")
    turned(page, NONE_LEFT)
    booked(page)
    nobody_won(page)
    assert [one["balance"] for one in rounds(page)[6:]] == [[18, -6, -6, -6], [-1, -1, 3, -1]]
    assert totals(page) == {"丙": "+11", "乙": "−23", "甲": "+43", "丁": "−31"}
    for one in rounds(page):
        sums = wire.settle(one["deal"])["balance"]
        assert [one["balance"][seat] for seat in one.get("seats", range(4))] == sums
