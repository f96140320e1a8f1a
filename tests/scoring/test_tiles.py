"""Notation in and out (API.md, Notation)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import InvalidInput
from scoring.tiles import Tile, compact, counts, parse_tile, parse_tiles


@given(st.lists(st.sampled_from(Tile), max_size=14))
def test_compact_notation_round_trips(tiles: list[Tile]) -> None:
    assert list(parse_tiles(compact(tiles))) == sorted(tiles)
    assert sum(counts(tiles)) == len(tiles)


@pytest.mark.parametrize("tile", Tile)
def test_every_tile_has_its_names(tile: Tile) -> None:
    assert parse_tile(str(tile)) is tile
    assert parse_tile(tile.name_zh) is tile
    assert Tile(int(tile)).rank == int(str(tile)[0])
    assert tile.following.suit == tile.suit
    assert tile.following.rank == tile.rank % 9 + 1


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("一万九条幺鸡", "1m9s1s"),
        ("幺雞 五萬 八筒 乌骨鸡 三條", "1s5m8p8p3s"),
        ("12m 3s", "1m2m3s"),
        ("一条1s", "1s1s"),
        ("", ""),
    ],
)
def test_chinese_names_are_read(text: str, tiles: str) -> None:
    assert parse_tiles(text) == parse_tiles(tiles)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("123", "'123'"),
        ("m", "'m'"),
        ("0m", "'0m'"),
        ("1x", "'x'"),
        ("1 m", "' m'"),
        ("12一万", "'一万'"),
        ("东", "'东'"),
    ],
)
def test_what_is_no_tile_is_named(text: str, shown: str) -> None:
    with pytest.raises(InvalidInput, match=shown) as refused:
        parse_tiles(text, "/hand")
    assert refused.value.code == "bad_tile"
    assert refused.value.pointer == "/hand"


def test_one_tile_is_wanted() -> None:
    with pytest.raises(InvalidInput, match="'11m'"):
        parse_tile("11m")
