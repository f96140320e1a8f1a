"""Covered tiles: what hides them, and what is left to be told."""

import numpy as np
import pytest

from datasets import crops
from datasets.crops import BOX, NONE
from datasets.crops import SIDE as ROOM
from datasets.faces import OTHERS
from datasets.textures import Drawn
from models import augment, cover
from models.cover import SMALL
from vision.types import CLASSES

NAMES = (*CLASSES[:27], *OTHERS)
KINDS = np.array([crops.kind_of(name) for name in NAMES], np.uint8)
FACES = np.stack([crops.shown(Drawn(), name) for name in NAMES])
INK = cover.inks(FACES)


def hidden(rows: slice = slice(0), columns: slice = slice(None)) -> cover.Mask:
    mask = np.zeros(SMALL, np.bool_)
    mask[rows, columns] = True
    return mask


def left(name: str, mask: cover.Mask) -> dict[str, float]:
    """The kinds that a covered face may be, with their shares."""
    truth = cover.told(INK, KINDS, NAMES.index(name), mask)
    assert truth.sum() == pytest.approx(1)
    assert truth[NONE] == 0
    return {name: round(float(share), 2) for name, share in zip(CLASSES, truth, strict=False) if share >= 0.05}


@pytest.mark.parametrize("name", NAMES)
def test_of_an_open_face_the_kind_is_told(name: str) -> None:
    assert left(name, hidden())[CLASSES[crops.kind_of(name)]] > 0.95


def test_a_character_without_its_number_is_one_of_nine() -> None:
    nine = left("3m", hidden(slice(0, 16)))
    assert nine.keys() == {f"{rank}m" for rank in range(1, 10)}
    assert max(nine.values()) < 0.2


def test_a_number_without_its_character_is_told() -> None:
    assert left("3m", hidden(slice(16, 32)))["3m"] > 0.9


def test_of_a_face_that_is_hidden_whole_nothing_is_told() -> None:
    truth = cover.told(INK, KINDS, 0, hidden(slice(None)))
    assert truth[:28] == pytest.approx(1 / 28)
    assert truth[28:].sum() == 0  # neither a tile face down nor none


def test_half_a_bamboo_may_be_another_one() -> None:
    half = left("2s", hidden(slice(15, 32)))
    assert half["2s"] == half["3s"] > 0.3  # the same stick stands above


def test_what_is_hidden_turns_with_the_tile() -> None:
    top = hidden(slice(0, 16))
    assert np.array_equal(cover.upright(top, 0), top)
    assert np.array_equal(cover.upright(top, 180), top[::-1])
    on_its_side = cover.upright(hidden(slice(None), slice(0, 12)), 90)  # its left is the face's top
    assert np.array_equal(on_its_side, top)


def test_a_cover_hides_what_it_says() -> None:
    patch = np.full((ROOM, ROOM, 3), 255, np.uint8)
    black = np.zeros((ROOM, ROOM, 3), np.uint8)
    low = (ROOM - BOX) // 2
    shares = []
    for seed in range(200):
        found = cover.cover(patch, black, black, np.random.default_rng(seed))
        shares.append(found.hidden.mean())
        if not found.hidden.any() or (found.sides < 1).any():
            continue
        inner = found.patch[low : low + BOX, low : low + BOX]
        assert (inner != 255).any(2).mean() >= found.hidden.mean() - 0.08
    assert max(shares) <= cover.MOST
    assert np.mean([share >= cover.LEAST for share in shares]) > 0.85


def test_a_box_that_ends_at_the_cover_shows_only_what_is_left() -> None:
    patch = np.zeros((ROOM, ROOM, 3), np.uint8)
    low = (ROOM - BOX) // 2
    patch[low : low + BOX, low : low + BOX] = 255
    patch[low : low + BOX // 2, low : low + BOX] = (255, 0, 0)  # the upper half is red
    lower = np.array([1.0, 0.0, 1.0, 1.0])
    shown = np.stack([augment.crop(patch, 0, np.random.default_rng(seed), sides=lower) for seed in range(40)])
    white, red = shown[..., 1] > 127, (shown[..., 0] > 127) & (shown[..., 1] <= 127)
    assert white.mean() > 0.7
    assert red.mean() < 0.1


def test_dark_plastic_is_darker_than_its_ink() -> None:
    for seed in range(30):
        faces, plastic = augment.dark(FACES[:3], np.random.default_rng(seed))
        grey = faces.astype(float).mean(3)
        paper, ink = np.median(grey), np.quantile(grey, 0.995)
        assert ink > paper + 20
        assert paper == pytest.approx(np.mean(plastic), abs=12)
