"""What a reading isn't sure of, each with both readings, a way to mend it and what it is worth."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.tiles import COPIES, KINDS, Tile, compact
from vision.faces import BACK_NUMBER, OTHER_NUMBER, Face
from vision.melds import Guess, is_run
from vision.naming import SINGLE, Named, Rival, copies
from vision.types import CLASSES, Doubt, Group, Layout, Role, Worth
from vision.worth import Pricer, difference

KIND = 1.3  # a kind is doubtful if another one is less than this dearer, negative log-likelihood
SIDE = 1.5  # the same for the place of the sideways tile
WAY = 1.3  # the same for another way to see the whole table
SAME_WAY = 0.5  # the same if it is worth nothing
FACING = 1.0  # below this it isn't sure from which side the photo was taken
NEAR = 2.5  # tile widths: a tile left out this close may be the player's
LAST_ASIDE = 2.0  # the same for the last tile of a hand: the winning tile lies so
UNSEEN = -2.0  # above this it isn't sure that a tile of a meld stands upright
HARDLY = 0.4  # tile widths of room that set a tile apart for certain
SURE_ASIDE = 3.0  # below this a tile at the hand's end does not lie sideways for certain
ASIDE = 4.5  # log-odds from which on a tile lies sideways where it shouldn't
WIDE = 0.5  # tile widths of a gap that a hand doesn't have
TILE = (0.8, 1.2)  # tile widths of a gap in which a whole tile would lie
NARROW = -0.27  # tile widths less than usual: neighbours overlap
RIVAL = 0.9  # how near another row comes to the main one before it isn't sure whose hand is meant
CLAIMED = ("pong", "added", "exposed")
OWN = (Role.HAND, Role.WINNING, Role.MELD)

ZH_FEEDER = {None: "不明", "left": "上家", "opposite": "对家", "right": "下家"}
ZH_KIND = {"pong": "碰", "concealed": "暗杠", "added": "补杠", "exposed": "明杠", "late": "憨包豆"}
NOTHING = Worth("nothing", 0)


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything that the doubts are told from."""

    layout: Layout
    faces: Sequence[Face]
    firsts: Sequence[int]  # the eye's own first choice for each tile, class numbers
    groups: Sequence[Group]
    named: Named
    rivals: Sequence[Rival]
    others: Sequence[
        tuple[float, Sequence[Group], Named]
    ]  # other ways to see the table: how much dearer, groups, names
    said: frozenset[int]  # tiles that the player has named
    pricer: Pricer

    def members(self, role: Role) -> list[int]:
        """Tiles of that role."""
        return [i for group in self.groups if group.role is role for i in group.tiles]

    def change(self, changes: Mapping[int, int]) -> Worth:
        """What other kinds for some tiles are worth."""
        rival = next((r for r in self.rivals if r.changes == changes), None)
        return Worth("unknown") if rival is None else difference(self.named.value, rival.named.value)


def doubts(found: Findings) -> tuple[Doubt, ...]:
    """All doubts of a reading, the gravest kinds first."""
    if not any(group.tiles for group in found.groups) and not found.layout.detections:
        return (Doubt("no_tiles", (), "照片里没有找到麻将牌", "no tile was found in the photo", (), Worth("hand")),)
    return (
        *_counts(found),
        *_kinds(found),
        *_strangers(found),
        *_melds(found),
        *_winning(found),
        *_others(found),
        *_left_out(found),
        *_odd_places(found),
    )


def zh(kind: int) -> str:
    """A class, by its number, in Chinese."""
    return Tile(kind).name_zh if kind < KINDS else "背面" if kind == BACK_NUMBER else "别的牌"


def _set(changes: Mapping[int, int]) -> tuple[Mapping[str, object], ...]:
    return tuple({"op": "set", "tile": i, "kind": CLASSES[kind]} for i, kind in sorted(changes.items()))


def _counts(found: Findings) -> Iterator[Doubt]:
    """相公: no hand has so many tiles."""
    named, hand = found.named, found.members(Role.HAND)
    melds = sum(1 for group in found.groups if group.role is Role.MELD and group.tiles)
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
        chinese += f"；第{stray}框最可能是多认的"
    elif over < 0:
        text += "; one may be hidden under another or not found"
        chinese += "；可能有牌被压住或没认出"
    yield Doubt("odd_count", tiles, chinese, text, fix, Worth("hand"))


