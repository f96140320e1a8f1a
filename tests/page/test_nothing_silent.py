"""A wrong score starts a quarrel: what nobody said is listed, nothing is recorded twice, nothing unfinished is lost."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.page import table

ASSUMED = """async ([id, patch, players]) => {
    const { assumptions } = await import('/page/js/assumed.js');
    const { newRound, withPlayer } = await import('/page/js/round.js');
    const { wants } = await import('/page/js/rulebook.js');
    const rules = await (await fetch('/v1/rules')).json();
    let round = newRound({ rules: id, ...patch });
    for (const [seat, told] of Object.entries(players)) round = withPlayer(round, Number(seat), told);
    return assumptions(round, wants({ rules, round }));
}"""
WINNER = {"seen": True, "hand": ["2m", "3m", "4m", "6p", "7p", "5s", "5s"], "apart": "5p"}
OWN_KONG = {"kind": "concealed", "tile": "9s"}


def assumed(page: Page, rules: str, told: dict[str, Any], **seats: dict[str, Any]) -> set[str]:
    """What is taken by default in a round of `rules`: `told` of it, and `seat0` … of the players."""
    players = {name.removeprefix("seat"): player for name, player in seats.items()}
    return set(page.evaluate(ASSUMED, [rules, told, players]))


def listed(page: Page) -> list[str]:
    """The list of what nobody said, as shown."""
    return page.locator(".assumed li").all_inner_texts()


def begin_evening(page: Page) -> None:
    page.get_by_role("link", name="牌局").click()
    for seat, name in enumerate(["甲", "乙", "丙", "丁"]):
        page.locator("input[name=name]").nth(seat).fill(name)
    page.locator("#begin").click()
    page.locator("#next-round").click()


def settle_a_photo(page: Page) -> None:
    table.choose_photo(page, "win.jpg")
    table.to_facts(page)
    table.settle(page)


def test_each_rule_set_lists_what_it_pays_and_nothing_else(page: Page) -> None:
    """Only liupanshui owes for the discards of the unready; guiyang knows no first chicken, no 庄, no discards."""
    melds = [{"kind": "pong", "tile": "9m"}, OWN_KONG]
    winner = {**WINNER, "melds": melds}
    won = {"end": "self_draw"}
    always = {"stake", "winner:0", "dealer:0", "kong_bloom"}
    seats = {f"{code}:{seat}" for code in ("kongs", "chickens") for seat in (1, 2, 3)}
    assert assumed(page, "guiyang", won, seat0=winner) == always | seats
    assert assumed(page, "zhuoji", won, seat0=winner) == always | {"streak", "first_discarder:1s", "discards:0"}
    liupanshui = assumed(page, "liupanshui", won, seat0=winner)
    assert {
        "first_discarder:1s",
        "first_discarder:8p",
        "discards:0",
        "discards:3",
        "kongs:1",
        "declared:2",
    } <= liupanshui
    assert not any(code.startswith("chickens:") for code in liupanshui)  # they are not ready
    drawn = assumed(page, "guizhou", {"end": "drawn"}, seat0={"seen": True})
    assert drawn == {"stake", "dealer:0"}


def test_what_is_said_is_no_longer_assumed(page: Page) -> None:
    told: dict[str, Any] = {
        "stake": 2,
        "end": "self_draw",
        "winners": [0],
        "dealer": 1,
        "streak": 2,
        "after_kong": None,
    }
    told |= {"first": {"1s": {"seat": None}}}  # nobody discarded one: none lies before anybody
    winner = {**WINNER, "melds": [{"kind": "pong", "tile": "9m"}, OWN_KONG]}
    ready = {"ready": True, "kongless": True, "chickens": {"1s": 0}, "declared": None}
    assert assumed(page, "zhuoji", told, seat0=winner, seat1=ready) == set()
    untold = {**ready, "chickens": {}, "kongless": False}
    assert assumed(page, "zhuoji", told, seat0=winner, seat1=untold) == {"chickens:1", "kongs:1"}
    lying = {**told, "first": {"1s": {"seat": 2}}}
    assert "fate:1s:lying" in assumed(page, "zhuoji", lying, seat0=winner, seat1=ready)


def test_who_fed_a_kong_of_the_photo_is_assumed_until_somebody_says_so(page: Page) -> None:
    feeder = """async () => {
        const { newPlayer } = await import('/page/js/round.js');
        const { patchOf } = await import('/page/js/reading.js');
        const tiles = Array(4).fill({ tile: '7p' });
        const reading = { hand: '', tiles, groups: [{ role: 'meld', tiles: [0, 1, 2, 3] }], winning_tile: null,
            melds: [{ kind: 'exposed', tile: '7p', group: 0, fed_by: 'right' }] };
        return patchOf(reading, newPlayer(), 0, 4).melds;
    }"""
    melds = page.evaluate(feeder)
    assert melds == [{"kind": "exposed", "tile": "7p", "from": 1}]
    told = {"end": "self_draw", "winners": [0]}
    found = assumed(page, "zhuoji", told, seat0={**WINNER, "melds": melds})
    assert "meld:0:7p:exposed:1" in found
    assert not any(
        code.startswith("meld")
        for code in assumed(page, "zhuoji", told, seat0={**WINNER, "melds": [{**melds[0], "confirmed": True}]})
    )
    words = """async codes => {
        const { assumedWords } = await import('/page/js/summary.js');
        const { start } = await import('/page/js/store.js');
        const { newRound } = await import('/page/js/round.js');
        const rules = await (await fetch('/v1/rules')).json();
        start({ rules, round: newRound({ rules: 'zhuoji' }), evening: null });
        const deal = { rules: 'zhuoji', stake: 1, dealer: 0, players: [{}, {}, {}, {}], wins: [] };
        return assumedWords({ deal, assumed: codes }, { assumed: [] }, seat => '甲乙丙丁'[seat]);
    }"""
    expect(page.locator("main")).not_to_contain_text("正在取规矩")
    assert page.evaluate(words, ["meld:0:7p:exposed:1", "kongs:1", "kongs:3"]) == [
        "甲 的七筒看照片当作明豆·乙打的",
        "乙、丁 没看到牌，当作没有碰杠",
    ]


@pytest.mark.parametrize(
    ("hand", "melds", "gaps"),
    [
        (["1m", "2m"], [{"kind": "pong", "tile": "9s", "group": 1}], []),
        (["1m", "other"], [{"kind": "pong", "tile": "9s", "group": 1}], ["hand:0"]),
        (["back", "2m"], [{"kind": "pong", "tile": "9s", "group": 1}], ["hand:0"]),
        (["1m", "2m"], [], ["hand:0"]),
        (["1m", "2m"], [{"kind": "concealed", "tile": None, "group": 1}], ["hand:0"]),
    ],
)
def test_a_hand_that_was_not_wholly_read_is_no_miscount(
    page: Page, hand: list[str], melds: Any, gaps: list[str]
) -> None:
    """A tile or a meld without a name, or tiles laid as a meld that are none: that is told before it is settled."""
    found = page.evaluate(
        """async ([hand, melds]) => {
            const { newPlayer, newRound, missing, withPlayer } = await import('/page/js/round.js');
            const { patchOf } = await import('/page/js/reading.js');
            const tiles = [...hand, '9s', '9s', '9s'].map(tile => ({ tile }));
            const groups = [{ role: 'hand', tiles: [0, 1] }, { role: 'meld', tiles: [2, 3, 4] }];
            const named = hand.filter(tile => tile.length === 2).join('');
            const reading = { hand: named, tiles, groups, melds, winning_tile: null };
            const round = withPlayer(newRound({ end: 'drawn' }), 0, patchOf(reading, newPlayer(), 0, 4));
            return missing(round, { firsts: [] });
        }""",
        [hand, melds],
    )
    assert found == gaps


def test_the_answer_lists_what_was_assumed_until_it_is_said(page: Page) -> None:
    settle_a_photo(page)
    expect(page.locator("#settled-by")).to_have_text("捉鸡麻将 · 底注 1 · 我 坐庄第 1 次")
    before = listed(page)
    assert "底注没说，当作 1" in before
    assert "当作 我 坐庄" in before
    assert "没说翻出哪张，当作没有翻鸡" in before
    page.get_by_role("link", name="不对？去改").click()
    page.locator("#q-dealer").get_by_text("我", exact=True).click()  # the default itself, said
    expect(page.locator("#q-dealer legend")).not_to_contain_text("默认")
    table.turned(page, "9s")
    expect(page.locator("#q-turned")).to_contain_text("翻出九条，幺鸡是金鸡")
    table.settle(page)
    assert not {"当作 我 坐庄", "没说翻出哪张，当作没有翻鸡"} & set(listed(page))
    expect(page.locator("#settled-by")).to_contain_text("翻出九条，幺鸡是金鸡")


def test_guiyang_does_not_speak_of_readiness_that_pays_nobody(page: Page) -> None:
    table.choose_photo(page, "win.jpg")
    table.to_facts(page)
    table.rule_set(page, "贵阳麻将")
    table.settle(page)
    assert "下家、对家、上家 没看到牌，当作手里没有鸡" in listed(page)
    assert not any("没听" in line for line in listed(page))


def test_an_answer_that_no_longer_holds_says_so(page: Page) -> None:
    settle_a_photo(page)
    page.get_by_role("link", name="情况").click()
    table.pick(page, "dealer", "下家")
    page.get_by_role("link", name="算账", exact=True).click()
    expect(page.locator(".gaps")).to_contain_text("情况改过了")
    page.locator(".gaps").get_by_role("button", name="算账").click()
    expect(page.locator(".gaps")).to_have_count(0)
    assert table.ledger(page)["下家 给 我 8 个"][1] == "庄 连庄第 1 次 1"


def test_an_unfinished_answer_leads_to_what_is_missing(page: Page) -> None:
    table.to_facts(page)
    table.pick(page, "end", "点炮")
    page.get_by_role("link", name="算账", exact=True).click()
    page.get_by_role("link", name="我的牌").click()
    expect(page.locator("#player-0 summary")).to_be_focused()


def test_no_chicken_is_there_five_times(page: Page) -> None:
    """Three 幺鸡 in the winner's hand leave one for all the others together."""
    table.enter(page, "111s234678m34p55s5p")
    table.to_facts(page)
    page.locator("#player-1 summary").click()
    held = page.get_by_role("group", name="手里的幺鸡")
    held.get_by_role("button", name="手里的幺鸡 +").click()
    expect(held.locator("output")).to_have_text("1")
    expect(held.get_by_role("button", name="手里的幺鸡 +")).to_be_disabled()
    page.locator("#player-2 summary").click()
    expect(page.locator("#player-2 .stepper")).to_have_count(0)  # none is left


