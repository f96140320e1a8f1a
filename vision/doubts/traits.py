"""What a code has besides its sentences: how grave it is, what its answer settles, what it only repeats."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Gravity(Enum):
    """How much of a reading falls if the doubt is right. Label tools sort photos by it."""

    CONTRADICTION = auto()  # something cannot be as it was read
    NO_HAND = auto()  # the same, if the tiles are a hand of this game
    LABEL = auto()  # a kind may be wrong, or a tile missing or none
    OUTSIDE = auto()  # a tile may be none of the 108; a label tool skips it where the eye is sure of `other`
    PLACE = auto()  # every label stays right: what part does a tile play, who fed it?


class Question(Enum):
    """What the player settles by answering a doubt."""

    TILE = auto()  # is a tile there, and what is it?
    PLACE = auto()  # where do these tiles belong?
    FOURTH = auto()  # is a pong a kong?


class Overlap(Enum):
    """Which tiles a doubt shares with the earlier one that it repeats."""

    ONE_TILE = auto()  # each concerns one tile, the same
    ONE_OF_MELD = auto()  # the earlier one concerns one tile of those, which lie in a meld
    WITHIN = auto()  # the earlier one concerns all of them, and perhaps others
    SAME = auto()  # they concern the same tiles


@dataclass(frozen=True, slots=True)
class Repeats:
    """A doubt is not asked after one that settles this question for its tiles; its worth goes to that one."""

    question: Question
    overlap: Overlap


@dataclass(frozen=True, slots=True)
class Traits:
    """What else is known of a code.

    `settles`: what its answer settles. `renames`: the reading chose another kind than the eye's first. `choose`: the
    answer is one of the doubt's tiles, which is then the winning tile. `of_photo`: it is told from the photo, not from
    the tiles that were read of it, and stays whatever is corrected. `leaves_open`: the reading says nothing there that
    could be wrong.
    """

    settles: frozenset[Question] = frozenset()
    repeats: tuple[Repeats, ...] = ()
    renames: bool = False
    choose: bool = False
    of_photo: bool = False
    leaves_open: bool = False


SAME_TILE = Repeats(Question.TILE, Overlap.ONE_TILE)
"""Of every doubt that asks what a tile is."""
