"""Whose tiles they are: groups of other players, and what a reading says of each player."""

from dataclasses import replace

import pytest

from scoring.errors import InvalidInput
from scoring.tiles import compact, parse_tile
from tests.bench.whole import is_right, measure
from tests.world.laid import TEN, read, wire
from tests.world.whole import whole
from vision.layout.arrange import arrange
from vision.read.corrections import correct
from vision.read.everybody import everybody
from vision.read.reconcile import reconcile, reconcile_seen
from vision.types import Group, Move, Owner, Role
from vision.wire.readings import correct as corrected_by_wire
from vision.wire.readings import from_json

ROWS = "5p 5p 5p . 1s 2s 3s 4s 5s 6s 7s 8s 9s 9s", f"{TEN} . 5s 5s~ 5s"
"""Another player's tiles, number 0 to 12, and the near player's."""


def test_only_other_tiles_are_nobodys() -> None:
    assert Group(Role.HAND, (0,)).owner is Owner.NEAR
    assert Group(Role.OTHER, (0,)).owner is None
    assert replace(Group(Role.OTHER, (0,)), role=Role.MELD).owner is Owner.NEAR
    assert replace(Group(Role.HAND, (0,)), role=Role.OTHER).owner is None
    assert Group(Role.HAND, (0,), owner=Owner.LEFT).seen_by(Owner.NEAR).role is Role.OTHER
    assert Group(Role.HAND, (0,), owner=Owner.LEFT).seen_by(Owner.LEFT).owner is Owner.NEAR


def test_near_says_the_same_as_the_reading() -> None:
    reading = read(*ROWS, apart=9)
    near = reading.player(Owner.NEAR)
    assert near is not None
    assert (near.hand, near.melds, near.winning_tile) == (reading.hand, reading.melds, reading.winning_tile)
    assert (near.ok, near.doubts) == (reading.ok, reading.doubts)
    assert [reading.groups[n].owner for n in near.groups] == [Owner.NEAR, Owner.NEAR]


def test_tiles_moved_to_another_player_are_theirs() -> None:
    reading = read(*ROWS, apart=9)
    before = compact(reading.hand), reading.melds
    told = correct(
        reading,
        [Move((0, 1, 2), Role.MELD, owner=Owner.OPPOSITE), Move(tuple(range(3, 13)), Role.HAND, owner=Owner.OPPOSITE)],
    )
    theirs = told.player(Owner.OPPOSITE)
    assert theirs is not None
    assert compact(theirs.hand) == "1234567899s"
    assert [(meld.kind, str(meld.tile)) for meld in theirs.melds] == [("pong", "5p")]
    assert [told.groups[n].role for n in theirs.groups] == [Role.MELD, Role.HAND]
    assert (compact(told.hand), told.melds) == before


def test_a_tile_added_to_a_players_group_stays_theirs() -> None:
    told = correct(read(*ROWS, apart=9), [Move(tuple(range(3, 12)), Role.HAND, 9, Owner.LEFT)])
    more = correct(told, [Move((12,), Role.HAND, 9)])
    theirs = more.player(Owner.LEFT)
    assert theirs is not None
    assert compact(theirs.hand) == "1234567899s"


@pytest.mark.parametrize("seed", [40000000, 40000001, 40000004, 40000005])
def test_four_open_hands_are_read_from_one_photo(seed: int) -> None:
    seen, shown_by = whole(seed)
    near = reconcile(arrange(seen.detections, seen.width, seen.height))
    reading = everybody(near)
    assert {owner: is_right(shown, reading.player(owner)) for owner, shown in shown_by.items()} == dict.fromkeys(
        shown_by, True
    )
    assert (reading.hand, reading.melds, reading.winning_tile) == (near.hand, near.melds, near.winning_tile)
    homes = {i: n for n, group in enumerate(reading.groups) for i in group.tiles}
    assert all(tile.group == homes.get(i) for i, tile in enumerate(reading.tiles))
    for player in reading.others:
        assert all(reading.groups[meld.group].role is Role.MELD for meld in player.melds)
        assert all(reading.groups[n].owner is player.owner for n in player.groups)


@pytest.mark.parametrize("seed", [40000002, 40000003])
def test_others_are_read_the_same_from_the_layout_of_the_reading(seed: int) -> None:
    seen, _ = whole(seed)
    reading, layout = reconcile_seen(arrange(seen.detections, seen.width, seen.height))
    assert [tile.box for tile in reading.tiles] == [detection.box for detection in layout.detections]
    assert len(layout.detections) < len(seen.detections)  # a weak box that nobody is asked about
    assert everybody(reading, None, layout) == everybody(reading)


def test_discards_are_theirs_before_whose_hand_they_lie() -> None:
    found, _ = measure(10, 65_000_000)
    assert found["tiles of a pond called theirs"] > 0.7 * found["tiles of a pond"], found
    assert found["tiles of a pond called another's"] < 0.1 * found["tiles of a pond"], found


def test_nobody_else_is_read_where_nothing_else_lies() -> None:
    assert everybody(read(*ROWS[1:])).others == ()
    assert everybody(reconcile(arrange((), 100, 100))).others == ()


