"""Groups with roles -> what they are: every tile's kind, the melds, the hand, and which other names come
close.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.table import hand_size
from scoring.tiles import COPIES, KINDS, Tile
from vision.table.assignment import assign
from vision.table.evidence import FLOOR_COST, NOTED_SCORE, Face
from vision.table.melds import MeldCandidate, MeldTiles, as_melds
from vision.table.pricing import PricedHand, Pricer
from vision.types import Group, Layout, Owner, ReadMeld, Role

# Costs and gains are negative log-likelihoods.
COMPLETE_GAIN = 4.0  # how much likelier a winning tile laid apart is beside a hand that it completes
DRAWN_GAIN = 4.0  # the same for one tile more than a waiting hand
LACKING_GAIN = 1.0  # the same where it would with one tile more, which was not seen
IDLE_COST = 2.0  # how much unlikelier a winning tile is beside a hand that it doesn't complete than none
READY_GAIN = 0.7  # how much likelier a hand that waits is than one that does not, where no winning tile lies apart
HOPEFUL_COST = 6.0  # names costlier than this over the first choice aren't tried: where the hand may yet be completed,
NEAR_COST = 2.2  # and where it is complete, or only waits
MOST_CHANGES = 16  # nor more than so many
MOST_PAIRED = 9  # so many uncertain tiles are also tried two by two where the hand isn't complete
FIFTH_COST = FLOOR_COST  # of each copy beyond four: as much as of a kind that the eye did not think of
GIVEN_MARGIN = 99.0  # by how much any other feeder is costlier than the one that a reading gives
NOTED_COST = -math.log(NOTED_SCORE)
TILES = tuple(Tile)
SINGLE = (Role.HAND, Role.WINNING, Role.DISCARDS)  # roles whose tiles are named one by one
HELD = (Role.HAND, Role.MELD, Role.WINNING)
KONGS_SHOWN = ("added", "exposed", "late")  # kongs whose four tiles lie face up
GivenMeld = tuple[ReadMeld, bool]
"""A meld as a reading has it, and whether it doubted who fed it."""


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
    """Another way to name one or two tiles; `margin`: how much costlier it is, negative log-likelihood."""

    changes: Mapping[int, int]
    margin: float
    named: NamedScene


def name(
    layout: Layout,
    faces: Sequence[Face],
    firsts: Sequence[int],
    groups: Sequence[Group],
    pricer: Pricer,
    given: Mapping[frozenset[int], GivenMeld] | None = None,
) -> tuple[NamedScene, tuple[Alternative, ...]]:
    """The best names of all tiles in the groups, and the alternatives that come close, the likeliest first.

    `firsts`: the eye's own first choices, class numbers; others' tiles keep them. `given`: by their tiles, melds whose
    tiles do not tell how they lie.
    """
    melds = melds_of(groups)
    found, style = as_melds([meld_tiles(layout, faces, group) for group in melds])
    candidates = tuple(_checked(one, group, faces, given or {}) for one, group in zip(found, melds, strict=True))
    kinds: dict[int, int] = {}
    for group, meld in zip(melds, candidates, strict=True):
        kinds |= {i: _kind_in(meld, faces[i]) for i in group.tiles}
    taken = copies(kinds, melds, candidates)
    single = [i for group in groups if group.role in SINGLE for i in group.tiles]
    kinds |= assign(faces, single, taken)
    kinds |= {i: firsts[i] for i in members(groups, Role.OTHER)}
    naming = _Naming(layout, faces, groups, melds, candidates, style, pricer)
    return replace(naming, surplus=naming.over(kinds)).best(kinds)


def _kind_in(meld: MeldCandidate, face: Face) -> int:
    """The class of a tile of that meld."""
    return face.first if meld.tile is None or meld.mixed or face.down else int(meld.tile)


def melds_of(groups: Iterable[Group]) -> list[Group]:
    """The near player's groups that lie as melds; one that has lost all its tiles is none."""
    return [group for group in groups if group.role is Role.MELD and group.owner is Owner.NEAR and group.tiles]


def members(groups: Iterable[Group], role: Role) -> list[int]:
    """Indices of the near player's tiles of that role; of `other`, all."""
    owner = None if role is Role.OTHER else Owner.NEAR
    return [i for group in groups if group.role is role and owner in (None, group.owner) for i in group.tiles]


def _checked(
    candidate: MeldCandidate, group: Group, faces: Sequence[Face], given: Mapping[frozenset[int], GivenMeld]
) -> MeldCandidate:
    """As a reading has it, where its tiles do not tell how they lie; and mixed, where the player's names tear it."""
    if (known := given.get(frozenset(group.tiles))) is not None:
        meld, doubted = known
        candidate = _as_given(candidate, meld, doubted=doubted)
    return replace(candidate, mixed=True) if _torn(candidate, [faces[i] for i in group.tiles]) else candidate


