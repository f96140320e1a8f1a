"""From choosing a 12-megapixel photo to the drawn result, in the browser: python -m tests.bench.page [times]

The sample photo, enlarged to 4000 x 3000; the server, its models and the browser run on this machine, which may have
other work to do. The clock starts at the file input's change and stops at the frame after the tiles are drawn.
"""

from __future__ import annotations

import io
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.page.table import FLAGS, PHONE, SAMPLES, SERVE

CLOCK = """
document.addEventListener('change', () => { window.begun = performance.now(); }, true);
new MutationObserver(() => {
    if (!window.begun || window.drawn || !document.querySelector('.overlay use')) return;
    window.drawn = true;
    requestAnimationFrame(() => setTimeout(() => { window.took = performance.now() - window.begun; }));
}).observe(document, { childList: true, subtree: true });
"""


def photo() -> bytes:
    """12 megapixels as JPEG."""
    data = io.BytesIO()
    Image.open(SAMPLES / "win.jpg").resize((4000, 3000), Image.Resampling.LANCZOS).save(data, "JPEG", quality=90)
    return data.getvalue()


def main(times: int) -> None:
    """Print the median and the range."""
    took = []
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(SERVE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server,
        sync_playwright() as playwright,
    ):
        file = Path(folder) / "photo.jpg"
        file.write_bytes(photo())
        address = next(word for line in server.stdout or () for word in line.split() if word.startswith("http"))
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        for _ in range(times + 1):
            context = browser.new_context(viewport=PHONE, device_scale_factor=3, is_mobile=True, has_touch=True)
            page = context.new_page()
            page.add_init_script(CLOCK)
            page.goto(address)
            page.set_input_files("#file", file)
            took.append(float(page.wait_for_function("() => window.took", timeout=60_000).json_value()))
            context.close()
        browser.close()
        server.terminate()
    warm = sorted(took[1:])
    megabytes = len(photo()) / 1e6
    print(f"4000 x 3000 pixels, {megabytes:.1f} MB, {times} times: median {statistics.median(warm):.0f} ms", end="")
    print(f", {warm[0]:.0f} to {warm[-1]:.0f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
