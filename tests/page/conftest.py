"""A real server and a real browser at a phone's size. Without Chromium the tests skip; under CI that fails."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.page import table
from tests.page.table import MOBILE, ROOT, SERVE


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of `zhuoji serve` on a free port."""
    with subprocess.Popen(SERVE, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        address = next((word for line in process.stdout for word in line.split() if word.startswith("http")), None)
        assert address, "zhuoji serve printed no address"
        yield address
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()


@pytest.fixture(scope="module")  # while it is open its event loop runs, which other tests' asyncio.run refuses
def browser() -> Iterator[Browser]:
    with table.chromium() as started:
        yield started


@pytest.fixture
def browser_options() -> dict[str, Any]:
    """What a test may want of the browser beside a phone's size: `color_scheme`, `reduced_motion` …"""
    return {}


@pytest.fixture
def refusals() -> list[str]:
    """What a test provokes and the browser then logs by itself, "status of 415" for one."""
    return []


@pytest.fixture
def page(browser: Browser, server: str, browser_options: dict[str, Any], refusals: list[str]) -> Iterator[Page]:
    """The page, open; at the end nothing may have been logged and no other host asked."""
    context = browser.new_context(**MOBILE | browser_options, base_url=server)
    context.set_default_timeout(15_000)
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("console", lambda message: wrong.append(f"console {message.type}: {message.text}"))
    opened.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    context.on("request", lambda request: _other_host(request.url, server, wrong))
    opened.goto("/")
    opened.locator("main h2").wait_for()
    yield opened
    context.close()
    refusals.append("Service Worker registration blocked by Playwright")
    assert [one for one in wrong if not any(provoked in one for provoked in refusals)] == []


def _other_host(url: str, server: str, wrong: list[str]) -> None:
    if not url.startswith((server + "/", "blob:" + server, "data:")):
        wrong.append(f"asked {url}")
