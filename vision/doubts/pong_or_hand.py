"""Doubts about three alike: a pong, or part of the hand?"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from scoring.tiles import KINDS
from vision.doubts.codes import Code
from vision.doubts.context import NOTHING, Findings, first_hand, moving, ordered, role_of, spoken_for, threes, zh
from vision.doubts.fixes import PONG
from vision.doubts.places import FOURTH
from vision.doubts.touched import STACKED, touched
from vision.types import CLASSES, Doubt, Role, Row, Worth

PARTED = (0.28, 1.15)  # tile widths of room between parted suits
CLOSE = 0.2  # tile widths of room that a meld has at least beside a hand
SIDEWAYS = 2.5  # log-odds from which on a tile of the hand lies sideways as none of it should
BESIDE = 1.25  # tile widths from a tile of a pong to the fourth of a kong
SUITS = 1.0  # the same where a hand lies in two rows
ROWS = 1.65  # tile widths between the tiles of these
LITTLE = 0.1  # the same where one of three alike seems to lie sideways
CLAIMED = 1.0  # log-odds from which on one of three alike seems to lie sideways


def pong_or_hand(found: Findings) -> Iterator[Doubt]:
    """Three alike that may be a pong or part of the hand, each told once."""
    ways = touched, _tucked, _touching, _two_rows, _parted, _only, _fourth, _won_by
    told: dict[tuple[int, ...], Doubt] = {}
    for doubt in itertools.chain.from_iterable(way(found) for way in ways):
        told.setdefault(doubt.tiles, doubt)
    yield from told.values()


def _pong_or_hand(found: Findings, block: Sequence[int], meld: bool) -> Doubt:
    alike = sorted({found.named.kinds[i] for i in block})
    what = ("a pong", "part of the hand") if meld else ("part of the hand", "a pong")
    to_hand = moving(block, Role.HAND, first_hand(found.groups))
    fix = to_hand if meld else moving(block, Role.MELD, len(found.groups))
    text = f"three {' and three '.join(CLASSES[kind] for kind in alike)}: {what[0]}, or {what[1]}?"
    chinese = f"三张{'、三张'.join(map(zh, alike))}算作{'碰' if meld else '手牌'}，会不会是{'手牌' if meld else '碰'}？"
    return Doubt(Code.PARTED, tuple(block), chinese, text, fix, NOTHING)


def _only(found: Findings) -> Iterator[Doubt]:
    """A hand of four alike waits for nothing: a kong, and the hand lies elsewhere. Nor does one tile of a pong's kind:
    the fourth of a kong.
    """
    hand = found.members(Role.HAND)
    if len(hand) == 1 and not spoken_for(found, hand[0]):
        kind = found.named.kinds[hand[0]]
        pong = next((m for m in found.named.melds if m.kind == "pong" and m.tile == kind), None)
        if pong is not None:
            text = f"the hand is one {CLASSES[kind]}, beside a pong of it: a kong, and the hand lies elsewhere?"
            chinese = f"手牌只有一张{zh(kind)}，又碰了{zh(kind)}：是杠的第四张，手牌在别处吗？"
            fix = moving(hand, Role.MELD, pong.group)
            yield Doubt(Code.PARTED, tuple(hand), chinese, text, fix, Worth("hand"))
    alike = len(hand) == 4 and len({found.named.kinds[i] for i in hand}) == 1
    if alike and found.named.kinds[hand[0]] < KINDS and not spoken_for(found, hand[0]):
        name, name_zh = CLASSES[found.named.kinds[hand[0]]], zh(found.named.kinds[hand[0]])
        text = f"the hand is four {name}: a kong, and the hand lies elsewhere?"
        fix = moving(hand, Role.MELD, len(found.groups))
        yield Doubt(Code.PARTED, tuple(hand), f"手牌是四张{name_zh}：是杠，手牌在别处吗？", text, fix, Worth("hand"))


def _fourth(found: Findings) -> Iterator[Doubt]:
    """A tile of the hand that is of a pong's kind and lies as the fourth of a kong does: sideways, on another one, or
    close to the pong. Or the hand has one too many.
    """
    hand, aside, places = found.members(Role.HAND), found.layout.aside, found.layout.places
    many = found.full and found.named.value.state != "won"
    for meld in found.named.melds if len(hand) > 1 else ():
        tiles = found.groups[meld.group].tiles
        for i in hand if meld.kind == "pong" else ():
            if found.named.kinds[i] != meld.tile or spoken_for(found, i) or spoken_for(found, tiles[0]):
                continue
            on_one = (found.layout.detections[i].stacked or 0.0) > STACKED
            close = min(math.dist(places[i], places[k]) for k in tiles) < BESIDE
            if many or on_one or close or aside.get(i, 0.0) > SIDEWAYS:
                text = f"the hand has a {meld.tile} beside a pong of it: the fourth of a kong?"
                name, fix = zh(found.named.kinds[i]), moving([i], Role.MELD, meld.group)
                yield Doubt(
                    Code.PARTED, (i,), f"手牌里有张{name}，又碰了{name}：是杠的第四张吗？", text, fix, Worth("hand")
                )


def _won_by(found: Findings) -> Iterator[Doubt]:
    """A winning tile beside two of its kind, with room to the rest of the hand: a pong. As a win it fits where another
    tile was missed or is hidden.
    """
    kinds, hand, places = found.named.kinds, set(found.members(Role.HAND)), found.layout.places
    won = [i for i in found.members(Role.WINNING) if not spoken_for(found, i)]
    for row in found.layout.rows if won else ():
        for block in row.blocks(PARTED[0]):
            pair = [i for i in block if i not in won]
            alike = len(pair) in (2, 3) and len({kinds[i] for i in (*pair, *won)}) == 1 and hand.issuperset(pair)
            if alike and hand - {*pair} and min(math.dist(places[i], places[k]) for i in won for k in pair) < FOURTH:
                pong, name, name_zh = (*pair, *won), CLASSES[kinds[won[0]]], zh(kinds[won[0]])
                text = f"{name} counts as the winning tile beside others of its kind: a pong, and a tile was not found?"
                chinese = f"{name_zh}算作胡的牌，旁边几张也是{name_zh}：会不会是碰，另外少认了一张？"
                yield Doubt(Code.PARTED, pong, chinese, text, moving(pong, Role.MELD, len(found.groups)), Worth("hand"))


def _touching(found: Findings) -> Iterator[Doubt]:
    """Three alike of the hand without room to a meld, or with room to the rest of it and one of them sideways."""
    for row in found.layout.rows:
        for k, block in threes(found, row):
            beside = [n for n in (k - 1, k + 2) if 0 <= n < len(row.gaps) and row.gaps[n] < CLOSE]
            melds = any(role_of(found, row.tiles[n if n < k else n + 1]) is Role.MELD for n in beside)
            apart = max(row.aside[k : k + 3]) > CLAIMED and _apart(found, row, k)
            if (melds or apart) and not any(spoken_for(found, i) for i in block):
                yield _pong_or_hand(found, block, False)


def _apart(found: Findings, row: Row, k: int) -> bool:
    """Do the three tiles from there on leave room to what else of the hand lies beside them?"""
    near = [(row.gaps[m], row.tiles[n]) for m, n in ((k - 1, k - 1), (k + 2, k + 3)) if 0 <= m < len(row.gaps)]
    rooms = [gap for gap, i in near if role_of(found, i) is Role.HAND]
    return bool(rooms) and min(rooms) > LITTLE


def _two_rows(found: Findings) -> Iterator[Doubt]:
    """Pongs without a sideways tile, and nothing else, in a row that touches the hand's, or without room between them:
    half of a hand in two rows.
    """
    places, hand = found.layout.places, found.members(Role.HAND)
    pongs = [m for m in found.named.melds if m.kind == "pong" and m.fed_by is None]
    for row in found.layout.rows if len(pongs) > 1 else ():
        close = any(math.dist(places[i], places[k]) < ROWS for i in row.tiles for k in hand if k not in row.tiles)
        for block in row.blocks(SUITS if close else PARTED[0]):
            inside = [m for m in pongs if set(found.groups[m.group].tiles) <= set(block)]
            if len(inside) > 1 and len(block) == PONG * len(inside) and not any(spoken_for(found, i) for i in block):
                yield _pong_or_hand(found, block, True)


def _tucked(found: Findings) -> Iterator[Doubt]:
    """Three alike at the end of a hand that is in order but for them: a pong laid close to it. And a pong without room
    to a hand in which it would stand in order: part of it.
    """
    kinds = found.named.kinds
    for row in found.layout.rows:
        hand = [i for i in row.tiles if role_of(found, i) is Role.HAND]
        ends: list[list[int]] = []
        while len(hand) > 3 and not ordered([kinds[i] for i in hand]):
            end = next((end for end in (hand[:3], hand[-3:]) if len({kinds[i] for i in end}) == 1), None)
            if end is None:
                break
            ends.append(end)
            hand = [i for i in hand if i not in end]
        if ends and ordered([kinds[i] for i in hand]) and not any(spoken_for(found, i) for end in ends for i in end):
            yield from (_pong_or_hand(found, end, False) for end in ends)
    customs = any(meld.fed_by for meld in found.named.melds)
    for meld in found.named.melds:
        tiles = found.groups[meld.group].tiles
        if meld.kind != "pong" or spoken_for(found, tiles[0]):
            continue
        for row in found.layout.rows:
            near = [
                j if i in tiles else i
                for gap, (i, j) in zip(row.gaps, itertools.pairwise(row.tiles), strict=True)
                if gap < (CLOSE if customs else PARTED[1] / 2) and (i in tiles) != (j in tiles)
            ]
            joined = [kinds[i] for i in row.tiles if i in tiles or role_of(found, i) is Role.HAND]
            if any(role_of(found, i) is Role.HAND for i in near) and ordered(joined):
                yield _pong_or_hand(found, tiles, True)


def _parted(found: Findings) -> Iterator[Doubt]:
    """A pong, none of it sideways, with room to a hand whose suits are parted: a suit of the hand? Who lays other melds
    with a tile sideways has no such pong. The other way about, three alike that stand apart in a hand are hardly ever a
    pong: of 63 such on rendered tables none was.
    """
    kinds = found.named.kinds
    for row in found.layout.rows:
        blocks, rooms = row.blocks(PARTED[0]), [gap for gap in row.gaps if gap > PARTED[0]]
        roles = [{role_of(found, i) for i in block} for block in blocks]
        suits = {kinds[i] // 9 for block, role in zip(blocks, roles, strict=True) if role == {Role.HAND} for i in block}
        mixed = any(len({kinds[i] // 9 for i in b}) > 1 for b, r in zip(blocks, roles, strict=True) if Role.HAND in r)
        for n, block in enumerate(blocks if not mixed else ()):
            near = [m for m in (n - 1, n + 1) if 0 <= m < len(blocks) and roles[m] == {Role.HAND}]
            if not near or roles[n] != {Role.MELD} or len(block) % 3 or max(kinds[i] for i in block) >= KINDS:
                continue
            if len(block) > 3 * len({kinds[i] for i in block}) or len({kinds[i] // 9 for i in block}) > 1:
                continue
            inside = [m for m in found.named.melds if not set(block).isdisjoint(found.groups[m.group].tiles)]
            unfed = all(m.kind == "pong" for m in inside) and any(m.fed_by is None for m in inside)
            close = min(rooms[min(m, n)] for m in near) < PARTED[1]
            if unfed and close and kinds[block[0]] // 9 not in suits and not spoken_for(found, block[0]):
                yield _pong_or_hand(found, block, True)
