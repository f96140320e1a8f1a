"""Doubts are priced by the rule set that the round is played by: when it is read, corrected, and anew."""

from __future__ import annotations

import json

from playwright.sync_api import Page, Route, expect

from tests.page import table


def test_the_rules_of_the_round_price_the_doubts(page: Page) -> None:
    with page.expect_response("**/v1/photos/read") as read:
        table.choose_photo(page, "win.jpg")
    assert read.value.json()["priced_by"] == "zhuoji"
    table.to_facts(page)
    with page.expect_response("**/v1/readings") as again:
        table.rule_set(page, "六盘水信号鸡")
    assert again.value.json()["priced_by"] == "liupanshui"
    page.locator("nav a").first.click()
    with page.expect_response("**/v1/readings") as corrected:
        table.correct(page, "胡的那张", "8p", "5p")
    assert corrected.value.json()["priced_by"] == "liupanshui"
    sent = json.loads(corrected.value.request.post_data or "")
    assert [step["kind"] for step in sent["corrections"]] == ["5p"]


def test_a_correction_under_way_is_not_lost_when_the_rules_change(page: Page) -> None:
    table.choose_photo(page, "win.jpg")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/v1/readings", hold, times=1)
    table.strip(page, "胡的那张").locator("[data-kind='8p']").first.click()
    page.locator("dialog .keypad [data-kind='5p']").click()
    table.to_facts(page)
    with page.expect_response(lambda answer: "/v1/readings" in answer.url and answer.json()["priced_by"] == "guiyang"):
        table.rule_set(page, "贵阳麻将")
        held[0].continue_()
    page.locator("nav a").first.click()
    expect(table.strip(page, "胡的那张").locator("[data-kind='5p']").first).to_be_visible()
