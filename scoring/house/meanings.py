"""What each value of a sheet means at the table: one example in both languages, and what was decided where the sources
are silent (the [I] marks of HOUSE 4).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Meaning(NamedTuple):
    """An example, and the reading of a place that the sources leave open, each in Chinese and English."""

    zh: str
    en: str
    decided_zh: str = ""
    decided_en: str = ""


MEANINGS: Mapping[str, Meaning] = MappingProxyType(
    {
        "players": Meaning(
            "只写3，就只能三个人打；写3和4，三个人四个人都行。",
            "3 alone: only tables of three; 3 and 4: either.",
        ),
        "suits": Meaning(
            "两房去掉万：只用条和筒，一共72张。",
            "Without wan: tiao and tong only, 72 tiles in all.",
        ),
        "missing_suit": Meaning(
            "定缺条：胡的时候手里还有一张条，就不算胡。",
            "Declared to lack tiao: with a tiao left in the hand it is no win.",
            "没说定缺哪一门的，缺哪一门都行。",
            "Where nobody told which suit was declared, any suit may be the missing one.",
        ),
        "ping_hu": Meaning("填3（通三）：胡一个平胡，付钱的每家给3。", "3: a plain win brings 3 from each who pays."),
        "da_dui_zi": Meaning("填5：四组碰加一对，付钱的每家给5。", "5: four triplets and a pair bring 5."),
        "xiao_qi_dui": Meaning("填10：手里七个对子，付钱的每家给10。", "10: seven pairs bring 10."),
        "long_qi_dui": Meaning(
            "填20：七个对子里有四张一样的，付钱的每家给20。", "20: seven pairs, four of them alike, bring 20."
        ),
        "dan_diao": Meaning(
            "填10：碰杠了四组，手里只剩一张，胡它给10；填0就当大对子。",
            "10: four melds and one tile in hand bring 10; 0: they count as all triplets.",
            "暗杠也算一组。",
            "Concealed kongs count as melds.",
        ),
        "di_long": Meaning(
            "填10：碰了五万，手里五个对子，胡第四张五万，给10。",
            "10: a pong of 5m, five pairs in hand, won on the fourth 5m, brings 10.",
            "手里四张一样的算两个对子。",
            "Four alike in hand are two pairs.",
        ),
        "qing_yi_se": Meaning("填10：整手牌都是一门，付钱的每家给10。", "10: a hand of one suit brings 10."),
        "qing_da_dui": Meaning("填15：一门牌的大对子，给15。", "15: all triplets in one suit bring 15."),
        "qing_qi_dui": Meaning("填20：一门牌的七对，给20。", "20: seven pairs in one suit bring 20."),
        "qing_long_bei": Meaning(
            "填30：一门牌的龙七对，给30。", "30: seven pairs with four alike in one suit bring 30."
        ),
        "qing_dan_diao": Meaning(
            "填20：一门牌，碰杠四组单吊，给20；填0就不单算。",
            "20: a single wait on four melds in one suit brings 20; 0: it is no pattern of its own.",
        ),
        "qing_di_long": Meaning(
            "填20：一门牌的地龙，给20；要跟地龙一起有或一起没有。",
            "20: 地龙 in one suit brings 20; it is played with 地龙 or not at all.",
        ),
        "dragon_on_four": Meaning(
            "开：手里四张三万，胡的却是九条，只算小七对；胡的就是三万，才算龙七对。",
            "Yes: with four 3m, won on 9s it is plain seven pairs; won on 3m it is the dragon.",
        ),
        "win_cap": Meaning(
            "填12：硬报的大对子自摸该给26，只给12；填0不封顶。",
            "12: where a win would bring 26 from each, it brings 12; 0: no cap.",
            "牌型、报听、自摸这些加起来封顶；庄、估卖、鸡、豆另算。",
            "Pattern, 报听, self-draw and the like are capped together; dealer, side bets, chickens and kongs are not.",
        ),
        "declared_is_pass": Meaning(
            "开：报了听的，没有杠也能平胡别人打的牌。", "Yes: who declared may win plain on a discard without a kong."
        ),
        "declared_discarder_is_pass": Meaning(
            "开：报了听的人点炮，谁都能平胡他。", "Yes: off a declared player anybody may win plain."
        ),
        "let_go": Meaning(
            "能胡三条没胡，自己还没摸牌又有人打三条：“不能胡”就是这时候胡不了；“包牌”是胡了不算，还要赔。",
            "A win on 3s is let go, another 3s falls before one has drawn: no win, or one that is void and paid for.",
        ),
        "let_go_may_draw": Meaning(
            "开：过了水，接下来自己摸到还是能胡。", "Yes: who let a win go may still win by self-draw."
        ),
        "dealer_declares": Meaning(
            "“只能硬报”：庄家起手不报，后面就不能报了。",
            "Hard only: a dealer who does not declare at once may not later.",
        ),
        "declared_kongs": Meaning("开：报了听，摸到第四张还能开杠。", "Yes: a declared player may still make kongs."),
        "self_draw": Meaning("填1：自摸大对子，每家给5+1。", "1: self-drawn all triplets bring 5 + 1 from each."),
        "self_draw_plain": Meaning(
            "填1（一扣二）：平胡自摸每家给1+1=2；大对子自摸还是5。",
            "1: a plain self-draw brings 1 + 1 = 2 from each, all triplets still 5.",
            "报听把平胡吃掉的时候，这一个也不加。",
            "Not added where 报听 takes the place of the plain win.",
        ),
        "self_draw_double": Meaning(
            "开：自摸大对子，每家给5+5。",
            "Yes: self-drawn all triplets bring 5 + 5 from each.",
            "只翻牌型，报听、杠上花这些不翻。",
            "The pattern alone is doubled.",
        ),
        "kong_bloom": Meaning("填1：开杠补的那张自摸，每家多给1。", "1: a win on a kong's replacement brings 1 more."),
        "hot_shot_exposed": Meaning(
            "填1：他开了点豆，接着打出来点了炮，多给1。", "1: a discard right after an exposed kong costs 1 more."
        ),
        "hot_shot_concealed": Meaning(
            "填2：他开了闷豆，接着打出来点了炮，多给2。", "2: a discard right after a concealed kong costs 2 more."
        ),
        "hot_shot_added": Meaning(
            "填3：他开了爬坡豆，接着打出来点了炮，多给3。", "3: a discard right after an added kong costs 3 more."
        ),
        "hot_shot_double": Meaning(
            "开：热炮胡大对子，牌型5再给一个5。",
            "Yes: all triplets on a hot shot cost 5 and 5 again.",
        ),
        "hot_shot_burns_kongs": Meaning(
            "“只烧刚杠的那个”：热炮的人刚开的豆收不到，早先的豆照收。",
            "The last: who fires a hot shot is not paid for the kong just made; earlier ones pay.",
        ),
        "hot_shot_burns_chickens": Meaning(
            "开：热炮的人，手里的鸡一只也收不到。", "Yes: who fires a hot shot is not paid for chickens."
        ),
        "robbed_pays": Meaning(
            "四个人，平胡抢杠：只包自己那份给1；包所有家给三份。",
            "Of four, a plain win: one share is 1, all are three shares.",
        ),
        "robbed_kong": Meaning("填9：被抢的人另外给9，只给一次。", "9: the robbed pays 9 besides, once."),
        "robbed_burns_kongs": Meaning(
            "开：被抢杠的人，别的豆也收不到。", "Yes: the robbed is not paid for other kongs."
        ),
        "robbed_burns_chickens": Meaning("开：被抢杠的人，鸡收不到。", "Yes: the robbed is not paid for chickens."),
        "declared_hard": Meaning(
            "填20：起手就报，胡了每家多给20。", "20: declared on the dealt hand, a win brings 20 more."
        ),
        "declared_soft": Meaning("填10：摸过一张再报，胡了每家多给10。", "10: declared later, a win brings 10 more."),
        "declared_flat": Meaning(
            "开：报听胡清一色，只给报听的10，清一色不再加。", "Yes: declared with one suit brings the 10 of 报听 alone."
        ),
        "declared_swallows_plain": Meaning(
            "开：报听胡平胡，只给10；关：给10+1。", "Yes: a declared plain win brings 10; no: 10 + 1."
        ),
        "declared_discarder": Meaning(
            "报了听的人点炮：“另付自己的报听”就是再给10。",
            "A declared player deals in: “on top” is their own 10 besides.",
        ),
        "killed_declared": Meaning(
            "填10：别人报了听你先胡，他给你多10。", "10: a declared player pays a winner 10 more."
        ),
        "heavenly": Meaning("填10：庄家起手就胡，每家多给10。", "10: the dealer's dealt win brings 10 more from each."),
        "earthly": Meaning(
            "填20：闲家一张没打就胡，多给20；填0不玩。",
            "20: a win before one's first discard brings 20 more; 0: not played.",
            "地胡不要通行证。",
            "It needs no pass.",
        ),
        "dealer_paid": Meaning(
            "开：付胡牌的和胡的，有一家是庄就多付；点炮只有点炮的付。连庄几次加几。",
            "Yes: the dealer gets more and pays more, by the number of times in a row.",
        ),
        "dealer_first": Meaning(
            "填1：头一次坐庄加1，连第二次加2；填2：头一次就加2。",
            "1: the first time 1, the second 2; 2: the first time 2.",
        ),
        "side_bets": Meaning(
            "开：你估2，胡的人估1，你给他多3。",
            "Yes: who bet 2 pays a winner who bet 1 another 3.",
            "黄庄查叫、包牌、一炮三响倒付都不算估卖。",
            "Not in a drawn round, a penalty or a reversed 一炮三响.",
        ),
        "triple_shot": Meaning(
            "“倒付”：一张牌点三家，反过来三家给点炮的。", "Reversed: three who win on one discard pay its discarder."
        ),
        "kong_concealed": Meaning("填2：自己摸四张杠，每家给2。", "2: four drawn by oneself bring 2 from each."),
        "kong_added": Meaning("填3：碰了再摸第四张杠，每家给3。", "3: the fourth drawn to a pong brings 3 from each."),
        "kong_exposed": Meaning("填1：手里三张，别人打第四张杠，给1。", "1: a kong from a discard brings 1."),
        "kong_exposed_from": Meaning(
            "“三家都付”：点豆不光点的人给，每家都给。", "Each: not the feeder alone, everybody pays it."
        ),
        "kong_late": Meaning(
            "早就能杠，过一圈才杠：“不算钱”就是这个豆没人给。",
            "A kong made later than at once: “nothing” means that nobody pays.",
        ),
        "kongs_need_ready": Meaning("开：完的时候没叫牌，豆收不到。", "Yes: who is not ready is not paid for kongs."),
        "unready_owes_kongs": Meaning(
            "没叫牌的开了闷豆：“赔给每个叫牌的”就是反过来给他们。",
            "An unready player with a concealed kong pays the ready ones instead.",
        ),
        "fixed_chickens": Meaning(
            "幺鸡1、八筒2：一只幺鸡每家给1，一只乌骨鸡每家给2。",
            "1s 1, 8p 2: each 1s brings 1 from everybody, each 8p 2.",
        ),
        "golden": Meaning(
            "填2：翻出九条，幺鸡成了金鸡，一只算2。",
            "2: 9s is turned, so 1s is golden and counts 2.",
            "固定鸡正好又是翻出来的鸡就是金鸡，本鸡、前一张也一样。",
            "A fixed chicken that is also turned is golden, whichever way it was turned.",
        ),
        "turned_next": Meaning("开：翻出五万，六万是鸡。", "Yes: 5m is turned, 6m is a chicken."),
        "turned_previous": Meaning("开（上下鸡）：翻出五万，四万也是鸡。", "Yes: 5m is turned, 4m is a chicken too."),
        "turned_self": Meaning(
            "开（本鸡）：翻出五万，五万自己也是鸡。",
            "Yes: 5m is turned, 5m itself is a chicken.",
            "翻出来的是固定鸡，就当金鸡，不是多加1。",
            "A fixed chicken that is turned is golden, not worth 1 more.",
        ),
        "silver": Meaning(
            "填5：翻出九万，一万是银鸡，一只给5；填1就是普通鸡。",
            "5: 9m is turned, 1m counts 5; 1: it is a plain chicken.",
            "算多少各处不同，这里由你们定。",
            "Its value differs from table to table.",
        ),
        "week_chickens": Meaning(
            "填1：星期三，三万、三筒、三条每只多给1；填0不玩。",
            "1: on Wednesday 3m, 3p and 3s bring 1 more each; 0: not played.",
        ),
        "wind_chicken": Meaning(
            "翻出五筒：“鸡都不算”就是这局谁的鸡都不给。",
            "5p is turned: no chicken of this round is paid, or nothing at all.",
        ),
        "standing_chicken": Meaning(
            "开：捏在手里的幺鸡一只算2，碰了、杠了、打了的算1。",
            "Yes: a 1s held in hand counts 2, one that lies open 1.",
            "只有手里的幺鸡算，暗杠的不算，乌骨鸡不算。",
            "Only a 1s in hand: not in a concealed kong, no other kind.",
        ),
        "discards_count": Meaning(
            "“只算固定鸡”：打出去的幺鸡还收钱，打出去的翻牌鸡不收。",
            "Fixed only: a discarded 1s is still paid for, a discarded turned one is not.",
        ),
        "chickens_need_ready": Meaning(
            "开：完的时候没叫牌，鸡收不到。", "Yes: who is not ready is not paid for chickens."
        ),
        "four_alike": Meaning("填5：手里四只幺鸡，按5只收。", "5: four 1s in hand count as five."),
        "charge": Meaning(
            "填3：头一只打出来的幺鸡还躺着，每家一共给3；填1就跟别的一样。",
            "3: the first 1s thrown, still lying, brings 3 in all; 1: as any other.",
        ),
        "charge_golden": Meaning("填6：冲锋鸡又是金鸡，每家一共给6。", "6: the same where it is golden, 6 in all."),
        "claimed_chicken": Meaning(
            "填1：你头一只打出的幺鸡被他碰了，你多给他1；填0不玩。",
            "1: whose first 1s was ponged pays that player 1 more; 0: not played.",
        ),
        "claimed_chicken_golden": Meaning("填4：被碰走的又是金鸡，多给4。", "4: the same where it is golden."),
        "unready_owes_chickens": Meaning(
            "没叫牌的打过一只幺鸡：“包打出去的”就是给每个叫牌的1。",
            "An unready player who threw a 1s pays each ready one 1.",
        ),
        "caught_kong": Meaning(
            "填4：没叫牌的开过六万的杠，翻出五万，给每个叫牌的4。",
            "4: 5m is turned, an unready player with a kong of 6m pays each ready one 4.",
        ),
        "flush_reward": Meaning("填3：叫了牌又是清一色，每家给3。", "3: a ready hand of one suit brings 3 from each."),
        "drawn_pays": Meaning(
            "黄庄：“叫牌的照收”就是叫了牌的，豆和鸡还收钱。",
            "Nobody won: the ready are still paid for kongs and chickens, or nobody is.",
        ),
        "drawn_counts_declared": Meaning(
            "开：黄庄查叫，报了听的按报听一起算。", "Yes: in a drawn round a declared hand is paid with its 报听."
        ),
        "miscount": Meaning(
            "填2：没人叫牌的黄庄，多一张少一张的给每家2。",
            "2: drawn with nobody ready, a miscounted hand pays 2 to each.",
        ),
        "next_dealer_two": Meaning("一炮两响，下一局谁坐庄。", "Two won on one discard: who deals next."),
        "next_dealer_three": Meaning("一炮三响，下一局谁坐庄。", "Three won on one discard: who deals next."),
        "next_dealer_drawn": Meaning(
            "黄庄，下一局谁坐庄。",
            "Nobody won: who deals next.",
            "两三个人打：庄家叫了就连庄，没叫就是下手第一个叫的。",
            "Of two or three: a ready dealer stays, else the first ready one after.",
        ),
    }
)

DECIDED_OF_PRESETS = Meaning(
    "",
    "",
    "常见打法：几处说的不一样，取说得多的那个数。",
    "Presets: where their sources differ, the more frequent figure.",
)
