"""A link as it comes out of a chat: cut, wrapped, encoded once more, with something behind it."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page import table
from tests.page.evening import phone, play_one


def wrapped(fragment: str) -> dict[str, str]:
    """What chats make of a link, after its address."""
    half = len(fragment) // 2
    once = "#" + quote(fragment[1:], safe="")
    return {
        "a full stop": f"/{fragment}。",
        "in brackets": f"/{fragment}），快看",
        "a word": f"/{fragment} ok",
        "lines": f"/{fragment[:half]}%0D%0A{fragment[half:]}",
        "no-width spaces": f"/{fragment[:half]}\u200b{fragment[half:]}",
        "encoded": f"/{once}",
        "encoded twice": "/#" + quote(once[1:]),
        "WeChat's": f"/?from=singlemessage&isappinstalled=0{fragment}",
        "WeChat's behind it": f"/{fragment}?from=groupmessage&isappinstalled=0",
        "counted": f"/?fbclid=IwAR0{fragment}&utm_source=chat",
    }


def test_a_round_comes_through_any_chat(page: Page, browser: Browser, server: str) -> None:
    play_one(page, book=False)
    expected = table.balance(page)
    fragment = re.sub(r"^[^#]*", "", page.locator("#link").input_value())
    with phone(browser, server) as other:
        for how, address in wrapped(fragment).items():
            other.goto("about:blank")
            other.goto(server + address)
            expect(other.locator(".balance"), how).to_be_visible()
            assert table.balance(other) == expected, how
            assert other.locator("#link").input_value().endswith(fragment), how


def test_rules_come_through_any_chat(page: Page, server: str) -> None:
    sheet = {"base": "zhuoji", "name": "老王家", "values": {"golden": 3}}
    link = page.evaluate("async sheet => (await import('/page/js/sheet_link.js')).toRulesLink(sheet)", sheet)
    for how, address in wrapped(re.sub(r"^[^#]*", "", link)).items():
        page.goto("about:blank")
        page.goto(server + address)
        expect(page.locator("#rules-name"), how).to_have_value("老王家")


@pytest.mark.parametrize("share", [0.1, 0.5, 0.95])
def test_a_round_that_was_cut_short_is_told(page: Page, server: str, share: float) -> None:
    """Not as a round of other tiles, and not as none."""
    table.settle_a_photo(page)
    fragment = re.sub(r"^[^#]*", "", page.locator("#link").input_value())
    page.goto("about:blank")
    page.goto(f"{server}/{fragment[: int(share * len(fragment))]}")
    expect(page.get_by_role("alert")).to_contain_text("这个链接坏了，多半是没复制全")
    expect(page.locator(".balance")).to_have_count(0)