def test_every_pattern_can_be_his_dearest_wait(page: Page) -> None:
    table.to_facts(page)
    table.pick(page, "end", "黄庄，没人胡")
    page.locator("#player-1 summary").click()
    table.pick(page, "ready-1", "听了")
    offered = page.locator("#q-units-1 .chip").all_inner_texts()
    assert offered == [
        "平胡 1",
        "大对子 5",
        "清一色 10",
        "小七对 10",
        "清大对 15",
        "清七对 15",
        "龙七对 15",
        "清龙背 20",
    ]
    table.pick(page, "units-1", "清一色 10")
    expect(page.locator("#q-units-1 input:checked + span")).to_have_text("清一色 10")
    table.settle(page)
    assert table.balance(page) == ["−10", "+30", "−10", "−10"]


def test_a_round_is_recorded_once_and_edited_in_its_place(page: Page) -> None:
    begin_evening(page)
    settle_a_photo(page)
    assumed_before = listed(page)
    page.locator("#record").click()
    page.get_by_role("link", name="算账", exact=True).click()
    expect(page.locator("#recorded")).to_have_text("记过了（第 1 局）")
    expect(page.locator("#record")).to_have_count(0)
    page.get_by_role("link", name="改", exact=True).click()
    table.settle(page)
    assert listed(page) == assumed_before  # recorded, and still not said by anybody
    page.get_by_role("link", name="情况").click()
    table.pick(page, "dealer", "乙")
    table.settle(page)
    expect(page.locator("#record")).to_have_text("改第 1 局")
    expect(page.locator("#record-anew")).to_have_text("另记为第 2 局")
    page.locator("#record").click()
    expect(page.locator(".rounds tbody tr")).to_have_count(1)


