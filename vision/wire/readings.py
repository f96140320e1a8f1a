"""Readings as plain JSON values, in and out, in the shape of the wire contract, with what a second look
needs.

Beyond the contract a tile carries `way`, `seen` (what the eye scored), `found`, `turns`, `piled` and `said`, a group
`said`, a doubt `message_en` and `choose`, the reading `corrections`: all optional on the way in.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import NoReturn

from scoring.errors import InvalidInput, quoted
from scoring.json_reader import Value
from scoring.rules import Rules
from scoring.tiles import Tile, compact
from vision.doubts.codes import known
from vision.read import corrections as read_corrections
from vision.read.grouping import grouped
from vision.types import Doubt, Group, PlayerReading, Reading, ReadMeld, ReadTile, Role
from vision.wire.corrections import correction_json, corrections_in, parse_corrections
from vision.wire.kinds import LARGEST_PIXELS, entries, face, number, text, tiles_in
from vision.wire.reading_parts import doubt_in, group_in, meld_in, others_in, tile_in

__all__ = ["correct", "from_json", "to_json"]


def to_json(reading: Reading) -> dict[str, object]:
    """A reading -> the contract's JSON object; `from_json` gives the same reading back."""
    return {
        "width": reading.width,
        "height": reading.height,
        "model": reading.model,
        "tiles": [_tile_out(tile) for tile in reading.tiles],
        "groups": [_group_out(group) for group in reading.groups],
        "hand": compact(reading.hand),
        "melds": [_meld_out(meld) for meld in reading.melds],
        "winning_tile": None if reading.winning_tile is None else str(reading.winning_tile),
        "turned": None if reading.turned is None else str(reading.turned),
        "players": {player.owner.value: _player_out(player) for player in reading.players},
        "doubts": [_doubt_out(doubt) for doubt in reading.doubts],
        "ok": reading.ok,
        "corrections": [correction_json(step) for step in reading.corrections],
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


def _group_out(group: Group) -> dict[str, object]:
    owner = None if group.owner is None else group.owner.value
    out: dict[str, object] = {"role": group.role.value, "tiles": list(group.tiles), "owner": owner}
    if group.by_user:
        out["said"] = True
    return out if group.number is None else out | {"number": group.number}


def _meld_out(meld: ReadMeld) -> dict[str, object]:
    tile = None if meld.tile is None else str(meld.tile)
    return {"kind": meld.kind, "tile": tile, "group": meld.group, "fed_by": meld.fed_by}


def _player_out(player: PlayerReading) -> dict[str, object]:
    """`discards` in the order in which they lie."""
    return {
        "hand": compact(player.hand),
        "melds": [_meld_out(meld) for meld in player.melds],
        "winning_tile": None if player.winning_tile is None else str(player.winning_tile),
        "discards": "".join(map(str, player.discards)),
        "groups": list(player.groups),
        "doubts": [_doubt_out(doubt) for doubt in player.doubts],
        "ok": player.ok,
    }


def _doubt_out(doubt: Doubt) -> dict[str, object]:
    out: dict[str, object] = {
        "code": str(doubt.code),
        "tiles": list(doubt.tiles),
        "message": doubt.message,
        "message_en": doubt.message_en,
        "suggestion": [correction_json(step) for step in doubt.suggestion] or None,
        "worth": {"changes": doubt.worth.changes, "units": doubt.worth.units},
    }
    if doubt.p is not None:
        out |= {"p": doubt.p} | ({"note": True} if doubt.is_note else {})
    if doubt.places:
        out["places"] = [{"photo": place.photo, "tile": place.tile} for place in doubt.places]
    code = known(doubt.code)
    return out | ({"choose": True} if code is not None and code.traits.choose else {})


def from_json(value: object) -> Reading:
    """Any JSON value -> Reading, as it was sent; `correct` computes what follows from tiles and groups.

    Needs `width`, `height` and `tiles` with `tile` and `box`; everything else may be missing, also all that the
    contract does not name. Without `groups` the tiles are grouped by where they lie, those that name one `group`
    together. A kind that a client put in counts as the player's word (`said`): one that the eye did not see first and
    that the reading would not choose by itself, or one with a confidence of 1 that `seen` does not give it.
    Raises InvalidInput (`bad_json`, with a JSON Pointer into the reading) and nothing else, also for tiles and groups
    that contradict one another.

    `hand`, `melds`, `winning_tile`, `turned`, `players`, `doubts` and `ok` follow from tiles and groups and are not
    believed, with one exception: how a meld lies is told by `turns`, and where its tiles carry none, by what `melds`
    says of it. Where they do carry them, an edited `melds` is stale text: `facts` are the place to tell kind and feeder
    otherwise.
    """
    body = Value(value).object("a reading")
    if not isinstance(body["tiles"].held, list | tuple):
        body["tiles"].refuse(f"{quoted(body['tiles'].held)} is no list of tiles, and a reading needs one")
    tiles = tuple(map(tile_in, entries(body["tiles"])))
    groups = tuple(group_in(entry, len(tiles)) for entry in entries(body["groups"]))
    width, height = (round(number(body[side], 1, LARGEST_PIXELS)) for side in ("width", "height"))
    _check_boxes(tiles, width, height)
    groups, tiles = _agree(groups, tiles) if groups else grouped(tiles, width, height)
    reading = Reading(
        width=width,
        height=height,
        model=text(body["model"]),
        tiles=tiles,
        groups=groups,
        hand=tuple(sorted(tiles_in(body["hand"]))),
        melds=tuple(meld_in(entry, len(groups)) for entry in entries(body["melds"])),
        winning_tile=face(body["winning_tile"]) if body.has("winning_tile") else None,
        doubts=tuple(doubt_in(entry, len(tiles)) for entry in entries(body["doubts"])),
        ok=bool(body["ok"].flag()),
        corrections=corrections_in(body["corrections"]) if body.has("corrections") else (),
        turned=face(body["turned"]) if body.has("turned") else None,
        others=others_in(body["players"], len(tiles), len(groups)),
    )
    return _edited(reading)


def correct(reading: Reading, corrections: object, rules: Rules | None = None, winning: Tile | None = None) -> Reading:
    """`vision.read.corrections.correct` with any JSON value for a list of corrections. Raises InvalidInput
    (`bad_corrections`, with a JSON Pointer into the list).
    """
    return read_corrections.correct(reading, parse_corrections(corrections), rules, winning)


def _check_boxes(tiles: tuple[ReadTile, ...], width: int, height: int) -> None:
    for i, tile in enumerate(tiles):
        if not tile.box.within(width, height):
            corners = quoted([tile.box.x1, tile.box.y1, tile.box.x2, tile.box.y2])
            _refuse(f"the box {corners} lies outside the picture, {width} x {height} pixels", f"/tiles/{i}/box")


def _agree(groups: tuple[Group, ...], tiles: tuple[ReadTile, ...]) -> tuple[tuple[Group, ...], tuple[ReadTile, ...]]:
    """Groups and the tiles' own `group` must tell the same, and no dropped tile is in one; tiles in no group become
    an `other` group. Every group can be named by corrections.
    """
    home = _homes(groups, tiles)
    for i, tile in enumerate(tiles):
        if tile.group is not None and tile.group != home.get(i):
            _refuse(f"group {tile.group} does not list tile {i}, which names it", f"/tiles/{i}/group")
    loose = tuple(i for i, tile in enumerate(tiles) if i not in home and not tile.dropped)
    if loose:
        home |= dict.fromkeys(loose, len(groups))
        groups = (*groups, Group(Role.OTHER, loose))
    return _numbered(groups), tuple(replace(tile, group=home.get(i)) for i, tile in enumerate(tiles))


def _homes(groups: tuple[Group, ...], tiles: tuple[ReadTile, ...]) -> dict[int, int]:
    """Tile -> the group that lists it."""
    home: dict[int, int] = {}
    for at, group in enumerate(groups):
        for k, i in enumerate(group.tiles):
            if i in home:
                _refuse(f"tile {i} is listed twice in groups", f"/groups/{at}/tiles/{k}")
            if tiles[i].dropped:
                _refuse(f"tile {i} is dropped, and yet group {at} lists it", f"/tiles/{i}/dropped")
            home[i] = at
    return home


def _numbered(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """Groups that corrections can name: one whose place is another's number gets a number of its own."""
    named: set[int] = set()
    for at, group in enumerate(groups):
        if group.number is not None:
            if group.number in named:
                _refuse(f"two groups have the number {group.number}", f"/groups/{at}/number")
            named.add(group.number)
    fresh = (n for n in itertools.count(len(groups)) if n not in named)
    return tuple(
        replace(group, number=next(fresh)) if group.number is None and n in named else group
        for n, group in enumerate(groups)
    )


def _edited(reading: Reading) -> Reading:
    """The kinds that a client put in are the player's word. A reading says so itself where it chose another kind than
    the eye's first: a kind that it does not choose is the client's, and so is the first where it said that it chose
    another.
    """
    renamed = _renamed(reading)
    firsts = {i: tile.seen[0][0] for i, tile in enumerate(reading.tiles) if not tile.dropped and not tile.by_user}
    odd = any(reading.tiles[i].kind != first for i, first in firsts.items())
    chosen = correct(reading, ()).tiles if odd else reading.tiles
    edited = {
        i
        for i, first in firsts.items()
        if _by_client(reading.tiles[i].kind, first, chosen[i].kind, renamed=i in renamed)
    }
    if not edited:
        return reading
    tiles = (replace(t, by_user=True, confidence=1.0) if i in edited else t for i, t in enumerate(reading.tiles))
    return replace(reading, tiles=tuple(tiles))


def _renamed(reading: Reading) -> set[int]:
    """The tiles of which a doubt says that their kind is not the eye's first; one about several renamed none."""
    about = [doubt for doubt in reading.doubts if (code := known(doubt.code)) and code.traits.renames]
    return {doubt.tiles[0] for doubt in about if len(doubt.tiles) == 1}


def _by_client(kind: str, first: str, chosen: str, *, renamed: bool) -> bool:
    """Did a client put the kind in? `first`: the eye's own, `chosen`: the reading's; `renamed`: a doubt says so."""
    if kind == first:
        return renamed
    return chosen != kind and not (chosen == first and renamed)


def _refuse(detail: str, pointer: str) -> NoReturn:
    raise InvalidInput("bad_json", detail, pointer)
