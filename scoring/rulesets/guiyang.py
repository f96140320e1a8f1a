"""002 贵阳麻将: each value beside its source; [I] marks an interpretation."""

from __future__ import annotations

from scoring.rules import Burns, DeclaredDiscarder, KongRule, Option, RefusedWin, Reversal, Succession
from scoring.rulesets.cite import LONG, SHARED, cited_rules, declared, kongs, patterns, shot
from scoring.tiles import Tile

GUIYANG = cited_rules(
    {
        "name": "guiyang",
        "zh": "贵阳麻将",
        "title_source": "002",
        "interpretations": (
            *SHARED,
            ("清七对17＝10＋7，原文没写", "清七对 17 = 10 + 7, not in the source"),
            ("迟开的豆照原来的种类算：原文没要求马上杠", "a late kong pays as its kind: 002 asks no 马上"),
            (
                "“手中”的鸡算手牌和碰杠（可选：打出去的外鸡也算）",
                "手中: hand and melds count for chickens (option discards_count: 外鸡 too)",
            ),
            ("有鸡就收钱，不问叫没叫牌；四只金鸡算10", "every owner of chickens is paid; four golden alike 10"),
            ("包牌：“又有人点炮”照贵州麻将理解，是他胡了那张", "包牌: 又有人点炮 is read as in 000: he won on it"),
            ("一炮三响：放炮的没叫牌就不给", "一炮三响: nothing if the discarder is not ready"),
            ("一炮两响谁接庄：照贵州麻将", "two winners: as in 000"),
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
    patterns=(patterns(1, 5, 7, 11, 10, 15, 17, 20), "002 二; 清七对 RULES 1 [I]"),
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
    hot_shot=(shot(0, 0, 0, 0), "002 三: 热炮 - 还需要付点炮的钱, no addition"),
    declared=(declared(10, 10), "002 四 报听: 以清一色算牌"),
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
        kongs(
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
    refused_pays_their_waits=(True, "002 四 包牌: 根据各家胡牌个数; RULES 7"),
    two_winners=(Succession.FIRST_AFTER_DEALER, "RULES 8 [I], as 000"),
    three_winners=(Succession.DISCARDER, "002 四: 下局点炮者做庄"),
    drawn=(Succession.BY_READINESS, "002 三: 黄庄查叫"),
)
