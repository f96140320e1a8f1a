"""换位: two players change places in the middle of an evening; everybody keeps what they have won and lost."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.page import table
from tests.page.evening import begin_as, phone, play_one, recorded_names, win_one


def change_places(page: Page, words: str) -> None:
    files = page.get_by_text("名字、导出、结束")
    if not page.locator("#export-csv").is_visible():
        files.click()
    page.get_by_role("button", name=words).click()


def sums(page: Page) -> dict[str, str]:
    names = page.locator(".rounds thead th").all_inner_texts()[1:]
    return dict(zip(names, page.locator("tfoot td").all_inner_texts(), strict=True))


def test_everybody_keeps_their_money_and_the_next_round_is_played_in_the_new_order(page: Page) -> None:
    play_one(page)
    before = sums(page)
    change_places(page, "甲 ⇄ 乙")
    assert list(sums(page)) == ["乙", "甲", "丙", "丁"]
    assert sums(page) == before
    assert recorded_names(page) == ["甲"]
    expect(page.get_by_text("下局 甲 坐庄")).to_be_visible()
    table.to_hand(page)
    expect(page.locator("#q-whose input:checked + span")).to_contain_text("甲（我）")
    expect(page.locator("#running")).to_contain_text("甲（我） 坐庄")
    win_one(page)
    assert recorded_names(page) == ["甲", "甲"]
    expect(page.get_by_text("⚠")).to_have_count(0)
    after = sums(page)
    page.reload()
    assert sums(page) == after


def test_a_round_from_before_is_shown_and_mended_as_it_was_played(page: Page) -> None:
    play_one(page)
    before = sums(page)
    change_places(page, "甲 ⇄ 乙")
    page.locator(".rounds tbody button").first.click()
    page.get_by_role("button", name="看账").click()
    expect(page.locator(".balance tbody tr").first).to_contain_text("甲（我）")
    expect(page.locator(".winner")).to_contain_text("甲（我）")
    page.get_by_role("link", name="牌局").click()
    page.get_by_role("button", name="改", exact=True).click()
    table.pick(page, "ready", "乙")
    table.settle(page)
    page.locator("#record").click()
    expect(page.locator("#next-round")).to_be_visible()
    assert recorded_names(page) == ["甲"]
    assert list(sums(page)) == ["乙", "甲", "丙", "丁"]
    assert sums(page)["甲"] == before["甲"]
    with page.expect_download() as download:
        change_places(page, "导出 CSV")
    data = download.value.path().read_bytes()
    assert "1," in data.decode("utf-8-sig").splitlines()[1]
    page.locator("#end").click()
    page.set_input_files("#import", {"name": "x.csv", "mimeType": "text/plain", "buffer": data})
    expect(page.locator("tfoot")).to_be_visible()
    assert sums(page)["甲"] == before["甲"]
    assert recorded_names(page) == ["甲"]


def test_a_link_from_a_phone_with_another_order_is_booked_by_name(page: Page, browser: Browser, server: str) -> None:
    """One phone knows of the changed places, the other doesn't: no order of names is right by turning the table."""
    play_one(page, book=False)
    link = page.locator("#link").input_value()
    with phone(browser, server) as other:
        begin_as(other, "丙", dealer="甲", names=["乙", "甲", "丙", "丁"])
        other.goto(link)
        other.reload()
        expect(other.locator(".winner")).to_contain_text("甲")
        other.locator("#record").click()
        assert recorded_names(other) == ["甲"]
        assert sums(other)["甲"].startswith("+")
