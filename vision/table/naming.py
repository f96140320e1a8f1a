"""Groups with roles -> what they are: every tile's kind, the melds, the hand, and which other names come
close.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.tiles import COPIES, KINDS, Tile
from vision.table.assignment import assign
from vision.table.evidence import NOTED, Face
from vision.table.melds import MeldCandidate, MeldTiles, as_melds
from vision.table.pricing import PricedHand, Pricer
from vision.types import Group, Layout, ReadMeld, Role

COMPLETE = 4.0  # how much likelier a winning tile laid apart beside a complete hand is than beside any other, log
DRAWN = 4.0  # the same for one tile more than a waiting hand
IDLE = 2.0  # how much unlikelier a winning tile is beside a hand that it doesn't complete than none, log
READY = 0.7  # how much likelier a hand that waits is than one that does not, where no winning tile lies apart, log
CLOSE = 6.0  # kinds dearer than this over the first choice aren't looked at: where the hand may yet be completed,
NEXT = 2.2  # and where it is complete, or only waits
MOST = 16  # nor more than so many
TILES = tuple(Tile)
SINGLE = (Role.HAND, Role.WINNING, Role.DISCARDS)  # roles whose tiles are named one by one
FIFTH = 30.0  # what each copy beyond four costs: only the player himself makes five of a kind
TOLD = 99.0  # by how much any other feeder is dearer than the one that a reading tells
PAIRS = 9  # so many uncertain tiles are also looked at two by two where the hand isn't complete


@dataclass(frozen=True, slots=True)
class NamedScene:
    """A table with names. `kinds`: class numbers by index. `melds`: with the candidates that they come from.

    `cost`: negative log-likelihood of the names, over every tile's own first choice, and of how all melds lie together.
    """

    kinds: Mapping[int, int]
    melds: tuple[ReadMeld, ...]
    candidates: tuple[MeldCandidate, ...]
    hand: tuple[Tile, ...]
    winning: Tile | None
    cost: float
    value: PricedHand

    @property
    def signature(self) -> tuple[object, ...]:
        """What two readings must share to be the same."""
        melds = sorted((m.kind, -1 if m.tile is None else int(m.tile), m.fed_by or "") for m in self.melds)
        return self.hand, tuple(melds), self.winning


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another way to name one or two tiles; `margin`: how much dearer it is, negative log-likelihood."""

    changes: Mapping[int, int]
    margin: float
    named: NamedScene


def name(
    layout: Layout,
    faces: Sequence[Face],
    firsts: Sequence[int],
    groups: Sequence[Group],
    pricer: Pricer,
    told: Mapping[frozenset[int], tuple[ReadMeld, bool]] | None = None,
) -> tuple[NamedScene, tuple[Alternative, ...]]:
    """The best names of all tiles in the groups, and the alternatives that come close, cheapest first.

    `firsts`: the eye's own first choices, class numbers; others' tiles keep them. `told`: melds
    whose tiles do not tell how they lie, as a reading has them, and whether it doubted who fed them.
    """
    melds = melds_of(groups)
    candidates, style = as_melds([meld_tiles(layout, faces, group) for group in melds])
    candidates = tuple(
        _as_told(meld, *told[frozenset(group.tiles)]) if told and frozenset(group.tiles) in told else meld
        for group, meld in zip(melds, candidates, strict=True)
    )
    candidates = tuple(
        replace(meld, mixed=True) if _torn(meld, [faces[i] for i in group.tiles]) else meld
        for group, meld in zip(melds, candidates, strict=True)
    )
    kinds: dict[int, int] = {}
    for group, meld in zip(melds, candidates, strict=True):
        for i in group.tiles:
            kinds[i] = faces[i].first if meld.tile is None or meld.mixed or faces[i].down else int(meld.tile)
    taken = copies(kinds, melds, candidates)
    single = [i for g in groups if g.role in SINGLE for i in g.tiles]
    kinds |= assign(faces, single, taken)
    kinds |= {i: firsts[i] for g in groups if g.role is Role.OTHER for i in g.tiles}
    table = _Table(layout, faces, groups, melds, candidates, style, pricer)
    return table.best(kinds)


