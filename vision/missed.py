"""Doubts about tiles hardly seen or not at all: boxes nearly taken for one, tiles that lie as if on another."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from scoring.tiles import KINDS
from vision.faint import is_clear
from vision.findings import Findings, first_hand, spoken_for, zh
from vision.misplaced import FOURTH, OWN
from vision.types import CLASSES, Doubt, ReadMeld, Role, Worth

NEAR = 2.5  # tile widths from a tile of the player to one of his that was missed
APART = 4.5  # the same where it may be the winning tile
ROOM = 1.3  # tile widths from its neighbour beyond which a tile lies apart
LIFTED = (0.18, 0.3)
"""Tile widths by which a tile lies above the line of its neighbours, or the logarithm by which its box is larger, that
customs and sloppiness seldom make; the latter where it lies sideways. On rendered tables 1 right pong in 100 has more,
and 23 of 49 with a tile hidden."""


def missed(found: Findings) -> Iterator[Doubt]:
    """One for each place at which a tile of the player may lie that no box was counted for; and the winning tile, where
    it may be none.
    """
    told: set[int] = set()
    for i in found.members(Role.WINNING):
        if i not in found.said and not spoken_for(found, i) and not is_clear(found.layout.detections[i]):
            name = zh(found.named.kinds[i])
            text = f"the winning tile, {CLASSES[found.named.kinds[i]]}, was hardly seen: is there a tile at all?"
            fix = ({"op": "drop", "tile": i},)
            yield Doubt("winning_unsure", (i,), f"胡的{name}没看清：那里真有一张牌吗？", text, fix, Worth("hand"))
    for i in found.layout.faint:
        doubt = None if i in found.said else _faint(found, i)
        if doubt is not None:
            told.update(doubt.tiles[1:])
            yield doubt
    for meld in found.named.melds:
        tiles = found.groups[meld.group].tiles
        if meld.kind == "pong" and told.isdisjoint(tiles) and not spoken_for(found, tiles[0]):
            yield from _lifted(found, meld, tiles)


def _faint(found: Findings, i: int) -> Doubt | None:
    """What the box may be to the player: the fourth of a kong, his winning tile, one of his hand; None if nothing."""
    places, named = found.layout.places, found.named
    mine = [k for group in found.groups if group.role in OWN and not group.said for k in group.tiles]
    if not mine:
        return None
    away, nearest = min((math.dist(places[i], places[k]), k) for k in mine)
    scores = found.layout.detections[i].scores[:KINDS]
    name = zh(scores.index(max(scores)))
    text = f"at box {i} a tile may lie that was hardly seen ({CLASSES[scores.index(max(scores))]}?)"
    chinese = f"这里像是还有一张{name}，没看清：是漏认的牌吗？"
    pong = next((m for m in named.melds if m.kind == "pong" and nearest in found.groups[m.group].tiles), None)
    if pong is not None and away < FOURTH:
        fix = {"op": "move", "tiles": [i], "role": "meld", "group": pong.group}
        chinese = f"碰的{zh(int(pong.tile or 0))}旁边像是还有一张，没看清：是杠的第四张吗？"
        text += ": the fourth of a kong?"
        return Doubt("left_out", (i, *found.groups[pong.group].tiles), chinese, text, (fix,), Worth("units"))
    if away > (ROOM if named.value.state == "won" else NEAR if named.winning is not None else APART):
        return None
    apart = away > ROOM and found.whole and named.winning is None
    fix = {"op": "move", "tiles": [i], "role": "winning" if apart else "hand"}
    fix |= {} if apart else {"group": first_hand(found.groups)}
    return Doubt("left_out", (i,), chinese, text, (fix,), Worth("hand"))


def _lifted(found: Findings, meld: ReadMeld, tiles: Sequence[int]) -> Iterator[Doubt]:
    """A pong's sideways tile, or its middle one if none is, that lies above its neighbours' line: the fourth of a kong
    on top of it is nearer to the camera, hides it, or makes one large box with it.
    """
    aside = {i: odds for row in found.layout.rows for i, odds in zip(row.tiles, row.aside, strict=True)}
    top = max(tiles, key=lambda i: aside.get(i, 0.0))
    sideways = aside.get(top, 0.0) > 0
    top = top if sideways else tiles[1]
    (x1, y1), (x2, y2) = (found.layout.places[i] for i in tiles if i != top)
    x, y = found.layout.places[top]
    area, one, two = (
        found.layout.detections[i].box.width * found.layout.detections[i].box.height
        for i in (top, *(i for i in tiles if i != top))
    )
    above = y - (y1 + (y2 - y1) * (x - x1) / (x2 - x1)) if abs(x2 - x1) > 0.5 else 0.0
    if max(above, math.log(area / math.sqrt(one * two))) < LIFTED[sideways]:
        return
    box, kind = found.layout.detections[top].box, str(meld.tile)
    at = [box.x1, max(0.0, box.y1 - 0.2 * box.height), box.x2, box.y2]
    fix = {"op": "add", "box": at, "kind": kind, "group": meld.group}
    text = f"one of the three {kind} lies above the others' line: on top of another one, an added kong?"
    chinese = f"碰的{zh(int(meld.tile or 0))}有一张好像叠在另一张上：是不是补杠？"
    yield Doubt("short_meld", (top, *(i for i in tiles if i != top)), chinese, text, (fix,), Worth("units"))
