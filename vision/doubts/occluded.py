"""Doubts about tiles of which too little is seen: half covered, cut off by the photo's edge, or put aside though they
touch the player's own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from statistics import median

from vision.doubts.codes import Code
from vision.doubts.context import OWN, Context
from vision.doubts.finding import HAND, UNITS, UNKNOWN, At, Finding, Kind, Number, Params, PartOf
from vision.doubts.fixes import put_back, renamed
from vision.doubts.left_out import NEAR_WIDTHS
from vision.doubts.steps import renaming
from vision.doubts.traits import Question
from vision.doubts.variants import Variant
from vision.eye.thresholds import may_be_tile
from vision.layout.scale import FACE
from vision.table.evidence import BACK_NUMBER, CLEAR_SCORE, OTHER_NUMBER
from vision.table.pricing import difference
from vision.types import Role, Row

HALF_AREA_SHARE = 0.6
"""A box with less than this share of its neighbours' area shows half a tile, which may look like a whole other one: 6s,
its lower half covered, was named 9s with 0.96. Of the tiles of hands and melds 7 of 2,521 in real/val have
less, all in heaps; none of 737 in rendered scenes of unseen designs, and 1 of 4,134 on rendered tables."""
NEIGHBOURS = 2  # so many on each side
SIDEWAYS_LOG_ODDS = 3.0  # of a tile lying so; of 150 concealed kongs on rendered tables none has one above 2.3
TOUCH_WIDTHS = 0.5  # tile widths of room to the player's tiles within which a tile is hardly another's
MOST_ASIDE = 3  # more tiles than this side by side are a wall, or another player's
EDGE_SHARE = 0.05
"""Of a tile's size: a box so close to the photo's edge may be cut off by it, and more may lie beyond. 9 of 230 photos
of real/val and 4 of 60 rendered scenes have a tile of the player's there; with 0.2 it would be 28 and 5."""


def occluded(context: Context) -> Iterator[Finding]:
    """One for each place whose tile has no doubt about its name yet."""
    about_tiles = (finding for finding in context.earlier if Question.TILE in finding.settles)
    asked = {finding.tiles[0] for finding in about_tiles if len(finding.tiles) == 1} | context.by_user
    for check in (_put_aside, _covered, _cut_off, _cut_off_nearby, _face_covered):
        for finding in check(context):
            if asked.isdisjoint(finding.tiles[:1]):
                asked.add(finding.tiles[0])
                yield finding


def _covered(context: Context) -> Iterator[Finding]:
    """Tiles of the player whose box is much smaller than those beside it."""
    areas = [detection.box.width * detection.box.height for detection in context.layout.detections]
    for row in context.layout.rows:
        for k, i in enumerate(row.tiles):
            near = [areas[j] for j in row.tiles[max(0, k - NEIGHBOURS) : k + NEIGHBOURS + 1] if j != i]
            half = len(near) >= NEIGHBOURS and areas[i] <= HALF_AREA_SHARE * median(near)
            if half and context.role(i) in OWN:
                yield _half_seen(context, i)


def _half_seen(context: Context, i: int) -> Finding:
    kind = context.kind(i)
    other = renamed(context, ({i: other} for other in context.scores(i) if other != kind))
    params: Params = {"tile": At((i,)), "kind": Kind(kind), "other": Kind(other[i]) if other else None}
    return Finding(Variant.HALF_SEEN_WHICH if other else Code.HALF_SEEN, (i,), UNKNOWN, renaming(other), params)


def _put_aside(context: Context) -> Iterator[Finding]:
    """Tiles that are nobody's and touch the player's own: a kong's fourth that was misread, a tile half covered. And
    one nearby that is hardly to be named, where the winning tile may lie.
    """
    own, others = context.own_as_seen, set(context.put_aside)
    if not own or not others:
        return
    halves = _halves(context)
    for aside in _asides(context, others):
        for i in aside:
            room, nearest = min(((_room(context, halves, i, k), n, k) for n, k in enumerate(own)))[::2]
            if room < TOUCH_WIDTHS:
                yield _touching(context, i, nearest)
            elif len(aside) == 1 and room < NEAR_WIDTHS and _may_have_won(context, i):
                yield _hard_to_name(context, i)


def _asides(context: Context, others: set[int]) -> Iterator[list[int]]:
    """Those of the others that lie side by side, where they are few."""
    for block in (block for row in context.layout.rows for block in row.blocks(TOUCH_WIDTHS)):
        aside = [i for i in block if i in others]
        if len(aside) <= MOST_ASIDE:
            yield aside


def _may_have_won(context: Context, i: int) -> bool:
    """Is it hardly to be named, near a hand that waits?"""
    waits = context.named.winning is None and context.named.value.state == "ready"
    return waits and (context.kind(i) == OTHER_NUMBER or max(context.layout.detections[i].scores) < CLEAR_SCORE)


