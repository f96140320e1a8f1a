"""How tiles divide into sets and a pair, or into pairs (RULES 1, first sentence).

Everything is decided suit by suit, since no set spans two suits. A suit is its nine counts; what is known
about a suit is computed once and remembered, so a hand costs a few look-ups. A suit of 3n tiles must divide
into sets, one of 3n + 2 into sets and the pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, combinations
from operator import mul
from typing import NamedTuple

from scoring.table import MOST_MELDS
from scoring.tiles import COPIES, TILES, Tile

Suit = tuple[int, ...]
"""Nine counts, rank 1 first."""


_ONE = tuple(256**rank for rank in range(9))
"""What a tile of each rank adds to a suit's code: a byte a rank."""
_ODD = sum(_ONE)
_GROUPS = (*(_ONE[rank] + _ONE[rank + 1] + _ONE[rank + 2] for rank in range(7)), *(3 * one for one in _ONE))


def _code(suit: Suit) -> int:
    """Nine counts as one number, to which a tile is added and from which it is taken in one step."""
    return int.from_bytes(bytes(suit), "little")


@cache
def _divided() -> frozenset[int]:
    """The codes of all suits that divide into runs and triplets, nothing left: 4,726 of up to four sets."""
    found = {0}
    for _ in range(MOST_MELDS):
        found |= {suit + group for suit in found for group in _GROUPS}
    return frozenset(found)


def _total(suit: Sequence[int]) -> int:
    """The sum of the ranks, counted from 0."""
    return sum(map(mul, suit, range(9)))


def _with_pair(suit: Suit) -> bool:
    """… into runs, triplets and one pair? A set's ranks add up to a multiple of 3, which tells the pair's residue."""
    code, divided = _code(suit), _divided()
    return any(suit[rank] >= 2 and code - 2 * _ONE[rank] in divided for rank in range(2 * _total(suit) % 3, 9, 3))


@cache
def _tripled() -> frozenset[int]:
    """The codes of all suits that are triplets alone, with or without a pair."""
    chosen = chain.from_iterable(combinations(_ONE, number) for number in range(MOST_MELDS + 1))
    alone = [3 * sum(ones) for ones in chosen]
    return frozenset(alone) | {suit + 2 * one for suit in alone for one in _ONE}


class Known(NamedTuple):
    """What is known about a suit: its size modulo 3, how many ranks it holds an odd number of, whether it divides
    fully (with the pair if its size asks for one), and whether by triplets alone.
    """

    size: int
    odd: int
    complete: bool
    triplets: bool


@cache
def known(suit: Suit) -> Known:
    """Nine counts -> how the suit divides; a suit of 3n + 1 tiles never does."""
    code, size = _code(suit), sum(suit) % 3
    complete = size != 1 and (_with_pair(suit) if size else code in _divided())
    return Known(size, (code & _ODD).bit_count(), complete, complete and code in _tripled())


def _gaps(code: int, total: int) -> set[int]:
    """Ranks of which one more tile makes sets of a suit of 3n + 2 tiles; their residue modulo 3 is given."""
    divided = _divided()
    return {rank for rank in range(-total % 3, 9, 3) if code + _ONE[rank] in divided}


@cache
def _openings(suit: Suit) -> tuple[tuple[int, bool], ...]:
    """(rank, by triplets alone) for each further tile that completes this suit of 3n + 1 or 3n + 2 tiles.

    A rank of which the suit holds all four copies is dead (RULES 1).
    """
    code, total, divided = _code(suit), _total(suit), _divided()
    if sum(suit) % 3 == 2:
        ranks = _gaps(code, total)
    else:
        # the tile becomes a pair's second, or completes a set beside a pair
        ranks = {rank for rank in range(total % 3, 9, 3) if suit[rank] and code - _ONE[rank] in divided}
        for pair, held in enumerate(suit):
            if held >= 2:
                ranks |= _gaps(code - 2 * _ONE[pair], total - 2 * pair)
    tripled = _tripled()
    return tuple((rank, code + _ONE[rank] in tripled) for rank in sorted(ranks) if suit[rank] < COPIES)


def _with(suit: Sequence[int], rank: int, more: int) -> list[int]:
    changed = list(suit)
    changed[rank] += more
    return changed


class Form(NamedTuple):
    """A way in which a tile completes a hand: as sets (by triplets alone?) or as pairs (of which fours?)."""

    triplets: bool
    pairs: bool
    fours: tuple[int, ...]


