"""Doubts about tiles of which too little is seen: half covered, cut off by the photo's edge, or put aside though they
touch the player's own.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from statistics import median

from vision.doubts.codes import Code
from vision.doubts.context import OWN, Findings, beside, place, role_of, setting, zh
from vision.doubts.fixes import put_back, renamed
from vision.doubts.names import looks
from vision.doubts.places import NEAR
from vision.eye.thresholds import may_be_tile
from vision.layout.scale import FACE
from vision.table.evidence import BACK_NUMBER, CLEAR, OTHER_NUMBER
from vision.table.pricing import difference
from vision.types import CLASSES, Doubt, Role, Worth

HALF = 0.6
"""A box with less than this share of its neighbours' area shows half a tile, which may look like a whole other one: 6s,
its lower half covered, was named 9s with 0.96. Of the tiles of hands and melds 7 of 2,521 in real/val have
less, all in heaps; none of 737 in rendered scenes of unseen designs, and 1 of 4,134 on rendered tables."""
BESIDE = 2  # so many neighbours on each side
SIDEWAYS = 3.0  # log-odds of a tile lying so; of 150 concealed kongs on rendered tables none has one above 2.3
TOUCHES = 0.5  # tile widths of room to the player's tiles within which a tile is hardly another's
FEW = 3  # more tiles than this side by side are a wall, or another player's
EDGE = 0.05
"""Of a tile's size: a box so close to the photo's edge may be cut off by it, and more may lie beyond. 9 of 230 photos
of real/val and 4 of 60 rendered scenes have a tile of the player's there; with 0.2 it would be 28 and 5."""


def half_seen(found: Findings, told: Iterable[int]) -> Iterator[Doubt]:
    """One for each place. `told`: tiles whose name or place has a doubt already."""
    asked = set(told) | found.by_user
    for doubt in (*_put_aside(found), *_covered(found), *_cut_off(found), *_face_down(found)):
        if asked.isdisjoint(doubt.tiles[:1]):
            asked.add(doubt.tiles[0])
            yield doubt


def _covered(found: Findings) -> Iterator[Doubt]:
    """Tiles of the player whose box is much smaller than those beside it."""
    sizes = [detection.box.width * detection.box.height for detection in found.layout.detections]
    for row in found.layout.rows:
        for k, i in enumerate(row.tiles):
            near = [sizes[j] for j in row.tiles[max(0, k - BESIDE) : k + BESIDE + 1] if j != i]
            if len(near) < BESIDE or sizes[i] > HALF * median(near) or role_of(found, i) not in OWN:
                continue
            kind = found.named.kinds[i]
            other = renamed(found, ({i: other} for other in looks(found, i) if other != kind))
            chinese = f"{place(found, i)}只露出一部分：真是{zh(kind)}吗？"
            text = f"only part of tile {i} is seen: is it {CLASSES[kind]}?"
            if other:
                chinese = f"{place(found, i)}只露出一部分：是{zh(kind)}还是{zh(other[i])}？"
                text = f"only part of tile {i} is seen: {CLASSES[kind]} or {CLASSES[other[i]]}?"
            yield Doubt(Code.HALF_SEEN, (i,), chinese, text, setting(other), Worth("unknown"))


def _put_aside(found: Findings) -> Iterator[Doubt]:
    """Tiles that are nobody's and touch the player's own: a kong's fourth that was misread, a tile half covered. And
    one nearby that is hardly to be named, where the winning tile may lie.
    """
    mine = found.mine(told=False)
    others = {i for group in found.groups if group.role is Role.OTHER and not group.by_user for i in group.tiles}
    if not mine or not others:
        return
    places, halves = found.layout.places, _halves(found)
    waits = found.named.winning is None and found.named.value.state == "ready"
    for block in (block for row in found.layout.rows for block in row.blocks(TOUCHES)):
        aside = [i for i in block if i in others]
        for i in aside if len(aside) <= FEW else ():
            rooms = [
                max(abs(x) - halves[i][0] - halves[k][0], abs(y) - halves[i][1] - halves[k][1])
                for k in mine
                for x, y in [(places[i][0] - places[k][0], places[i][1] - places[k][1])]
            ]
            room = min(rooms)
            if room < TOUCHES:
                yield _touching(found, i, mine[rooms.index(room)])
            elif waits and len(aside) == 1 and room < NEAR and _unnamed(found, i):
                home = put_back(found, i, None, apart=True)
                text = f"tile {i} near a hand that waits is not clearly seen: {home.text}"
                chinese = f"旁边有一张看不清（像{zh(found.named.kinds[i])}），没有算：{home.chinese}"
                yield Doubt(Code.LEFT_OUT, (i,), chinese, text, home.steps, Worth("hand"))


