"""The shapes of deals and hands on the wire, for the OpenAPI document. They describe; the engine is what checks.

The tests hold real answers to these models, extra fields refused, so what `/docs` says is true.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from api.rule_schemas import value_schemas
from scoring.rulesets import RULE_SETS


class Shape(BaseModel):
    """Extra fields are refused, so that a test sees them."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class RuleSheet(Shape):
    """A table's own rules over a rule set (scoring/HOUSE.md); `GET /v1/rules` lists the values and their ranges."""

    base: Annotated[str, Field(description=f"one of {', '.join(RULE_SETS)}")]
    name: Annotated[str | None, Field(max_length=40, description="shown, decides nothing")] = None
    options: Annotated[dict[str, bool] | None, Field(description="house options of the base")] = None
    values: Annotated[
        dict[str, object] | None,
        Field(description="what this table plays otherwise", json_schema_extra={"properties": value_schemas()}),
    ] = None


Rules = Annotated[
    RuleSheet | str, Field(description=f"one of {', '.join(RULE_SETS)}, or a table's own sheet over one of them")
]


TileName = Annotated[str, Field(description="rank and suit: m 万, p 筒, s 条", examples=["5m"])]
Tiles = Annotated[str, Field(description="compact notation; a list of tiles will do too", examples=["123m456p77s"])]
Seat = Annotated[int, Field(ge=0, le=3, description="0 … 3 in turn order, counter-clockwise")]
Kind = Annotated[
    Literal["pong", "concealed", "added", "exposed", "late"],
    Field(description="碰, 暗杠, 补杠, 明杠, 憨包豆: added to a pong later than at once"),
]
Pattern = Annotated[str, Field(description="ping_hu, da_dui_zi …: the code of the shape that it won with")]
Label = Annotated[str, Field(description="the name in Chinese")]
LabelEn = Annotated[str, Field(description="the name in English")]
Message = Annotated[str, Field(description="a sentence in Chinese")]
MessageEn = Annotated[str, Field(description="the same in English")]
Units = Annotated[int, Field(description="the price in units; money is units × stake")]
Sets = Annotated[list[str], Field(description="how the hand divides, melds included; a kong has four digits")]
Fans = Annotated[list[str] | None, Field(description="what the points are made of, where they add up (`mil`)")]
Options = Annotated[dict[str, bool], Field(description="house rules; GET /v1/rules lists them")]


DEAL_CODES = (
    "unknown_rules unknown_option bad_tile bad_meld bad_player_count bad_seat bad_dealer bad_streak bad_stake "
    "bad_declared bad_by bad_from bad_after_kong after_kong_missing robbed_pong_missing bad_heavenly "
    "turned_without_win wins_disagree fifth_copy winner_unseen miscounted not_complete no_pass refused_earlier "
    "refused_but_drew declared_not_ready declared_with_melds first_discarder_contradicted bad_rules unknown_value "
    "bad_weekday bad_side_bet bad_missing bad_earthly bad_json"
)
DOOR_CODES = (
    "photo_missing not_a_picture too_large bad_facts bad_corrections bad_set bad_form busy too_slow not_found "
    "method_not_allowed internal"
)


class Problem(Shape):
    """RFC 9457."""

    type: Annotated[str, Field(description="a URN that ends with the code")]
    title: Annotated[str, Field(description="the code in words")]
    status: Annotated[int, Field(description="what HTTP answers for it, also inside an answer that is a 200")]
    code: Annotated[str, Field(description=f"of a deal or hand: {DEAL_CODES}; of a photo or form: {DOOR_CODES}")]
    detail: Annotated[str, Field(description="a sentence that names the offending value")]
    pointer: Annotated[str, Field(description="JSON Pointer or form field")]
    seat: Annotated[Seat | None, Field(description="whom the sentence is about; absent where it is about nobody")] = (
        None
    )
    tile: Annotated[TileName | None, Field(description="which tile it is about; absent where it is about none")] = None


class Transfer(Shape):
    """One line of the ledger; `amount` = `units` × `count`."""

    payer: Annotated[Seat, Field(description="who pays")]
    payee: Annotated[Seat, Field(description="who is paid")]
    reason: Annotated[str, Field(description="win, kong, chicken …: the code of what is paid for")]
    label: Label
    label_en: LabelEn
    units: Annotated[int, Field(description="the price of one")]
    count: Annotated[int, Field(description="how many of them")]
    amount: Annotated[int, Field(description="what changes hands, units")]
    tile: Annotated[TileName | None, Field(description="the tile that it is paid for, where it is one")]


