"""The shapes of the wire contract, for the OpenAPI document. They describe; the engine is what checks.

The tests hold real answers to these models, extra fields refused, so what `/docs` says is true.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Rules = Literal["guizhou", "zhuoji", "guiyang", "liupanshui", "mil"]
TileName = Annotated[str, Field(description="rank and suit: m 万, p 筒, s 条", examples=["5m"])]
Tiles = Annotated[str, Field(description="compact notation; a list of tiles will do too", examples=["123m456p77s"])]
Seat = Annotated[int, Field(ge=0, le=3)]
Kind = Literal["pong", "concealed", "added", "exposed", "late"]
By = Literal["self_draw", "discard", "robbed_kong"]
Options = Annotated[dict[str, bool], Field(description="house rules; GET /v1/rules lists them")]


DEAL_CODES = (
    "unknown_rules unknown_option bad_tile bad_meld bad_player_count bad_seat bad_dealer bad_streak bad_stake "
    "bad_declared bad_by bad_from bad_after_kong after_kong_missing robbed_pong_missing bad_heavenly "
    "turned_without_win wins_disagree fifth_copy winner_unseen miscounted not_complete no_pass refused_earlier "
    "refused_but_drew declared_not_ready declared_with_melds first_discarder_contradicted bad_json"
)
DOOR_CODES = (
    "photo_missing not_a_picture too_large bad_facts bad_corrections unknown_set bad_form busy too_slow not_found "
    "method_not_allowed internal"
)


class Shape(BaseModel):
    """Extra fields are refused, so that a test sees them."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class Problem(Shape):
    """RFC 9457."""

    type: str
    title: str
    status: int
    code: Annotated[str, Field(description=f"of a deal or hand: {DEAL_CODES}; of a photo or form: {DOOR_CODES}")]
    detail: Annotated[str, Field(description="a sentence that names the offending value")]
    pointer: Annotated[str, Field(description="JSON Pointer or form field")]


class Meld(Shape):
    """`from`: the seat whose discard was claimed."""

    kind: Kind
    tile: TileName
    source: Annotated[Seat | None, Field(alias="from")] = None


class Player(Shape):
    """One seat; `hand` is absent where it was not seen."""

    hand: Annotated[Tiles | None, Field(description="concealed, without the winning tile")] = None
    melds: Annotated[list[Meld], Field(description="in the order in which they were completed")] = []
    discards: Annotated[Tiles, Field(description="what still lies before him, oldest first")] = ""
    declared: Annotated[Literal["hard", "soft"] | None, Field(description="报听")] = None
    chickens: Annotated[dict[str, int] | None, Field(description="of a hand not seen: how many it holds")] = None
    ready: Annotated[bool | None, Field(description="of a hand not seen: does it wait (听)?")] = None
    ready_units: Annotated[int | None, Field(description="of a hand not seen: what its dearest wait is worth")] = None


class Win(Shape):
    """One winner; all agree in everything but the seat."""

    seat: Seat
    tile: TileName
    by: By
    source: Annotated[Seat | None, Field(alias="from")] = None
    after_kong: Kind | None = None
    heavenly: bool = False


class Deal(Shape):
    """What happened at the table."""

    rules: Rules
    options: Options = {}
    stake: Annotated[float, Field(gt=0, description="底注, money a unit")] = 1
    dealer: Seat
    streak: Annotated[int, Field(ge=1, description="连庄, how many times in a row he deals, this one included")] = 1
    players: Annotated[list[Player], Field(min_length=3, max_length=4)]
    wins: list[Win] = []
    turned: Annotated[TileName | None, Field(description="turned from the wall after the win; null: none was left")] = (
        None
    )
    first_discarder: Annotated[dict[str, Seat], Field(description="who discarded the table's first 1s (and 8p)")] = {}
    refused: Annotated[list[Seat], Field(description="who let a winning discard go and has not drawn since")] = []


class Transfer(Shape):
    """One line of the ledger; `amount` = `units` × `count`."""

    payer: Seat
    payee: Seat
    reason: str
    label: str
    label_en: str
    units: int
    count: int
    amount: int
    tile: TileName | None


class Waived(Transfer):
    """A line that would have been paid."""

    because: Literal["void", "burnt", "not_ready"]


class Winner(Shape):
    """What a winner won with; `fans` where points add up (`mil`)."""

    seat: Seat
    pattern: str
    label: str
    label_en: str
    units: int
    sets: list[str]
    fans: list[str] | None = None


class Assumed(Shape):
    """Something that nobody told."""

    code: str
    seat: Seat | None = None
    tile: TileName | None = None
    value: object = None
    message: str
    message_en: str


class Settlement(Shape):
    """Who pays whom how much, and why; the balance sums to zero."""

    transfers: list[Transfer]
    waived: list[Waived]
    balance: list[int]
    money: list[float]
    winners: list[Winner]
    ready: list[bool]
    next_dealer: Seat
    next_streak: int
    assumed: list[Assumed]


