"""Tiles that were shown under a wrong name, that are too many, or that cannot have won: told, and mended in one tap."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.page import evening, table

PAIRS = "1133557799m224p4p"


def test_a_photo_under_the_wrong_name_is_handed_over(page: Page) -> None:
    """Taken while 我 was still marked; 下家 won. The photo moves too, and may be corrected there."""
    table.choose_photo(page, "win.jpg")
    table.to_facts(page)
    table.pick(page, "end", "自摸")
    table.pick(page, "winner", "下家")
    expect(page.locator("#gaps")).to_contain_text("下家的牌")
    page.locator(".gaps.amiss").get_by_role("button", name="这是 下家 的牌").click()
    expect(page.locator(".gaps.amiss")).to_have_count(0)
    expect(page.locator("#gaps")).to_have_text("还要说： 翻出哪张")
    assert table.kinds(page.locator("#q-tile")) == ["8p"]
    table.to_hand(page)
    expect(page.locator("#q-whose input:checked + span")).to_contain_text("下家 ✓")
    expect(page.locator(".photo img")).to_be_visible()
    table.correct(page, "手牌", "2m", "1m")
    table.pick(page, "whose", "我")
    expect(page.locator(".photo")).to_have_count(0)


def test_a_name_that_is_changed_after_the_photo_may_take_its_tiles(page: Page) -> None:
    table.choose_photo(page, "win.jpg")
    table.pick(page, "whose", "对家")
    page.get_by_role("button", name="我名下的牌是 对家 的").click()
    expect(page.locator("#q-whose")).to_contain_text("对家 ✓")
    expect(page.locator(".photo img")).to_be_visible()
    expect(page.locator(".preview")).to_contain_text("平胡")
    expect(page.locator("#moved")).to_have_count(0)
    table.to_facts(page)
    table.pick(page, "end", "自摸")
    expect(page.locator("#q-winner input:checked + span")).to_have_text("对家")
    table.settle(page)
    assert table.balance(page) == ["−8", "−7", "+22", "−7"]  # 平胡 1, 暗豆 2, 幺鸡 4; 我 deals: 庄 1


def test_a_second_winner_leaves_the_one_whose_hand_is_whole(page: Page) -> None:
    """一炮双响: who is named beside a hand that wins is one more winner."""
    table.enter(page, PAIRS)
    expect(page.locator(".preview")).to_contain_text("小七对")
    table.to_facts(page)
    table.pick(page, "end", "点炮")
    table.pick(page, "winner", "上家")
    assert page.locator("#q-winner input:checked + span").all_inner_texts() == ["我", "上家"]


def test_one_who_is_only_supposed_to_have_won_makes_room(page: Page) -> None:
    table.to_facts(page)
    table.pick(page, "end", "点炮")
    table.pick(page, "winner", "上家")
    assert page.locator("#q-winner input:checked + span").all_inner_texts() == ["上家"]


def test_no_pair_is_robbed_of_a_kong(page: Page) -> None:
    """Who is robbed had ponged the tile, so nobody else has a second one: seven pairs can't have robbed one."""
    table.enter(page, PAIRS)
    table.to_facts(page)
    table.pick(page, "end", "自摸")
    page.locator("#q-tile button").last.click()
    expect(page.locator("dialog [data-kind='9m']")).to_be_enabled()
    expect(page.locator("dialog [data-kind='6s']")).to_be_disabled()
    page.keyboard.press("Escape")
    table.pick(page, "end", "抢杠")
    table.pick(page, "from", "对家")
    expect(page.locator("#q-tile")).to_contain_text("这手牌抢不了杠")
    expect(page.locator("#together")).to_have_text("四筒 一共 5 张，一副牌只有 4 张：我 2 张、对家 3 张")
    page.get_by_role("button", name="没牌可翻").click()
    expect(page.locator("#gaps")).to_have_count(0)
    expect(page.locator("#settle")).not_to_have_class(re.compile("primary"))
    table.pick(page, "end", "点炮")
    expect(page.locator("#together")).to_have_count(0)
    table.pick(page, "from", "对家")
    expect(page.locator("#settle")).to_have_class(re.compile("primary"))


