"""What a reading isn't sure of, each with both readings, a way to mend it and what it is worth."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from scoring.tiles import COPIES, KINDS, Tile, compact
from vision.faces import BACK_NUMBER, OTHER_NUMBER
from vision.faint import is_tile
from vision.findings import NOTHING, ZH_KIND, Findings, role_of, setting, zh, zh_tiles
from vision.half_seen import half_seen
from vision.meld_doubts import about_melds, pong_or_hand
from vision.misplaced import fourth_or_winning, hardly_apart, left_out, odd_places
from vision.missed import missed
from vision.naming import SINGLE, Named, copies
from vision.types import CLASSES, Doubt, Group, Role, Worth
from vision.unsure import unsure
from vision.worth import difference

WAY = 0.8  # the same for another way to see the whole table
SAME_WAY = 0.5  # the same if it is worth nothing


def doubts(found: Findings) -> tuple[Doubt, ...]:
    """All doubts of a reading, the gravest kinds first."""
    if not any(group.tiles for group in found.groups) and not any(map(is_tile, found.layout.detections)):
        return (Doubt("no_tiles", (), "照片里没有找到麻将牌", "no tile was found in the photo", (), Worth("hand")),)
    changed = tuple(_changed(found))
    strangers = tuple(_strangers(found))
    names = (*changed, *unsure(found, _each(changed)), *strangers)
    places = (*left_out(found), *missed(found))
    return (
        *_counts(found),
        *names,
        *about_melds(found),
        *pong_or_hand(found),
        *_winning(found),
        *_others(found),
        *places,
        *half_seen(found, _each((*names, *places))),
        *odd_places(found),
    )


def _each(doubts: Iterable[Doubt]) -> list[int]:
    """The tiles that are asked about one by one."""
    return [doubt.tiles[0] for doubt in doubts if len(doubt.tiles) == 1]


def _counts(found: Findings) -> Iterator[Doubt]:
    """相公: no hand has so many tiles."""
    named, hand = found.named, found.members(Role.HAND)
    melds = sum(1 for group in found.groups if group.role is Role.MELD and group.tiles)
    apart = found.members(Role.WINNING)
    if len(apart) > 1:
        text = f"{len(apart)} tiles lie as the winning tile; there is one"
        yield Doubt("odd_count", tuple(apart), f"胡的牌放了{len(apart)}张，只能有一张", text, (), Worth("hand"))
    need = 13 - 3 * melds
    have, winning = len(named.hand), named.winning is not None
    if melds > 4 or need < 1:
        text = f"{melds} melds; a hand has four at most"
        yield Doubt("odd_count", tuple(found.members(Role.MELD)), f"副露{melds}组，最多四组", text, (), Worth("hand"))
        return
    if have in ((need,) if winning else (need, need + 1)):
        return
    strange = sum(found.named.kinds[i] == OTHER_NUMBER for i in hand)
    if strange and have + strange in ((need,) if winning else (need, need + 1)):
        return  # the count is right; each strange tile has its own doubt
    over = have - need
    beside = f" beside the winning tile {named.winning}" if winning else ""
    text = f"{have} tiles in hand{beside} and {melds} melds; a hand has {need}"
    chinese = f"手牌{have}张，应为{need}张（相公）"
    fix: tuple[Mapping[str, object], ...] = ()
    tiles = tuple(hand)
    if over == 1:
        stray = min(hand, key=lambda i: found.layout.detections[i].found * math.exp(-found.faces[i].best))
        fix = ({"op": "drop", "tile": stray},)
        tiles = (stray,)
        text += f"; box {stray} is the likeliest to be none"
        chinese += f"；多认的多半是{zh(found.named.kinds[stray])}"
    elif over < 0:
        text += "; one may be hidden under another or not found"
        chinese += "；可能有牌被压住或没认出"
    yield Doubt("odd_count", tiles, chinese, text, fix, Worth("hand"))


def _changed(found: Findings) -> Iterator[Doubt]:
    """Tiles whose kind was changed against the eye's first choice, and kinds of which there are too many."""
    melds = [group for group in found.groups if group.role is Role.MELD and group.tiles]
    held = copies(found.named.kinds, melds, found.named.guesses)
    for i in itertools.chain.from_iterable(found.members(role) for role in SINGLE):
        if found.named.kinds[i] < KINDS:
            held[found.named.kinds[i]] += 1
    for kind in (kind for kind in range(KINDS) if held[kind] > COPIES):
        tiles = tuple(i for i, one in found.named.kinds.items() if one == kind and role_of(found, i) is not Role.OTHER)
        text = f"{held[kind]} tiles of {CLASSES[kind]}; there are four"
        yield Doubt("fifth_copy", tiles, f"{zh(kind)}有{held[kind]}张，一副牌只有四张", text, (), Worth("hand"))
    for i, kind in sorted(found.named.kinds.items()):
        first = found.firsts[i]
        if i in found.said or kind == first or role_of(found, i) is Role.OTHER:
            continue
        fifth = first < KINDS and held[first] >= COPIES
        code = "fifth_copy" if fifth else "changed"
        chinese = f"有一张看着像{zh(first)}，按{zh(kind)}算了"
        text = f"tile {i} looks like {CLASSES[first]}, read as {CLASSES[kind]}"
        if fifth:
            chinese += f"（{zh(first)}已有四张）"
            text += f", four of {CLASSES[first]} are there already"
        worth = found.change({i: first})
        if fifth and worth.changes == "nothing":
            worth = Worth("hand")  # some other tile is not what it seems, or this one is not
        yield Doubt(code, (i,), chinese, text, setting({i: first}), worth)


