"""Bytes or a path -> upright RGB pixels, safely.

The format is told by content, never by a name. Every limit that the header can answer is checked before
a pixel is decoded; whatever a decoder says about the rest becomes a `PhotoError`. Nothing is written
to disk and nothing of the photo but its pixels is kept.
"""

from __future__ import annotations

import io
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np
import pillow_heif
from numpy.typing import NDArray
from PIL import AvifImagePlugin, Image, ImageCms, ImageFile, UnidentifiedImageError

from vision.photo.container import complaint

Pixels = NDArray[np.uint8]

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "AVIF")
"""What is taken, in Pillow's names; MPO (bursts, stereo) opens as JPEG. An animated file gives its first frame."""

MAX_BYTES = 64 * 2**20
MAX_PIXELS = 64_000_000
"""A 48-megapixel phone writes 8064×6048 = 48.8 million; 9000×9000 is beyond."""
MAX_SIDE = 16_384
MAX_ICC = 4 * 2**20
"""Bytes of a colour profile; the largest of the usual print profiles has 2.7 million. Larger: ignored."""

NEEDED = 2000
"""Longer side below which a photo is never decoded smaller than it is. At this size a tile of 1/100 of the
width still has 20 pixels, and the reader loses nothing down to 16 (models/README.md)."""

_ORIENTATION = 0x0112
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_QUARTERS = tuple(_TURNS[value] for value in (5, 6, 7, 8))

pillow_heif.register_heif_opener(thumbnails=False)
pillow_heif.options.DECODE_THREADS = 2
AvifImagePlugin.DEFAULT_MAX_THREADS = 2


