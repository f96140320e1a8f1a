"""Readings as plain JSON values, in and out, in the shape of the wire contract, with what a second look
needs.

Beyond the contract a tile carries `way`, `seen` (what the eye scored), `found`, `turns`, `piled` and `said`, a group
`said`, a doubt `message_en`, `worth` and `choose`, the reading `corrections`: all optional on the way in.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from scoring.errors import InvalidInput, pointer_to, quoted
from scoring.tiles import compact, parse_tiles
from vision.checks import LARGEST, MOST, Checks
from vision.doubts.codes import entry
from vision.read.corrections import HIGHEST, correct, parse_corrections
from vision.read.grouping import grouped
from vision.table.evidence import FLOOR, LEAST
from vision.table.pricing import MELD_KINDS
from vision.types import (
    EVEN,
    MODEL_NUMBERS,
    Detection,
    Doubt,
    Group,
    Reading,
    ReadMeld,
    ReadTile,
    Role,
    Way,
    Worth,
    scores_of,
)

__all__ = ["correct", "from_json", "to_json"]

FEEDERS = ("left", "opposite", "right")
CHANGES = ("nothing", "wait", "pattern", "units", "hand", "unknown")
_check = Checks("bad_json")
T = TypeVar("T")


def to_json(reading: Reading) -> dict[str, object]:
    """A reading -> the contract's JSON object; `from_json` gives the same reading back."""
    return {
        "width": reading.width,
        "height": reading.height,
        "model": reading.model,
        "tiles": [_tile_out(tile) for tile in reading.tiles],
        "groups": [
            {"role": group.role.value, "tiles": list(group.tiles)}
            | ({"said": True} if group.by_user else {})
            | ({} if group.number is None else {"number": group.number})
            for group in reading.groups
        ],
        "hand": compact(reading.hand),
        "melds": [
            {
                "kind": meld.kind,
                "tile": None if meld.tile is None else str(meld.tile),
                "group": meld.group,
                "fed_by": meld.fed_by,
            }
            for meld in reading.melds
        ],
        "winning_tile": None if reading.winning_tile is None else str(reading.winning_tile),
        "doubts": [_doubt_out(doubt) for doubt in reading.doubts],
        "ok": reading.ok,
        "corrections": [dict(correction) for correction in reading.corrections],
    }


def _tile_out(tile: ReadTile) -> dict[str, object]:
    box = tile.box
    out: dict[str, object] = {
        "tile": tile.kind,
        "box": [box.x1, box.y1, box.x2, box.y2],
        "confidence": tile.confidence,
        "alternatives": [{"tile": kind, "confidence": p} for kind, p in tile.seen if kind != tile.kind],
        "group": tile.group,
        "way": tile.way.value,
        "seen": dict(tile.seen),
        "found": tile.detection.found,
        "turns": list(tile.detection.turns),
    }
    out |= tile.detection.numbers
    if tile.dropped:
        out["dropped"] = True
    if tile.again is not None:
        out["again"] = tile.again
    if tile.by_user:
        out["said"] = True
    return out


def _doubt_out(doubt: Doubt) -> dict[str, object]:
    out: dict[str, object] = {
        "code": str(doubt.code),
        "tiles": list(doubt.tiles),
        "message": doubt.message,
        "message_en": doubt.message_en,
        "suggestion": [dict(step) for step in doubt.suggestion] or None,
        "worth": {"changes": doubt.worth.changes, "units": doubt.worth.units},
    }
    known = entry(doubt.code)
    return out | ({"choose": True} if known is not None and known.choose else {})


def from_json(value: object) -> Reading:
    """Any JSON value -> Reading, as it was sent; `correct` computes what follows from tiles and groups.

    Needs `width`, `height` and `tiles` with `tile` and `box`; everything else may be missing, also all that the
    contract does not name. Without `groups` the tiles are grouped by where they lie, those that name one `group`
    together. A kind that a client put in counts as the player's word (`said`): one that the eye did not see first and
    that the reading would not choose by itself, or one with a confidence of 1 that `seen` does not give it.
    Raises InvalidInput (`bad_json`, with a JSON Pointer into the reading) and nothing else, also for tiles and groups
    that contradict one another.

    `hand`, `melds`, `winning_tile`, `doubts` and `ok` follow from tiles and groups and are not believed, with one
    exception: how a meld lies is told by `turns`, and where its tiles carry none, by what `melds` says of it. Where
    they do carry them, an edited `melds` is stale text: `facts` are the place to tell kind and feeder otherwise.
    """
    body = _check.mapping(value, "", "a reading")
    if not isinstance(body.get("tiles"), list | tuple):
        _check.refuse(f"{quoted(body.get('tiles'))} is no list of tiles, and a reading needs one", "/tiles")
    tiles = _check.each(body["tiles"], "/tiles", _tile_in)
    groups = _check.each(body.get("groups"), "/groups", _group_in(len(tiles)))
    width, height = (round(_check.number(body.get(side), f"/{side}", 1, LARGEST)) for side in ("width", "height"))
    for i, tile in enumerate(tiles):
        _check.inside(tile.box, f"/tiles/{i}/box", width, height)
    groups, tiles = _agree(groups, tiles) if groups else grouped(tiles, width, height)
    winning = body.get("winning_tile")
    hand = _check.text(body.get("hand"), "/hand")
    reading = Reading(
        width=width,
        height=height,
        model=_check.text(body.get("model"), "/model"),
        tiles=tiles,
        groups=groups,
        hand=_as_bad_json("/hand", lambda: tuple(sorted(parse_tiles(hand)))),
        melds=_check.each(body.get("melds"), "/melds", _meld_in(len(groups))),
        winning_tile=None if winning is None else _check.face(winning, "/winning_tile"),
        doubts=_check.each(body.get("doubts"), "/doubts", _doubt_in(len(tiles))),
        ok=_check.flag(body.get("ok"), "/ok"),
        corrections=_steps(body.get("corrections"), "/corrections"),
    )
    return _edited(reading)