def melds_of(groups: Iterable[Group]) -> list[Group]:
    """The groups that lie as melds; one that has lost all its tiles is none."""
    return [group for group in groups if group.role is Role.MELD and group.tiles]


def members(groups: Iterable[Group], role: Role) -> list[int]:
    """Indices of the tiles of that role."""
    return [i for group in groups if group.role is role for i in group.tiles]


def _as_told(candidate: MeldCandidate, meld: ReadMeld, doubted: bool) -> MeldCandidate:
    """What a reading says of a meld, where it can be of such tiles."""
    kongs = ("added", "exposed", "late")
    fits = (
        meld.kind == candidate.kind
        or (candidate.kind in kongs and meld.kind in kongs)
        or (candidate.open and meld.kind != "pong")
    )
    if not fits or (meld.kind, meld.fed_by) == (candidate.kind, candidate.reported_feeder):
        return candidate
    second = candidate.second if candidate.fed_by == meld.fed_by else candidate.fed_by
    margin = 0.0 if doubted else TOLD
    still = candidate.open and meld.kind == candidate.kind and meld.fed_by is None
    return replace(candidate, kind=meld.kind, fed_by=meld.fed_by, margin=margin, second=second, open=still)


def _torn(candidate: MeldCandidate, tiles: Sequence[Face]) -> bool:
    """Would the player's word for some tiles of a meld rename others of which the eye is sure?"""
    shown = [face for face in tiles if not face.down]
    told, tile = any(face.by_user for face in shown), candidate.tile
    return told and tile is not None and any(face.sure and int(tile) not in face.open for face in shown)


def meld_tiles(layout: Layout, faces: Sequence[Face], group: Group) -> MeldTiles:
    """The tiles of a meld in a row, how each lies, and the one on top."""
    aside = layout.aside
    tops = [top for top, under in layout.stacked if top in group.tiles and under in group.tiles]
    top = tops[0] if tops and len(group.tiles) == 4 else None
    flat = [i for i in group.tiles if i != top]
    return MeldTiles(
        tuple(faces[i] for i in flat), tuple(aside.get(i, 0.0) for i in flat), None if top is None else faces[top]
    )


def copies(kinds: Mapping[int, int], melds: Sequence[Group], candidates: Sequence[MeldCandidate]) -> list[int]:
    """27 counts of the physical tiles that lie in melds, those face down in a kong of known kind included."""
    held = [0] * KINDS
    for group, meld in zip(melds, candidates, strict=True):
        shown = [kinds[i] for i in group.tiles if kinds[i] < KINDS]
        for kind in shown:
            held[kind] += 1
        if shown and not meld.mixed:
            held[shown[0]] += len(group.tiles) - len(shown)
    return held


