"""A reading of the near player's tiles -> the same with what the other players have on the table.

A row of faces that nobody has yet is another player's hand. The photo is turned until that player sits below it, and
read once more, with the tiles of that side only: what is true of a hand, its melds and its winning tile is true of
theirs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from scoring.rules import Rules
from scoring.tiles import KINDS
from vision.doubts.together import check_together
from vision.layout.arrange import arrange
from vision.layout.scale import axis_of
from vision.read.reconcile import reconcile
from vision.types import Box, Detection, Doubt, Group, Layout, Owner, PlayerReading, Reading, Role, Row

LEAST_FACES = 4  # side by side that are a hand
TOUCHING_WIDTHS = 0.6  # the most room between two of them
SIDE_DEGREES = 25.0  # from the near player's row, beyond which a row lies along a side of the table
AROUND_SIZES = 7.5  # from a hand to what may be theirs, too: their discards lie about six before it
QUARTERS = {Owner.RIGHT: 1, Owner.OPPOSITE: 2, Owner.LEFT: 3}
"""Clockwise quarter turns that bring each player to the lower edge."""


def everybody(reading: Reading, rules: Rules | None = None, layout: Layout | None = None) -> Reading:
    """Adds the others to a reading without any; one that somebody has corrected stays as it is.

    `rules`: what their doubts are priced by; `layout`: how the reading's tiles lie, where that is known. A doubt of
    theirs offers no correction.
    """
    if reading.others or reading.corrections:
        return reading
    mine = _mine(reading)
    if sum(_is_face(tile.detection) for i, tile in enumerate(reading.tiles) if i not in mine) < LEAST_FACES:
        return reading  # before rows are made of them, which takes longer
    if layout is None:
        layout = arrange(tuple(tile.detection for tile in reading.tiles), reading.width, reading.height)
    for owner, tiles in _sides(layout, mine):
        part = (*tiles, *(i for i, twin in layout.doubled if twin in tiles), *layout.faint)
        theirs = _read(layout, owner, part, len(tiles), rules)
        if theirs.hand or theirs.melds:
            reading = _joined(reading, owner, part, theirs)
    return check_together((reading,))[0] if reading.others else reading


def _mine(reading: Reading) -> set[int]:
    """The near player's tiles, but for discards, which may be anybody's."""
    mine = {i for group in reading.groups if group.owner is Owner.NEAR for i in group.tiles}
    return mine - {i for group in reading.groups if group.role is Role.DISCARDS for i in group.tiles}


def _sides(layout: Layout, mine: set[int]) -> Iterator[tuple[Owner, list[int]]]:
    """(another player, the tiles that may be theirs), of whom a hand lies open."""
    hands = dict(_hands(layout, mine))
    free = [i for row in layout.rows for i in row.tiles if i not in mine]
    seats = {**hands, **({Owner.NEAR: tuple(mine)} if mine else {})}
    steps = {owner: _steps(layout, free, tiles) for owner, tiles in seats.items()}
    least = np.min([np.full(len(free), AROUND_SIZES), *steps.values()], axis=0)
    for owner in hands:
        yield owner, [i for i, near in zip(free, steps[owner] <= least, strict=True) if near]


def _steps(layout: Layout, some: Sequence[int], hand: Sequence[int]) -> np.ndarray:
    """Tile sizes from each of some tiles to the nearest of a hand."""
    one, two = (np.array([layout.detections[i].box.centre for i in tiles]).reshape(-1, 2) for tiles in (some, hand))
    sizes, theirs = (np.array([_size(layout.detections[i].box) for i in tiles]) for tiles in (some, hand))
    apart = np.hypot(*np.moveaxis(one[:, None] - two[None], 2, 0)) / np.sqrt(np.outer(sizes, theirs))
    nearest: np.ndarray = apart.min(axis=1)
    return nearest


def _size(box: Box) -> float:
    return math.sqrt(box.width * box.height)


def _hands(layout: Layout, mine: set[int]) -> Iterator[tuple[Owner, tuple[int, ...]]]:
    """(another player, the outermost row of faces on their side), of those who have one."""
    outermost: dict[Owner, tuple[float, tuple[int, ...]]] = {}
    centres = np.array([detection.box.centre for detection in layout.detections])
    if not layout.rows:
        return
    middle = centres[[i for row in layout.rows for i in row.tiles]].mean(axis=0)
    own = centres[list(layout.rows[0].tiles)].mean(axis=0)
    for row in layout.rows[1:]:
        if mine.isdisjoint(row.tiles) and _is_hand(layout, row):
            owner, out = _side(layout, centres[list(row.tiles)], own, middle)
            if out > outermost.get(owner, (0.0, ()))[0]:
                outermost[owner] = out, row.tiles
    yield from ((owner, tiles) for owner, (_, tiles) in outermost.items())


def _is_face(detection: Detection) -> bool:
    return max(detection.scores[:KINDS]) == max(detection.scores)


def _is_hand(layout: Layout, row: Row) -> bool:
    """Faces side by side."""
    faces = sum(_is_face(layout.detections[i]) for i in row.tiles)
    touching = sum(gap < TOUCHING_WIDTHS for gap in row.gaps)
    return faces >= LEAST_FACES and 2 * faces > len(row.tiles) and 3 * touching >= 2 * len(row.gaps)


def _side(layout: Layout, centres: np.ndarray, own: np.ndarray, middle: np.ndarray) -> tuple[Owner, float]:
    """On which side of the near player's row a row lies, and how far out, pixels."""
    turn = math.radians(layout.turn)
    along, up = (math.cos(turn), math.sin(turn)), (math.sin(turn), -math.cos(turn))
    way = axis_of(centres, range(len(centres)))
    lean = math.degrees(math.acos(min(1.0, abs(way[0] * along[0] + way[1] * along[1]))))
    if lean < SIDE_DEGREES:
        return Owner.OPPOSITE, float((centres.mean(axis=0) - own) @ up)
    across = float((centres.mean(axis=0) - middle) @ along)
    return (Owner.RIGHT if across > 0 else Owner.LEFT), abs(across)


