"""Tiles laid down as a meld that are none, and what would make one of them, or part of the hand."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scoring.tiles import KINDS
from vision.doubts.codes import Code
from vision.doubts.context import Context
from vision.doubts.finding import HAND, At, Finding, Kind, Params, Phrase, phrase
from vision.doubts.fixes import KONG_TILES, PONG_TILES, offered, taken_out
from vision.doubts.steps import Steps, moving, renaming
from vision.doubts.variants import Ask
from vision.table.evidence import BACK_NUMBER, FLOOR_SCORE, NOTED_SCORE, OTHER_NUMBER
from vision.table.melds import is_run
from vision.types import Group, Role


def no_meld(context: Context, group: Group) -> Finding:
    """Of a wrong number, a run, or not alike. Suggested is what mends those that are not like the others. All go to the
    hand only where nobody has put them here or named one.
    """
    kinds = context.kinds(group.tiles)
    change, ask = _mended(context, group.tiles, kinds)
    params: Params = {"kinds": tuple(map(Kind, kinds)), "why": _why(kinds), "ask": ask}
    return Finding(Code.MIXED_MELD, group.tiles, HAND, change, params)


def _why(kinds: Sequence[int]) -> Phrase:
    if len(kinds) not in (PONG_TILES, KONG_TILES):
        return phrase(Ask.NO_SIZE, count=len(kinds))
    if is_run(kinds):
        return phrase(Ask.RUN)
    return phrase(Ask.NO_KIND if OTHER_NUMBER in kinds else Ask.UNLIKE)


def _mended(context: Context, tiles: Sequence[int], kinds: Sequence[int]) -> tuple[Steps, Phrase | None]:
    """What would make a meld of them, or part of the hand; and the question to which that is yes."""
    names = _common_name(context, tiles) if len(tiles) in (PONG_TILES, KONG_TILES) else {}
    if names:
        return renaming(names), _are_they(names)
    known = [kind for kind in kinds if kind < KINDS]
    usual = max(known, key=known.count, default=OTHER_NUMBER)
    odd = [i for i in tiles if context.kind(i) != usual]
    if len(odd) == 1 and len(tiles) > PONG_TILES:
        return _odd_one_out(context, odd[0])
    return _all_to_hand(context, tiles) if len(known) == len(tiles) else ((), None)


def _are_they(names: dict[int, int]) -> Phrase:
    i, kind = next(iter(names.items()))
    return phrase(Ask.ALL_ARE if len(names) > 1 else Ask.IS_TILE, tile=At((i,)), kind=Kind(kind))


def _all_to_hand(context: Context, tiles: Sequence[int]) -> tuple[Steps, Phrase | None]:
    """Not where the player has put them here, or named one."""
    if context.placed_by_user(tiles[0]) or not context.by_user.isdisjoint(tiles):
        return (), None
    change = offered(context, moving(tiles, Role.HAND, context.hand_group))
    return change, phrase(Ask.ALL_TO_HAND) if change else None


def _odd_one_out(context: Context, i: int) -> tuple[Steps, Phrase | None]:
    change, role = taken_out(context, i)
    if role is None:
        return (), None
    ask = Ask.ODD_TO_HAND if role is Role.HAND else Ask.ODD_AWAY
    return change, phrase(ask, tile=At((i,)), kind=Kind(context.kind(i)))


def _common_name(context: Context, tiles: Sequence[int]) -> dict[int, int]:
    """The likeliest other names that make them alike, of those that the eye noted or the player has told of most; what
    the player has told goes first, and is put in question only where all others are alike without it.
    """
    shown = [i for i in tiles if context.kind(i) != BACK_NUMBER]
    kinds = {kind for i in shown for kind in (context.kind(i), *context.noted(i)) if kind < KINDS}
    ways = [{i: kind for i in shown if context.kind(i) != kind} for kind in sorted(kinds)]
    fair = [way for way in ways if way and _may_rename(context, shown, way)]
    return min(fair, key=lambda way: _unlikely(context, way), default={})


def _may_rename(context: Context, shown: Sequence[int], way: dict[int, int]) -> bool:
    """Are these names noted by the eye, or by the player of most tiles, and none against the player's word but one?"""
    by_user = 2 * sum(i in context.by_user and i not in way for i in shown) > len(shown)
    noted = min(_score(context, i, kind) for i, kind in way.items()) >= NOTED_SCORE
    return (by_user or noted) and (context.by_user.isdisjoint(way) or len(way) == 1)


def _unlikely(context: Context, way: dict[int, int]) -> tuple[int, float, int]:
    """Words of the player that it contradicts, the cost of its names, and the kind."""
    cost = -sum(math.log(_score(context, i, kind)) for i, kind in way.items())
    return len(context.by_user.intersection(way)), cost, next(iter(way.values()))


def _score(context: Context, i: int, kind: int) -> float:
    return max(context.scores(i).get(kind, 0.0), FLOOR_SCORE)
