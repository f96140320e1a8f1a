"""The shapes of readings and of what photos are answered with, for the OpenAPI document, as `api.shapes`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from api.shapes import (
    Judgement,
    Kind,
    Message,
    MessageEn,
    Options,
    Problem,
    Rules,
    Settlement,
    Shape,
    TileName,
    Waits,
)
from vision.doubts.codes import Code

Seen = Annotated[str, Field(description="1m … 9s, `other` for a wind, dragon or flower, `back` for one face down")]
Box = Annotated[
    list[float], Field(min_length=4, max_length=4, description="[x1, y1, x2, y2], pixels of the upright photo")
]
Role = Annotated[
    Literal["hand", "meld", "winning", "discards", "other"],
    Field(description="what they are to their owner; `other`: none of these"),
]

OwnerName = Literal["near", "right", "opposite", "left"]
Owner = Annotated[
    OwnerName | None,
    Field(description="whose they are, seen by who took the photo (`right` 下家, `opposite` 对家, `left` 上家)"),
]

_CODES: list[JsonValue] = [{"const": code.value, "description": code.meaning} for code in Code]


class Alternative(Shape):
    """What else a tile may be."""

    tile: Seen
    confidence: Annotated[float, Field(description="0 … 1, what the eye gives that kind")]


class ReadTile(Shape):
    """A tile in the photo. Its place in the list is its number, which stays whatever is corrected."""

    tile: Seen
    box: Box
    confidence: Annotated[float, Field(description="0 … 1, what the eye gives that kind; 1 where the player told it")]
    alternatives: Annotated[list[Alternative], Field(description="what else it may be, the likeliest first")]
    group: Annotated[int | None, Field(description="its place in `groups`; null: dropped")]
    way: Annotated[
        Literal["upright", "upside_down", "left", "right"],
        Field(description="how it lies; `left`: its top to the left"),
    ] = "upright"
    seen: dict[str, float] = Field({}, description="every kind that the eye thought of; sums to 1 at most")
    found: Annotated[float, Field(description="0 … 1, how sure the eye is that a tile lies there")] = 1
    turns: list[float] = Field([], description="how likely 0, 1, 2, 3 quarter turns to the left set it upright")
    piled: Annotated[float | None, Field(description="how likely it lies on another tile; null: not looked at")] = None
    taught: Annotated[
        float | None, Field(description="how sure the taught set is of the name, where the eye alone would say another")
    ] = None
    dropped: Annotated[bool, Field(description="counts for nothing: no tile, or one seen twice")] = False
    again: Annotated[int | None, Field(description="the tile that a dropped one shows a second time")] = None
    said: Annotated[bool, Field(description="the player told what it is")] = False


class TaughtFace(Shape):
    """What one tile looked like."""

    tile: Seen
    look: Annotated[str, Field(description="base64; what it means depends on the models")]


class TaughtSet(Shape):
    """What a set's faces look like: a client keeps it and sends it as `set`."""

    zhuoji: Annotated[Literal["set"], Field(description="what kind of file it is")]
    reader: Annotated[str, Field(description="the models that saw the faces")]
    kinds: Annotated[list[Seen], Field(description="the classes of which it has faces")]
    missing: Annotated[list[TileName], Field(description="the kinds of which it has none")]
    faces: Annotated[list[TaughtFace], Field(description="what each face looks like to the reader")]


class Group(Shape):
    """Tiles that lie together, in reading order."""

    role: Role
    tiles: Annotated[list[int], Field(description="numbers of tiles")]
    owner: Owner = None
    said: Annotated[bool, Field(description="the player told the role")] = False
    number: Annotated[int | None, Field(description="what corrections call it, where that is not its place")] = None


class ReadMeld(Shape):
    """A pong or kong as it lies."""

    kind: Kind
    tile: Annotated[TileName | None, Field(description="null: all four lie face down")]
    group: Annotated[int, Field(description="its place in `groups`")]
    fed_by: Annotated[
        Literal["left", "opposite", "right"] | None,
        Field(description="whose discard it was (上家, 对家, 下家), as the sideways tile tells; null: it does not"),
    ]


class Worth(Shape):
    """What changes if the doubt is right."""

    changes: Annotated[
        Literal["nothing", "wait", "pattern", "units", "hand", "unknown"],
        Field(description="the waits, the pattern, its price alone, whether it is a hand at all; nobody knows"),
    ]
    units: Annotated[
        int | None, Field(description="how many units dearer, cheaper if below 0; null: no price to compare")
    ]


class Correction(Shape):
    """`set` a tile's kind, `drop` a tile, `add` one, `move` tiles to another group."""

    op: Annotated[Literal["set", "drop", "add", "move"], Field(description="what is done; it has these fields only:")]
    tile: Annotated[int | None, Field(description="`set`, `drop`: the tile's number")] = None
    tiles: Annotated[list[int] | None, Field(description="`move`: the tiles' numbers")] = None
    kind: Annotated[Seen | None, Field(description="`set`, `add`: what it is")] = None
    box: Annotated[Box | None, Field(description="`add`: where it lies")] = None
    role: Annotated[Role | None, Field(description="`move`: what they are there")] = None
    group: Annotated[
        int | None, Field(description="`add`, `move`: where to; a number not yet in use makes a group")
    ] = None
    owner: Annotated[OwnerName | None, Field(description="`move`: whose they are; null: as before, else `near`")] = None


