"""What a reading isn't sure of, each with both readings, a way to mend it and what it is worth."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.errors import counted
from scoring.table import MOST_MELDS
from scoring.tiles import COPIES, KINDS, Tile, compact
from vision.doubts.codes import Code, entry
from vision.doubts.context import NOTHING, Findings, moving, place, role_of, setting, sizes, waiting, zh, zh_tiles
from vision.doubts.fixes import PONG, numbered, offered, renamed, taken_out
from vision.doubts.melds import about_melds
from vision.doubts.missed import missed
from vision.doubts.names import gravest, looks, noted, unsure
from vision.doubts.occluded import half_seen
from vision.doubts.on_top import on_another
from vision.doubts.places import left_out, odd_places
from vision.doubts.pong_or_hand import pong_or_hand
from vision.doubts.winning_tile import fourth_or_winning, hardly_apart
from vision.eye.thresholds import is_tile
from vision.table.evidence import BACK_NUMBER, OTHER_NUMBER
from vision.table.naming import SINGLE, NamedScene, copies, melds_of
from vision.table.pricing import MELD_KINDS, difference
from vision.types import CLASSES, Doubt, Group, Role, Worth

WAY = 0.8  # another way to see the whole table is told, too, if it is less than this dearer, negative log-likelihood
SAME_WAY = 0.5  # the same if it is worth nothing


def doubts(found: Findings) -> tuple[Doubt, ...]:
    """All doubts of a reading, the gravest kinds first."""
    if not any(group.tiles for group in found.groups) and not any(map(is_tile, found.layout.detections)):
        return (Doubt(Code.NO_TILES, (), "照片里没有找到麻将牌", "no tile was found in the photo", (), Worth("hand")),)
    melds = set(found.members(Role.MELD))
    changed = tuple(_changed(found))
    strangers = _strangers(found, {doubt.tiles[0] for doubt in changed})
    names = (*changed, *strangers, *left_out(found), *missed(found), *unsure(found, _each(changed)))
    every = (
        *_counts(found),
        *_once(names, lambda one, two: _about(one, two, melds)),
        *about_melds(found),
        *pong_or_hand(found),
        *_winning(found),
        *half_seen(found, _each(names)),
        *on_another(found),
        *odd_places(found),
        *_others(found),
    )
    asked = _once(every, _repeats)
    return tuple(replace(d, suggestion=numbered(found.groups, offered(found, d.suggestion))) for d in asked)


def _each(doubts: Iterable[Doubt]) -> list[int]:
    """The tiles that are asked about one by one."""
    return [doubt.tiles[0] for doubt in doubts if len(doubt.tiles) == 1]


def _once(doubts: Iterable[Doubt], same: Callable[[Doubt, Doubt], bool]) -> list[Doubt]:
    """Nobody is asked the same twice: what the second one changes is told with the first."""
    kept: list[Doubt] = []
    for doubt in doubts:
        twin = next((k for k, one in enumerate(kept) if same(one, doubt)), None)
        if twin is None:
            kept.append(doubt)
        else:
            kept[twin] = replace(kept[twin], worth=gravest((kept[twin].worth, doubt.worth)))
    return kept


def _about(one: Doubt, two: Doubt, melds: set[int]) -> bool:
    """Do both ask whether a tile is there and what it is? The name of a meld is that of each of its tiles."""
    if len(one.tiles) != 1:
        return False
    meld = two.code == Code.LOW_CONFIDENCE and melds.issuperset(two.tiles)
    return one.tiles == two.tiles or (meld and one.tiles[0] in two.tiles)


def _repeats(one: Doubt, two: Doubt) -> bool:
    """Does the second one ask what the first one settles, as their codes say?"""
    first, repeats = entry(one.code), second.repeats if (second := entry(two.code)) else None
    if first is None or repeats is None or repeats.question not in first.settles:
        return False
    return set(two.tiles) <= set(one.tiles) if repeats.part else set(two.tiles) == set(one.tiles)


def _counts(found: Findings) -> Iterator[Doubt]:
    """相公: no hand has so many tiles."""
    hand = found.members(Role.HAND)
    melds = len(melds_of(found.groups))
    apart = found.members(Role.WINNING)
    if len(apart) > 1:
        text = f"{len(apart)} tiles lie as the winning tile; there is one"
        yield Doubt(Code.ODD_COUNT, tuple(apart), f"胡的牌放了{len(apart)}张，只能有一张", text, (), Worth("hand"))
    need, have = waiting(found.groups), len(hand)
    if melds > MOST_MELDS:
        text = f"{melds} melds; a hand has four at most"
        yield Doubt(
            Code.ODD_COUNT, tuple(found.members(Role.MELD)), f"副露{melds}组，最多四组", text, (), Worth("hand")
        )
        return
    if have in sizes(found.groups):
        return
    over = have - need
    beside = f" beside the winning tile {CLASSES[found.named.kinds[apart[0]]]}" if apart else ""
    text = f"{counted(have, 'tile')} in hand{beside} and {counted(melds, 'meld')}; a hand has {need}"
    chinese = f"手牌{have}张，应为{need}张（相公）"
    fix: tuple[Mapping[str, object], ...] = ()
    tiles = tuple(hand)
    strays = [i for i in hand if found.named.kinds[i] >= KINDS] or [i for i in hand if i not in found.by_user]
    if over == 1 and strays:
        stray = min(strays, key=lambda i: found.layout.detections[i].found * math.exp(-found.faces[i].best))
        fix = ({"op": "drop", "tile": stray},)
        tiles = (stray,)
        text += f"; box {stray} ({CLASSES[found.named.kinds[stray]]}) is the likeliest to be none"
        chinese += f"；多认的多半是{place(found, stray)}（{zh(found.named.kinds[stray])}）"
    elif over < 0:
        text += "; one may be hidden under another or not found"
        chinese += "；可能有牌被压住或没认出"
    yield Doubt(Code.ODD_COUNT, tiles, chinese, text, fix, Worth("hand"))


def _changed(found: Findings) -> Iterator[Doubt]:
    """Tiles whose kind was changed against the eye's first choice, and kinds of which there are too many."""
    melds = melds_of(found.groups)
    held = copies(found.named.kinds, melds, found.named.candidates)
    for i in itertools.chain.from_iterable(found.members(role) for role in SINGLE):
        if found.named.kinds[i] < KINDS:
            held[found.named.kinds[i]] += 1
    for kind in (kind for kind in range(KINDS) if held[kind] > COPIES):
        text = f"{held[kind]} tiles of {CLASSES[kind]}; there are four"
        yield Doubt(
            Code.FIFTH_COPY, _named(found, kind), f"{zh(kind)}有{held[kind]}张，一副牌只有四张", text, (), Worth("hand")
        )
    for i, kind in sorted(found.named.kinds.items()):
        first = found.firsts[i]
        if i in found.by_user or kind == first or role_of(found, i) is Role.OTHER:
            continue
        fifth = first < KINDS and held[first] >= COPIES
        code = Code.FIFTH_COPY if fifth else "changed"
        read_as = "认不出" if kind == OTHER_NUMBER else zh(kind)
        chinese = f"{place(found, i)}看着像{zh(first)}，按{read_as}算了"
        text = f"tile {i} looks like {CLASSES[first]}, read as {CLASSES[kind]}"
        if fifth:
            chinese += f"（{zh(first)}已有四张）"
            text += f", four of {CLASSES[first]} are there already"
        worth = found.change({i: first})
        if fifth and worth.changes == "nothing":
            worth = Worth("hand")  # some other tile is not what it seems, or this one is not
        other = renamed(found, ({i: k} for k in (first, *noted(found, i)) if k != kind))
        if other:
            chinese, text = f"{chinese}：是{zh(other[i])}吗？", f"{text}: is it {CLASSES[other[i]]}?"
            worth = gravest((worth, found.change(other)))
        fix = setting(other)
        if not fix and any(i in meld.tiles and len(meld.tiles) > PONG for meld in melds):
            fix, ask, asked = taken_out(found, i)
            chinese, text = f"{chinese}{ask and f'：{ask}'}", f"{text}{asked and f': {asked}'}"
        others = _named(found, first) if fifth and kind == OTHER_NUMBER else ()
        yield Doubt(code, (i, *others), chinese, text, fix, worth)