@dataclass(frozen=True, slots=True)
class _Table:
    layout: Layout
    faces: Sequence[Face]
    groups: Sequence[Group]
    melds: Sequence[Group]
    candidates: Sequence[MeldCandidate]
    style: float
    pricer: Pricer

    def named(self, kinds: Mapping[int, int]) -> NamedScene:
        """These kinds, priced."""
        melds = []
        for group, candidate in zip(self.melds, self.candidates, strict=True):
            if candidate.mixed:
                continue
            shown = [kinds[i] for i in group.tiles if kinds[i] < KINDS]
            melds.append(
                ReadMeld(
                    candidate.kind,
                    TILES[shown[0]] if shown else None,
                    self.groups.index(group),
                    self._feeder(candidate),
                )
            )
        hand = self._tiles(kinds, Role.HAND)
        winning = self._tiles(kinds, Role.WINNING)
        value = self.pricer.value(hand, melds, winning[0] if winning else None)
        own = (i for group in self.groups if group.role is not Role.OTHER for i in group.tiles)
        cost = self.style + sum(self.faces[i].cost(kinds[i]) - self.faces[i].best for i in own)
        if value.state == "won":
            cost -= COMPLETE if winning else DRAWN
        elif value.state == "ready" and not winning:
            cost -= READY
        elif winning:
            cost += IDLE
        cost += FIFTH * self._over(kinds)
        return NamedScene(
            kinds, tuple(melds), tuple(self.candidates), hand, winning[0] if winning else None, cost, value
        )

    def _feeder(self, candidate: MeldCandidate) -> str | None:
        """The feeder if it is sure or owed for; a photo that may be upside down does not tell left from right."""
        told = candidate.reported_feeder
        unsure = self.layout.backwards and candidate.margin < TOLD
        return None if told in ("left", "right") and not candidate.owed and unsure else told

    def _tiles(self, kinds: Mapping[int, int], role: Role) -> tuple[Tile, ...]:
        return tuple(sorted(TILES[kinds[i]] for i in members(self.groups, role) if kinds[i] < KINDS))

    def _over(self, kinds: Mapping[int, int]) -> int:
        """How many copies there are too many."""
        held = copies(kinds, self.melds, self.candidates)
        for group in self.groups:
            if group.role in SINGLE:
                for i in group.tiles:
                    if kinds[i] < KINDS:
                        held[kinds[i]] += 1
        return sum(max(0, count - COPIES) for count in held)

    def best(self, kinds: dict[int, int]) -> tuple[NamedScene, tuple[Alternative, ...]]:
        """The cheapest of these names and their neighbours, tile sense included. Names that are not open to a tile are
        not chosen, but told as alternatives, which may be cheaper.
        """
        first = self.named(kinds)
        laid_apart = any(g.role is Role.WINNING and g.tiles for g in self.groups)
        hopeful = first.value.state == "to_throw" or (laid_apart and first.value.state in ("ready", "unready"))
        options = self._options(kinds, CLOSE if hopeful else NEXT)
        tried = {frozenset(change.items()): self.named({**kinds, **change}) for change in options}
        if hopeful and laid_apart and all(n.value.state != "won" for n in tried.values()) and len(options) <= PAIRS:
            for a, one in enumerate(options):
                for two in options[a + 1 :]:
                    if one.keys().isdisjoint(two):
                        both = {**one, **two}
                        tried[frozenset(both.items())] = self.named({**kinds, **both})
        free = (n for change, n in tried.items() if all(kind in self.faces[i].open for i, kind in change))
        chosen = min((first, *free), key=lambda n: n.cost)
        alternatives = []
        for other in (first, *tried.values()):
            changes = {i: kind for i, kind in other.kinds.items() if chosen.kinds[i] != kind}
            if changes:
                alternatives.append(Alternative(changes, other.cost - chosen.cost, other))
        return chosen, tuple(sorted(alternatives, key=lambda rival: rival.margin))

    def _options(self, kinds: Mapping[int, int], limit: float) -> list[dict[int, int]]:
        """Single tiles and whole melds under another name that the eye gave a fair score."""
        options: list[tuple[float, dict[int, int]]] = []
        for group in self.groups:
            if group.role in (Role.HAND, Role.WINNING):
                for i in group.tiles:
                    face = self.faces[i]
                    options += [
                        (cost - face.cost(kinds[i]), {i: kind})
                        for kind, cost in face.costs.items()
                        if kind != kinds[i] and kind < KINDS and cost <= -math.log(NOTED)
                    ]
        for group, candidate in zip(self.melds, self.candidates, strict=True):
            shown = [i for i in group.tiles if kinds[i] < KINDS]
            if candidate.mixed or not shown:
                continue
            here = sum(self.faces[i].cost(kinds[i]) for i in shown)
            for kind in {k for i in shown for k in self.faces[i].costs if k < KINDS and k != kinds[i]}:
                options.append((sum(self.faces[i].cost(kind) for i in shown) - here, dict.fromkeys(shown, kind)))
        close = sorted((o for o in options if o[0] < limit), key=lambda option: option[0])
        return [change for _, change in close[:MOST]]