def test_what_was_won_is_forgotten_with_the_tiles(page: Page) -> None:
    """And a told tile that is not among fourteen shown since is not it."""
    table.enter(page, "123456m234p11s78s")
    table.to_facts(page)
    table.pick(page, "end", "自摸")
    page.locator("#q-tile [data-kind='6s']").click()
    table.to_hand(page)
    table.enter(page, "9s")
    table.to_facts(page)
    assert table.kinds(page.locator("#q-tile")) == ["9s"]
    table.to_hand(page)
    page.get_by_role("button", name="清空重来").click()
    table.to_facts(page)
    expect(page.locator("#gaps")).to_contain_text("胡的哪张")


def test_a_hand_of_fourteen_that_did_not_win_is_told(page: Page) -> None:
    """黄庄: one tile too many is a 相公, said before it costs anything."""
    table.enter(page, "123456m234p11s7s8s3s")
    table.to_facts(page)
    told = page.locator(".gaps.amiss")
    expect(told).to_have_count(0)
    table.pick(page, "end", "黄庄，没人胡")
    expect(told).to_contain_text("我的牌多了 1 张。不改就按张数不对（相公）算。")
    told.get_by_role("link", name="看牌").click()
    table.strip(page, "最后摸的那张").locator("[data-kind='3s']").click()
    page.locator("dialog").get_by_role("button", name="没有这张").click()
    table.to_facts(page)
    expect(told).to_have_count(0)


NARROW = {"viewport": {"width": 320, "height": 640}}


@pytest.mark.parametrize("browser_options", [{"viewport": table.PHONE}, NARROW], ids=["390", "320"])
def test_the_keys_stay_where_they_are(page: Page, browser_options: dict[str, Any]) -> None:
    """While fourteen tiles are tapped in; then they make room for what the hand is."""
    page.get_by_role("button", name="手动输牌").click()
    expect(page.locator(".keypad button").first).to_be_focused()
    keys = page.locator(".keypad")
    places = set()
    for kind in re.findall(r"\d[mp]", "1m1m3m3m5m5m7m7m9m9m2p2p4p4p"):
        places.add(keys.evaluate("e => e.getBoundingClientRect().top + scrollY"))
        assert keys.evaluate("e => e.getBoundingClientRect().right") <= browser_options["viewport"]["width"]
        page.locator(f".keypad [data-kind='{kind}']").click()
    assert len(places) == 1, places
    expect(page.locator(".keypad")).to_have_count(0)
    expect(page.locator(".preview")).to_contain_text("小七对")


def test_the_names_stay_where_they_are_when_a_hand_is_read(page: Page) -> None:
    """A tick makes no name wider, so no row of names becomes two."""
    evening.begin_as(page, "老王", "老王", ["老王", "小李李", "阿芳", "大军军"])
    evening.next_round(page)
    before = page.locator("#q-whose").bounding_box()
    table.choose_photo(page, "win.jpg")
    assert page.locator("#q-whose").bounding_box() == before


def test_nothing_below_a_read_hand_is_pushed_away(page: Page) -> None:
    """What the hand is comes after its tiles; until then nothing stands where it will push."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/v1/judge", hold)
    with page.expect_request("**/v1/judge"):
        page.set_input_files("#file", table.SAMPLES / "win.jpg")
    start_over = page.get_by_role("button", name="清空重来")
    expect(page.get_by_role("group", name="手牌")).to_be_visible()
    before = start_over.bounding_box()
    expect(page.locator("#q-end")).to_have_count(0)
    held[0].continue_()
    expect(page.locator("#q-end")).to_be_visible()
    assert start_over.bounding_box() == before


def test_tiles_are_entered_where_no_photo_came_through(page: Page, refusals: list[str]) -> None:
    refusals.append("status of 415")
    page.set_input_files("#file", {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"\xff\xd8 no"})
    expect(page.get_by_role("alert")).to_contain_text("这不是能看的照片")
    table.enter(page, PAIRS)
    expect(page.locator(".preview")).to_contain_text("小七对")


def test_who_shows_no_pong_has_claimed_nothing_and_was_robbed_of_nothing(page: Page) -> None:
    """Their tiles lie there: one more meld would make the hand miscounted."""
    table.enter(page, "123456m234p11s78s9s")
    table.pick(page, "whose", "对家")
    table.enter(page, "123456m234p55s79p")
    table.to_facts(page)
    table.pick(page, "end", "抢杠")
    assert page.locator("#q-from .chip").all_inner_texts() == ["下家", "上家"]
    table.pick(page, "from", "上家")
    table.pick(page, "first-1s", "下家")
    table.pick(page, "fate-1s", "被碰或杠走（责任鸡）")
    assert page.locator("#q-by-1s .chip").all_inner_texts() == ["上家"]
