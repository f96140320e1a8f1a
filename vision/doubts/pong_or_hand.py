"""Doubts about three of a kind: a pong, or part of the hand?"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.tiles import KINDS
from vision.doubts.codes import Code
from vision.doubts.context import Context, ordered
from vision.doubts.finding import NOTHING, Finding, Kind, Value, phrase
from vision.doubts.fixes import PONG_TILES
from vision.doubts.fourths import fourth_in_hand, last_is_fourth, won_beside_pair
from vision.doubts.steps import moving
from vision.doubts.touched import touched
from vision.doubts.variants import Ask, Variant
from vision.types import ReadMeld, Role, Row

# Tile widths of room, but where said otherwise
SUIT_ROOM, MOST_SUIT_ROOM = 0.28, 1.15  # between parted suits, and the most that a player leaves there
CLOSE_ROOM = 0.2  # that a meld has at least beside a hand
CLOSE_ROOM_UPRIGHT = MOST_SUIT_ROOM / 2  # the same where no meld has a tile sideways
LITTLE_ROOM = 0.1  # the same where one of three of a kind seems to lie sideways
TWO_ROWS_ROOM = 1.0  # between suits where a hand lies in two rows
ROWS_APART_WIDTHS = 1.65  # between the tiles of these
CLAIMED_LOG_ODDS = 1.0  # from which on one of three of a kind seems to lie sideways


@dataclass(frozen=True, slots=True)
class Block:
    """Tiles of a row side by side, with room to the others. `before`, `after`: that room, tile widths; 0 at the ends of
    the row.
    """

    tiles: tuple[int, ...]
    kinds: tuple[int, ...]
    roles: frozenset[Role]
    before: float = 0.0
    after: float = 0.0

    @property
    def suits(self) -> frozenset[int]:
        """The suits of its tiles."""
        return frozenset(kind // 9 for kind in self.kinds)

    @property
    def all_hand(self) -> bool:
        """Is it part of the hand, as a whole?"""
        return self.roles == {Role.HAND}

    @property
    def triplets_of_one_suit(self) -> bool:
        """May it be threes of a kind, of one suit?"""
        whole = len(self.tiles) % PONG_TILES == 0 and len(self.tiles) <= PONG_TILES * len(set(self.kinds))
        return whole and max(self.kinds) < KINDS and len(self.suits) == 1


def blocks_of(context: Context, row: Row, room: float) -> list[Block]:
    """The row's tiles, parted where neighbours leave more room than that."""
    rooms = [0.0, *(gap for gap in row.gaps if gap > room), 0.0]
    return [
        Block(tiles, tuple(context.kinds(tiles)), frozenset(map(context.role, tiles)), before, after)
        for tiles, (before, after) in zip(row.blocks(room), itertools.pairwise(rooms), strict=True)
    ]


def pong_or_hand(context: Context) -> Iterator[Finding]:
    """Three of a kind that may be a pong or part of the hand, each asked about once."""
    ways = (
        touched,
        _at_end,
        _in_order,
        _touching,
        _two_rows,
        _parted_suits,
        last_is_fourth,
        fourth_in_hand,
        won_beside_pair,
    )
    asked: dict[tuple[int, ...], Finding] = {}
    for finding in itertools.chain.from_iterable(way(context) for way in ways):
        asked.setdefault(finding.tiles, finding)
    yield from asked.values()


def _as_hand(context: Context, block: Sequence[int]) -> Finding:
    """Counted as part of the hand, and perhaps a pong."""
    change = moving(block, Role.MELD, context.new_group)
    return Finding(Code.PARTED, tuple(block), NOTHING, change, {"threes": _threes(context, block)})


def _as_pong(context: Context, block: Sequence[int]) -> Finding:
    """Counted as a pong, and perhaps part of the hand."""
    change = moving(block, Role.HAND, context.hand_group)
    return Finding(Variant.AS_PONG, tuple(block), NOTHING, change, {"threes": _threes(context, block)})


def _threes(context: Context, block: Sequence[int]) -> tuple[Value, ...]:
    return tuple(phrase(Ask.THREE, kind=Kind(kind)) for kind in sorted(set(context.kinds(block))))


def _at_end(context: Context) -> Iterator[Finding]:
    """Three of a kind at the end of a hand that is in order but for them: a pong laid close to it."""
    for row in context.layout.rows:
        ends, rest = _ends_and_rest(context, [i for i in row.tiles if context.role(i) is Role.HAND])
        by_user = any(map(context.any_placed_by_user, ends))
        if ends and ordered(context.kinds(rest)) and not by_user:
            yield from (_as_hand(context, end) for end in ends)


def _ends_and_rest(context: Context, hand: list[int]) -> tuple[list[list[int]], list[int]]:
    """Threes of a kind taken from the hand's ends until what is left is in order, or no such three is left."""
    ends: list[list[int]] = []
    while len(hand) > PONG_TILES and not ordered(context.kinds(hand)):
        end = next((end for end in (hand[:3], hand[-3:]) if len(set(context.kinds(end))) == 1), None)
        if end is None:
            break
        ends.append(end)
        hand = [i for i in hand if i not in end]
    return ends, hand


