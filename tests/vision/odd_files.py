"""Makers of odd, broken and hostile picture files, all in memory."""

from __future__ import annotations

import io
import struct
import zlib
from functools import cache

import numpy as np
import pillow_heif
from PIL import Image, ImageCms, ImageFile
from PIL.PngImagePlugin import PngInfo

pillow_heif.register_heif_opener()
ImageFile.MAXBLOCK = 2**24  # optimised JPEGs of noise need a large buffer while they are written


def picture(width: int = 640, height: int = 480, mode: str = "RGB") -> Image.Image:
    """Gradients and a chessboard, so that no row and no column is like another."""
    y, x = np.mgrid[0:480, 0:640]
    rgb = np.stack([x * 255 // 640, y * 255 // 480, (x // 16 + y // 16) % 2 * 255], 2).astype(np.uint8)
    return Image.fromarray(rgb).resize((width, height), Image.Resampling.NEAREST).convert(mode)


def saved(kind: str, image: Image.Image | None = None, **options: object) -> bytes:
    return _plain(kind) if image is None and not options else _save(kind, image or picture(), options)


@cache
def _plain(kind: str) -> bytes:
    return _save(kind, picture(), {})


def _save(kind: str, image: Image.Image, options: dict[str, object]) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def segment(marker: int, body: bytes) -> bytes:
    return b"\xff" + bytes([marker]) + struct.pack(">H", len(body) + 2) + body


def with_segments(*segments: bytes, jpeg: bytes | None = None) -> bytes:
    """A JPEG with more segments right after its start."""
    jpeg = jpeg or saved("JPEG")
    return jpeg[:2] + b"".join(segments) + jpeg[2:]


def tiff(*entries: tuple[int, int, int, bytes], following: int = 0, rest: bytes = b"") -> bytes:
    """EXIF: one directory of (tag, type, count, four bytes)."""
    body = b"".join(struct.pack("<HHL", *entry[:3]) + entry[3].ljust(4, b"\0") for entry in entries)
    return b"II*\0" + struct.pack("<LH", 8, len(entries)) + body + struct.pack("<L", following) + rest


def exif(body: bytes) -> bytes:
    return segment(0xE1, b"Exif\0\0" + body)


def oriented(value: bytes = b"\x01", kind: int = 3, count: int = 1) -> bytes:
    return tiff((0x0112, kind, count, value))


def resized_header(jpeg: bytes, width: int, height: int) -> bytes:
    """The JPEG with another size in its frame header."""
    at = next(i for i in range(len(jpeg)) if jpeg[i] == 0xFF and jpeg[i + 1] in (0xC0, 0xC2))
    return jpeg[: at + 5] + struct.pack(">HH", height, width) + jpeg[at + 9 :]


def chunk(kind: bytes, body: bytes, crc: int | None = None) -> bytes:
    check = zlib.crc32(kind + body) if crc is None else crc
    return struct.pack(">L", len(body)) + kind + body + struct.pack(">L", check)


SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png(width: int, height: int, *before: bytes, rows: int | None = None, depth: int = 1, kind: int = 0) -> bytes:
    """A black PNG of one bit a pixel, written without its pixels ever being in memory."""
    line = b"\0" * (1 + (width * depth * {0: 1, 2: 3, 6: 4}[kind] + 7) // 8)
    squeeze = zlib.compressobj(9)
    packed = b"".join(squeeze.compress(line) for _ in range(height if rows is None else rows)) + squeeze.flush()
    header = struct.pack(">LLBBBBB", width, height, depth, kind, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", header) + b"".join(before) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def endless_scans(scans: int, size: int) -> bytes:
    """A progressive JPEG that repeats its last scan."""
    jpeg = saved("JPEG", picture(size, size), progressive=True, quality=30)
    last = jpeg.rfind(b"\xff\xda")
    return jpeg[:last] + jpeg[last:-2] * scans + b"\xff\xd9"


def gain_map() -> bytes:
    """Ultra HDR as phones write it: XMP that announces a gain map, an MPF index, the second JPEG behind the first."""
    second = saved("JPEG", picture(160, 120, "L"))
    note = xmp(b'<rdf:Description hdrgm:Version="1.0"/>')
    index = tiff((0xB001, 4, 1, struct.pack("<L", 2)), (0xB002, 7, 32, struct.pack("<L", 38)))
    index += struct.pack("<LLLHHLLLHH", 0x030000, 1, 0, 0, 0, 0, len(second), 5000, 0, 0)
    return with_segments(note, segment(0xE2, b"MPF\0" + index)) + second


def lying_mpf(count: int) -> bytes:
    return with_segments(segment(0xE2, b"MPF\0" + tiff((0xB001, 4, 1, struct.pack("<L", count)))))


def icc_segments(profile: bytes) -> list[bytes]:
    parts = [profile[i : i + 65000] for i in range(0, len(profile), 65000)]
    return [segment(0xE2, b"ICC_PROFILE\0" + bytes([i + 1, len(parts)]) + part) for i, part in enumerate(parts)]


def repeated_exif(times: int) -> bytes:
    return with_segments(*[exif(oriented() + b"\0" * 65000)] * times)


def overlapping_exif(entries: int = 5000) -> bytes:
    """Every entry points at the same 60,000 bytes: read one by one they are 300 MB."""
    body = tiff(*[(0x9000 + i, 7, 60000, struct.pack("<L", 8)) for i in range(entries)])
    return with_segments(exif(body.ljust(65000, b"\0")[:65000]))


def frames(kind: str, count: int = 3, **options: object) -> bytes:
    more = [picture().rotate(30 * i) for i in range(1, count)]
    return saved(kind, picture(), save_all=True, append_images=more, **options)


def lab_profile() -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()


def xmp(body: bytes) -> bytes:
    return segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + body)


def packed_chunk(kind: bytes, size: int) -> bytes:
    """A compressed profile or text of zeros."""
    return chunk(kind, b"x\0\0" + zlib.compress(b"\0" * size, 9))


def png_header(width: int, height: int) -> bytes:
    return chunk(b"IHDR", struct.pack(">LLBBBBB", width, height, 8, 2, 0, 0, 0))


def png_of_header(width: int, height: int) -> bytes:
    return SIGNATURE + png_header(width, height) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


def second_header() -> bytes:
    data = saved("PNG")
    return data[:33] + png_header(20000, 20000) + data[33:]


def endless_frames() -> bytes:
    return png(640, 480, chunk(b"acTL", struct.pack(">LL", 2**32 - 1, 0)))


def exif_as_text() -> bytes:
    info = PngInfo()
    info.add_text("Raw profile type exif", "\n\n\nzz")
    return saved("PNG", pnginfo=info)


def huge_webp() -> bytes:
    """16383×16383 in the header of an ordinary WebP."""
    data = saved("WEBP")
    return data[:12] + b"VP8X" + struct.pack("<L", 10) + b"\0\0\0\0" + b"\xfe\x3f\0" * 2 + data[12:]


def patched(data: bytes, at: int, filler: bytes) -> bytes:
    at %= len(data)
    return data[:at] + filler + data[at + len(filler) :]


def cut(kind: str, share: float) -> bytes:
    data = saved(kind)
    return data[: max(1, int(len(data) * share))]


def turned(orientation: int) -> bytes:
    return with_segments(exif(oriented(bytes([orientation]))))


def riff(body: bytes) -> bytes:
    return b"RIFF" + struct.pack("<L", len(body) + 4) + b"WEBP" + body


def many_chunks(count: int) -> bytes:
    return riff(b"VP8X" + struct.pack("<L", 10) + bytes(10) + b"abcd\0\0\0\0" * count + saved("WEBP")[12:])


def many_frames(count: int) -> bytes:
    """An animation whose frames hold nothing."""
    head = b"VP8X" + struct.pack("<L", 10) + b"\2" + bytes(9) + b"ANIM" + struct.pack("<L", 6) + bytes(6)
    return riff(head + (b"ANMF" + struct.pack("<L", 16) + bytes(16)) * count)


def pixelless() -> bytes:
    data = saved("JPEG")
    return data[: data.find(b"\xff\xda")] + b"\xff\xd9"


def noise(count: int, seed: int = 1) -> bytes:
    return np.random.default_rng(seed).bytes(count)


def holed(data: bytes, filler: bytes) -> bytes:
    return patched(data, len(data) // 2, filler)


def grey16() -> Image.Image:
    x = np.arange(640)[None].repeat(480, 0)
    return Image.fromarray((x * 65535 // 640).astype(np.uint16))
