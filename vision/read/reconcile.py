"""Layout -> Reading: which tiles are the hand, the melds, the winning tile, and what is doubtful. Tile
sense only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.rules import Rules
from scoring.tiles import Tile
from vision.doubts.collect import doubts
from vision.doubts.context import Findings, waiting
from vision.table.discards import discards
from vision.table.evidence import FLOOR, NUMBER, OTHER_NUMBER, Face, KindScores, faces, kind_scores
from vision.table.naming import Alternative, NamedScene, members, name
from vision.table.pricing import DEFAULT_RULES, Pricer
from vision.table.search import Explanation, explain
from vision.types import CLASSES, OTHER, Group, Layout, Reading, ReadMeld, ReadTile, Role, Way, scores_of

TRIED = 4  # explanations whose tiles are named, of those that geometry offers
SPREAD = 7.0  # explanations dearer than this over the best are not


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the player has told; it outweighs what the eye saw. Keys and members are indices of tiles.

    `groups`: how the tiles are grouped; None: geometry and tile sense decide. `melds`: what a reading says of melds
    whose tiles do not tell how they lie.
    """

    kinds: Mapping[int, str] = field(default_factory=dict)
    dropped: frozenset[int] = frozenset()
    groups: tuple[Group, ...] | None = None
    melds: Mapping[frozenset[int], tuple[ReadMeld, bool]] = field(default_factory=dict)


