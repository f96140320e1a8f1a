"""Doubts about kinds: changed against the eye's first choice, of which there are five, or that no hand can hold."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from scoring.tiles import COPIES, KINDS
from vision.doubts.codes import Code
from vision.doubts.context import Context
from vision.doubts.finding import HAND, At, Finding, Kind, Params, Phrase, gravest, phrase
from vision.doubts.fixes import KONG_TILES, offered, renamed, taken_out
from vision.doubts.steps import Steps, renaming
from vision.doubts.variants import Ask, Variant
from vision.table.evidence import BACK_NUMBER, OTHER_NUMBER
from vision.table.naming import SINGLE, copies, melds_of
from vision.types import Drop, Role, Worth


def changed_kinds(context: Context) -> Iterator[Finding]:
    """Kinds of which there are too many, and tiles whose kind was changed against the eye's first choice."""
    held = _held(context)
    for kind in (kind for kind in range(KINDS) if held[kind] > COPIES):
        yield _five(context, kind, held[kind])
    for i, kind in sorted(context.named.kinds.items()):
        kept = i in context.by_user or kind == context.firsts[i]
        if not kept and context.role(i) is not Role.OTHER:
            yield _changed(context, i, held)


def _held(context: Context) -> list[int]:
    """How many tiles of each of the 27 kinds the player has."""
    held = copies(context.named.kinds, melds_of(context.groups), context.named.candidates)
    for i in itertools.chain.from_iterable(context.members(role) for role in SINGLE):
        if context.kind(i) < KINDS:
            held[context.kind(i)] += 1
    return held


def _five(context: Context, kind: int, count: int) -> Finding:
    """More than there are of a kind of which the eye, or the player, is sure. The least sure of those that the eye
    named is asked about, if it thought of another kind for it.
    """
    tiles = _tiles_of_kind(context, kind)
    loose = sorted((i for i in tiles if i not in context.by_user), key=lambda i: context.scores(i).get(kind, 0.0))
    other = renamed(context, ({i: k} for i in loose[:1] for k in context.noted(i) if k != kind))
    ask = next((phrase(Ask.IS_TILE, tile=At((i,)), kind=Kind(k)) for i, k in other.items()), None)
    params: Params = {"kind": Kind(kind), "count": count, "ask": ask}
    return Finding(Variant.FIVE_COPIES, tiles, HAND, renaming(other), params)


def _changed(context: Context, i: int, held: list[int]) -> Finding:
    kind, first = context.kind(i), context.firsts[i]
    fifth = first < KINDS and held[first] >= COPIES
    worth = _worth_of_first(context, i, fifth=fifth)
    other = renamed(context, ({i: k} for k in (first, *context.noted(i)) if k != kind))
    if other:
        worth = gravest(worth, context.worth_of(other))
        change: Steps = renaming(other)
        ask: Phrase | None = phrase(Ask.IS_IT, kind=Kind(other[i]))
    else:
        change, ask = _out_of_kong(context, i)
    read_as = phrase(Ask.UNNAMED) if kind == OTHER_NUMBER else Kind(kind)
    params: Params = {"tile": At((i,)), "first": Kind(first), "kind": read_as, "ask": ask}
    return Finding(Code.FIFTH_COPY if fifth else Code.CHANGED, (i,), worth, change, params)


def _worth_of_first(context: Context, i: int, *, fifth: bool) -> Worth:
    """If it is what it seems. Of a fifth copy some other tile is not what it seems, or this one is not."""
    worth = context.worth_of({i: context.firsts[i]})
    return HAND if fifth and worth.changes == "nothing" else worth


def _out_of_kong(context: Context, i: int) -> tuple[Steps, Phrase | None]:
    """A tile of a kong taken out of it, and the question to which that is yes."""
    if not any(i in meld.tiles and len(meld.tiles) >= KONG_TILES for meld in melds_of(context.groups)):
        return (), None
    change, role = taken_out(context, i)
    if role is None:
        return (), None
    return change, phrase(Ask.TO_HAND if role is Role.HAND else Ask.AWAY, tile=At((i,)))


def _tiles_of_kind(context: Context, kind: int) -> tuple[int, ...]:
    """The player's tiles of that kind."""
    return tuple(i for i, one in context.named.kinds.items() if one == kind and context.role(i) is not Role.OTHER)


def strangers(context: Context) -> Iterator[Finding]:
    """Tiles of hand and winning tile that no hand can hold; those of a meld are told as none."""
    changed = {finding.tiles[0] for finding in context.earlier if finding.code.traits.renames}
    for i in (*context.members(Role.HAND), *context.members(Role.WINNING)):
        if context.kind(i) >= KINDS and i not in changed:
            yield _stranger(context, i)


def _stranger(context: Context, i: int) -> Finding:
    down = context.kind(i) == BACK_NUMBER
    thought_of = () if i in context.by_user else context.scores(i)
    best = renamed(context, ({i: k} for k in thought_of))
    change = renaming(best)
    if not change and not down and context.legal_count:  # else it is asked with the count
        change = offered(context, (Drop(i),))
    ask = None
    if best:
        ask = phrase(Ask.IS_IT, kind=Kind(best[i]))
    elif change:
        ask = phrase(Ask.NONE)
    elif context.kind(i) == OTHER_NUMBER:
        ask = phrase(Ask.HONOUR)
    params: Params = {"tile": At((i,)), "ask": ask}
    return Finding(Code.FACE_DOWN if down else Code.NOT_IN_SET, (i,), HAND, change, params)
