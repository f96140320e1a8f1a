"""Folders of photos, and data sets made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.label.stub import ColourEye, row_of, scene
from vision.labels.dataset import Dataset, opened
from vision.labels.engine import Order, Summary, label
from vision.labels.formats import FORMATS
from vision.labels.workers import here

Label = Callable[..., Summary]


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Three photos: two hands, one with an honour in it."""
    folder = tmp_path / "photos"
    folder.mkdir()
    scene(row_of("1m", "2m", "3m", "4p", "4p")).save(folder / "a.png")
    scene(row_of("9s", "9s", "back", "other")).save(folder / "b.png")
    scene([*row_of("5p", "6p", "7p"), *row_of("1s", "2s", y=80)]).save(folder / "c.png")
    return folder


@pytest.fixture
def dataset(tmp_path: Path) -> Iterator[Dataset]:
    with opened(tmp_path / "out", new=True) as found:
        yield found


@pytest.fixture
def run(dataset: Dataset, photos: Path) -> Label:
    """Label the photos with a stub's eye, in every format."""

    def work(eye: ColourEye | None = None, **more: object) -> Summary:
        eye = eye or ColourEye()
        order = Order(**{"photos": (photos,), "formats": tuple(FORMATS)} | more)  # type: ignore[arg-type]
        return label(dataset, order, eye.model, here(eye))

    return work
