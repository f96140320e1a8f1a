"""Layout -> Reading: which tiles are the hand, the melds, the winning tile, and what is doubtful. Tile
sense only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.rules import Rules
from scoring.tiles import KINDS, TILES, Tile
from vision.doubts.collect import collect
from vision.doubts.context import Context
from vision.doubts.finding import Finding
from vision.doubts.likelihood import probabilities
from vision.doubts.together import check_together
from vision.doubts.words import doubt_of
from vision.eye.thresholds import is_tile
from vision.table.counts import waiting_size
from vision.table.discards import discards
from vision.table.evidence import FLOOR_SCORE, NUMBER, OTHER_NUMBER, Face, KindScores, faces, kind_scores
from vision.table.naming import Alternative, NamedScene, members, name
from vision.table.pricing import DEFAULT_RULES, NO_HAND, Pricer
from vision.table.search import Explanation, explain
from vision.table.walls import is_wall, turned
from vision.types import (
    CLASSES,
    OTHER,
    Doubt,
    Group,
    Layout,
    Owner,
    PlayerReading,
    Reading,
    ReadMeld,
    ReadTile,
    Role,
    Way,
    scores_of,
)

TRIED = 4  # explanations whose tiles are named, of those that geometry offers
SPREAD = 7.0  # explanations that cost more than this over the best are not


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the player has corrected; it overrides what the eye saw. Keys and members are indices of tiles.

    `groups`: how the tiles are grouped; None: geometry and tile sense decide. `melds`: what a reading says of melds
    whose tiles do not tell how they lie.
    """

    kinds: Mapping[int, str] = field(default_factory=dict)
    dropped: frozenset[int] = frozenset()
    groups: tuple[Group, ...] | None = None
    melds: Mapping[frozenset[int], tuple[ReadMeld, bool]] = field(default_factory=dict)

    @classmethod
    def of_tiles(cls, tiles: Sequence[ReadTile]) -> Overrides:
        """The names that the player gave to tiles, and the tiles that they dropped."""
        given = {i: tile for i, tile in enumerate(tiles) if tile.by_user}
        kinds = {i: tile.kind for i, tile in given.items() if not tile.dropped}
        return cls(kinds, frozenset(i for i, tile in given.items() if tile.dropped))


def reconcile(
    layout: Layout,
    model: str = "",
    overrides: Overrides | None = None,
    rules: Rules | None = None,
    winning: Tile | None = None,
    numbers: Sequence[int] | None = None,
) -> Reading:
    """The layout of one photo -> the reading, of all detections in turn. Never raises; what is not sure is a doubt.

    `rules`: what doubts are priced by, `DEFAULT_RULES` if not given. `winning`: the winning tile if the caller knows
    it. `numbers`: by which doubts call the tiles, where these are a part of what is seen; else their places.
    """
    every = range(len(layout.detections))
    return _reconciled(layout, model, overrides, rules, winning, numbers or every, lambda _: every)


def reconcile_seen(
    layout: Layout, model: str = "", rules: Rules | None = None, winning: Tile | None = None
) -> tuple[Reading, Layout]:
    """The same of a photo that was just seen: boxes that were not taken for a tile are listed only where a doubt is
    about them. With the layout of what is listed.
    """
    listed: list[int] = []

    def asked(findings: Iterable[Finding]) -> Sequence[int]:
        listed[:] = _listed(layout, findings)
        return listed

    reading = _reconciled(layout, model, None, rules, winning, range(len(layout.detections)), asked)
    return reading, layout.of(listed)


def _reconciled(
    layout: Layout,
    model: str,
    overrides: Overrides | None,
    rules: Rules | None,
    winning: Tile | None,
    called: Sequence[int],
    listed: Callable[[Iterable[Finding]], Sequence[int]],
) -> Reading:
    """`called`: by doubts, each tile of the reading; `listed`: findings -> the detections that are its tiles."""
    overrides = overrides or Overrides()
    scene = _scene(layout, overrides, Pricer(rules or DEFAULT_RULES))
    ways = _ways(scene)
    if winning is not None:
        ways = [_with_winning(way, scene, winning) for way in ways]
    best, context = ways[0], _context(scene, ways)
    groups = _with_owners(best.groups, overrides.groups)
    findings = collect(context)
    number = {i: n for n, i in enumerate(listed(findings))}
    likely = probabilities(context, findings)
    doubts = tuple(doubt_of(*one, context, lambda i: called[number[i]]) for one in zip(findings, likely, strict=True))
    others = [_seen_by(scene, owner, groups) for owner in Owner if owner is not Owner.NEAR]
    reading = Reading(
        width=layout.width,
        height=layout.height,
        model=model,
        tiles=_tiles(scene, best, number),
        groups=tuple(replace(group, tiles=tuple(number[i] for i in group.tiles)) for group in groups),
        hand=best.named.hand,
        melds=best.named.melds,
        winning_tile=best.named.winning,
        doubts=doubts,
        ok=_plays(best.named, doubts),
        turned=turned(layout, scene.faces, best.groups),
        others=tuple(other for other in others if other is not None),
    )
    return check_together((reading,))[0] if reading.others else reading


