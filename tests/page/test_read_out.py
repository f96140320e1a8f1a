"""The way from a photo to money as a screen reader tells it: what has the focus, and what the live region says."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.page import table
from tests.page.evening import begin_as, next_round


def press(page: Page, place: str) -> None:
    page.locator(place).first.focus()
    page.keyboard.press("Enter")


def test_every_step_is_said_and_none_loses_the_focus(page: Page) -> None:
    begin_as(page, "甲", "甲")
    next_round(page)
    said = page.locator("#live")
    table.choose_photo(page, "win.jpg")
    expect(said).to_have_text("牌认好了。")
    press(page, ".strip [data-kind='2m']")
    expect(page.get_by_role("dialog").get_by_role("heading", level=2)).to_be_focused()  # what it is about
    press(page, "dialog .danger")
    expect(said).to_have_text("改好了，有 2 处拿不准。")
    expect(page.locator("#hand-title")).to_be_focused()  # its tile is gone
    press(page, ".doubts button")
    expect(page.get_by_role("dialog")).to_have_accessible_name("还有 2 处")
    page.keyboard.press("Escape")
    expect(page.locator(".doubts button").first).to_be_focused()
    page.get_by_role("button", name="撤销上一处改动").press("Enter")
    expect(said).to_have_text("改好了。")

    press(page, "#q-end button")
    expect(page.locator("#facts-title")).to_be_focused()
    press(page, "#settle")  # leads to what is still to be said
    expect(page.get_by_role("group", name="翻出来哪张？（翻鸡） 请选").get_by_role("button").first).to_be_focused()
    page.keyboard.press("Enter")
    press(page, "dialog [data-kind='3p']")
    expect(page.locator("#q-turned button").first).to_be_focused()
    press(page, "#settle")
    expect(said).to_have_text("算好了。")
    expect(page.locator("#answer-title")).to_be_focused()
    press(page, "#record")
    expect(said).to_have_text("第 1 局记好了。")
    expect(page.locator("#evening-title")).to_be_focused()
    press(page, ".rounds tbody button")
    expect(page.get_by_role("button", name="第 1 局", exact=True)).to_have_attribute("aria-expanded", "true")
    press(page, "#undo")
    expect(said).to_have_text("撤销了。")


def test_tiles_that_change_hands_are_said_to(page: Page) -> None:
    table.enter(page, "1133557799m224p4p")
    table.to_facts(page)
    table.pick(page, "end", "自摸")
    table.pick(page, "winner", "下家")
    page.get_by_role("button", name="这是 下家 的牌").press("Enter")
    expect(page.locator("#live")).to_have_text("现在是 下家 的牌了。")
    expect(page.locator("#facts-title")).to_be_focused()