def test_a_corrected_reading_keeps_its_owners() -> None:
    told = correct(read(*ROWS, apart=9), [Move((0, 1, 2), Role.MELD, owner=Owner.OPPOSITE)])
    assert everybody(told) == told


def test_a_piece_of_wall_with_one_face_up_is_no_hand_and_no_kong() -> None:
    reading = read("# # 3s # # # #", "# # # #", apart=6)
    assert (reading.hand, reading.melds, str(reading.turned)) == ((), (), "3s")
    assert [doubt.code for doubt in reading.doubts] == ["no_hand"]
    assert not reading.ok


@pytest.mark.parametrize(
    "rows", [("3s . . 7p", "1m . . . 5m", "9s . . 2p"), ("1m . . . 6s . . . 9m", "8s . . 3p . . 4m", "5p . . . . 2s")]
)
def test_tiles_that_lie_about_are_no_hand(rows: tuple[str, ...]) -> None:
    reading = read(*rows, apart=2.2)
    assert (reading.hand, reading.melds, reading.winning_tile) == ((), (), None)
    assert [doubt.code for doubt in reading.doubts] == ["no_hand"]


@pytest.mark.parametrize("row", ["1m 2m 3m 5p 5p 6s", "1m 1m 2m 3m 4p 5p 6p 7s 8s 9s"])
def test_a_short_row_is_a_hand_of_which_tiles_are_missing(row: str) -> None:
    reading = read(row)
    assert compact(reading.hand) == compact(map(parse_tile, row.split()))
    assert "odd_count" in {doubt.code for doubt in reading.doubts} or len(reading.hand) == 10


def test_a_hand_that_is_none_can_be_made_one_by_hand() -> None:
    nobodys = read("3s . . 7p", "1m . . . 5m", "9s . . 2p", apart=2.2)
    told = correct(nobodys, [Move((0, 1), Role.HAND)])
    assert len(told.hand) == 2
    assert "no_hand" not in {doubt.code for doubt in told.doubts}


def test_the_turned_tile_of_a_wall_is_told_beside_a_hand() -> None:
    reading = read("# # # 7p # #", f"{TEN} . 5s 5s~ 5s", apart=9)
    assert str(reading.turned) == "7p"
    assert compact(reading.hand) == "12345678m22p"
    assert read("# # # 7p 8p #", f"{TEN} . 5s 5s~ 5s", apart=9).turned is None


def test_owners_and_players_come_back_from_the_wire() -> None:
    steps = [
        {"op": "move", "tiles": [0, 1, 2], "role": "meld", "owner": "left"},
        {"op": "move", "tiles": list(range(3, 13)), "role": "hand", "owner": "left"},
    ]
    told = corrected_by_wire(read(*ROWS, apart=9), steps)
    body = wire(told)
    assert from_json(body) == told
    assert [step["owner"] for step in body["corrections"]] == ["left", "left"]
    assert sorted(group["owner"] or "" for group in body["groups"] if group["tiles"]) == [
        "left",
        "left",
        "near",
        "near",
    ]
    left, near = body["players"]["left"], body["players"]["near"]
    assert (left["hand"], [(meld["kind"], meld["tile"]) for meld in left["melds"]]) == ("1234567899s", [("pong", "5p")])
    assert all(near[name] == body[name] for name in ("hand", "melds", "winning_tile", "doubts", "ok"))
    assert set(body["players"]) == {"near", "left"}
    assert body["turned"] is None


def test_what_a_client_says_of_players_follows_from_the_groups() -> None:
    body = wire(corrected_by_wire(read(*ROWS, apart=9), [MOVED]))
    body["players"]["opposite"]["hand"] = "9m"
    again = wire(corrected_by_wire(from_json(body), []))
    assert again["players"]["opposite"]["hand"] == "1234567899s"


MOVED: dict[str, object] = {"op": "move", "tiles": list(range(3, 13)), "role": "hand", "owner": "opposite"}


@pytest.mark.parametrize("owner", ["east", 3, "pond", ["near"]])
def test_an_owner_who_is_none_is_refused_by_name(owner: object) -> None:
    with pytest.raises(InvalidInput) as refused:
        corrected_by_wire(read(*ROWS, apart=9), [MOVED | {"owner": owner}])
    assert (refused.value.code, refused.value.pointer) == ("bad_corrections", "/0/owner")


def test_a_hand_that_was_taken_for_another_players_becomes_the_near_ones() -> None:
    """And back: whose tiles they are is told by the last word."""
    reading = read(*ROWS, apart=9)
    mine = wire(reading)["groups"][0]["tiles"]
    swapped = corrected_by_wire(
        reading,
        [
            {"op": "move", "tiles": mine, "role": "hand", "owner": "opposite"},
            {"op": "move", "tiles": list(range(13)), "role": "hand", "owner": "near"},
        ],
    )
    assert compact(swapped.hand).endswith("1234567899s")
    theirs = swapped.player(Owner.OPPOSITE)
    assert theirs is not None
    assert compact(theirs.hand) == compact(reading.hand)