def test_an_unfinished_round_outlives_an_edit_and_a_link(page: Page) -> None:
    begin_evening(page)
    settle_a_photo(page)
    link = page.locator("#link").input_value()
    page.locator("#record").click()
    page.locator("#next-round").click()
    expect(page.locator("#aside")).to_have_count(0)  # what was recorded is not unfinished
    table.enter(page, "123m")
    page.get_by_role("link", name="牌局").click()
    page.locator(".rounds tbody button").first.click()
    page.get_by_role("button", name="改", exact=True).click()
    expect(page.locator("#aside")).to_contain_text("有一局还没算完")
    page.locator("#aside").get_by_role("button", name="接着那局").click()
    assert table.kinds(table.strip(page, "手牌")) == ["1m", "2m", "3m"]
    page.evaluate("link => { location.href = link }", link)
    expect(page.locator(".balance")).to_be_visible()
    page.reload()
    page.locator("#aside").get_by_role("button", name="接着那局").click()
    assert table.kinds(table.strip(page, "手牌")) == ["1m", "2m", "3m"]
    expect(page.locator("#aside")).to_have_count(0)


def test_the_first_round_has_none_before_it(page: Page) -> None:
    rounds = [{"deal": {"dealer": 1}, "next_dealer": 2, "next_streak": 1}, {"deal": {"dealer": 0, "streak": 1}}]
    evening = {"names": [*"甲乙丙丁"], "dealer": 0, "streak": 1, "rounds": rounds}
    broken = "async evening => (await import('/page/js/evening.js')).broken(evening)"
    assert page.evaluate(broken, evening) == [1]


