"""The image door: every photo that a phone makes, and nothing hostile."""

from __future__ import annotations

import io
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageCms

from tests.vision.hostile import ANY, CASES, Case
from tests.vision.odd_files import exif, grey16, oriented, picture, saved, with_segments
from vision.photo.load import FORMATS, MAX_PIXELS, Photo, PhotoError, load

RED, GREEN, BLUE, WHITE = (200, 0, 0), (0, 180, 0), (0, 0, 200), (255, 255, 255)


def quarters(width: int = 64, height: int = 48) -> Image.Image:
    """Red, green, blue and white quarters, by rows."""
    pixels = np.full((height, width, 3), 255, np.uint8)
    pixels[: height // 2, : width // 2] = RED
    pixels[: height // 2, width // 2 :] = GREEN
    pixels[height // 2 :, : width // 2] = BLUE
    return Image.fromarray(pixels)


def corners(found: Photo) -> list[tuple[int, int, int]]:
    """The colours of the four quarters' centres, by rows."""
    height, width = found.pixels.shape[:2]
    middles = (found.pixels[y * height // 4, x * width // 4] for y in (1, 3) for x in (1, 3))
    return [(int(red), int(green), int(blue)) for red, green, blue in middles]


def near(found: list[tuple[int, int, int]], wanted: list[tuple[int, int, int]], by: int = 12) -> bool:
    return bool(np.abs(np.array(found) - np.array(wanted)).max() <= by)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_odd_file(case: Case) -> None:
    data = case.make()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            found = load(data)
        except PhotoError as error:
            assert case.answer in (error.code, ANY)
            assert error.detail
            assert "0x" not in error.detail  # no object of ours: a sentence for whoever sent the file
            return
    assert case.answer in (f"{found.width}×{found.height} {found.format}", ANY)
    assert found.pixels.dtype == np.uint8
    assert found.pixels.ndim == 3
    assert found.pixels.shape[2] == 3
    assert abs(found.pixels.shape[0] * found.scale - found.height) <= found.scale
    assert abs(found.pixels.shape[1] * found.scale - found.width) <= found.scale


STORED = {  # orientation -> how a camera held so stores an upright scene (EXIF 2.32, table of Orientation)
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


@pytest.mark.parametrize("orientation", STORED)
@pytest.mark.parametrize("kind", FORMATS)
def test_each_orientation_is_applied_once(kind: str, orientation: int) -> None:
    how = STORED[orientation]
    stored = quarters() if how is None else quarters().transpose(how)
    note = Image.Exif()
    note[0x0112] = orientation
    found = load(saved(kind, stored, exif=note.tobytes(), quality=95))
    assert (found.width, found.height) == (64, 48)
    assert near(corners(found), [RED, GREEN, BLUE, WHITE])


def test_orientation_of_a_photo_that_is_decoded_smaller() -> None:
    found = load(with_segments(exif(oriented(b"\x06")), jpeg=saved("JPEG", quarters(4000, 3000))))
    assert (found.width, found.height) == (3000, 4000)
    assert found.pixels.shape == (2000, 1500, 3)
    assert found.scale == 2
    assert near(corners(found), [BLUE, RED, WHITE, GREEN])


@pytest.mark.parametrize(
    ("size", "pixels"),
    [
        ((1999, 1500), (1999, 1500)),
        ((3999, 3000), (3999, 3000)),
        ((4000, 3000), (2000, 1500)),
        ((8000, 6000), (2000, 1500)),
    ],
)
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_large_photo_is_decoded_smaller_but_measured_in_full(
    kind: str, size: tuple[int, int], pixels: tuple[int, int]
) -> None:
    found = load(saved(kind, quarters(*size)))
    assert (found.width, found.height) == size
    assert found.pixels.shape == (pixels[1], pixels[0], 3)


def test_transparent_is_white() -> None:
    see_through = quarters().convert("RGBA")
    see_through.putalpha(Image.new("L", see_through.size, 0))
    assert near(corners(load(saved("PNG", see_through))), [WHITE] * 4)
    assert near(corners(load(saved("WEBP", see_through, lossless=True))), [WHITE] * 4)
    palette = quarters().quantize(4)
    red = palette.getpixel((10, 10))
    assert near(corners(load(saved("PNG", palette, transparency=red))), [WHITE, GREEN, BLUE, WHITE])
    assert near(corners(load(saved("PNG", quarters(), transparency=RED))), [WHITE, GREEN, BLUE, WHITE])


def test_sixteen_bits_of_grey_keep_their_range() -> None:
    found = load(saved("PNG", grey16()))
    assert found.pixels[0, 0, 0] == 0
    assert found.pixels[0, 320, 0] == 127
    assert found.pixels[0, 639, 0] == 255


def test_cmyk_is_not_inverted() -> None:
    found = corners(load(saved("JPEG", quarters().convert("CMYK"), quality=95)))
    assert near(found, [RED, GREEN, BLUE, WHITE], by=25)


@pytest.mark.parametrize("size", [(4032, 3024), (4001, 3003), (8064, 200)])
def test_a_large_heic_is_made_smaller_as_pillow_would_make_it(size: tuple[int, int]) -> None:
    data = saved("HEIF", quarters(*size), quality=90)
    found = load(data)
    assert (found.width, found.height) == size
    whole = Image.open(io.BytesIO(data)).convert("RGB")
    pillow = np.asarray(whole.reduce(size[0] // 2000), np.int16)
    height, width = (side // (size[0] // 2000) for side in size[::-1])
    assert found.pixels.shape == (height, width, 3)
    assert np.abs(found.pixels - pillow[:height, :width]).max() <= 3


def test_colours_of_a_profile_become_srgb() -> None:
    """A profile that swaps red and blue, by its colorant tags, must swap them back."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    red, blue = profile.find(b"rXYZ"), profile.find(b"bXYZ")
    profile[red : red + 4], profile[blue : blue + 4] = b"bXYZ", b"rXYZ"
    name = profile.find("sRGB".encode("utf-16-be"))
    profile[name : name + 2] = "x".encode("utf-16-be")  # or it would be taken at its word
    for kind in ("JPEG", "PNG", "WEBP", "HEIF", "AVIF"):
        found = corners(load(saved(kind, quarters(), icc_profile=bytes(profile), quality=95)))
        assert near(found, [BLUE, GREEN, RED, WHITE], by=16), kind


def test_an_animation_gives_its_first_frame() -> None:
    later = Image.new("RGB", (64, 48))
    for kind in ("PNG", "WEBP", "AVIF"):
        data = saved(kind, quarters(), save_all=True, append_images=[later, later], quality=95)
        assert near(corners(load(data)), [RED, GREEN, BLUE, WHITE]), kind


def test_the_name_does_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "holiday.gif"
    path.write_bytes(saved("PNG"))
    assert load(path).format == "PNG"


@pytest.mark.parametrize("name", ["absent.jpg", "."])
def test_a_path_that_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(PhotoError, match="cannot be read") as caught:
        load(tmp_path / name)
    assert caught.value.code == "not_a_picture"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no device that never ends here")
def test_a_device_that_never_ends() -> None:
    with pytest.raises(PhotoError) as caught:
        load(Path("/dev/zero"))
    assert caught.value.code == "too_large"


def test_the_sentence_names_the_value() -> None:
    with pytest.raises(PhotoError, match=r"9000×9000 is 81000000 pixels; at most 64000000"):
        load(next(case for case in CASES if "9000×9000" in case.name).make())
    with pytest.raises(PhotoError, match=r"47 49 46 38.*JPEG, PNG, WEBP, HEIF, AVIF"):
        load(saved("GIF", picture(mode="P")))


def test_warnings_stay_in_and_other_filters_stay_as_they_were() -> None:
    """Many threads decode at once what Pillow warns about; afterwards a warning still is an error."""
    noisy = next(case for case in CASES if "MPF index of" in case.name).make()
    before = list(warnings.filters)
    caught: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(20):
                load(noisy)
        except BaseException as error:  # a warning made an error by this suite's filters
            caught.append(error)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not caught
    assert list(warnings.filters) == before


def test_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for kind in FORMATS:
        load(saved(kind))
    assert not list(tmp_path.iterdir())


MEMORY = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
from vision.photo.load import PhotoError, load
try:
    found = load(sys.stdin.buffer.read())
    print(found.width, found.height)
except PhotoError as error:
    print(error.code)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits a process's memory as Linux does")
@pytest.mark.parametrize(
    "name",
    [
        "PNG 48 megapixels RGBA",
        "JPEG 48 megapixels progressive",
        "PNG 20000×20000",
        "EXIF, 5000 entries over the same bytes",
    ],
)
def test_three_gibibytes_of_address_space_are_enough(name: str) -> None:
    case = next(case for case in CASES if case.name == name)
    done = subprocess.run([sys.executable, "-c", MEMORY], input=case.make(), stdout=subprocess.PIPE, check=True)
    assert done.stdout.decode().strip() in (case.answer, case.answer.split(" ")[0].replace("×", " "))


SEEDS = [saved("JPEG", picture(64, 48)), saved("JPEG", picture(64, 48), progressive=True)]
SEEDS += [saved(kind, picture(64, 48)) for kind in ("PNG", "WEBP", "HEIF", "AVIF")]
SEEDS += [with_segments(exif(oriented(b"\x06")), jpeg=SEEDS[0]), saved("PNG", picture(64, 48, "P"))]


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A sound picture after a few of the things that happen to files."""
    data = bytearray(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, max(len(data) - 1, 0)))
        match draw(st.integers(0, 4)):
            case 0:
                data[at : at + 1] = bytes([draw(st.integers(0, 255))])
            case 1:
                data[at : at + 4] = draw(st.sampled_from([bytes(4), b"\xff" * 4, b"\x7f" + b"\xff" * 3, b"\0\0\0\1"]))
            case 2:
                del data[at : at + draw(st.integers(1, 64))]
            case 3:
                data[at:at] = draw(st.binary(max_size=32))
            case _:
                data[at:at] = data[: draw(st.integers(0, 256))]
    return bytes(data)


@settings(max_examples=300)
@given(mutated() | st.binary(max_size=200))
def test_nothing_but_a_photo_or_a_photo_error(data: bytes) -> None:
    try:
        found = load(data)
    except PhotoError as error:
        assert error.code in ("not_a_picture", "too_large")
        assert error.detail.isprintable()
        return
    assert 0 < found.width * found.height <= MAX_PIXELS
    assert found.pixels.shape[2] == 3
