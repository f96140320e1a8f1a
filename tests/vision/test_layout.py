"""Geometry: rows in any direction, gaps in tile widths, the way each tile lies."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.world.laid import frame, photo, scores, tiles, words
from tests.world.tables import table
from vision.layout.arrange import arrange
from vision.types import Box, Detection, Way

HAND = "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p"


@given(turn=st.floats(-33, 33), quarter=st.sampled_from((0, 90, 180, 270)))
@settings(max_examples=60)
def test_a_row_is_read_left_to_right_however_the_photo_is_turned(turn: float, quarter: int) -> None:
    layout = photo(HAND, turn=turn + quarter, held=True)
    assert words(layout) == [HAND]
    assert abs((layout.turn - turn - quarter + 180) % 360 - 180) < 3


@pytest.mark.parametrize("slant", [25, 40, 60])
def test_a_heap_of_backs_does_not_outvote_a_hand(slant: float) -> None:
    """Ninety face-down tiles in rows of their own direction lie above one loosely laid hand."""
    heap = tiles(*["# " * 15] * 6, apart=1.4, turn=slant)
    hand = tiles("1m 2m . 3m 4m 5m . 6m 7m 8m 9m . 1p 2p 3p . 4p")
    low = max(d.box.y2 for d in heap)
    below = [replace(d, box=Box(d.box.x1, d.box.y1 + low, d.box.x2, d.box.y2 + low)) for d in hand]
    layout = arrange([*below, *heap], *frame([*below, *heap]))
    assert layout.rows[0].tiles == tuple(range(13))


@pytest.mark.parametrize("scale", [0.2, 1, 5])
def test_gaps_are_measured_in_tile_widths_not_pixels(scale: float) -> None:
    found = tiles("1m 2m 3m 4m . 5m 6m 7m . . 8m", size=60 * scale)
    (row,) = arrange(found, *frame(found)).rows
    assert row.gaps == pytest.approx((0, 0, 0, 0.7, 0, 0, 1.4), abs=0.05)


def test_two_rows_and_a_meld_beside_are_told_apart() -> None:
    layout = photo("1m 2m 3m 4m 5m 6m", "7m 8m 9m 1p 2p 3p 4p . 9s 9s 9s", apart=1.45)
    assert set(words(layout)) == {"1m 2m 3m 4m 5m 6m", "7m 8m 9m 1p 2p 3p 4p 9s 9s 9s"}


@pytest.mark.parametrize("arc", [0.5, 1.0, -1.0])
def test_a_row_laid_in_an_arc_is_one_row(arc: float) -> None:
    flat = tiles(HAND)
    radius = 13 * 60 / arc
    bent = []
    for d in flat:
        x, y = d.box.centre
        phi = (x - 6.5 * 60) / radius
        w, h = (60 * abs(math.cos(phi)) + 81 * abs(math.sin(phi)), 60 * abs(math.sin(phi)) + 81 * abs(math.cos(phi)))
        cx, cy = 600 + radius * math.sin(phi), 900 + y - radius * (1 - math.cos(phi)) * -1
        bent.append(Detection(Box(cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2), d.scores, d.found, d.turns))
    assert words(arrange(bent, 1400, 1800)) == [HAND]


@pytest.mark.parametrize("turn", [0, 8, -15, 90])
def test_a_tile_turned_by_a_quarter_is_known_by_its_neighbours(turn: float) -> None:
    layout = photo(HAND + " . 9s 9s~ 9s", turn=turn, held=True)
    sideways = [i for row in layout.rows for i, way in zip(row.tiles, row.ways, strict=True) if way.sideways]
    assert sideways == [14]


def test_little_is_claimed_about_ways_where_every_box_is_square() -> None:
    """At 45 degrees an upright box tells nothing; the room beside a sideways tile still hints at it."""
    layout = photo("1m 2m 3m 4m 5m 6m 7m~ 8m 9m 1p", turn=45)
    odds = layout.rows[0].aside
    assert max(odds) == odds[6]
    assert all(abs(v) < 6 for v in odds)


def test_what_the_reader_tells_of_a_tile_upside_down_is_kept() -> None:
    found = tiles(HAND)
    found[3] = Detection(found[3].box, found[3].scores, 0.9, (0.1, 0.1, 0.7, 0.1))
    layout = arrange(found, *frame(found))
    assert [way is Way.UPSIDE_DOWN for way in layout.rows[0].ways] == [k == 3 for k in range(13)]


def test_a_box_that_shows_a_tile_again_is_left_out_with_its_twin() -> None:
    found = tiles(HAND)
    box = found[4].box
    twin = Detection(Box(box.x1 + 20, box.y1, box.x2 + 20, box.y2), found[4].scores, 0.5, found[4].turns)
    layout = arrange([*found, twin], *frame(found))
    assert layout.doubled == ((13, 4),)
    assert words(layout) == [HAND]


def test_the_fourth_tile_above_a_sideways_one_is_seen_to_lie_on_it() -> None:
    layout = photo("_ _ _ _ _ _ _ _ _ _ _ _ _ _ . 9s~", HAND + " . 9s 9s~ 9s", apart=1.2)
    assert layout.stacked[0] == (0, 15)


def test_the_nearest_hand_is_the_main_row_and_others_face_their_players() -> None:
    layout = photo("1s 2s 3s 4s 5s 6s 7s 8s 9s 9s 9s 1s 1s", HAND, apart=14)
    assert words(layout)[0] == HAND
    assert all(row.facing == 0 for row in layout.rows)


def test_a_row_of_faces_upside_down_is_read_by_the_player_opposite() -> None:
    other = "1s 2s 3s 4s 6s 7s 9s 9s 9s"
    found = tiles(other, HAND, apart=4)
    turns = ((0.02, 0.01, 0.96, 0.01), (0.96, 0.01, 0.02, 0.01))
    layout = arrange([replace(d, turns=turns[k > 8]) for k, d in enumerate(found)], *frame(found))
    assert words(layout) == [HAND, " ".join(reversed(other.split()))]
    assert [row.facing for row in layout.rows] == [0, 2]


def test_where_faces_look_alike_either_way_the_row_close_by_tells_which_way_up_a_photo_is() -> None:
    """A hand in two rows, photographed from the other side; a row farther off is another player's."""
    blank, half = "8p 2s 2s 5s 5s 9s 9s 8p 4s 4s", "1m 1m 3m 3m 7p 7p"
    even, down = (0.49, 0.01, 0.49, 0.01), (0.02, 0.01, 0.96, 0.01)
    rows = {
        apart: arrange([replace(d, turns=even if k < 10 else down) for k, d in enumerate(found)], *frame(found))
        for apart in (1.5, 5)
        for found in [tiles(blank, half, apart=apart)]
    }
    assert [row.facing for row in rows[1.5].rows] == [0, 0]
    assert words(rows[1.5]) == [" ".join(reversed(row.split())) for row in (blank, half)]
    assert abs(rows[1.5].turn) == 180
    assert [row.facing for row in rows[5].rows] == [0, 2]
    assert rows[5].turn == 0