class PhotoError(ValueError):
    """The file is no picture that can be taken; `detail` says why and names the value."""

    def __init__(self, code: Literal["not_a_picture", "too_large"], detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """An upright photo.

    `pixels`: height × width × 3, uint8, RGB in sRGB, perhaps smaller than the photo by `scale`.
    `width`, `height`: of the upright photo at its full size; every box is in these pixels.
    `format`: one of `FORMATS`.
    """

    pixels: Pixels
    width: int
    height: int
    format: str

    @property
    def scale(self) -> float:
        """Photo pixels for one of `pixels`, at least 1."""
        return max(self.width, self.height) / float(max(self.pixels.shape[:2]))


def load(source: bytes | Path) -> Photo:
    """Read one photo.

    Raises PhotoError: `too_large` for more bytes, more pixels or a longer side than is taken, `not_a_picture`
    for every other file that is no sound picture of one of `FORMATS`, and for a path that cannot be read.
    """
    data = source if isinstance(source, bytes) else _read(source)
    if len(data) > MAX_BYTES:
        raise PhotoError("too_large", f"the file has more than {MAX_BYTES >> 20} MiB, the most that is taken")
    with _quiet():
        image = _open(data)
        width, height = image.size
        try:
            if image.format in ("JPEG", "MPO"):
                shrink = _shrink(width, height)
                image.draft(None, (width // shrink, height // shrink))
            if image.format == "HEIF":
                upright, (width, height) = _heif(image, data)
            else:
                image.load()
                upright = _rgb(image)
            turn = turn_of(image)
            if turn is not None:
                upright = upright.transpose(turn)
            pixels = np.asarray(upright)
        except MemoryError:
            raise PhotoError("too_large", f"no memory for a picture of {width}×{height} pixels") from None
        except Exception as error:  # decoders raise nearly every type for bytes from outside
            raise PhotoError("not_a_picture", f"the {image.format} picture is damaged: {_words(error)}") from error
    if turn in _QUARTERS:
        width, height = height, width
    return Photo(pixels, width, height, "JPEG" if image.format == "MPO" else str(image.format))


def _read(path: Path) -> bytes:
    """A file's bytes, one more than is taken at most: a device that never ends must not fill the memory."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise PhotoError("not_a_picture", f"{str(path)!r} cannot be read: {error.strerror}") from error


def _open(data: bytes) -> ImageFile.ImageFile:
    """The header is read and its size is one that is taken; no pixel is decoded yet."""
    if not data:
        raise PhotoError("not_a_picture", "the file is empty")
    if problem := complaint(data):
        raise PhotoError("not_a_picture", f"the picture {problem}")
    try:
        image = Image.open(io.BytesIO(data), formats=FORMATS)
    except UnidentifiedImageError:
        raise PhotoError(
            "not_a_picture",
            f"a file that starts with the bytes {data[:8].hex(' ')} is no sound picture; taken: {', '.join(FORMATS)}",
        ) from None
    except Image.DecompressionBombError as error:
        size = _words(error).partition(" exceeds")[0]  # Image size (400000000 pixels)
        raise PhotoError("too_large", f"{size}: at most {MAX_PIXELS} pixels are taken") from error
    except Exception as error:
        raise PhotoError("not_a_picture", f"the picture's header is damaged: {_words(error)}") from error
    width, height = image.size
    if width * height > MAX_PIXELS:
        raise PhotoError("too_large", f"{width}×{height} is {width * height} pixels; at most {MAX_PIXELS} are taken")
    if max(width, height) > MAX_SIDE:
        raise PhotoError("too_large", f"{width}×{height}: a side has at most {MAX_SIDE} pixels")
    return image


def _heif(image: Image.Image, data: bytes) -> tuple[Image.Image, tuple[int, int]]:
    """-> sRGB, and the full size as libheif, which may correct it, has decoded it. A large one is made smaller where it
    was decoded, by whole boxes: Pillow would copy all pixels first, of 48 megapixels a tenth of the time and 120 MB.
    """
    if image.mode != "RGB" or _shrink(*image.size) == 1:
        image.load()
        return _rgb(image), image.size
    held = pillow_heif.open_heif(data)
    pixels = np.asarray(held)
    width, height = held.size
    shrink = _shrink(width, height)
    size = width // shrink, height // shrink
    whole = pixels[: size[1] * shrink, : size[0] * shrink]
    small = Image.fromarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA))
    small.info["icc_profile"] = held.info.get("icc_profile")
    return _srgb(small).convert("RGB"), (width, height)


def _shrink(width: int, height: int) -> int:
    """The largest of 8, 4, 2, 1 that leaves the longer side `NEEDED` pixels."""
    return next(factor for factor in (8, 4, 2, 1) if factor == 1 or max(width, height) // factor >= NEEDED)


def exif_of(image: Image.Image) -> Image.Exif:
    """EXIF of a decoded picture (PNG may carry it after the pixels), empty where it is absent or broken.

    Without what XMP says of the orientation, which Pillow would add: browsers do not heed it, and eye, page and labels
    must see one picture.
    """
    exif = Image.Exif()
    try:
        raw = image.info.get("exif")
        if raw is None and (text := image.info.get("Raw profile type exif")):
            raw = bytes.fromhex("".join(text.split("\n")[3:]))
        if raw:
            exif.load(raw)
    except Exception:  # a broken note about a picture is no reason to refuse it
        return Image.Exif()
    return exif


def turn_of(image: Image.Image) -> Image.Transpose | None:
    """What brings a decoded picture upright; None where it is."""
    if image.format == "HEIF":  # libheif has turned it already, as the standard wants
        return None
    try:
        value: Any = exif_of(image).get(_ORIENTATION)
        return _TURNS.get(value)
    except Exception:  # the same
        return None


def eight_bits(image: Image.Image) -> Image.Image:
    """16 bits of grey -> 8; Pillow's own conversion would cut off all above 255."""
    if not image.mode.startswith("I"):
        return image
    grey = np.asarray(image).astype(np.int64)
    return _with_info(Image.fromarray((grey >> 8).clip(0, 255).astype(np.uint8)), image)


def _rgb(image: Image.Image) -> Image.Image:
    """Any mode -> RGB in sRGB, on white, made smaller where there is more than is needed."""
    if image.mode.startswith("I"):
        image = eight_bits(image)
    elif image.mode not in ("L", "RGB", "CMYK", "RGBA"):
        clear = "transparency" in image.info or image.mode.endswith(("A", "a"))
        image = _with_info(image.convert("RGBA" if clear else "RGB"), image)
    if (shrink := _shrink(*image.size)) > 1:
        image = _with_info(image.reduce(shrink), image)
    image = _srgb(image)
    if "transparency" in image.info:
        image = image.convert("RGBA")
    if image.mode == "RGBA":
        return Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("RGB")
    return image.convert("RGB")


def _with_info(image: Image.Image, source: Image.Image) -> Image.Image:
    """`image` with the colour profile of the picture it was made from."""
    if profile := source.info.get("icc_profile"):
        image.info["icc_profile"] = profile
    return image


def _srgb(image: Image.Image) -> Image.Image:
    """Colours by the picture's profile -> sRGB; a profile that is broken or of another mode is ignored."""
    data = image.info.get("icc_profile")
    if not data or len(data) > MAX_ICC:
        return image
    try:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(data))
        if ImageCms.getProfileDescription(profile).startswith("sRGB"):
            return image
        target = ImageCms.createProfile("sRGB")
        mode = "RGBA" if image.mode == "RGBA" else "RGB"
        return ImageCms.profileToProfile(image, profile, target, outputMode=mode) or image
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return image


def _words(error: Exception) -> str:
    """What a decoder said, as one short printable line."""
    text = " ".join(str(error).split()) or type(error).__name__
    return "".join(letter for letter in text if letter.isprintable())[:200]


_lock = threading.Lock()
_quiet_depth = 0
_filters = warnings.catch_warnings(action="ignore")


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Pillow's warnings in. `catch_warnings` swaps the process's filters, so of the threads that are
    inside together only the first one swaps and only the last one swaps back.
    """
    global _quiet_depth, _filters
    with _lock:
        if _quiet_depth == 0:
            _filters = warnings.catch_warnings(action="ignore")
            _filters.__enter__()
        _quiet_depth += 1
    try:
        yield
    finally:
        with _lock:
            _quiet_depth -= 1
            if _quiet_depth == 0:
                _filters.__exit__(None, None, None)
