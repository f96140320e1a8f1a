"""Doubts about where tiles of the hand lie: with a gap, overlapping, apart, sideways."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vision.doubts.codes import Code
from vision.doubts.context import Context
from vision.doubts.finding import HAND, At, Finding, Kind, Number, Params, phrase
from vision.doubts.fixes import PONG_TILES, asked, offered
from vision.doubts.steps import Steps, moving
from vision.doubts.variants import Ask
from vision.types import Drop, Role, Row

# Log-odds of lying sideways
SURE_SIDEWAYS_LOG_ODDS = 3.0  # below this a tile at the hand's end does not lie so for certain
SIDEWAYS_LOG_ODDS = 6.0  # from which on a tile lies so where it shouldn't
LAST_SIDEWAYS_LOG_ODDS = 4.0  # the same for the last tile of a hand: the winning tile lies so
CERTAIN_LOG_ODDS = 5.0  # beyond which it lies so, whatever lies beside it
TRIPLE_KINDS = 3  # kinds among five neighbours, beyond which no three of a kind hide

# Tile widths of room
WIDE_ROOM = 0.5  # of a gap that a hand doesn't have,
WIDE_OVER_USUAL = 0.3  # or so much over twice what is usual in it
TILE_WIDTHS, MOST_TILE_WIDTHS = 0.8, 1.2  # of a gap in which a whole tile would lie
PARTED_SUITS_ROOM = 0.25  # between all suits, where the player parts them
UNDER_ROOM = -0.4  # neighbours so close overlap, whatever the count
NARROW_ROOM = -0.27  # less than usual: neighbours overlap
BETWEEN_WIDTHS = 0.3  # that the way over a box may be longer than straight, and it lies between
TELLING_GAPS = 4  # so many gaps of a row tell how loosely it is laid


@dataclass(frozen=True, slots=True)
class Gap:
    """Room between two neighbours of the hand, tile widths. `at_end`: one of them is the first or last of the hand."""

    room: float
    one: int
    two: int
    at_end: bool


@dataclass(frozen=True, slots=True)
class Gaps:
    """The gaps of a row within the hand. `usual`: tile widths; `parted`: the player leaves room between all suits."""

    all: tuple[Gap, ...]
    usual: float
    parted: bool


def gaps(context: Context) -> Iterator[Finding]:
    """Room within the hand that its player did not leave between the suits, and too little room."""
    for row in context.layout.rows:
        within = _gaps_of(context, row)
        for gap in within.all:
            params: Params = {"kind": Kind(context.kind(gap.one)), "other": Kind(context.kind(gap.two))}
            numbers: Params = {"one": Number(gap.one), "two": Number(gap.two)}
            if _is_hole(context, gap, within):
                yield Finding(Code.GAP, (gap.one, gap.two), HAND, params={**params, **numbers})
            least = UNDER_ROOM if context.waits_exactly else within.usual + NARROW_ROOM
            if gap.room < least and context.kind(gap.one) == context.kind(gap.two):
                worse = min((gap.one, gap.two), key=lambda i: context.layout.detections[i].found)
                yield Finding(Code.OVERLAP, (gap.one, gap.two), HAND, (Drop(worse),), {**params, **numbers})


def _gaps_of(context: Context, row: Row) -> Gaps:
    pairs = _pairs(context, row)
    ends = {pair[1:] for pair in (*pairs[:1], *pairs[-1:])} if len(pairs) > 2 else set()
    usual = sorted(room for room, _, _ in pairs)[len(pairs) // 2] if len(pairs) >= TELLING_GAPS else 0.0
    suits = [room for room, i, j in pairs if context.kind(i) // 9 != context.kind(j) // 9]
    parted = len(suits) > 1 and min(suits) > PARTED_SUITS_ROOM
    return Gaps(tuple(Gap(room, i, j, (i, j) in ends) for room, i, j in pairs), usual, parted)


def _pairs(context: Context, row: Row) -> list[tuple[float, int, int]]:
    """(room between them, two neighbours of the hand), unless the player has placed both."""
    return [
        (room, i, j)
        for room, (i, j) in zip(row.gaps, itertools.pairwise(row.tiles), strict=True)
        if context.role(i) is context.role(j) is Role.HAND
        and not (context.placed_by_user(i) and context.placed_by_user(j))
    ]


def _is_hole(context: Context, gap: Gap, within: Gaps) -> bool:
    """Is it room that the player hardly left on purpose?"""
    if gap.room <= max(WIDE_ROOM, WIDE_OVER_USUAL + 2 * within.usual):
        return False
    return not _between_suits(context, gap, within) and not _emptied(context, gap.one, gap.two)


def _between_suits(context: Context, gap: Gap, within: Gaps) -> bool:
    """Is it room left between two suits? At the hand's end the winning tile may lie apart."""
    if context.kind(gap.one) // 9 == context.kind(gap.two) // 9 or gap.room >= MOST_TILE_WIDTHS:
        return False
    won_apart = context.named.winning is not None
    if gap.at_end and not won_apart and gap.room > TILE_WIDTHS:
        return False
    return gap.room < TILE_WIDTHS or within.parted or (context.waits_exactly and won_apart)


