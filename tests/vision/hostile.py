"""Odd, broken and hostile files, and what `vision.photo.load.load` answers to each.

python -m tests.vision.hostile     # the table in README.md beside it: answer, time and memory of each
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PIL import Image

from tests.vision.odd_files import (
    chunk,
    cut,
    endless_frames,
    endless_scans,
    exif,
    exif_as_text,
    frames,
    gain_map,
    grey16,
    holed,
    huge_webp,
    icc_segments,
    lab_profile,
    lying_mpf,
    many_chunks,
    many_frames,
    noise,
    oriented,
    overlapping_exif,
    packed_chunk,
    patched,
    picture,
    pixelless,
    png,
    png_of_header,
    repeated_exif,
    resized_header,
    saved,
    second_header,
    segment,
    tiff,
    turned,
    with_segments,
    xmp,
)

NOT_A_PICTURE, TOO_LARGE = "not_a_picture", "too_large"
ANY = "any"  # a codec without checksums: pixels or an error, as its version likes


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    make: Callable[[], bytes]
    answer: str
    """`640×480 JPEG`, the error's code, or `any`."""


CASES: list[Case] = []


def case(name: str, answer: str, make: Callable[[], bytes]) -> None:
    CASES.append(Case(name, make, answer))


OK = "640×480 "

# ---- what cameras, phones and chat apps write

case("JPEG baseline", OK + "JPEG", lambda: saved("JPEG"))
case("JPEG progressive", OK + "JPEG", lambda: saved("JPEG", progressive=True))
case("JPEG 4:4:4", OK + "JPEG", lambda: saved("JPEG", subsampling=0, quality=100))
case("JPEG with restart markers", OK + "JPEG", lambda: saved("JPEG", restart_marker_rows=1))
case("JPEG grey", OK + "JPEG", lambda: saved("JPEG", picture(mode="L")))
case("JPEG CMYK", OK + "JPEG", lambda: saved("JPEG", picture(mode="CMYK")))
case("JPEG, Ultra HDR gain map", OK + "JPEG", gain_map)
case("JPEG, MPO of a stereo camera", OK + "JPEG", lambda: frames("MPO", 2))
case("JPEG, MPO burst of 20", OK + "JPEG", lambda: frames("MPO", 20))
case("JPEG, motion photo (film behind)", OK + "JPEG", lambda: saved("JPEG") + b"\0\0\0\x18ftypmp42" + noise(2**22))
case("JPEG, film behind a progressive one", OK + "JPEG", lambda: saved("JPEG", progressive=True) + noise(2**23))
case("JPEG, EXIF thumbnail", OK + "JPEG", lambda: with_segments(exif(oriented() + saved("JPEG", picture(160, 120)))))
for turn in range(1, 9):
    size = "480×640 " if turn > 4 else OK
    case(
        f"JPEG, orientation {turn}",
        size + "JPEG",
        partial(turned, turn),
    )
