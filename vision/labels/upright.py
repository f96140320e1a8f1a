"""The picture as every tool sees it alike.

Phones turn photos by an EXIF note. Some tools heed it, others do not, and a box then lies elsewhere. So a dataset's
pictures carry no such note: a photo that has one is turned and written again; HEIF, AVIF and WebP, which many tools
cannot open, become JPEG; every other file is taken byte for byte.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PIL import ExifTags, Image

from vision.photo.load import Photo, PhotoError, eight_bits, exif_of, turn_of

QUALITY = 95
_ENDINGS = {"JPEG": ".jpg", "PNG": ".png"}
"""Formats that every labelling tool opens."""
_DATES = (ExifTags.Base.DateTimeOriginal, ExifTags.Base.DateTimeDigitized, ExifTags.Base.DateTime)


@dataclass(frozen=True, slots=True)
class Picture:
    """`ending`: of its file name. `data`: its bytes; None where the photo's own bytes are upright already.
    `taken`: when, as the camera's EXIF says (`YYYY:MM:DD hh:mm:ss`), "" if it does not.
    """

    ending: str
    data: bytes | None
    taken: str


def upright(data: bytes, photo: Photo) -> Picture:
    """The dataset's picture of a photo that `vision.photo.load.load` has read from `data`.

    Raises PhotoError where the turned picture is not of the size that boxes are told in.
    """
    with Image.open(io.BytesIO(data)) as image:
        image.load()
        taken, turn = _taken(exif_of(image)), turn_of(image)
        if photo.format in _ENDINGS and turn is None and not _noted(image) and image.size == _size(photo):
            return Picture(_ENDINGS[photo.format], None, taken)
        turned = image if turn is None else image.transpose(turn)
        if turned.size != _size(photo):
            was, wanted = "×".join(map(str, turned.size)), f"{photo.width}×{photo.height}"
            raise PhotoError("not_a_picture", f"turned upright it has {was} pixels, but it was read as {wanted}")
        png = photo.format == "PNG"
        return Picture(".png" if png else ".jpg", (_as_png if png else _as_jpeg)(turned, image.info), taken)


def _noted(image: Image.Image) -> bool:
    """Any note of an orientation, of which some tools heed one and some another."""
    try:
        return bool(image.getexif().get(ExifTags.Base.Orientation, 1) != 1)
    except Exception:  # as in vision.photo: a broken note about a picture is no reason to refuse it
        return False


def _as_png(image: Image.Image, info: Mapping[Any, Any]) -> bytes:
    out, plain = io.BytesIO(), image.copy()
    plain.info = {key: value for key, value in info.items() if key == "transparency"}
    plain.save(out, "PNG", icc_profile=info.get("icc_profile"))
    return out.getvalue()


def _as_jpeg(image: Image.Image, info: Mapping[Any, Any]) -> bytes:
    out, whole = io.BytesIO(), eight_bits(image)
    plain = (whole if whole.mode in ("RGB", "L", "CMYK") else whole.convert("RGB")).copy()
    plain.info = {}
    plain.save(out, "JPEG", quality=QUALITY, subsampling=0, icc_profile=info.get("icc_profile"), exif=b"")
    return out.getvalue()


def _size(photo: Photo) -> tuple[int, int]:
    return photo.width, photo.height


def _taken(exif: Image.Exif) -> str:
    try:
        notes = {**exif, **exif.get_ifd(ExifTags.IFD.Exif)}
    except Exception:  # a broken note about a picture is no reason to refuse it
        return ""
    return next((str(notes[date])[:19] for date in _DATES if date in notes), "")
