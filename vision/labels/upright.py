"""The picture as every tool sees it alike.

Phones turn photos by an EXIF note. Some tools heed it, others do not, and a box then lies elsewhere. So a dataset's
pictures carry no such note: a photo that has one is turned and written again; HEIF, AVIF and WebP, which many tools
cannot open, become JPEG; every other file is taken byte for byte.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

from PIL import ExifTags, Image, ImageOps

from vision.photo.load import Photo, PhotoError

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
        exif = _exif(image)
        if photo.format in _ENDINGS and exif.get(ExifTags.Base.Orientation, 1) == 1 and image.size == _size(photo):
            return Picture(_ENDINGS[photo.format], None, _taken(exif))
        turned = image if photo.format == "HEIF" else ImageOps.exif_transpose(image)
        out, ending = io.BytesIO(), ".png" if photo.format == "PNG" else ".jpg"
        profile = turned.info.get("icc_profile")
        if ending == ".png":
            plain = turned.copy()
            plain.info = {key: value for key, value in turned.info.items() if key == "transparency"}
            plain.save(out, "PNG", icc_profile=profile)
        else:
            rgb = turned.convert("RGB") if turned.mode not in ("RGB", "L", "CMYK") else turned
            rgb.save(out, "JPEG", quality=QUALITY, subsampling=0, icc_profile=profile, exif=b"")
        if turned.size != _size(photo):
            was, wanted = "×".join(map(str, turned.size)), f"{photo.width}×{photo.height}"
            raise PhotoError("not_a_picture", f"turned upright it has {was} pixels, but it was read as {wanted}")
        return Picture(ending, out.getvalue(), _taken(exif))


def _size(photo: Photo) -> tuple[int, int]:
    return photo.width, photo.height


def _exif(image: Image.Image) -> Image.Exif:
    try:
        image.load()  # PNG may carry its EXIF after the pixels
        return image.getexif()
    except Exception:  # as in vision.photo: a broken note about a picture is no reason to refuse it
        return Image.Exif()


def _taken(exif: Image.Exif) -> str:
    try:
        notes = {**exif, **exif.get_ifd(ExifTags.IFD.Exif)}
    except Exception:  # the same
        return ""
    return next((str(notes[date])[:19] for date in _DATES if date in notes), "")