def _with_owners(groups: tuple[Group, ...], told: tuple[Group, ...] | None) -> tuple[Group, ...]:
    """The groups as the near player sees them, with the owners that the player has told."""
    if told is None:
        return groups
    owned = {group.tiles: group for group in told if group.role is not group.seen_by(Owner.NEAR).role}
    return tuple(owned.get(group.tiles, group) if group.tiles else group for group in groups)


def _plays(named: NamedScene, doubts: Iterable[Doubt]) -> bool:
    """Is it a hand that can be played, and nothing that is asked would change it?"""
    return named.value.state not in NO_HAND and all(
        doubt.is_note or doubt.worth.changes == "nothing" for doubt in doubts
    )


def _seen_by(scene: _Scene, owner: Owner, groups: Sequence[Group]) -> PlayerReading | None:
    """Another player's part of the table, where any group is theirs."""
    theirs = tuple(n for n, group in enumerate(groups) if group.owner is owner)
    if not theirs:
        return None
    named = _named(scene, tuple(group.seen_by(owner) for group in groups), 0.0).named
    thrown = (named.kinds[i] for n in theirs if groups[n].role is Role.DISCARDS for i in groups[n].tiles)
    discards = tuple(TILES[kind] for kind in thrown if kind < KINDS)
    ok = _plays(named, ())
    return PlayerReading(owner, named.hand, named.melds, named.winning, discards, theirs, ok)


def _context(scene: _Scene, ways: Sequence[_Way]) -> Context:
    """What the checks judge by: the best way to see the table, and what speaks against it."""
    best = ways[0]
    return Context(
        scene.layout,
        scene.faces,
        scene.firsts,
        best.groups,
        best.named,
        best.alternatives,
        [(way.cost - best.cost, way.groups, way.named) for way in ways[1:]],
        frozenset(scene.overrides.kinds) | scene.overrides.dropped,
        scene.pricer,
    )


def _listed(layout: Layout, findings: Iterable[Finding]) -> list[int]:
    """The tiles, and the weak boxes that somebody is asked about."""
    asked = {i for finding in findings for i in finding.tiles}
    return [i for i, detection in enumerate(layout.detections) if is_tile(detection) or i in asked]


