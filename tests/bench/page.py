"""What a phone waits for: python -m tests.bench.page {load|photo} [--times N] [--net NAME] [--cpu N] [--root CHECKOUT]

load: from asking for the page to the frame in which a photo can be chosen, nothing kept from before. photo: from
choosing a 12-megapixel photo (the sample, enlarged) to the frame after its tiles are drawn. `--net slow4g` is what
Chrome's DevTools call "Slow 4G": 562.5 ms for each answer, 180 kB/s down, 84 kB/s up; `lighthouse` has the 150 ms and
1.6 Mbit/s that Lighthouse means by it. `--cpu 4`: a processor four times slower. `--root`: another checkout's page.

The service, its models and the browser run on this machine, which may have other work to do.
"""

from __future__ import annotations

import argparse
import io
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.page.table import FLAGS, MOBILE, ROOT, SAMPLES, SERVE

NETS = {
    "none": None,
    "slow4g": {"latency": 562.5, "downloadThroughput": 180_000, "uploadThroughput": 84_375},
    "lighthouse": {"latency": 150, "downloadThroughput": 1_638_400 / 8, "uploadThroughput": 750_000 / 8},
}
LOADED = """
new MutationObserver(() => {
    if (window.took || !document.querySelector('#file')) return;
    requestAnimationFrame(() => setTimeout(() => { window.took = performance.now(); }));
}).observe(document, { childList: true, subtree: true });
"""
DRAWN = """
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


@contextmanager
def phone(browser: Browser, clock: str, net: str, cpu: int) -> Iterator[Page]:
    """A page of a phone that has kept nothing, with a clock in it."""
    context = browser.new_context(**MOBILE, device_scale_factor=3)
    page = context.new_page()
    page.add_init_script(clock)
    session = context.new_cdp_session(page)
    if conditions := NETS[net]:
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", {"offline": False, **conditions})
    session.send("Emulation.setCPUThrottlingRate", {"rate": cpu})
    yield page
    context.close()


def took(page: Page, address: str, file: Path | None) -> tuple[float, int, int]:
    """Milliseconds; of the load also how many answers it took, and their bytes."""
    page.goto(address)
    if file is not None:
        page.wait_for_selector("#file", state="attached")
        page.set_input_files("#file", file)
    time = float(page.wait_for_function("() => window.took", timeout=60_000).json_value())
    page.wait_for_load_state("networkidle")
    files = page.evaluate(
        """() => [...performance.getEntriesByType('navigation'),
            ...performance.getEntriesByType('resource').filter(one => one.name.includes('/page/'))]
        .map(one => one.transferSize)"""
    )
    return time, len(files), sum(files)


def main(told: argparse.Namespace) -> None:
    """Print the median and the range; the first, in which everything is cold, doesn't count."""
    found = []
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(SERVE, cwd=told.root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server,
        sync_playwright() as playwright,
    ):
        file = Path(folder) / "photo.jpg"
        file.write_bytes(photo())
        address = next(word for line in server.stdout or () for word in line.split() if word.startswith("http"))
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        for _ in range(told.times + 1):
            with phone(browser, DRAWN if told.what == "photo" else LOADED, told.net, told.cpu) as page:
                found.append(took(page, address, file if told.what == "photo" else None))
        browser.close()
        server.terminate()
    times = sorted(time for time, *_ in found[1:])
    _, files, size = found[-1]
    print(f"{told.what}, net {told.net}, processor {told.cpu} times slower, {told.times} times:", end=" ")
    print(
        f"median {statistics.median(times):.0f} ms, {times[0]:.0f} to {times[-1]:.0f} ms; {files} files, {size} bytes"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["load", "photo"])
    parser.add_argument("--times", type=int, default=7)
    parser.add_argument("--net", choices=sorted(NETS), default="none")
    parser.add_argument("--cpu", type=int, default=1)
    parser.add_argument("--root", type=Path, default=ROOT)
    main(parser.parse_args())
