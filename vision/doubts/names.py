"""Names of which the eye itself isn't sure: each is asked about, unless a hand that has won leaves no other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from vision.doubts.codes import Code
from vision.doubts.context import Context
from vision.doubts.finding import NOTHING, UNITS, UNKNOWN, At, Finding, Kind, Params, Value, gravest
from vision.doubts.fixes import renamed
from vision.doubts.steps import renaming
from vision.doubts.variants import Variant
from vision.table.evidence import BACK_NUMBER, CLEAR_SCORE, FLOOR_SCORE, NOTED_SCORE, OTHER_NUMBER
from vision.table.melds import CHICKENS
from vision.types import Group, Role

LIKELY_SCORE = 0.6
"""Who has won holds what they seem to hold: a tile whose name is the eye's first, with this score or more, is not asked
about if none of its other names completes the hand. On 2,000 rendered tables with poor scores (seeds from 3000000) 158
such names were right and none wrong, from 0.5 on 197 and 2; where another name completes it as well, 18 and 2."""
CLOSE_COST = 1.0  # another way to name a tile or two is told if it costs less than this more, negative log-likelihood
Names = Mapping[int, int]  # class number by tile


def unsure_names(context: Context) -> Iterator[Finding]:
    """One for each tile of the player, and each meld, whose name is not sure."""
    renamed_before = (finding for finding in context.earlier if finding.code.traits.renames)
    asked = {finding.tiles[0] for finding in renamed_before if len(finding.tiles) == 1}
    for finding in (*_singles(context, asked), *_melds(context)):
        asked.update(finding.tiles)
        yield finding
    for other in context.alternatives:
        if other.margin >= CLOSE_COST:
            break
        if asked.isdisjoint(other.changes) and context.by_user.isdisjoint(other.changes):
            asked.update(other.changes)
            yield _not_clear(context, sorted(other.changes), [other.changes], [other.changes])


def _singles(context: Context, asked: set[int]) -> Iterator[Finding]:
    """Of tiles that are named one by one."""
    for role in (Role.HAND, Role.WINNING, Role.DISCARDS):
        for i in context.members(role):
            # a tile that is none of the set has a doubt of its own
            clear = context.scores(i).get(context.kind(i), 0.0) >= CLEAR_SCORE or context.kind(i) == OTHER_NUMBER
            if i in asked or i in context.by_user or clear:
                continue
            if role is Role.DISCARDS:
                yield _discard(context, i)
            elif not _settled_by_win(context, i):
                yield _not_clear(context, [i], _ways(context, i), _likely(context, i))


def _likely(context: Context, i: int) -> list[Names]:
    """Other names of the tile that are worth a thought."""
    return [{i: kind} for kind in context.noted(i) if kind != context.kind(i)]


def _ways(context: Context, i: int) -> list[Names]:
    """The same, before them the likeliest other name of all."""
    others = [kind for kind in context.scores(i) if kind != context.kind(i)]
    return [*({i: kind} for kind in others[:1]), *_likely(context, i)]


def _discard(context: Context, i: int) -> Finding:
    """A discard counts under some rules, and as a fixed chicken under all."""
    counts = context.pricer.rules.discards_count or not CHICKENS.isdisjoint((context.kind(i), *context.scores(i)))
    return replace(_not_clear(context, [i], _ways(context, i), ()), worth=UNITS if counts else NOTHING)


def _settled_by_win(context: Context, i: int) -> bool:
    """Does the hand win with the tile's likely name, and with none of its others?"""
    likely = _likely(context, i)
    undone = bool(likely) and all(context.worth_of(way).changes == "hand" for way in likely)
    return context.scores(i).get(context.kind(i), 0.0) >= LIKELY_SCORE and context.won and undone


def _melds(context: Context) -> Iterator[Finding]:
    """Of melds, whose tiles are named together; what is no meld is told as none."""
    for group, candidate in context.laid:
        if not candidate.mixed:
            yield from _meld(context, group)


def _meld(context: Context, group: Group) -> Iterator[Finding]:
    """They look alike and err alike: what they say is averaged, not added up.

    In damaged photos 5 melds were named wrongly: their averages are 0.50-0.76, the sums' sureness 0.98 and more.
    """
    tiles = [i for i in group.tiles if i not in context.by_user]
    down = [i for i in tiles if context.kind(i) == BACK_NUMBER]
    for some in (down, [i for i in tiles if i not in down]):
        together = _averaged(context, some)
        if some and together.get(context.kind(some[0]), 0.0) < CLEAR_SCORE:
            yield _together_not_clear(context, some, together)


def _together_not_clear(context: Context, tiles: list[int], together: Mapping[int, float]) -> Finding:
    """`together`: class number -> how likely all of them are of that class."""
    kinds = sorted((kind for kind in together if kind != context.kind(tiles[0])), key=lambda kind: -together[kind])
    ways = [dict.fromkeys(tiles, kind) for kind in kinds]
    likely = [way for way, kind in zip(ways, kinds, strict=True) if together[kind] >= NOTED_SCORE]
    return _not_clear(context, tiles, [*ways[:1], *likely], likely)


def _averaged(context: Context, tiles: Sequence[int]) -> dict[int, float]:
    """Class number -> how likely all of these tiles are of that class."""
    tables = [context.scores(i) for i in tiles]
    kinds = sorted({kind for scores in tables for kind in scores})
    likely = {
        kind: math.exp(sum(math.log(max(scores.get(kind, 0.0), FLOOR_SCORE)) for scores in tables) / len(tables))
        for kind in kinds
    }
    total = sum(likely.values())
    return {kind: p / total for kind, p in likely.items()}


def _not_clear(context: Context, tiles: Sequence[int], ways: Sequence[Names], likely: Sequence[Names]) -> Finding:
    """Are they what they are named? `ways`: other names for these tiles, the likeliest first; of these the first that
    may be suggested is. Where another of the `likely` ones changes more it is named, too: a doubt is worth the gravest
    that it names. Where none changes anything nobody knows: where a third of the tile is covered, or all is blurred,
    the true kind is none of those that the eye thought of in 1 of 3 tiles misread.
    """
    tiles, change = sorted(tiles), renamed(context, ways)
    worths = [context.worth_of(way) for way in likely]
    worth = gravest(*worths)
    first = change or next(iter(ways), {})
    named = [context.named.kinds, *([first] if first else [])]
    if worths and (first not in likely or worths[likely.index(first)] != worth):
        named.append(likely[worths.index(worth)])
    says = (Code.LOW_CONFIDENCE, Variant.NOT_CLEAR_WHICH, Variant.NOT_CLEAR_OF_THREE)[len(named) - 1]
    names = dict(zip(("names", "others", "worst"), (_names(tiles, way) for way in named), strict=False))
    params: Params = {"tiles": At(tuple(tiles)), **names}
    return Finding(says, tuple(tiles), UNKNOWN if worth == NOTHING else worth, renaming(change), params)


def _names(tiles: Sequence[int], names: Names) -> tuple[Value, ...]:
    """The kinds of these tiles; one where all are the same."""
    kinds = [Kind(names[i]) for i in tiles]
    return tuple(kinds[:1] if len(set(kinds)) == 1 else kinds)
