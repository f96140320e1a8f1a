"""教它认我们的牌: a set is taught from a photo, kept on this phone, sent along, grown by corrections, forgotten."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.page import table

FIELDS = """() => {
    const ask = fetch;
    window.sent = [];
    window.fetch = (path, options) => {
        if (options?.body instanceof FormData) {
            window.sent.push([String(path), options.body.get('set'), options.body.get('corrections')]);
        }
        return ask(path, options);
    };
}"""


def sent(page: Page, path: str) -> list[tuple[Any, Any]]:
    """Of each question to that route: the set and the corrections, as JSON told."""
    told = page.evaluate("path => window.sent.filter(([to]) => to.endsWith(path))", path)
    return [(json.loads(known or "null"), json.loads(steps or "null")) for _, known, steps in told]


def teach(page: Page) -> dict[str, Any]:
    """The page is taught from the sample; what it keeps of that."""
    page.evaluate(FIELDS)
    page.locator("#teach summary").click()
    page.set_input_files("#teach-photo", table.SAMPLES / "win.jpg")
    expect(page.locator("#forget-set")).to_be_visible()
    kept: dict[str, Any] = json.loads(page.evaluate("() => localStorage['zhuoji.set']"))
    return kept


def test_a_photo_teaches_and_what_is_missing_is_said(page: Page) -> None:
    kept = teach(page)
    assert {"2m", "3m", "4m", "6p", "7p", "8p", "5s", "9m", "1s"} == set(kept["kinds"])
    expect(page.locator("#teach summary")).to_contain_text("学会了 9 种")
    expect(page.locator("#teach")).to_contain_text("还缺：一万 五万")


def test_what_was_taught_goes_along_and_grows_with_each_correction(page: Page) -> None:
    kept = teach(page)
    table.choose_photo(page, "win.jpg")
    assert sent(page, "/photos/read") == [(kept, None)]
    table.correct(page, "胡的那张", "8p", "5p")
    page.wait_for_function("() => window.sent.filter(([to]) => to.endsWith('/sets')).length === 2")
    _, (known, steps) = sent(page, "/sets")
    assert known == kept
    assert [(step["op"], step["kind"]) for step in steps] == [("add", "5p")]
    page.wait_for_function("() => JSON.parse(localStorage['zhuoji.set']).kinds.includes('5p')")


def test_what_was_taught_is_forgotten_when_it_is_told_to(page: Page) -> None:
    teach(page)
    page.reload()
    page.evaluate(FIELDS)
    page.locator("#teach summary").click()
    page.locator("#forget-set").click()
    expect(page.locator("#forget-set")).to_have_count(0)
    expect(page.locator("#live")).to_have_text("忘掉了。")
    table.choose_photo(page, "win.jpg")
    assert sent(page, "/photos/read") == [(None, None)]
    table.correct(page, "胡的那张", "8p", "5p")
    page.wait_for_timeout(2000)  # longer than the page waits before it learns
    assert sent(page, "/sets") == []


def test_what_is_no_photo_teaches_nothing(page: Page, refusals: list[str]) -> None:
    refusals.append("status of 415")
    page.locator("#teach summary").click()
    page.set_input_files("#teach-photo", {"name": "notes.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"})
    expect(page.locator("#teach").get_by_role("alert")).to_have_text("这不是能看的照片。")
    expect(page.locator("#forget-set")).to_have_count(0)
    assert page.evaluate("() => localStorage['zhuoji.set']") is None