def _as_bad_json(at: str, read: Callable[[], T]) -> T:
    try:
        return read()
    except InvalidInput as refused:
        raise InvalidInput("bad_json", refused.detail, at + refused.pointer) from None


def _steps(value: object, at: str) -> tuple[Mapping[str, object], ...]:
    return () if value is None else _as_bad_json(at, lambda: parse_corrections(value))


def _tile_in(value: object, at: str) -> ReadTile:
    item = _check.mapping(value, at, "a tile")
    kind = _check.kind(item.get("tile"), f"{at}/tile")
    dropped = _check.flag(item.get("dropped"), f"{at}/dropped")
    scores, confidence, said = _evidence(item, at, kind, dropped)
    turns = _check.each(item.get("turns"), f"{at}/turns", lambda p, where: _check.number(p, where, 0, 1))
    if len(turns) not in (0, 4):
        _check.refuse(f"turns has {len(turns)} numbers, it needs four", f"{at}/turns")
    group = item.get("group")
    if group is not None:
        group = _check.index(group, f"{at}/group", MOST)
        if dropped:
            number = at.rpartition("/")[2]
            _check.refuse(f"tile {number} is dropped, and yet names group {group}", f"{at}/dropped")
    detection = Detection(
        box=_check.box(item.get("box"), f"{at}/box"),
        scores=scores_of(scores),
        found=_check.number(item.get("found", 1.0), f"{at}/found", 0, 1),
        turns=(turns[0], turns[1], turns[2], turns[3]) if turns else EVEN,
    )
    sent = [key for key in MODEL_NUMBERS if item.get(key) is not None]
    return ReadTile(
        detection=detection.with_numbers({key: _check.number(item[key], f"{at}/{key}", 0, 1) for key in sent}),
        kind=kind,
        confidence=confidence,
        group=group,
        way=Way(_check.choice(item.get("way", "upright"), f"{at}/way", Way)),
        dropped=dropped,
        by_user=said,
    )


def _evidence(item: Mapping[str, object], at: str, kind: str, dropped: bool) -> tuple[dict[str, float], float, bool]:
    """What the eye has seen of a tile, how sure its kind is, and whether that kind is the player's word.

    `seen` tells it, else `confidence` and `alternatives`. Where they contradict one another a client has edited them:
    a kind other than the first is his word, or one that is among its own alternatives; else the contract's own fields
    hold. Confidence 1 is the player's, where `seen` does not say that it was the eye's, and so is a kind where the eye
    has seen none at all.
    """
    said = _check.flag(item.get("said"), f"{at}/said")
    sent = None if "confidence" not in item else _check.number(item["confidence"], f"{at}/confidence", 0, 1)
    others = dict(_check.each(item.get("alternatives"), f"{at}/alternatives", _alternative_in))
    itself = others.pop(kind, None)
    rest = max(0.0, round(1 - sum(others.values()), 3))
    scores = None if item.get("seen") is None else _seen(item["seen"], f"{at}/seen")
    if scores is not None:
        known = scores.get(kind, 0.0 if sent == 0 else FLOOR)  # a score of 0 is not kept in `seen`
        right = sent in (None, known) and others.items() <= scores.items()
        told = not right and (sent == 1 or itself == known or known < max(scores.values(), default=0.0))
    if scores is None or not (said or right or told or dropped):
        known = itself if itself is not None else rest if sent is None or said or sent == 1 else sent
        told = sent == 1 or (itself is not None and sent not in (None, itself))
        scores = others | {kind: known}
    told = not dropped and (said or told or max(scores.values(), default=0.0) < LEAST)
    return scores, 1.0 if told else known, said or told


def _seen(value: object, at: str) -> dict[str, float]:
    table = _check.mapping(value, at, "what the eye has seen")
    return {
        _check.kind(key, pointer_to(at, key)): _check.number(p, pointer_to(at, key), 0, 1) for key, p in table.items()
    }


def _alternative_in(value: object, at: str) -> tuple[str, float]:
    item = _check.mapping(value, at, "an alternative")
    return _check.kind(item.get("tile"), f"{at}/tile"), _check.number(item.get("confidence"), f"{at}/confidence", 0, 1)


