"""What a reader is said to get wrong of tiles of which not everything can be told."""

import numpy as np
import pytest

from models.cover import KINDS
from models.evaluate_covered import Told, report


def shares(**of: float) -> list[float]:
    """Probabilities by class number: `k0=0.5`."""
    row = np.zeros(KINDS)
    for name, share in of.items():
        row[int(name[1:])] = share
    return row.tolist()


def test_a_name_given_to_one_of_two_is_half_an_error() -> None:
    truth = np.array([shares(k0=1.0), shares(k0=0.5, k1=0.5), shares(k3=1.0)])
    scores = np.array([shares(k0=0.95, k1=0.05), shares(k1=0.92, k0=0.08), shares(k4=0.6, k3=0.4)])
    assert Told(scores, truth).errors.tolist() == [0.0, 0.5, 1.0]


def test_the_figures_are_told_apart_by_what_is_left_to_see() -> None:
    nothing = dict.fromkeys((f"k{kind}" for kind in range(9)), 1 / 9)
    truth = np.array([shares(k0=1.0), shares(k0=0.5, k1=0.5), shares(**nothing)])
    scores = np.array([shares(k0=1.0), shares(k0=0.5, k1=0.5), shares(k2=0.85, k29=0.15)])
    first, sure, few, none, named = report("covered", Told(scores, truth))
    assert first.startswith("covered: 3 crops")
    assert sure.startswith("  one kind: 1.0000")
    assert few == "  one of a few: 1, error 0.500, said >= 0.8 0.0000"
    assert none == "  cannot be told: 1, error 0.889, said >= 0.8 1.0000"
    assert named == "  said >= 0.9: 1, wrong 0.0 = 0.0000"


def test_a_reader_that_gives_the_truth_costs_what_the_truth_does() -> None:
    truth = np.array([shares(k0=0.5, k1=0.5)])
    line = next(report("covered", Told(truth, truth)))
    assert float(line.split("log ")[1].split()[0]) == pytest.approx(np.log(2), abs=1e-3)
    assert line.endswith("(of the truth 0.693)")
