"""A photo sent again as another file is read as before."""

from pathlib import Path

import pytest

from tests.bench.stable import FOLDERS, again, photos
from vision.read.eye import Eye


@pytest.fixture(scope="module")
def eye() -> Eye:
    return Eye.load(1)


@pytest.mark.parametrize("path", photos(FOLDERS[0]), ids=lambda path: path.name)
def test_a_sample_reads_the_same_as_another_file(eye: Eye, path: Path) -> None:
    assert {way: other for way, usual, other in again(eye, path) if other != usual} == {}
