"""The photo with its tiles drawn beside them: no face is covered, and two fingers make it large."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, expect

from tests.page import table

PLACES = """async ([columns, rows, width, height, across, down]) => {
    const { namePlaces } = await import('/page/js/reading.js');
    const boxes = [];
    for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) {
        const [x, y] = [10 + column * (width + across), 10 + row * (height + down)];
        boxes.push([x, y, x + width, y + height]);
    }
    const reading = {
        width: 20 + columns * (width + across), height: 20 + rows * (height + down), tiles: boxes.map(box => ({ box })),
    };
    const places = namePlaces(reading, [...boxes.keys()]);
    return { boxes, places: places.map(one => one && [one[0], one[1], one[0] + one[2], one[1] + one[3]]), reading };
}"""

SEEN = "() => { const { scale, offsetLeft, offsetTop } = visualViewport; return [scale, offsetLeft, offsetTop]; }"


def overlap(a: list[float], b: list[float]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    columns=st.integers(1, 9),
    rows=st.integers(1, 4),
    size=st.tuples(st.integers(8, 90), st.integers(8, 120)),
    gaps=st.tuples(st.integers(-4, 60), st.integers(-4, 80)),
)
def test_a_drawn_tile_covers_no_face(
    page: Page, columns: int, rows: int, size: tuple[int, int], gaps: tuple[int, int]
) -> None:
    """Rows as narrow as may be, tiles that touch or overlap: it stands where nothing lies, or nowhere."""
    found = page.evaluate(PLACES, [columns, rows, *size, *gaps])
    there = [place for place in found["places"] if place]
    for at, place in enumerate(there):
        assert not any(overlap(place, other) for other in [*found["boxes"], *there[:at]])
        assert place[0] >= 0
        assert place[1] >= 0
        assert place[2] <= found["reading"]["width"]
        assert place[3] <= found["reading"]["height"]


def test_one_row_with_room_has_every_name(page: Page) -> None:
    """Else the names would be none, and cover nothing."""
    found = page.evaluate(PLACES, [9, 1, 40, 60, 0, 60])
    assert all(found["places"])
    narrow = page.evaluate(PLACES, [9, 3, 40, 60, 0, 2])["places"]
    assert narrow[9:18] == [None] * 9  # between two rows there is no room


def middle(page: Page, kind: str) -> tuple[float, float]:
    """Of the first such tile in the photo, in pixels of the page."""
    box = page.locator(f'.overlay .box:has(use[href$="#{kind}"]) rect').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def at_rest(page: Page, kind: str) -> tuple[float, ...]:
    """What is seen of the page, as `SEEN` has it, and where that tile lies: what fingers have moved rolls on."""
    before: tuple[float, ...] = ()
    now = (*page.evaluate(SEEN), *middle(page, kind))
    while before != now:
        page.wait_for_timeout(500)
        before, now = now, (*page.evaluate(SEEN), *middle(page, kind))
    return now


def test_two_fingers_make_the_photo_large_and_a_tile_is_still_hit(page: Page) -> None:
    table.choose_photo(page, "win.jpg")
    *_, x, y = at_rest(page, "2m")
    session = page.context.new_cdp_session(page)
    for step in range(12):
        apart = 10 + 8 * step
        points = [{"x": x + side * apart, "y": y, "id": at} for at, side in enumerate((-1, 1))]
        session.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    scale, left, top, x, y = at_rest(page, "2m")
    assert scale > 2
    at = {"x": x - left, "y": y - top}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("dialog")).to_contain_text("现在是二万")
