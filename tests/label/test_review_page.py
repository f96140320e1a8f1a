"""The review page in a browser: on a phone one tap each, at a desk by keys, in two browsers at once."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.label.conftest import Label
from tests.label.stub import row_of, scene
from tests.page.table import PHONE, ROOT, chromium
from vision.labels.dataset import Dataset, opened

START = "from api.cli import main; main()"


@pytest.fixture(scope="module")  # closed before another module may start one
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def table(tmp_path: Path, run: Label, dataset: Dataset, photos: Path) -> Path:
    """A data set nobody holds any more: photos b and d are doubtful."""
    scene(row_of("other", "2p", "3p")).save(photos / "d.png")
    run()
    root = tmp_path / "copy"
    dataset.manifest.note("copied", "yes")
    shutil.copytree(dataset.root, root)
    return root


@pytest.fixture
def opened_page(browser: Browser, table: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    """`zhuoji review` in a process of its own, and its page; nothing may be logged."""
    given = getattr(request, "param", ())
    desk = "desk" in given
    words = ["review", str(table), "--port", "0", *(word for word in given if word != "desk")]
    command = [sys.executable, "-c", START, *words]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = next(word for line in process.stdout for word in line.split() if word.startswith("http"))
        viewport: ViewportSize = {"width": 1440, "height": 900} if desk else PHONE
        context = browser.new_context(viewport=viewport, has_touch=not desk, is_mobile=not desk, base_url=address)
        context.set_default_timeout(15_000)
        page = context.new_page()
        wrong: list[str] = []
        page.on("console", lambda message: wrong.extend([message.text] * ("409" not in message.text)))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(address)
        page.locator("main h2").wait_for()
        yield page
        context.close()
        process.send_signal(signal.SIGINT)
        process.stdout.read()
    assert process.returncode == 0
    assert wrong == []


def touch(page: Page, x: int, y: int) -> None:
    """Touch the photo at a pixel of its 160×120."""
    photo = page.locator(".overlay")
    photo.scroll_into_view_if_needed()
    box = photo.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] * x / 160, box["y"] + box["height"] * y / 120)


def test_walk_through_the_doubts_one_tap_each(opened_page: Page, table: Path) -> None:
    page = opened_page
    title = page.locator("#photo-title")
    expect(title).to_have_text("第 1 张，共 2 张")
    page.get_by_role("button", name="English").tap()
    expect(title).to_have_text("Photo 1 of 2")
    page.locator(".doubt .keypad button[data-kind='7s']").tap()
    # nothing is doubted any more of that tile; the reconciler may ask about the hand as a whole
    right = page.locator("#right")
    expect(right).to_be_enabled()
    right.tap()
    expect(title).to_have_text("Photo 2 of 2")
    # a touch on the photo opens the tile that lies there
    touch(page, 32, 49)
    page.locator("dialog .danger").tap()
    expect(page.locator(".strip button[data-kind='2p']")).to_have_count(0)
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator(".strip button[data-kind='2p']")).to_have_count(1)
    # an empty place takes a tile that was missed
    touch(page, 120, 100)
    page.locator("dialog .keypad button[data-kind='9p']").tap()
    expect(page.locator(".strip button[data-kind='9p']")).to_have_count(1)
    page.locator("#right").tap()
    expect(page.locator("main h2")).to_contain_text("All looked at")
    with opened(table, alone=False) as dataset:
        rows = {row.name: row for row in dataset.manifest.rows()}
        assert [name for name, row in rows.items() if row.checked] == ["b", "d"]
        kinds = {
            name: [tile.kind for tile in dataset.reading(rows[name]).tiles if not tile.dropped] for name in ("b", "d")
        }
    assert sorted(kinds["b"] + kinds["d"]) == sorted(["9s", "9s", "back", "other", "7s", "2p", "3p", "9p"])


@pytest.mark.parametrize("opened_page", [("--sample", "2")], indirect=True)
def test_a_sample_photo_takes_one_tap(opened_page: Page, table: Path) -> None:
    page = opened_page
    for _ in range(2):
        page.locator("#right").tap()
        page.wait_for_timeout(300)
    expect(page.locator("main h2")).to_contain_text("都看过了")
    with opened(table, alone=False) as dataset:
        assert sum(row.sampled and row.checked is not None for row in dataset.manifest.rows()) == 2


def test_the_page_has_no_phrase_missing(opened_page: Page) -> None:
    names = {
        name
        for path in ("review.js", "review_both.js", "photo.js", "strip.js", "view.js", "crop.js")
        for name in re.findall(r'\bt\("(\w+)"', (ROOT / "api" / "page" / "js" / path).read_text())
    }
    missing = opened_page.evaluate(
        """async names => {
            await import('/page/js/review_words.js');
            const { PHRASES } = await import('/page/js/phrases.js');
            return names.filter((name) => !(name in PHRASES));
        }""",
        sorted(names),
    )
    assert missing == []


# At a desk


@pytest.mark.parametrize("opened_page", [("desk",)], indirect=True)
def test_a_photo_is_looked_at_by_keys_alone(opened_page: Page, table: Path) -> None:
    page = opened_page
    title = page.locator("#photo-title")
    expect(title).to_have_text("第 1 张，共 2 张")
    assert page.locator(".desk").bounding_box()["width"] > 1200  # type: ignore[index]
    first = page.locator("main .note").first.inner_text().split(" ")[0]
    for key in ("7", "s"):  # the doubtful tile is a seven of bamboo
        page.keyboard.press(key)
    expect(page.locator(".strip button[data-kind='7s']")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("x")
    expect(page.locator(".strip button.tile")).to_have_count(3 if first == "b" else 2)
    page.keyboard.press("u")
    expect(page.locator(".strip button.tile")).to_have_count(4 if first == "b" else 3)
    page.keyboard.press("+")
    assert page.locator(".magnified > div").get_attribute("style") == "width: 150%;"
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Enter")
    expect(title).to_have_text("第 2 张，共 2 张")
    page.keyboard.press("ArrowLeft")
    expect(title).to_have_text("第 1 张，共 2 张")
    page.keyboard.press("n")
    expect(title).to_have_text("第 2 张，共 2 张")
    page.keyboard.press("Enter")  # it is no tile of the set
    page.keyboard.press("Shift+Enter")
    expect(page.locator("main h2")).to_contain_text("都看过了")
    with opened(table, alone=False) as dataset:
        rows = {row.name: row for row in dataset.manifest.rows()}
        assert [name for name, row in rows.items() if row.checked] == ["b", "d"]


@pytest.mark.parametrize("opened_page", [("desk",)], indirect=True)
def test_keys_that_come_faster_than_the_answers_are_all_kept(opened_page: Page, table: Path) -> None:
    page = opened_page
    name = page.locator("main .note").first.inner_text().split(" ")[0]
    page.keyboard.press("ArrowDown")
    for keys in ("1m", "2m", "3m"):
        page.keyboard.type(keys)
        page.keyboard.press("ArrowDown")
    page.wait_for_timeout(1500)
    expect(page.locator("#both")).to_have_count(0)
    with opened(table, alone=False) as dataset:
        row = dataset.manifest.named(name)
        assert row is not None
        assert [step["kind"] for step in row.corrections if step["op"] == "set"] == ["1m", "2m", "3m"]


@pytest.mark.parametrize("opened_page", [("desk",)], indirect=True)
@pytest.mark.parametrize("choice", ["keep-mine", "keep-theirs"])
def test_two_browsers_and_one_photo(choice: str, opened_page: Page, table: Path) -> None:
    page = opened_page
    name = page.locator("main .note").first.inner_text().split(" ")[0]
    other = page.context.new_page()
    other.goto(page.url)
    other.locator(".doubt").first.wait_for()
    other.keyboard.type("1m")
    expect(other.locator(".strip button[data-kind='1m']")).to_have_count(1)
    page.keyboard.type("9p")
    both = page.locator("#both")
    expect(both).to_be_visible()
    expect(both.locator("button.tile.doubtful[data-kind='1m']")).to_have_count(1)
    expect(both.locator("button.tile.doubtful[data-kind='9p']")).to_have_count(1)
    page.locator(f"#{choice}").click()
    kept = "9p" if choice == "keep-mine" else "1m"
    expect(page.locator(f".strip button[data-kind='{kept}']")).to_have_count(1)
    with opened(table, alone=False) as dataset:
        row = dataset.manifest.named(name)
        assert row is not None
        assert [step["kind"] for step in row.corrections] == [kept]


@pytest.mark.parametrize("opened_page", [("desk",)], indirect=True)
def test_a_key_means_the_neighbour_of_the_tile_that_was_changed(opened_page: Page, table: Path) -> None:
    """A name sorts a tile elsewhere, and an answer takes a while: neither moves the tile that is chosen."""
    page = opened_page
    chosen = page.locator(".overlay .chosen rect")
    title = page.locator("#photo-title")
    if page.locator("main .note").first.inner_text().split(" ")[0] != "b":
        page.keyboard.press("n")
        expect(title).to_have_text("第 2 张，共 2 张")
    for place in (10, 26, 42, 58):  # from the doubtful tile, the last one, round to it
        page.keyboard.press("ArrowDown")
        expect(chosen).to_have_attribute("x", str(place))
    page.keyboard.press("ArrowDown")
    page.keyboard.type("9m")
    expect(page.locator(".strip button[data-kind='9m']")).to_have_count(1)
    expect(chosen).to_have_attribute("x", "10")
    page.keyboard.press("ArrowDown")
    expect(chosen).to_have_attribute("x", "26")
    page.keyboard.press("ArrowUp")
    faster = "5", "p", "ArrowDown", "8", "p", "ArrowDown", "x", "x", "ArrowDown", "7", "s"
    for key in faster:  # than the answers; what is gone stays the place to go on from
        page.keyboard.press(key)
    expect(page.locator(".strip button[data-kind='7s']")).to_have_count(1)
    with opened(table, alone=False) as dataset:
        row = dataset.manifest.named("b")
        assert row is not None
        tiles = dataset.reading(row).tiles
        assert [(tile.kind, tile.dropped) for tile in tiles] == [
            ("5p", False), ("8p", False), ("back", True), ("7s", False)
        ]  # fmt: skip


@pytest.mark.parametrize("opened_page", [("desk",)], indirect=True)
@pytest.mark.parametrize("way", ["u", "ArrowLeft", "reload", "button"])
def test_the_last_photo_comes_back(way: str, opened_page: Page) -> None:
    page = opened_page
    for _ in range(2):
        page.keyboard.press("Shift+Enter")
    expect(page.locator("main h2")).to_contain_text("都看过了")
    if way == "reload":
        page.reload()
        expect(page.locator("main h2")).to_contain_text("都看过了")
    if way == "button":
        page.get_by_role("button", name="English").click()
        page.get_by_role("button", name="Back").click()
    else:
        page.keyboard.press("u" if way == "reload" else way)
    expect(page.locator("#photo-title")).to_contain_text("2")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("5p")
    expect(page.locator(".strip button[data-kind='5p']")).to_have_count(1)
