"""Everything without a pointer: the keys alone carry a photo to money, and what opens gives the focus back."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.page import table

MANY = 150


def tab_to(page: Page, selector: str) -> None:
    """Tab until an element that matches has the focus; it must be seen to have it."""
    for _ in range(MANY):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"no Tab leads to {selector}")


def in_view(page: Page) -> bool:
    """The element with the focus lies in the window."""
    return bool(
        page.evaluate(
            """() => { const box = document.activeElement.getBoundingClientRect();
            return box.bottom > 0 && box.top < innerHeight }"""
        )
    )


def test_from_photo_to_money_by_keys_alone(page: Page) -> None:
    page.on("filechooser", lambda chooser: chooser.set_files(table.SAMPLES / "win.jpg"))
    tab_to(page, "#file")
    page.keyboard.press("Enter")
    expect(page.locator(".preview")).to_contain_text("平胡")

    tab_to(page, ".tile[data-kind='8p']")
    assert in_view(page)
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_be_visible()
    tab_to(page, "dialog .keypad [data-kind='5p']")
    page.keyboard.press("Space")
    expect(table.strip(page, "胡的那张").locator("[data-kind='5p']")).to_be_visible()

    tab_to(page, "#to-facts")
    page.keyboard.press("Enter")
    expect(page.locator("#facts-title")).to_be_focused()
    tab_to(page, "#q-rules input")
    while page.locator("#q-rules input:checked + span").inner_text() != "贵阳麻将":
        page.keyboard.press("ArrowRight")
    tab_to(page, "#q-end input")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#q-end input:checked + span")).to_have_text("点炮")

    tab_to(page, "#settle")
    page.keyboard.press("Enter")  # leads to what is still to be said
    assert page.evaluate("() => document.activeElement.name") == "q-from"
    page.keyboard.press("Space")
    expect(page.locator("#q-from input:checked + span")).to_have_text("下家")

    tab_to(page, "#q-turned button")
    page.keyboard.press("Enter")
    tab_to(page, "dialog [data-kind='4p']")
    page.keyboard.press("Enter")
    expect(page.locator("#q-turned")).to_contain_text("五筒是鸡")
    tab_to(page, "#settle")
    page.keyboard.press("Enter")
    expect(page.locator("#answer-title")).to_be_focused()
    expect(page.locator(".balance")).to_be_visible()
    assert table.balance(page) == ["+25", "−9", "−8", "−8"]


def test_a_sheet_holds_the_focus_and_gives_it_back(page: Page) -> None:
    table.choose_photo(page, "win.jpg")
    tab_to(page, ".tile[data-kind='2m']")
    page.keyboard.press("Enter")
    for _ in range(60):
        page.keyboard.press("Tab")
        inside = page.evaluate(
            "() => document.activeElement === document.body || Boolean(document.activeElement.closest('dialog'))"
        )
        assert inside
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".tile[data-kind='2m']")).to_be_focused()


def test_the_first_tab_skips_to_the_content(page: Page) -> None:
    page.reload()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#hand-title")).to_be_focused()