def _group_in(tiles: int) -> Callable[[object, str], Group]:
    def read(value: object, at: str) -> Group:
        item = _check.mapping(value, at, "a group")
        members = _check.each(item.get("tiles"), f"{at}/tiles", lambda i, where: _check.index(i, where, tiles))
        role = Role(_check.choice(item.get("role"), f"{at}/role", Role))
        number = item.get("number")
        return Group(
            role,
            members,
            _check.flag(item.get("said"), f"{at}/said"),
            None if number is None else _check.index(number, f"{at}/number", HIGHEST),
        )

    return read


def _agree(groups: tuple[Group, ...], tiles: tuple[ReadTile, ...]) -> tuple[tuple[Group, ...], tuple[ReadTile, ...]]:
    """Groups and the tiles' own `group` must tell the same, and no dropped tile is in one; tiles in no group become
    an `other` group. Every group can be named by corrections.
    """
    home: dict[int, int] = {}
    named: set[int] = set()
    for number, group in enumerate(groups):
        if group.number in named:
            _check.refuse(f"two groups have the number {group.number}", f"/groups/{number}/number")
        named |= set() if group.number is None else {group.number}
        for k, i in enumerate(group.tiles):
            if i in home:
                _check.refuse(f"tile {i} is listed twice in groups", f"/groups/{number}/tiles/{k}")
            if tiles[i].dropped:
                _check.refuse(f"tile {i} is dropped, and yet group {number} lists it", f"/tiles/{i}/dropped")
            home[i] = number
    for i, tile in enumerate(tiles):
        if tile.group is not None and tile.group != home.get(i):
            _check.refuse(f"group {tile.group} does not list tile {i}, which names it", f"/tiles/{i}/group")
    loose = tuple(i for i, tile in enumerate(tiles) if i not in home and not tile.dropped)
    if loose:
        home |= dict.fromkeys(loose, len(groups))
        groups = (*groups, Group(Role.OTHER, loose))
    fresh = (n for n in itertools.count(len(groups)) if n not in named)  # for those whose place another's number names
    groups = tuple(
        replace(g, number=next(fresh)) if g.number is None and n in named else g for n, g in enumerate(groups)
    )
    return groups, tuple(replace(tile, group=home.get(i)) for i, tile in enumerate(tiles))


def _edited(reading: Reading) -> Reading:
    """The kinds that a client put in are said. A reading says so itself where it chose another kind than the eye's
    first: a kind that it does not choose is the client's, and so is the first where it said that it chose another.
    """
    asked = [doubt for doubt in reading.doubts if (known := entry(doubt.code)) and known.renames]
    # of several tiles the first one was changed, where it can be set back
    changed = {doubt.tiles[0] for doubt in asked if len(doubt.tiles) == 1 or doubt.suggestion}
    open_to_it = [i for i, tile in enumerate(reading.tiles) if not tile.dropped and not tile.by_user]
    firsts = {i: reading.tiles[i].seen[0][0] for i in open_to_it}
    said = {i for i in open_to_it if reading.tiles[i].kind == firsts[i] and i in changed}
    odd = [i for i in open_to_it if reading.tiles[i].kind != firsts[i]]
    if odd:
        chosen = correct(reading, ()).tiles
        for i in odd:
            chose = chosen[i].kind == reading.tiles[i].kind
            said |= set() if chose or (chosen[i].kind == firsts[i] and i in changed) else {i}
    tiles = (replace(t, by_user=True, confidence=1.0) if i in said else t for i, t in enumerate(reading.tiles))
    return replace(reading, tiles=tuple(tiles)) if said else reading


def _meld_in(groups: int) -> Callable[[object, str], ReadMeld]:
    def read(value: object, at: str) -> ReadMeld:
        item = _check.mapping(value, at, "a meld")
        tile, fed_by = item.get("tile"), item.get("fed_by")
        return ReadMeld(
            kind=_check.choice(item.get("kind"), f"{at}/kind", MELD_KINDS),
            tile=None if tile is None else _check.face(tile, f"{at}/tile"),
            group=_check.index(item.get("group"), f"{at}/group", groups),
            fed_by=None if fed_by is None else _check.choice(fed_by, f"{at}/fed_by", FEEDERS),
        )

    return read


def _doubt_in(tiles: int) -> Callable[[object, str], Doubt]:
    def read(value: object, at: str) -> Doubt:
        item = _check.mapping(value, at, "a doubt")
        worth = {} if item.get("worth") is None else _check.mapping(item["worth"], f"{at}/worth", "what it is worth")
        units = worth.get("units")
        return Doubt(
            code=_check.text(item.get("code"), f"{at}/code"),
            tiles=_check.each(item.get("tiles"), f"{at}/tiles", lambda i, where: _check.index(i, where, tiles)),
            message=_check.text(item.get("message"), f"{at}/message"),
            message_en=_check.text(item.get("message_en"), f"{at}/message_en"),
            suggestion=_steps(item.get("suggestion"), f"{at}/suggestion"),
            worth=Worth(
                _check.choice(worth.get("changes", "unknown"), f"{at}/worth/changes", CHANGES),
                None if units is None else round(_check.number(units, f"{at}/worth/units", -1000, 1000)),
            ),
        )

    return read
