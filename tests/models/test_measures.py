"""Measures, against values worked out by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models import measures
from models.measures import Bin, Boxes


def boxes(*rows: tuple[float, ...], kinds: list[int] | None = None, scores: list[float] | None = None) -> Boxes:
    n = len(rows)
    corners = np.array(rows, np.float64).reshape(n, 4)
    return Boxes(corners, np.array(kinds or [0] * n, np.int64), np.array(scores or [1.0] * n, np.float64))


A, B, C = (0, 0, 10, 10), (20, 0, 30, 10), (40, 0, 50, 10)
NOWHERE = (100, 100, 110, 110)


def test_wilson_s_interval() -> None:
    """Newcombe 1998, table I: 81 of 263 and 15 of 148, method 3."""
    assert measures.interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert measures.interval(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert measures.interval(0, 0) == (0.0, 1.0)
    low, high = measures.interval(20, 20)  # where all are right: 1 / (1 + z²/n)
    assert (low, high) == pytest.approx((20 / (20 + 1.96**2), 1))


def test_a_spread_over_photos() -> None:
    assert measures.spread([(1, 4)] * 9) == (0.25, 0.25)  # whatever photos are drawn
    assert measures.spread([]) == measures.spread([(0, 0)]) == (0.0, 1.0)
    # Of two photos the mean is 0, 1/2 or 1, in 1, 2 and 1 of 4 draws.
    assert measures.spread([(0, 1), (1, 1)]) == (0.0, 1.0)
    # Many photos of one tile each: near p ± 1.96 √(p(1-p)/n).
    low, high = measures.spread([(1, 1)] * 100 + [(0, 1)] * 300)
    assert (low, high) == pytest.approx((0.25 - 0.0424, 0.25 + 0.0424), abs=0.006)
    # A photo with many tiles weighs as much as it holds.
    assert max(measures.spread([(50, 100)] + [(0, 1)] * 20)) > 0.4


def test_overlaps() -> None:
    found = measures.overlaps(boxes(A, B).corners, boxes(A, (5, 0, 15, 10), (0, 0, 10, 5), NOWHERE).corners)
    assert found == pytest.approx(np.array([[1, 50 / 150, 0.5, 0], [0, 0, 0, 0]]))


def test_pairs_belong_to_one_another_alone() -> None:
    true = boxes(A, B).corners
    seen = boxes((1, 0, 11, 10), A, NOWHERE, (21, 0, 31, 10)).corners
    assert measures.pairs(true, seen, [0.9, 0.8, 1, 0.1]) == ((0, 0), (1, 3))  # the surer of two on A
    assert measures.pairs(true, seen, [0.8, 0.9, 1, 0.1]) == ((0, 1), (1, 3))
    assert measures.pairs(true, seen, [0.9, 0.8, 1, 0.1], 0.95) == ((0, 1),)
    assert measures.pairs(true, np.zeros((0, 4)), []) == measures.pairs(np.zeros((0, 4)), seen, [1] * 4) == ()


def test_a_second_box_may_take_the_neighbour() -> None:
    """The surer box takes the tile that it fits best, the other the one that is left if it fits well enough."""
    true = boxes((0, 0, 10, 10), (3, 0, 13, 10)).corners
    seen = boxes((0, 0, 10, 10), (1, 0, 11, 10)).corners
    assert measures.pairs(true, seen, [0.9, 0.5]) == ((0, 0), (1, 1))


def test_bins_of_confidences() -> None:
    said = [(0.2, False), (0.96, True), (0.97, True), (0.97, False), (0.98, True), (1.0, True)]
    low, high, *rest = measures.calibration(said)
    assert low == Bin(0.0, 0.35, 1, 0, 0.2)
    assert replace(high, mean=0) == Bin(0.95, 0.98, 3, 2, 0)
    assert high.mean == pytest.approx(2.9 / 3)
    assert rest == [Bin(0.98, 0.99, 1, 1, 0.98), Bin(0.99, 1.0, 1, 1, 1.0)]
    # (|0 - 0.2| + |2 - 2.9| + |1 - 0.98| + |1 - 1|) / 6
    assert measures.calibration_error(measures.calibration(said)) == pytest.approx(1.12 / 6)
    assert measures.calibration([]) == ()
    assert measures.calibration_error(()) == 0


def test_what_says_0_97_and_is_right_97_times_of_100_is_calibrated() -> None:
    said = [(0.97, k >= 3) for k in range(100)] + [(0.6, k < 6) for k in range(10)]
    assert measures.calibration_error(measures.calibration(said)) == pytest.approx(0, abs=1e-12)
    sure = [(1.0, k % 2 == 0) for k in range(10)]
    assert measures.calibration_error(measures.calibration(sure)) == 0.5


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans())))
def test_every_confidence_has_its_bin(said: list[tuple[float, bool]]) -> None:
    bins = measures.calibration(said)
    assert sum(b.count for b in bins) == len(said)
    assert sum(b.right for b in bins) == sum(right for _, right in said)
    assert 0 <= measures.calibration_error(bins) <= 1


def test_average_precision_of_what_is_perfect_absent_or_wrong() -> None:
    true = boxes(A, B, kinds=[3, 4])
    nothing = boxes()
    for named in (True, False):
        assert measures.average_precision([(true, true)], named=named) == pytest.approx((1, 1))
        assert measures.average_precision([(true, nothing)], named=named) == (0, 0)
        assert measures.average_precision([(true, boxes(NOWHERE, kinds=[3]))], named=named) == (0, 0)
        assert all(map(math.isnan, measures.average_precision([(nothing, true)], named=named)))
    swapped = boxes(A, B, kinds=[4, 3])
    assert measures.average_precision([(true, swapped)], named=True) == (0, 0)
    assert measures.average_precision([(true, swapped)], named=False) == pytest.approx((1, 1))


def test_average_precision_by_hand() -> None:
    """Three tiles; right, wrong, right by falling score: precision is 1 up to a recall of 1/3 and 2/3 up to 2/3, which
    is 34 and 33 of COCO's 101 recalls (0, 0.01, …).
    """
    true = boxes(A, B, C)
    seen = boxes(A, NOWHERE, B, scores=[0.9, 0.8, 0.7])
    wanted = (34 * 1 + 33 * 2 / 3) / 101
    assert measures.average_precision([(true, seen)], named=True) == pytest.approx((wanted, wanted))
    # The same in two photos: it is the order over all of them that counts.
    two = [(boxes(A, B), boxes(A, NOWHERE, scores=[0.9, 0.8])), (boxes(C), boxes(C, scores=[0.7]))]
    assert measures.average_precision(two, named=True) == pytest.approx((wanted, wanted))


def test_a_loose_box_counts_up_to_its_overlap() -> None:
    """Overlap 8/10: right for 0.50, 0.55 … 0.80, which is 7 of the 10 thresholds."""
    assert measures.average_precision([(boxes(A), boxes((0, 0, 10, 8)))], named=True) == pytest.approx((1, 0.7))


def test_classes_are_averaged_whatever_their_size() -> None:
    true = boxes(A, B, C, NOWHERE, kinds=[0, 0, 0, 7])
    seen = boxes(A, B, C, kinds=[0, 0, 0])
    assert measures.average_precision([(true, seen)], named=True)[0] == pytest.approx(0.5)
    assert measures.average_precision([(true, seen)], named=False)[0] == pytest.approx(76 / 101)  # recall 3/4
    more = boxes(A, B, C, NOWHERE, kinds=[0, 0, 0, 9])  # a class that is not there costs no class that is
    assert measures.average_precision([(true, more)], named=True)[0] == pytest.approx(0.5)


def test_more_than_a_hundred_tiles_count() -> None:
    many = boxes(*((20.0 * k, 0.0, 20.0 * k + 10, 10.0) for k in range(150)))
    assert measures.average_precision([(many, many)], named=False)[0] == pytest.approx(1)
