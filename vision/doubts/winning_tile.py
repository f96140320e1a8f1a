"""Doubts about the winning tile: one that completes nothing, one at the hand's end, one beside a pong of its kind, one
that may be a discard; and a complete hand in which nothing shows it.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Iterator

from scoring.tiles import Tile
from vision.doubts.codes import Code
from vision.doubts.context import Context, ordered
from vision.doubts.finding import HAND, NOTHING, UNITS, At, Finding, HandOf, Kind, Params, phrase
from vision.doubts.left_out import NEAR_WIDTHS
from vision.doubts.places import SURE_SIDEWAYS_LOG_ODDS, TILE_WIDTHS
from vision.doubts.steps import moving, renaming
from vision.doubts.variants import Ask, Variant
from vision.table.pricing import difference
from vision.types import Role, Row, Worth

# Tile widths
TOUCHING_ROOM = -0.12  # of room beside a tile that lies no way but upright, whatever its box tells
HARDLY_ROOM = 0.4  # of room that set a tile apart for certain, and twice what is usual in the hand
FAR_WIDTHS = 3.9  # from their other tiles at which a player hardly lays their winning tile
HEAP_WIDTHS = 1.6  # from a discard to one of a heap

FEW_TILES = 5  # of a hand that tell whether it is put in order
HALF_TILES = 3  # of a hand in each of its rows; suits that are parted there leave room, too


def winning_tile(context: Context) -> Iterator[Finding]:
    """A winning tile that may be something else, and a winning tile that nothing shows."""
    yield from _not_complete(context)
    yield from _at_hands_end(context)
    yield from _fourth_or_winning(context)
    if context.named.winning is None and context.won:
        yield _unknown(context)


def _not_complete(context: Context) -> Iterator[Finding]:
    """A winning tile beside a hand that it doesn't complete; suggested are other names with which it does."""
    named = context.named
    if named.winning is None or named.value.state not in ("ready", "unready"):
        return
    params: Params = {"kind": Kind(int(named.winning)), "hand": HandOf(named.hand), "ask": None}
    mended = next((other for other in context.alternatives if other.named.value.state == "won"), None)
    if mended is None:
        yield Finding(Code.NOT_COMPLETE, tuple(context.members(Role.WINNING)), HAND, params=params)
        return
    each = tuple(phrase(Ask.MAY_BE, tile=At((i,)), kind=Kind(kind)) for i, kind in sorted(mended.changes.items()))
    ask = phrase(Ask.MAY_BE_ALL, each=each)
    worth = difference(named.value, mended.named.value)
    change = renaming(mended.changes)
    yield Finding(Code.NOT_COMPLETE, tuple(sorted(mended.changes)), worth, change, {**params, "ask": ask})


def _unknown(context: Context) -> Finding:
    """Candidates with their units."""
    named, prices = context.named, dict[Tile, int]()
    for tile in sorted(set(named.hand)):
        left = list(named.hand)
        left.remove(tile)
        value = context.pricer.value(left, named.melds, tile)
        if value.state == "won":
            prices[tile] = value.units
    spread = max(prices.values(), default=0) - min(prices.values(), default=0)
    tiles = tuple(i for i in context.members(Role.HAND) if context.kind(i) in prices)
    each = tuple(phrase(Ask.PRICED, kind=Kind(int(tile)), units=units) for tile, units in prices.items())
    return Finding(Code.WINNING_UNKNOWN, tiles, Worth("units", spread) if spread else NOTHING, params={"prices": each})


def _at_hands_end(context: Context) -> Iterator[Finding]:
    """A winning tile that touches the hand and lies sideways as far as one can see, which isn't far."""
    for row in context.layout.rows:
        for k, i in enumerate(row.tiles):
            if context.role(i) is not Role.WINNING or context.placed_by_user(i):
                continue
            sideways = row.aside[k] > SURE_SIDEWAYS_LOG_ODDS
            room, most = _room_to_hand(context, row, k), TOUCHING_ROOM if sideways else _loose(context, row, k)
            if room < most and _fits(context, row, k, least=0 if sideways else FEW_TILES):
                change = moving([i], Role.HAND, context.hand_group)
                yield Finding(Code.WINNING_UNSURE, (i,), UNITS, change, {"kind": Kind(context.kind(i))})


