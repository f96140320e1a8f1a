"""The fast way to divide tiles against brute force, over every one-suit hand there is."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from scoring.shapes import Form, divide, forms, known, openings
from scoring.tiles import Tile, counts, parse_tiles

Vector = tuple[int, ...]
VECTORS = 405_350


def every_vector(ranks: int = 9, most: int = 14) -> Iterator[Vector]:
    """All count vectors of nine ranks, up to four of each, with at most 14 tiles."""
    if not ranks:
        yield ()
        return
    for held in range(min(4, most) + 1):
        for rest in every_vector(ranks - 1, most - held):
            yield (held, *rest)


def add(one: Vector, other: Vector) -> Vector:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def unit(*ranks: int) -> Vector:
    return tuple(ranks.count(rank) for rank in range(9))


RUNS = [unit(rank, rank + 1, rank + 2) for rank in range(7)]
TRIPLETS = [unit(rank, rank, rank) for rank in range(9)]
PAIRS = [unit(rank, rank) for rank in range(9)]


def built_from(groups: list[Vector], with_pair: bool) -> set[Vector]:
    """Every vector that at most four of these sets make, with or without a pair: the other direction."""
    found = set()
    for number in range(5):
        for chosen in itertools.combinations_with_replacement(groups, number):
            total: Vector = (0,) * 9
            for group in chosen:
                total = add(total, group)
            for last in PAIRS if with_pair else [(0,) * 9]:
                if max(whole := add(total, last)) <= 4:
                    found.add(whole)
    return found


def test_every_one_suit_hand_divides_as_brute_force_says() -> None:
    complete = built_from(RUNS + TRIPLETS, False) | built_from(RUNS + TRIPLETS, True)
    triplets = built_from(TRIPLETS, False) | built_from(TRIPLETS, True)
    seen = 0
    for vector in every_vector():
        seen += 1
        assert known(vector)[2:] == (vector in complete, vector in triplets), vector
        if sum(vector) == 13 or (sum(vector) < 13 and sum(vector) % 3 == 1):
            found = openings((*vector, *(0,) * 18), may_pair=False)
            wanted = {
                rank: [Form(more in triplets, False, ())]
                for rank in range(9)
                if (more := add(vector, unit(rank))) in complete
            }
            assert found == wanted, vector
    assert seen == VECTORS


def test_a_tile_may_complete_any_of_the_three_suits() -> None:
    """Random hands over three suits: the openings are the kinds whose addition completes."""
    rng = random.Random(5)
    ready = 0
    for _ in range(4000):
        wall = [kind for kind in range(27) for _ in range(4)]
        kinds = rng.sample(range(27), 9)
        hand = rng.sample([kind for kind in wall if kind in kinds], rng.choice((4, 7, 10, 13)))
        held = counts(Tile(kind) for kind in hand)
        found = openings(held, may_pair=True)
        wanted = {}
        for kind in range(27):
            if held[kind] < 4:
                held[kind] += 1
                if whole := forms(held, may_pair=True):
                    wanted[kind] = list(whole)
                held[kind] -= 1
        assert found == wanted
        ready += bool(found)
    assert ready > 100


def test_divide_gives_sets_of_the_form() -> None:
    for text, groups in {
        "111222333m55566m": 5,
        "112233445566m77m": 5,
        "234m555p678s99s": 4,
        "111m222p333s444s55s": 5,
    }.items():
        held = counts(parse_tiles(text))
        for form in forms(held, may_pair=False):
            divided = divide(held, form)
            assert len(divided) == groups
            assert counts(tile for group in divided for tile in group) == held
            assert len(divided[-1]) == 2
            if form.triplets:
                assert all(len(set(group)) == 1 for group in divided)
    pairs = counts(parse_tiles("1122m3344p5566s77s"))
    assert [len(group) for group in divide(pairs, forms(pairs, may_pair=True)[-1])] == [2] * 7
