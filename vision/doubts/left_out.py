"""Doubts about tiles that were seen and not counted: a second box of a tile, one above a meld, one close by."""

from __future__ import annotations

import math
from collections.abc import Iterator

from scoring.tiles import KINDS
from vision.doubts.codes import Code
from vision.doubts.context import Context
from vision.doubts.finding import HAND, NOTHING, UNITS, At, Finding, Kind, Number, Params, Phrase, phrase
from vision.doubts.fixes import Place, put_back
from vision.doubts.variants import Ask, Variant
from vision.table.evidence import BACK_NUMBER
from vision.types import Drop, Role

NEAR_WIDTHS = 2.5  # tile widths: a tile left out, missed or hardly seen this close may be the player's
NEAR_WAIT_WIDTHS = 7.0  # the same for a tile that would complete the hand
FOURTH_WIDTHS = 1.6  # tile widths from a tile of a pong to where the fourth of a kong may lie
LONELY_WIDTHS = 1.5  # tile widths of room around a tile that may have been put apart
LOOSE_WIDTHS = 1.0  # the same for one that lies between discards and the hand


def seen_twice(context: Context) -> Iterator[Finding]:
    """Second boxes of a tile, of which the reading tells that they show it again."""
    for i, twin in context.layout.doubled:
        if i not in context.by_user:
            yield from _seen_twice(context, i, twin)


def _seen_twice(context: Context, i: int, twin: int) -> Iterator[Finding]:
    """It is a doubt where it shows another kind. That there are two is asked only where that is the fourth of a kong,
    or where the hand has not as many tiles as it should: else one glance would do, and a tap would make a right hand
    another.
    """
    home = put_back(context, i, twin)
    kind, other = context.faces[twin].first, context.faces[i].first
    worth, steps, ask = NOTHING, home.steps, None
    if home.role is Role.MELD:
        worth, ask = UNITS, _or_fourth(home)
    elif home.role in (Role.HAND, Role.WINNING) and not context.legal_count:
        worth, ask = HAND, phrase(Ask.OR_TWO)
    elif other == kind:
        return
    else:
        steps = (Drop(i),)
    says = Code.DUPLICATE if other == kind else Variant.SEEN_AS_TWO
    params: Params = {"box": Number(i), "tile": At((twin,)), "kind": Kind(kind), "other": Kind(other), "ask": ask}
    yield Finding(says, (i,), worth, steps, params)


def _or_fourth(home: Place) -> Phrase:
    ask = Ask.OR_FOURTH_AS if home.ask.params else Ask.OR_FOURTH
    return phrase(ask, **home.ask.params)


def above_melds(context: Context) -> Iterator[Finding]:
    """Tiles that are nobody's and lie on, above or close to one of their kind in a meld."""
    asked: set[int] = set()
    melds = context.members(Role.MELD)
    for i, under in (*context.layout.stacked, *_close_to(context, melds)):
        same = under in melds and context.kind(under) == context.faces[i].first
        if i in asked or not same or context.role(i) is not Role.OTHER or context.placed_by_user(i):
            continue
        asked.add(i)
        home = put_back(context, i, under)
        params: Params = {
            "tile": At((i,)),
            "under": At((under,)),
            "kind": Kind(context.faces[i].first),
            "ask": home.ask,
        }
        worth = HAND if home.role in (Role.HAND, Role.WINNING) else UNITS
        yield Finding(Variant.ABOVE_MELD, (i,), worth, home.steps, params)


def _close_to(context: Context, melds: list[int]) -> Iterator[tuple[int, int]]:
    """(a tile that is nobody's, a tile of a meld close to it)."""
    places = context.layout.places
    return ((i, k) for i in context.put_aside for k in melds if math.dist(places[i], places[k]) < FOURTH_WIDTHS)


def nearby(context: Context) -> Iterator[Finding]:
    """Tiles that lie by themselves close to the player's: the winning tile, a kong's fourth, one of the hand."""
    asked = {finding.tiles[0] for finding in context.earlier if finding.says is Variant.ABOVE_MELD}
    for i in _lonely(context):
        if i not in asked and context.kind(i) != BACK_NUMBER:
            yield from _nearby(context, i)


def _may_have_won(context: Context, i: int) -> tuple[bool, bool]:
    """May it be the winning tile, laid apart? And would it complete the hand? Of the discards only one that does."""
    named, kind = context.named, context.kind(i)
    if named.winning is not None or named.value.state not in ("ready", "unready") or kind >= KINDS:
        return False, False
    wins = kind in named.value.waits
    return wins or context.role(i) is not Role.DISCARDS, wins


def _nearby(context: Context, i: int) -> Iterator[Finding]:
    """Where it may be the winning tile or a kong's fourth, or the hand lacks one."""
    apart, wins = _may_have_won(context, i)
    pong = context.pong_of(context.kind(i))
    wanted = apart or pong or not context.waits_exactly
    if not wanted or context.distance(i, context.own) >= (NEAR_WAIT_WIDTHS if wins else NEAR_WIDTHS):
        return
    home = put_back(context, i, None, None if wins else pong, apart=apart)
    says = Variant.NEARBY_WINS if wins else Variant.NEARBY_IDLE if apart and not pong else Code.LEFT_OUT
    params: Params = {"tile": At((i,)), "kind": Kind(context.kind(i)), "ask": home.ask}
    yield Finding(says, (i,), HAND, home.steps, params)


def _lonely(context: Context) -> Iterator[int]:
    """Tiles that are nobody's and lie by themselves, or with room on both sides, less of it where the hand waits for
    one. And loose discards close to the hand: thrown there, or laid there to win.
    """
    rooms = _rooms(context)
    for group in (group for group in context.groups if not group.by_user):
        for i in group.tiles:
            room = rooms.get(i, math.inf)
            if group.role is Role.OTHER and room > _least_room(context, i):
                yield i
            if group.role is Role.DISCARDS and room > LOOSE_WIDTHS and context.distance(i, context.own) < NEAR_WIDTHS:
                yield i


def _least_room(context: Context, i: int) -> float:
    waited_for = context.named.winning is None and context.kind(i) in context.named.value.waits
    return LOOSE_WIDTHS if waited_for else LONELY_WIDTHS


def _rooms(context: Context) -> dict[int, float]:
    """The least room beside each tile in its row, tile widths."""
    return {
        i: min(row.gaps[max(0, k - 1) : k + 1], default=math.inf)
        for row in context.layout.rows
        for k, i in enumerate(row.tiles)
    }