SETS = Form(triplets=False, pairs=False, fours=())
TRIPLETS = Form(triplets=True, pairs=False, fours=())


def _pairs(fours: Iterable[int]) -> Form:
    return Form(triplets=False, pairs=True, fours=tuple(fours))


_TARGETS = {(1, 0, 0): (0,), (0, 1, 0): (1,), (0, 0, 1): (2,), (2, 2, 0): (0, 1), (2, 0, 2): (0, 2), (0, 2, 2): (1, 2)}
"""Sizes of the suits modulo 3 -> where the missing tile can go: to the suit of 3n + 1 beside suits of 3n, or to either
of two suits of 3n + 2; other hands of 3n + 1 tiles cannot be ready by sets."""


def split_suits(counts: Sequence[int]) -> tuple[Suit, Suit, Suit]:
    """27 counts -> the three suits."""
    return tuple(counts[:9]), tuple(counts[9:18]), tuple(counts[18:27])


def forms(counts: Sequence[int], *, may_pair: bool) -> tuple[Form, ...]:
    """27 counts of the concealed tiles, the winning one among them -> the forms in which they are complete.

    `may_pair`: whether seven pairs may be looked for (only a hand without melds).
    """
    found = []
    suits = [known(suit) for suit in split_suits(counts)]
    if sum(counts) % 3 == 2 and all(suit.complete for suit in suits):
        found.append(TRIPLETS if all(suit.triplets for suit in suits) else SETS)
    if may_pair and sum(counts) == 14 and not any(held % 2 for held in counts):
        found.append(_pairs(kind for kind, held in enumerate(counts) if held == COPIES))
    return tuple(found)


def openings(counts: Sequence[int], *, may_pair: bool) -> dict[int, list[Form]]:
    """27 counts of 3n + 1 concealed tiles -> for each kind that completes them, the forms; by kind.

    A wait is dead only if the concealed hand itself holds all four copies (RULES 1, MIL2023 九-4-2).
    """
    found: dict[int, list[Form]] = {}
    suits = split_suits(counts)
    facts = (known(suits[0]), known(suits[1]), known(suits[2]))
    for at in _TARGETS.get((facts[0].size, facts[1].size, facts[2].size), ()):
        one, other = facts[at - 1], facts[at - 2]  # the two other suits
        if one.complete and other.complete:
            by_triplets = one.triplets and other.triplets
            for rank, triplets in _openings(suits[at]):
                found[9 * at + rank] = [TRIPLETS if triplets and by_triplets else SETS]
    if may_pair and facts[0].odd + facts[1].odd + facts[2].odd == 1 and sum(counts) == 13:
        last = next(kind for kind, held in enumerate(counts) if held % 2)
        fours = [kind for kind, held in enumerate(counts) if held + (kind == last) == COPIES]
        found.setdefault(last, []).append(_pairs(fours))
    return found


def divide(counts: Sequence[int], form: Form) -> list[tuple[Tile, ...]]:
    """27 counts that are complete in this form -> the sets, the pair last; or the seven pairs."""
    if form.pairs:
        return [(TILES[kind],) * 2 for kind, held in enumerate(counts) for _ in range(held // 2)]
    sets: list[tuple[Tile, ...]] = []
    pair: tuple[Tile, ...] = ()
    for at, suit in enumerate(split_suits(counts)):
        left = list(suit)
        if sum(suit) % 3 == 2:
            rank = next(r for r in range(9) if _leaves_sets(suit, r, by_triplets=form.triplets))
            left[rank] -= 2
            pair = (TILES[9 * at + rank],) * 2
        for rank in range(9):
            if left[rank] >= 3:
                left[rank] -= 3
                sets.append((TILES[9 * at + rank],) * 3)
            for _ in range(left[rank]):
                for step in range(3):
                    left[rank + step] -= 1
                sets.append(tuple(TILES[9 * at + rank + step] for step in range(3)))
    return [*sets, pair]


def _leaves_sets(suit: Suit, rank: int, *, by_triplets: bool) -> bool:
    """Does a pair of this rank leave sets, and triplets alone where they are wanted?"""
    if suit[rank] < 2:
        return False
    facts = known(tuple(_with(suit, rank, -2)))
    return facts.complete and facts.triplets >= by_triplets