class Place(Shape):
    """A tile among several photos."""

    photo: Annotated[int, Field(description="number of the photo, from 0")]
    tile: Annotated[int, Field(description="number of the tile in that photo's reading")]


class Doubt(Shape):
    """Something that the reading is not sure of."""

    code: Annotated[str, Field(description="what is doubtful", json_schema_extra={"oneOf": _CODES})]
    tiles: Annotated[list[int], Field(description="numbers of the tiles that it is about")]
    message: Message
    message_en: MessageEn = ""
    suggestion: Annotated[
        list[Correction] | None,
        Field(description="the corrections that make the other reading true; null: none offered"),
    ] = None
    worth: Annotated[Worth | None, Field(description="what it changes")] = None
    p: Annotated[float | None, Field(description="0 … 1, how likely the reading is wrong here; null: unknown")] = None
    places: list[Place] = Field([], description="of a doubt about several photos: all tiles that it is about")
    choose: Annotated[bool, Field(description="the answer is one of `tiles`, which is then the winning tile")] = False


class PlayerReading(Shape):
    """What one player has on the table."""

    hand: Annotated[str, Field(description="the 27 kinds only, sorted, without the winning tile")]
    melds: Annotated[list[ReadMeld], Field(description="`fed_by` is seen from this player")]
    winning_tile: Annotated[TileName | None, Field(description="the tile laid apart as won on; null: none lies so")]
    discards: Annotated[str, Field(description="what lies before them, in the order in which it lies")]
    groups: Annotated[list[int], Field(description="places of their groups in `groups`")]
    doubts: Annotated[list[Doubt], Field(description="all that is not sure of their tiles")]
    ok: Annotated[bool, Field(description="nothing to ask of their tiles")]


class Players(Shape):
    """Those of whom anything was seen."""

    near: Annotated[PlayerReading, Field(description="the same as the fields of the reading itself")]
    right: Annotated[PlayerReading | None, Field(description="下家")] = None
    opposite: Annotated[PlayerReading | None, Field(description="对家")] = None
    left: Annotated[PlayerReading | None, Field(description="上家")] = None


class Reading(Shape):
    """What lies in the photo."""

    width: Annotated[int, Field(description="pixels of the upright photo, EXIF orientation applied")]
    height: Annotated[int, Field(description="the same")]
    model: Annotated[str, Field(description="version of the models that read it")]
    tiles: Annotated[list[ReadTile], Field(description="every tile that was found, dropped ones too")]
    groups: Annotated[list[Group], Field(description="which lie together, and as what")]
    hand: Annotated[str, Field(description="the 27 kinds only, sorted, without the winning tile")]
    melds: Annotated[list[ReadMeld], Field(description="the player's pongs and kongs")]
    winning_tile: Annotated[TileName | None, Field(description="the tile laid apart as won on; null: none lies so")]
    turned: Annotated[
        TileName | None,
        Field(description="the one tile of a wall that lies face up; not taken for the turned tile unless so told"),
    ]
    players: Annotated[Players, Field(description="every player's part of the table")]
    doubts: Annotated[list[Doubt], Field(description="all that the reading is not sure of, the gravest kinds first")]
    ok: Annotated[
        bool,
        Field(
            description="nothing to ask: the tiles make a hand of a right number, and no doubt changes anything (its "
            "`worth` is `nothing`). Not whether the hand wins. false: look at `doubts` before money changes hands"
        ),
    ]
    corrections: list[Correction] = Field([], description="what the player has said so far")
    priced_by: Annotated[Rules, Field(description="the rule set that doubts are priced by; zhuoji where none is told")]
    problem: Annotated[Problem | None, Field(description="why corrections or a set could not be used")] = None


_READINGS = "of several photos: a reading each, `reading` the first; else left out"


class PhotoRead(Reading):
    """What lies in the photo; of several photos in the first."""

    readings: list[Reading] = Field([], description=_READINGS)


class ReadingAsked(Shape):
    """A reading, as it was answered, and what the player corrects. Of the reading `width`, `height` and `tiles` will
    do: tiles without `groups` are grouped by where they lie, those that name one `group` together. A `tile` put in
    counts as told (`said`) where `seen`, or `confidence` and `alternatives`, tell of another kind; a `confidence` of 1
    says so, too. A dropped tile is in no group.
    """

    reading: Annotated[dict[str, object], Field(description="`width`, `height`, `tiles`, and what else there is of it")]
    corrections: list[Correction] = Field([], description="said of it now, one after the other")
    rules: Annotated[Rules | None, Field(description="what the doubts are priced by")] = None
    options: Options = Field({})


class PhotoWaits(Shape):
    """What cannot be computed is null, and `problem` says why."""

    reading: Annotated[Reading, Field(description="what lies in the photo")]
    waits: Annotated[Waits | None, Field(description="as of /v1/waits")]
    problem: Annotated[Problem | None, Field(description="why what is null could not be computed")]


class PhotoScore(PhotoWaits):
    """What cannot be computed is null, and `problem` says why."""

    judge: Annotated[Judgement | None, Field(description="as of /v1/judge; null also where there is no win to judge")]
    settlement: Annotated[Settlement | None, Field(description="as of /v1/settle")]
    readings: list[Reading] = Field([], description=_READINGS)
