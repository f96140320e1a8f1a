"""Backs that are there, found and imagined, on labels and readings made by hand; scenes that hold a concealed kong."""

from __future__ import annotations

from datasets.camera import Camera
from datasets.scene import Group, Label, Placed, Scene
from models import evaluate_backs
from models.evaluate_backs import Backs
from scoring.tiles import parse_tile
from vision.types import BACK, Box, Detection, Reading, ReadMeld, ReadTile, scores_of

KONG = ((BACK, 0), ("7m", 20), ("7m", 40), (BACK, 60))


def label(name: str, x: float, y: float = 0, visible: float = 1) -> Label:
    return Label(name, (x, y, x + 10, y + 10), (), None, 0, visible)


def reading(*said: tuple[str, float, float], melds: tuple[ReadMeld, ...] = ()) -> Reading:
    tiles = [
        ReadTile(Detection(Box(x, y, x + 10, y + 10), scores_of({kind: 0.9})), kind, 0.9, 0) for kind, x, y in said
    ]
    return Reading(100, 100, "m", tuple(tiles), (), (), melds, None, (), True)


def scene(*kongs: str, down: tuple[int, ...] = (0, 3)) -> Scene:
    """A hand tile, then concealed kongs of those kinds, the places `down` of each face down."""
    tiles = [Placed("1s", 0, 0, 0)]
    for number, name in enumerate(kongs, 1):
        tiles += [Placed(name, 20 * k, 0, 0, lean=180 if k in down else 0, group=number) for k in range(4)]
    groups = (Group("hand"), *(Group("meld", "concealed") for _ in kongs))
    return Scene(Camera(100, 100), tuple(tiles), groups)


def test_backs_found_and_imagined() -> None:
    labels = [label(name, x) for name, x in KONG]
    mine = range(4)
    all_right = reading((BACK, 1, 0), ("7m", 20, 0), ("7m", 40, 0), (BACK, 61, 0))
    assert evaluate_backs.backs(all_right, labels, mine, "seen") == Backs(2, 2, 2, 2)
    # One back named 5p, one face named back, one where there is nothing.
    wrong = reading(("5p", 0, 0), (BACK, 20, 0), ("7m", 40, 0), (BACK, 60, 0), (BACK, 80, 80))
    assert evaluate_backs.backs(wrong, labels, mine, "seen") == Backs(2, 1, 3, 1)
    assert evaluate_backs.backs(reading(), labels, mine, "seen") == Backs(2, 0, 0, 0)


def test_only_the_kong_s_backs_count_as_there_and_all_as_right() -> None:
    labels = [label(BACK, 0), label(BACK, 40)]
    both = reading((BACK, 0, 0), (BACK, 40, 0))
    assert evaluate_backs.backs(both, labels, [0], "seen") == Backs(1, 1, 2, 2)


def test_a_hidden_back_may_be_found_and_need_not_be() -> None:
    """The lower floor of a wall: nearly the box of the upper one, and hardly a part of it shows."""
    labels = [label(BACK, 0, 2, visible=0.1), label(BACK, 0, 0)]
    assert evaluate_backs.backs(reading((BACK, 0, 2)), labels, [0, 1], "seen") == Backs(1, 1, 1, 1)
    assert evaluate_backs.backs(reading((BACK, 0, 0), (BACK, 0, 2)), labels, [0, 1], "seen") == Backs(1, 1, 2, 2)
    assert evaluate_backs.backs(reading(), labels, [0, 1], "seen") == Backs(1, 0, 0, 0)


def test_dropped_tiles_are_seen_and_not_read() -> None:
    labels = [label(BACK, 0)]
    tile = ReadTile(Detection(Box(0, 0, 10, 10), scores_of({BACK: 0.9})), BACK, 0.9, None, dropped=True)
    one = Reading(100, 100, "m", (tile,), (), (), (), None, (), True)
    assert evaluate_backs.backs(one, labels, [0], "seen") == Backs(1, 1, 1, 1)
    assert evaluate_backs.backs(one, labels, [0], "read") == Backs(1, 0, 0, 0)


def test_kongs_of_a_scene() -> None:
    assert evaluate_backs.kongs(scene("7m", "2p")) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert evaluate_backs.kongs(scene("7m", down=())) == []  # all four face up: nothing to find


def test_a_kong_is_whole_where_its_kind_is_read() -> None:
    def melds(*tiles: str | None) -> Reading:
        return reading(melds=tuple(ReadMeld("concealed", parse_tile(t) if t else None, 0) for t in tiles))

    two = scene("7m", "2p")
    labels = [label("x", 0)] * 9
    assert evaluate_backs.whole(melds("7m", "2p"), labels, two) == (2, 2)
    assert evaluate_backs.whole(melds("7m", "3p"), labels, two) == (1, 2)
    assert evaluate_backs.whole(melds(), labels, two) == (0, 2)
    assert evaluate_backs.whole(melds(None), labels, scene("7m", down=(0, 1, 2, 3))) == (1, 1)
    hidden = [label("x", 0, visible=0.1), *[label("x", 0)] * 3, label("x", 0, visible=0.2), *[label("x", 0)] * 4]
    assert evaluate_backs.whole(melds("2p"), hidden, two) == (1, 1)  # the first cannot be read whole


def test_scenes_are_made_again_and_hold_what_is_looked_for() -> None:
    ((data, labels, one),) = evaluate_backs.scenes(77, 1)
    assert next(evaluate_backs.scenes(77, 2))[0] == data
    assert len(labels) == len(one.tiles)
    assert all(labels[at].name == BACK for tiles in evaluate_backs.kongs(one) for at in tiles if one.tiles[at].down)
    assert evaluate_backs.kongs(one)
