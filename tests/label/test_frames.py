"""A video becomes pictures worth labelling."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from tests.label.conftest import Label
from tests.label.stub import ColourEye, find, row_of, scene
from vision.labels.dataset import Dataset
from vision.labels.files import hash_of
from vision.labels.frames import VideoError, frames
from vision.labels.similarity import ALIKE, SAME, cluster_by_hash, distance, perceptual_hash

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
SIZE = (640, 480)


def table(name: str) -> Image.Image:
    """A rendered photo of a table: hashes are of textures, which plain colours do not have."""
    with Image.open(SAMPLES / f"{name}.jpg") as image:
        return image.convert("RGB").resize(SIZE)


def without_a_tile(name: str, at: int) -> Image.Image:
    """The same table with one tile taken away."""
    truth = json.loads((SAMPLES / "truth.json").read_text())[f"{name}.jpg"]
    x1, y1, x2, y2 = (round(v * SIZE[0] / truth["width"]) for v in truth["tiles"][at]["box"])
    mask = np.zeros(SIZE[::-1], np.uint8)
    mask[y1:y2, x1:x2] = 255
    return Image.fromarray(cv2.inpaint(np.asarray(table(name)), mask, 3, cv2.INPAINT_TELEA))


def film(path: Path, pictures: Sequence[Image.Image], each: int = 10, code: str = "mp4v") -> Path:
    """A video that shows every picture for so many frames, with a camera's noise."""
    chance = np.random.default_rng(1)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), 25, pictures[0].size)
    assert writer.isOpened()
    for picture in pictures:
        pixels = np.asarray(picture)
        for _ in range(each):
            noisy = np.clip(pixels + chance.normal(0, 3, pixels.shape), 0, 255).astype(np.uint8)
            writer.write(noisy[:, :, ::-1])
    writer.release()
    return path


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return film(tmp_path_factory.mktemp("film") / "three.mp4", [table(k) for k in ("win", "waiting", "miscounted")])


def test_one_frame_in_n_and_what_looks_alike_is_skipped(three: Path) -> None:
    found = list(frames(three, every=5))
    assert [frame.number for frame in found] == [0, 5, 10, 15, 20, 25]
    assert [frame.number for frame in found if frame.data] == [0, 10, 20]
    assert [frame.number for frame in frames(three, every=7)] == [0, 7, 14, 21, 28]


def test_a_view_that_comes_back_is_known(tmp_path: Path) -> None:
    path = film(tmp_path / "back.mp4", [table(k) for k in ("win", "waiting", "win", "waiting")])
    assert [frame.number for frame in frames(path, every=10) if frame.data] == [0, 10]


def test_a_tile_less_is_something_new(tmp_path: Path) -> None:
    path = film(tmp_path / "less.mp4", [table("win"), without_a_tile("win", 0)])
    assert [frame.number for frame in frames(path, every=10) if frame.data] == [0, 10]


def test_a_video_is_turned_as_the_camera_notes_it(tmp_path: Path) -> None:
    """The track's matrix (ISO 14496-12, 8.3.2) says a quarter turn clockwise, as phones held upright write it."""
    data = film(tmp_path / "plain.mp4", [scene(row_of("1m", "2m", "3m"))]).read_bytes()
    plain = struct.pack(">9i", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
    turned = struct.pack(">9i", 0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000)
    at = data.index(plain, data.index(b"tkhd"))
    path = tmp_path / "turned.mp4"
    path.write_bytes(data[:at] + turned + data[at + len(plain) :])
    first = next(frames(path))
    (tmp_path / "first.jpg").write_bytes(first.data or b"")
    with Image.open(tmp_path / "first.jpg") as image:
        assert image.size == (120, 160)
        upright = np.asarray(image.transpose(Image.Transpose.ROTATE_90))
    assert [kind for kind, _ in find(upright)] == ["1m", "2m", "3m"]


def test_no_video_is_told(tmp_path: Path) -> None:
    path = tmp_path / "no.mp4"
    path.write_bytes(b"no video")
    with pytest.raises(VideoError, match="no video that can be read"):
        list(frames(path))


def test_a_video_cut_off_gives_what_it_has(tmp_path: Path) -> None:
    whole = film(tmp_path / "whole.avi", [table(k) for k in ("win", "waiting", "miscounted")], 30, "MJPG")
    half = tmp_path / "half.avi"
    half.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    seen: list[int] = []
    with pytest.raises(VideoError, match=r"ends at frame \d+ of 90"):
        seen.extend(frame.number for frame in frames(half, every=10))
    assert seen[:3] == [0, 10, 20]
    assert len(seen) < 9


def test_frames_become_photos_of_the_data_set(run: Label, dataset: Dataset, three: Path) -> None:
    summary = run(photos=(three,), every=5)
    assert (summary.photos, summary.plan.videos, summary.plan.frames, summary.plan.near_duplicates) == (3, 1, 3, 3)
    names = [path.name for path in sorted((dataset.root / "images").iterdir())]
    assert names == ["three-000000.jpg", "three-000010.jpg", "three-000020.jpg"]
    assert {row.video for row in dataset.manifest.rows()} == {hash_of(three)}
    again = run(photos=(three,), every=5)
    assert (again.labelled, again.plan.ready, again.plan.frames) == (0, 3, 3)
    newer = run(ColourEye("newer"), photos=(three,), every=5)
    assert (newer.labelled, newer.plan.relabel) == (3, 3)


def test_another_n_adds_frames(run: Label, dataset: Dataset, three: Path) -> None:
    run(photos=(three,), every=30)
    assert len(list((dataset.root / "images").iterdir())) == 1
    run(photos=(three,), every=10)
    assert len(list((dataset.root / "images").iterdir())) == 3


def test_hashes_of_one_picture_are_near_and_of_others_far() -> None:
    chance = np.random.default_rng(3)
    pictures = [np.asarray(table(k)) for k in ("win", "waiting", "miscounted", "discards")]
    looks = [perceptual_hash(pixels) for pixels in pictures]
    assert [len(one) for one in looks] == [64] * 4
    for one, pixels in zip(looks, pictures, strict=True):
        noisy = np.clip(pixels + chance.normal(0, 8, pixels.shape), 0, 255).astype(np.uint8)
        assert distance(one, perceptual_hash(noisy)) <= SAME
    assert min(distance(one, other) for one in looks for other in looks if one != other) > ALIKE


def test_groups_are_joined_through_neighbours() -> None:
    near = [(1 << k) - 1 for k in (0, 20, 40, 200)]
    assert cluster_by_hash([f"{bits:064x}" for bits in near]) == [0, 0, 0, 3]
    assert cluster_by_hash([]) == []
