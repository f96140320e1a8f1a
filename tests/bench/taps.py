"""Taps and seconds of what people do on the page: python -m tests.bench.taps [--net NAME] [--cpu N] [--root CHECKOUT]

A tap is whatever is touched; a field that is filled counts as one. Seconds are those that the page takes: nobody thinks
in between. The walks: a first settled round of a photo; the same with everything told that its money hangs on, in an
evening; four hands by photo in a drawn round (readings are given, so without the service's time for them); an evening
of eight rounds by photo, of which one is mended. `--root`: another checkout's page, an older one too.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect, sync_playwright

from tests.bench.page import NETS, phone
from tests.page.table import FLAGS, ROOT, SAMPLES, SERVE

NAMES = ("甲", "乙", "丙", "丁")
HANDS = ("123m456m789m11p23s", "123m456m789m22p23s", "123m456m789m33p56s", "123m456m789m44p56s")


class Walk:
    """A player on the page; counts what they touch."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, place: str | Locator) -> None:
        (self.page.locator(place).first if isinstance(place, str) else place.first).click()
        self.taps += 1

    def pick(self, question: str, answer: str) -> None:
        self.tap(self.page.locator(f"#q-{question}").get_by_text(answer, exact=True))

    def fill(self, place: Locator, text: str) -> None:
        place.fill(text)
        self.taps += 1

    def photo(self) -> None:
        """Two taps: the button, and the photo in the phone's own list."""
        if not self.page.locator("#file").count():  # an older page's evening leads to the photo, but takes none
            self.tap("#next-round")
        self.page.set_input_files("#file", SAMPLES / "win.jpg")
        self.taps += 2
        self.page.locator(".overlay use").first.wait_for()

    def settled(self) -> None:
        self.tap("#settle")
        expect(self.page.locator(".balance")).to_be_visible(timeout=30_000)

    def begin(self) -> None:
        """An evening of four names."""
        self.tap(self.page.get_by_role("link", name="牌局"))
        for seat, name in enumerate(NAMES):
            self.fill(self.page.locator("input[name=name]").nth(seat), name)
        self.tap("#begin")
        self.page.locator("#next-round").wait_for()

    def ended(self, how: str) -> None:
        """Said where the tiles are; an older page asks for it among the facts."""
        asked = self.page.locator("#q-end").count()
        if asked:
            self.pick("end", how)
        else:
            self.tap("#to-facts")
        self.page.locator("#facts-title").wait_for()
        if not asked and how != "自摸":
            self.pick("end", how)

    def asked(self) -> None:
        """What the page does not settle without: a way to win, and whether anybody saw the turned tile."""
        if self.page.locator("#q-end.missing").count():
            self.pick("end", "自摸")
        if self.page.locator("#q-turned.missing").count():
            self.tap(self.page.locator("#q-turned button").last)


def first_round(walk: Walk) -> None:
    walk.photo()
    walk.ended("自摸")
    walk.asked()
    walk.settled()


def full_facts(walk: Walk) -> None:
    """Self-drawn, no 杠上花, the turned tile, 乙 alone was ready, nobody threw a 幺鸡."""
    walk.begin()
    walk.photo()
    walk.ended("自摸")
    if walk.page.locator("#q-end .tag").count():  # an older page takes it by default
        walk.pick("end", "自摸")
    walk.pick("after_kong", "不是")
    walk.tap("#q-turned button")
    walk.tap("dialog [data-kind='3p']")
    if walk.page.locator("#q-ready").count():
        walk.pick("ready", "乙")
    else:  # an older page asks each player
        for seat, answer in ((1, "听了"), (2, "没听"), (3, "没听")):
            walk.tap(f"#player-{seat} summary")
            walk.pick(f"ready-{seat}", answer)
    if walk.page.locator("#q-first-1s").count():
        walk.pick("first-1s", "没人打")
    walk.settled()


def reading_of(hand: str) -> dict[str, Any]:
    """Of thirteen tiles in a row."""
    kinds = [rank + one[-1] for one in _suits(hand) for rank in one[:-1]]
    tiles = [
        {"tile": kind, "box": [50 * at, 50, 50 * at + 48, 118], "confidence": 0.99, "alternatives": [], "group": 0}
        for at, kind in enumerate(kinds)
    ]
    group = {"role": "hand", "tiles": [*range(len(tiles))], "number": 0, "owner": "near"}
    return {
        "width": 700, "height": 200, "model": "x", "tiles": tiles, "groups": [group], "hand": hand, "melds": [],
        "winning_tile": None, "turned": None, "players": {}, "doubts": [], "ok": True,
    }  # fmt: skip


def _suits(hand: str) -> list[str]:
    found, start = [], 0
    for at, letter in enumerate(hand):
        if letter.isalpha():
            found.append(hand[start : at + 1])
            start = at + 1
    return found


def four_hands(walk: Walk) -> None:
    readings = [reading_of(hand) for hand in HANDS]
    walk.page.route("**/v1/photos/read", lambda route: _given(route, readings))
    for seat, who in enumerate(("我", "下家", "对家", "上家")):
        if seat:
            walk.pick("whose", who)
        walk.photo()
    walk.ended("黄庄，没人胡")
    walk.settled()


def _given(route: Route, readings: list[dict[str, Any]]) -> None:
    route.fulfill(json=readings.pop(0))


def an_evening(walk: Walk) -> None:
    """Eight rounds; of the fourth it was the discard of 丁."""
    walk.begin()
    for at in range(8):
        walk.photo()
        walk.ended("自摸")
        walk.asked()
        walk.settled()
        walk.tap("#record")
        walk.page.locator("#next-round").wait_for()
        if at == 4:
            walk.tap(walk.page.locator(".rounds tbody button").nth(3))
            walk.tap(walk.page.get_by_role("button", name="改", exact=True))
            walk.pick("end", "点炮")
            walk.pick("from", "丁")
            walk.settled()
            walk.tap("#record")
            walk.page.locator("#next-round").wait_for()
    assert walk.page.locator(".rounds tbody tr").count() == 8


WALKS: tuple[Callable[[Walk], None], ...] = (first_round, full_facts, four_hands, an_evening)


def main(told: argparse.Namespace) -> None:
    """A line for each walk."""
    with (
        subprocess.Popen(SERVE, cwd=told.root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server,
        sync_playwright() as playwright,
    ):
        address = next(word for line in server.stdout or () for word in line.split() if word.startswith("http"))
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        for steps in WALKS:
            with phone(browser, "", told.net, told.cpu) as page:
                page.set_default_timeout(60_000)
                walk, start = Walk(page), time.perf_counter()
                page.goto(address)
                steps(walk)
                print(f"{steps.__name__:12} {walk.taps:4} taps, {time.perf_counter() - start:6.1f} s")
        browser.close()
        server.terminate()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--net", choices=sorted(NETS), default="none")
    parser.add_argument("--cpu", type=int, default=1)
    parser.add_argument("--root", type=Path, default=ROOT)
    main(parser.parse_args())
