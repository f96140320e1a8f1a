"""Which tiles of a row lie sideways: what box, room, place and face tell, weighed by a small network.

Boxes are far less sure than they look, since neighbours err alike, and what one signal tells depends on the others:
added up, each with a weight of its own, they err 2.5 times as much (cross-entropy 0.046 against 0.019 a tile).
`python -m models.fits.sideways` fits the network to rendered tables.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from vision.layout.orientation import quarter_of, sideways, torn
from vision.layout.rows import Array
from vision.layout.scale import FACE, Frame, Pair, dot
from vision.types import Detection

FACE_SHARES = (1.0, 0.45)  # the face's share of what is seen of a tile's depth: from above, and from low with flanks
NOISE_SHARE = 0.07  # of a box's side: what detectors err, and boxes include flanks or don't
ACROSS_WIDTHS = 0.08  # by which centres of a row stray from their line
BOX_LOG_ODDS = 6.0  # beyond which what a box tells counts little
SUREST_LOG_ODDS = 12.0
TOGETHER_WIDTHS = 0.3  # of free room that neighbours leave who belong together
ROOM_WIDTHS = 0.7  # of room beyond which it tells nothing of the tiles beside it
WEIGHTS = Path(__file__).with_name("sideways.json")
Net = Mapping[str, Array]
"""The arrays of `WEIGHTS` by name."""
SHIPPED: Net = {name: np.array(values) for name, values in json.loads(WEIGHTS.read_text()).items()}


def log_odds(measured: Array, net: Net = SHIPPED) -> list[float]:
    """`measured`: what `signals` gives -> log-odds that each tile lies sideways rather than upright."""
    held = np.clip(measured, net["least"], net["most"])
    odds = np.tanh(held @ net["into"] + net["start"]) @ net["out"] + net["bias"]
    whole: list[float] = np.clip(odds, -SUREST_LOG_ODDS, SUREST_LOG_ODDS).tolist()
    return whole


def signals(
    found: tuple[Detection, ...], frame: Frame, line: list[int], local: list[Pair], raw: list[float], axis: Pair
) -> Array:
    """What tells how each tile of a row lies, one line a tile. `local`: the row's direction at each; `raw`: the
    distances of neighbours less one, tile widths.
    """
    off: list[Pair] = []
    steps: list[list[Pair]] = []
    for i, way in zip(line, local, strict=True):
        upright, box = frame.upright(i, way), found[i].box
        off.append((math.log(box.width / upright[0]), math.log(box.height / upright[1])))
        lying = (frame.aside(i, way, upright, face) for face in FACE_SHARES)
        steps.append([(math.log(wide / upright[0]), math.log(high / upright[1])) for wide, high in lying])
    up = (axis[1], -axis[0])
    high = [dot(frame.centres[i], up) / frame.depth[i] * FACE for i in line]
    room = [ROOM_WIDTHS, *(min(gap, ROOM_WIDTHS) for gap in raw), ROOM_WIDTHS]
    result = []
    for k, i in enumerate(line):
        near = _beside(raw, k)
        own = _against(off, near, k)
        result.append(
            [
                BOX_LOG_ODDS * math.tanh(_odds(own, steps[k]) / BOX_LOG_ODDS),
                *own,
                *steps[k][0],
                *steps[k][1],
                room[k],
                room[k + 1],
                *_lower(high, near, k),
                *_face(found[i], local[k]),
                abs(axis[0]),
                math.log(frame.depth[i] / frame.pitch[i]),
            ]
        )
    return np.array(result)


def _beside(raw: list[float], k: int) -> list[int]:
    """Positions in the row of the tiles that lie together with the k-th, itself left out."""
    start, end = k, k
    while start > 0 and raw[start - 1] < TOGETHER_WIDTHS:
        start -= 1
    while end < len(raw) and raw[end] < TOGETHER_WIDTHS:
        end += 1
    return [m for m in range(start, end + 1) if m != k]


def _against(off: list[Pair], near: list[int], k: int) -> Pair:
    """How far the box of the k-th tile of a row is `off` an upright tile's, against what boxes are like there: its
    neighbours tell that, those without a gap above all.
    """
    wide = high = 0.0
    for others in ([off[m] for m in range(len(off)) if m != k], [off[m] for m in near]):
        if others:
            share = len(others) / (len(others) + 2.0)
            wide += (_median([v[0] for v in others]) - wide) * share
            high += (_median([v[1] for v in others]) - high) * share
    return off[k][0] - wide, off[k][1] - high


def _odds(own: Pair, steps: list[Pair]) -> float:
    """Log-odds, from the box, that a tile lies sideways."""
    odds = [(own[0] * w + own[1] * h - (w * w + h * h) / 2) / NOISE_SHARE**2 for w, h in steps]
    most = max(odds)
    return most + math.log(sum(math.exp(v - most) for v in odds) / len(odds))


def _median(values: list[float]) -> float:
    values.sort()
    half = len(values) // 2
    return values[half] if len(values) % 2 else (values[half - 1] + values[half]) / 2


def _lower(high: list[float], near: list[int], k: int) -> Pair:
    """How much farther away a tile lies than its neighbours, tile widths; and from that log-odds that it lies sideways.

    Edges are mostly laid in line on the player's side, so that its centre lies lower than its neighbours'.
    """
    close = [high[m] for m in near if abs(m - k) <= 2]
    if not close:
        return 0.0, 0.0
    step = high[k] - sum(close) / len(close)
    drop = (FACE - 1) / 2
    sideways = sum(
        share * math.exp(-(((step - at) / ACROSS_WIDTHS) ** 2) / 2)
        for share, at in ((0.6, -drop), (0.25, 0), (0.15, drop))
    )
    upright = math.exp(-((step / ACROSS_WIDTHS) ** 2) / 2)
    return step, math.log((sideways + 0.02) / (upright + 0.02))


def _face(detection: Detection, way: Pair) -> tuple[float, float, float]:
    """Log-odds, from its face, that a tile lies sideways, as at a quarter and as halfway between two of them; and how
    near its row runs to halfway, 0-1.
    """
    quarter = quarter_of(way)
    tilt = math.degrees(math.atan2(way[1], way[0])) / 90
    between = 2 * abs(tilt - round(tilt))
    one = sideways(detection, quarter)
    return one, between * torn(detection, quarter, over=tilt > round(tilt)) + (1 - between) * one, between