def _in_order(context: Context) -> Iterator[Finding]:
    """A pong without room to a hand in which it would stand in order: part of it."""
    for meld in context.pongs:
        if not context.placed_by_user(context.tiles_of(meld)[0]):
            for row in context.layout.rows:
                yield from _in_order_of(context, meld, row)


def _in_order_of(context: Context, meld: ReadMeld, row: Row) -> Iterator[Finding]:
    tiles = context.tiles_of(meld)
    joined = [context.kind(i) for i in row.tiles if i in tiles or context.role(i) is Role.HAND]
    if any(context.role(i) is Role.HAND for i in _close_beside(context, tiles, row)) and ordered(joined):
        yield _as_pong(context, tiles)


def _close_beside(context: Context, tiles: Sequence[int], row: Row) -> list[int]:
    """The neighbours in the row to which these tiles leave no room. Where no meld has a tile sideways it takes more."""
    customs = any(meld.fed_by for meld in context.named.melds)
    least = CLOSE_ROOM if customs else CLOSE_ROOM_UPRIGHT
    return [
        j if i in tiles else i
        for gap, (i, j) in zip(row.gaps, itertools.pairwise(row.tiles), strict=True)
        if gap < least and (i in tiles) != (j in tiles)
    ]


def _touching(context: Context) -> Iterator[Finding]:
    """Three of a kind in the hand without room to a meld, or with room to the rest of it and one of them sideways."""
    for row in context.layout.rows:
        for k, block in context.triplets(row):
            apart = max(row.aside[k : k + 3]) > CLAIMED_LOG_ODDS and _leaves_room(context, row, k)
            if (apart or _touches_meld(context, row, k)) and not context.any_placed_by_user(block):
                yield _as_hand(context, block)


def _beside(row: Row, k: int) -> list[tuple[float, int]]:
    """(room, tile) beside the three tiles from the k-th on."""
    return [(row.gaps[m], row.tiles[n]) for m, n in ((k - 1, k - 1), (k + 2, k + 3)) if 0 <= m < len(row.gaps)]


def _touches_meld(context: Context, row: Row, k: int) -> bool:
    return any(room < CLOSE_ROOM and context.role(i) is Role.MELD for room, i in _beside(row, k))


def _leaves_room(context: Context, row: Row, k: int) -> bool:
    """Do the three tiles from there on leave room to what else of the hand lies beside them?"""
    rooms = [room for room, i in _beside(row, k) if context.role(i) is Role.HAND]
    return bool(rooms) and min(rooms) > LITTLE_ROOM


def _two_rows(context: Context) -> Iterator[Finding]:
    """Pongs without a sideways tile, and nothing else, in a row that touches the hand's, or without room between them:
    half of a hand in two rows.
    """
    pongs = [set(context.tiles_of(meld)) for meld in context.pongs if meld.fed_by is None]
    for row in context.layout.rows if len(pongs) > 1 else ():
        for block in row.blocks(TWO_ROWS_ROOM if _touches_hand(context, row) else SUIT_ROOM):
            inside = sum(pong <= set(block) for pong in pongs)
            whole = inside > 1 and len(block) == PONG_TILES * inside
            if whole and not context.any_placed_by_user(block):
                yield _as_pong(context, block)


def _touches_hand(context: Context, row: Row) -> bool:
    """Does the row lie as close to a tile of the hand in another one as a hand's two rows do?"""
    elsewhere = [k for k in context.members(Role.HAND) if k not in row.tiles]
    return any(context.distance(i, elsewhere) < ROWS_APART_WIDTHS for i in row.tiles)


def _parted_suits(context: Context) -> Iterator[Finding]:
    """A pong, none of it sideways, with room to a hand whose suits are parted: a suit of the hand? Who lays other melds
    with a tile sideways has no such pong. The other way about, three of a kind that stand apart in a hand are hardly
    ever a pong: of 63 such on rendered tables none was.
    """
    for row in context.layout.rows:
        blocks = blocks_of(context, row, SUIT_ROOM)
        if any(Role.HAND in block.roles and len(block.suits) > 1 for block in blocks):
            continue
        suits = frozenset[int]().union(*(block.suits for block in blocks if block.all_hand))
        for n, block in enumerate(blocks):
            beside = _room_to_hand(blocks, n) < MOST_SUIT_ROOM
            if beside and _may_be_suit(context, block) and suits.isdisjoint(block.suits):
                yield _as_pong(context, block.tiles)


def _room_to_hand(blocks: Sequence[Block], n: int) -> float:
    """The room between the n-th block and a neighbour that is part of the hand; infinite where none is."""
    before = [blocks[n].before] if n > 0 and blocks[n - 1].all_hand else []
    after = [blocks[n].after] if n + 1 < len(blocks) and blocks[n + 1].all_hand else []
    return min((*before, *after), default=math.inf)


def _may_be_suit(context: Context, block: Block) -> bool:
    """Is it pongs without a sideways tile that may as well be a suit of the hand?"""
    if block.roles != {Role.MELD} or not block.triplets_of_one_suit or context.placed_by_user(block.tiles[0]):
        return False
    inside = [meld for meld in context.named.melds if not set(block.tiles).isdisjoint(context.tiles_of(meld))]
    return all(meld.kind == "pong" for meld in inside) and any(meld.fed_by is None for meld in inside)