def _read(layout: Layout, owner: Owner, part: Sequence[int], count: int, rules: Rules | None) -> Reading:
    """Those tiles, the first `count` of them in rows, as that player sees them. Doubts call them as the layout does."""
    quarters = (QUARTERS[owner] + round(layout.turn / 90)) % 4
    turned = [_turned(layout.detections[i], layout.width, layout.height, quarters) for i in part]
    size = (layout.width, layout.height) if quarters % 2 == 0 else (layout.height, layout.width)
    return reconcile(arrange(turned, *size, range(count)), rules=rules, numbers=part)


def _turned(detection: Detection, width: int, height: int, quarters: int) -> Detection:
    """As it is in the photo turned clockwise."""
    box, turns = detection.box, detection.turns
    for _ in range(quarters):
        box = Box(height - box.y2, box.x1, height - box.y1, box.x2)
        width, height = height, width
    a, b, c, d = (turns[(k - quarters) % 4] for k in range(4))
    return Detection(box, detection.scores, detection.found, (a, b, c, d)).with_numbers(detection.numbers)


def _joined(reading: Reading, owner: Owner, part: Sequence[int], theirs: Reading) -> Reading:
    """The reading with that player's groups behind its own; `part`: what `tiles` of theirs are in it."""
    groups = [replace(group, tiles=tuple(part[k] for k in group.tiles)) for group in theirs.groups]
    taken = [group for group in groups if group.role is not Role.OTHER]
    tiles = {i for group in taken for i in group.tiles}
    rest = [replace(g, tiles=tuple(i for i in g.tiles if i not in tiles)) for g in reading.groups]
    first = len(rest)
    place = {n: first + taken.index(group) for n, group in enumerate(groups) if group in taken}
    home = {i: first + n for n, group in enumerate(taken) for i in group.tiles}
    named = dict(zip(part, theirs.tiles, strict=True))
    listed = tuple(
        replace(tile, group=home[i], kind=named[i].kind, confidence=named[i].confidence) if i in home else tile
        for i, tile in enumerate(reading.tiles)
    )
    player = PlayerReading(
        owner,
        theirs.hand,
        tuple(replace(meld, group=place[meld.group]) for meld in theirs.melds),
        theirs.winning_tile,
        theirs.near.discards,
        tuple(range(first, first + len(taken))),
        theirs.ok,
        tuple(map(_told, theirs.doubts)),
    )
    order = list(Owner)
    others = sorted((*reading.others, player), key=lambda one: order.index(one.owner))
    return replace(
        reading,
        tiles=listed,
        groups=(*rest, *(Group(group.role, group.tiles, owner=owner) for group in taken)),
        others=tuple(others),
    )


def _told(doubt: Doubt) -> Doubt:
    """A doubt without what one tap would send: its groups are numbered as that player's reading has them."""
    return replace(doubt, suggestion=())
