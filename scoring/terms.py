"""The words of the game: fixed codes of the wire contract, each with its Chinese and English name."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Term(StrEnum):
    """A code that knows its Chinese (`zh`) and English (`en`) name."""

    zh: str
    en: str

    def __new__(cls, code: str, zh: str, en: str) -> Term:
        """Bind the two names to the code."""
        term = str.__new__(cls, code)
        term._value_ = code
        term.zh, term.en = zh, en
        return term


_WINDS = "东南西北"


def seat_zh(seat: int, dealer: int, seats: int) -> str:
    """What players call a seat: 东家 is the dealer, 南家 the next in turn order, and so on. Whoever tells more players
    than a table has is told so with seats by number.
    """
    at = (seat - dealer) % seats
    return f"{_WINDS[at]}家" if at < len(_WINDS) else f"第{at + 1}家"


def choice_zh(words: Iterable[str]) -> str:
    """`hard（硬报）、soft（软报）里的一个`: words to choose from, each with its Chinese name where it has one."""
    named = (f"{word}（{word.zh}）" if isinstance(word, Term) else word for word in words)
    return "、".join(named) + "里的一个"


class Pattern(Term):
    """A winning hand's shape (牌型), RULES 1. Of shapes worth the same the later one here is meant (HOUSE 4)."""

    PING_HU = "ping_hu", "平胡", "plain win"
    DA_DUI_ZI = "da_dui_zi", "大对子", "all triplets"
    XIAO_QI_DUI = "xiao_qi_dui", "小七对", "seven pairs"
    LONG_QI_DUI = "long_qi_dui", "龙七对", "seven pairs with four alike"
    DAN_DIAO = "dan_diao", "单吊", "single wait on four melds"
    DI_LONG = "di_long", "地龙", "a pong and five pairs, won on its fourth"
    QING_YI_SE = "qing_yi_se", "清一色", "one suit"
    QING_DA_DUI = "qing_da_dui", "清大对", "all triplets in one suit"
    QING_QI_DUI = "qing_qi_dui", "清七对", "seven pairs in one suit"
    QING_LONG_BEI = "qing_long_bei", "清龙背", "seven pairs with four alike in one suit"
    QING_DAN_DIAO = "qing_dan_diao", "清单吊", "single wait on four melds in one suit"
    QING_DI_LONG = "qing_di_long", "清地龙", "a pong and five pairs in one suit, won on its fourth"


class Fan(Term):
    """What a hand's points are made of where points add up (番), MIL2023 九-3."""

    PING_HU = "ping_hu", "平和", "plain win"
    DA_DUI_ZI = "da_dui_zi", "大对子", "all triplets"
    QI_DUI = "qi_dui", "七对", "seven pairs"
    QING_YI_SE = "qing_yi_se", "清一色", "one suit"
    DAN_DIAO = "dan_diao", "单吊", "four melds, single wait"
    SOFT_DECLARED = "soft_declared", "软报", "declared after the first draw"
    LONG_QI_DUI = "long_qi_dui", "龙七对", "seven pairs with four alike"
    HARD_DECLARED = "hard_declared", "硬报", "declared on the dealt hand"
    HEAVENLY = "heavenly", "天和", "win on the dealt fourteen"
    EARTHLY = "earthly", "地和", "win before one's first discard"
    KONG_BLOOM = "kong_bloom", "杠开", "self-draw on a kong's replacement"
    HOT_SHOT = "hot_shot", "热炮", "win on the discard after a kong"
    ROBBED_KONG = "robbed_kong", "抢杠", "robbed kong"


class MeldKind(Term):
    """How a meld came about, in neutral words (each rule set has its own for the kongs, RULES 4)."""

    PONG = "pong", "碰", "pong"
    CONCEALED = "concealed", "暗杠", "concealed kong"
    ADDED = "added", "补杠", "added kong"
    EXPOSED = "exposed", "明杠", "exposed kong"
    LATE = "late", "憨包豆", "late kong"


KONGS = (MeldKind.CONCEALED, MeldKind.ADDED, MeldKind.EXPOSED, MeldKind.LATE)


