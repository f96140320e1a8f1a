"""The registry of doubts: every code and every further sentence of it stands in /docs, can be raised, and says what one
tap does.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from string import Formatter

import pytest

from api import photo_shapes
from api.docs import render
from tests.world.laid import TEN, WINNER, frame, suggested, tiles
from tests.world.tables import table
from vision import doubts
from vision.doubts.codes import Code, known
from vision.doubts.together import check_together
from vision.doubts.variants import Ask, Variant
from vision.eye.thresholds import MOST_TILES
from vision.layout.arrange import arrange
from vision.read.reconcile import Overrides, reconcile
from vision.types import CLASSES, Box, Doubt, Group, Reading, Role
from vision.wire.readings import correct

SAYS: tuple[Code | Variant, ...] = (*Code, *Variant)
PROSE = ("codes", "variants", "words")  # modules
WAITS = f"{TEN} . 5s 5s~ 5s"


@dataclass(frozen=True)
class Seen:
    """How the eye sees one tile otherwise than it lies. `x`, `y`: pixels that its box is off; `narrower`, `higher`: by
    which it is smaller, both sides together, and larger; `scores`: of its kinds; `share`: of all its scores that is
    left; `onto`: a tile that its box shows again.
    """

    x: float = 0.0
    y: float = 0.0
    narrower: float = 0.0
    higher: float = 0.0
    found: float = 0.9
    stacked: float | None = None
    share: float = 1.0
    onto: int | None = None
    scores: Mapping[str, float] = field(default_factory=dict)


WEAK = Seen(found=0.2, share=0.4)


@dataclass(frozen=True)
class Case:
    """A table in words that raises a doubt, and what one tap sends: ops, the kind or role of each. `seed`: a rendered
    table instead.
    """

    rows: tuple[str, ...]
    tap: tuple[str, ...] = ()
    seen: Mapping[int, Seen] = field(default_factory=dict)
    groups: Mapping[str, Sequence[int]] = field(default_factory=dict)
    steps: tuple[Mapping[str, object], ...] = ()
    apart: float = 1.7
    turn: float = 0.0
    cut: int = 0  # pixels that are cut off the picture's left edge
    seed: int | None = None
    notes: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()  # another photo of the round

    def reading(self) -> Reading:
        if self.beside:
            return check_together((replace(self, beside=()).reading(), Case(self.beside).reading()))[0]
        if self.seed is not None:
            there = table(self.seed, poor=False)
            return reconcile(arrange(there.detections, there.width, there.height))
        found = tiles(*self.rows, apart=self.apart, turn=self.turn) if self.rows else []
        for i, how in self.seen.items():
            one, box = found[i], found[i if how.onto is None else how.onto].box
            half = how.narrower / 2
            box = Box(box.x1 + how.x + half, box.y1 + how.y - how.higher, box.x2 + how.x - half, box.y2 + how.y)
            scores = tuple(how.scores.get(kind, 0.0) for kind in CLASSES) if how.scores else one.scores
            scores = tuple(how.share * score for score in scores)
            found[i] = replace(one, box=box, found=how.found, stacked=how.stacked, scores=scores)
        found = [replace(d, box=Box(d.box.x1 - self.cut, d.box.y1, d.box.x2 - self.cut, d.box.y2)) for d in found]
        groups = tuple(Group(Role(name.rstrip("_")), tuple(members)) for name, members in self.groups.items())
        width, height = frame(found) if found else (640, 480)
        layout = replace(arrange(found, width, height), notes=self.notes)
        reading = reconcile(layout, overrides=Overrides(groups=groups) if groups else None)
        return correct(reading, list(self.steps)) if self.steps else reading


FIRST_TEN = range(10)
CASES: Mapping[Code | Variant, Case] = {
    Code.NO_TILES: Case(()),
    Code.NO_HAND: Case(("# # 3s # # # #",)),
    Code.TOO_MANY_TILES: Case(("1p 4s 7m 9s 3p 2s 6s 6p 8m 5s " * 2,) * (MOST_TILES // 20)),
    **{code: Case((WAITS,), notes=(code,)) for code in Code if code.traits.of_photo},
    Code.ODD_COUNT: Case(("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 1p",)),
    Variant.TWO_WINNING_TILES: Case(
        (f"{TEN} 3p 4s . 5s 5s~ 5s",), groups={"hand": FIRST_TEN, "winning": (10, 11), "meld": (12, 13, 14)}
    ),
    Variant.FIVE_MELDS: Case(
        ("1m 1m 1m 2m 2m 2m 3m 3m 3m 4m 4m 4m 5m 5m 5m 6m",),
        groups={
            "meld": (0, 1, 2),
            "meld_": (3, 4, 5),
            "meld__": (6, 7, 8),
            "meld___": (9, 10, 11),
            "meld____": (12, 13, 14),
            "hand": (15,),
        },
    ),
    Variant.FIVE_COPIES: Case((TEN,), steps=tuple({"op": "set", "tile": i, "kind": "2p"} for i in range(5, 10))),
    Variant.FIVE_TOGETHER: Case(
        ("1m 1m 1m 2m 3m 4m 5m 6m 7m 8m 2p 2p 9p",), beside=("1m 1m 3p 3p 4p 4p 5p 5p 6p 6p 7p 7p 8p",)
    ),
    Code.FIFTH_COPY: Case(("1m 1m 1m 1m 1m?2m 2m 3m 4p 5p 6p 7s 8s 9s",), ("set 1m",)),
    Code.CHANGED: Case(("1m 2m 3m 4m 5m 6m 1p 2p 3p 7s 8s 5p 6p?5p . . 9s",), ("set 6p",)),
    Code.FACE_DOWN: Case(("1m 2m 3m 7m 8m 3p 3p 4s 5s 6s # # 9s",), groups={"hand": range(13)}),
    Code.NOT_IN_SET: Case((f"{TEN} E . 5s 5s~ 5s",), ("drop",), groups={"hand": range(11), "meld": (11, 12, 13)}),
    Code.LEFT_OUT: Case(
        ("_ _ _ 3p", f"{TEN[:-3]} . 5s 5s~ 5s"),
        ("move hand",),
        groups={"other": (0,), "hand": range(1, 10), "meld": (10, 11, 12)},
        apart=1.8,
    ),
    Variant.ABOVE_MELD: Case(
        ("_ _ _ _ _ _ _ _ _ _ . _ 5s~", WAITS),
        ("move meld",),
        groups={"other": (0,), "hand": range(1, 11), "meld": (11, 12, 13)},
        apart=1.5,
    ),
    Variant.NEARBY_WINS: Case(("_ _ _ 9m", WAITS), ("move winning",), apart=6.5),
    Variant.NEARBY_IDLE: Case((WAITS, "_ _ _ 1s"), ("move winning",), apart=2.2),
    Variant.HARDLY_SEEN: Case((f"{TEN} . . 9m . 5s 5s~ 5s",), ("move winning",), seen={10: WEAK}),
    Variant.HARDLY_SEEN_BY_PONG: Case(
        ("_ _ _ _ _ _ _ _ _ _ . _ . _ 7s~", f"{TEN} . 9m . 5s 5s~ 5s"),
        ("move meld", "set 5s"),
        seen={0: WEAK},
        apart=1.2,
    ),
    Variant.TOUCHING: Case(
        (f"{TEN} . . 9m E . . 5s 5s~ 5s",),
        groups={"hand": FIRST_TEN, "winning": (10,), "other": (11,), "meld": (12, 13, 14)},
    ),
    Variant.TOUCHING_PONG: Case(
        (f"{WAITS} 9p",), ("move meld", "set 5s"), groups={"hand": FIRST_TEN, "meld": (10, 11, 12), "other": (13,)}
    ),
    Variant.HARD_TO_NAME: Case((f"{TEN} . 5s 5s~ 5s . . . E",), ("move winning",)),
    Code.DUPLICATE: Case((f"{TEN[3:]} . 5s 5s~ 5s 4m",), ("move hand",), seen={12: Seen(onto=2, x=20, found=0.5)}),
    Variant.SEEN_AS_TWO: Case((f"{WAITS} 8m",), ("drop",), seen={13: Seen(onto=4, x=20, found=0.5)}),
    Code.LOW_CONFIDENCE: Case((WAITS,), seen={4: Seen(scores={"5m": 0.7})}),
    Variant.NOT_CLEAR_WHICH: Case(("1m 2m 3m 4m 5m 6m 7m 8m 2p 2p 1s 3s 5s?6s",), ("set 6s",)),
    Variant.NOT_CLEAR_OF_THREE: Case(
        ("1m 2m 3m 7m 8m 3p 3p 4s 5s 6s 7s 8s 9s",),
        ("set 6m",),
        seen={4: Seen(scores={"8m": 0.6, "6m": 0.3, "2m": 0.02})},
    ),
    Code.MIXED_MELD: Case((f"{TEN} . 7s 8s~ 9s",), ("move hand",)),
    Code.SHORT_MELD: Case((f"{TEN} . 5s . 5s~ 5s",), groups={"hand": FIRST_TEN, "meld": (10, 11, 12)}),
    Variant.BACK_IN_PONG: Case((f"{TEN} . # 5s 5s #",), steps=({"op": "drop", "tile": 12},)),
    Variant.ONLY_BACKS: Case((f"{TEN} . # # #",), groups={"hand": FIRST_TEN, "meld": (10, 11, 12)}),
    Variant.STACKED_ON_PONG: Case((f"{TEN} . 9m . 5s 5s~ 5s",), ("add 5s",), seen={12: Seen(stacked=0.8)}),
    Code.HIDDEN_KONG: Case((f"{TEN} . # # # #",)),
    Code.KONG_KIND: Case((f"{TEN} . . 5s 5s 5s 5s",)),
    Variant.FOURTH_ASTRAY: Case(
        ("_ _ _ _ _ _ _ _ _ _ . _ _ . 5s~", WAITS), ("drop",), seen={0: Seen(found=0.5)}, apart=1.1
    ),
    Variant.SIDEWAYS_AND_DOWN: Case((f"{TEN} . # 5s~ 5s #",), ("set 5s", "set 5s")),
    Code.FEEDER: Case((f"{TEN} . 1s~ 1s 1s~",)),
    Variant.FED_AT_ALL: Case((f"{TEN} . 1s 1s~ 1s",), seen={11: Seen(narrower=14, higher=10)}),
    Variant.FED_UNSEEN: Case((), seed=31_000_499),
    Code.DIRECTION: Case((f"{TEN} . 1s~ 1s 1s",), turn=75),
    Code.PARTED: Case(("5p 5p 5p 1m 2m 3m 4m 2p 3p 7s 8s 9s 9s",), ("move meld",)),
    Variant.AS_PONG: Case(("1m 2m 3m 4m 5m 6m 7m . 2p 2p 2p . 9s 9s 9s",), ("move hand",)),
    Variant.LAST_IS_FOURTH: Case(
        ("7s 7s 7s~ . 7p 7p~ 7p . 8s 8s 8s~ . 2p 2p~ 2p", "_ _ _ _ _ _ 7s"), ("move meld",), apart=2.2
    ),
    Variant.HAND_IS_KONG: Case(("4m 4m 4m 4m",), ("move meld",), groups={"hand": range(4)}),
    Variant.FOURTH_IN_HAND: Case(
        ("2m 3m 4m 5m 6m 7m 8m 2p 2p 3p 5s 5s 5s~ 5s",),
        ("move meld",),
        groups={"hand": range(11), "meld": (11, 12, 13)},
    ),
    Variant.WON_BESIDE_PAIR: Case(
        ("1m 2m 3m 4m 5m 6m 7m 8m . 9s 9s 9s . 5s 5s~ 5s",),
        ("move meld",),
        groups={"hand": FIRST_TEN, "winning": (10,), "meld": (11, 12, 13)},
    ),
    Variant.STACKED_ON_PAIR: Case(("5s 9p 5s", TEN)),
    Variant.TOUCHED_PONG: Case((f"{TEN} . 5s~ 5s 5s 9m~",), ("move meld",)),
    Code.NOT_COMPLETE: Case(("1m 2m 3m 4m 5m 6m 1p 2p 3p 7s 8s 5p 5p . . 1s",)),
    Code.WINNING_UNSURE: Case(
        ("1m 2m 3m 4m 5m 6m 7m 8m 9m 2p 2p~ . 5s 5s~ 5s",), ("move hand",), seen={10: Seen(narrower=12, higher=8)}
    ),
    Variant.WON_BY_HARDLY_SEEN: Case((WINNER,), ("drop",), seen={10: Seen(found=0.5)}),
    Variant.WON_BY_FOURTH: Case(("3s 4s 2m 3m 4m 5m 6m 7m 2p 2p . . 5s . 5s 5s~ 5s",), ("move meld",)),
    Variant.WON_BY_FAR: Case(
        ("9m~", WAITS),
        ("move discards",),
        groups={"winning": (0,), "hand": range(1, 11), "meld": (11, 12, 13)},
        apart=6,
    ),
    Variant.WON_AMONG_DISCARDS: Case(
        ("1p 4s 9m~ 7m 9s", WAITS),
        ("move discards",),
        groups={"discards": (0, 1, 3, 4), "winning": (2,), "hand": range(5, 15), "meld": (15, 16, 17)},
        apart=3,
    ),
    Code.WINNING_UNKNOWN: Case(("1m 1m 1m 1m 2p 2p 3p 3p 5s 5s 7s 7s 9s 9s",)),
    Code.HALF_SEEN: Case((WAITS,), seen={4: Seen(y=-22, higher=-45)}),
    Variant.HALF_SEEN_WHICH: Case(
        (WAITS,), ("set 6m",), seen={4: Seen(y=-22, higher=-45, scores={"5m": 0.9, "6m": 0.05})}
    ),
    Code.CUT_OFF: Case((WAITS,), cut=60),
    Variant.CUT_OFF_NEARBY: Case(("2s . 1m 4m 7m 2p 5p 8p 9p 3s 6s 9s . 5s 5s~ 5s",), seen={0: WEAK}, cut=60),
    Code.ON_TOP: Case((WINNER,), seen={4: Seen(stacked=0.95)}),
    Code.GAP: Case(("1m 2m 3m 4m _ 6m 7m 8m 2p 2p . 5s 5s~ 5s",)),
    Code.OVERLAP: Case(("1m 2m 3m 4m 5m 6m 7m 8m 2p 2p 2p . 5s 5s~ 5s",), ("drop",), seen={10: Seen(x=-25)}),
    Code.APART: Case(("_ _ _ 4s", f"{TEN} 5s 6s"), apart=3, groups={"hand": range(13)}),
    Code.SIDEWAYS: Case(("1m 2m 3m 4m 5m 6m 7m 8m 9m 2p 2p 7s~ 8s",)),
    Code.WHICH_HAND: Case((WAITS, "1s 2s 3s 4s 6s 7s 9s 9s 9s 1p 1p 3p 4p"), apart=4),
    Code.OTHER_READING: Case(("1s 2s 3s 5p 5p 6s 7s . 7m 7m 7m # 3m 3m 3m",), ("move meld", "move meld")),
}


def pattern(template: str) -> re.Pattern[str]:
    """What any message made of that template looks like."""
    parts = [
        re.escape(text) + ("" if name is None else f"(?:{re.escape(mark or '')}.+?)?" if mark else ".*?")
        for text, name, mark, _ in Formatter().parse(template)
    ]
    return re.compile("".join(parts))


def tapped(doubt: Doubt) -> tuple[str, ...]:
    """The ops of one tap, each with its kind or role."""
    return tuple(" ".join(str(step[key]) for key in ("op", "kind", "role") if key in step) for step in suggested(doubt))


@pytest.mark.parametrize("says", SAYS, ids=lambda says: says.name)
def test_each_sentence_is_raised_by_a_table_and_a_tap_does_what_it_says(says: Code | Variant) -> None:
    reading = CASES[says].reading()
    code = says if isinstance(says, Code) else says.code
    asked = [d for d in reading.doubts if d.code == code and pattern(says.zh).fullmatch(d.message)]
    assert asked, [(d.code, d.message) for d in reading.doubts]
    assert all(pattern(says.en).fullmatch(doubt.message_en) for doubt in asked)
    assert CASES[says].tap in map(tapped, asked)


@pytest.mark.parametrize("code", Code)
def test_the_schema_lists_each_code_with_its_meaning(code: Code) -> None:
    listed = photo_shapes.Doubt.model_json_schema()["properties"]["code"]["oneOf"]
    assert {"const": code.value, "description": code.meaning} in listed
    assert len(listed) == len(Code)


def test_docs_show_each_code_with_its_meaning() -> None:
    schema = photo_shapes.Doubt.model_json_schema()
    info = {"title": "x", "version": "1", "summary": ""}
    page = render({"info": info, "paths": {}, "components": {"schemas": {"Doubt": schema}}})
    for code in Code:
        assert f"<dt><code>{code}</code></dt><dd>{escape(code.meaning)}</dd>" in page


def test_a_code_that_a_client_made_up_is_not_known() -> None:
    assert known("invented") is None
    assert known("left_out") is Code.LEFT_OUT


def literals(module: Path) -> Iterator[str]:
    """The strings of a module that are no docstrings."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return (
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    )


def test_checks_hold_no_prose() -> None:
    rooms = [path for path in Path(doubts.__file__).parent.glob("*.py") if path.stem not in PROSE]
    assert len(rooms) > 15
    for path in rooms:
        words = [text for text in literals(path) if re.search("[一-鿿]", text) or text.count(" ") > 1]
        assert not words, (path.name, words)


def test_no_phrase_is_left_over() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in Path(doubts.__file__).parent.glob("*.py"))
    for phrase in Ask:
        assert f"Ask.{phrase.name}" in source, phrase
