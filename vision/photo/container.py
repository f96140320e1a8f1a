"""What a JPEG's segments or a PNG's chunks tell before a decoder starts.

Pillow walks them in Python, byte by byte where it finds junk, and libjpeg makes as many passes over a picture as the
file has scans: a file within the size limit could keep a core busy for minutes or hours. The walk here is bounded.
"""

from __future__ import annotations

import re
import zlib

MAX_SEGMENTS = 300
"""JPEG segments before the pixels; a colour profile in parts may take 255, cameras write about 20."""
MAX_JUNK = 4096
"""Bytes between JPEG segments that belong to none; decoders skip them, encoders write none."""
MAX_SCANS = 32
"""Passes of a progressive JPEG; encoders write about ten."""
MAX_CHUNKS = 20_000
"""PNG chunks; libpng writes one for 8 KiB of packed pixels."""

_MARKER = re.compile(rb"\xff([\x02-\xcf\xd9-\xfe])")
"""A JPEG marker that has a length or ends the picture; 0, 1 and 0xD0-0xD8 stand alone."""
_SCAN = b"\xff\xda"
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def complaint(data: bytes) -> str:
    """What is wrong with the container, as the end of a sentence; `""` for nothing and for other formats."""
    if data.startswith(b"\xff\xd8\xff"):
        return _jpeg(data)
    if data.startswith(_SIGNATURE):
        return _png(data)
    return ""


def _jpeg(data: bytes) -> str:
    at = 2
    junk = segments = scans = 0
    while (marker := _MARKER.search(data, at)) and marker[1] != b"\xd9":
        segments += 1
        scans += marker[1] == _SCAN[1:]
        junk += marker.start() - at if scans == 0 else 0
        if junk > MAX_JUNK:
            return f"has more than {MAX_JUNK} bytes of junk before its pixels"
        if segments > MAX_SEGMENTS:
            return f"has more than {MAX_SEGMENTS} segments"
        if scans > MAX_SCANS:
            return f"has more than {MAX_SCANS} scans"
        # Pictures and films behind the first picture count too here, so that the walk goes on only in rare files.
        if scans and data.count(_SCAN, at) <= MAX_SCANS:
            return ""
        at = marker.end() + int.from_bytes(data[marker.end() : marker.end() + 2], "big")
    return "" if scans else "ends before its pixels"


def _png(data: bytes) -> str:
    view = memoryview(data)
    at = len(_SIGNATURE)
    for _ in range(MAX_CHUNKS):
        end = at + 12 + int.from_bytes(view[at : at + 4], "big")
        kind = bytes(view[at + 4 : at + 8])
        if end > len(data) or kind == b"IEND":
            return ""
        # Pillow checks the header's sum only, zlib's own is at the very end of the pixels.
        if kind[:1].isupper() and zlib.crc32(view[at + 4 : end - 4]) != int.from_bytes(view[end - 4 : end], "big"):
            return f"has a wrong checksum in its {kind!r} chunk"
        at = end
    return f"has more than {MAX_CHUNKS} chunks"
