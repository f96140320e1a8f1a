"""Other players' tiles in a photo: whose they are is told in one tap; and all seats are checked together."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page import table
from tests.world.laid import WINNER, read, wire
from vision.wire.readings import correct

READY = "1s 1s 2s 3s 4s 6p 7p 8p 3m 3m 3m 9p 9p"
KINDS = ["1s", "1s", "2s", "3s", "4s", "6p", "7p", "8p", "3m", "3m", "3m", "9p", "9p"]
SORTED = ["3m", "3m", "3m", "6p", "7p", "8p", "9p", "9p", "1s", "1s", "2s", "3s", "4s"]
THEIRS = {"op": "move", "tiles": list(range(13)), "role": "hand", "owner": "opposite"}


def show(page: Page, reading: dict[str, Any]) -> None:
    """A photo is chosen, and this is read."""
    page.route("**/v1/photos/read", lambda route: route.fulfill(json=reading | {"priced_by": "zhuoji"}))
    page.set_input_files("#file", table.SAMPLES / "win.jpg")
    expect(page.locator(".overlay")).to_be_visible()


def test_a_read_hand_is_the_other_players_with_one_tap(page: Page) -> None:
    show(page, wire(correct(read(READY, WINNER, apart=9), [THEIRS])))
    assert table.kinds(table.strip(page, "照片里 对家 的牌")) == KINDS
    page.get_by_role("button", name="这是 对家 的牌").click()
    expect(page.locator("#q-whose")).to_contain_text("对家 ✓")
    assert table.kinds(table.strip(page, "手牌"))[:2] == ["1m", "2m"], "my own hand stays"
    table.pick(page, "whose", "对家 ✓")
    expect(table.strip(page, "手牌")).to_be_visible()
    assert table.kinds(table.strip(page, "手牌")) == SORTED


def test_the_hand_that_is_mine_was_taken_for_another_ones(page: Page) -> None:
    show(page, wire(correct(read(READY, WINNER, apart=9), [THEIRS])))
    page.get_by_role("button", name="这手是我的").last.click()
    expect(table.strip(page, "手牌").locator("button[data-kind]")).to_have_count(13)
    assert table.kinds(table.strip(page, "手牌")) == KINDS
    assert table.kinds(table.strip(page, "照片里 对家 的牌"))[:3] == ["1m", "2m", "3m"]


@pytest.mark.parametrize("who", ["下家", "对家", "上家"])
def test_a_row_that_nobody_owned_is_told_to_be_somebodys(page: Page, who: str) -> None:
    show(page, wire(read(READY, WINNER, apart=14)))
    page.locator("summary", has_text=re.compile("不算的牌")).click()
    page.get_by_role("group", name="这几张是谁的？").get_by_role("button", name=who).click()
    expect(table.strip(page, f"照片里 {who} 的牌")).to_be_visible()
    assert sorted(map(str, table.kinds(table.strip(page, f"照片里 {who} 的牌")))) == sorted(KINDS)


def test_five_of_a_kind_over_two_seats_are_told_with_whose_they_are(page: Page) -> None:
    show(page, wire(read("8m 8m 8m 1p 2p 3p 4p 5p 6p 7s 8s 9s 9s")))
    expect(page.locator("#together")).to_have_count(0)
    table.pick(page, "whose", "对家")
    page.unroute("**/v1/photos/read")
    show(page, wire(read("8m 8m 1s 2s 3s 4s 5s 6s 7p 8p 9p 3m 3m")))
    expect(page.locator("#together")).to_contain_text("八万 一共 5 张")
    expect(page.locator("#together")).to_contain_text("我 3 张、对家 2 张")
    table.correct(page, "手牌", "8m", "7m")
    expect(page.locator("#together")).to_have_count(0)