def test_a_face_tells_what_a_box_seen_from_low_does_not() -> None:
    """Seen from low, with their flanks, boxes differ little: the reader knows that the third tile lies sideways."""
    found = [Detection(Box(60 * k, 0, 60 * k + 60, 60), scores("5m"), 0.9, (0.96, 0.01, 0.02, 0.01)) for k in range(6)]
    found[2] = replace(found[2], box=Box(114, 0, 186, 56))
    assert not any(way.sideways for way in arrange(found, 400, 100).rows[0].ways)
    found[2] = replace(found[2], turns=(0.01, 0.97, 0.01, 0.01))
    (row,) = arrange(found, 400, 100).rows
    assert [way.sideways for way in row.ways] == [False, False, True, False, False, False]
    assert row.ways[2] is Way.RIGHT


def test_no_tiles_make_an_empty_layout() -> None:
    assert arrange([], 640, 480).rows == ()


boxes = st.tuples(st.floats(-50, 3000), st.floats(-50, 3000), st.floats(1, 900), st.floats(1, 900)).map(
    lambda b: Box(b[0], b[1], b[0] + b[2], b[1] + b[3])
)


@given(st.lists(st.tuples(boxes, st.sampled_from((0.9, 0.5, 0.2, 0.01))), max_size=40))
@settings(max_examples=150)
def test_any_boxes_are_laid_out_once_each_and_nothing_raises(found: list[tuple[Box, float]]) -> None:
    seen = [Detection(box, (score, *[0.001] * 28), 0.6, (0.25,) * 4) for box, score in found]
    layout = arrange(seen, 3000, 3000)
    laid = [i for row in layout.rows for i in row.tiles]
    assert sorted(laid + [i for i, _ in layout.doubled]) == [i for i, (_, score) in enumerate(found) if score > 0.3]
    assert all(found[i][1] == 0.2 for i in layout.faint)
    assert all(len(row.gaps) == max(0, len(row.tiles) - 1) for row in layout.rows)
    assert all(math.isfinite(v) for row in layout.rows for v in (*row.gaps, *row.aside))


def test_the_order_of_detections_does_not_matter() -> None:
    for seed in range(12):
        seen = table(seed, poor=False)
        shuffled = list(seen.detections)
        random.Random(seed).shuffle(shuffled)
        one, two = (arrange(d, seen.width, seen.height) for d in (seen.detections, shuffled))
        rows = [[[layout.detections[i].box for i in row.tiles] for row in layout.rows] for layout in (one, two)]
        assert sorted(rows[0], key=str) == sorted(rows[1], key=str)


def test_sideways_tiles_of_rendered_tables_are_mostly_found_and_seldom_invented() -> None:
    """Log-odds are honest: where they are beyond 4 the tile does lie that way, 49 times in 50 and more."""
    sure = wrong = 0
    for seed in range(80):
        seen = table(seed, poor=False, crowded=False)
        layout = arrange(seen.detections, seen.width, seen.height)
        melds = {tile for _, tile, fed in seen.melds if fed} | {seen.winning}
        for i, odds in itertools.chain.from_iterable(zip(row.tiles, row.aside, strict=True) for row in layout.rows):
            if odds > 4:
                sure += 1
                wrong += seen.truth[i] not in {str(tile) for tile in melds}
    assert sure > 30
    assert wrong / sure < 0.1


@pytest.mark.parametrize("side", [8.0, 60.0, 64.0])
def test_tiles_all_of_one_size_in_a_photo_on_its_side_tell_nothing_of_where_the_player_sits(side: float) -> None:
    corners = [(5 * side * row, side * k) for row in range(3) for k in range(6)]
    boxes = [Box(x, y, x + side, y + side) for x, y in corners]
    layout = arrange([Detection(box, scores("5m"), 0.9, (0.25,) * 4) for box in boxes], 1000, 1000)
    assert len(layout.rows) == 3
    assert math.isfinite(layout.facing)
    assert layout.backwards
