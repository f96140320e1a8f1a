"""Notation in and out (/docs)."""

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
        ("1万2萬", "12m"),
        ("五饼5餅 五筒", "555p"),
        ("6索 六条 六條", "666s"),
        ("一二三万", "123m"),
        ("１２３ｍ４５Ｐ", "123m45p"),
        ("123M7S", "123m7s"),
        ("1m, 2m，3m、4m; 5m\n6 7 8 p", "12345m678p"),
        ("烏骨雞", "8p"),
        ("", ""),
    ],
)
def test_chinese_names_are_read(text: str, tiles: str) -> None:
    assert parse_tiles(text) == parse_tiles(tiles)


def test_a_set_in_words_is_read_and_a_text_that_is_longer_than_any_is_not() -> None:
    words = "，　".join(tile.name_zh for tile in Tile for _ in range(4))
    assert len(parse_tiles(words)) == 108
    with pytest.raises(InvalidInput, match="has 1001 letters"):
        parse_tiles("1" * 1000 + "s")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("123", "'123'"),
        ("m", "'m'"),
        ("0m", "'0m'"),
        ("1x", "'x'"),
        ("1 2,", "'1 2,'"),
        ("1-2m", "'-2m'"),
        ("一2万", "'2万'"),
        ("1m2m东", "'东'"),
        ("12一万", "'一万'"),
        ("东", "'东'"),
    ],
)
def test_what_is_no_tile_is_named(text: str, shown: str) -> None:
    with pytest.raises(InvalidInput, match=shown) as refused:
        parse_tiles(text, "/hand")
    assert refused.value.code == "bad_tile"
    assert refused.value.pointer == "/hand"


@pytest.mark.parametrize("text", ["5饼", "５Ｐ", "五餅", " 5p "])
def test_one_tile_as_people_type_it(text: str) -> None:
    assert parse_tile(text) is Tile.P5


def test_one_tile_is_wanted() -> None:
    with pytest.raises(InvalidInput, match="'11m'"):
        parse_tile("11m")
