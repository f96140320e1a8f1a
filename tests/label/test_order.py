"""Doubt first, an honest sample, and scenes that a split keeps together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.label.conftest import Label
from tests.label.stub import row_of, scene
from vision.labels.dataset import Dataset
from vision.labels.order import CONTRADICTED, DOUBTED, asked, groups, worry
from vision.labels.rows import Row
from vision.labels.sample import errors, sample, silent_errors, wilson
from vision.labels.scenes import scenes, split
from vision.types import Reading
from vision.wire.readings import correct, from_json

PLAIN = Row("", "", "/photos/x.jpg", None, "done", "", "", "m", "", "0" * 64, "", 0, (), None, False)


def row(name: str, bits: int = 0, **more: object) -> Row:
    """A photo whose hash has these bits set."""
    known = {"name": name, "sha256": f"{hash_of(name):064x}", "image": f"{name}.jpg", "perceptual_hash": f"{bits:064x}"}
    return replace(PLAIN, **{**known, **more})  # type: ignore[arg-type]


def hash_of(name: str) -> int:
    return int.from_bytes(name.encode()) * 2**200


def far(k: int) -> int:
    """Hashes that differ from one another in 80 bits."""
    return ((1 << 40) - 1) << (40 * k)


def reading(
    *doubts: tuple[str, str], sure: float = 0.9, hand: str = "", said: bool = False, kind: str = "1m"
) -> Reading:
    """A reading with (code, what it changes), one tile that the eye was so sure of, and a hand."""
    listed = [{"code": code, "message": "?", "worth": {"changes": changes, "units": None}} for code, changes in doubts]
    tile = {"tile": kind, "box": [0, 0, 5, 5], "confidence": sure, "group": 0, "said": said}
    groups = [{"role": "hand", "tiles": [0]}]
    return from_json({"width": 10, "height": 10, "tiles": [tile], "groups": groups, "doubts": listed, "hand": hand})


def test_contradictions_come_before_any_number_of_doubts() -> None:
    impossible = worry(reading(("fifth_copy", "nothing")))
    assert impossible >= CONTRADICTED
    assert worry(reading(*[("low_confidence", "hand")] * 100)) < impossible
    order = [worry(reading(("low_confidence", what))) for what in ("hand", "pattern", "units", "wait", "unknown")]
    assert order == sorted(order, reverse=True)
    assert order[-1] > DOUBTED > worry(reading(*[("which_hand", "hand"), ("winning_unknown", "units")] * 10)) > 0
    assert worry(reading()) == 0


def test_a_hand_of_fifteen_is_impossible_and_a_table_of_36_is_none() -> None:
    odd = ("odd_count", "hand")
    assert worry(reading(odd, hand="123456789m123456p")) >= CONTRADICTED
    assert worry(reading(odd, hand="123456789m")) < DOUBTED
    assert worry(reading(odd, hand="123456789m" * 4)) < DOUBTED


def test_a_hand_with_honours_is_of_another_game_and_nine_tiles_in_three_rows_are_no_melds() -> None:
    odd, mixed = ("odd_count", "hand"), ("mixed_meld", "hand")
    fifteen = "123456789m123456p"
    assert worry(reading(odd, mixed, hand=fifteen, kind="other")) < DOUBTED
    assert worry(reading(("fifth_copy", "hand"), hand=fifteen, kind="other")) >= CONTRADICTED
    assert worry(reading(mixed, hand="123456789m123p")) >= CONTRADICTED
    assert worry(reading(mixed, hand="123456789m")) < DOUBTED


def test_a_tile_that_the_eye_is_not_sure_of_is_doubted_until_a_person_has_named_it() -> None:
    assert worry(reading(sure=0.49)) == DOUBTED
    assert worry(reading(sure=0.51)) == 0
    assert worry(reading(sure=0.49, said=True)) == 0


def test_an_honour_that_is_surely_one_is_no_question_in_a_data_set() -> None:
    strange = [{"code": "not_in_set", "message": "?", "tiles": [0], "worth": {"changes": "hand", "units": None}}]
    for kind, sure, codes in (("other", 0.9, []), ("other", 0.4, ["not_in_set"]), ("1m", 0.9, ["not_in_set"])):
        tile = {"tile": kind, "box": [0, 0, 5, 5], "confidence": sure, "group": 0}
        found = from_json({"width": 10, "height": 10, "tiles": [tile], "groups": [{"role": "hand", "tiles": [0]}],
                           "doubts": strange})  # fmt: skip
        assert [doubt.code for doubt in asked(found)] == codes


def test_look_alikes_stay_together_behind_the_gravest_of_them() -> None:
    rows = [
        row("calm", far(0), worry=10),
        row("burst1", far(1), worry=20),
        row("burst2", far(1) + 1, worry=CONTRADICTED + 5),
        row("other", far(2), worry=30),
    ]
    assert [[r.name for r in group] for group in groups(rows)] == [["burst2", "burst1"], ["other"], ["calm"]]


def test_a_sample_is_of_what_nobody_doubts_or_has_seen() -> None:
    rows = [row(f"p{k}") for k in range(50)]
    rows += [
        row("doubted", worry=DOUBTED),
        row("apart", worry=DOUBTED - 1, checked="2026"),
        row("seen", checked="2026"),
        row("said", corrections=({"op": "drop"},)),
    ]
    drawn = sample(rows, 20)
    assert len(drawn) == 20
    assert {r.name for r in drawn} <= {f"p{k}" for k in range(50)}
    assert [r.name for r in sample(rows[::-1], 20)] == [r.name for r in drawn]
    assert [r.name for r in sample(rows, 10)] == [r.name for r in drawn[:10]]
    assert [r.name for r in sample(rows, 20, seed=1)] != [r.name for r in drawn]
    before = [replace(r, sampled=True, checked="2026") if r.name == "p7" else r for r in rows]
    assert sample(before, 5)[0].name == "p7"  # what was drawn before counts


def test_wilsons_interval() -> None:
    """Newcombe 1998 (Statistics in Medicine 17, table I, method 3): 81/263, 15/148, 0/20, 1/29."""
    for hits, trials, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611),
                                    (1, 29, 0.0061, 0.1718)):  # fmt: skip
        assert wilson(hits, trials) == pytest.approx((low, high), abs=0.0001)
    assert wilson(0, 0) == (0, 1)


def test_errors_are_tiles_said_otherwise() -> None:
    tiles = [{"tile": "1m", "box": [20 * k, 0, 20 * k + 15, 20], "group": 0} for k in range(4)]
    one = from_json({"width": 99, "height": 99, "tiles": tiles, "groups": [{"role": "hand", "tiles": [0, 1, 2, 3]}]})
    steps: list[dict[str, object]] = [
        {"op": "set", "tile": 0, "kind": "1m"},  # it is right
        {"op": "set", "tile": 1, "kind": "2m"},
        {"op": "drop", "tile": 2},
        {"op": "add", "box": [80, 0, 95, 20], "kind": "9s"},
    ]
    assert errors(one, correct(one, steps)) == 3
    assert errors(one, correct(one, steps[:1])) == 0


def test_the_silent_error_of_a_sample(run: Label, dataset: Dataset) -> None:
    run()
    assert silent_errors(dataset) == []
    drawn = sample(dataset.manifest.rows("done"), 2)
    dataset.manifest.draw([r.sha256 for r in drawn])
    a, c = (dataset.manifest.named(name) for name in "ac")
    assert a is not None
    assert c is not None
    dataset.correct(a, [{"op": "set", "tile": 0, "kind": "9m"}], True)
    (found,) = silent_errors(dataset)
    assert (found.model, found.photos, found.wrong, found.errors, found.tiles) == ("stub", 1, 1, 1, 5)
    dataset.correct(c, [], True)
    (found,) = silent_errors(dataset)
    assert (found.photos, found.wrong, found.errors, found.tiles) == (2, 1, 1, 10)


def test_a_scene_is_a_video_a_view_or_a_while() -> None:
    rows = [
        row("a", far(0), video="v"),
        row("b", far(1), video="v"),
        row("c", far(2), taken="2026:01:31 20:00:00"),
        row("d", far(3), taken="2026:01:31 20:09:00"),
        row("e", far(4), taken="2026:01:31 20:18:00"),
        row("f", far(5), taken="2026:01:31 21:00:00"),
        row("g", far(0) + far(4) + far(5), taken="2026:01:31 20:01:00", source="/elsewhere/x.jpg"),
        row("h", far(5) + 7),
    ]
    assert scenes(rows) == [0, 0, 2, 2, 2, 5, 6, 5]


def test_a_split_keeps_scenes_whole_and_fills_both_parts() -> None:
    rows = [row(f"{video}{k}", video=f"v{video}") for video in range(10) for k in range(10)]
    views = [far(k % 6) ^ (k // 6) * far(5) for k in range(10)]
    rows = [replace(r, perceptual_hash=f"{views[int(str(r.video)[1:])]:064x}") for r in rows]
    parts = split(rows, 0.2)
    train, val = (set(parts[part]) for part in ("train", "val"))
    assert len(train | val) == 100
    assert not train & val
    assert 10 <= len(val) <= 30
    assert not {name[0] for name in train} & {name[0] for name in val}
    two = [row("x", far(0)), row("y", far(1))]
    for share in (0.01, 0.99):
        assert all(len(images) == 1 for images in split(two, share).values())
    assert split(two[:1], 0.5)["train"] or split(two[:1], 0.5)["val"]
    assert split([], 0.5) == {"train": (), "val": ()}


def test_a_split_is_written_for_yolo(run: Label, dataset: Dataset, photos: Path) -> None:
    for k in range(6):
        scene(row_of(f"{k + 1}s", y=10 + 15 * k, x=20 * k)).save(photos / f"s{k}.png")
    run(share=0.4)
    lists = {part: (dataset.root / f"{part}.txt").read_text().split() for part in ("train", "val")}
    assert sorted(lists["train"] + lists["val"]) == sorted(f"./images/{path.name}" for path in photos.iterdir())
    assert (dataset.root / "data.yaml").read_text().startswith("train: train.txt\nval: val.txt\n")
    assert all(lists.values())
