"""Lines by hand on the page (谁另给谁多少, why): in the balance, the ledger, the picture, files and links."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, Page, expect

from tests.page import table
from tests.page.evening import begin_as, lay_line, next_round, phone

TILES = "123456789s23p55p4p"  # a win
WRITE_DOWN = """() => {
    window.drawn = [];
    const fill = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (words, ...where) {
        window.drawn.push(words);
        fill.call(this, words, ...where);
    };
}"""


def test_a_line_by_hand_is_in_balance_ledger_evening_file_and_link(page: Page, browser: Browser, server: str) -> None:
    begin_as(page, "甲", "甲")
    next_round(page)
    table.enter(page, TILES)
    table.to_facts(page)
    lay_line(page, "乙", "甲（我）", "2.5", "请客")
    table.settle(page)
    before = table.balance(page)
    (pair,) = (lines for title, lines in table.ledger(page).items() if title.startswith("乙 给 甲（我）"))
    assert "请客 2.5" in pair
    link = page.locator("#link").input_value()
    page.locator("#record").click()
    page.locator(".rounds tbody button").click()
    expect(page.locator(".rounds .detail")).to_contain_text("手写 1 笔")
    kept = json.loads(page.evaluate("() => localStorage['zhuoji.evening']"))["rounds"][0]
    assert kept["extra"] == [{"from": 1, "to": 0, "units": 2.5, "why": "请客"}]
    assert kept["money"][0] - sum(-sum_ for sum_ in kept["money"][1:]) == 0
    page.get_by_role("button", name="改", exact=True).click()
    expect(page.locator("#extra li")).to_contain_text("乙 给 甲（我） 2.5 个 请客")
    with phone(browser, server) as other:
        other.goto(link)
        expect(other.locator(".balance")).to_be_visible()
        assert table.balance(other) == before


def test_a_line_by_hand_is_in_the_picture_and_goes_out_and_comes_back(page: Page) -> None:
    """The stake is 2: the file's columns for people count the line in, and it comes back as it was."""
    begin_as(page, "甲", "甲")
    table.to_hand(page)
    table.enter(page, TILES)
    table.to_facts(page)
    page.locator("#q-stake").fill("2")
    page.locator("#q-stake").press("Tab")
    lay_line(page, "乙", "丙", "2.5", "赔茶")
    table.settle(page)
    page.evaluate(WRITE_DOWN)
    with page.expect_download():
        page.locator("#picture").click()
    drawn = page.evaluate("() => window.drawn")
    assert {"乙 给 丙 2.5", "赔茶 2.5"} <= set(drawn)
    page.locator("#record").click()
    page.get_by_text("名字、导出、结束").click()
    shown = page.locator("tfoot").inner_text()
    for kind in ("json", "csv"):
        with page.expect_download() as download:
            page.locator(f"#export-{kind}").click()
        data = download.value.path().read_bytes()
        if kind == "json":
            (told,) = json.loads(data)["rounds"]
            assert told["extra"] == [{"from": 1, "to": 2, "units": 2.5, "why": "赔茶"}]
            assert (told["balance"], told["money"]) == ([9, -5.5, -0.5, -3], [18, -11, -1, -6])
        else:
            rows = [line.split(",")[2:6] for line in data.decode("utf-8-sig").splitlines()[1:5]]
            assert rows == [
                ["甲", "9", "18", "18"],
                ["乙", "-5.5", "-11", "-11"],
                ["丙", "-0.5", "-1", "-1"],
                ["丁", "-3", "-6", "-6"],
            ]
        page.locator("#end").click()
        page.set_input_files("#import", {"name": f"x.{kind}", "mimeType": "text/plain", "buffer": data})
        expect(page.locator("tfoot")).to_have_text(shown, use_inner_text=True)
        page.locator(".rounds tbody button").click()
        expect(page.locator(".rounds .detail")).to_contain_text("手写 1 笔")
        page.get_by_text("名字、导出、结束").click()