case("JPEG, orientation 0", OK + "JPEG", lambda: with_segments(exif(oriented(b"\0"))))
case("JPEG, orientation 9", OK + "JPEG", lambda: with_segments(exif(oriented(b"\x09"))))
case("JPEG, orientation as text", OK + "JPEG", lambda: with_segments(exif(oriented(b"6\0", kind=2, count=2))))
case(
    "JPEG, two orientations in one entry: the first",
    "480×640 JPEG",
    lambda: with_segments(exif(oriented(b"\x06\0\x08", count=2))),
)
case("JPEG, orientation in XMP only", "640×480 JPEG", lambda: with_segments(xmp(b'<x tiff:Orientation="6"/>')))
case("JPEG 12 megapixels", "4032×3024 JPEG", lambda: saved("JPEG", picture(4032, 3024)))
case("JPEG 48 megapixels", "8064×6048 JPEG", lambda: saved("JPEG", picture(8064, 6048)))
case("JPEG 48 megapixels progressive", "8064×6048 JPEG", lambda: saved("JPEG", picture(8064, 6048), progressive=True))
case("PNG", OK + "PNG", lambda: saved("PNG"))
case("PNG alpha", OK + "PNG", lambda: saved("PNG", picture(mode="RGBA")))
case("PNG grey and alpha", OK + "PNG", lambda: saved("PNG", picture(mode="LA")))
case("PNG palette", OK + "PNG", lambda: saved("PNG", picture(mode="P")))
case(
    "PNG palette, transparent entries", OK + "PNG", lambda: saved("PNG", picture(mode="P"), transparency=b"\0\x80\xff")
)
case("PNG one bit", OK + "PNG", lambda: saved("PNG", picture(mode="1")))
case("PNG 16 bit grey", OK + "PNG", lambda: saved("PNG", grey16()))
case("PNG 16 bit RGB", OK + "PNG", lambda: png(640, 480, depth=16, kind=2))
case("PNG 16 bit RGBA", OK + "PNG", lambda: png(640, 480, depth=16, kind=6))
case("PNG 48 megapixels", "8000×6000 PNG", lambda: png(8000, 6000, depth=8, kind=2))
case("PNG 48 megapixels RGBA", "8000×6000 PNG", lambda: png(8000, 6000, depth=8, kind=6))
case("APNG", OK + "PNG", lambda: frames("PNG"))
case("WebP", OK + "WEBP", lambda: saved("WEBP"))
case("WebP lossless, alpha", OK + "WEBP", lambda: saved("WEBP", picture(mode="RGBA"), lossless=True))
case("WebP animated", OK + "WEBP", lambda: frames("WEBP"))
case("WebP 48 megapixels", "8000×6000 WEBP", lambda: saved("WEBP", Image.new("RGB", (8000, 6000)), method=0))
case("HEIC", OK + "HEIF", lambda: saved("HEIF"))
case("HEIC 10 bit", OK + "HEIF", lambda: saved("HEIF", grey16()))
case("HEIC, three pictures", OK + "HEIF", lambda: frames("HEIF"))
case(
    "HEIC, grid of 512",
    "2560×1920 HEIF",
    lambda: saved("HEIF", Image.new("RGB", (2560, 1920), "teal"), tile_size=512),
)
case("AVIF", OK + "AVIF", lambda: saved("AVIF"))
case("AVIF alpha", OK + "AVIF", lambda: saved("AVIF", picture(mode="RGBA")))
case("AVIF sequence", OK + "AVIF", lambda: frames("AVIF"))
case("AVIF 12 megapixels", "4032×3024 AVIF", lambda: saved("AVIF", Image.new("RGB", (4032, 3024), "teal"), speed=10))

# ---- sizes

case("PNG 9000×9000 in 10 kB", TOO_LARGE, lambda: png(9000, 9000))
case("PNG 20000×20000", TOO_LARGE, lambda: png(20000, 20000))
case("PNG 100000×8", TOO_LARGE, lambda: png(100_000, 8))
case("PNG 2147483647×2147483647", TOO_LARGE, lambda: png_of_header(2**31 - 1, 2**31 - 1))
case("PNG one pixel high", "640×1 PNG", lambda: png(640, 1))
case("PNG one pixel wide", "1×480 PNG", lambda: png(1, 480))
case("PNG 1×1", "1×1 PNG", lambda: png(1, 1))
case("PNG 0×0", NOT_A_PICTURE, lambda: png(0, 0))
case("JPEG 65500×65500 in the header", TOO_LARGE, lambda: resized_header(saved("JPEG"), 65500, 65500))
case(
    "JPEG 7000×7000 in the header, data of 640×480: grey below",
    "7000×7000 JPEG",
    lambda: resized_header(saved("JPEG"), 7000, 7000),
)
case("JPEG height 0", NOT_A_PICTURE, lambda: resized_header(saved("JPEG"), 640, 0))
case("WebP 16383×16383 in the header", TOO_LARGE, huge_webp)

# ---- broken

case("empty", NOT_A_PICTURE, lambda: b"")
for share in (0.001, 0.01, 0.1, 0.5, 0.9, 0.99):
    for kind in ("JPEG", "PNG", "WEBP", "HEIF", "AVIF"):
        case(
            f"{kind} cut at {share:.1%}",
            NOT_A_PICTURE,
            partial(cut, kind, share),
        )