def _as_given(candidate: MeldCandidate, meld: ReadMeld, *, doubted: bool) -> MeldCandidate:
    """What a reading says of a meld, where it can be of such tiles."""
    if not _fits(candidate, meld) or (meld.kind, meld.fed_by) == (candidate.kind, candidate.reported_feeder):
        return candidate
    second = candidate.second if candidate.fed_by == meld.fed_by else candidate.fed_by
    margin = 0.0 if doubted else GIVEN_MARGIN
    still = candidate.open and meld.kind == candidate.kind and meld.fed_by is None
    return replace(candidate, kind=meld.kind, fed_by=meld.fed_by, margin=margin, second=second, open=still)


def _fits(candidate: MeldCandidate, meld: ReadMeld) -> bool:
    """Can these tiles be a meld of that kind?"""
    if meld.kind == candidate.kind or (candidate.open and meld.kind != "pong"):
        return True
    return candidate.kind in KONGS_SHOWN and meld.kind in KONGS_SHOWN


def _torn(candidate: MeldCandidate, tiles: Sequence[Face]) -> bool:
    """Would the player's word for some tiles of a meld rename others of which the eye is sure?"""
    shown = [face for face in tiles if not face.down]
    if candidate.tile is None or not any(face.by_user for face in shown):
        return False
    kind = int(candidate.tile)
    return any(face.sure and kind not in face.open for face in shown)


def meld_tiles(layout: Layout, faces: Sequence[Face], group: Group) -> MeldTiles:
    """The tiles of a meld in a row, how each lies, and the one on top."""
    aside = layout.aside
    top = _top(layout, group) if len(group.tiles) == 4 else None
    flat = [i for i in group.tiles if i != top]
    fourth = None if top is None else faces[top]
    return MeldTiles(tuple([faces[i] for i in flat]), tuple([aside.get(i, 0.0) for i in flat]), fourth)


