"""Doubts about tiles on top of others, which they hide: the fourth of an added kong on a pong, a tile of the hand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from vision.doubts.codes import Code
from vision.doubts.context import Findings, place, role_of, spoken_for, zh
from vision.types import CLASSES, Doubt, ReadMeld, Role, Row, Worth

LIFTED = (0.18, 0.3)
"""Tile widths by which a tile lies above the line of its neighbours, or the logarithm by which its box is larger, that
customs and sloppiness seldom make; the latter where it lies sideways. On rendered tables 1 right pong in 100 has more,
and 23 of 49 with a tile hidden."""
BOTH = (-3.5, 16.8, 0.7), (-1.9, 8.4, 0.7)
"""What box and pixels tell together, log-odds: a constant, for each unit of what `LIFTED` measures, and for each of the
log-odds that the eye gives (`vision.eye.stacked`); the second where the tile lies sideways. A logistic regression over
3,877 pongs read on 6,000 rendered tables, 106 of them kongs."""
ASKED = -2.0  # log-odds from which on it is asked about: 81 of the 84 that anything tells, 12 of 3,771 others
ELSEWHERE = 0.88
"""What the eye says of another tile of the pong, where no fourth lies by custom, or of one that lies by itself, before
that is asked about."""
AMONG = 0.92, 0.15, 1.0
"""The same of one of the many in a hand, by its pixels alone; and before its box is thought of; and both together as
`BOTH`. Of 180 tiles rendered on others, in unseen designs, these tell 99, pixels above `ELSEWHERE` alone 87; of 2,195
right hands on rendered tables they would ask about 2 and 15."""
BESIDE = 0.5  # tile widths of room to a neighbour by which a box is to be measured
CLOSE = 4.0  # tile widths from the player's tiles to one put aside that may lie on his winning tile
SUREST = 0.002  # no probability is taken for nearer to 0 or 1
FARTHER = 0.7  # of a tile's width: far enough to be none of its row


def on_top(found: Findings, told: Iterable[int]) -> Iterator[Doubt]:
    """One for each pong of which a tile may lie on another one. `told`: tiles that are asked about as a kong's."""
    asked = set(told)
    for meld in found.named.melds:
        tiles = found.groups[meld.group].tiles
        if meld.kind != "pong" or not asked.isdisjoint(tiles) or spoken_for(found, tiles[0]):
            continue
        top = _top(found, tiles)
        if top is not None:
            yield _doubt(found, meld, top, tiles)


def on_another(found: Findings) -> Iterator[Doubt]:
    """One for each tile of the hand, winning tile, or tile put aside close to them, that may lie on another one."""
    places, mine = found.layout.places, found.mine()
    for row in found.layout.rows:
        for k, i in enumerate(row.tiles):
            if (found.layout.detections[i].stacked or 0.0) <= AMONG[1]:
                continue
            role = role_of(found, i)
            close = role is Role.OTHER and any(math.dist(places[i], places[m]) < CLOSE for m in mine)
            if not (close or role in (Role.HAND, Role.WINNING)) or i in found.by_user or not _lies_on(found, row, k):
                continue
            kind = found.named.kinds[i]
            text = f"tile {i} ({CLASSES[kind]}) seems to lie on top of another one, which it hides"
            chinese = f"{place(found, i)}（{zh(kind)}）好像叠在另一张上：下面是不是还压着一张？"
            yield Doubt(Code.ON_TOP, (i,), chinese, text, (), Worth("hand"))


def _lies_on(found: Findings, row: Row, k: int) -> bool:
    """As its pixels tell or, beside neighbours of the hand, its pixels and its box."""
    i = row.tiles[k]
    stacked = found.layout.detections[i].stacked or 0.0
    near = sorted((m for m in range(len(row.tiles)) if m != k), key=lambda m: abs(m - k))[:2]
    rooms = [gap for m in near for gap in row.gaps[min(m, k) : max(m, k)]]
    if len(near) < 2 or max(rooms) > BESIDE or role_of(found, i) is Role.OTHER:
        return stacked > ELSEWHERE
    constant, by_lift, by_pixels = BOTH[False]
    lift = _lift(found, [row.tiles[m] for m in (*near, k)], i)
    both = constant + by_lift * lift + by_pixels * _log_odds(stacked)
    sure, _, likely = AMONG
    return stacked > sure or both > likely


def _top(found: Findings, tiles: Sequence[int]) -> int | None:
    """The tile that may lie on another one: as its pixels tell, or where they tell little, its box. Customs lay it on
    the sideways tile, where none lies so mostly on the middle one.
    """
    aside = found.layout.aside
    usual = max(tiles, key=lambda i: aside.get(i, 0.0))
    sideways = aside.get(usual, 0.0) > 0
    usual = usual if sideways else tiles[1]
    lift = _lift(found, tiles, usual)
    stacked = {i: p for i in tiles if (p := found.layout.detections[i].stacked) is not None}
    elsewhere = max((i for i in stacked if i != usual), key=lambda i: stacked[i], default=None)
    if usual not in stacked:
        asked = lift > LIFTED[sideways]
    else:
        constant, by_lift, by_pixels = BOTH[sideways]
        asked = constant + by_lift * lift + by_pixels * _log_odds(stacked[usual]) > ASKED
    if asked:
        return usual
    return elsewhere if elsewhere is not None and stacked[elsewhere] > ELSEWHERE else None


def _log_odds(p: float) -> float:
    sure = min(max(p, SUREST), 1 - SUREST)
    return math.log(sure / (1 - sure))


def _lift(found: Findings, tiles: Sequence[int], top: int) -> float:
    """By how much a tile lies above its neighbours' line, in tile widths, or is larger (logarithm): on top of another
    one it is nearer to the camera, hides it, or makes one large box with it.
    """
    (x1, y1), (x2, y2) = (found.layout.places[i] for i in tiles if i != top)
    x, y = found.layout.places[top]
    area, one, two = (
        found.layout.detections[i].box.width * found.layout.detections[i].box.height
        for i in (top, *(i for i in tiles if i != top))
    )
    above = y - (y1 + (y2 - y1) * (x - x1) / (x2 - x1)) if abs(x2 - x1) > 0.5 else 0.0
    return max(above, math.log(area / math.sqrt(one * two)))


def _doubt(found: Findings, meld: ReadMeld, top: int, tiles: Sequence[int]) -> Doubt:
    kind = str(meld.tile)
    fix = {"op": "add", "box": _above(found, top), "kind": kind, "group": meld.group}
    text = f"one of the three {kind} seems to lie on top of another one: an added kong?"
    chinese = f"碰的{zh(int(meld.tile or 0))}有一张好像叠在另一张上：是不是补杠？"
    return Doubt(Code.SHORT_MELD, (top, *(i for i in tiles if i != top)), chinese, text, (fix,), Worth("units"))


def _above(found: Findings, top: int) -> list[float]:
    """A box a bit farther from the player than that tile's, where the fourth of a kong may lie as well: the tile below
    has none of its own. x1, y1, x2, y2 within the photo.
    """
    layout, box, turn = found.layout, found.layout.detections[top].box, math.radians(found.layout.turn)
    step = FARTHER * min(box.width, box.height)
    x = min(max(step * math.sin(turn), -box.x1), layout.width - box.x2)
    y = min(max(-step * math.cos(turn), -box.y1), layout.height - box.y2)
    return [round(v, 1) for v in (box.x1 + x, box.y1 + y, box.x2 + x, box.y2 + y)]
