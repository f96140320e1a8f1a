"""Corrections that doubts suggest. They are applied with one tap, so a suggestion never yields an impossible count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.tiles import KINDS
from vision.doubts.context import Context
from vision.doubts.finding import Kind, Phrase, phrase
from vision.doubts.steps import Steps, moving, renaming
from vision.doubts.variants import Ask
from vision.table.counts import count_error
from vision.table.evidence import BACK_NUMBER, NUMBER, Face, fixed_face
from vision.table.melds import are_mixed
from vision.table.naming import melds_of
from vision.types import Add, Correction, Drop, Group, Move, ReadMeld, Role, SetKind

PONG_TILES, KONG_TILES = 3, 4


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile goes that was left out, and what is asked of it. `role`: None where it has no place."""

    role: Role | None
    steps: Steps
    ask: Phrase


ASKED = {
    Role.MELD: (Ask.FOURTH, Ask.FOURTH_AS),
    Role.WINNING: (Ask.WINNING, Ask.WINNING_AS),
    Role.HAND: (Ask.OF_HAND, Ask.OF_HAND_AS),
}


def put_back(
    context: Context, i: int, touched: int | None, pong: ReadMeld | None = None, *, apart: bool = False
) -> Place:
    """The tile where it belongs: as the fourth of the pong, or with the tile that it touches; in the hand, or, where it
    lies apart from that sooner, as the winning tile. Never where it would make too many, nor from what is not theirs.

    `touched`: the tile close to it, or of whose box it is a double; `pong`: where that is known otherwise.
    """
    ways = tuple(_homes(context, i, touched, pong, apart=apart))
    steps = offered(context, *(steps for _, steps in ways))
    role = next((role for role, way in ways if way == steps), None)
    if role is None and all(i not in group.tiles for group in context.groups):
        steps = (Drop(i),)  # a box that counts for nothing already: that it is none
    return Place(role, steps, phrase(Ask.NOWHERE) if role is None else asked(role, steps))


def _homes(
    context: Context, i: int, touched: int | None, pong: ReadMeld | None, *, apart: bool
) -> Iterator[tuple[Role, Steps]]:
    """Where it may belong, the likeliest first."""
    three = pong or next((meld for meld in context.named.melds if touched in context.tiles_of(meld)), None)
    if three is not None and len(context.tiles_of(three)) == PONG_TILES:
        yield Role.MELD, (*moving([i], Role.MELD, three.group), *_as_pong(context, i, three))
    if context.full or _not_theirs(context, touched):
        return
    name = _readable(context, i)
    hand = Role.HAND, (*moving([i], Role.HAND, context.hand_group), *name)
    winning = Role.WINNING, (*moving([i], Role.WINNING), *name)
    yield from (winning, hand) if apart and context.waits_exactly else (hand, winning)


def _not_theirs(context: Context, touched: int | None) -> bool:
    """Does it touch a tile that is not the player's, or their discard?"""
    return any(touched in group.tiles and group.role in (Role.DISCARDS, Role.OTHER) for group in context.groups)


def asked(role: Role, steps: Steps = ()) -> Phrase:
    """Is it that? A kind that the steps give it is named."""
    plain, named = ASKED[role]
    kind = next((step.kind for step in steps if isinstance(step, SetKind)), None)
    return phrase(plain) if kind is None else phrase(named, kind=Kind(NUMBER[kind]))


def _readable(context: Context, i: int) -> Steps:
    """A kind that a hand can hold, where the eye sees none first but thought of one."""
    face = context.faces[i]
    if face.first < KINDS:
        return ()
    best = min((kind for kind in face.costs if kind < KINDS), key=lambda kind: face.costs[kind], default=None)
    return () if best is None else renaming({i: best})


def _as_pong(context: Context, i: int, pong: ReadMeld) -> Steps:
    """Who says that it is the fourth of these says what it is."""
    known = context.faces[i].first in (BACK_NUMBER, pong.tile)
    return () if known or pong.tile is None else renaming({i: int(pong.tile)})


def taken_out(context: Context, i: int) -> tuple[Steps, Role | None]:
    """One tile of a meld of four to the hand or, where that would make too many, away; and as what it then counts."""
    to_hand = moving([i], Role.HAND, context.hand_group)
    steps = offered(context, to_hand, moving([i], Role.OTHER))
    return steps, Role.HAND if steps == to_hand else Role.OTHER if steps else None


def renamed(context: Context, ways: Iterable[Mapping[int, int]]) -> Mapping[int, int]:
    """The first of these other names (class numbers by tile) that may be suggested: kinds of the set, or a tile of a
    kong face down; else none.
    """
    melds = set(context.members(Role.MELD))
    fair = [w for w in ways if w and all(k < KINDS or (k == BACK_NUMBER and i in melds) for i, k in w.items())]
    steps = offered(context, *map(renaming, fair))
    return next((way for way in fair if renaming(way) == steps), {})


def offered(context: Context, *ways: Steps) -> Steps:
    """The first of these corrections that leaves a count that a hand has, and melds that are melds. Where that is not
    so now and none of them mends it all, the first that makes nothing worse; else none at all.
    """
    off: list[tuple[Steps, tuple[int, int]]] = []
    for way in filter(None, ways):
        off.append((way, _off(context, way)))
        if off[-1][1] == (0, 0):
            return way
    here = context.off if off else (0, 0)
    return next((way for way, (count, mixed) in off if count <= here[0] and mixed <= here[1]), ())


def _off(context: Context, steps: Steps) -> tuple[int, int]:
    """The count's distance from a hand's once the steps are done, 0 where no hand is seen at all; and how many melds
    will be none.
    """
    if any(isinstance(step, Add) for step in steps):
        return 0, 0  # an unseen fourth, which makes one meld of another
    groups, faces = list(context.groups), list(context.faces)
    for step in steps:
        _apply(step, groups, faces, len(context.groups))
    renamed = {step.tile for step in steps if isinstance(step, SetKind)}
    melds = [group.tiles for group in melds_of(groups)]
    changed = [tiles for tiles in melds if tiles not in context.mixed or not renamed.isdisjoint(tiles)]
    mixed = sum(context.mixed[tiles] for tiles in set(melds).difference(changed))
    mixed += sum(are_mixed([faces[i] for i in tiles]) for tiles in changed)
    seen = any(group.tiles for group in groups if group.role in (Role.HAND, Role.WINNING))
    return count_error(groups) if seen else 0, mixed


def _apply(step: Correction, groups: list[Group], faces: list[Face], known: int) -> None:
    match step:
        case SetKind(tile, kind):
            faces[tile] = fixed_face(NUMBER[kind])
        case Drop(tile):
            _lift(groups, (tile,))
        case Move(tiles, role, number):
            if number is None or number >= known:
                groups.append(Group(role, ()))
                number = len(groups) - 1
            if role is Role.WINNING:
                groups[:] = [replace(g, role=Role.HAND) if g.role is Role.WINNING else g for g in groups]
            _lift(groups, tiles)
            groups[number] = Group(role, (*groups[number].tiles, *tiles))


def _lift(groups: list[Group], tiles: Sequence[int]) -> None:
    lifted = set(tiles)
    for n, group in enumerate(groups):
        if not lifted.isdisjoint(group.tiles):
            groups[n] = replace(group, tiles=tuple(i for i in group.tiles if i not in lifted))