def _top(layout: Layout, group: Group) -> int | None:
    """The tile of the group that lies on another one of it."""
    return next((top for top, under in layout.stacked if top in group.tiles and under in group.tiles), None)


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
class _Naming:
    """Groups whose tiles are being named. `style`: what it costs how all melds lie together. `surplus`: copies beyond
    four that stay, for the eye is sure of them: nothing is gained by names that are fewer.
    """

    layout: Layout
    faces: Sequence[Face]
    groups: Sequence[Group]
    melds: Sequence[Group]
    candidates: Sequence[MeldCandidate]
    style: float
    pricer: Pricer
    surplus: int = 0

    def best(self, kinds: dict[int, int]) -> tuple[NamedScene, tuple[Alternative, ...]]:
        """The likeliest of these names and their neighbours, tile sense included. Names that are not open to a tile are
        not chosen, but are alternatives, which may cost less.
        """
        first = self.named(kinds)
        laid_apart = any(g.role is Role.WINNING and g.tiles for g in self.groups)
        hopeful = first.value.state == "to_throw" or (laid_apart and first.value.state in ("ready", "unready"))
        changes = self._changes(kinds, HOPEFUL_COST if hopeful else NEAR_COST)
        tried = [(change, self.named({**kinds, **change})) for change in changes]
        if hopeful and laid_apart and len(changes) <= MOST_PAIRED and not any(_won(scene) for _, scene in tried):
            tried += [(both, self.named({**kinds, **both})) for both in _pairs(changes)]
        free = (scene for change, scene in tried if self._is_open(change))
        chosen = min((first, *free), key=lambda scene: scene.cost)
        return chosen, _alternatives(chosen, (first, *(scene for _, scene in tried)))

    def named(self, kinds: Mapping[int, int]) -> NamedScene:
        """These kinds, priced."""
        melds = tuple(self._read_melds(kinds))
        hand, won = self._tiles(kinds, Role.HAND), self._tiles(kinds, Role.WINNING)
        winning = won[0] if won else None
        value = self.pricer.value(hand, melds, winning)
        # which tiles are discards says how they are named, but their names say nothing of what the hand is
        own = (i for group in self.groups if group.role in HELD for i in group.tiles)
        cost = self.style + sum([self.faces[i].cost(kinds[i]) - self.faces[i].best for i in own])
        if all(kinds[i] < KINDS for i in members(self.groups, Role.HAND)):  # else nobody knows what it waits for
            cost += self._lacking_cost(hand, melds, winning) or _state_cost(value.state, apart=winning is not None)
        cost += FIFTH_COST * max(self.surplus, self.over(kinds))
        return NamedScene(kinds, melds, tuple(self.candidates), hand, winning, cost, value)

    def _lacking_cost(self, hand: tuple[Tile, ...], melds: tuple[ReadMeld, ...], winning: Tile | None) -> float:
        """What it costs that one tile may lack of a hand that has won: with the winning tile the rest waits for it. 0
        where none lacks, or what is there waits for nothing.
        """
        if winning is None or len(hand) + 1 != hand_size(len(self.melds)):
            return 0.0
        return -LACKING_GAIN if self.pricer.value((*hand, winning), melds, None).state == "ready" else 0.0

    def _read_melds(self, kinds: Mapping[int, int]) -> Iterator[ReadMeld]:
        for group, candidate in zip(self.melds, self.candidates, strict=True):
            if not candidate.mixed:
                tile = next((TILES[kinds[i]] for i in group.tiles if kinds[i] < KINDS), None)
                yield ReadMeld(candidate.kind, tile, self.groups.index(group), self._feeder(candidate))

    def _feeder(self, candidate: MeldCandidate) -> str | None:
        """The feeder if it is sure or owed for; a photo that may be upside down does not tell left from right."""
        feeder = candidate.reported_feeder
        if feeder not in ("left", "right") or candidate.owed:
            return feeder
        return None if self.layout.backwards and candidate.margin < GIVEN_MARGIN else feeder

    def _tiles(self, kinds: Mapping[int, int], role: Role) -> tuple[Tile, ...]:
        return tuple(sorted([TILES[kinds[i]] for i in members(self.groups, role) if kinds[i] < KINDS]))

    def over(self, kinds: Mapping[int, int]) -> int:
        """How many copies the player holds too many; those among discards say nothing of the hand."""
        held = copies(kinds, self.melds, self.candidates)
        for group in self.groups:
            if group.role in (Role.HAND, Role.WINNING):
                for i in group.tiles:
                    if kinds[i] < KINDS:
                        held[kinds[i]] += 1
        return sum([count - COPIES for count in held if count > COPIES])

    def _is_open(self, change: Mapping[int, int]) -> bool:
        """May tile sense choose all of these kinds?"""
        return all(kind in self.faces[i].open for i, kind in change.items())

    def _changes(self, kinds: Mapping[int, int], limit: float) -> list[dict[int, int]]:
        """Single tiles and whole melds under another name that the eye gave a fair score, the likeliest first."""
        priced = sorted((*self._of_hand(kinds), *self._of_melds(kinds)), key=lambda option: option[0])
        return [change for cost, change in priced if cost < limit][:MOST_CHANGES]

    def _of_hand(self, kinds: Mapping[int, int]) -> Iterator[tuple[float, dict[int, int]]]:
        """(cost, change) of each other name of a tile of the hand, or the winning one."""
        for group in self.groups:
            if group.role in (Role.HAND, Role.WINNING):
                for i in group.tiles:
                    face, now = self.faces[i], kinds[i]
                    here = face.cost(now)
                    for kind, cost in face.costs.items():
                        if kind != now and kind < KINDS and cost <= NOTED_COST:
                            yield cost - here, {i: kind}

    def _of_melds(self, kinds: Mapping[int, int]) -> Iterator[tuple[float, dict[int, int]]]:
        """(cost, change) of each other name of a meld."""
        for group, candidate in zip(self.melds, self.candidates, strict=True):
            shown = [i for i in group.tiles if kinds[i] < KINDS]
            if candidate.mixed or not shown:
                continue
            here = sum([self.faces[i].cost(kinds[i]) for i in shown])
            for kind in self._other_kinds(shown, kinds):
                yield sum([self.faces[i].cost(kind) for i in shown]) - here, dict.fromkeys(shown, kind)

    def _other_kinds(self, tiles: Sequence[int], kinds: Mapping[int, int]) -> set[int]:
        return {k for i in tiles for k in self.faces[i].costs if k < KINDS and k != kinds[i]}


def _pairs(changes: Sequence[dict[int, int]]) -> Iterator[dict[int, int]]:
    """Any two changes of different tiles at once."""
    return (one | two for one, two in itertools.combinations(changes, 2) if one.keys().isdisjoint(two))


def _won(scene: NamedScene) -> bool:
    return scene.value.state == "won"


def _state_cost(state: str, *, apart: bool) -> float:
    """What it costs that the names make such a hand; `apart`: a winning tile lies apart."""
    if state == "won":
        return -(COMPLETE_GAIN if apart else DRAWN_GAIN)
    if apart:
        return IDLE_COST
    return -READY_GAIN if state == "ready" else 0.0


def _alternatives(chosen: NamedScene, others: Iterable[NamedScene]) -> tuple[Alternative, ...]:
    """The others, by what they name otherwise, the likeliest first."""
    found = []
    for other in others:
        changes = {i: kind for i, kind in other.kinds.items() if chosen.kinds[i] != kind}
        if changes:
            found.append(Alternative(changes, other.cost - chosen.cost, other))
    return tuple(sorted(found, key=lambda alternative: alternative.margin))