@dataclass(frozen=True, slots=True)
class _Scene:
    """What the table is read from. `scores`: what the eye has seen of each tile; `faces`: the same as costs, the
    player's word above it; `firsts`: class numbers of the first choices.
    """

    layout: Layout
    overrides: Overrides
    pricer: Pricer
    scores: tuple[KindScores, ...]
    faces: tuple[Face, ...]
    firsts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to see the table, with names; `cost` of geometry and names together."""

    groups: tuple[Group, ...]
    named: NamedScene
    alternatives: tuple[Alternative, ...]
    cost: float


def _scene(layout: Layout, overrides: Overrides, pricer: Pricer) -> _Scene:
    """What the player said is evidence about other tiles, too, but against none that the eye is sure of without it."""
    scores = tuple(kind_scores(detection) for detection in layout.detections)
    firsts = tuple(NUMBER[s[0][0]] if s else OTHER_NUMBER for s in scores)
    seen = _Scene(layout, Overrides(), pricer, scores, faces(scores, {}), firsts)
    if overrides == Overrides():
        return seen
    alone = _ways(seen)[0].named.kinds
    firsts = tuple(NUMBER[overrides.kinds[i]] if i in overrides.kinds else first for i, first in enumerate(firsts))
    return replace(seen, overrides=overrides, faces=faces(scores, overrides.kinds, alone), firsts=firsts)


def _ways(scene: _Scene) -> list[_Way]:
    """The ways to see the table, the best first; what the player has told is the best."""
    found = sorted(_explained(scene), key=lambda way: way.cost)
    if scene.overrides.groups is None:
        return found or [_named(scene, (), 0.0)]
    groups = tuple(group.seen_by(Owner.NEAR) for group in scene.overrides.groups)
    by_user = _named(scene, groups, 0.0)
    twin = next((way for way in found if way.named.signature == by_user.named.signature), None)
    if twin is None:
        return [replace(by_user, cost=0.0)]
    others = (way for way in found if way is not twin and _respects(way.groups, groups))
    return [replace(by_user, cost=twin.cost), *others]


def _explained(scene: _Scene) -> Iterator[_Way]:
    """The best explanations that differ, named."""
    explanations = explain(scene.layout, scene.faces)
    known: set[object] = set()
    for explanation in explanations[: 3 * TRIED]:
        if explanation.cost > explanations[0].cost + SPREAD or len(known) == TRIED:
            break
        groups = _groups(scene, explanation)
        shape = frozenset((group.role, frozenset(group.tiles)) for group in groups)
        if shape not in known:
            known.add(shape)
            yield _named(scene, groups, explanation.cost)


def _named(scene: _Scene, groups: tuple[Group, ...], cost: float) -> _Way:
    """`cost`: of the grouping."""
    melds = scene.overrides.melds
    named, alternatives = name(scene.layout, scene.faces, scene.firsts, groups, scene.pricer, melds)
    return _Way(groups, named, alternatives, cost + named.cost)


def _respects(groups: Iterable[Group], overrides: Iterable[Group]) -> bool:
    """Does a way to see the table leave the groups alone whose role the player has told?"""
    roles = {i: group.role for group in groups for i in group.tiles}
    return all(roles.get(i) is group.role for group in overrides if group.by_user for i in group.tiles)


def _groups(scene: _Scene, explanation: Explanation) -> tuple[Group, ...]:
    """Hand first, then winning tile, melds, discards, others."""
    order = (Role.HAND, Role.WINNING, Role.MELD, Role.DISCARDS, Role.OTHER)
    mine = [i for unit in explanation.units if unit.role is not Role.OTHER for i in unit.tiles]
    if is_wall([scene.faces[i] for i in mine]):
        return tuple(Group(Role.OTHER, unit.tiles) for unit in explanation.units)
    free = [i for unit in explanation.units if unit.role is Role.OTHER for i in unit.tiles]
    thrown = discards(scene.layout, mine, free, scene.faces)
    groups = [Group(unit.role, tuple(i for i in unit.tiles if i not in thrown)) for unit in explanation.units]
    groups.append(Group(Role.DISCARDS, thrown))
    return tuple(sorted((group for group in groups if group.tiles), key=lambda group: order.index(group.role)))


def _with_winning(way: _Way, scene: _Scene, winning: Tile) -> _Way:
    """The same with the winning tile that the caller knows: taken out of the hand if none lies apart."""
    if members(way.groups, Role.WINNING):
        return way
    hand = members(way.groups, Role.HAND)
    same = [i for i in hand if way.named.kinds.get(i) == winning]
    if not same or len(hand) != waiting_size(way.groups) + 1:
        return way
    out = same[-1]
    groups = tuple(replace(g, tiles=tuple(i for i in g.tiles if i != out)) for g in way.groups)
    return replace(_named(scene, (*groups, Group(Role.WINNING, (out,), by_user=True)), 0.0), cost=way.cost)


def _tiles(scene: _Scene, way: _Way, number: Mapping[int, int]) -> tuple[ReadTile, ...]:
    """The tiles that are listed, by their numbers."""
    home = {i: n for n, group in enumerate(way.groups) for i in group.tiles}
    twins = dict(scene.layout.doubled)
    lies = {i: w for row in scene.layout.rows for i, w in zip(row.tiles, row.ways, strict=True)}
    result = []
    for i in number:
        detection, by_user = scene.layout.detections[i], scene.overrides.kinds.get(i)
        kind = by_user or _kind(scene, way, i)
        twin = None if i in scene.overrides.dropped else twins.get(i)
        result.append(
            ReadTile(
                detection=replace(detection, scores=scores_of(dict(scene.scores[i]))),
                kind=kind,
                confidence=dict(scene.scores[i]).get(kind, FLOOR_SCORE) if by_user is None else 1.0,
                group=home.get(i),
                way=lies.get(i, Way.UPRIGHT),
                dropped=i not in home,
                by_user=by_user is not None or i in scene.overrides.dropped,
                again=None if twin is None else number[twin],
            )
        )
    return tuple(result)


def _kind(scene: _Scene, way: _Way, i: int) -> str:
    """As the reading names it; of a box that counts for nothing the eye's first choice."""
    if i in way.named.kinds:
        return CLASSES[way.named.kinds[i]]
    return scene.scores[i][0][0] if scene.scores[i] else OTHER