def _named(found: Findings, kind: int) -> tuple[int, ...]:
    """The player's tiles of that kind."""
    return tuple(i for i, one in found.named.kinds.items() if one == kind and role_of(found, i) is not Role.OTHER)


def _strangers(found: Findings, told: set[int]) -> Iterator[Doubt]:
    """Tiles among the player's own that no hand can hold; those of a meld are told as none. `told`: tiles whose kind
    has a doubt.
    """
    for i in (*found.members(Role.HAND), *found.members(Role.WINNING)):
        kind = found.named.kinds[i]
        if kind < KINDS or i in told:
            continue
        seen = () if i in found.by_user else looks(found, i)
        best = renamed(found, ({i: k} for k in seen))
        fix = setting(best)
        if kind == BACK_NUMBER:
            code, chinese, text = Code.FACE_DOWN, f"{place(found, i)}扣着", f"tile {i} lies face down"
        else:
            code, chinese = Code.NOT_IN_SET, f"{place(found, i)}认不出是万筒条哪张"
            text = f"tile {i} is none of the 108, or not clearly seen"
            if not fix and found.counted:  # else it is asked with the count
                fix = offered(found, ({"op": "drop", "tile": i},))
        if best:
            chinese, text = f"{chinese}：是{zh(best[i])}吗？", f"{text}: is it {CLASSES[best[i]]}?"
        elif fix:
            chinese, text = f"{chinese}：不算它吗？", f"{text}: is it none?"
        elif kind == OTHER_NUMBER:
            chinese, text = f"{chinese}：字牌花牌，还是没看清？", f"{text}: an honour, a flower?"
        yield Doubt(code, (i,), chinese, text, fix, Worth("hand"))