def _halves(found: Findings) -> dict[int, tuple[float, float]]:
    """Half of what each tile takes up along and across the rows, tile widths."""
    ways = {i: way for row in found.layout.rows for i, way in zip(row.tiles, row.ways, strict=True)}
    return {i: (FACE / 2, 0.5) if way.sideways else (0.5, FACE / 2) for i, way in ways.items()}


def _touching(found: Findings, i: int, nearest: int) -> Doubt:
    """Put back where it touches."""
    kind, home = found.named.kinds[i], put_back(found, i, nearest)
    meld = next((m for m in found.named.melds if nearest in found.groups[m.group].tiles), None)
    text = f"tile {i} ({CLASSES[kind]}) touches the player's tiles and was taken for none of them: {home.text}"
    tile = meld.tile if meld is not None and home.role is Role.MELD else None
    near = beside(found, nearest)[0] if tile is None else f"碰的{tile.name_zh}"
    chinese = f"挨着{near}还有一张（看着像{zh(kind)}），没有算：{home.chinese}"
    worth = Worth("units" if home.role is Role.MELD else "hand")
    return Doubt(Code.LEFT_OUT, (i,), chinese, text, home.steps, worth)


def _unnamed(found: Findings, i: int) -> bool:
    return found.named.kinds[i] == OTHER_NUMBER or max(found.layout.detections[i].scores) < CLEAR


def _cut_off(found: Findings) -> Iterator[Doubt]:
    """Where the player's tiles reach the photo's edge more may lie beyond. Not asked of a hand that has won, unless a
    pong may be a kong there. And what is left of a tile that the edge cuts off nearby.
    """
    pongs = {i for meld in found.named.melds if meld.kind == "pong" for i in found.groups[meld.group].tiles}
    won = found.named.value.state == "won"
    mine = found.mine(told=False)
    cut = [i for i in mine if _at_edge(found, i) and not (won and i not in pongs)]
    if cut:
        text = f"tile {cut[0]} lies at the photo's edge: do more tiles lie beyond it?"
        chinese = f"{zh(found.named.kinds[cut[0]])}在照片边上：外面还有没有牌？"
        yield Doubt(Code.CUT_OFF, tuple(cut), chinese, text, (), Worth("hand"))
    placed = {i for row in found.layout.rows for i in row.tiles} | {i for i, _ in found.layout.doubled}
    places = found.layout.places
    for i, detection in enumerate(found.layout.detections):
        if i in placed or won or not _at_edge(found, i) or not may_be_tile(detection):
            continue
        if any(math.dist(places[i], places[k]) < NEAR for k in mine):
            near = zh(found.named.kinds[min(mine, key=lambda k: math.dist(places[i], places[k]))])
            text = f"at box {i} a tile may lie that the photo's edge cuts off"
            yield Doubt(Code.CUT_OFF, (i,), f"{near}旁边、照片边上像是还有一张没照全", text, (), Worth("hand"))


def _at_edge(found: Findings, i: int) -> bool:
    box = found.layout.detections[i].box
    room = min(box.x1, box.y1, found.layout.width - box.x2, found.layout.height - box.y2)
    return room < EDGE * math.sqrt(box.width * box.height)


def _face_down(found: Findings) -> Iterator[Doubt]:
    """A kong with tiles face down of which one lies sideways: nobody fed a concealed kong. Is something covered?"""
    aside = found.layout.aside
    for number, meld in enumerate(found.named.melds):
        tiles = found.groups[meld.group].tiles
        if meld.kind != "concealed" or meld.tile is None or max(aside.get(i, 0.0) for i in tiles) < SIDEWAYS:
            continue
        down = [i for i in tiles if found.named.kinds[i] == BACK_NUMBER]
        melds = [*found.named.melds]
        melds[number] = replace(meld, kind="exposed")
        value = found.pricer.value(found.named.hand, melds, found.named.winning)
        text = f"a kong of {meld.tile} with a tile sideways and one face down: a face covered, and no concealed kong?"
        chinese = f"杠{meld.tile.name_zh}有一张横着，又有扣着的：会不会是被遮住了，不是暗杠？"
        fix = setting(dict.fromkeys(down, int(meld.tile)))
        yield Doubt(Code.KONG_KIND, tiles, chinese, text, fix, difference(found.named.value, value))
