"""Doubts about where tiles lie: rooms, tiles apart, on top, sideways, or left out."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence

from scoring.tiles import KINDS, TILES
from vision.doubts.codes import Code
from vision.doubts.context import NOTHING, Findings, moving, place, role_of, spoken_for, threes, zh
from vision.doubts.fixes import Steps, asked, offered, put_back
from vision.table.evidence import BACK_NUMBER
from vision.types import CLASSES, Doubt, Role, Row, Worth

NEAR = 2.5  # tile widths: a tile left out, missed or hardly seen this close may be the player's
AWAY = 7.0  # the same for a tile that would complete the hand
FOURTH = 1.6  # tile widths from a tile of a pong to where the fourth of a kong may lie
LONELY = 1.5  # tile widths of room around a tile that may have been put apart
LOOSE = 1.0  # the same for one that lies between discards and the hand
FAR = 3.9  # tile widths from his other tiles at which a player hardly lays his winning tile
AMONG = 1.6  # tile widths from a discard to one of a heap
TRIPLE = 3  # kinds among five neighbours, beyond which no three alike hide
SURE_ASIDE = 3.0  # below this a tile at the hand's end does not lie sideways for certain
ASIDE = 6.0  # log-odds from which on a tile lies sideways where it shouldn't
LAST_ASIDE = 4.0  # the same for the last tile of a hand: the winning tile lies so
CERTAIN = 5.0  # log-odds beyond which a tile lies sideways, whatever lies beside it
TELLING = 4  # so many gaps of a row tell how loosely it is laid
WIDE = 0.5  # tile widths of a gap that a hand doesn't have
TILE = (0.8, 1.2)  # tile widths of a gap in which a whole tile would lie
UNDER = -0.4  # tile widths: neighbours so close overlap, whatever the count
NARROW = -0.27  # tile widths less than usual: neighbours overlap
BETWEEN = 0.3  # tile widths that the way over a box may be longer than straight, and it lies between
STRAIGHT = 25.0  # degrees by which a photo may be turned and the nearest hand still lies lowest
RIVAL = {"ready": (1.3, 0.9), "unready": (0.8, 0.5), "to_throw": (0.8, 0.5)}
"""What a hand comes to -> how near another one comes to it before it isn't sure which is meant, in photos taken
straight and askew. On 28,000 rendered tables, most of them with other players, another player's hand is read on some
90; 8 of these say nothing."""
BEFORE = (0.7, 4.0)  # tile widths: least nearer to the player, most from his tiles
FACES = 3  # tiles there that are no strays


def left_out(found: Findings) -> Iterator[Doubt]:
    """Boxes that were not counted, with the reason."""
    for i, twin in found.layout.doubled:
        if i not in found.by_user:
            yield from _twice(found, i, twin)
    pongs = {i: n for n, group in enumerate(found.groups) if group.role is Role.MELD for i in group.tiles}
    told: set[int] = set()
    for i, under in (*found.layout.stacked, *_beside(found, pongs)):
        alike = under in pongs and found.named.kinds[under] == found.faces[i].first
        if i in told or not alike or role_of(found, i) is not Role.OTHER or spoken_for(found, i):
            continue
        told.add(i)
        home = put_back(found, i, under)
        text = f"tile {i} lies above one of its kind in a meld: {home.text}"
        chinese = f"{place(found, under)}（{zh(found.faces[i].first)}）上方还有一张：{home.chinese}"
        worth = Worth("hand" if home.role in (Role.HAND, Role.WINNING) else "units")
        yield Doubt(Code.LEFT_OUT, (i,), chinese, text, home.steps, worth)
    mine, places = found.mine(), found.layout.places
    for i in _lonely(found):
        kind = found.named.kinds[i]
        apart = found.named.winning is None and found.named.value.state in ("ready", "unready") and kind < KINDS
        wins = apart and kind in found.named.value.waits
        apart &= wins or role_of(found, i) is not Role.DISCARDS  # of discards only one that wins may be a winning tile
        pong = next((m for m in found.named.melds if m.kind == "pong" and m.tile == kind), None)
        if i in told or kind == BACK_NUMBER or not (apart or pong or not found.whole):
            continue
        if not any(math.dist(places[i], places[k]) < (AWAY if wins else NEAR) for k in mine):
            continue
        home = put_back(found, i, None, None if wins else pong, apart=apart)
        text = f"tile {i} lies close by and was taken for none of the player's"
        chinese = f"近旁的{zh(kind)}没有算进来"
        if wins:
            text, chinese = f"{text}; it would complete the hand", f"旁边有张{zh(kind)}，正好能胡，没有算进来"
        elif apart and not pong:
            text, chinese = f"{text}; it would not complete the hand", f"旁边单放着{zh(kind)}，胡不了，没有算进来"
        chinese, text = f"{chinese}：{home.chinese}", f"{text}: {home.text}"
        yield Doubt(Code.LEFT_OUT, (i,), chinese, text, home.steps, Worth("hand"))


def _twice(found: Findings, i: int, twin: int) -> Iterator[Doubt]:
    """A second box of a tile, of which the reading tells that it shows it again. It is a doubt where it shows another
    kind; that there are two is asked only where that is the fourth of a kong, or where the hand has not as many tiles
    as it should: else one glance would do, and a tap would make a right hand another.
    """
    home = put_back(found, i, twin)
    kind, other = found.faces[twin].first, found.faces[i].first
    chinese = f"有一张{zh(kind)}认了两次，只算一张"
    if other != kind:
        chinese = f"有一张牌认了两次，一次是{zh(kind)}，一次像{zh(other)}，只算{zh(kind)}"
    text = f"box {i} ({CLASSES[other]}) shows tile {twin} ({CLASSES[kind]}) a second time and was left out"
    worth, steps = NOTHING, home.steps
    if home.role is Role.MELD:
        chinese, text, worth = f"{chinese}；还{home.chinese}", f"{text}; or is it {home.text}", Worth("units")
    elif home.role in (Role.HAND, Role.WINNING) and not found.counted:
        chinese, text, worth = f"{chinese}；还是真有两张？", f"{text}; or are there two?", Worth("hand")
    elif other == kind:
        return
    else:
        steps = ({"op": "drop", "tile": i},)
    yield Doubt(Code.DUPLICATE, (i,), chinese, text, steps, worth)


def _beside(found: Findings, melds: Iterable[int]) -> Iterator[tuple[int, int]]:
    """(a tile that is nobody's, a tile of a meld close to it)."""
    places = found.layout.places
    others = [i for group in found.groups if group.role is Role.OTHER and not group.by_user for i in group.tiles]
    return ((i, k) for i in others for k in melds if math.dist(places[i], places[k]) < FOURTH)


def _lonely(found: Findings) -> Iterator[int]:
    """Tiles that are nobody's and lie by themselves, or with room on both sides; less of it where the hand waits for
    one.
    """
    waits = found.named.value.waits if found.named.winning is None else ()
    rooms = {
        i: min(row.gaps[max(0, k - 1) : k + 1], default=math.inf)
        for row in found.layout.rows
        for k, i in enumerate(row.tiles)
    }
    places, mine = found.layout.places, found.mine()
    for group in found.groups:
        if group.role is Role.OTHER and not group.by_user:
            least = {i: LOOSE if found.named.kinds[i] in waits else LONELY for i in group.tiles}
            yield from (i for i in group.tiles if rooms.get(i, math.inf) > least[i])
        if group.role is Role.DISCARDS and not group.by_user:  # thrown close to the hand, or laid there to win
            loose = (i for i in group.tiles if rooms.get(i, math.inf) > LOOSE)
            yield from (i for i in loose if any(math.dist(places[i], places[k]) < NEAR for k in mine))


def odd_places(found: Findings) -> Iterator[Doubt]:
    """Gaps that a tile would fill, tiles of the hand that lie sideways, another hand as near."""
    rows = found.layout.rows
    hand = set(found.members(Role.HAND))
    yield from _gaps(found, hand)
    yield from _thrown(found)
    for row in rows:
        if len(row.tiles) == 1 < len(hand):
            continue  # told as apart
        last = max((k for k, i in enumerate(row.tiles) if i in hand), default=-1)
        for k, (i, odds) in enumerate(zip(row.tiles, row.aside, strict=True)):
            least = LAST_ASIDE if k == last and found.named.winning is None else ASIDE
            near = {found.named.kinds[m] for m in row.tiles[max(0, k - 2) : k + 3]}
            if odds < CERTAIN and found.whole and len(near) > TRIPLE:
                continue
            if i in hand and odds > least and not spoken_for(found, i):
                yield _aside(found, i, _alike_beside(found, row, k))
    if _whose(found) and not any(group.by_user for group in found.groups):
        text = "another player's hand lies as near: is this the one that is meant?"
        yield Doubt(Code.WHICH_HAND, tuple(sorted(hand)), "画面里还有别家的手牌，是这一副吗？", text, (), Worth("hand"))


def _aside(found: Findings, i: int, pong: Sequence[int]) -> Doubt:
    """A tile of the hand that lies sideways: the winning tile, or one of a pong."""
    winning: Steps = () if found.members(Role.WINNING) else moving([i], Role.WINNING)
    claimed: Steps = moving(pong, Role.MELD, len(found.groups)) if pong else ()
    fix = offered(found, winning, claimed)
    kind = found.named.kinds[i]
    ask = ("是碰的，还是放歪了？", "claimed, or only laid askew?")
    if fix:
        ask = asked(Role.WINNING) if fix == winning else ("是碰的吗？", "one of a pong?")
    text = f"tile {i} ({CLASSES[kind]}) lies sideways among the hand: {ask[1]}"
    return Doubt(Code.SIDEWAYS, (i,), f"手牌里的{zh(kind)}横着：{ask[0]}", text, fix, Worth("hand"))


def _alike_beside(found: Findings, row: Row, k: int) -> Sequence[int]:
    """Three neighbours in the hand of the k-th tile's kind, itself among them; none if there are none."""
    blocks = {start: block for start, block in threes(found, row) if start <= k < start + 3}
    return blocks[min(blocks, key=lambda start: abs(start - k + 1))] if blocks else ()


def _thrown(found: Findings) -> Iterator[Doubt]:
    """A winning tile that lies among the discards, farther from the player's other tiles; or far away from these, and
    sideways, as what others threw may lie.
    """
    places, winning, aside = found.layout.places, found.members(Role.WINNING), found.layout.aside
    mine = [i for role in (Role.HAND, Role.MELD) for i in found.members(role)]
    for i in winning:
        away = min((math.dist(places[i], places[k]) for k in mine), default=0.0)
        near = min((math.dist(places[i], places[k]) for k in found.members(Role.DISCARDS)), default=math.inf)
        astray = away > FAR and aside.get(i, 0.0) > SURE_ASIDE
        if (near < min(AMONG, away) or astray) and not spoken_for(found, i):
            kind = found.named.kinds[i]
            where = "far from the hand" if astray else "among the discards"
            text = f"{CLASSES[kind]} lies {where} and was taken for the winning tile: is it one of the discards?"
            fix = moving([i], Role.DISCARDS)
            where = "离手牌很远，横着" if astray else "和打出的牌放在一起"
            chinese = f"{zh(kind)}{where}，算作胡的牌：会不会是打出的？"
            yield Doubt(Code.WINNING_UNSURE, (i,), chinese, text, fix, Worth("hand"))


def _whose(found: Findings) -> bool:
    """May another player's hand be the one that is meant? One that has won is meant, and one that waits mostly is; one
    that doesn't hardly is beside one that does.
    """
    askew = STRAIGHT < found.layout.turn % 180 < 180 - STRAIGHT
    state, rival = found.named.value.state, found.layout.rival_hand
    if state not in RIVAL:
        return False
    if _before(found):
        return True
    rows = ([found.named.kinds[i] for i in group.tiles] for group in found.groups if group.role is Role.OTHER)
    return rival > RIVAL[state][askew] or (state != "ready" and any(_waits(found, row) for row in rows))


def _before(found: Findings) -> bool:
    """Do faces lie nearer to the player than all of his own, that are taken for nobody's? What lies there is his hand,
    in two short rows perhaps, and the row behind it discards.
    """
    places, mine = found.layout.places, found.mine()
    nearest = min((places[i][1] for i in mine), default=0.0)
    before = [
        i
        for i in found.members(Role.OTHER)
        if found.named.kinds[i] < KINDS
        and places[i][1] < nearest - BEFORE[0]
        and min((math.dist(places[i], places[k]) for k in mine), default=math.inf) < BEFORE[1]
    ]
    return len(before) >= FACES


def _waits(found: Findings, row: list[int]) -> bool:
    """Is it a whole hand that waits, or has won?"""
    if max(row, default=KINDS) >= KINDS:
        return False
    return found.pricer.value([TILES[kind] for kind in row], (), None).state in ("ready", "won")


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
        usual = sorted(gap for gap, _, _ in pairs)[len(pairs) // 2] if len(pairs) >= TELLING else 0.0
        suits = [gap for gap, i, j in pairs if kinds[i] // 9 != kinds[j] // 9]
        parted = len(suits) > 1 and min(suits) > 0.25
        for gap, i, j in pairs:
            at_end = (i, j) in (pairs[0][1:], pairs[-1][1:]) and len(pairs) > 2 and found.named.winning is None
            counted = found.whole and found.named.winning is not None
            suits_parted = kinds[i] // 9 != kinds[j] // 9 and (gap < TILE[0] or parted or counted) and gap < TILE[1]
            parted_so = suits_parted and not (at_end and gap > TILE[0])
            if gap > max(WIDE, 0.3 + 2 * usual) and not parted_so and not _emptied(found, i, j):
                text = f"between tiles {i} and {j} there is room: a tile not found, or one that lies apart"
                chinese = f"{zh(kinds[i])}和{zh(kinds[j])}之间空着：少认了一张，还是有一张单放？"
                yield Doubt(Code.GAP, (i, j), chinese, text, (), Worth("hand"))
            if gap < (UNDER if found.whole else usual + NARROW) and kinds[i] == kinds[j]:
                worse = min((i, j), key=lambda k: found.layout.detections[k].found)
                text = f"tiles {i} and {j} overlap: one tile seen twice?"
                fix = ({"op": "drop", "tile": worse},)
                yield Doubt(Code.OVERLAP, (i, j), f"两张{zh(kinds[i])}叠着：会不会是同一张？", text, fix, Worth("hand"))
    alone = [row.tiles[0] for row in found.layout.rows if len(row.tiles) == 1 and row.tiles[0] in hand]
    if len(hand) > 1:
        for i in alone:
            if not spoken_for(found, i):
                won = () if found.members(Role.WINNING) else offered(found, moving([i], Role.WINNING))
                ask = asked(Role.WINNING if won else Role.HAND)
                chinese = f"{zh(kinds[i])}离手牌有点远：{ask[0]}"
                text = f"tile {i} ({CLASSES[kinds[i]]}) lies apart from the hand: {ask[1]}"
                yield Doubt(Code.APART, (i,), chinese, text, won, Worth("hand"))


def _emptied(found: Findings, i: int, j: int) -> bool:
    """Has the player said that a box between the two is none?"""
    places, here = found.layout.places, {k for group in found.groups for k in group.tiles}
    return any(
        math.dist(places[i], places[k]) + math.dist(places[k], places[j]) - math.dist(places[i], places[j]) < BETWEEN
        for k in found.by_user - here
    )
