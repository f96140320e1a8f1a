"""What travels of a photo: the pixels that are looked at, upright, in the smallest format that the browser writes."""

from __future__ import annotations

import io
from base64 import b64encode

import pytest
from PIL import Image
from playwright.sync_api import Page

from tests.page import table

SENT = """async ([data, webp]) => {
    if (!webp) HTMLCanvasElement.prototype.toDataURL = () => 'data:image/png;base64,';
    const { upright } = await import('/page/js/upload.js');
    const file = new Blob([Uint8Array.from(atob(data), letter => letter.charCodeAt(0))], { type: 'image/jpeg' });
    const sent = await upright(file);
    const { width, height } = await createImageBitmap(sent);
    return { same: sent === file, type: sent.type, size: sent.size, shape: [width, height] };
}"""


def photo(width: int, quality: int, *, orientation: int = 1, noise: float = 0.0) -> bytes:
    """The sample at that width, as a phone writes it."""
    picture = Image.open(table.SAMPLES / "win.jpg").convert("RGB").resize((width, width * 3 // 4))
    picture = Image.blend(picture, Image.effect_noise(picture.size, 200).convert("RGB"), noise)
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = io.BytesIO()
    picture.save(data, "JPEG", quality=quality, exif=exif)
    return data.getvalue()


@pytest.mark.parametrize(
    ("data", "webp", "kind", "shape"),
    [
        (photo(4000, 90), True, "image/webp", [2000, 1500]),
        (photo(4000, 90), False, "image/jpeg", [2000, 1500]),
        (photo(4000, 90, orientation=6), True, "image/webp", [1500, 2000]),
        (photo(1200, 95, noise=0.5), True, "image/webp", [1200, 900]),
    ],
    ids=["large", "without WebP", "on its side", "heavy"],
)
def test_a_photo_travels_small(page: Page, data: bytes, webp: bool, kind: str, shape: list[int]) -> None:
    sent = page.evaluate(SENT, [b64encode(data).decode(), webp])
    assert (sent["same"], sent["type"], sent["shape"]) == (False, kind, shape)
    assert sent["size"] < 0.7 * len(data)


def test_a_small_one_travels_as_it_is(page: Page) -> None:
    sent = page.evaluate(SENT, [b64encode((table.SAMPLES / "win.jpg").read_bytes()).decode(), True])
    assert (sent["same"], sent["shape"]) == (True, [1600, 1200])
