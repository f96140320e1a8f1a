"""What codes say that have more than one case, and the phrases within sentences: a question, a hint, a reason."""

from __future__ import annotations

from enum import Enum

from vision.doubts.codes import Code
from vision.doubts.traits import Question


class Variant(Enum):
    """A further sentence of a code. `settles`: what its answer settles beyond what the code's answers do."""

    code: Code
    zh: str
    en: str
    settles: frozenset[Question]

    def __init__(self, code: Code, zh: str, en: str, *settles: Question) -> None:
        self.code, self.zh, self.en, self.settles = code, zh, en, frozenset(settles)

    TWO_WINNING_TILES = (
        Code.ODD_COUNT,
        "胡的牌放了{count}张，只能有一张",
        "{count} tiles lie as the winning tile; there can be only one",
    )
    FIVE_MELDS = Code.ODD_COUNT, "副露{count}组，最多四组", "{count} melds; a hand has four at most"
    FIVE_COPIES = (
        Code.FIFTH_COPY,
        "{kind}有{count}张，一副牌只有四张{ask:：}",
        "{count} tiles of {kind}; there are four{ask:: }",
    )
    FIVE_TOGETHER = (
        Code.FIFTH_COPY,
        "几家合起来，{kind}有{count}张，一副牌只有四张{where:：}",
        "{count} tiles of {kind} among all players; there are four{where:: }",
    )
    ABOVE_MELD = (
        Code.LEFT_OUT,
        "{under}（{kind}）上方还有一张{ask:：}",
        "{tile} lies above one of its kind in a meld{ask:: }",
    )
    NEARBY_WINS = (
        Code.LEFT_OUT,
        "旁边有张{kind}，正好能胡，没有算进来{ask:：}",
        "{tile} lies close by but was not counted as the player's; it would complete the hand{ask:: }",
    )
    NEARBY_IDLE = (
        Code.LEFT_OUT,
        "旁边单放着{kind}，胡不了，没有算进来{ask:：}",
        "{tile} lies close by but was not counted as the player's; it would not complete the hand{ask:: }",
    )
    HARDLY_SEEN = (
        Code.LEFT_OUT,
        "{near}（{beside}）旁边像是还有一张（像{kind}），没看清{ask:：}",
        "box {box} may be a tile that was hardly seen ({kind}?){ask:: }",
    )
    HARDLY_SEEN_BY_PONG = (
        Code.LEFT_OUT,
        "碰的{pong}旁边像是还有一张（像{kind}），没看清{ask:：}",
        "box {box} may be a tile that was hardly seen ({kind}?){ask:: }",
    )
    TOUCHING = (
        Code.LEFT_OUT,
        "挨着{near}还有一张（看着像{kind}），没有算{ask:：}",
        "{tile} ({kind}) touches the player's tiles but was not counted as one of them{ask:: }",
    )
    TOUCHING_PONG = (
        Code.LEFT_OUT,
        "挨着碰的{pong}还有一张（看着像{kind}），没有算{ask:：}",
        "{tile} ({kind}) touches the player's tiles but was not counted as one of them{ask:: }",
    )
    HARD_TO_NAME = (
        Code.LEFT_OUT,
        "旁边有一张看不清（像{kind}），没有算{ask:：}",
        "{tile}, near a waiting hand, is not clear{ask:: }",
    )
    SEEN_AS_TWO = (
        Code.DUPLICATE,
        "有一张牌认了两次，一次是{kind}，一次像{other}，只算{kind}{ask:；}",
        "box {box} ({other}) shows {tile} ({kind}) a second time and was left out{ask:; }",
    )
    NOT_CLEAR_WHICH = (
        Code.LOW_CONFIDENCE,
        "{tiles}看不清：是{names}还是{others}？",
        "cannot see {tiles} clearly: {names} or {others}?",
    )
    NOT_CLEAR_OF_THREE = (
        Code.LOW_CONFIDENCE,
        "{tiles}看不清：是{names}还是{others}，或者{worst}？",
        "cannot see {tiles} clearly: {names} or {others} or {worst}?",
    )
    BACK_IN_PONG = (
        Code.SHORT_MELD,
        "{kind}三张里有扣着的：是不是杠，少认了一张？",
        "three tiles of {kind}, one of them face down: a kong with a tile not found?",
    )
    ONLY_BACKS = (
        Code.SHORT_MELD,
        "碰杠里只有{count}张扣着的：是不是暗杠，少认了一张？",
        "{count} face down as a meld: a concealed kong with a tile not found?",
    )
    STACKED_ON_PONG = (
        Code.SHORT_MELD,
        "碰的{kind}有一张好像叠在另一张上：是不是补杠？",
        "one of the three {kind} seems to lie on top of another one: an added kong?",
    )
    FOURTH_ASTRAY = (
        Code.KONG_KIND,
        "杠{kind}的第四张没放在横着的那张上：真是杠，还是碰的一张认了两次？",
        "the fourth {kind} lies beside its place: a kong, or one of the pong seen twice?",
    )
    SIDEWAYS_AND_DOWN = (
        Code.KONG_KIND,
        "杠{kind}有一张横着，又有扣着的：会不会是被遮住了，不是暗杠？",
        "a kong of {kind} with a tile sideways and one face down: is a face covered, so that it is no concealed kong?",
    )
    FED_AT_ALL = Code.FEEDER, "{meld}：看不清是不是{one}打的", "{meld}: fed by {one} or nobody known?"
    FED_UNSEEN = (
        Code.FEEDER,
        "{meld}：这个角度看不出哪张横着",
        "{meld}: from this angle a sideways tile would not be seen",
    )
    AS_PONG = Code.PARTED, "{threes}算作碰，会不会是手牌？", "{threes}: a pong, or part of the hand?"
    LAST_IS_FOURTH = (
        Code.PARTED,
        "手牌只有一张{kind}，又碰了{kind}：是杠的第四张，手牌在别处吗？",
        "the hand is one {kind}, beside a pong of it: a kong, and the hand lies elsewhere?",
    )
    HAND_IS_KONG = (
        Code.PARTED,
        "手牌是四张{kind}：是杠，手牌在别处吗？",
        "the hand is four {kind}: a kong, and the hand lies elsewhere?",
    )
    FOURTH_IN_HAND = (
        Code.PARTED,
        "手牌里有张{kind}，又碰了{kind}：是杠的第四张吗？",
        "the hand has a {kind} beside a pong of it: the fourth of a kong?",
    )
    WON_BESIDE_PAIR = (
        Code.PARTED,
        "{kind}算作胡的牌，旁边几张也是{kind}：会不会是碰，另外少认了一张？",
        "{kind} counts as the winning tile beside others of its kind: a pong, and a tile was not found?",
    )
    STACKED_ON_PAIR = (
        Code.PARTED,
        "两张{kind}和{other}单放在一起，算作手牌：{other}会不会压在碰的第三张上？",
        "{other} lies with two {kind} beside the hand: on top of the third one of a pong?",
    )
    TOUCHED_PONG = (
        Code.PARTED,
        "三张{kind}挨着{other}单放着，算作手牌：会不会是碰？",
        "three {kind} and {other} beside the hand: a pong that the {other} touches?",
    )
    WON_BY_HARDLY_SEEN = (
        Code.WINNING_UNSURE,
        "胡的{kind}没看清：那里会不会没有牌？",
        "the winning tile, {kind}, was hardly seen: is there no tile at all?",
        Question.TILE,
    )
    WON_BY_FOURTH = (
        Code.WINNING_UNSURE,
        "{kind}挨着碰的{kind}，算作胡的牌：会不会是补杠的第四张？",
        "{kind} beside a pong of its kind was taken for the winning tile: the fourth of an added kong?",
    )
    WON_BY_FAR = (
        Code.WINNING_UNSURE,
        "{kind}离手牌很远，横着，算作胡的牌：会不会是打出的？",
        "{kind} lies far from the hand and was taken for the winning tile: is it one of the discards?",
    )
    WON_AMONG_DISCARDS = (
        Code.WINNING_UNSURE,
        "{kind}和打出的牌放在一起，算作胡的牌：会不会是打出的？",
        "{kind} lies among the discards and was taken for the winning tile: is it one of the discards?",
    )
    HALF_SEEN_WHICH = (
        Code.HALF_SEEN,
        "{tile}只露出一部分：是{kind}还是{other}？",
        "only part of {tile} is seen: {kind} or {other}?",
    )
    CUT_OFF_NEARBY = (
        Code.CUT_OFF,
        "{near}旁边、照片边上像是还有一张没照全",
        "box {box} may be a tile that the photo's edge cuts off",
    )