def _hard_to_name(context: Context, i: int) -> Finding:
    home = put_back(context, i, None, apart=True)
    params: Params = {"tile": At((i,)), "kind": Kind(context.kind(i)), "ask": home.ask}
    return Finding(Variant.HARD_TO_NAME, (i,), HAND, home.steps, params)


def _room(context: Context, halves: dict[int, tuple[float, float]], i: int, k: int) -> float:
    """Tile widths of room between two tiles."""
    (x1, y1), (x2, y2) = context.layout.places[i], context.layout.places[k]
    return max(abs(x1 - x2) - halves[i][0] - halves[k][0], abs(y1 - y2) - halves[i][1] - halves[k][1])


def _halves(context: Context) -> dict[int, tuple[float, float]]:
    """Half of what each tile takes up along and across the rows, tile widths."""
    return {i: half for row in context.layout.rows for i, half in _halves_of(row)}


def _halves_of(row: Row) -> Iterator[tuple[int, tuple[float, float]]]:
    for i, way in zip(row.tiles, row.ways, strict=True):
        yield i, (FACE / 2, 0.5) if way.sideways else (0.5, FACE / 2)


def _touching(context: Context, i: int, nearest: int) -> Finding:
    """Put back where it touches."""
    home = put_back(context, i, nearest)
    fourth = home.role is Role.MELD
    meld = next((m for m in context.named.melds if nearest in context.tiles_of(m)), None) if fourth else None
    params: Params = {"tile": At((i,)), "kind": Kind(context.kind(i)), "ask": home.ask}
    worth = UNITS if fourth else HAND
    if meld is None or meld.tile is None:
        return Finding(Variant.TOUCHING, (i,), worth, home.steps, {**params, "near": PartOf(nearest)})
    return Finding(Variant.TOUCHING_PONG, (i,), worth, home.steps, {**params, "pong": Kind(int(meld.tile))})


def _cut_off(context: Context) -> Iterator[Finding]:
    """Where the player's tiles reach the photo's edge more may lie beyond. Not asked of a hand that has won, unless a
    pong may be a kong there.
    """
    pongs = {i for meld in context.pongs for i in context.tiles_of(meld)}
    own = context.own_as_seen
    at_edge = [i for i in own if _at_edge(context, i) and (i in pongs or not context.won)]
    if at_edge:
        params: Params = {"tile": At((at_edge[0],)), "kind": Kind(context.kind(at_edge[0]))}
        yield Finding(Code.CUT_OFF, tuple(at_edge), HAND, params=params)


def _cut_off_nearby(context: Context) -> Iterator[Finding]:
    """What is left of a tile that the edge cuts off near the player's; not asked of a hand that has won."""
    own = context.own_as_seen
    for i in _rests(context) if own and not context.won else ():
        if context.distance(i, own) < NEAR_WIDTHS:
            rest: Params = {"box": Number(i), "near": Kind(context.kind(context.nearest(i, own)))}
            yield Finding(Variant.CUT_OFF_NEARBY, (i,), HAND, params=rest)


def _rests(context: Context) -> Iterator[int]:
    """Boxes at the photo's edge that were taken for no tile, and may be the rest of one."""
    layout = context.layout
    placed = {i for row in layout.rows for i in row.tiles} | {i for i, _ in layout.doubled}
    for i, detection in enumerate(layout.detections):
        if i not in placed and _at_edge(context, i) and may_be_tile(detection):
            yield i


def _at_edge(context: Context, i: int) -> bool:
    box = context.layout.detections[i].box
    room = min(box.x1, box.y1, context.layout.width - box.x2, context.layout.height - box.y2)
    return room < EDGE_SHARE * math.sqrt(box.width * box.height)


def _face_covered(context: Context) -> Iterator[Finding]:
    """A kong with tiles face down of which one lies sideways: nobody fed a concealed kong. Is something covered?"""
    for number, meld in enumerate(context.named.melds):
        tiles = context.tiles_of(meld)
        if meld.kind != "concealed" or meld.tile is None:
            continue
        if max(context.sideways.get(i, 0.0) for i in tiles) < SIDEWAYS_LOG_ODDS:
            continue
        down = [i for i in tiles if context.kind(i) == BACK_NUMBER]
        melds = [*context.named.melds]
        melds[number] = replace(meld, kind="exposed")
        value = context.pricer.value(context.named.hand, melds, context.named.winning)
        change = renaming(dict.fromkeys(down, int(meld.tile)))
        params: Params = {"kind": Kind(int(meld.tile))}
        yield Finding(Variant.SIDEWAYS_AND_DOWN, tiles, difference(context.named.value, value), change, params)
