"""What people do on the page in the course of an evening."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager

import pillow_heif
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.page import table

NAMES = ["甲", "乙", "丙", "丁"]


def open_tab(context: BrowserContext) -> Page:
    """One more tab of the same browser."""
    page = context.new_page()
    page.goto("/")
    page.locator("main h2").wait_for()
    return page


def killed(page: Page) -> Page:
    """The phone discards the tab without a word, and the browser opens the page anew."""
    context = page.context
    page.close(run_before_unload=False)
    return open_tab(context)


@contextmanager
def phone(browser: Browser, server: str) -> Iterator[Page]:
    """Another player's phone."""
    context = browser.new_context(**table.MOBILE, base_url=server)
    context.set_default_timeout(15_000)
    with context:
        yield open_tab(context)


def begin_as(page: Page, me: str, dealer: str, names: list[str] | None = None) -> None:
    """An evening of 甲, 乙, 丙, 丁 (or `names`) on the phone of `me`."""
    names = names or NAMES
    page.get_by_role("link", name="牌局").click()
    for seat, name in enumerate(names):
        page.locator("input[name=name]").nth(seat).fill(name)
    page.locator(f"input[name=me][value='{names.index(me)}'] + span").click()
    page.locator(f"input[name=dealer][value='{names.index(dealer)}'] + span").click()
    page.locator("#begin").click()
    expect(page.locator("#next-round")).to_be_visible()


def next_round(page: Page) -> None:
    """From the evening to its next round, and there: what comes next finds no button that is about to go."""
    page.locator("#next-round").click()
    expect(page.locator("#hand-title")).to_be_visible()


def finish_round(page: Page, hand: str, won: str, *, book: bool = True) -> None:
    """The owner of the phone wins by self-draw."""
    if page.locator("#next-round").is_visible():
        next_round(page)
    table.enter(page, hand)
    table.enter(page, won)
    expect(page.locator(".preview")).to_contain_text("个")
    table.to_facts(page)
    table.pick(page, "end", "自摸")
    table.settle(page)
    if book:
        page.locator("#record").click()
        expect(page.locator("#next-round")).to_be_visible()


def win_one(page: Page, *, book: bool = True) -> None:
    """… by seven pairs."""
    finish_round(page, "1133557799m224p", "4p", book=book)


def play_one(page: Page, *, book: bool = True) -> None:
    """An evening on the phone of 甲, who deals and wins the first round."""
    begin_as(page, "甲", dealer="甲")
    table.to_hand(page)
    win_one(page, book=book)


def lay_line(page: Page, payer: str, payee: str, units: str, why: str) -> None:
    """A line by hand among the facts."""
    page.locator("#extra summary").click()
    page.locator("#add-extra").click()
    expect(page.locator("#extra-done")).to_be_disabled()
    page.locator("#extra-from").get_by_text(payer, exact=True).click()
    page.locator("#extra-to").get_by_text(payee, exact=True).click()
    page.locator("#extra-units").fill(units)
    page.locator("#extra-why").fill(why)
    page.locator("#extra-done").click()


def recorded_names(page: Page) -> list[str]:
    """The winners of the recorded rounds, a round each."""
    expect(page.locator(".rounds tbody button").first).to_be_visible()
    found = []
    for row in page.locator(".rounds tbody tr:not(.detail) button").all():
        row.click()
        found.append(page.locator(".rounds .detail p").first.inner_text().split()[0])
        row.click()
    return found


def doubtful_photo(page: Page) -> None:
    """A photo is read, and one tile less leaves a doubt."""
    table.choose_photo(page, "win.jpg")
    table.strip(page, "手牌").locator("[data-kind='2m']").click()
    page.get_by_role("button", name="没有这张").click()
    expect(page.locator(".doubts")).to_be_visible()
    expect(page.locator(".waiting")).to_have_count(0)


def heic() -> bytes:
    """The sample of a win as a phone's HEIC."""
    data = io.BytesIO()
    pillow_heif.from_pillow(Image.open(table.SAMPLES / "win.jpg")).save(data, quality=80)
    return data.getvalue()