def _emptied(context: Context, i: int, j: int) -> bool:
    """Has the player said that a box between the two is none?"""
    places, here = context.layout.places, {k for group in context.groups for k in group.tiles}
    return any(
        math.dist(places[i], places[k]) + math.dist(places[k], places[j]) - math.dist(places[i], places[j])
        < BETWEEN_WIDTHS
        for k in context.by_user - here
    )


def apart(context: Context) -> Iterator[Finding]:
    """Tiles of the hand in a row of their own."""
    hand = context.members(Role.HAND)
    alone = [row.tiles[0] for row in context.layout.rows if len(row.tiles) == 1 and row.tiles[0] in hand]
    for i in alone if len(hand) > 1 else ():
        if not context.placed_by_user(i):
            won = () if context.members(Role.WINNING) else offered(context, moving([i], Role.WINNING))
            ask = asked(Role.WINNING if won else Role.HAND)
            params: Params = {"tile": At((i,)), "kind": Kind(context.kind(i)), "ask": ask}
            yield Finding(Code.APART, (i,), HAND, won, params)


def sideways(context: Context) -> Iterator[Finding]:
    """Tiles of the hand that lie sideways."""
    hand = set(context.members(Role.HAND))
    for row in context.layout.rows:
        if len(row.tiles) == 1 < len(hand):
            continue  # told as apart
        last = max((k for k, i in enumerate(row.tiles) if i in hand), default=-1)
        for k, i in enumerate(row.tiles):
            is_last = k == last and context.named.winning is None
            if i in hand and not context.placed_by_user(i) and _lies_sideways(context, row, k, is_last=is_last):
                yield _sideways(context, i, _triplet(context, row, k))


def _lies_sideways(context: Context, row: Row, k: int, *, is_last: bool) -> bool:
    near = set(context.kinds(row.tiles[max(0, k - 2) : k + 3]))
    if row.aside[k] < CERTAIN_LOG_ODDS and context.waits_exactly and len(near) > TRIPLE_KINDS:
        return False
    return row.aside[k] > (LAST_SIDEWAYS_LOG_ODDS if is_last else SIDEWAYS_LOG_ODDS)


def _sideways(context: Context, i: int, pong: Sequence[int]) -> Finding:
    """The winning tile, or one of a pong."""
    winning: Steps = () if context.members(Role.WINNING) else moving([i], Role.WINNING)
    claimed: Steps = moving(pong, Role.MELD, context.new_group) if pong else ()
    change = offered(context, winning, claimed)
    if not change:
        ask = phrase(Ask.OF_PONG_OR_ASKEW)
    else:
        ask = asked(Role.WINNING) if change == winning else phrase(Ask.OF_PONG)
    params: Params = {"tile": At((i,)), "kind": Kind(context.kind(i)), "ask": ask}
    return Finding(Code.SIDEWAYS, (i,), HAND, change, params)


def _triplet(context: Context, row: Row, k: int) -> Sequence[int]:
    """Three neighbours in the hand of the k-th tile's kind, itself among them; none if there are none."""
    blocks = {start: block for start, block in context.triplets(row) if start <= k < start + PONG_TILES}
    return blocks[min(blocks, key=lambda start: abs(start - k + 1))] if blocks else ()
