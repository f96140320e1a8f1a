"""Doubts about melds that one more tile lies on, or touches, so that all of them were taken for part of the hand."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from scoring.tiles import KINDS
from vision.doubts.context import Context, ordered
from vision.doubts.finding import HAND, Finding, Kind, Params
from vision.doubts.fixes import KONG_TILES, PONG_TILES, offered
from vision.doubts.steps import moving
from vision.doubts.variants import Variant
from vision.types import Role

ROOM_WIDTHS = 0.28  # of room that part a meld from a hand
SIDEWAYS_LOG_ODDS = 1.5  # from which on a tile lies sideways, as the claimed one of a meld does
STACKED_PROBABILITY = 0.4  # what the eye says of a tile that lies on another one, among a pong


def touched(context: Context) -> Iterator[Finding]:
    """Two or three of a kind and one other tile, side by side with room to the rest of the hand, or by themselves among
    melds.
    """
    for block, alone in _blocks(context):
        odd = None if context.any_placed_by_user(block) else _odd_one_out(context, block, alone=alone)
        if odd is not None:
            yield _touched(context, block, odd)


def _blocks(context: Context) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Three or four of the player's tiles side by side, not all of them; and whether nothing else of the hand lies
    beside them.
    """
    own = {*context.members(Role.HAND), *context.members(Role.WINNING)}
    for row in context.layout.rows:
        runs = [tuple(run) for mine, run in itertools.groupby(row.tiles, own.__contains__) if mine]
        for block in dict.fromkeys((*row.blocks(ROOM_WIDTHS), *runs)):
            if len(block) in (PONG_TILES, KONG_TILES) and own.issuperset(block) and len(own) > len(block):
                yield block, block in runs


def _odd_one_out(context: Context, block: Sequence[int], *, alone: bool) -> int | None:
    """The one tile that is not like the others, where these may be a meld: they would not lie so in a hand."""
    kinds = context.kinds(block)
    odd = [i for i, kind in zip(block, kinds, strict=True) if kinds.count(kind) == 1]
    if len(odd) != 1 or len({*kinds}) != 2 or max(kinds) >= KINDS:
        return None
    laid_so = _laid_as_meld(context, block, odd[0]) or (len(block) == PONG_TILES and _out_of_place(kinds, alone=alone))
    return odd[0] if laid_so else None


def _laid_as_meld(context: Context, block: Sequence[int], odd: int) -> bool:
    """Does one of the others lie sideways, or the odd one on another?"""
    claimed = max(context.sideways.get(i, 0.0) for i in block if i != odd) > SIDEWAYS_LOG_ODDS
    return claimed or context.stacked(odd) > STACKED_PROBABILITY


def _out_of_place(kinds: Sequence[int], *, alone: bool) -> bool:
    """Would they hardly stand so in a hand?"""
    return not ordered(kinds) or (alone and len({kind // 9 for kind in kinds}) > 1)


def _touched(context: Context, block: Sequence[int], odd: int) -> Finding:
    """Suggested where the whole meld is seen; the odd one may be the winning tile that lies close to it."""
    alike = tuple(i for i in block if i != odd)
    params: Params = {"kind": Kind(context.kind(alike[0])), "other": Kind(context.kind(odd))}
    if len(alike) < PONG_TILES:
        return Finding(Variant.STACKED_ON_PAIR, tuple(block), HAND, params=params)
    claimed = moving(alike, Role.MELD, context.new_group)
    won = (*claimed, *moving([odd], Role.WINNING))
    ways = (claimed,) if context.role(odd) is Role.WINNING else (won, claimed)
    return Finding(Variant.TOUCHED_PONG, alike, HAND, offered(context, *ways), params)
