"""What a player does on the page, in their words."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

expect.set_options(timeout=20_000)  # photos are read by a machine that may have other work to do

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "datasets" / "samples"
PHONE: ViewportSize = {"width": 390, "height": 844}
MOBILE: dict[str, Any] = {
    "viewport": PHONE,
    "has_touch": True,
    "is_mobile": True,
    "locale": "zh-CN",
    "service_workers": "block",  # what a worker asks can't be held or refused by a test; test_offline.py lets it in
}
FLAGS = ["--no-sandbox", "--disable-quic", "--disable-background-networking"]
SERVE = [sys.executable, "-c", "from api.cli import main; main()", "serve", "--host", "127.0.0.1", "--port", "0"]
"""The command of the service on a free port."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser. Without Chromium the test skips; under CI it fails."""
    path = shutil.which("chromium")
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is missing; under CI the page must be tested")
        pytest.skip("Chromium is missing; apt-get install chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


def choose_photo(page: Page, name: str) -> None:
    """A photo is chosen and read."""
    page.set_input_files("#file", SAMPLES / name)
    expect(page.locator(".overlay")).to_be_visible()
    expect(page.locator(".preview")).to_be_visible()


def strip(page: Page, title: str) -> Locator:
    """A named row of tiles."""
    return page.get_by_role("group", name=title, exact=True)


def kinds(row: Locator) -> list[str | None]:
    """The tiles of a row, as the API writes them."""
    return [tile.get_attribute("data-kind") for tile in row.locator("button.tile[data-kind]").all()]


def correct(page: Page, title: str, old: str, new: str) -> None:
    """A tile of a row is touched and becomes another kind."""
    strip(page, title).locator(f"[data-kind='{old}']").first.click()
    page.locator(f"dialog .keypad [data-kind='{new}']").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(strip(page, title).locator(f"[data-kind='{new}']").first).to_be_visible()


def enter(page: Page, tiles: str) -> None:
    """Tiles are tapped in, one after the other, as they are written."""
    expect(page.locator("#hand-title")).to_be_visible()
    if page.get_by_role("button", name="手动输牌").is_visible():
        page.get_by_role("button", name="手动输牌").click()
    for ranks, suit in re.findall(r"(\d+)([mps])", tiles):
        for rank in ranks:
            page.locator(f".keypad [data-kind='{rank}{suit}']").click()


def pick(page: Page, question: str, answer: str) -> None:
    """A question is answered by one of its chips."""
    page.locator(f"#q-{question}").get_by_text(answer, exact=True).click()


def to_hand(page: Page) -> None:
    """By the tab, as somebody who goes about the page."""
    page.get_by_role("link", name="牌", exact=True).click()
    expect(page.locator("#hand-title")).to_be_visible()


def to_facts(page: Page) -> None:
    page.locator("#to-facts").click()
    expect(page.locator("#facts-title")).to_be_visible()


def rule_set(page: Page, name: str) -> None:
    house = page.locator("#house")
    if house.get_attribute("open") is None:
        house.locator("summary").first.click()
    pick(page, "rules", name)


def turned(page: Page, kind: str) -> None:
    page.locator("#q-turned button").first.click()
    page.locator(f"dialog [data-kind='{kind}']").click()


def settle(page: Page) -> None:
    """Unless they were told: it was a self-draw, and nobody saw the turned tile."""
    if not page.locator("#q-end input:checked").count():
        page.locator("#q-end label").first.click()
    if page.locator("#q-turned.missing").count():
        page.locator("#q-turned button").last.click()
    page.locator("#settle").click()
    expect(page.locator(".balance")).to_be_visible()


def balance(page: Page) -> list[str]:
    """Units of each seat, as shown."""
    return page.locator(".balance tbody td:nth-child(2)").all_inner_texts()


def ledger(page: Page) -> dict[str, list[str]]:
    """Who pays whom -> the lines, as shown."""
    return {
        " ".join(pair.locator("h4").inner_text().split()): [
            " ".join(line.split()) for line in pair.locator("li").all_inner_texts()
        ]
        for pair in page.locator(".pair").all()
    }


def settle_a_photo(page: Page) -> None:
    choose_photo(page, "win.jpg")
    to_facts(page)
    settle(page)


def listed(page: Page) -> list[str]:
    """The list of what nobody said, as shown."""
    return page.locator(".assumed li").all_inner_texts()
