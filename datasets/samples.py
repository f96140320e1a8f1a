"""The sample photos of this repository: scenes laid by hand, rendered with faces drawn by us.

    python -m datasets.samples              writes datasets/samples/*.jpg and truth.json; annotated.jpg is what the
                                            eye makes of win.jpg
    python -m datasets.samples large.jpg    writes the 12-megapixel case: 4000 x 3000, a tile 1/60 of the width

truth.json: {file: {tiles, groups, hand, melds, winning_tile, rules, pattern, waits, why}}, tiles and groups in
the shape of a reading (`face`, `turn` and `visible` besides, see `scene.Label`); `pattern` and `waits` are what
the engine must say under `rules`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.birds import Inks
from datasets.camera import Camera
from datasets.faces import Style
from datasets.lay import Meld, Table
from datasets.paint import Pixels, render
from datasets.scene import Label, Photo, Scene
from datasets.solid import Body, Light
from datasets.textures import Drawn, Faces
from scoring.tiles import compact, parse_tiles
from vision.draw import annotated
from vision.photo.load import load
from vision.read.eye import Eye

FOLDER = Path(__file__).with_name("samples")


@dataclass(frozen=True, slots=True)
class Sample:
    """A scene and what it shows."""

    scene: Scene
    faces: Faces
    hand: str
    melds: tuple[Meld, ...] = ()
    winning: str | None = None
    pattern: str | None = None  # under zhuoji
    waits: str = ""
    why: str = ""


def _names(text: str) -> tuple[str, ...]:
    return tuple(map(str, parse_tiles(text)))


AMBER = Body(paper=(0.95, 0.94, 0.89), back=(0.86, 0.52, 0.12))
BLUE = Body(30, 40, 22, 3.5, 2.2, 0.42, (0.96, 0.96, 0.94), (0.13, 0.32, 0.66))
GREEN = Body(26, 35, 19, 2.8, 1.6, 0.38, (0.93, 0.90, 0.80), (0.08, 0.40, 0.24))
CREAM = Body(28, 38, 20, 2.6, 1.2, 0.4, (0.94, 0.92, 0.86), (0.72, 0.20, 0.16))
BLACK_INK = Style(number="k", dot_inks="gkr", stick_inks="ggr", inks=Inks(g="#0f5c38", r="#b51f2b"))


def win() -> Sample:
    """平胡 on 8p: a pong, a concealed kong of 幺鸡 with two tiles face down, the winning tile apart."""
    melds = (Meld("pong", "9m", "opposite"), Meld("concealed", "1s"))
    table = Table(AMBER, np.random.default_rng(11))
    x = table.row(_names("234m67p55s"), 0, 0, "hand")
    table.row(("8p",), x + 30, 0, "winning")
    x = table.meld(melds[0], 0, 62)
    table.meld(melds[1], x + 22, 62)
    scene = Scene(
        Camera(1600, 1200, (0, 4, 10), 355, 8, 62, -2, 60, 0.03),
        table.centred(), tuple(table.groups), AMBER,
        Light((-350, 420, 1000), softness=5), Photo(quality=84), "felt", (0.06, 0.36, 0.26), seed=11,
    )  # fmt: skip
    return Sample(
        scene, Drawn(Style(bird="fan")), "234m67p55s", melds, "8p", "ping_hu", why="a kong is a pass; four 幺鸡"
    )


def seven_pairs() -> Sample:
    """小七对: fourteen tiles in two rows, none apart."""
    table = Table(GREEN, np.random.default_rng(22), tidy=1.3)
    number = table.group("hand")
    for row, names in enumerate((_names("1133m7788p")[:7], _names("8p225599s"))):
        for place, name in enumerate(names):
            table.put(name, place * 27.0, -row * 39.0, number)
    scene = Scene(
        Camera(1600, 1200, (0, 0, 10), 290, -14, 68, 3, 58, 0.02),
        table.centred(), tuple(table.groups), GREEN,
        Light((300, 350, 900), 0.7, 0.4, (1.0, 0.93, 0.82)),
        Photo(quality=82, cast=(1.03, 1.0, 0.95)),
        "wood", (0.62, 0.44, 0.28), seed=22,
    )  # fmt: skip
    return Sample(scene, Drawn(BLACK_INK), "1133m7788p225599s", (), None, "xiao_qi_dui", why="two rows of seven")


def waiting() -> Sample:
    """Thirteen tiles that wait: an added kong fed from the left, an exposed one from the right, seven concealed."""
    melds = (Meld("added", "7s", "left"), Meld("exposed", "2m", "right"))
    table = Table(BLUE, np.random.default_rng(33))
    x = table.row(_names("78m33p456s"), 0, 0, "hand")
    x = table.meld(melds[0], x + 40, 0)
    table.meld(melds[1], x + 20, 0)
    scene = Scene(
        Camera(1600, 1200, (0, 10, 10), 515, -4, 60, 2, 62, 0.03),
        table.centred(), tuple(table.groups), BLUE,
        Light((-200, 600, 1100), 0.7, 0.4), Photo(quality=84), "weave", (0.42, 0.45, 0.50), seed=33,
    )  # fmt: skip
    return Sample(
        scene, Drawn(Style(bold=3, dots="wheel", sticks="slit")), "78m33p456s", melds, None, None, "69m", "6m and 9m"
    )


def discards() -> Sample:
    """大对子 beside the discards of three and a piece of wall."""
    melds = (Meld("pong", "3s", "right"), Meld("pong", "8m", "left"))
    table = Table(CREAM, np.random.default_rng(44), tidy=1.2)
    x = table.row(_names("222p66p77s"), 0, 0, "hand")
    x = table.row(("7s",), x + 34, 0, "winning")
    x = table.meld(melds[0], 0, 58)
    table.meld(melds[1], x + 20, 58)
    table.scatter(_names("9m1p4s6m2s9p1m5s"), 30, 215, 6)
    table.wall(-60, 300, 12)
    scene = Scene(
        Camera(1600, 1200, (0, 90, 10), 490, 5, 64, 1, 62, 0.03),
        table.centred(), tuple(table.groups), CREAM,
        Light((-420, 300, 1000), 0.75, 0.35), Photo(quality=82), "felt", (0.22, 0.30, 0.36), seed=44,
    )  # fmt: skip
    return Sample(scene, Drawn(), "222p66p77s", melds, "7s", "da_dui_zi", why="discards and a wall lie behind")


def miscounted() -> Sample:
    """相公: nine concealed tiles beside a pong, one too few."""
    melds = (Meld("pong", "4p", "opposite"),)
    table = Table(AMBER, np.random.default_rng(55))
    x = table.row(_names("123m456s78p9s"), 0, 0, "hand")
    table.meld(melds[0], x + 36, 0)
    scene = Scene(
        Camera(1600, 1200, (0, 0, 10), 420, -4, 60, 3, 60, 0.02),
        table.centred(), tuple(table.groups), AMBER,
        Light((250, 500, 1000), 0.7, 0.4), Photo(quality=84), "plain", (0.72, 0.70, 0.66), seed=55,
    )  # fmt: skip
    return Sample(scene, Drawn(BLACK_INK), "123m78p4569s", melds, why="twelve tiles: no win, not ready")


def turned() -> Sample:
    """清龙背, a photo upright and taken from the table's side: the row runs up the picture."""
    table = Table(BLUE, np.random.default_rng(66), tidy=1.4)
    x = table.row(_names("111133556688m9m"), 0, 0, "hand")
    table.row(("9m",), x + 26, 14, "winning")
    scene = Scene(
        Camera(1200, 1600, (0, 0, 10), 540, 82, 66, 3, 62, 0.03),
        table.centred(), tuple(table.groups), BLUE,
        Light((-300, -400, 1000), 0.72, 0.38), Photo(quality=84), "felt", (0.52, 0.16, 0.14), seed=66,
    )  # fmt: skip
    return Sample(scene, Drawn(), "1111335566889m", (), "9m", "qing_long_bei", why="turned by a quarter")


