"""Whatever a client does with a reading of ours: nothing that was told is lost, nothing is made up, no crash."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.world.laid import TEN, WINNER, read, wire
from tests.world.tables import table
from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile
from vision.types import CLASSES, Reading, Role
from vision.wire.readings import correct, from_json

Json = dict[str, Any]
TABLES = 20
LAID = (
    (WINNER,),
    ("1m 2m 3m 4m 5m 6m 1p 2p 3p 7s 8s 5p 6p?5p . . 9s",),  # a kind changed
    ("1m 2m 3m 4m 5m 6m 1p 2p 3p 7s 8s 5p E?5p . . 9s",),  # the same, and no honour is suggested
    ("1m 1m 1m 1m 1m?2m 3m 4m 5m 6m 7m 8m 2p 2p",),  # a fifth copy
    ("_ _ _ 1s 9p 3m 7s", f"{TEN} . 5s 5s~ 5s"),  # another player's tiles
    (f"{TEN} . # 9s 9s #",),
    ("1m 2m 3m 4m 5m 6m 7m 8m 2p 2p 1s 3s 5s?6s",),
    ("E E 5m",),
)
EXAMPLES = settings(max_examples=40)


@functools.cache
def source(number: int) -> Reading:
    """What the eye read of a laid or a rendered table."""
    if number < len(LAID):
        return read(*LAID[number], apart=4.5)
    seen = table(number)
    return reconcile(arrange(seen.detections, seen.width, seen.height), "model")


class Case(NamedTuple):
    """A table, and what was said of it."""

    table: int
    steps: tuple[Json, ...]


numbers = st.integers(0, len(LAID) + TABLES - 1).filter(lambda number: len(source(number).tiles) > 0)
kinds = st.sampled_from(CLASSES)
roles = st.sampled_from([role.value for role in Role])


@st.composite
def corrections(draw: st.DrawFn, reading: Reading, most: int = 5) -> list[Json]:
    """Legal ones, one after the other."""
    tiles, groups = len(reading.tiles), len(reading.groups)
    dropped = {i for i, tile in enumerate(reading.tiles) if tile.dropped and tile.by_user}
    steps: list[Json] = []
    for op in draw(st.lists(st.sampled_from(["set", "drop", "add", "move"]), max_size=most)):
        i = draw(st.integers(0, tiles - 1))
        group = draw(st.none() | st.integers(0, groups + 3))
        if op == "set":
            steps.append({"op": "set", "tile": i, "kind": draw(kinds)})
            dropped.discard(i)
        elif op == "drop" and i not in dropped:
            steps.append({"op": "drop", "tile": i})
            dropped.add(i)
        elif op == "add":
            x, y = draw(st.integers(0, reading.width - 2)), draw(st.integers(0, reading.height - 2))
            steps.append({"op": "add", "box": [x, y, x + draw(st.integers(1, 90)), y + 60], "kind": draw(kinds)})
            steps[-1] |= {} if group is None else {"group": group}
            tiles += 1
        elif op == "move":
            members = draw(st.lists(st.integers(0, tiles - 1), min_size=1, max_size=4, unique=True))
            steps.append(
                {"op": "move", "tiles": members, "role": draw(roles)} | ({} if group is None else {"group": group})
            )
            dropped -= set(members)
    return steps


@st.composite
def answers(draw: st.DrawFn) -> Case:
    """Any reading that our API gives."""
    number = draw(numbers)
    return Case(number, tuple(draw(corrections(source(number)))))


def told(case: Case) -> Reading:
    """The reading that the API answers with."""
    return correct(source(case.table), case.steps)


def table_of(reading: Reading) -> object:
    """What a reading says lies there; who fed a meld hangs on `turns`, which the contract does not name."""
    return (
        [(tile.kind, tile.dropped, tile.group) for tile in reading.tiles],
        [(group.role, group.tiles) for group in reading.groups],
        (reading.hand, [(meld.group, meld.tile) for meld in reading.melds], reading.winning_tile),
    )


@EXAMPLES
@given(answers())
def test_an_answer_sent_again_is_the_answer(case: Case) -> None:
    reading = told(case)
    assert from_json(wire(reading)) == reading
    assert correct(from_json(wire(reading)), []) == reading


@EXAMPLES
@given(answers(), st.data())
def test_what_was_told_is_kept_and_told_again_means_the_same(case: Case, data: st.DataObject) -> None:
    """One by one, each said of the answer before; then all of them, as the answer lists them, of what the eye saw."""
    reading = told(case)
    kind: dict[int, str | None] = {}
    for step in data.draw(corrections(reading)):
        reading = correct(from_json(wire(reading)), [step])
        if step["op"] == "set":
            kind[step["tile"]] = step["kind"]
        elif step["op"] == "drop":
            kind[step["tile"]] = None
        elif step["op"] == "add":
            kind[len(reading.tiles) - 1] = step["kind"]
        else:
            kind = {i: k for i, k in kind.items() if k is not None or i not in step["tiles"]}
            assert {reading.groups[reading.tiles[i].group or 0].role for i in step["tiles"]} == {step["role"]}
        for i, named in kind.items():
            tile = reading.tiles[i]
            assert tile.by_user
            assert tile.dropped if named is None else (tile.kind, tile.dropped) == (named, False)
    assert wire(correct(source(case.table), wire(reading)["corrections"])) == wire(reading)


# What a client may leave out

SIDE = ("way", "found", "turns", "alternatives", "confidence")
BESIDE = ("model", "hand", "melds", "winning_tile", "doubts", "ok", "corrections")


@EXAMPLES
@given(answers(), st.sets(st.sampled_from(SIDE)), st.sets(st.sampled_from(BESIDE)))
def test_fields_left_out_change_nothing_that_others_tell(case: Case, inner: set[str], outer: set[str]) -> None:
    reading = told(case)
    body = wire(reading)
    for name in outer:
        del body[name]
    for tile in body["tiles"]:
        for name in inner:
            del tile[name]
    assert table_of(correct(from_json(body), [])) == table_of(reading)


@EXAMPLES
@given(answers())
@example(Case(table=11, steps=({"op": "add", "box": [0, 0, 1, 60], "kind": "1m", "group": 1},)))
def test_the_contracts_own_fields_suffice(case: Case) -> None:
    reading = told(case)
    body = wire(reading)
    for tile in body["tiles"]:
        for name in ("way", "seen", "found", "turns", "said"):
            tile.pop(name, None)
    for group in body["groups"]:
        group.pop("said", None)
    assert table_of(correct(from_json(body), [])) == table_of(reading)


@EXAMPLES
@given(numbers)
def test_what_the_eye_saw_is_grouped_again_as_it_was(number: int) -> None:
    reading = source(number)
    body = wire(reading)
    del body["groups"]
    assert correct(from_json(body), []).groups == reading.groups
    for tile in body["tiles"]:
        tile["group"] = None
    assert correct(from_json(body), []) == reading


# What a client may edit

Edit = Callable[[Json, int, st.DataObject], None]


def kind_set(body: Json, i: int, data: st.DataObject) -> None:
    body["tiles"][i]["tile"] = data.draw(kinds)


def kind_swapped(body: Json, i: int, data: st.DataObject) -> None:
    """As a client does that knows `confidence` and `alternatives`."""
    tile = body["tiles"][i]
    if tile["alternatives"]:
        chosen = data.draw(st.sampled_from(tile["alternatives"]))
        was = {"tile": tile["tile"], "confidence": tile["confidence"]}
        tile["alternatives"] = [was, *(a for a in tile["alternatives"] if a is not chosen)]
        tile["tile"], tile["confidence"] = chosen["tile"], chosen["confidence"]


def kind_set_for_certain(body: Json, i: int, data: st.DataObject) -> None:
    body["tiles"][i] |= {"tile": data.draw(kinds), "confidence": 1, "alternatives": []}


@pytest.mark.parametrize("edit", [kind_set, kind_swapped, kind_set_for_certain])
@EXAMPLES
@given(case=answers(), data=st.data())
def test_a_kind_put_in_stays_and_shows(edit: Edit, case: Case, data: st.DataObject) -> None:
    reading = told(case)
    body = wire(reading)
    i = data.draw(st.sampled_from([i for i, tile in enumerate(reading.tiles) if not tile.dropped] or [-1]))
    if i < 0:
        return
    edit(body, i, data)
    now = correct(from_json(body), [])
    tile = now.tiles[i]
    assert tile.kind == body["tiles"][i]["tile"]
    assert tile.by_user or tile.kind == reading.tiles[i].kind
    assert [t.seen for t in now.tiles] == [t.seen for t in reading.tiles], "what the eye saw stays"
    assert correct(from_json(wire(now)), []) == now


@EXAMPLES
@given(answers(), st.data())
def test_groups_that_a_client_edits_are_as_he_edits_them(case: Case, data: st.DataObject) -> None:
    reading = told(case)
    body = wire(reading)
    if not body["groups"]:
        return
    body["groups"].append({"role": "other", "tiles": []})
    for _ in range(data.draw(st.integers(1, 4))):
        i = data.draw(st.integers(0, len(body["tiles"]) - 1))
        n = data.draw(st.integers(0, len(body["groups"]) - 1))
        tile, group = body["tiles"][i], body["groups"][n]
        group["role"] = data.draw(roles)
        if tile["group"] is not None:
            body["groups"][tile["group"]]["tiles"].remove(i)
        tile.pop("dropped", None)
        tile["group"] = None
        if data.draw(st.booleans()):
            tile["group"] = n
            group["tiles"].append(i)
        else:
            tile["dropped"] = True
    sent = copy.deepcopy(body)
    now = wire(correct(from_json(body), []))
    assert [(g["role"], g["tiles"]) for g in now["groups"]] == [(g["role"], g["tiles"]) for g in sent["groups"]]
    assert [t.get("dropped") for t in now["tiles"]] == [t.get("dropped") for t in sent["tiles"]]
    assert wire(correct(from_json(now), [])) == now
