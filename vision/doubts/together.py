"""Several photos of one round, or several players in one: what they show together is checked against the 108 tiles.

A fifth copy is a doubt of every reading that shows one, and names where all of them lie; nothing is renamed for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scoring.tiles import COPIES, TILES, Tile
from vision.doubts.codes import Code
from vision.doubts.finding import HAND, Kind, Params, phrase
from vision.doubts.variants import Ask, Variant
from vision.doubts.words import words_of
from vision.table.evidence import NOTED_SCORE
from vision.types import Correction, Doubt, Place, Reading, Role, SetKind

Shown = tuple[Tile, Place]
NAMES = {str(tile): tile for tile in TILES}
OWN = (Role.HAND, Role.WINNING, Role.MELD, Role.DISCARDS)


def check_together(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """Readings of photos of one round, each of other players' tiles, with what is doubtful about all of them.

    Only tiles that have an owner count: of nobody's tiles nobody knows whether another photo shows them again.
    """
    lying = [shown for photo, reading in enumerate(readings) for shown in _shown(photo, reading)]
    checked = list(readings)
    for tile in TILES:
        places = tuple(place for one, place in lying if one is tile)
        if len(places) > COPIES and not _told(readings, places):
            for photo in sorted({place.photo for place in places}):
                checked[photo] = _with(checked[photo], _doubt(readings, tile, places, photo))
    return tuple(checked)


def _shown(photo: int, reading: Reading) -> Iterator[Shown]:
    """The tiles that are somebody's; those face down in a kong of known kind stand for that kind."""
    for number, group in enumerate(reading.groups):
        if group.owner is None or group.role not in OWN:
            continue
        melds = (meld for player in reading.players for meld in player.melds)
        kong = next((meld.tile for meld in melds if meld.group == number), None)
        for i in group.tiles:
            kind = kong if kong is not None else _tile(reading, i)
            if kind is not None:
                yield kind, Place(photo, i)


def _tile(reading: Reading, i: int) -> Tile | None:
    return NAMES.get(reading.tiles[i].kind)


def _told(readings: Sequence[Reading], places: Sequence[Place]) -> bool:
    """Does one reading say so by itself, of all of these tiles?"""
    if len({place.photo for place in places}) > 1:
        return False
    told = (doubt for doubt in readings[places[0].photo].doubts if doubt.code == Code.FIFTH_COPY)
    return any({place.tile for place in places} <= set(doubt.tiles) for doubt in told)


def _doubt(readings: Sequence[Reading], tile: Tile, places: tuple[Place, ...], photo: int) -> Doubt:
    """As that photo's reading says it: its own tiles, and the places of all."""
    by_photo = [(n, sum(place.photo == n for place in places)) for n in range(len(readings))]
    where = tuple(phrase(Ask.IN_PHOTO, photo=n + 1, count=count) for n, count in by_photo if count)
    params: Params = {"kind": Kind(int(tile)), "count": len(places), "where": where if len(where) > 1 else None}
    zh, en = words_of(Variant.FIVE_TOGETHER, params)
    tiles = tuple(place.tile for place in places if place.photo == photo)
    return Doubt(Code.FIFTH_COPY, tiles, zh, en, _renaming(readings, tile, places, photo), HAND, places=places)


def _renaming(readings: Sequence[Reading], tile: Tile, places: Sequence[Place], photo: int) -> tuple[Correction, ...]:
    """The least sure of all these tiles as what the eye thought of besides, where this photo shows it."""
    loose = [place for place in places if not readings[place.photo].tiles[place.tile].by_user]
    seen = {place: dict(readings[place.photo].tiles[place.tile].seen) for place in loose}
    least = min(loose, key=lambda place: seen[place].get(str(tile), 0.0), default=None)
    if least is None or least.photo != photo:
        return ()
    others = [k for k, p in seen[least].items() if k in NAMES and k != str(tile) and p >= NOTED_SCORE]
    return tuple(SetKind(least.tile, kind) for kind in others[:1])


def _with(reading: Reading, doubt: Doubt) -> Reading:
    """The reading with one doubt more, and not ok; so is every player whose tiles it is about."""
    tiles = set(doubt.tiles)
    others = tuple(
        replace(other, ok=False, doubts=(*other.doubts, doubt))
        if any(not tiles.isdisjoint(reading.groups[n].tiles) for n in other.groups)
        else other
        for other in reading.others
    )
    return replace(reading, doubts=(doubt, *reading.doubts), ok=False, others=others)
