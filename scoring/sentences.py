"""What each error code says to a player, in Chinese; what is said besides, in both languages, is where it is raised."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

ZH: Mapping[str, str] = MappingProxyType(
    {
        "unknown_rules": "没有这种规则",
        "unknown_option": "这种规则没有这个选项，选项只能是开或关",
        "unknown_value": "规矩里没有这一项",
        "bad_rules": "这条规矩不成立",
        "bad_tile": "这张牌写得不对，或者这副牌里没有它",
        "bad_meld": "这副碰杠不对",
        "bad_player_count": "这种规则不是这么多人打",
        "bad_seat": "没有这个座位",
        "bad_dealer": "庄家的座位不对",
        "bad_streak": "连庄的次数不对",
        "bad_stake": "底注要是一个正数",
        "bad_declared": "不能这样报听",
        "bad_by": "怎么胡的没说清：自摸、点炮还是抢杠",
        "bad_from": "谁放的牌不对",
        "bad_after_kong": "这个杠和这样胡对不上",
        "after_kong_missing": "桌上没有这个杠",
        "robbed_pong_missing": "被抢杠的人没有碰这张牌",
        "bad_heavenly": "天胡是庄家起手自摸，没碰杠，没打过牌",
        "bad_earthly": "地胡是闲家头一次打牌以前就胡，没碰杠",
        "bad_weekday": "星期几是1到7",
        "bad_side_bet": "估卖是0到50，而且要玩估卖才行",
        "bad_missing": "定缺只能是万、筒、条里的一门",
        "turned_without_win": "没人胡就不翻鸡",
        "wins_disagree": "几家胡的说法对不上",
        "fifth_copy": "一样的牌一副只有四张，这里有第五张",
        "winner_unseen": "没看到胡家的手牌",
        "miscounted": "手牌张数不对，是相公",
        "not_complete": "这副牌没胡",
        "no_pass": "平胡接炮要有通行证：自己有杠才行",
        "refused_earlier": "过了一张没胡，自己摸牌以前不能再接炮",
        "refused_but_drew": "说是过了没摸牌，又说是自摸",
        "declared_not_ready": "报了听，可手牌没叫",
        "declared_with_melds": "报听的人不能碰牌（能不能杠看规矩）",
        "first_discarder_contradicted": "说是他打出第一只鸡，可哪儿都没有这张",
        "bad_json": "这里的内容格式不对",
    }
)
"""The codes of the wire contract that the engine raises."""


def told(code: str, more: str) -> str:
    """The code's sentence and what more there is to say; `more` alone where the code is of others."""
    return f"{ZH[code]}：{more}" if code in ZH else more
