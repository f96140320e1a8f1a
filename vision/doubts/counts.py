"""Doubts about numbers: no hand has so many tiles (相公), melds, or winning tiles; no tile at all."""

from __future__ import annotations

import math
from collections.abc import Iterator

from scoring.table import MOST_MELDS
from scoring.tiles import KINDS
from vision.doubts.codes import Code
from vision.doubts.context import Context
from vision.doubts.finding import HAND, At, Count, Finding, Kind, Number, Params, phrase
from vision.doubts.variants import Ask, Variant
from vision.eye.thresholds import MOST_TILES, is_tile
from vision.table.counts import hand_sizes, waiting_size
from vision.table.naming import melds_of
from vision.types import Drop, Role


def counts(context: Context) -> Iterator[Finding]:
    """No tile at all, or too many; or of winning tiles, melds, tiles of the hand a number that no hand has."""
    if not any(group.tiles for group in context.groups) and not any(map(is_tile, context.layout.detections)):
        yield Finding(Code.NO_TILES, (), HAND)
        return
    if sum(map(is_tile, context.layout.detections)) >= MOST_TILES:
        yield Finding(Code.TOO_MANY_TILES, (), HAND, params={"count": MOST_TILES})
    winning, laid = context.members(Role.WINNING), context.members(Role.MELD)
    melds = len(melds_of(context.groups))
    if len(winning) > 1:
        yield Finding(Variant.TWO_WINNING_TILES, tuple(winning), HAND, params={"count": len(winning)})
    if melds > MOST_MELDS:
        yield Finding(Variant.FIVE_MELDS, tuple(laid), HAND, params={"count": melds})
    elif not context.own:
        yield Finding(Code.NO_HAND, (), HAND)
    elif len(context.members(Role.HAND)) not in hand_sizes(context.groups):
        yield _odd_count(context, winning, melds)


def _odd_count(context: Context, winning: list[int], melds: int) -> Finding:
    """Of one tile too many the box that is the likeliest to be none is named, of too few that one may be hidden."""
    hand, need = context.members(Role.HAND), waiting_size(context.groups)
    beside = phrase(Ask.BESIDE_WINNING, kind=Kind(context.kind(winning[0]))) if winning else None
    params: Params = {"hand": Count(len(hand), "tile"), "need": need, "melds": Count(melds, "meld"), "beside": beside}
    stray = _stray(context, hand) if len(hand) == need + 1 else None
    if stray is not None:
        hint = phrase(Ask.ONE_TOO_MANY, tile=At((stray,)), box=Number(stray), kind=Kind(context.kind(stray)))
        return Finding(Code.ODD_COUNT, (stray,), HAND, (Drop(stray),), {**params, "hint": hint})
    hidden = phrase(Ask.SOME_HIDDEN) if len(hand) < need else None
    return Finding(Code.ODD_COUNT, tuple(hand), HAND, params={**params, "hint": hidden})


def _stray(context: Context, hand: list[int]) -> int | None:
    """The box of the hand that is the likeliest to show no tile, of those that the player has not named."""
    strays = [i for i in hand if context.kind(i) >= KINDS] or [i for i in hand if i not in context.by_user]
    sure = {i: context.layout.detections[i].found * math.exp(-context.faces[i].best) for i in strays}
    return min(strays, key=sure.__getitem__, default=None)
