"""Without a net: the page opens, what was answered stays readable, and what needs the net is said."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scoring.rulesets import RULE_SETS
from tests.page import table
from tests.page.evening import play_one, recorded_names

KEPT = """async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise(done => setTimeout(done, 50));
}"""


FETCHED = "async use => (await fetch(use.href.baseVal)).ok"


@pytest.fixture
def context(browser: Browser, server: str) -> Iterator[BrowserContext]:
    """A phone that may keep the page."""
    with browser.new_context(**table.MOBILE | {"service_workers": "allow"}, base_url=server) as opened:
        opened.set_default_timeout(20_000)
        yield opened


@pytest.fixture
def kept(context: BrowserContext) -> Page:
    """The page, opened once with a net and kept."""
    page = context.new_page()
    page.goto("/")
    page.evaluate(KEPT)
    expect(page.locator("#hand-title")).to_be_visible()
    return page


def test_the_page_opens_and_the_last_answers_are_readable(kept: Page, context: BrowserContext) -> None:
    play_one(kept, book=False)
    settled = kept.locator(".balance").inner_text()
    context.set_offline(True)
    kept.reload()
    assert kept.locator(".balance").inner_text() == settled
    expect(kept.locator("#offline")).to_contain_text("没有网")
    kept.locator("#record").click()
    assert recorded_names(kept) == ["甲"]
    again = context.new_page()
    again.goto("/#evening")
    assert recorded_names(again) == ["甲"]
    table.to_hand(again)
    again.get_by_role("button", name="手动输牌").click()
    assert again.locator(".keypad use").first.evaluate(FETCHED)


def test_what_needs_the_net_says_so_and_goes_on_with_it(kept: Page, context: BrowserContext) -> None:
    context.set_offline(True)
    expect(kept.locator("#offline")).to_be_visible()
    kept.set_input_files("#file", table.SAMPLES / "win.jpg")
    expect(kept.get_by_role("alert")).to_contain_text("连不上服务器")
    kept.reload()
    expect(kept.get_by_role("alert")).to_contain_text("连不上服务器")  # the photo waits
    context.set_offline(False)
    expect(kept.locator("#offline")).to_have_count(0)
    kept.get_by_role("button", name="再试").click()
    expect(kept.locator(".preview")).to_contain_text("平胡")
    table.to_facts(kept)
    table.pick(kept, "end", "黄庄，没人胡")
    context.set_offline(True)
    kept.locator("#settle").click()
    expect(kept.get_by_role("alert")).to_contain_text("连不上服务器")
    context.set_offline(False)
    kept.get_by_role("button", name="再试").click()
    expect(kept.locator(".balance")).to_be_visible()


def test_the_kept_page_is_small_and_of_one_version(kept: Page) -> None:
    names = kept.evaluate(
        """async () => {
            const found = {};
            for (const name of await caches.keys()) {
                found[name] = (await (await caches.open(name)).keys()).map(request => new URL(request.url).pathname);
            }
            return found;
        }"""
    )
    shells = [name for name in names if name.startswith("page ")]
    assert len(shells) == 1
    version = shells[0].removeprefix("page ")
    assert "/" in names[shells[0]]
    assert {path for path in names[shells[0]] if path != "/"} == {
        f"/page/{version}/{name}" for name in ("js/later.js", "tiles.svg", "icon.svg")
    }


def test_a_newer_page_brings_its_rule_sets(kept: Page) -> None:
    """Those that an older page kept may lack what it wants."""
    kept.evaluate(
        """async () => {
            const answers = await caches.open('answers');
            await answers.put('/v1/rules', new Response('{"rule_sets": []}'));
            await (await navigator.serviceWorker.ready).unregister();
        }"""
    )
    kept.reload()
    kept.evaluate(KEPT)
    sets = kept.evaluate("async () => (await (await caches.match('/v1/rules')).json()).rule_sets.map(({ id }) => id)")
    assert sorted(sets) == sorted(RULE_SETS)


def test_the_page_can_be_installed(kept: Page) -> None:
    session = kept.context.new_cdp_session(kept)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],
    )