def _winning(found: Findings) -> Iterator[Doubt]:
    """The winning tile: beside a hand that it doesn't complete, or somewhere in a complete hand."""
    named = found.named
    if named.winning is not None and named.value.state in ("ready", "unready"):
        mended = next((r for r in found.alternatives if r.named.value.state == "won"), None)
        text = f"{named.winning} lies apart as a winning tile, but does not complete {compact(named.hand)}"
        chinese = f"{named.winning.name_zh}单放着像是胡的牌，可手牌{zh_tiles(named.hand)}胡不了它"
        if mended:
            asked = sorted(mended.changes.items())
            chinese += f"：{'、'.join(f'{place(found, i)}会不会是{zh(k)}' for i, k in asked)}？"
            text += f"; {', '.join(f'is tile {i} {CLASSES[k]}' for i, k in asked)}?"
        yield Doubt(
            Code.NOT_COMPLETE,
            tuple(sorted(mended.changes)) if mended else tuple(found.members(Role.WINNING)),
            chinese,
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
            Code.WINNING_UNKNOWN,
            tuple(hand),
            f"看不出胡的是哪张，可能是：{listed_zh}",
            f"which tile won is not to be seen; candidates with their units: {listed}",
            (),
            Worth("units", spread) if spread else NOTHING,
        )


def _others(found: Findings) -> Iterator[Doubt]:
    """The next best way to see the whole table, if it comes close."""
    said = [set(group.tiles) for group in found.groups if group.by_user and group.role is Role.MELD]
    for margin, groups, named in found.others:
        if margin >= WAY or named.signature == found.named.signature or _told_already(found, named):
            continue
        if any(all(tiles - set(group.tiles) for group in groups) for tiles in said):
            continue  # it takes a meld apart that the player has told
        worth = difference(found.named.value, named.value)
        if worth.changes == "nothing" and margin >= SAME_WAY:
            continue
        moved = _moves(found.groups, groups)
        yield Doubt(
            Code.OTHER_READING,
            tuple(sorted(i for step in moved for i in _indices(step["tiles"]))),
            f"也可能是：手牌{zh_tiles(named.hand)}{_zh_rest(named)}",
            f"it may also be: {compact(named.hand)}{_en_rest(named)}",
            moved,
            worth,
        )
        return


def _told_already(found: Findings, other: NamedScene) -> bool:
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
            steps += moving(tiles, Role.HAND, hand)
        else:
            steps += moving(group.tiles if whole else tiles, group.role, fresh)
            fresh += 1
    return tuple(steps)


def _zh_rest(named: NamedScene) -> str:
    text = "".join(f"，{MELD_KINDS[m.kind].zh}{m.tile.name_zh if m.tile is not None else ''}" for m in named.melds)
    return text + (f"，胡{named.winning.name_zh}" if named.winning is not None else "")


def _en_rest(named: NamedScene) -> str:
    text = "".join(f", {MELD_KINDS[m.kind].en}{'' if m.tile is None else f' of {m.tile}'}" for m in named.melds)
    return text + (f", winning {named.winning}" if named.winning is not None else "")
