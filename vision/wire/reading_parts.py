"""JSON values -> the parts of a reading: tiles, groups, melds, doubts."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.json_reader import Object, Value
from vision.table.evidence import FLOOR_SCORE, LEAST_SCORE
from vision.table.pricing import MELD_KINDS
from vision.types import (
    EVEN,
    MODEL_NUMBERS,
    Detection,
    Doubt,
    Group,
    Owner,
    Place,
    PlayerReading,
    ReadMeld,
    ReadTile,
    Role,
    Way,
    Worth,
    scores_of,
)
from vision.wire.corrections import corrections_in
from vision.wire.kinds import HIGHEST, MOST_ENTRIES, box, choice, entries, face, index, kind, number, text, tiles_in

FEEDERS = ("left", "opposite", "right")
CHANGES = ("nothing", "wait", "pattern", "units", "hand", "unknown")


def tile_in(value: Value) -> ReadTile:
    """One tile; `tile` and `box` are required."""
    item = value.object("a tile")
    name = kind(item["tile"])
    dropped = bool(item["dropped"].flag())
    scores, confidence, said = _evidence(item, name, dropped=dropped)
    turns, group = _turns(item["turns"]), _group_of(item, value.name, dropped=dropped)
    detection = Detection(
        box=box(item["box"]),
        scores=scores_of(scores),
        found=number(item["found"], 0, 1) if "found" in item.fields else 1.0,
        turns=turns,
    )
    return ReadTile(
        detection=detection.with_numbers({key: number(item[key], 0, 1) for key in MODEL_NUMBERS if item.has(key)}),
        kind=name,
        confidence=confidence,
        group=group,
        way=choice(item["way"], Way) if "way" in item.fields else Way.UPRIGHT,
        dropped=dropped,
        by_user=said,
    )


def _turns(value: Value) -> tuple[float, float, float, float]:
    turns = tuple(number(entry, 0, 1) for entry in entries(value))
    if len(turns) not in (0, 4):
        value.refuse(f"turns has {len(turns)} numbers, it needs four")
    return (turns[0], turns[1], turns[2], turns[3]) if turns else EVEN


def _group_of(item: Object, tile: str, *, dropped: bool) -> int | None:
    if not item.has("group"):
        return None
    group = index(item["group"], MOST_ENTRIES)
    if dropped:
        item["dropped"].refuse(f"tile {tile} is dropped, and yet names group {group}")
    return group


_Evidence = tuple[dict[str, float], float, bool]  # the eye's scores, that of the tile's kind, is the kind the client's?


@dataclass(frozen=True, slots=True)
class _Sent:
    """What a tile's fields say of its kind, `name`. `seen`: the eye's scores, where they were sent; `others`: those
    of its alternatives, but for its own, which is `itself`.
    """

    name: str
    confidence: float | None
    seen: dict[str, float] | None
    others: dict[str, float]
    itself: float | None
    by_user: bool
    dropped: bool

    def by_scores(self) -> _Evidence | None:
        """As `seen` has it; None where `confidence` or `alternatives` contradict it, and the contract's fields hold."""
        if self.seen is None:
            return None
        known = self.seen.get(self.name, 0.0 if self.confidence == 0 else FLOOR_SCORE)  # `seen` keeps no score of 0
        agrees = self.confidence in (None, known) and self.others.items() <= self.seen.items()
        best = max(self.seen.values(), default=0.0)
        edited = not agrees and (self.confidence == 1 or self.itself == known or known < best)
        return (self.seen, known, edited) if agrees or edited or self.by_user or self.dropped else None

    def by_contract(self) -> _Evidence:
        """As `confidence` and `alternatives` have it."""
        edited = self.confidence == 1 or (self.itself is not None and self.confidence not in (None, self.itself))
        known = self._own_score()
        return self.others | {self.name: known}, known, edited

    def _own_score(self) -> float:
        if self.itself is not None:
            return self.itself
        if self.confidence is None or self.by_user or self.confidence == 1:
            return max(0.0, round(1 - sum(self.others.values()), 3))
        return self.confidence


