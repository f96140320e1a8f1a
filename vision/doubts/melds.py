"""Doubts about melds: their kind, who fed them, and whether they are any."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from scoring.errors import counted
from scoring.terms import KONGS, MeldKind
from scoring.tiles import KINDS
from vision.doubts.codes import Code
from vision.doubts.context import (
    Findings,
    first_hand,
    moving,
    place,
    setting,
    spoken_for,
    zh,
)
from vision.doubts.fixes import KONG, PONG, Steps, offered, taken_out
from vision.doubts.names import looks, noted
from vision.eye.thresholds import is_clear
from vision.table.evidence import BACK_NUMBER, FLOOR, NOTED, OTHER_NUMBER
from vision.table.melds import ASKEW_MARGIN, NOBODY_MARGIN, SIDE_MARGIN, MeldCandidate, is_run
from vision.table.naming import melds_of
from vision.table.pricing import MELD_KINDS
from vision.types import CLASSES, Doubt, Group, Role, Worth

OTHERS = 3  # players who pay for a concealed kong
STRAIGHT = 20.0  # degrees by which a photo may be turned and upright boxes still tell how tiles lie
UNSEEN = -1.0  # above this it isn't sure that a tile of a meld stands upright, log-odds
ASTRAY = 0.6  # tile widths along the row from the sideways tile to a fourth that does not lie on or above it
HOLE = 0.5  # tile widths of room that a meld doesn't have
UNDER = -0.3  # tile widths of room between tiles of which one lies on the other, or shows it again
ZH_FEEDER = {"left": "上家", "opposite": "对家", "right": "下家"}


def about_melds(found: Findings) -> Iterator[Doubt]:
    """Melds that are none, or whose kind, tile or feeder is not clear."""
    for group, candidate in zip(melds_of(found.groups), found.named.candidates, strict=True):
        tiles = group.tiles
        faces = [found.named.kinds[i] for i in tiles]
        if set(faces) == {BACK_NUMBER} and len(tiles) <= KONG:
            yield _face_down(group)
            continue
        if candidate.mixed:
            yield _no_meld(found, group)
            continue
        rooms = [
            gap
            for row in found.layout.rows
            for gap, pair in zip(row.gaps, itertools.pairwise(row.tiles), strict=True)
            if set(pair) <= set(tiles)
        ]
        if max(rooms, default=0.0) > HOLE and len(tiles) == 3 and BACK_NUMBER not in faces:
            text = f"between the tiles of the meld of {candidate.tile} there is room: a kong with a tile not found?"
            chinese = f"碰的{zh(int(candidate.tile or 0))}中间空着：是不是杠，少认了一张？"
            yield Doubt(Code.SHORT_MELD, tiles, chinese, text, (), Worth("units"))
        if candidate.open or (
            candidate.kind == "exposed" and min(rooms, default=0.0) < UNDER
        ):  # one may lie on another
            yield _open(found, group, candidate)
        if candidate.kind == "added":
            yield from _fourth(found, group, candidate)
        yield from _feeder(found, group, candidate)


def _fourth(found: Findings, group: Group, candidate: MeldCandidate) -> Iterator[Doubt]:
    """The fourth tile of an added kong that was hardly seen and lies neither on nor above the sideways one: another one
    seen twice?
    """
    row = next((row for row in found.layout.rows if len({*row.tiles} & {*group.tiles}) == PONG), None)
    if row is None:
        return
    three = [i for i in row.tiles if i in group.tiles]
    usual = max(three, key=lambda i: found.layout.aside[i])
    usual = usual if found.layout.aside[usual] > 0 else three[1]
    for top in (i for i in group.tiles if i not in three and i not in found.by_user):
        astray = abs(found.layout.places[top][0] - found.layout.places[usual][0]) > ASTRAY
        if astray and not is_clear(found.layout.detections[top]):
            text = f"the fourth {candidate.tile} lies beside its place: a kong, or one of the pong seen twice?"
            chinese = f"杠{zh(int(candidate.tile or 0))}的第四张没放在横着的那张上：真是杠，还是碰的一张认了两次？"
            fix = offered(found, ({"op": "drop", "tile": top},))
            yield Doubt(Code.KONG_KIND, group.tiles, chinese, text, fix, Worth("units"))


def _feeder(found: Findings, group: Group, candidate: MeldCandidate) -> Iterator[Doubt]:
    """Who fed a meld for which somebody owes; other feeders are told only where they are sure."""
    if not candidate.owed or candidate.tile is None:
        return
    kind = MELD_KINDS[candidate.kind]
    name, name_zh = f"{kind.en} of {candidate.tile}", f"{kind.zh}{candidate.tile.name_zh}"
    askew = STRAIGHT < found.layout.turn % 90 < 90 - STRAIGHT
    if candidate.margin < (NOBODY_MARGIN if candidate.fed_by is None else ASKEW_MARGIN if askew else SIDE_MARGIN):
        one, *other = [feeder for feeder in (candidate.fed_by, candidate.second) if feeder is not None]
        text = f"{name}: fed by {one} or {other[0] if other else 'nobody known'}?"
        chinese = f"{name_zh}：看不清是不是{ZH_FEEDER[one]}打的"
        if other:
            chinese = f"{name_zh}：看不清是谁打的，{ZH_FEEDER[one]}还是{ZH_FEEDER[other[0]]}？"
        yield Doubt(Code.FEEDER, group.tiles, chinese, text, (), Worth("units"))
    elif candidate.fed_by is None and _hidden(found, group):
        text = f"{name}: from this angle a sideways tile would not be seen"
        yield Doubt(Code.FEEDER, group.tiles, f"{name_zh}：这个角度看不出哪张横着", text, (), Worth("units"))
    elif candidate.fed_by in ("left", "right") and found.layout.backwards:
        text = "the photo may be upside down: left and right feeders may be exchanged"
        yield Doubt(Code.DIRECTION, group.tiles, "照片方向不明，上家下家可能相反", text, (), Worth("units"))


def _face_down(group: Group) -> Doubt:
    """A kong of which nothing is seen, or fewer tiles of one."""
    if len(group.tiles) == KONG:
        text = "a kong with all four tiles face down: its kind is not known"
        return Doubt(Code.HIDDEN_KONG, group.tiles, "暗杠四张都扣着，看不出杠的是什么", text, (), Worth("unknown"))
    text = f"{counted(len(group.tiles), 'tile')} face down as a meld: a concealed kong with a tile not found?"
    chinese = f"碰杠里只有{len(group.tiles)}张扣着的：是不是暗杠，少认了一张？"
    return Doubt(Code.SHORT_MELD, group.tiles, chinese, text, (), Worth("hand"))


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
    return Doubt(Code.MIXED_MELD, tiles, chinese, text, fix, Worth("hand"))


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
    if found.by_user.isdisjoint(tiles) and not spoken_for(found, tiles[0]) and len(known) == len(tiles):
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
        told = 2 * sum(i in found.by_user and i not in changes for i in shown) > len(shown)
        again = len(found.by_user.intersection(changes))
        if changes and (told or min(scores) >= NOTED) and (not again or len(changes) == 1):
            fair.append((again, -sum(map(math.log, scores)), kind, changes))
    return min(fair)[3] if fair else {}


def _hidden(found: Findings, group: Group) -> bool:
    """Might one of its tiles lie sideways without that being seen?"""
    return any(i in group.tiles and odds > UNSEEN for i, odds in found.layout.aside.items())


def _open(found: Findings, group: Group, candidate: MeldCandidate) -> Doubt:
    if len(group.tiles) == 3:
        text = f"three tiles of {candidate.tile}, one of them face down: a kong with a tile not found"
        chinese = f"{zh(int(candidate.tile or 0))}三张里有扣着的：是不是杠，少认了一张？"
        return Doubt(Code.SHORT_MELD, group.tiles, chinese, text, (), Worth("hand"))
    rules, kind = found.pricer.rules, MELD_KINDS.get(candidate.kind)
    of_kind = 0 if kind is None or kind not in KONGS else rules.kong_total(kind, OTHERS)
    apart = rules.kong_total(MeldKind.CONCEALED, OTHERS) - of_kind
    return Doubt(
        Code.KONG_KIND,
        group.tiles,
        f"杠{zh(int(candidate.tile or 0))}，四张都亮着，看不清怎么摆的：明杠、补杠还是暗杠？",
        f"a kong of {candidate.tile}, all face up, not clear how they lie: exposed, added or concealed",
        (),
        Worth("units", apart),
    )
