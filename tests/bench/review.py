"""What the review page itself takes of an evening: from the key that ends a photo to the next one shown.

    python -m tests.bench.review [--photos 1000] [--megapixels 2]

`zhuoji review` in a process of its own and Chromium at 1440×900, both on this machine; keys alone. Every photo has a
doubt; of five photos one gets another name for a tile before it is right. The machine's part is timed: the answer of
the server, the next photo's picture loaded, decoded and painted. What a person takes to look is not.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.page.table import FLAGS, ROOT
from vision.labels.dataset import opened
from vision.labels.engine import Order, label
from vision.labels.workers import here
from vision.photo.load import Photo
from vision.types import Reading
from vision.wire import readings

SAMPLES = ("win", "waiting", "turned", "seven_pairs", "discards", "miscounted")
START = "from api.cli import main; main()"
SHOWN = """before => new Promise(done => {
    const look = () => {
        const title = document.querySelector('main h2')?.textContent, image = document.querySelector('.magnified img');
        if (title === before || (image && !image.complete)) return requestAnimationFrame(look);
        (image?.decode() ?? Promise.resolve()).finally(() => requestAnimationFrame(() => done(performance.now())));
    };
    look();
})"""


class Doubting:
    """Fourteen tiles in a row, one of them doubtful."""

    model = "bench"

    def read(self, photo: Photo, /) -> Reading:
        side = photo.width / 16
        tiles = [
            {"tile": "5m", "confidence": 0.4 if k == 7 else 0.9, "group": 0,
             "box": [side * (k + 1), photo.height / 2, side * (k + 1.9), photo.height / 2 + side * 1.3]}
            for k in range(14)
        ]  # fmt: skip
        doubt = {"code": "not_in_set", "message": "?", "message_en": "?", "tiles": [7]}
        worth = {"worth": {"changes": "hand", "units": None}}
        return readings.from_json(
            {"width": photo.width, "height": photo.height, "model": self.model, "tiles": tiles, "ok": False,
             "groups": [{"role": "hand", "tiles": list(range(14))}], "doubts": [doubt | worth]}
        )  # fmt: skip


def photos(folder: Path, count: int, megapixels: float) -> None:
    """Sample photos in that size, each of its own content."""
    folder.mkdir()
    for k, name in enumerate(SAMPLES):
        with Image.open(ROOT / "datasets" / "samples" / f"{name}.jpg") as image:
            scale = (megapixels * 1e6 / (image.width * image.height)) ** 0.5
            image.resize((round(image.width * scale), round(image.height * scale))).save(
                folder / "x", "JPEG", quality=90
            )
        data = (folder / "x").read_bytes()
        for number in range(k, count, len(SAMPLES)):
            (folder / f"{number:04d}.jpg").write_bytes(data + f"{number}".encode())
    (folder / "x").unlink()


def evening(page: Page, count: int) -> tuple[list[float], list[float]]:
    """Milliseconds from the last key to the next photo shown, and of a name that was given."""
    on, named = [], []
    for number in range(count):
        title = page.locator("main h2").inner_text()
        if number % 5 == 0:
            begin = page.evaluate("performance.now()")
            page.keyboard.type("7s")
            page.locator(".strip button[data-kind='7s']").first.wait_for()
            named.append(page.evaluate("performance.now()") - begin)
        begin = page.evaluate("performance.now()")
        page.keyboard.press("Shift+Enter")
        on.append(page.evaluate(SHOWN, title) - begin)
    return on, named


def told(what: str, found: list[float]) -> None:
    found = sorted(found)
    most = found[len(found) * 95 // 100]
    print(f"{what}: median {median(found):.0f} ms, 95 in 100 below {most:.0f}, most {found[-1]:.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=int, default=1000)
    parser.add_argument("--megapixels", type=float, default=2)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as room:
        photos(Path(room, "photos"), given.photos, given.megapixels)
        with opened(Path(room, "set"), new=True) as dataset:
            label(dataset, Order((Path(room, "photos"),), ("yolo",), link=True), "bench", here(Doubting()))
        command = [sys.executable, "-c", START, "review", f"{room}/set", "--port", "0"]
        with (
            subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process,
            sync_playwright() as playwright,
        ):
            assert process.stdout is not None
            address = next(word for line in process.stdout for word in line.split() if word.startswith("http"))
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            begin = time.perf_counter()
            page.goto(address)
            page.locator("main h2").wait_for()
            print(f"first photo after {time.perf_counter() - begin:.1f} s")
            on, named = evening(page, given.photos)
            took = time.perf_counter() - begin
            browser.close()
            process.send_signal(signal.SIGINT)
            process.stdout.read()
    told("right -> next photo shown", on)
    told("a name -> shown", named)
    print(f"{given.photos} photos in {took:.0f} s, {took / given.photos:.3f} s a photo without a person")


if __name__ == "__main__":
    main()
