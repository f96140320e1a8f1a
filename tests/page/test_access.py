"""Readable, touchable, and strict: axe without findings, targets for a thumb, one host, few bytes."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from typing import Any
from urllib.request import Request, urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.page import table
from tests.page.evening import next_round

WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
THUMB = 44  # CSS pixels
MOST_BYTES = 130_000  # compressed, as they travel
MOST_FILES = 8


def the_tiles_entered(page: Page) -> None:
    page.get_by_role("button", name=re.compile("手动输牌|Enter tiles")).click()
    page.locator(".keypad [data-kind='3p']").click()
    page.get_by_role("button", name=re.compile("加碰或杠|Add a meld")).click()


def the_evening_begun(page: Page) -> None:
    page.keyboard.press("Escape")
    page.locator("nav a").last.click()
    page.locator("#begin").click()
    next_round(page)


def a_photo_read(page: Page) -> None:
    table.choose_photo(page, "win.jpg")


def a_tile_opened(page: Page) -> None:
    page.locator(".strip [data-kind='2m']").click()


def the_facts(page: Page) -> None:
    page.keyboard.press("Escape")
    table.to_facts(page)
    page.locator("#q-end label").nth(1).click()
    table.turned(page, "9p")
    for seat in range(4):
        page.locator(f"#player-{seat} summary").click()


def the_answer(page: Page) -> None:
    page.locator("#q-end label").first.click()
    table.settle(page)


def a_round_recorded(page: Page) -> None:
    page.locator("#record").click()
    page.locator(".rounds tbody button").click()


def the_evening_put_away(page: Page) -> None:
    page.locator("details:has(#end) > summary").click()
    page.locator("#end").click()
    page.locator("#archive summary").click()


def no_camera(page: Page) -> None:
    page.locator("nav a").first.click()
    page.locator("#take").click()
    expect(page.locator("dialog #camera")).to_be_attached()


WALK = [
    the_tiles_entered,
    the_evening_begun,
    a_photo_read,
    a_tile_opened,
    the_facts,
    the_answer,
    a_round_recorded,
    the_evening_put_away,
    no_camera,
]


def findings(page: Page) -> list[str]:
    """What axe finds, of any weight."""
    response = Axe().run(page, options=WCAG).response
    return [f"{one['id']}: {node['html'][:160]}" for one in response["violations"] for node in one["nodes"]]


def small_targets(page: Page) -> list[str]:
    """What can be touched and is smaller than a thumb wants."""
    found: list[str] = page.evaluate(
        """most => [...document.querySelectorAll(
            'button, a, summary, .field input, .chip span, .sources label, label.button')]
        .filter(e => e.checkVisibility() && !e.matches('.skip'))
        .filter(e => !document.querySelector('dialog') || e.closest('dialog'))
        .map(e => [e.getBoundingClientRect(), e.outerHTML.slice(0, 120)])
        .filter(([box]) => box.width < most || box.height < most)
        .map(([box, html]) => `${Math.round(box.width)}×${Math.round(box.height)} ${html}`)""",
        THUMB,
    )
    return found


ENGLISH = {"color_scheme": "dark", "locale": "en-GB", "viewport": {"width": 320, "height": 640}}


@pytest.mark.parametrize("browser_options", [{"color_scheme": "light"}, ENGLISH], ids=["zh light", "en dark narrow"])
def test_axe_finds_nothing_and_a_thumb_hits_everything(page: Page, browser_options: dict[str, Any]) -> None:
    """Through every view, one after the other; a phone set to English speaks it without being asked."""
    expect(page.locator("html")).to_have_attribute("lang", "en" if browser_options is ENGLISH else "zh-CN")
    found = {}
    for step in WALK:
        step(page)
        found[step.__name__] = findings(page) + small_targets(page) + wide(page)
    assert found == {step.__name__: [] for step in WALK}


def wide(page: Page) -> list[str]:
    """What scrolls sideways on a phone: the page, or a table on it."""
    found: list[str] = page.evaluate(
        """() => [document.documentElement, ...document.querySelectorAll('.scroll')]
        .filter(e => e.scrollWidth > e.clientWidth)
        .map(e => `${e.scrollWidth} wide in ${e.clientWidth}: ${e.outerHTML.slice(0, 60)}`)"""
    )
    return found


def test_the_policy_is_strict(page: Page, server: str, refusals: list[str]) -> None:
    """No script or style could run but those of the page, which the header knows by their hashes."""
    with urlopen(server) as answer:
        policy = answer.headers["Content-Security-Policy"]
        text = answer.read().decode()
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'self'"
    assert set(rules["img-src"].split()) == {"'self'", "blob:", "data:"}
    assert "unsafe" not in policy
    inside = re.findall(r"<(script|style)[^>]*>(.*?)</\1>", text, re.DOTALL)
    for tag, held in inside:
        digest = b64encode(sha256(held.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in rules[f"{tag}-src"].split()
    assert sorted(tag for tag, _ in inside) == ["script", "style", "style"]
    assert not re.search(r"\sstyle=|\son\w+=", re.sub(r"<(script|style).*?</\1>", "", text, flags=re.DOTALL))
    refusals.append("violates the following Content Security Policy")
    blocked = page.evaluate(
        """() => new Promise(done => {
            document.addEventListener('securitypolicyviolation', event => done(event.violatedDirective));
            const script = document.createElement('script');
            script.textContent = 'window.ran = true';
            document.body.append(script);
            setTimeout(() => done('nothing was blocked'), 1000);
        })"""
    )
    assert blocked.startswith("script-src")
    assert page.evaluate("() => window.ran") is None


def test_the_page_is_small(page: Page, server: str) -> None:
    """All of it, the parts too that are needed only later, in a few files that a browser may keep for good."""
    a_photo_read(page)
    the_facts(page)
    the_answer(page)
    loaded = page.evaluate("() => performance.getEntriesByType('resource').map(entry => entry.name.split('#')[0])")
    ours = {url for url in loaded if url.startswith(f"{server}/page/")}
    assert "tiles.svg" in {url.rsplit("/", 1)[1] for url in ours}
    assert len(ours) <= MOST_FILES
    sizes = {}
    for url in (f"{server}/", *ours):
        with urlopen(Request(url, headers={"Accept-Encoding": "gzip"})) as answer:
            sizes[url] = len(answer.read())
            assert url.endswith(".png") or answer.headers["Content-Encoding"] == "gzip"
            kept = answer.headers["Cache-Control"]
            assert "immutable" in kept or url == f"{server}/" or "/icon-" in url or "/manifest" in url
    assert sum(sizes.values()) <= MOST_BYTES, sizes


def test_a_name_is_never_markup(page: Page) -> None:
    """What people type is text, wherever it shows."""
    page.locator("nav a").last.click()
    page.locator("input[name=name]").first.fill("<img src=x>")
    page.locator("#begin").click()
    next_round(page)
    table.to_facts(page)
    table.pick(page, "end", "黄庄，没人胡")
    table.settle(page)
    expect(page.locator(".balance")).to_contain_text("<img src=x>")
    assert page.locator("img").count() == 0
