"""A photo becomes a settlement: read, one tile corrected, the facts told, who pays whom."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from urllib.request import Request, urlopen

from playwright.sync_api import Page, expect

from tests.page import evening, table


def test_the_photo_shows_with_its_tiles_drawn_over_it(page: Page) -> None:
    table.choose_photo(page, "win.jpg")
    assert table.kinds(table.strip(page, "手牌")) == ["2m", "3m", "4m", "6p", "7p", "5s", "5s"]
    assert table.kinds(table.strip(page, "胡的那张")) == ["8p"]
    assert table.kinds(table.strip(page, "碰")) == ["9m", "9m", "9m"]
    assert table.kinds(table.strip(page, "暗豆")) == ["back", "1s", "1s", "back"]
    assert page.locator(".overlay .box").count() == 15
    named = table.strip(page, "手牌").locator("button[data-kind]")
    names = [button.get_attribute("aria-label") for button in named.all()]
    assert [str(name).removesuffix("，拿不准") for name in names] == [
        "二万",
        "三万",
        "四万",
        "六筒",
        "七筒",
        "五条",
        "五条",
    ]
    expect(page.locator(".preview")).to_contain_text("平胡")
    shown = page.locator(".photo img").evaluate("image => [image.naturalWidth, image.naturalHeight]")
    assert shown == [1600, 1200]


def test_liupanshui_with_one_tile_corrected(page: Page) -> None:
    """004: 平胡 1, 庄 streak 1 + 1, 闷豆 3, four 幺鸡 4 = 10 from each; the 8p that was read would be 1 more."""
    table.choose_photo(page, "win.jpg")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    table.correct(page, "胡的那张", "8p", "5p")
    assert [url.rsplit("/v1/", 1)[1] for url in sent if "/v1/readings" in url or "/v1/photos" in url] == ["readings"]
    table.to_facts(page)
    table.rule_set(page, "六盘水信号鸡")
    table.pick(page, "end", "自摸")
    table.turned(page, "3p")
    table.settle(page)
    assert table.balance(page) == ["+30", "−10", "−10", "−10"]
    assert table.ledger(page) == {
        "下家、对家、上家 各给 我 10 个": ["平胡 1", "庄 连庄第 1 次 1 + 1 = 2", "闷豆 3", "幺鸡 1 × 4 = 4"],
    }
    expect(page.locator(".assumed")).to_contain_text("没看到下家、对家、上家的牌，当作没叫牌")
    expect(page.locator(".next")).to_contain_text("下局 我 坐庄 （连 2 次）")


def test_guiyang_on_a_discard(page: Page) -> None:
    """002: 平胡 1 from the discarder; 闷豆 2, four 幺鸡 concealed 5, the turned chicken 5p 1 from each."""
    table.choose_photo(page, "win.jpg")
    table.correct(page, "胡的那张", "8p", "5p")
    table.to_facts(page)
    table.rule_set(page, "贵阳麻将")
    expect(page.locator("[id^='q-first']")).to_have_count(0)  # guiyang knows no first chicken
    table.pick(page, "end", "点炮")
    expect(page.locator("#gaps")).to_contain_text("谁点的")
    table.pick(page, "from", "下家")
    table.turned(page, "4p")
    table.settle(page)
    assert table.balance(page) == ["+25", "−9", "−8", "−8"]


def test_a_doubt_is_walked_through(page: Page) -> None:
    """What a player confirms is no doubt any more, and the photo stays where it is."""
    table.choose_photo(page, "win.jpg")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    walk = page.get_by_role("button", name="逐个看")
    if not walk.is_visible():  # a better eye has none
        expect(page.locator(".good")).to_be_visible()
        return
    walk.click()
    for _ in range(12):
        right = page.locator("dialog").get_by_role("button", name="没错")
        if not right.is_visible():
            break
        right.click()
    page.locator("dialog").get_by_role("button", name="好", exact=True).click()
    expect(page.get_by_role("button", name="逐个看")).to_have_count(0)
    assert not [url for url in sent if "/photos/" in url]


def test_a_tile_is_dropped_added_moved_and_the_correction_undone(page: Page) -> None:
    table.choose_photo(page, "win.jpg")
    hand = table.strip(page, "手牌")
    hand.locator("[data-kind='2m']").click()
    page.get_by_role("button", name="没有这张").click()
    expect(hand.locator("[data-kind='2m']")).to_have_count(0)
    expect(page.locator(".preview")).to_contain_text("听")  # 13 − 3·2 tiles: what does it wait for
    hand.get_by_role("button", name="加一张到手牌").click()
    page.locator("dialog [data-kind='5m']").click()
    expect(hand.locator("[data-kind='5m']")).to_be_visible()
    expect(page.locator(".preview")).to_contain_text("平胡")  # 345m again
    hand.locator("[data-kind='7p']").click()
    page.locator("dialog").get_by_role("button", name="胡的那张").click()
    expect(table.strip(page, "胡的那张").locator("[data-kind='7p']")).to_be_visible()
    expect(hand.locator("[data-kind='8p']")).to_be_visible()
    for _ in range(2):
        page.get_by_role("button", name="撤销上一处改动").click()
        expect(page.locator(".waiting")).to_have_count(0)
    expect(table.strip(page, "胡的那张").locator("[data-kind='8p']")).to_be_visible()


def test_touching_the_photo_opens_the_tile_that_lies_there(page: Page) -> None:
    table.choose_photo(page, "win.jpg")
    box = page.locator('.overlay .box:has(use[href$="#2m"]) rect').bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text("现在是二万")
    assert dialog.locator(".keypad [data-kind]").count() == 29  # all 27, a back, none of them


def test_another_player_s_photo_in_a_drawn_round(page: Page) -> None:
    """查叫: he alone is ready, for a 平胡; the unseen others pay 1 each. It is his hand that the page asks about."""
    page.locator("#q-whose").get_by_text("下家").click()
    table.choose_photo(page, "waiting.jpg")
    expect(page.locator(".preview")).to_contain_text("听牌")
    table.to_facts(page)
    table.pick(page, "end", "黄庄，没人胡")
    expect(page.locator("#player-1 summary")).to_contain_text("牌已有")
    if page.locator("#gaps").count():  # a kong whose feeder the photo doesn't tell
        page.locator("#player-1").get_by_role("button", name="谁点的？").click()
        page.locator("#meld-from").get_by_text("我", exact=True).click()
        page.get_by_role("button", name="好了").click()
    table.settle(page)
    assert table.balance(page) == ["−1", "+3", "−1", "−1"]
    assert "下家 没看牌" not in page.locator(".assumed").inner_text()


def test_a_link_keeps_the_deal_and_nothing_of_it_reaches_the_server(page: Page, server: str) -> None:
    table.choose_photo(page, "win.jpg")
    table.to_facts(page)
    table.settle(page)
    expected = table.ledger(page)
    link = page.locator("#link").input_value()
    assert link.startswith(f"{server}/#deal=")
    asked: list[str] = []
    other = page.context.browser.new_context(locale="zh-CN")  # type: ignore[union-attr]
    with other:
        fresh = other.new_page()
        fresh.on("request", lambda request: asked.append(request.url))
        fresh.goto(link)
        expect(fresh.locator(".balance")).to_be_visible()
        seen_by_them = {"我": "东家（发的人）", "下家": "南家", "对家": "西家", "上家": "北家"}
        shown = json.loads(
            re.sub("|".join(seen_by_them), lambda one: seen_by_them[one[0]], json.dumps(expected, ensure_ascii=False))
        )
        assert table.ledger(fresh) == shown
        assert not [url for url in asked if "deal=" in url.split("#")[0]]
        fresh.goto(f"{server}/#deal=broken!")
        expect(fresh.get_by_role("alert")).to_contain_text("链接坏了")


def test_the_picture_is_a_png_of_the_answer(page: Page) -> None:
    table.choose_photo(page, "win.jpg")
    table.to_facts(page)
    table.settle(page)
    with page.expect_download() as download:
        page.locator("#picture").click()
    data = download.value.path().read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    assert width == 1080
    assert height > 800
    assert len(data) > 30_000  # tiles and words, not an empty sheet


def test_no_picture_is_said_so(page: Page, refusals: list[str]) -> None:
    refusals.append("status of 415")
    page.set_input_files("#file", {"name": "notes.jpg", "mimeType": "image/jpeg", "buffer": b"not a picture"})
    expect(page.get_by_role("alert")).to_contain_text("这不是能看的照片")


def test_the_page_and_the_api_settle_alike(page: Page, server: str) -> None:
    """The deal in the link, settled by the API itself."""
    table.choose_photo(page, "win.jpg")
    table.to_facts(page)
    table.settle(page)
    deal = page.evaluate("async () => (await import('/page/js/link.js')).fromFragment(location.hash).deal")
    request = Request(f"{server}/v1/settle", json.dumps(deal).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        settled = json.load(answer)
    shown = [int(units.replace("−", "-")) for units in table.balance(page)]
    assert shown == settled["balance"]


def test_a_photo_may_be_dropped_or_pasted(page: Page) -> None:
    data = b64encode((table.SAMPLES / "win.jpg").read_bytes()).decode()
    for event, holder in (("drop", "dataTransfer"), ("paste", "clipboardData")):
        page.evaluate(
            """([data, name, holder]) => {
                const files = new DataTransfer();
                const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
                files.items.add(new File([bytes], 'photo.jpg', { type: 'image/jpeg' }));
                const event = new Event(name, { bubbles: true, cancelable: true });
                Object.defineProperty(event, holder, { value: files });
                document.querySelector('main').dispatchEvent(event);
            }""",
            [data, event, holder],
        )
        expect(page.locator(".preview")).to_contain_text("平胡")
        page.get_by_role("button", name="清空重来").click()
        expect(page.locator(".preview")).to_have_count(0)


def test_an_unreachable_server_is_said_and_tried_again(page: Page, refusals: list[str]) -> None:
    refusals.append("Failed to load resource")
    page.route("**/v1/photos/read", lambda route: route.abort())
    page.set_input_files("#file", table.SAMPLES / "win.jpg")
    expect(page.get_by_role("alert")).to_contain_text("连不上服务器")
    page.unroute("**/v1/photos/read")
    page.get_by_role("button", name="再试").click()
    expect(page.locator(".preview")).to_contain_text("平胡")


def test_from_a_read_photo_to_money_in_six_taps(page: Page) -> None:
    """In an evening, with everything told that the money of this round hangs on for sure."""
    evening.begin_as(page, "甲", dealer="甲")
    table.to_hand(page)
    table.choose_photo(page, "win.jpg")
    page.evaluate("() => { window.taps = 0; addEventListener('pointerdown', () => window.taps++, true) }")
    table.pick(page, "end", "自摸")  # beneath the tiles, and leads on
    expect(page.locator("#facts-title")).to_be_focused()
    table.pick(page, "after_kong", "不是")
    table.turned(page, "3p")
    page.locator("#q-ready").get_by_text("乙", exact=True).click()
    page.locator("#settle").click()
    expect(page.locator(".balance")).to_be_visible()
    assert page.evaluate("() => window.taps") == 6
    left = page.locator(".assumed").inner_text()
    assert not re.search("自摸|坐庄|翻|杠上花|没叫牌", left)


def test_a_winning_hand_that_is_said_not_to_have_won_is_told(page: Page) -> None:
    """Its fourteenth tile would make it a 相公: it is said before anything is settled, with the way to its tiles."""
    table.choose_photo(page, "win.jpg")
    table.to_facts(page)
    odd = page.locator(".gaps.amiss")
    expect(odd).to_have_count(0)
    table.pick(page, "end", "自摸")
    expect(odd).to_have_count(0)
    table.pick(page, "end", "黄庄，没人胡")
    expect(odd).to_contain_text("我的牌是胡的")
    odd.get_by_role("link", name="看牌").click()
    table.strip(page, "胡的那张").locator("[data-kind='8p']").click()
    page.get_by_role("button", name="没有这张").click()
    expect(page.locator(".preview")).to_contain_text("听牌")
    table.to_facts(page)
    expect(page.locator("#q-end input:checked")).to_have_count(1)
    expect(odd).to_have_count(0)


def test_another_round_knows_who_deals(page: Page) -> None:
    table.choose_photo(page, "win.jpg")
    table.to_facts(page)
    table.settle(page)
    page.locator("#again").click()
    table.to_facts(page)
    expect(page.locator("#q-dealer input:checked + span")).to_have_text("我")
    expect(page.locator(".stepper output").first).to_have_text("2")
