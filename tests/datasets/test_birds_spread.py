"""Birds, dragons and jokers by chance: drawings that a face can hold."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.random import Generator

from datasets.birds_spread import some_crane, some_dragon, some_fan, some_joker, some_wings
from datasets.faces import PLAIN, Style
from datasets.variety import _document, raster

DRAWINGS = (some_fan, some_wings, some_crane, some_dragon, some_joker)


@pytest.mark.parametrize("draw", DRAWINGS)
def test_a_drawing_has_ink_and_leaves_paper(draw: Callable[[Generator, Style], str]) -> None:
    for seed in range(8):
        art = raster(_document(draw(np.random.default_rng(seed), PLAIN), PLAIN), height=96)
        inked = (art.min(axis=2) < 0.6).mean()
        assert 0.01 < inked < 0.6


@pytest.mark.parametrize("draw", DRAWINGS)
def test_it_depends_on_the_generator_alone(draw: Callable[[Generator, Style], str]) -> None:
    first, again, other = (draw(np.random.default_rng(seed), PLAIN) for seed in (4, 4, 5))
    assert first == again != other
