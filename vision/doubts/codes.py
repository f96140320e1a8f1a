"""The registry of doubts: every code, how grave it is, what it means, and when it only repeats another one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum, auto


class Gravity(Enum):
    """How much of a reading falls if the doubt is right. Label tools sort photos by it."""

    CONTRADICTION = auto()  # something cannot be as it was read
    NO_HAND = auto()  # the same, if the tiles are a hand of this game
    LABEL = auto()  # a kind may be wrong, or a tile missing or none
    OUTSIDE = auto()  # a tile may be none of the 108; a label tool skips it where the eye is sure of `other`
    PLACE = auto()  # every label stays right: what part does a tile play, who fed it?


class Question(Enum):
    """What the player settles by answering a doubt."""

    PLACE = auto()  # where do these tiles belong?
    FOURTH = auto()  # is a pong a kong?


@dataclass(frozen=True, slots=True)
class Repeats:
    """A doubt is not asked after one that settles the same question for the same tiles; its impact goes to that one.
    `part`: also where it concerns only some of those tiles.
    """

    question: Question
    part: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a code. `meaning`: for `/docs`.

    `renames`: the reading chose another kind than the eye's first. `choose`: the answer is one of the doubt's tiles.
    """

    gravity: Gravity
    meaning: str
    settles: frozenset[Question] = frozenset()
    repeats: Repeats | None = None
    renames: bool = False
    choose: bool = False


_PLACE = frozenset({Question.PLACE})
_FOURTH = frozenset({Question.FOURTH})


class Code(StrEnum):
    """What is doubtful; the value stands on the wire."""

    entry: Entry

    def __new__(cls, value: str, entry: Entry) -> Code:
        """A string that knows its entry."""
        code = str.__new__(cls, value)
        code._value_ = value
        code.entry = entry
        return code

    NO_TILES = "no_tiles", Entry(Gravity.CONTRADICTION, "no tile was found in the photo")
    ODD_COUNT = (
        "odd_count",
        Entry(Gravity.NO_HAND, "no hand has so many tiles, melds or winning tiles (相公)"),
    )
    FIFTH_COPY = (
        "fifth_copy",
        Entry(
            Gravity.CONTRADICTION,
            "more than four tiles look alike; the first tile listed may have been given another kind for that",
            renames=True,
        ),
    )
    CHANGED = (
        "changed",
        Entry(Gravity.LABEL, "a tile was given another kind than the one it looks most like", renames=True),
    )
    FACE_DOWN = "face_down", Entry(Gravity.PLACE, "a tile of the hand lies face down")
    NOT_IN_SET = "not_in_set", Entry(Gravity.OUTSIDE, "a tile of the hand is none of the 27 kinds, or not clearly seen")
    LEFT_OUT = (
        "left_out",
        Entry(
            Gravity.PLACE,
            "a tile close to the player's, perhaps hardly seen, was not counted among them",
            settles=_PLACE | _FOURTH,
        ),
    )
    DUPLICATE = "duplicate", Entry(Gravity.PLACE, "two boxes seem to show one tile; only one of them was counted")
    LOW_CONFIDENCE = "low_confidence", Entry(Gravity.LABEL, "the eye is not sure which kind a tile is")
    MIXED_MELD = "mixed_meld", Entry(Gravity.NO_HAND, "tiles that lie as a meld are neither a pong nor a kong")
    SHORT_MELD = (
        "short_meld",
        Entry(
            Gravity.LABEL,
            "a pong may be a kong of which one tile is hidden or was not found",
            settles=_FOURTH,
            repeats=Repeats(Question.FOURTH, part=True),
        ),
    )
    HIDDEN_KONG = "hidden_kong", Entry(Gravity.LABEL, "a kong lies face down: its kind is not known")
    KONG_KIND = "kong_kind", Entry(Gravity.PLACE, "how a kong lies does not tell its kind: exposed, added, concealed")
    FEEDER = "feeder", Entry(Gravity.PLACE, "how a meld lies does not tell for certain whose discard was claimed")
    DIRECTION = "direction", Entry(Gravity.PLACE, "the photo may be upside down, so that left and right are exchanged")
    PARTED = (
        "parted",
        Entry(Gravity.PLACE, "tiles counted as part of the hand may be a meld, or the other way round", settles=_PLACE),
    )
    NOT_COMPLETE = (
        "not_complete",
        Entry(Gravity.PLACE, "a tile lies as the winning tile and does not complete the hand"),
    )
    WINNING_UNSURE = (
        "winning_unsure",
        Entry(Gravity.PLACE, "what was taken for the winning tile may be something else", settles=_PLACE),
    )
    WINNING_UNKNOWN = (
        "winning_unknown",
        Entry(Gravity.PLACE, "the hand has won, and nothing shows which of its tiles won", choose=True),
    )
    HALF_SEEN = "half_seen", Entry(Gravity.LABEL, "only part of a tile is seen")
    CUT_OFF = "cut_off", Entry(Gravity.LABEL, "the photo's edge may cut tiles off")
    ON_TOP = "on_top", Entry(Gravity.PLACE, "a tile seems to lie on another one, which it hides")
    GAP = "gap", Entry(Gravity.LABEL, "between two tiles of the hand there is room for one more")
    OVERLAP = "overlap", Entry(Gravity.LABEL, "two tiles overlap so far that they may be one")
    APART = "apart", Entry(Gravity.PLACE, "a tile counted as part of the hand lies by itself", settles=_PLACE)
    SIDEWAYS = "sideways", Entry(Gravity.PLACE, "a tile of the hand lies sideways", settles=_PLACE)
    WHICH_HAND = "which_hand", Entry(Gravity.PLACE, "another player's hand may be the one that is meant")
    OTHER_READING = (
        "other_reading",
        Entry(
            Gravity.PLACE,
            "the tiles can be grouped in another way that is nearly as likely",
            repeats=Repeats(Question.PLACE),
        ),
    )


_ENTRIES = {code.value: code.entry for code in Code}


def entry(code: str) -> Entry | None:
    """What is known of the code of a doubt; None for one that a client made up."""
    return _ENTRIES.get(code)
