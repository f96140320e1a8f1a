"""What a reading says: tiles, groups, melds, doubts, and what the player corrected. Frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scoring.tiles import KINDS, TILES, Tile
from vision.types.detections import CLASSES, Box, Detection, Role, Way


@dataclass(frozen=True, slots=True)
class ReadTile:
    """One tile of a reading.

    `detection`: what the eye saw, with the noticeable scores only. `kind`: one of `CLASSES`. `confidence`: the eye's
    score of that kind, 0-1; 1 where the player has named it. `group`: index into the reading's groups; None for a
    dropped tile. `by_user`: the player has named, added or dropped it. `again`: the index of the tile that a dropped
    one shows a second time.
    """

    detection: Detection
    kind: str
    confidence: float
    group: int | None
    way: Way = Way.UPRIGHT
    dropped: bool = False
    again: int | None = None
    by_user: bool = False

    @property
    def box(self) -> Box:
        """Where it lies in the photo, pixels."""
        return self.detection.box

    @property
    def seen(self) -> tuple[tuple[str, float], ...]:
        """(kind, score) of every kind that the eye gave a noticeable score, best first."""
        scored = sorted((-p, k) for k, p in enumerate(self.detection.scores) if p > 0)
        return tuple((CLASSES[k], -p) for p, k in scored)


class Owner(StrEnum):
    """Whose tiles they are, seen by the player who took the photo: `right` 下家, `opposite` 对家, `left` 上家."""

    NEAR = "near"
    RIGHT = "right"
    OPPOSITE = "opposite"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that lie together, in reading order; `tiles` are indices into the reading's tiles.

    `by_user`: the player has set the role. `number`: by which corrections name the group, where that is not
    its position. `owner`: None where nobody's (a wall, a heap, not told), which only `other` can be; of every other
    role it is `near` unless another one is named.
    """

    role: Role
    tiles: tuple[int, ...]
    by_user: bool = False
    number: int | None = None
    owner: Owner | None = None

    def __post_init__(self) -> None:
        """Tiles of the near player have another role than `other`, and tiles of another role have an owner."""
        if self.owner in (None, Owner.NEAR):
            object.__setattr__(self, "owner", None if self.role is Role.OTHER else Owner.NEAR)

    def seen_by(self, owner: Owner) -> Group:
        """The same to that player, who is nearest to themselves, and to whom the tiles of others are `other`."""
        role = self.role if self.owner is owner else Role.OTHER
        return Group(role, self.tiles, self.by_user, self.number)


@dataclass(frozen=True, slots=True)
class ReadMeld:
    """A meld as it lies. `kind`: `pong concealed added exposed late`.

    `tile`: None where all four are face down.
    `fed_by`: `left` (上家), `opposite` (对家), `right` (下家) as the sideways tile tells, else None.
    """

    kind: str
    tile: Tile | None
    group: int
    fed_by: str | None = None


@dataclass(frozen=True, slots=True)
class Worth:
    """What a doubt changes if the other reading holds.

    `changes`: `nothing`, `wait` (the waits differ), `pattern`, `units` (the pattern stays, its price does
    not), `hand` (a hand that can be scored becomes one that cannot, or the other way round), `unknown`.
    `units`: how many units more (fewer: negative) the other reading is worth; None where either has no price.
    """

    changes: str
    units: int | None = None


@dataclass(frozen=True, slots=True)
class SetKind:
    """A correction: the tile is of this kind, one of `CLASSES`. One that was dropped comes back."""

    tile: int
    kind: str


@dataclass(frozen=True, slots=True)
class Drop:
    """A correction: there is no such tile, or it counts for nothing."""

    tile: int


@dataclass(frozen=True, slots=True)
class Add:
    """A correction: a tile that was not seen. `group`: the number of the group where it lies; None: the hand."""

    box: Box
    kind: str
    group: int | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """A correction: these tiles lie together, and as what. `group`: the number of their group; one that is not in use,
    or None, makes a new one. `owner`: whose they are; None: as `Group` has it.
    """

    tiles: tuple[int, ...]
    role: Role
    group: int | None = None
    owner: Owner | None = None


Correction = SetKind | Drop | Add | Move


@dataclass(frozen=True, slots=True)
class Place:
    """A tile among several photos of one round: the photo's number from 0, and the tile's in its reading."""

    photo: int
    tile: int


NOTE_P = 0.03
"""Below it a doubt is a note."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that the reading is not sure of (law 3: doubt is data).

    `message` is Chinese, `message_en` English. `suggestion`: the corrections that would make the
    other reading true; empty where there is none to offer. `p`: how likely the reading is wrong there, 0-1, None where
    that is not known. `places`: of a doubt about several photos, all that it is about; `tiles` are those of this one.
    """

    code: str
    tiles: tuple[int, ...]
    message: str
    message_en: str
    suggestion: tuple[Correction, ...] = ()
    worth: Worth = Worth("unknown")
    p: float | None = None
    places: tuple[Place, ...] = ()

    @property
    def is_note(self) -> bool:
        """Is it told only, not asked, since the reading is hardly ever wrong there?"""
        return self.p is not None and self.p < NOTE_P


@dataclass(frozen=True, slots=True)
class PlayerReading:
    """What one player has on the table. `groups`: positions of their groups in the reading; `melds[].fed_by` is seen
    from them. `ok`, `doubts`: as of a reading, of this player's tiles only.
    """

    owner: Owner
    hand: tuple[Tile, ...]
    melds: tuple[ReadMeld, ...]
    winning_tile: Tile | None
    discards: tuple[Tile, ...]
    groups: tuple[int, ...]
    ok: bool
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What lies there: the hand of the near player, their melds, their winning tile, and every doubt about them.

    `hand`: the concealed tiles sorted, without the winning tile. `ok`: a hand that can be played, and no
    question whose answer would change it. `corrections`: what the player has said so far; tiles are indices into the
    uncorrected reading, which are the same here: added tiles follow in the order in which they were added. `turned`:
    a wall's one tile that lies face up, which nobody has said to be the turned tile. `others`: the other players of
    whom anything was seen, in the order of `Owner`.
    """

    width: int
    height: int
    model: str
    tiles: tuple[ReadTile, ...]
    groups: tuple[Group, ...]
    hand: tuple[Tile, ...]
    melds: tuple[ReadMeld, ...]
    winning_tile: Tile | None
    doubts: tuple[Doubt, ...]
    ok: bool
    corrections: tuple[Correction, ...] = ()
    turned: Tile | None = None
    others: tuple[PlayerReading, ...] = ()

    @property
    def near(self) -> PlayerReading:
        """The near player, of whom the reading itself tells."""
        theirs = tuple(n for n, group in enumerate(self.groups) if group.owner is Owner.NEAR)
        thrown = [i for n in theirs if self.groups[n].role is Role.DISCARDS for i in self.groups[n].tiles]
        kinds = (CLASSES.index(self.tiles[i].kind) for i in thrown)
        discards = tuple(TILES[kind] for kind in kinds if kind < KINDS)
        hand, melds, winning = self.hand, self.melds, self.winning_tile
        return PlayerReading(Owner.NEAR, hand, melds, winning, discards, theirs, self.ok, self.doubts)

    @property
    def players(self) -> tuple[PlayerReading, ...]:
        """All of whom anything was seen, the near one first."""
        return self.near, *self.others

    def player(self, owner: Owner) -> PlayerReading | None:
        """That player; None of whom nothing was seen."""
        return next((one for one in self.players if one.owner is owner), None)
