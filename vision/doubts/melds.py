"""Doubts about melds: their kind, who fed them, and whether they are melds at all."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from scoring.terms import KONGS, MeldKind
from vision.doubts.codes import Code
from vision.doubts.context import Context
from vision.doubts.finding import HAND, UNITS, UNKNOWN, Count, Feeder, Finding, Kind, MeldOf
from vision.doubts.fixes import KONG_TILES, PONG_TILES, offered
from vision.doubts.no_meld import no_meld
from vision.doubts.stacked import usual_place
from vision.doubts.variants import Variant
from vision.eye.thresholds import is_clear
from vision.table.evidence import BACK_NUMBER
from vision.table.melds import ASKEW_MARGIN, NOBODY_MARGIN, SIDE_MARGIN, MeldCandidate
from vision.table.pricing import MELD_KINDS
from vision.types import Drop, Group, Worth

OTHER_PLAYERS = 3  # who pay for a concealed kong
STRAIGHT_DEGREES = 20.0  # by which a photo may be turned and upright boxes still tell how tiles lie
UNSEEN_LOG_ODDS = -1.0  # above this it isn't sure that a tile of a meld stands upright
ASTRAY_WIDTHS = 0.6  # along the row from the sideways tile to a fourth that does not lie on or above it
HOLE_WIDTHS = 0.5  # of room that a meld doesn't have
UNDER_WIDTHS = -0.3  # of room between tiles of which one lies on the other, or shows it again


def melds(context: Context) -> Iterator[Finding]:
    """Melds that are none, or whose kind, tile or feeder is not clear."""
    for group, meld in context.laid:
        down = [i for i in group.tiles if context.kind(i) == BACK_NUMBER]
        if len(down) == len(group.tiles) <= KONG_TILES:
            yield _all_face_down(group)
        elif meld.mixed:
            yield no_meld(context, group)
        else:
            yield from _rooms(context, group, meld, any_down=bool(down))
            if meld.kind == "added":
                yield from _fourth_astray(context, group, meld)
            yield from _feeder(context, group, meld)


def _all_face_down(group: Group) -> Finding:
    """A kong of which nothing is seen, or fewer tiles of one."""
    if len(group.tiles) == KONG_TILES:
        return Finding(Code.HIDDEN_KONG, group.tiles, UNKNOWN)
    return Finding(Variant.ONLY_BACKS, group.tiles, HAND, params={"count": Count(len(group.tiles), "tile")})


def _rooms(context: Context, group: Group, meld: MeldCandidate, *, any_down: bool) -> Iterator[Finding]:
    """Room for a tile that was not found; a kong of which nothing tells how it was made."""
    rooms = [
        gap
        for row in context.layout.rows
        for gap, pair in zip(row.gaps, itertools.pairwise(row.tiles), strict=True)
        if set(pair) <= set(group.tiles)
    ]
    if max(rooms, default=0.0) > HOLE_WIDTHS and len(group.tiles) == PONG_TILES and not any_down:
        yield Finding(Code.SHORT_MELD, group.tiles, UNITS, params={"kind": _kind(meld)})
    one_on_another = meld.kind == "exposed" and min(rooms, default=0.0) < UNDER_WIDTHS
    if meld.open or one_on_another:
        yield _kong_kind(context, group, meld)


def _kong_kind(context: Context, group: Group, meld: MeldCandidate) -> Finding:
    if len(group.tiles) == PONG_TILES:
        return Finding(Variant.BACK_IN_PONG, group.tiles, HAND, params={"kind": _kind(meld)})
    rules, kind = context.pricer.rules, MELD_KINDS.get(meld.kind)
    as_seen = rules.kong_total(kind, OTHER_PLAYERS) if kind in KONGS else 0
    units = rules.kong_total(MeldKind.CONCEALED, OTHER_PLAYERS) - as_seen
    return Finding(Code.KONG_KIND, group.tiles, Worth("units", units), params={"kind": _kind(meld)})


def _fourth_astray(context: Context, group: Group, meld: MeldCandidate) -> Iterator[Finding]:
    """The fourth tile of an added kong that was hardly seen and lies neither on nor above the sideways one: another one
    seen twice?
    """
    three = _three_in_a_row(context, group)
    if not three:
        return
    places, (usual, _) = context.layout.places, usual_place(context.layout, three)
    for top in (i for i in group.tiles if i not in three and i not in context.by_user):
        astray = abs(places[top][0] - places[usual][0]) > ASTRAY_WIDTHS
        if astray and not is_clear(context.layout.detections[top]):
            change = offered(context, (Drop(top),))
            yield Finding(Variant.FOURTH_ASTRAY, group.tiles, UNITS, change, {"kind": _kind(meld)})


def _three_in_a_row(context: Context, group: Group) -> list[int]:
    """The three tiles of a kong that lie in one row; none if there are not three."""
    rows = ([i for i in row.tiles if i in group.tiles] for row in context.layout.rows)
    return next((tiles for tiles in rows if len(tiles) == PONG_TILES), [])


def _feeder(context: Context, group: Group, meld: MeldCandidate) -> Iterator[Finding]:
    """Who fed a meld for which somebody owes; other feeders are told only where they are sure."""
    if not meld.owed or meld.tile is None:
        return
    name = MeldOf(meld.kind, meld.tile)
    if meld.margin < _least_margin(context, meld):
        yield _fed_by_whom(group, meld, name)
    elif meld.fed_by is None and _may_hide_sideways(context, group):
        yield Finding(Variant.FED_UNSEEN, group.tiles, UNITS, params={"meld": name})
    elif meld.fed_by in ("left", "right") and context.layout.backwards:
        yield Finding(Code.DIRECTION, group.tiles, UNITS)


def _fed_by_whom(group: Group, meld: MeldCandidate, name: MeldOf) -> Finding:
    one, *other = [Feeder(side) for side in (meld.fed_by, meld.second) if side is not None]
    if other:
        return Finding(Code.FEEDER, group.tiles, UNITS, params={"meld": name, "one": one, "other": other[0]})
    return Finding(Variant.FED_AT_ALL, group.tiles, UNITS, params={"meld": name, "one": one})


def _least_margin(context: Context, meld: MeldCandidate) -> float:
    """From which on it is sure who fed it, or that nobody did."""
    if meld.fed_by is None:
        return NOBODY_MARGIN
    askew = STRAIGHT_DEGREES < context.layout.turn % 90 < 90 - STRAIGHT_DEGREES
    return ASKEW_MARGIN if askew else SIDE_MARGIN


def _may_hide_sideways(context: Context, group: Group) -> bool:
    """Might one of its tiles lie sideways without that being seen?"""
    return any(i in group.tiles and odds > UNSEEN_LOG_ODDS for i, odds in context.sideways.items())


def _kind(meld: MeldCandidate) -> Kind:
    return Kind(int(meld.tile or 0))
