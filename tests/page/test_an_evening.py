"""An evening: rounds added up, dealer and streak carried on, undo and edit, the fewest payments at the end."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from tests.page import table
from tests.page.evening import next_round

NAMES = ["甲", "乙", "丙", "丁"]


def begin(page: Page) -> None:
    """Four names, zhuoji, 2 a unit."""
    table.to_facts(page)
    table.rule_set(page, "捉鸡麻将")
    page.locator("#q-stake").fill("2")
    page.locator("#q-stake").press("Tab")
    page.get_by_role("link", name="牌局").click()
    for seat, name in enumerate(NAMES):
        page.locator("input[name=name]").nth(seat).fill(name)
    page.locator("#begin").click()
    expect(page.locator("tfoot")).to_be_visible()


def totals(page: Page) -> list[str]:
    return page.locator("tfoot td").all_inner_texts()


def rounds(page: Page) -> int:
    return page.locator(".rounds tbody tr").count()


def record(page: Page) -> None:
    table.settle(page)
    page.locator("#record").click()
    expect(page.locator("#next-round")).to_be_visible()


def first_round(page: Page) -> None:
    """甲 deals and draws the winning tile himself: 平胡 1, 庄 1, 暗豆 2, four 幺鸡 4 = 8 from each."""
    next_round(page)
    table.choose_photo(page, "win.jpg")
    table.to_facts(page)
    record(page)


def second_round(page: Page) -> None:
    """乙 wins seven pairs, 10, on a discard of 丙; the dealer has no part in it."""
    next_round(page)
    page.get_by_text("乙", exact=True).click()
    table.enter(page, "11335577m99m2244p")
    expect(page.locator(".preview")).to_contain_text("小七对")
    table.to_facts(page)
    table.pick(page, "end", "点炮")
    expect(page.locator("#q-winner input:checked + span")).to_have_text("乙")
    table.pick(page, "from", "丙")
    page.locator("#q-tile [data-kind='4p']").click()
    record(page)


def third_round(page: Page) -> None:
    """Nobody wins; 丁 alone was ready for a 平胡, the others pay 1 each."""
    next_round(page)
    table.to_facts(page)
    expect(page.locator("#q-dealer input:checked + span")).to_have_text("乙")
    table.pick(page, "end", "黄庄，没人胡")
    table.pick(page, "ready", "丁")
    record(page)


def test_three_rounds_an_undo_and_the_fewest_payments(page: Page) -> None:
    begin(page)
    first_round(page)
    assert totals(page) == ["+48", "−16", "−16", "−16"]
    expect(page.locator("main")).to_contain_text("下局 甲 坐庄 （连 2 次）")
    second_round(page)
    assert totals(page) == ["+48", "+4", "−36", "−16"]
    third_round(page)
    assert totals(page) == ["+46", "+2", "−38", "−10"]
    owed = [" ".join(line.split()) for line in page.locator(".payments li").all_inner_texts()]
    assert sorted(owed) == ["丁 给 乙 2", "丁 给 甲 8", "丙 给 甲 38"]

    page.locator("#undo").click()
    assert rounds(page) == 2
    assert totals(page) == ["+48", "+4", "−36", "−16"]
    third_round(page)

    first = page.locator(".rounds tbody tr").first
    expect(first.get_by_role("button", name="第 1 局", exact=True)).to_be_visible()
    assert first.locator("td").first.text_content() == "+48合计 +48"  # a screen reader says which is the sum so far

    page.reload()  # kept in the browser's own storage
    assert totals(page) == ["+46", "+2", "−38", "−10"]


def test_a_round_is_edited_removed_and_had_back(page: Page) -> None:
    begin(page)
    first_round(page)
    second_round(page)
    page.locator(".rounds tbody button").first.click()
    page.get_by_role("button", name="改", exact=True).click()
    expect(page.locator("#q-dealer input:checked + span")).to_have_text("甲（我）")
    page.locator("#q-end").get_by_text("点炮").click()
    table.pick(page, "from", "丁")
    record(page)
    # 平胡 1, 庄 1, 暗豆 2, 鸡 4 from 丁; the others owe no win: 6 each
    assert rounds(page) == 2
    assert totals(page) == [f"+{2 * 20}", f"+{2 * (10 - 6)}", f"−{2 * 16}", f"−{2 * 8}"]
    page.locator(".rounds tbody button").last.click()
    page.get_by_role("button", name="删掉").click()
    assert totals(page) == ["+40", "−12", "−12", "−16"]
    page.locator("#undo").click()
    assert totals(page) == ["+40", "+8", "−32", "−16"]


def test_an_evening_goes_out_and_comes_back(page: Page) -> None:
    begin(page)
    first_round(page)
    second_round(page)
    before = totals(page)
    page.get_by_text("名字、导出、结束").click()
    files = {}
    for kind in ("json", "csv"):
        with page.expect_download() as download:
            page.locator(f"#export-{kind}").click()
        files[kind] = download.value.path().read_bytes()
    assert [one["balance"] for one in json.loads(files["json"])["rounds"]] == [[24, -8, -8, -8], [0, 10, -10, 0]]
    lines = files["csv"].decode("utf-8-sig").splitlines()
    assert lines[0] == "局,时间,谁,个,钱,累计,胡,庄,zhuoji"
    assert len(lines) == 1 + 2 * 4 + 1
    assert re.fullmatch(r"2,[^,]+,乙,10,20,4,小七对,,", lines[6])
    for kind, data in files.items():
        end = page.locator("#end")
        end.click()
        expect(page.locator("#begin")).to_be_visible()
        page.set_input_files("#import", {"name": f"evening.{kind}", "mimeType": "text/plain", "buffer": data})
        expect(page.locator("tfoot")).to_be_visible()
        assert totals(page) == before
        assert rounds(page) == 2
        page.get_by_text("名字、导出、结束").click()
    edited = files["csv"].replace(",乙,10,20,".encode(), ",乙,10,30,".encode())
    page.set_input_files("#import", {"name": "x.csv", "mimeType": "text/plain", "buffer": edited})
    expect(page.get_by_role("alert")).to_contain_text("这个文件读不了")
    page.set_input_files(
        "#import", {"name": "x.json", "mimeType": "text/plain", "buffer": b'{"version": 1, "names": []}'}
    )
    expect(page.get_by_role("alert")).to_contain_text("这个文件读不了")
    assert totals(page) == before


def test_the_evening_as_a_card_for_the_chat(page: Page) -> None:
    begin(page)
    first_round(page)
    second_round(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#copy-card").click()
    expect(page.locator("#copy-card")).to_have_text("复制好了")
    text = page.evaluate("() => navigator.clipboard.readText()").splitlines()
    assert re.fullmatch(r"捉鸡牌局 · \S+ · 2 局", text[0])
    assert text[1:5] == ["甲 +48", "乙 +4", "丙 −36", "丁 −16"]
    assert sorted(text[7:]) == ["丁 给 乙 4", "丁 给 甲 12", "丙 给 甲 36"]
    with page.expect_download() as download:
        page.locator("#save-card").click()
    data = download.value.path().read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == 1080
    assert len(data) > 20_000


def test_the_next_rounds_photo_is_taken_from_the_evening(page: Page) -> None:
    """By file, and by the viewfinder, which opens where the hand is; what was begun goes on."""
    begin(page)
    page.set_input_files("#file", table.SAMPLES / "win.jpg")
    expect(page.locator("#hand-title")).to_be_visible()
    expect(page.locator(".preview")).to_contain_text("平胡")
    page.get_by_role("link", name="牌局").click()
    expect(page.locator("#next-round")).to_have_text("第 1 局")
    expect(page.locator("#file, #take")).to_have_count(0)
    next_round(page)
    expect(page.locator(".preview")).to_contain_text("平胡")
    table.to_facts(page)
    record(page)
    page.get_by_role("button", name="拍第 2 局").click()
    expect(page.locator("#hand-title")).to_be_attached()
    expect(page.locator("dialog #camera")).to_be_attached()
    page.set_input_files("dialog #camera", table.SAMPLES / "waiting.jpg")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".preview")).to_contain_text("听牌")
    expect(page.locator("#running")).to_contain_text("第 2 局")
