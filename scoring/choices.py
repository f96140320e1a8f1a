"""The words that a rule may be set to, where it is no number: each with its Chinese and English meaning (HOUSE 2)."""

from __future__ import annotations

from scoring.terms import Term


class MissingSuit(Term):
    """缺一门: whether a winning hand must lack a suit (HOUSE 4)."""

    NO = "no", "不用缺", "no suit need be missing"
    ANY = "any", "缺一门（哪门都行）", "any one suit is missing"
    DECLARED = "declared", "定缺", "the suit that its player declared is missing"


class LetGo(Term):
    """过水: what becomes of a win on another's tile by a player who let a winning discard go (RULES 2, 7)."""

    VOID_CLAIMED = "void_claimed", "包牌：按自己胡的赔", "void; pays everybody the pattern claimed"
    VOID_WAITS = "void_waits", "包牌：按各家叫的赔", "void; pays each that one's own best wait"
    FORBIDDEN = "forbidden", "不能胡", "no win until one has drawn"
    FORBIDDEN_BUT_HOT = (
        "forbidden_but_hot",
        "没报听的还能抢杠、胡热炮",
        "no win; the undeclared may rob and hot-shoot",
    )


class DealerDeclares(Term):
    """How the dealer may declare (庄家报听)."""

    EITHER = "either", "硬报软报都行", "either way"
    HARD = "hard", "只能硬报", "on the dealt hand only"
    SOFT = "soft", "只能软报", "after the first draw only"


class BurntKongs(Term):
    """烧豆: which of their kongs the discarder of a hot shot loses."""

    NONE = "none", "不烧", "none"
    LAST = "last", "烧刚杠的那个", "the kong just made"
    ALL = "all", "全烧", "all"


class RobbedPays(Term):
    """抢杠: whose shares the robbed pays."""

    ONE = "one", "只包自己那份", "the discarder's one share"
    ALL = "all", "包所有家", "every other player's share, as a self-draw would have raised it"


class DeclaredDiscarder(Term):
    """报听者点炮: what a declared player who deals in owes (RULES 3)."""

    NONE = "none", "不另付", "nothing besides"
    ADDS = "adds", "另付自己的报听", "their own 报听 on top"
    OWN_HAND = "own_hand", "按自己的牌付", "their own hand's value instead of the winner's"


class TripleShot(Term):
    """一炮三响: what three winners on one discard do (RULES 3)."""

    NONE = "none", "照常付", "the discarder pays each"
    OWN_HANDS = "own_hands", "倒付：三家各付自己的牌", "reversed: each pays their own hand's value"
    DISCARDER_HAND = (
        "discarder_hand",
        "倒付：三家各付炮家的牌",
        "reversed: each pays the discarder's hand's value",
    )


class KongFrom(Term):
    """点豆谁付: who pays an exposed kong."""

    FEEDER = "feeder", "点的人付", "whoever fed it"
    EACH = "each", "三家都付", "every other player"


class LateKong(Term):
    """憨包豆: what a kong made later than at once is paid as."""

    NOTHING = "nothing", "不算钱，只当通行证", "nothing; a pass only"
    AS_KIND = "as_kind", "照原来的种类算", "as the kind that it would have been"


class OwedKongs(Term):
    """包豆: to whom an unready player owes for their own kongs."""

    NO = "no", "不包", "nobody"
    MIRRORED = "mirrored", "谁该付就赔给谁（他叫了牌）", "those who would have paid, if they are ready"
    EVERY_READY = "every_ready", "赔给每个叫牌的", "every ready player"


class OwedChickens(Term):
    """包鸡: what an unready player owes for their own chickens."""

    NO = "no", "不包", "nothing"
    THROWN = "thrown", "包打出去的固定鸡，碰走的算一张", "fixed chickens discarded, one tile for a claimed meld"
    SHOWN = "shown", "包打出去的和碰杠的，什么鸡都算", "every chicken discarded or in a meld"


class WindChicken(Term):
    """吹风鸡: what a turned 5p does away with."""

    NO = "no", "没有", "not played"
    CHICKENS = "chickens", "鸡都不算", "no chicken is paid"
    ALL = "all", "这一局都不算", "nothing of the round is paid"


class CountedDiscards(Term):
    """满堂鸡: which of the discards count as chickens."""

    NONE = "none", "打出去的都不算", "none"
    FIXED = "fixed", "只算固定鸡", "fixed chickens only"
    ALL = "all", "都算（满堂鸡）", "all"


class DrawnPays(Term):
    """黄庄鸡豆: what kongs and chickens do in a drawn round."""

    NOTHING = "nothing", "都不算", "nothing"
    OWED = "owed", "没叫牌的照包", "unready players owe theirs"
    ALL = "all", "叫牌的照收，没叫的照包", "ready players are paid for theirs, unready ones owe"


class DealerAfterWins(Term):
    """一炮多响后的庄: who deals after several winners (RULES 8)."""

    FIRST_AFTER = "first_after", "庄家下手第一个胡的（庄家最后）", "the first winner after the dealer"
    DEALER_OR_FIRST = (
        "dealer_or_first",
        "庄家胡了就连庄，不然下手第一个胡的",
        "the dealer if a winner, else the first after",
    )
    DEALER_STAYS = "dealer_stays", "原庄", "the dealer stays"
    DISCARDER = "discarder", "点炮的（被抢的）", "the discarder, or the robbed"


class DealerAfterDraw(Term):
    """黄庄后的庄: who deals after a drawn round (RULES 8)."""

    STAYS = "stays", "原庄", "the dealer stays"
    READY = "ready", "看谁叫了牌", "by who is ready"
