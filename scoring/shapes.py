"""How tiles divide into sets and a pair, or into pairs (RULES 1, first sentence).

Everything is decided suit by suit, since no set spans two suits. A suit is its nine counts; what is known
about a suit is computed once and remembered, so a hand costs a few look-ups. A suit of 3n tiles must divide
into sets, one of 3n + 2 into sets and the pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from scoring.tiles import COPIES, KINDS, Tile

Suit = tuple[int, ...]
"""Nine counts, rank 1 first."""


@cache
def _sets(suit: Suit) -> bool:
    """Can this suit be divided into runs and triplets, nothing left?"""
    rank = next((r for r, held in enumerate(suit) if held), 9)
    if rank == 9:
        return True
    return (suit[rank] >= 3 and _sets(_less(suit, rank, 3))) or (
        rank < 7 and bool(suit[rank + 1] and suit[rank + 2]) and _sets(_less_run(suit, rank))
    )


def _less(suit: Suit, rank: int, number: int) -> Suit:
    return (*suit[:rank], suit[rank] - number, *suit[rank + 1 :])


def _less_run(suit: Suit, rank: int) -> Suit:
    return (*suit[:rank], suit[rank] - 1, suit[rank + 1] - 1, suit[rank + 2] - 1, *suit[rank + 3 :])


class Completion(NamedTuple):
    """Whether a suit divides fully, with the pair if its size asks for one, and by triplets alone."""

    complete: bool
    triplets: bool


@cache
def completion(suit: Suit) -> Completion:
    """Nine counts -> how the suit divides; a suit of 3n + 1 tiles never does."""
    size = sum(suit) % 3
    if size == 1:
        return Completion(False, False)
    if size == 0:
        return Completion(_sets(suit), all(held in (0, 3) for held in suit))
    pairs = [rank for rank, held in enumerate(suit) if held >= 2]
    return Completion(
        any(_sets(_less(suit, rank, 2)) for rank in pairs),
        suit.count(2) == 1 and all(held in (0, 2, 3) for held in suit),
    )


@cache
def _openings(suit: Suit) -> tuple[tuple[int, bool], ...]:
    """(rank, by triplets alone) for each further tile that completes this suit of 3n + 1 or 3n + 2 tiles.

    A rank of which the suit holds all four copies is dead (RULES 1).
    """
    found = []
    for rank, held in enumerate(suit):
        if held < COPIES:
            done = completion((*suit[:rank], held + 1, *suit[rank + 1 :]))
            if done.complete:
                found.append((rank, done.triplets))
    return tuple(found)


class Form(NamedTuple):
    """A way in which a tile completes a hand: as sets (by triplets alone?) or as pairs (of which fours?)."""

    triplets: bool
    pairs: bool
    fours: tuple[int, ...]


SETS = Form(triplets=False, pairs=False, fours=())
TRIPLETS = Form(triplets=True, pairs=False, fours=())


def split_suits(counts: Sequence[int]) -> tuple[Suit, Suit, Suit]:
    """27 counts -> the three suits."""
    return tuple(counts[:9]), tuple(counts[9:18]), tuple(counts[18:27])


def forms(counts: Sequence[int], may_pair: bool) -> tuple[Form, ...]:
    """27 counts of the concealed tiles, the winning one among them -> the forms in which they are complete.

    `may_pair`: whether seven pairs may be looked for (only a hand without melds).
    """
    found = []
    suits = [completion(suit) for suit in split_suits(counts)]
    if sum(counts) % 3 == 2 and all(suit.complete for suit in suits):
        found.append(TRIPLETS if all(suit.triplets for suit in suits) else SETS)
    if may_pair and sum(counts) == 14 and not any(held % 2 for held in counts):
        found.append(Form(False, True, tuple(kind for kind, held in enumerate(counts) if held == COPIES)))
    return tuple(found)


def openings(counts: Sequence[int], may_pair: bool) -> dict[int, list[Form]]:
    """27 counts of 3n + 1 concealed tiles -> for each kind that completes them, the forms; by kind.

    A wait is dead only if the concealed hand itself holds all four copies (RULES 1, MIL2023 九-4-2).
    """
    found: dict[int, list[Form]] = {}
    suits = split_suits(counts)
    sizes = [sum(suit) % 3 for suit in suits]
    for at, size in enumerate(sizes):
        # The tile goes to a suit of 3n + 1 (others 3n) or to one of two suits of 3n + 2.
        others = sizes[:at] + sizes[at + 1 :]
        if size == 0 or sum(others) != 2 * (size - 1) or 1 in others:
            continue
        rest = [completion(suit) for other, suit in enumerate(suits) if other != at]
        if not all(suit.complete for suit in rest):
            continue
        by_triplets = all(suit.triplets for suit in rest)
        for rank, triplets in _openings(suits[at]):
            found[9 * at + rank] = [TRIPLETS if triplets and by_triplets else SETS]
    if may_pair and sum(counts) == 13:
        odd = [kind for kind, held in enumerate(counts) if held % 2]
        if len(odd) == 1:
            fours = [kind for kind in range(KINDS) if counts[kind] + (kind == odd[0]) == COPIES]
            found.setdefault(odd[0], []).append(Form(False, True, tuple(fours)))
    return found


def divide(counts: Sequence[int], form: Form) -> list[tuple[Tile, ...]]:
    """27 counts that are complete in this form -> the sets, the pair last; or the seven pairs."""
    if form.pairs:
        return [(Tile(kind),) * 2 for kind, held in enumerate(counts) for _ in range(held // 2)]
    sets: list[tuple[Tile, ...]] = []
    pair: tuple[Tile, ...] = ()
    for at, suit in enumerate(split_suits(counts)):
        left = suit
        if sum(suit) % 3 == 2:
            wanted = Completion(True, form.triplets)
            rank = next(r for r, held in enumerate(suit) if held >= 2 and completion(_less(suit, r, 2)) >= wanted)
            left = _less(suit, rank, 2)
            pair = (Tile(9 * at + rank),) * 2
        while any(left):
            rank = next(r for r, held in enumerate(left) if held)
            if left[rank] >= 3 and _sets(_less(left, rank, 3)):
                left = _less(left, rank, 3)
                sets.append((Tile(9 * at + rank),) * 3)
            else:
                left = _less_run(left, rank)
                sets.append(tuple(Tile(9 * at + rank + step) for step in range(3)))
    return [*sets, pair]