SAMPLES = (win, seven_pairs, waiting, discards, miscounted, turned)


def large() -> Sample:
    """The 12-megapixel case: a whole table, a tile is 1/60 of the picture's width."""
    melds = (Meld("pong", "2p", "left"), Meld("concealed", "7m"))
    table = Table(AMBER, np.random.default_rng(77))
    x = table.row(_names("345m88p67s"), 0, 0, "hand")
    table.row(("5s",), x + 30, 0, "winning")
    x = table.meld(melds[0], 0, 62)
    table.meld(melds[1], x + 22, 62)
    table.scatter(_names("9m1p4s6m2s9p1m5s4p9s3m"), 60, 235, 6)
    table.wall(-120, 330, 17)
    table.wall(-230, -60, 12, 90)
    camera = Camera(4000, 3000, (0, 90, 10), 1, 4, 62, 1, 62, 0.02)
    scene = Scene(
        replace(camera, distance=1.06 * camera.focal * AMBER.width / (camera.width / 60)),
        table.centred(), tuple(table.groups), AMBER,
        Light((-500, 700, 1500)), Photo(quality=90, defocus=0.9, noise=0.02),
        "felt", (0.05, 0.30, 0.22), seed=77, finer=1,
    )  # fmt: skip
    return Sample(scene, Drawn(), "345m88p67s", melds, "5s", "ping_hu", why="small in a large picture")