def _kinds(found: Findings) -> Iterator[Doubt]:
    """Tiles whose kind was changed against the eye's first choice, and those whose kind is not clear."""
    told: set[int] = set()
    melds = [group for group in found.groups if group.role is Role.MELD and group.tiles]
    held = copies(found.named.kinds, melds, found.named.guesses)
    for i in itertools.chain.from_iterable(found.members(role) for role in SINGLE):
        if found.named.kinds[i] < KINDS:
            held[found.named.kinds[i]] += 1
    for kind in (kind for kind in range(KINDS) if held[kind] > COPIES):
        tiles = tuple(i for i, one in found.named.kinds.items() if one == kind and _role(found, i) is not Role.OTHER)
        text = f"{held[kind]} tiles of {CLASSES[kind]}; there are four"
        yield Doubt("fifth_copy", tiles, f"{zh(kind)}有{held[kind]}张，一副牌只有四张", text, (), Worth("hand"))
    for i, kind in sorted(found.named.kinds.items()):
        first = found.firsts[i]
        if i in found.said or kind == first or _role(found, i) is Role.OTHER:
            continue
        told.add(i)
        fifth = first < KINDS and held[first] >= COPIES
        code = "fifth_copy" if fifth else "changed"
        chinese = f"第{i}框：看着像{zh(first)}，按{zh(kind)}算"
        text = f"tile {i} looks like {CLASSES[first]}, read as {CLASSES[kind]}"
        if fifth:
            chinese += f"（{zh(first)}已有四张）"
            text += f", four of {CLASSES[first]} are there already"
        yield Doubt(code, (i,), chinese, text, _set({i: first}), found.change({i: first}))
    for rival in found.rivals:
        if rival.margin >= KIND:
            break
        fresh = [i for i in rival.changes if i not in told and i not in found.said]
        if not fresh:
            continue
        told.update(fresh)
        one = sorted(rival.changes)[0]
        kind, other = found.named.kinds[one], rival.changes[one]
        yield Doubt(
            "low_confidence",
            tuple(sorted(rival.changes)),
            f"第{one}框看不清：{zh(kind)}还是{zh(other)}？",
            f"tile {one} is not clearly seen: {CLASSES[kind]} or {CLASSES[other]}",
            _set(rival.changes),
            difference(found.named.value, rival.named.value),
        )


def _role(found: Findings, i: int) -> Role:
    return next((group.role for group in found.groups if i in group.tiles), Role.OTHER)


def _strangers(found: Findings) -> Iterator[Doubt]:
    """Tiles among the player's own that no hand can hold."""
    for role in (Role.HAND, Role.WINNING, Role.MELD):
        for i in found.members(role):
            kind = found.named.kinds[i]
            if kind == OTHER_NUMBER:
                best = next((k for k in found.faces[i].costs if k < KINDS), None)
                fix = _set({i: best}) if best is not None else ({"op": "drop", "tile": i},)
                text = f"tile {i} is none of the 108: an honour, a flower, or not clearly seen"
                yield Doubt("not_in_set", (i,), f"第{i}框不是万筒条，是字花牌或没看清", text, fix, Worth("hand"))
            elif kind == BACK_NUMBER and role is not Role.MELD:
                text = f"tile {i} lies face down in the hand"
                yield Doubt("face_down", (i,), f"第{i}框扣着", text, (), Worth("hand"))


def _melds(found: Findings) -> Iterator[Doubt]:
    """Melds that are none, or whose kind, tile or feeder is not clear."""
    melds = [group for group in found.groups if group.role is Role.MELD and group.tiles]
    for group, guess in zip(melds, found.named.guesses, strict=True):
        tiles = group.tiles
        faces = [found.named.kinds[i] for i in tiles]
        if guess.mixed:
            seen = " ".join(CLASSES[kind] for kind in faces)
            run = is_run(faces)
            what = "捉鸡不吃牌" if run else "不是同一种牌"
            why = "a run, and there are no chows" if run else "they are not alike"
            fix: tuple[Mapping[str, object], ...] = ({"op": "move", "tiles": list(tiles), "role": "hand"},)
            yield Doubt("mixed_meld", tiles, f"副露{seen}：{what}", f"{seen} is no meld: {why}", fix, Worth("hand"))
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
        if guess.kind in CLAIMED and guess.margin < SIDE:
            one, other = guess.fed_by, guess.second
            yield Doubt(
                "feeder",
                tiles,
                f"{ZH_KIND[guess.kind]}{guess.tile.name_zh}：看不清谁打的，{ZH_FEEDER[one]}还是{ZH_FEEDER[other]}",
                f"{guess.kind} of {guess.tile}: fed by {one or 'nobody known'} or {other or 'nobody known'}",
                (),
                Worth("units") if guess.kind == "exposed" else NOTHING,
            )
        elif guess.kind in CLAIMED and guess.fed_by is None and _hidden(found, group):
            yield Doubt(
                "feeder",
                tiles,
                f"{ZH_KIND[guess.kind]}{guess.tile.name_zh}：从这个角度看不出哪张横着",
                f"{guess.kind} of {guess.tile}: from this angle a sideways tile would not be seen",
                (),
                Worth("units") if guess.kind == "exposed" else NOTHING,
            )
        elif guess.fed_by in ("left", "right") and found.layout.facing < FACING:
            yield Doubt(
                "direction",
                tiles,
                "照片方向不明，上家下家可能相反",
                "the photo may be upside down: left and right feeders may be exchanged",
                (),
                Worth("units") if guess.kind == "exposed" else NOTHING,
            )


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