def test_a_picture_of_nothing_and_a_photo_of_none(page: Page, refusals: list[str]) -> None:
    """Both in Chinese, with the camera at hand."""
    refusals.append("status of 415")
    page.set_input_files("#file", {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"\xff\xd8 no"})
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("这不是能看的照片")
    assert not re.search("[a-z]{3,} [a-z]{2,}", alert.inner_text())
    expect(page.locator(".sources").get_by_text("拍照", exact=True)).to_be_visible()
    grey = io.BytesIO()
    Image.new("RGB", (800, 600), (90, 120, 90)).save(grey, "JPEG")
    page.set_input_files("#file", {"name": "b.jpg", "mimeType": "image/jpeg", "buffer": grey.getvalue()})
    expect(alert).to_have_text("没看到牌，重拍一张。")
    expect(page.locator(".sources").get_by_text("拍照", exact=True)).to_be_visible()


def test_a_doubt_that_was_looked_at_counts_no_more(page: Page) -> None:
    table.choose_photo(page, "win.jpg")
    table.strip(page, "手牌").locator("[data-kind='2m']").click()
    page.get_by_role("button", name="没有这张").click()
    walk = page.get_by_role("button", name="逐个看")
    walk.click()
    for _ in range(9):
        seen = page.locator("dialog").get_by_role("button", name=re.compile("知道了|没错"))
        if not seen.is_visible():
            break
        seen.click()
    page.get_by_role("button", name="好", exact=True).click()
    expect(walk).to_have_count(0)
    page.get_by_role("button", name="再看一遍").click()
    expect(walk).to_be_visible()


@pytest.mark.parametrize("stake", ["0", "-5", ""])
def test_a_stake_that_is_none_is_said_so(page: Page, stake: str) -> None:
    table.to_facts(page)
    page.locator("#q-stake").fill(stake)
    page.locator("#q-stake").press("Tab")
    expect(page.get_by_role("alert")).to_have_text(f"底注要大于 0，“{stake}”不行；先按 1 算。")
    page.locator("#q-stake").fill("2")
    page.locator("#q-stake").press("Tab")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_how_an_amount_came_about(page: Page) -> None:
    reckoned = "async ([line, deal]) => (await import('/page/js/answer.js')).reckoned(line, deal)"
    assert page.evaluate(reckoned, [{"reason": "dealer", "units": 3, "count": 1}, {"streak": 2}]) == "2 + 1"
    assert page.evaluate(reckoned, [{"reason": "chicken", "units": 2, "count": 3}, {}]) == "2 × 3"
    assert page.evaluate(reckoned, [{"reason": "win", "units": 5, "count": 1}, {}]) == ""


def test_the_rules_in_short_tell_what_every_rule_set_pays(page: Page) -> None:
    table.to_facts(page)
    short = page.locator("#in-short")
    words = {
        "捉鸡麻将": ["冲锋鸡 2", "庄（连庄） 开", "热炮加（闷豆后） 2", "满堂鸡 都算（满堂鸡）"],
        "贵阳麻将": ["满鸡 5", "抢杠包几家 只包自己那份", "黄庄后的庄 看谁叫了牌"],
        "六盘水信号鸡": ["头庄 2", "杀报 10", "天胡 10", "捉到豆 4", "固定鸡 幺鸡 1、八筒 1"],
    }
    short.locator("summary").click()
    for name, lines in words.items():
        table.pick(page, "rules", name)
        for line in lines:
            expect(short).to_contain_text(line)
        assert not re.search("undefined|null|NaN", short.inner_text())
    expect(short).not_to_contain_text("报听不累加")  # nobody plays it there
