"""Names of which the eye itself isn't sure: each is asked about, unless a hand that has won leaves no other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from vision.doubts.codes import Code
from vision.doubts.context import NOTHING, Findings, place, setting, zh
from vision.doubts.fixes import renamed
from vision.table.evidence import BACK_NUMBER, CLEAR, FLOOR, NOTED, NUMBER, OTHER_NUMBER, kind_scores
from vision.table.melds import CHICKENS, MeldCandidate
from vision.table.naming import melds_of
from vision.types import CLASSES, Doubt, Group, Role, Worth

LIKELY = 0.6
"""Who has won holds what he seems to hold: a tile whose name is the eye's first, from this confidence on, is not asked
about if none of its other names completes the hand. On 2,000 rendered tables with poor scores (seeds from 3000000) 158
such names were right and none wrong, from 0.5 on 197 and 2; where another name completes it as well, 18 and 2."""
CLOSE = 1.0  # another way to name a tile or two is told, too, if it is less than this dearer, negative log-likelihood
GRAVEST = ("hand", "pattern", "units", "wait", "unknown", "nothing")


def unsure(found: Findings, told: Iterable[int]) -> Iterator[Doubt]:
    """One for each tile of the player, and each meld, whose name is not sure. `told`: tiles whose name has a doubt."""
    asked = set(told)
    for role in (Role.HAND, Role.WINNING, Role.DISCARDS):
        for i in found.members(role):
            if i not in asked and i not in found.by_user and (doubt := _single(found, i, role)) is not None:
                asked.add(i)
                yield doubt
    for group, candidate in zip(melds_of(found.groups), found.named.candidates, strict=True):
        for doubt in _meld(found, group, candidate):
            asked.update(doubt.tiles)
            yield doubt
    for rival in found.alternatives:
        if rival.margin >= CLOSE:
            break
        if asked.isdisjoint(rival.changes) and found.by_user.isdisjoint(rival.changes):
            asked.update(rival.changes)
            yield _doubt(found, sorted(rival.changes), [rival.changes], [rival.changes])


def _single(found: Findings, i: int, role: Role) -> Doubt | None:
    """Of a tile that is named by itself."""
    kind, scores = found.named.kinds[i], looks(found, i)
    if scores.get(kind, 0.0) >= CLEAR or kind == OTHER_NUMBER:  # a tile that is none of the set has a doubt of its own
        return None
    others = [other for other in scores if other != kind]
    likely = [{i: other} for other in noted(found, i) if other != kind]
    ways = [*({i: other} for other in others[:1]), *likely]
    if role is Role.DISCARDS:
        counts = found.pricer.rules.discards_count or not CHICKENS.isdisjoint((kind, *others))
        return replace(_doubt(found, [i], ways, ()), worth=Worth("units") if counts else NOTHING)
    undone = bool(likely) and all(found.change(way).changes == "hand" for way in likely)
    if scores.get(kind, 0.0) >= LIKELY and found.named.value.state == "won" and undone:
        return None
    return _doubt(found, [i], ways, likely)


def _meld(found: Findings, group: Group, candidate: MeldCandidate) -> Iterator[Doubt]:
    """Of a meld whose tiles are named together. They look alike and err alike: what they say is averaged, not added up.

    In damaged photos 5 melds were named wrongly: their averages are 0.50-0.76, the sums' sureness 0.98 and more.
    """
    if candidate.mixed:
        return  # told as no meld
    tiles = [i for i in group.tiles if i not in found.by_user]
    down = [i for i in tiles if found.named.kinds[i] == BACK_NUMBER]
    for alike in (down, [i for i in tiles if i not in down]):
        together = _together(found, alike)
        kinds = sorted(together, key=lambda kind: -together[kind])
        if not alike or together.get(found.named.kinds[alike[0]], 0.0) >= CLEAR:
            continue
        ways = [dict.fromkeys(alike, kind) for kind in kinds if kind != found.named.kinds[alike[0]]]
        likely = [way for way in ways if together[next(iter(way.values()))] >= NOTED]
        yield _doubt(found, alike, [*ways[:1], *likely], likely)


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
    return {NUMBER[kind]: p for kind, p in kind_scores(found.layout.detections[i])}


def noted(found: Findings, i: int) -> list[int]:
    """Those of them that are worth a thought."""
    return [kind for kind, score in looks(found, i).items() if score >= NOTED]


def gravest(worths: Iterable[Worth]) -> Worth:
    """The one that changes most."""
    return min(worths, key=lambda w: (GRAVEST.index(w.changes), -abs(w.units or 0)))


def _doubt(
    found: Findings, tiles: Sequence[int], ways: Sequence[Mapping[int, int]], likely: Sequence[Mapping[int, int]]
) -> Doubt:
    """Are they what they are named? `ways`: other names for these tiles, the likeliest first; of these the first that
    may be suggested is. Where another of the `likely` ones changes more it is named, too: a doubt is worth the gravest
    that it names. Where none changes anything nobody knows: where a third of the tile is covered, or all is blurred,
    the true kind is none of those that the eye thought of in 1 of 3 tiles misread.
    """
    tiles, change = sorted(tiles), renamed(found, ways)
    worths = [found.change(way) for way in likely]
    worth = gravest(worths or [NOTHING])
    first = change or next(iter(ways), {})
    named = [found.named.kinds, *([first] if first else [])]
    if worths and (first not in likely or worths[likely.index(first)] != worth):
        named.append(likely[worths.index(worth)])
    zh_names, names = (
        [mark.join(_alike([name(way[i]) for i in tiles])) for way in named]
        for name, mark in ((zh, "、"), (CLASSES.__getitem__, " "))
    )
    chinese, text = f"{place(found, *tiles)}看不清：是{zh_names[0]}", f"{_listed(tiles)} not clearly seen: {names[0]}"
    chinese += "".join(f"{mark}{name}" for mark, name in zip(("还是", "，或者"), zh_names[1:], strict=False)) or "吗"
    text += "".join(f" or {name}" for name in names[1:])
    worth = Worth("unknown") if worth == NOTHING else worth
    return Doubt(Code.LOW_CONFIDENCE, tuple(tiles), f"{chinese}？", f"{text}?", setting(change), worth)


def _alike(names: list[str]) -> list[str]:
    """Once, where all are the same."""
    return names[:1] if len(set(names)) == 1 else names


def _listed(tiles: Sequence[int]) -> str:
    return f"tile {tiles[0]} is" if len(tiles) == 1 else f"tiles {', '.join(map(str, tiles))} are"
