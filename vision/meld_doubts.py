"""Doubts about melds: their kind, who fed them, and whether they are any."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from scoring.errors import counted
from scoring.tiles import KINDS
from vision.faces import BACK_NUMBER, FLOOR, NOTED, OTHER_NUMBER
from vision.findings import (
    NOTHING,
    Findings,
    first_hand,
    moving,
    ordered,
    place,
    role_of,
    setting,
    spoken_for,
    threes,
    zh,
)
from vision.melds import ASKEW, NOBODY, SIDE, Guess, is_run
from vision.misplaced import FOURTH
from vision.naming import melds_of
from vision.suggestions import KONG, PONG, Steps, offered, taken_out
from vision.touched import touched
from vision.types import CLASSES, Doubt, Group, Role, Worth
from vision.unsure import looks, noted
from vision.worth import MELD_KINDS

STRAIGHT = 20.0  # degrees by which a photo may be turned and upright boxes still tell how tiles lie
UNSEEN = -1.0  # above this it isn't sure that a tile of a meld stands upright, log-odds
PARTED = (0.28, 1.0)  # tile widths of room between parted suits
CLOSE = 0.2  # tile widths of room that a meld has at least beside a hand
HOLE = 0.5  # tile widths of room that a meld doesn't have
UNDER = -0.3  # tile widths of room between tiles of which one lies on the other, or shows it again
ZH_FEEDER = {"left": "上家", "opposite": "对家", "right": "下家"}


def about_melds(found: Findings) -> Iterator[Doubt]:
    """Melds that are none, or whose kind, tile or feeder is not clear."""
    for group, guess in zip(melds_of(found.groups), found.named.guesses, strict=True):
        tiles = group.tiles
        faces = [found.named.kinds[i] for i in tiles]
        if set(faces) == {BACK_NUMBER} and len(tiles) <= KONG:
            yield _face_down(group)
            continue
        if guess.mixed:
            yield _no_meld(found, group)
            continue
        rooms = [
            gap
            for row in found.layout.rows
            for gap, pair in zip(row.gaps, itertools.pairwise(row.tiles), strict=True)
            if set(pair) <= set(tiles)
        ]
        if max(rooms, default=0.0) > HOLE and len(tiles) == 3 and BACK_NUMBER not in faces:
            text = f"between the tiles of the meld of {guess.tile} there is room: a kong with a tile not found?"
            chinese = f"碰的{zh(int(guess.tile or 0))}中间空着：是不是杠，少认了一张？"
            yield Doubt("short_meld", tiles, chinese, text, (), Worth("units"))
        if guess.open or (guess.kind == "exposed" and min(rooms, default=0.0) < UNDER):  # one may lie on another
            yield _open(found, group, guess)
        yield from _feeder(found, group, guess)


def _feeder(found: Findings, group: Group, guess: Guess) -> Iterator[Doubt]:
    """Who fed a meld for which somebody owes; other feeders are told only where they are sure."""
    if not guess.owed or guess.tile is None:
        return
    kind = MELD_KINDS[guess.kind]
    name, name_zh = f"{kind.en} of {guess.tile}", f"{kind.zh}{guess.tile.name_zh}"
    askew = STRAIGHT < found.layout.turn % 90 < 90 - STRAIGHT
    if guess.margin < (NOBODY if guess.fed_by is None else ASKEW if askew else SIDE):
        one, *other = [feeder for feeder in (guess.fed_by, guess.second) if feeder is not None]
        text = f"{name}: fed by {one} or {other[0] if other else 'nobody known'}?"
        chinese = f"{name_zh}：看不清是不是{ZH_FEEDER[one]}打的"
        if other:
            chinese = f"{name_zh}：看不清是谁打的，{ZH_FEEDER[one]}还是{ZH_FEEDER[other[0]]}？"
        yield Doubt("feeder", group.tiles, chinese, text, (), Worth("units"))
    elif guess.fed_by is None and _hidden(found, group):
        text = f"{name}: from this angle a sideways tile would not be seen"
        yield Doubt("feeder", group.tiles, f"{name_zh}：这个角度看不出哪张横着", text, (), Worth("units"))
    elif guess.fed_by in ("left", "right") and found.layout.backwards:
        text = "the photo may be upside down: left and right feeders may be exchanged"
        yield Doubt("direction", group.tiles, "照片方向不明，上家下家可能相反", text, (), Worth("units"))


def _face_down(group: Group) -> Doubt:
    """A kong of which nothing is seen, or fewer tiles of one."""
    if len(group.tiles) == KONG:
        text = "a kong with all four tiles face down: its kind is not known"
        return Doubt("hidden_kong", group.tiles, "暗杠四张都扣着，看不出杠的是什么", text, (), Worth("unknown"))
    text = f"{counted(len(group.tiles), 'tile')} face down as a meld: a concealed kong with a tile not found?"
    chinese = f"碰杠里只有{len(group.tiles)}张扣着的：是不是暗杠，少认了一张？"
    return Doubt("short_meld", group.tiles, chinese, text, (), Worth("hand"))


def _no_meld(found: Findings, group: Group) -> Doubt:
    """Tiles laid down as a meld that are none: of a wrong number, a run, or not alike. Suggested is what mends those
    that are not like the others. All go to the hand only where nobody has put them here or named one.
    """
    tiles, kinds = group.tiles, [found.named.kinds[i] for i in group.tiles]
    if len(kinds) not in (PONG, KONG):
        what, why = f"{len(kinds)}张不成一副，碰是三张，杠是四张", f"{len(kinds)} tiles; a pong has three, a kong four"
    elif is_run(kinds):
        what, why = "是顺子，捉鸡不能吃牌", "a run, and there are no chows"
    elif OTHER_NUMBER in kinds:
        what, why = "有认不出是万筒条哪张的，不成碰也不成杠", "some are none of the 108, or not clearly seen"
    else:
        what, why = "不是同一种牌，不成碰也不成杠", "they are not alike"
    fix, ask, asked = _mended(found, tiles, kinds)
    chinese = f"碰杠的牌里{'、'.join(zh(kind) for kind in kinds)}：{what}{ask and f'；{ask}'}"
    text = f"{' '.join(CLASSES[kind] for kind in kinds)} is no meld: {why}{asked and f'; {asked}'}"
    return Doubt("mixed_meld", tiles, chinese, text, fix, Worth("hand"))


def _mended(found: Findings, tiles: Sequence[int], kinds: Sequence[int]) -> tuple[Steps, str, str]:
    """What would make a meld of them, or part of the hand; and the question to which that is yes."""
    alike = _alike(found, tiles) if len(tiles) in (PONG, KONG) else {}
    known = [kind for kind in kinds if kind < KINDS]
    usual = max(known, key=known.count, default=OTHER_NUMBER)
    odd = [i for i in tiles if found.named.kinds[i] != usual]
    if alike:
        i, kind = next(iter(alike.items()))
        if len(alike) > 1:
            return setting(alike), f"都是{zh(kind)}吗？", f"are all of them {CLASSES[kind]}?"
        return setting(alike), f"{place(found, i)}是{zh(kind)}吗？", f"is tile {i} {CLASSES[kind]}?"
    if len(odd) == 1 and len(tiles) > PONG:
        fix, chinese, text = taken_out(found, odd[0])
        return fix, chinese and f"{place(found, odd[0])}（{zh(found.named.kinds[odd[0]])}）{chinese}", text
    if found.said.isdisjoint(tiles) and not spoken_for(found, tiles[0]) and len(known) == len(tiles):
        fix = offered(found, moving(tiles, Role.HAND, first_hand(found.groups)))
        return (fix, "是手牌吗？", "are they of the hand?") if fix else ((), "", "")
    return (), "", ""


def _alike(found: Findings, tiles: Sequence[int]) -> dict[int, int]:
    """The likeliest other names that make them alike, of those that the eye noted or the player has told of most; what
    he has told goes first, and is put in question only where all others are alike without it.
    """
    shown = [i for i in tiles if found.named.kinds[i] != BACK_NUMBER]
    kinds = {k for i in shown for k in (found.named.kinds[i], *noted(found, i)) if k < KINDS}
    fair = []
    for kind in sorted(kinds):
        changes = {i: kind for i in shown if found.named.kinds[i] != kind}
        scores = [max(looks(found, i).get(kind, 0.0), FLOOR) for i in changes]
        told = 2 * sum(i in found.said and i not in changes for i in shown) > len(shown)
        again = len(found.said.intersection(changes))
        if changes and (told or min(scores) >= NOTED) and (not again or len(changes) == 1):
            fair.append((again, -sum(map(math.log, scores)), kind, changes))
    return min(fair)[3] if fair else {}


def _hidden(found: Findings, group: Group) -> bool:
    """Might one of its tiles lie sideways without that being seen?"""
    return any(i in group.tiles and odds > UNSEEN for i, odds in found.layout.aside.items())


def _open(found: Findings, group: Group, guess: Guess) -> Doubt:
    if len(group.tiles) == 3:
        text = f"three tiles of {guess.tile}, one of them face down: a kong with a tile not found"
        chinese = f"{zh(int(guess.tile or 0))}三张里有扣着的：是不是杠，少认了一张？"
        return Doubt("short_meld", group.tiles, chinese, text, (), Worth("hand"))
    kongs = found.pricer.rules.kongs
    prices = {str(kind): rule.units * (3 if rule.from_each else 1) for kind, rule in kongs.items()}
    apart = prices.get("concealed", 0) - prices.get(guess.kind, 0)
    return Doubt(
        "kong_kind",
        group.tiles,
        f"杠{zh(int(guess.tile or 0))}，四张都亮着，看不清怎么摆的：明杠、补杠还是暗杠？",
        f"a kong of {guess.tile}, all face up, not clear how they lie: exposed, added or concealed",
        (),
        Worth("units", apart),
    )


def pong_or_hand(found: Findings) -> Iterator[Doubt]:
    """Three alike that may be a pong or part of the hand, each told once."""
    ways = touched, _tucked, _touching, _parted, _only, _won_by
    told = {doubt.tiles: doubt for way in ways for doubt in way(found)}
    yield from told.values()


def _pong_or_hand(found: Findings, block: Sequence[int], meld: bool) -> Doubt:
    alike = sorted({found.named.kinds[i] for i in block})
    what = ("a pong", "part of the hand") if meld else ("part of the hand", "a pong")
    to_hand = moving(block, Role.HAND, first_hand(found.groups))
    fix = to_hand if meld else moving(block, Role.MELD, len(found.groups))
    text = f"three {' and three '.join(CLASSES[kind] for kind in alike)}: {what[0]}, or {what[1]}?"
    chinese = f"三张{'、三张'.join(map(zh, alike))}算作{'碰' if meld else '手牌'}，会不会是{'手牌' if meld else '碰'}？"
    return Doubt("parted", tuple(block), chinese, text, fix, NOTHING)


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
            yield Doubt("parted", tuple(hand), chinese, text, fix, Worth("hand"))
    alike = len(hand) == 4 and len({found.named.kinds[i] for i in hand}) == 1
    if alike and found.named.kinds[hand[0]] < KINDS and not spoken_for(found, hand[0]):
        name, name_zh = CLASSES[found.named.kinds[hand[0]]], zh(found.named.kinds[hand[0]])
        text = f"the hand is four {name}: a kong, and the hand lies elsewhere?"
        fix = moving(hand, Role.MELD, len(found.groups))
        yield Doubt("parted", tuple(hand), f"手牌是四张{name_zh}：是杠，手牌在别处吗？", text, fix, Worth("hand"))


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
                yield Doubt("parted", pong, chinese, text, moving(pong, Role.MELD, len(found.groups)), Worth("hand"))


def _touching(found: Findings) -> Iterator[Doubt]:
    """Three alike of the hand without room to a meld."""
    for row in found.layout.rows:
        for k, block in threes(found, row):
            beside = [n for n in (k - 1, k + 2) if 0 <= n < len(row.gaps) and row.gaps[n] < CLOSE]
            melds = any(role_of(found, row.tiles[n if n < k else n + 1]) is Role.MELD for n in beside)
            if melds and not any(spoken_for(found, i) for i in block):
                yield _pong_or_hand(found, block, False)


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
    """Three alike, none sideways, with room to a hand whose suits are parted: a pong, or a suit of the hand? Who lays
    other melds with a tile sideways has no such pong.
    """
    kinds = found.named.kinds
    customs = any(meld.fed_by for meld in found.named.melds)
    for row in found.layout.rows:
        blocks, rooms = row.blocks(PARTED[0]), [gap for gap in row.gaps if gap > PARTED[0]]
        roles = [{role_of(found, i) for i in block} for block in blocks]
        suits = [kinds[i] // 9 for block, role in zip(blocks, roles, strict=True) if role == {Role.HAND} for i in block]
        for n, block in enumerate(blocks):
            near = [m for m in (n - 1, n + 1) if 0 <= m < len(blocks) and roles[m] == {Role.HAND}]
            suit = kinds[block[0]] // 9
            if not near or len(block) % 3 or max(kinds[i] for i in block) >= KINDS:
                continue
            if len(block) > 3 * len({kinds[i] for i in block}) or len({kinds[i] // 9 for i in block}) > 1:
                continue
            inside = [m for m in found.named.melds if not set(block).isdisjoint(found.groups[m.group].tiles)]
            pongs, unfed = all(m.kind == "pong" for m in inside), any(m.fed_by is None for m in inside)
            meld = roles[n] == {Role.MELD} and pongs and unfed
            if not meld and (customs or len({kinds[i] for i in block}) > 1):
                continue
            mixed = any(
                len({kinds[i] // 9 for i in b}) > 1 for b, r in zip(blocks, roles, strict=True) if Role.HAND in r
            )
            alone = suits.count(suit) == (3 if roles[n] == {Role.HAND} else 0)
            close = min(rooms[min(m, n)] for m in near) < PARTED[1]
            if not (meld or roles[n] == {Role.HAND}) or mixed or not alone or not close or spoken_for(found, block[0]):
                continue
            yield _pong_or_hand(found, block, meld)