class Waived(Transfer):
    """A line that would have been paid."""

    because: Annotated[
        Literal["void", "wind", "burnt", "not_ready"],
        Field(description="the win is void (包牌), 吹风鸡, the payee is burnt (烧), or does not wait (没听)"),
    ]


class Won(Shape):
    """A complete hand: as what; `fans` where points add up (`mil`)."""

    pattern: Pattern
    label: Label
    label_en: LabelEn
    units: Units
    sets: Sets
    fans: Fans = None


class Winner(Won):
    """What a winner won with."""

    seat: Seat


class Assumed(Shape):
    """Something that nobody told and the answer rests on, or (`ignored`) that was told and means nothing here."""

    code: Annotated[str, Field(description="what it is about: dealer, turned, ready, ignored …")]
    seat: Annotated[Seat | None, Field(description="whom it is about, where it is one")] = None
    tile: Annotated[TileName | None, Field(description="the kind that it is about, where it is one")] = None
    value: Annotated[
        object, Field(description="what it was taken to be; of `ignored` the JSON Pointer of the field")
    ] = None
    message: Message
    message_en: MessageEn


class Settlement(Shape):
    """Who pays whom how much, and why; the balance sums to zero."""

    transfers: Annotated[list[Transfer], Field(description="who pays whom, line by line")]
    waived: Annotated[list[Waived], Field(description="lines that would have been paid, and why they are not")]
    balance: Annotated[list[int], Field(description="of each seat, units: what it gets less what it pays")]
    money: Annotated[list[float], Field(description="the same × stake")]
    winners: Annotated[list[Winner], Field(description="whose win stands")]
    ready: Annotated[list[bool], Field(description="of each seat: does it wait (听)? A winner does")]
    dealer: Annotated[Seat, Field(description="who dealt this one")]
    next_dealer: Annotated[Seat, Field(description="who deals the next round")]
    next_streak: Annotated[
        int, Field(description="how many times in a row they will have dealt then, that one included")
    ]
    assumed: Annotated[list[Assumed], Field(description="what nobody told: tell it where it is not so")]


Ignored = Annotated[list[Assumed] | None, Field(description="fields that mean nothing here, where there are any")]


class Wait(Shape):
    """A tile that completes the hand."""

    tile: TileName
    pattern: Pattern
    label: Label
    label_en: LabelEn
    units: Units
    left: Annotated[int, Field(description="copies that are neither in hand and melds nor `seen`; may be 0")]
    needs_pass: Annotated[bool, Field(description="a discard may be won on only with a pass (通行证): a kong, 报听 …")]
    fans: Fans = None


class Discard(Shape):
    """A throw that leaves a ready hand."""

    tile: TileName
    waits: Annotated[list[Wait], Field(description="what the hand waits for then")]


class Waits(Shape):
    """What a hand waits for, or what to throw for it to wait."""

    ready: Annotated[bool, Field(description="does it wait (听), or does some throw leave a hand that does?")]
    waits: Annotated[list[Wait], Field(description="none where a tile is to be thrown first")]
    discards: Annotated[list[Discard] | None, Field(description="of a hand of 14 − 3 a meld only")] = None
    won: Annotated[Won | None, Field(description="of a hand of 14 − 3 a meld that has won: as what")] = None
    miscounted: Annotated[bool | None, Field(description="the hand has neither 13 − 3 a meld nor one more")] = None
    assumed: Ignored = None


class Judgement(Shape):
    """Whether a hand wins. A complete hand that may not win has a pattern and a price as well."""

    wins: Annotated[bool, Field(description="may it be won so?")]
    pattern: Annotated[Pattern | None, Field(description="null: no complete hand")]
    label: Annotated[Label | None, Field(description="the pattern's name in Chinese")]
    label_en: Annotated[LabelEn | None, Field(description="the pattern's name in English")]
    units: Annotated[Units | None, Field(description="what it is worth so")]
    sets: Sets
    why_not: Annotated[str | None, Field(description="the code of the rule that forbids the win; null where it wins")]
    why_not_detail: Annotated[str | None, Field(description="the same as a sentence")]
    why_not_detail_zh: Annotated[str | None, Field(description="the same in Chinese")]
    fans: Fans = None
    assumed: Ignored = None
