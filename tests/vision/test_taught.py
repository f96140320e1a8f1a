"""A set taught from a photo: what is learned, when it is heard, and that its file comes back as it was."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from scoring.errors import InvalidInput
from scoring.tiles import KINDS, Tile
from tests.world.laid import frame, tiles
from vision.eye.reader import Sight
from vision.eye.taught import FEWEST, MOST_OF_KIND, Directions, TaughtFace, TaughtSet, shipped
from vision.layout.arrange import arrange
from vision.photo.load import load
from vision.read.eye import Eye
from vision.read.learn import names
from vision.read.reconcile import reconcile
from vision.types import CLASSES, Box, Detection, Reading, scores_of
from vision.wire import sets
from vision.wire.readings import correct, from_json, to_json

SAMPLES = Path(__file__).parent.parent.parent / "datasets" / "samples"
ALONG = Directions(np.zeros(KINDS + 2), np.eye(KINDS + 2), np.zeros((KINDS, KINDS + 2)))
"""Every kind has a direction of its own; two are left for faces that the reader does not know."""
ODD = KINDS


def sight(seen: dict[str, float], look: int) -> Sight:
    return Sight(Detection(Box(0, 0, 20, 28), scores_of(seen)), np.eye(KINDS + 2)[look])


def set_of(*faces: tuple[str, int]) -> TaughtSet:
    return TaughtSet("reader", tuple(TaughtFace.of(kind, np.eye(KINDS + 2)[look]) for kind, look in faces))


KNOWN = [sight({str(tile): 0.99}, tile) for tile in (Tile.M2, Tile.M3, Tile.P4, Tile.P5, Tile.S6)]
FACES = [(str(tile), int(tile)) for tile in (Tile.M2, Tile.M3, Tile.P4, Tile.P5, Tile.S6)]
ODD_BIRD = sight({"other": 0.6, "1s": 0.35}, ODD)


def best(detection: Detection) -> str:
    return CLASSES[detection.scores.index(max(detection.scores))]


def test_a_face_that_the_reader_takes_for_another_is_named_as_it_was_taught() -> None:
    *rest, bird = set_of(*FACES, ("1s", ODD)).heard([*KNOWN, ODD_BIRD], ALONG)
    assert (best(bird), best(ODD_BIRD.detection)) == ("1s", "other")
    assert bird.taught == pytest.approx(max(bird.scores))
    assert [one.taught for one in rest] == [None] * FEWEST
    assert [best(one) for one in rest] == [kind for kind, _ in FACES]


def test_a_set_is_not_heard_where_it_does_not_know_the_sure_tiles() -> None:
    seen = [*KNOWN, ODD_BIRD]
    others = [(kind, (look + 1) % KINDS) for kind, look in FACES]
    assert set_of(*others, ("1s", ODD)).heard(seen, ALONG) == tuple(one.detection for one in seen)
    assert set_of(*FACES, ("1s", ODD)).heard(seen[1:], ALONG) == tuple(one.detection for one in seen[1:])  # too few


def test_a_set_of_another_reader_changes_nothing_and_is_named_old() -> None:
    photo = load(SAMPLES / "win.jpg")
    old = TaughtSet("another", (TaughtFace("1s", b"\x01\x02"),))
    plain, reading = eye().read(photo), eye().with_set(old).read(photo)
    assert [doubt.code for doubt in reading.doubts] == ["old_set", *(doubt.code for doubt in plain.doubts)]
    assert (reading.tiles, reading.hand, reading.ok) == (plain.tiles, plain.hand, plain.ok)
    again = correct(from_json(to_json(reading)), [{"op": "set", "tile": 0, "kind": "9m"}])
    assert "old_set" in [doubt.code for doubt in again.doubts]


@cache
def eye() -> Eye:
    return Eye.load(threads=1)


def test_a_photo_teaches_its_sure_faces_and_is_read_the_same_with_them() -> None:
    photo = load(SAMPLES / "win.jpg")
    plain = eye().read(photo)
    taught = eye().learn(photo, names(plain))
    assert set(taught.kinds) == {tile.kind for tile in plain.tiles} & set(CLASSES[:KINDS])
    helped = eye().with_set(taught)
    reading = helped.read(photo)
    assert helped.model != eye().model == eye().with_set(None).model
    assert (reading.hand, reading.melds, reading.winning_tile) == (plain.hand, plain.melds, plain.winning_tile)
    assert all(tile.detection.taught is None for tile in reading.tiles)


def laid(*rows: str) -> Reading:
    found = tiles(*rows)
    return reconcile(arrange(found, *frame(found)))


SUITS = tuple(" ".join(f"{rank}{suit}" for rank in range(1, 10)) for suit in "mps")


def test_three_rows_of_nine_name_themselves() -> None:
    rows = (SUITS[0], SUITS[1].replace("3p", "4p"), SUITS[2].replace("1s", "E"))
    assert sorted(names(laid(*rows)).values()) == sorted(map(str, Tile))
    backwards = " ".join(SUITS[2].split()[::-1])
    assert sorted(names(laid(backwards, SUITS[0], SUITS[1])).values()) == sorted(map(str, Tile))


def test_of_another_photo_the_player_s_word_is_taught_and_what_is_sure() -> None:
    reading = laid("2m 3m 4m 5p?6p 6p 7p E . 5s 5s~ 5s")
    at = next(i for i, tile in enumerate(reading.tiles) if tile.kind == "other")
    plain = names(reading)
    assert "other" not in plain.values()
    told = correct(reading, [{"op": "set", "tile": at, "kind": "1s"}, {"op": "drop", "tile": 0}])
    found = names(told)
    assert found[told.tiles[at].box] == "1s"
    assert told.tiles[0].box not in found


def test_the_file_comes_back_as_it_was_and_stays_small() -> None:
    rng = np.random.default_rng(0)
    length = len(shipped().usual[0])
    faces = [TaughtFace.of(kind, rng.uniform(-1, 1, length)) for kind in CLASSES for _ in range(MOST_OF_KIND + 2)]
    full = TaughtSet("a" * 12, ()).with_faces(faces)
    assert len(full.faces) == MOST_OF_KIND * len(CLASSES)
    assert faces[0] not in full.faces  # the newest stay
    written = json.dumps(sets.to_json(full))
    assert len(written) <= sets.MOST_BYTES
    assert sets.from_json(json.loads(written), len(written)) == full
    few = set_of(("1m", 0), ("back", 1))
    assert sets.to_json(few)["kinds"] == ["1m", "back"]
    assert sets.to_json(few)["missing"] == [str(tile) for tile in Tile if tile != Tile.M1]


GOOD = sets.to_json(set_of(("1m", 0), ("2m", 1)))


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        (None, ""),
        ([], ""),
        ("our.set", ""),
        (GOOD | {"zhuoji": "deal"}, "/zhuoji"),
        (GOOD | {"reader": 7}, "/reader"),
        (GOOD | {"faces": {}}, "/faces"),
        (GOOD | {"faces": [{"tile": "1m", "look": "AQ=="}] * 200}, "/faces"),
        (GOOD | {"faces": ["1m"]}, "/faces/0"),
        (GOOD | {"faces": [{"tile": "1x", "look": "AQ=="}]}, "/faces/0/tile"),
        (GOOD | {"faces": [{"tile": "1m", "look": "?"}]}, "/faces/0/look"),
        (GOOD | {"faces": [{"tile": "1m", "look": ""}]}, "/faces/0/look"),
        (GOOD | {"faces": [{"tile": "1m", "look": "AQ=="}, {"tile": "2m", "look": "AQI="}]}, "/faces/1"),
    ],
)
def test_what_is_no_set_is_refused_with_its_place(value: object, pointer: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        sets.from_json(value)
    assert (refused.value.code, refused.value.pointer) == ("bad_set", pointer)


def test_a_set_that_is_too_large_is_refused() -> None:
    with pytest.raises(InvalidInput, match="65536"):
        sets.from_json(GOOD, sets.MOST_BYTES + 1)


def test_faces_are_added_to_those_of_the_same_reader_only() -> None:
    before, more = set_of(("1m", 0)), set_of(("1m", 1), ("2m", 2))
    assert more.after(before).kinds == ("1m", "2m")
    assert len(more.after(before).faces) == 3
    assert more.after(replace(before, reader="older")) == more