def _winning(found: Findings) -> Iterator[Doubt]:
    """The winning tile: beside a hand that it doesn't complete, or somewhere in a complete hand."""
    named = found.named
    if named.winning is not None and named.value.state in ("ready", "unready"):
        mended = next((r for r in found.rivals if r.named.value.state == "won"), None)
        text = f"{named.winning} lies apart as a winning tile, but does not complete {compact(named.hand)}"
        yield Doubt(
            "not_complete",
            tuple(sorted(mended.changes)) if mended else tuple(found.members(Role.WINNING)),
            f"{named.winning.name_zh}放在一旁像是胡牌，但{compact(named.hand)}胡不了它",
            text,
            _set(mended.changes) if mended else (),
            difference(named.value, mended.named.value) if mended else Worth("hand"),
        )
    yield from _hardly_apart(found)
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
        hand = [i for i in found.members(Role.HAND) if found.named.kinds[i] in prices]
        yield Doubt(
            "winning_unknown",
            tuple(hand),
            f"看不出胡的是哪张；候选（单位）：{listed}",
            f"which tile won is not to be seen; candidates with their units: {listed}",
            (),
            Worth("units", spread) if spread else NOTHING,
        )


def _hardly_apart(found: Findings) -> Iterator[Doubt]:
    """A winning tile that touches the hand and lies sideways as far as one can see, which isn't far."""
    hand = set(found.members(Role.HAND))
    for row in found.layout.rows:
        for k, i in enumerate(row.tiles):
            if _role(found, i) is not Role.WINNING or _told(found, i) or row.aside[k] > SURE_ASIDE:
                continue
            beside = [(row.gaps[m], row.tiles[n]) for m, n in ((k - 1, k - 1), (k, k + 1)) if 0 <= m < len(row.gaps)]
            if any(gap < HARDLY and other in hand for gap, other in beside):
                kind = found.named.kinds[i]
                text = f"{CLASSES[kind]} at the hand's end seems to lie sideways or apart: the winning tile?"
                fix = ({"op": "move", "tiles": [i], "role": "hand", "group": _first_hand(found.groups)},)
                yield Doubt(
                    "winning_unsure",
                    (i,),
                    f"手牌末尾的{zh(kind)}好像横着或单放：是胡的牌吗？",
                    text,
                    fix,
                    Worth("units"),
                )


def _others(found: Findings) -> Iterator[Doubt]:
    """The next best way to see the whole table, if it comes close."""
    for margin, groups, named in found.others:
        if margin >= WAY or named.signature == found.named.signature:
            continue
        worth = difference(found.named.value, named.value)
        if worth.changes == "nothing" and margin >= SAME_WAY:
            continue
        moved = _moves(found.groups, groups)
        yield Doubt(
            "other_reading",
            tuple(sorted(i for step in moved for i in _indices(step["tiles"]))),
            f"也可能是：手牌{compact(named.hand)}{_zh_melds(named)}",
            f"it may also be: {compact(named.hand)}{_en_melds(named)}",
            moved,
            worth,
        )
        return


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


def _zh_melds(named: Named) -> str:
    return "".join(f"，{ZH_KIND[m.kind]}{m.tile.name_zh if m.tile is not None else ''}" for m in named.melds)


def _en_melds(named: Named) -> str:
    text = "".join(f", {m.kind} {m.tile}" for m in named.melds)
    return text + (f", winning {named.winning}" if named.winning is not None else "")


def _left_out(found: Findings) -> Iterator[Doubt]:
    """Boxes that were not counted, with the reason."""
    for i, twin in found.layout.doubled:
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
    mine = [i for group in found.groups if group.role in OWN for i in group.tiles]
    places = found.layout.places
    hand = _first_hand(found.groups)
    for group in found.groups:
        if group.role is not Role.OTHER or len(group.tiles) != 1 or group.said:
            continue
        i = group.tiles[0]
        if found.named.kinds[i] == BACK_NUMBER or not any(math.dist(places[i], places[k]) < NEAR for k in mine):
            continue
        fix = ({"op": "move", "tiles": [i], "role": "hand", "group": hand},)
        text = f"tile {i} lies close by and was taken for none of the player's"
        yield Doubt("left_out", (i,), f"近旁的第{i}框没有算进来", text, fix, Worth("hand"))


def _odd_places(found: Findings) -> Iterator[Doubt]:
    """Gaps that a tile would fill, tiles of the hand that lie sideways, another hand as near."""
    rows = found.layout.rows
    hand = set(found.members(Role.HAND))
    yield from _gaps(found, hand)
    for row in rows:
        last = max((k for k, i in enumerate(row.tiles) if i in hand), default=-1)
        for k, (i, odds) in enumerate(zip(row.tiles, row.aside, strict=True)):
            least = LAST_ASIDE if k == last and found.named.winning is None else ASIDE
            if i in hand and odds > least and not _told(found, i):
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
            if i in hand and j in hand and not (_told(found, i) and _told(found, j))
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
            if not _told(found, i):
                yield Doubt("apart", (i,), f"第{i}框离手牌较远：是胡的牌吗？", text, fix, Worth("hand"))


def _told(found: Findings, i: int) -> bool:
    return any(group.said and i in group.tiles for group in found.groups)


def _first_hand(groups: Sequence[Group]) -> int:
    return next((number for number, group in enumerate(groups) if group.role is Role.HAND), len(groups))
