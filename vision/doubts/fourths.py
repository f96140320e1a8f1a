"""Doubts about the fourth of a kong among the hand, and about a winning tile that makes a pair a pong."""

from __future__ import annotations

import math
from collections.abc import Iterator

from scoring.tiles import KINDS
from vision.doubts.context import Context
from vision.doubts.finding import HAND, Finding, Kind, Params
from vision.doubts.fixes import KONG_TILES, PONG_TILES
from vision.doubts.left_out import FOURTH_WIDTHS
from vision.doubts.steps import moving
from vision.doubts.touched import STACKED_PROBABILITY
from vision.doubts.variants import Variant
from vision.types import Role

SUIT_ROOM_WIDTHS = 0.28  # of room between parted suits
SIDEWAYS_LOG_ODDS = 2.5  # from which on a tile of the hand lies sideways as none of it should
BESIDE_WIDTHS = 1.25  # tile widths from a tile of a pong to the fourth of a kong


def last_is_fourth(context: Context) -> Iterator[Finding]:
    """A hand of four of a kind waits for nothing: a kong, and the hand lies elsewhere. Nor does one tile of a pong's
    kind: the fourth of a kong.
    """
    hand = context.members(Role.HAND)
    if not hand or context.placed_by_user(hand[0]):
        return
    kind = context.kind(hand[0])
    params: Params = {"kind": Kind(kind)}
    pong = context.pong_of(kind)
    if len(hand) == 1 and pong is not None:
        yield Finding(Variant.LAST_IS_FOURTH, tuple(hand), HAND, moving(hand, Role.MELD, pong.group), params)
    if len(hand) == KONG_TILES and set(context.kinds(hand)) == {kind} and kind < KINDS:
        change = moving(hand, Role.MELD, context.new_group)
        yield Finding(Variant.HAND_IS_KONG, tuple(hand), HAND, change, params)


def fourth_in_hand(context: Context) -> Iterator[Finding]:
    """A tile of the hand that is of a pong's kind and lies as the fourth of a kong does: sideways, on another one, or
    close to the pong. Or the hand has one too many.
    """
    hand = context.members(Role.HAND)
    too_many = context.full and not context.won
    for meld in context.pongs if len(hand) > 1 else ():
        tiles = context.tiles_of(meld)
        for i in hand if not context.placed_by_user(tiles[0]) else ():
            if context.kind(i) != meld.tile or context.placed_by_user(i):
                continue
            if too_many or _lies_as_fourth(context, i, tiles):
                change = moving([i], Role.MELD, meld.group)
                yield Finding(Variant.FOURTH_IN_HAND, (i,), HAND, change, {"kind": Kind(context.kind(i))})


def _lies_as_fourth(context: Context, i: int, pong: tuple[int, ...]) -> bool:
    return (
        context.stacked(i) > STACKED_PROBABILITY
        or context.distance(i, pong) < BESIDE_WIDTHS
        or context.sideways.get(i, 0.0) > SIDEWAYS_LOG_ODDS
    )


def won_beside_pair(context: Context) -> Iterator[Finding]:
    """A winning tile beside two of its kind, with room to the rest of the hand: a pong. As a win it fits where another
    tile was missed or is hidden.
    """
    won = [i for i in context.members(Role.WINNING) if not context.placed_by_user(i)]
    for row in context.layout.rows if won else ():
        for block in row.blocks(SUIT_ROOM_WIDTHS):
            pair = [i for i in block if i not in won]
            if _may_be_pong(context, pair, won):
                pong = (*pair, *won)
                change = moving(pong, Role.MELD, context.new_group)
                yield Finding(Variant.WON_BESIDE_PAIR, pong, HAND, change, {"kind": Kind(context.kind(won[0]))})


def _may_be_pong(context: Context, pair: list[int], won: list[int]) -> bool:
    """Are these two or three of the hand, of the winning tile's kind, close to it, and the hand has others?"""
    hand = set(context.members(Role.HAND))
    alike = len(pair) in (PONG_TILES - 1, PONG_TILES) and len(set(context.kinds((*pair, *won)))) == 1
    if not alike or not hand.issuperset(pair) or not hand - {*pair}:
        return False
    places = context.layout.places
    return min(math.dist(places[i], places[k]) for i in won for k in pair) < FOURTH_WIDTHS
