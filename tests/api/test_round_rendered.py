"""Four rendered photos of one round, one of each hand: who pays whom comes out as from the truth."""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np

from api.answers import round_answer
from datasets.camera import Camera
from datasets.faces import Style
from datasets.lay import Meld, Table
from datasets.paint import render
from datasets.samples import AMBER, encoded
from datasets.scene import Photo, Scene
from datasets.solid import Light
from datasets.textures import Drawn
from scoring import wire
from scoring.tiles import compact, parse_tiles
from vision.photo.load import load
from vision.read.eye import Eye
from vision.types import Reading

HANDS = ("234m67p55s", "123456m789p22s88s", "111222333p44p56s", "147m2558p3669s47p")
MELDS = ((Meld("pong", "9m", "opposite"), Meld("concealed", "1s")), (), (), ())
FACTS = {"rules": "zhuoji", "dealer": 1, "turned": "7p", "wins": [{"seat": 0, "by": "self_draw"}]}
TRUTH = FACTS | {
    "players": [
        {"hand": HANDS[0], "melds": [{"kind": "pong", "tile": "9m", "from": 2}, {"kind": "concealed", "tile": "1s"}]},
        *({"hand": hand} for hand in HANDS[1:]),
    ],
    "wins": [{"seat": 0, "by": "self_draw", "tile": "8p"}],
}


@cache
def readings() -> tuple[Reading, ...]:
    eye = Eye.load()
    return tuple(eye.read(load(photo(seat))) for seat in range(4))


def photo(seat: int) -> bytes:
    """The hand of a seat as its player lays it down; seat 0 has won."""
    table = Table(AMBER, np.random.default_rng(20 + seat))
    x = table.row(tuple(map(str, parse_tiles(HANDS[seat]))), 0, 0, "hand")
    if seat == 0:
        table.row(("8p",), x + 30, 0, "winning")
    x = 0.0
    for meld in MELDS[seat]:
        x = table.meld(meld, x, 62) + 22
    far = 355 if MELDS[seat] else 430
    scene = Scene(
        Camera(1600, 1200, (0, 4, 10), far, 8, 62, -2, 60, 0.03),
        table.centred(), tuple(table.groups), AMBER,
        Light((-350, 420, 1000), softness=5), Photo(quality=84), "felt", (0.06, 0.36, 0.26), seed=20 + seat,
    )  # fmt: skip
    return encoded(render(scene, Drawn(Style(bird="fan")))[0], scene.photo.quality)


def test_the_photos_are_read_as_they_were_laid() -> None:
    assert [compact(reading.hand) for reading in readings()] == [compact(parse_tiles(hand)) for hand in HANDS]


def test_four_photos_settle_as_the_truth_in_every_order() -> None:
    truth = wire.settle(TRUTH)
    for order in itertools.permutations(range(4)):
        answer = round_answer([readings()[seat] for seat in order], list(order), FACTS)
        assert answer["problem"] is None
        for name in ("balance", "transfers", "waived", "winners", "ready", "next_dealer"):
            assert answer["settlement"][name] == truth[name]
        assert {line["seat"] for line in answer["settlement"]["assumed"] if line["code"] == "seen"} == set(range(4))