def _evidence(item: Object, name: str, *, dropped: bool) -> _Evidence:
    """What the eye has seen of a tile, how sure its kind is, and whether that kind is the player's word.

    `seen` tells it, else `confidence` and `alternatives`. Where they contradict one another a client has edited them:
    a kind other than the first is the player's, or one that is among its own alternatives; else the contract's own
    fields hold. Confidence 1 is the player's, where `seen` does not say that it was the eye's, and so is a kind where
    the eye has seen none at all.
    """
    by_user = bool(item["said"].flag())
    confidence = number(item["confidence"], 0, 1) if "confidence" in item.fields else None
    others = dict(map(_alternative, entries(item["alternatives"])))
    itself = others.pop(name, None)
    seen = _seen(item["seen"]) if item.has("seen") else None
    sent = _Sent(name, confidence, seen, others, itself, by_user, dropped)
    scores, known, edited = sent.by_scores() or sent.by_contract()
    nameless = max(scores.values(), default=0.0) < LEAST_SCORE
    given = not dropped and (by_user or edited or nameless)
    return scores, 1.0 if given else known, by_user or given


def _seen(value: Value) -> dict[str, float]:
    seen = value.object("what the eye has seen")
    return {_named(seen[name], name): number(seen[name], 0, 1) for name in seen.fields}


def _named(value: Value, name: str) -> str:
    """The kind that a key names."""
    return kind(Value(name, value.pointer, value.code))


def _alternative(value: Value) -> tuple[str, float]:
    item = value.object("an alternative")
    return kind(item["tile"]), number(item["confidence"], 0, 1)


def group_in(value: Value, tiles: int) -> Group:
    """One group of a reading of so many tiles."""
    item = value.object("a group")
    members = tuple(index(entry, tiles) for entry in entries(item["tiles"]))
    role = choice(item["role"], Role)
    said = bool(item["said"].flag())
    owner = choice(item["owner"], Owner) if item.has("owner") else None
    return Group(role, members, said, index(item["number"], HIGHEST) if item.has("number") else None, owner)


def meld_in(value: Value, groups: int) -> ReadMeld:
    """One meld of a reading of so many groups."""
    item = value.object("a meld")
    return ReadMeld(
        kind=choice(item["kind"], MELD_KINDS),
        tile=face(item["tile"]) if item.has("tile") else None,
        group=index(item["group"], groups),
        fed_by=choice(item["fed_by"], FEEDERS) if item.has("fed_by") else None,
    )


def doubt_in(value: Value, tiles: int) -> Doubt:
    """One doubt about a reading of so many tiles."""
    item = value.object("a doubt")
    worth = item["worth"].object("what it is worth") if item.has("worth") else Object({})
    return Doubt(
        code=text(item["code"]),
        tiles=tuple(index(entry, tiles) for entry in entries(item["tiles"])),
        message=text(item["message"]),
        message_en=text(item["message_en"]),
        suggestion=corrections_in(item["suggestion"]) if item.has("suggestion") else (),
        worth=_worth(worth),
        p=number(item["p"], 0, 1) if item.has("p") else None,
        places=tuple(map(_place, entries(item["places"]))),
    )


def _place(value: Value) -> Place:
    item = value.object("a place")
    return Place(index(item["photo"], MOST_ENTRIES), index(item["tile"], HIGHEST))


def others_in(value: Value, tiles: int, groups: int) -> tuple[PlayerReading, ...]:
    """`players` of a reading of so many tiles and groups, without the near one, who is the reading itself."""
    players = value.object("the players") if value.given else Object({})
    players.only(tuple(Owner), "players")
    return tuple(
        _player(players[owner], owner, tiles, groups)
        for owner in Owner
        if owner is not Owner.NEAR and players.has(owner)
    )


def _player(value: Value, owner: Owner, tiles: int, groups: int) -> PlayerReading:
    item = value.object("a player")
    return PlayerReading(
        owner=owner,
        hand=tuple(sorted(tiles_in(item["hand"]))),
        melds=tuple(meld_in(entry, groups) for entry in entries(item["melds"])),
        winning_tile=face(item["winning_tile"]) if item.has("winning_tile") else None,
        discards=tiles_in(item["discards"]),
        groups=tuple(index(entry, groups) for entry in entries(item["groups"])),
        ok=bool(item["ok"].flag()),
        doubts=tuple(doubt_in(entry, tiles) for entry in entries(item["doubts"])),
    )


def _worth(worth: Object) -> Worth:
    changes = choice(worth["changes"], CHANGES) if "changes" in worth.fields else "unknown"
    return Worth(changes, round(number(worth["units"], -1000, 1000)) if worth.has("units") else None)
