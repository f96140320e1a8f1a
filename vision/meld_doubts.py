"""Doubts about melds: their kind, who fed them, and whether they are any."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from scoring.tiles import KINDS
from vision.findings import NOTHING, ZH_KIND, Findings, first_hand, ordered, role_of, spoken_for, zh
from vision.melds import ASKEW, SIDE, Guess, is_run
from vision.naming import FACING
from vision.types import CLASSES, Doubt, Group, Role, Worth

STRAIGHT = 25.0  # degrees by which a photo may be turned and upright boxes still tell how tiles lie
UNSEEN = -2.0  # above this it isn't sure that a tile of a meld stands upright, log-odds
PARTED = (0.28, 1.0)  # tile widths of room between parted suits
CLOSE = 0.2  # tile widths of room that a meld has at least beside a hand
HOLE = 0.5  # tile widths of room that a meld doesn't have
UNDER = -0.4  # tile widths of room between tiles of which one lies on the other
ZH_FEEDER = {None: "不明", "left": "上家", "opposite": "对家", "right": "下家"}


def about_melds(found: Findings) -> Iterator[Doubt]:
    """Melds that are none, or whose kind, tile or feeder is not clear."""
    melds = [group for group in found.groups if group.role is Role.MELD and group.tiles]
    for group, guess in zip(melds, found.named.guesses, strict=True):
        tiles = group.tiles
        faces = [found.named.kinds[i] for i in tiles]
        if guess.mixed:
            yield _no_meld(tiles, faces)
            continue
        rooms = [
            gap
            for row in found.layout.rows
            for gap, pair in zip(row.gaps, itertools.pairwise(row.tiles), strict=True)
            if set(pair) <= set(tiles)
        ]
        hole = max(rooms, default=0.0)
        if hole > HOLE and len(tiles) == 3:
            text = f"between the tiles of the meld of {guess.tile} there is room: a kong with a tile not found?"
            yield Doubt("short_meld", tiles, "碰的牌中间空着：是不是杠，少认了一张？", text, (), Worth("units"))
        if guess.tile is None:
            yield Doubt(
                "hidden_kong",
                tiles,
                "暗杠四张都扣着，看不出杠的是什么",
                "a kong with all four tiles face down: its kind is not known",
                (),
                Worth("unknown"),
            )
            continue
        if guess.open or (guess.kind == "exposed" and min(rooms, default=0.0) < UNDER):  # one may lie on another
            yield _open(found, group, guess)
        yield from _feeder(found, group, guess)


def _feeder(found: Findings, group: Group, guess: Guess) -> Iterator[Doubt]:
    """Who fed a meld for which somebody owes; other feeders are told only where they are sure."""
    if not guess.owed or guess.tile is None:
        return
    name, name_zh = f"{guess.kind} of {guess.tile}", f"{ZH_KIND[guess.kind]}{guess.tile.name_zh}"
    askew = STRAIGHT < found.layout.turn % 90 < 90 - STRAIGHT
    if guess.margin < (ASKEW if askew else SIDE):
        one, other = guess.fed_by, guess.second
        text = f"{name}: fed by {one or 'nobody known'} or {other or 'nobody known'}"
        chinese = f"{name_zh}：看不清是谁打的，{ZH_FEEDER[one]}还是{ZH_FEEDER[other]}？"
        yield Doubt("feeder", group.tiles, chinese, text, (), Worth("units"))
    elif guess.fed_by is None and _hidden(found, group):
        text = f"{name}: from this angle a sideways tile would not be seen"
        yield Doubt("feeder", group.tiles, f"{name_zh}：这个角度看不出哪张横着", text, (), Worth("units"))
    elif guess.fed_by in ("left", "right") and found.layout.facing < FACING:
        text = "the photo may be upside down: left and right feeders may be exchanged"
        yield Doubt("direction", group.tiles, "照片方向不明，上家下家可能相反", text, (), Worth("units"))


def _no_meld(tiles: tuple[int, ...], kinds: list[int]) -> Doubt:
    """Tiles laid down as a meld that are none: of a wrong number, a run, or not alike."""
    if len(kinds) not in (3, 4):
        what, why = f"{len(kinds)}张不成一副，碰是三张，杠是四张", f"{len(kinds)} tiles; a pong has three, a kong four"
    elif is_run(kinds):
        what, why = "是顺子，捉鸡不能吃牌", "a run, and there are no chows"
    else:
        what, why = "不是同一种牌，不成碰也不成杠", "they are not alike"
    listed = " ".join(CLASSES[kind] for kind in kinds)
    chinese = f"碰杠的牌里{'、'.join(zh(kind) for kind in kinds)}：{what}"
    fix = ({"op": "move", "tiles": list(tiles), "role": "hand"},)
    return Doubt("mixed_meld", tiles, chinese, f"{listed} is no meld: {why}", fix, Worth("hand"))


def _hidden(found: Findings, group: Group) -> bool:
    """Might one of its tiles lie sideways without that being seen?"""
    return any(
        i in group.tiles and odds > UNSEEN
        for row in found.layout.rows
        for i, odds in zip(row.tiles, row.aside, strict=True)
    )


def _open(found: Findings, group: Group, guess: Guess) -> Doubt:
    if len(group.tiles) == 3:
        text = "three tiles, one of them face down: a kong with a tile not found"
        return Doubt("short_meld", group.tiles, "三张里有扣着的：是不是杠，少认了一张？", text, (), Worth("hand"))
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
    told = {doubt.tiles: doubt for doubt in (*_tucked(found), *_parted(found), *_only(found))}
    yield from told.values()


def _pong_or_hand(found: Findings, block: Sequence[int], meld: bool) -> Doubt:
    alike = sorted({found.named.kinds[i] for i in block})
    what = ("a pong", "part of the hand") if meld else ("part of the hand", "a pong")
    fix: dict[str, object] = {"op": "move", "tiles": list(block), "role": "hand" if meld else "meld"}
    fix["group"] = first_hand(found.groups) if meld else len(found.groups)
    text = f"three {' and three '.join(CLASSES[kind] for kind in alike)}: {what[0]}, or {what[1]}?"
    chinese = f"三张{'、三张'.join(map(zh, alike))}算作{'碰' if meld else '手牌'}，会不会是{'手牌' if meld else '碰'}？"
    return Doubt("parted", tuple(block), chinese, text, (fix,), NOTHING)


def _only(found: Findings) -> Iterator[Doubt]:
    """A hand of four alike waits for nothing: a kong, and the hand lies elsewhere."""
    hand = found.members(Role.HAND)
    if len(hand) == 4 and len({found.named.kinds[i] for i in hand}) == 1 and not spoken_for(found, hand[0]):
        name, name_zh = CLASSES[found.named.kinds[hand[0]]], zh(found.named.kinds[hand[0]])
        text = f"the hand is four {name}: a kong, and the hand lies elsewhere?"
        fix = {"op": "move", "tiles": hand, "role": "meld", "group": len(found.groups)}
        yield Doubt("parted", tuple(hand), f"手牌是四张{name_zh}：是杠，手牌在别处吗？", text, (fix,), Worth("hand"))


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
    for meld in found.named.melds:
        tiles = found.groups[meld.group].tiles
        if meld.kind != "pong" or spoken_for(found, tiles[0]):
            continue
        for row in found.layout.rows:
            near = [
                j if i in tiles else i
                for gap, (i, j) in zip(row.gaps, itertools.pairwise(row.tiles), strict=True)
                if gap < CLOSE and (i in tiles) != (j in tiles)
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
        blocks: list[list[int]] = [[row.tiles[0]]]
        rooms: list[float] = []
        for gap, i in zip(row.gaps, row.tiles[1:], strict=True):
            if gap > PARTED[0]:
                blocks.append([])
                rooms.append(gap)
            blocks[-1].append(i)
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
            meld = roles[n] == {Role.MELD} and all(m.fed_by is None and m.kind == "pong" for m in inside)
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
