"""JSON values -> the parts of a reading: tiles, groups, melds, doubts."""

from __future__ import annotations

from scoring.json_reader import Object, Value
from vision.table.evidence import FLOOR, LEAST
from vision.table.pricing import MELD_KINDS
from vision.types import EVEN, MODEL_NUMBERS, Detection, Doubt, Group, ReadMeld, ReadTile, Role, Way, Worth, scores_of
from vision.wire.corrections import correction_json, corrections_in
from vision.wire.kinds import HIGHEST, MOST_ENTRIES, box, choice, entries, face, index, kind, number, text

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


def _evidence(item: Object, name: str, *, dropped: bool) -> tuple[dict[str, float], float, bool]:
    """What the eye has seen of a tile, how sure its kind is, and whether that kind is the player's word.

    `seen` tells it, else `confidence` and `alternatives`. Where they contradict one another a client has edited them:
    a kind other than the first is his word, or one that is among its own alternatives; else the contract's own fields
    hold. Confidence 1 is the player's, where `seen` does not say that it was the eye's, and so is a kind where the eye
    has seen none at all.
    """
    said = bool(item["said"].flag())
    sent = number(item["confidence"], 0, 1) if "confidence" in item.fields else None
    others = dict(map(_alternative, entries(item["alternatives"])))
    itself = others.pop(name, None)
    rest = max(0.0, round(1 - sum(others.values()), 3))
    scores = _seen(item["seen"]) if item.has("seen") else None
    if scores is not None:
        known = scores.get(name, 0.0 if sent == 0 else FLOOR)  # a score of 0 is not kept in `seen`
        right = sent in (None, known) and others.items() <= scores.items()
        told = not right and (sent == 1 or itself == known or known < max(scores.values(), default=0.0))
    if scores is None or not (said or right or told or dropped):
        known = itself if itself is not None else rest if sent is None or said or sent == 1 else sent
        told = sent == 1 or (itself is not None and sent not in (None, itself))
        scores = others | {name: known}
    told = not dropped and (said or told or max(scores.values(), default=0.0) < LEAST)
    return scores, 1.0 if told else known, said or told


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
    return Group(role, members, said, index(item["number"], HIGHEST) if item.has("number") else None)


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
        suggestion=tuple(map(correction_json, corrections_in(item["suggestion"]))) if item.has("suggestion") else (),
        worth=_worth(worth),
    )


def _worth(worth: Object) -> Worth:
    changes = choice(worth["changes"], CHANGES) if "changes" in worth.fields else "unknown"
    return Worth(changes, round(number(worth["units"], -1000, 1000)) if worth.has("units") else None)