def _neighbour(context: Context, row: Row, k: int) -> tuple[float, int]:
    """The room to the nearer neighbour of the hand, and that one; infinite and the tile itself where there is none."""
    near = [(row.gaps[m], row.tiles[n]) for m, n in ((k - 1, k - 1), (k, k + 1)) if 0 <= m < len(row.gaps)]
    return min(((gap, i) for gap, i in near if context.role(i) is Role.HAND), default=(math.inf, row.tiles[k]))


def _room_to_hand(context: Context, row: Row, k: int) -> float:
    return _neighbour(context, row, k)[0]


def _loose(context: Context, row: Row, k: int) -> float:
    """How much room a tile of this hand may have to its neighbour: by what is usual in it, and where it lies in two
    rows, beside another suit, a tile's width.
    """
    hand = set(context.members(Role.HAND))
    within = [gap for gap, pair in zip(row.gaps, itertools.pairwise(row.tiles), strict=True) if hand >= {*pair}]
    loose = HARDLY_ROOM + 2 * max(0.0, statistics.median(within or [0.0]))
    in_two_rows = sum(len(hand.intersection(row.tiles)) >= HALF_TILES for row in context.layout.rows) > 1
    _, other = _neighbour(context, row, k)
    other_suit = context.kind(row.tiles[k]) // 9 != context.kind(other) // 9
    return max(loose, TILE_WIDTHS) if in_two_rows and other_suit else loose


def _fits(context: Context, row: Row, k: int, *, least: int) -> bool:
    """Does the k-th tile stand where it would in a hand that is put in order? In no order at all any tile does, and
    fewer than `least` are in order by chance.
    """
    hand = [i for i in row.tiles if context.role(i) is Role.HAND]
    kinds, won = context.kinds(hand), context.kind(row.tiles[k])
    before = bool(hand) and k < row.tiles.index(hand[0])
    joined = [won, *kinds] if before else [*kinds, won]
    return len(kinds) < least or not ordered(kinds) or ordered(joined)


def _fourth_or_winning(context: Context) -> Iterator[Finding]:
    """A winning tile beside a pong of its kind may be the fourth of an added kong."""
    for pong in context.pongs:
        tile = pong.tile
        for i in context.members(Role.WINNING) if tile is not None and tile == context.named.winning else ():
            if not context.placed_by_user(i) and context.distance(i, context.tiles_of(pong)) < NEAR_WIDTHS:
                change = moving([i], Role.MELD, pong.group)
                yield Finding(Variant.WON_BY_FOURTH, (i,), HAND, change, {"kind": Kind(context.kind(i))})


def thrown(context: Context) -> Iterator[Finding]:
    """A winning tile that lies among the discards, farther from the player's other tiles; or far away from these, and
    sideways, as what others threw may lie.
    """
    own = [i for role in (Role.HAND, Role.MELD) for i in context.members(role)]
    discards = context.members(Role.DISCARDS)
    for i in context.members(Role.WINNING):
        away = context.distance(i, own) if own else 0.0
        near = context.distance(i, discards)
        astray = away > FAR_WIDTHS and context.sideways.get(i, 0.0) > SURE_SIDEWAYS_LOG_ODDS
        if (near < min(HEAP_WIDTHS, away) or astray) and not context.placed_by_user(i):
            says = Variant.WON_BY_FAR if astray else Variant.WON_AMONG_DISCARDS
            yield Finding(says, (i,), HAND, moving([i], Role.DISCARDS), {"kind": Kind(context.kind(i))})
