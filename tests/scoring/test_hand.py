"""One hand by itself, as Python callers ask about it: values in, values out, the same as JSON answers."""

from __future__ import annotations

import pytest

from scoring import (
    RULE_SETS,
    Attempt,
    By,
    Hand,
    InvalidInput,
    Meld,
    MeldKind,
    Player,
    Tile,
    compact,
    judge,
    parse_tiles,
    waits,
    wire,
)
from scoring.errors import Whole, rebase_pointer

ZHUOJI = RULE_SETS["zhuoji"]
NINES = (Meld(MeldKind.ADDED, Tile.S9, 0),)
WAITING = parse_tiles("123s67m234m22p")


def test_what_a_hand_waits_for() -> None:
    found = waits(Hand(WAITING, NINES, seen=(Tile.M5,)), ZHUOJI)
    assert [(wait.tile, wait.units, wait.left) for wait in found.waits] == [(Tile.M5, 1, 3), (Tile.M8, 1, 4)]
    assert (found.ready, found.discards, found.won, found.miscounted) == (True, None, None, False)


def test_one_tile_more_is_to_be_discarded_and_another_number_is_a_miscount() -> None:
    full = waits(Hand((*WAITING, Tile.M5), NINES), ZHUOJI)
    assert full.won is not None
    assert (full.won.pattern, full.ready, full.waits) == ("ping_hu", True, ())
    assert Tile.M5 in [one.tile for one in full.discards or ()]
    assert waits(Hand(WAITING[:-2], NINES), ZHUOJI).miscounted


@pytest.mark.parametrize("shot_kind", [None, MeldKind.CONCEALED])
def test_a_late_kong_that_a_hot_shot_names_counts_as_concealed(shot_kind: MeldKind | None) -> None:
    """Unless it is known what it would have been."""
    rules = RULE_SETS["mil"]
    attempt = Attempt(Player(WAITING, NINES), Tile.M5, By.DISCARD, MeldKind.LATE, shot_kind=shot_kind)
    win = {"tile": "5m", "by": "discard", "after_kong": "late"}
    melds = [{"kind": "added", "tile": "9s", "from": 0}]
    asked = {"rules": "mil", "hand": compact(WAITING), "melds": melds, "win": win}
    assert wire.judgement_json(judge(attempt, rules)) == wire.judge(asked)


def test_what_cannot_be_is_refused_with_its_place() -> None:
    with pytest.raises(InvalidInput) as refused:
        judge(Attempt(Player(WAITING, NINES), Tile.M5, By.DISCARD, heavenly=True), ZHUOJI)
    assert (refused.value.code, refused.value.pointer) == ("bad_heavenly", "/win/heavenly")
    with pytest.raises(InvalidInput) as refused:
        waits(Hand((Tile.S9,), NINES), ZHUOJI)
    assert (refused.value.code, refused.value.pointer) == ("fifth_copy", "/melds/0")


@pytest.mark.parametrize(
    ("pointer", "moved"),
    [
        ("", "facts"),
        ("/dealer", "/facts/dealer"),
        ("/rules", "rules"),
        ("/rules/values/golden", "/rules/values/golden"),
        ("/rulesets", "/facts/rulesets"),
        ("/hand", "photo"),
        ("/hand/3", "photo"),
        ("/melds/1/from", "/players/2/melds/0/from"),
    ],
)
def test_a_fault_is_seen_from_where_its_value_came_from(pointer: str, moved: str) -> None:
    to = {"": "facts", "/rules": "rules", "/hand": Whole("photo"), "/melds/1": "/players/2/melds/0"}
    assert rebase_pointer(InvalidInput("bad_json", "x", pointer), to).pointer == moved
    told = rebase_pointer(InvalidInput("bad_rules", "x", pointer, "不成立", seat=2, tile="5m"), to)
    assert (told.chinese, told.seat, told.tile) == ("不成立", 2, "5m")  # what is said goes along
    assert rebase_pointer(told, {"/elsewhere": "/here"}) is told
