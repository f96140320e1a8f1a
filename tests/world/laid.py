"""Tiles laid on a table in words, as the eye would give them: small photos for tests.

A row is written as it lies, left to right: `5m` upright, `5m~` sideways, `#` face down, `E` a tile that the set doesn't
have, `5m?6m` read as either (0.5 and 0.4), `.` a gap of 0.7 tile widths, `_` the room of a tile. Rows come from the far
end of the table to the player.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile
from vision.types import BACK, CLASSES, OTHER, Box, Detection, Doubt, Layout, Reading
from vision.wire.corrections import correction_json
from vision.wire.readings import to_json

HIGH = 1.35
TEN = "1m 2m 3m 4m 5m 6m 7m 8m 2p 2p"  # ten tiles that wait for 9m, 6m and 3m
WINNER = f"{TEN} . . 9m . 5s 5s~ 5s"
"""Ten tiles, the winning tile apart, a pong at the right; index 9 is the second 2p, 10 the winning tile."""


def tiles(*rows: str, apart: float = 1.7, size: float = 60.0, turn: float = 0.0, held: bool = False) -> list[Detection]:
    """Detections row by row. `apart`: rows, in tile widths; `turn`: of the photo, degrees clockwise; `held`: the reader
    tells how tiles are held.
    """
    placed = []
    for number, row in enumerate(rows):
        x = 0.0
        for word in row.split():
            if word in (".", "_"):
                x += 0.7 if word == "." else 1.0
                continue
            aside = word.endswith("~")
            wide, high = (HIGH, 1.0) if aside else (1.0, HIGH)
            base = number * apart + (HIGH - high) / 2
            placed.append((word.rstrip("~"), x + wide / 2, base, wide, high))
            x += wide
    turned = [_turned(word, x, y, w, h, turn, held=held) for word, x, y, w, h in placed]
    left = min(d.box.x1 for d in turned)
    top = min(d.box.y1 for d in turned)
    return [_moved(d, 1 - left, 1 - top, size) for d in turned]


def _turned(word: str, x: float, y: float, w: float, h: float, turn: float, *, held: bool) -> Detection:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    x, y = x * c - y * s, x * s + y * c
    w, h = w * abs(c) + h * abs(s), w * abs(s) + h * abs(c)
    turns = [0.25] * 4
    if held:
        turns = [0.1] * 4
        turns[round(turn / 90) % 4] = 0.7
    a, b, e, d = turns
    return Detection(Box(x - w / 2, y - h / 2, x + w / 2, y + h / 2), scores(word), 0.9, (a, b, e, d))


def _moved(d: Detection, x: float, y: float, size: float) -> Detection:
    box = Box((d.box.x1 + x) * size, (d.box.y1 + y) * size, (d.box.x2 + x) * size, (d.box.y2 + y) * size)
    return Detection(box, d.scores, d.found, d.turns)


def scores(word: str) -> tuple[float, ...]:
    """`5m`, `5m?6m`, `#` or `E` -> 29 scores."""
    kinds = [{"#": BACK, "E": OTHER}.get(kind, kind) for kind in word.split("?")]
    shares = (0.97,) if len(kinds) == 1 else (0.5, 0.4)
    rest = (1 - sum(shares)) / (len(CLASSES) - len(kinds))
    return tuple(shares[kinds.index(name)] if name in kinds else rest for name in CLASSES)


def frame(detections: Sequence[Detection]) -> tuple[int, int]:
    """A picture that holds them all."""
    return round(max(d.box.x2 for d in detections) + 60), round(max(d.box.y2 for d in detections) + 60)


def photo(*rows: str, apart: float = 1.7, turn: float = 0.0, held: bool = False) -> Layout:
    """The layout of such a photo."""
    found = tiles(*rows, apart=apart, turn=turn, held=held)
    return arrange(found, *frame(found))


def read(*rows: str, apart: float = 1.7) -> Reading:
    """The reading of such a photo."""
    return reconcile(photo(*rows, apart=apart), "test")


def words(layout: Layout) -> list[str]:
    """Every row as its first choices, in reading order."""
    best = [CLASSES[max(range(len(CLASSES)), key=lambda k, d=d: d.scores[k])] for d in layout.detections]  # type: ignore[misc]
    return [" ".join(best[i] for i in row.tiles) for row in layout.rows]


def melds(reading: Reading) -> list[tuple[str, str | None, str | None]]:
    """Kind, tile and feeder of each."""
    return [(m.kind, None if m.tile is None else str(m.tile), m.fed_by) for m in reading.melds]


def codes(reading: Reading) -> list[str]:
    """The codes of its doubts, in order."""
    return [doubt.code for doubt in reading.doubts]


def wire(reading: Reading) -> Any:
    """As a client gets it."""
    return json.loads(json.dumps(to_json(reading), allow_nan=False))


def suggested(doubt: Doubt) -> list[dict[str, object]]:
    """What one tap sends."""
    return [correction_json(step) for step in doubt.suggestion]


def bare(reading: Reading) -> Any:
    """Only what the wire contract names."""
    body = wire(reading)
    fields = ("tile", "box", "confidence", "alternatives", "group")
    return {
        k: body[k] for k in ("width", "height", "model", "groups", "hand", "melds", "winning_tile", "doubts", "ok")
    } | {
        "tiles": [{k: tile[k] for k in fields} for tile in body["tiles"]],
        "groups": [{"role": g["role"], "tiles": g["tiles"]} for g in body["groups"]],
    }
