"""Doubts about melds that one more tile lies on, or touches, so that all of them were taken for part of the hand."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from scoring.tiles import KINDS
from vision.doubts.codes import Code
from vision.doubts.context import Findings, moving, ordered, role_of, spoken_for, zh
from vision.doubts.fixes import KONG, PONG, offered
from vision.types import CLASSES, Doubt, Role, Worth

ROOM = 0.28  # tile widths of room that part a meld from a hand
ASIDE = 1.5  # log-odds from which on a tile lies sideways, as the claimed one of a meld does
STACKED = 0.4  # what the eye says of a tile that lies on another one, among a pong


def touched(found: Findings) -> Iterator[Doubt]:
    """Two or three alike and one other tile, side by side with room to the rest of the hand, or by themselves among
    melds.
    """
    mine = {*found.members(Role.HAND), *found.members(Role.WINNING)}
    for row in found.layout.rows:
        runs = [tuple(run) for own, run in itertools.groupby(row.tiles, mine.__contains__) if own]
        for block in dict.fromkeys((*row.blocks(ROOM), *runs)):
            if len(block) not in (PONG, KONG) or not mine.issuperset(block) or len(mine) == len(block):
                continue
            stranger = None if any(spoken_for(found, i) for i in block) else _stranger(found, block, block in runs)
            if stranger is not None:
                yield _doubt(found, block, stranger)


def _stranger(found: Findings, block: Sequence[int], alone: bool) -> int | None:
    """The one tile that is not like the others, where these may be a meld: they would not lie so in a hand. `alone`:
    nothing else of the hand lies beside them.
    """
    kinds, aside = [found.named.kinds[i] for i in block], found.layout.aside
    odd = [i for i, kind in zip(block, kinds, strict=True) if kinds.count(kind) == 1]
    if len(odd) != 1 or len({*kinds}) != 2 or max(kinds) >= KINDS:
        return None
    claimed = max(aside.get(i, 0.0) for i in block if i not in odd) > ASIDE
    on_one = (found.layout.detections[odd[0]].stacked or 0.0) > STACKED
    out_of_place = not ordered(kinds) or (alone and len({kind // 9 for kind in kinds}) > 1)
    return odd[0] if claimed or on_one or (len(block) == PONG and out_of_place) else None


def _doubt(found: Findings, block: Sequence[int], stranger: int) -> Doubt:
    """Suggested where the whole meld is seen; the stranger may be the winning tile that lies close to it."""
    alike = tuple(i for i in block if i != stranger)
    kind, other = found.named.kinds[alike[0]], found.named.kinds[stranger]
    if len(alike) < PONG:
        text = f"{CLASSES[other]} lies with two {CLASSES[kind]} beside the hand: on top of the third one of a pong?"
        chinese = f"两张{zh(kind)}和{zh(other)}单放在一起，算作手牌：{zh(other)}会不会压在碰的第三张上？"
        return Doubt(Code.PARTED, tuple(block), chinese, text, (), Worth("hand"))
    claimed = moving(alike, Role.MELD, len(found.groups))
    won = (*claimed, *moving([stranger], Role.WINNING))
    text = f"three {CLASSES[kind]} and {CLASSES[other]} beside the hand: a pong that the {CLASSES[other]} touches?"
    chinese = f"三张{zh(kind)}挨着{zh(other)}单放着，算作手牌：会不会是碰？"
    away = () if role_of(found, stranger) is Role.WINNING else (won,)
    return Doubt(Code.PARTED, alike, chinese, text, offered(found, *away, claimed), Worth("hand"))
