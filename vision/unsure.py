"""Names of which the eye itself isn't sure: each is asked about, whatever the hand makes of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from vision.faces import BACK_NUMBER, FLOOR, NUMBER, OTHER_NUMBER, seen
from vision.findings import NOTHING, Findings, setting, zh
from vision.melds import CHICKENS, Guess
from vision.types import CLASSES, Doubt, Group, Role, Worth

SURE = 0.85
"""A name is sure from this confidence on. Of the player's tiles in 230 photos of real/val 2 of 12 below it are wrong,
none of 3,592 others; in 60 rendered scenes of unseen designs 12 of 37 and 1 of 916. From 0.8 to 0.85: 3 of 6."""
CLOSE = 1.0  # another way to name a tile or two is told, too, if it is less than this dearer, negative log-likelihood
NOTED = 0.01  # alternatives below this are not priced
GRAVEST = ("hand", "pattern", "units", "wait", "unknown", "nothing")


def unsure(found: Findings, told: Iterable[int]) -> Iterator[Doubt]:
    """One for each tile of the player, and each meld, whose name is not sure. `told`: tiles whose name has a doubt."""
    asked = set(told)
    for role in (Role.HAND, Role.WINNING, Role.DISCARDS):
        for i in found.members(role):
            if i not in asked and i not in found.said and (doubt := _single(found, i, role)) is not None:
                asked.add(i)
                yield doubt
    melds = [group for group in found.groups if group.role is Role.MELD and group.tiles]
    for group, guess in zip(melds, found.named.guesses, strict=True):
        for doubt in _meld(found, group, guess):
            asked.update(doubt.tiles)
            yield doubt
    for rival in found.rivals:
        if rival.margin >= CLOSE:
            break
        if asked.isdisjoint(rival.changes) and found.said.isdisjoint(rival.changes):
            asked.update(rival.changes)
            yield _doubt(found, rival.changes, found.change(rival.changes))


def _single(found: Findings, i: int, role: Role) -> Doubt | None:
    """Of a tile that is named by itself."""
    kind, scores = found.named.kinds[i], looks(found, i)
    if scores.get(kind, 0.0) >= SURE or kind == OTHER_NUMBER:  # a tile that is none of the set has a doubt of its own
        return None
    others = [other for other in scores if other != kind]
    if role is Role.DISCARDS:
        counts = found.pricer.rules.discards_count or not CHICKENS.isdisjoint((kind, *others))
        worth = Worth("units") if counts else NOTHING
    else:
        worth = _gravest(found, [{i: other} for other in others if scores[other] >= NOTED])
    return _doubt(found, {i: others[0] if others else kind}, worth)


def _meld(found: Findings, group: Group, guess: Guess) -> Iterator[Doubt]:
    """Of a meld whose tiles are named together. They look alike and err alike: what they say is averaged, not added up.

    In damaged photos 5 melds were named wrongly: their averages are 0.50-0.76, the sums' sureness 0.98 and more.
    """
    if guess.mixed:
        return  # told as no meld
    tiles = [i for i in group.tiles if i not in found.said]
    down = [i for i in tiles if found.named.kinds[i] == BACK_NUMBER]
    for alike in (down, [i for i in tiles if i not in down]):
        together = _together(found, alike)
        kinds = sorted(together, key=lambda kind: -together[kind])
        if not alike or together.get(found.named.kinds[alike[0]], 0.0) >= SURE:
            continue
        ways = [dict.fromkeys(alike, kind) for kind in kinds if kind != found.named.kinds[alike[0]]]
        noted = [way for way in ways if together[next(iter(way.values()))] >= NOTED]
        change = ways[0] if ways else dict.fromkeys(alike, found.named.kinds[alike[0]])
        yield _doubt(found, change, _gravest(found, noted))


def _together(found: Findings, tiles: list[int]) -> dict[int, float]:
    """Class number -> how likely all of these tiles are of that class."""
    tables = [looks(found, i) for i in tiles]
    kinds = sorted({kind for scores in tables for kind in scores})
    likely = {
        kind: math.exp(sum(math.log(max(scores.get(kind, 0.0), FLOOR)) for scores in tables) / len(tables))
        for kind in kinds
    }
    total = sum(likely.values())
    return {kind: p / total for kind, p in likely.items()}


def looks(found: Findings, i: int) -> dict[int, float]:
    """Class number -> score of the kinds that the eye gave a noticeable one, best first."""
    return {NUMBER[kind]: p for kind, p in seen(found.layout.detections[i])}


def _gravest(found: Findings, ways: list[dict[int, int]]) -> Worth:
    """The most that any of these other names changes. Where none changes anything nobody knows: where a third of the
    tile is covered, or all is blurred, the true kind is none of those that the eye thought of in 1 of 3 tiles misread.
    """
    worths = [found.change(way) for way in ways]
    worth = min(worths, key=lambda w: (GRAVEST.index(w.changes), -abs(w.units or 0)), default=Worth("unknown"))
    return Worth("unknown") if worth == NOTHING else worth


def _doubt(found: Findings, changes: Mapping[int, int], worth: Worth) -> Doubt:
    one = min(changes)
    kind, other = found.named.kinds[one], changes[one]
    if kind == other:
        text, chinese = f"tile {one} is not clearly seen: {CLASSES[kind]}?", f"有一张看不清：是{zh(kind)}吗？"
        return Doubt("low_confidence", tuple(sorted(changes)), chinese, text, (), worth)
    text = f"tile {one} is not clearly seen: {CLASSES[kind]} or {CLASSES[other]}"
    chinese = f"有一张看不清：是{zh(kind)}还是{zh(other)}？"
    return Doubt("low_confidence", tuple(sorted(changes)), chinese, text, setting(changes), worth)
