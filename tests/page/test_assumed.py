"""What the page takes to be so it lists, and no more than that."""

from __future__ import annotations

from typing import Any

import pytest
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


def assumed(page: Page, rules: str | dict[str, Any], told: dict[str, Any], **seats: dict[str, Any]) -> set[str]:
    """What is taken by default in a round of `rules`: `told` of it, and `seat0` … of the players."""
    players = {name.removeprefix("seat"): player for name, player in seats.items()}
    return set(page.evaluate(ASSUMED, [rules, told, players]))


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


def test_a_sheet_s_values_decide_what_can_matter(page: Page) -> None:
    """杠上花, 热炮 and 过水 where they pay; 估卖 and 地胡 where they are played (HOUSE 4)."""
    won, melds = {"end": "self_draw", "dealer": 1}, [OWN_KONG]
    discarded = {"end": "discard", "from": 1, "dealer": 1}
    for values, told, listed, unlisted in (
        ({"kong_bloom": 0}, won, set(), {"kong_bloom"}),
        ({"side_bets": True}, won, {"side_bets", "kong_bloom"}, {"earthly"}),
        ({"side_bets": True}, {"end": "drawn"}, set(), {"side_bets"}),
        ({"let_go": "forbidden"}, discarded, {"hot_shot"}, {"refused"}),
        ({"let_go": "void_waits"}, discarded, {"refused"}, set()),
        (
            {"hot_shot_exposed": 0, "hot_shot_concealed": 0, "hot_shot_added": 0, "hot_shot_burns_kongs": "none"},
            discarded,
            {"refused"},
            {"hot_shot"},
        ),
    ):
        sheet = {"base": "guizhou", "values": values}
        found = assumed(page, sheet, told, seat0={**WINNER, "melds": melds})
        assert listed <= found, values
        assert not unlisted & found, values
    bets = assumed(page, {"base": "guizhou", "values": {"side_bets": True}}, won, seat0={**WINNER, "side_bet": 0})
    assert "side_bets" not in bets
    first = assumed(page, {"base": "guizhou", "values": {"earthly": 20}}, won, seat0={**WINNER, "melds": []})
    assert "earthly" in first


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
        "甲 的七筒看照片当作明豆 · 乙打的",
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
    table.settle_a_photo(page)
    expect(page.locator("#settled-by")).to_have_text("捉鸡麻将 · 底注 1 · 我 坐庄第 1 次")
    before = table.listed(page)
    assert "底注没说，当作 1" in before
    assert "当作 我 坐庄" in before
    assert "没说翻出什么牌，当作没有翻鸡" in before
    page.get_by_role("link", name="不对？去改").click()
    page.locator("#q-dealer").get_by_text("我", exact=True).click()  # the default itself, said
    expect(page.locator("#q-dealer legend")).not_to_contain_text("默认")
    table.turned(page, "9s")
    expect(page.locator("#q-turned")).to_contain_text("翻出九条，幺鸡是金鸡")
    table.settle(page)
    assert not {"当作 我 坐庄", "没说翻出什么牌，当作没有翻鸡"} & set(table.listed(page))
    expect(page.locator("#settled-by")).to_contain_text("翻出九条，幺鸡是金鸡")


def test_guiyang_does_not_speak_of_readiness_that_pays_nobody(page: Page) -> None:
    table.choose_photo(page, "win.jpg")
    table.to_facts(page)
    table.rule_set(page, "贵阳麻将")
    table.settle(page)
    assert "没说翻出什么牌，当作没有翻鸡" in table.listed(
        page
    )  # and so nobody holds a chicken: the photo shows all four 1s
    assert not any("没叫牌" in line for line in table.listed(page))
