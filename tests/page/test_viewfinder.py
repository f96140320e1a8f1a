"""The camera's picture with hints; the photo takes itself. Chromium plays a file for the camera."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image, ImageEnhance
from playwright.sync_api import Browser, Page, expect

from tests.page import table
from tests.page.test_access import findings, small_targets, wide

FRAMES = 60


def jpeg(image: Image.Image) -> bytes:
    data = io.BytesIO()
    image.save(data, "JPEG", quality=90)
    return data.getvalue()


def sample() -> Image.Image:
    return Image.open(table.SAMPLES / "win.jpg").convert("RGB")


@contextmanager
def camera(browser: Browser, server: str, frames: list[bytes], folder: Path) -> Iterator[Page]:
    """The page on a phone whose camera sees the frames, over and over."""
    film = folder / "film.mjpeg"
    film.write_bytes(b"".join(frames))
    flags = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
    path = browser.browser_type.launch(
        executable_path="/usr/bin/chromium", args=[*table.FLAGS, *flags, f"--use-file-for-fake-video-capture={film}"]
    )
    with path as started, started.new_context(**table.MOBILE, base_url=server) as context:
        page = context.new_page()
        page.goto("/")
        page.locator("#take").click()
        yield page


def test_a_steady_hand_takes_its_own_photo(browser: Browser, server: str, tmp_path: Path) -> None:
    with camera(browser, server, [jpeg(sample())] * FRAMES, tmp_path) as page:
        expect(page.locator(".preview")).to_contain_text("平胡", timeout=60_000)
        expect(page.locator("dialog")).to_have_count(0)
        assert table.kinds(table.strip(page, "手牌")) == ["2m", "3m", "4m", "6p", "7p", "5s", "5s"]


def test_too_dark_is_said_and_a_tap_takes_it_all_the_same(browser: Browser, server: str, tmp_path: Path) -> None:
    dark = jpeg(ImageEnhance.Brightness(sample()).enhance(0.15))
    with camera(browser, server, [dark] * FRAMES, tmp_path) as page:
        expect(page.locator("dialog")).to_contain_text("太暗了", timeout=60_000)
        page.locator("#shoot").click()
        expect(page.locator("dialog")).to_have_count(0)
        expect(page.locator(".photo img")).to_be_visible()


def test_a_photo_that_is_too_dark_is_said_to_be(page: Page, tmp_path: Path) -> None:
    """Above all that was read of it, in the service's words."""
    (tmp_path / "dark.jpg").write_bytes(jpeg(ImageEnhance.Brightness(sample()).enhance(0.1)))
    page.set_input_files("#file", tmp_path / "dark.jpg")
    expect(page.locator(".amiss")).to_contain_text("太暗")
    table.choose_photo(page, "win.jpg")
    expect(page.locator(".amiss")).to_have_count(0)


def test_axe_finds_nothing_in_the_viewfinder(browser: Browser, server: str, tmp_path: Path) -> None:
    dark = jpeg(ImageEnhance.Brightness(sample()).enhance(0.05))
    with camera(browser, server, [dark] * FRAMES, tmp_path) as page:
        expect(page.locator("dialog")).to_contain_text("太暗了", timeout=60_000)
        assert findings(page) + small_targets(page) + wide(page) == []


def test_frames_are_read_with_the_set_that_this_phone_has_taught(browser: Browser, server: str, tmp_path: Path) -> None:
    """As the photo is: else a hand of a strange set would never be whole."""
    with camera(browser, server, [jpeg(sample())] * FRAMES, tmp_path) as page:
        page.evaluate(
            """() => {
                localStorage.setItem('zhuoji.set', JSON.stringify({ kinds: [], missing: [] }));
                const ask = fetch;
                window.sent = [];
                window.fetch = (path, options) => {
                    if (String(path).endsWith('/photos/read')) window.sent.push(options.body.get('set'));
                    return ask(path, options);
                };
            }"""
        )
        page.wait_for_function("() => window.sent.length", timeout=60_000)
        assert page.evaluate("() => window.sent[0]") == '{"kinds":[],"missing":[]}'


def test_from_afar_is_said_and_nothing_is_taken(browser: Browser, server: str, tmp_path: Path) -> None:
    """A whole hand, its tiles ten pixels wide."""
    tiles = [{"tile": "1m", "box": [x, 0, x + 10, 14], "confidence": 0.9, "group": 0} for x in range(0, 143, 11)]
    reading = {
        "width": 1000,
        "height": 750,
        "tiles": tiles,
        "groups": [{"role": "hand", "tiles": [*range(13)]}],
        "doubts": [],
    }
    with camera(browser, server, [jpeg(sample())] * FRAMES, tmp_path) as page:
        page.route("**/v1/photos/read", lambda route: route.fulfill(json=reading))
        expect(page.locator("dialog")).to_contain_text("太远了", timeout=60_000)
        page.go_back()
        expect(page.locator("dialog")).to_have_count(0)
        expect(page.locator("#take")).to_be_visible()


def test_without_a_camera_the_phone_s_own_takes_the_photo(page: Page) -> None:
    """Not allowed, or none there: said, and the file picker is at hand."""
    page.locator("#take").click()
    expect(page.locator("dialog")).to_contain_text("镜头打不开")
    expect(page.locator("dialog #chosen")).to_be_attached()
    page.locator("dialog #camera").set_input_files(table.SAMPLES / "win.jpg")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".preview")).to_contain_text("平胡")


def test_plain_http_keeps_the_file_picker(browser: Browser, server: str) -> None:
    with browser.new_context(**table.MOBILE, base_url=server) as context:
        context.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
        page = context.new_page()
        page.goto("/")
        expect(page.locator("#camera")).to_be_attached()
        expect(page.locator("#take")).to_have_count(0)


def test_what_a_frame_is_like(page: Page) -> None:
    """A first frame may be a moving one; a whole hand near enough counts, half of one doesn't, nor a dark one."""
    told = page.evaluate(
        """async () => {
            const { greys, moving, seen } = await import('/page/js/look.js');
            const flat = value => Array(16).fill(value);
            const tile = (tile, at) => ({ tile, box: [at * 20, 0, at * 20 + 18, 26] });
            const reading = (kinds, ...codes) => ({
                doubts: codes.map(code => ({ code, tiles: [] })),
                tiles: kinds.map(tile),
                groups: [{ role: 'hand', tiles: kinds.map((_, at) => at) }, { role: 'other', tiles: [] }],
            });
            const hand = Array(13).fill('1m');
            const look = ({ hint, n, whole }) => [hint, n, whole];
            return {
                grey: greys(new Uint8ClampedArray([255, 255, 255, 255, 0, 0, 0, 255])),
                moving: [[90, null], [90, 120], [90, 91], [5, 6]]
                    .map(([now, before]) => moving(flat(now), before && flat(before))),
                seen: [[hand, 2], [hand, 1], [hand.slice(1), 2], [[...hand, '2m'], 2], [[], 2],
                    [hand, 2, 'blurred'], [hand, 2, 'low_confidence', 'too_dark'], [hand, 2, 'too_small']]
                    .map(([kinds, scale, ...codes]) => look(seen(reading(kinds, ...codes), scale))),
            };
        }"""
    )
    assert told == {
        "grey": [255, 0],
        "moving": [True, True, False, False],
        "seen": [
            ["found", 13, True],
            ["far", 13, False],
            ["found", 12, False],
            ["found", 14, True],
            ["nothing", 0, False],
            ["moving", 13, False],
            ["dark", 13, False],
            ["found", 13, True],
        ],
    }
