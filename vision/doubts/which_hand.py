"""Doubts about the whole scene: another player's hand that may be meant, another way to see the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.tiles import KINDS, TILES
from vision.doubts.codes import Code
from vision.doubts.context import Context
from vision.doubts.finding import HAND, Finding, HandOf, Kind, MeldOf, Value
from vision.doubts.steps import Steps
from vision.table.naming import NamedScene
from vision.table.pricing import difference
from vision.types import Group, Move, Role

STRAIGHT_DEGREES = 25.0  # by which a photo may be turned and the nearest hand still lies lowest
RIVAL_NEARNESS = {"ready": (1.3, 0.9), "unready": (0.8, 0.5), "to_throw": (0.8, 0.5)}
"""What a hand comes to -> how near another one comes to it before it isn't sure which is meant, in photos taken
straight and askew. On 28,000 rendered tables, most of them with other players, another player's hand is read on some
90; 8 of these say nothing."""
BEFORE_WIDTHS, FARTHEST_WIDTHS = 0.7, 4.0  # tile widths: least nearer to the player, most from their tiles
LEAST_FACES = 3  # fewer tiles there are strays
CLOSE_COST = 0.8  # another way to see the table is told if it costs less than this more, negative log-likelihood
CLOSE_COST_WORTHLESS = 0.5  # the same if it is worth nothing


def which_hand(context: Context) -> Iterator[Finding]:
    """May another player's hand be the one that is meant?"""
    if _may_be_another(context) and not any(group.by_user for group in context.groups):
        yield Finding(Code.WHICH_HAND, tuple(sorted(context.members(Role.HAND))), HAND)


def _may_be_another(context: Context) -> bool:
    """One that has won is meant, and one that waits mostly is; one that doesn't hardly is beside one that does."""
    state = context.named.value.state
    if state not in RIVAL_NEARNESS:
        return False
    askew = STRAIGHT_DEGREES < context.layout.turn % 180 < 180 - STRAIGHT_DEGREES
    near = context.layout.rival_hand > RIVAL_NEARNESS[state][askew]
    rows = (context.kinds(group.tiles) for group in context.groups if group.role is Role.OTHER)
    return _lies_before(context) or near or (state != "ready" and any(_waits(context, row) for row in rows))


def _lies_before(context: Context) -> bool:
    """Do faces lie nearer to the player than all of their own, that are taken for nobody's? What lies there is their
    hand, in two short rows perhaps, and the row behind it discards.
    """
    places, own = context.layout.places, context.own
    nearest = min((places[i][1] for i in own), default=0.0)
    before = [
        i
        for i in context.members(Role.OTHER)
        if context.kind(i) < KINDS
        and places[i][1] < nearest - BEFORE_WIDTHS
        and context.distance(i, own) < FARTHEST_WIDTHS
    ]
    return len(before) >= LEAST_FACES


def _waits(context: Context, row: Sequence[int]) -> bool:
    """Is it a whole hand that waits, or has won?"""
    if max(row, default=KINDS) >= KINDS:
        return False
    return context.pricer.value([TILES[kind] for kind in row], (), None).state in ("ready", "won")


def other_reading(context: Context) -> Iterator[Finding]:
    """The next best way to see the whole table, if it comes close."""
    for margin, groups, named in context.others:
        if margin >= CLOSE_COST or _asked_already(context, named) or _takes_apart(context, groups):
            continue
        worth = difference(context.named.value, named.value)
        if worth.changes != "nothing" or margin < CLOSE_COST_WORTHLESS:
            change = _moves(context, groups)
            tiles = tuple(sorted(i for step in change if isinstance(step, Move) for i in step.tiles))
            yield Finding(Code.OTHER_READING, tiles, worth, change, _told(named))
            return


def _told(named: NamedScene) -> dict[str, Value]:
    winning = None if named.winning is None else Kind(int(named.winning))
    melds = tuple(MeldOf(meld.kind, meld.tile) for meld in named.melds)
    return {"hand": HandOf(named.hand), "melds": melds, "winning": winning}


def _asked_already(context: Context, other: NamedScene) -> bool:
    """Is it the same, but perhaps for a winning tile that completes nothing, which is asked about by itself?"""
    if other.signature == context.named.signature:
        return True
    lone = context.named.winning is not None and not context.won and other.winning is None
    return lone and (other.hand, other.signature[1]) == (context.named.hand, context.named.signature[1])


def _takes_apart(context: Context, groups: Sequence[Group]) -> bool:
    """Are tiles in several groups that the player has laid together as a meld?"""
    melds = (set(group.tiles) for group in context.groups if group.by_user and group.role is Role.MELD)
    return any(all(meld - set(group.tiles) for group in groups) for meld in melds)


def _moves(context: Context, other: Sequence[Group]) -> Steps:
    """The corrections that make the other grouping out of this one."""
    steps: list[Move] = []
    fresh = context.new_group
    for group in other:
        moved = _moved(context, group)
        if not moved:
            continue
        to_hand = group.role is Role.HAND and context.hand_group != context.new_group
        steps.append(Move(tuple(moved), group.role, context.hand_group if to_hand else fresh))
        fresh += not to_hand
    return tuple(steps)


def _moved(context: Context, group: Group) -> list[int]:
    """The tiles that are elsewhere now; all of a meld that does not lie so."""
    here = {i: one for one in context.groups for i in one.tiles}
    if group.role is Role.MELD:
        now = {frozenset(one.tiles) for one in context.groups if one.role is Role.MELD}
        return [] if frozenset(group.tiles) in now else list(group.tiles)
    return [i for i in group.tiles if i not in here or here[i].role is not group.role]