def reconcile(
    layout: Layout,
    model: str = "",
    overrides: Overrides | None = None,
    rules: Rules | None = None,
    winning: Tile | None = None,
) -> Reading:
    """The layout of one photo -> the reading. Never raises; what is not sure is a doubt.

    `rules`: what doubts are priced by, `DEFAULT_RULES` if not given. `winning`: the winning tile if the
    caller knows it.
    """
    overrides = overrides or Overrides()
    pricer = Pricer(rules or DEFAULT_RULES)
    scores = [kind_scores(detection) for detection in layout.detections]
    looks = faces(scores, {})
    firsts = [NUMBER[s[0][0]] if s else OTHER_NUMBER for s in scores]
    if overrides != Overrides():
        alone = _ways(layout, looks, firsts, Overrides(), pricer)[0].named.kinds
        looks = faces(scores, overrides.kinds, alone)
    firsts = [NUMBER[overrides.kinds[i]] if i in overrides.kinds else first for i, first in enumerate(firsts)]
    ways = _ways(layout, looks, firsts, overrides, pricer)
    if winning is not None:
        ways = [_told(way, looks, firsts, winning, layout, pricer, overrides) for way in ways]
    best = ways[0]
    found = Findings(
        layout,
        looks,
        firsts,
        best.groups,
        best.named,
        best.alternatives,
        [(way.cost - best.cost, way.groups, way.named) for way in ways[1:]],
        frozenset(overrides.kinds) | overrides.dropped,
        pricer,
    )
    about_it = doubts(found)
    return Reading(
        width=layout.width,
        height=layout.height,
        model=model,
        tiles=_tiles(layout, scores, best, overrides),
        groups=best.groups,
        hand=best.named.hand,
        melds=best.named.melds,
        winning_tile=best.named.winning,
        doubts=about_it,
        ok=best.named.value.state != "miscounted" and all(d.worth.changes == "nothing" for d in about_it),
    )


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to see the table, with names; `cost` of geometry and names together."""

    groups: tuple[Group, ...]
    named: NamedScene
    alternatives: tuple[Alternative, ...]
    cost: float


def _ways(
    layout: Layout, looks: Sequence[Face], firsts: Sequence[int], overrides: Overrides, pricer: Pricer
) -> list[_Way]:
    """The ways to see the table, the best first; what the player has told is the best."""
    explanations = explain(layout, looks)
    found: list[_Way] = []
    known: set[object] = set()
    for explanation in explanations[: 3 * TRIED]:
        if explanation.cost > explanations[0].cost + SPREAD or len(found) == TRIED:
            break
        groups = _groups(layout, explanation, looks)
        shape = frozenset((group.role, frozenset(group.tiles)) for group in groups)
        if shape in known:
            continue
        known.add(shape)
        named, alternatives = name(layout, looks, firsts, groups, pricer, overrides.melds)
        found.append(_Way(groups, named, alternatives, explanation.cost + named.cost))
    found.sort(key=lambda way: way.cost)
    if overrides.groups is None:
        return found or [_Way((), *name(layout, looks, firsts, (), pricer), 0.0)]
    named, alternatives = name(layout, looks, firsts, overrides.groups, pricer, overrides.melds)
    twin = next((way for way in found if way.named.signature == named.signature), None)
    told = _Way(overrides.groups, named, alternatives, twin.cost if twin else 0.0)
    return [told, *(way for way in found if twin and way is not twin and _respects(way.groups, overrides.groups))]


def _respects(groups: Iterable[Group], overrides: Iterable[Group]) -> bool:
    """Does a way to see the table leave the groups alone whose role the player has told?"""
    roles = {i: group.role for group in groups for i in group.tiles}
    return all(roles.get(i) is group.role for group in overrides if group.by_user for i in group.tiles)


def _groups(layout: Layout, explanation: Explanation, looks: Sequence[Face]) -> tuple[Group, ...]:
    """Hand first, then winning tile, melds, discards, others."""
    order = (Role.HAND, Role.WINNING, Role.MELD, Role.DISCARDS, Role.OTHER)
    mine = [i for unit in explanation.units if unit.role is not Role.OTHER for i in unit.tiles]
    free = [i for unit in explanation.units if unit.role is Role.OTHER for i in unit.tiles]
    thrown = discards(layout, mine, free, looks)
    groups = [Group(unit.role, tuple(i for i in unit.tiles if i not in thrown)) for unit in explanation.units]
    groups.append(Group(Role.DISCARDS, thrown))
    return tuple(sorted((group for group in groups if group.tiles), key=lambda group: order.index(group.role)))


def _told(
    way: _Way,
    looks: Sequence[Face],
    firsts: Sequence[int],
    winning: Tile,
    layout: Layout,
    pricer: Pricer,
    overrides: Overrides,
) -> _Way:
    """The same with the winning tile that the caller knows: taken out of the hand if none lies apart."""
    if members(way.groups, Role.WINNING):
        return way
    hand = members(way.groups, Role.HAND)
    same = [i for i in hand if way.named.kinds.get(i) == winning]
    if not same or len(hand) != waiting(way.groups) + 1:
        return way
    out = same[-1]
    groups = tuple(replace(g, tiles=tuple(i for i in g.tiles if i != out)) for g in way.groups)
    groups = (*groups, Group(Role.WINNING, (out,), True))
    named, alternatives = name(layout, looks, firsts, groups, pricer, overrides.melds)
    return _Way(groups, named, alternatives, way.cost)


def _tiles(layout: Layout, scores: Sequence[KindScores], way: _Way, overrides: Overrides) -> tuple[ReadTile, ...]:
    home = {i: number for number, group in enumerate(way.groups) for i in group.tiles}
    twins = dict(layout.doubled)
    lies: dict[int, Way] = {i: w for row in layout.rows for i, w in zip(row.tiles, row.ways, strict=True)}
    result = []
    for i, detection in enumerate(layout.detections):
        kind = CLASSES[way.named.kinds[i]] if i in way.named.kinds else scores[i][0][0] if scores[i] else OTHER
        kind = overrides.kinds.get(i, kind)
        result.append(
            ReadTile(
                detection=replace(detection, scores=scores_of(dict(scores[i]))),
                kind=kind,
                confidence=1.0 if i in overrides.kinds else dict(scores[i]).get(kind, FLOOR),
                group=home.get(i),
                way=lies.get(i, Way.UPRIGHT),
                dropped=i not in home,
                by_user=i in overrides.kinds or i in overrides.dropped,
                again=None if i in overrides.dropped else twins.get(i),
            )
        )
    return tuple(result)
