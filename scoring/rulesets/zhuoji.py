"""001 捉鸡麻将规则: each value beside its source; [I] marks an interpretation."""

from __future__ import annotations

from scoring.rules import Burns, DeclaredDiscarder, KongRule, Option, RefusedWin, Reversal, Succession
from scoring.rulesets.cite import SHARED, cited_rules, declared, kongs, patterns, shot
from scoring.tiles import Tile

ZHUOJI = cited_rules(
    {
        "name": "zhuoji",
        "zh": "捉鸡麻将",
        "title_source": "001",
        "interpretations": (
            *SHARED,
            ("报听不是通行证（可选：算通行证）", "报听 is no pass (option declared_is_pass)"),
            ("“热炮必胡”：可以不胡，结算不受影响", "热炮必胡: no duty to win, nothing in a settlement depends on it"),
            ("热炮不翻倍：以原文的算例为准", "热炮 does not double the pattern: the worked example outranks the prose"),
            ("迟开的豆照原来的种类算：原文没有憨包豆", "a late kong pays as its kind: 001 knows no 憨包豆"),
            (
                "责任鸡：杠走和碰走一样；金鸡也只多付1；被烧的人照付",
                "责任鸡: a kong claims it as a pong does; 1 more, golden or not; a burnt payer still pays",
            ),
            ("头一只鸡被胡走：不算冲锋鸡，归胡家算普通鸡", "the first chicken won on is a plain one for the winner"),
            ("庄只加在胡牌的钱上，算例2如此", "庄 counts on win payments only, as the second worked example shows"),
        ),
        "options": {
            "declared_is_pass": Option(
                "报听可平胡接炮", "a declared hand needs no pass", "RULES 2 [I]", {"declared_is_pass": True}
            ),
        },
    },
    players=((4,), "001 2.1: 4人"),
    patterns=(patterns(1, 5, 10, 15, 10, 15, 15, 20), "001 2.6"),
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
    hot_shot=(shot(2, 3, 1, 0), "001 2.6: 明豆1分,暗豆2分,转弯豆3分"),
    declared=(declared(10, 10), "001 2.6: 额外获得10分"),
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
        kongs(
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
    refused_pays_their_waits=(False, "not in 001"),
    two_winners=(Succession.DEALER_OR_FIRST_AFTER, "001 2.2"),
    three_winners=(Succession.DEALER_OR_FIRST_AFTER, "001 2.2"),
    drawn=(Succession.STAYS, "001 2.2: 当局庄家连庄"),
)