def encoded(pixels: Pixels, quality: int) -> bytes:
    """RGB -> JPEG."""
    done, data = cv2.imencode(
        ".jpg", cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR),
        [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1],
    )  # fmt: skip
    assert done
    return data.tobytes()


def taken(sample: Sample) -> tuple[bytes, dict[str, Any]]:
    """-> (JPEG, truth)."""
    pixels, labels = render(sample.scene, sample.faces)
    return encoded(pixels, sample.scene.photo.quality), truth(sample, labels)


def truth(sample: Sample, labels: Sequence[Label]) -> dict[str, object]:
    """What a reading of the sample must say, and the engine after it."""
    groups = [
        {"role": group.role, "tiles": [k for k, label in enumerate(labels) if label.group == number]}
        for number, group in enumerate(sample.scene.groups)
    ]
    laid = [number for number, group in enumerate(sample.scene.groups) if group.role == "meld"]
    return {
        "width": sample.scene.camera.width,
        "height": sample.scene.camera.height,
        "tiles": [
            {
                "tile": label.name,
                "box": [round(value, 1) for value in label.box],
                "face": [[round(value, 1) for value in corner] for corner in label.face],
                "turn": None if label.turn is None else round(label.turn, 1),
                "visible": round(label.visible, 2),
                "group": label.group,
            }
            for label in labels
        ],
        "groups": groups,
        "hand": compact(parse_tiles(sample.hand)),
        "melds": [
            {"kind": meld.kind, "tile": meld.tile, "group": number, "fed_by": meld.fed_by}
            for meld, number in zip(sample.melds, laid, strict=True)
        ],
        "winning_tile": sample.winning,
        "rules": "zhuoji",
        "pattern": sample.pattern,
        "waits": list(_names(sample.waits)),
        "why": sample.why,
    }


def main(arguments: Sequence[str]) -> None:
    """Write the samples, or the large one to the given file."""
    if arguments:
        Path(arguments[0]).write_bytes(taken(large())[0])
        return
    FOLDER.mkdir(exist_ok=True)
    truths = {}
    for make in SAMPLES:
        name = f"{make.__name__}.jpg"
        data, truths[name] = taken(make())
        (FOLDER / name).write_bytes(data)
    (FOLDER / "truth.json").write_text(json.dumps(truths, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    photo = load(FOLDER / "win.jpg")
    (FOLDER / "annotated.jpg").write_bytes(annotated(photo, Eye.load().read(photo)))


if __name__ == "__main__":
    main(sys.argv[1:])
