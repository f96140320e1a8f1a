"""Doubts about how tiles lie: melds, rooms, tiles apart, on top, sideways, or left out."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from vision.faces import BACK_NUMBER
from vision.findings import NOTHING, ZH_KIND, Findings, first_hand, role_of, spoken_for, zh
from vision.melds import SIDE, Guess, is_run
from vision.naming import FACING
from vision.types import CLASSES, Doubt, Group, Role, Worth

NEAR = 2.5  # tile widths: a tile left out this close may be the player's
UNSEEN = -2.0  # above this it isn't sure that a tile of a meld stands upright
HARDLY = 0.4  # tile widths of room that set a tile apart for certain
SURE_ASIDE = 3.0  # below this a tile at the hand's end does not lie sideways for certain
ASIDE = 4.5  # log-odds from which on a tile lies sideways where it shouldn't
LAST_ASIDE = 2.0  # the same for the last tile of a hand: the winning tile lies so
WIDE = 0.5  # tile widths of a gap that a hand doesn't have
TILE = (0.8, 1.2)  # tile widths of a gap in which a whole tile would lie
NARROW = -0.27  # tile widths less than usual: neighbours overlap
RIVAL = 0.9  # how near another row comes to the main one before it isn't sure whose hand is meant
OWN = (Role.HAND, Role.WINNING, Role.MELD)
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
        hole = max(
            (
                gap
                for row in found.layout.rows
                for gap, pair in zip(row.gaps, itertools.pairwise(row.tiles), strict=True)
                if set(pair) <= set(tiles)
            ),
            default=0.0,
        )
        if hole > WIDE and len(tiles) == 3:
            text = f"between the tiles of the meld of {guess.tile} there is room: a kong with a tile not found?"
            yield Doubt("short_meld", tiles, "副露中间空着：可能少认一张杠牌", text, (), Worth("units"))
        if guess.tile is None:
            yield Doubt(
                "hidden_kong",
                tiles,
                "四张都扣着的杠，看不出是什么牌",
                "a kong with all four tiles face down: its kind is not known",
                (),
                Worth("unknown"),
            )
            continue
        if guess.open:
            yield _open(found, group, guess)
        yield from _feeder(found, group, guess)


def _feeder(found: Findings, group: Group, guess: Guess) -> Iterator[Doubt]:
    """Who fed a meld for which somebody owes; other feeders are told only where they are sure."""
    if not guess.owed or guess.tile is None:
        return
    name, name_zh = f"{guess.kind} of {guess.tile}", f"{ZH_KIND[guess.kind]}{guess.tile.name_zh}"
    if guess.margin < SIDE:
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
        return Doubt("short_meld", group.tiles, "三张里有扣着的：可能少认一张杠牌", text, (), Worth("hand"))
    kongs = found.pricer.rules.kongs
    prices = {str(kind): rule.units * (3 if rule.from_each else 1) for kind, rule in kongs.items()}
    apart = prices.get("concealed", 0) - prices.get(guess.kind, 0)
    return Doubt(
        "kong_kind",
        group.tiles,
        f"{zh(int(guess.tile or 0))}杠四张都亮着又没有横牌：明杠、补杠还是暗杠？",
        f"a kong of {guess.tile}, all face up and none sideways: exposed, added or concealed",
        (),
        Worth("units", apart),
    )


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
            f"第{i}框与第{twin}框是同一张牌，已略去",
            f"box {i} shows tile {twin} a second time and was left out",
        )
        if alike:
            chinese, text = chinese + "；或是补杠的第四张？", text + "; or is it the fourth tile of an added kong?"
        yield Doubt("duplicate", (i,), chinese, text, (back,), Worth("units") if alike else NOTHING)
    pongs = {i: n for n, group in enumerate(found.groups) if group.role is Role.MELD for i in group.tiles}
    told: set[int] = set()
    for i, under in found.layout.stacked:
        alike = under in pongs and found.named.kinds[under] == found.faces[i].first
        if i in told or not alike or role_of(found, i) is not Role.OTHER or spoken_for(found, i):
            continue
        told.add(i)
        fix = ({"op": "move", "tiles": [i], "role": "meld", "group": pongs[under]},)
        text = f"tile {i} lies above one of its kind in a meld: the fourth of an added kong?"
        yield Doubt("left_out", (i,), f"第{i}框在同样的副露上方：是补杠的第四张吗？", text, fix, Worth("units"))
    mine = [i for group in found.groups if group.role in OWN for i in group.tiles]
    places = found.layout.places
    hand = first_hand(found.groups)
    for group in found.groups:
        if group.role is not Role.OTHER or len(group.tiles) != 1 or group.said:
            continue
        i = group.tiles[0]
        if (
            i in told
            or found.named.kinds[i] == BACK_NUMBER
            or not any(math.dist(places[i], places[k]) < NEAR for k in mine)
        ):
            continue
        fix = ({"op": "move", "tiles": [i], "role": "hand", "group": hand},)
        text = f"tile {i} lies close by and was taken for none of the player's"
        yield Doubt("left_out", (i,), f"近旁的第{i}框没有算进来", text, fix, Worth("hand"))


def odd_places(found: Findings) -> Iterator[Doubt]:
    """Gaps that a tile would fill, tiles of the hand that lie sideways, another hand as near."""
    rows = found.layout.rows
    hand = set(found.members(Role.HAND))
    yield from _gaps(found, hand)
    for row in rows:
        last = max((k for k, i in enumerate(row.tiles) if i in hand), default=-1)
        for k, (i, odds) in enumerate(zip(row.tiles, row.aside, strict=True)):
            least = LAST_ASIDE if k == last and found.named.winning is None else ASIDE
            if i in hand and odds > least and not spoken_for(found, i):
                text = f"tile {i} lies sideways among the hand: claimed, or the winning tile?"
                fix = ({"op": "move", "tiles": [i], "role": "winning"},)
                yield Doubt("sideways", (i,), f"手牌里第{i}框横着：是胡的牌吗？", text, fix, Worth("hand"))
    if found.layout.rival > RIVAL and not any(group.said for group in found.groups):
        text = "another player's hand lies as near: is this the one that is meant?"
        yield Doubt("which_hand", tuple(sorted(hand)), "画面里还有别家的手牌，是这一副吗？", text, (), Worth("hand"))


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
            suits_parted = kinds[i] // 9 != kinds[j] // 9 and (gap < TILE[0] or parted) and gap < TILE[1]
            if gap > max(WIDE, 0.3 + 2 * usual) and not (suits_parted and not (at_end and gap > TILE[0])):
                text = f"between tiles {i} and {j} there is room: a tile not found, or one that lies apart"
                yield Doubt("gap", (i, j), f"第{i}框与第{j}框之间空着：少认一张，还是单放的？", text, (), Worth("hand"))
            if gap < usual + NARROW and kinds[i] == kinds[j]:
                worse = min((i, j), key=lambda k: found.layout.detections[k].found)
                text = f"tiles {i} and {j} overlap: one tile seen twice?"
                fix = ({"op": "drop", "tile": worse},)
                yield Doubt("overlap", (i, j), f"第{i}框与第{j}框重叠：是同一张牌吗？", text, fix, Worth("hand"))
    alone = [row.tiles[0] for row in found.layout.rows if len(row.tiles) == 1 and row.tiles[0] in hand]
    if len(hand) > 1:
        for i in alone:
            text = f"tile {i} of the hand lies apart from it"
            fix = ({"op": "move", "tiles": [i], "role": "winning"},)
            if not spoken_for(found, i):
                yield Doubt("apart", (i,), f"第{i}框离手牌较远：是胡的牌吗？", text, fix, Worth("hand"))


def hardly_apart(found: Findings) -> Iterator[Doubt]:
    """A winning tile that touches the hand and lies sideways as far as one can see, which isn't far."""
    hand = set(found.members(Role.HAND))
    for row in found.layout.rows:
        for k, i in enumerate(row.tiles):
            if role_of(found, i) is not Role.WINNING or spoken_for(found, i) or row.aside[k] > SURE_ASIDE:
                continue
            beside = [(row.gaps[m], row.tiles[n]) for m, n in ((k - 1, k - 1), (k, k + 1)) if 0 <= m < len(row.gaps)]
            if any(gap < HARDLY and other in hand for gap, other in beside):
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
