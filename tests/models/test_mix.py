"""Training crops: labels that follow what is done to the picture, batches that can be made again."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets import crops
from datasets.textures import Drawn
from models import augment
from models.evaluate_reader import Named, temperature
from models.measures import interval
from models.mix import BARE, COVERED, FACE_DOWN, NO_TILE, Mix
from vision.eye import reader
from vision.types import CLASSES


@pytest.fixture(scope="module")
def mix(tmp_path_factory: pytest.TempPathFactory) -> Mix:
    """A small training set without photos: one scene, two drawn sets, bare tables."""
    folder = tmp_path_factory.mktemp("crops")
    crops.save(folder / "scenes.npz", [row for k in range(3) for row in crops.scene(k, 2, (), ())])
    faces = [(crops.shown(Drawn(), name), crops.kind_of(name), 0.0) for name in (*CLASSES[:27], "R")]
    crops.save_flat(folder / "flat.npz", [faces])
    rng = np.random.default_rng(0)
    table = [(rng.integers(0, 255, (crops.SIDE, crops.SIDE, 3), np.uint8), crops.NONE, np.nan) for _ in range(3)]
    crops.save(folder / "tables.npz", table)
    return Mix(folder, 4, 64)


def test_a_batch_depends_on_seed_and_number_alone(mix: Mix) -> None:
    first, again, next_one = mix.batch(7), mix.batch(7), mix.batch(8)
    assert all(np.array_equal(first[part], again[part]) for part in range(3))
    assert (first[0] != next_one[0]).any()


def test_batches_hold_what_is_promised(mix: Mix) -> None:
    batches = [mix.batch(k) for k in range(12)]
    truth = np.concatenate([batch[1] for batch in batches])
    kinds, open_ones = truth.argmax(1), 1 - COVERED
    assert all(batch[0].shape == (64, reader.SIDE, reader.SIDE, 3) and batch[0].dtype == np.uint8 for batch in batches)
    assert set(kinds) == set(range(crops.NONE + 1))
    assert (kinds == crops.NONE).mean() == pytest.approx(NO_TILE * open_ones, abs=0.05)
    assert (kinds == CLASSES.index("back")).mean() == pytest.approx(FACE_DOWN * open_ones, abs=0.03)
    assert (kinds == CLASSES.index("other")).mean() > BARE
    assert truth.sum(1) == pytest.approx(1, abs=1e-5)
    assert 0.02 < (truth.max(1) < 0.9).mean() < COVERED  # of some of the covered ones the kind cannot be told
    turns = np.concatenate([batch[2] for batch in batches])
    known = turns.sum(1) > 0
    assert np.allclose(turns[known].sum(1), 1, atol=1e-5)
    assert not known[kinds >= CLASSES.index("back")].any()


@given(st.floats(0, 360), st.integers(0, 27))
def test_turning_the_label_turns_with_the_picture(degrees: float, kind: int) -> None:
    before, after = augment.turned(degrees, kind), augment.turned(degrees + 90, kind)
    assert sum(before) == pytest.approx(1)
    assert np.allclose(np.roll(before, -1), after, atol=1e-6)  # one turn more done, one fewer needed


def test_a_face_turned_by_a_quarter_needs_three_more() -> None:
    three = CLASSES.index("3m")
    assert augment.turned(0, three) == (1, 0, 0, 0)
    assert augment.turned(90, three) == (0, 0, 0, 1)
    assert augment.turned(90, CLASSES.index("4p")) == (0, 0.5, 0, 0.5)
    assert augment.turned(float("nan"), three) == augment.UNKNOWN
    assert augment.turned(0, crops.NONE) == augment.UNKNOWN


def test_the_quarter_turn_of_a_crop_is_counter_clockwise() -> None:
    patch = np.zeros((crops.SIDE, crops.SIDE, 3), np.uint8)
    patch[: crops.SIDE // 2] = 255  # the top is bright
    for quarter, bright in enumerate(("top", "left", "bottom", "right")):
        crop = augment.crop(patch, quarter, np.random.default_rng(3)).mean(axis=2)
        sides = {"top": crop[:12], "left": crop[:, :12], "bottom": crop[-12:], "right": crop[:, -12:]}
        assert max(sides, key=lambda side: sides[side].mean()) == bright


def test_a_box_beside_a_tile_shows_less_than_two_thirds_of_it_or_much_besides() -> None:
    patch = np.zeros((crops.SIDE, crops.SIDE, 3), np.uint8)
    low = (crops.SIDE - crops.BOX) // 2
    patch[low:-low, low:-low] = 255
    shown = [(augment.crop(patch, 0, np.random.default_rng(k)) > 127).mean() for k in range(40)]
    assert min(shown) > 0.35  # a box that reaches too far on one side still holds the tile
    assert np.mean(shown) > 0.7
    beside = [augment.crop(patch, 0, np.random.default_rng(k), beside=True) > 127 for k in range(200)]
    pieces = [crop.mean() for crop in beside]
    assert np.mean([share < 0.62 or share > 0.95 for share in pieces]) > 0.9


def test_wilson_interval() -> None:
    assert interval(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)  # Wilson 1927, worked in many textbooks
    assert interval(0, 0) == (0, 1)
    assert interval(5, 5)[1] == pytest.approx(1)


def test_the_temperature_undoes_what_was_done_to_the_scores() -> None:
    rng = np.random.default_rng(3)
    logits = rng.normal(0, 2, (4000, len(CLASSES)))
    chances = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    kinds = np.array([rng.choice(len(CLASSES), p=row) for row in chances])
    sharp = np.exp(2 * logits) / np.exp(2 * logits).sum(1, keepdims=True)
    none = np.zeros((4000, 4))
    assert temperature(Named(chances, kinds, none, none)) == pytest.approx(1, abs=0.1)
    assert temperature(Named(sharp, kinds, none, none)) == pytest.approx(2, abs=0.2)


def test_single_faces_without_their_sets_are_refused(mix: Mix) -> None:
    """Such as an earlier version wrote: all would be taken for one set."""
    with pytest.raises(ValueError, match="make them by"):
        mix.parts["scenes"].set_of(0)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        Mix(tmp_path / "nowhere", 1, 8)
