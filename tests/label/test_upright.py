"""Pixels and boxes agree in every tool, whether it heeds the note by which phones turn photos or not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import ExifTags, Image, ImageCms, ImageOps, PngImagePlugin

from datasets.pictures import opened
from tests.label.conftest import Label
from tests.label.stub import entries, find, row_of, scene
from vision.labels.dataset import Dataset
from vision.labels.formats import FORMATS
from vision.photo.load import load

HAND = row_of("1m", "5p", "9s", "2s", "1s")
# what a phone's sensor saw of an upright scene, by the note that it writes: Pillow's inverse of each turn
SEEN = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}
KINDS = ("jpg", "png", "webp", "avif", "heic")


def phone(path: Path, note: int, date: str = "") -> None:
    """A photo as a phone writes it: turned pixels and a note how to turn them back."""
    image = scene(HAND)
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = note
    if date:
        exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.DateTimeOriginal] = date
    turn = SEEN[note]
    turned = image if turn is None else image.transpose(turn)
    more: dict[str, Any] = {"quality": 95} if path.suffix != ".png" else {}
    if path.suffix == ".heic":
        pillow_heif.from_pillow(turned).save(path, exif=exif.tobytes(), quality=95)
    else:
        turned.save(path, exif=exif.tobytes(), **more)


def views(path: Path) -> dict[str, np.ndarray]:
    """The picture as tools see it: with the note heeded and without."""
    with Image.open(path) as image:
        plain, heeded = np.asarray(image.convert("RGB")), np.asarray(ImageOps.exif_transpose(image).convert("RGB"))
    ignoring = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    return {
        "Pillow": plain,
        "Pillow, turned by EXIF": heeded,
        "OpenCV": opened(path)[:, :, ::-1],
        "OpenCV, EXIF ignored": opened(path, ignoring)[:, :, ::-1],
    }


@pytest.mark.parametrize("note", SEEN)
@pytest.mark.parametrize("kind", KINDS)
def test_every_tool_finds_the_tiles_in_their_boxes(
    kind: str, note: int, run: Label, dataset: Dataset, photos: Path
) -> None:
    for path in photos.iterdir():
        path.unlink()
    phone(photos / f"a.{kind}", note)
    assert run().failures == []
    (image,) = (dataset.root / "images").iterdir()
    labels = entries(FORMATS["voc"], dataset.root / "voc" / "a.xml")["a"]
    assert [label.kind for label in labels] == ["1m", "5p", "9s", "2s", "1s"]
    for tool, pixels in views(image).items():
        assert pixels.shape == (120, 160, 3), tool
        for label, (found, box) in zip(labels, find(pixels), strict=True):
            assert label.kind == found, tool
            edges = (label.box.x1, label.box.y1, label.box.x2, label.box.y2)
            assert np.abs(np.subtract(edges, box)).max() <= 1.5, tool


def test_a_photo_that_is_upright_is_taken_byte_for_byte(run: Label, dataset: Dataset, photos: Path) -> None:
    phone(photos / "d.jpg", 1)
    run()
    assert (dataset.root / "images" / "d.jpg").read_bytes() == (photos / "d.jpg").read_bytes()
    assert (dataset.root / "images" / "a.png").read_bytes() == (photos / "a.png").read_bytes()


def test_links_save_the_room_of_copies(run: Label, dataset: Dataset, photos: Path) -> None:
    phone(photos / "d.jpg", 6)
    run(link=True)
    assert (dataset.root / "images" / "a.png").samefile(photos / "a.png")
    assert not (dataset.root / "images" / "d.jpg").samefile(photos / "d.jpg")


def test_the_time_of_a_photo_is_kept_in_the_manifest(run: Label, dataset: Dataset, photos: Path) -> None:
    phone(photos / "d.jpg", 6, "2026:01:31 20:15:00")
    run()
    row = dataset.manifest.named("d")
    assert row is not None
    assert row.taken == "2026:01:31 20:15:00"


def test_a_turned_picture_keeps_its_colours(run: Label, dataset: Dataset, photos: Path) -> None:
    """A profile goes along: without it other tools would see other colours than the eye did."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    image = scene(HAND).transpose(Image.Transpose.ROTATE_90)
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    image.save(photos / "d.jpg", exif=exif.tobytes(), icc_profile=profile, quality=95)
    run()
    with Image.open(dataset.root / "images" / "d.jpg") as again:
        assert again.info["icc_profile"] == profile
        assert again.getexif().get(ExifTags.Base.Orientation) is None


def test_a_large_photo_is_turned_at_its_full_size(run: Label, dataset: Dataset, photos: Path) -> None:
    """The eye reads it smaller; boxes and the picture are of the size that the phone took."""
    scene([("1m", (400, 300, 700, 800))], (5000, 3000)).transpose(Image.Transpose.ROTATE_90).save(photos / "d.png")
    with Image.open(photos / "d.png") as image:
        exif = Image.Exif()
        exif[ExifTags.Base.Orientation] = 6
        image.save(photos / "e.jpg", exif=exif.tobytes(), quality=95)
    assert load(photos / "e.jpg").pixels.shape[1] < 5000
    run()
    with Image.open(dataset.root / "images" / "e.jpg") as image:
        assert image.size == (5000, 3000)
    ((kind, x, y, w, h),) = [line.split() for line in (dataset.root / "labels" / "e.txt").read_text().splitlines()]
    assert kind == "0"
    assert np.allclose([float(v) for v in (x, y, w, h)], [0.11, 550 / 3000, 0.06, 500 / 3000], atol=0.001)


XMP = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/></rdf:RDF></x:xmpmeta>"""


@pytest.mark.parametrize("ending", ["jpg", "png", "webp"])
def test_an_orientation_in_xmp_only_is_heeded_by_nobody(
    ending: str, run: Label, dataset: Dataset, photos: Path
) -> None:
    """Browsers do not heed it; some tools would, so the data set's picture has no such note."""
    for path in photos.iterdir():
        path.unlink()
    with (photos / f"a.{ending}").open("wb") as file:
        if ending == "png":
            note = PngImagePlugin.PngInfo()
            note.add_itxt("XML:com.adobe.xmp", XMP)
            scene(HAND).save(file, "PNG", pnginfo=note)
        else:
            scene(HAND).save(file, {"jpg": "JPEG", "webp": "WEBP"}[ending], quality=95, xmp=XMP.encode())
    assert load(photos / f"a.{ending}").pixels.shape == (120, 160, 3)
    assert run().failures == []
    (image,) = (dataset.root / "images").iterdir()
    with Image.open(image) as again:
        assert again.getexif().get(ExifTags.Base.Orientation) is None
    for tool, pixels in views(image).items():
        assert [kind for kind, _ in find(pixels)] == ["1m", "5p", "9s", "2s", "1s"], tool


def test_grey_of_ten_bits_is_written_as_it_looks(run: Label, dataset: Dataset, photos: Path) -> None:
    for path in photos.iterdir():
        path.unlink()
    ramp = np.tile(np.linspace(0, 65535, 160).astype(np.uint16), (120, 1))
    heif = pillow_heif.from_bytes("L;16", (160, 120), ramp.tobytes())
    heif.save(photos / "grey.heic", quality=-1)
    assert run().failures == []
    with Image.open(dataset.root / "images" / "grey.jpg") as image:
        written = np.asarray(image.convert("L")).astype(int)
    assert np.abs(written - (ramp >> 8)).max() <= 4
    assert np.abs(written - load(photos / "grey.heic").pixels[:, :, 0]).max() <= 4
