"""The registry of doubts: each code with its gravity, its sentence in Chinese and English, its meaning for `/docs`, and
when it only repeats another one.

What stands in braces is filled in by `vision.doubts.words`. `{ask:：}` is left out, colon and all, where there is
nothing to ask.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from vision.doubts.traits import Gravity, Overlap, Question, Repeats, Traits

_NOTHING_ELSE = Traits()
_TILE = Traits(frozenset({Question.TILE}))
_RENAMED = replace(_TILE, renames=True)
_NAMES = replace(_TILE, repeats=(Repeats(Question.TILE, Overlap.ONE_OF_MELD),))
_LEFT_OUT = replace(_TILE, settles=frozenset(Question))
_PLACE = Traits(frozenset({Question.PLACE}))
_FOURTH = Traits(frozenset({Question.FOURTH}), (Repeats(Question.FOURTH, Overlap.WITHIN),))
_OTHER_READING = Traits(repeats=(Repeats(Question.PLACE, Overlap.SAME),))
_OPEN = Traits(leaves_open=True)
_CHOOSE = replace(_OPEN, choose=True)
_OF_PHOTO = replace(_OPEN, of_photo=True)


class Code(StrEnum):
    """What is doubtful; the value stands on the wire. `meaning`: for `/docs`. `zh`, `en`: what it says, in its plainest
    case; `Variant` has the others.
    """

    gravity: Gravity
    meaning: str
    zh: str
    en: str
    traits: Traits

    def __new__(
        cls, value: str, gravity: Gravity, meaning: str, zh: str, en: str, traits: Traits = _NOTHING_ELSE
    ) -> Code:
        """A string that knows what it means."""
        code = str.__new__(cls, value)
        code._value_ = value
        code.gravity, code.meaning, code.zh, code.en, code.traits = gravity, meaning, zh, en, traits
        return code

    NO_TILES = (
        "no_tiles",
        Gravity.CONTRADICTION,
        "no tile was found in the photo",
        "照片里没有找到麻将牌",
        "no tile was found in the photo",
    )
    NO_HAND = (
        "no_hand",
        Gravity.NO_HAND,
        "tiles were found, and none of them is a hand: a wall, discards, or the hand is out of the picture",
        "照片里有牌，但没有看到手牌",
        "there are tiles in the photo, but no hand can be read",
    )
    TOO_MANY_TILES = (
        "too_many_tiles",
        Gravity.LABEL,
        "more tiles were found than are looked at; those that the eye was less sure of were left out",
        "牌太多，只看了最清楚的{count}张",
        "more than {count} tiles: only the {count} surest were looked at",
    )
    TOO_DARK = (
        "too_dark",
        Gravity.LABEL,
        "the tiles are too dark in the photo to be read for certain",
        "照片太暗，牌认不准：开灯，或者开闪光灯再拍一张",
        "the photo is too dark to read the tiles for certain: take another one with more light",
        _OF_PHOTO,
    )
    BLURRED = (
        "blurred",
        Gravity.LABEL,
        "the photo is too blurred for the tiles to be read for certain",
        "照片糊了，牌认不准：拿稳手机，对准牌再拍一张",
        "the photo is too blurred to read the tiles for certain: take another one, holding still",
        _OF_PHOTO,
    )
    TOO_SMALL = (
        "too_small",
        Gravity.LABEL,
        "the tiles are too small in the photo to be read for certain",
        "牌在照片里太小，认不准：靠近一点再拍一张",
        "the tiles are too small in the photo to be read for certain: go nearer and take another one",
        _OF_PHOTO,
    )
    OLD_SET = (
        "old_set",
        Gravity.PLACE,
        "the taught set was taught to other models than these, which may not know its faces again",
        "学过的这副牌是旧版本学的，可能认不出来：再拍一张教一遍",
        "the set was taught to other models and may not be recognised: teach it again from a photo",
        _OF_PHOTO,
    )
    ODD_COUNT = (
        "odd_count",
        Gravity.NO_HAND,
        "no hand has so many tiles, melds or winning tiles (相公)",
        "手牌{hand}张，应为{need}张（相公）{hint:；}",
        "{hand} in hand{beside} and {melds}; a hand has {need}{hint:; }",
    )
    FIFTH_COPY = (
        "fifth_copy",
        Gravity.CONTRADICTION,
        "more than four tiles look alike: all of them are listed, or the one that was given another kind for that",
        "{tile}看着像{first}，按{kind}算了（{first}已有四张）{ask:：}",
        "{tile} looks like {first}, read as {kind}, four of {first} are there already{ask:: }",
        _RENAMED,
    )
    CHANGED = (
        "changed",
        Gravity.LABEL,
        "a tile was given another kind than the one it looks most like",
        "{tile}看着像{first}，按{kind}算了{ask:：}",
        "{tile} looks like {first}, read as {kind}{ask:: }",
        _RENAMED,
    )
    FACE_DOWN = (
        "face_down",
        Gravity.PLACE,
        "a tile of the hand lies face down",
        "{tile}扣着{ask:：}",
        "{tile} lies face down{ask:: }",
        _TILE,
    )
    NOT_IN_SET = (
        "not_in_set",
        Gravity.OUTSIDE,
        "a tile of the hand is none of the 27 kinds, or not clearly seen",
        "{tile}认不出是万筒条哪张{ask:：}",
        "{tile} is not one of the 108 tiles, or not clear{ask:: }",
        _TILE,
    )
    LEFT_OUT = (
        "left_out",
        Gravity.PLACE,
        "a tile close to the player's, perhaps hardly seen, was not counted among them",
        "近旁的{kind}没有算进来{ask:：}",
        "{tile} lies close by but was not counted as the player's{ask:: }",
        _LEFT_OUT,
    )
    DUPLICATE = (
        "duplicate",
        Gravity.PLACE,
        "two boxes seem to show one tile; only one of them was counted",
        "有一张{kind}认了两次，只算一张{ask:；}",
        "box {box} ({other}) shows {tile} ({kind}) a second time and was left out{ask:; }",
        _TILE,
    )
    LOW_CONFIDENCE = (
        "low_confidence",
        Gravity.LABEL,
        "the eye is not sure which kind a tile is",
        "{tiles}看不清：是{names}吗？",
        "cannot see {tiles} clearly: {names}?",
        _NAMES,
    )
    MIXED_MELD = (
        "mixed_meld",
        Gravity.NO_HAND,
        "tiles that lie as a meld are neither a pong nor a kong",
        "碰杠的牌里{kinds}：{why}{ask:；}",
        "{kinds} is not a meld: {why}{ask:; }",
    )
    SHORT_MELD = (
        "short_meld",
        Gravity.LABEL,
        "a pong may be a kong of which one tile is hidden or was not found",
        "碰的{kind}中间空着：是不是杠，少认了一张？",
        "between the tiles of the meld of {kind} there is room: a kong with a tile not found?",
        _FOURTH,
    )
    HIDDEN_KONG = (
        "hidden_kong",
        Gravity.LABEL,
        "a kong lies face down: its kind is not known",
        "暗杠四张都扣着，看不出杠的是什么",
        "all four tiles of a kong lie face down: which tile it is cannot be seen",
        _OPEN,
    )
    KONG_KIND = (
        "kong_kind",
        Gravity.PLACE,
        "how a kong lies does not tell its kind: exposed, added, concealed",
        "杠{kind}，四张都亮着，看不清怎么摆的：明杠、补杠还是暗杠？",
        "a kong of {kind}, all face up, and it is not clear how it was made: exposed, added or concealed?",
    )
    FEEDER = (
        "feeder",
        Gravity.PLACE,
        "how a meld lies does not tell for certain whose discard was claimed",
        "{meld}：看不清是谁打的，{one}还是{other}？",
        "{meld}: fed by {one} or {other}?",
    )
    DIRECTION = (
        "direction",
        Gravity.PLACE,
        "the photo may be upside down, so that left and right are exchanged",
        "照片方向不明，上家下家可能相反",
        "the photo may be upside down: left and right feeders may be exchanged",
    )
    PARTED = (
        "parted",
        Gravity.PLACE,
        "tiles counted as part of the hand may be a meld, or the other way round",
        "{threes}算作手牌，会不会是碰？",
        "{threes}: part of the hand, or a pong?",
        _PLACE,
    )
    NOT_COMPLETE = (
        "not_complete",
        Gravity.PLACE,
        "a tile lies as the winning tile and does not complete the hand",
        "{kind}单放着像是胡的牌，可手牌{hand}胡不了它{ask:：}",
        "{kind} lies apart as a winning tile, but does not complete {hand}{ask:; }",
    )
    WINNING_UNSURE = (
        "winning_unsure",
        Gravity.PLACE,
        "what was taken for the winning tile may be something else",
        "手牌末尾的{kind}算作胡的牌：会不会是手牌里的？",
        "{kind} at the hand's end was taken for the winning tile: is it one of the hand?",
        _PLACE,
    )
    WINNING_UNKNOWN = (
        "winning_unknown",
        Gravity.PLACE,
        "the hand has won, and nothing shows which of its tiles won",
        "看不出胡的是哪张，可能是：{prices}",
        "nothing shows which tile won; candidates with their units: {prices}",
        _CHOOSE,
    )
    HALF_SEEN = (
        "half_seen",
        Gravity.LABEL,
        "only part of a tile is seen",
        "{tile}只露出一部分：真是{kind}吗？",
        "only part of {tile} is seen: is it {kind}?",
    )
    CUT_OFF = (
        "cut_off",
        Gravity.LABEL,
        "the photo's edge may cut tiles off",
        "{kind}在照片边上：外面还有没有牌？",
        "{tile} lies at the photo's edge: do more tiles lie beyond it?",
    )
    ON_TOP = (
        "on_top",
        Gravity.PLACE,
        "a tile seems to lie on another one, which it hides",
        "{tile}（{kind}）好像叠在另一张上：下面是不是还压着一张？",
        "{tile} ({kind}) seems to lie on top of another one, which it hides",
    )
    GAP = (
        "gap",
        Gravity.LABEL,
        "between two tiles of the hand there is room for one more",
        "{kind}和{other}之间空着：少认了一张，还是有一张单放？",
        "between tiles {one} and {two} there is room: a tile not found, or one that lies apart",
    )
    OVERLAP = (
        "overlap",
        Gravity.LABEL,
        "two tiles overlap so far that they may be one",
        "两张{kind}叠着：会不会是同一张？",
        "tiles {one} and {two} overlap: one tile seen twice?",
    )
    APART = (
        "apart",
        Gravity.PLACE,
        "a tile counted as part of the hand lies by itself",
        "{kind}离手牌有点远{ask:：}",
        "{tile} ({kind}) lies apart from the hand{ask:: }",
        _PLACE,
    )
    SIDEWAYS = (
        "sideways",
        Gravity.PLACE,
        "a tile of the hand lies sideways",
        "手牌里的{kind}横着{ask:：}",
        "{tile} ({kind}) lies sideways among the hand{ask:: }",
        _PLACE,
    )
    WHICH_HAND = (
        "which_hand",
        Gravity.PLACE,
        "another player's hand may be the one that is meant",
        "画面里还有别家的手牌，是这一副吗？",
        "another player's hand lies as near: is this the one that is meant?",
    )
    OTHER_READING = (
        "other_reading",
        Gravity.PLACE,
        "the tiles can be grouped in another way that is nearly as likely",
        "也可能是：手牌{hand}{melds:，}{winning:，胡}",
        "it may also be: {hand}{melds:, }{winning:, winning }",
        _OTHER_READING,
    )


_KNOWN = {code.value: code for code in Code}


def known(code: str) -> Code | None:
    """The code of that name; None for one that a client made up."""
    return _KNOWN.get(code)
