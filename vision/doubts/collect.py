"""Every check in turn; what repeats an earlier question is told with that one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from vision.doubts.context import Context
from vision.doubts.counts import counts
from vision.doubts.finding import Finding, gravest
from vision.doubts.fixes import offered
from vision.doubts.kinds import changed_kinds, strangers
from vision.doubts.left_out import above_melds, nearby, seen_twice
from vision.doubts.melds import melds
from vision.doubts.missing import hardly_seen, winning_hardly_seen
from vision.doubts.names import unsure_names
from vision.doubts.occluded import occluded
from vision.doubts.of_photo import of_photo
from vision.doubts.places import apart, gaps, sideways
from vision.doubts.pong_or_hand import pong_or_hand
from vision.doubts.stacked import stacked_elsewhere, stacked_on_pongs
from vision.doubts.traits import Overlap, Repeats
from vision.doubts.which_hand import other_reading, which_hand
from vision.doubts.winning_tile import thrown, winning_tile
from vision.types import Role

Check = Callable[[Context], Iterable[Finding]]
CHECKS: tuple[Check, ...] = (
    of_photo,
    counts,
    changed_kinds,
    strangers,
    seen_twice,
    above_melds,
    nearby,
    winning_hardly_seen,
    hardly_seen,
    stacked_on_pongs,
    unsure_names,
    melds,
    pong_or_hand,
    winning_tile,
    occluded,
    stacked_elsewhere,
    gaps,
    apart,
    thrown,
    sideways,
    which_hand,
    other_reading,
)
"""In the order in which a reading lists its doubts, and of two that ask the same the first one stays. A check sees what
those before it found."""


def collect(context: Context) -> tuple[Finding, ...]:
    """All that a reading is not sure of."""
    found: list[Finding] = []
    for check in CHECKS:
        for finding in check(replace(context, earlier=tuple(found))):
            _add(context, found, finding)
    return tuple(replace(finding, change=offered(context, finding.change)) for finding in found)


def _add(context: Context, found: list[Finding], finding: Finding) -> None:
    """Nobody is asked the same twice: the finding that stays keeps the graver worth."""
    tiles = set(finding.tiles)
    near = (n for n, one in enumerate(found) if not tiles or not tiles.isdisjoint(one.tiles))
    twin = next((n for n in near if _repeats(context, found[n], finding)), None)
    if twin is None:
        found.append(finding)
    else:
        found[twin] = replace(found[twin], worth=gravest(found[twin].worth, finding.worth))


def _repeats(context: Context, one: Finding, two: Finding) -> bool:
    """Does the second one ask what the first one settles, as the registry says?"""
    return any(repeats.question in one.settles and _overlap(context, repeats, one, two) for repeats in two.repeats)


def _overlap(context: Context, repeats: Repeats, one: Finding, two: Finding) -> bool:
    match repeats.overlap:
        case Overlap.ONE_TILE:
            return len(one.tiles) == 1 and one.tiles == two.tiles
        case Overlap.ONE_OF_MELD:
            of_meld = set(two.tiles) <= set(context.members(Role.MELD))
            return len(one.tiles) == 1 and one.tiles[0] in two.tiles and of_meld
        case Overlap.WITHIN:
            return set(two.tiles) <= set(one.tiles)
        case Overlap.SAME:
            return set(two.tiles) == set(one.tiles)
