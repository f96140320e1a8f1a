"""Doubts about boxes hardly seen: those nearly taken for a tile, and a winning tile that may be none."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.tiles import KINDS
from vision.doubts.context import Context
from vision.doubts.finding import HAND, UNITS, At, Finding, Kind, Number, Params, Value
from vision.doubts.fixes import put_back
from vision.doubts.left_out import FOURTH_WIDTHS, NEAR_WIDTHS
from vision.doubts.variants import Variant
from vision.eye.thresholds import is_clear
from vision.types import Drop, ReadMeld, Role

APART_WIDTHS = 4.5  # from a tile of the player to one that was missed and may be the winning tile
BEFORE_WIDTHS = 0.6  # nearer to the player than all of their tiles there
ROOM_WIDTHS = 1.3  # from its neighbour beyond which a tile lies apart


def winning_hardly_seen(context: Context) -> Iterator[Finding]:
    """A winning tile that may be no tile at all."""
    for i in context.members(Role.WINNING):
        known = i in context.by_user or context.placed_by_user(i)
        if not known and not is_clear(context.layout.detections[i]):
            params: Params = {"kind": Kind(context.kind(i))}
            yield Finding(Variant.WON_BY_HARDLY_SEEN, (i,), HAND, (Drop(i),), params)


def hardly_seen(context: Context) -> Iterator[Finding]:
    """One for each place at which a tile of the player may lie that no box was counted for."""
    own = context.own_as_seen
    for i in context.layout.faint if own else ():
        if i in context.by_user:
            continue
        pong = _pong_near(context, i, own)
        if pong is not None:
            yield _fourth(context, i, pong, own)
        elif _wanted(context) and _within_reach(context, i, own):
            yield _one_more(context, i, own)


def _pong_near(context: Context, i: int, own: list[int]) -> ReadMeld | None:
    """The pong of which it may be the fourth."""
    close = {k for k in own if context.distance(i, (k,)) < FOURTH_WIDTHS}
    return next((m for m in context.pongs if close & set(context.tiles_of(m))), None)


def _fourth(context: Context, i: int, pong: ReadMeld, own: list[int]) -> Finding:
    home = put_back(context, i, context.nearest(i, own), pong)
    params: Params = {**_box(context, i), "pong": Kind(int(pong.tile or 0)), "ask": home.ask}
    return Finding(Variant.HARDLY_SEEN_BY_PONG, (i, *context.tiles_of(pong)), UNITS, home.steps, params)


def _wanted(context: Context) -> bool:
    """May one tile more be the player's? Not where they are all there, and none would complete them."""
    return not (context.waits_exactly and context.named.value.state == "unready")


def _within_reach(context: Context, i: int, own: list[int]) -> bool:
    """Does it lie where the winning tile or one of the hand may lie? A hand that has won has none too many, but the
    last of fourteen may seem to lie apart.
    """
    won = context.members(Role.WINNING) if context.won else []
    if won and context.distance(i, won) > ROOM_WIDTHS:
        return False
    away = context.distance(i, own)
    if away > (ROOM_WIDTHS if context.won else NEAR_WIDTHS if context.named.winning is not None else APART_WIDTHS):
        return False
    # nobody lays their winning tile between themselves and their hand
    places = context.layout.places
    return away <= ROOM_WIDTHS or places[i][1] >= min(places[k][1] for k in own) - BEFORE_WIDTHS


def _one_more(context: Context, i: int, own: list[int]) -> Finding:
    home = put_back(context, i, None, apart=context.distance(i, own) > ROOM_WIDTHS)
    near = context.nearest(i, own)
    params: Params = {**_box(context, i), "near": At((near,)), "beside": Kind(context.kind(near)), "ask": home.ask}
    return Finding(Variant.HARDLY_SEEN, (i,), HAND, home.steps, params)


def _box(context: Context, i: int) -> dict[str, Value]:
    """The box, and what it looks like."""
    scores = context.layout.detections[i].scores[:KINDS]
    return {"box": Number(i), "kind": Kind(scores.index(max(scores)))}