case("JPEG, only its first two bytes", NOT_A_PICTURE, lambda: b"\xff\xd8")
case("JPEG without pixels", NOT_A_PICTURE, pixelless)
case("JPEG without a frame header", NOT_A_PICTURE, lambda: saved("JPEG").replace(b"\xff\xc0", b"\xff\xef"))
case("JPEG, zeros in the middle", OK + "JPEG", lambda: holed(saved("JPEG"), b"\0" * 64))
case("JPEG, noise in the middle", OK + "JPEG", lambda: holed(saved("JPEG"), noise(64).replace(b"\xff", b"\0")))
case("PNG, bad checksum of the header", NOT_A_PICTURE, lambda: patched(saved("PNG"), 29, b"\0\0\0\0"))
case("PNG, bad checksum of the pixels", NOT_A_PICTURE, lambda: patched(saved("PNG"), -16, b"\0\0\0\0"))
case("PNG without its end", OK + "PNG", lambda: saved("PNG")[:-12])
case("PNG, half of the rows: black below", OK + "PNG", lambda: png(640, 480, rows=240))
case("PNG, more rows than it says", OK + "PNG", lambda: png(640, 480, rows=200_000))
case("PNG, noise in the middle", NOT_A_PICTURE, lambda: holed(saved("PNG"), noise(64)))
case("WebP, wrong length in its header", NOT_A_PICTURE, lambda: patched(saved("WEBP"), 4, b"\xff\xff\xff\x7f"))
case("HEIC, noise in the middle", ANY, lambda: holed(saved("HEIF"), noise(64)))
case("HEIC, only its first box", NOT_A_PICTURE, lambda: b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
case("AVIF, noise in the middle", ANY, lambda: holed(saved("AVIF"), noise(64)))

# ---- hostile

case("JPEG, 1000 scans", NOT_A_PICTURE, lambda: endless_scans(1000, 640))
case("JPEG, 29 scans of 16 megapixels", "4000×4000 JPEG", lambda: endless_scans(20, 4000))
case("JPEG, MPF index of 4294967295 pictures", OK + "JPEG", lambda: lying_mpf(2**32 - 1))
case("JPEG, MPF index that is noise", OK + "JPEG", lambda: with_segments(segment(0xE2, b"MPF\0" + noise(500))))
case(
    "EXIF, directory that follows itself",
    OK + "JPEG",
    lambda: with_segments(exif(tiff((0x0112, 3, 1, b"\x01"), following=8))),
)
case(
    "EXIF, sub-directory that is its parent",
    OK + "JPEG",
    lambda: with_segments(exif(tiff((0x8769, 4, 1, b"\x08"), (0x8825, 4, 1, b"\x08"), (0xA005, 4, 1, b"\x08")))),
)
case("EXIF, directory outside", OK + "JPEG", lambda: with_segments(exif(b"II*\0\xff\xff\xff\x7f")))
case("EXIF, 65535 entries", OK + "JPEG", lambda: with_segments(exif(b"II*\0\x08\0\0\0\xff\xff" + b"\0" * 60000)))
case("EXIF, noise", OK + "JPEG", lambda: with_segments(exif(noise(60000))))
case("EXIF, 5000 entries over the same bytes", OK + "JPEG", overlapping_exif)
case("EXIF, 250 segments of 65 kB", OK + "JPEG", lambda: repeated_exif(250))
case("ICC of 16 MB", OK + "JPEG", lambda: with_segments(*icc_segments(b"\0" * 16_000_000)))
case("ICC that is noise", OK + "JPEG", lambda: saved("JPEG", icc_profile=noise(3000)))
case("ICC of Lab in an RGB picture", OK + "JPEG", lambda: saved("JPEG", icc_profile=lab_profile()))
case("ICC, last part missing", OK + "JPEG", lambda: with_segments(*icc_segments(noise(200_000))[:-1]))
case("PNG, ICC chunk that unpacks to 100 MB", NOT_A_PICTURE, lambda: png(640, 480, packed_chunk(b"iCCP", 10**8)))
case("PNG, text chunk that unpacks to 100 MB", NOT_A_PICTURE, lambda: png(640, 480, packed_chunk(b"zTXt", 10**8)))
case("PNG, 19000 text chunks", OK + "PNG", lambda: png(640, 480, *[chunk(b"tEXt", b"x\0" + b"y" * 100)] * 19_000))
case("PNG, EXIF as text", OK + "PNG", exif_as_text)
case("PNG, a header twice, the second one 20000×20000", TOO_LARGE, second_header)
case("APNG, 4294967295 frames", OK + "PNG", endless_frames)
case("more than 64 MiB", TOO_LARGE, lambda: saved("JPEG") + b"\0" * (64 * 2**20))
case("JPEG, 15 million empty segments", NOT_A_PICTURE, lambda: b"\xff\xd8" + b"\xff\xec\0\2" * 15_000_000)
case("JPEG, 60 MB of junk before its header", NOT_A_PICTURE, lambda: with_segments(b"\0" * 60_000_000))
case("JPEG, 60 MB of restart markers before its header", NOT_A_PICTURE, lambda: with_segments(b"\xff\xd0" * 30_000_000))
case("PNG, 5 million empty chunks", NOT_A_PICTURE, lambda: png(640, 480, chunk(b"abCd", b"") * 5_000_000))
case("WebP, 5 million empty chunks", ANY, lambda: many_chunks(5_000_000))
case("WebP, 2 million empty frames", ANY, lambda: many_frames(2_000_000))
case("AVIF, 60 MB of boxes", ANY, lambda: saved("AVIF") + b"\0\0\0\x08free" * 7_000_000)
case("HEIC, 60 MB of boxes", ANY, lambda: saved("HEIF") + b"\0\0\0\x08free" * 7_000_000)
case("64 MB of 0xFF behind a JPEG's start", NOT_A_PICTURE, lambda: b"\xff\xd8" + b"\xff" * 60_000_000)

# ---- something else

case("GIF", NOT_A_PICTURE, lambda: saved("GIF", picture(mode="P")))
case("GIF animated", NOT_A_PICTURE, lambda: frames("GIF"))
case("BMP", NOT_A_PICTURE, lambda: saved("BMP"))
case("TIFF", NOT_A_PICTURE, lambda: saved("TIFF"))
case("ICO", NOT_A_PICTURE, lambda: saved("ICO"))
case("JPEG 2000", NOT_A_PICTURE, lambda: saved("JPEG2000"))
case("PDF", NOT_A_PICTURE, lambda: saved("PDF"))
case("EPS", NOT_A_PICTURE, lambda: saved("EPS"))
case("SVG", NOT_A_PICTURE, lambda: b'<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')
case("HTML", NOT_A_PICTURE, lambda: b"<!doctype html><script>alert(1)</script>")
case("text", NOT_A_PICTURE, "五万 a hand as text".encode)
case("ZIP", NOT_A_PICTURE, lambda: b"PK\x05\x06" + b"\0" * 18)
case("film", NOT_A_PICTURE, lambda: b"\0\0\0\x18ftypisom\0\0\0\0isommp42" + noise(1000))
case("1 MB of zeros", NOT_A_PICTURE, lambda: b"\0" * 2**20)
case("1 MB of noise", NOT_A_PICTURE, lambda: noise(2**20))
case("polyglot: JPEG, then ZIP", OK + "JPEG", lambda: saved("JPEG") + b"PK\x03\x04" + noise(5000))
case("polyglot: PNG, then HTML", OK + "PNG", lambda: saved("PNG") + b"<script>alert(1)</script>")
case(
    "polyglot: JPEG with a script as comment",
    OK + "JPEG",
    lambda: with_segments(segment(0xFE, b"<?php system('id'); ?>")),
)
case("polyglot: GIF's start, then JPEG", NOT_A_PICTURE, lambda: b"GIF89a" + saved("JPEG"))
case("polyglot: PDF's start, then PNG", NOT_A_PICTURE, lambda: b"%PDF-1.7\n" + saved("PNG"))
case("byte order mark, then PNG", NOT_A_PICTURE, lambda: b"\xef\xbb\xbf" + saved("PNG"))


# ---- the table


def answer(data: bytes) -> tuple[str, str]:
    """(`640×480 JPEG`, "") or (code, sentence)."""
    from vision.photo.load import PhotoError, load

    try:
        found = load(data)
    except PhotoError as error:
        return error.code, error.detail
    return f"{found.width}×{found.height} {found.format}", ""


_MEASURE = """
import json, sys, time
from pathlib import Path
from tests.vision.hostile import answer

def resident(name):  # kB; ru_maxrss would start at the peak of the process that started this one
    return next(int(line.split()[1]) for line in Path("/proc/self/status").open() if line.startswith(name))

data = sys.stdin.buffer.read()
answer(b"")
Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew
before, start = resident("VmRSS"), time.process_time()
said = answer(data)
print(json.dumps([*said, (time.process_time() - start) * 1000, (resident("VmHWM") - before) / 1024]))
"""


def measured(data: bytes) -> tuple[str, str, float, float]:
    """(answer, sentence, milliseconds of processor time, MiB above the program and the file itself), on Linux."""
    out = subprocess.run([sys.executable, "-c", _MEASURE], input=data, stdout=subprocess.PIPE, check=True).stdout
    said, detail, ms, mib = json.loads(out)
    return said, detail, ms, mib


def main() -> None:
    print("| file | bytes | answer | CPU ms | peak MiB |\n|---|---|---|---|---|")
    for one in CASES:
        data = one.make()
        said, detail, ms, mib = measured(data)
        text = f"`{said}`: {detail}" if detail else said
        print(f"| {one.name} | {len(data)} | {text.replace('|', '/')} | {ms:.0f} | {mib:.0f} |", flush=True)


if __name__ == "__main__":
    main()