class HandAsked(Shape):
    """A hand to find the waits of."""

    rules: Rules
    options: Options = {}
    hand: Tiles
    melds: list[Meld] = []
    seen: Tiles = ""


class Wait(Shape):
    """A tile that completes the hand; `left`: copies not seen yet."""

    tile: TileName
    pattern: str
    label: str
    label_en: str
    units: int
    left: int
    needs_pass: bool
    fans: list[str] | None = None


class Discard(Shape):
    """A throw that leaves a ready hand."""

    tile: TileName
    waits: list[Wait]


class Waits(Shape):
    """`discards` for a hand of 14 − 3·melds, `miscounted` for any number but that and one fewer."""

    ready: bool
    waits: list[Wait]
    discards: list[Discard] | None = None
    miscounted: bool | None = None


class WinAsked(Shape):
    """How the hand is said to have won."""

    tile: TileName
    by: By
    after_kong: Kind | None = None
    heavenly: bool = False
    declared: Literal["hard", "soft"] | None = None
    from_declared: bool = False
    refused: bool = False


class JudgeAsked(Shape):
    """A hand, without the winning tile, and its win."""

    rules: Rules
    options: Options = {}
    hand: Tiles
    melds: list[Meld] = []
    win: WinAsked


class Judgement(Shape):
    """`why_not`: the code of the rule that forbids the win."""

    wins: bool
    pattern: str | None
    label: str | None
    label_en: str | None
    units: int | None
    sets: list[str]
    why_not: str | None
    why_not_detail: str | None
    fans: list[str] | None = None


class Alternative(Shape):
    """What else a tile may be."""

    tile: str
    confidence: float


class ReadTile(Shape):
    """`tile`: one of the 27 kinds, `other` or `back`. `box`: pixels of the upright photo. `piled`: how likely it lies
    on another tile.
    """

    tile: str
    box: Annotated[list[float], Field(min_length=4, max_length=4)]
    confidence: float
    alternatives: list[Alternative]
    group: int | None
    way: Literal["upright", "upside_down", "left", "right"] = "upright"
    seen: dict[str, float] = {}
    found: float = 1
    turns: list[float] = []
    piled: float | None = None
    dropped: bool = False
    said: bool = False


class Group(Shape):
    """Tiles that lie together, in reading order."""

    role: Literal["hand", "meld", "winning", "discards", "other"]
    tiles: list[int]
    said: bool = False
    number: Annotated[int | None, Field(description="what corrections call it, where that is not its place")] = None


class ReadMeld(Shape):
    """`tile` is null where all four lie face down; `fed_by` as seen by the player."""

    kind: Kind
    tile: TileName | None
    group: int
    fed_by: Literal["left", "opposite", "right"] | None


class Worth(Shape):
    """What changes if the doubt is right."""

    changes: Literal["nothing", "wait", "pattern", "units", "hand", "unknown"]
    units: int | None


class Correction(Shape):
    """`set` a tile's kind, `drop` a tile, `add` one, `move` tiles to another group."""

    op: Literal["set", "drop", "add", "move"]
    tile: int | None = None
    tiles: list[int] | None = None
    kind: str | None = None
    box: list[float] | None = None
    role: str | None = None
    group: int | None = None


class Doubt(Shape):
    """Something that the reading is not sure of."""

    code: str
    tiles: list[int]
    message: str
    message_en: str = ""
    suggestion: list[Correction] | None = None
    worth: Worth | None = None


class Reading(Shape):
    """What lies in the photo. `hand` is without the winning tile."""

    width: int
    height: int
    model: str
    tiles: list[ReadTile]
    groups: list[Group]
    hand: str
    melds: list[ReadMeld]
    winning_tile: TileName | None
    doubts: list[Doubt]
    ok: bool
    corrections: list[Correction] = []
    priced_by: Annotated[Rules, Field(description="the rule set that doubts are priced by; zhuoji where none is told")]
    problem: Annotated[Problem | None, Field(description="why corrections or a set could not be used")] = None


class ReadingAsked(Shape):
    """A reading, as it was answered, and what the player corrects. Of the reading `width`, `height` and `tiles` will
    do: tiles without `groups` are grouped by where they lie, those that name one `group` together. A `tile` put in
    counts as told (`said`) where `seen`, or `confidence` and `alternatives`, tell of another kind; a `confidence` of 1
    says so, too. A dropped tile is in no group.
    """

    reading: dict[str, object]
    corrections: list[Correction] = []
    rules: Annotated[Rules | None, Field(description="what the doubts are priced by")] = None
    options: Options = {}


class PhotoWaits(Shape):
    """What cannot be computed is null, and `problem` says why."""

    reading: Reading
    waits: Waits | None
    problem: Problem | None


class PhotoScore(PhotoWaits):
    """What cannot be computed is null, and `problem` says why."""

    judge: Judgement | None
    settlement: Settlement | None
