"""Doubts about tiles hardly seen or not at all: boxes nearly taken for one, tiles that lie as if on another."""

from __future__ import annotations

import math
from collections.abc import Iterator

from scoring.tiles import KINDS
from vision.doubts.codes import Code
from vision.doubts.context import Findings, place, spoken_for, zh
from vision.doubts.fixes import put_back
from vision.doubts.on_top import on_top
from vision.doubts.places import FOURTH, NEAR
from vision.eye.thresholds import is_clear
from vision.types import CLASSES, Doubt, Role, Worth

APART = 4.5  # tile widths from a tile of the player to one that was missed and may be the winning tile
BEFORE = 0.6  # tile widths nearer to the player than all of his tiles there
ROOM = 1.3  # tile widths from its neighbour beyond which a tile lies apart


def missed(found: Findings) -> Iterator[Doubt]:
    """One for each place at which a tile of the player may lie that no box was counted for; and the winning tile, where
    it may be none.
    """
    told: set[int] = set()
    for i in found.members(Role.WINNING):
        if i not in found.by_user and not spoken_for(found, i) and not is_clear(found.layout.detections[i]):
            name = zh(found.named.kinds[i])
            text = f"the winning tile, {CLASSES[found.named.kinds[i]]}, was hardly seen: is there no tile at all?"
            fix = ({"op": "drop", "tile": i},)
            yield Doubt(Code.WINNING_UNSURE, (i,), f"胡的{name}没看清：那里会不会没有牌？", text, fix, Worth("hand"))
    for i in found.layout.faint:
        doubt = None if i in found.by_user else _faint(found, i)
        if doubt is not None:
            told.update(doubt.tiles[1:])
            yield doubt
    yield from on_top(found, told)


def _faint(found: Findings, i: int) -> Doubt | None:
    """What the box may be to the player: the fourth of a kong, his winning tile, one of his hand; None if nothing."""
    places, named = found.layout.places, found.named
    mine = found.mine(told=False)
    if not mine:
        return None
    away, nearest = min((math.dist(places[i], places[k]), k) for k in mine)
    scores = found.layout.detections[i].scores[:KINDS]
    name = zh(scores.index(max(scores)))
    text = f"at box {i} a tile may lie that was hardly seen ({CLASSES[scores.index(max(scores))]}?)"
    close = {k for k in mine if math.dist(places[i], places[k]) < FOURTH}
    pong = next((m for m in named.melds if m.kind == "pong" and close & set(found.groups[m.group].tiles)), None)
    if pong is not None:
        home = put_back(found, i, nearest, pong)
        chinese = f"碰的{zh(int(pong.tile or 0))}旁边像是还有一张（像{name}），没看清：{home.chinese}"
        tiles = (i, *found.groups[pong.group].tiles)
        return Doubt(Code.LEFT_OUT, tiles, chinese, f"{text}: {home.text}", home.steps, Worth("units"))
    if found.whole and named.value.state == "unready":
        return None  # his tiles are all there, and none would complete them
    won = found.members(Role.WINNING) if named.value.state == "won" else []
    if won and all(math.dist(places[i], places[k]) > ROOM for k in won):
        return None  # nor would they have one too many; but the last of fourteen may seem to lie apart
    if away > (ROOM if named.value.state == "won" else NEAR if named.winning is not None else APART):
        return None
    if away > ROOM and places[i][1] < min(places[k][1] for k in mine) - BEFORE:
        return None  # nobody lays his winning tile between himself and his hand
    home = put_back(found, i, None, apart=away > ROOM)
    beside = f"{place(found, nearest)}（{zh(named.kinds[nearest])}）旁边"
    chinese = f"{beside}像是还有一张（像{name}），没看清：{home.chinese}"
    return Doubt(Code.LEFT_OUT, (i,), chinese, f"{text}: {home.text}", home.steps, Worth("hand"))
