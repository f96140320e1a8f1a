"""Several photos of one round, and several players in one photo, are checked against the 108 tiles together."""

from __future__ import annotations

import itertools

import pytest

from tests.world.laid import TEN, codes, read, suggested, wire
from vision.doubts.together import check_together
from vision.types import Owner, Place, Reading
from vision.wire.readings import correct, from_json

THREE = "8m 8m 8m 1p 2p 3p 4p 5p 6p 7s 8s 9s 9s"
TWO = "8m 8m 1s 2s 3s 4s 5s 6s 7p 8p 9p 3m 3m"
NONE = "1m 1m 2m 2m 3m 3m 4m 4m 5m 5m 6m 6m 7m"


def fifths(reading: Reading) -> list[tuple[tuple[int, ...], tuple[Place, ...]]]:
    return [(doubt.tiles, doubt.places) for doubt in reading.doubts if doubt.code == "fifth_copy"]


def test_a_fifth_copy_over_two_photos_names_both_places() -> None:
    first, beside, second = check_together([read(THREE), read(NONE), read(TWO)])
    places = (*(Place(0, i) for i in range(3)), Place(2, 0), Place(2, 1))
    assert fifths(first) == [((0, 1, 2), places)]
    assert fifths(second) == [((0, 1), places)]
    assert fifths(beside) == []
    assert (first.ok, beside.ok, second.ok) == (False, read(NONE).ok, False)
    (said, *_) = first.doubts
    assert "第1张照片里3张、第3张照片里2张" in said.message
    assert "3 in photo 1, 2 in photo 3" in said.message_en
    assert [tile.kind for tile in first.tiles[:3]] == ["8m"] * 3, "nothing is renamed for another photo"
    assert wire(first)["doubts"][0]["places"][3] == {"photo": 2, "tile": 0}
    assert from_json(wire(first)) == first


def test_four_copies_are_none_too_many_and_one_photo_stays_as_it_was() -> None:
    whole = [read(TWO), read(THREE.replace("8m 8m 8m", "8m 8m 7m")), read(NONE)]
    assert check_together(whole) == tuple(whole)
    alone = read("8m 8m 8m 8m 8m 1p 2p 3p 4p 5p 6p 9s 9s")
    assert check_together([alone]) == (alone,), "it says so by itself"


def test_a_kong_face_down_counts_with_its_four_tiles() -> None:
    first, second = check_together([read(f"{TEN} . # 9s 9s #"), read("9s " + NONE.removesuffix(" 7m"))])
    assert fifths(first) == [((10, 11, 12, 13), (*(Place(0, i) for i in range(10, 14)), Place(1, 0)))]
    assert [tiles for tiles, _ in fifths(second)] == [(0,)]


def test_the_least_sure_tile_may_be_what_the_eye_thought_of_besides() -> None:
    first, second = check_together([read(THREE), read("8m?7m 8m" + TWO.removeprefix("8m 8m"))])
    assert suggested(second.doubts[0]) == [{"op": "set", "tile": 0, "kind": "7m"}]
    assert first.doubts[0].suggestion == ()


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_the_order_of_photos_changes_nothing_but_their_numbers(order: tuple[int, ...]) -> None:
    rows = (THREE, TWO, NONE)
    checked = check_together([read(rows[k]) for k in order])
    plain = check_together([read(row) for row in rows])
    for at, k in enumerate(order):
        same = {Place(order[place.photo], place.tile) for _, places in fifths(checked[at]) for place in places}
        assert same == {place for _, places in fifths(plain[k]) for place in places}
        assert checked[at].ok == plain[k].ok


def test_two_players_of_one_photo_are_checked_together() -> None:
    reading = read(TWO, THREE, apart=9)
    theirs = [i for i in range(len(reading.tiles)) if i not in reading.groups[0].tiles]
    told = correct(reading, [{"op": "move", "tiles": theirs, "role": "hand", "owner": "opposite"}])
    (doubt,) = (doubt for doubt in told.doubts if doubt.code == "fifth_copy")
    assert len(doubt.places) == 5
    other = told.player(Owner.OPPOSITE)
    assert other is not None
    assert doubt in other.doubts
    assert not other.ok
    assert "fifth_copy" not in codes(reading)
