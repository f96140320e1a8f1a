"""Doubts about where tiles lie: rooms, tiles apart, on top, sideways, or left out."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator

from scoring.tiles import KINDS, TILES, Tile
from vision.faces import BACK_NUMBER
from vision.findings import NOTHING, Findings, first_hand, ordered, role_of, spoken_for, zh
from vision.types import CLASSES, Doubt, Role, Row, Worth

NEAR = 2.5  # tile widths: a tile left out this close may be the player's
AWAY = 7.0  # the same for a tile that would complete the hand
FOURTH = 1.6  # tile widths from a tile of a pong to where the fourth of a kong may lie
LONELY = 1.5  # tile widths of room around a tile that may have been put apart
LOOSE = 1.0  # the same for one that lies between discards and the hand
AMONG = 1.6  # tile widths from a discard to one of a heap
TRIPLE = 3  # kinds among five neighbours, beyond which no three alike hide
TOUCHING = -0.12  # tile widths of room beside a tile that lies no way but upright, whatever its box tells
HARDLY = 0.4  # tile widths of room that set a tile apart for certain
SURE_ASIDE = 2.0  # below this a tile at the hand's end does not lie sideways for certain
ASIDE = 6.0  # log-odds from which on a tile lies sideways where it shouldn't
CERTAIN = 5.0  # log-odds beyond which a tile lies sideways, whatever lies beside it
LAST_ASIDE = 3.0  # the same for the last tile of a hand: the winning tile lies so
WIDE = 0.5  # tile widths of a gap that a hand doesn't have
TILE = (0.8, 1.2)  # tile widths of a gap in which a whole tile would lie
UNDER = -0.4  # tile widths: neighbours so close overlap, whatever the count
NARROW = -0.27  # tile widths less than usual: neighbours overlap
LEAST = 7  # tiles in a row that may be a hand with melds elsewhere
WHOLE = (13, 14)  # tiles of a hand without melds
RIVAL = 0.9  # how near another row comes to the main one before it isn't sure whose hand is meant
FAIR = 0.35  # the same where this hand does not wait and has no melds
SEVERAL = 13  # tiles of another hand that may wait where this one doesn't
OWN = (Role.HAND, Role.WINNING, Role.MELD)


def left_out(found: Findings) -> Iterator[Doubt]:
    """Boxes that were not counted, with the reason."""
    for i, twin in found.layout.doubled:
        if i in found.said:
            continue
        number = next((n for n, group in enumerate(found.groups) if twin in group.tiles), None)
        pong = any(m.group == number and m.kind == "pong" for m in found.named.melds)
        alike = pong and found.faces[i].first == found.faces[twin].first
        back: dict[str, object] = {"op": "move", "tiles": [i], "role": "meld" if alike else "hand"}
        back |= {} if number is None or not alike else {"group": number}
        chinese, text = (
            f"有一张{zh(found.faces[twin].first)}认了两次，只算一张",
            f"box {i} shows tile {twin} a second time and was left out",
        )
        if alike:
            chinese, text = chinese + "；还是补杠的第四张？", text + "; or is it the fourth tile of an added kong?"
        yield Doubt("duplicate", (i,), chinese, text, (back,), Worth("units") if alike else NOTHING)
    pongs = {i: n for n, group in enumerate(found.groups) if group.role is Role.MELD for i in group.tiles}
    told: set[int] = set()
    for i, under in (*found.layout.stacked, *_beside(found, pongs)):
        alike = under in pongs and found.named.kinds[under] == found.faces[i].first
        if i in told or not alike or role_of(found, i) is not Role.OTHER or spoken_for(found, i):
            continue
        told.add(i)
        fix = ({"op": "move", "tiles": [i], "role": "meld", "group": pongs[under]},)
        text = f"tile {i} lies above one of its kind in a meld: the fourth of an added kong?"
        yield Doubt(
            "left_out",
            (i,),
            f"碰的{zh(found.faces[i].first)}上方还有一张：是补杠的第四张吗？",
            text,
            fix,
            Worth("units"),
        )
    mine = [i for group in found.groups if group.role in OWN for i in group.tiles]
    places = found.layout.places
    hand = first_hand(found.groups)
    for i in _lonely(found):
        kind = found.named.kinds[i]
        wins = found.named.winning is None and found.named.value.state == "ready" and kind in found.named.value.waits
        fourth = any(m.kind == "pong" and m.tile == kind for m in found.named.melds)
        if i in told or kind == BACK_NUMBER or not (wins or fourth or not found.whole):
            continue
        if not any(math.dist(places[i], places[k]) < (AWAY if wins else NEAR) for k in mine):
            continue
        role = {"role": "winning"} if wins else {"role": "hand", "group": hand}
        text = f"tile {i} lies close by and was taken for none of the player's"
        chinese = f"近旁的{zh(kind)}没有算进来"
        if wins:
            text, chinese = (
                f"{text}; it would complete the hand",
                f"旁边有张{zh(kind)}，正好能胡，没有算进来：是胡的牌吗？",
            )
        yield Doubt("left_out", (i,), chinese, text, ({"op": "move", "tiles": [i], **role},), Worth("hand"))


def _beside(found: Findings, melds: Iterable[int]) -> Iterator[tuple[int, int]]:
    """(a tile that is nobody's, a tile of a meld close to it)."""
    places = found.layout.places
    others = [i for group in found.groups if group.role is Role.OTHER and not group.said for i in group.tiles]
    return ((i, k) for i in others for k in melds if math.dist(places[i], places[k]) < FOURTH)


def _lonely(found: Findings) -> Iterator[int]:
    """Tiles that are nobody's and lie by themselves, or with room on both sides."""
    rooms = {
        i: min(row.gaps[max(0, k - 1) : k + 1], default=math.inf)
        for row in found.layout.rows
        for k, i in enumerate(row.tiles)
    }
    places, mine = found.layout.places, [i for role in OWN for i in found.members(role)]
    for group in found.groups:
        if group.role is Role.OTHER and not group.said:
            yield from (i for i in group.tiles if rooms.get(i, math.inf) > LONELY)
        if group.role is Role.DISCARDS and not group.said:  # thrown close to the hand, or laid there to win
            loose = (i for i in group.tiles if rooms.get(i, math.inf) > LOOSE)
            yield from (i for i in loose if any(math.dist(places[i], places[k]) < NEAR for k in mine))


def odd_places(found: Findings) -> Iterator[Doubt]:
    """Gaps that a tile would fill, tiles of the hand that lie sideways, another hand as near."""
    rows = found.layout.rows
    hand = set(found.members(Role.HAND))
    yield from _gaps(found, hand)
    yield from _thrown(found)
    for row in rows:
        last = max((k for k, i in enumerate(row.tiles) if i in hand), default=-1)
        for k, (i, odds) in enumerate(zip(row.tiles, row.aside, strict=True)):
            least = LAST_ASIDE if k == last and found.named.winning is None else ASIDE
            near = {found.named.kinds[m] for m in row.tiles[max(0, k - 2) : k + 3]}
            if odds < CERTAIN and found.whole and len(near) > TRIPLE:
                continue
            if i in hand and odds > least and not spoken_for(found, i):
                text = f"tile {i} lies sideways among the hand: claimed, or the winning tile?"
                fix = ({"op": "move", "tiles": [i], "role": "winning"},)
                yield Doubt(
                    "sideways", (i,), f"手牌里的{zh(found.named.kinds[i])}横着：是胡的牌吗？", text, fix, Worth("hand")
                )
    if _whose(found) and not any(group.said for group in found.groups):
        text = "another player's hand lies as near: is this the one that is meant?"
        yield Doubt("which_hand", tuple(sorted(hand)), "画面里还有别家的手牌，是这一副吗？", text, (), Worth("hand"))


def _thrown(found: Findings) -> Iterator[Doubt]:
    """A winning tile that lies among the discards, farther from the player's other tiles."""
    places, winning = found.layout.places, found.members(Role.WINNING)
    mine = [i for role in (Role.HAND, Role.MELD) for i in found.members(role)]
    for i in winning:
        away = min((math.dist(places[i], places[k]) for k in mine), default=0.0)
        near = min((math.dist(places[i], places[k]) for k in found.members(Role.DISCARDS)), default=math.inf)
        if near < min(AMONG, away) and not spoken_for(found, i):
            kind = found.named.kinds[i]
            text = f"{CLASSES[kind]} lies among the discards: the winning tile, or one of them?"
            fix = ({"op": "move", "tiles": [i], "role": "discards"},)
            chinese = f"{zh(kind)}和打出的牌放在一起：是胡的牌，还是打出的？"
            yield Doubt("winning_unsure", (i,), chinese, text, fix, Worth("hand"))


def _whose(found: Findings) -> bool:
    """Does another player's hand lie as near, or wait where this one doesn't? The hand that has won is meant, and the
    only one that waits.
    """
    named = found.named
    if named.winning is not None and named.value.state == "won":
        return False
    rows = [
        [TILES[named.kinds[i]] for i in group.tiles if named.kinds[i] < KINDS]
        for group in found.groups
        if group.role is Role.OTHER
    ]
    if found.layout.rival > RIVAL:
        return named.value.state != "ready" or any(len(row) >= LEAST and not _idle(found, row) for row in rows)
    if named.value.state != "unready":
        return False
    alone = not named.melds and found.layout.rival > FAIR
    return alone or any(len(row) >= SEVERAL and not _idle(found, row) for row in rows)


def _idle(found: Findings, row: list[Tile]) -> bool:
    """A whole hand that doesn't wait; of fewer tiles, with melds elsewhere, nobody knows."""
    return len(row) in WHOLE and found.pricer.value(row, (), None).state not in ("ready", "won")


def _gaps(found: Findings, hand: set[int]) -> Iterator[Doubt]:
    """Room within the hand that its player did not leave between the suits, and too little room."""
    kinds = found.named.kinds
    for row in found.layout.rows:
        pairs = [
            (gap, i, j)
            for gap, (i, j) in zip(row.gaps, itertools.pairwise(row.tiles), strict=True)
            if i in hand and j in hand and not (spoken_for(found, i) and spoken_for(found, j))
        ]
        if not pairs:
            continue
        usual = sorted(gap for gap, _, _ in pairs)[len(pairs) // 2]
        suits = [gap for gap, i, j in pairs if kinds[i] // 9 != kinds[j] // 9]
        parted = len(suits) > 1 and min(suits) > 0.25
        for gap, i, j in pairs:
            at_end = (i, j) in (pairs[0][1:], pairs[-1][1:]) and len(pairs) > 2 and found.named.winning is None
            counted = found.whole and found.named.winning is not None
            suits_parted = kinds[i] // 9 != kinds[j] // 9 and (gap < TILE[0] or parted or counted) and gap < TILE[1]
            if gap > max(WIDE, 0.3 + 2 * usual) and not (suits_parted and not (at_end and gap > TILE[0])):
                text = f"between tiles {i} and {j} there is room: a tile not found, or one that lies apart"
                yield Doubt(
                    "gap",
                    (i, j),
                    f"{zh(kinds[i])}和{zh(kinds[j])}之间空着：少认了一张，还是有一张单放？",
                    text,
                    (),
                    Worth("hand"),
                )
            if gap < (UNDER if found.whole else usual + NARROW) and kinds[i] == kinds[j]:
                worse = min((i, j), key=lambda k: found.layout.detections[k].found)
                text = f"tiles {i} and {j} overlap: one tile seen twice?"
                fix = ({"op": "drop", "tile": worse},)
                yield Doubt("overlap", (i, j), f"两张{zh(kinds[i])}叠着：会不会是同一张？", text, fix, Worth("hand"))
    alone = [row.tiles[0] for row in found.layout.rows if len(row.tiles) == 1 and row.tiles[0] in hand]
    if len(hand) > 1:
        for i in alone:
            text = f"tile {i} of the hand lies apart from it"
            fix = ({"op": "move", "tiles": [i], "role": "winning"},)
            if not spoken_for(found, i):
                yield Doubt("apart", (i,), f"{zh(kinds[i])}离手牌有点远：是胡的牌吗？", text, fix, Worth("hand"))


def hardly_apart(found: Findings) -> Iterator[Doubt]:
    """A winning tile that touches the hand and lies sideways as far as one can see, which isn't far."""
    hand = set(found.members(Role.HAND))
    for row in found.layout.rows:
        for k, i in enumerate(row.tiles):
            if role_of(found, i) is not Role.WINNING or spoken_for(found, i):
                continue
            beside = [(row.gaps[m], row.tiles[n]) for m, n in ((k - 1, k - 1), (k, k + 1)) if 0 <= m < len(row.gaps)]
            least = min((gap for gap, other in beside if other in hand), default=math.inf)
            if least < (TOUCHING if row.aside[k] > SURE_ASIDE else HARDLY) and _fits(found, row, k):
                kind = found.named.kinds[i]
                text = f"{CLASSES[kind]} at the hand's end seems to lie sideways or apart: the winning tile?"
                fix = ({"op": "move", "tiles": [i], "role": "hand", "group": first_hand(found.groups)},)
                yield Doubt(
                    "winning_unsure",
                    (i,),
                    f"手牌末尾的{zh(kind)}好像横着或单放：是胡的牌吗？",
                    text,
                    fix,
                    Worth("units"),
                )


def _fits(found: Findings, row: Row, k: int) -> bool:
    """Does the k-th tile stand where it would in a hand that is put in order? In no order at all any tile does."""
    hand = [i for i in row.tiles if role_of(found, i) is Role.HAND]
    kinds = [found.named.kinds[i] for i in hand]
    before = row.tiles[k] in row.tiles[: row.tiles.index(hand[0])] if hand else False
    joined = [found.named.kinds[row.tiles[k]], *kinds] if before else [*kinds, found.named.kinds[row.tiles[k]]]
    return not ordered(kinds) or ordered(joined)


def fourth_or_winning(found: Findings) -> Iterator[Doubt]:
    """A winning tile beside a pong of its kind may be the fourth of an added kong."""
    places = found.layout.places
    for meld in found.named.melds:
        if meld.kind != "pong" or meld.tile is None or meld.tile != found.named.winning:
            continue
        tiles = found.groups[meld.group].tiles
        for i in found.members(Role.WINNING):
            if spoken_for(found, i) or not any(math.dist(places[i], places[k]) < NEAR for k in tiles):
                continue
            name = zh(int(meld.tile))
            fix = ({"op": "move", "tiles": [i], "role": "meld", "group": meld.group},)
            text = f"{meld.tile} lies beside a pong of its kind: the winning tile, or the fourth of an added kong?"
            chinese = f"{name}挨着碰的{name}：是胡的牌，还是补杠的第四张？"
            yield Doubt("winning_unsure", (i,), chinese, text, fix, Worth("hand"))
