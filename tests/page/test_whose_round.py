"""Every round is somebody's: begun in any way, opened from a link, on any phone of the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.page import table
from tests.page.evening import begin_as, killed, open_tab, phone, play_one, recorded_names

# 1: a running evening is in force wherever a round begins


@pytest.mark.parametrize("way", ["tab", "new tab", "restart"])
def test_a_round_begun_in_any_way_is_the_evening_s(page: Page, way: str) -> None:
    """丙's phone; 乙 deals. Whatever way leads to the hand, it is 丙's, and the dealer is 乙."""
    begin_as(page, "丙", dealer="乙")
    if way == "tab":
        table.to_hand(page)
    elif way == "new tab":
        page = open_tab(page.context)
    else:
        page = killed(page)
        table.to_hand(page)
    expect(page.locator("#q-whose input:checked + span")).to_contain_text("丙（我）")
    expect(page.locator("#running")).to_contain_text("第 1 局")
    expect(page.locator("#running")).to_contain_text("乙 坐庄")
    table.enter(page, "11335577m99m22p4p")
    table.to_facts(page)
    expect(page.locator("#q-dealer input:checked + span")).to_contain_text("乙")
    table.pick(page, "end", "黄庄，没人胡")
    table.settle(page)
    assert "丙（我）" in page.locator(".balance").inner_text()


def test_the_tab_after_a_recorded_round_begins_the_next(page: Page) -> None:
    """Not the hand that was just booked again; the next dealer deals."""
    play_one(page)
    table.to_hand(page)
    expect(page.locator("#running")).to_contain_text("第 2 局")
    expect(page.locator("#running")).to_contain_text("甲（我） 坐庄 （连 2 次）")
    assert table.kinds(table.strip(page, "手牌")) == []


def test_a_round_in_hand_when_the_evening_begins_stays_its_player_s(page: Page) -> None:
    """What was entered for me becomes that of the seat that is me."""
    table.enter(page, "123m")
    begin_as(page, "丙", dealer="甲")
    table.to_hand(page)
    expect(page.locator("#q-whose input:checked + span")).to_contain_text("丙（我）")
    assert table.kinds(table.strip(page, "手牌")) == ["1m", "2m", "3m"]


# 2: a shared round knows whose view it is


def test_a_link_without_names_books_nothing_before_who_is_who_is_told(
    page: Page, browser: Browser, server: str
) -> None:
    """The sender's 小七对 is not the receiver's: 丁 sent it, so 丁 wins in the receiver's evening."""
    table.enter(page, "1133557799m224p4p")
    table.to_facts(page)
    table.pick(page, "end", "自摸")
    table.settle(page)
    link = page.locator("#link").input_value()
    with phone(browser, server) as other:
        begin_as(other, "甲", dealer="甲")
        other.goto(link)
        other.reload()
        expect(other.locator(".balance")).to_be_visible()
        assert "我" not in other.locator("main").inner_text().replace("我们", "")
        expect(other.locator("#record")).to_have_count(0)
        other.locator("#q-sender").get_by_text("丁", exact=True).click()
        expect(other.locator(".winner")).to_contain_text("丁")
        other.locator("#record").click()
        assert recorded_names(other) == ["丁"]


def test_a_link_with_the_same_names_in_another_order_is_booked_by_name(
    page: Page, browser: Browser, server: str
) -> None:
    """Each phone of a table begins its names at itself."""
    play_one(page, book=False)
    link = page.locator("#link").input_value()
    with phone(browser, server) as other:
        begin_as(other, "丙", dealer="甲", names=["丙", "丁", "甲", "乙"])
        other.goto(link)
        other.reload()
        expect(other.locator(".winner")).to_contain_text("甲")
        other.locator("#record").click()
        assert recorded_names(other) == ["甲"]
        assert other.locator("tfoot td").all_inner_texts()[2].startswith("+")


def test_a_link_opened_before_the_rules_are_there_waits_for_them(page: Page, browser: Browser, server: str) -> None:
    """A slow net: the page, then a while nothing, then the rule sets."""
    play_one(page, book=False)
    link = page.locator("#link").input_value()
    with phone(browser, server) as other:
        begin_as(other, "丙", dealer="甲", names=["丙", "丁", "甲", "乙"])
        other.goto("about:blank")
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        other.route("**/v1/rules", hold)
        other.goto(link)
        expect(other.locator(".waiting")).to_be_visible()
        expect(other.get_by_role("button", name="算账", exact=True)).to_have_count(0)
        held[0].continue_()
        expect(other.locator(".winner")).to_contain_text("甲")


def test_the_picture_of_a_round_without_names_says_i_to_nobody(page: Page) -> None:
    words = page.evaluate(
        """async () => {
            const { sharedName } = await import('/page/js/names.js');
            const table = { players: [{}, {}, {}, {}], names: null, dealer: 1, view: 0 };
            return [0, 1, 2, 3].map(seat => sharedName(table, seat));
        }"""
    )
    assert words == ["北家（发的人）", "东家", "南家", "西家"]