class By(Term):
    """How a hand was won."""

    SELF_DRAW = "self_draw", "自摸", "self-draw"
    DISCARD = "discard", "点炮", "discard"
    ROBBED_KONG = "robbed_kong", "抢杠", "robbed kong"


class Declared(Term):
    """报听: the hand was declared ready, on the dealt hand or after the first draw."""

    HARD = "hard", "硬报", "declared on the dealt hand"
    SOFT = "soft", "软报", "declared after the first draw"


class Reason(Term):
    """Why a line of a settlement is paid."""

    WIN = "win", "胡牌", "win"
    SELF_DRAW = "self_draw", "自摸", "self-draw"
    KONG_BLOOM = "kong_bloom", "杠上花", "self-draw on a kong's replacement"
    HOT_SHOT = "hot_shot", "热炮", "discard right after a kong"
    ROBBED_KONG = "robbed_kong", "抢杠", "robbed kong"
    DECLARED = "declared", "报听", "declared ready"
    KILLED_DECLARED = "killed_declared", "杀报", "beat a declared hand"
    HEAVENLY = "heavenly", "天胡", "win on the dealt fourteen"
    EARTHLY = "earthly", "地胡", "earthly win"
    DEALER = "dealer", "庄", "dealer"
    SIDE_BET = "side_bet", "估卖", "side bet"
    KONG = "kong", "豆", "kong"
    CHICKEN = "chicken", "鸡", "chicken"
    CHARGE = "charge", "冲锋鸡", "first chicken, lying"
    LIABLE_CHICKEN = "liable_chicken", "责任鸡", "chicken liability"
    FLUSH_REWARD = "flush_reward", "清一色奖励", "one-suit reward"
    LIABLE_KONG = "liable_kong", "责任豆", "kong liability"
    CAUGHT_KONG = "caught_kong", "包鸡", "turned chicken caught a kong"
    UNREADY = "unready", "查叫", "not ready at a drawn round"
    REFUSED = "refused", "包牌", "won after letting a win go"
    MISCOUNT = "miscount", "相公", "miscounted hand"
    TRIPLE_SHOT = "triple_shot", "一炮三响", "three winners on one discard, reversed"


class WaiveReason(Term):
    """Why a line is not paid, first cause first (RULES 10)."""

    VOID = "void", "包牌作废", "the win is void"
    WIND = "wind", "吹风", "a turned 5p blows it away"
    BURNT = "burnt", "烧鸡烧豆", "burnt"
    NOT_READY = "not_ready", "没叫牌", "not ready"


class Assumption(Term):
    """What is taken to be so where nobody told, or (`IGNORED`) was told and means nothing. The names are sentences:
    `{who}`, `{tile}`, `{value}` stand for the seat, the kind and the value that it is about.
    """

    READY = "ready", "没看到{who}的牌，当作没叫牌", "not seen, taken as not ready: {who}"
    READY_UNITS = (
        "ready_units",
        "没说{who}叫的牌值多少，当作{value}",
        "worth of the best wait not told, {value}: {who}",
    )
    CHICKENS = "chickens", "没看到{who}的牌，当作手里没有鸡", "not seen, taken as holding no chicken: {who}"
    MISSING = (
        "missing",
        "没说{who}定缺哪一门，当作缺的那门就是",
        "suit declared to lack not told, any will do: {who}",
    )
    TURNED = "turned", "没说翻出什么牌，当作没有翻鸡", "the turned tile was not told: no turned chicken"
    WEEKDAY = "weekday", "没说星期几，当作没有星期鸡", "the weekday was not told: no chicken of the day"
    FIRST_DISCARDER = (
        "first_discarder",
        "没说谁打出第一张{tile}，不算冲锋鸡、责任鸡",
        "who discarded the first {tile} was not told: no first-chicken payment, neither lying nor claimed",
    )
    CLAIMED_CHICKEN = "claimed_chicken", "第一张{tile}当作被{who}碰走", "the first {tile} is taken as claimed by {who}"
    IGNORED = "ignored", "没有“{value}”这一项，没用上", "{value} is no field here: not used"