def _strangers(found: Findings) -> Iterator[Doubt]:
    """Tiles among the player's own that no hand can hold."""
    for role in (Role.HAND, Role.WINNING, Role.MELD):
        for i in found.members(role):
            kind = found.named.kinds[i]
            if kind == OTHER_NUMBER:
                best = next((k for k in found.faces[i].costs if k < KINDS), None)
                fix = setting({i: best}) if best is not None else ({"op": "drop", "tile": i},)
                text = f"tile {i} is none of the 108: an honour, a flower, or not clearly seen"
                yield Doubt(
                    "not_in_set", (i,), "有一张认不出是万筒条哪张：字牌花牌，还是没看清？", text, fix, Worth("hand")
                )
            elif kind == BACK_NUMBER and role is not Role.MELD:
                text = f"tile {i} lies face down in the hand"
                yield Doubt("face_down", (i,), "手牌里有一张扣着", text, (), Worth("hand"))


def _winning(found: Findings) -> Iterator[Doubt]:
    """The winning tile: beside a hand that it doesn't complete, or somewhere in a complete hand."""
    named = found.named
    if named.winning is not None and named.value.state in ("ready", "unready"):
        mended = next((r for r in found.rivals if r.named.value.state == "won"), None)
        text = f"{named.winning} lies apart as a winning tile, but does not complete {compact(named.hand)}"
        yield Doubt(
            "not_complete",
            tuple(sorted(mended.changes)) if mended else tuple(found.members(Role.WINNING)),
            f"{named.winning.name_zh}单放着像是胡的牌，可手牌{zh_tiles(named.hand)}胡不了它",
            text,
            setting(mended.changes) if mended else (),
            difference(named.value, mended.named.value) if mended else Worth("hand"),
        )
    yield from hardly_apart(found)
    yield from fourth_or_winning(found)
    if named.winning is None and named.value.state == "won":
        prices: dict[Tile, int] = {}
        for tile in sorted(set(named.hand)):
            left = list(named.hand)
            left.remove(tile)
            value = found.pricer.value(left, named.melds, tile)
            if value.state == "won":
                prices[tile] = value.units
        spread = max(prices.values()) - min(prices.values()) if prices else 0
        listed = ", ".join(f"{tile} ({units})" for tile, units in prices.items())
        listed_zh = "、".join(f"{tile.name_zh}（{units}倍）" for tile, units in prices.items())
        hand = [i for i in found.members(Role.HAND) if found.named.kinds[i] in prices]
        yield Doubt(
            "winning_unknown",
            tuple(hand),
            f"看不出胡的是哪张，可能是：{listed_zh}",
            f"which tile won is not to be seen; candidates with their units: {listed}",
            (),
            Worth("units", spread) if spread else NOTHING,
        )


def _others(found: Findings) -> Iterator[Doubt]:
    """The next best way to see the whole table, if it comes close."""
    for margin, groups, named in found.others:
        if margin >= WAY or named.signature == found.named.signature or _told_already(found, named):
            continue
        worth = difference(found.named.value, named.value)
        if worth.changes == "nothing" and margin >= SAME_WAY:
            continue
        moved = _moves(found.groups, groups)
        yield Doubt(
            "other_reading",
            tuple(sorted(i for step in moved for i in _indices(step["tiles"]))),
            f"也可能是：手牌{zh_tiles(named.hand)}{_zh_rest(named)}",
            f"it may also be: {compact(named.hand)}{_en_melds(named)}",
            moved,
            worth,
        )
        return


def _told_already(found: Findings, other: Named) -> bool:
    """Is the winning tile the only difference, which completes nothing anyway and is told as such?"""
    lone = found.named.winning is not None and found.named.value.state != "won" and other.winning is None
    return lone and (other.hand, other.signature[1]) == (found.named.hand, found.named.signature[1])


def _indices(value: object) -> list[int]:
    return [int(i) for i in value] if isinstance(value, list) else []


def _moves(one: Sequence[Group], other: Sequence[Group]) -> tuple[Mapping[str, object], ...]:
    """The corrections that make the other grouping out of this one."""
    home = {i: (group.role, frozenset(group.tiles)) for group in one for i in group.tiles}
    steps: list[Mapping[str, object]] = []
    fresh = len(one)
    hand = next((number for number, group in enumerate(one) if group.role is Role.HAND), None)
    for group in other:
        tiles = [i for i in group.tiles if home.get(i, (None, None))[0] is not group.role]
        whole = group.role is Role.MELD and any(
            home.get(i, (None, None)) != (Role.MELD, frozenset(group.tiles)) for i in group.tiles
        )
        if not (tiles or whole) or not group.tiles:
            continue
        if group.role is Role.HAND and hand is not None:
            steps.append({"op": "move", "tiles": tiles, "role": "hand", "group": hand})
        else:
            members = list(group.tiles) if whole else tiles
            steps.append({"op": "move", "tiles": members, "role": group.role.value, "group": fresh})
            fresh += 1
    return tuple(steps)


def _zh_rest(named: Named) -> str:
    text = "".join(f"，{ZH_KIND[m.kind]}{m.tile.name_zh if m.tile is not None else ''}" for m in named.melds)
    return text + (f"，胡{named.winning.name_zh}" if named.winning is not None else "")


def _en_melds(named: Named) -> str:
    text = "".join(f", {m.kind} {m.tile}" for m in named.melds)
    return text + (f", winning {named.winning}" if named.winning is not None else "")