class Ask(Enum):
    """Phrases within sentences: the question that a suggestion answers with yes, a hint, a reason."""

    zh: str
    en: str

    def __init__(self, zh: str, en: str) -> None:
        self.zh, self.en = zh, en

    # Where does it belong?
    FOURTH = "是杠的第四张吗？", "the fourth of a kong?"
    FOURTH_AS = "是杠的第四张{kind}吗？", "the fourth of a kong, as {kind}?"
    OR_FOURTH = "还是杠的第四张吗？", "or is it the fourth of a kong?"
    OR_FOURTH_AS = "还是杠的第四张{kind}吗？", "or is it the fourth of a kong, as {kind}?"
    OR_TWO = "还是真有两张？", "or are there two?"
    WINNING = "是胡的牌吗？", "the winning tile?"
    WINNING_AS = "是胡的{kind}吗？", "the winning tile, as {kind}?"
    OF_HAND = "是这家的牌吗？", "one of the hand?"
    OF_HAND_AS = "是这家的{kind}吗？", "one of the hand, as {kind}?"
    NOWHERE = "这家的牌已经够数，多半不是这家的", "the player has all their tiles, so it is hardly one of them"
    OF_PONG = "是碰的吗？", "one of a pong?"
    OF_PONG_OR_ASKEW = "是碰的，还是放歪了？", "claimed, or only laid askew?"
    TO_HAND = "是手牌吗？", "is {tile} one of the hand?"
    AWAY = "不是这家的吗？", "is {tile} none of the player's?"
    ODD_TO_HAND = "{tile}（{kind}）是手牌吗？", "is {tile} one of the hand?"
    ODD_AWAY = "{tile}（{kind}）不是这家的吗？", "is {tile} none of the player's?"
    ALL_TO_HAND = "是手牌吗？", "are they of the hand?"
    # What is it?
    IS_IT = "是{kind}吗？", "is it {kind}?"
    IS_TILE = "{tile}是{kind}吗？", "is {tile} {kind}?"
    ALL_ARE = "都是{kind}吗？", "are all of them {kind}?"
    MAY_BE = "{tile}会不会是{kind}", "is {tile} {kind}"
    MAY_BE_ALL = "{each}？", "{each}?"
    NONE = "不算它吗？", "is it no tile at all?"
    HONOUR = "字牌花牌，还是没看清？", "an honour or a flower, or only not clear?"
    UNNAMED = "认不出", "other"
    # Why, and what else
    IN_PHOTO = "第{photo}张照片里{count}张", "{count} in photo {photo}"
    BESIDE_WINNING = "", " beside the winning tile {kind}"
    ONE_TOO_MANY = "多认的多半是{tile}（{kind}）", "box {box} ({kind}) is the least likely to be a tile"
    SOME_HIDDEN = "可能有牌被压住或没认出", "one may be hidden under another or not found"
    NO_SIZE = "{count}张不成一副，碰是三张，杠是四张", "{count} tiles; a pong has three, a kong four"
    RUN = "是顺子，捉鸡不能吃牌", "a run, and there are no chows"
    NO_KIND = "有认不出是万筒条哪张的，不成碰也不成杠", "some are not among the 108 tiles, or not clear"
    UNLIKE = "不是同一种牌，不成碰也不成杠", "they are not all the same"
    THREE = "三张{kind}", "three {kind}"
    PRICED = "{kind}（{units}倍）", "{kind} ({units})"
