"""Doubts about the winning tile: one at the hand's end, one beside a pong of its kind."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Iterator

from vision.doubts.codes import Code
from vision.doubts.context import Findings, first_hand, moving, ordered, role_of, spoken_for, zh
from vision.doubts.places import NEAR, SURE_ASIDE, TILE
from vision.types import CLASSES, Doubt, Role, Row, Worth

TOUCHING = -0.12  # tile widths of room beside a tile that lies no way but upright, whatever its box tells
HARDLY = 0.4  # tile widths of room that set a tile apart for certain, and twice what is usual in the hand
FEW = 5  # tiles of a hand that tell whether it is put in order
HALF = 3  # tiles of a hand in each of its rows; suits that are parted there leave room, too


def hardly_apart(found: Findings) -> Iterator[Doubt]:
    """A winning tile that touches the hand and lies sideways as far as one can see, which isn't far."""
    hand = set(found.members(Role.HAND))
    in_two_rows = sum(len(hand.intersection(row.tiles)) >= HALF for row in found.layout.rows) > 1
    for row in found.layout.rows:
        for k, i in enumerate(row.tiles):
            if role_of(found, i) is not Role.WINNING or spoken_for(found, i):
                continue
            beside = [(row.gaps[m], row.tiles[n]) for m, n in ((k - 1, k - 1), (k, k + 1)) if 0 <= m < len(row.gaps)]
            least, other = min(((gap, other) for gap, other in beside if other in hand), default=(math.inf, i))
            within = [gap for gap, pair in zip(row.gaps, itertools.pairwise(row.tiles), strict=True) if hand >= {*pair}]
            loose = HARDLY + 2 * max(0.0, statistics.median(within or [0.0]))
            kind, sideways = found.named.kinds[i], row.aside[k] > SURE_ASIDE
            if in_two_rows and kind // 9 != found.named.kinds[other] // 9:
                loose = max(loose, TILE[0])
            if least < (TOUCHING if sideways else loose) and _fits(found, row, k, 0 if sideways else FEW):
                text = f"{CLASSES[kind]} at the hand's end was taken for the winning tile: is it one of the hand?"
                fix = moving([i], Role.HAND, first_hand(found.groups))
                chinese = f"手牌末尾的{zh(kind)}算作胡的牌：会不会是手牌里的？"
                yield Doubt(Code.WINNING_UNSURE, (i,), chinese, text, fix, Worth("units"))


def _fits(found: Findings, row: Row, k: int, few: int) -> bool:
    """Does the k-th tile stand where it would in a hand that is put in order? In no order at all any tile does, and
    fewer than `few` are in order by chance.
    """
    hand = [i for i in row.tiles if role_of(found, i) is Role.HAND]
    kinds = [found.named.kinds[i] for i in hand]
    before = row.tiles[k] in row.tiles[: row.tiles.index(hand[0])] if hand else False
    joined = [found.named.kinds[row.tiles[k]], *kinds] if before else [*kinds, found.named.kinds[row.tiles[k]]]
    return len(kinds) < few or not ordered(kinds) or ordered(joined)


def fourth_or_winning(found: Findings) -> Iterator[Doubt]:
    """A winning tile beside a pong of its kind may be the fourth of an added kong."""
    places = found.layout.places
    for meld in found.named.melds:
        if meld.kind != "pong" or meld.tile is None or meld.tile != found.named.winning:
            continue
        tiles = found.groups[meld.group].tiles
        for i in found.members(Role.WINNING):
            if spoken_for(found, i) or not any(math.dist(places[i], places[k]) < NEAR for k in tiles):
                continue
            name = zh(int(meld.tile))
            fix = moving([i], Role.MELD, meld.group)
            text = f"{meld.tile} beside a pong of its kind was taken for the winning tile: the fourth of an added kong?"
            chinese = f"{name}挨着碰的{name}，算作胡的牌：会不会是补杠的第四张？"
            yield Doubt(Code.WINNING_UNSURE, (i,), chinese, text, fix, Worth("hand"))
