"""The five rule sets: each value beside its source.

000 贵州麻将, 001 捉鸡麻将规则, 002 贵阳麻将, 004 豆宝凉都信号鸡 are the source texts; MIL is 国际麻将联盟
《贵州麻将（推广）竞赛规则》试行 2023. "RULES n" names the decided rules where a source is silent or contradicts
itself; [I] marks such an interpretation.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from scoring.errors import Refused
from scoring.rules import (
    Burns,
    DeclaredDiscarder,
    KongRule,
    Option,
    RefusedWin,
    Reversal,
    Rules,
    Succession,
)
from scoring.terms import Declared, MeldKind, Pattern
from scoring.tiles import Tile

PING, DA, XIAO, LONG, QING, QING_DA, QING_QI, QING_LONG = Pattern
CONCEALED, ADDED, EXPOSED, LATE = MeldKind.CONCEALED, MeldKind.ADDED, MeldKind.EXPOSED, MeldKind.LATE


def _patterns(*units: int) -> dict[Pattern, int]:
    return dict(zip(Pattern, units, strict=True))


def _kongs(concealed: KongRule, added: KongRule, exposed: KongRule, late: KongRule) -> dict[MeldKind, KongRule]:
    return {CONCEALED: concealed, ADDED: added, EXPOSED: exposed, LATE: late}


def _shot(concealed: int, added: int, exposed: int, late: int) -> dict[MeldKind, int]:
    return {CONCEALED: concealed, ADDED: added, EXPOSED: exposed, LATE: late}


def _declared(hard: int, soft: int) -> dict[Declared, int]:
    return {Declared.HARD: hard, Declared.SOFT: soft}


def _cited(about: Mapping[str, Any], **cited: tuple[Any, str]) -> Rules:
    """Each field as (value, source) -> Rules with its sources."""
    return Rules(
        **about,
        **{name: value for name, (value, _) in cited.items()},
        sources=MappingProxyType({name: source for name, (_, source) in cited.items()}),
    )


GUIZHOU = _cited(
    {
        "name": "guizhou",
        "zh": "贵州麻将",
        "title_source": "000",
        "interpretations": (
            "杠上花 adds 1 to every pattern (000 prints it for 平胡 only)",
            "the tens of 报听 swallow 平胡, as in 002",
            "a declared player who deals in pays his own 20 / 10 on top of what the winner gets",
            "every owner of chickens is paid, ready or not",
            "责任鸡: a kong claims the first chicken as a pong does; 1 more, golden or not; a burnt payer still pays",
            "the first chicken won on is a plain one for the winner",
            "庄 pays nothing; 相公's payment takes the place of his 查叫",
        ),
        "options": {
            "see_kong_three": Option(
                "见豆三：闷豆、爬坡豆每家3，点豆3",
                "every kong pays 3",
                "000 豆: 另有“見豆三”",
                {"kongs": {CONCEALED: KongRule(3, True, "闷豆"), EXPOSED: KongRule(3, False, "点豆")}},
            ),
            "burn_all": Option(
                "全杀：热炮、被抢杠烧掉所有鸡豆",
                "a hot shot and a robbed kong burn all kongs and chickens",
                "000 特色計分 1, 2: 有些地方“全殺”",
                {"hot_shot_burns": Burns.ALL, "robbed_burns": Burns.ALL},
            ),
        },
    },
    players=((3, 4), "000 基本規則 1: 3-4人"),
    patterns=(_patterns(1, 5, 10, 20, 10, 15, 20, 30), "000 計分規則 1-10"),
    single_wait=({}, "not in 000"),
    four_alike_won_on=(False, "not in 000"),
    points_add_up=(False, "000 計分規則: each item is counted by itself"),
    cap=(None, "not in 000"),
    declared_is_pass=(True, "RULES 2; 000 特殊規則 3"),
    pass_on_declared_discard=(True, "000 特殊規則 3: 聽牌者可以胡報聽者點炮的牌"),
    refused_win=(RefusedWin.VOID, "000 特殊規則 1 包牌"),
    refused_may_not_draw=(True, "000 特殊規則 1: 在自己未摸牌的情況下; RULES 7"),
    declared_may_kong=(False, "000 特殊規則 3: 報聽後牌被凍結"),
    dealer_may_declare_hard=(True, "000 特殊規則 3 a"),
    self_draw=(1, "000 計分規則: 自摸均加1倍"),
    kong_bloom=(1, "000 計分規則 3: 槓上胡 3倍; [I] for other patterns"),
    hot_shot=(_shot(1, 1, 1, 1), "000 特色計分 1: 熱炮 1倍"),
    declared=(_declared(20, 10), "000 特殊規則 3: 硬報 20倍, 軟聽 10倍"),
    tens_swallow=(1, "RULES 3 [I], as 002 says"),
    declared_discarder=(DeclaredDiscarder.ON_TOP, "000 特殊規則 3: 報聽者胡牌點炮都是20倍; on top [I]"),
    killed_declared=(0, "not in 000"),
    heavenly=(0, "not in 000: accepted, pays nothing"),
    dealer_beside_streak=(None, "not in 000"),
    robbed_pays_all_shares=(True, "000 特色計分 2: 被搶槓者包3家的倍數, 胡牌算自摸"),
    robbed_kong=(0, "not in 000"),
    hot_shot_burns=(Burns.KONG, "000 特色計分 1: 成的那個豆不算"),
    robbed_burns=(Burns.NOTHING, "000 特色計分 2: 爬坡豆不成立 - it was never made"),
    triple_shot=(Reversal.OWN_HANDS, "000 特殊規則 2"),
    kongs=(
        _kongs(
            KongRule(2, True, "闷豆"),
            KongRule(3, True, "爬坡豆"),
            KongRule(1, False, "点豆"),
            KongRule(0, True, "憨包豆"),
        ),
        "000 豆 1-4",
    ),
    late_as_its_kind=(False, "000 豆 4: 沒有倍數，只有通行證"),
    income_needs_ready=(False, "RULES 4: paid whether ready or not"),
    liable_kong=(False, "not in 000"),
    fixed_chickens=((Tile.S1,), "000 雞: 么雞"),
    discards_count=(True, "000 雞: 查看所有玩家的牌，包括打出去的牌 (滿堂雞)"),
    golden=(2, "000 雞: 金雞 2倍"),
    four_alike=(None, "not in 000"),
    charge=(1, "000 衝鋒雞: 加倍計算"),
    charge_golden=(2, "000 衝鋒雞: 翻到金雞 4倍"),
    claimed_chicken=(1, "000 責任雞: 多付1倍"),
    claimed_chicken_golden=(1, "000 責任雞: 多付1倍; golden or not [I]"),
    liable_lying=(False, "not in 000"),
    liable_collected=(False, "not in 000"),
    caught_kong=(0, "not in 000"),
    flush_reward=(0, "not in 000"),
    unseen_ready_units=(1, "RULES 9"),
    unready_counts_declared=(False, "RULES 6: pattern only"),
    miscount=(2, "000 特殊規則 1: 相公, 大家沒有聽牌情況下付給3家2倍"),
    refused_pays_own_wait=(False, "000 特殊規則 1: 根據自己胡牌倍數付3家"),
    two_winners=(Succession.FIRST_AFTER_DEALER, "000 特殊規則 2: 離莊家最近的下家"),
    three_winners=(Succession.DISCARDER, "000 特殊規則 2: 下局點炮者做莊"),
    drawn=(Succession.STAYS, "000 特色計分 3: 當局莊家連莊"),
)

ZHUOJI = _cited(
    {
        "name": "zhuoji",
        "zh": "捉鸡麻将",
        "title_source": "001",
        "interpretations": (
            "报听 is no pass (option declared_is_pass)",
            "热炮必胡: no duty to win, nothing in a settlement depends on it",
            "热炮 does not double the pattern: the worked example outranks the prose",
            "a late kong pays as its kind: 001 knows no 憨包豆",
            "责任鸡: a kong claims the first chicken as a pong does; 1 more, golden or not; a burnt payer still pays",
            "the first chicken won on is a plain one for the winner",
            "庄 counts on win payments only, as the second worked example shows",
        ),
        "options": {
            "declared_is_pass": Option(
                "报听可平胡接炮", "a declared hand needs no pass", "RULES 2 [I]", {"declared_is_pass": True}
            ),
        },
    },
    players=((4,), "001 2.1: 4人"),
    patterns=(_patterns(1, 5, 10, 15, 10, 15, 15, 20), "001 2.6"),
    single_wait=({}, "not in 001"),
    four_alike_won_on=(False, "not in 001"),
    points_add_up=(False, "001 2.7.2"),
    cap=(None, "not in 001"),
    declared_is_pass=(False, "001 2.3: 必须有杠才可以平胡; RULES 2 [I]"),
    pass_on_declared_discard=(False, "not in 001"),
    refused_win=(RefusedWin.FORBIDDEN, "001 2.3: 在自己未摸下一张牌的一圈内,不能弃先胡后"),
    refused_may_not_draw=(True, "001 2.3; RULES 7: he has not drawn"),
    declared_may_kong=(False, "001 2.6: 报听…也不能杠牌"),
    dealer_may_declare_hard=(True, "001 2.6: 庄家起手牌"),
    self_draw=(0, "001 2.3: 按牌型则三家输分"),
    kong_bloom=(1, "001 2.6: 杠上花 +1"),
    hot_shot=(_shot(2, 3, 1, 0), "001 2.6: 明豆1分,暗豆2分,转弯豆3分"),
    declared=(_declared(10, 10), "001 2.6: 额外获得10分"),
    tens_swallow=(0, "001 2.6: 额外 - adds plainly"),
    declared_discarder=(DeclaredDiscarder.NOTHING, "not in 001"),
    killed_declared=(0, "not in 001"),
    heavenly=(0, "not in 001: accepted, pays nothing"),
    dealer_beside_streak=(0, "001 2.6: 加上连庄数，第一次坐庄为1"),
    robbed_pays_all_shares=(True, "001 2.6: 胡牌算自摸,被抢杠者包3家"),
    robbed_kong=(0, "not in 001"),
    hot_shot_burns=(Burns.ALL, "001 2.6: 该杠牌玩家所获所有鸡与豆的分数不计"),
    robbed_burns=(Burns.ALL, "001 2.6: 点炮玩家所获所有鸡与豆的分数不计"),
    triple_shot=(Reversal.NONE, "001 2.1: 能胡牌的玩家可以1-3人"),
    kongs=(
        _kongs(
            KongRule(2, True, "暗豆"),
            KongRule(3, True, "转弯豆"),
            KongRule(1, False, "明豆"),
            KongRule(0, True, "憨包豆"),
        ),
        "001 2.4",
    ),
    late_as_its_kind=(True, "RULES 4 [I]: 001 asks no 马上"),
    income_needs_ready=(True, "001 2.4, 2.5: 必须听牌或胡牌"),
    liable_kong=(False, "not in 001"),
    fixed_chickens=((Tile.S1,), "001 2.5: 幺鸡"),
    discards_count=(True, "001 2.5: 包括打出去的牌 (满堂鸡)"),
    golden=(2, "001 2.5: 金鸡 2分"),
    four_alike=(None, "not in 001"),
    charge=(1, "001 2.5: 冲锋鸡加倍计算"),
    charge_golden=(2, "001 2.5: 翻到金鸡 4分"),
    claimed_chicken=(1, "001 2.5: 责任鸡多付1分"),
    claimed_chicken_golden=(1, "001 2.5: 责任鸡多付1分; golden or not [I]"),
    liable_lying=(False, "not in 001"),
    liable_collected=(False, "not in 001"),
    caught_kong=(0, "not in 001"),
    flush_reward=(0, "not in 001"),
    unseen_ready_units=(1, "RULES 9"),
    unready_counts_declared=(False, "001 2.7.1: 根据所听牌算分; RULES 6"),
    miscount=(None, "not in 001: counts as not ready"),
    refused_pays_own_wait=(False, "not in 001"),
    two_winners=(Succession.DEALER_OR_FIRST_AFTER, "001 2.2"),
    three_winners=(Succession.DEALER_OR_FIRST_AFTER, "001 2.2"),
    drawn=(Succession.STAYS, "001 2.2: 当局庄家连庄"),
)

GUIYANG = _cited(
    {
        "name": "guiyang",
        "zh": "贵阳麻将",
        "title_source": "002",
        "interpretations": (
            "清七对 17 = 10 + 7, not in the source",
            "a late kong pays as its kind: 002 asks no 马上",
            "手中: hand and melds count for chickens (option discards_count: 外鸡 too)",
            "every owner of chickens is paid; four golden alike 10",
            "包牌: 又有人点炮 is read as in 000: he won on it",
            "一炮三响: nothing if the discarder is not ready",
            "two winners: as in 000",
        ),
        "options": {
            "long_qi_dui_nine": Option(
                "龙七对9个", "龙七对 is 9", "002 二 龙七对: 玩得小就算9个", {"patterns": {LONG: 9}}
            ),
            "self_draw_plus_one": Option("自摸加一", "a self-draw pays 1 more", "002 四: 自摸加一", {"self_draw": 1}),
            "declared_flat": Option(
                "报听通通只算10个",
                "报听 is 10 whatever the pattern",
                "002 四 报听: 若玩得小,则通通只算10个,不累加",
                {"tens_swallow": 1000},
            ),
            "discards_count": Option(
                "外鸡：打出的鸡也算",
                "discarded chickens count",
                "002 四: 上下内外鸡",
                {"discards_count": True},
            ),
        },
    },
    players=((4,), "002: 四家"),
    patterns=(_patterns(1, 5, 7, 11, 10, 15, 17, 20), "002 二; 清七对 RULES 1 [I]"),
    single_wait=({}, "not in 002"),
    four_alike_won_on=(False, "not in 002"),
    points_add_up=(False, "002 二"),
    cap=(None, "not in 002"),
    declared_is_pass=(True, "002 四 报听: 可胡牌"),
    pass_on_declared_discard=(True, "002 四 报听: 另三家则可胡该玩家的牌"),
    refused_win=(RefusedWin.VOID, "002 四 包牌"),
    refused_may_not_draw=(True, "002 四 包牌: 在自己未摸牌的情况下"),
    declared_may_kong=(False, "002 四 报听: 不得换牌; RULES 2"),
    dealer_may_declare_hard=(True, "002 四 报听: one kind, either name"),
    self_draw=(0, "002 二; option self_draw_plus_one"),
    kong_bloom=(1, "002 二: 杠上花加1个"),
    hot_shot=(_shot(0, 0, 0, 0), "002 三: 热炮 - 还需要付点炮的钱, no addition"),
    declared=(_declared(10, 10), "002 四 报听: 以清一色算牌"),
    tens_swallow=(1, "002 四 报听: 报听大对子 15, 清一色 20, 清大对 25"),
    declared_discarder=(DeclaredDiscarder.INSTEAD, "002 四 报听: 以该玩家听牌的形式计算个数"),
    killed_declared=(0, "not in 002"),
    heavenly=(0, "not in 002: accepted, pays nothing"),
    dealer_beside_streak=(None, "not in 002"),
    robbed_pays_all_shares=(False, "002 三: 点炮者需付炮钱"),
    robbed_kong=(0, "not in 002"),
    hot_shot_burns=(Burns.KONG, "002 三: 点炮前成的那个豆不算"),
    robbed_burns=(Burns.NOTHING, "002 三: 转弯豆不成立 - it was never made"),
    triple_shot=(Reversal.DISCARDERS_HAND, "002 四 一炮三响: 按照炮家的胡牌个数"),
    kongs=(
        _kongs(
            KongRule(2, True, "闷豆"),
            KongRule(1, True, "转弯豆"),
            KongRule(1, False, "点豆"),
            KongRule(0, True, "憨包豆"),
        ),
        "002 三",
    ),
    late_as_its_kind=(True, "RULES 4 [I]: 002 asks no 马上"),
    income_needs_ready=(False, "RULES 4: paid whether ready or not"),
    liable_kong=(False, "not in 002"),
    fixed_chickens=((Tile.S1,), "002 四 金鸡: 幺鸡"),
    discards_count=(False, "002 四: 手中; hand and melds [I]"),
    golden=(2, "002 四 金鸡: 一条算两个鸡"),
    four_alike=(5, "002 四: 鸡的闷豆 5个; golden 10 [I]"),
    charge=(0, "not in 002"),
    charge_golden=(0, "not in 002"),
    claimed_chicken=(0, "not in 002"),
    claimed_chicken_golden=(0, "not in 002"),
    liable_lying=(False, "not in 002"),
    liable_collected=(False, "not in 002"),
    caught_kong=(0, "not in 002"),
    flush_reward=(0, "not in 002"),
    unseen_ready_units=(1, "RULES 9"),
    unready_counts_declared=(False, "002 三: 根据所叫牌算个数"),
    miscount=(None, "002 四 相公: 不能听牌; counts as not ready"),
    refused_pays_own_wait=(True, "002 四 包牌: 根据各家胡牌个数; RULES 7"),
    two_winners=(Succession.FIRST_AFTER_DEALER, "RULES 8 [I], as 000"),
    three_winners=(Succession.DISCARDER, "002 四: 下局点炮者做庄"),
    drawn=(Succession.BY_READINESS, "002 三: 黄庄查叫"),
)

LIUPANSHUI = _cited(
    {
        "name": "liupanshui",
        "zh": "六盘水信号鸡",
        "title_source": "004",
        "interpretations": (
            "any pattern wins by self-draw, 平胡 without a pass too",
            "平胡 without a pass wins on a 热炮 and on a 抢杠",
            "two or three fours alike count once",
            "抢杠 4分起 = 3 × 1 + 1, 庄 comes on top",
            "a drawn round pays no kong and no liability",
        ),
        "options": {},
    },
    players=((4,), "004 一: 4人"),
    patterns=(_patterns(1, 5, 10, 20, 10, 15, 20, 30), "004 三"),
    single_wait=({}, "not in 004"),
    four_alike_won_on=(True, "004 三 龙七对: 自摸或炮胡是这一组4个牌中的1个"),
    points_add_up=(False, "004 六"),
    cap=(None, "not in 004"),
    declared_is_pass=(True, "RULES 2; 004 三 报听"),
    pass_on_declared_discard=(False, "not in 004"),
    refused_win=(RefusedWin.FORBIDDEN, "004 三 过时不候"),
    refused_may_not_draw=(False, "004 三 报听: 有玩家打牌未胡，就只能自摸"),
    declared_may_kong=(True, "004 三 报听: 在不改变叫牌的情况下，可杠牌"),
    dealer_may_declare_hard=(True, "004 三 报听: one kind, either name"),
    self_draw=(0, "004 三: 自摸 1分起, 三家都要给分"),
    kong_bloom=(1, "004 四: 杠上花多计1分"),
    hot_shot=(_shot(1, 1, 1, 1), "004 四: 杠炮 2分起"),
    declared=(_declared(10, 10), "004 三: 报听 10分起"),
    tens_swallow=(1, "004 三: 10分起; 天胡大对子10分+5分"),
    declared_discarder=(DeclaredDiscarder.NOTHING, "004 三: see 杀报"),
    killed_declared=(10, "004 三: 杀报 10分起"),
    heavenly=(10, "004 三: 天胡 10分起"),
    dealer_beside_streak=(1, "004 三 庄: 默认2分，连一次庄加1分"),
    robbed_pays_all_shares=(True, "004 四 抢杠: 被抢者给胡牌者自摸的分，抢杠当自摸"),
    robbed_kong=(1, "004 四: 抢杠 4分起; RULES 3 [I]"),
    hot_shot_burns=(Burns.ALL, "004 四 杠炮: 所成的豆成立，但所有豆和鸡均不在计算分"),
    robbed_burns=(Burns.ALL, "004 四 抢杠: 所有豆和鸡均不在计算分"),
    triple_shot=(Reversal.NONE, "not in 004"),
    kongs=(
        _kongs(
            KongRule(3, True, "闷豆"),
            KongRule(3, True, "爬坡豆"),
            KongRule(3, False, "转弯豆"),
            KongRule(0, True, "憨包豆"),
        ),
        "004 四",
    ),
    late_as_its_kind=(False, "004 四 憨包豆: 计0分"),
    income_needs_ready=(True, "004 六: 不叫牌没有任何收入"),
    liable_kong=(True, "004 四 责任豆"),
    fixed_chickens=((Tile.S1, Tile.P8), "004 五: 幺鸡, 乌骨鸡"),
    discards_count=(True, "004 五; RULES 5"),
    golden=(2, "004 五: 金鸡 2分"),
    four_alike=(None, "not in 004"),
    charge=(1, "004 五: 冲锋鸡, 冲锋乌骨鸡 2分"),
    charge_golden=(2, "004 五 金鸡: 冲锋鸡、冲锋乌骨鸡计4分"),
    claimed_chicken=(0, "004 五: 责任鸡 means another thing"),
    claimed_chicken_golden=(0, "004 五: 责任鸡 means another thing"),
    liable_lying=(True, "004 五 责任鸡, 责任转移"),
    liable_collected=(False, "not in 004"),
    caught_kong=(4, "004 五: 还要外加4分包鸡"),
    flush_reward=(3, "004 五: 青一色奖励 3只鸡"),
    unseen_ready_units=(1, "RULES 9"),
    unready_counts_declared=(False, "004 六 查叫; RULES 6"),
    miscount=(None, "not in 004: counts as not ready"),
    refused_pays_own_wait=(False, "not in 004"),
    two_winners=(Succession.STAYS, "004 二: 一炮多响：原庄家连庄"),
    three_winners=(Succession.STAYS, "004 二: 一炮多响：原庄家连庄"),
    drawn=(Succession.STAYS, "004 二: 黄牌：原庄家连庄"),
)

MIL = _cited(
    {
        "name": "mil",
        "zh": "竞技麻将·贵州（推广）试行2023",
        "title_source": "MIL",
        "interpretations": (
            "a concealed kong counts as shown for 单吊",
            "seven pairs with two fours alike: 龙七对 once",
            "包杠 for an exposed kong is owed to its feeder, if ready",
        ),
        "options": {},
    },
    players=((4,), "MIL: 4 players"),
    patterns=(_patterns(3, 8, 13, 26, 13, 21, 26, 39), "MIL 九-3"),
    single_wait=({DA: 13, QING_DA: 26}, "MIL 九-3: 单吊 13, 清单吊 26"),
    four_alike_won_on=(False, "not in MIL"),
    points_add_up=(True, "MIL 九-3: fans add up"),
    cap=(39, "MIL 九-3: capped at 39"),
    declared_is_pass=(True, "MIL: every fan but 平和 needs no pass"),
    pass_on_declared_discard=(False, "not in MIL"),
    refused_win=(RefusedWin.FORBIDDEN_TO_DECLARED, "MIL 八-5"),
    refused_may_not_draw=(False, "MIL 八-5: wins by self-draw afterwards"),
    declared_may_kong=(False, "MIL: a declared player has no melds"),
    dealer_may_declare_hard=(False, "MIL 九-3: the dealer can only declare 软报"),
    self_draw=(0, "MIL: no self-draw bonus"),
    kong_bloom=(1, "MIL 九-3: 杠开 +1"),
    hot_shot=(_shot(1, 1, 1, 1), "MIL 九-3: 热炮 +1"),
    declared=(_declared(26, 13), "MIL 九-3: 硬报 26, 软报 13"),
    tens_swallow=(3, "MIL 九-3: 平和 is a hand with no other fan"),
    declared_discarder=(DeclaredDiscarder.NOTHING, "not in MIL"),
    killed_declared=(0, "not in MIL"),
    heavenly=(26, "MIL 九-3: 天和 26"),
    dealer_beside_streak=(None, "MIL: no dealer bonus"),
    robbed_pays_all_shares=(True, "MIL: the robbed pays all three shares"),
    robbed_kong=(0, "MIL 九-3: 抢杠 by pattern"),
    hot_shot_burns=(Burns.ALL, "MIL 九-1-5, 九-2-5"),
    robbed_burns=(Burns.ALL, "MIL 九-1-5, 九-2-5"),
    triple_shot=(Reversal.NONE, "MIL: several winners, each its own"),
    kongs=(
        _kongs(
            KongRule(3, True, "暗杠"),
            KongRule(3, True, "补杠"),
            KongRule(3, False, "明杠"),
            KongRule(0, True, "憨包杠"),
        ),
        "MIL 九-2",
    ),
    late_as_its_kind=(False, "MIL 九-2: 憨包杠 0"),
    income_needs_ready=(True, "MIL 九-1, 九-2"),
    liable_kong=(True, "MIL 九-2: 包杠"),
    fixed_chickens=((Tile.S1, Tile.P8), "MIL 四"),
    discards_count=(True, "MIL 九-1: hand, melds, own discards"),
    golden=(2, "MIL 四: 金鸡 doubles"),
    four_alike=(None, "not in MIL"),
    charge=(2, "MIL 九-1: 冲锋鸡 3, its own 1 included"),
    charge_golden=(4, "MIL 九-1: 金 6"),
    claimed_chicken=(2, "MIL 九-1: 责任鸡, its discarder pays 3"),
    claimed_chicken_golden=(4, "MIL 九-1: 金 6 and 2"),
    liable_lying=(False, "MIL 九-1: 包鸡 is what he would have collected"),
    liable_collected=(True, "MIL 九-1: 包鸡"),
    caught_kong=(0, "not in MIL"),
    flush_reward=(0, "not in MIL"),
    unseen_ready_units=(3, "MIL, drawn round: 3"),
    unready_counts_declared=(True, "MIL, drawn round: his own 软报 / 硬报 counts"),
    miscount=(None, "MIL: in everything as not ready"),
    refused_pays_own_wait=(False, "not in MIL"),
    two_winners=(Succession.DISCARDER, "MIL, dealer: several winners: the discarder"),
    three_winners=(Succession.DISCARDER, "MIL, dealer: several winners: the discarder"),
    drawn=(Succession.STAYS, "MIL, dealer: drawn: the dealer stays"),
)

RULE_SETS: Mapping[str, Rules] = MappingProxyType({r.name: r for r in (GUIZHOU, ZHUOJI, GUIYANG, LIUPANSHUI, MIL)})
"""The rule sets by name, in the order of the wire contract."""


def rules_for(name: object, options: object = None) -> Rules:
    """Name and chosen options (name -> bool) -> Rules.

    Raises Refused: `unknown_rules`; `unknown_option` for a name that the rule set does not have or a value that is
    no boolean.
    """
    if not isinstance(name, str) or name not in RULE_SETS:
        raise Refused("unknown_rules", f"{name!r} is no rule set; known are {', '.join(RULE_SETS)}", "/rules")
    rules = RULE_SETS[name]
    if options is None:
        return rules
    if not isinstance(options, Mapping):
        raise Refused("unknown_option", f"options must be an object of booleans, not {options!r}", "/options")
    for option, value in options.items():
        known = ", ".join(rules.options) or "none"
        if option not in rules.options:
            raise Refused("unknown_option", f"{name} has no option {option!r}; it has: {known}", f"/options/{option}")
        if not isinstance(value, bool):
            raise Refused("unknown_option", f"option {option} is true or false, not {value!r}", f"/options/{option}")
    return rules.with_options(options)
